// The keyboard: numbers pick, arrows walk over the table, Escape takes back, ? explains.
import { html, useLayoutEffect } from './lib.js';
import { Floating } from './dialog.js';

const isTyping = (element) => element.matches?.('input, textarea, select, [contenteditable]');
const isVisible = (element) => element.offsetParent !== null && !element.disabled;
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest thing in a direction; what lies off to the side counts as farther away. */
function nearest(from, [dx, dy], things) {
  const [x, y] = middle(from.getBoundingClientRect());
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    if (thing === from) continue;
    const [tx, ty] = middle(thing.getBoundingClientRect());
    const ahead = (tx - x) * dx + (ty - y) * dy;
    const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    const distance = ahead + aside * 2.5;
    if (ahead > 4 && distance < least) [best, least] = [thing, distance];
  }
  return best;
}

function walk(direction) {
  const dialog = [...document.querySelectorAll('.card-menu, .dialog')].at(-1);
  const things = [...(dialog ?? document).querySelectorAll('[data-nav]')].filter(isVisible);
  const here = document.activeElement;
  const start = things.includes(here) ? nearest(here, direction, things)
    : things.find((thing) => thing.dataset.mark) ?? things.find((thing) => thing.closest('.question')) ?? things[0];
  start?.focus({ focusVisible: true });
}

/** What the number keys pick: the menu's choices, the list's, or the question bar's. */
const numbered = ({ menu, list, buttons }) => menu?.choices ?? list ?? buttons;

export function useKeys(table, { onHelp, isHelpOpen }) {
  useLayoutEffect(() => { // with what is shown: a key may come before the next effects do
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('.dialog-frame.is-modal')) return;
      const { question, desk } = table;
      const direction = DIRECTIONS[event.key];
      const number = Number.parseInt(event.key, 10);
      if (direction && event.target.type !== 'range') walk(direction);
      else if (event.key === '?') onHelp(!isHelpOpen);
      else if (event.key === 'Escape') {
        if (isHelpOpen) onHelp(false);
        else if (desk?.pile.value && !question.menu) desk.pile.value = null;
        else if (question.cancel) question.cancel();
        else if (question.list || question.order) desk.isAside.value = !desk.isAside.value;
        else return;
      } else if (number >= 1 && !table.isBusy) {
        const choice = numbered(question)[number - 1];
        if (!choice || choice.isFull) return;
        choice.run();
      } else if (event.key === 'Enter' && event.target === document.body && question.confirm?.isReady && !table.isBusy) {
        question.confirm.run();
      } else if (event.key === 'b' && (question.list || question.order)) {
        desk.isAside.value = !desk.isAside.value;
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

const HELP = [
  ['Tab', 'to the next thing one can use'],
  ['← ↑ → ↓', 'over cards and buttons'],
  ['Enter, Space', 'use it'],
  ['1 to 9', 'pick an option by its number'],
  ['Esc', 'cancel, or close'],
  ['B', 'put the list away to look at the board, and back'],
  ['?', 'these keys'],
];
const REPLAY_HELP = [['Space', 'play or pause'], [', and .', 'one step back or on'], ['Home, End', 'to the start or the end']];

export function Help({ onClose, isReplay }) {
  return html`<${Floating} title="Keys" testId="help" onClose=${onClose}>
    <dl class="keys">${[...(isReplay ? REPLAY_HELP : []), ...HELP].map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    <p class="muted">Rest the mouse on a card, focus it or press it long to read it. Cards with a glowing edge can do something.</p>
  <//>`;
}
