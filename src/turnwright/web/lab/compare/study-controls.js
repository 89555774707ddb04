// The row of every study: start or stop, the number of runs, progress, and what went wrong.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, duration } from '../results/numbers.js';
import { studies, stopStudy } from './study-store.js';

const CHOICES = [1_000, 2_000, 5_000, 10_000, 50_000];

/** A select for the number of runs. */
export function RunsSelect({ value, onChange, label = 'Runs', testId }) {
  return html`<label class="field"><span>${label}</span><select value=${value} data-testid=${testId} onChange=${(event) => onChange(Number(event.target.value))}>
    ${CHOICES.map((one) => html`<option key=${one} value=${one} selected=${one === value}>${count(one)}</option>`)}</select></label>`;
}

function timeLeft({ done, asked, startedAt }) {
  const seconds = (performance.now() - startedAt) / 1000;
  return done && seconds > 0.5 ? `${duration(Math.max(0, ((asked - done) * seconds) / done))} left` : '';
}

/** Start, stop and progress of a study; `onStart` starts it. */
export function StudyControls({ kind, label, onStart, isOff = false }) {
  const study = studies[kind].value;
  const share = study.asked ? Math.min(1, study.done / study.asked) : 0;
  return html`<div class="lab-study-controls">
    ${study.isRunning
      ? html`<button type="button" class="primary" disabled=${study.isStopping} data-testid="${kind}-stop"
        onClick=${() => stopStudy(kind)}><${Glyph} name="stop" />${study.isStopping ? 'Stopping' : 'Stop'}</button>`
      : html`<button type="button" class="primary" disabled=${isOff} data-testid="${kind}-start" onClick=${onStart}><${Glyph} name="play" />${label}</button>`}
    ${study.isRunning && html`<div class="lab-study-progress">
      <span class="lab-small muted">${study.done ? `${count(study.done)} of ${count(study.asked)} runs` : 'Starting'} ${timeLeft(study)}</span>
      <div class="lab-bar" role="progressbar" aria-label="Progress" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.floor(100 * share)}
        data-testid="${kind}-progress"><i style=${{ width: `${100 * share}%` }}></i></div>
    </div>`}
    ${!study.isRunning && study.problem && html`<p class="lab-story-problem" role="alert" data-testid="${kind}-problem"><${Glyph} name="warning" />${study.problem}</p>`}
  </div>`;
}
