// The question bar, and the menu at a card: who must do what, and the ways to do it.
import { classes, html, useEffect, useLayoutEffect, useRef, useState } from './lib.js';
import { Countdown } from './seats.js';

const KEYS = 9;

/** A choice as a button; the first nine can be picked by their number. */
export function ChoiceButton({ choice, number, isBusy, isPrimary, children }) {
  return html`<button type="button" class=${classes('choice', isPrimary && 'is-primary', choice.isPicked && 'is-picked')} data-nav
      data-testid=${choice.testId} disabled=${isBusy || choice.isFull} onClick=${choice.run}
      aria-pressed=${choice.isPicked === undefined || choice.isPicked === null ? undefined : choice.isPicked}>
    ${number !== undefined && number < KEYS && html`<kbd aria-hidden="true">${number + 1}</kbd>`}
    <span>${children ?? choice.label}</span>
  </button>`;
}

const SENTENCE_IDS = { wait: 'waiting', move: 'question' };

/** Always there: the sentence, then the buttons. */
export function QuestionBar({ table, children }) {
  const { question, isBusy, lag, desk } = table;
  const isAsked = question.kind !== 'wait';
  const hasMenu = Boolean(question.menu);
  const hasList = Boolean(question.list || question.order);
  const deadline = question.deadline ?? (isAsked ? table.state.clock?.[table.match?.youAre] : null);
  return html`<section class=${classes('question', isAsked ? 'is-asked' : 'is-waiting')} data-testid="question-bar" data-kind=${question.kind}
      aria-label="The question" aria-busy=${isBusy}>
    <div class="question-words">
      <p class="question-text" role="status" aria-live="polite" data-testid=${SENTENCE_IDS[question.kind] ?? 'prompt'}>
        ${question.title || (table.state.result ? 'The game is over.' : 'Nothing to decide just now.')}</p>
      ${question.hint && html`<span class="question-hint">${question.hint}</span>`}
      ${question.counter && html`<span class="counter" data-testid="prompt-counter">${question.counter}</span>`}
      <${Countdown} until=${deadline} lag=${lag} testId="deadline" />
    </div>
    <div class="question-options">
      ${question.buttons.map((choice, i) => html`<${ChoiceButton} key=${choice.id} choice=${choice} isBusy=${isBusy}
        number=${hasMenu ? undefined : i} />`)}
      ${hasList && desk.isAside.value && html`<button type="button" class="choice is-primary" data-nav data-testid="prompt-show"
        onClick=${() => { desk.isAside.value = false; }}>Show the list</button>`}
      ${question.confirm && !hasList && html`<${Confirm} question=${question} isBusy=${isBusy} />`}
      ${question.cancel && question.cancelLabel !== '' && !hasList && html`<button type="button" class="choice is-quiet" data-nav data-testid="prompt-cancel" disabled=${isBusy}
        onClick=${question.cancel}><kbd aria-hidden="true">Esc</kbd><span>${question.cancelLabel ?? 'Cancel'}</span></button>`}
      ${children}
    </div>
  </section>`;
}

export function Confirm({ question, isBusy }) {
  const { label, isReady, run } = question.confirm;
  return html`<button type="button" class="choice is-primary" data-nav data-testid="prompt-confirm" disabled=${isBusy || !isReady}
    onClick=${run}><kbd aria-hidden="true">↵</kbd><span>${label}</span></button>`;
}

/** The choices of one card, right beside it. */
export function CardMenu({ table }) {
  const { menu, cancel } = table.question;
  const ref = useRef(null);
  const [place, setPlace] = useState(null);
  const source = menu?.source;
  useLayoutEffect(() => {
    if (!menu || !ref.current) return setPlace(null);
    const card = [...document.querySelectorAll(`[data-card="${source}"]`)].at(-1);
    const own = ref.current.getBoundingClientRect();
    const box = card?.getBoundingClientRect() ?? { left: innerWidth / 2, top: innerHeight / 2, width: 0, bottom: innerHeight / 2 };
    const above = box.top - own.height - 8;
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    setPlace({ left, top: above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8) });
  }, [source, menu?.choices.length]);
  useEffect(() => {
    if (!menu) return undefined;
    const before = document.activeElement;
    return () => {
      const isElsewhere = document.activeElement && document.activeElement !== document.body;
      if (!isElsewhere && before?.isConnected) before.focus();
    };
  }, [source]);
  useEffect(() => {
    if (place) ref.current?.querySelector('button')?.focus(); // what is not placed yet cannot have it
  }, [source, place !== null]);
  if (!menu) return null;
  return html`<div class="card-menu" role="menu" aria-label="What this card can do" ref=${ref} data-testid="card-menu"
      style=${place ? { left: `${place.left}px`, top: `${place.top}px` } : { visibility: 'hidden' }}>
    ${menu.choices.map((choice, i) => html`<button type="button" role="menuitem" class="menu-item" key=${choice.id} data-nav
      data-testid=${choice.testId} disabled=${table.isBusy} onClick=${choice.run}>
      ${i < KEYS && html`<kbd aria-hidden="true">${i + 1}</kbd>`}<span>${choice.label}</span></button>`)}
    <button type="button" role="menuitem" class="menu-item is-quiet" data-nav data-testid="menu-cancel" onClick=${cancel}>
      <kbd aria-hidden="true">Esc</kbd><span>Cancel</span></button>
  </div>`;
}
