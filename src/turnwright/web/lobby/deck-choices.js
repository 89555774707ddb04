// The decks that can be chosen before a game: those that come with it, and the player's own.
import { decksOf } from '../boards/netrunner/decks/deck-store.js';

const OWN_DECKS = { netrunner: (side) => decksOf(side.toLowerCase()) };
const OWN = 'own:';

const ownDecks = (game, side) => OWN_DECKS[game.name]?.(side ?? '') ?? [];

/** The decks for a side as [value, name]; all of them can be chosen if the game has no sides. */
export const deckChoices = (game, side) => [
  ...(game.choices?.decks ?? []).map((name) => [name, name]),
  ...ownDecks(game, side).map(({ name }) => [`${OWN}${name}`, name]),
];

/** What the server is told about a chosen deck: its name, or its cards. */
export function deckRequest(game, side, value) {
  const own = ownDecks(game, side).find(({ name }) => value === `${OWN}${name}`);
  return own ? { identity: own.identity, cards: own.cards } : value;
}
