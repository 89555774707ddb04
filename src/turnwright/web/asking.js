// What is asked now, in one shape for all games: from the state's options or the server's prompt to
// buttons for the question bar, choices on cards, and a list for the dialog.
import { signal, words } from './lib.js';
import { cardsOf, gridFor, isConcede } from './model.js';

const MOST_BUTTONS = 8;
const BOARD_HINT = 'Choose on the board.';

/** What the player has begun but not sent: an open menu, picked candidates, an order, a look at a pile. */
export class Desk {
  menu = signal(null); // the number of the card whose options are shown
  picks = signal([]);
  isAside = signal(false); // the dialog was put away to look at the board
  pile = signal(null); // {side, zone}: the pile that is looked through
  asked = null;

  /** A new question begins with nothing picked. */
  meet(prompt, state) {
    const key = prompt?.promptId ?? `state ${state?.stateVersion}`;
    if (key === this.asked) return;
    this.asked = key;
    this.menu.value = null;
    this.isAside.value = false;
    const { requirement } = prompt ?? {};
    this.picks.value = requirement?.ordered ? requirement.candidates.map((one) => one.id) : [];
    if (prompt && prompt.type !== 'card_action_menu') this.pile.value = null;
  }

  toggle(id, most) {
    const picks = this.picks.value;
    if (picks.includes(id)) this.picks.value = picks.filter((one) => one !== id);
    else this.picks.value = most === 1 ? [id] : [...picks, id].slice(0, Math.max(most, 1));
  }

  move(id, by) {
    const order = [...this.picks.value];
    const from = order.indexOf(id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= order.length) return;
    [order[from], order[to]] = [order[to], order[from]];
    this.picks.value = order;
  }
}

const EMPTY = {
  kind: 'wait', title: '', buttons: [], onCard: new Map(), list: null, order: null, menu: null, grid: null,
  cancel: null, confirm: null, counter: '', hint: '', deadline: null, source: null,
};

/** The question as it stands: see EMPTY for its parts. */
export function question(table) {
  const { state, prompt, session, match } = table;
  if (!session || !match.youAre || state.result) return { ...EMPTY, title: state.waiting || '' };
  if (prompt?.type === 'card_action_menu') return menuQuestion(table);
  if (prompt?.type === 'target_select') return targetQuestion(table);
  if (prompt) return pickQuestion(table);
  if (state.options?.length) return moveQuestion(table);
  return { ...EMPTY, title: state.waiting || 'Waiting for the other side.' };
}

// --- one's own moves --------------------------------------------------------------------------------

function moveQuestion(table) {
  const { state, session, desk, known } = table;
  const options = state.options.filter((option) => !isConcede(option));
  const grid = gridFor(state.table, options);
  const places = new Map([...(grid?.byIndex ?? [])].map(([index, option]) => [option, index]));
  const perform = (option) => () => {
    if (table.prompt) session.answer('cancel'); // a server's card menu is open: take it back first
    desk.menu.value = null;
    session.act(option);
  };
  const onCard = new Map();
  const buttons = [];
  for (const option of options) {
    const choice = { id: option.id, label: option.label, testId: `option-${option.id}`, run: perform(option) };
    const [source, ...others] = cardsOf(option, known);
    if (source !== undefined) {
      const entry = onCard.get(source) ?? { choices: [], mark: 'able' };
      entry.choices.push({ ...choice, targets: others });
      onCard.set(source, entry);
    } else if (places.has(option)) {
      grid.byIndex.set(places.get(option), choice);
    } else {
      buttons.push(choice);
    }
  }
  const hints = [onCard.size && 'a glowing card', grid?.byIndex.size && 'a place on the board', buttons.length && 'a button'];
  const found = { ...EMPTY, kind: 'move', title: `Your move: choose ${orList(hints.filter(Boolean))}.`, buttons, onCard, grid };
  const opened = desk.menu.value;
  if (opened !== null && onCard.has(opened)) openMenu(found, opened, onCard.get(opened).choices, () => { desk.menu.value = null; });
  return found;
}

const orList = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`);

/** Show choices at a card; those that aim at another card can also be made there. */
function openMenu(found, source, choices, close) {
  found.menu = { source, choices };
  found.cancel = close;
  found.source = source;
  const aims = new Map();
  for (const choice of choices) {
    for (const target of choice.targets ?? []) {
      if (target !== source) aims.set(target, [...(aims.get(target) ?? []), choice]);
    }
  }
  for (const [target, ways] of aims) {
    if (ways.length === 1) found.onCard.set(target, { choices: ways, mark: 'target', isDirect: true });
  }
}

/** The card menu that the server offered after a click; the other options stay at hand. */
function menuQuestion(table) {
  const { prompt, session, known } = table;
  const found = table.state.options?.length ? moveQuestion(table) : { ...EMPTY, onCard: new Map() };
  const source = prompt.cardData?.id ?? prompt.card ?? null;
  const choices = prompt.options.filter((option) => option.id !== 'cancel').map((option) => ({
    id: option.id, label: menuLabel(option, source, table), testId: `option-${option.id}`,
    run: () => session.answer(option.id), targets: cardsOf(option, known),
  }));
  openMenu(found, source, choices, () => session.answer('cancel'));
  return { ...found, kind: 'menu', title: `${prompt.title}: what shall it do?`, deadline: prompt.deadline };
}

/** A move with several targets is named alone: which one is asked next. */
function menuLabel(option, source, { state, known }) {
  const ways = (state.options ?? []).filter((one) => one.id.split(':')[0] === option.id && cardsOf(one, known)[0] === source);
  return ways.length > 1 ? `${words(option.id)} …` : option.label;
}

// --- the server's prompts -----------------------------------------------------------------------------

function targetQuestion({ prompt, session, known, state }) {
  const found = { ...EMPTY, kind: 'target', title: prompt.title, onCard: new Map(), buttons: [], deadline: prompt.deadline };
  for (const target of prompt.targets) {
    if (target.id === 'cancel') continue;
    const run = () => session.answer(target.id);
    const aim = placeOf(target, known, state);
    const choice = { id: target.id, label: target.label, testId: `candidate-${target.id}`, run };
    if (known.get(aim)?.isOpen) found.onCard.set(aim, { choices: [choice], mark: 'target', isDirect: true });
    else found.buttons.push(choice);
  }
  if (prompt.canCancel !== false) found.cancel = () => session.answer('cancel');
  if (found.onCard.size) found.hint = found.buttons.length ? 'Choose on the board or here.' : BOARD_HINT;
  return found;
}

/** Candidates to pick from: on the board, as buttons, in a list, or to be put in order. */
function pickQuestion(table) {
  const { prompt, session, desk } = table;
  const { requirement, kind } = prompt;
  const { min = 1, max = 1, candidates } = requirement;
  const isOne = max === 1; // then a click is the answer
  const picks = desk.picks.value;
  const found = {
    ...EMPTY, kind: 'pick', title: titleOf(prompt), deadline: prompt.deadline, onCard: new Map(), buttons: [],
  };
  if (prompt.canCancel) {
    found.cancel = () => session.answer('cancel');
    found.cancelLabel = min === 0 ? 'Pass' : 'Cancel';
  }
  const send = () => session.answer(desk.picks.value);
  if (requirement.ordered) {
    const byId = new Map(candidates.map((one) => [one.id, one]));
    found.kind = 'order';
    found.order = picks.map((id) => byId.get(id)).filter(Boolean);
    found.confirm = { label: 'Confirm this order', isReady: true, run: send };
    return found;
  }
  const choices = candidates.map((candidate) => ({
    id: candidate.id,
    label: candidate.label ?? candidate.name ?? String(candidate.id),
    testId: `candidate-${candidate.id}`,
    candidate,
    card: placeOf(candidate, table.known, table.state),
    isPicked: picks.includes(candidate.id),
    isFull: !picks.includes(candidate.id) && picks.length >= max && max > 1,
    run: isOne ? () => session.answer([candidate.id]) : () => desk.toggle(candidate.id, max),
  }));
  if (!isOne) {
    found.counter = counterText(picks.length, min, max);
    const isReady = picks.length >= min && picks.length <= max;
    found.confirm = { label: picks.length || min ? 'Confirm' : 'Pass', isReady, run: send };
    if (min === 0) found.cancelLabel = ''; // to confirm nothing is to pass
  }
  const isOnBoard = (choice) => choice.card !== null && table.known.get(choice.card)?.isOpen;
  for (const choice of choices.filter(isOnBoard)) {
    found.onCard.set(choice.card, { choices: [choice], mark: choice.isPicked ? 'picked' : 'target', isDirect: true });
  }
  const isPlain = choices.every((choice) => choice.card === null && !choice.candidate.cardKind);
  const isField = prompt.type === 'selection_contract' && prompt.ui?.useFieldTargeting !== false;
  if (kind === 'yes_no' || (isPlain && choices.length <= MOST_BUTTONS)) found.buttons = choices;
  else if (!(isField && choices.every(isOnBoard))) found.list = choices;
  else found.hint = BOARD_HINT;
  return found;
}

/** The question, behind the name of the card that asks it. */
function titleOf({ title, cardData }) {
  const name = cardData?.name;
  return name && !title.includes(name) ? `${name}: ${title}` : title;
}

function counterText(count, min, max) {
  const wanted = min === max ? `${min}` : min === 0 ? `up to ${max}` : `${min} to ${max}`;
  return `${count} chosen of ${wanted}`;
}

/** The number of the card that a candidate stands for, if one can see it. */
function placeOf(candidate, known, state) {
  for (const id of [candidate.cardId, candidate.card, candidate.id]) if (known.has(id)) return id;
  if (candidate.zone === undefined) return null;
  const isMine = ['player', 'self', state.players.self?.id].includes(candidate.controller ?? candidate.owner);
  for (const [id, { zone, side, index }] of known) {
    const isZone = [zone.name, zone.wire].includes(candidate.zone) && (side === 'self') === isMine;
    if (isZone && index === candidate.zoneIndex) return id;
  }
  return null;
}
