// Edits of sides, combatants and the day, each one undo step.
import { announce, at, edit, select } from '../state/lab-store.js';
import { formatPath, parsePath } from '../state/paths.js';

const MAX_COUNT = 1000;

/** The list that a combatant is in, and its place there. */
export function placeOf(path) {
  const steps = parsePath(path);
  return { list: formatPath(steps.slice(0, -1)), index: steps.at(-1), side: formatPath(steps.slice(0, -2)) };
}

/** A name that none of `taken` has: "Goblin", "Goblin 2". */
export function freeName(name, taken) {
  if (!taken.includes(name)) return name;
  const base = name.replace(/ \d+$/, '');
  for (let number = 2; ; number += 1) if (!taken.includes(`${base} ${number}`)) return `${base} ${number}`;
}

/** The names of all combatants. */
function allNames() {
  const holders = [at(''), ...(at('day') ?? [])];
  return holders.flatMap((holder) => holder?.sides ?? []).flatMap((side) => (side.combatants ?? []).map((one) => one.name));
}

/** Set how many a combatant stands for; returns the number, which is from 1 to 1,000. */
export function setCount(path, wanted) {
  const name = at(path)?.name;
  const count = Math.max(1, Math.min(MAX_COUNT, wanted));
  edit(`${count} × ${name}`, (doc) => doc.setAt(`${path}.count`, count));
  announce(`${name}: ${count}${count < wanted ? ', the most that an encounter can have' : ''}`);
  return count;
}

/** Put a copy of a combatant below it. */
export function duplicate(path) {
  const { list, index } = placeOf(path);
  const name = freeName(at(path).name, allNames());
  if (edit(`Copy ${at(path).name}`, (doc) => doc.duplicate(list, index, name))) {
    select(`${list}[${index + 1}]`);
    announce(`${name} was added.`);
  }
}

/** Move a combatant up or down in its side. */
export function step(path, by) {
  const { list, index } = placeOf(path);
  const to = index + by;
  const members = at(list) ?? [];
  if (to < 0 || to >= members.length) return false;
  edit(`Move ${at(path).name} ${by < 0 ? 'up' : 'down'}`, (doc) => doc.moveItem(list, index, to));
  select(`${list}[${to}]`);
  announce(`${at(`${list}[${to}]`)?.name}, ${to + 1} of ${members.length}`);
  return true;
}

/** Move a combatant to a place in a side, its own or another. */
export function moveTo(path, side, place = Infinity) {
  const { list, index } = placeOf(path);
  const target = `${side}.combatants`;
  const name = at(path)?.name;
  const most = at(target)?.length ?? 0;
  if (target === list) {
    const to = Math.min(place > index ? place - 1 : place, most - 1);
    if (to !== index) edit(`Move ${name}`, (doc) => doc.moveItem(list, index, to));
    select(`${list}[${to}]`);
    return;
  }
  const to = Math.min(place, most);
  edit(`Move ${name} to ${at(side).name}`, (doc) => doc.moveAcross(list, index, target, to));
  select(`${target}[${to}]`);
  announce(`${name} is now with ${at(side)?.name}.`);
}

/** Remove a combatant. */
export function removeCombatant(path) {
  const name = at(path)?.name;
  const { list, index } = placeOf(path);
  edit(`Remove ${name}`, (doc) => doc.removeAt(path));
  const left = at(list)?.length ?? 0;
  select(left ? `${list}[${Math.min(index, left - 1)}]` : '');
  announce(`${name} was removed. Undo brings it back.`);
}

/** Add a combatant to a side: a name of the library, data, or YAML as {yaml}. */
export function addCombatant(side, what) {
  const list = `${side}.combatants`;
  const end = at(list)?.length ?? 0;
  const name = what.yaml ? what.name : what.name ?? what;
  const same = (at(list) ?? []).findIndex((one) => one.name === name);
  if (typeof what === 'string' && same >= 0) {
    setCount(`${list}[${same}]`, (at(`${list}[${same}].count`) ?? 1) + 1);
    select(`${list}[${same}]`);
    return;
  }
  edit(`Add ${name}`, (doc) => (what.yaml ? doc.insertYaml(list, end, what.yaml) : doc.insertAt(list, end, typeof what === 'string' ? { use: what } : what)));
  select(`${list}[${end}]`);
  announce(`${name} was added to ${at(side)?.name}.`);
}

/** Rename a side, also where surprise and preparation name it. */
export function renameSide(side, name) {
  const before = at(side)?.name;
  if (!name || name === before) return;
  const steps = parsePath(side);
  edit(`Rename ${before} to ${name}`, (doc) => {
    doc.setAt(`${side}.name`, name);
    const holders = steps[0] === 'day' ? [`day[${steps[1]}].`] : ['', ...(doc.at('day') ?? []).map((_step, index) => `day[${index}].`)];
    for (const holder of holders) {
      for (const key of ['surprised', 'precast']) {
        const names = doc.at(`${holder}${key}`);
        if (Array.isArray(names) && names.includes(before)) doc.setAt(`${holder}${key}`, names.map((one) => (one === before ? name : one)));
      }
    }
  });
}

/** Add a side with one combatant, to the encounter or to a step of the day. */
export function addSide(holder = '') {
  const sides = at(`${holder}sides`) ?? [];
  const name = freeName(sides.length ? 'Others' : 'Heroes', [...(at('sides') ?? []), ...sides].map((one) => one.name));
  edit(`Add the side ${name}`, (doc) => doc.insertAt(`${holder}sides`, sides.length, { name, combatants: [{ use: 'Bandit' }] }));
  select(`${holder}sides[${sides.length}].combatants[0]`);
  announce(`The side ${name} was added.`);
}

/** Remove a side with everybody in it. */
export function removeSide(side) {
  const name = at(side)?.name;
  edit(`Remove ${name}`, (doc) => doc.removeAt(side));
  announce(`${name} was removed. Undo brings it back.`);
}

/** Set who is surprised in the encounter at `holder` ('' or 'day[0].'). */
export function setSurprised(holder, name, isSurprised) {
  const others = (at(`${holder}surprised`) ?? []).filter((one) => one !== name);
  const names = isSurprised ? [...others, name] : others;
  edit(`${name} ${isSurprised ? 'is' : 'is not'} surprised`, (doc) => (names.length ? doc.setAt(`${holder}surprised`, names) : doc.removeAt(`${holder}surprised`)));
}

// --- the day ----------------------------------------------------------------------------------------------------------

/** Turn a single encounter into the first one of a day: the first side stays for the whole day, the others fight in it. */
function makeDay(doc) {
  const others = doc.at('sides').slice(1);
  const surprised = doc.at('surprised');
  doc.insertAt('day', 0, { type: 'Fight', name: 'The first encounter', sides: others.map(({ name }) => ({ name, combatants: [] })) });
  others.forEach((side, number) => {
    for (let left = side.combatants?.length ?? 0, to = 0; left > 0; left -= 1, to += 1) doc.moveAcross('sides[1].combatants', 0, `day[0].sides[${number}].combatants`, to);
    doc.removeAt('sides[1]');
  });
  if (surprised?.length) {
    doc.removeAt('surprised');
    doc.setAt('day[0].surprised', surprised);
  }
}

/** Add an encounter or a rest at the end of the day. */
export function addStep(kind) {
  const wasDay = Boolean(at('day')?.length);
  const value = kind === 'encounter' ? { type: 'Fight', name: 'Another encounter', sides: [{ name: 'Monsters', combatants: [{ use: 'Goblin', count: 2 }] }] } : { type: 'Rest', kind };
  edit(kind === 'encounter' ? 'Add an encounter' : `Add a ${kind}`, (doc) => {
    if (!wasDay) makeDay(doc);
    doc.insertAt('day', doc.at('day').length, value);
  });
  if (kind === 'encounter') select(`day[${at('day').length - 1}].sides[0].combatants[0]`);
  announce(kind === 'encounter' ? 'An encounter was added to the day.' : `A ${kind} was added to the day.`);
}

/** Move a step of the day. */
export function moveStep(index, by) {
  const to = index + by;
  if (to < 0 || to >= at('day').length) return;
  edit(`Move ${at('day')[index].name ?? at('day')[index].kind ?? 'rest'} ${by < 0 ? 'earlier' : 'later'}`, (doc) => doc.moveItem('day', index, to));
  announce(`Now step ${to + 1} of ${at('day').length}.`);
}

/** Remove a step of the day. */
export function removeStep(index) {
  const one = at('day')[index];
  const name = one.name ?? one.kind ?? 'rest';
  edit(`Remove ${name}`, (doc) => doc.removeAt(`day[${index}]`));
  announce(`${name} was removed. Undo brings it back.`);
}
