// The estimate and its interval while they settle.
import { html } from '../../app/preact.js';
import { percent, plusMinus } from '../results/numbers.js';
import { estimates, job } from '../state/run-store.js';

const WIDTH = 200;
const HEIGHT = 44;
const MIN_SPAN = 0.04;

/** A line with its band; early estimates get more room than late ones. */
export function Sparkline() {
  const seen = estimates.value;
  const last = seen.at(-1);
  if (!last) return html`<svg class="lab-spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"></svg>`;
  const asked = job.value?.asked ?? last.done;
  // The first few runs say next to nothing; their wide intervals would flatten the rest.
  const later = seen.filter((one) => one.done >= asked / 50);
  const told = later.length ? later : seen;
  const shown = told.length > 1 ? told : [{ ...last, done: 0 }, last];
  const low = Math.min(...shown.map((one) => one.low), last.value - MIN_SPAN / 2);
  const high = Math.max(...shown.map((one) => one.high), last.value + MIN_SPAN / 2);
  const start = Math.sqrt(shown[0].done);
  const end = Math.sqrt(Math.max(asked, last.done));
  const x = (done) => ((WIDTH * (Math.sqrt(done) - start)) / (end - start || 1)).toFixed(1);
  const y = (value) => (2 + (HEIGHT - 4) * (1 - (value - low) / (high - low))).toFixed(1);
  const top = shown.map((one) => `${x(one.done)},${y(one.high)}`);
  const bottom = shown.map((one) => `${x(one.done)},${y(one.low)}`).reverse();
  const line = shown.map((one) => `${x(one.done)},${y(one.value)}`);
  const label = `The estimate is at ${percent(last.value)}, ${plusMinus(last)} points, and its interval narrows with every run`;
  return html`<svg class="lab-spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label} data-testid="run-sparkline">
    <path class="lab-spark-level" d="M0 ${y(last.value)}H${WIDTH}" />
    <polygon class="lab-spark-band" points=${[...top, ...bottom].join(' ')} />
    <polyline class="lab-spark-line" points=${line.join(' ')} />
  </svg>`;
}
