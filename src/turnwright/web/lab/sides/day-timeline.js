// The day: encounters and rests in order, as a timeline.
import { html, useState } from '../../app/preact.js';
import { plural } from '../../app/text.js';
import { Glyph } from '../glyphs.js';
import { at, edit, setAt } from '../state/lab-store.js';
import { addTo } from './add-combatant.js';
import { addSide, addStep, moveStep, removeStep, setSurprised } from './side-edits.js';
import { Side } from './side.js';

const heads = (step) => (step.sides ?? []).flatMap((side) => side.combatants ?? []).reduce((sum, { count = 1 }) => sum + (Number(count) || 1), 0);

function StepTools({ index, name }) {
  const most = at('day').length;
  return html`
    <button type="button" class="lab-icon-button" title="Earlier" aria-label="${name}: earlier" data-testid="step-earlier" disabled=${index === 0} onClick=${() => moveStep(index, -1)}><${Glyph} name="up" /></button>
    <button type="button" class="lab-icon-button" title="Later" aria-label="${name}: later" data-testid="step-later" disabled=${index === most - 1} onClick=${() => moveStep(index, 1)}><${Glyph} name="down" /></button>
    <button type="button" class="lab-icon-button" title="Remove" aria-label="Remove ${name}" data-testid="step-remove" onClick=${() => removeStep(index)}><${Glyph} name="remove" /></button>`;
}

function Settings({ index, step }) {
  const holder = `day[${index}].`;
  const sides = [...(at('sides') ?? []), ...(step.sides ?? [])];
  const isPrepared = step.precast ?? true;
  const prepare = (event) => {
    const wanted = event.currentTarget.value;
    edit('Change who prepares', (doc) => (wanted === 'all' ? doc.removeAt(`${holder}precast`) : doc.setAt(`${holder}precast`, wanted === 'none' ? false : [wanted])));
  };
  return html`<div class="lab-step-settings">
    <label class="field"><span>Name</span><input data-testid="step-name" value=${step.name ?? ''} onChange=${(event) => setAt(`${holder}name`, event.currentTarget.value, 'Rename the encounter')} /></label>
    <fieldset><legend class="lab-small">Surprised</legend>${sides.map((side) => html`<label key=${side.name} class="lab-sides-check"><input type="checkbox" data-testid="step-surprised"
      checked=${(step.surprised ?? []).includes(side.name)} onChange=${(event) => setSurprised(holder, side.name, event.currentTarget.checked)} />${side.name}</label>`)}</fieldset>
    <label class="field"><span>Who prepares before it</span><select data-testid="step-precast" onChange=${prepare}
        value=${Array.isArray(isPrepared) ? isPrepared[0] : isPrepared ? 'all' : 'none'}>
      <option value="all">Everybody</option><option value="none">Nobody</option>
      ${sides.map((side) => html`<option key=${side.name} value=${side.name}>Only ${side.name}</option>`)}</select></label>
    <div class="buttons"><button type="button" class="lab-quiet" data-testid="step-add-side" onClick=${() => addSide(holder)}><${Glyph} name="plus" />Side</button>
      <span class="spacer"></span><${StepTools} index=${index} name=${step.name || `Encounter ${index + 1}`} /></div>
  </div>`;
}

function Encounter({ index, number, step }) {
  const [isOpen, setOpen] = useState(false);
  const name = step.name || `Encounter ${number}`;
  return html`<li class="lab-stop" data-testid="day-step">
    <span class="lab-stop-dot" aria-hidden="true">${number}</span>
    <header class="lab-step-head"><button type="button" class="lab-step-name" aria-expanded=${isOpen ? 'true' : 'false'} data-testid="step-open" title="Name, surprise and preparation" onClick=${() => setOpen(!isOpen)}>${name}</button>
      <span class="spacer"></span>${step.surprised?.length > 0 && html`<span class="lab-step-sign" title="Surprised: ${step.surprised.join(', ')}"><${Glyph} name="eye" title="Surprised: ${step.surprised.join(', ')}" /></span>`}
      <span class="lab-count">${heads(step)}</span>
      <button type="button" class="lab-icon-button lab-step-add" title="Add to ${name}" aria-label="Add to ${name}" data-testid="step-add" onClick=${() => (step.sides?.length ? addTo(`day[${index}].sides[0]`) : addSide(`day[${index}].`))}><${Glyph} name="plus" /></button></header>
    ${isOpen && html`<${Settings} index=${index} step=${step} />`}
    ${(step.sides ?? []).map((_side, at_) => html`<${Side} key=${at_} path=${`day[${index}].sides[${at_}]`} holder=${`day[${index}].`} isYours=${false} isQuiet=${true} isAlone=${step.sides.length === 1 && !isOpen} />`)}
  </li>`;
}

function Rest({ index, step }) {
  const [isOpen, setOpen] = useState(false);
  const kind = step.kind ?? 'short rest';
  return html`<li class="lab-stop" data-testid="day-step">
    <span class="lab-stop-dot is-rest" aria-hidden="true"><${Glyph} name="rest" /></span>
    <div class="lab-rest"><button type="button" class="lab-step-name" aria-expanded=${isOpen ? 'true' : 'false'} data-testid="step-open" onClick=${() => setOpen(!isOpen)}>${kind === 'long rest' ? 'Long rest' : 'Short rest'}</button></div>
    ${isOpen && html`<div class="lab-step-settings"><div class="buttons">
      <select aria-label="Kind of rest" data-testid="rest-kind" value=${kind} onChange=${(event) => setAt(`day[${index}].kind`, event.currentTarget.value, `Make it a ${event.currentTarget.value}`)}>
        <option value="short rest">Short rest</option><option value="long rest">Long rest</option></select>
      <span class="spacer"></span><${StepTools} index=${index} name=${kind} /></div></div>`}
  </li>`;
}

/** The timeline of the day. */
export function Day() {
  const day = at('day') ?? [];
  const encounters = day.filter((step) => step.type !== 'Rest').length;
  let number = 0;
  return html`<section class="lab-day" aria-labelledby="lab-day-title">
    <header class="lab-day-head"><h2 id="lab-day-title">The day</h2><span class="muted lab-small">${plural(encounters, 'encounter')}, ${plural(day.length - encounters, 'rest')}</span></header>
    <ol>${day.map((step, index) => (step.type === 'Rest' ? html`<${Rest} key=${index} index=${index} step=${step} />`
      : html`<${Encounter} key=${index} index=${index} number=${number += 1} step=${step} />`))}</ol>
    <div class="lab-addline">
      <button type="button" class="lab-quiet" data-testid="add-encounter" onClick=${() => addStep('encounter')}><${Glyph} name="plus" />Encounter</button>
      <button type="button" class="lab-quiet" data-testid="add-rest" onClick=${() => addStep('short rest')}><${Glyph} name="plus" />Rest</button></div>
  </section>`;
}
