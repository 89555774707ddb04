// Preact, its hooks, signals and htm, imported in one place. Every other module imports them from here.
import { h, render, createContext, Fragment } from '../vendor/preact.js';
import { useContext, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from '../vendor/hooks.js';
import { batch, computed, effect, signal } from '../vendor/signals.js';
import htm from '../vendor/htm.js';

/** The template tag for markup: html`<p>${text}</p>`. */
export const html = htm.bind(h);
export {
  render, createContext, Fragment,
  useContext, useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState,
  batch, computed, effect, signal,
};

/** Join class names; falsy arguments are skipped. */
export const classes = (...names) => names.filter(Boolean).join(' ');
