// Going through the story: buttons, a scrubber with the encounters above it, keys, and playing.
import { classes, html, useEffect, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { isMotionReduced } from '../../app/preferences.js';
import { goTo, place, steps, visible } from './story-store.js';
import { stepTitle } from './story-steps.js';

const STEP_MS = 1400;

/** Where the shown step is among the visible ones. */
export function visibleIndex() {
  const list = visible.value;
  const at = list.findIndex((one) => one >= place.value);
  return at < 0 ? Math.max(0, list.length - 1) : at;
}

/** Go to the visible step with this number; numbers outside are brought inside. */
export function goToVisible(index) {
  const list = visible.value;
  if (list.length) goTo(list[Math.max(0, Math.min(list.length - 1, index))]);
}

/** Arrow keys, Home and End. Fields keep their own keys. */
export function onStoryKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, textarea, [role="slider"], summary')) return;
  const index = visibleIndex();
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: visible.value.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  goToVisible(next);
}

// The spans of the encounters among the visible steps.
function spans() {
  const found = [];
  visible.value.forEach((at) => {
    const { encounter, scene } = steps.value[at];
    if (found.at(-1)?.encounter === encounter) found.at(-1).length += 1;
    else found.push({ encounter, scene, length: 1 });
  });
  return found;
}

function Marks() {
  const list = visible.value;
  const last = Math.max(1, list.length - 1);
  return list.flatMap((at, index) => {
    const falls = steps.value[at].events.filter((one) => one.event === 'UnitDowned' || one.event === 'UnitDied');
    if (!falls.length) return [];
    const isDeath = falls.some((one) => one.event === 'UnitDied');
    return [html`<i key=${at} class=${classes('lab-time-mark', isDeath && 'is-death')} style=${{ left: `${(100 * index) / last}%` }}
      title=${falls.map((one) => one.text).join(' ')}></i>`];
  });
}

/** The controls under the heading of the story. */
export function Timeline() {
  const [isPlaying, setPlaying] = useState(false);
  const index = visibleIndex();
  const last = visible.value.length - 1;
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (index >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => goToVisible(index + 1), isMotionReduced() ? 2 * STEP_MS : STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, index, last]);
  const move = (next) => {
    setPlaying(false);
    goToVisible(next);
  };
  const play = () => {
    if (index >= last) goToVisible(0);
    setPlaying(!isPlaying);
  };
  const step = steps.value[place.value];
  const button = (name, label, testId, next, isOff) => html`<button type="button" class="lab-icon-button" aria-label=${label} title=${label}
    data-testid=${testId} disabled=${isOff}
    onClick=${() => move(next)}><${Glyph} name=${name} /></button>`;
  return html`<div class="lab-timeline">
    <div class="lab-time-buttons">
      ${button('first', 'First step', 'story-first', 0, index <= 0)}
      ${button('left', 'Step back', 'story-back', index - 1, index <= 0)}
      <button type="button" class="lab-icon-button" aria-label=${isPlaying ? 'Pause' : 'Play'} title=${isPlaying ? 'Pause' : 'Play'} data-testid="story-play"
        onClick=${play}><${Glyph} name=${isPlaying ? 'pause' : 'play'} /></button>
      ${button('right', 'Step forward', 'story-forward', index + 1, index >= last)}
      ${button('last', 'Last step', 'story-last', last, index >= last)}
      <span class="lab-small muted" data-testid="story-position">step ${index + 1} of ${last + 1}</span>
    </div>
    <div class="lab-time-track">
      <div class="lab-time-spans" aria-hidden="true">${spans().map((one, at) => html`<span key=${at} style=${{ flexGrow: one.length }}
        title=${one.scene}><i class="lab-cut">${one.scene}</i></span>`)}</div>
      <div class="lab-time-range"><div class="lab-time-marks" aria-hidden="true"><${Marks} /></div>
        <input type="range" min="0" max=${last} value=${index} step="1" aria-label="Step of the story"
          aria-valuetext=${step ? `Round ${step.round}. ${stepTitle(step)}` : ''}
          data-testid="story-scrubber" onInput=${(event) => move(Number(event.target.value))} /></div>
    </div>
  </div>`;
}
