// What needs an answer before work goes on: another tab changed the encounter, nothing can be stored, the server is gone.
import { html } from '../app/preact.js';
import { conflict, keepMineAsCopy, takeTheirs } from './state/autosave.js';
import { storageProblem } from './state/collection.js';
import { reading, readingProblem, readingState } from './state/lab-store.js';

/** The banners below the top bar. */
export function LabBanners() {
  return html`
    ${conflict.value && html`<div class="lab-banner" role="alert" data-testid="lab-conflict">
      <span><b>Another tab changed this encounter.</b> Your changes are not stored until you choose; neither version is lost.</span>
      <button type="button" data-testid="lab-take-theirs" onClick=${takeTheirs}>Take theirs</button>
      <button type="button" data-testid="lab-keep-mine" onClick=${keepMineAsCopy}>Keep mine as a copy</button>
    </div>`}
    ${storageProblem.value && html`<div class="lab-banner" role="alert" data-testid="lab-storage-problem"><span>${storageProblem.value}</span></div>`}
    ${readingState.value === 'failed' && reading.value && html`<div class="lab-banner" role="alert" data-testid="lab-server-problem">
      <span>${readingProblem.value} What you change is kept here.</span></div>`}`;
}
