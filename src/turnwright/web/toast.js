// Short messages at the edge of the page: what was refused and why, and what just happened.
import { html, signal } from './lib.js';

const toasts = signal([]);
const SHOWN_MS = 6000;
let next = 1;

export function toast(text, kind = 'info') {
  if (!text) return;
  const id = next++;
  const others = toasts.value.filter((one) => one.text !== text).slice(-2);
  toasts.value = [...others, { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** What was said about the last thing that was done is over when the next one is. */
export const clearToasts = () => { toasts.value = []; };

const dismiss = (id) => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite" data-testid="toasts">
    ${toasts.value.map(({ id, text, kind }) => html`
      <div key=${id} class="toast toast-${kind}" data-testid="toast-${kind}">
        <span>${text}</span>
        <button class="icon" aria-label="Dismiss" data-testid="toast-dismiss" onClick=${() => dismiss(id)}>✕</button>
      </div>`)}
  </div>`;
}
