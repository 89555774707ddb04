// What this browser remembers: the player's name, the theme, and the seats it has taken.
import { effect, signal } from './lib.js';

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
    // A private window may refuse; then nothing is remembered, and nothing else is lost.
  }
}

export const playerName = signal(load('name', ''));
export const theme = signal(load('theme', 'auto'));
export const bot = signal(load('bot', ''));

effect(() => save('name', playerName.value));
effect(() => save('bot', bot.value));
effect(() => {
  save('theme', theme.value);
  if (theme.value === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

export const nameOrGuest = () => playerName.value.trim() || 'Guest';

const SEATS_KEPT = 40;

/** The seat taken in a room: {token, code}. It brings the player back after a reload. */
export const seatIn = (roomId) => load('seats', {})[roomId] ?? null;

/** The rooms whose seats are remembered, the latest first. */
export const roomsSatIn = () => Object.keys(load('seats', {})).reverse();

export function keepSeat(roomId, seat) {
  const { [roomId]: before, ...others } = load('seats', {});
  const kept = Object.entries(others).slice(-SEATS_KEPT);
  save('seats', Object.fromEntries([...kept, [roomId, { ...before, ...seat }]]));
}

export function forgetSeat(roomId) {
  const { [roomId]: _gone, ...others } = load('seats', {});
  save('seats', others);
}

/** `?still` in the address, or the system's wish for less motion, stops all movement. */
export const isStill = () =>
  new URLSearchParams(location.search).has('still') ||
  location.hash.includes('?still') ||
  matchMedia('(prefers-reduced-motion: reduce)').matches;
