// The board of any game: every player's zones around the shared zones and the public state.
import { html } from '../../app/preact.js';
import { PublicState } from '../../table/public-state.js';
import { SeatBar } from '../../table/seat-bar.js';
import { gridFor, isHand, playerZone, seatLists, seatNumber, sidesOf, wireName } from '../../table/state-queries.js';
import { TurnTrack } from '../../table/turn-track.js';
import { Hands, SharedZones, SideZones } from '../../table/zones.js';

/**
 * The generic board. Boards that wrap it add their own part as `middle` and name the zones (by wire name)
 * and keys of the public state that this part shows.
 */
export function GenericBoard({ table, middle = null, zonesInMiddle = [], stateInMiddle = [] }) {
  const { state, game, question } = table;
  const zones = game.zones ?? [];
  const sides = sidesOf(state);
  const sideZones = zones.filter((zone) => !zonesInMiddle.includes(wireName(zone)));
  const mine = sides.filter(({ side }) => side === 'self');
  const theirs = sides.filter(({ side }) => side !== 'self');
  const grid = question.grid ?? gridFor(state.table, []);
  const inSeatBars = seatLists(state.table, sides.length).map(([name]) => name);
  const names = sides.map(({ player }) => player).sort((a, b) => seatNumber(a) - seatNumber(b)).map((player) => player.name || player.id);
  const hasOwnHand = ({ side, player }) => side === 'self' && zones.some((zone) => isHand(zone) && playerZone(player, wireName(zone)).cards.length);
  const bar = ({ side, player }, isHandShown) => html`<${SeatBar} player=${player} side=${side} table=${table}>
    ${!isHandShown && html`<${Hands} player=${player} side=${side} zones=${zones} />`}<//>`;
  return html`<div class="board board-generic" data-testid="board">
    ${theirs.map((seat) => html`<div class="seat-part" key=${seat.side}>
      ${bar(seat)}<${SideZones} player=${seat.player} side=${seat.side} zones=${sideZones} /></div>`)}
    <div class="middle">
      <${TurnTrack} table=${table} />
      ${middle}
      <${SharedZones} state=${state} zones=${zones} />
      <${PublicState} publicState=${state.table} grid=${grid} skip=${[...inSeatBars, ...(game.aside ?? []), ...stateInMiddle]} names=${names} cards=${table.cards} />
    </div>
    ${mine.map((seat) => html`
      <${SideZones} player=${seat.player} side="self" zones=${sideZones} />
      <div class="edge">
        ${hasOwnHand(seat) && html`<${Hands} player=${seat.player} side="self" zones=${zones} isOwn=${true} />`}
        ${bar(seat, hasOwnHand(seat))}
      </div>`)}
  </div>`;
}
