// The encounters of a day: how often they are reached and won, and how many die in them.
import { html } from '../../app/preact.js';
import { decimal, percent, plusMinus } from './numbers.js';
import { lookOf } from './side-looks.js';

const deathsIn = (encounter, place) => {
  const found = encounter.deaths?.[place];
  return found ? decimal(found.value ?? found.mean?.value ?? 0) : '';
};

/** The panel; only days with several encounters have it. */
export function Day({ report }) {
  if (report.encounters.length < 2) return null;
  const first = report.sides[0].name;
  return html`<section class="lab-card" aria-labelledby="lab-h-day" data-testid="day">
    <header class="lab-card-head"><h3 id="lab-h-day">The day, encounter by encounter</h3></header>
    <ol class="lab-day-list">${report.encounters.map((one, place) => {
      const enemies = one.sides.filter((side) => side !== first);
      return html`<li key=${place} data-testid="day-${place}">
        <b class="lab-day-number" aria-hidden="true">${place + 1}</b>
        <div class="lab-day-body">
          <b class="lab-cut" title=${one.name}>${one.name || `Encounter ${place + 1}`}</b>
          <span class="lab-track"><i class="is-yours" style=${{ width: `${100 * (one.wins[0]?.value ?? 0) * one.reached.value}%` }}></i><i class="lab-track-rest"
            style=${{ width: `${100 * one.reached.value * (1 - (one.wins[0]?.value ?? 0))}%` }}></i></span>
          <span class="lab-small muted">Reached ${percent(one.reached.value, 0)} · won ${one.reached.count ? html`<b>${percent(one.wins[0].value)}</b> ${plusMinus(one.wins[0])}` : 'never reached'}</span>
          ${one.deaths && html`<span class="lab-small muted">Deaths: ${[first, ...enemies].map((side) => {
            const at = one.sides.indexOf(side);
            return html`<span key=${side} class="lab-day-deaths"><i class="lab-mark is-${lookOf(report, side).tone}" aria-hidden="true"></i>${side} <b>${deathsIn(one, at)}</b> </span>`;
          })}</span>`}
        </div>
      </li>`;
    })}</ol>
    <p class="muted lab-small lab-note">Won: of those that get this far. Deaths: mean per encounter that takes place.</p>
  </section>`;
}
