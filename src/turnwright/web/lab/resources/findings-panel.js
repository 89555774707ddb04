// Findings: what the validation noticed, worst first, each leading to its field, with one-click fixes.
import { classes, html, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { at, focusField, reading, readingState, selected } from '../state/lab-store.js';
import { switchEntry } from '../strategy/list-edits.js';
import { counted } from '../editor/words.js';
import { Fixes, actionPathOf, combatantPathOf, fixesOf, sentenceOf, subjectOf } from './fixes.js';

const ORDER = ['error', 'warning', 'note'];
const SHOWN = 6;
const SWITCHABLE = ['unreachable', 'after_end_turn', 'duplicate', 'trigger_never', 'potential_conflict', 'certain_conflict', 'tag_never_set', 'no_candidates'];

/** The panel "Findings". */
export function FindingsPanel() {
  const [isLong, setLong] = useState(false);
  const here = selected.value;
  const rank = (one) => ORDER.indexOf(one.severity) * 2 + (combatantPathOf(one.path) === here ? 0 : 1);
  const all = [...(reading.value?.findings ?? [])].sort((one, other) => rank(one) - rank(other));
  const shown = isLong ? all : all.slice(0, SHOWN);
  const isBroken = reading.value?.isBroken;
  return html`<section class="lab-panel lab-findings" aria-labelledby="lab-findings-title" data-testid="findings" aria-busy=${readingState.value === 'pending'}>
    <header class="lab-panel-head"><h2 id="lab-findings-title">Findings</h2>
      ${all.length > 0 && html`<span class="lab-count" data-testid="findings-count">${all.length}</span>`}
      <span class="lab-ed-spacer"></span>
      ${readingState.value === 'pending' && html`<span class="lab-small" aria-hidden="true">checking</span>`}</header>
    ${isBroken && html`<p class="lab-ed-message is-error"><${Glyph} name="warning" /><span>The text cannot be read as it is. What you see is the last version that could.</span></p>`}
    <ul class="lab-finds">${shown.map((one) => html`<${FindingItem} key=${one.code + one.path + one.sentence} finding=${one} />`)}
      ${!all.length && reading.value && html`<li class="lab-finding is-ok"
        data-testid="no-findings"><${Glyph} name="ok" /><p>No problems found. Everything in the lists can be used, and what it costs is there.</p></li>`}
    </ul>
    ${all.length > SHOWN && html`<button type="button" class="lab-quiet lab-more" aria-expanded=${isLong} data-testid="findings-more" onClick=${() => setLong(!isLong)}>
      ${isLong ? 'Show fewer' : `Show ${counted(all.length - SHOWN, 'more finding').replace('more findings', 'more')}`}</button>`}
  </section>`;
}

function FindingItem({ finding }) {
  const { names, owner } = subjectOf(finding);
  const action = actionPathOf(finding.path);
  const offPath = action || listPathOfName(finding, names.at(-1));
  const offName = offPath ? at(offPath)?.name : '';
  const canSwitch = SWITCHABLE.includes(finding.code) && !fixesOf(finding).some(({ label }) => label.startsWith('Switch off'));
  const isHere = combatantPathOf(finding.path) === selected.value;
  const about = [names.join(', ') || (owner ? '' : 'Encounter'), !isHere || !names.length ? owner : ''].filter(Boolean).join(' · ');
  const more = (finding.data?.paths?.length ?? 1) - 1;
  return html`<li class=${classes('lab-finding', `is-${finding.severity}`)} data-testid=${`finding-${finding.code}`}>
    <${Glyph} name=${finding.severity === 'note' ? 'info' : finding.severity === 'error' ? 'failed' : 'warning'} />
    <div>
      <button type="button" class="lab-finding-go" data-testid="finding-go" onClick=${() => focusField(finding.path)}>
        <span class="lab-kind"><span class="lab-severity">${finding.severity}</span> ${about}</span>
        <span class="lab-finding-text">${sentenceOf(finding)}${more > 0 ? ` Also ${more} more.` : ''}</span>
      </button>
      <div class="lab-do"><${Fixes} finding=${finding} />
        ${offName && canSwitch && html`<button type="button" class="lab-quiet" data-testid=${`off-${finding.code}`}
          onClick=${() => switchEntry(offPath, offName, true)}>
          ${names.length > 1 ? `Switch ${offName} off` : 'Switch off'}</button>`}</div>
    </div>
  </li>`;
}

/** The path of the entry with a name in the lists of the combatant that a finding is about, or ''. */
function listPathOfName(finding, name) {
  const owner = combatantPathOf(finding.path);
  for (const list of name && owner ? ['actions', 'reactions'] : []) {
    const index = (at(`${owner}.${list}`) ?? []).findIndex((one) => one?.name === name);
    if (index >= 0) return `${owner}.${list}[${index}]`;
  }
  return '';
}
