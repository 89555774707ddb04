// The sentence of the action in the editor. Its numbers and names lead to their fields.
import { classes, html, signal } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { description, draft } from './action-draft.js';
import { pathOf } from './edit-steps.js';

/** The path of the field that has the focus, within the action. */
export const focused = signal('');

const isWithin = (path, base) => path === base || path.startsWith(`${base}.`) || path.startsWith(`${base}[`);

/** Move the focus to the field of a path: its own, the first below it, or the nearest above it. */
export function goToField(root, path) {
  const fields = [...root.querySelectorAll('[data-path]')];
  const nearest = fields.find((one) => isWithin(one.dataset.path, path))
    ?? fields.filter((one) => isWithin(path, one.dataset.path)).sort((one, other) => other.dataset.path.length - one.dataset.path.length)[0];
  const target = nearest?.matches('input, select, textarea, button') ? nearest : nearest?.querySelector('input, select, textarea, button') ?? nearest;
  target?.closest('details')?.setAttribute('open', '');
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
  return Boolean(target);
}

/** Every number and formula of an action by its path. */
function* leaves(value, path) {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* leaves(one, pathOf(path, index));
  else if (value && typeof value === 'object') for (const [key, one] of Object.entries(value)) yield* leaves(one, pathOf(path, key));
  else if (typeof value === 'number' || typeof value === 'string') yield [path, String(value)];
}

const TURN_WORDS = { Action: 'action', BonusAction: 'bonus action', Reaction: 'reaction' };

/** Phrases that the engine writes for whole parts of an action, and the fields that they stand for. */
function* phrases(action) {
  for (const [index, { resource = '', level }] of (action.cost ?? []).entries()) {
    const path = pathOf('cost', index, level === undefined || level === null ? 'resource' : 'level');
    if (level !== undefined && level !== null) yield [path, new RegExp(`a level-${level} slot(?: or higher)?`, 'g')];
    else if (TURN_WORDS[resource]) yield [path, new RegExp(`costs my ${TURN_WORDS[resource]}|my ${TURN_WORDS[resource]}(?= and|,|\\.)`, 'g')];
  }
  if (action.timing?.type === 'Reaction') {
    yield ['timing.who', /(?<=when )(?:an enemy|an ally|somebody|anybody)\b/g];
    yield ['timing.on', /casts a spell|hits me|misses me|attacks me|leaves my reach|takes damage|I take damage|starts its turn/g];
    yield ['timing.would_change_outcome', /(?<=and )[^,]* would make it (?:miss|hit)|that would change the outcome/g];
  }
  for (const [index, { type, value }] of (action.requires ?? []).entries()) {
    if (typeof value === 'number' && type !== 'Not') yield [pathOf('requires', index, 'value'), new RegExp(`${value} or (?:more|fewer|less) \\w+(?: stand)?|within ${value} ft`, 'g')];
  }
  if ([action.effect ?? []].flat()[0]?.type === 'Cancel') yield ['effect[0]', /the (?:spell|attack|action|movement) (?:fails|is cancelled)/g];
  if (action.concentration) yield ['concentration', /needs my concentration|while I concentrate/g];
}

/** The sentence in pieces: plain text, and words that stand for exactly one field. */
export function piecesOf(sentence, action) {
  const found = [];
  for (const [path, word] of leaves(action, '')) {
    if (/(^|\.)(type|name)$/.test(path) || word.length === 0 || /^(notes|on)$/.test(path)) continue;
    const pattern = new RegExp(`(?<![\\w.+-])\\+?${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: ft| AC)?(?![\\w+]|\\.\\d)`, 'gi');
    const hits = [...sentence.matchAll(pattern)];
    if (hits.length === 1) found.push({ path, from: hits[0].index, to: hits[0].index + hits[0][0].length });
  }
  for (const [path, pattern] of phrases(action)) {
    const [hit] = sentence.matchAll(pattern);
    if (hit) found.push({ path, from: hit.index, to: hit.index + hit[0].length });
  }
  const once = found.filter((one) => !found.some((other) => other !== one && other.from < one.to && one.from < other.to
    && (other.to - other.from > one.to - one.from || (other.from === one.from && other.to === one.to && found.indexOf(other) < found.indexOf(one)))));
  const pieces = [];
  let end = 0;
  for (const { path, from, to } of once.sort((one, other) => one.from - other.from)) {
    if (from < end) continue;
    if (from > end) pieces.push({ text: sentence.slice(end, from) });
    pieces.push({ text: sentence.slice(from, to), path });
    end = to;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end) });
  return pieces;
}

/** The sentence without the name that stands above it. */
function withoutName(sentence, name) {
  const rest = name && sentence.startsWith(`${name}: `) ? sentence.slice(name.length + 2) : sentence;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The preview at the top of the editor. */
export function InWords({ onGo }) {
  const now = description.value;
  const sentence = withoutName(now?.full ?? now?.sentence ?? '', now?.name ?? '');
  return html`<div class=${classes('lab-ed-preview', sentence.length > 170 && 'is-long')} data-testid="in-words" aria-live="polite">
    <p class="lab-ed-preview-head"><${Glyph} name="quote" /> In words</p>
    <p>${sentence ? piecesOf(sentence, draft.value ?? {}).map((piece, index) => (piece.path
      ? html`<span key=${index} role="button" tabIndex="0" class=${classes('lab-ed-link-word', focused.value === piece.path && 'is-now')} data-testid=${`word-${piece.path}`}
          onClick=${() => onGo(piece.path)} onKeyDown=${(event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); onGo(piece.path); } }}>${piece.text}</span>`
      : html`<span key=${index}>${piece.text}</span>`)) : 'The sentence is on its way.'}</p>
  </div>`;
}
