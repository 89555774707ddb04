// A card as a button, and a card that is only shown.
import { classes, html, useContext, useLayoutEffect, useRef } from '../app/preact.js';
import { cardLabel, faceOf } from './card-face.js';
import { CardBack, CardFront } from './card-front.js';
import { hidePreview, hidePreviewOf, showPreview, showPreviewSoon } from './card-preview.js';
import { describedBy } from './descriptions.js';
import { cardKey } from './state-queries.js';
import { TableContext } from './table-context.js';

const LONG_PRESS_MS = 420;

/**
 * A card as a button. `side` is its owner's side (self, opponent, shared), `zone` the wire name of its
 * zone. With `choice` it is a candidate in a dialog; otherwise the table's question says what a click does.
 * A board that draws its cards itself gives `draw` and `drawLarge` (for the preview), functions of the face, and a `className`. The card is
 * announced by its label, so what they draw is `aria-hidden`.
 */
export function Card({ card, side, zone, index = 0, size = 'field', choice = null, isFirst = false, draw = null, drawLarge = null, className = '' }) {
  const table = useContext(TableContext);
  const press = useRef({});
  const own = useRef(null);
  useLayoutEffect(() => {
    const element = own.current;
    return () => hidePreviewOf(element);
  }, []);
  const face = { ...faceOf(card, table.library), drawLarge };
  const key = cardKey(card, side, zone, index);
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
    hidePreview();
    if (choice) choice.run();
    else table.onCardClick?.(key, side);
  };
  const onPointerDown = (event) => {
    if (event.pointerType === 'mouse') return;
    const element = event.currentTarget;
    press.current.timer = setTimeout(() => {
      press.current.wasLong = true;
      showPreview(face, side, element);
    }, LONG_PRESS_MS);
  };
  const onPointerEnd = () => clearTimeout(press.current.timer);
  const onPointerEnter = (event) => {
    if (event.pointerType !== 'mouse') return;
    showPreviewSoon(face, side, event.currentTarget);
  };
  const onFocus = (event) => {
    if (event.currentTarget.matches(':focus-visible')) showPreview(face, side, event.currentTarget);
  };
  const testId = choice ? choice.testId : `card-${key}`;
  return html`<button ref=${own} type="button" data-testid=${testId} data-nav
      data-card=${choice ? undefined : key} data-side=${side} data-zone=${zone} data-mark=${mark || undefined}
      data-kind=${face.isKnown ? face.name : undefined}
      class=${classes(draw ? className : `card card-${face.shape ?? 'back'} size-${size}`, `of-${side}`,
        isWide && 'is-wide', !face.isFaceUp && 'is-down', showsBack && 'is-back',
        mark && `is-${mark}`, isSource && 'is-source', (face.isSpent || (face.hasAttacked && size === 'field')) && 'is-spent')}
      tabIndex=${mark || isFirst || choice ? 0 : -1} aria-describedby=${describedBy(face.text)}
      aria-pressed=${choice || entry?.mark === 'picked' ? Boolean(choice?.isPicked || entry?.mark === 'picked') : undefined}
      onClick=${run} onPointerDown=${onPointerDown} onPointerUp=${onPointerEnd} onPointerCancel=${onPointerEnd}
      onPointerEnter=${onPointerEnter} onPointerLeave=${() => { onPointerEnd(); hidePreview(); }}
      onFocus=${onFocus} onBlur=${hidePreview} onContextMenu=${(event) => press.current.wasLong && event.preventDefault()}>
    <span class="sr-only">${cardLabel(face, extra)}</span>${draw ? draw(face) : showsBack ? html`<${CardBack} />` : html`<${CardFront} face=${face} size=${size} />`}
  </button>`;
}

/** A card that cannot be clicked, such as the top card of a pile. */
export function StaticCard({ card, side, zone }) {
  const { library } = useContext(TableContext);
  const face = faceOf(card, library);
  return html`<span class=${classes('card size-field', `card-${face.shape ?? 'back'}`, `of-${side}`, !face.isKnown && 'is-back')}
      data-card=${face.id} data-side=${side} data-zone=${zone}>
    ${face.isKnown ? html`<${CardFront} face=${{ ...face, counters: [] }} size="pile" />` : html`<${CardBack} />`}
  </span>`;
}
