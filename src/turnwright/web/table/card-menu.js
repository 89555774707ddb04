// The menu beside a card with everything the card can do.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../app/preact.js';
import { NUMBER_KEYS } from './question-bar.js';

const GAP = 8;

/** The position of the menu: above the card if there is room, otherwise below, inside the window. */
function positionFor(menu, card) {
  const own = menu.getBoundingClientRect();
  const box = card?.getBoundingClientRect() ?? { left: innerWidth / 2, top: innerHeight / 2, width: 0, bottom: innerHeight / 2 };
  const above = box.top - own.height - GAP;
  const left = Math.min(Math.max(GAP, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - GAP);
  return { left, top: above > GAP ? above : Math.min(box.bottom + GAP, innerHeight - own.height - GAP) };
}

/** The open card menu of a table, if there is one. */
export function CardMenu({ table }) {
  const { menu, cancel } = table.question;
  const ref = useRef(null);
  const [position, setPosition] = useState(null);
  const source = menu?.source;
  useLayoutEffect(() => {
    if (!menu || !ref.current) return setPosition(null);
    setPosition(positionFor(ref.current, [...document.querySelectorAll(`[data-card="${source}"]`)].at(-1)));
  }, [source, menu?.choices.length]);
  useEffect(() => {
    if (!menu) return undefined;
    const before = document.activeElement;
    return () => {
      const isElsewhere = document.activeElement && document.activeElement !== document.body;
      if (!isElsewhere && before?.isConnected) before.focus();
    };
  }, [source]);
  useEffect(() => {
    if (position) ref.current?.querySelector('button')?.focus(); // a hidden element cannot take the focus
  }, [source, position !== null]);
  if (!menu) return null;
  return html`<div class="card-menu" role="menu" aria-label="Actions of this card" ref=${ref} data-testid="card-menu"
      style=${position ? { left: `${position.left}px`, top: `${position.top}px` } : { visibility: 'hidden' }}>
    ${menu.choices.map((choice, i) => html`<button type="button" role="menuitem" class="menu-item" key=${choice.id} data-nav
      data-testid=${choice.testId} disabled=${table.isBusy} onClick=${choice.run}>
      ${i < NUMBER_KEYS && html`<kbd aria-hidden="true">${i + 1}</kbd>`}<span>${choice.label}</span></button>`)}
    <button type="button" role="menuitem" class="menu-item is-quiet" data-nav data-testid="menu-cancel" onClick=${cancel}>
      <kbd aria-hidden="true">Esc</kbd><span>Cancel</span></button>
  </div>`;
}
