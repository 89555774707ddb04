// What an action costs: a list of resources with amounts or levels, upcasting and amounts that vary.
import { html, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { change, listName, setValue, value } from './action-draft.js';
import { pathOf } from './edit-steps.js';
import { Choice, Messages, NumberBox, Switch, TextBox, idOf } from './fields.js';
import { SchemaField, resourceChoices } from './schema-form.js';
import { resourceLabel } from './words.js';
import { IconButton } from './icon-button.js';

const GLYPHS = { Action: 'action', BonusAction: 'bonus', Reaction: 'reaction', Movement: 'movement' };

/** The glyph of a resource. */
export const resourceGlyph = (resource) => GLYPHS[resource] ?? (/Slot(_\d+)?$/.test(resource) ? 'slot' : 'pool');

const isSlot = (resource) => resource.endsWith('Slot');

/** The part of the editor about costs. */
export function CostPart() {
  const costs = value('cost') ?? [];
  const add = () => {
    const taken = costs.map((one) => one.resource);
    const first = listName() === 'reactions' ? 'Reaction' : 'Action';
    const choices = resourceChoices({ areFamilies: true });
    const own = choices.find((one) => one.group.startsWith('Pools'))?.choices[0]?.[0] ?? 'SpellSlot';
    const resource = taken.includes(first) ? own : first;
    change('Add a cost', { do: 'insert', path: 'cost', index: costs.length, value: costFor(resource) });
  };
  return html`<fieldset class="lab-ed-part" data-testid="part-cost"><legend class="lab-ed-part-title">Cost</legend>
    <button type="button" class="lab-quiet lab-ed-part-add" data-testid="add-cost" onClick=${add}><${Glyph} name="plus" /> Cost</button>
    ${!costs.length && html`<p class="lab-ed-note">Nothing. It is free.</p>`}
    <ol class="lab-ed-costs" data-path="cost">${costs.map((cost, index) => html`<${CostRow} key=${index} cost=${cost} index=${index} />`)}</ol>
    <${Messages} path="cost" />
  </fieldset>`;
}

const costFor = (resource) => (isSlot(resource) ? { resource, level: 1 } : { resource });

function CostRow({ cost, index }) {
  const path = pathOf('cost', index);
  const [isOpen, setOpen] = useState(Boolean(cost.variable || cost.max_level || cost.prefer));
  const [isOther, setOther] = useState(false);
  const label = resourceLabel(cost.resource ?? '');
  const put = (resource) => {
    if (resource === '') setOther(true);
    else setValue(path, costFor(resource), 'Change a cost');
  };
  const choices = [...resourceChoices({ areFamilies: true }), ['', 'Another pool …']];
  return html`<li class="lab-ed-cost" aria-label=${`Cost ${index + 1}: ${label}`}>
    <div class="lab-ed-line">
      <${Glyph} name=${resourceGlyph(cost.resource ?? '')} />
      ${isOther
        ? html`<${TextBox} path=${pathOf(path, 'resource')} aria-label="Name of the pool" empty="" class="lab-ed-grow" />`
        : html`<${Choice} path=${pathOf(path, 'resource')} choices=${choices} onValue=${put} aria-label="Resource" data-testid=${`cost-${index}-resource`} />`}
      ${isSlot(cost.resource ?? '') || cost.level !== undefined ? html`
        <label class="lab-ed-inline"><span>level</span><${NumberBox} path=${pathOf(path, 'level')} data-testid=${`cost-${index}-level`} width="44px" /></label>`
        : !cost.variable && html`<${NumberBox} path=${pathOf(path, 'amount')} aria-label=${`Amount of ${label}`} data-testid=${`cost-${index}-amount`} placeholder="1" width="52px" />`}
      <${IconButton} glyph="more" aria-expanded=${isOpen} aria-label=${`More about this cost: ${label}`} data-testid=${`cost-${index}-more`} onClick=${() => setOpen(!isOpen)} />
      <${IconButton} glyph="close" aria-label=${`Remove the cost ${label}`} data-testid=${`cost-${index}-remove`} onClick=${() => change('Remove a cost', { do: 'remove', path })} />
    </div>
    ${cost.level !== undefined && html`<div class="is-detail"><${Switch} path=${pathOf(path, 'allow_upcast')} label="or a higher level" testId=${`cost-${index}-upcast`} /></div>`}
    ${isOpen && html`<${MoreOfCost} path=${path} cost=${cost} />`}
    ${['', 'resource', 'level', 'amount'].map((field) => html`<${Messages} key=${field} path=${field ? pathOf(path, field) : path} />`)}
  </li>`;
}

function MoreOfCost({ path, cost }) {
  const varies = Boolean(cost.variable);
  const label = 'The amount varies';
  return html`<div class="lab-ed-fields is-detail">
    ${cost.level !== undefined && html`<${SchemaField} kind="Cost" field="max_level" path=${path} />
      <${SchemaField} kind="Cost" field="prefer" path=${path} />`}
    ${!cost.allow_upcast && html`<div class="lab-ed-field is-switch is-wide"><label class="lab-ed-toggle">
      <input type="checkbox" role="switch" class="lab-switch" checked=${varies} data-testid=${`${path}-varies`}
        onChange=${(event) => setValue(pathOf(path, 'variable'), event.currentTarget.checked ? { policy: 'need' } : undefined, label)} /><span>${label}</span></label></div>`}
    ${varies && html`<${Policy} path=${pathOf(path, 'variable')} />
      ${['min', 'max', 'step'].map((field) => html`<${SchemaField} key=${field} kind="Variable" field=${field} path=${pathOf(path, 'variable')} />`)}`}
  </div>`;
}

const POLICIES = [['need', 'as much as is needed'], ['max', 'as much as possible'], ['min', 'as little as possible'], ['all', 'all there is'], ['number', 'this much']];

function Policy({ path }) {
  const now = value(pathOf(path, 'policy')) ?? 'need';
  const isNumber = typeof now === 'number';
  const put = (next) => setValue(pathOf(path, 'policy'), next === 'number' ? 1 : next, 'Change how much is paid');
  return html`<div class="lab-ed-field is-wide"><span class="lab-ed-label">Pay</span><div class="lab-ed-line">
    <${Choice} path=${pathOf(path, 'policy')} current=${isNumber ? 'number' : now} choices=${POLICIES} onValue=${put} aria-label="How much is paid" />
    ${isNumber && html`<${NumberBox} path=${pathOf(path, 'policy')} id=${`${idOf(path)}-amount`} aria-label="Amount" />`}</div></div>`;
}

