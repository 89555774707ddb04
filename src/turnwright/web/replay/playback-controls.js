// The controls below a replay: step, play, slider, speed and point of view.
import { html } from '../app/preact.js';
import { playersOf } from '../table/state-queries.js';

/** Milliseconds per step. */
export const SPEEDS = { slow: 1800, normal: 900, fast: 350 };
/** The step after `at`. */
export const stepForward = (at) => at + 1;
/** The step before `at`. */
export const stepBack = (at) => at - 1;

/** The row of controls. `go` takes a step number, or a function from the present step to the next one. */
export function PlaybackControls({ at, last, go, isPlaying, setPlaying, speed, setSpeed, seat, setSeat, players }) {
  const sorted = playersOf(players).sort((a, b) => (a.id < b.id ? -1 : 1));
  const onPlay = () => {
    if (!isPlaying && at >= last) go(0);
    setPlaying(!isPlaying);
  };
  const button = (label, to, id, path) => html`<button type="button" class="icon" aria-label=${label} title=${label}
    data-testid="replay-${id}" data-nav onClick=${() => go(to)}><svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg></button>`;
  return html`<div class="playback" role="group" aria-label="Replay" data-testid="playback">
    ${button('To the start', 0, 'start', 'M3 3 H5 V13 H3 Z M13 3 V13 L6 8 Z')}
    ${button('One step back', stepBack, 'back', 'M12 3 V13 L4 8 Z')}
    <button type="button" class="choice is-primary play" data-nav data-testid="replay-play" onClick=${onPlay}>${isPlaying ? 'Pause' : 'Play'}</button>
    ${button('One step forward', stepForward, 'next', 'M4 3 V13 L12 8 Z')}
    ${button('To the end', last, 'end', 'M13 3 H11 V13 H13 Z M3 3 V13 L10 8 Z')}
    <input type="range" min="0" max=${last} value=${at} aria-label="Step" data-testid="replay-range"
      onInput=${(event) => go(Number(event.currentTarget.value))} />
    <span class="counter" data-testid="replay-step">${at} of ${last}</span>
    <select aria-label="Speed" data-testid="replay-speed" value=${speed} onChange=${(event) => setSpeed(event.currentTarget.value)}>
      ${Object.keys(SPEEDS).map((name) => html`<option value=${name}>${name}</option>`)}</select>
    <select aria-label="Point of view" data-testid="replay-seat" value=${seat} onChange=${(event) => setSeat(event.currentTarget.value)}>
      <option value="">as a spectator</option>
      ${sorted.map((player) => html`<option value=${player.id}>as ${player.name || player.id}</option>`)}</select>
  </div>`;
}
