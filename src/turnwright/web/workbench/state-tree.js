// A tree of plain values. What differs from an earlier state is marked, with the old value beside it.
import { classes, html, useState } from '../app/preact.js';

const isBranch = (value) => value !== null && typeof value === 'object' && Object.keys(value).length > 0;
const isSmall = (value) => Array.isArray(value) && value.length <= 12 && value.every((one) => one === null || typeof one !== 'object')
  && JSON.stringify(value).length <= 36;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function textOf(value) {
  if (value === undefined) return 'new';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return value === '' ? "''" : value;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : isSmall(value) ? `[${value.map((one) => (typeof one === 'string' ? `'${one}'` : textOf(one))).join(', ')}]` : `${value.length} items`;
  if (typeof value === 'object') return Object.keys(value).length === 0 ? '{}' : `${Object.keys(value).length} fields`;
  return String(value);
}

const Eye = () => html`<svg class="wb-eye" viewBox="0 0 16 16" role="img" aria-label="hidden from some"><path d="M1.5 8 C4 4 12 4 14.5 8 C12 12 4 12 1.5 8 Z M3 13 L13 3" /><circle cx="8" cy="8" r="2" /></svg>`;

/** The cards of a zone as one text, or nothing if they need lines of their own. */
const zoneText = (value) => (Array.isArray(value) && value.join(', ').length <= 60 ? value.join(', ') || '–' : null);

/** Does this list have one item for each seat? */
const isBySeat = (value, names) => Array.isArray(value) && names.length > 1 && value.length === names.length;

/** One line and, if it is open, the lines inside. `before` is the earlier value, undefined without comparison. */
function Node({ name, value, before, hasBefore, depth, path, openDepth, seats, hiddenZones }) {
  const isChanged = hasBefore && !same(value, before);
  const isZone = depth === 1 && path.startsWith('zones.');
  const asText = (one) => (isZone && zoneText(one)) || textOf(one);
  const canOpen = isBranch(value) && !(isZone && zoneText(value)) && (!isSmall(value) || (isChanged && Array.isArray(before) && before.length === value.length));
  const [choice, setChoice] = useState(null);
  const isOpen = canOpen && (choice ?? (depth < openDepth || (isChanged && depth < 5 && Object.keys(value).length <= 80)));
  const isLeafChange = isChanged && !canOpen;
  const keys = canOpen ? Object.keys(value) : [];
  const toggle = () => canOpen && setChoice(!isOpen);
  const old = isChanged && !canOpen && !(before === undefined && depth === 0);
  return html`<li role="treeitem" aria-expanded=${canOpen ? isOpen : undefined} class=${classes('node', isLeafChange && 'is-changed', isChanged && canOpen && 'has-changes')}>
    <div class="node-line" style="--depth:${depth}" data-testid="node-${path}" tabindex=${canOpen ? 0 : undefined} onClick=${toggle}
        onKeyDown=${(event) => { if (canOpen && (event.key === 'Enter' || event.key === ' ')) { event.preventDefault(); event.stopPropagation(); toggle(); } }}>
      <span class="node-mark" aria-hidden="true">${canOpen ? (isOpen ? '▾' : '▸') : ''}</span><span class="node-name">${isZone && hiddenZones.includes(name.split(':')[0]) && html`<${Eye} /> `}${isZone ? name.replace(':', ' ') : name}</span>
      <span class="node-value" title=${isOpen ? undefined : asText(value)}>${old && html`<s>${asText(before)}</s> → `}${isOpen ? '' : asText(value)}</span></div>
    ${isOpen && html`<ul role="group">${keys.map((key) => html`<${Node} key=${key} name=${path.startsWith('G') && isBySeat(value, seats) ? `${key} ${seats[key]}` : key} value=${value[key]} seats=${seats} hiddenZones=${hiddenZones} path=${`${path}.${key}`}
      before=${before?.[key]} hasBefore=${hasBefore && isBranch(before) } depth=${depth + 1} openDepth=${openDepth} />`)}</ul>`}
  </li>`;
}

/** The tree of `state`; `before` is the state to compare with, or nothing. `seats` are the names of the players. */
export function StateTree({ state, before, label, openDepth = 1, testid, seats = [], hiddenZones = [] }) {
  return html`<ul class="tree" role="tree" aria-label=${label} data-testid=${testid}>${Object.keys(state ?? {}).map((key) => html`<${Node} key=${key}
    name=${key} value=${state[key]} seats=${seats} hiddenZones=${hiddenZones} before=${before?.[key]} hasBefore=${Boolean(before)} depth=${0} path=${key}
    openDepth=${key === 'G' || key === 'zones' ? openDepth + 0 : 0} />`)}</ul>`;
}
