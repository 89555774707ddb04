// A status: its name, how long it lasts, the save that ends it, and what it changes.
import { html, useState } from '../../app/preact.js';
import { setValue, value } from './action-draft.js';
import { pathOf } from './edit-steps.js';
import { Choice, Field, Messages, NumberBox, TextBox } from './fields.js';
import { SchemaField, choicesOf, definitions, propertyOf } from './schema-form.js';
import { fieldLabel, sentenceCase } from './words.js';
import { IconButton } from './icon-button.js';

const APART = ['name', 'duration', 'conditions', 'repeat_save', 'released_by'];

/** The fields of the status at a path. What it does not change is offered in a drop-down. */
export function StatusFields({ path }) {
  const status = value(path) ?? {};
  const modifiers = Object.keys(definitions.value?.Status?.properties ?? {}).filter((field) => !APART.includes(field));
  const [more, setMore] = useState([]); // fields that were added and are still empty
  const isSet = (field) => status[field] !== undefined || more.includes(field);
  const isEmptyAtFirst = (field) => ['array', 'object'].includes(propertyOf('Status', field).type);
  const add = (event) => {
    const field = event.currentTarget.value;
    if (field === 'repeat_save') setValue(pathOf(path, field), { ability: 'wis' }, 'Add a save');
    else if (field === 'released_by') setValue(pathOf(path, field), { damage: 10 }, 'Add what lets it out');
    else if (field && isEmptyAtFirst(field)) setMore([...more, field]);
    else if (field) setValue(pathOf(path, field), started(field), `Add ${fieldLabel('Status', field)}`);
    event.currentTarget.value = '';
  };
  const remove = (field) => {
    setMore(more.filter((one) => one !== field));
    if (status[field] !== undefined) setValue(pathOf(path, field), undefined, `Remove ${fieldLabel('Status', field)}`);
  };
  return html`<div class="lab-ed-status" role="group" aria-label="Status" data-path=${path}>
    <div class="lab-ed-fields">
      <${Field} path=${pathOf(path, 'name')} label="Name of the status" isWide=${true}><${TextBox} path=${pathOf(path, 'name')} empty="" /><//>
      <${Duration} path=${pathOf(path, 'duration')} />
      <${SchemaField} kind="Status" field="conditions" path=${path} />
      ${status.repeat_save && html`<${RepeatSave} path=${pathOf(path, 'repeat_save')} />`}
      ${status.released_by && html`<${Release} path=${pathOf(path, 'released_by')} />`}
      ${modifiers.filter(isSet).map((field) => (status[field] === true ? html`<${SchemaField} key=${field} kind="Status" field=${field}
        path=${path} />` : html`<div key=${field} class="lab-ed-removable">
        <${SchemaField} kind="Status" field=${field} path=${path} />
        <${IconButton} glyph="close" aria-label=${`Remove ${fieldLabel('Status', field)}`} data-testid=${`remove-${pathOf(path, field)}`}
          onClick=${() => remove(field)} /></div>`))}
    </div>
    <span class="lab-ed-select lab-ed-adder"><select aria-label="Add a change that the status makes" data-testid=${`add-${path}`} value="" onChange=${add}>
      <option value="">+ It changes</option>
      ${!status.repeat_save && html`<option value="repeat_save">A save each turn ends it</option>`}
      ${status.inside && !status.released_by && html`<option value="released_by">${fieldLabel('Status', 'released_by')}</option>`}
      ${modifiers.filter((field) => !isSet(field)).map((field) => html`<option key=${field} value=${field}>${fieldLabel('Status', field)}</option>`)}
    </select></span>
    <${Messages} path=${path} />
  </div>`;
}

/** A first value that differs from the default, so that the field appears. */
function started(field) {
  const property = propertyOf('Status', field);
  const types = (property.anyOf ?? [property]).map((one) => (one.enum ? 'enum' : one.type));
  if (types.includes('boolean')) return true;
  if (types.includes('enum')) {
    const choices = choicesOf('Status', field).map(([key]) => key).filter(Boolean);
    return choices.includes('advantage') ? 'advantage' : choices[0];
  }
  return property.default === 1 ? 0.5 : 1;
}

const LASTS = [['turns', 'for some turns'], ...['encounter', 'end of turn', 'next attack made', 'next attack taken',
  'next hit made', 'next hit taken', 'next save made', 'next save forced', 'short rest', 'long rest'].map((key) => [key, null])];

function Duration({ path }) {
  const now = value(path) ?? {};
  const until = choicesOf('Duration', 'until');
  const word = now.turns ? 'turns' : now.until ?? 'encounter';
  const choices = LASTS.map(([key, label]) => [key, label ?? `until ${(until.find(([one]) => one === key)?.[1] ?? key).toLowerCase()}`]);
  const put = (next) => setValue(path, next === 'turns' ? { turns: 1 } : { until: next }, 'Change how long it lasts');
  return html`<div class="lab-ed-field is-wide" role="group" aria-label="How long it lasts"><span class="lab-ed-label">Lasts</span>
    <div class="lab-ed-line">
      <${Choice} path=${path} current=${word} choices=${choices} onValue=${put} aria-label="How long" />
      ${now.turns !== undefined && html`<${NumberBox} path=${pathOf(path, 'turns')} aria-label="Turns" empty="" width="52px" />`}
    </div>
    ${now.turns !== undefined && html`<div class="lab-ed-line">
      <span>of</span><${Choice} path=${pathOf(path, 'of')} empty="source" choices=${choicesOf('Duration', 'of')} aria-label="Whose turns" />
      <span>at its</span><${Choice} path=${pathOf(path, 'at')} empty="start" choices=${[['start', 'start'], ['end', 'end']]} aria-label="Start or end" class="is-fit" /></div>`}
    ${now.turns !== undefined && html`<div class="lab-ed-line"><span>or until</span>
      <${Choice} path=${pathOf(path, 'until')} empty="encounter" choices=${until.map(([key, label]) => [key, sentenceCase(label)])} aria-label="Or until" /></div>`}
    ${['', 'turns', 'until'].map((field) => html`<${Messages} key=${field} path=${field ? pathOf(path, field) : path} />`)}
  </div>`;
}

function RepeatSave({ path }) {
  return html`<fieldset class="lab-ed-field is-wide lab-ed-removable"><legend class="lab-ed-label">A save each turn ends it</legend>
    <div class="lab-ed-fields">${['ability', 'dc', 'at'].map((field) => html`<${SchemaField} key=${field} kind="RepeatSave" field=${field} path=${path} />`)}</div>
    <${IconButton} glyph="close" aria-label="Remove the save" data-testid=${`remove-${path}`} onClick=${() => setValue(path, undefined, 'Remove the save')} />
    <${Messages} path=${path} /></fieldset>`;
}

function Release({ path }) {
  return html`<fieldset class="lab-ed-field is-wide lab-ed-removable"><legend class="lab-ed-label">${fieldLabel('Status', 'released_by')}</legend>
    <div class="lab-ed-fields">${['damage', 'by', 'ability', 'dc'].map((field) => html`<${SchemaField} key=${field} kind="Release" field=${field} path=${path} />`)}</div>
    <${IconButton} glyph="close" aria-label="Remove what lets it out" data-testid=${`remove-${path}`} onClick=${() => setValue(path, undefined, 'Remove what lets it out')} />
    <${Messages} path=${path} /></fieldset>`;
}
