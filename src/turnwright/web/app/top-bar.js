// The bar at the top of every page: link to the lobby, title, actions and theme.
import { html } from './preact.js';
import { theme } from './preferences.js';

const NEXT_THEME = { auto: 'dark', dark: 'light', light: 'auto' };
const THEME_LABELS = { auto: 'system default', dark: 'dark', light: 'light' };

function ThemeSwitch() {
  const now = theme.value;
  return html`<button type="button" class="quiet" data-testid="theme-switch" title="Theme: ${THEME_LABELS[now]}"
      aria-label="Theme: ${THEME_LABELS[now]}. Switch theme." onClick=${() => { theme.value = NEXT_THEME[now]; }}>
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6" /><path d=${
      now === 'dark' ? 'M8 2 A6 6 0 0 1 8 14 A6 6 0 0 1 8 2' : now === 'light' ? '' : 'M8 2 A6 6 0 0 1 8 14 Z'} /></svg>
  </button>`;
}

/** The top bar. `middle` is beside or in place of the title, `children` are the actions of the page. */
export function TopBar({ title, middle, children }) {
  return html`<header class="topbar">
    <a class="brand" href="#/" data-testid="home" aria-label="Turnwright, to the lobby"><img src="web/favicon.svg" alt="" width="24" height="24" /><span>Turnwright</span></a>
    ${title && html`<h1 data-testid="title">${title}</h1>`}
    ${middle}
    <span class="spacer"></span>
    ${children}
    <${ThemeSwitch} />
  </header>`;
}
