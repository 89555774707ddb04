// The state of the lab: the encounter that is open, what the server read in it, what is selected, and its history.
import { batch, computed, signal } from '../../app/preact.js';
import { toast } from '../../app/toasts.js';
import * as api from './lab-api.js';
import { EncounterDocument } from './encounter-document.js';
import { formatPath, getIn, parsePath } from './paths.js';

/** The source of the encounter. */
export const text = signal('');
/** The encounter as an EncounterDocument. It is replaced by every edit. */
export const doc = signal(new EncounterDocument(''));
/** The last Reading. Its scenario follows edits at once, and stays the last good one while the text has errors. */
export const reading = signal(null);
/** Does the reading belong to the text? current, pending or failed. */
export const readingState = signal('pending');
/** Why the server did not answer, or ''. */
export const readingProblem = signal('');
/** The expanded path of the selected combatant. */
export const selected = signal('');
/** The expanded path of the action in the editor, or ''. */
export const openAction = signal('');
/** The path of the field that a click on a finding leads to, or ''. */
export const wantedField = signal('');
/** Samples, library, templates, rules and vocabulary, or null until they are here. */
export const catalogue = signal(null);
/** The server's state, or null. */
export const status = signal(null);
/** saved, saving or failed. */
export const saved = signal('saved');
/** The sentence in the live region for edits. */
export const announcement = signal('');
/** The sentence in the live region for the simulation, so that its progress does not replace what an edit says. */
export const runAnnouncement = signal('');
/** The tab at phone width: sides, strategy, resources or results. */
export const tab = signal('sides');
/** Edits in order, the first entry is the text as it was opened: {id, label, text, time, result}. */
export const historyEntries = signal([]);
/** The place in the history that is shown. */
export const historyIndex = signal(0);

/** The name of the encounter. */
export const name = computed(() => reading.value?.scenario?.name || doc.value.nameInText() || (text.value && 'Untitled encounter'));
/** Is there an edit to undo? */
export const canUndo = computed(() => historyIndex.value > 0);
/** Is there an edit to do again? */
export const canRedo = computed(() => historyIndex.value < historyEntries.value.length - 1);

const READ_AFTER_MS = 150;
const ASK_AGAIN_MS = 2000;
const PASSING = ['offline', 'busy', 'worker_lost', 'closing']; // these problems of a server are over soon
const MAX_HISTORY = 200;
let nextEntry = 1;
let timer = 0;
let latestRequest = 0;

/** Say something about an edit to screen readers. */
export function announce(sentence) {
  say(announcement, sentence);
}

/** Say something about the simulation to screen readers. */
export function announceRun(sentence) {
  say(runAnnouncement, sentence);
}

function say(region, sentence) {
  region.value = region.value === sentence ? `${sentence} ` : sentence; // a repeated sentence is read again
}

// --- reading --------------------------------------------------------------------------------------------------------

function readSoon(delay = READ_AFTER_MS) {
  clearTimeout(timer);
  readingState.value = 'pending';
  timer = setTimeout(readNow, delay);
}

async function readNow() {
  const asked = ++latestRequest;
  const source = text.value;
  try {
    const answer = await api.validate(source);
    if (asked !== latestRequest || source !== text.value) return; // a later edit has its own answer
    accept(answer, source);
  } catch (error) {
    if (asked !== latestRequest) return;
    readingProblem.value = error.message;
    readingState.value = 'failed';
    if (PASSING.includes(error.code)) timer = setTimeout(readNow, ASK_AGAIN_MS); // the page says so until then
  }
}

function accept(answer, source) {
  const scenario = answer.scenario ?? doc.value.expanded;
  batch(() => {
    doc.value = new EncounterDocument(source, scenario, librarySources);
    reading.value = { ...answer, scenario, isBroken: !answer.scenario };
    readingState.value = 'current';
    readingProblem.value = '';
    const now = historyEntries.value[historyIndex.value];
    if (now && answer.scenario) now.expanded = scenario;
    keepSelection();
  });
}

function keepSelection() {
  if (!combatantAt(selected.value)) selected.value = mostInteresting();
  if (openAction.value && at(openAction.value) === undefined) openAction.value = '';
}

/** The combatant of the first side with the longest lists: the one whose strategy there is most to say about. */
function mostInteresting() {
  const length = (path) => (at(`${path}.actions`)?.length ?? 0) + 2 * (at(`${path}.reactions`)?.length ?? 0);
  const paths = combatantPaths();
  const first = paths.filter((path) => path.startsWith('sides[0]'));
  return (first.length ? first : paths).reduce((best, path) => (best === '' || length(path) > length(best) ? path : best), '');
}

/** What the library writes for a combatant or an action: `librarySources('combatant', 'Wizard 5')` is YAML, or undefined. */
export function librarySources(kind, wanted) {
  const plain = (one) => one.replace(/[-_ ]+/g, ' ').trim().toLowerCase();
  const list = kind === 'combatant' ? catalogue.value?.combatants : catalogue.value?.actions;
  return list?.find((one) => plain(one.name) === plain(String(wanted)))?.text;
}

// --- what is in the encounter -----------------------------------------------------------------------------------------

/** The expanded value at a path, or undefined. */
export const at = (path) => getIn(reading.value?.scenario, parsePath(path));

/** The combatant at a path, or undefined. */
export const combatantAt = (path) => (path ? at(path) : undefined);

/** The expanded paths of all sides, those of the day's encounters included. */
export function sidePaths() {
  const scenario = reading.value?.scenario;
  const inside = (holder, path) => (holder?.sides ?? []).map((_side, index) => `${path}sides[${index}]`);
  return [...inside(scenario, ''), ...(scenario?.day ?? []).flatMap((step, index) => inside(step, `day[${index}].`))];
}

/** The expanded paths of all combatants. */
export const combatantPaths = () => sidePaths().flatMap((side) => (at(side)?.combatants ?? []).map((_one, index) => `${side}.combatants[${index}]`));

/** The description of the action at a path, or undefined. */
export const descriptionOf = (path) => reading.value?.actions?.[path];

/** The findings at a path or below it. */
export const findingsFor = (prefix) => (reading.value?.findings ?? []).filter(({ path = '' }) =>
  path === prefix || (path.startsWith(prefix) && /^[.[]/.test(path.slice(prefix.length))));

// --- selecting --------------------------------------------------------------------------------------------------------

/** Select the combatant at a path. */
export function select(path) {
  if (selected.value === path) return;
  batch(() => {
    selected.value = path;
    if (!openAction.value.startsWith(`${path}.`)) openAction.value = '';
  });
}

/** Open the action at a path in the editor. */
export function openEditor(path) {
  batch(() => {
    const steps = parsePath(path);
    const member = steps.lastIndexOf('combatants');
    if (member >= 0) selected.value = formatPath(steps.slice(0, member + 2));
    openAction.value = path;
  });
}

/** Close the editor. */
export const closeEditor = () => { openAction.value = ''; };

/** Lead to the field at a path: select its combatant, open its action, and let the field take the focus. */
export function focusField(path) {
  const steps = parsePath(path);
  const member = steps.lastIndexOf('combatants');
  const list = steps.findIndex((step, index) => index > member && (step === 'actions' || step === 'reactions'));
  batch(() => {
    if (member >= 0) select(formatPath(steps.slice(0, member + 2)));
    if (member >= 0 && list >= 0 && typeof steps[list + 1] === 'number') openEditor(formatPath(steps.slice(0, list + 2)));
    tab.value = member >= 0 && list >= 0 ? 'strategy' : 'sides';
    wantedField.value = '';
    wantedField.value = path;
  });
}

// --- editing ----------------------------------------------------------------------------------------------------------

/** Change the encounter in one undo step. `change` gets a document to edit; a label such as "Move Shield up" names the step. */
export function edit(label, change) {
  const next = new EncounterDocument(text.value, doc.value.expanded, librarySources);
  try {
    change(next);
  } catch (error) {
    console.error(error);
    toast(`This could not be changed: ${error.message}`, 'warning');
    return false;
  }
  if (next.text === text.value) return false;
  const kept = historyEntries.value.slice(0, historyIndex.value + 1).slice(-MAX_HISTORY);
  batch(() => {
    historyEntries.value = [...kept, { id: nextEntry++, label, text: next.text, expanded: next.expanded, time: Date.now() }];
    historyIndex.value = kept.length;
    show(next);
  });
  return true;
}

function show(next) {
  text.value = next.text;
  doc.value = next;
  if (reading.value) reading.value = { ...reading.value, scenario: next.expanded };
  keepSelection();
  saved.value = 'saving';
  readSoon();
}

function goTo(index, said) {
  const entry = historyEntries.value[index];
  if (!entry) return;
  batch(() => {
    historyIndex.value = index;
    show(new EncounterDocument(entry.text, entry.expanded ?? doc.value.expanded, librarySources));
  });
  announce(said);
}

/** Undo the last edit. */
export const undo = () => canUndo.value && goTo(historyIndex.value - 1, `Undone: ${historyEntries.value[historyIndex.value].label}`);
/** Do the last undone edit again. */
export const redo = () => canRedo.value && goTo(historyIndex.value + 1, `Done again: ${historyEntries.value[historyIndex.value + 1].label}`);
/** Go to an entry of the history. */
export const goToHistory = (index) => goTo(index, `Back to: ${historyEntries.value[index]?.label}`);

/** Note the result of a text in the history; `result` is what the history panel shows. */
export function noteResult(source, result) {
  historyEntries.value = historyEntries.value.map((entry) => (entry.text === source ? { ...entry, result } : entry));
}

/** Open a text in place of the current one. The history starts again. */
export function openText(source, { name: label = 'Opened' } = {}) {
  batch(() => {
    text.value = source;
    doc.value = new EncounterDocument(source, null, librarySources);
    reading.value = null;
    selected.value = '';
    openAction.value = '';
    wantedField.value = '';
    historyEntries.value = [{ id: nextEntry++, label, text: source, time: Date.now() }];
    historyIndex.value = 0;
  });
  readSoon(0);
}

// --- single edits -----------------------------------------------------------------------------------------------------

const last = (path) => String(parsePath(path).findLast((step) => typeof step === 'string') ?? path).replaceAll('_', ' ');
const nameAt = (path) => at(path)?.name ?? last(path);

/** Set the value at a path. */
export const setAt = (path, value, label = `Change ${last(path)}`) => edit(label, (next) => next.setAt(path, value));
/** Remove the value at a path. */
export const removeAt = (path, label = `Remove ${nameAt(path)}`) => edit(label, (next) => next.removeAt(path));
/** Insert a value into the list at a path. */
export const insertAt = (path, index, value, label = `Add ${value?.name ?? value?.use ?? (typeof value === 'string' ? value : last(path))}`) =>
  edit(label, (next) => next.insertAt(path, index, value));
/** Move an item of the list at a path. */
export const moveItem = (path, from, to, label = `Move ${nameAt(`${path}[${from}]`)}`) => edit(label, (next) => next.moveItem(path, from, to));
/** Apply a JSON Patch on the expanded form. */
export const applyPatch = (operations, label = 'Fix') => edit(label, (next) => next.applyPatch(operations));
/** The source of the value at a path, as YAML; with `full` its expanded form. */
export const yamlOf = (path, options) => doc.value.yamlOf(path, options);
/** Replace the source of the value at a path. Throws an Error if the YAML cannot be read. */
export function setYaml(path, source, label = `Edit ${nameAt(path)} as YAML`) {
  new EncounterDocument(text.value, doc.value.expanded, librarySources).setYaml(path, source); // throws what is wrong with it
  return edit(label, (next) => next.setYaml(path, source));
}

/** Switch an entry of a combatant's lists off, or on again. */
export function setDisabled(path, actionName, off) {
  const others = (at(path)?.disabled ?? []).filter((one) => one !== actionName);
  const list = off ? [...others, actionName] : others;
  return edit(`Switch ${actionName} ${off ? 'off' : 'on'}`, (next) => (list.length ? next.setAt(`${path}.disabled`, list) : next.removeAt(`${path}.disabled`)));
}

/** Load what does not depend on the encounter. A server that is busy or away is asked again, while the lab is open. */
export async function loadServerFacts() {
  const [found, state] = await Promise.allSettled([api.catalogue(), api.status()]);
  if (found.status === 'fulfilled') catalogue.value = found.value;
  else readingProblem.value = found.reason.message;
  if (state.status === 'fulfilled') status.value = state.value;
  if (catalogue.value && status.value) return;
  await new Promise((done) => { setTimeout(done, ASK_AGAIN_MS); });
  if (location.hash.startsWith('#/lab')) await loadServerFacts();
}
