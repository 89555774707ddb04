// The combat lab: the frame of the page. Columns on wide screens, tabs on phones, the run bar, and the results below.
import { classes, html, useEffect } from '../app/preact.js';
import { ComparePanel } from './compare/compare-panel.js';
import { ActionEditor } from './editor/action-editor.js';
import { Glyph } from './glyphs.js';
import { LabBanners } from './lab-banners.js';
import { LabTopBar } from './lab-top-bar.js';
import { FindingsPanel } from './resources/findings-panel.js';
import { ResourcesPanel } from './resources/resources-panel.js';
import { ResultsPanel } from './results/results-panel.js';
import { RunBar } from './run/run-bar.js';
import { SidesPanel } from './sides/sides-panel.js';
import { startLab } from './start-lab.js';
import { announcement, openAction, reading, readingProblem, runAnnouncement, tab } from './state/lab-store.js';
import { StoryPanel } from './story/story-panel.js';
import { StrategyPanel } from './strategy/strategy-panel.js';
import { TextDialog, UnreadableText } from './text-dialog.js';

const TABS = [
  { id: 'sides', label: 'Sides', glyph: 'people' },
  { id: 'strategy', label: 'Strategy', glyph: 'list' },
  { id: 'resources', label: 'Resources', glyph: 'slot' },
  { id: 'results', label: 'Results', glyph: 'chart' },
];

function Tabs() {
  const findings = (reading.value?.findings ?? []).filter(({ severity }) => severity !== 'note').length;
  const onKeyDown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const index = TABS.findIndex(({ id }) => id === tab.value);
    tab.value = TABS[(index + step + TABS.length) % TABS.length].id;
    event.currentTarget.querySelector(`[data-testid="lab-tab-${tab.value}"]`)?.focus();
  };
  return html`<nav class="lab-tabs" aria-label="Parts of the lab"><div role="tablist" aria-label="Parts of the lab" onKeyDown=${onKeyDown}>
    ${TABS.map(({ id, label, glyph }) => html`<button key=${id} type="button" role="tab" class="lab-tab" data-testid="lab-tab-${id}"
        aria-selected=${tab.value === id ? 'true' : 'false'} tabIndex=${tab.value === id ? 0 : -1} onClick=${() => { tab.value = id; scrollTo(0, 0); }}>
      <span class="lab-tab-sign"><${Glyph} name=${glyph} />
        ${id === 'resources' && findings > 0 && html`<span class="lab-tab-count">${findings}<span class="lab-sr"> findings</span></span>`}</span>
      ${label}</button>`)}
  </div></nav>`;
}

function Loading() {
  return html`<p class="lab-loading" role="status">${readingProblem.value || 'Reading the encounter.'}</p>`;
}

function Work({ isEditing }) {
  if (!reading.value) return html`<${Loading} />`;
  if (!reading.value.scenario) return html`<${UnreadableText} />`;
  return html`<div class="lab-columns">
    <div class="lab-column lab-column-sides"><${SidesPanel} /></div>
    <div class="lab-column lab-column-strategy"><${StrategyPanel} /></div>
    ${isEditing && html`<div class="lab-column lab-column-editor"><${ActionEditor} /></div>`}
    <div class="lab-column lab-column-right"><${FindingsPanel} /><${ResourcesPanel} /></div>
  </div>`;
}

/** The page at #/lab. `shared` is the encounter of a link, or ''. */
export function LabPage({ shared }) {
  useEffect(() => startLab(shared), [shared]);
  const isEditing = openAction.value !== '';
  return html`<div class=${classes('lab', isEditing && 'is-editing')} data-tab=${tab.value} data-testid="lab">
    <${LabTopBar} />
    <${LabBanners} />
    <${TextDialog} />
    <${Tabs} />
    <main class="lab-main">
      <${Work} isEditing=${isEditing} />
      <div class="lab-run"><${RunBar} /></div>
      ${reading.value?.scenario && html`<div class="lab-results">
        <${ResultsPanel} /><${StoryPanel} /><${ComparePanel} />
      </div>`}
    </main>
    <p class="lab-sr" role="status" aria-live="polite" data-testid="lab-announcement">${announcement.value}</p>
    <p class="lab-sr" role="status" aria-live="polite" data-testid="lab-run-announcement">${runAnnouncement.value}</p>
  </div>`;
}
