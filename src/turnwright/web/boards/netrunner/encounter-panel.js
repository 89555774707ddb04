// An encounter as a small table: rows are subroutines, columns are breakers, the foot is the total.
import { classes, html } from '../../app/preact.js';
import { SpokenName } from '../../app/spoken-name.js';
import { RulesText } from '../../table/explanation.js';
import { Glyph, glyphOf } from './glyphs.js';
import { IcePlate } from './ice-plate.js';
import { spellOut } from './words.js';

const Price = ({ count, other }) => html`<span class="nr-price">${other ? html`<span>${other}</span>` : html`<b>${count}</b><${Glyph} name="credit" size=${13} label="credits" />`}</span>`;

/** The choices of a breaker now, by what they do. */
function choicesOf(breaker, table) {
  const found = table.question.onCard.get(breaker.id)?.choices ?? [];
  const by = (test) => found.find(({ id }) => test.test(id));
  return { all: by(/^dynamic-ability:.*auto-pump-and-break$/), pump: by(/^dynamic-ability:.*auto-pump$/), use: by(/^ability:\d+:0$/) };
}

function Mark({ sub }) {
  const word = sub.broken ? 'broken' : sub.fired ? 'resolved' : 'unbroken';
  return html`<span class=${classes('nr-mark', `is-${word}`)}>${sub.broken ? '✕' : sub.fired ? '✓' : '○'} ${word}</span>`;
}

/** A price that can be pressed if the viewer may pay it now. */
function PriceButton({ choice, label, testId, table, children, className = 'nr-small-button' }) {
  if (!choice) return html`<span class=${classes(className, 'is-off')}>${children}</span>`;
  return html`<button type="button" class=${className} data-nav data-testid=${testId} disabled=${table.isBusy} onClick=${choice.run}><${SpokenName} name=${label}>${children}<//></button>`;
}

/** What the subroutines that are left would do. */
function ForecastPanel({ run, table, self }) {
  const { forecast } = run;
  const grip = table.state.players.self?.side === 'Runner' ? table.state.players.self.handCount : table.state.players.opponent?.handCount;
  const count = run.ice.subs.filter(({ broken, fired }) => !broken && !fired).length;
  if (!forecast?.steps.length) {
    return html`<div class="nr-forecast is-safe"><p class="nr-forecast-head"><${Glyph} name="check" size=${18} /><b>Nothing is left to resolve</b></p><p>${self === 'runner' ? 'Continue to pass this ice.' : 'The Runner can pass this ice.'}</p></div>`;
  }
  const title = self === 'runner' ? 'If you continue' : 'If they resolve';
  return html`<div class=${classes('nr-forecast', forecast.isFlatline && 'is-deadly')} data-testid="forecast"><p class="nr-forecast-head"><${Glyph} name=${forecast.isFlatline ? 'skull' : 'warn'} size=${18} /><b>${title}</b></p>
    <p>${count} ${count === 1 ? 'subroutine' : 'subroutines'} would resolve${forecast.damage > 0 && html`: <b>${forecast.damage} damage</b> against <b>${grip} ${grip === 1 ? 'card' : 'cards'}</b>`}.</p>
    <ol>${forecast.steps.map((step) => html`<li key=${step.number} class=${step.isFlatline ? 'is-dead' : ''}><b>↳ ${step.number}</b>
      ${step.lost + step.left > 0 && step.lost > 0 && html`<span class="nr-grip" aria-hidden="true">${Array.from({ length: Math.min(6, step.left) }, (_, i) => html`<i key=${i}></i>`)}${Array.from({ length: Math.min(6, step.lost) }, (_, i) => html`<i key=${`l${i}`} class="is-lost"></i>`)}</span>`}
      <span>${step.isFlatline && html`<${Glyph} name="skull" size=${14} /> `}${step.sentence}</span></li>`)}</ol></div>`;
}

/** The panel of an encounter, or of the approach of rezzed ice. */
export function EncounterPanel({ table, run, self }) {
  const { ice } = run;
  if (!ice) return html`<div class="nr-panel nr-plain"><p>The ice has left its place.</p></div>`;
  const breakers = run.breakers ?? [];
  const runner = table.state.players.self?.side === 'Runner' ? table.state.players.self : table.state.players.opponent;
  const isMet = run.phase === 'encounter-ice';
  const fire = table.question.onCard.get(ice.id)?.choices.filter(({ id }) => id.startsWith('subroutine:')) ?? [];
  return html`<div class="nr-panel nr-encounter" data-testid="encounter-panel"><${IcePlate} run=${run} title=${`${isMet ? 'Encounter' : 'Approach'}${run.place ? ` · ice ${run.place} of ${run.ices}` : ''}`} />
    <div class="nr-matrix-frame"><table class="nr-matrix"><thead><tr><th scope="col">Subroutine</th>${breakers.map((one) => html`<th scope="col" key=${one.id}><${Glyph} name=${glyphOf(table.library[one.title])} size=${16} /> ${one.title}</th>`)}
        ${!breakers.length && html`<th scope="col" class="muted">no breaker for it</th>`}</tr></thead>
      <tbody>
        ${breakers.some(({ reach }) => reach !== 0) && html`<tr class="nr-reach"><td>Reach strength ${ice.strength}</td>${breakers.map((one) => {
          const { pump } = choicesOf(one, table);
          return html`<td key=${one.id}>${one.reach === 0 ? html`<span class="muted">${one.strength} is enough</span>` : one.reach === null ? html`<span class="muted">cannot</span>`
            : html`<${PriceButton} choice=${pump} table=${table} testId="pump-${one.id}" label="Raise ${one.title} to strength ${one.to} for ${one.reach} credits">${one.strength} → ${one.to} <${Price} count=${one.reach} /><//>`}</td>`;
        })}</tr>`}
        ${ice.subs.map((sub, i) => html`<tr key=${i} class=${sub.broken || sub.fired ? 'is-done' : ''}><td><span class="nr-sub-line"><span><b>↳ ${i + 1}</b> <${RulesText} text=${spellOut(sub.text)} /></span><${Mark} sub=${sub} /></span>
            ${fire.find(({ id }) => id.endsWith(`:${i}`)) && html`<button type="button" class="nr-small-button" data-nav data-testid="fire-${i}" onClick=${fire.find(({ id }) => id.endsWith(`:${i}`)).run}>resolve ↳ ${i + 1}</button>`}</td>
          ${breakers.map((one) => html`<td key=${one.id}>${sub.broken ? html`<span class="muted">✕</span>` : sub.fired ? html`<span class="muted">–</span>`
            : html`<${PriceButton} choice=${choicesOf(one, table).use} table=${table} testId="break-${one.id}-${i}" label="Break with ${one.title}, ${one.use} credits">break${one.breaks > 1 ? ` up to ${one.breaks}` : ''} <${Price} count=${one.use} other=${one.other} /><//>`}</td>`)}</tr>`)}
      </tbody>
      ${breakers.length > 0 && isMet && ice.subs.some(({ broken, fired }) => !broken && !fired) && html`<tfoot><tr><td>Break all<small>${self === 'runner' ? 'you have' : 'the Runner has'} ${runner?.credits} credits</small></td>${breakers.map((one) => html`<td key=${one.id}>
        ${one.total === null ? html`<span class="muted">too weak</span>` : html`<${PriceButton} className="nr-total" choice=${choicesOf(one, table).all} table=${table} testId="break-all-${one.id}" label="Break all with ${one.title} for ${one.total} credits">
          <${Price} count=${one.total} other=${one.other && !one.total ? one.other : ''} /><small>${one.isPossible ? `${runner.credits - one.total} left, ${one.isTrashed ? 'it is trashed' : 'it stays'}` : 'too expensive now'}</small><//>`}</td>`)}</tr></tfoot>`}
    </table></div>
    <${ForecastPanel} run=${run} table=${table} self=${self} /></div>`;
}
