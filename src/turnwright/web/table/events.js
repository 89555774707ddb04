// What happened between the last state and this one: lines of the log, and differences of the state.
import { useLayoutEffect, useMemo, useRef } from '../app/preact.js';
import { isMotionReduced } from '../app/preferences.js';
import { floatNumber } from './floating-numbers.js';
import { sidesOf, visibleCards } from './state-queries.js';

// Numbers whose changes are shown: their keys in a player or a card, and what losing and gaining them is.
const NUMBERS = [
  [['lp', 'life', 'hp', 'health'], 'damage', 'heal'],
  [['block', 'shield'], 'loss', 'block'],
  [['credits', 'gold', 'points', 'lore', 'score', 'memory', 'momentum'], 'loss', 'gain'],
];

/**
 * @typedef {object} TableEvent
 * @property {string} text - a sentence, empty for a difference that no line of the log tells
 * @property {string} who - the seat that did it, or empty
 * @property {?(number|string)} source - the key of the card that did it
 * @property {?(number|string)} target - the key of the card, or `seat-<side>`, that it was done to
 * @property {string} kind - log, damage, heal, block, gain, loss or move
 * @property {number} amount - of a difference; 0 in lines of the log
 */

const differences = (before, after, target) => {
  const found = [];
  for (const [keys, less, more] of NUMBERS) {
    const key = keys.find((one) => typeof after?.[one] === 'number' && typeof before?.[one] === 'number');
    const amount = key ? after[key] - before[key] : 0;
    if (amount) found.push({ text: '', who: '', source: null, target, kind: amount < 0 ? less : more, amount, name: key });
  }
  return found;
};

/** The events that lead from one state to a later one. @returns {TableEvent[]} */
export function eventsBetween(before, after, game) {
  if (!before || before === after || before.stateVersion > after.stateVersion) return [];
  const lastLine = before.log?.at(-1)?.n ?? -1;
  const events = (after.log ?? []).filter((line) => line.n > lastLine).map((line) => ({
    text: line.text, who: line.who, source: line.cards?.[0] ?? null, target: line.cards?.[1] ?? null, kind: 'log', amount: 0,
  }));
  const zones = game.zones ?? [];
  const [cardsBefore, cards] = [visibleCards(before, zones), visibleCards(after, zones)];
  for (const [key, { card, zone }] of cards) {
    const was = cardsBefore.get(key);
    if (!was) continue;
    events.push(...differences(was.card, card, key));
    if (was.zone.name !== zone.name) events.push({ text: '', who: '', source: null, target: key, kind: 'move', amount: 0 });
  }
  const sidesBefore = new Map(sidesOf(before).map(({ player }) => [player.id, player]));
  for (const { side, player } of sidesOf(after)) events.push(...differences(sidesBefore.get(player.id), player, `seat-${side}`));
  return events;
}

/** The events between the last state that this part showed and the table's present one. @returns {TableEvent[]} */
export function useEvents(table) {
  const last = useRef(null);
  const events = useMemo(() => eventsBetween(last.current, table.state, table.game), [table.state]);
  useLayoutEffect(() => { last.current = table.state; }, [table.state]);
  return events;
}

/** The element of an event's source or target on the page, if it is shown. */
export const elementOf = (key) => (key === null || key === undefined ? null
  : document.querySelector(`main [data-card="${CSS.escape(key)}"]`) ?? document.querySelector(`[data-testid="${CSS.escape(key)}"]`));

const signed = (amount) => (amount > 0 ? `+${amount.toLocaleString('en')}` : `−${Math.abs(amount).toLocaleString('en')}`);

/** Let the numbers of the events rise from where they changed. Boards that draw their own do not use it. */
export function useFloatingNumbers(table) {
  const events = useEvents(table);
  useLayoutEffect(() => {
    if (isMotionReduced()) return;
    for (const { kind, amount, target, name } of events) {
      if (!amount) continue;
      const side = String(target).startsWith('seat-') ? String(target).slice(5) : '';
      const value = side && document.querySelector(`[data-testid="${name}-${side}"]`);
      floatNumber(value || elementOf(target), signed(amount), kind);
    }
  }, [events]);
}
