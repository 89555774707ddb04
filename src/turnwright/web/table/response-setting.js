// In which response windows the player is asked. It is shown while such a window is open.
import { html } from '../app/preact.js';

const MODES = [
  ['others', 'about what others do'],
  ['always', 'in every window'],
  ['able', 'only if I can respond'],
  ['never', 'not until the turn ends'],
];

/** The setting, while the player is asked in a response window. Spectators and replays have none. */
export function ResponseSetting({ table }) {
  const { session, match } = table;
  if (!session || !match?.youAre || session.prompt.value?.requirement?.id !== 'response') return null;
  return html`<label class="field inline response-setting" title="It applies from the next window on"><span>Ask me</span>
    <select data-testid="response-setting" data-mode=${match.responses} value=${match.responses ?? 'others'}
      onChange=${(event) => session.setResponses(event.currentTarget.value)}>
      ${MODES.map(([mode, label]) => html`<option key=${mode} value=${mode}>${label}</option>`)}
    </select></label>`;
}
