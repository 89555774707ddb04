// The rules of a game as a page: #/rules/GAME, or all games at #/rules.
import { html, useEffect, useState } from '../app/preact.js';
import { TopBar } from '../app/top-bar.js';
import { loadStyles } from '../app/styles.js';
import * as api from '../net/http-api.js';
import { GUIDES, startGuide } from './guided-games.js';
import { picturesOf } from './pictures.js';
import { MoveList, Rules } from './rulebook.js';

const styles = loadStyles(['help.css'], import.meta.url);

function GuideButton({ name }) {
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState('');
  const start = () => {
    setStarting(true);
    startGuide(name).catch((error) => { setStarting(false); setProblem(error.message); });
  };
  return html`<p class="guide-offer"><button type="button" class="primary" data-testid="guide-${name}" disabled=${isStarting} onClick=${start}>Play a ${GUIDES[name].title.toLowerCase().replace('duel', 'Duel')}</button>
    <span class="muted">${GUIDES[name].about}</span></p>${problem && html`<p class="problem" role="alert">${problem}</p>`}`;
}

function Terms({ title, texts, labels }) {
  const entries = Object.entries(texts ?? {});
  if (!entries.length) return null;
  return html`<section class="rules-section"><h2>${title}</h2><dl class="terms">${entries.map(([name, text]) => html`<div key=${name}><dt>${labels(name)}</dt><dd>${text}</dd></div>`)}</dl></section>`;
}

const readable = (name) => {
  const words = name.split('/').at(-1).replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').replace(/[_-]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function GameRules({ name }) {
  const [game, setGame] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => { Promise.all([api.game(name), styles]).then(([found]) => setGame(found), (error) => setProblem(error.message)); }, [name]);
  if (!game) {
    return html`<${TopBar} title="Rules" /><main class="page narrow"><div class="panel">
      <p class=${problem ? 'problem' : ''} role=${problem ? 'alert' : 'status'} data-testid="problem">${problem || 'Loading the rules.'}</p>
      ${problem && html`<a class="button" href="#/rules" data-testid="all-rules">All games</a>`}</div></main>`;
  }
  const { rulebook } = game;
  const zoneLabels = Object.fromEntries((game.zones ?? []).map((zone) => [zone.name, zone.label]));
  return html`<${TopBar} title=${game.title} /><main class="page narrow rules-page" data-game=${name}>
    <div class="panel"><h1>How to play ${game.title}</h1><p>${game.about}</p>
      ${Object.hasOwn(GUIDES, name) && html`<${GuideButton} name=${name} />`}
      <${Rules} rulebook=${rulebook} pictures=${picturesOf(name)} />
      <${Terms} title="Phases" texts=${rulebook.phases} labels=${readable} />
      <${Terms} title="Places on the table" texts=${rulebook.zones} labels=${(zone) => zoneLabels[zone] ?? readable(zone)} />
      ${rulebook.text.length < 400 && rulebook.moves.length > 0 && html`<section class="rules-section"><h2>Moves</h2><${MoveList} moves=${rulebook.moves} /></section>`}
      <p class="buttons"><a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a><a class="button quiet" href="#/rules" data-testid="all-rules">Rules of all games</a></p>
    </div></main>`;
}

const FIRST = ['duel', 'netrunner', 'spire']; // those with a door of their own
const inOrder = (games) => [...games].sort((a, b) => (FIRST.includes(b.name) - FIRST.includes(a.name)) || FIRST.indexOf(a.name) - FIRST.indexOf(b.name));

function AllRules() {
  const [games, setGames] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => { Promise.all([api.games(), styles]).then(([found]) => setGames(inOrder(found)), (error) => setProblem(error.message)); }, []);
  return html`<${TopBar} title="Rules" /><main class="page narrow rules-page"><div class="panel"><h1>Rules</h1>
    ${!games && html`<p role="status">${problem || 'Loading.'}</p>`}
    <ul class="rows-list">${(games ?? []).map((game) => html`<li key=${game.name}><p class="row-text"><b>${game.title}</b><span class="muted">${game.about}</span></p>
      <a class="button" href="#/rules/${encodeURIComponent(game.name)}" aria-label="Rules of ${game.title}" data-testid="rules-${game.name}">Rules</a></li>`)}</ul></div></main>`;
}

/** The page of the rules of a game; without a name, the list of all games. */
export const RulesPage = ({ name }) => (name ? html`<${GameRules} name=${name} />` : html`<${AllRules} />`);
