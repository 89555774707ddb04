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
const CARD_KEYS = /^(card|source|attacker|target|fight|challenger|challenged|defender|blockers?|obstructors|buffed_by|weapon|scored|destination)$/;
const PLAYING_CARDS = /^(hands?|board|cards?)$/; // whose short values are drawn as cards

/** Replace a number that stands for a seat or a card by its name. */
function withName(key, value, { names, cards }) {
  if (!Number.isInteger(value)) return value;
  if (SEAT_KEYS.test(key) && names.length > 1) return names[value] ?? value;
  if (CARD_KEYS.test(key)) return cards.get(value)?.card.kind ?? value;
  return value;
}

const isRecord = (value) => value && typeof value === 'object' && !Array.isArray(value);
const isMatrix = (value) => Array.isArray(value) && value.length > 1 && value.every((row) => Array.isArray(row) && row.every(isPlain)) && value.some((row) => row.length > 1);
const isCount = (value) => isRecord(value) && Object.keys(value).join() === 'count';
const COUNT_NAMES = { 1: 'card', many: 'cards' };

/** Lists of lists as a grid, row by row. */
function Matrix({ rows }) {
  return html`<table class="matrix"><tbody>${rows.map((row, i) => html`<tr key=${i}>${row.map((one, j) => html`<td key=${j}>${formatValue(one)}</td>`)}</tr>`)}</tbody></table>`;
}

/** A structure as a small panel: a label and a value in each line. */
function Struct({ value, names, cards }) {
  const entries = Object.entries(value).filter(([, one]) => !isBlank(one));
  return html`<dl class="struct">${entries.map(([key, one]) => html`<div key=${key}><dt>${humanize(key)}</dt><dd><${Data} name=${key} value=${one} names=${names} cards=${cards} /></dd></div>`)}</dl>`;
}

/** Values by seat, as a list with one entry for each player or as an object with their numbers, as {name: value}; or null. */
function bySeat(name, value, names) {
  if (names.length < 2 || !value || typeof value !== 'object' || isMatrix(value) && !CARD_KEYS.test(name)) return null;
  const list = Array.isArray(value) ? value : names.map((_, seat) => value[seat]);
  const isWhole = Object.keys(value).length === names.length && Object.keys(value).every((key) => key in names);
  if (!isWhole || list.every(isPlain) && Array.isArray(value)) return null;
  return Object.fromEntries(list.map((one, seat) => [names[seat], one]));
}

/** A short value of a hand or a board as a playing card; `count` backs for hidden ones. */
const PlayingCards = ({ values, count = 0 }) => html`<span class="chips">${values.map((one, i) => html`<span class="playing-card" key=${i}>${one}</span>`)}
  ${Array.from({ length: count }, (_, i) => html`<span class="playing-card is-hidden" key=${`back${i}`} role="img" aria-label="a hidden card"></span>`)}</span>`;

const isShort = (value) => typeof value === 'string' && value.length > 0 && value.length < 4;

/** Any value of a state, drawn by its shape and never as a dump. */
function Data({ name, value, names, cards }) {
  const seats = bySeat(name, value, names);
  if (seats) return html`<dl class="struct is-by-seat">${Object.entries(seats).map(([who, one]) => html`<div key=${who}><dt>${who}</dt><dd>${isBlank(one) ? '–' : html`<${Data} name=${name} value=${one} names=${names} cards=${cards} />`}</dd></div>`)}</dl>`;
  if (PLAYING_CARDS.test(name) && isCount(value)) return html`<${PlayingCards} values=${[]} count=${value.count} />`;
  if (PLAYING_CARDS.test(name) && [value].flat().length && [value].flat().every(isShort)) return html`<${PlayingCards} values=${[value].flat()} />`;
  if (isCount(value)) return html`<${Value} value=${`${value.count} ${value.count === 1 ? COUNT_NAMES[1] : COUNT_NAMES.many}`} />`;
  if (isPlain(value)) return html`<${Value} value=${withName(name, value, { names, cards })} />`;
  if (isMatrix(value)) return html`<${Matrix} rows=${value} />`;
  if (Array.isArray(value) && value.length && value.every(isRecord)) return html`<${RecordTable} list=${value} names=${names} cards=${cards} />`;
  if (Array.isArray(value) && value.every(isPlain)) return html`<span class="chips">${value.map((one, i) => html`<span class="chip" key=${i}>${formatValue(withName(name, one, { names, cards })) || '–'}</span>`)}</span>`;
  if (Array.isArray(value)) return html`<span class="struct">${value.map((one, i) => html`<${Data} key=${i} name=${name} value=${one} names=${names} cards=${cards} />`)}</span>`;
  return html`<${Struct} value=${value} names=${names} cards=${cards} />`;
}

function RecordTable({ list, names, cards }) {
  const keys = [...new Set(list.flatMap((one) => Object.keys(one ?? {})))].filter((key) => list.some((one) => !isBlank(one?.[key])));
  const isBySeat = names.length > 1 && list.length === names.length && !keys.some((key) => SEAT_KEYS.test(key));
  return html`<div class="records-frame"><table class="records">
    <thead><tr><td></td>${keys.map((key) => html`<th scope="col">${humanize(key)}</th>`)}</tr></thead>
    <tbody>${list.map((one, i) => html`<tr><th scope="row">${isBySeat ? names[i] : i + 1}</th>
      ${keys.map((key) => html`<td>${one?.[key] === undefined ? '' : html`<${Data} name=${key} value=${one[key]} names=${names} cards=${cards} />`}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function Fact({ name, value, names, cards }) {
  const isDrawing = typeof value === 'string' && value.includes('\n'); // drawn with characters, such as a map
  const isBroad = isDrawing || PLAYING_CARDS.test(name) && !isPlain(value) || isMatrix(value) || (!isPlain(value) && Object.values(value).some((one) => !isPlain(one)));
  return html`<div class=${classes('fact', isBroad && 'is-broad')} data-testid="fact-${name}">
    <dt>${humanize(name)}</dt>
    <dd>${isDrawing ? html`<pre class="drawing">${value}</pre>` : html`<${Data} name=${name} value=${value} names=${names} cards=${cards} />`}</dd>
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
