// What people keep in this browser: named encounters, and combatants and actions of their own.
// Every entry has a key of its own in local storage, so that two tabs do not overwrite each other's entries.
import { signal } from '../../app/preact.js';

const PREFIX = 'turnwright.lab.';
const VERSION = 1;
const KINDS = ['encounter', 'combatant', 'action'];

const keyOf = (kind, id) => `${PREFIX}${kind}.${id}`;

/** Why the last attempt to store something failed, or ''. */
export const storageProblem = signal('');

/** Entries of the collection by kind, the latest first: {id, name, text, changed, revision, ...}. */
export const collection = signal({ encounter: [], combatant: [], action: [] });

function parsed(value) {
  try {
    const entry = JSON.parse(value);
    const isUsable = entry && entry.version <= VERSION && typeof entry.text === 'string' && typeof entry.id === 'string';
    return isUsable ? { changed: 0, revision: 0, ...entry, name: String(entry.name ?? '') } : null;
  } catch {
    return null; // written by something else, or damaged: left alone
  }
}

/** Read one entry from storage, or null. */
export function readEntry(kind, id) {
  try {
    return parsed(localStorage.getItem(keyOf(kind, id)));
  } catch {
    return null;
  }
}

/** Read all entries from storage again. */
export function reload() {
  const found = { encounter: [], combatant: [], action: [] };
  try {
    for (const key of Object.keys(localStorage)) {
      const [kind] = key.startsWith(PREFIX) ? key.slice(PREFIX.length).split('.') : [];
      const entry = KINDS.includes(kind) ? parsed(localStorage.getItem(key)) : null;
      if (entry) found[kind].push(entry);
    }
  } catch {
    storageProblem.value = 'This browser stores nothing for this page, so the encounter is lost when the tab is closed. Download it to keep it.';
  }
  for (const kind of KINDS) found[kind].sort((one, other) => other.changed - one.changed);
  collection.value = found;
}

/** A new id. */
export const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 8);

/** Store an entry. Returns whether it worked; `storageProblem` says why not. */
export function saveEntry(kind, entry) {
  const stored = { ...entry, version: VERSION, changed: Date.now() };
  try {
    localStorage.setItem(keyOf(kind, entry.id), JSON.stringify(stored));
  } catch (error) {
    storageProblem.value = error.name === 'QuotaExceededError'
      ? 'The storage of this browser is full. Remove saved encounters, or download this one to keep it.'
      : 'This browser does not let the page store anything. Download the encounter to keep it.';
    return false;
  }
  storageProblem.value = '';
  collection.value = { ...collection.value, [kind]: [stored, ...collection.value[kind].filter(({ id }) => id !== entry.id)] };
  return true;
}

/** Remove an entry. */
export function removeEntry(kind, id) {
  try {
    localStorage.removeItem(keyOf(kind, id));
  } catch {
    // nothing was stored
  }
  collection.value = { ...collection.value, [kind]: collection.value[kind].filter((entry) => entry.id !== id) };
}

/** The id of the encounter this tab shows; a new tab starts with the one that was open last. */
export function rememberOpen(id) {
  try {
    sessionStorage.removeItem(`${PREFIX}unsaved`);
    sessionStorage.setItem(`${PREFIX}open`, id);
    localStorage.setItem(`${PREFIX}open`, id);
  } catch {
    // the sample opens next time
  }
}

/** Keep a text that was opened but not edited, for a reload of this tab: a link, a sample, a file. */
export function keepUnsaved(text) {
  try {
    sessionStorage.setItem(`${PREFIX}unsaved`, text);
  } catch {
    // a reload opens the last stored one
  }
}

/** The text that `keepUnsaved` kept in this tab, or null. */
export function unsaved() {
  try {
    return sessionStorage.getItem(`${PREFIX}unsaved`);
  } catch {
    return null;
  }
}

/** The encounter that was open last, as an entry, or null. */
export function lastOpen() {
  try {
    const id = sessionStorage.getItem(`${PREFIX}open`) ?? localStorage.getItem(`${PREFIX}open`);
    return id ? readEntry('encounter', id) : null;
  } catch {
    return null;
  }
}

/** Call `onChange(entry or null)` when another tab changes this encounter; returns a function that stops it. */
export function watchEntry(id, onChange) {
  const listen = (event) => {
    if (event.key?.startsWith(PREFIX)) reload();
    if (event.key === keyOf('encounter', id())) onChange(event.newValue === null ? null : parsed(event.newValue));
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

reload();
