// The controls below a replay: step, play, slider, speed and point of view.
import { html } from '../app/preact.js';
import { playersOf } from '../table/state-queries.js';

/** Milliseconds per step. */
export const SPEEDS = { slow: 1800, normal: 900, fast: 350 };
/** The step after `at`. */
export const stepForward = (at) => at + 1;
/** The step before `at`. */
export const stepBack = (at) => at - 1;

/** The step of the next turn mark after `at`, or of the one before it if `direction` is -1. */
export function turnStep(turns, at, direction) {
  const steps = turns.map(({ step }) => step);
  return direction > 0 ? steps.find((step) => step > at) ?? at : steps.findLast((step) => step < at) ?? 0;
}

// Marks below the slider: where turns begin, and the turning points.
function TurnMarks({ summary, last, me }) {
  const place = (step) => ({ left: `${(100 * step) / Math.max(1, last)}%` });
  return html`<div class="turn-marks" aria-hidden="true" data-testid="turn-marks">
    ${summary.turns.map(({ step, seat }) => html`<span key=${step} class=${`turn-mark ${seat === me ? 'is-yours' : 'is-theirs'}`} style=${place(step)}></span>`)}
    ${summary.turningPoints.map(({ step }) => html`<span key=${`p${step}`} class="turn-mark is-point" style=${place(step)}></span>`)}
  </div>`;
}

/**
 * The row of controls. `go` takes a step number, or a function from the present step to the next one. `summary`
 * has the turns, and the seats whose view the reader may have. `children` are further controls.
 */
export function PlaybackControls({ at, last, go, isPlaying, setPlaying, speed, setSpeed, seat, setSeat, players, summary, children }) {
  const views = new Set([summary?.seat, ...(summary?.openSeats ?? [])]);
  const sorted = playersOf(players).filter(({ id }) => views.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const turns = summary?.turns ?? [];
  const turn = turns.findLast(({ step }) => step <= at)?.turn;
  const onPlay = () => {
    if (!isPlaying && at >= last) go(0);
    setPlaying(!isPlaying);
  };
  const button = (label, to, id, path) => html`<button type="button" class="icon" aria-label=${label} title=${label}
    data-testid="replay-${id}" data-nav onClick=${() => go(to)}><svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg></button>`;
  return html`<div class="playback" role="region" aria-label="Replay" data-testid="playback">
    ${button('To the start', 0, 'start', 'M3 3 H5 V13 H3 Z M13 3 V13 L6 8 Z')}
    ${button('One step back', stepBack, 'back', 'M12 3 V13 L4 8 Z')}
    <button type="button" class="choice is-primary play" data-nav data-testid="replay-play" onClick=${onPlay}>${isPlaying ? 'Pause' : 'Play'}</button>
    ${button('One step forward', stepForward, 'next', 'M4 3 V13 L12 8 Z')}
    ${button('To the end', last, 'end', 'M13 3 H11 V13 H13 Z M3 3 V13 L10 8 Z')}
    <span class="scrubber"><input type="range" min="0" max=${last} value=${at} aria-label="Step" aria-valuetext=${`step ${at} of ${last}${turn === undefined ? '' : `, turn ${turn}`}`}
        data-testid="replay-range" onInput=${(event) => go(Number(event.currentTarget.value))} />
      ${summary && html`<${TurnMarks} summary=${summary} last=${last} me=${seat || 'p1'} />`}</span>
    <span class="counter" data-testid="replay-step">${at} of ${last}</span>
    ${turns.length > 1 && html`${button('One turn back', (now) => turnStep(turns, now, -1), 'turn-back', 'M3 3 H4.5 V13 H3 Z M9 3 V13 L4.5 8 Z M14 3 V13 L9 8 Z')}
      ${button('One turn forward', (now) => turnStep(turns, now, 1), 'turn-next', 'M13 3 H11.5 V13 H13 Z M7 3 V13 L11.5 8 Z M2 3 V13 L7 8 Z')}`}
    <select aria-label="Speed" data-testid="replay-speed" value=${speed} onChange=${(event) => setSpeed(event.currentTarget.value)}>
      ${Object.keys(SPEEDS).map((name) => html`<option value=${name}>${name}</option>`)}</select>
    <select aria-label="Point of view" data-testid="replay-seat" value=${seat} onChange=${(event) => setSeat(event.currentTarget.value)}>
      <option value="">as a spectator</option>
      ${sorted.map((player) => html`<option value=${player.id}>as ${player.id === summary?.seat ? 'you saw it' : player.name || player.id}</option>`)}</select>
    ${children}
  </div>`;
}
