// Short messages that disappear after a few seconds: errors from the server, and notices.
import { html, signal } from './preact.js';

const toasts = signal([]);
const SHOWN_MS = 6000;
let nextId = 1;

/** Show a message; `kind` is info or warning. Empty messages are ignored. */
export function toast(text, kind = 'info') {
  if (!text) return;
  const id = nextId++;
  const others = toasts.value.filter((one) => one.text !== text).slice(-2);
  toasts.value = [...others, { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Remove all messages, for example when the player acts again. */
export const clearToasts = () => { toasts.value = []; };

const dismiss = (id) => {
  toasts.value = toasts.value.filter((one) => one.id !== id);
};

/** The list of messages that are shown now. */
export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite" data-testid="toasts">
    ${toasts.value.map(({ id, text, kind }) => html`
      <div key=${id} class="toast toast-${kind}" data-testid="toast-${kind}">
        <span>${text}</span>
        <button class="icon" aria-label="Dismiss" data-testid="toast-dismiss" onClick=${() => dismiss(id)}>✕</button>
      </div>`)}
  </div>`;
}
