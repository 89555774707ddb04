// Motion that explains: cards glide from where they were to where they are, numbers flash when they change.
import { useLayoutEffect, useRef } from './lib.js';
import { isStill } from './prefs.js';

const GLIDE_MS = 220;
const FLASH_MS = 240;
const EASE = 'cubic-bezier(.2, .7, .3, 1)';

let before = null;

const cardsOnBoard = () => document.querySelectorAll('.board [data-card]');
const zoneBox = (side, zone) =>
  document.querySelector(`[data-testid="zone-${side}-${zone}"]`)?.getBoundingClientRect();

/** Remember where every card lies. Called just before a new state is shown. */
export function capture() {
  if (isStill()) return;
  before = new Map();
  for (const element of cardsOnBoard()) before.set(element.dataset.card, element.getBoundingClientRect());
}

/** Where a card that was not seen before comes from: the deck, or its side's hand. */
function origin(element) {
  const { side, zone } = element.dataset;
  if (!side) return null;
  return zone === 'hand' ? zoneBox(side, 'deck') : zoneBox(side, 'hand');
}

function glide(element, from) {
  const to = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return;
  element.animate(
    [{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
    { duration: GLIDE_MS, easing: EASE },
  );
}

/** After the board was drawn anew for `state`, let the cards that moved glide there. */
export function useGlide(state) {
  useLayoutEffect(() => {
    if (!before) return;
    const known = before;
    before = null;
    if (!known.size) return; // the first look at a table: nothing has moved
    for (const element of cardsOnBoard()) {
      const from = known.get(element.dataset.card) ?? origin(element);
      if (from) glide(element, from);
    }
  }, [state]);
}

/** A ref for an element that flashes once whenever `value` changes. */
export function useFlash(value) {
  const ref = useRef(null);
  const last = useRef(value);
  useLayoutEffect(() => {
    if (last.current !== value && ref.current && !isStill()) {
      ref.current.animate(
        [{ background: 'var(--accent)', color: 'var(--on-accent)' }, {}],
        { duration: FLASH_MS, easing: 'ease-out' },
      );
    }
    last.current = value;
  }, [value]);
  return ref;
}
