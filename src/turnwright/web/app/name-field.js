// The input for the player's name, which is stored in the browser.
import { html } from './preact.js';
import { playerName } from './preferences.js';

/** A labelled input bound to the player's name. */
export function NameField() {
  return html`<label class="field"><span>Your name</span>
    <input value=${playerName.value} maxlength="40" placeholder="Guest" autocomplete="nickname" data-testid="player-name"
      onInput=${(event) => { playerName.value = event.currentTarget.value; }} /></label>`;
}
