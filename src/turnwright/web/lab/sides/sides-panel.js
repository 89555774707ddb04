// The left column: sides with their combatants, and the day with its encounters and rests.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { reading } from '../state/lab-store.js';
import { AddCombatant } from './add-combatant.js';
import { CombatantForm } from './combatant-form.js';
import { Day } from './day-timeline.js';
import { ImportDialog } from './import-dialog.js';
import { addSide, addStep } from './side-edits.js';
import { Side } from './side.js';

/** The panel "Sides". */
export function SidesPanel() {
  const scenario = reading.value?.scenario;
  const sides = scenario?.sides ?? [];
  const hasDay = Boolean(scenario?.day?.length);
  return html`<section class="lab-panel lab-sides" aria-labelledby="lab-sides-title" data-testid="sides-panel">
    <header class="lab-panel-head"><h2 id="lab-sides-title">Sides</h2><span class="spacer"></span>
      <button type="button" class="lab-quiet" data-testid="add-side" onClick=${() => addSide()}><${Glyph} name="plus" />Side</button></header>
    <${AddCombatant} />
    ${sides.map((_side, index) => html`<${Side} key=${index} path=${`sides[${index}]`} isYours=${index === 0} />`)}
    ${hasDay ? html`<${Day} />` : html`<div class="lab-addline">
      <button type="button" class="lab-quiet" data-testid="add-encounter" title="Make it a day of several encounters" onClick=${() => addStep('encounter')}><${Glyph} name="plus" />Encounter</button>
      <button type="button" class="lab-quiet" data-testid="add-rest" title="Make it a day with rests" onClick=${() => addStep('short rest')}><${Glyph} name="plus" />Rest</button></div>`}
    <${CombatantForm} />
    <${ImportDialog} />
  </section>`;
}
