// The run bar: start and stop, progress, the interim estimate, and what a run is made with.
import { classes, html, useEffect } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, duration, figure, plusMinus, unitOf } from '../results/numbers.js';
import { reading, status } from '../state/lab-store.js';
import { cancel, estimates, isFinal, isOutdated, job, limitNote, problem, report, run, runSettings } from '../state/run-store.js';
import { RunOptions } from './run-options.js';
import { Sparkline } from './sparkline.js';

/** The bar at the foot of the page. */
export function RunBar() {
  useRunKey();
  const running = job.value;
  return html`<section class=${classes('lab-runbar', running && 'is-running', isOutdated.value && !running && 'is-outdated')} aria-label="Run" data-testid="run-bar">
    <div class="lab-run-row">
      <${RunButton} />
      <${Progress} />
      <${RunOptions} />
      <${Estimate} />
    </div>
  </section>`;
}

// Ctrl+Enter (Command+Enter on a Mac) runs from anywhere on the page; while a job runs, it starts again.
function useRunKey() {
  useEffect(() => {
    const onKeyDown = (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function RunButton() {
  if (job.value) {
    return html`<button type="button" class="primary lab-run-button" data-testid="run-stop" aria-label="Stop" disabled=${job.value.isStopping}
      title="Stop; what was computed so far is kept"
      onClick=${cancel}><${Glyph} name="stop" /><span>${job.value.isStopping ? 'Stopping' : 'Stop'}</span></button>`;
  }
  const label = isOutdated.value || problem.value ? 'Run again' : 'Run';
  return html`<button type="button" class="primary lab-run-button" data-testid="run-start" aria-label=${label} aria-keyshortcuts="Control+Enter"
    title="${label} (Ctrl+Enter)" disabled=${!reading.value} onClick=${() => run()}><${Glyph} name="play" /><span>${label}</span></button>`;
}

function Progress() {
  const running = job.value;
  const share = running ? running.done / (running.asked || 1) : report.value ? 1 : 0;
  const { lead, more, tone } = progressText();
  return html`<div class="lab-run-progress">
    <div class="lab-run-line">
      <span class=${classes('lab-run-lead', tone && `is-${tone}`)} data-testid="run-status">
        ${tone && html`<${Glyph} name="warning" />`}<b>${lead}</b>${more && html` <span class="muted lab-run-more">${more}</span>`}
      </span>
      ${running && html`<span class="muted">${Math.floor(100 * share)} %</span>`}
    </div>
    <div class="lab-bar" role="progressbar" aria-label="Runs done" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.floor(100 * share)}
      aria-valuetext=${lead} data-testid="run-progress"><i style=${{ width: `${100 * share}%` }}></i></div>
  </div>`;
}

function progressText() {
  const running = job.value;
  const shown = report.value;
  if (running) {
    const unit = shown ? unitOf(shown, 2) : 'runs';
    if (!running.done) return { lead: 'Starting', more: engineNote(running) };
    return { lead: `${count(running.done)} of ${count(running.asked)} ${unit}`, more: [timeLeft(running), engineNote(running)].filter(Boolean).join(' · ') };
  }
  if (problem.value) return { lead: problem.value, tone: 'problem' };
  if (!shown) return { lead: 'Ready', more: 'nothing has been run yet' };
  if (isOutdated.value) return { lead: 'The results are from before your last change.', tone: 'outdated' };
  const unit = unitOf(shown, shown.runs);
  if (shown.stopped === 'narrow') return { lead: `${count(shown.runs)} ${unit}`, more: 'enough: the interval is narrow enough' };
  if (!isFinal.value || shown.runs < shown.asked) return { lead: `Stopped after ${count(shown.runs)} of ${count(shown.asked)} ${unit}`, more: limitNote.value };
  const { seconds } = shown.how;
  return { lead: `${count(shown.runs)} ${unit}`, more: `in ${seconds < 0.95 ? 'less than a second' : duration(seconds).replace('about ', '')}` };
}

// The interpreter answers while the kernel is being compiled, or if the kernel cannot play the encounter.
function engineNote({ executor }) {
  if (executor !== 'interpreter') return '';
  if (status.value?.kernel === 'compiling') return 'Compiling the fast engine; until then runs are slower.';
  return reading.value?.kernel ? 'The fast engine does not know a rule of this encounter; runs are slower.' : '';
}

function timeLeft({ done, asked, startedAt }) {
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds < 0.3 || !done) return '';
  const { untilWidth } = runSettings.value;
  const last = estimates.value.at(-1);
  const needed = untilWidth && last ? Math.min(asked, done * ((last.high - last.low) / untilWidth) ** 2) : asked;
  return `${duration(Math.max(0, (needed - done) / (done / seconds)))} left`;
}

function Estimate() {
  const shown = report.value;
  if (!shown) return null;
  const { name, win } = shown.sides[0];
  return html`<div class="lab-run-estimate">
    <div class="lab-run-figures">
      <span class="lab-small muted lab-cut" title="${name} win">${name} win</span>
      <strong data-testid="run-estimate">${figure(win.value)} % <small>${plusMinus(win)}</small></strong>
    </div>
    <${Sparkline} />
  </div>`;
}
