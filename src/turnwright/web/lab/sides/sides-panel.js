// Sides and the day: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Sides and the day". */
export function SidesPanel() {
  return html`<section class="lab-panel" aria-label="Sides and the day"></section>`;
}
