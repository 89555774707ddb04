// Two versions of the encounter in the same runs: what differs, and whether that may be chance.
import { html, signal } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, figure, percent, plusMinus, signed, unitOf } from '../results/numbers.js';
import { collection } from '../state/collection.js';
import { historyEntries, historyIndex, text } from '../state/lab-store.js';
import { runSettings } from '../state/run-store.js';
import { RunsSelect, StudyControls } from './study-controls.js';
import { startStudy, studies } from './study-store.js';

const runs = signal(10_000);
/** The key of the version to compare with; '' is the one before the last edit. */
export const chosen = signal('');

const timeOf = (time) => new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Versions to compare with: {key, label, text, group}. */
export function versions() {
  const now = text.value;
  const entries = historyEntries.value.map((one, place) => ({ ...one, place })).filter((one) => one.text !== now);
  const before = entries.filter((one) => one.place < historyIndex.value).at(-1);
  const history = entries.reverse().map((one) => ({
    key: `history ${one.id}`, text: one.text, group: 'Your edits', label: `${one.place ? `After “${one.label}”` : 'As it was opened'}, ${timeOf(one.time)}`,
  }));
  const saved = collection.value.encounter.filter((one) => one.text !== now).map((one) => ({ key: `saved ${one.id}`, text: one.text, group: 'Saved encounters', label: one.name || 'Untitled' }));
  const last = before ? [{ key: '', text: before.text, group: '', label: `Before “${historyEntries.value[historyIndex.value]?.label}”` }] : [];
  return [...last, ...history, ...saved];
}

/** Compare a version with the current one. */
export function compareWith(version) {
  startStudy('compare', { first: version.text, second: text.value, runs: runs.value, seed: runSettings.value.seed }, { label: version.label, second: text.value });
}

/** The part "Two versions". */
export function Versions() {
  const list = versions();
  const version = list.find((one) => one.key === chosen.value) ?? list[0];
  if (!version) {
    return html`<p class="muted" data-testid="compare-none">There is nothing to compare with yet. Change something, and compare it with how it was before; or save another encounter.</p>`;
  }
  const groups = [...new Set(list.map((one) => one.group))];
  const option = (one) => html`<option key=${one.key} value=${one.key} selected=${one.key === version.key}>${one.label}</option>`;
  return html`<p class="muted">Both versions play the same runs with the same dice, so that only your change makes the difference.</p>
    <div class="lab-study-row">
      <label class="field lab-grow"><span>Compare the current version with</span><select value=${version.key} data-testid="compare-with"
        onChange=${(event) => { chosen.value = event.target.value; }}>
        ${groups.map((group) => (group ? html`<optgroup key=${group} label=${group}>${list.filter((one) => one.group === group).map(option)}</optgroup>`
          : list.filter((one) => !one.group).map(option)))}</select></label>
      <${RunsSelect} value=${runs.value} testId="compare-runs" onChange=${(value) => { runs.value = value; }} />
      <${StudyControls} kind="compare" label="Compare" onStart=${() => compareWith(version)} />
    </div>
    <${Difference} />`;
}

const VERDICTS = { second: ['up', 'better', 'Better'], first: ['down', 'worse', 'Worse'], open: ['same', 'same', 'No visible difference'], same: ['same', 'same', 'No run differs'] };

/** A comparison in words for the side that it is about. */
export function verdictOf({ verdict, win, score, first }) {
  const side = first.sides[0].name;
  const points = (interval, scale) => `${signed(scale * interval.value)} points (${signed(scale * interval.low)} to ${signed(scale * interval.high)})`;
  if (verdict === 'same') return 'Every run ends the same way.';
  if (verdict === 'open') return `The difference may be chance: ${points(win, 100)}. More runs would tell.`;
  const isClear = win.low > 0 || win.high < 0;
  if (isClear) return `${side} win ${win.value > 0 ? 'more' : 'less'} often: ${points(win, 100)}.`;
  return `${side} win about as often, but ${score.value > 0 ? 'keep more' : 'lose more'} hit points: ${points(score, 1)} of lead.`;
}

function Difference() {
  const { report, about, isFinal } = studies.compare.value;
  if (!report?.first?.runs) return null;
  const [glyph, tone, word] = VERDICTS[report.verdict];
  const { first, second, win } = report;
  const unit = unitOf(second, 2);
  return html`<div class="lab-difference is-${tone}" data-testid="compare-result">
    <div class="lab-difference-figure">
      <span class="lab-difference-word"><${Glyph} name=${glyph} /><b>${word}</b>${!isFinal && html`<span class="muted"> so far</span>`}</span>
      <p class="lab-huge" data-testid="compare-figure">${signed(100 * win.value)} <small>points ${plusMinus(win)}</small></p>
      <p class="lab-lead" data-testid="compare-sentence">${verdictOf(report)}</p>
      ${about.second !== text.value && html`<p class="muted lab-small">You have changed the encounter since.</p>`}
    </div>
    <table class="lab-table"><thead><tr><td></td><th scope="col">${about.label}</th><th scope="col">Now</th></tr></thead><tbody>
      <tr><th scope="row">${first.sides[0].name} win</th><td>${figure(first.sides[0].win.value)} % <small class="muted">${plusMinus(first.sides[0].win)}</small></td>
        <td><b>${figure(second.sides[0].win.value)} %</b> <small class="muted">${plusMinus(second.sides[0].win)}</small></td></tr>
      <tr><th scope="row">Left standing</th><td>${first.sides[0].survivors.mean.value.toFixed(1)} of ${first.sides[0].size}</td>
        <td>${second.sides[0].survivors.mean.value.toFixed(1)} of ${second.sides[0].size}</td></tr>
      ${first.sides[0].anybody_dies && html`<tr><th scope="row">Anybody dies</th><td>${percent(first.sides[0].anybody_dies.value)}</td><td>${percent(second.sides[0].anybody_dies.value)}</td></tr>`}
      <tr><th scope="row">Rounds</th><td>${first.rounds.mean.value.toFixed(1)}</td><td>${second.rounds.mean.value.toFixed(1)}</td></tr>
      <tr><th scope="row">Won only here</th><td>${count(report.only_first)}</td><td>${count(report.only_second)}</td></tr>
      <tr><th scope="row">Of ${unit}</th><td>${count(first.runs)}</td><td>${count(second.runs)}</td></tr>
    </tbody></table>
  </div>`;
}
