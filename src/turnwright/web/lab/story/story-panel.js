// Story: a place for the panel.
import { html } from '../../app/preact.js';

/** The panel "Story". */
export function StoryPanel() {
  return html`<section class="lab-panel" aria-label="Story"></section>`;
}
