// The public state of any game as values, lists, tables and clickable boards.
import { classes, html } from '../app/preact.js';
import { humanize } from '../app/text.js';
import { useFlash } from './animation.js';
import { formatValue } from './card-face.js';

const isPlain = (value) => value === null || typeof value !== 'object';
const isBlank = (value) => (value && typeof value === 'object' ? Object.values(value).every(isBlank) : value !== 0 && !value);

/** A value that flashes once when it changes. */
export function Value({ value, testId, className = '' }) {
  const ref = useFlash(value);
  const text = typeof value === 'number' ? value.toLocaleString('en') : formatValue(value) || '–';
  return html`<span ref=${ref} class=${classes('value', className)} data-testid=${testId}>${text}</span>`;
}

function columnsFor(count) {
  const root = Math.sqrt(count);
  if (Number.isInteger(root)) return root;
  return count <= 12 ? count : Math.ceil(root);
}

/** A list as a board of buttons; `byIndex` has the choices by cell. */
export function Grid({ name, list, byIndex }) {
  const columns = columnsFor(list.length);
  return html`<div class="grid" role="group" aria-label=${humanize(name)} data-testid="grid-${name}" style=${{ '--columns': columns }}>
    ${list.map((mark, i) => {
      const choice = byIndex.get(i);
      const where = `row ${Math.floor(i / columns) + 1}, column ${(i % columns) + 1}`;
      return html`<button type="button" key=${i} data-nav class=${classes('cell', choice && 'is-able')}
        data-testid=${choice ? choice.testId : `cell-${i}`} disabled=${!choice} onClick=${choice?.run}
        aria-label=${`${where}: ${formatValue(mark) || 'empty'}${choice ? `, ${choice.label}` : ''}`}>${formatValue(mark)}</button>`;
    })}
  </div>`;
}

const SEAT_KEYS = /^(seat|player|owner|by|focus|priority)$/;
const CARD_KEYS = /^(card|source|attacker|target|fight)$/;

/** Replace a number that stands for a seat or a card by its name. */
function withName(key, value, { names, cards }) {
  if (!Number.isInteger(value)) return value;
  if (SEAT_KEYS.test(key) && names.length > 1) return names[value] ?? value;
  if (CARD_KEYS.test(key)) return cards.get(value)?.card.kind ?? value;
  return value;
}

function RecordTable({ list, names, cards }) {
  const keys = [...new Set(list.flatMap((one) => Object.keys(one ?? {})))];
  const isBySeat = names.length > 1 && list.length === names.length && !keys.some((key) => SEAT_KEYS.test(key));
  return html`<div class="records-frame"><table class="records">
    <thead><tr><th></th>${keys.map((key) => html`<th scope="col">${humanize(key)}</th>`)}</tr></thead>
    <tbody>${list.map((one, i) => html`<tr><th scope="row">${isBySeat ? names[i] : i + 1}</th>
      ${keys.map((key) => html`<td><${Value} value=${withName(key, one?.[key], { names, cards })} /></td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function Fact({ name, value, names, cards }) {
  const isTable = Array.isArray(value) && value.length > 0 && value.every((one) => one && typeof one === 'object' && !Array.isArray(one));
  const isDrawing = typeof value === 'string' && value.includes('\n'); // drawn with characters, such as a map
  const isDeep = !isTable && !isPlain(value) && Object.values(value).some((one) => !isPlain(one));
  return html`<div class=${classes('fact', (isTable || isDeep || isDrawing) && 'is-broad')} data-testid="fact-${name}">
    <dt>${humanize(name)}</dt>
    <dd>${isTable ? html`<${RecordTable} list=${value} names=${names} cards=${cards} />`
      : isDrawing ? html`<pre class="drawing">${value}</pre>` : html`<${Value} value=${withName(name, value, { names, cards })} />`}</dd>
  </div>`;
}

/**
 * The public state of a game. `skip` lists the keys that are shown elsewhere, `names` the players by
 * seat, `cards` the visible cards.
 */
export function PublicState({ publicState, grid, skip = [], names = [], cards = new Map() }) {
  const facts = Object.entries(publicState ?? {}).filter(([key, value]) => key !== grid?.name && !skip.includes(key) && !isBlank(value));
  return html`<div class="public-state">
    ${grid && html`<${Grid} ...${grid} />`}
    ${facts.length > 0 && html`<dl class="facts" data-testid="facts">
      ${facts.map(([key, value]) => html`<${Fact} key=${key} name=${key} value=${value} names=${names} cards=${cards} />`)}</dl>`}
  </div>`;
}
