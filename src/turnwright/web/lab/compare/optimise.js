// A better order of a list: search, show what it gains, and take it over with one click.
import { html, signal } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { Segments } from '../results/data-table.js';
import { count, signed } from '../results/numbers.js';
import { at, combatantAt, combatantPaths, edit, selected, text } from '../state/lab-store.js';
import { runSettings } from '../state/run-store.js';
import { RunsSelect, StudyControls } from './study-controls.js';
import { startStudy, studies } from './study-store.js';

const who = signal('');
const which = signal('actions');
const runs = signal(10_000);

const nameOf = (entry) => entry?.name ?? entry;

/** Put the list of every combatant of this name into another order, in one edit. */
export function useOrder({ combatant, which: list, after }) {
  const paths = combatantPaths().filter((path) => combatantAt(path)?.name === combatant);
  return edit(`Reorder ${combatant}`, (next) => paths.forEach((path) => {
    const names = (at(`${path}.${list}`) ?? []).map(nameOf);
    after.forEach((name, to) => {
      const from = names.indexOf(name, to);
      if (from <= to) return;
      next.moveItem(`${path}.${list}`, from, to);
      names.splice(to, 0, ...names.splice(from, 1));
    });
  }));
}

/** The part "Better order". */
export function Optimise() {
  const names = [...new Set(combatantPaths().map((path) => combatantAt(path)?.name).filter(Boolean))];
  const own = combatantAt(selected.value)?.name;
  const name = names.includes(who.value) ? who.value : own ?? names[0];
  const path = combatantPaths().find((one) => combatantAt(one)?.name === name);
  const length = (combatantAt(path)?.[which.value] ?? []).length;
  const start = () => startStudy('optimise', { text: text.value, combatant: name, which: which.value, runs: runs.value, seed: runSettings.value.seed }, { text: text.value });
  return html`<p class="muted">Many orders race against each other; the winner is checked again with fresh dice before it is called better.</p>
    <div class="lab-study-row">
      <label class="field lab-grow"><span>Combatant</span><select value=${name} data-testid="optimise-who" onChange=${(event) => { who.value = event.target.value; }}>
        ${names.map((one) => html`<option key=${one} value=${one} selected=${one === name}>${one}</option>`)}</select></label>
      <div class="field"><span>List</span><${Segments} label="List" testId="optimise-list" value=${which.value} onChange=${(value) => { which.value = value; }}
        options=${[['actions', 'On its turn'], ['reactions', 'Reactions']]} /></div>
      <${RunsSelect} value=${runs.value} label="Runs of the check" testId="optimise-runs" onChange=${(value) => { runs.value = value; }} />
      <${StudyControls} kind="optimise" label="Find a better order" onStart=${start} isOff=${length < 2} />
    </div>
    ${length < 2 && html`<p class="muted">${name} has fewer than two entries in this list: there is nothing to reorder.</p>`}
    <${Found} />`;
}

function Order({ title, names, other, testId }) {
  return html`<div class="lab-list-order" data-testid=${testId}><h3 class="lab-sub">${title}</h3><ol>${names.map((name, place) => {
    const was = other?.indexOf(name) ?? place;
    return html`<li key=${`${place} ${name}`} class=${was !== place ? 'is-moved' : ''}><span class="muted">${place + 1}</span><b class="lab-cut" title=${name}>${name}</b>
      ${other && was !== place && html`<span class="lab-small"><${Glyph} name=${was > place ? 'up' : 'down'} />was ${was + 1}</span>`}</li>`;
  })}</ol></div>`;
}

function Found() {
  const { report, about, isFinal, isRunning } = studies.optimise.value;
  if (!report?.before?.length) return null;
  const isOld = about.text !== text.value;
  const leading = !report.is_gain && isRunning ? report.tried.at(-1)?.order : null;
  return html`<div class="lab-found" data-testid="optimise-result">
    <div class="lab-found-words">
      ${report.is_gain && html`<p class="lab-huge" data-testid="optimise-gain">${signed(100 * report.gain.value)}
        <small>points (${signed(100 * report.gain.low)} to ${signed(100 * report.gain.high)})</small></p>`}
      <p class="lab-lead" data-testid="optimise-sentence">${isRunning ? 'Looking for a better order.' : report.sentence}</p>
      <p class="muted lab-small">${report.side}, ${count(report.runs)} runs in ${report.races === 1 ? '1 race' : `${report.races} races`}${report.check ? ' and a check with fresh dice' : ''}.</p>
      ${isFinal && report.is_gain && html`<button type="button" class="primary" disabled=${isOld} data-testid="optimise-use"
        onClick=${() => useOrder(report)}>Use this order</button>
        ${isOld && html`<p class="muted lab-small">The encounter has changed since.</p>`}`}
    </div>
    <${Order} title="Before" names=${report.before} testId="optimise-before" />
    ${(report.is_gain || leading) && html`<${Order} title=${leading ? 'In the lead' : 'After'} names=${leading ?? report.after} other=${report.before} testId="optimise-after" />`}
  </div>`;
}
