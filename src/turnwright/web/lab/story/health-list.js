// Everybody's hit points at one step.
import { classes, html } from '../../app/preact.js';
import { count } from '../results/numbers.js';
import { lookOf } from '../results/side-looks.js';

const STATE_WORDS = { down: 'down', dead: 'dead' };

/** The combatants of the step's encounter by side, with bars. The one who acts is marked, changes are shown. */
export function HealthList({ step, before, report }) {
  const names = step.fighters.names.length ? step.fighters.names : [...step.health.keys()];
  const shown = [...step.health.values()].filter((one) => names.includes(one.name));
  const acting = step.decision?.who ?? step.turnOf;
  return html`<ul class="lab-health" aria-label="Hit points at this step" data-testid="story-health">
    ${shown.map((one, place) => {
      const old = before?.health.get(one.name);
      const change = step.changed.has(one.name) && old ? one.hp - old.hp : 0;
      const tone = report && one.side ? lookOf(report, one.side).tone : 'yours';
      return html`<li key=${one.name} class=${classes(`is-${one.state}`, one.name === acting && 'is-acting', place && shown[place - 1].side !== one.side && 'is-apart')} data-testid="health-${one.name}">
        <i class="lab-mark is-${tone}" aria-hidden="true"></i>
        <span class="lab-health-name"><span class="lab-cut" title=${one.name}>${one.name}</span>${change !== 0 && html`<b class=${change < 0 ? 'is-loss' : 'is-gain'}>${change < 0 ? '−' : '+'}${Math.abs(change)}</b>`}</span>
        <span class="lab-health-figure">${STATE_WORDS[one.state] ?? html`<b>${count(one.hp)}</b> of ${count(one.max)}${one.temp ? ` +${one.temp}` : ''}`}</span>
        <span class="lab-track" aria-hidden="true"><i class="is-${tone}" style=${{ width: `${one.max ? (100 * one.hp) / one.max : 0}%` }}></i></span>
      </li>`;
    })}
  </ul>`;
}
