// Run: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Run". */
export function RunBar() {
  return html`<section class="lab-panel" aria-label="Run"></section>`;
}
