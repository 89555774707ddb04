// Fields generated from the published JSON Schema: the right control for each property of a definition.
import { html, signal, useState } from '../../app/preact.js';
import { schemas } from '../state/lab-api.js';
import { at, catalogue, openAction, reading } from '../state/lab-store.js';
import { setValue, value, write } from './action-draft.js';
import { Choice, DiceBox, Field, Messages, NumberBox, Switch, TextBox, Words, idOf, numberOrText } from './fields.js';
import { pathOf } from './edit-steps.js';
import { Glyph } from '../glyphs.js';
import { choiceLabel, fieldLabel, resourceLabel, sentenceCase } from './words.js';
import { IconButton } from './icon-button.js';

/** The definitions of the schema, once they have arrived. */
export const definitions = signal(null);
const ASK_AGAIN_MS = 2000;
let wanted = null;

/** Fetch the schema, once. A server that is busy or away is asked again. */
export function loadSchemas() {
  wanted ??= schemas().then((found) => {
    definitions.value = found.types?.$defs ?? found.file?.$defs ?? {};
  }).catch(() => {
    wanted = null;
    setTimeout(() => { if (openAction.peek()) loadSchemas(); }, ASK_AGAIN_MS);
  });
  return wanted;
}

/** The schema of a property of a definition, or undefined. */
export const propertyOf = (kind, field) => definitions.value?.[kind]?.properties?.[field];

/** The choices of a property with a fixed set of values, as [value, label]. */
export function choicesOf(kind, field, order = []) {
  const property = propertyOf(kind, field);
  const found = property?.enum ?? property?.anyOf?.find((one) => one.enum)?.enum ?? [];
  const rank = (key) => (order.includes(key) ? order.indexOf(key) : order.length);
  return [...found].sort((one, other) => rank(one) - rank(other)).map((key) => [key, sentenceCase(choiceLabel(kind, field, key))]);
}

const typesOf = (property) => new Set((property.anyOf ?? [property]).map((one) => (one.enum ? 'enum' : one.$ref ? 'ref' : one.type)));

/** Words that may stand in a field, from the catalogue and from the encounter. */
export function suggestionsFor(field) {
  const words = catalogue.value?.vocabulary ?? {};
  if (['ability', 'saves_of', 'fails'].includes(field)) return words.abilities ?? [];
  if (['resist', 'immune', 'vulnerable'].includes(field)) return ['*', ...(words.damage_types ?? [])];
  if (field === 'conditions') return words.conditions ?? [];
  if (['tags', 'tag', 'saves_against'].includes(field)) return [...new Set([...(words.tags ?? []), ...tagsInUse()])];
  if (field === 'status') return statusesInUse();
  if (['combatant', 'into'].includes(field)) return (catalogue.value?.combatants ?? []).map((one) => one.name);
  return [];
}

function everyAction() {
  const sides = [...(reading.value?.scenario?.sides ?? []), ...(reading.value?.scenario?.day ?? []).flatMap((step) => step.sides ?? [])];
  return sides.flatMap((side) => side.combatants ?? []).flatMap((one) => [...(one.actions ?? []), ...(one.reactions ?? [])]);
}
const tagsInUse = () => everyAction().flatMap((one) => one.tags ?? []);
const statusesInUse = () => [...new Set([...JSON.stringify(everyAction()).matchAll(/"status":\{[^{}]*?"name":"([^"]+)"/g)].map((one) => one[1]))];

/** The pools of the owner of the open action, and the resources that everybody has, as choices. */
export function resourceChoices({ areFamilies = false } = {}) {
  const known = catalogue.value?.vocabulary?.resources ?? [];
  const owner = at(openAction.value.replace(/\.(re)?actions\[\d+\]$/, ''));
  const own = Object.keys(owner?.pools ?? {});
  const keys = areFamilies ? own.map((key) => key.replace(/^(.*Slot)_\d+$/, '$1')) : own;
  const everybody = ['Action', 'BonusAction', 'Reaction', 'Movement'];
  const common = known.map((one) => one.key).filter((key) => !keys.includes(key) && !everybody.includes(key));
  const named = (list) => [...new Set(list)].map((key) => [key, resourceLabel(key)]);
  return [
    { group: 'Each turn', choices: named(everybody) },
    ...(keys.length ? [{ group: `Pools of ${owner.name}`, choices: named(keys) }] : []),
    ...(common.length ? [{ group: 'Other pools', choices: named(common) }] : []),
  ];
}

const ABILITIES = { str: 'Strength', dex: 'Dexterity', con: 'Constitution', int: 'Intelligence', wis: 'Wisdom', cha: 'Charisma' };

/** The field of one property. `skipLabel` hides its label from sight. */
export function SchemaField({ kind, field, path: base, unit, isWide = false, width }) {
  const property = propertyOf(kind, field);
  const path = pathOf(base, field);
  if (!property) return null;
  const label = fieldLabel(kind, field);
  const hint = property.description?.replaceAll('`', '');
  const types = typesOf(property);
  const isNeeded = definitions.value[kind].required?.includes(field);
  if (types.has('boolean')) return html`<${Switch} path=${path} label=${label} hint=${hint} empty=${property.default ?? false} />`;
  const common = { path, label, hint };
  const empty = isNeeded ? '' : undefined;
  let control;
  if (field === 'ability' && suggestionsFor('ability').length) control = html`<${Choice} ...${common} empty=""
    choices=${[['', 'Any, the general bonus'], ...suggestionsFor('ability').map((one) => [one, ABILITIES[one] ?? one])]} />`;
  else if (field === 'resource') control = html`<${Choice} ...${common} choices=${resourceChoices()} />`;
  else if (types.has('enum') && !types.has('array')) control = html`<${Choice} ...${common} empty=${property.default} choices=${choicesOf(kind, field)} />`;
  else if (types.has('array') && types.has('string')) return html`<${Damages} ...${common} />`;
  else if (types.has('array')) {
    control = html`<${Words} ...${common} known=${suggestionsFor(field)} placeholder=${`Add ${field === 'tags' ? 'a tag' : 'one'}`} />`;
    return html`<${Field} ...${common} isWide=${true}>${control}<//>`;
  } else if (types.has('object')) return html`<${Amounts} ...${common} />`;
  else if (types.has('integer') && types.has('string')) control = html`<${DiceBox} ...${common} empty=${empty} placeholder=${shownDefault(property)} />`;
  else if (types.has('integer') || types.has('number')) control = html`<${NumberBox} ...${common} empty=${isNeeded ? '' : undefined}
    placeholder=${shownDefault(property)} width=${width ?? '72px'} />`;
  else {
    const known = suggestionsFor(field);
    control = html`<${TextBox} ...${common} empty=${empty} list=${known.length ? `${idOf(path)}-known` : undefined} />
      ${known.length > 0 && html`<datalist id=${`${idOf(path)}-known`}>${known.map((one) => html`<option key=${one} value=${one} />`)}</datalist>`}`;
  }
  return html`<${Field} ...${common} unit=${unit} isWide=${isWide}>${control}<//>`;
}

const shownDefault = (property) => (property.default === null || property.default === undefined ? '' : String(property.default));

/** Damage: one formula, or several that are dealt together. */
function Damages({ path, label, hint }) {
  const now = value(path);
  const parts = Array.isArray(now) ? now : [now ?? ''];
  const put = (next) => {
    const kept = next.filter((one, index) => one !== '' || (next.length > 1 && index === next.length - 1));
    setValue(path, kept.length === 0 ? undefined : kept.length === 1 ? kept[0] : kept, `Edit ${label}`, { isTyping: true });
  };
  const types = catalogue.value?.vocabulary?.damage_types ?? [];
  return html`<div class="lab-ed-field is-wide"><span class="lab-ed-label" id=${`${idOf(path)}-l`}>${label}</span>
    <div class="lab-ed-rows" role="group" aria-labelledby=${`${idOf(path)}-l`}>
      ${parts.map((part, index) => html`<${DamageBox} key=${index} path=${path} index=${index} part=${part} hint=${hint} types=${types}
        label=${parts.length > 1 ? `${label}, part ${index + 1}` : label}
        onText=${(text) => put(parts.map((one, other) => (other === index ? text : one)))}
        onRemove=${parts.length > 1 ? () => put(parts.filter((_, other) => other !== index)) : null} />`)}
      <button type="button" class="lab-quiet" data-testid=${`add-${path}`} onClick=${() => setValue(path, [...parts, '1d6'], `Add ${label}`)}>
        <${Glyph} name="plus" /> Damage of another type</button>
    </div><${Messages} path=${path} /></div>`;
}

function DamageBox({ path, index, part, label, hint, onText, onRemove }) {
  const [typed, setTyped] = useState(null);
  const id = index ? `${idOf(path)}-${index}` : idOf(path);
  return html`<div class="lab-ed-line"><input id=${id} type="text" class="lab-ed-input" aria-label=${label} title=${hint} data-path=${path}
      data-testid=${index ? `field-${path}-${index}` : `field-${path}`} placeholder="2d6+3 fire" autocomplete="off" spellcheck=${false}
      value=${typed ?? part} onInput=${(event) => { setTyped(event.currentTarget.value); onText(numberOrText(event.currentTarget.value)); }}
      onBlur=${() => { setTyped(null); write(); }} />
    ${onRemove && html`<${IconButton} glyph="close" aria-label=${`Remove ${label}`} data-testid=${`remove-${path}-${index}`} onClick=${onRemove} />`}
  </div>`;
}

/** Amounts by resource. */
function Amounts({ path, label }) {
  const now = value(path) ?? {};
  const put = (next) => setValue(path, Object.keys(next).length ? next : undefined, `Edit ${label}`);
  const free = resourceChoices().flatMap((one) => one.choices).filter(([key]) => !(key in now));
  return html`<fieldset class="lab-ed-field is-wide"><legend class="lab-ed-label">${label}</legend><div class="lab-ed-rows">
    ${Object.keys(now).map((key) => html`<div key=${key} class="lab-ed-line"><span>${resourceLabel(key)}</span>
      <${NumberBox} path=${pathOf(path, key)} aria-label=${`Amount of ${resourceLabel(key)}`} empty=${0} />
      <${IconButton} glyph="close" aria-label=${`Remove ${resourceLabel(key)}`} data-testid=${`remove-${pathOf(path, key)}`}
        onClick=${() => put(Object.fromEntries(Object.entries(now).filter(([other]) => other !== key)))} /></div>`)}
    <span class="lab-ed-select"><select aria-label=${`Add to ${label}`} data-testid=${`add-${path}`} value=""
      onChange=${(event) => { if (event.currentTarget.value) put({ ...now, [event.currentTarget.value]: 1 }); event.currentTarget.value = ''; }}>
      <option value="">Add a resource</option>${free.map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}</select></span>
  </div><${Messages} path=${path} /></fieldset>`;
}
