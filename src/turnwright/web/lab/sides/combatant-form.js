// The form of a combatant: everything but its actions, with the engine's message beside the field that is wrong.
import { html, signal, useEffect, useRef, useState } from '../../app/preact.js';
import { toast } from '../../app/toasts.js';
import { Glyph } from '../glyphs.js';
import { newId, collection, saveEntry } from '../state/collection.js';
import { announce, at, catalogue, edit, setYaml, wantedField, yamlOf } from '../state/lab-store.js';
import { Field, PoolRows, TokenField } from './combatant-fields.js';
import { placeOf, setSurprised } from './side-edits.js';

/** The path of the combatant in the form, or ''. */
export const formOf = signal('');

const ABILITIES = [['str', 'Strength'], ['dex', 'Dexterity'], ['con', 'Constitution'], ['int', 'Intelligence'], ['wis', 'Wisdom'], ['cha', 'Charisma']];
const LEANS = [['', 'normally'], ['advantage', 'with advantage'], ['disadvantage', 'with disadvantage']];

/** Does a finding at this path belong to the form, not to an action? */
const fieldOfForm = (path) => /^((day\[\d+\]\.)?sides\[\d+\]\.combatants\[\d+\])\.(?!actions|reactions)(.+)$/.exec(path);

function Surprise({ path }) {
  const { side } = placeOf(path);
  const holder = side.includes('.') ? `${side.split('.')[0]}.` : '';
  const name = at(path).name;
  if (!holder && at('day')?.length) return null;
  return html`<label class="lab-sides-check"><input type="checkbox" data-testid="form-surprised" checked=${(at(`${holder}surprised`) ?? []).includes(name)}
    onChange=${(event) => setSurprised(holder, name, event.currentTarget.checked)} />Surprised at the start</label>`;
}

function AsYaml({ path }) {
  const [draft, setDraft] = useState(null);
  const [problem, setProblem] = useState('');
  const apply = () => {
    try {
      setYaml(path, draft);
      setDraft(null);
      setProblem('');
    } catch (error) {
      setProblem(error.message);
    }
  };
  return html`<details class="lab-form-part"><summary data-testid="form-yaml-open">As YAML</summary>
    <textarea rows="10" spellcheck="false" class="lab-code" aria-label="The combatant as YAML" data-testid="form-yaml" value=${draft ?? yamlOf(path)} onInput=${(event) => setDraft(event.currentTarget.value)}></textarea>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${draft !== null && html`<div class="buttons"><button type="button" class="primary" data-testid="form-yaml-apply" onClick=${apply}>Apply</button>
      <button type="button" class="lab-quiet" data-testid="form-yaml-reset" onClick=${() => { setDraft(null); setProblem(''); }}>Put back as it was</button></div>`}
  </details>`;
}

function keep(path) {
  const one = at(path);
  const known = collection.value.combatant.find((entry) => entry.name === one.name);
  const isKept = saveEntry('combatant', { id: known?.id ?? newId(), name: one.name, text: yamlOf(path, { full: true }), revision: 0 });
  if (isKept) toast(`${one.name} is in your collection. Find it under "Add a combatant".`);
}

function Form({ path }) {
  const one = at(path);
  const words = catalogue.value?.vocabulary ?? {};
  const dialog = useRef(null);
  const close = () => { formOf.value = ''; };
  useEffect(() => { dialog.current.showModal(); }, []);
  useEffect(() => {
    const wanted = fieldOfForm(wantedField.value)?.[3];
    const field = wanted && dialog.current.querySelector(`[data-field="${CSS.escape(wanted.split(/[.[]/)[0])}"]`);
    field?.focus();
    if (wanted) wantedField.value = '';
  }, [wantedField.value]);
  const field = (key, label, options = {}) => html`<${Field} path=${`${path}.${key}`} name=${key} label=${label} ...${options} />`;
  const tokens = (key, label, known) => html`<${TokenField} path=${`${path}.${key}`} name=${key} label=${label} known=${known ?? []} />`;
  const lean = (key) => html`<select aria-label="How it is rolled" data-testid="form-${key}" data-field=${key} value=${one[key] ?? ''}
      onChange=${(event) => edit(`Change ${key}`, (next) => next.setAt(`${path}.${key}`, event.currentTarget.value))}>${LEANS.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`)}</select>`;
  return html`<dialog ref=${dialog} class="lab-dialog lab-form" aria-labelledby="lab-form-title" data-testid="combatant-form" onClose=${close}
      onClick=${(event) => { if (event.target === dialog.current) dialog.current.close(); }}>
    <header class="lab-dialog-head"><h2 id="lab-form-title">${one.name}</h2>
      <button type="button" class="lab-icon-button" aria-label="Close" data-testid="form-close" onClick=${() => dialog.current.close()}><${Glyph} name="close" /></button></header>
    <div class="lab-form-body">
      <div class="lab-form-grid is-wide">${field('name', 'Name')}${field('count', 'Count', { kind: 'number', fallback: 1 })}</div>
      <div class="lab-form-grid">${field('hp', 'Hit points', { hint: 'a number or dice, 4d8+4' })}${field('ac', 'Armour class', { kind: 'number', fallback: 10 })}${field('speed', 'Speed, ft', { kind: 'number', fallback: 30 })}
        ${field('initiative', 'Initiative', { fallback: 0 })}<div class="field"><span>Rolled</span>${lean('initiative_lean')}</div></div>
      <section class="lab-form-part"><h3>Saves</h3><div class="lab-form-grid is-saves">
        ${ABILITIES.map(([key, label]) => field(`saves.${key}`, label, { kind: 'number', placeholder: String(one.save ?? 0) }))}
        ${field('save', 'All others', { kind: 'number', fallback: 0 })}</div></section>
      <section class="lab-form-part"><h3>Damage and conditions</h3>
        ${tokens('resist', 'Resistant to', words.damage_types)}${tokens('immune', 'Immune to', words.damage_types)}${tokens('vulnerable', 'Vulnerable to', words.damage_types)}${tokens('condition_immune', 'Immune to the conditions', words.conditions)}</section>
      <section class="lab-form-part"><h3>Resources</h3><${PoolRows} path=${path} /></section>
      <section class="lab-form-part"><h3>At the start</h3><div class="lab-form-grid">
        ${field('start_hp', 'Hit points left', { kind: 'number', placeholder: 'all' })}${field('temporary_hp', 'Temporary hit points', { kind: 'number', fallback: 0 })}
        ${field('position', 'Position, ft', { kind: 'number', fallback: 0 })}${field('arrival', 'Arrives in round', { kind: 'number', fallback: 1 })}${field('reach', 'Reach, ft', { kind: 'number', fallback: 5 })}</div>
        <${Surprise} path=${path} /></section>
      <section class="lab-form-part"><h3>At 0 hit points, and rests</h3>
        <label class="lab-sides-check"><input type="checkbox" data-testid="form-death_saves" data-field="death_saves" checked=${one.death_saves ?? one.challenge == null}
          onChange=${(event) => edit('Change death saves', (next) => next.setAt(`${path}.death_saves`, event.currentTarget.checked))} />Makes death saves instead of dying</label>
        <div class="lab-form-grid">${field('hit_dice', 'Hit dice', { hint: 'for short rests, 5d10' })}${field('con', 'Constitution modifier', { kind: 'number', fallback: 0 })}</div></section>
      <section class="lab-form-part">${tokens('tags', 'Tags', words.tags)}${field('notes', 'Notes', { kind: 'text' })}</section>
      <${AsYaml} path=${path} key=${path} />
    </div>
    <footer class="lab-form-foot"><button type="button" class="primary" data-testid="form-done" onClick=${() => dialog.current.close()}>Done</button>
      <button type="button" class="lab-quiet" data-testid="form-keep" onClick=${() => keep(path)}><${Glyph} name="save" />Keep in your collection</button></footer>
  </dialog>`;
}

/** The form, while a combatant is in it. */
export function CombatantForm() {
  useEffect(() => {
    const found = fieldOfForm(wantedField.value);
    if (found && at(found[1]) && !formOf.value) {
      formOf.value = found[1];
      announce(`The form of ${at(found[1]).name} is open.`);
    }
  }, [wantedField.value]);
  return formOf.value && at(formOf.value) ? html`<${Form} path=${formOf.value} key=${formOf.value} />` : null;
}

