// Damage by action and by combatant: mean per run and share of the side. Riders are booked to the action that caused them.
import { html, useState } from '../../app/preact.js';
import { combatantAt, selected } from '../state/lab-store.js';
import { Segments } from './data-table.js';
import { decimal, percent, unitOf } from './numbers.js';
import { lookOf } from './side-looks.js';

const SHOWN = 6;

/** Rows of the chart: {name, of, side, damage, half, share, uses}; `by` is action or combatant. */
export function damageRows(report, by, side) {
  const rows = report.actions.filter((one) => !side || one.side === side);
  if (by === 'action') {
    return rows.filter((one) => one.damage.value > 0).map((one) => ({
      name: one.action, of: one.combatant, side: one.side, damage: one.damage.value, half: (one.damage.high - one.damage.low) / 2, share: one.share, uses: one.uses.value,
    })).sort((one, other) => other.damage - one.damage);
  }
  const kinds = new Map();
  rows.forEach((one) => {
    const key = `${one.side}\n${one.combatant}`;
    const sum = kinds.get(key) ?? { name: one.combatant, of: '', side: one.side, damage: 0, half: 0, share: 0 };
    kinds.set(key, { ...sum, damage: sum.damage + one.damage.value, share: sum.share + one.share, half: null });
  });
  return [...kinds.values()].filter((one) => one.damage > 0).sort((one, other) => other.damage - one.damage);
}

/** The panel. */
export function Damage({ report }) {
  const [by, setBy] = useState('action');
  const [wantedSide, setSide] = useState(null);
  const [isAll, setAll] = useState(false);
  const side = report.sides.some((one) => one.name === wantedSide) ? wantedSide : report.sides[0].name;
  const rows = damageRows(report, by, side);
  const most = Math.max(...rows.map((one) => one.damage), 0.001);
  const own = combatantAt(selected.value)?.name;
  const isOwn = (one) => own && (by === 'action' ? one.of : one.name) === own;
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  return html`<section class="lab-card" aria-labelledby="lab-h-damage" data-testid="damage">
    <header class="lab-card-head"><h3 id="lab-h-damage">Damage</h3><span class="muted lab-small">mean per ${unitOf(report)}</span></header>
    <div class="lab-controls">
      <${Segments} label="Damage by" testId="damage-by" value=${by} onChange=${setBy} options=${[['action', 'By action'], ['combatant', 'By combatant']]} />
      <label class="lab-inline-select"><span class="lab-sr">Side</span><select value=${side} data-testid="damage-side" onChange=${(event) => setSide(event.target.value)}>
        ${report.sides.map((one) => html`<option key=${one.name} value=${one.name} selected=${one.name === side}>${one.name}</option>`)}</select></label>
    </div>
    ${rows.length === 0 ? html`<p class="muted">${side} deal no damage.</p>` : html`<ul class="lab-damage">
      ${shown.map((one) => html`<li key=${`${one.of} ${one.name}`} class=${isOwn(one) ? 'is-own' : ''} data-testid="damage-row">
        <span class="lab-damage-name"><span class="lab-cut" title=${one.name}>${one.name}</span>${one.of && html`<span class="muted lab-cut"
          title=${one.of}>${one.of}</span>`}</span>
        <span class="lab-damage-figures" title=${one.half === null ? '' : `± ${decimal(one.half, 2)}; used ${decimal(one.uses)} times`}>
          <b>${decimal(one.damage)}</b> <small class="muted">${percent(one.share, 0)}</small></span>
        <span class="lab-track"><i class="is-${isOwn(one) ? 'accent' : lookOf(report, one.side).tone}" style=${{ width: `${(100 * one.damage) / most}%` }}></i></span>
      </li>`)}
    </ul>`}
    ${rows.length > SHOWN && html`<button type="button" class="lab-quiet" data-testid="damage-all"
      onClick=${() => setAll(!isAll)}>${isAll ? 'Show fewer' : `Show all ${rows.length}`}</button>`}
    <p class="muted lab-small lab-note">${rows.some(isOwn) ? `Blue: the selected combatant, ${own}. ` : ''}
      Percent: share of what ${side} deal. Extra damage counts for the action that adds it.</p>
  </section>`;
}
