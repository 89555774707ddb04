// "Why": any run as a story with a timeline, every decision with what was available, what failed and why the choice fell.
import { classes, html, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, unitOf } from '../results/numbers.js';
import { report } from '../state/run-store.js';
import { DecisionStrip, inWords } from './decision-strip.js';
import { HealthList } from './health-list.js';
import { PoolChips } from './pool-chips.js';
import { RunChooser } from './run-chooser.js';
import { looking, place, steps, story, storyProblem, visible, watched, withMinor } from './story-store.js';
import { goToVisible, onStoryKey, Timeline, visibleIndex } from './timeline.js';
import { WholeLog } from './whole-log.js';

/** The panel below the results. */
export function StoryPanel() {
  if (!report.value) return null;
  return html`<section id="lab-story" class="lab-card lab-story" aria-labelledby="lab-h-story" data-testid="story" onKeyDown=${onStoryKey}>
    <${StoryHead} />
    <${RunChooser} />
    ${looking.value && html`<p class="lab-looking muted" role="status" data-testid="story-looking">${looking.value}</p>`}
    ${storyProblem.value && html`<p class="lab-story-problem" role="alert" data-testid="story-problem"><${Glyph} name="warning" />${storyProblem.value}</p>`}
    ${story.value && steps.value.length > 0 && html`<${Story} />`}
  </section>`;
}

function StoryHead() {
  const step = story.value && steps.value[place.value];
  const who = step?.decision?.who;
  const decisions = visible.value.filter((at) => steps.value[at].decision);
  const now = decisions.indexOf(place.value);
  const go = (at) => { if (decisions[at] !== undefined) goToVisible(visible.value.indexOf(decisions[at])); };
  const before = decisions.findLastIndex((at) => at < place.value);
  const after = decisions.findIndex((at) => at > place.value);
  return html`<header class="lab-card-head lab-story-head">
    <h2 id="lab-h-story">${who ? `Why did ${who} do that?` : 'Why did it go that way?'}</h2>
    ${story.value && html`<div class="lab-story-nav">
      <button type="button" class="lab-icon-button" aria-label="Decision before" data-testid="decision-before" disabled=${before < 0}
        onClick=${() => go(before)}><${Glyph} name="left" /></button>
      <span class="lab-small muted">${now >= 0 ? `decision ${now + 1} of ${decisions.length}` : `${decisions.length} decisions`}</span>
      <button type="button" class="lab-icon-button" aria-label="Decision after" data-testid="decision-after" disabled=${after < 0}
        onClick=${() => go(after)}><${Glyph} name="right" /></button>
    </div>`}
  </header>`;
}

function Story() {
  const [isLong, setLong] = useState(false);
  const at = place.value;
  const step = steps.value[at];
  const shown = report.value;
  return html`<div class="lab-story-body">
    <${Filters} />
    <${Timeline} />
    <div class="lab-chips">
      <span class="lab-chip is-line" data-testid="story-which">${storyLabel(shown)}</span>
      ${step.scene && html`<span class="lab-chip is-line">${step.scene}</span>`}
      ${step.round > 0 && html`<span class="lab-chip is-line">Round ${step.round}</span>`}
      ${step.decision && html`<${PoolChips} decision=${step.decision} />`}
    </div>
    <div class="lab-story-columns">
      <div class="lab-story-main">
        ${step.decision && html`<${DecisionStrip} step=${step} />`}
        <${Events} step=${step} />
      </div>
      <aside class="lab-story-side"><h3 class="lab-sub">Hit points</h3><${HealthList} step=${step} report=${shown} /></aside>
    </div>
    <button type="button" aria-expanded=${isLong} data-testid="story-read-all"
      onClick=${() => setLong(!isLong)}><${Glyph} name="list" />${isLong ? 'Close the log' : `Read the whole ${unitOf(shown)}`}</button>
    ${isLong && html`<${WholeLog} />`}
  </div>`;
}

function storyLabel(shown) {
  const { run, what, explanation } = story.value;
  const unit = unitOf(shown);
  const number = run === null || run === undefined ? '' : ` ${count(run + 1)}`;
  const won = explanation.winner ? `${explanation.winner} won` : 'a draw';
  return `${unit[0].toUpperCase()}${unit.slice(1)}${number}${what ? ` (${what})` : ''}, ${won}`;
}

function Events({ step }) {
  const events = step.events.filter((one) => !/^== /.test(one.text));
  if (!events.length) return step.decision ? html`<p class="muted">Nothing happens.</p>` : null;
  return html`<div class="lab-happened"><h3 class="lab-sub">What happened</h3>
    <ol data-testid="story-events">${events.map((one, line) => html`<li key=${line} class=${classes(one.event && `is-${one.event}`)}
      style=${{ marginLeft: `${16 * (one.depth ?? 0)}px` }}>
      ${(one.event === 'UnitDied' || one.event === 'UnitDowned') && html`<${Glyph} name="skull" />`}${inWords(one.text)}</li>`)}</ol></div>`;
}

function Filters() {
  const names = [...new Set(steps.value.filter((one) => one.decision).map((one) => one.decision.who))];
  const onWatch = (event) => {
    watched.value = event.target.value;
    goToVisible(visibleIndex());
  };
  return html`<div class="lab-story-filters">
    <label class="lab-inline-field"><span>Follow</span><select value=${watched.value} data-testid="story-watch" onChange=${onWatch}>
      <option value="" selected=${!watched.value}>everybody</option>${names.map((name) => html`<option key=${name}
        value=${name} selected=${name === watched.value}>${name}</option>`)}</select></label>
    <label class="lab-check"><input type="checkbox" checked=${withMinor.value} data-testid="story-minor"
      onChange=${(event) => { withMinor.value = event.target.checked; }} />
      Also moments in which nothing was possible</label>
  </div>`;
}
