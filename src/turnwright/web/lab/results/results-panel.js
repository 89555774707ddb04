// The results: the answer first, then charts, then what can be done with them.
import { classes, html } from '../../app/preact.js';
import { openPart } from '../compare/study-store.js';
import { chosen, compareWith, versions } from '../compare/versions.js';
import { Glyph } from '../glyphs.js';
import { Damage } from './damage.js';
import { Day } from './day.js';
import { Deaths, Fates } from './deaths.js';
import { ExportMenu } from './export-menu.js';
import { Falls } from './falls.js';
import { HitPoints } from './hit-points.js';
import { count, unitOf } from './numbers.js';
import { ResourcesLeft } from './resources-left.js';
import { Rounds } from './rounds.js';
import { WinChance } from './win-chance.js';
import { isFinal, isOutdated, job, previous, report, run } from '../state/run-store.js';

/** Everything below the run bar that a run has computed. */
export function ResultsPanel() {
  const shown = report.value;
  const before = versions().find((one) => one.key === '');
  return html`<section class=${classes('lab-outcome', isOutdated.value && 'is-outdated')} aria-labelledby="lab-h-results" data-testid="results">
    <header class="lab-results-head">
      <h2 id="lab-h-results">Results</h2>
      ${shown && html`<span class="muted" data-testid="results-from">${from(shown)}</span>`}
      <span class="spacer"></span>
      ${shown && before && html`<button type="button" data-testid="results-compare" title=${before.label}
        onClick=${() => compareBefore(before)}>Compare with before</button>`}
      ${shown && html`<${ExportMenu} />`}
    </header>
    ${isOutdated.value && html`<p class="lab-outdated" data-testid="results-outdated"><${Glyph} name="warning" />
      <span>These results are from before your last change.</span>
      ${!job.value && html`<button type="button" data-testid="results-run-again" onClick=${() => run()}>Run again</button>`}</p>`}
    ${shown ? html`<${Charts} report=${shown} />` : html`<${NoResults} />`}
  </section>`;
}

function compareBefore(before) {
  openPart.value = 'versions';
  chosen.value = '';
  compareWith(before);
  setTimeout(() => document.getElementById('lab-compare')?.scrollIntoView({ block: 'start', behavior: 'smooth' }));
}

function from(shown) {
  const what = `${count(shown.runs)} ${unitOf(shown, shown.runs)}`;
  return isFinal.value ? `from ${what}, seed ${shown.seed}` : `so far, from ${what}`;
}

function Charts({ report: shown }) {
  const isDay = shown.encounters.length > 1;
  return html`<div class="lab-grid">
    <${WinChance} report=${shown} earlier=${previous.value} />
    <${HitPoints} report=${shown} />
    <div class="lab-stack"><${Falls} report=${shown} />${isDay ? html`<${Fates} report=${shown} />` : html`<${Rounds} report=${shown} />`}</div>
    <div class="lab-stack"><${Damage} report=${shown} />${isDay ? html`<${Rounds} report=${shown} />` : html`<${Deaths} report=${shown} />`}</div>
    <div class="lab-stack"><${ResourcesLeft} report=${shown} />${isDay && html`<${Deaths} report=${shown} />`}${isDay ? html`<${Day} report=${shown} />` : html`<${Fates} report=${shown} />`}</div>
  </div>`;
}

function NoResults() {
  return html`<div class="lab-card lab-empty" data-testid="results-empty">
    ${job.value ? html`<p>The first estimate appears in a moment.</p>` : html`
      <p><b>Nothing has been run yet.</b></p>
      <p class="muted">Run the encounter to see how often each side wins, who falls when, and what is left at the end.</p>
      <button type="button" class="primary" data-testid="results-run" onClick=${() => run()}><${Glyph} name="play" />Run</button>`}
  </div>`;
}
