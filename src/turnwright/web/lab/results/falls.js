// Who falls when: per combatant and round, how often it falls to 0 hit points for the first time in an encounter.
import { html, useState } from '../../app/preact.js';
import { findRun } from '../story/story-store.js';
import { DataTable } from './data-table.js';
import { percent, unitOf } from './numbers.js';
import { lookOf } from './side-looks.js';

const MAX_COLUMNS = 10;
const BAR = { width: 12, gap: 3, height: 28 };

/**
 * Rows of an encounter: combatants of one kind and side together, as {name, copies, side, look, shares, total, example}.
 * `shares` are per column of `columns`, in runs per copy that come to the encounter; the last column may stand for several rounds.
 */
export function fallsOf(report, encounter) {
  const { sides, reached } = report.encounters[encounter];
  const kinds = new Map();
  report.combatants.filter((one) => sides.includes(one.side) && one.falls?.[encounter]).forEach((one) => {
    const key = `${one.side}\n${one.kind}`;
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  });
  const rounds = [...kinds.values()].flat().flatMap((one) => Object.keys(one.falls[encounter]).map(Number));
  const last = Math.max(1, ...rounds);
  const columns = Array.from({ length: Math.min(last, MAX_COLUMNS) }, (_, place) => place + 1);
  const runs = Math.max(1, reached.count);
  const rows = [...kinds.values()].map((copies) => {
    const shares = columns.map(() => 0);
    copies.forEach((one) => Object.entries(one.falls[encounter]).forEach(([round, times]) => {
      shares[Math.min(Number(round), columns.length) - 1] += times / runs / copies.length;
    }));
    const often = [...copies].sort((one, other) => times(other, encounter) - times(one, encounter))[0];
    return {
      name: copies.length > 1 ? copies[0].kind : copies[0].name, copies: copies.length, side: copies[0].side, look: lookOf(report, copies[0].side),
      shares, total: shares.reduce((sum, one) => sum + one, 0), example: often.name,
    };
  });
  return { columns, isCut: last > MAX_COLUMNS, rows };
}

const times = (one, encounter) => Object.values(one.falls[encounter]).reduce((sum, runs) => sum + runs, 0);

function Bars({ shares, most, tone }) {
  const { width, gap, height } = BAR;
  const all = shares.length * (width + gap) - gap;
  return html`<svg class="lab-fall-bars" viewBox="0 0 ${all} ${height}" style=${{ width: `${all}px`, height: `${height}px` }} aria-hidden="true">
    ${shares.map((share, place) => {
      const tall = share > 0 ? Math.max(1.5, (share / most) * (height - 2)) : 1;
      return html`<rect key=${place} x=${place * (width + gap)} y=${height - tall} width=${width} height=${tall} rx="1.500"
        style=${{ fill: `var(--${tone})`, fillOpacity: share > 0 ? 1 : 0.3 }} />`;
    })}
  </svg>`;
}

/** The panel. A click on a row shows a run in which that combatant falls. */
export function Falls({ report }) {
  const lastReached = Math.max(0, report.encounters.findLastIndex((one) => one.reached.count > 0));
  const [chosen, setChosen] = useState(null);
  const encounter = Math.min(chosen ?? lastReached, report.encounters.length - 1);
  const { columns, isCut, rows } = fallsOf(report, encounter);
  const most = Math.max(0.02, ...rows.flatMap((one) => one.shares));
  const unit = unitOf(report, 2);
  return html`<section class="lab-card" aria-labelledby="lab-h-falls" data-testid="falls">
    <header class="lab-card-head"><h3 id="lab-h-falls">Who falls when</h3>
      ${report.encounters.length > 1 && html`<label class="lab-inline-select"><span class="lab-sr">Encounter</span>
        <select value=${encounter} data-testid="falls-encounter" onChange=${(event) => setChosen(Number(event.target.value))}>
          ${report.encounters.map((one, place) => html`<option key=${place}
            value=${place} selected=${place === encounter}>${one.name || `Encounter ${place + 1}`}</option>`)}
        </select></label>`}
    </header>
    ${rows.length === 0 ? html`<p class="muted">Nobody took part in this encounter yet.</p>` : html`
    <div class="lab-fall-list">
      <div class="lab-fall lab-fall-axis" aria-hidden="true"><span></span><span>round</span>
        <span class="lab-fall-ticks">${columns.map((one, place) => html`<i key=${one}
          style=${{ width: `${BAR.width}px` }}>${isCut && place === columns.length - 1 ? `${one}+` : one}</i>`)}</span><span>${unit}</span></div>
      ${rows.map((one, place) => html`<button type="button" key=${`${one.side} ${one.name}`} class="lab-fall ${place && rows[place - 1].side !== one.side ? 'is-apart' : ''}"
          disabled=${!one.total} data-testid="fall-${one.name}" title=${one.total ? `Show one of the ${unit} in which ${one.example} falls` : ''} onClick=${() => findRun(one.example, 'falls')}>
        <span class="sr-only">${`${one.name} falls in ${percent(one.total, 0)} of the ${unit}. Show one of them.`}</span><i class="lab-mark is-${one.look.tone}" aria-hidden="true"></i>
        <span class="lab-fall-name" aria-hidden="true"><span class="lab-cut">${one.name}</span>${one.copies > 1 && html`<b>×${one.copies}</b>`}</span>
        <${Bars} shares=${one.shares} most=${most} tone=${one.look.tone} />
        <b class="lab-fall-total" aria-hidden="true">${percent(one.total, 0)}</b>
      </button>`)}
    </div>
    <p class="muted lab-small lab-note">The first fall to 0 hit points in the encounter. A click shows such a run.</p>
    <${DataTable} caption="Share of runs in which a combatant falls, by round" testId="falls-table"
      columns=${['Combatant', ...columns.map((one, place) => `${one}${isCut && place === columns.length - 1 ? '+' : ''}`), 'all']}
      rows=${rows.map((one) => [one.copies > 1 ? `${one.name} ×${one.copies}` : one.name, ...one.shares.map((share) => percent(share)), percent(one.total)])} />`}
  </section>`;
}
