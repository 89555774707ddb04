// Reading a state from the wire: players, zones, visible cards, and what an option refers to.
// Nothing here renders anything.
import { humanize } from '../app/text.js';

const NOT_FACTS = new Set(['id', 'name', 'controller', 'connected', 'seat', 'ready']);
const NOT_CARDS = new Set(['seat', 'player', 'index', 'i', 'n', 'cell', 'number', 'amount', 'count', 'row', 'col', 'x', 'y', 'lane']);
const PILES = /deck|grave|discard|trash|banish|oblivion|outside|exile|removed|exhaust/i;

/** All players of a state as a list. */
export const playersOf = ({ self, opponent, others = [] }) => [self, opponent, ...others].filter(Boolean);

/** The players with their sides as {side, player}; the viewer comes last. */
export function sidesOf(state) {
  const { self, opponent, others = [] } = state.players;
  const sides = [];
  others.forEach((player, i) => sides.push({ side: `other${i + 1}`, player }));
  if (opponent) sides.push({ side: 'opponent', player: opponent });
  if (self) sides.push({ side: 'self', player: self });
  return sides;
}

/** The seat number of a player, from 0. */
export const seatNumber = (player) => Number(player.id.slice(1)) - 1;

// --- zones -------------------------------------------------------------------------------------------

/** The label of a zone. A label that only repeats the identifier is replaced by a readable one. */
export function zoneTitle({ name, label }) {
  const isOnlyName = !label || label.toLowerCase().replace(/ /g, '') === name.toLowerCase().replace(/[_-]/g, '');
  return isOnlyName ? humanize(name) : label;
}

/** The key of a zone in a player's wire object. */
export const wireName = (zone) => zone.wire ?? zone.name;

/** A zone as it came over the wire, as {cards, count}: the visible cards and the number of all cards. */
export function zoneContent(value, count) {
  if (Array.isArray(value)) return { cards: value, count: count ?? value.length };
  if (value && typeof value === 'object') {
    if (Array.isArray(value.cards)) return { cards: value.cards, count: value.count ?? value.cards.length };
    if ('count' in value && !('id' in value) && !('kind' in value)) return { cards: [], count: value.count };
    return { cards: [value], count: 1 };
  }
  return { cards: [], count: count ?? (Number(value) || 0) };
}

/** The content of a player's zone. */
export const playerZone = (player, name) => zoneContent(player?.[name], player?.[`${name}Count`]);

/** The content of a zone that belongs to no player. */
export const sharedZone = (state, zone) => zoneContent(state.zones?.[zone.name] ?? state.zones?.[wireName(zone)]);

/** Is this zone a hand? */
export const isHand = (zone) => /hand$/i.test(wireName(zone));
/** Is this zone shown as a pile, such as a deck or a graveyard? */
export const isPile = (zone) => !isHand(zone) && (zone.visible === 'hidden' || PILES.test(zone.name));

// --- cards -------------------------------------------------------------------------------------------

/** The key of a card on the page: its id, or its place if it is face down and has no id. */
export const cardKey = (card, side, zone, index) => card.id ?? `${side}-${zone}-${index}`;

/** Every visible card of a state by its key, as {card, zone, side, index, isOnBoard}. */
export function visibleCards(state, zones) {
  const found = new Map();
  const add = (cards, zone, side) => cards.forEach((card, index) => {
    found.set(cardKey(card, side, wireName(zone), index), { card, zone, side, index, isOnBoard: !isPile(zone) });
  });
  for (const { side, player } of sidesOf(state)) {
    for (const zone of zones) if (!zone.shared) add(playerZone(player, wireName(zone)).cards, zone, side);
  }
  for (const zone of zones) if (zone.shared) add(sharedZone(state, zone).cards, zone, 'shared');
  return found;
}

/** The ids of the cards an option refers to, the acting card first. */
export function cardsOfOption(option, cards) {
  if (Array.isArray(option.cards)) return option.cards.filter((id) => cards.has(id));
  const found = [];
  for (const [key, value] of Object.entries(option.payload ?? {})) {
    if (NOT_CARDS.has(key)) continue;
    for (const one of [value].flat()) if (Number.isInteger(one) && cards.has(one)) found.push(one);
  }
  return found;
}

// --- everything else -----------------------------------------------------------------------------------

/** A player's values that belong to the game, such as life points, as [key, value] pairs. */
export function factsOf(player, zones) {
  const zoneKeys = new Set(zones.flatMap((zone) => [wireName(zone), `${wireName(zone)}Count`]));
  return Object.entries(player ?? {}).filter(([key, value]) =>
    !NOT_FACTS.has(key) && !zoneKeys.has(key) && value !== null && value !== undefined);
}

/** The lists of the public state that have one number for each seat, as entries: {lore: [1, 0]}. */
export const seatLists = (publicState, count) => Object.entries(publicState ?? {}).filter(([, list]) =>
  count > 1 && Array.isArray(list) && list.length === count && list.every((one) => typeof one === 'number'));

/** Does this option concede the game? The page has its own button for that. */
export const isConcede = (option) => /^(concede|resign)$/i.test(option.actionType ?? option.id);

/**
 * A list of the public state whose cells the options name by index, such as the board of tic-tac-toe:
 * {name, list, byIndex}. Null if there is none.
 */
export function gridFor(publicState, options) {
  for (const [name, list] of Object.entries(publicState ?? {})) {
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
