// The server's HTTP interface. A refusal becomes an Error whose message is the server's sentence.
import { seatIn } from './prefs.js';

async function ask(path, { body, token } = {}) {
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
    const error = new Error(data?.error?.message ?? `The server answered ${response.status}.`);
    error.status = response.status;
    error.code = data?.error?.code ?? String(response.status);
    throw error;
  }
  return data;
}

const part = encodeURIComponent;
const listOf = (data, key) => (Array.isArray(data) ? data : data?.[key] ?? []);

export const games = async () => listOf(await ask('games'), 'games');
export const rooms = async () => listOf(await ask('rooms'), 'rooms');
export const history = async (limit = 12) => listOf(await ask(`history?limit=${limit}`), 'history');
export const room = (roomId) => ask(`rooms/${part(roomId)}`);
export const createRoom = (body) => ask('rooms', { body });
export const joinRoom = (roomId, name, code) => ask(`rooms/${part(roomId)}/join`, { body: { name, code } });
export const joinByCode = (code, name) => ask('join', { body: { code, name } });
export const quickMatch = (game, name) => ask('quick', { body: { game, name } });

// A private room's replay is for those who sat there: the token of the seat opens it.
const tokenOf = (roomId) => ({ token: seatIn(roomId)?.token });
// Without the number of a match it is the last one of the room.
export const frames = (roomId, match, start, count, seat) =>
  ask(`rooms/${part(roomId)}/frames?${query({ match, start, count, seat })}`, tokenOf(roomId));
export const record = (roomId, match) => ask(`rooms/${part(roomId)}/replay?${query({ match })}`, tokenOf(roomId));
const query = (given) => new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '' && value !== undefined));

const known = new Map();

/** A game's description with its card library; asked for once. */
export function game(name) {
  if (!known.has(name)) {
    const asked = ask(`games/${part(name)}`);
    asked.catch(() => known.delete(name));
    known.set(name, asked);
  }
  return known.get(name);
}
