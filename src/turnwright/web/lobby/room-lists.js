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

/** Rooms in which the player has a seat, also private ones. */
export function YourRooms({ rooms, games }) {
  if (!rooms.length) return null;
  return html`<section class="panel" aria-labelledby="your-rooms-title"><h2 id="your-rooms-title">Your rooms</h2>
    <ul class="rows-list" data-testid="your-rooms">${rooms.map((room) => html`<li key=${room.roomId} data-testid="your-${room.roomId}">
      <p class="row-text"><b>${titleOf(games, room.game)}</b><span>${namesText(room.names)}</span><span class="tag">${room.status}</span>
        ${room.rulesMissing && html`<span class="muted" data-testid="rules-missing-${room.roomId}">${RULES_MISSING}</span>`}
        <span class="muted when">${timeText(room.updated)}</span></p>
      ${!room.rulesMissing && html`<a class="button primary" href="#/table/${encodeURIComponent(room.roomId)}" data-testid="continue-${room.roomId}">Continue</a>`}</li>`)}</ul></section>`;
}

/** Public rooms, those waiting for a player first; `count` of them, and a button for more. */
export function OpenRooms({ rooms, games, count, onMore }) {
  const join = (room) => enterRoom(api.joinRoom(room.roomId, nameOrGuest()));
  return html`<section class="panel" aria-labelledby="rooms-title"><h2 id="rooms-title">Open rooms</h2>
    ${rooms.length === 0 && html`<p class="muted" data-testid="no-rooms">There are no open rooms. Create one, or play against a bot.</p>`}
    <ul class="rows-list" data-testid="rooms">${rooms.slice(0, count).map((room) => {
      const isWaiting = room.status === 'waiting';
      const names = namesText(room.names ?? room.seats?.map((seat) => seat.name));
      return html`<li key=${room.roomId} data-testid="room-${room.roomId}">
        <p class="row-text"><b>${titleOf(games, room.game)}</b><span>${names}</span><span class="tag">${isWaiting ? 'waiting' : 'playing'}</span>
          ${room.rulesMissing && html`<span class="muted" data-testid="rules-missing-${room.roomId}">${RULES_MISSING}</span>`}</p>
        ${isWaiting && !room.rulesMissing && html`<button type="button" data-testid="join-${room.roomId}" onClick=${() => join(room)}>Join</button>`}
        ${!room.rulesMissing && html`<a class="button" href="#/watch/${encodeURIComponent(room.roomId)}" data-testid="watch-${room.roomId}">Watch</a>`}</li>`;
    })}</ul>
    ${rooms.length > count && html`<button type="button" class="quiet" data-testid="more-rooms" onClick=${onMore}>Show more rooms</button>`}
  </section>`;
}

/** Finished games with links to their replays; `count` of them, and a button for more. */
export function FinishedGames({ finished, games, count, onMore }) {
  return html`<section class="panel" aria-labelledby="history-title"><h2 id="history-title">Finished games</h2>
    ${finished.length === 0 && html`<p class="muted" data-testid="no-history">No games have finished yet. Their replays will be listed here.</p>`}
    <ul class="rows-list" data-testid="history">${finished.slice(0, count).map((one) => html`<li key=${`${one.roomId} ${one.match}`} data-testid="finished-${one.roomId}-${one.match}">
      <p class="row-text"><b>${titleOf(games, one.game)}</b><span>${namesText(one.players?.length ? one.players : one.names)}</span><span class="muted">${resultText(one.result)}</span>
        <span class="muted when">${timeText(one.ended ?? one.updated)}</span></p>
      <a class="button" href="#/replay/${encodeURIComponent(one.roomId)}/${one.match}" data-testid="replay-${one.roomId}-${one.match}">Replay</a></li>`)}</ul>
    ${finished.length > count && html`<button type="button" class="quiet" data-testid="more-games" onClick=${onMore}>Show more games</button>`}
  </section>`;
}
