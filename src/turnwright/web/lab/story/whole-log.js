// The complete log of a run: every event and every decision, by encounter. A click on a line goes to its step.
import { classes, html, useEffect, useRef } from '../../app/preact.js';
import { inWords } from './decision-strip.js';
import { goTo, place, steps } from './story-store.js';
import { decisionSentence } from './story-steps.js';

function scenes() {
  const found = [];
  steps.value.forEach((step, at) => {
    if (found.at(-1)?.encounter !== step.encounter) found.push({ name: step.scene || 'The fight', encounter: step.encounter, steps: [] });
    found.at(-1).steps.push(at);
  });
  return found;
}

function Lines({ at }) {
  const step = steps.value[at];
  const { decision } = step;
  const said = decision && decisionSentence(decision);
  const failed = decision?.considered.filter((one) => !one.ok && !one.off && one.why).map((one) => `${one.action} ${one.why}`) ?? [];
  const heading = step.events.filter((one) => /^(Round \d+:|==)/.test(one.text));
  const rest = step.events.filter((one) => !heading.includes(one));
  const isNow = at === place.value;
  return html`<li class=${classes('lab-log-step', isNow && 'is-now')} aria-current=${isNow ? 'step' : undefined}>
    ${heading.map((one) => html`<b class="lab-log-head">${one.text.replace(/^== (.*) ==$/, '$1')}</b>`)}
    ${decision && html`<button type="button" class="lab-log-decision" onClick=${() => goTo(at)}
      title="Go to this step">${decision.who}${decision.answers ? ' (reaction)' : ''}: ${said.lead} ${said.selected} ${said.why}
      ${failed.length > 0 && ` Passed over: ${inWords(failed.join('; '))}.`}</button>`}
    ${rest.map((one, line) => html`<span key=${line} style=${{ paddingLeft: `${16 * (one.depth ?? 0)}px` }}>${inWords(one.text)}</span>`)}
  </li>`;
}

/** The log; the encounter of the shown step is open. */
export function WholeLog() {
  const ref = useRef(null);
  const now = steps.value[place.value];
  useEffect(() => {
    const line = ref.current.querySelector('.is-now');
    if (line && ref.current.contains(line)) ref.current.scrollTop = line.offsetTop - ref.current.clientHeight / 3;
  }, [place.value]);
  return html`<div class="lab-log" ref=${ref} tabIndex=${0} role="region" aria-label="The complete log" data-testid="story-log">
    ${scenes().map((scene, at) => html`<details key=${at} open=${scene.encounter === now?.encounter}><summary>${scene.name}</summary>
      <ol>${scene.steps.map((one) => html`<${Lines} key=${one} at=${one} />`)}</ol></details>`)}
  </div>`;
}
