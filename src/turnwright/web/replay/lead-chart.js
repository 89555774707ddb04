// The lead over the steps of a match, drawn as an area above and below zero.
import { html } from '../app/preact.js';

const WIDTH = 400;
const HEIGHT = 96;

/** The chart. Above the line the first player is ahead. */
export function LeadChart({ summary, nameOf }) {
  const { lead, turningPoints, players } = summary;
  const most = Math.max(1e-9, ...lead.map(Math.abs));
  const x = (step) => (WIDTH * step) / Math.max(1, lead.length - 1);
  const isAlone = players.length < 2; // nobody to be ahead of: the zero line is at the bottom
  const zero = isAlone && lead.every((value) => value >= 0) ? HEIGHT - 2 : HEIGHT / 2;
  const y = (value) => zero - (value / most) * (zero - 6);
  const area = (clip) => `M0 ${zero} ${lead.map((value, step) => `L${x(step).toFixed(1)} ${y(clip(value)).toFixed(1)}`).join(' ')} L${WIDTH} ${zero} Z`;
  const names = isAlone ? [] : [nameOf('p1'), nameOf('p2')];
  const label = !isAlone ? `The lead over ${lead.length - 1} steps: above the line ${names[0]} is ahead, below it ${names[1]}` : `The value over ${lead.length - 1} steps`;
  return html`<figure class="lead" style="margin: 0">${!isAlone && html`<div class="lead-names" aria-hidden="true"><span>▲ ${names[0]} ahead</span></div>`}
    <svg class="lead-chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label} data-testid="lead-chart">
      <path class="above" d=${area((value) => Math.max(0, value))} /><path class="below" d=${area((value) => Math.min(0, value))} />
      <line class="zero" x1="0" x2=${WIDTH} y1=${zero} y2=${zero} />
      <polyline class="lead" points=${lead.map((value, step) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
      ${turningPoints.map(({ step, after }) => html`<circle key=${step} cx=${x(step)} cy=${y(after)} r="4" fill="var(--accent)" stroke="var(--surface)" stroke-width="2" />`)}
    </svg>${!isAlone && html`<div class="lead-names" aria-hidden="true"><span>▼ ${names[1]} ahead</span></div>`}</figure>`;
}
