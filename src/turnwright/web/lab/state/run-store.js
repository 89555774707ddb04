// The current run: its job, its interim and final report, and the estimates on the way.
import { batch, signal } from '../../app/preact.js';
import * as api from './lab-api.js';
import { announce, historyEntries, historyIndex, noteResult, text } from './lab-store.js';

/** null, or {kind, done, asked, startedAt, executor, why}. */
export const job = signal(null);
/** The interim or final SimulationReport, or null. */
export const report = signal(null);
/** Is the report the final one? */
export const isFinal = signal(false);
/** The text that the report belongs to. */
export const reportText = signal('');
/** The estimates so far: {done, value, low, high}. */
export const estimates = signal([]);
/** {runs, untilWidth, seed}. */
export const runSettings = signal({ runs: 10_000, untilWidth: null, seed: 1 });
/** Why the last run failed, or ''. */
export const problem = signal('');
/** The report before the last edit: {report, label}, or null. */
export const previous = signal(null);

let handle = null;

function show(data, source) {
  const found = data.report;
  if (!found) return;
  report.value = found;
  reportText.value = source;
  const chance = found.sides?.[0]?.wins;
  if (chance) estimates.value = [...estimates.value, { done: data.done ?? found.runs, value: chance.value, low: chance.low, high: chance.high }];
}

/** Start a run of the current text; `settings` override `runSettings` for this run. */
export function run(settings = {}) {
  const { runs, untilWidth, seed } = { ...runSettings.value, ...settings };
  const source = text.value;
  handle?.cancel();
  batch(() => {
    if (report.value && isFinal.value && reportText.value !== source) {
      previous.value = { report: report.value, label: historyEntries.value[historyIndex.value]?.label ?? '' };
    }
    job.value = { kind: 'run', done: 0, asked: runs, startedAt: Date.now(), executor: '', why: '' };
    isFinal.value = false;
    problem.value = '';
    estimates.value = [];
  });
  const mine = handle = api.stream('run', { text: source, runs, until_width: untilWidth ?? undefined, seed }, {
    onStarted: (data) => { if (mine === handle) job.value = { ...job.value, executor: data.executor, why: data.why }; },
    onProgress: (data) => mine === handle && batch(() => {
      job.value = { ...job.value, done: data.done, asked: data.asked };
      show(data, source);
    }),
    onResult: (data) => mine === handle && batch(() => {
      handle = null;
      job.value = null;
      isFinal.value = true;
      show(data, source);
      noteResult(source, data.report?.sides?.[0]?.wins);
      announce('The run is finished.');
    }),
    onError: (error) => mine === handle && batch(() => {
      handle = null;
      job.value = null;
      if (error.code !== 'cancelled') problem.value = error.message;
    }),
  });
}

/** Stop the run; what was played so far stays on screen. */
export const cancel = () => handle?.cancel();
