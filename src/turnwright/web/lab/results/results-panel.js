// Results: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Results". */
export function ResultsPanel() {
  return html`<section class="lab-panel" aria-label="Results"></section>`;
}
