// The editor of one run plan: a form for the viewer's side, or the whole plan as text. The server reads both
// forms and says what the plan does and what is wrong with it.
import * as api from '../../../net/http-api.js';
import { html, useEffect, useRef, useState } from '../../../app/preact.js';
import { Dialog } from '../../../table/dialog.js';
import { CorpFields, RunnerFields } from './plan-fields.js';

const PAUSE_MS = 250;
const EMPTY = { name: '', description: '', runner: {}, corp: {}, tactics: {} };

/** Ask the server about a plan a moment after the last change. The answer is {reading, problem}. */
function useReading(gameName, given) {
  const [answer, setAnswer] = useState({ reading: null, problem: '', of: null });
  const key = JSON.stringify(given);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      try {
        const reading = await api.describePlan(gameName, given);
        if (isCurrent) setAnswer({ reading, problem: '', of: key });
      } catch (error) {
        if (isCurrent) setAnswer({ reading: null, problem: error.message, of: key });
      }
    }, PAUSE_MS);
    return () => { isCurrent = false; clearTimeout(timer); };
  }, [key]);
  return { ...answer, isCurrent: answer.of === key };
}

/** What the server said about the plan: problems, then sentences. */
function Findings({ reading, problem, isForm }) {
  if (problem) return html`<p class="problem" role="alert">${problem}</p>`;
  if (!reading) return html`<p class="muted">Checking the plan.</p>`;
  const [, ...sentences] = reading.sentences;
  return html`<div class="plan-findings" role="status" data-testid="plan-findings">
    ${reading.problems.length > 0 && html`<ul>${reading.problems.map(({ place, line, sentence, isError }, i) => html`<li key=${i} class=${isError ? 'problem' : 'plan-warning'}>
      ${isError ? 'Not usable' : 'Note'}${isForm ? '' : line ? `, line ${line}` : ''}${place && !isForm ? ` (${place})` : ''}: ${sentence}</li>`)}</ul>`}
    ${sentences.length > 0 && html`<ul>${sentences.map((one) => html`<li key=${one}>${one}</li>`)}</ul>`}
  </div>`;
}

/** The editor of a plan {name, text}; `onSave` is called with the new {name, description, text}. */
export function PlanEditor({ table, plan, onSave, onCancel }) {
  const side = table.state.players.self?.side === 'Corp' ? 'corp' : 'runner';
  const [isText, setIsText] = useState(Boolean(plan.isText));
  const [text, setText] = useState(plan.text);
  const [data, setData] = useState(plan.text ? null : EMPTY); // null until the server has read the text
  const found = useReading(table.game.name, isText || !data ? { text } : { plan: data });
  const { reading } = found;
  const name = useRef(null);
  useEffect(() => { name.current?.focus(); }, [isText, Boolean(data)]);
  if (!isText && !data && found.isCurrent && reading) {
    if (reading.plan) setData(reading.plan);
    else setIsText(true); // a text with errors can only be edited as text
  }

  const toText = () => { setText(reading?.text ?? text); setIsText(true); };
  const toForm = () => { setData(reading.plan); setIsText(false); };
  const isUsable = found.isCurrent && Boolean(reading?.plan);
  const save = () => onSave({ name: reading.plan.name, description: reading.plan.description, text: reading.text });
  const set = (changes) => setData({ ...data, ...changes });
  const Fields = side === 'corp' ? CorpFields : RunnerFields;
  const count = data ? Object.keys(data.tactics).length : 0;
  return html`<${Dialog} title=${plan.name ? `Edit ${plan.name}` : 'New plan'} testId="plan-editor" isModal=${true} onClose=${onCancel} footer=${html`
      ${isText ? html`<button type="button" class="quiet" data-testid="plan-as-form" disabled=${!isUsable} onClick=${toForm}>Edit as form</button>`
        : html`<button type="button" class="quiet" data-testid="plan-as-text" disabled=${!data} onClick=${toText}>Edit as text</button>`}
      <span class="spacer"></span>
      <button type="button" data-testid="plan-cancel" onClick=${onCancel}>Cancel</button>
      <button type="button" class="primary" data-testid="plan-save" disabled=${!isUsable} onClick=${save}>Save</button>`}>
    ${isText && html`<label class="field"><span>The plan as a TOML file</span>
      <textarea ref=${name} class="plan-text" rows="14" spellcheck="false" data-testid="plan-text" value=${text} onInput=${(event) => setText(event.currentTarget.value)}></textarea></label>`}
    ${!isText && data && html`<div class="plan-form">
      <label class="field"><span>Name</span><input ref=${name} data-testid="plan-name" maxlength="60" value=${data.name} onInput=${(event) => set({ name: event.currentTarget.value })} /></label>
      <label class="field"><span>Description (optional)</span><input data-testid="plan-description" maxlength="500" value=${data.description} onInput=${(event) => set({ description: event.currentTarget.value })} /></label>
      <${Fields} options=${data[side]} library=${table.library} onChange=${(options) => set({ [side]: options })} />
      ${count > 0 && html`<p class="muted">${count === 1 ? 'One tactic' : `${count} tactics`} for single ice: edit as text.</p>`}
    </div>`}
    <${Findings} reading=${isText || data?.name ? reading : { sentences: [], problems: [] }} problem=${found.problem} isForm=${!isText} />
  <//>`;
}
