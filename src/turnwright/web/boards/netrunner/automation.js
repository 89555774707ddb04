// The bar above the question: switches that play routine inputs of runs, and the viewer's saved run plans.
import { html } from '../../app/preact.js';
import { SpokenName } from '../../app/spoken-name.js';
import { PlanBar } from './plans/plan-bar.js';

/** What a switch does, as the text of a plan. The server plays it until there is a decision. */
const SWITCHES = {
  Runner: [
    { id: 'break-all', name: 'Break all, then continue', short: 'Break all', help: 'Breaks every ice at the lowest price and goes on. It stops at ice that cannot be broken.', text: '[runner]\nfull-break = true\nbreak-or-tank = false\n' },
    { id: 'windows', name: 'Do not stop for empty windows', short: 'Skip empty windows', help: 'Passes where you have nothing to decide, and stops at unbroken subroutines.', text: '[runner]\nfull-break = false\n' },
  ],
  Corp: [
    { id: 'windows', name: 'Do not stop for empty windows', short: 'Skip empty windows', help: 'Passes where you have nothing to decide, and stops when you can rez or resolve.', text: '[corp]\nfire-unbroken = false\n' },
    { id: 'fire', name: 'Resolve subroutines for me', short: 'Resolve subroutines', help: 'Also resolves unbroken subroutines when the Runner has passed. You are still asked about rezzing.', text: '[corp]\nfire-unbroken = true\n' },
  ],
};

/** One switch: on, the server plays its plan for this seat. */
function Switch({ entry, session }) {
  const isOn = session.plan.value?.name === entry.name && !session.plan.value.isPaused;
  return html`<button type="button" role="switch" class="nr-switch" aria-checked=${isOn} data-testid="switch-${entry.id}" title=${entry.help}
    onClick=${() => session.usePlan(isOn ? '' : `name = "${entry.name}"\n${entry.text}`)}><${SpokenName} name=${entry.name}><i></i><span class="nr-long">${entry.name}</span><span class="nr-short">${entry.short}</span><//></button>`;
}

/** The switches of the viewer's side, and the plan bar. */
export function AutomationBar({ table }) {
  const { session, match, state } = table;
  if (!session || !match.youAre || !match.hasPlans || state.result) return null;
  const entries = SWITCHES[state.players.self?.side] ?? [];
  return html`<${PlanBar} table=${table}>${entries.map((entry) => html`<${Switch} key=${entry.id} entry=${entry} session=${session} />`)}<//>`;
}
