// How many runs, or how narrow the interval, and the seed: a summary that opens a small form.
import { classes, html, useEffect, useRef, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, decimal } from '../results/numbers.js';
import { status } from '../state/lab-store.js';
import { MIN_RUNS, newSeed, runSettings, setRun } from '../state/run-store.js';

const PRESETS = [1_000, 10_000, 100_000];
const USUAL_HALF = 0.5;
const FORM_HEIGHT = 440; // below the top bar
const MAX_SEED = Number.MAX_SAFE_INTEGER;

const half = (untilWidth) => 50 * untilWidth;
const limit = () => status.value?.limits?.runs ?? 1_000_000;

/** The summary beside the progress, and the form above it. */
export function RunOptions() {
  const [isOpen, setOpen] = useState(false);
  const [isBelow, setBelow] = useState(false);
  const ref = useRef(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    ref.current.querySelector('.lab-run-form input:checked, .lab-run-form input')?.focus();
    const onPointerDown = (event) => { if (!ref.current.contains(event.target)) setOpen(false); };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    ref.current.querySelector('button').focus();
  };
  const onKeyDown = (event) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  const toggle = () => {
    setBelow(ref.current.getBoundingClientRect().top < FORM_HEIGHT);
    setOpen(!isOpen);
  };
  const { runs, untilWidth, seed } = runSettings.value;
  const rule = untilWidth ? `Until ± ${decimal(half(untilWidth), 2).replace(/0$/, '')}` : `${count(runs)} runs`;
  return html`<div class="lab-run-options" ref=${ref} onKeyDown=${onKeyDown}>
    <button type="button" class="lab-quiet lab-run-rule" aria-expanded=${isOpen} aria-haspopup="dialog" data-testid="run-options"
      title="Number of runs and seed" onClick=${toggle}>
      <span><b>${rule}</b><br />Seed ${seed}</span><${Glyph} name="chevron" />
    </button>
    ${isOpen && html`<${RunForm} isBelow=${isBelow} onClose=${close} />`}
  </div>`;
}

function RunForm({ isBelow, onClose }) {
  const { runs, untilWidth } = runSettings.value;
  const isCustom = !PRESETS.includes(runs);
  return html`<div class=${classes('lab-run-form', isBelow && 'is-below')} role="dialog" aria-label="How to run"
    data-testid="run-form"><form onSubmit=${(event) => { event.preventDefault(); onClose(); }}>
    <fieldset>
      <legend>Number of runs</legend>
      <div class="lab-run-choices">
        ${PRESETS.filter((one) => one <= limit()).map((one) => html`<label class=${classes('lab-pick', runs === one && 'is-on')} key=${one}>
          <input type="radio" name="lab-runs" checked=${runs === one} data-testid="runs-${one}" onChange=${() => setRun({ runs: one })} />${count(one)}</label>`)}
        <label class=${classes('lab-pick', 'has-field', isCustom && 'is-on')}>Other
          <input type="number" aria-label="Number of runs" min=${MIN_RUNS} max=${limit()} value=${runs} data-testid="runs-custom"
            onChange=${(event) => setRun({ runs: whole(event, MIN_RUNS, limit(), runs) })} /></label>
      </div>
    </fieldset>
    <div class="lab-run-until">
      <label class="lab-check"><input type="checkbox" checked=${untilWidth > 0} data-testid="run-until"
        onChange=${(event) => setRun({ untilWidth: event.target.checked ? USUAL_HALF / 50 : 0 })} />
        Stop earlier, when the interval is narrower than</label>
      <span class="lab-run-half">± <input type="number" aria-label="Half width of the interval in percentage points" min="0.1" max="25" step="0.1" disabled=${!untilWidth}
        value=${untilWidth ? Number(half(untilWidth).toFixed(3)) : USUAL_HALF} data-testid="run-until-width"
        onChange=${(event) => setRun({ untilWidth: real(event, 0.1, 25, USUAL_HALF) / 50 })} /> points</span>
    </div>
    <div class="lab-run-seed">
      <label class="field"><span>Seed</span>
        <input type="number" min="0" max=${MAX_SEED} step="1" value=${runSettings.value.seed} data-testid="run-seed"
          onChange=${(event) => setRun({ seed: whole(event, 0, MAX_SEED, 1) })} /></label>
      <button type="button" data-testid="run-new-seed" onClick=${newSeed}><${Glyph} name="dice" />New seed</button>
    </div>
    <div class="lab-run-done"><span class="muted lab-small">The same seed gives the same runs. Ctrl+Enter runs.</span>
      <button type="submit" data-testid="run-form-close">Done</button></div>
  </form></div>`;
}

function whole(event, least, most, otherwise) {
  const value = Math.round(Number(event.target.value));
  const fitting = Number.isFinite(value) && event.target.value !== '' ? Math.min(most, Math.max(least, value)) : otherwise;
  event.target.value = fitting;
  return fitting;
}

function real(event, least, most, otherwise) {
  const value = Number(event.target.value);
  const fitting = value > 0 ? Math.min(most, Math.max(least, value)) : otherwise;
  event.target.value = fitting;
  return fitting;
}
