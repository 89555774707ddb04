// Comparisons, sweeps and searches for a better order: each has one job at a time, with interim results and its own result.
import { batch, signal } from '../../app/preact.js';
import { count } from '../results/numbers.js';
import { stream } from '../state/lab-api.js';
import { announce } from '../state/lab-store.js';

/** The part of the panel that is open: versions, sweep, optimise or history. */
export const openPart = signal('versions');

const GIVE_UP_MS = 2000;
const IDLE = { isRunning: false, isStopping: false, done: 0, asked: 0, startedAt: 0, report: null, isFinal: false, problem: '', about: null };

/** A kind of study as a signal: {isRunning, isStopping, done, asked, startedAt, report, isFinal, problem, about}. */
export const studies = { compare: signal(IDLE), sweep: signal(IDLE), optimise: signal(IDLE) };

const current = {};

/** Start a study. `about` is what the panel needs to explain the result, such as labels. */
export function startStudy(kind, body, about) {
  const state = studies[kind];
  current[kind]?.handle?.cancel();
  const mine = { handle: null };
  current[kind] = mine;
  state.value = { ...IDLE, isRunning: true, asked: body.runs, startedAt: performance.now(), about };
  announce('Computing.');
  const change = (changes) => { state.value = { ...state.value, ...changes }; };
  const only = (handle) => (data) => { if (current[kind] === mine) handle(data); };
  const end = (changes, said) => {
    current[kind] = null;
    batch(() => change({ isRunning: false, isStopping: false, isFinal: true, ...changes }));
    announce(said);
  };
  mine.end = end;
  mine.handle = stream(kind, body, {
    onProgress: only(({ done, asked, report }) => change({ done, asked: asked ?? state.value.asked, ...(report ? { report } : {}) })),
    onResult: only(({ report }) => end({ report }, report?.sentence ?? 'Done.')),
    onError: only((error) => {
      const { done, asked, report } = state.value;
      const isLost = done && ['offline', 'connection_lost'].includes(error.code);
      const message = error.code === 'cancelled' ? '' : isLost ? `Connection lost after ${count(done)} of ${count(asked)} runs.${report ? ' Their results are kept.' : ''}` : error.message;
      end({ problem: message }, message);
    }),
  });
}

/** Stop a study; what it has found so far stays. */
export function stopStudy(kind) {
  const mine = current[kind];
  if (!mine || studies[kind].value.isStopping) return;
  studies[kind].value = { ...studies[kind].value, isStopping: true };
  mine.handle.cancel();
  setTimeout(() => { if (current[kind] === mine) mine.end({}, 'Stopped.'); }, GIVE_UP_MS);
}
