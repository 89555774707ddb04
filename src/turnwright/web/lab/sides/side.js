// One side: its name, who is in it, and whether it is surprised.
import { classes, html, useState } from '../../app/preact.js';
import { plural } from '../../app/text.js';
import { Glyph } from '../glyphs.js';
import { at } from '../state/lab-store.js';
import { addTo } from './add-combatant.js';
import { CombatantRow, dropTarget } from './combatant-row.js';
import { moveTo, removeSide, renameSide, setSurprised } from './side-edits.js';

const heads = (side) => (side.combatants ?? []).reduce((sum, { count = 1 }) => sum + (Number(count) || 1), 0);

function SideName({ path, side }) {
  const [isEditing, setEditing] = useState(false);
  if (!isEditing) {
    return html`<button type="button" class="lab-side-name" title="Rename" aria-label="${side.name}: rename this side" data-testid="side-name" onClick=${() => setEditing(true)}>${side.name}</button>`;
  }
  const finish = (event) => {
    renameSide(path, event.currentTarget.value.trim());
    setEditing(false);
  };
  const onKeyDown = (event) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') setEditing(false);
  };
  return html`<input class="lab-side-input" aria-label="Name of the side" data-testid="side-name-input" defaultValue=${side.name} autofocus
    ref=${(field) => field && document.activeElement !== field && field.select()} onBlur=${finish} onKeyDown=${onKeyDown} />`;
}

/** A side with its combatants; `holder` is '' or the step of the day that it belongs to. Alone in a step it has no heading. */
export function Side({ path, holder = '', isYours, isQuiet = false, isAlone = false }) {
  const side = at(path);
  const isSurprised = (at(`${holder}surprised`) ?? []).includes(side.name);
  const canSurprise = holder !== '' || !at('day')?.length;
  return html`<section class="lab-side" data-side=${path} aria-label=${side.name} ...${dropTarget((from) => moveTo(from, path))}>
    ${!isAlone && html`<header class=${classes('lab-side-head', isQuiet && 'is-quiet')}>
      <span class=${classes('lab-flag', !isYours && 'is-theirs')}></span>
      <h3><${SideName} path=${path} side=${side} /></h3>
      <span class="lab-count" title=${plural(heads(side), 'combatant')}>${heads(side)}</span>
      ${isSurprised && html`<span class="lab-chip is-line">surprised</span>`}
      <span class="spacer"></span>
      <span class="lab-side-tools">
        ${canSurprise && html`<button type="button" class="lab-icon-button" aria-pressed=${isSurprised ? 'true' : 'false'} title=${isSurprised ? 'Not surprised' : 'Surprised'}
          aria-label="${side.name} is surprised" data-testid="side-surprised" onClick=${() => setSurprised(holder, side.name, !isSurprised)}><${Glyph} name="eye" /></button>`}
        <button type="button" class="lab-icon-button" title="Remove this side" aria-label="Remove ${side.name}" data-testid="side-remove" onClick=${() => removeSide(path)}><${Glyph} name="remove" /></button>
      </span>
      <button type="button" class="lab-icon-button" title="Add to ${side.name}" aria-label="Add to ${side.name}" data-testid="side-add" onClick=${() => addTo(path)}><${Glyph} name="plus" /></button>
    </header>`}
    <ul class="lab-units">${(side.combatants ?? []).map((_one, index) => html`<${CombatantRow} key=${index} path=${`${path}.combatants[${index}]`} isYours=${isYours} />`)}</ul>
    ${!side.combatants?.length && html`<p class="lab-side-empty">Nobody yet.</p>`}
  </section>`;
}
