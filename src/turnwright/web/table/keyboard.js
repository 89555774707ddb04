// Keyboard control: number keys choose, arrow keys move the focus, Escape cancels, ? opens the help.
import { html, useLayoutEffect } from '../app/preact.js';

const isTyping = (element) => element.matches?.('input, textarea, select, [contenteditable]');
const isVisible = (element) => element.offsetParent !== null && !element.disabled;
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest element in a direction; distance to the side counts more than distance ahead. */
function nearest(from, [dx, dy], elements) {
  const [x, y] = middle(from.getBoundingClientRect());
  let best = null;
  let least = Infinity;
  for (const element of elements) {
    if (element === from) continue;
    const [tx, ty] = middle(element.getBoundingClientRect());
    const ahead = (tx - x) * dx + (ty - y) * dy;
    const sideways = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    const distance = ahead + sideways * 2.5;
    if (ahead > 4 && distance < least) [best, least] = [element, distance];
  }
  return best;
}

function moveFocus(direction) {
  const dialog = [...document.querySelectorAll('.card-menu, .dialog')].at(-1);
  const elements = [...(dialog ?? document).querySelectorAll('[data-nav]')].filter(isVisible);
  const here = document.activeElement;
  const next = elements.includes(here) ? nearest(here, direction, elements)
    : elements.find((one) => one.dataset.mark) ?? elements.find((one) => one.closest('.question')) ?? elements[0];
  next?.focus({ focusVisible: true });
}

/** The choices of the number keys: those of the menu, the list, or the question bar. */
const numbered = ({ menu, list, buttons }) => menu?.choices ?? list ?? buttons;

/** Handle the keys of a table. */
export function useKeyboard(table, { onHelp, isHelpOpen, onLog }) {
  useLayoutEffect(() => { // a layout effect, because a key can arrive before ordinary effects run
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('.dialog-frame.is-modal')) return;
      const { question, draft } = table;
      const direction = DIRECTIONS[event.key];
      const number = Number.parseInt(event.key, 10);
      if (direction && event.target.type !== 'range') moveFocus(direction);
      else if (event.key === '?' || event.key === 'h') onHelp(!isHelpOpen);
      else if (event.key === 'Escape') {
        if (isHelpOpen) onHelp(false);
        else if (draft?.pile.value && !question.menu) draft.pile.value = null;
        else if (question.cancel) question.cancel();
        else if (question.list || question.order) draft.isMinimized.value = !draft.isMinimized.value;
        else return;
      } else if (number >= 1 && !table.isBusy) {
        const choice = numbered(question)[number - 1];
        if (!choice || choice.isFull) return;
        choice.run();
      } else if (event.key === 'Enter' && event.target === document.body && question.confirm?.isReady && !table.isBusy) {
        question.confirm.run();
      } else if (event.key === 'b' && (question.list || question.order)) {
        draft.isMinimized.value = !draft.isMinimized.value;
      } else if (event.key === 'l' && onLog) onLog();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

const HELP = [
  ['Tab', 'next control'],
  ['← ↑ → ↓', 'move between cards and buttons'],
  ['Enter, Space', 'use the focused card or button'],
  ['1 to 9', 'choose an option by its number'],
  ['Esc', 'cancel or close'],
  ['B', 'hide the list to see the board, or show it again'],
  ['?, H', 'help: what is on the screen, the rules, these keys'],
];
const REPLAY_HELP = [['Space', 'play or pause'], [', and .', 'one step back or forward'], ['[ and ]', 'one turn back or forward'], ['Home, End', 'go to the start or the end']];
const SCENE_HELP = [['L', 'show or hide the log']];

/** The list of keys. */
export function KeyList({ isReplay, isScene }) {
  const keys = [...(isReplay ? REPLAY_HELP : []), ...HELP, ...(isScene ? SCENE_HELP : [])];
  return html`<dl class="keys">${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    <p class="muted">Hover over a card, focus it or press it for long to read it. Highlighted cards have actions.</p>`;
}
