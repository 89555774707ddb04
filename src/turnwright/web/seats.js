// Who sits where, how long they have, and where the turn is.
import { classes, html, useEffect, useState, words } from './lib.js';
import { Value } from './facts.js';
import { factsOf, seatLists, seatNumber, sidesOf } from './model.js';

const WARN_S = 15;

/** The seconds until a moment of the server's clock. */
export function Countdown({ until, lag = 0, testId = 'countdown' }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  if (!until) return null;
  const seconds = Math.max(0, Math.round((until - Date.now() - lag) / 1000));
  const text = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return html`<span class=${classes('countdown', seconds <= WARN_S && 'is-warning')} role="timer" aria-label=${`${seconds} seconds left`}
    data-testid=${testId}><svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5" /><path d="M6 3 V6 L8 7" /></svg>${text}</span>`;
}

/** A seat's bar: name, what it is doing, its numbers, its clock; `children` is what the game adds. */
export function SeatBar({ player, side, table, children }) {
  const { state, game, lag } = table;
  const isActing = state.acting?.includes(player.id);
  const hasPassed = state.passed?.includes(player.id);
  const isTurn = !state.result && (state.turn ?? state.currentPlayer) === player.id;
  // Who is there changes without a move; the session hears of it at once.
  const seat = table.session?.seats.value?.find(({ id }) => id === player.id);
  const isAway = (seat ?? player).connected === false && player.controller !== 'ai';
  const facts = game.name === 'duel' ? [] : [
    ...factsOf(player, game.zones ?? []),
    ...seatLists(state.table, sidesOf(state).length).map(([key, list]) => [key, list[seatNumber(player)]]),
  ];
  return html`<header class=${classes('seatbar', `of-${side}`, isActing && 'is-acting')} data-testid="seat-${side}">
    <span class="seat-name"><b>${player.name || player.id}</b>${side === 'self' && table.match?.youAre && html`<span class="muted"> you</span>`}</span>
    ${player.controller === 'ai' && html`<span class="tag">bot</span>`}
    ${isTurn && html`<span class="tag tag-turn" data-testid="turn-${side}">turn</span>`}
    ${hasPassed && html`<span class="tag" data-testid="passed-${side}">passed</span>`}
    ${isAway && html`<span class="tag tag-warning" data-testid="away-${side}">away</span>`}
    ${facts.map(([key, value]) => html`<span class="seat-fact" key=${key}><span class="muted">${words(key)}</span> <${Value} value=${value} testId="${key}-${side}" /></span>`)}
    ${children}
    <${Countdown} until=${state.clock?.[player.id]} lag=${lag} testId="clock-${side}" />
  </header>`;
}

/** Turn, phase and step as a track; the present one stands out. */
export function Track({ table }) {
  const { state, game } = table;
  const phases = game.phases ?? [];
  const place = state.place ?? {};
  const current = place.phase ?? state.phase;
  const isKnown = phases.some((phase) => phase.name === current);
  const steps = phases.find((phase) => phase.name === current)?.steps ?? [];
  const whose = [state.players.self, state.players.opponent, ...(state.players.others ?? [])]
    .find((player) => player?.id === (state.turn ?? state.currentPlayer));
  const isMine = table.match?.youAre && whose?.id === table.match.youAre;
  return html`<div class="track" data-testid="track">
    <span class="track-turn">Turn <b data-testid="turn-counter">${state.turnCounter ?? 1}</b>${whose && !state.result && html`<span class=${classes('track-who', whose === state.players.self ? 'is-yours' : 'is-theirs')} data-testid="whose-turn">
      ${isMine ? 'yours' : whose.name || whose.id}</span>`}</span>
    ${phases.length > 0 && html`<ol class="phases" aria-label="Phases">
      ${place.segment && !isKnown && html`<li class="phase is-now" aria-current="step">${words(place.segment)}</li>`}
      ${phases.map(({ name }) => html`<li key=${name} class=${classes('phase', name === current && 'is-now')} data-testid="phase-${name}"
        aria-current=${name === current ? 'step' : undefined}>${words(name)}</li>`)}
    </ol>`}
    ${place.step && html`<ol class="phases steps" aria-label="Steps">
      ${(steps.length ? steps : [place.step]).map((step) => html`<li key=${step} class=${classes('phase', step === place.step && 'is-now')}
        data-testid="step-${step}" aria-current=${step === place.step ? 'step' : undefined}>${words(step)}</li>`)}
    </ol>`}
  </div>`;
}
