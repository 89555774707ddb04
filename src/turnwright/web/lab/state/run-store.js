// The runs of the encounter: settings, the running job, the report on screen and what it was computed from.
// A report stays on screen until the next one has a first estimate, so nothing is lost by editing or by a lost connection.
import { batch, computed, effect, signal } from '../../app/preact.js';
import { count, percent, plusMinus, unitOf } from '../results/numbers.js';
import { announceRun, historyEntries, noteResult, reading, readingState, status, text } from './lab-store.js';
import * as api from './lab-api.js';

const STORED = 'turnwright.lab.run';
const MAX_SEED = 2 ** 32;
const MAX_ESTIMATES = 240;
const GIVE_UP_MS = 2000;
const ASK_AGAIN_MS = 3000;
const UNREADABLE = new Set(['bad_file', 'bad_encounter', 'unknown_combatant', 'unknown_action', 'too_many', 'too_many_combatants']);

/** The smallest number of runs one may ask for. */
export const MIN_RUNS = 10;

/** The running job as {kind, done, asked, startedAt, executor, why, isStopping}, or null. */
export const job = signal(null);
/** The SimulationReport on screen, interim or final, or null. */
export const report = signal(null);
/** Is the report the last one of its job? */
export const isFinal = signal(false);
/** The encounter text that the report belongs to. */
export const reportText = signal('');
/** The estimates of the current job as {done, value, low, high}, for the sparkline. */
export const estimates = signal([]);
/** {runs, untilWidth, seed}: `untilWidth` is 0 or the width of the interval at which to stop (0.01 is ± 0.5 points). */
export const runSettings = signal(loadSettings());
/** Why the last run failed or ended early, as a sentence, or ''. */
export const problem = signal('');
/** Why the server ended the last run before it was done, or ''. */
export const limitNote = signal('');
/** The final report before the last edit as {report, text, label}, or null. */
export const previous = signal(null);
/** Does the report belong to an earlier version of the encounter? */
export const isOutdated = computed(() => Boolean(report.value) && reportText.value !== text.value);

let current = null;

function loadSettings() {
  const usual = { runs: 10_000, untilWidth: 0, seed: 1 };
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(STORED)) };
  } catch {
    return usual;
  }
}

effect(() => {
  try {
    localStorage.setItem(STORED, JSON.stringify(runSettings.value));
  } catch {
    // Without storage the settings last until the page is closed.
  }
});

/** Change some of the run settings. */
export const setRun = (changes) => { runSettings.value = { ...runSettings.value, ...changes }; };

/** Choose another seed. */
export const newSeed = () => setRun({ seed: Math.floor(Math.random() * MAX_SEED) });

// The first thing that keeps the encounter from being run, as a sentence, or ''. Other errors concern only a part of it.
function obstacle() {
  if (readingState.value !== 'current') return '';
  const error = reading.value?.findings?.find((one) => one.severity === 'error' && UNREADABLE.has(one.code));
  if (error) return `This encounter cannot be run yet: ${error.sentence}`;
  return reading.value?.isBroken ? 'This encounter cannot be run yet: it cannot be read.' : '';
}

/** Run the encounter as it is now; `settings` override `runSettings` for this run. A running job is stopped first. */
export function run(settings = {}) {
  drop();
  const blocked = obstacle();
  if (blocked) {
    problem.value = blocked;
    announceRun(blocked);
    return;
  }
  const { runs, untilWidth, seed } = { ...runSettings.value, ...settings };
  const mine = { text: text.value, handle: null, announced: 0, isFirst: true };
  current = mine;
  batch(() => {
    problem.value = '';
    limitNote.value = '';
    job.value = { kind: 'run', done: 0, asked: runs, startedAt: performance.now(), executor: '', why: '', isStopping: false };
  });
  announceRun(`Running ${count(runs)} times.`);
  const body = { text: mine.text, runs, seed, ...(untilWidth ? { until_width: untilWidth } : {}) };
  const only = (handle) => (data) => { if (current === mine) handle(mine, data); };
  mine.handle = api.stream('run', body, {
    onStarted: only(onStarted), onProgress: only(onProgress), onResult: only(onResult), onError: only(onError),
  });
}

/** Stop the running job. What it has computed so far stays on screen. */
export function cancel() {
  if (!current || job.value.isStopping) return;
  const mine = current;
  job.value = { ...job.value, isStopping: true };
  mine.handle.cancel();
  // The server answers with the result so far. If it does not, the last interim result is that.
  setTimeout(() => { if (current === mine) end(mine, ''); }, GIVE_UP_MS);
}

// Stop without a word, because something else starts.
function drop() {
  const handle = current?.handle;
  current = null;
  job.value = null;
  handle?.cancel();
}

// The job is over without a final report.
function end(mine, message) {
  current = null;
  batch(() => {
    job.value = null;
    problem.value = message;
    if (!mine.isFirst) {
      isFinal.value = true;
      remember();
    }
  });
  if (message) announceRun(message);
}

// While the kernel is being compiled, ask from time to time whether it is ready.
effect(() => {
  if (status.value?.kernel !== 'compiling') return;
  setTimeout(async () => {
    const next = await api.status().catch(() => null);
    if (status.value?.kernel === 'compiling') status.value = { ...(next ?? status.value) };
  }, ASK_AGAIN_MS);
});

// Another encounter was opened: its history starts again, and results of the one before say nothing about it.
let openEntry;
effect(() => {
  const [first, second] = historyEntries.value;
  if (!first || second || first.id === openEntry) return;
  openEntry = first.id;
  if (first.text === reportText.peek()) return;
  drop();
  batch(() => {
    report.value = null;
    previous.value = null;
    reportText.value = '';
    estimates.value = [];
    problem.value = '';
    isFinal.value = false;
  });
});

// --- events of the stream --------------------------------------------------------------------------

function onStarted(mine, { executor = '', why = '' }) {
  job.value = { ...job.value, executor, why };
}

function onProgress(mine, { done, asked, report: interim }) {
  batch(() => {
    job.value = { ...job.value, done, asked: asked ?? job.value.asked, executor: interim?.how?.executor ?? job.value.executor };
    if (interim?.runs) show(mine, interim, false);
  });
  const quarter = Math.floor((4 * done) / (asked || 1));
  if (interim?.runs && quarter > mine.announced && quarter < 4) {
    mine.announced = quarter;
    announceRun(`${25 * quarter} percent done. ${estimateInWords(interim)}`);
  }
}

function onResult(mine, { report: final, note }) {
  current = null;
  batch(() => {
    job.value = null;
    limitNote.value = note ? `the server allows ${note.data?.limit ?? 60} seconds` : '';
    if (!final.runs) return;
    show(mine, final, true);
    remember();
  });
  announceRun(`${final.stopped === 'cancelled' ? 'Stopped' : 'Done'} after ${count(final.runs)} runs. ${final.runs ? estimateInWords(final) : ''}`);
}

function onError(mine, error) {
  const { done = 0, asked = 0 } = job.value ?? {};
  if (error.code === 'cancelled') end(mine, '');
  else if (done && ['offline', 'connection_lost'].includes(error.code)) {
    end(mine, `Connection lost after ${count(done)} of ${count(asked)} runs. Their results are kept.`);
  } else end(mine, error.message?.replace(/^The scenario: \d+ problems?\s+/, 'This encounter cannot be run yet: ') || 'The run failed.');
}

function show(mine, next, final) {
  if (mine.isFirst) {
    mine.isFirst = false;
    keepPrevious(mine.text);
    estimates.value = [];
    reportText.value = mine.text;
  }
  report.value = next;
  isFinal.value = final;
  const { value, low, high } = next.sides[0].win;
  const seen = estimates.value;
  if (next.runs === seen.at(-1)?.done) return;
  const kept = seen.length >= MAX_ESTIMATES ? seen.filter((_, place) => place % 2 === 0) : seen;
  estimates.value = [...kept, { done: next.runs, value, low, high }];
}

// The report on screen becomes the one to compare with, if the encounter has changed since.
function keepPrevious(nextText) {
  if (!report.value || reportText.value === nextText || report.value.runs < MIN_RUNS) return;
  previous.value = { report: report.value, text: reportText.value, label: changesSince(reportText.value, nextText) };
}

function changesSince(before, after) {
  const entries = historyEntries.value ?? [];
  const from = entries.findLastIndex((one) => one.text === before);
  const to = entries.findLastIndex((one) => one.text === after);
  if (to < 0 || from < 0 || to <= from) return '';
  return to - from === 1 ? entries[to].label : `the last ${to - from} changes`;
}

function remember() {
  const { value: now } = report;
  if (now?.runs) noteResult(reportText.value, { ...now.sides[0].win, side: now.sides[0].name, runs: now.runs, time: Date.now() });
}

function estimateInWords(one) {
  const { name, win } = one.sides[0];
  return `${name} win ${percent(win.value)} of the ${unitOf(one, 2)}, ${plusMinus(win)} points.`;
}
