// The action in the editor. Changes show at once; the engine writes the sentence and says what it cannot read; a moment
// later they are part of the encounter. What the engine cannot read stays in its field, with the engine's message.
import { batch, computed, effect, signal } from '../../app/preact.js';
import { describe } from '../state/lab-api.js';
import { at, descriptionOf, edit, openAction, openEditor, reading, yamlOf } from '../state/lab-store.js';
import { applied, below, listAndIndex, under, valueAt } from './edit-steps.js';

const DESCRIBE_AFTER_MS = 100;
const WRITE_AFTER_MS = 350; // while somebody types

const steps = signal([]); // changes that the encounter does not have yet: {step, label}
const answer = signal(null); // what the engine says about the draft
let draftPath = '';
let describing = 0;
let writing = 0;
let asked = 0;

/** The action with all changes. */
export const draft = computed(() => {
  const action = openAction.value ? at(openAction.value) : null;
  return action && typeof action === 'object' ? applied(action, steps.value.map((one) => one.step)) : null;
});

/** Name, sentence, costs and glyph of the draft. */
export const description = computed(() => answer.value?.description ?? descriptionOf(openAction.value) ?? null);

/** What the engine cannot read, with paths within the action. */
export const problems = computed(() => answer.value?.problems ?? []);

/** How the action was written when the editor opened it. */
export const before = signal('');

/** The list that the action is in: actions or reactions. */
export const listName = () => listAndIndex(openAction.value)[0].split('.').pop();

effect(() => {
  const path = openAction.value;
  if (path === draftPath) return;
  write();
  batch(() => {
    draftPath = path;
    answer.value = null;
    before.value = path ? yamlOf(path) : '';
  });
});

effect(() => { // the editor, undo and fixes change the action
  if (draft.value) describeSoon();
});

/** Open the same action at another path, after it was moved. */
export function followTo(path) {
  draftPath = path;
  openEditor(path);
}

/** Change the action. `label` names the step in the history; with `isTyping` the encounter gets it after a pause. */
export function change(label, more, { isTyping = false } = {}) {
  steps.value = [...steps.value, ...[more].flat().map((step) => ({ step, label }))];
  clearTimeout(writing);
  if (isTyping) writing = setTimeout(write, WRITE_AFTER_MS);
  else write();
}

/** The value at a path of the draft. */
export const value = (path) => valueAt(draft.value, path);

/** Set a value; undefined removes it. */
export const setValue = (path, to, label = 'Edit action', options = {}) => change(
  label, to === undefined ? { do: 'remove', path } : { do: 'set', path, value: to }, options,
);

/** Write what is pending into the encounter. */
export function write() {
  clearTimeout(writing);
  const fresh = steps.peek();
  if (!fresh.length || !draftPath) return;
  const path = draftPath;
  batch(() => {
    edit(fresh.at(-1).label, (doc) => {
      for (const { step } of fresh) writeStep(doc, under(path, step.path), step);
      keepSwitchedOff(doc, path, fresh.findLast(({ step }) => step.do === 'set' && step.path === 'name')?.step.value);
    });
    steps.value = [];
  });
}

/** An action that is switched off stays so under its new name. */
function keepSwitchedOff(doc, path, name) {
  const owner = listAndIndex(path)[0].replace(/\.\w+$/, '');
  const before = at(path)?.name;
  const off = at(owner)?.disabled ?? [];
  if (name && name !== before && off.includes(before)) doc.setAt(`${owner}.disabled`, off.map((one) => (one === before ? name : one)));
}

function writeStep(doc, path, step) {
  if (step.do === 'set') doc.setAt(path, step.value);
  else if (step.do === 'remove') doc.removeAt(path);
  else if (step.do === 'insert') doc.insertAt(path, step.index, step.value);
  else if (step.do === 'move') doc.moveItem(path, step.from, step.to);
}

function describeSoon() {
  clearTimeout(describing);
  describing = setTimeout(describeNow, DESCRIBE_AFTER_MS);
}

async function describeNow() {
  const mine = ++asked;
  const path = draftPath;
  if (!draft.peek()) return;
  const found = await describe(draft.peek(), listName()).catch(() => null);
  if (!found || mine !== asked || path !== draftPath) return;
  answer.value = { problems: found.problems ?? [], description: found.description ?? answer.peek()?.description ?? null };
}

/** Messages for a field: what the engine cannot read, and what the validation found at exactly this path. */
export function messagesFor(path) {
  const unread = problems.value.filter((one) => (below(one.path, openAction.value) ?? one.path) === path && one.severity === 'error');
  const sentences = new Set(unread.map((one) => one.sentence));
  return [...unread, ...findingsAt(path).filter((one) => !sentences.has(one.sentence))];
}

/** Findings of the validation at a path of the action. */
export function findingsAt(path) {
  const whole = under(openAction.value, path);
  return (reading.value?.findings ?? []).filter((one) => one.path === whole || one.data?.paths?.includes(whole));
}
