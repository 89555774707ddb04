// The action in the editor. Changes show at once, are read by the engine (which also writes the sentence), and reach the
// encounter as soon as the engine can read them; until then they stay in the editor with the engine's message.
import { batch, computed, effect, signal } from '../../app/preact.js';
import { describe } from '../state/lab-api.js';
import {
  announce, at, closeEditor, descriptionOf, edit, findingsFor, openAction, openEditor, yamlOf,
} from '../state/lab-store.js';
import { applied, below, listAndIndex, under, valueAt } from './edit-steps.js';
import { counted } from './words.js';

const CHECK_AFTER_MS = 150;

const steps = signal([]); // {step, label}: changes that the encounter does not have yet
const answer = signal(null); // the engine's answer to the current draft
const unwritten = new Map(); // steps of actions that were left while the engine could not read them, by path
let draftPath = '';
let timer = 0;
let checks = 0;

/** What the engine cannot read, with paths within the action. */
export const problems = computed(() => answer.value?.problems ?? []);

/** The action with all changes, also those that the engine cannot read yet. */
export const draft = computed(() => {
  const action = at(openAction.value);
  return action && typeof action === 'object' ? applied(action, steps.value.map((one) => one.step)) : null;
});

/** Name, sentence, costs and glyph of the draft. */
export const description = computed(() => answer.value?.description ?? descriptionOf(openAction.value) ?? null);

/** Whether there are changes that the encounter does not have yet. */
export const isUnwritten = computed(() => steps.value.length > 0);

/** How the action was written when the editor opened it. */
export const before = signal('');

/** The list that the action is in: actions or reactions. */
export const listName = () => listAndIndex(openAction.value)[0].split('.').pop();

effect(() => {
  const path = openAction.value;
  if (path === draftPath) return;
  const left = steps.peek();
  if (draftPath && left.length) unwritten.set(draftPath, left);
  batch(() => {
    draftPath = path;
    answer.value = null;
    steps.value = unwritten.get(path) ?? [];
    unwritten.delete(path);
    before.value = path ? yamlOf(path) : '';
  });
  if (steps.peek().length) checkSoon();
});

/** Open the same action at another path, after it was moved; what is being typed stays. */
export function followTo(path) {
  draftPath = path;
  openEditor(path);
}

/** Change the action: `label` is the name of the step in the history. */
export function change(label, ...more) {
  steps.value = [...steps.value, ...more.map((step) => ({ step, label }))];
  checkSoon();
}

/** The value at a path of the draft. */
export const value = (path) => valueAt(draft.value, path);

/** Set a value; undefined removes it. */
export const setValue = (path, to, label = 'Edit action') => change(
  label, to === undefined ? { do: 'remove', path } : { do: 'set', path, value: to },
);

function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(check, CHECK_AFTER_MS);
}

async function check() {
  const mine = ++checks;
  const path = draftPath;
  const action = draft.peek();
  if (!action) return;
  let found = null;
  try {
    found = await describe(action, listName());
  } catch {
    found = null; // without an answer the encounter's own reading says what is wrong
  }
  if (mine !== checks || path !== draftPath) return;
  batch(() => {
    answer.value = found ?? { problems: [], description: null };
    if (!found || found.action !== null) write();
  });
}

function write() {
  const fresh = steps.peek();
  if (!fresh.length) return;
  edit(fresh.at(-1).label, (doc) => {
    for (const { step } of fresh) writeStep(doc, step);
  });
  steps.value = [];
}

function writeStep(doc, step) {
  const path = under(draftPath, step.path);
  if (step.do === 'set') doc.setAt(path, step.value);
  else if (step.do === 'remove') doc.removeAt(path);
  else if (step.do === 'insert') doc.insertAt(path, step.index, step.value);
  else if (step.do === 'move') doc.moveItem(path, step.from, step.to);
}

/** Write what is pending now, if the engine can read it. */
export async function flush() {
  if (!isUnwritten.peek()) return true;
  clearTimeout(timer);
  await check();
  return !isUnwritten.peek();
}

/** Close the editor, unless something in it cannot be read. */
export async function done() {
  if (await flush()) {
    closeEditor();
    return true;
  }
  announce(`Not written yet: ${counted(problems.value.length, 'field')} cannot be read.`);
  return false;
}

/** Forget what could not be read. */
export function forget() {
  batch(() => {
    steps.value = [];
    answer.value = null;
  });
}

/** Messages for a field: what the engine cannot read, and what the validation found at exactly this path. */
export function messagesFor(path) {
  const unread = problems.value.filter((one) => relative(one.path) === path)
    .map((one) => ({ severity: 'error', sentence: one.sentence, fix: one.fix, data: one.data }));
  return [...unread, ...findingsAt(path)];
}

/** Findings of the validation at a path of the action. */
export const findingsAt = (path) => findingsFor(under(openAction.value, path))
  .filter((one) => [one.path, ...(one.data?.paths ?? [])].includes(under(openAction.value, path)));

const relative = (path) => below(path, openAction.value) ?? path;
