// The server's HTTP interface. A refusal becomes an Error whose message is the server's sentence.

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  let response;
  try {
    response = await fetch(`api/${path}`, options);
  } catch {
    throw new Error('The server cannot be reached.');
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) {
    const error = new Error(data?.error?.message ?? `The server answered ${response.status}.`);
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
export const createRoom = (wish) => ask('rooms', wish);
export const joinRoom = (roomId, name, code) => ask(`rooms/${part(roomId)}/join`, { name, code });
export const joinByCode = (code, name) => ask('join', { code, name });
export const quickMatch = (game, name) => ask('quick', { game, name });
export const frames = (roomId, start, count, seat) =>
  ask(`rooms/${part(roomId)}/frames?start=${start}&count=${count}${seat ? `&seat=${part(seat)}` : ''}`);
export const replayFile = (roomId) => `api/rooms/${part(roomId)}/replay`;

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
