// Where the values of the expanded form are in the text, and what entries with `use` inherit from.
import { childKind, kindOf } from './encounter-grammar.js';
import { isAlias, isMap, isScalar, isSeq, keyText, SourceText, valueOf } from './source-text.js';

const MOST_BASES = 20;
const plainName = (name) => String(name).replace(/[-_ ]+/g, ' ').trim().toLowerCase();

/** How far the text has nodes for these steps: {at: steps in the source, kind, done: steps it has a node for, rest: the others}. */
export function locate(source, steps) {
  let at = [];
  let kind = 'scenario';
  for (let index = 0; index < steps.length; index += 1) {
    const node = source.nodeAt(at);
    const next = descend(source, node, kind, steps[index], at);
    if (!next) return { at, kind, rest: steps.slice(index), done: steps.slice(0, index) };
    at = next;
    kind = childKind(kind, steps[index]);
    if (kind === 'side' && isMap(node)) {
      if (index + 1 === steps.length) break;
      if (steps[index + 1] !== 'combatants') return { at, kind, rest: steps.slice(index + 1), done: steps.slice(0, index + 1) };
      index += 1; // the members of a side in a mapping are the value of its name
      kind = 'combatants';
    }
  }
  return { at, kind, rest: [], done: steps };
}

function descend(source, node, kind, step, at) {
  if (isAlias(node) || !node) return null;
  if (typeof step === 'number') {
    if (isSeq(node)) return step < node.items.length ? [...at, step] : null;
    if (kind === 'sides' && isMap(node)) return step < node.items.length ? [...at, keyText(node.items[step])] : null;
    const isOne = (kindOf(kind).isList || kind === 'combatants') && !(isScalar(node) && valueOf(node) === null);
    return isOne && step === 0 ? at : null;
  }
  if (!isMap(node)) return null;
  if (source.pairOf(node, step)) return [...at, step];
  const level = kind === 'pools' && /^(.*)_(\d+)$/.exec(step); // SpellSlot_1 may be written as `SpellSlot 1` or as `SpellSlot: [4]`
  if (!level) return null;
  if (source.pairOf(node, `${level[1]} ${level[2]}`)) return [...at, `${level[1]} ${level[2]}`];
  const listed = source.pairOf(node, level[1])?.value;
  return isSeq(listed) && listed.items[level[2] - 1] ? [...at, level[1], level[2] - 1] : null;
}

/** The name that the entry at these steps uses, or null. */
export function usedBy(source, at) {
  const node = source.nodeAt(at);
  const used = isMap(node) ? source.pairOf(node, 'use')?.value : null;
  return used ? String(used.value) : null;
}

/** The definitions behind a name, the nearest first, as {source, steps}: those of the file, then those of the library. */
export function basesOf(source, library, noun, name, trail = []) {
  if (name === null || name === undefined || trail.length > MOST_BASES) return [];
  const own = source?.nodeAt([`${noun}s`]);
  const pair = isMap(own) && !trail.includes(plainName(name)) ? own.items.find((one) => plainName(keyText(one)) === plainName(name)) : null;
  const next = [...trail, plainName(name)];
  if (pair && isMap(pair.value)) {
    const steps = [`${noun}s`, keyText(pair)];
    return [{ source, steps }, ...basesOf(source, library, noun, usedBy(source, steps), next)];
  }
  const text = library(noun, name);
  if (!text) return [];
  const entry = new SourceText(text);
  return [{ source: entry, steps: [] }, ...basesOf(null, library, noun, usedBy(entry, []), next)];
}

/** Does the entry at these steps inherit a value below it? If nothing is known about its base, yes. */
export function isInherited(source, library, noun, at, below) {
  const name = usedBy(source, at);
  if (name === null) return false;
  const bases = basesOf(source, library, noun, name);
  return !bases.length || bases.some((base) => {
    if (base.source.nodeAt([...base.steps, ...below]) !== undefined) return true;
    const pools = below[0] === 'pools' && below[1] ? base.source.nodeAt([...base.steps, 'pools']) : null;
    return isMap(pools) && descend(base.source, pools, 'pools', below[1], []) !== null;
  });
}
