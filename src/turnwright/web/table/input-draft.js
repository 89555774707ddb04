// Input the player has begun but not sent: an open menu, picked candidates, an order, an open pile.
import { signal } from '../app/preact.js';

/** The unsent input of one table. */
export class InputDraft {
  menu = signal(null); // the id of the card whose menu is open
  menuMove = signal(''); // the move of that card whose target is chosen
  picks = signal([]); // the ids of picked candidates, in order
  isMinimized = signal(false); // the prompt's dialog is hidden to show the board
  pile = signal(null); // {side, zone}: the pile whose cards are shown
  question = null;

  /** Discard everything if the prompt or, without a prompt, the state is a new one. */
  resetFor(prompt, state) {
    const key = prompt?.promptId ?? `state ${state?.stateVersion}`;
    if (key === this.question) return;
    this.question = key;
    this.menu.value = null;
    this.menuMove.value = '';
    this.isMinimized.value = false;
    const { requirement } = prompt ?? {};
    this.picks.value = requirement?.ordered ? requirement.candidates.map((one) => one.id) : [];
    if (prompt && prompt.type !== 'card_action_menu') this.pile.value = null;
  }

  /** Pick a candidate or unpick it. With a maximum of 1 a new pick replaces the old one. */
  toggle(id, max) {
    const picks = this.picks.value;
    if (picks.includes(id)) this.picks.value = picks.filter((one) => one !== id);
    else this.picks.value = max === 1 ? [id] : [...picks, id].slice(0, Math.max(max, 1));
  }

  /** Move a candidate in the order by some places. */
  move(id, by) {
    const order = [...this.picks.value];
    const from = order.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= order.length) return;
    [order[from], order[to]] = [order[to], order[from]];
    this.picks.value = order;
  }
}
