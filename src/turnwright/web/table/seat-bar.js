// The bar of one seat: player, status, values and clock.
import { classes, html } from '../app/preact.js';
import { humanize } from '../app/text.js';
import { Countdown } from './countdown.js';
import { Value } from './public-state.js';
import { factsOf, seatLists, seatNumber, sidesOf } from './state-queries.js';

/** A seat's bar. `children` are added by the board; `showsFacts` adds the player's values, such as life points. */
export function SeatBar({ player, side, table, showsFacts = true, children }) {
  const { state, game, clockOffset } = table;
  const isActing = state.acting?.includes(player.id);
  const hasPassed = state.passed?.includes(player.id);
  const isTurn = !state.result && (state.turn ?? state.currentPlayer) === player.id;
  // Connections change without a new state, so the session knows more than the state.
  const seat = table.session?.seats.value?.find(({ id }) => id === player.id);
  const isAway = (seat ?? player).connected === false && player.controller !== 'ai';
  const facts = !showsFacts ? [] : [
    ...factsOf(player, game.zones ?? []).filter(([, value]) => typeof value !== 'object'),
    ...seatLists(state.table, sidesOf(state).length).map(([key, list]) => [key, list[seatNumber(player)]]),
  ];
  return html`<header class=${classes('seatbar', `of-${side}`, isActing && 'is-acting')} data-testid="seat-${side}">
    <span class="seat-name"><b>${player.name || player.id}</b>${side === 'self' && table.match?.youAre && html`<span class="muted"> you</span>`}</span>
    ${player.controller === 'ai' && html`<span class="tag">bot</span>`}
    ${isTurn && html`<span class="tag tag-turn" data-testid="turn-${side}">turn</span>`}
    ${hasPassed && html`<span class="tag" data-testid="passed-${side}">passed</span>`}
    ${seat?.standIn && html`<span class="tag tag-warning" data-testid="stand-in-${side}" title="${player.name || player.id} has left. A bot (${seat.standIn}) plays until then.">bot plays</span>`}
    ${isAway && !seat?.standIn && html`<span class="tag tag-warning" data-testid="away-${side}">away</span>`}
    ${facts.map(([key, value]) => html`<span class="seat-fact" key=${key}><span class="muted">${humanize(key)}</span> <${Value} value=${value} testId="${key}-${side}" /></span>`)}
    ${children}
    <${Countdown} until=${state.clock?.[player.id]} clockOffset=${clockOffset} testId="clock-${side}" />
  </header>`;
}
