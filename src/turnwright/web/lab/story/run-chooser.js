// Which run to tell: a typical one, the best, the worst, one in which something happens, or one by its number.
import { html, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, unitOf } from '../results/numbers.js';
import { report } from '../state/run-store.js';
import { findRun, looking, openRun, story } from './story-store.js';
import { runSeed } from './run-seed.js';

const EXAMPLES = { typical: 'A typical', best: 'The best', worst: 'The worst' };
const FATES = [['dies', 'dies'], ['falls', 'falls to 0'], ['survives', 'survives']];

/** The row of buttons and the two small forms. */
export function RunChooser() {
  const shown = report.value;
  const unit = unitOf(shown);
  const chosen = story.value?.seed;
  return html`<div class="lab-chooser" data-testid="story-chooser">
    <div class="lab-chooser-examples">${shown.examples.map((one) => html`<button type="button" key=${one.what}
      aria-pressed=${chosen === one.seed} disabled=${Boolean(looking.value)}
      data-testid="story-${one.what}" title=${one.winner ? `${one.winner} win` : 'a draw'} onClick=${() => openRun(one.seed, one.what, one.run)}>${EXAMPLES[one.what]} ${unit}</button>`)}</div>
    <${FindForm} unit=${unit} />
    <${NumberForm} unit=${unit} />
  </div>`;
}

function FindForm({ unit }) {
  const { combatants } = report.value;
  const [name, setName] = useState('');
  const [fate, setFate] = useState('dies');
  const wanted = combatants.some((one) => one.name === name) ? name : combatants[0]?.name;
  const onSubmit = (event) => {
    event.preventDefault();
    findRun(wanted, fate);
  };
  return html`<form class="lab-chooser-form" onSubmit=${onSubmit}>
    <span>A ${unit} in which</span>
    <select aria-label="Combatant" value=${wanted} data-testid="story-find-who" onChange=${(event) => setName(event.target.value)}>
      ${combatants.map((one) => html`<option key=${one.name} value=${one.name} selected=${one.name === wanted}>${one.name}</option>`)}</select>
    <select aria-label="What happens" value=${fate} data-testid="story-find-fate" onChange=${(event) => setFate(event.target.value)}>
      ${FATES.map(([key, label]) => html`<option key=${key} value=${key} selected=${key === fate}>${label}</option>`)}</select>
    <button type="submit" disabled=${Boolean(looking.value)} data-testid="story-find"><${Glyph} name="search" />Show one</button>
  </form>`;
}

function NumberForm({ unit }) {
  const shown = report.value;
  const [given, setGiven] = useState('');
  const onSubmit = (event) => {
    event.preventDefault();
    const number = Math.round(Number(given));
    if (!given || !Number.isSafeInteger(number) || number < 0) return;
    // Small numbers are runs of the report, counted from 1; larger ones are seeds.
    if (number >= 1 && number <= Math.max(shown.runs, shown.asked)) openRun(runSeed(shown.seed, number - 1), '', number - 1);
    else openRun(number, `seed ${number}`);
  };
  return html`<form class="lab-chooser-form" onSubmit=${onSubmit}>
    <label class="lab-inline-field"><span>Or by number or seed</span><input type="number" min="0" placeholder=${`1 to ${count(shown.runs)}`} value=${given}
      data-testid="story-number"
      title=${`The number of a ${unit}, or the seed of one`} onInput=${(event) => setGiven(event.target.value)} /></label>
    <button type="submit" data-testid="story-open-number" disabled=${!given || Boolean(looking.value)}>Open</button>
  </form>`;
}
