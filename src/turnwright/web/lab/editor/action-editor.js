// Action: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Action". */
export function ActionEditor() {
  return html`<section class="lab-panel" aria-label="Action"></section>`;
}
