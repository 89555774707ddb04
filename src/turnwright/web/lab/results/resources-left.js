// What a combatant has left at the end: hit points and pools, mean and maximum.
import { html, useState } from '../../app/preact.js';
import { catalogue, combatantAt, selected } from '../state/lab-store.js';
import { amount, poolLabel, unitOf } from './numbers.js';

const rounded = (value) => amount(Math.round(10 * value) / 10);

/** Rows of one combatant: [label, mean, max, median]. */
export function leftOf(one, known = []) {
  return [
    ['Hit points', one.hp.mean.value, one.max_hp],
    ...Object.entries(one.resources).map(([key, left]) => [poolLabel(key, known), left.mean.value, one.resources_max[key]]),
  ];
}

/** The panel: the selected combatant, or another one. */
export function ResourcesLeft({ report }) {
  const [choice, setChoice] = useState({ name: '', at: '' });
  const own = combatantAt(selected.value)?.name;
  const named = (name) => report.combatants.find((one) => one.name === name || one.kind === name);
  const one = (choice.at === selected.value && named(choice.name)) || named(own) || report.combatants[0];
  if (!one) return null;
  const rows = leftOf(one, catalogue.value?.vocabulary?.resources);
  return html`<section class="lab-card" aria-labelledby="lab-h-left" data-testid="resources-left">
    <header class="lab-card-head"><h3 id="lab-h-left">Left at the end</h3>
      <label class="lab-inline-select"><span class="lab-sr">Combatant</span><select value=${one.name} data-testid="left-combatant"
        onChange=${(event) => setChoice({ name: event.target.value, at: selected.value })}>
        ${report.combatants.map((each) => html`<option key=${each.name} value=${each.name} selected=${each.name === one.name}>${each.name}</option>`)}</select></label>
    </header>
    <p class="muted lab-small">Mean at the end of the ${unitOf(report)}, of the maximum.</p>
    <ul class="lab-left">${rows.map(([label, mean, max]) => html`<li key=${label}>
      <span class="lab-left-name" title=${label}>${label}</span>
      <span class="lab-bar" aria-hidden="true"><i style=${{ width: `${max > 0 ? Math.min(100, (100 * mean) / max) : 0}%` }}></i></span>
      <span class="lab-left-figures"><b>${rounded(mean)}</b> of ${amount(max)}</span></li>`)}</ul>
    ${rows.length === 1 && html`<p class="muted lab-small lab-note">${one.name} has no pools that last longer than a turn.</p>`}
  </section>`;
}
