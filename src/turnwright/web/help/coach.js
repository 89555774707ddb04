// The coach of a guided game: a line that says what to do next and why. It waits until the player has done it,
// and notices if it was done in another way. It can be closed at any time; the match goes on without it.
import { html, useEffect, useState } from '../app/preact.js';
import { loadStyles } from '../app/styles.js';
import { guideOf, saveGuide } from './guided-games.js';

const LOADERS = { duel: () => import('./guides/duel.js'), netrunner: () => import('./guides/netrunner.js') };

/** The first step that is not done: {step, done, index}. A step that was done stays done. */
export function nextStep(steps, done, table) {
  const found = [...done];
  for (const step of steps) {
    if (!found.includes(step.id)) {
      if (!step.isDone(table) && !step.skipIf?.(table)) return { step, done: found, index: steps.indexOf(step) };
      found.push(step.id);
    }
  }
  return { step: null, done: found, index: steps.length };
}

function usePointer(selector, key) {
  useEffect(() => {
    const element = selector ? document.querySelector(selector) : null;
    element?.classList.add('is-coached');
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // a low window may hide it
    return () => element?.classList.remove('is-coached');
  }, [selector, key]);
}

function CoachLine({ guide, roomId, table, onLeave }) {
  const [done, setDone] = useState(guide.done);
  const next = nextStep(guide.steps, done, table);
  const { step } = next;
  useEffect(() => {
    if (next.done.length !== done.length) {
      setDone(next.done);
      saveGuide(roomId, { game: guide.game, done: next.done });
    }
  });
  const isPossible = step?.canDo(table) ?? false;
  usePointer(isPossible ? step.target : '', table.state.stateVersion);
  const again = step?.again?.(table);
  const text = table.state.result ? 'The game is over.' : !step ? guide.end : again || step.text;
  return html`<section class="coach" aria-label="Coach" data-testid="coach" data-step=${step?.id ?? 'end'}>
    <svg class="coach-face" viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="13" /><circle cx="11.5" cy="14" r="1.6" /><circle cx="20.5" cy="14" r="1.6" /><path d="M10 20 Q16 25 22 20" /></svg>
    <div class="coach-words" role="status"><p class="coach-text" data-testid="coach-text">${text}</p>
      ${step && !table.state.result && html`<p class="coach-why">${isPossible || again ? step.why : 'You can do this in a moment: it is not possible right now.'}</p>`}</div>
    ${step && !table.state.result && html`<span class="coach-count muted">${next.index + 1} of ${guide.steps.length}</span>`}
    <button type="button" class="quiet coach-leave" data-testid="coach-leave" aria-label=${step ? 'Without the coach' : 'Close'} onClick=${onLeave}>
      <span class="coach-leave-text">${step ? 'Without the coach' : 'Close'}</span><span class="coach-leave-mark" aria-hidden="true">✕</span></button>
  </section>`;
}

/** The coach of a room, if its game is guided. */
export function Coach({ roomId, table }) {
  const [guide, setGuide] = useState(null);
  useEffect(() => {
    const saved = guideOf(roomId);
    const load = saved && LOADERS[saved.game];
    if (load) Promise.all([load(), loadStyles(['help.css'], import.meta.url)]).then(([{ STEPS, END }]) => setGuide({ ...saved, steps: STEPS, end: END }), () => {});
  }, [roomId]);
  if (!guide) return null;
  const leave = () => { saveGuide(roomId, null); setGuide(null); };
  return html`<${CoachLine} guide=${guide} roomId=${roomId} table=${table} onLeave=${leave} />`;
}
