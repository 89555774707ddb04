// What this browser stores: the player's name, the theme, the preferred bot, and the seats taken in rooms.
import { effect, signal } from './preact.js';

function load(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`turnwright.${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

function save(key, value) {
  try {
    localStorage.setItem(`turnwright.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may forbid storage. Everything else still works.
  }
}

/** The name entered by the player; it may be empty. */
export const playerName = signal(load('name', ''));
/** The colour theme: auto, dark or light. */
export const theme = signal(load('theme', 'auto'));
/** The bot chosen last. */
export const bot = signal(load('bot', ''));

effect(() => save('name', playerName.value));
effect(() => save('bot', bot.value));
effect(() => {
  save('theme', theme.value);
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

/** The player's name, or "Guest" if none was entered. */
export const nameOrGuest = () => playerName.value.trim() || 'Guest';

const MAX_SAVED_SEATS = 40;

/** The saved seat of a room as {token, code}, or null. It lets the player return after a reload. */
export const savedSeat = (roomId) => load('seats', {})[roomId] ?? null;

/** Ids of the rooms with a saved seat, the latest first. */
export const savedRooms = () => Object.keys(load('seats', {})).reverse();

/** Save the seat taken in a room. */
export function saveSeat(roomId, seat) {
  const { [roomId]: before, ...others } = load('seats', {});
  const kept = Object.entries(others).slice(-MAX_SAVED_SEATS);
  save('seats', Object.fromEntries([...kept, [roomId, { ...before, ...seat }]]));
}

/** Delete the saved seat of a room. */
export function forgetSeat(roomId) {
  const { [roomId]: _removed, ...others } = load('seats', {});
  save('seats', others);
}

/** Is animation off? Set by `?still` in the address or by the system preference. */
export const isMotionReduced = () =>
  new URLSearchParams(location.search).has('still') ||
  location.hash.includes('?still') ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;
