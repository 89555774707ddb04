// The bar above the question: which run plan plays for the viewer, what it does, and a pause.
import { classes, html, useState } from '../../../app/preact.js';
import { PlanDialog } from './plan-dialog.js';
import { planNamed, plans } from './plan-store.js';

const WORDS = {
  idle: 'It waits for the next run.',
  waiting: 'It waits for your opponent.',
};

/** What the plan does now, in a sentence. `isActing` says whether the viewer must act. */
function sentenceOf(plan, isActing) {
  if (!plan) return 'You decide everything in runs yourself.';
  if (plan.status === 'failed') return plan.sentence;
  if (plan.isPaused) return 'It is paused.';
  if (plan.status === 'decide') return `Left to you: ${plan.sentence}`;
  if (plan.status === 'played' && !isActing) return WORDS.waiting;
  return WORDS[plan.status] ?? plan.sentence;
}

/** The viewer's run plan, after the switches in `children`. Spectators, replays and servers without plans have no bar. */
export function PlanBar({ table, children }) {
  const [isOpen, setOpen] = useState(false);
  const { session, match, state } = table;
  if (!session || !match.youAre || !match.hasPlans || state.result) return null;
  const plan = session.plan.value;
  const needsYou = plan && (plan.status === 'failed' || (plan.status === 'decide' && !plan.isPaused));
  const sentence = sentenceOf(plan, state.acting.includes(match.youAre));
  const choose = (event) => session.usePlan(planNamed(event.currentTarget.value)?.text ?? '');
  const isUnknown = plan && !planNamed(plan.name); // chosen in another browser, or deleted since
  return html`<section class="plan-bar" aria-label="Run plan" data-testid="plan-bar">
    ${children}
    <label class="field inline"><span>Run plan</span>
      <select data-testid="plan-choice" value=${plan?.name ?? ''} onChange=${choose}>
        <option value="">none</option>
        ${isUnknown && html`<option value=${plan.name}>${plan.name}</option>`}
        ${plans.value.map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label>
    ${plan && html`<button type="button" class="plan-pause" data-testid="plan-pause" aria-pressed=${plan.isPaused}
      onClick=${() => session.pausePlan(!plan.isPaused)}>${plan.isPaused ? 'Go on' : 'Pause'}</button>`}
    <p class=${classes('plan-sentence', needsYou && 'is-yours')} data-testid="plan-sentence">${sentence}</p>
    <span class="visually-hidden" role="status" data-testid="plan-announcement">${needsYou || plan?.isPaused ? `Run plan: ${sentence}` : ''}</span>
    <button type="button" class="quiet" data-testid="plans-open" onClick=${() => setOpen(true)}>${plans.value.length ? 'Edit plans' : 'Make a plan'}</button>
    ${isOpen && html`<${PlanDialog} table=${table} onClose=${() => setOpen(false)} />`}
  </section>`;
}
