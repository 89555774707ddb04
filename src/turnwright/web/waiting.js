// Before the start: who sits at the table, how to invite others, and the button that says one is ready.
import { classes, html } from './lib.js';
import { Chat } from './log.js';
import { playerName, seatIn } from './prefs.js';
import { toast } from './toast.js';
import { TopBar } from './topbar.js';

export function NameField({ testId = 'player-name' }) {
  return html`<label class="field"><span>Your name</span>
    <input value=${playerName.value} maxlength="40" placeholder="Guest" autocomplete="nickname" data-testid=${testId}
      onInput=${(event) => { playerName.value = event.currentTarget.value; }} /></label>`;
}

const copy = (text) => navigator.clipboard?.writeText(text)
  .then(() => toast('Copied.'), () => toast('This browser does not let pages copy; select the text instead.', 'warning'));

function Invitation({ roomId, code }) {
  const link = `${location.origin}${location.pathname}#/table/${encodeURIComponent(roomId)}${code ? `?code=${encodeURIComponent(code)}` : ''}`;
  return html`<div class="invitation">
    ${code && html`<p>Tell your friend this code: <b class="code" data-testid="room-code">${code}</b></p>`}
    <label class="field"><span>or send this link</span>
      <span class="joined"><input readonly value=${link} data-testid="room-link" onFocus=${(event) => event.currentTarget.select()} />
      <button type="button" data-testid="copy-link" onClick=${() => copy(link)}>Copy</button></span></label>
  </div>`;
}

function Seat({ seat, me }) {
  const isFree = seat.free ?? !seat.name;
  const status = isFree ? 'free' : seat.controller === 'ai' ? 'bot, ready' : seat.ready ? 'ready' : 'not ready yet';
  return html`<li class=${classes('seat', isFree && 'is-free', seat.ready && 'is-ready')} data-testid="seat-${seat.id}">
    <b>${isFree ? 'Free seat' : seat.name}</b>${seat.id === me && html`<span class="muted"> you</span>`}
    <span class="spacer"></span><span class="tag">${status}</span></li>`;
}

export function WaitingRoom({ session }) {
  const match = session.match.value;
  const seats = session.seats.value;
  const me = seats.find((seat) => seat.id === match.youAre);
  const free = seats.filter((seat) => seat.free ?? !seat.name).length;
  const text = free ? 'Waiting for somebody to take the free seat.'
    : me && !me.ready ? 'Everybody is here. Say when you are ready.' : 'Waiting until everybody is ready.';
  return html`<${TopBar} title=${match.game.title} />
    <main class="page narrow">
      <div class="panel" data-testid="waiting-room">
        <h2>${match.game.title}</h2>
        <p role="status" data-testid="waiting">${text}</p>
        ${match.options?.length > 0 && html`<p class="muted" data-testid="room-options">Not as usual here: ${match.options.join(', ')}.</p>`}
        <ul class="seats">${seats.map((seat) => html`<${Seat} key=${seat.id} seat=${seat} me=${match.youAre} />`)}</ul>
        ${match.youAre && free > 0 && html`<${Invitation} roomId=${session.roomId} code=${match.code || seatIn(session.roomId)?.code} />`}
        <div class="buttons">
          ${match.youAre && html`<button type="button" class="primary" data-testid="ready" disabled=${me?.ready} onClick=${session.ready}>
            ${me?.ready ? 'You are ready' : 'Ready'}</button>`}
          <a class="button" href="#/" data-testid="leave" onClick=${() => session.leave()}>Leave</a>
        </div>
      </div>
      <div class="panel"><${Chat} lines=${session.chat.value} onSay=${session.say} /></div>
    </main>`;
}
