// The forms shown before a player is in a room: take a seat, watch, or enter the code of a private room.
import { NameField } from '../app/name-field.js';
import { html, useEffect, useState } from '../app/preact.js';
import { forgetSeat, nameOrGuest, saveSeat } from '../app/preferences.js';
import { humanize } from '../app/text.js';
import { TopBar } from '../app/top-bar.js';
import * as api from '../net/http-api.js';
import { EXPELLED } from '../net/room-session.js';

const codeQuery = (code) => (code ? `?code=${encodeURIComponent(code)}` : '');

function CodeField({ value, onInput }) {
  return html`<label class="field"><span>Room code</span>
    <input value=${value} data-testid="room-code-input" autocomplete="off" spellcheck="false" onInput=${(event) => onInput(event.currentTarget.value)} /></label>`;
}

function presentText(names) {
  const present = (names ?? []).filter(Boolean);
  if (!present.length) return 'No players yet.';
  return `${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} in the room.`;
}

/** A room that does not exist, or one that is private: the server does not tell which. */
function NoRoom({ text, initialCode, onCode }) {
  const [code, setCode] = useState(initialCode);
  const open = (event) => {
    event.preventDefault();
    onCode(code.trim());
  };
  return html`<${TopBar} /><main class="page narrow"><form class="panel" onSubmit=${open}><h1>This room cannot be opened</h1>
    <p class="problem" role="alert" data-testid="problem">${text}</p>
    <p class="muted">The link may be wrong, or the room may have been closed.</p>
    <${CodeField} value=${code} onInput=${setCode} />
    <div class="buttons"><button type="submit" class="primary" data-testid="open-with-code" disabled=${!code.trim()}>Open</button>
      <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a></div></form></main>`;
}

/** Take a free seat of a room, or watch it. `onSeat` is called once the seat is saved. */
export function JoinForm({ roomId, code: initialCode, onSeat }) {
  const [problem, setProblem] = useState(null);
  const [room, setRoom] = useState(null);
  const [code, setCode] = useState(initialCode);
  const [gameTitle, setGameTitle] = useState('');
  const look = (given) => {
    setCode(given);
    api.room(roomId, given).then((found) => { setRoom(found); setProblem(null); }, setProblem);
  };
  useEffect(() => {
    look(initialCode);
  }, [roomId]);
  useEffect(() => {
    if (room?.game) api.game(room.game).then(({ title }) => setGameTitle(title), () => setGameTitle(humanize(room.game)));
  }, [room?.game]);
  const join = async (event) => {
    event.preventDefault();
    try {
      const seat = await api.joinRoom(roomId, nameOrGuest(), code.trim());
      saveSeat(roomId, { token: seat.token, code });
      onSeat();
    } catch (error) {
      setProblem(error);
    }
  };
  if (problem?.status === 404 && !room) return html`<${NoRoom} text=${problem.message} initialCode=${code} onCode=${look} />`;
  return html`<${TopBar} title=${gameTitle} />
    <main class="page narrow"><form class="panel" onSubmit=${join}>
      <h1>${gameTitle ? `Join a room: ${gameTitle}` : 'Join a room'}</h1>
      ${room && html`<p class="muted">${presentText(room.names)}</p>`}
      ${problem && html`<p class="problem" role="alert" data-testid="problem">${problem.message}</p>`}
      <${NameField} />
      <div class="buttons">
        <button type="submit" class="primary" data-testid="take-seat">Take a seat</button>
        <a class="button" href="#/watch/${encodeURIComponent(roomId)}${codeQuery(code)}" data-testid="watch">Watch</a>
        <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a>
      </div>
    </form></main>`;
}

/** The server did not let the player into the room: say why, and offer what is still possible. */
export function JoinRefused({ roomId, refusal, spectate }) {
  const [code, setCode] = useState('');
  const isUnknown = refusal.code === 'no_room'; // or private
  const isExpelled = EXPELLED.includes(refusal.code);
  const room = encodeURIComponent(roomId);
  const open = (event) => {
    event.preventDefault();
    forgetSeat(roomId);
    location.hash = `#/${spectate ? 'watch' : 'table'}/${room}${codeQuery(code.trim())}`;
  };
  return html`<${TopBar} /><main class="page narrow"><form class="panel" onSubmit=${open}>
    <h1>${isExpelled ? 'You have left this room' : 'This room cannot be opened'}</h1>
    <p class="problem" role="alert" data-testid="problem">${refusal.text}</p>
    ${isUnknown && html`<${CodeField} value=${code} onInput=${setCode} />`}
    <div class="buttons">
      ${isUnknown && html`<button type="submit" class="primary" data-testid="open-with-code" disabled=${!code.trim()}>Open</button>`}
      ${!spectate && !isUnknown && !isExpelled && refusal.code !== 'rules_missing' && html`<a class="button" href="#/watch/${room}" data-testid="watch" onClick=${() => forgetSeat(roomId)}>Watch instead</a>`}
      <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a>
    </div></form></main>`;
}
