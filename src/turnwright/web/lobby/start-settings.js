// What a player chooses before a game, kept in this browser, and the request for a room that it makes.
import { loadStored, nameOrGuest, saveStored } from '../app/preferences.js';
import { signal } from '../app/preact.js';
import { deckChoices, deckRequest } from './deck-choices.js';

/** The clocks; the server knows their times. */
export const CLOCKS = {
  none: { label: 'no clock' },
  casual: { label: 'casual clock' },
  blitz: { label: 'blitz' },
};

/** The settings by game: {deck, theirDeck, side, bot, clock, class, ascension, seed, seats}. */
export const settings = signal(loadStored('start', {}));

/** Change a setting of a game. */
export function setSetting(game, name, value) {
  settings.value = { ...settings.value, [game]: { ...settings.value[game], [name]: value } };
  saveStored('start', settings.value);
}

/** The smallest and the largest number of seats of a game. */
export const minSeats = (game) => Math.min(...[game.seats ?? 2].flat());
export const maxSeats = (game) => Math.max(...[game.seats ?? 2].flat());

/** The bot to play against: the chosen one if it can play this game. */
export const botFor = (game, wanted) => [wanted, 'heuristic', 'rules', 'greedy', game.bots?.[0]].find((one) => one && game.bots?.includes(one)) ?? 'random';

/** The side of the other player. */
export const otherSide = (game, side) => game.sides?.find((one) => one !== side);

/** The chosen settings of a game, or what is good for a first game. */
export function settingsOf(game) {
  const chosen = settings.value[game.name] ?? {};
  const valid = (value, list, fallback) => (list.includes(value) ? value : fallback);
  const side = valid(chosen.side, game.sides ?? [], game.sides?.at(-1));
  const [mine, theirs] = [side, otherSide(game, side)].map((one) => deckChoices(game, one).map(([value]) => value));
  return {
    deck: valid(chosen.deck, mine, mine[0]),
    theirDeck: valid(chosen.theirDeck, theirs, game.sides?.length ? theirs[0] : theirs.at(-1)),
    side,
    bot: botFor(game, chosen.bot),
    clock: valid(chosen.clock, Object.keys(CLOCKS), 'none'),
    class: valid(chosen.class, game.choices?.class ?? [], game.choices?.class?.[0]),
    ascension: valid(chosen.ascension, game.choices?.ascension ?? [], 0),
    seed: chosen.seed ?? '',
    seats: valid(chosen.seats, [game.seats].flat(), minSeats(game)),
  };
}

const pickSeat = (game, side) => {
  const number = game.sides?.length ? game.sides.indexOf(side) : Math.floor(Math.random() * 2);
  return `p${Math.max(0, number) + 1}`;
};

/** The request for a room of a game with its settings: against bots, or with people. */
export function roomRequest(game, { withPeople = false } = {}) {
  const chosen = settingsOf(game);
  const seats = Math.max(chosen.seats, withPeople ? 2 : 1);
  const body = {
    game: game.name, name: nameOrGuest(), private: withPeople, seats, bots: withPeople ? [] : Array(seats - 1).fill(chosen.bot), options: {},
  };
  const hasClock = withPeople ? settings.value[game.name]?.clock : seats > 1; // with people: the server's clock, unless another is chosen
  if (hasClock) body.clock = chosen.clock;
  if (game.sides?.length === seats || game.choices?.decks?.length) body.seat = pickSeat(game, chosen.side);
  if (game.choices?.decks?.length) {
    const theirs = deckRequest(game, otherSide(game, chosen.side), chosen.theirDeck);
    body.options.decks = [theirs, theirs];
    body.options.decks[Number(body.seat.slice(1)) - 1] = deckRequest(game, chosen.side, chosen.deck);
  }
  if (game.choices?.class) body.options.class = chosen.class;
  if (game.choices?.ascension) body.options.ascension = chosen.ascension;
  if (chosen.seed && game.choices?.ascension) body.options.seed = chosen.seed;
  return body;
}
