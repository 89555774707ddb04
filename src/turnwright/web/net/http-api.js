// The server's HTTP API. A failed request throws an Error with the server's message, `status` and `code`.
import { identityToken, savedSeat } from '../app/preferences.js';

async function request(path, { body, token = identityToken() } = {}) {
  const headers = {};
  if (body) headers['content-type'] = 'application/json';
  if (token) headers.authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(`api/${path}`, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Error('The server cannot be reached.');
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) {
    const error = new Error(data?.error?.message ?? `The server answered with status ${response.status}.`);
    error.status = response.status;
    error.code = data?.error?.code ?? String(response.status);
    throw error;
  }
  return data;
}

const part = encodeURIComponent;
// Private rooms and their replays are visible to their players only; the seat's token authorises a request.
const tokenOf = (roomId) => ({ token: savedSeat(roomId)?.token });
const listOf = (data, key) => (Array.isArray(data) ? data : data?.[key] ?? []);
const PAGE = 100;

// The first wanted entries of a list that the server sends in pages.
async function firstOf(list, limit, isWanted = () => true) {
  const found = [];
  for (let start = 0; found.length < limit;) {
    const asked = Math.min(PAGE, limit - found.length);
    const page = listOf(await request(`${list}?${query({ start, limit: asked })}`), list);
    found.push(...page.filter(isWanted));
    start += page.length;
    if (page.length < asked) break;
  }
  return found;
}

const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));

/** The games the server hosts. */
export const games = async () => listOf(await request('games'), 'games');
/** What a plan does and what is wrong with it; given as {text} or as data in {plan}. */
export const describePlan = (game, body) => request(`games/${part(game)}/plans`, { body });
/** A deck in both forms with its sums and problems; given as a list in {text} or as data in {deck}. */
export const describeDeck = (game, body) => request(`games/${part(game)}/decks`, { body });
/** The first public rooms that are wanted, up to a number. */
export const rooms = (limit, isWanted) => firstOf('rooms', limit, isWanted);
/** The latest finished games, up to a number. */
export const history = (limit) => firstOf('history', limit);
/** One room. A private one exists only for those who have its code or a seat in it. */
export const room = (roomId, code) => request(`rooms/${part(roomId)}?${query({ code })}`, tokenOf(roomId));
/** What the administrator tells everybody: {text, until, isDraining}; the text is empty if there is nothing. */
export const notice = () => request('notice');
/** Create a room and take its first seat. */
export const createRoom = (body) => request('rooms', { body });
/** Take a seat in a room. */
export const joinRoom = (roomId, name, code) => request(`rooms/${part(roomId)}/join`, { body: { name, code } });
/** Take a seat in the room with this code. */
export const joinByCode = (code, name) => request('join', { body: { code, name } });
/** Take a seat in any room of this game that is waiting for a player. */
export const quickMatch = (game, name) => request('quick', { body: { game, name } });

/** Frames of a replay as a seat saw them. An empty `match` means the room's last match. */
export const frames = (roomId, match, start, count, seat) =>
  request(`rooms/${part(roomId)}/frames?${query({ match, start, count, seat })}`, tokenOf(roomId));
/** A finished match at a glance. An empty `match` means the room's last match. */
export const summary = (roomId, match) => request(`rooms/${part(roomId)}/summary?${query({ match })}`, tokenOf(roomId));
/** Play on from a step of a finished match, in a new room against bots. */
export const playOn = (roomId, body) => request(`rooms/${part(roomId)}/continue`, { body: { token: savedSeat(roomId)?.token ?? '', ...body } });
/** The record of a match. An empty `match` means the room's last match. */
export const record = (roomId, match) => request(`rooms/${part(roomId)}/replay?${query({ match })}`, tokenOf(roomId));

const gameRequests = new Map();

/** A game's description with its card library, for the rules of a room; requested once for each. */
export function game(name, rules = '') {
  const key = `${name} ${rules}`;
  if (!gameRequests.has(key)) {
    const pending = request(`games/${part(name)}?${query({ rules })}`);
    pending.catch(() => gameRequests.delete(key));
    gameRequests.set(key, pending);
  }
  return gameRequests.get(key);
}
