// A card draws itself: a frame by kind, an emblem from its name, big numbers, and a larger copy to read.
import { classes, createContext, html, signal, useContext, useLayoutEffect, useRef, useState } from './lib.js';
import { Emblem } from './emblem.js';
import { breakable, faceOf, spoken } from './face.js';
import { keyOf } from './model.js';

/** What the table tells its cards: {library, question, touch(cardId)}. */
export const TableContext = createContext({ library: {}, question: null, touch: null });

const LONG_PRESS_MS = 420;
const HOVER_MS = 220;
const peeked = signal(null); // {face, side, box}: the card that is shown enlarged
let hoverTimer = 0;

export const hidePeek = () => {
  clearTimeout(hoverTimer);
  peeked.value = null;
};

const peekAt = (face, side, element) => {
  peeked.value = face.isKnown ? { face, side, box: element.getBoundingClientRect() } : null;
};

function Force({ force, isMuted }) {
  const change = force.value > force.base ? 'up' : force.value < force.base ? 'down' : '';
  return html`<span class=${classes('force', `force-${force.role}`, change && `is-${change}`, isMuted && 'is-muted')}>
    <svg viewBox="0 0 12 12" aria-hidden="true">${force.role === 'attack'
      ? html`<path d="M1 11 L9.5 2.5 M9.5 2.5 V6 M9.5 2.5 H6 M2 7 L5 10" />`
      : html`<path d="M6 1 L10.5 2.5 V6 C10.5 8.6 8.6 10.2 6 11 C3.4 10.2 1.5 8.6 1.5 6 V2.5 Z" />`}</svg>
    <b>${force.value}</b></span>`;
}

/** How many letters of a name fit on a line of a card, about. */
const lettersOn = (size) => (innerWidth <= 760 || size === 'pile' ? 7 : innerHeight <= 800 || size === 'field' ? 9 : 11);

function Front({ face, size, isLarge }) {
  const isMuted = (force) => force.role !== (face.position === 'defense' ? 'defence' : 'attack');
  const cost = face.cost && html`<span class="card-cost" title=${face.cost.key}>${face.cost.value}</span>`;
  return html`
    <span class="card-head">${isLarge && cost}<span class="card-name">${isLarge ? face.name : breakable(face.name, lettersOn(size))}</span></span>
    <span class="card-art">${!isLarge && cost}<${Emblem} name=${face.name} shape=${face.shape} /></span>
    ${isLarge && html`<${Reading} face=${face} />`}
    ${face.forces.length > 0
      ? html`<span class="card-foot">${face.forces.map((force) => html`<${Force} key=${force.role} force=${force}
          isMuted=${!isLarge && isMuted(force)} />`)}</span>`
      : html`<span class="card-foot card-kind">${face.kinds.slice(0, isLarge ? 4 : 1).join(' · ')}</span>`}
    <${Marks} face=${face} />`;
}

/** The part of the enlarged copy that is there to be read. */
function Reading({ face }) {
  return html`<span class="card-reading">
    ${face.forces.length > 0 && html`<span class="card-kind">${face.kinds.join(' · ')}</span>`}
    ${face.text && html`<span class="card-text">${face.text}</span>`}
    ${face.details.map(({ label, value }) => html`<span class="card-detail"><i>${label}</i> ${value}</span>`)}
    ${face.counters.map(({ name, count }) => html`<span class="card-detail"><i>Counters</i> ${count} ${name}</span>`)}
    ${!face.isFaceUp && html`<span class="card-detail">Lies face down.</span>`}
    ${face.isNegated && html`<span class="card-detail">Its effects are negated.</span>`}
  </span>`;
}

function Marks({ face }) {
  const marks = face.counters.map(({ name, count }) => ({ text: `${count}`, title: `${count} ${name}` }));
  if (face.isNegated) marks.push({ text: '⊘', title: 'Negated' });
  if (face.equippedTo !== null) marks.push({ text: '⚯', title: 'Equipped' });
  if (!marks.length) return null;
  return html`<span class="card-marks">${marks.map(({ text, title }) => html`<span class="mark" title=${title}>${text}</span>`)}</span>`;
}

const Back = () => html`<span class="card-back"><svg viewBox="0 0 40 40" aria-hidden="true">
  <rect x="9" y="9" width="22" height="22" rx="4" transform="rotate(45 20 20)" /><circle cx="20" cy="20" r="5" /></svg></span>`;

/**
 * A card as a button. `side` says whose it is (self, opponent, shared); `zone` where it lies. With `choice`
 * it stands for a candidate of the dialog's list, otherwise the table's question says what it can do.
 */
export function Card({ card, side, zone, index = 0, size = 'field', choice = null, isFirst = false }) {
  const table = useContext(TableContext);
  const press = useRef({});
  const face = faceOf(card, table.library);
  const key = keyOf(card, side, zone, index);
  const entry = choice ? null : table.question?.onCard.get(key);
  const mark = choice ? (choice.isPicked ? 'picked' : choice.isFull ? '' : 'target') : entry?.mark ?? '';
  const isSource = !choice && table.question?.source === key;
  const isWide = size === 'field' && (face.position === 'defense' || (!face.isKnown && zone === 'field'));
  const isOwn = side === 'self';
  const showsBack = !face.isKnown || (!face.isFaceUp && !isOwn);
  const extra = choice ? (choice.isPicked ? 'chosen' : 'can be chosen')
    : entry ? entry.choices.map((one) => one.label).join(' or ') : '';

  const run = () => {
    if (press.current.wasLong) {
      press.current.wasLong = false;
      return;
    }
    hidePeek();
    if (choice) choice.run();
    else table.touch?.(key, side);
  };
  const onPointerDown = (event) => {
    if (event.pointerType === 'mouse') return;
    const element = event.currentTarget;
    press.current.timer = setTimeout(() => {
      press.current.wasLong = true;
      peekAt(face, side, element);
    }, LONG_PRESS_MS);
  };
  const onPointerEnd = () => clearTimeout(press.current.timer);
  const onPointerEnter = (event) => {
    if (event.pointerType !== 'mouse') return;
    const element = event.currentTarget;
    clearTimeout(hoverTimer);
    hoverTimer = setTimeout(() => peekAt(face, side, element), HOVER_MS);
  };
  const onFocus = (event) => {
    if (event.currentTarget.matches(':focus-visible')) peekAt(face, side, event.currentTarget);
  };
  const testId = choice ? choice.testId : `card-${key}`;
  return html`<button type="button" data-testid=${testId} data-nav
      data-card=${choice ? undefined : key} data-side=${side} data-zone=${zone} data-mark=${mark || undefined}
      data-kind=${face.isKnown ? face.name : undefined}
      class=${classes('card', `card-${face.shape ?? 'back'}`, `size-${size}`, `of-${side}`,
        isWide && 'is-wide', !face.isFaceUp && 'is-down', showsBack && 'is-back',
        mark && `is-${mark}`, isSource && 'is-source', (face.isSpent || (face.hasAttacked && size === 'field')) && 'is-spent')}
      tabIndex=${mark || isFirst || choice ? 0 : -1} aria-label=${spoken(face, extra)}
      aria-pressed=${choice || entry?.mark === 'picked' ? Boolean(choice?.isPicked || entry?.mark === 'picked') : undefined}
      onClick=${run} onPointerDown=${onPointerDown} onPointerUp=${onPointerEnd} onPointerCancel=${onPointerEnd}
      onPointerEnter=${onPointerEnter} onPointerLeave=${() => { onPointerEnd(); hidePeek(); }}
      onFocus=${onFocus} onBlur=${hidePeek} onContextMenu=${(event) => press.current.wasLong && event.preventDefault()}>
    ${showsBack ? html`<${Back} />` : html`<${Front} face=${face} size=${size} />`}
  </button>`;
}

/** A card that only lies there, such as the top of a pile; what holds it is the button. */
export function Lying({ card, side, zone }) {
  const { library } = useContext(TableContext);
  const face = faceOf(card, library);
  return html`<span class=${classes('card size-field', `card-${face.shape ?? 'back'}`, `of-${side}`, !face.isKnown && 'is-back')}
      data-card=${face.id} data-side=${side} data-zone=${zone}>
    ${face.isKnown ? html`<${Front} face=${{ ...face, counters: [] }} size="pile" />` : html`<${Back} />`}
  </span>`;
}

const PEEK = { width: 264, gap: 12, edge: 8 };

/** Above a card at the lower edge, otherwise beside it, always wholly inside the window. */
function placePeek(box, height) {
  const [wide, tall] = [innerWidth, innerHeight];
  const within = (at, size, room) => Math.max(PEEK.edge, Math.min(at, room - size - PEEK.edge));
  const middle = box.left + box.width / 2 - PEEK.width / 2;
  if (box.top > tall * 0.6 && box.top - PEEK.gap - height > 0) return { left: within(middle, PEEK.width, wide), top: box.top - PEEK.gap - height };
  const top = within(box.top + box.height / 2 - height / 2, height, tall);
  if (box.right + PEEK.gap + PEEK.width < wide) return { left: box.right + PEEK.gap, top };
  if (box.left - PEEK.gap - PEEK.width > 0) return { left: box.left - PEEK.gap - PEEK.width, top };
  return { left: within(middle, PEEK.width, wide), top: box.top > tall / 2 ? PEEK.edge : within(tall, height, tall) };
}

/** The enlarged copy of the card that is looked at. */
export function Peek() {
  const ref = useRef(null);
  const [height, measure] = useState(0);
  const shown = peeked.value;
  useLayoutEffect(() => measure(ref.current?.offsetHeight ?? 0), [shown]);
  if (!shown) return null;
  const { face, side, box } = shown;
  const { left, top } = placePeek(box, height);
  return html`<div ref=${ref} class=${classes('peek card', `card-${face.shape}`, `of-${side}`)} data-testid="peek" role="tooltip"
      style=${{ left: `${left}px`, top: `${top}px`, width: `${PEEK.width}px`, visibility: height ? 'visible' : 'hidden' }}>
    <${Front} face=${face} isLarge=${true} />
  </div>`;
}
