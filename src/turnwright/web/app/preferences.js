// What this browser stores: the player's name, the theme, the preferred bot, the seats taken in rooms, and
// the people whose chat is hidden.
import { effect, signal } from './preact.js';

/** What this browser has stored under a key, or the fallback. */
export function loadStored(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`turnwright.${key}`)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Store a value under a key. */
export function saveStored(key, value) {
  try {
    localStorage.setItem(`turnwright.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may forbid storage. Everything else still works.
  }
}

/** The name entered by the player; it may be empty. */
export const playerName = signal(loadStored('name', ''));
/** The colour theme: auto, dark or light. */
export const theme = signal(loadStored('theme', 'auto'));
/** The bot chosen last. */
export const bot = signal(loadStored('bot', ''));

effect(() => saveStored('name', playerName.value));
effect(() => saveStored('bot', bot.value));
effect(() => {
  saveStored('theme', theme.value);
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

/** The player's name, or "Guest" if none was entered. */
export const nameOrGuest = () => playerName.value.trim() || 'Guest';

const MAX_SAVED_SEATS = 40;

/** The saved seat of a room as {token, code}, or null. It lets the player return after a reload. */
export const savedSeat = (roomId) => loadStored('seats', {})[roomId] ?? null;

/** Ids of the rooms with a saved seat, the latest first. */
export const savedRooms = () => Object.keys(loadStored('seats', {})).reverse();

/** Save the seat taken in a room. */
export function saveSeat(roomId, seat) {
  const { [roomId]: before, ...others } = loadStored('seats', {});
  const kept = Object.entries(others).slice(-MAX_SAVED_SEATS);
  saveStored('seats', Object.fromEntries([...kept, [roomId, { ...before, ...seat }]]));
}

/** Delete the saved seat of a room. */
export function forgetSeat(roomId) {
  const { [roomId]: _removed, ...others } = loadStored('seats', {});
  saveStored('seats', others);
}

/** Names of the people whose chat is hidden in a room. */
export const hiddenPeople = (roomId) => loadStored('hidden', {})[roomId] ?? [];

/** Save the names of the people whose chat is hidden in a room. */
export function saveHiddenPeople(roomId, names) {
  const { [roomId]: _before, ...others } = loadStored('hidden', {});
  const kept = Object.entries(others).slice(-MAX_SAVED_SEATS);
  saveStored('hidden', Object.fromEntries(names.length ? [...kept, [roomId, names]] : kept));
}

/** The token of the identity provider, if the site's sign-in page has stored one. */
export const identityToken = () => loadStored('identity', '');

/** Is animation off? Set by `?still` in the address or by the system preference. */
export const isMotionReduced = () =>
  new URLSearchParams(location.search).has('still') ||
  location.hash.includes('?still') ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;
