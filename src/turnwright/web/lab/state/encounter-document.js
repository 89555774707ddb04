// The text of an encounter, edited by the paths of its expanded form. Where the text says something shorter, by shorthand
// or by `use`, an edit writes out as much as it needs: "Wizard 5" becomes {use: Wizard 5, hp: 30}.
import { applyPatch } from './json-patch.js';
import { changeIn, formatPath, getIn, isEqual, movedItem, parsePath, setIn } from './paths.js';
import { childKind, compact, DEFAULTS, EVERYWHERE, kindAt, kindOf, NUMBERS } from './encounter-grammar.js';
import { isAlias, isMap, isScalar, isSeq, keyText, plain, SourceText, valueOf } from './source-text.js';
import { basesOf, isInherited, locate, usedBy } from './source-places.js';
import { writeYaml } from './yaml-values.js';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const inner = (steps, value) => steps.reduceRight((below, step) => ({ [step]: below }), value);

/**
 * An encounter as its text and its expanded form; edits change both.
 * `library(noun, name)` is the YAML of a combatant or an action of the library, or undefined.
 */
export class EncounterDocument {
  constructor(text, expanded = null, library = () => undefined) {
    this.source = new SourceText(text);
    this.expanded = expanded;
    this.library = library;
  }

  /** The source. */
  get text() {
    return this.source.text;
  }

  toString() {
    return this.text;
  }

  /** The expanded value at a path. */
  at(path) {
    return getIn(this.expanded, parsePath(path));
  }

  /** The name in the text, for texts that were not read yet. */
  nameInText() {
    try {
      const node = this.source.nodeAt(['name']);
      return isScalar(node) ? String(node.value) : '';
    } catch {
      return '';
    }
  }

  /** Replace the whole text. */
  setText(text) {
    this.source = new SourceText(text);
  }

  // --- edits ----------------------------------------------------------------------------------------------------------

  /** Set the value at a path. Only what differs is written. */
  setAt(path, value) {
    const steps = parsePath(path);
    const before = getIn(this.expanded, steps);
    if (isEqual(before, value)) return;
    this.checked(() => this.change(steps, before, value));
  }

  /** Remove the value at a path. */
  removeAt(path) {
    const steps = parsePath(path);
    if (getIn(this.expanded, steps) === undefined) return;
    this.checked(() => this.drop(steps));
  }

  /** Insert a value into the list at a path. */
  insertAt(path, index, value) {
    this.checked(() => this.insert(parsePath(path), index, value));
  }

  /** Insert YAML into the list at a path, as it is. */
  insertYaml(path, index, text) {
    const value = plain(new SourceText(text).root);
    this.checked(() => this.insert(parsePath(path), index, value, this.source.isJson ? null : text));
  }

  /** Move an item of the list at a path. */
  moveItem(path, from, to) {
    const steps = parsePath(path);
    if (from === to) return;
    this.checked(() => {
      this.source.move(this.listInSource(steps), from, to);
      this.expanded = changeIn(this.expanded, steps, (list) => movedItem(list, from, to));
    });
  }

  /** Move an item to another list, such as a combatant to another side; its text goes along. */
  moveAcross(fromPath, from, toPath, to) {
    const value = this.at(`${fromPath}[${from}]`);
    const raw = this.source.isJson ? null : this.yamlOf(`${fromPath}[${from}]`);
    this.checked(() => {
      this.insert(parsePath(toPath), to, value, raw);
      this.drop([...parsePath(fromPath), from]);
    });
  }

  /** Insert a copy of an item below it; its text is copied as it is. */
  duplicate(path, index, name) {
    const steps = parsePath(path);
    const value = { ...getIn(this.expanded, [...steps, index]), name };
    const raw = this.source.isJson ? null : this.yamlOf(formatPath([...steps, index]));
    this.checked(() => {
      this.insert(steps, index + 1, value, raw);
      if (raw === null) return;
      this.expanded = setIn(this.expanded, [...steps, index + 1, 'name'], null);
      this.change([...steps, index + 1, 'name'], null, name);
    });
  }

  /** Apply a JSON Patch on the expanded form. */
  applyPatch(operations) {
    applyPatch(this, operations);
  }

  /** The source of the value at a path, as YAML with its comments; with `full` its expanded form. */
  yamlOf(path, { full = false } = {}) {
    const steps = parsePath(path);
    const kind = kindAt(steps);
    const value = getIn(this.expanded, steps);
    const written = () => writeYaml(compact(kind, value));
    if (full || value === undefined) return written();
    const { at, rest, kind: found } = locate(this.source, steps);
    if (rest.length) {
      const list = this.inheritedList(steps.slice(0, -2), steps.at(-2));
      const item = list && new SourceText(list).nodeAt([steps.at(-1)]);
      if (!item) return written();
      return isScalar(item) ? writeYaml({ use: valueOf(item) }) : new SourceText(list).rawAt([steps.at(-1)]);
    }
    const node = this.source.nodeAt(at);
    if (isScalar(node) && kindOf(found).noun) return writeYaml({ use: valueOf(node) });
    if (this.source.isJson) return writeYaml(plain(node));
    return (node && this.source.rawAt(at)) ?? written();
  }

  /** Replace the source of the value at a path by YAML. Throws an Error with `line` if it cannot be read. */
  setYaml(path, text) {
    const steps = parsePath(path);
    const given = new SourceText(text);
    const value = plain(given.root);
    this.checked(() => {
      if (typeof steps.at(-1) === 'number') this.listInSource(steps.slice(0, -1));
      const { at, rest } = locate(this.source, steps);
      if (rest.length) this.change(steps, getIn(this.expanded, steps), value);
      else if (this.source.isJson) this.source.replace(at, value);
      else this.source.replaceRaw(at, text);
    });
  }

  /** Edit, and take it back if the text cannot be read any more. */
  checked(edit) {
    const before = [this.source.text, this.expanded];
    try {
      edit();
      void this.source.root;
    } catch (error) {
      this.source = new SourceText(before[0]);
      this.expanded = before[1];
      throw error;
    }
  }

  /** The list that a combatant inherits, as YAML, or null. */
  inheritedList(owner, key) {
    if (!['actions', 'reactions'].includes(key)) return null;
    const { at, rest } = locate(this.source, owner);
    if (rest.length) return null;
    const node = this.source.nodeAt(at);
    const name = isScalar(node) ? valueOf(node) : usedBy(this.source, at);
    const base = basesOf(this.source, this.library, 'combatant', name).find(({ source, steps }) => source.nodeAt([...steps, key]));
    if (!base) return null;
    const found = base.source.nodeAt([...base.steps, key]);
    const raw = base.source.isJson ? writeYaml(plain(found)) : base.source.rawAt([...base.steps, key]);
    const list = new SourceText(raw ?? '');
    if (!isSeq(list.root)) return `- ${raw}`;
    return list.root.items.length === getIn(this.expanded, [...owner, key])?.length ? raw : null;
  }

  // --- writing out what the text leaves out ---------------------------------------------------------------------------

  /** Make the list at these steps a list in the text, and return where it is. */
  listInSource(steps) {
    const { at, kind, rest, done } = locate(this.source, steps);
    const node = this.source.nodeAt(at);
    if (!rest.length) {
      if (isSeq(node) || (kind === 'sides' && isMap(node))) return at;
      const isNothing = !node || (isScalar(node) && valueOf(node) === null);
      if (isNothing) this.source.replace(at, []);
      else if (isAlias(node) || this.source.isJson) this.source.replace(at, isAlias(node) ? compact(kind, getIn(this.expanded, steps)) : [plain(node)]);
      else this.source.replace(at, [plain(node)]);
      if (!isSeq(this.source.nodeAt(at))) this.source.replace(at, [compact(childKind(kind, 0), getIn(this.expanded, [...steps, 0]))]);
      return at;
    }
    if (this.asMapping(at, kind)) return this.listInSource(steps);
    const raw = rest.length === 1 ? this.inheritedList(done, rest[0]) : null;
    const list = getIn(this.expanded, steps) ?? [];
    const childOf = kindOf(kindAt(steps)).item ?? 'plain';
    const value = list.map((item) => compact(childOf, item));
    if (rest.length === 1 && isMap(node)) {
      if (rest[0] === 'effect') this.clearNumbers(at);
      this.source.addKey(at, rest[0], raw && !this.source.isJson ? null : raw ? plain(new SourceText(raw).root) : value, { raw: this.source.isJson ? null : raw });
    } else {
      this.write(steps, list);
    }
    return this.listInSource(steps);
  }

  /** If a combatant or an action is written as a name, write it as a mapping with `use`. Returns whether it was. */
  asMapping(at, kind) {
    const node = this.source.nodeAt(at);
    if (!kindOf(kind).noun || !isScalar(node) || valueOf(node) === null) return false;
    this.source.replace(at, { use: valueOf(node) });
    return true;
  }

  clearNumbers(at) {
    for (const word of NUMBERS) {
      if (this.source.nodeAt([...at, word]) !== undefined) this.source.remove([...at, word]);
    }
  }

  /** Write an entry without `use`, with everything that it inherits. */
  writeOut(steps) {
    const { at, kind } = locate(this.source, steps);
    const value = getIn(this.expanded, steps);
    this.asMapping(at, kind);
    for (const key of ['actions', 'reactions']) {
      if (kind === 'combatant' && value[key]?.length) this.listInSource([...steps, key]);
    }
    if (kind === 'action') this.clearNumbers(at);
    for (const [key, one] of Object.entries(value)) {
      const isThere = this.source.nodeAt([...at, key]) !== undefined;
      if (!isThere) this.source.addKey(at, key, compact(childKind(kind, key), one));
      else if (kindOf(childKind(kind, key)).isMerged) this.source.replace([...at, key], compact(childKind(kind, key), one));
    }
    if (usedBy(this.source, at) !== null) this.source.remove([...at, 'use']);
  }

  // --- changing -------------------------------------------------------------------------------------------------------

  /** Write the difference between two values at these steps. */
  change(steps, before, after) {
    if (isEqual(before, after)) return;
    const kind = kindAt(steps);
    if (Array.isArray(before) && Array.isArray(after) && kind !== 'words') this.changeList(steps, before, after);
    else if (isObject(before) && isObject(after) && before.type === after.type && !('use' in after)) {
      for (const key of Object.keys(before)) if (!(key in after)) this.drop([...steps, key]);
      for (const [key, value] of Object.entries(after)) this.change([...steps, key], before[key], value);
    } else this.write(steps, after);
    this.expanded = setIn(this.expanded, steps, after);
  }

  changeList(steps, before, after) {
    if (!before.length || !after.length || typeof (before[0] ?? '') !== 'object') {
      this.write(steps, after);
      return;
    }
    let start = 0;
    while (start < before.length && start < after.length && isEqual(before[start], after[start])) start += 1;
    let end = 0;
    while (end < before.length - start && end < after.length - start && isEqual(before.at(-1 - end), after.at(-1 - end))) end += 1;
    const [old, fresh] = [before.length - start - end, after.length - start - end];
    for (let index = 0; index < Math.min(old, fresh); index += 1) this.change([...steps, start + index], before[start + index], after[start + index]);
    for (let index = old - 1; index >= fresh; index -= 1) this.drop([...steps, start + index]);
    for (let index = old; index < fresh; index += 1) this.insert(steps, start + index, after[start + index]);
  }

  /** Write a value at these steps, where the text may have nothing or something shorter. */
  write(steps, value) {
    const { at, kind, rest, done } = locate(this.source, steps);
    if (!rest.length) {
      this.source.replace(at, compact(kind, kind === 'side' ? value.combatants ?? [] : value));
    } else if (kind === 'side' && rest[0] === 'name' && isMap(this.source.nodeAt(at.slice(0, -1))) && typeof at.at(-1) === 'string') {
      this.source.rename(at, value);
    } else if (this.asMapping(at, kind)) {
      this.write(steps, value);
      return;
    } else if (isMap(this.source.nodeAt(at))) {
      this.writeKey(at, kind, rest, done, value);
    } else if (kindOf(kind).item && typeof rest[0] === 'number' && rest[0] >= (getIn(this.expanded, done)?.length ?? 0)) {
      this.insert(done, rest[0], rest.length > 1 ? inner(rest.slice(1), value) : value);
    } else if (kind === 'actions' || kind === 'combatants') {
      this.listInSource(done);
      this.write(steps, value);
      return;
    } else {
      this.source.replace(at, compact(kind, setIn(getIn(this.expanded, done), rest, value)));
    }
    this.expanded = setIn(this.expanded, steps, value);
  }

  writeKey(at, kind, rest, done, value) {
    const [key, ...below] = rest;
    const child = childKind(kind, key);
    const isInheriting = usedBy(this.source, at) !== null && kindOf(kind).noun;
    if (below.length && ['actions', 'reactions'].includes(key) && kind === 'combatant') {
      this.listInSource([...done, key]);
      this.write([...done, ...rest], value);
    } else if (kind === 'action' && isInheriting && key === 'effect' && this.writeNumber(at, done, below, value)) {
      // an override beside `use` says it
    } else if (isInheriting && below.length && (kindOf(child).isMerged || kind === 'rules')) {
      this.source.addKey(at, key, compact(child, inner(below, value)));
    } else {
      if (kind === 'action' && key === 'effect') this.clearNumbers(at);
      this.source.addKey(at, key, compact(child, below.length ? setIn(getIn(this.expanded, [...done, key]), below, value) : value));
    }
  }

  /** Write a number of an effect as an override beside `use`. Returns whether that says the same. */
  writeNumber(at, done, below, value) {
    const word = below.at(-1);
    if (!NUMBERS.includes(word)) return false;
    const places = [];
    const look = (one, steps) => {
      if (!one || typeof one !== 'object') return;
      if (one.type && (word in one || (word === 'times' && one.type === 'Attack'))) places.push([...steps, word]);
      for (const [key, below_] of Object.entries(one)) if (!NUMBERS.includes(key)) look(below_, [...steps, Array.isArray(one) ? Number(key) : key]);
    };
    look(getIn(this.expanded, [...done, 'effect']), []);
    const isFirst = places.length && isEqual(places[0], below) && (!EVERYWHERE.includes(word) || places.length === 1);
    if (!isFirst) return false;
    if (this.source.nodeAt([...at, word]) === undefined) this.source.addKey(at, word, value);
    else this.source.replace([...at, word], value);
    return true;
  }

  insert(steps, index, value, raw = null) {
    const at = this.listInSource(steps);
    const kind = kindAt(steps);
    const item = childKind(kind, 0);
    const written = typeof value === 'string' ? value : compact(item, value);
    if (kind === 'sides' && isMap(this.source.nodeAt(at))) this.source.addKey(at, value.name, compact('combatants', value.combatants ?? []), { index });
    else {
      const given = raw === null ? written : compact(item, plain(new SourceText(raw).root));
      this.source.addItem(at, index, given, isObject(given) ? raw : null);
    }
    const shown = item === 'combatant' || item === 'action' ? this.preview(item, value) : value;
    this.expanded = changeIn(this.expanded, steps, (list = []) => [...list.slice(0, index), shown, ...list.slice(index)]);
  }

  /** What a new entry looks like until the server has read it. */
  preview(_kind, value) {
    if (typeof value === 'string') return { name: value };
    return 'use' in value ? { name: value.use, ...value } : value;
  }

  drop(steps) {
    const last = steps.at(-1);
    const owner = steps.slice(0, -1);
    if (typeof last === 'number') {
      const at = this.listInSource(owner);
      const node = this.source.nodeAt(at);
      this.source.remove([...at, isMap(node) ? keyText(node.items[last]) : last]);
    } else {
      this.dropKey(steps, owner, last);
    }
    this.expanded = changeIn(this.expanded, steps, () => undefined);
  }

  dropKey(steps, owner, key) {
    const holder = this.holderOf(owner);
    const below = holder ? steps.slice(holder.steps.length) : null;
    if (holder) this.asMapping(holder.at, holder.kind);
    if (holder && isInherited(this.source, this.library, holder.noun, holder.at, below)) {
      const place = locate(this.source, steps);
      if (below.length === 1 && key in DEFAULTS) {
        if (place.rest.length) this.source.addKey(holder.at, key, DEFAULTS[key]);
        else this.source.replace(place.at, DEFAULTS[key]);
        return;
      }
      if (below.length === 1 || kindOf(kindAt(owner)).isMerged) this.writeOut(holder.steps);
    }
    const { at, kind, rest, done } = locate(this.source, steps);
    if (!rest.length) {
      if (typeof at.at(-1) === 'number') this.source.replace(at, 0); // one level of a list of slots
      else this.source.remove(at);
    } else {
      const value = changeIn(getIn(this.expanded, done), rest, () => undefined);
      if (isMap(this.source.nodeAt(at)) && rest.length > 1) this.write([...done, rest[0]], value[rest[0]]);
      else if (!isMap(this.source.nodeAt(at))) this.source.replace(at, compact(kind, value));
    }
  }

  /** The innermost entry with `use` around these steps, or null. */
  holderOf(steps) {
    for (let length = steps.length; length > 0; length -= 1) {
      const { at, kind, rest } = locate(this.source, steps.slice(0, length));
      const { noun } = kindOf(kind);
      if (noun && noun !== 'rules' && !rest.length) {
        const node = this.source.nodeAt(at);
        return usedBy(this.source, at) !== null || isScalar(node) ? { at, kind, noun, steps: steps.slice(0, length) } : null;
      }
    }
    return null;
  }
}
