// The strategy of the selected combatant: what it does on its turn, and how it reacts, as two lists of cards.
import { html, useState } from '../../app/preact.js';
import { Glyph, combatantGlyph } from '../glyphs.js';
import { at, catalogue, combatantAt, focusField, selected, text } from '../state/lab-store.js';
import { ActionList } from './action-list.js';
import { AddAction } from './add-action.js';
import { bringBack, removed } from './list-edits.js';
import { drag } from './reorder.js';
import { IconButton } from '../editor/icon-button.js';

/** The panel "Strategy". */
export function StrategyPanel() {
  const combatant = combatantAt(selected.value);
  const [adding, setAdding] = useState('');
  if (!combatant) {
    return html`<section class="lab-panel lab-strategy" aria-label="Strategy" data-testid="strategy">
      <p class="lab-none">Choose a combatant to see what it does, or add one.</p></section>`;
  }
  const now = drag.value;
  return html`<section class="lab-panel lab-strategy" aria-labelledby="lab-strategy-title" data-testid="strategy">
    <${Who} combatant=${combatant} onAdd=${() => setAdding('actions')} />
    <div class="lab-listhead"><h3>On my turn</h3><span class="lab-small">the first that can be done, again and again</span></div>
    <${ActionList} list="actions" title="On my turn, in order of priority">
      <${Empty} text="It does nothing on its turn yet." onAdd=${() => setAdding('actions')} testId="add-first-action" />
    <//>
    <div class="lab-reacts">
      <div class="lab-listhead"><h3>When something happens</h3><span class="lab-small">one Reaction a round</span></div>
      <${ActionList} list="reactions" title="Reactions, in order of priority">
        <${Empty} text="It does not react to anything." onAdd=${() => setAdding('reactions')} testId="add-first-reaction" />
      <//>
    </div>
    ${now?.why && html`<p class="lab-not-here" role="status"><${Glyph} name="info" />${now.why}</p>`}
    ${removed.value?.source === text.value && html`<p class="lab-removed" role="status" data-testid="removed"><span>${removed.value.text}</span>
      <button type="button" class="lab-quiet" data-testid="removed-undo" onClick=${bringBack}>Undo</button></p>`}
    ${adding && html`<${AddAction} list=${adding} onClose=${() => setAdding('')} />`}
  </section>`;
}

function Who({ combatant, onAdd }) {
  const side = at(selected.value.replace(/\.combatants\[\d+\]$/, ''))?.name === at('sides[0]')?.name ? 'yours' : 'theirs';
  const initiative = combatant.initiative ?? 0;
  return html`<header class="lab-who">
    <span class="lab-tile is-${side}"><${Glyph} name=${combatantGlyph(combatant.name, catalogue.value)} /></span>
    <div class="lab-who-text"><h2 id="lab-strategy-title">${combatant.name}${combatant.count > 1 ? html` <span class="lab-times">×${combatant.count}</span>` : ''}</h2>
      <p class="lab-facts"><span>Hit points <b>${combatant.hp ?? 1}</b></span> <span>AC <b>${combatant.ac ?? 10}</b></span>
        <span class="lab-optional">Initiative <b>${typeof initiative === 'number' && initiative >= 0 ? `+${initiative}` : initiative}</b></span></p></div>
    <${IconButton} glyph="edit" aria-label=${`Edit ${combatant.name}`} title="Edit" data-testid="edit-combatant" onClick=${() => focusField(`${selected.value}.hp`)} />
    <button type="button" class="lab-add" aria-haspopup="dialog" data-testid="add-action" onClick=${onAdd}><${Glyph} name="plus" /> Action</button>
  </header>`;
}

function Empty({ text, onAdd, testId }) {
  return html`<p class="lab-none">${text} <button type="button" class="lab-quiet" data-testid=${testId} onClick=${onAdd}><${Glyph} name="plus" /> Add one</button></p>`;
}
