// The board of any game: every seat's zones around the shared ones and the open state.
import { html } from './lib.js';
import { OpenState } from './facts.js';
import { gridFor, seatLists, seatNumber, sidesOf } from './model.js';
import { SeatBar, Track } from './seats.js';
import { SharedZones, Side } from './zones.js';

export function GenericBoard({ table }) {
  const { state, game, question } = table;
  const zones = game.zones ?? [];
  const sides = sidesOf(state);
  const mine = sides.filter(({ side }) => side === 'self');
  const theirs = sides.filter(({ side }) => side !== 'self');
  const grid = question.grid ?? gridFor(state.table, []);
  const inSeats = seatLists(state.table, sides.length).map(([name]) => name);
  const names = sides.map(({ player }) => player).sort((a, b) => seatNumber(a) - seatNumber(b)).map((player) => player.name || player.id);
  const part = ({ side, player }) => html`<div class=${`seat-part ${side === 'self' ? 'is-near' : ''}`} key=${side}>
    <${SeatBar} player=${player} side=${side} table=${table} />
    <${Side} player=${player} side=${side} zones=${zones} /></div>`;
  return html`<div class="board board-generic" data-testid="board">
    ${theirs.map(part)}
    <div class="middle">
      <${Track} table=${table} />
      <${SharedZones} state=${state} zones=${zones} />
      <${OpenState} table=${state.table} grid=${grid} skip=${[...inSeats, ...(game.aside ?? [])]} names=${names} />
    </div>
    ${mine.map(part)}
  </div>`;
}
