// Compare: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Compare". */
export function ComparePanel() {
  return html`<section class="lab-panel" aria-label="Compare"></section>`;
}
