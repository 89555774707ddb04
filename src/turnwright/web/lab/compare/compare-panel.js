// Compare and improve: two versions, a number swept over a range, a better order of a list, and the history of edits.
import { html } from '../../app/preact.js';
import { Segments } from '../results/data-table.js';
import { reading } from '../state/lab-store.js';
import { History } from './history.js';
import { Optimise } from './optimise.js';
import { openPart } from './study-store.js';
import { Sweep } from './sweep.js';
import { Versions } from './versions.js';

const PARTS = [['versions', 'Two versions'], ['sweep', 'Vary a number'], ['optimise', 'Better order'], ['history', 'History']];
const CONTENT = { versions: Versions, sweep: Sweep, optimise: Optimise, history: History };

/** The panel at the end of the page. */
export function ComparePanel() {
  if (!reading.value) return null;
  const Content = CONTENT[openPart.value];
  return html`<section id="lab-compare" class="lab-card lab-compare" aria-labelledby="lab-h-compare" data-testid="compare">
    <header class="lab-card-head"><h2 id="lab-h-compare">Compare and improve</h2>
      <${Segments} label="What to do" testId="compare-part" value=${openPart.value} onChange=${(part) => { openPart.value = part; }} options=${PARTS} /></header>
    <${Content} />
  </section>`;
}
