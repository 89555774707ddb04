// A control whose drawing is not read aloud: screen readers read a name instead.
import { html } from './preact.js';

/** What is drawn in a control, hidden from screen readers, and the name that they read. The control then needs no `aria-label`. */
export const SpokenName = ({ name, children }) => html`<span class="sr-only">${name}</span><span class="drawn" aria-hidden="true">${children}</span>`;
