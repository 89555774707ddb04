// The track of turn, phases and steps.
import { classes, html } from '../app/preact.js';
import { humanize } from '../app/text.js';
import { playersOf } from './state-queries.js';

/** Turn, phase and step; the current ones are highlighted. */
export function TurnTrack({ table }) {
  const { state, game } = table;
  const phases = game.phases ?? [];
  const place = state.place ?? {};
  const current = place.phase ?? state.phase;
  const isKnown = phases.some((phase) => phase.name === current);
  const steps = phases.find((phase) => phase.name === current)?.steps ?? [];
  const active = playersOf(state.players).find((player) => player.id === (state.turn ?? state.currentPlayer));
  const isMine = table.match?.youAre && active?.id === table.match.youAre;
  return html`<div class="track" data-testid="track">
    <span class="track-turn">Turn <b data-testid="turn-counter">${state.turnCounter ?? 1}</b>${active && !state.result && html`<span class=${classes('track-who', active === state.players.self ? 'is-yours' : 'is-theirs')} data-testid="whose-turn">
      ${isMine ? 'yours' : active.name || active.id}</span>`}</span>
    ${phases.length > 0 && html`<ol class="phases" aria-label="Phases">
      ${place.segment && !isKnown && html`<li class="phase is-now" aria-current="step">${humanize(place.segment)}</li>`}
      ${phases.map(({ name }) => html`<li key=${name} class=${classes('phase', name === current && 'is-now')} data-testid="phase-${name}"
        aria-current=${name === current ? 'step' : undefined}>${humanize(name)}</li>`)}
    </ol>`}
    ${place.step && html`<ol class="phases steps" aria-label="Steps">
      ${(steps.length ? steps : [place.step]).map((step) => html`<li key=${step} class=${classes('phase', step === place.step && 'is-now')}
        data-testid="step-${step}" aria-current=${step === place.step ? 'step' : undefined}>${humanize(step)}</li>`)}
    </ol>`}
  </div>`;
}
