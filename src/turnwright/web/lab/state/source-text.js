// The text of a YAML or JSON file, changed in place: every edit replaces the characters of the nodes it concerns, so that
// all other lines, their comments and their style stay as they are. Steps are keys of mappings and indexes of lists.
import { isAlias, isMap, isScalar, isSeq, parseDocument } from '../../vendor/yaml.js';
import { fitsLine, scalarValue, writeAfterKey, writeBlock, writeFlow, writeScalar } from './yaml-values.js';

const LONG_LINE = 100;

// Known keys in the order people write them. New keys are placed accordingly; unknown ones come last.
const ORDER = [
  'name', 'notes', 'rules', 'surprised', 'use', 'type', 'on', 'who', 'count', 'hp', 'start_hp', 'temporary_hp', 'ac', 'initiative', 'initiative_lean', 'save', 'saves', 'save_lean',
  'resist', 'immune', 'vulnerable', 'condition_immune', 'speed', 'reach', 'position', 'arrival', 'death_saves', 'hit_dice', 'con', 'tags', 'pools', 'traits',
  'timing', 'cost', 'uses', 'recharge', 'cooldown', 'concentration', 'requires', 'targets', 'effect', 'to_hit', 'dc', 'damage', 'amount', 'times',
  'actions', 'reactions', 'disabled', 'combatants', 'sides', 'day',
];
const rank = (key) => (ORDER.indexOf(key) + 1 || ORDER.length + 1);

/** What a key node says. */
export const keyText = (pair) => String(pair.key?.value ?? pair.key ?? '');

/** The value of a scalar node as the server reads it. */
export const valueOf = (node) => (node.type === 'PLAIN' ? scalarValue(String(node.value ?? '')) : node.value);

/** A node as plain data. */
export function plain(node) {
  if (isMap(node)) return Object.fromEntries(node.items.map((pair) => [keyText(pair), plain(pair.value)]));
  if (isSeq(node)) return node.items.map(plain);
  return node === null || node === undefined ? null : valueOf(node);
}

/** Text that can be edited. */
export class SourceText {
  constructor(text) {
    this.text = text;
    this.isJson = /^\s*[{[]/.test(text);
    this.newline = text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** The root node. Throws an Error if the text cannot be read. */
  get root() {
    if (this.parsed !== this.text) {
      const found = parseDocument(this.text, { keepSourceTokens: true, schema: 'failsafe', uniqueKeys: false, maxAliasCount: 200, prettyErrors: false });
      if (found.errors.length) {
        const line = this.text.slice(0, found.errors[0].pos[0]).split('\n').length;
        throw Object.assign(new Error(`line ${line}: ${found.errors[0].message}`), { line });
      }
      this.parsed = this.text;
      this.tree = found.contents;
    }
    return this.tree;
  }

  /** The node at these steps: undefined if there is none, null if a key has no value. */
  nodeAt(steps) {
    let node = this.root;
    for (const step of steps) {
      if (isMap(node)) node = this.pairOf(node, step)?.value;
      else if (isSeq(node)) node = node.items[step];
      else return undefined;
    }
    return node;
  }

  pairOf(map, step) {
    return typeof step === 'number' ? map.items[step] : map.items.find((pair) => keyText(pair) === step);
  }

  splice(start, end, replacement) {
    this.text = this.text.slice(0, start) + replacement.replaceAll('\n', this.newline) + this.text.slice(end);
  }

  // --- places ---------------------------------------------------------------------------------------------------------

  lineStart(offset) {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  lineEnd(offset) {
    const end = this.text.indexOf('\n', offset);
    const stop = end < 0 ? this.text.length : end;
    return this.text[stop - 1] === '\r' && stop > offset ? stop - 1 : stop;
  }

  column(offset) {
    return offset - this.lineStart(offset);
  }

  colonEnd(pair) {
    const colon = pair.srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
    return colon ? colon.offset + 1 : pair.key.range[1];
  }

  /** Where the last character of a node is, without what follows it in the line. */
  endOf(node) {
    if ((isMap(node) || isSeq(node)) && !node.flow) {
      const last = node.items.at(-1);
      return isMap(node) ? this.pairEnd(last) : this.itemEnd(node, node.items.length - 1);
    }
    const end = node.range[1];
    return node.range[0] + this.text.slice(node.range[0], end).trimEnd().length;
  }

  pairEnd(pair) {
    return pair.value?.range && pair.value.range[1] > pair.value.range[0] ? this.endOf(pair.value) : this.colonEnd(pair);
  }

  dashOf(seq, index) {
    return seq.srcToken.items[index].start.find(({ type }) => type === 'seq-item-ind').offset;
  }

  itemEnd(seq, index) {
    const item = seq.items[index];
    return item?.range && item.range[1] > item.range[0] ? this.endOf(item) : this.dashOf(seq, index) + 1;
  }

  /** Start and end of every entry of a collection. Entries of block style include comments that stand right above them. */
  chunks(node) {
    if (node.flow) {
      return node.items.map((item) => (isMap(node) ? { start: item.key.range[0], end: Math.max(item.key.range[1], this.pairEnd(item)) } : { start: item.range[0], end: this.endOf(item) }));
    }
    return node.items.map((item, index) => {
      const own = isMap(node) ? item.key.range[0] : this.dashOf(node, index);
      const end = this.lineEnd(isMap(node) ? this.pairEnd(item) : this.itemEnd(node, index));
      return { start: index ? this.withComments(own) : own, end };
    });
  }

  withComments(offset) {
    const column = this.column(offset);
    let start = offset;
    for (;;) {
      const line = this.lineStart(start);
      if (line === 0 || this.text.slice(line, start).trim()) return start;
      const above = this.lineStart(line - 1);
      const found = /^( *)#/.exec(this.text.slice(above, line));
      if (!found || found[1].length !== column) return start;
      start = above + column;
    }
  }

  isOnOwnLines(node) {
    const [first] = this.chunks(node);
    return first ? !this.text.slice(this.lineStart(first.start), first.start).trim() : false;
  }

  /** The steps to the outermost collection of flow style around these steps, or null. */
  flowAround(steps) {
    for (let length = 0; length <= steps.length; length += 1) {
      const node = this.nodeAt(steps.slice(0, length));
      if ((isMap(node) || isSeq(node)) && node.flow) return steps.slice(0, length);
    }
    return null;
  }

  // --- writing --------------------------------------------------------------------------------------------------------

  flowText(value, node) {
    if (this.isJson && node && this.isOnOwnLines(node)) {
      const column = this.column(this.chunks(node)[0].start);
      const unit = Math.max(1, column - /^ */.exec(this.text.slice(this.lineStart(node.range[0])))[0].length);
      return JSON.stringify(value, null, unit).replaceAll('\n', `\n${' '.repeat(column)}`);
    }
    return writeFlow(value, { isJson: this.isJson });
  }

  keyInFlow(key) {
    return writeScalar(key, { isFlow: true, isJson: this.isJson });
  }

  /** Try an edit of a collection in one line; if the line gets too long, write the collection in several lines first. */
  inFlow(steps, edit) {
    const before = this.text;
    const around = this.flowAround(steps);
    const start = this.nodeAt(around).range[0];
    edit();
    const isLong = this.lineEnd(start) - this.lineStart(start) > LONG_LINE;
    if (!isLong || this.isJson || !around.length) return true;
    const after = this.text;
    this.text = before;
    if (this.toBlock(around)) return false;
    this.text = after;
    return true;
  }

  /** Write a collection of flow style in block style; its entries stay as they are. Returns whether that was possible. */
  toBlock(steps) {
    const node = this.nodeAt(steps);
    const inside = this.text.slice(node.range[0], node.range[1]);
    if (!node.items.length || /[\r\n]/.test(inside)) return false;
    const entries = this.chunks(node).map(({ start, end }) => this.text.slice(start, end));
    const parent = this.nodeAt(steps.slice(0, -1));
    if (isMap(parent)) {
      const pair = this.pairOf(parent, steps.at(-1));
      const indent = this.column(pair.key.range[0]) + 2;
      const comment = this.text.slice(node.range[1], this.lineEnd(node.range[1]));
      const lines = entries.map((entry) => `\n${' '.repeat(indent)}${isSeq(node) ? '- ' : ''}${entry}`).join('');
      this.splice(this.colonEnd(pair), this.lineEnd(node.range[1]), `${comment.trimEnd()}${lines}`);
    } else {
      const indent = this.column(node.range[0]);
      this.splice(node.range[0], node.range[1], entries.map((entry) => `${isSeq(node) ? '- ' : ''}${entry}`).join(`\n${' '.repeat(indent)}`));
    }
    return true;
  }

  /** Replace the value at these steps, which must exist. */
  replace(steps, value) {
    this.write(steps, (indent, isAfterKey) => (isAfterKey ? writeAfterKey(value, indent) : writeBlock(value, indent)), value);
  }

  /** Replace the value at these steps by YAML in block style; `raw` starts in column 0. */
  replaceRaw(steps, raw) {
    const lines = raw.replace(/\s+$/, '').split(/\r?\n/);
    while (this.flowAround(steps.slice(0, -1)) && !this.isJson && this.toBlock(this.flowAround(steps.slice(0, -1))));
    const node = parseDocument(raw, { schema: 'failsafe' }).contents;
    const value = plain(node);
    const isOneLine = lines.length === 1 && (isScalar(node) || node.flow);
    this.write(steps, (indent, isAfterKey) => {
      const pad = ' '.repeat(isAfterKey ? indent + 2 : indent);
      const body = lines.map((line, index) => (index && line ? pad + line : line)).join('\n');
      return isAfterKey ? (isOneLine ? ` ${body}` : `\n${pad}${body}`) : body;
    }, value);
  }

  write(steps, rendered, value) {
    const parent = this.nodeAt(steps.slice(0, -1));
    const node = this.nodeAt(steps);
    if (!steps.length) {
      this.text = this.isJson ? `${JSON.stringify(value, null, 2)}\n` : `${rendered(0, false)}\n`;
    } else if (parent.flow) {
      const isDone = this.inFlow(steps.slice(0, -1), () => {
        if (isMap(parent)) {
          const pair = this.pairOf(parent, steps.at(-1));
          this.splice(this.colonEnd(pair), Math.max(this.pairEnd(pair), pair.key.range[1]), `${this.colonEnd(pair) === pair.key.range[1] ? ':' : ''} ${this.flowText(value, parent)}`);
        } else {
          this.splice(node.range[0], node.range[1], this.flowText(value, parent));
        }
      });
      if (!isDone) this.write(steps, rendered, value);
    } else if (isMap(parent)) {
      const pair = this.pairOf(parent, steps.at(-1));
      const from = this.colonEnd(pair);
      const to = Math.max(from, this.pairEnd(pair));
      const text = rendered(this.column(pair.key.range[0]), true);
      const comment = pair.srcToken.sep.find(({ type }) => type === 'comment');
      this.splice(from, to, !comment ? text : text.startsWith('\n') ? ` ${comment.source}${text}` : `${text} ${comment.source}`);
    } else {
      const dash = this.dashOf(parent, steps.at(-1));
      this.splice(dash + 1, this.itemEnd(parent, steps.at(-1)), ` ${rendered(this.column(dash) + 2, false)}`);
    }
  }

  /** Add a key to the mapping at these steps. `raw` is YAML to use instead of the value; `index` places it. */
  addKey(steps, key, value, { raw = null, index = null } = {}) {
    const map = this.nodeAt(steps);
    if (!map.items.length) {
      this.replace(steps, { [key]: value });
      if (raw !== null) this.replaceRaw([...steps, key], raw);
      return;
    }
    let place = index ?? map.items.findLastIndex((pair) => rank(keyText(pair)) <= rank(key)) + 1;
    if (map.flow) {
      if (raw !== null && !this.isJson && this.isConvertible(steps)) {
        while (this.flowAround(steps) && this.toBlock(this.flowAround(steps)));
        this.addKey(steps, key, value, { raw, index });
        return;
      }
      const isDone = this.inFlow(steps, () => this.insertFlow(map, place, `${this.keyInFlow(key)}: ${this.flowText(value, map)}`));
      if (!isDone) this.addKey(steps, key, value, { raw, index });
      return;
    }
    const chunks = this.chunks(map);
    const column = this.column(map.items[0].key.range[0]);
    place = Math.min(place, chunks.length);
    const line = `${writeScalar(key)}:${raw === null ? writeAfterKey(value, column) : ' null'}`;
    this.insertBlock(map, chunks, place, line, column);
    if (raw !== null) this.replaceRaw([...steps, key], raw);
  }

  isConvertible(steps) {
    const around = this.flowAround(steps);
    return Boolean(around?.length) && !/[\r\n]/.test(this.text.slice(...this.nodeAt(around).range));
  }

  insertFlow(node, index, text) {
    const chunks = this.chunks(node);
    if (!chunks.length) {
      this.splice(node.range[0] + 1, node.range[1] - 1, text);
      return;
    }
    const separator = this.isOnOwnLines(node) ? `,\n${' '.repeat(this.column(chunks[0].start))}` : ', ';
    if (index < chunks.length) this.splice(chunks[index].start, chunks[index].start, text + separator);
    else this.splice(chunks.at(-1).end, chunks.at(-1).end, separator + text);
  }

  insertBlock(_node, chunks, index, text, column) {
    const pad = ' '.repeat(column);
    if (index < chunks.length) this.splice(chunks[index].start, chunks[index].start, `${text}\n${pad}`);
    else this.splice(chunks.at(-1).end, chunks.at(-1).end, `\n${pad}${text}`);
  }

  /** Insert an item into the list at these steps; `raw` is YAML to use instead of the value. */
  addItem(steps, index, value, raw = null) {
    const seq = this.nodeAt(steps);
    if (!seq.items.length) {
      this.replace(steps, [value]);
      if (raw !== null) this.replaceRaw([...steps, 0], raw);
    } else if (seq.flow) {
      const isBig = raw !== null ? /\n\s*\S/.test(raw) : !fitsLine(value, 40);
      if (isBig && !this.isJson && this.isConvertible(steps)) {
        while (this.flowAround(steps) && this.toBlock(this.flowAround(steps)));
        this.addItem(steps, index, value, raw);
      } else if (!this.inFlow(steps, () => this.insertFlow(seq, index, this.flowText(value, seq)))) {
        this.addItem(steps, index, value, raw);
      }
    } else {
      const column = this.column(this.dashOf(seq, 0));
      const place = Math.min(index, seq.items.length);
      this.insertBlock(seq, this.chunks(seq), place, `- ${raw === null ? writeBlock(value, column + 2) : 'null'}`, column);
      if (raw !== null) this.replaceRaw([...steps, place], raw);
    }
  }

  /** Remove the entry at these steps. */
  remove(steps) {
    const parent = this.nodeAt(steps.slice(0, -1));
    const index = isMap(parent) ? parent.items.indexOf(this.pairOf(parent, steps.at(-1))) : steps.at(-1);
    const chunks = this.chunks(parent);
    if (chunks.length === 1) {
      if (steps.length === 1 && !parent.flow) this.text = '{}\n';
      else if (parent.flow) this.splice(parent.range[0] + 1, parent.range[1] - 1, '');
      else this.replace(steps.slice(0, -1), isMap(parent) ? {} : []);
    } else if (parent.flow) {
      const between = index < chunks.length - 1 ? [chunks[index].start, chunks[index + 1].start] : [chunks[index - 1].end, chunks[index].end];
      this.splice(...between, '');
    } else if (index < chunks.length - 1) {
      const isAlone = !this.text.slice(this.lineStart(chunks[index].start), chunks[index].start).trim();
      const after = chunks[index].end + (this.text.startsWith('\r\n', chunks[index].end) ? 2 : 1);
      if (isAlone) this.splice(this.lineStart(chunks[index].start), after, '');
      else this.splice(chunks[index].start, chunks[index + 1].start, '');
    } else {
      this.splice(chunks[index - 1].end, chunks[index].end, this.text.slice(chunks[index - 1].end, this.lineStart(chunks[index].start)).replace(/\r?\n[ ]*$/, ''));
    }
  }

  /** Move an entry of the collection at these steps. */
  move(steps, from, to) {
    const chunks = this.chunks(this.nodeAt(steps));
    const texts = chunks.map(({ start, end }) => this.text.slice(start, end));
    texts.splice(to, 0, ...texts.splice(from, 1));
    for (let index = chunks.length - 1; index >= 0; index -= 1) {
      const { start, end } = chunks[index];
      this.text = this.text.slice(0, start) + texts[index] + this.text.slice(end);
    }
  }

  /** Rename a key. */
  rename(steps, key) {
    const parent = this.nodeAt(steps.slice(0, -1));
    const { range } = this.pairOf(parent, steps.at(-1)).key;
    this.splice(range[0], range[1], writeScalar(key, { isFlow: parent.flow, isJson: this.isJson }));
  }

  /** The YAML at these steps, starting in column 0, with the comments inside it. */
  rawAt(steps) {
    const node = this.nodeAt(steps);
    if (isAlias(node)) return null;
    const column = this.column(node.range[0]);
    const isBlock = (isMap(node) || isSeq(node)) && !node.flow;
    const end = isBlock ? this.lineEnd(this.endOf(node)) : this.endOf(node);
    const lines = this.text.slice(node.range[0], end).split(/\r?\n/);
    return `${lines.map((line, index) => (index && isBlock ? line.replace(new RegExp(`^ {0,${column}}`), '') : line)).join('\n')}\n`;
  }

  /** Is there a scalar at these steps? */
  isScalarAt(steps) {
    const node = this.nodeAt(steps);
    return node === null || isScalar(node);
  }
}

export { isAlias, isMap, isScalar, isSeq };
