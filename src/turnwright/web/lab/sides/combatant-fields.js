// Fields of the combatant form: one value, several words, and resource pools.
import { html, useState } from '../../app/preact.js';
import { edit, at, findingsFor } from '../state/lab-store.js';
import { parsePath } from '../state/paths.js';
import { scalarValue } from '../state/yaml-values.js';

const RESETS = [['long rest', 'a long rest'], ['short rest', 'a short rest'], ['encounter', 'every encounter'], ['round', 'every round'], ['turn', 'every turn'], ['', 'never']];

function Messages({ path, id }) {
  const found = findingsFor(path);
  return found.length ? html`<span class="lab-field-problem" id=${id} role="alert">${found.map((one) => one.sentence ?? one.message).join(' ')}</span>` : null;
}

/** One value at a path. `kind` is word, number or text; an empty field removes the value. */
export function Field({ path, name, label, kind = 'word', hint, fallback, placeholder }) {
  const [draft, setDraft] = useState(null);
  const value = at(path);
  const isWrong = findingsFor(path).some(({ severity }) => severity === 'error');
  const id = `lab-field-${name.replace('.', '-')}`;
  const finish = () => {
    if (draft === null) return;
    const given = draft.trim();
    setDraft(null);
    const next = kind === 'text' || name === 'name' || name === 'hit_dice' ? given : scalarValue(given);
    if (given === '' && name === 'name') return;
    edit(`Change ${label.toLowerCase()}`, (doc) => (given === '' ? doc.removeAt(path) : doc.setAt(path, next)));
  };
  const shared = {
    id, 'data-testid': `form-${name}`, 'data-field': name.split('.')[0], value: draft ?? String(value ?? ''), placeholder: placeholder ?? (fallback === undefined ? '' : String(fallback)),
    'aria-invalid': isWrong ? 'true' : undefined, 'aria-describedby': isWrong ? `${id}-problem` : undefined,
    onInput: (event) => setDraft(event.currentTarget.value), onBlur: finish,
    onKeyDown: (event) => { if (event.key === 'Enter' && kind !== 'text') { event.preventDefault(); finish(); } },
  };
  return html`<label class="field" title=${hint}><span>${label}</span>${kind === 'text' ? html`<textarea rows="2" ...${shared}></textarea>` : html`<input inputmode=${kind === 'number' ? 'numeric' : undefined} ...${shared} />`}
    ${isWrong && html`<${Messages} path=${path} id=${`${id}-problem`} />`}</label>`;
}

/** Several words at a path, as chips. */
export function TokenField({ path, name, label, known }) {
  const [draft, setDraft] = useState('');
  const list = at(path) ?? [];
  const set = (next) => edit(`Change ${label.toLowerCase()}`, (doc) => (next.length ? doc.setAt(path, next) : doc.removeAt(path)));
  const add = (word) => {
    const given = word.trim();
    setDraft('');
    if (given && !list.includes(given)) set([...list, given]);
  };
  const onInput = (event) => {
    const given = event.currentTarget.value;
    if (known.includes(given) && event.inputType !== 'insertText') add(given);
    else setDraft(given);
  };
  return html`<div class="lab-tokens"><span class="lab-tokens-label" id="lab-tokens-${name}">${label}</span>
    <span class="lab-tokens-list">${list.map((word) => html`<span key=${word} class="lab-token">${word}
      <button type="button" aria-label="${label}: remove ${word}" data-testid="token-remove" onClick=${() => set(list.filter((one) => one !== word))}>×</button></span>`)}
      <input aria-label="${label}: add" list="lab-known-${name}" data-testid="form-${name}" data-field=${name} placeholder=${list.length ? 'add' : 'nothing'} value=${draft}
        onInput=${onInput} onChange=${(event) => add(event.currentTarget.value)} onKeyDown=${(event) => { if (event.key === 'Enter') { event.preventDefault(); add(event.currentTarget.value); } }} />
      <datalist id="lab-known-${name}">${known.filter((word) => !list.includes(word)).map((word) => html`<option key=${word} value=${word} />`)}</datalist></span>
    <${Messages} path=${path} id="lab-tokens-${name}-problem" /></div>`;
}

/** The pools of a combatant: name, size and when they are refilled. */
export function PoolRows({ path }) {
  const [name, setName] = useState('');
  const pools = Object.entries(at(path)?.pools ?? {});
  const label = (key) => key.replace(/^SpellSlot_(\d+)$/, 'Spell slots, level $1').replace(/([a-z])([A-Z])/g, '$1 $2');
  const set = (key, size) => edit(`Change ${label(key)}`, (doc) => doc.setAt(`${path}.pools["${key}"]`, size));
  const add = () => {
    const key = name.trim();
    if (!key || at(`${path}.pools`)?.[key] !== undefined) return;
    edit(`Add ${key}`, (doc) => doc.setAt([...parsePath(path), 'pools', key], { max: 1, reset: 'long rest' }));
    setName('');
  };
  return html`<ul class="lab-form-pools">${pools.map(([key, value]) => {
    const full = typeof value === 'object' ? value : { max: value, reset: 'long rest' };
    const reset = full.reset ?? 'long rest';
    return html`<li key=${key} class="lab-form-pool"><span class="lab-pool-name">${label(key)}</span>
      <input class="lab-num" inputmode="numeric" aria-label="${label(key)}: how many" data-testid="pool-max-${key}" value=${full.max ?? 0}
        onChange=${(event) => set(key, typeof value === 'object' ? { ...full, max: Number(event.currentTarget.value) || 0 } : Number(event.currentTarget.value) || 0)} />
      <select aria-label="${label(key)}: refilled at" data-testid="pool-reset-${key}" value=${reset} onChange=${(event) => set(key, { ...full, reset: event.currentTarget.value })}>
        ${RESETS.map(([one, text]) => html`<option key=${one} value=${one}>${text}</option>`)}</select>
      <button type="button" class="lab-icon-button" aria-label="Remove ${label(key)}" data-testid="pool-remove-${key}" onClick=${() => edit(`Remove ${label(key)}`, (doc) => doc.removeAt(`${path}.pools["${key}"]`))}>×</button>
      <${Messages} path=${`${path}.pools.${key}`} id=${`pool-problem-${key}`} /></li>`;
  })}
    <li class="lab-form-pool"><input class="lab-pool-name" aria-label="Name of a new resource" placeholder="New: Rage, Ki, SpellSlot_1" data-testid="pool-new" value=${name} onInput=${(event) => setName(event.currentTarget.value)}
      onKeyDown=${(event) => { if (event.key === 'Enter') { event.preventDefault(); add(); } }} />
      <button type="button" data-testid="pool-add" disabled=${!name.trim()} onClick=${add}>Add</button></li></ul>`;
}
