// Starting a run: character, ascension and seed. A new run is a new room.
import { classes, html, useState } from '../../app/preact.js';
import { nameOrGuest } from '../../app/preferences.js';
import { enterRoom } from '../../lobby/enter-room.js';
import * as api from '../../net/http-api.js';
import { characterLook, CLASSES, Figure } from './figures.js';

const MAX_ASCENSION = 20;

/** The options of a match from what was entered: empty fields are left out. */
export function runOptions({ character, ascension, seed }) {
  return { class: character, ascension, ...(seed.trim() ? { seed: seed.trim().toUpperCase() } : {}) };
}

/** A form that starts a new run. */
export function StartForm({ character: first = 'IRONCLAD', ascension: level = 0, seed: known = '' }) {
  const [character, setCharacter] = useState(first);
  const [ascension, setAscension] = useState(level);
  const [seed, setSeed] = useState('');
  const start = (event) => {
    event.preventDefault();
    enterRoom(api.createRoom({ game: 'spire', name: nameOrGuest(), private: false, seats: 1, bots: [], options: runOptions({ character, ascension, seed }) }));
  };
  return html`<form class="sp-start" aria-label="Start a run" data-testid="start-form" onSubmit=${start}>
    <fieldset><legend>Character</legend><div class="sp-characters">${CLASSES.map((one) => html`<label key=${one} class=${classes('sp-character', one === character && 'is-on')}>
      <input type="radio" name="character" value=${one} checked=${one === character} data-testid="class-${one}" onChange=${() => setCharacter(one)} />
      <${Figure} look=${characterLook(one)} /><b>${characterLook(one).name}</b></label>`)}</div></fieldset>
    <label class="field"><span>Ascension: ${ascension}</span><input type="range" min="0" max=${MAX_ASCENSION} value=${ascension} data-testid="ascension" onInput=${(event) => setAscension(Number(event.currentTarget.value))} /></label>
    <label class="field"><span>Seed (empty: a random one)</span><input type="text" maxLength="16" pattern="[0-9A-Za-z]*" placeholder=${known || 'random'} value=${seed} data-testid="seed-field" onInput=${(event) => setSeed(event.currentTarget.value)} /></label>
    <button type="submit" class="sp-button is-primary" data-nav data-testid="climb">Climb</button>
  </form>`;
}
