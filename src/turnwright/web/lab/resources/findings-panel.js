// Findings: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Findings". */
export function FindingsPanel() {
  return html`<section class="lab-panel" aria-label="Findings"></section>`;
}
