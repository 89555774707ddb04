// The open state of any game, made readable: single values, lists, tables, and boards one can click.
import { classes, html, words } from './lib.js';
import { inWords } from './face.js';
import { useFlash } from './motion.js';

const isPlain = (value) => value === null || typeof value !== 'object';
const saysNothing = (value) => (value && typeof value === 'object' ? Object.values(value).every(saysNothing) : value !== 0 && !value);

/** A number (or word) that flashes once when it changes. */
export function Value({ value, testId, className = '' }) {
  const ref = useFlash(value);
  const text = typeof value === 'number' ? value.toLocaleString('en') : inWords(value) || '–';
  return html`<span ref=${ref} class=${classes('value', className)} data-testid=${testId}>${text}</span>`;
}

function columnsFor(count) {
  const root = Math.sqrt(count);
  if (Number.isInteger(root)) return root;
  return count <= 12 ? count : Math.ceil(root);
}

/** A list as a board: a place one may take is a button. `byIndex` has the choices by place. */
export function Grid({ name, list, byIndex }) {
  const columns = columnsFor(list.length);
  return html`<div class="grid" role="group" aria-label=${words(name)} data-testid="grid-${name}" style=${{ '--columns': columns }}>
    ${list.map((mark, i) => {
      const choice = byIndex.get(i);
      const where = `row ${Math.floor(i / columns) + 1}, column ${(i % columns) + 1}`;
      return html`<button type="button" key=${i} data-nav class=${classes('cell', choice && 'is-able')}
        data-testid=${choice ? choice.testId : `cell-${i}`} disabled=${!choice} onClick=${choice?.run}
        aria-label=${`${where}: ${inWords(mark) || 'empty'}${choice ? `, ${choice.label}` : ''}`}>${inWords(mark)}</button>`;
    })}
  </div>`;
}

const SEATS = /^(seat|player|owner|by|focus|priority)$/;
const CARDS = /^(card|source|attacker|target|fight)$/;

/** Numbers that stand for a seat or a card, by their names. */
function named(key, value, { names, known }) {
  if (!Number.isInteger(value)) return value;
  if (SEATS.test(key) && names.length > 1) return names[value] ?? value;
  if (CARDS.test(key)) return known.get(value)?.card.kind ?? value;
  return value;
}

function Records({ list, names, known }) {
  const keys = [...new Set(list.flatMap((one) => Object.keys(one ?? {})))];
  const isBySeat = names.length > 1 && list.length === names.length && !keys.some((key) => SEATS.test(key));
  return html`<div class="records-frame"><table class="records">
    <thead><tr><th></th>${keys.map((key) => html`<th scope="col">${words(key)}</th>`)}</tr></thead>
    <tbody>${list.map((one, i) => html`<tr><th scope="row">${isBySeat ? names[i] : i + 1}</th>
      ${keys.map((key) => html`<td><${Value} value=${named(key, one?.[key], { names, known })} /></td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function Fact({ name, value, names, known }) {
  const isTable = Array.isArray(value) && value.length > 0 && value.every((one) => one && typeof one === 'object' && !Array.isArray(one));
  const isDrawn = typeof value === 'string' && value.includes('\n'); // a picture made of letters
  const isDeep = !isTable && !isPlain(value) && Object.values(value).some((one) => !isPlain(one));
  return html`<div class=${classes('fact', (isTable || isDeep || isDrawn) && 'is-broad')} data-testid="fact-${name}">
    <dt>${words(name)}</dt>
    <dd>${isTable ? html`<${Records} list=${value} names=${names} known=${known} />`
      : isDrawn ? html`<pre class="drawn">${value}</pre>` : html`<${Value} value=${named(name, value, { names, known })} />`}</dd>
  </div>`;
}

/** Everything the game shows openly, except what is drawn elsewhere. */
export function OpenState({ table, grid, skip = [], names = [], known = new Map() }) {
  const facts = Object.entries(table ?? {}).filter(([key, value]) => key !== grid?.name && !skip.includes(key) && !saysNothing(value));
  return html`<div class="open-state">
    ${grid && html`<${Grid} ...${grid} />`}
    ${facts.length > 0 && html`<dl class="facts" data-testid="facts">
      ${facts.map(([key, value]) => html`<${Fact} key=${key} name=${key} value=${value} names=${names} known=${known} />`)}</dl>`}
  </div>`;
}
