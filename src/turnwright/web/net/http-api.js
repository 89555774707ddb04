// The server's HTTP API. A failed request throws an Error with the server's message, `status` and `code`.
import { savedSeat } from '../app/preferences.js';

async function request(path, { body, token } = {}) {
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
const listOf = (data, key) => (Array.isArray(data) ? data : data?.[key] ?? []);
const query = (values) => new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));

/** The games the server hosts. */
export const games = async () => listOf(await request('games'), 'games');
/** The public rooms. */
export const rooms = async () => listOf(await request('rooms'), 'rooms');
/** The latest finished games. */
export const history = async (limit = 12) => listOf(await request(`history?limit=${limit}`), 'history');
/** One room. */
export const room = (roomId) => request(`rooms/${part(roomId)}`);
/** Create a room and take its first seat. */
export const createRoom = (body) => request('rooms', { body });
/** Take a seat in a room. */
export const joinRoom = (roomId, name, code) => request(`rooms/${part(roomId)}/join`, { body: { name, code } });
/** Take a seat in the room with this code. */
export const joinByCode = (code, name) => request('join', { body: { code, name } });
/** Take a seat in any room of this game that is waiting for a player. */
export const quickMatch = (game, name) => request('quick', { body: { game, name } });

// The replay of a private room is visible to its players only; the seat's token authorises the request.
const tokenOf = (roomId) => ({ token: savedSeat(roomId)?.token });

/** Frames of a replay as a seat saw them. An empty `match` means the room's last match. */
export const frames = (roomId, match, start, count, seat) =>
  request(`rooms/${part(roomId)}/frames?${query({ match, start, count, seat })}`, tokenOf(roomId));
/** The record of a match. An empty `match` means the room's last match. */
export const record = (roomId, match) => request(`rooms/${part(roomId)}/replay?${query({ match })}`, tokenOf(roomId));

const gameRequests = new Map();

/** A game's description with its card library; requested once per game. */
export function game(name) {
  if (!gameRequests.has(name)) {
    const pending = request(`games/${part(name)}`);
    pending.catch(() => gameRequests.delete(name));
    gameRequests.set(name, pending);
  }
  return gameRequests.get(name);
}
