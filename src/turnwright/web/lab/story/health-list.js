// Everybody's hit points at one step.
import { classes, html } from '../../app/preact.js';
import { count } from '../results/numbers.js';
import { lookOf } from '../results/side-looks.js';

const STATE_WORDS = { down: 'down', stable: 'down, stable', dead: 'dead', absent: 'not here yet' };

/** The combatants of the step's encounter by side, with bars. The one who acts is marked, changes are shown. */
export function HealthList({ step, report }) {
  const sideOf = new Map(report.combatants.map((one) => [one.name, one.side]));
  const shown = [...step.health.values()];
  const acting = step.decision?.who ?? step.turnOf;
  return html`<ul class="lab-health" aria-label="Hit points at this step" data-testid="story-health">
    ${shown.map((one, place) => {
      const lost = step.lost.get(one.who) ?? 0;
      const side = sideOf.get(one.who);
      const { tone } = lookOf(report, side);
      const isApart = place > 0 && sideOf.get(shown[place - 1].who) !== side;
      return html`<li key=${one.who} class=${classes(`is-${one.state}`, one.who === acting && 'is-acting', isApart && 'is-apart')} data-testid="health-${one.who}">
        <i class="lab-mark is-${tone}" aria-hidden="true"></i>
        <span class="lab-health-name"><span class="lab-cut" title=${one.who}>${one.who}</span>
          ${lost !== 0 && html`<b class=${lost > 0 ? 'is-loss' : 'is-gain'}>${lost > 0 ? '−' : '+'}${Math.abs(lost)}</b>`}</span>
        <span class="lab-health-figure">${STATE_WORDS[one.state] ?? html`<b>${count(one.hp)}</b> of ${count(one.max_hp)}${one.temp ? ` +${one.temp}` : ''}`}</span>
        <span class="lab-track" aria-hidden="true"><i class="is-${tone}" style=${{ width: `${one.max_hp ? (100 * one.hp) / one.max_hp : 0}%` }}></i></span>
      </li>`;
    })}
  </ul>`;
}
