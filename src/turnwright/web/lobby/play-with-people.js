// The lobby's panel for games with other people: create a room, quick match, join by code.
import { html, useState } from '../app/preact.js';
import { nameOrGuest } from '../app/preferences.js';
import * as api from '../net/http-api.js';
import { enterRoom } from './enter-room.js';

const maxSeats = (game) => Math.max(...[game.seats ?? 2].flat());

/** The panel. `selected` is the name of the game chosen in it. */
export function PlayWithPeople({ games, selected, onSelect }) {
  const [code, setCode] = useState('');
  const [isPrivate, setPrivate] = useState(true);
  const choices = games.filter((game) => maxSeats(game) > 1);
  const game = choices.find((one) => one.name === selected) ?? choices[0];
  if (!game) return null;
  const join = (event) => {
    event.preventDefault();
    if (code.trim()) enterRoom(api.joinByCode(code.trim(), nameOrGuest()), code.trim());
  };
  const create = () => enterRoom(api.createRoom({ game: game.name, name: nameOrGuest(), private: isPrivate, bots: [] }));
  return html`<section class="panel people" id="people" aria-labelledby="people-title">
    <h2 id="people-title">Play with people</h2>
    <div class="people-parts">
      <div class="people-part">
        <label class="field"><span>Game</span>
          <select data-testid="people-game" value=${game.name} onChange=${(event) => onSelect(event.currentTarget.value)}>
            ${choices.map((one) => html`<option value=${one.name}>${one.title ?? one.name}</option>`)}</select></label>
        <div class="buttons">
          <button type="button" class="primary" data-testid="create-room" onClick=${create}>Create a room</button>
          <button type="button" data-testid="quick-match" onClick=${() => enterRoom(api.quickMatch(game.name, nameOrGuest()))}>Quick match</button>
          <label class="check"><input type="checkbox" data-testid="room-private" checked=${isPrivate}
            onChange=${(event) => setPrivate(event.currentTarget.checked)} /> <span>private, joined by code</span></label>
        </div>
      </div>
      <form class="people-part" onSubmit=${join}>
        <label class="field"><span>Room code</span>
          <input value=${code} data-testid="join-code" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="for example K7QX2M"
            onInput=${(event) => setCode(event.currentTarget.value)} /></label>
        <div class="buttons"><button type="submit" data-testid="join-by-code" disabled=${!code.trim()}>Join</button></div>
      </form>
    </div>
  </section>`;
}
