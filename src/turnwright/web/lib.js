// The libraries, in one place: everything else imports from here.
import { h, render, createContext, Fragment } from './vendor/preact.js';
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from './vendor/hooks.js';
import { batch, computed, effect, signal } from './vendor/signals.js';
import htm from './vendor/htm.js';

export const html = htm.bind(h);
export {
  render, createContext, Fragment,
  useContext, useEffect, useLayoutEffect, useMemo, useRef, useState,
  batch, computed, effect, signal,
};

/** Class names from a list in which the absent ones are falsy. */
export const classes = (...names) => names.filter(Boolean).join(' ');

/** `normal_summon`, `drawPhase`, `BOSS_RELIC` and `main1` as words: "Normal summon", "Draw phase", "Boss relic", "Main 1". */
export function words(name) {
  const given = String(name ?? '');
  if (/^[A-Z]{1,2}$/.test(given)) return given; // HP stays HP
  const text = (/^[A-Z0-9_-]+$/.test(given) ? given.toLowerCase() : given)
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=[a-zA-Z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/([a-z])(\d)/g, '$1 $2')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A line of the log after a name: "draws 2", but ": End the turn"; the name of a move is written as words. */
export function told(text) {
  const plain = String(text).replace(/^[a-z]+(?:[A-Z][a-z]*|_[a-z]+)+(?=\s|$)/, words);
  return /^[a-z(]/.test(plain) ? ` ${plain}` : `: ${plain}`;
}

/** A name that can stand in a data-testid. */
export const slug = (text) => String(text).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
