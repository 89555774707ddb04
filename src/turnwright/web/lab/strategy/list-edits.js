// Edits of a combatant's two lists: what is in them, moving, adding, copying, removing and switching off.
import {
  announce, at, closeEditor, descriptionOf, edit, openAction, openEditor, reading, setDisabled, text, undo, yamlOf, catalogue,
} from '../state/lab-store.js';
import { write } from '../editor/action-draft.js';
import { below, listAndIndex } from '../editor/edit-steps.js';
import { signal } from '../../app/preact.js';

/** What was removed last, with a way back, and the encounter after it: {text, source}, or null. */
export const removed = signal(null);
let forgetting = 0;

const nameOf = (entry) => (typeof entry === 'string' ? entry : entry?.name ?? entry?.use ?? '');

/** The entries of a list as the cards show them. While the server reads an edit, words come from the last reading, by name. */
export function entriesOf(owner, list) {
  const combatant = at(owner);
  const path = `${owner}.${list}`;
  const off = new Set(combatant?.disabled ?? []);
  const seen = new Map();
  return (combatant?.[list] ?? []).map((entry, index) => {
    const name = nameOf(entry);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const place = `${path}[${index}]`;
    const home = homeOf(owner, place, name, times);
    return {
      key: times > 1 ? `${name} ${times}` : name, name, index, path: place, entry, isOff: off.has(name),
      description: descriptionOf(home) ?? catalogue.value?.actions?.find((one) => one.name === name) ?? null,
      findings: home ? findingsIn(home) : [],
      isEnd: isEndTurn(entry, name),
    };
  });
}

/** The path that the last reading has for an entry: its own, or that of the entry with the same name. */
function homeOf(owner, place, name, times) {
  const known = reading.value?.actions ?? {};
  if (known[place]?.name === name) return place;
  return Object.keys(known).filter((path) => path.startsWith(`${owner}.`) && known[path].name === name)[times - 1] ?? '';
}

/** The findings in an action, also those that were merged with the same one elsewhere. */
export const findingsIn = (path) => (reading.value?.findings ?? []).filter((one) => [one.path, ...(one.data?.paths ?? [])].some((at) => below(at, path) !== null));

function isEndTurn(entry, name) {
  if (name === 'End Turn') return true;
  const effects = [entry?.effect ?? []].flat();
  return effects.length === 1 && effects[0]?.type === 'EndTurn';
}

/** Why an entry cannot stand in a list, or ''. */
export function whyNotIn(entry, list) {
  const timing = entry?.timing;
  const name = nameOf(entry);
  if (list === 'actions' && timing?.type === 'Reaction') return `${name} waits for an event, so it has its place among the reactions.`;
  if (list === 'reactions' && !(timing?.type === 'Reaction' || (timing?.type === 'Free' && timing.anytime))) {
    return `${name} waits for no event. Open it and choose "Reaction" to make it one.`;
  }
  return '';
}

/** Move an entry within its list, and say so. */
export function moveEntry(list, from, to) {
  write();
  const entries = at(list) ?? [];
  if (to < 0 || to >= entries.length || from === to) return false;
  const name = nameOf(entries[from]);
  edit(`Move ${name} to place ${to + 1}`, (doc) => doc.moveItem(list, from, to));
  announce(`${name} moved to place ${to + 1} of ${entries.length}`);
  const [openList, open] = listAndIndex(openAction.value);
  if (openList === list) {
    const place = open === from ? to : open > from && open <= to ? open - 1 : open < from && open >= to ? open + 1 : open;
    if (place !== open && open !== from) openEditor(`${list}[${place}]`);
  }
  return true;
}

/** Move an entry to the combatant's other list, as it is written; returns its new path. */
export function moveToOtherList(path, index) {
  write();
  const [list] = listAndIndex(path);
  const [owner, name] = [list.replace(/\.\w+$/, ''), list.split('.').pop()];
  const other = `${owner}.${name === 'actions' ? 'reactions' : 'actions'}`;
  const to = index ?? (at(other) ?? []).length;
  const action = at(path);
  edit(`Move ${nameOf(action)} to the ${name === 'actions' ? 'reactions' : 'actions'}`, (doc) => {
    const source = doc.yamlOf(path);
    doc.removeAt(path);
    doc.insertAt(other, to, action);
    doc.setYaml(`${other}[${to}]`, source);
  });
  announce(`${nameOf(action)} moved to the ${name === 'actions' ? 'reactions' : 'actions'}, place ${to + 1}`);
  return `${other}[${to}]`;
}

/** Remove an entry, with a way back. */
export function removeEntry(path) {
  write();
  const name = nameOf(at(path));
  const [list, index] = listAndIndex(path);
  const [openList, open] = listAndIndex(openAction.value);
  if (openAction.value === path) closeEditor();
  const isKept = edit(`Remove ${name}`, (doc) => doc.removeAt(path));
  if (!isKept) return;
  if (openList === list && open > index) openEditor(`${list}[${open - 1}]`);
  announce(`${name} removed`);
  removed.value = { text: `${name} removed`, source: text.value };
  clearTimeout(forgetting);
  forgetting = setTimeout(() => { removed.value = null; }, 8000);
}

/** Bring back what was removed last. */
export function bringBack() {
  removed.value = null;
  undo();
}

/** A name that no entry of the combatant has yet: "Web 2". */
export function freeName(owner, wanted) {
  const combatant = at(owner) ?? {};
  const taken = new Set([...(combatant.actions ?? []), ...(combatant.reactions ?? [])].map(nameOf));
  for (let number = 2, name = wanted; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${wanted.replace(/ \d+$/, '')} ${number}`;
  }
}

/** Copy an entry below itself and open the copy. */
export function duplicateEntry(path) {
  write();
  const [list, index] = listAndIndex(path);
  const owner = list.replace(/\.\w+$/, '');
  addEntry(owner, list.split('.').pop(), { action: at(path), source: yamlOf(path), at: index + 1 });
}

/** Where a new entry goes: above an End Turn at the end of the list. */
function placeIn(owner, list) {
  const entries = at(`${owner}.${list}`) ?? [];
  const isAboveEnd = list === 'actions' && entries.length && isEndTurn(entries.at(-1), nameOf(entries.at(-1)));
  return entries.length - (isAboveEnd ? 1 : 0);
}

/** Add an action: `source` is YAML that is kept as it is, `action` its data, `use` a name of the library. */
export function addEntry(owner, list, { action, source, use, at: place, isOpened = true }) {
  const path = `${owner}.${list}`;
  const index = place ?? placeIn(owner, list);
  const wanted = use ?? action?.name ?? 'New action';
  const name = freeName(owner, wanted);
  const isDone = edit(`Add ${name}`, (doc) => {
    if (use) doc.insertAt(path, index, name === use ? use : { use, name });
    else doc.insertAt(path, index, { ...action, name });
    if (source) doc.setYaml(`${path}[${index}]`, source);
    if (source && name !== wanted) doc.setAt(`${path}[${index}].name`, name);
  });
  if (!isDone) return;
  announce(`${name} added at place ${index + 1}`);
  if (isOpened) openEditor(`${path}[${index}]`);
}

/** Switch an entry off or on. */
export const switchEntry = (path, name, isOff) => {
  setDisabled(listAndIndex(path)[0].replace(/\.\w+$/, ''), name, isOff);
  announce(`${name} switched ${isOff ? 'off' : 'on'}`);
};
