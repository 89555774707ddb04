// The home page's part for games with other people: join by code, open a room, quick match.
import { html, useState } from '../app/preact.js';
import { nameOrGuest } from '../app/preferences.js';
import * as api from '../net/http-api.js';
import { enterRoom } from './enter-room.js';
import { maxSeats } from './start-settings.js';

/** The part. */
export function WithAFriend({ games }) {
  const [code, setCode] = useState('');
  const [isPrivate, setPrivate] = useState(true);
  const [selected, onSelect] = useState('duel');
  const choices = games.filter((game) => maxSeats(game) > 1);
  const game = choices.find((one) => one.name === selected) ?? choices[0];
  if (!game) return null;
  const join = (event) => {
    event.preventDefault();
    if (code.trim()) enterRoom(api.joinByCode(code.trim(), nameOrGuest()), code.trim());
  };
  const create = () => enterRoom(api.createRoom({ game: game.name, name: nameOrGuest(), private: isPrivate, bots: [] }));
  return html`<section class="rail-part" aria-labelledby="people-title">
    <h2 id="people-title">With a friend</h2>
    <form class="code-form" onSubmit=${join}>
      <input class="code-input" value=${code} data-testid="join-code" aria-label="Code of a room" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="12" placeholder="code"
        onInput=${(event) => setCode(event.currentTarget.value)} />
      <button type="submit" data-testid="join-by-code" disabled=${!code.trim()}>Join</button>
    </form>
    <p class="said">Or open a table of <span class="nowrap"><select class="pick" data-testid="people-game" aria-label="Game" value=${game.name} onChange=${(event) => onSelect(event.currentTarget.value)}>
      ${choices.map((one) => html`<option value=${one.name}>${one.title ?? one.name}</option>`)}</select>:</span></p>
    <div class="buttons">
      <button type="button" class="small" data-testid="create-room" onClick=${create}>Create a room</button>
      <button type="button" class="small" data-testid="quick-match" onClick=${() => enterRoom(api.quickMatch(game.name, nameOrGuest()))}>Quick match</button>
      <label class="check small"><input type="checkbox" data-testid="room-private" checked=${isPrivate}
        onChange=${(event) => setPrivate(event.currentTarget.checked)} /> <span>private</span></label>
    </div>
  </section>`;
}
