// The line at the top of every page: the way home, what this is, and the theme.
import { html } from './lib.js';
import { theme } from './prefs.js';

const NEXT = { auto: 'dark', dark: 'light', light: 'auto' };
const NAMES = { auto: 'as the system', dark: 'dark', light: 'light' };

export function ThemeSwitch() {
  const now = theme.value;
  return html`<button type="button" class="quiet" data-testid="theme-switch" title="Theme: ${NAMES[now]}"
      aria-label="Theme: ${NAMES[now]}. Change it." onClick=${() => { theme.value = NEXT[now]; }}>
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6" /><path d=${
      now === 'dark' ? 'M8 2 A6 6 0 0 1 8 14 A6 6 0 0 1 8 2' : now === 'light' ? '' : 'M8 2 A6 6 0 0 1 8 14 Z'} /></svg>
  </button>`;
}

export function TopBar({ title, children }) {
  return html`<header class="topbar">
    <a class="brand" href="#/" data-testid="home" aria-label="Turnwright, to the lobby"><img src="web/favicon.svg" alt="" width="24" height="24" /><span>Turnwright</span></a>
    ${title && html`<h1 data-testid="title">${title}</h1>`}
    <span class="spacer"></span>
    ${children}
    <${ThemeSwitch} />
  </header>`;
}
