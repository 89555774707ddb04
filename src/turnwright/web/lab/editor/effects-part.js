// What an action does: a list of effects, with effects that follow from them.
import { html } from '../../app/preact.js';
import { change, draft, setValue, value } from './action-draft.js';
import { listAndIndex, pathOf } from './edit-steps.js';
import { Choice, Messages } from './fields.js';
import { SchemaField, definitions, propertyOf } from './schema-form.js';
import { StatusFields } from './status-part.js';
import { EFFECTS, FOR_REACTIONS, definitionOf, fieldLabel } from './words.js';
import { IconButton } from './icon-button.js';

const FRESH = {
  Attack: { to_hit: 5, damage: '1d8+3 slashing' },
  Save: { dc: 13, ability: 'dex', damage: '2d6 fire', half: true },
  Harm: { damage: '1d6 fire' },
  Heal: { amount: '1d8+3' },
  Apply: { status: { name: 'Blessed', to_hit: '1d4', duration: { turns: 10 } } },
  Remove: { status: 'Blessed' },
  Gain: { resource: 'Action' },
  Lose: { resource: 'Reaction' },
  Roll: { add: 2 },
  Outcome: { to: 'miss' },
  ChangeDamage: { multiply: 0.5 },
  Grant: { tag: 'Melee' },
  If: { holds: 'target.hp_percent <= 50' },
  Spawn: { combatant: 'Wolf', count: 2, status: { name: 'Summoned' } },
  Transform: { into: 'Wolf', status: { name: 'Transformed', duration: { turns: 10 } } },
};

/** The part of the editor about effects. */
export function EffectsPart() {
  return html`<fieldset class="lab-ed-part" data-testid="part-then"><legend class="lab-ed-part-title">Then</legend>
    <${EffectList} path="effect" />
  </fieldset>`;
}

/** The effects at a path, each with its fields, and a choice to add another one. */
export function EffectList({ path, title }) {
  const now = value(path);
  const list = Array.isArray(now) ? now : now ? [now] : [];
  const isReaction = draft.value?.timing?.type === 'Reaction';
  const kinds = Object.entries(EFFECTS).filter(([kind]) => isReaction || !FOR_REACTIONS.includes(kind));
  const add = (type) => change(`Add: ${EFFECTS[type]}`, { do: 'insert', path, index: list.length, value: { type, ...FRESH[type] } });
  const choose = (event) => {
    if (event.currentTarget.value) add(event.currentTarget.value);
    event.currentTarget.value = '';
  };
  return html`<div class="lab-ed-effects" data-path=${path} role="group" aria-label=${title ?? 'Effects'}>
    ${title && list.length > 0 && html`<p class="lab-ed-tree-title">${title}</p>`}
    <ol>${list.map((effect, index) => html`<${Effect} key=${index} path=${pathOf(path, index)} effect=${effect} isFirst=${index === 0} isLast=${index === list.length - 1} />`)}</ol>
    <span class="lab-ed-select lab-ed-adder"><select aria-label=${`Add an effect${title ? `: ${title}` : ''}`} data-testid=${`add-${path}`} value="" onChange=${choose}>
      <option value="">${title && !list.length ? `+ ${title}` : '+ Effect'}</option>
      ${kinds.map(([kind, label]) => html`<option key=${kind} value=${kind}>${label}</option>`)}
    </select></span>
    <${Messages} path=${path} />
  </div>`;
}

function Effect({ path, effect, isFirst, isLast }) {
  const kind = definitionOf(effect.type);
  const label = EFFECTS[effect.type] ?? effect.type;
  const [list, index] = listAndIndex(path);
  const put = (type) => setValue(path, { type, ...FRESH[type] }, 'Change an effect');
  const move = (by) => change('Move an effect', { do: 'move', path: list, from: index, to: index + by });
  return html`<li class="lab-ed-effect" aria-label=${label}>
    <div class="lab-ed-line">
      <${Choice} path=${path} current=${effect.type} choices=${Object.entries(EFFECTS)} onValue=${put} aria-label="Kind of effect" data-testid=${`kind-${path}`} />
      ${!isFirst && html`<${IconButton} glyph="up" aria-label=${`${label}: earlier`} data-testid=${`up-${path}`} onClick=${() => move(-1)} />`}
      ${!isLast && html`<${IconButton} glyph="down" aria-label=${`${label}: later`} data-testid=${`down-${path}`} onClick=${() => move(1)} />`}
      <${IconButton} glyph="close" aria-label=${`Remove: ${label}`} data-testid=${`remove-${path}`} onClick=${() => change('Remove an effect', { do: 'remove', path })} />
    </div>
    <${Messages} path=${path} />
    <${EffectFields} kind=${kind} path=${path} />
  </li>`;
}

/** The fields of an effect, in the order of the schema; lists of effects and the status come last. */
function EffectFields({ kind, path }) {
  const definition = definitions.value?.[kind];
  if (!definition) return html`<p class="lab-ed-note">${definitions.value ? '' : 'The fields are on their way.'}</p>`;
  const fields = Object.keys(definition.properties).filter((field) => field !== 'type');
  const isList = (field) => propertyOf(kind, field).items?.anyOf?.some((one) => one.$ref);
  const isStatus = (field) => propertyOf(kind, field).$ref?.endsWith('/Status');
  const plain = fields.filter((field) => !isList(field) && !isStatus(field));
  return html`
    ${fields.filter(isStatus).map((field) => html`<${StatusFields} key=${field} path=${pathOf(path, field)} />`)}
    ${plain.length > 0 && html`<div class="lab-ed-fields">${plain.map((field) => html`<${SchemaField} key=${field} kind=${kind} field=${field} path=${path} />`)}</div>`}
    ${!plain.length && !fields.length && html`<p class="lab-ed-note">${definition.description}</p>`}
    ${fields.filter(isList).map((field) => html`<div key=${field} class="lab-ed-any"><${EffectList} path=${pathOf(path, field)} title=${fieldLabel(kind, field)} /></div>`)}`;
}
