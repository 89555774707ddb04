// Animation: cards move from their old to their new position, and values flash when they change.
import { useLayoutEffect, useRef } from '../app/preact.js';
import { isMotionReduced } from '../app/preferences.js';

const MOVE_MS = 220;
const FLASH_MS = 240;
const EASE = 'cubic-bezier(.2, .7, .3, 1)';

let positions = null; // by card key, between a capture and the next render
let lastPositions = new Map(); // those of the last capture

const cardsOnBoard = () => document.querySelectorAll('main [data-card]');
const zoneBox = (side, zone) =>
  document.querySelector(`[data-testid="zone-${side}-${zone}"]`)?.getBoundingClientRect();

/** Remember the position of every card. Call it just before a new state is shown. */
export function captureCardPositions() {
  if (isMotionReduced()) return;
  positions = new Map();
  for (const element of cardsOnBoard()) positions.set(element.dataset.card, element.getBoundingClientRect());
  lastPositions = positions;
}

/** Where a card was before the present state, if it was shown. */
export const boxOfCard = (key) => lastPositions.get(String(key)) ?? null;

/** The start of a card that was not visible before: its owner's deck or hand. */
function originOf(element) {
  const { side, zone } = element.dataset;
  if (!side) return null;
  return zone === 'hand' ? zoneBox(side, 'deck') : zoneBox(side, 'hand');
}

function moveFrom(element, from) {
  const to = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return;
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
    { duration: MOVE_MS, easing: EASE },
  );
}

/** Animate the cards that moved since the capture, after the board was rendered for `state`. */
export function useCardAnimation(state) {
  useLayoutEffect(() => {
    if (!positions) return;
    const before = positions;
    positions = null;
    if (!before.size) return; // the first render of a table
    for (const element of cardsOnBoard()) {
      const from = before.get(element.dataset.card) ?? originOf(element);
      if (from) moveFrom(element, from);
    }
  }, [state]);
}

/** A ref for an element that flashes once whenever `value` changes. */
export function useFlash(value) {
  const ref = useRef(null);
  const last = useRef(value);
  useLayoutEffect(() => {
    if (last.current !== value && ref.current && !isMotionReduced()) {
      ref.current.animate(
        [{ background: 'var(--accent)', color: 'var(--on-accent)' }, {}],
        { duration: FLASH_MS, easing: 'ease-out' },
      );
    }
    last.current = value;
  }, [value]);
  return ref;
}
