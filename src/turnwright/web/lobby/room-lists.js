// The lobby's lists: rooms the player has a seat in, open rooms, and finished games.
import { html } from '../app/preact.js';
import { forgetSeat, nameOrGuest, savedRooms } from '../app/preferences.js';
import * as api from '../net/http-api.js';
import { enterRoom } from './enter-room.js';

const MAX_OWN_ROOMS = 6;
const RULES_MISSING = 'The rules of this room are not installed.';

const titleOf = (games, name) => games.find((game) => game.name === name)?.title ?? name;
const namesText = (names) => (names ?? []).filter(Boolean).join(' and ') || 'no players yet';
const resultText = (result) => (typeof result === 'string' ? result : result?.reason ?? '');
const timeText = (time) => time && new Date(time < 1e12 ? time * 1000 : time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** Load the unfinished rooms in which this browser has a seat, the latest first. */
export async function loadOwnRooms() {
  const requests = savedRooms().slice(0, MAX_OWN_ROOMS).map((roomId) => api.room(roomId).catch((error) => {
    if (error.status === 404) forgetSeat(roomId);
    return null;
  }));
  return (await Promise.all(requests)).filter((room) => room && room.status !== 'over');
}

const SMALL = { duel: 'M7 5h11v14H7ZM22 5h11v14H22ZM7 22h11v14H7ZM22 22h11v14H22Z', netrunner: 'M8 7h24v6H8ZM8 16h24v7H8ZM20 36V24', spire: 'M12 34L26 22L16 10' };

/** The small picture of a game in a list. */
const GameMark = ({ name }) => html`<svg class="game-mark mark-${SMALL[name] ? name : 'other'}" viewBox="0 0 40 40" aria-hidden="true"><path d=${SMALL[name] ?? 'M10 10h20v20H10ZM10 20h20M20 10v20'} /></svg>`;

/** How long ago something was, in words. */
function agoText(time) {
  if (!time) return '';
  const minutes = Math.round((Date.now() - (time < 1e12 ? time * 1000 : time)) / 60000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 1440) return `${Math.round(minutes / 60)} h ago`;
  return timeText(time);
}

const othersText = (names) => {
  const others = (names ?? []).filter((name) => name && name !== nameOrGuest());
  return others.length ? `with ${others.join(' and ')}` : '';
};
const parts = (...texts) => texts.filter(Boolean).join(' · ');

/** Rooms in which the player has a seat, also private ones. */
export function YourRooms({ rooms, games }) {
  if (!rooms.length) return null;
  return html`<section class="rail-part continue" aria-labelledby="your-rooms-title"><h2 id="your-rooms-title">Continue <small>on this device</small></h2>
    <ul class="rail-list has-marks" data-testid="your-rooms">${rooms.map((room) => html`<li key=${room.roomId} data-testid="your-${room.roomId}">
      <${GameMark} name=${room.game} />
      <p class="rail-text"><b>${titleOf(games, room.game)}</b><span>${parts(othersText(room.names), room.status === 'waiting' && 'waiting', agoText(room.updated))}</span>
        ${room.rulesMissing && html`<span data-testid="rules-missing-${room.roomId}">${RULES_MISSING}</span>`}</p>
      ${!room.rulesMissing && html`<a class="button small" href="#/table/${encodeURIComponent(room.roomId)}" data-testid="continue-${room.roomId}">Continue</a>`}</li>`)}</ul></section>`;
}

/** Public rooms, those waiting for a player first; `count` of them, and a button for more. */
export function OpenRooms({ rooms, games, count, onMore }) {
  const join = (room) => enterRoom(api.joinRoom(room.roomId, nameOrGuest()));
  const waiting = rooms.filter((room) => room.status === 'waiting' && (room.names?.includes('') ?? true)).length;
  return html`<section class="rail-part" aria-labelledby="rooms-title"><h2 id="rooms-title">Open tables <small>${waiting ? `${waiting} waiting` : ''}</small></h2>
    ${rooms.length === 0 && html`<p class="muted" data-testid="no-rooms">There are no open tables. Open one, or play against a bot.</p>`}
    <ul class="rail-list" data-testid="rooms">${rooms.slice(0, count).map((room) => {
      const isWaiting = room.status === 'waiting';
      const hasFreeSeat = isWaiting && (room.names?.includes('') ?? true);
      const names = namesText(room.names ?? room.seats?.map((seat) => seat.name));
      return html`<li key=${room.roomId} data-testid="room-${room.roomId}">
        <p class="rail-text"><b>${titleOf(games, room.game)}</b><span>${parts(names, isWaiting ? 'waiting' : 'playing')}</span>
          ${room.rulesMissing && html`<span data-testid="rules-missing-${room.roomId}">${RULES_MISSING}</span>`}</p>
        ${hasFreeSeat && !room.rulesMissing && html`<button type="button" class="small" data-testid="join-${room.roomId}" onClick=${() => join(room)}>Sit down</button>`}
        ${!room.rulesMissing && html`<a class="button small" href="#/watch/${encodeURIComponent(room.roomId)}" data-testid="watch-${room.roomId}">Watch</a>`}</li>`;
    })}</ul>
    ${rooms.length > count && html`<button type="button" class="quiet small" data-testid="more-rooms" onClick=${onMore}>Show more tables</button>`}
  </section>`;
}

/** Finished games with links to their replays; `count` of them, and a button for more. */
export function FinishedGames({ finished, games, count, onMore }) {
  return html`<section class="rail-part" aria-labelledby="history-title"><h2 id="history-title">Finished</h2>
    ${finished.length === 0 && html`<p class="muted" data-testid="no-history">No games have finished yet. Their replays will be listed here.</p>`}
    <ul class="rail-list" data-testid="history">${finished.slice(0, count).map((one) => html`<li key=${`${one.roomId} ${one.match}`} data-testid="finished-${one.roomId}-${one.match}">
      <p class="rail-text"><b>${titleOf(games, one.game)}</b><span>${parts(namesText(one.players?.length ? one.players : one.names), agoText(one.ended ?? one.updated))}</span><span>${resultText(one.result)}</span></p>
      <a class="button small" href="#/replay/${encodeURIComponent(one.roomId)}/${one.match}" data-testid="replay-${one.roomId}-${one.match}">Replay</a></li>`)}</ul>
    ${finished.length > count && html`<button type="button" class="quiet small" data-testid="more-games" onClick=${onMore}>Show more games</button>`}
  </section>`;
}
