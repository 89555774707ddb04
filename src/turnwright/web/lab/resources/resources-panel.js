// Resources: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Resources". */
export function ResourcesPanel() {
  return html`<section class="lab-panel" aria-label="Resources"></section>`;
}
