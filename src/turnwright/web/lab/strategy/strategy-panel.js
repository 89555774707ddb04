// Strategy: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Strategy". */
export function StrategyPanel() {
  return html`<section class="lab-panel" aria-label="Strategy"></section>`;
}
