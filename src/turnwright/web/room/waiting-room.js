// Before the game starts: the seats, the invitation for others, and the ready button.
import { classes, html, useState } from '../app/preact.js';
import { savedSeat } from '../app/preferences.js';
import { toast } from '../app/toasts.js';
import { TopBar } from '../app/top-bar.js';
import { Chat } from '../table/chat.js';
import { PeopleDialog, shownChat } from './people.js';
import { RoomSettings } from './room-settings.js';

const copy = (text) => navigator.clipboard?.writeText(text)
  .then(() => toast('Copied.'), () => toast('The browser does not allow copying. Select the text and copy it yourself.', 'warning'));

function Invitation({ roomId, code }) {
  const link = `${location.origin}${location.pathname}#/table/${encodeURIComponent(roomId)}${code ? `?code=${encodeURIComponent(code)}` : ''}`;
  return html`<div class="invitation">
    ${code && html`<p>Invite a friend with this code: <b class="code" data-testid="room-code">${code}</b></p>`}
    <label class="field"><span>or with this link</span>
      <span class="joined"><input readonly value=${link} data-testid="room-link" onFocus=${(event) => event.currentTarget.select()} />
      <button type="button" data-testid="copy-link" onClick=${() => copy(link)}>Copy</button></span></label>
  </div>`;
}

const isFree = (seat) => seat.free ?? !seat.name;

function Seat({ seat, me }) {
  const status = isFree(seat) ? 'free' : seat.controller === 'ai' ? 'bot, ready' : seat.ready ? 'ready' : 'not ready yet';
  return html`<li class=${classes('seat', isFree(seat) && 'is-free', seat.ready && 'is-ready')} data-testid="seat-${seat.id}">
    <b>${isFree(seat) ? 'Free seat' : seat.name}</b>${seat.id === me && html`<span class="muted"> you</span>`}
    <span class="spacer"></span><span class="tag">${status}</span></li>`;
}

/** The page of a room whose game has not started. */
export function WaitingRoom({ session }) {
  const [arePeopleOpen, setPeopleOpen] = useState(false);
  const match = session.match.value;
  const seats = session.seats.value;
  const me = seats.find((seat) => seat.id === match.youAre);
  const free = seats.filter(isFree).length;
  const text = free ? 'Waiting for another player.'
    : me && !me.ready ? 'All players are here. Click Ready to start.' : 'Waiting for all players to be ready.';
  return html`<${TopBar} title=${match.game.title} />
    <main class="page narrow">
      <div class="panel" data-testid="waiting-room">
        <h2>${match.game.title}</h2>
        <p role="status" data-testid="waiting">${text}</p>
        <${RoomSettings} settings=${match.settings} />
        ${match.options?.length > 0 && html`<p class="muted" data-testid="room-options">Chosen by the creator of the room: ${match.options.join(', ')}.</p>`}
        <ul class="seats">${seats.map((seat) => html`<${Seat} key=${seat.id} seat=${seat} me=${match.youAre} />`)}</ul>
        ${match.youAre && free > 0 && html`<${Invitation} roomId=${session.roomId} code=${match.code || savedSeat(session.roomId)?.code} />`}
        <div class="buttons">
          ${match.youAre && html`<button type="button" class="primary" data-testid="ready" disabled=${me?.ready} onClick=${session.ready}>
            ${me?.ready ? 'You are ready' : 'Ready'}</button>`}
          <a class="button" href="#/" data-testid="leave" onClick=${() => session.leave()}>Leave</a>
        </div>
      </div>
      <div class="panel"><${Chat} lines=${shownChat(session)} onChat=${session.sendChat} onPeople=${() => setPeopleOpen(true)}
        isOff=${session.isChatOff.value} /></div>
      ${arePeopleOpen && html`<${PeopleDialog} session=${session} onClose=${() => setPeopleOpen(false)} />`}
    </main>`;
}
