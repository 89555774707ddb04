// What happens when the page opens: the library loads, an encounter opens, and a first small run starts.
import { effect } from '../app/preact.js';
import { toast } from '../app/toasts.js';
import { open, openLast, startAutosave } from './state/autosave.js';
import { catalogue, loadServerFacts, reading, redo, text, undo } from './state/lab-store.js';
import { job, report, run } from './state/run-store.js';
import { unpack } from './state/share-link.js';

const FIRST_SAMPLE = 'day-in-the-ruins';
const FIRST_RUNS = 1000;
const STARTER = `name: New encounter
sides:
  Heroes: [Fighter 1]
  Monsters: [Goblin]
`;

/** Open a sample by name. */
export function openSample(name) {
  const found = catalogue.value?.encounters?.find((one) => one.name === name) ?? catalogue.value?.encounters?.[0];
  open(found?.text ?? STARTER, { label: `Sample ${found?.title ?? ''}` });
}

/** Open an empty encounter. */
export const openNew = () => open(STARTER, { label: 'New encounter' });

async function openShared(word) {
  try {
    open(await unpack(word), { label: 'Opened from a link' });
    history.replaceState(null, '', '#/lab');
    return true;
  } catch (error) {
    toast(error.message, 'warning');
    return false;
  }
}

function onKeyDown(event) {
  const isTyping = event.target.closest?.('input:not([type="checkbox"]):not([type="radio"]), textarea, [contenteditable]');
  if (isTyping || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  if (event.shiftKey) redo(); else undo();
}

/** Start the page; returns a function that stops it. */
export function startLab(shared) {
  const stops = [startAutosave()];
  addEventListener('keydown', onKeyDown);
  stops.push(() => removeEventListener('keydown', onKeyDown));
  const facts = loadServerFacts();
  (async () => {
    if (shared && await openShared(shared)) return;
    if (text.value || openLast()) return; // back from another page, or as it was left
    await facts;
    if (!text.value) openSample(FIRST_SAMPLE);
  })();
  const stopFirstRun = effect(() => {
    if (!reading.value || reading.value.isBroken || report.peek() || job.peek()) return;
    queueMicrotask(() => {
      stopFirstRun();
      if (!report.value && !job.value) run({ runs: FIRST_RUNS });
    });
  });
  stops.push(stopFirstRun);
  return () => stops.forEach((stop) => stop());
}
