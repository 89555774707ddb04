// Who dies: the chance that anybody of a side dies, that everybody does, and how each combatant of the first side ends.
import { html } from '../../app/preact.js';
import { findRun } from '../story/story-store.js';
import { percent, plusMinus, unitOf } from './numbers.js';
import { lookOf } from './side-looks.js';

function ChanceRow({ label, chance, tone, testId }) {
  return html`<li class="lab-chance" data-testid=${testId}><span>${label}</span><b>${percent(chance.value)} <small class="muted">${plusMinus(chance)}</small></b>
    <span class="lab-track"><i class="is-${tone}" style=${{ width: `${100 * chance.value}%` }}></i></span></li>`;
}

const FATES = [['up', 'standing'], ['down', 'down, but alive'], ['dead', 'dead']];

/** The panel: chances that anybody or everybody of a side dies; on a day, those of the first side. */
export function Deaths({ report }) {
  const shown = report.encounters.length > 1 ? [report.sides[0]] : report.sides;
  if (!report.sides[0].anybody_dies) return null;
  return html`<section class="lab-card" aria-labelledby="lab-h-deaths" data-testid="deaths">
    <header class="lab-card-head"><h3 id="lab-h-deaths">Who dies</h3><span class="muted lab-small">of all ${unitOf(report, 2)}</span></header>
    <ul class="lab-chances">${shown.flatMap((one) => {
      const { tone } = lookOf(report, one.name);
      return [
        html`<${ChanceRow} key=${`${one.name} any`} label=${one.size > 1 ? `Anybody of ${one.name}` : one.name} chance=${one.anybody_dies} tone=${tone} testId="anybody-dies-${one.name}" />`,
        one.size > 1 && html`<${ChanceRow} key=${`${one.name} all`} label=${`Everybody of ${one.name}`} chance=${one.everybody_dies} tone=${tone} testId="everybody-dies-${one.name}" />`,
      ];
    })}</ul>
  </section>`;
}

/** The panel: how every combatant of the first side ends. A click on a chance to die shows such a run. */
export function Fates({ report }) {
  const first = report.sides[0];
  const members = report.combatants.filter((one) => one.side === first.name);
  return html`<section class="lab-card" aria-labelledby="lab-h-fates" data-testid="fates">
    <header class="lab-card-head"><h3 id="lab-h-fates">${first.name} at the end</h3><span class="muted lab-small">dead</span></header>
    <ul class="lab-fates">${members.map((one) => html`<li key=${one.name}>
      <span class="lab-cut" title=${one.name}>${one.name}</span>
      <span class="lab-fate-bar" role="img" aria-label=${FATES.map(([key, word]) => `${word} ${percent(one[key].value, 0)}`).join(', ')}>
        ${FATES.map(([key]) => one[key].value > 0 && html`<i key=${key} class="is-${key}" style=${{ flexGrow: one[key].value }}></i>`)}</span>
      ${one.dead.count > 0
        ? html`<button type="button" class="lab-quiet lab-fate-link" data-testid="dies-${one.name}"
          title=${`Show one of the ${unitOf(report, 2)} in which ${one.name} dies`}
            aria-label=${`${one.name} dies in ${percent(one.dead.value)}. Show one of them.`} onClick=${() => findRun(one.name, 'dies')}>${percent(one.dead.value)}</button>`
        : html`<span class="lab-fate-none muted">${percent(0)}</span>`}
    </li>`)}</ul>
    <ul class="lab-legend muted lab-small">${FATES.map(([key, word]) => html`<li key=${key}><i class="lab-swatch is-${key}" aria-hidden="true"></i>${word}</li>`)}</ul>
  </section>`;
}
