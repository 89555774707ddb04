// The bar at the bottom of the table: the question or who is waited for, and the buttons to answer.
import { boardOf } from '../boards/registry.js';
import { classes, html } from '../app/preact.js';
import { Countdown } from './countdown.js';
import { EventLine } from './event-line.js';
import { ResponseSetting } from './response-setting.js';

/** Choices up to this number have a number key. */
export const NUMBER_KEYS = 9;

const PROMPTLESS = ['wait', 'move', 'menu']; // a prompt says itself what to do
const SENTENCE_IDS = { wait: 'waiting', move: 'question' };

/** The question bar. `children` are further buttons; with `isLine` the board has the buttons of moves itself. */
export function QuestionBar({ table, children, isLine = false }) {
  const { question, isBusy, clockOffset, draft } = table;
  const isAsked = question.kind !== 'wait';
  const hasMenu = Boolean(question.menu);
  const hasDialog = Boolean(question.list || question.order);
  const duty = PROMPTLESS.includes(question.kind) && boardOf(table.game.name).dutyOf?.(table);
  const deadline = question.deadline ?? (isAsked ? table.state.clock?.[table.match?.youAre] : null);
  return html`<section class=${classes('question', isAsked ? 'is-asked' : 'is-waiting')} data-testid="question-bar" data-kind=${question.kind}
      aria-label="Question" aria-busy=${isBusy}>
    <div class="question-words">
      <div class="question-lines">
        <p class="question-text" role="status" aria-live="polite" data-testid=${SENTENCE_IDS[question.kind] ?? 'prompt'}>
          ${question.title || (table.state.result ? 'The game is over.' : 'There is nothing to decide now.')}</p>
        ${duty && html`<p class="question-duty" data-testid="duty">${duty}</p>`}
        <${EventLine} table=${table} />
      </div>
      ${question.hint && html`<span class="question-hint">${question.hint}</span>`}
      ${question.counter && html`<span class="counter" data-testid="prompt-counter">${question.counter}</span>`}
      <${Countdown} until=${deadline} clockOffset=${clockOffset} testId="deadline" />
    </div>
    <div class="question-options">
      ${!(isLine && ['move', 'menu'].includes(question.kind)) && question.buttons.map((choice, i) => html`<${ChoiceButton} key=${choice.id} choice=${choice} isBusy=${isBusy}
        number=${hasMenu ? undefined : i} />`)}
      ${hasDialog && draft.isMinimized.value && html`<button type="button" class="choice is-primary" data-nav data-testid="prompt-show"
        onClick=${() => { draft.isMinimized.value = false; }}>Show the list</button>`}
      ${!hasDialog && html`<${ConfirmButton} question=${question} isBusy=${isBusy} /><${CancelButton} question=${question} isBusy=${isBusy} />`}
      <${ResponseSetting} table=${table} />
      ${children}
    </div>
  </section>`;
}

/** The button of a choice; the first nine show their number key. `detail` says what it leads to, `tone` is primary or danger. */
function ChoiceButton({ choice, number, isBusy }) {
  return html`<button type="button" class=${classes('choice', choice.tone && `is-${choice.tone}`, choice.isPicked && 'is-picked')} data-nav
      data-testid=${choice.testId} disabled=${isBusy || choice.isFull} onClick=${choice.run} aria-pressed=${choice.isPicked ?? undefined}>
    ${number !== undefined && number < NUMBER_KEYS && html`<kbd aria-hidden="true">${number + 1}</kbd>`}
    <span>${choice.label}${choice.detail && html` <small class="choice-detail">${choice.detail}</small>`}</span>
  </button>`;
}

/** The button that sends the picked candidates, if the question has one. */
export function ConfirmButton({ question, isBusy }) {
  if (!question.confirm) return null;
  const { label, isReady, run } = question.confirm;
  return html`<button type="button" class="choice is-primary" data-nav data-testid="prompt-confirm" disabled=${isBusy || !isReady}
    onClick=${run}><kbd aria-hidden="true">↵</kbd><span>${label}</span></button>`;
}

/** The button that cancels the question or passes, if that is allowed. */
export function CancelButton({ question, isBusy }) {
  if (!question.cancel || question.cancelLabel === '') return null;
  return html`<button type="button" class="choice is-quiet" data-nav data-testid="prompt-cancel" disabled=${isBusy}
    onClick=${question.cancel}><kbd aria-hidden="true">Esc</kbd><span>${question.cancelLabel ?? 'Cancel'}</span></button>`;
}
