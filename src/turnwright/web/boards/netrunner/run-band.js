// The run: a track of its phases, who has passed, and what can be decided now.
import { classes, html } from '../../app/preact.js';
import { AccessPanel } from './access-panel.js';
import { EncounterPanel } from './encounter-panel.js';
import { Glyph } from './glyphs.js';
import { IcePlate } from './ice-plate.js';

const STEPS = [['initiation', 'Initiation', 'Init.'], ['approach-ice', 'Approach ice', 'Appr.'], ['encounter-ice', 'Encounter', 'Encounter'], ['movement', 'Movement', 'Move'], ['success', 'Success', 'Success']];

/** Where the run is, in a few words. */
function placeText(run) {
  if (run.phase === 'success') return 'inside';
  if (!run.ices) return 'no ice';
  return run.place ? `ice ${run.place} of ${run.ices}` : 'past all ice';
}

/** Whether a side acts, has passed, or waits. */
function Priority({ run, side, self }) {
  const isSelf = self === side;
  const name = isSelf ? 'You' : side === 'corp' ? 'Corp' : 'Runner';
  const isActing = run.owes === side;
  const word = run.passed === side ? (isSelf ? 'have passed ✓' : 'has passed ✓') : isActing ? 'to act' : isSelf ? 'wait' : 'waits';
  return html`<span class=${classes('nr-priority', isActing && 'is-acting')} data-testid="priority-${side}">${name}: ${word}</span>`;
}

/** The phases of the run; the current one is highlighted. */
export function RunTrack({ run, self }) {
  const now = STEPS.findIndex(([name]) => name === run.phase);
  return html`<div class="nr-track" data-testid="run-track">
    <span class="nr-run-on"><${Glyph} name="run" size=${16} />Run on <b>${run.name ?? 'ice'}</b><small>${placeText(run)}</small></span>
    <ol>${STEPS.map(([name, label, short], i) => html`<li key=${name} class=${i < now ? 'is-done' : i === now ? 'is-now' : ''} data-testid="step-${name}" aria-current=${i === now ? 'step' : undefined}>
      <span class="nr-tick" aria-hidden="true">${i < now ? '✓' : i === now ? '●' : '○'}</span><span class="nr-long">${label}</span><span class="nr-short" aria-hidden="true">${short}</span>${i === now && run.ice?.title && html` <b class="nr-track-ice">${run.ice.title}</b>`}</li>`)}</ol>
    <span class="nr-priorities"><${Priority} run=${run} side="runner" self=${self} /><${Priority} run=${run} side="corp" self=${self} /></span>
  </div>`;
}

function Way({ glyph, title, price, lines, isMain, choice, testId, table }) {
  const inside = html`<span class="nr-way-head"><${Glyph} name=${glyph} size=${18} /><b>${title}</b><span class="nr-price">${price}<${Glyph} name="credit" size=${16} /></span></span>
    <ul>${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`;
  return html`<button type="button" class=${classes('nr-option', isMain && 'is-main')} data-nav data-testid=${testId} disabled=${!choice || table.isBusy} onClick=${choice?.run}>${inside}</button>`;
}

/** The Corp decides about the approached ice: both ways side by side. */
function RezPanel({ table, run }) {
  const { rez, ice } = run;
  const { question } = table;
  const yes = question.onCard.get(ice.id)?.choices.find(({ id }) => id.startsWith('rez:'));
  const no = question.buttons.find(({ id }) => id === 'continue');
  return html`<div class="nr-panel nr-rez" data-testid="rez-panel"><${IcePlate} run=${run} title="Approached" />
    <${Way} table=${table} glyph="eye" title="Rez ${ice.title}" price=${rez.cost} lines=${rez.yes} isMain=${Boolean(yes)} choice=${yes} testId="rez-yes" />
    <${Way} table=${table} glyph="ice" title="Do not rez" price=${0} lines=${rez.no} choice=${no} testId="rez-no" />
    <div class="nr-subs-list"><h2>Its subroutines</h2><ol>${ice.subs.map(({ text }, i) => html`<li key=${i}><b>↳ ${i + 1}</b> ${text}</li>`)}</ol></div></div>`;
}

const WAITING = {
  initiation: (run) => `The run on ${run.name} begins. Both sides may act before the first ice.`,
  'approach-ice': () => 'The Runner approaches facedown ice. The Corp may rez it now.',
  movement: (run) => (run.place ? 'The ice is passed. The Runner may jack out, or go on to the next ice.' : `All ice is passed. Next is ${run.name} itself. The Runner may still jack out, and the Corp may rez cards in the root.`),
  success: (run) => `The run is successful. The Runner breaches ${run.name} and accesses cards, one at a time.`,
};

/** The band of the run, below the servers. */
export function RunBand({ table }) {
  const { runView: run } = table.state.table;
  if (!run || table.state.result) return null;
  const self = table.match?.youAre ? table.state.players.self?.side?.toLowerCase() : null;
  const panel = run.access ? html`<${AccessPanel} table=${table} run=${run} />`
    : run.rez ? html`<${RezPanel} table=${table} run=${run} />`
      : run.phase === 'encounter-ice' || (run.phase === 'approach-ice' && run.ice?.isRezzed) ? html`<${EncounterPanel} table=${table} run=${run} self=${self} />`
        : html`<div class="nr-panel nr-plain">${run.ice && html`<${IcePlate} run=${run} title="Approached" />`}<p>${WAITING[run.phase]?.(run)}
            ${run.accesses > 0 && run.phase !== 'success' && html` <span class="muted">A breach would access ${run.accesses === 1 ? '1 card' : `${run.accesses} cards`}.</span>`}</p></div>`;
  return html`<section class="nr-band" aria-label="Run on ${run.name ?? 'ice'}" data-testid="run-band" data-phase=${run.phase}><${RunTrack} run=${run} self=${self} />${panel}</section>`;
}
