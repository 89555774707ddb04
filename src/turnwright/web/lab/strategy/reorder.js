// Dragging cards with mouse, pen or finger: a lifted card, the gap where it would land, and a badge such as "4 to 3".
import { signal } from '../../app/preact.js';
import { announce, at } from '../state/lab-store.js';
import { followTo } from '../editor/action-draft.js';
import { openAction } from '../state/lab-store.js';
import { toast } from '../../app/toasts.js';
import { moveEntry, moveToOtherList, whyNotIn } from './list-edits.js';

const START_PX = 5;
const LONG_PRESS_MS = 350;
const EDGE_PX = 72;

/** The card that is being dragged: {list, from, name, over, to, x, y, height, why, slot}, or null. */
export const drag = signal(null);

let press = null; // a pointer is down on a card, and may become a drag

/** Begin to watch a pointer that went down on a card. `isHandle`: on its handle, where touch drags at once. */
export function pressCard(event, { list, index, name }) {
  if (event.button !== 0 || press || drag.value) return;
  const isTouch = event.pointerType === 'touch';
  const isHandle = Boolean(event.target.closest('[data-grip]'));
  const card = event.currentTarget;
  press = { list, index, name, card, id: event.pointerId, x: event.clientX, y: event.clientY, isTouch, isHandle, timer: 0 };
  if (isTouch && !isHandle) press.timer = setTimeout(() => press && lift(press.x, press.y), LONG_PRESS_MS);
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', onUp);
  addEventListener('pointercancel', stop);
  addEventListener('keydown', onKey, true);
  document.addEventListener('touchmove', holdPage, { passive: false });
  document.addEventListener('contextmenu', holdPage);
}

/** Whether the last press became a drag, so that its click does not open the editor. */
export const wasDragged = () => performance.now() - endedAt < 50;
let endedAt = -1000;

const holdPage = (event) => { if (drag.value) event.preventDefault(); };

function onMove(event) {
  if (!press || event.pointerId !== press.id) return;
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y);
  if (!drag.value) {
    if (press.isTouch && !press.isHandle) {
      if (far > 8) stop(); // the finger scrolls the page
      return;
    }
    if (far < START_PX) return;
    lift(event.clientX, event.clientY);
  }
  event.preventDefault();
  place(event.clientX, event.clientY);
  scrollAtEdges(event.clientY);
}

function lift(x, y) {
  const lists = [...document.querySelectorAll('[data-cards]')].map((element) => ({
    list: element.dataset.cards, top: element.getBoundingClientRect().top + scrollY, bottom: element.getBoundingClientRect().bottom + scrollY,
    cards: [...element.children].filter((one) => one.dataset.place !== undefined).map((one) => {
      const box = one.getBoundingClientRect();
      return { top: box.top + scrollY, height: box.height };
    }),
  }));
  press.lists = lists;
  press.startY = press.y + scrollY;
  navigator.vibrate?.(10);
  getSelection()?.removeAllRanges();
  announce(`${press.name} lifted`);
  place(x, y);
}

/** Where the card is now, where it would land, and why not. */
function place(x, y) {
  const { lists, list, index, name } = press;
  const home = lists.find((one) => one.list === list);
  const own = home.cards[index];
  const dy = y + scrollY - press.startY;
  const middle = own.top + own.height / 2 + dy;
  const over = lists.find((one) => middle >= one.top - 24 && middle <= one.bottom + 8) ?? home;
  const to = over === home ? placeAt(home.cards, index, own.top + dy, own.height) : over.cards.filter((one) => centre(one) < middle).length;
  const why = over === home ? '' : whyNotIn(at(`${list}[${index}]`), over.list.split('.').pop());
  drag.value = { list, from: index, name, over: over.list, to, x: x - press.x, y: dy, height: own.height, why, slot: slotTop(over, home, index, to, own.height) };
}

const centre = (card) => card.top + card.height / 2;

/** Its place among the cards of its own list: a card gives way when the lifted one covers its centre. */
function placeAt(cards, from, top, height) {
  const above = cards.slice(0, from).filter((one) => centre(one) > top).length;
  const below = cards.slice(from + 1).filter((one) => centre(one) < top + height).length;
  return from - above + below;
}

/** The top of the gap, within the list that the card is over. */
function slotTop(over, home, from, to, height) {
  const at = over.cards[to];
  if (over !== home) return (at ? at.top : (over.cards.at(-1)?.top ?? over.top) + (over.cards.at(-1)?.height ?? -8) + 8) - over.top;
  return (to > from ? at.top + at.height - height : at.top) - over.top;
}

function scrollAtEdges(y) {
  if (y < EDGE_PX) scrollBy(0, -12);
  else if (y > innerHeight - EDGE_PX) scrollBy(0, 12);
}

function onUp() {
  const last = drag.value;
  const isOpen = last && openAction.value === `${last.list}[${last.from}]`;
  stop();
  if (!last) return;
  endedAt = performance.now();
  if (last.why) {
    toast(last.why);
    announce(last.why);
    return;
  }
  let path = `${last.list}[${last.to}]`;
  if (last.over !== last.list) path = moveToOtherList(`${last.list}[${last.from}]`, last.to);
  else moveEntry(last.list, last.from, last.to);
  if (isOpen) followTo(path);
  focusCard(path);
}

function onKey(event) {
  if (event.key !== 'Escape' || !drag.value) return;
  event.preventDefault();
  event.stopPropagation();
  announce(`${drag.value.name} put back`);
  endedAt = performance.now();
  stop();
}

function stop() {
  clearTimeout(press?.timer);
  press = null;
  drag.value = null;
  removeEventListener('pointermove', onMove);
  removeEventListener('pointerup', onUp);
  removeEventListener('pointercancel', stop);
  removeEventListener('keydown', onKey, true);
  document.removeEventListener('touchmove', holdPage);
  document.removeEventListener('contextmenu', holdPage);
}

/** How far a card makes room for the lifted one, in pixels. */
export function shiftOf(list, index) {
  const now = drag.value;
  if (!now || now.why) return 0;
  const step = now.height + 8;
  if (now.over !== list) return 0;
  if (now.list !== list) return index >= now.to ? step : 0;
  if (index > now.from && index <= now.to) return -step;
  return index < now.from && index >= now.to ? step : 0;
}

/** Give the focus to the card at a path once it is there. */
export function focusCard(path) {
  requestAnimationFrame(() => requestAnimationFrame(() => {
    document.querySelector(`[data-card="${CSS.escape(path)}"]`)?.focus({ preventScroll: true });
  }));
}
