// Keeps the open encounter in the browser: saves after every edit, opens the last one again, and notices other tabs.
import { effect, signal } from '../../app/preact.js';
import { keepUnsaved, lastOpen, newId, readEntry, rememberOpen, saveEntry, storageProblem, unsaved, watchEntry } from './collection.js';
import { announce, edit, historyEntries, name, openText, saved, text } from './lab-store.js';

const SAVE_AFTER_MS = 300;

/** The entry of another tab that differs from what is shown here, or null. */
export const conflict = signal(null);

let id = '';
let revision = 0;
let storedText = null; // what this tab last read or wrote
let openedText = ''; // without edits nothing is stored, so that looking at a sample leaves nothing behind
let hasOwnEdits = false;
let timer = 0;

/** Open a stored encounter, or a text as a new one. Nothing is stored before the first edit, unless `isKept`. */
export function open(source, { entry = null, label = 'Opened', isKept = false } = {}) {
  flush();
  id = entry?.id ?? newId();
  revision = entry?.revision ?? 0;
  storedText = entry ? source : null;
  openedText = source;
  hasOwnEdits = false;
  conflict.value = null;
  openText(source, { name: label });
  if (entry) rememberOpen(id);
  else keepUnsaved(source);
  saved.value = 'saved';
  if (isKept) {
    openedText = null;
    save();
  }
}

/** Open what this tab showed before it was reloaded, or what was open last in this browser. Returns whether there was one. */
export function openLast() {
  const looked = unsaved();
  if (looked !== null) {
    open(looked);
    return true;
  }
  const entry = lastOpen();
  if (entry) open(entry.text, { entry });
  return Boolean(entry);
}

/** The id of the open encounter. */
export const openId = () => id;

function save() {
  clearTimeout(timer);
  timer = 0;
  if (conflict.value || text.value === storedText || text.value === openedText && storedText === null) {
    if (!conflict.value) saved.value = 'saved';
    return;
  }
  const stored = readEntry('encounter', id);
  if (stored && stored.revision !== revision && stored.text !== text.value && stored.text !== storedText) {
    conflict.value = stored;
    saved.value = 'failed';
    return;
  }
  const isSaved = saveEntry('encounter', { id, name: name.value, text: text.value, revision: (stored?.revision ?? revision) + 1 });
  if (isSaved) {
    revision = (stored?.revision ?? revision) + 1;
    storedText = text.value;
    hasOwnEdits = false; // another tab that changes it from now on has these edits too, or asks
    rememberOpen(id);
  }
  saved.value = isSaved ? 'saved' : 'failed';
  if (!isSaved) announce(storageProblem.value);
}

/** Save at once what waits to be saved. */
export const flush = () => { if (timer) save(); };

/** Show the other tab's version; the own one stays in the history of edits. */
export function takeTheirs() {
  const theirs = conflict.value;
  if (!theirs) return;
  accept(theirs);
  announce('The version of the other tab is shown. Undo brings yours back.');
}

/** Continue with the own version as a new encounter beside the other tab's. */
export function keepMineAsCopy() {
  conflict.value = null;
  id = newId();
  revision = 0;
  storedText = null;
  openedText = null;
  edit('Keep as a copy', (doc) => doc.setAt('name', `${name.value} (copy)`));
  save();
  announce('Your version is now an encounter of its own.');
}

function accept(entry) {
  conflict.value = null;
  revision = entry.revision;
  storedText = entry.text;
  hasOwnEdits = false;
  edit('Changes from another tab', (doc) => doc.setText(entry.text));
  hasOwnEdits = false;
  saved.value = 'saved';
}

function noticed(entry) {
  if (!entry || entry.text === text.value) {
    if (entry) ({ revision, text: storedText } = entry);
    return;
  }
  if (hasOwnEdits || timer) {
    conflict.value = entry;
    announce('This encounter was changed in another tab.');
  } else {
    accept(entry);
    announce('Updated with changes from another tab.');
  }
}

/** Save after edits and follow other tabs, until the returned function is called. */
export function startAutosave() {
  const stopWatching = watchEntry(() => id, noticed);
  let shown = text.value;
  const stopSaving = effect(() => {
    const now = text.value;
    const isEdit = historyEntries.peek().length > 1;
    if (now === shown || now === storedText || !isEdit) {
      shown = now;
      return;
    }
    shown = now;
    hasOwnEdits = true;
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER_MS);
  });
  addEventListener('pagehide', flush);
  return () => {
    flush();
    stopWatching();
    stopSaving();
    removeEventListener('pagehide', flush);
  };
}
