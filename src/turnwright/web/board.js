// The board of any game: every seat's zones around the shared ones and the open state.
import { html } from './lib.js';
import { OpenState } from './facts.js';
import { gridFor, inZone, isHand, seatLists, seatNumber, sidesOf, wireName } from './model.js';
import { SeatBar, Track } from './seats.js';
import { corpOf, IN_SERVERS, Servers } from './servers.js';
import { Foes, Hands, SharedZones, Side } from './zones.js';

export function GenericBoard({ table }) {
  const { state, game, question } = table;
  const zones = game.zones ?? [];
  const sides = sidesOf(state);
  const corp = corpOf(state);
  const onSides = corp ? zones.filter((zone) => !IN_SERVERS.includes(wireName(zone))) : zones;
  const mine = sides.filter(({ side }) => side === 'self');
  const theirs = sides.filter(({ side }) => side !== 'self');
  const grid = question.grid ?? gridFor(state.table, []);
  const inSeats = seatLists(state.table, sides.length).map(([name]) => name);
  const names = sides.map(({ player }) => player).sort((a, b) => seatNumber(a) - seatNumber(b)).map((player) => player.name || player.id);
  const holds = ({ side, player }) => side === 'self' && zones.some((zone) => isHand(zone) && inZone(player, wireName(zone)).cards.length);
  const bar = ({ side, player }, isOwn) => html`<${SeatBar} player=${player} side=${side} table=${table}>
    ${!isOwn && html`<${Hands} player=${player} side=${side} zones=${zones} />`}<//>`;
  return html`<div class="board board-generic" data-testid="board">
    ${theirs.map((seat) => html`<div class="seat-part" key=${seat.side}>
      ${bar(seat)}<${Side} player=${seat.player} side=${seat.side} zones=${onSides} /></div>`)}
    <div class="middle">
      <${Track} table=${table} />
      ${corp && html`<${Servers} table=${table} corp=${corp} />`}
      ${mine.map(({ player }) => html`<${Foes} player=${player} zones=${zones} />`)}
      <${SharedZones} state=${state} zones=${zones} />
      <${OpenState} table=${state.table} grid=${grid} skip=${[...inSeats, ...(game.aside ?? []), ...(corp ? ['board'] : [])]} names=${names} known=${table.known} />
    </div>
    ${mine.map((seat) => html`
      <${Side} player=${seat.player} side="self" zones=${onSides} />
      <div class="edge">
        ${holds(seat) && html`<${Hands} player=${seat.player} side="self" zones=${zones} isOwn=${true} />`}
        ${bar(seat, holds(seat))}
      </div>`)}
  </div>`;
}
