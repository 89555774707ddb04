// The dialog with the player's run plans: use, edit, export and delete them, import files, make new ones.
import * as api from '../../../net/http-api.js';
import { html, useRef, useState } from '../../../app/preact.js';
import { Dialog } from '../../../table/dialog.js';
import { PlanEditor } from './plan-editor.js';
import { deletePlan, keepPlan, plans } from './plan-store.js';

const MAX_FILE = 20_000; // bytes; the server takes no plan as long as this

function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }));
  link.download = `${name.replace(/[^\p{L}\p{N}.-]+/gu, '-').toLowerCase() || 'plan'}.toml`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** One plan with its buttons. */
function PlanRow({ plan, isUsed, onUse, onEdit, onDelete }) {
  const [isAsking, setAsking] = useState(false);
  return html`<li class="plan-row" data-testid="plan-${plan.name}">
    <span class="plan-name"><b>${plan.name}</b>${isUsed && html` <span class="tag tag-turn">in use</span>`}
      ${plan.description && html`<span class="plan-description">${plan.description}</span>`}</span>
    <span class="buttons">
      ${isAsking ? html`<span>Delete this plan?</span>
        <button type="button" data-testid="plan-keep" autofocus onClick=${() => setAsking(false)}>Keep</button>
        <button type="button" class="choice is-danger" data-testid="plan-delete-yes" onClick=${onDelete}>Delete</button>` : html`
      ${!isUsed && html`<button type="button" class="primary" data-testid="plan-use" aria-label="Use ${plan.name}" onClick=${onUse}>Use</button>`}
      <button type="button" data-testid="plan-edit" aria-label="Edit ${plan.name}" onClick=${onEdit}>Edit</button>
      <button type="button" data-testid="plan-export" aria-label="Export ${plan.name}" onClick=${() => download(plan.name, plan.text)}>Export</button>
      <button type="button" class="quiet" data-testid="plan-delete" aria-label="Delete ${plan.name}" onClick=${() => setAsking(true)}>Delete</button>`}
    </span></li>`;
}

/** The dialog. It shows the list, or the editor of one plan. */
export function PlanDialog({ table, onClose }) {
  const { session } = table;
  const [edited, setEdited] = useState(null); // {name, text} of the plan in the editor; name is '' for a new one
  const [problem, setProblem] = useState('');
  const file = useRef(null);
  const used = session.plan.value?.name;

  const importFile = async (event) => {
    const chosen = event.currentTarget.files[0];
    event.currentTarget.value = '';
    if (!chosen) return;
    setProblem('');
    try {
      if (chosen.size > MAX_FILE) throw new Error('The file is too long for a plan.');
      const text = await chosen.text();
      const { plan } = await api.describePlan(table.game.name, { text });
      if (plan) keepPlan({ name: plan.name, description: plan.description, text });
      else setEdited({ name: '', text, isText: true }); // the editor lists what is wrong
    } catch (error) {
      setProblem(error.message);
    }
  };
  const save = (plan) => {
    keepPlan(plan, edited.name);
    if (used && (used === edited.name || used === plan.name)) session.usePlan(plan.text); // go on with the new version
    setEdited(null);
  };

  if (edited) {
    return html`<${PlanEditor} table=${table} plan=${edited} onSave=${save} onCancel=${() => setEdited(null)} />`;
  }
  return html`<${Dialog} title="Run plans" testId="plan-dialog" isModal=${true} onClose=${onClose} footer=${html`
      <button type="button" data-testid="plan-import" onClick=${() => file.current.click()}>Import a file</button>
      <span class="spacer"></span>
      <button type="button" class="primary" data-testid="plan-new" onClick=${() => setEdited({ name: '', text: '' })}>New plan</button>`}>
    <p>A plan plays your part of runs: it passes, breaks, rezzes and fires as you have said, and stops where you have said nothing.</p>
    <ul class="plan-list">${plans.value.map((plan) => html`<${PlanRow} key=${plan.name} plan=${plan} isUsed=${plan.name === used}
      onUse=${() => { session.usePlan(plan.text); onClose(); }} onEdit=${() => setEdited(plan)}
      onDelete=${() => { deletePlan(plan.name); if (plan.name === used) session.usePlan(''); }} />`)}</ul>
    ${!plans.value.length && html`<p class="muted" data-testid="plans-empty">You have no plans yet.</p>`}
    ${problem && html`<p class="problem" role="alert" data-testid="plan-import-problem">${problem}</p>`}
    <p class="muted">Your plans are kept in this browser. An exported file also works with <code>--plan</code> on the command line.</p>
    <input ref=${file} type="file" accept=".toml,text/plain" hidden data-testid="plan-file" onChange=${importFile} />
  <//>`;
}
