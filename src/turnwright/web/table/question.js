// The question the player has to answer now, in one shape for all games. It is made from the state's
// options or the server's prompt and holds buttons for the question bar, choices on cards, and a list
// for the dialog.
import { humanize } from '../app/text.js';
import { cardsOfOption, gridFor, isConcede } from './state-queries.js';

const MAX_BUTTONS = 8;
const BOARD_HINT = 'Choose on the board.';

/**
 * A choice is {id, label, testId, run}; `run` sends it.
 * @typedef {object} Question
 * @property {string} kind - wait, move, menu, target, pick or order
 * @property {string} title - the sentence in the question bar
 * @property {object[]} buttons - choices shown in the question bar
 * @property {Map} onCard - by card key: {choices, mark, isDirect}; a direct choice needs no menu
 * @property {?object[]} list - choices shown in a dialog
 * @property {?object[]} order - candidates to put in order
 * @property {?object} menu - {source, choices}: the open menu of a card
 * @property {?object} grid - {name, list, byIndex}: a clickable board
 * @property {?function} cancel - takes the question back
 * @property {?object} confirm - {label, isReady, run}
 * @property {string} counter - how many candidates are picked
 * @property {string} hint
 * @property {?number} deadline - in milliseconds of the server's clock
 * @property {?(number|string)} source - the card whose menu is open
 */
const EMPTY = {
  kind: 'wait', title: '', buttons: [], onCard: new Map(), list: null, order: null, menu: null, grid: null,
  cancel: null, confirm: null, counter: '', hint: '', deadline: null, source: null,
};

/** Make the question of a table. @returns {Question} */
export function questionOf(table) {
  const { state, prompt, session, match } = table;
  if (!session || !match.youAre || state.result) return { ...EMPTY, title: state.waiting || '' };
  if (prompt?.type === 'card_action_menu') return menuQuestion(table);
  if (prompt?.type === 'target_select') return targetQuestion(table);
  if (prompt) return pickQuestion(table);
  if (state.options?.length) return moveQuestion(table);
  return { ...EMPTY, title: state.waiting || 'Waiting for your opponent.' };
}

// --- moves ----------------------------------------------------------------------------------------

function moveQuestion(table) {
  const { state, session, draft, cards } = table;
  const options = state.options.filter((option) => !isConcede(option));
  const grid = gridFor(state.table, options);
  const cells = new Map([...(grid?.byIndex ?? [])].map(([index, option]) => [option, index]));
  const perform = (option) => () => {
    if (table.prompt) session.answer('cancel'); // close the server's card menu first
    draft.menu.value = null;
    session.act(option);
  };
  const onCard = new Map();
  const buttons = [];
  for (const option of options) {
    const choice = { id: option.id, label: option.label, testId: `option-${option.id}`, run: perform(option) };
    const [source, ...others] = cardsOfOption(option, cards);
    if (source !== undefined) {
      const entry = onCard.get(source) ?? { choices: [], mark: 'able' };
      entry.choices.push({ ...choice, targets: others });
      onCard.set(source, entry);
    } else if (cells.has(option)) {
      grid.byIndex.set(cells.get(option), choice);
    } else {
      buttons.push(choice);
    }
  }
  for (const { choices } of onCard.values()) nameAsOfOneCard(choices);
  const hints = [onCard.size && 'a highlighted card', grid?.byIndex.size && 'a cell', buttons.length && 'a button'];
  const found = { ...EMPTY, kind: 'move', title: `Your move: choose ${orList(hints.filter(Boolean))}.`, buttons, onCard, grid };
  const opened = draft.menu.value;
  if (opened !== null && onCard.has(opened)) openCard(found, opened, onCard.get(opened).choices, table);
  return found;
}

const moveOf = (choice) => choice.id.split(':')[0];

/** Open a card with several choices: a menu of its moves, or the targets of its only or chosen move. */
function openCard(found, source, choices, { draft, cards }) {
  const close = () => {
    draft.menu.value = null;
    draft.menuMove.value = '';
  };
  const byMove = Map.groupBy ? Map.groupBy(choices, moveOf) : groupBy(choices, moveOf);
  const move = byMove.has(draft.menuMove.value) ? draft.menuMove.value : byMove.size === 1 ? moveOf(choices[0]) : '';
  if (!move) {
    const entries = [...byMove].map(([name, same]) => (same.length === 1 ? { ...same[0], testId: `option-${name}` } : {
      id: name, label: `${humanize(name)} …`, testId: `option-${name}`, targets: [], run: () => { draft.menuMove.value = name; },
    }));
    openMenu(found, source, entries, close);
    return named(found, cards.get(source));
  }
  const aimed = byMove.get(move);
  openMenu(found, source, aimed, close);
  if (!aimed.every(({ targets }) => targets.length === 1 && found.onCard.get(targets[0])?.isDirect)) return named(found, cards.get(source));
  found.menu = null; // the board itself is the menu
  found.kind = 'target';
  found.title = `${humanize(move)}: choose a target.`;
  found.hint = BOARD_HINT;
  return found;
}

/** The question with an open menu, named after its card. */
function named(found, shown) {
  const name = shown?.card.name ?? shown?.card.kind;
  return Object.assign(found, { kind: 'menu', title: name ? `${name}: choose an action.` : 'Choose an action.' });
}

function groupBy(list, keyOf) {
  const found = new Map();
  for (const one of list) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return found;
}

const orList = (parts) => (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`);

/** Open the menu of a card. A choice with a target can also be made by clicking the target. */
/** Leave out the numbers that tell the moves of equal cards apart: these choices are shown at their card. */
function nameAsOfOneCard(choices) {
  const names = choices.map((choice) => choice.label.replace(/ \(no\. \d+\)$/, ''));
  choices.forEach((choice, i) => { if (names.indexOf(names[i]) === names.lastIndexOf(names[i])) choice.label = names[i]; });
}

function openMenu(found, source, choices, close) {
  found.menu = { source, choices };
  found.cancel = close;
  found.source = source;
  const byTarget = new Map();
  for (const choice of choices) {
    for (const target of choice.targets ?? []) {
      if (target !== source) byTarget.set(target, [...(byTarget.get(target) ?? []), choice]);
    }
  }
  for (const [target, aimed] of byTarget) {
    if (aimed.length === 1) found.onCard.set(target, { choices: aimed, mark: 'target', isDirect: true });
  }
}

/** The card menu that the server sent after a click. The other moves stay available. */
function menuQuestion(table) {
  const { prompt, session, cards } = table;
  const found = table.state.options?.length ? moveQuestion(table) : { ...EMPTY, onCard: new Map() };
  const source = prompt.cardData?.id ?? prompt.card ?? null;
  const choices = prompt.options.filter((option) => option.id !== 'cancel').map((option) => ({
    id: option.id, label: menuLabel(option, source, table), testId: `option-${option.id}`,
    run: () => session.answer(option.id), targets: cardsOfOption(option, cards),
  }));
  openMenu(found, source, choices, () => session.answer('cancel'));
  return { ...found, kind: 'menu', title: `${prompt.title}: choose an action.`, deadline: prompt.deadline };
}

/** The label of a menu entry. A move with several targets shows only its name, because the target is asked next. */
function menuLabel(option, source, { state, cards }) {
  const variants = (state.options ?? []).filter((one) => one.id.split(':')[0] === option.id && cardsOfOption(one, cards)[0] === source);
  return variants.length > 1 ? `${humanize(option.id)} …` : option.label;
}

// --- prompts --------------------------------------------------------------------------------------

function targetQuestion({ prompt, session, cards, state }) {
  const found = { ...EMPTY, kind: 'target', title: prompt.title, onCard: new Map(), buttons: [], deadline: prompt.deadline };
  for (const target of prompt.targets) {
    if (target.id === 'cancel') continue;
    const run = () => session.answer(target.id);
    const card = cardOf(target, cards, state);
    const choice = { id: target.id, label: target.label, testId: `candidate-${target.id}`, run };
    if (cards.get(card)?.isOnBoard) found.onCard.set(card, { choices: [choice], mark: 'target', isDirect: true });
    else found.buttons.push(choice);
  }
  if (prompt.canCancel !== false) found.cancel = () => session.answer('cancel');
  if (found.onCard.size) found.hint = found.buttons.length ? 'Choose on the board or here.' : BOARD_HINT;
  return found;
}

/** Pick candidates: on the board, with buttons, in a list, or by putting them in order. */
function pickQuestion(table) {
  const { prompt, session, draft } = table;
  const { requirement, kind } = prompt;
  const { min = 1, max = 1, candidates } = requirement;
  const isOne = max <= 1; // a click is the answer
  const picks = draft.picks.value;
  const found = {
    ...EMPTY, kind: 'pick', title: titleOf(prompt), deadline: prompt.deadline, onCard: new Map(), buttons: [],
  };
  if (prompt.canCancel) {
    found.cancel = () => session.answer('cancel');
    found.cancelLabel = min === 0 ? 'Pass' : 'Cancel';
  }
  const send = () => session.answer(draft.picks.value);
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
    card: cardOf(candidate, table.cards, table.state),
    isPicked: picks.includes(candidate.id),
    isFull: !picks.includes(candidate.id) && picks.length >= max && max > 1,
    run: isOne ? () => session.answer([candidate.id]) : () => draft.toggle(candidate.id, max),
  }));
  if (!isOne) {
    found.counter = counterText(picks.length, min, max);
    const isReady = picks.length >= min && picks.length <= max;
    found.confirm = { label: picks.length || min ? 'Confirm' : 'Pass', isReady, run: send };
    if (min === 0) found.cancelLabel = ''; // confirming an empty selection is a pass
  }
  const isOnBoard = (choice) => choice.card !== null && table.cards.get(choice.card)?.isOnBoard;
  for (const choice of choices.filter(isOnBoard)) {
    found.onCard.set(choice.card, { choices: [choice], mark: choice.isPicked ? 'picked' : 'target', isDirect: true });
  }
  const isPlain = choices.every((choice) => choice.card === null && !choice.candidate.cardKind);
  const isField = prompt.type === 'selection_contract' && prompt.ui?.useFieldTargeting !== false;
  if (kind === 'yes_no' || (isPlain && choices.length <= MAX_BUTTONS)) found.buttons = choices;
  else if (!(isField && choices.every(isOnBoard))) found.list = choices;
  else found.hint = BOARD_HINT;
  return found;
}

/** The prompt's title after the name of the card that asks. */
function titleOf({ title, cardData }) {
  const name = cardData?.name;
  return name && !title.includes(name) ? `${name}: ${title}` : title;
}

function counterText(count, min, max) {
  const wanted = min === max ? `${min}` : min === 0 ? `up to ${max}` : `${min} to ${max}`;
  return `${count} of ${wanted} chosen`;
}

/** The key of the visible card that a candidate stands for, or null. */
function cardOf(candidate, cards, state) {
  for (const id of [candidate.cardId, candidate.card, candidate.id]) if (cards.has(id)) return id;
  if (candidate.zone === undefined) return null;
  const isMine = ['player', 'self', state.players.self?.id].includes(candidate.controller ?? candidate.owner);
  for (const [id, { zone, side, index }] of cards) {
    const isZone = [zone.name, zone.wire].includes(candidate.zone) && (side === 'self') === isMine;
    if (isZone && index === candidate.zoneIndex) return id;
  }
  return null;
}
