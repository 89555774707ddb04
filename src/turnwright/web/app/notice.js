// What the administrator tells everybody: a bar at the top of every page, until it is dismissed or over.
import { html, signal } from './preact.js';

const notice = signal(null); // {text, until, isDraining}
const dismissed = signal('');

const keyOf = ({ text, until }) => `${until} ${text}`;
const timeText = (time) => new Date(time).toLocaleTimeString([], { timeStyle: 'short' });

/** Show the notice of the server; one with an empty text removes it. */
export function showNotice(message) {
  notice.value = message.text ? message : null;
}

/** The bar. Screen readers read a notice when it comes. */
export function NoticeBanner() {
  const shown = notice.value;
  const isShown = shown && keyOf(shown) !== dismissed.value;
  return html`<div class="notice-area" role="status" aria-live="polite">${isShown && html`
    <div class="notice" data-testid="notice"><p>${shown.text}
        ${shown.isDraining && html` <span class="notice-time" data-testid="notice-time">Restart by ${timeText(shown.until)}.</span>`}</p>
      <button type="button" class="icon" aria-label="Dismiss the notice" data-testid="notice-dismiss"
        onClick=${() => { dismissed.value = keyOf(shown); }}>✕</button></div>`}</div>`;
}
