// Reading a state: whose zones hold what, which cards lie open on the board, what an option is about.
import { words } from './lib.js';

const NOT_FACTS = new Set(['id', 'name', 'controller', 'connected', 'seat', 'ready']);
const NOT_CARDS = new Set(['seat', 'player', 'index', 'i', 'n', 'cell', 'number', 'amount', 'count', 'row', 'col', 'x', 'y', 'lane']);
const PILES = /deck|grave|discard|trash|banish|oblivion|outside|exile|removed|exhaust/i;

/** The seats around the table as {side, player}; oneself last. */
export function sidesOf(state) {
  const { self, opponent, others = [] } = state.players;
  const sides = [];
  others.forEach((player, i) => sides.push({ side: `other${i + 1}`, player }));
  if (opponent) sides.push({ side: 'opponent', player: opponent });
  if (self) sides.push({ side: 'self', player: self });
  return sides;
}

/** What people call a zone; a label that is only the name again is written as words. */
export function zoneTitle({ name, label }) {
  const isOnlyName = !label || label.toLowerCase().replace(/ /g, '') === name.toLowerCase().replace(/[_-]/g, '');
  return isOnlyName ? words(name) : label;
}

export const wireName = (zone) => zone.wire ?? zone.name;

/** A zone as it came over the wire: the cards one may see, and how many there are. */
export function contents(value, count) {
  if (Array.isArray(value)) return { cards: value, count: count ?? value.length };
  if (value && typeof value === 'object') {
    if (Array.isArray(value.cards)) return { cards: value.cards, count: value.count ?? value.cards.length };
    if ('count' in value && !('id' in value) && !('kind' in value)) return { cards: [], count: value.count };
    return { cards: [value], count: 1 };
  }
  return { cards: [], count: count ?? (Number(value) || 0) };
}

export const inZone = (player, zone) => contents(player?.[zone], player?.[`${zone}Count`]);

export const isHand = (zone) => /hand$/i.test(wireName(zone));
export const isFoes = (zone) => /^(enemies|foes)$/i.test(zoneTitle(zone));
export const isPile = (zone) => !isHand(zone) && (zone.visible === 'hidden' || PILES.test(zone.name));

/** A player's numbers that belong to the game, such as life. */
export function factsOf(player, zones) {
  const known = new Set(zones.flatMap((zone) => [wireName(zone), `${wireName(zone)}Count`]));
  return Object.entries(player ?? {}).filter(([key, value]) =>
    !NOT_FACTS.has(key) && !known.has(key) && value !== null && value !== undefined);
}

/** What a card is known by: its number, or its place if it lies face down and has none. */
export const keyOf = (card, side, zone, index) => card.id ?? `${side}-${zone}-${index}`;

/** The lists of the open state that have one number for each seat: {lore: [1, 0]}. */
export const seatLists = (table, count) => Object.entries(table ?? {}).filter(([, list]) =>
  count > 1 && Array.isArray(list) && list.length === count && list.every((one) => typeof one === 'number'));

export const seatNumber = (player) => Number(player.id.slice(1)) - 1;

/** Every card one can see in a state, by number: {card, zone, side, isOpen}. */
export function cardsIn(state, zones) {
  const found = new Map();
  const add = (cards, zone, side) => cards.forEach((card, i) => {
    found.set(keyOf(card, side, wireName(zone), i), { card, zone, side, isOpen: !isPile(zone), index: i });
  });
  for (const { side, player } of sidesOf(state)) {
    for (const zone of zones) if (!zone.shared) add(inZone(player, wireName(zone)).cards, zone, side);
  }
  for (const zone of zones) {
    if (zone.shared) add(contents(state.zones?.[zone.name] ?? state.zones?.[wireName(zone)]).cards, zone, 'shared');
  }
  return found;
}

/** The cards that an option is about, the acting one first. */
export function cardsOf(option, known) {
  if (Array.isArray(option.cards)) return option.cards.filter((id) => known.has(id));
  const found = [];
  for (const [key, value] of Object.entries(option.payload ?? {})) {
    if (NOT_CARDS.has(key)) continue;
    for (const one of [value].flat()) if (Number.isInteger(one) && known.has(one)) found.push(one);
  }
  return found;
}

export const isConcede = (option) => /^(concede|resign)$/i.test(option.actionType ?? option.id);

/** A list of the open state whose places the options name by index: tic-tac-toe's cells. */
export function gridFor(table, options) {
  for (const [name, list] of Object.entries(table ?? {})) {
    if (!Array.isArray(list) || list.length < 4 || list.some((one) => one && typeof one === 'object')) continue;
    const key = name.replace(/s$/, '');
    const byIndex = new Map();
    for (const option of options) {
      const index = option.payload?.[key];
      if (Number.isInteger(index) && index < list.length && !byIndex.has(index)) byIndex.set(index, option);
    }
    if (byIndex.size || /cell|board|square|grid/i.test(name)) return { name, list, byIndex };
  }
  return null;
}
