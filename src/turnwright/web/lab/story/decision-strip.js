// One decision: every entry of the list with what became of it, the sentence, the targets that were considered.
import { classes, html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { amount } from '../results/numbers.js';
import { catalogue } from '../state/lab-store.js';
import { decisionSentence, targetsOf } from './story-steps.js';

const STATES = {
  failed: ['failed', 'Failed'], selected: ['star', 'Selected'], available: ['ring', 'Available'], off: ['off', 'Off'],
};

/** Words of the engine in plain English: "needs 1 SpellSlot_3, 0 available" has a level-3 slot. */
export function inWords(sentence) {
  const facts = catalogue.value?.vocabulary?.facts ?? [];
  return sentence.replace(/SpellSlot_(\d)/g, 'level-$1 slot').replace(/\bBonusAction\b/g, 'Bonus Action').replace(/<=/g, '≤').replace(/>=/g, '≥').replace(/!=/g, '≠')
    .replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (word) => facts.find((one) => one.name === word)?.label?.toLowerCase() ?? word.replaceAll('_', ' '));
}

const asSentence = (reason) => (reason ? `${reason[0].toUpperCase()}${inWords(reason.slice(1)).replace(/\.$/, '')}.` : '');

function entryOf(one, decision) {
  if (one.off) return { state: 'off', why: 'Switched off in the list.' };
  if (!one.ok) return { state: 'failed', why: asSentence(one.why) };
  if (one.action !== decision.selected) return { state: 'available', why: `Could be done, but stands below ${decision.selected}.` };
  return { state: 'selected', why: `All it needs is there, and ${one.place === 1 ? 'it comes first' : 'nothing above it can be done'}.` };
}

/** The entries of a decision in the order of the list: {action, place, state, why}. */
export function entriesOf(decision) {
  return decision.considered.map((one) => ({ action: one.action, place: one.place, ...entryOf(one, decision) }));
}

const eventLabel = (name) => catalogue.value?.vocabulary?.events?.find((one) => one.name === name)?.label
  ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** The strip of entries, as in a flow from top to bottom of the list. */
export function DecisionStrip({ step }) {
  const { decision } = step;
  const entries = entriesOf(decision);
  const { lead, selected, why } = decisionSentence(decision);
  return html`<div class="lab-decision" data-testid="decision">
    ${decision.answers && html`<p class="lab-answers" data-testid="decision-answers"><${Glyph} name="reaction" />A reaction. It answers: <b>${eventLabel(decision.answers)}</b></p>`}
    <ol class="lab-chain">
      ${entries.map((one) => html`<li key=${`${one.place} ${one.action}`} class=${classes('lab-entry', `is-${one.state}`)} data-testid="entry-${one.state}">
        <span class="lab-entry-state"><${Glyph} name=${STATES[one.state][0]} />${STATES[one.state][1]}</span>
        <b class="lab-entry-name"><span>${one.place}</span>${one.action}</b>
        <span class="lab-entry-why">${one.why}</span>
      </li>`)}
    </ol>
    <p class="lab-because" data-testid="decision-sentence"><${Glyph} name="quote" /><span>${lead} <b>${selected}</b> ${why}</span></p>
    <${Candidates} step=${step} />
  </div>`;
}

function Candidates({ step }) {
  const { candidates = [] } = step.decision;
  if (candidates.length === 0) return null;
  const chosen = targetsOf(step);
  const words = Object.keys(candidates[0].scores ?? {});
  const isSelf = candidates.length === 1 && candidates[0].name === step.decision.who;
  if (isSelf) return null;
  const order = [...candidates].sort((one, other) => (words.length ? (one.scores?.[words[0]] ?? 0) - (other.scores?.[words[0]] ?? 0) : 0));
  return html`<div class="lab-targets" data-testid="decision-targets">
    <h3 class="lab-sub">Targets considered${words.length > 0 && html`<span class="muted lab-small">, ${words.join(', then ')}</span>`}</h3>
    <ul>${order.map((one) => html`<li key=${one.name} class=${classes(chosen.includes(one.name) && 'is-chosen')}>
      ${chosen.includes(one.name) && html`<${Glyph} name="check" title="chosen" />`}<span>${one.name}</span>
      ${words.map((word) => html`<b key=${word} title=${word}>${scoreText(word, one.scores?.[word])}</b>`)}</li>`)}</ul>
  </div>`;
}

// Scores are compared so that the lowest comes first; what should be highest is stored as its negative.
const scoreText = (word, value) => (value === undefined ? '' : amount(Math.round(100 * (/^(highest|most|farthest)/.test(word) ? -value : value)) / 100));
