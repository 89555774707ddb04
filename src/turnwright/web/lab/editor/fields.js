// Fields of the editor: text, numbers, choices, switches and lists of words, each with its messages beside it.
import { classes, html, useRef, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { findingsFor, openAction } from '../state/lab-store.js';
import { messagesFor, setValue, value, write } from './action-draft.js';
import { Fixes } from '../resources/fixes.js';
import { under } from './edit-steps.js';

/** The id of the control of a path. */
export const idOf = (path) => `lab-f-${path.replace(/[^\w]+/g, '-')}`;

/** The messages of a path; with `isDeep` also those of paths below it that have no field. */
export function Messages({ path, isDeep = false }) {
  const found = isDeep ? findingsFor(under(openAction.value, path)) : messagesFor(path);
  if (!found.length) return null;
  return html`<div class="lab-ed-messages" id=${`${idOf(path)}-m`} data-testid=${`message-${path}`}>
    ${found.map((one) => html`<p key=${one.sentence} class="lab-ed-message is-${one.severity}">
      <${Glyph} name=${one.severity === 'note' ? 'info' : 'warning'} />
      <span><b class="lab-sr">${one.severity}: </b>${one.sentence} <${Fixes} finding=${one} /></span>
    </p>`)}
  </div>`;
}

/** Attributes that tie a control to its path, its messages and its hint. */
export function tied(path, hint) {
  const found = messagesFor(path);
  const described = [found.length && `${idOf(path)}-m`, hint && `${idOf(path)}-h`].filter(Boolean).join(' ');
  return {
    id: idOf(path), 'data-path': path, 'data-testid': `field-${path}`,
    'aria-invalid': found.some((one) => one.severity === 'error') ? 'true' : undefined,
    'aria-describedby': described || undefined,
  };
}

/** A label, a control, a hint that shows while the control is in use, and the messages. */
export function Field({ path, label, hint, unit, isHidden = false, isWide = false, children }) {
  return html`<div class=${classes('lab-ed-field', isWide && 'is-wide')}>
    <label for=${idOf(path)} class=${isHidden ? 'lab-sr' : 'lab-ed-label'}>${label}</label>
    <div class="lab-ed-control">${children}${unit && html`<span class="lab-ed-unit" aria-hidden="true">${unit}</span>`}</div>
    ${hint && html`<span class="lab-ed-hint" id=${`${idOf(path)}-h`}>${hint}</span>`}
    <${Messages} path=${path} />
  </div>`;
}

/** Read what was typed: a number if it is one, else the text, which the engine will judge. */
export const numberOrText = (text) => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? Number(text) : text.trim());

/** A text box that keeps what is typed, whether it can be read or not. `read` turns text into a value. */
export function TextBox({ path, read = (text) => text, show = String, empty, onValue, label, width, ...rest }) {
  const current = value(path);
  const [typed, setTyped] = useState(null);
  const shown = current === undefined || current === null ? '' : show(current);
  const isMine = typed !== null && same(typed === '' ? empty : read(typed), current ?? undefined);
  const put = (text) => {
    setTyped(text);
    const next = text.trim() === '' ? empty : read(text);
    onValue ? onValue(next) : setValue(path, next, `Edit ${label ?? 'the action'}`, { isTyping: true });
  };
  return html`<input type="text" autocomplete="off" spellcheck=${false} ...${tied(path, rest.hint)} ...${rest}
    class=${classes('lab-ed-input', rest.class)} style=${width ? { width } : undefined}
    value=${isMine ? typed : shown} onInput=${(event) => put(event.currentTarget.value)} onBlur=${() => { setTyped(null); write(); }} />`;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A box for a number; other text stays in it with the engine's message. */
export const NumberBox = ({ width = '56px', ...rest }) => html`<${TextBox} ...${rest} width=${width} read=${numberOrText}
  inputmode="decimal" class="lab-ed-number" />`;

/** A box for dice, such as 2d6+3. */
export const DiceBox = ({ ...rest }) => html`<${TextBox} ...${rest} read=${numberOrText} />`;

/** A drop-down. `choices` are [value, label] or {group, choices}. */
export function Choice({ path, choices, empty, onValue, current, label, ...rest }) {
  const now = current ?? value(path) ?? empty ?? '';
  const flat = choices.flatMap((one) => one.choices ?? [one]);
  const isUnknown = !flat.some(([key]) => key === now);
  const put = (next) => (onValue ? onValue(next) : setValue(path, next === empty ? undefined : next, `Edit ${label ?? 'action'}`));
  const option = ([key, name]) => html`<option key=${key} value=${key} selected=${key === now}>${name}</option>`;
  return html`<span class=${classes('lab-ed-select', rest.class)}><select ...${tied(path, rest.hint)} ...${rest} class="" onChange=${(event) => put(event.currentTarget.value)}>
    ${isUnknown && option([now, String(now) || 'Choose'])}
    ${choices.map((one) => (one.choices
      ? html`<optgroup key=${one.group} label=${one.group}>${one.choices.map(option)}</optgroup>` : option(one)))}
  </select></span>`;
}

/** A switch with its words. */
export function Switch({ path, label, empty = false, onValue, hint, testId }) {
  const isOn = value(path) ?? empty;
  const put = (next) => (onValue ? onValue(next) : setValue(path, next === empty ? undefined : next, label));
  return html`<div class="lab-ed-field is-switch"><label class="lab-ed-toggle" title=${hint}>
    <input type="checkbox" role="switch" class="lab-switch" ...${tied(path)} data-testid=${testId ?? `field-${path}`} checked=${!!isOn}
      onChange=${(event) => put(event.currentTarget.checked)} /><span>${label}</span></label><${Messages} path=${path} /></div>`;
}

/** A list of words as chips with a box to add more; `known` are the suggestions. */
export function Words({ path, known = [], label, placeholder = 'Add', onValue }) {
  const words = value(path) ?? [];
  const list = Array.isArray(words) ? words : [words];
  const box = useRef(null);
  const put = (next) => (onValue ? onValue(next) : setValue(path, next.length ? next : undefined, `Edit ${label}`));
  const add = (text) => {
    const more = text.split(',').map((one) => one.trim()).filter((one) => one && !list.includes(one));
    if (more.length) put([...list, ...more]);
    box.current.value = '';
  };
  const onKeyDown = (event) => {
    if ((event.key === 'Enter' || event.key === ',') && box.current.value.trim()) {
      event.preventDefault();
      add(box.current.value);
    } else if (event.key === 'Backspace' && !box.current.value && list.length) put(list.slice(0, -1));
  };
  const onInput = (event) => { // a suggestion that was chosen is taken at once
    if (event.inputType === 'insertReplacementText' || !event.inputType) add(box.current.value);
  };
  const listId = `${idOf(path)}-known`;
  return html`<div class="lab-ed-words">
    ${list.map((word, index) => html`<span key=${word} class="lab-ed-word">${word}
      <button type="button" class="lab-ed-word-off" aria-label=${`Remove ${word}`} data-testid=${`${path}-remove-${word}`}
        onClick=${() => put(list.filter((_, other) => other !== index))}><${Glyph} name="close" /></button></span>`)}
    <input type="text" ref=${box} list=${listId} class="lab-ed-word-box" placeholder=${placeholder} ...${tied(path)} autocomplete="off"
      onKeyDown=${onKeyDown} onInput=${onInput} onChange=${() => add(box.current.value)} />
    <datalist id=${listId}>${known.filter((one) => !list.includes(one)).map((one) => html`<option key=${one} value=${one} />`)}</datalist>
  </div>`;
}
