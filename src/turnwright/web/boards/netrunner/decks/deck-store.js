// The player's decks. They are kept in this browser by name: {name, side, identity, cards: {title: copies}}.
import { signal } from '../../../app/preact.js';
import { loadStored, saveStored } from '../../../app/preferences.js';

const KEY = 'decks.netrunner';

/** All decks, sorted by name. `side` is corp or runner. */
export const decks = signal(loadStored(KEY, []));

function keep(list) {
  decks.value = list.sort((a, b) => a.name.localeCompare(b.name));
  saveStored(KEY, decks.value);
}

/** Keep a deck. It replaces the one of the same name, and the one that it was before it was renamed. */
export const keepDeck = (deck, before = '') => keep([...decks.value.filter(({ name }) => name !== deck.name && name !== before), deck]);

/** Delete a deck. */
export const deleteDeck = (name) => keep(decks.value.filter((deck) => deck.name !== name));

/** The decks of a side, for pages that let a player choose one. */
export const decksOf = (side) => decks.value.filter((deck) => deck.side === side);

/** The option `decks` of a match in which one side plays this deck and the other a preconstructed one. */
export function deckOption({ side, identity, cards }, other = 'intermediate') {
  return side === 'corp' ? [{ identity, cards }, other] : [other, { identity, cards }];
}
