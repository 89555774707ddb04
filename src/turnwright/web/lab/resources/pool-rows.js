// Rows of the resources panel: slots as pips, larger pools as bars, each with its figures and what is missing.
import { classes, html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { focusField, reading } from '../state/lab-store.js';
import { resourceLabel } from '../editor/words.js';

const PIPS = 8;
const PER_ROUND = ['turn', 'round'];

const DRAWN = {
  planned: '<path fill="currentColor" stroke="none" d="M8 1l6.500 7L8 15 1.500 8z"/>',
  free: '<path d="M8 2l5.500 6L8 14 2.500 8z"/>',
  missing: '<path stroke-dasharray="2.400 1.800" d="M8 1.800l5.700 6.200L8 14.200 2.300 8z"/><path d="M8 5.500v3M8 10.600v.1" stroke-width="1.600"/>',
  spent: '<path d="M8 2l5.500 6L8 14 2.500 8z" opacity=".7"/><path d="M5 11.500l6-7"/>',
};

/** A pip: planned, free, missing or spent. */
export const Pip = ({ kind }) => html`<svg class="lab-pip is-${kind}" viewBox="0 0 16 16" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: DRAWN[kind] }} />`;

/** What a pool holds, what is planned, and what is missing. */
export function figuresOf(row, combatant) {
  const size = combatant?.pools?.[row.pool];
  if (isQuick(row)) {
    const used = Math.min(row.per_round, row.capacity);
    return { capacity: row.capacity, current: row.capacity, planned: used, spent: 0, missing: 0 };
  }
  const current = typeof size === 'object' && size?.current !== undefined && size.current !== null ? size.current : row.capacity;
  return { capacity: row.capacity, current, planned: row.single, spent: Math.max(0, row.capacity - current), missing: Math.max(0, row.single - current) };
}

/** Whether a pool is refilled every turn or round. */
export const isQuick = (row) => PER_ROUND.includes(row.reset);

/** A row of the panel. */
export function PoolRow({ row, combatant, back }) {
  const figures = figuresOf(row, combatant);
  const asPips = Math.max(figures.capacity, figures.planned) <= PIPS && Number.isInteger(figures.capacity) && Number.isInteger(figures.planned);
  const isMissing = figures.missing > 0;
  const label = rowLabel(row.pool);
  const isExpected = typeof row.expected === 'number' && !isQuick(row);
  const notes = [isQuick(row) ? '' : back, isExpected && (figures.planned > 0 || row.expected > 0) && usedWords(row.expected)].filter(Boolean);
  const said = `${figures.planned} planned of ${figures.current}${figures.spent ? `, ${figures.spent} spent before` : ''}${isMissing ? `, ${figures.missing} missing` : ''}`;
  return html`<li class=${classes('lab-res-pool', asPips ? 'has-pips' : 'has-bar', isMissing && 'is-over')} data-testid=${`pool-${row.pool}`}>
    <button type="button" class="lab-pool-name" data-testid=${`pool-name-${row.pool}`}
      title=${row.actions?.length ? `Used by ${row.actions.join(', ')}` : 'Not used by any action'} onClick=${() => focusField(`${row.path}.pools.${row.pool}`)}>${label}</button>
    ${asPips ? html`<span class="lab-pips" role="img" aria-label=${said}>${pipsOf(figures).map((kind, index) => html`<${Pip} key=${index} kind=${kind} />`)}</span>` : null}
    <span class="lab-figures"><b>${shown(figures.planned)}</b> of ${shown(figures.current)}</span>
    ${!asPips && html`<${Bar} figures=${figures} said=${said} />`}
    ${isMissing && html`<span class="lab-missing"><${Glyph} name="warning" />${shown(figures.missing)} missing, if each is used once</span>`}
    ${notes.length > 0 && html`<span class="lab-expected">${notes.join(' · ')}</span>`}
  </li>`;
}

const usedWords = (number) => {
  const time = reading.value?.scenario?.day?.length ? 'day' : 'fight';
  return number < 0.05 ? 'hardly ever used' : `about ${shown(Math.round(number * 10) / 10)} used in a ${time}`;
};

const shown = (number) => (Number.isInteger(number) ? number : Math.round(number * 100) / 100);

function rowLabel(pool) {
  const [, level] = pool.match(/^SpellSlot_(\d+)$/) ?? [];
  return level ? `Level ${level}` : resourceLabel(pool);
}

function pipsOf({ capacity, current, planned, spent, missing }) {
  const used = Math.min(planned, current);
  return [
    ...Array(spent).fill('spent'), ...Array(used).fill('planned'), ...Array(Math.max(0, Math.min(capacity, current) - used)).fill('free'), ...Array(missing).fill('missing'),
  ].slice(0, PIPS + 4);
}

function Bar({ figures, said }) {
  const share = figures.capacity ? Math.min(1, figures.planned / figures.capacity) * 100 : 0;
  return html`<span class="lab-bar" role="img" aria-label=${said}><i style=${{ width: `${share}%` }}></i></span>`;
}
