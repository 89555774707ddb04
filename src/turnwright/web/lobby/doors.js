// The doors of the home page: one for each featured game, the lab, and all other games. What a player
// chooses is a sentence with small menus.
import { classes, html, useEffect, useState } from '../app/preact.js';
import { humanize } from '../app/text.js';
import * as api from '../net/http-api.js';
import { GUIDES, startGuide } from '../help/guided-games.js';
import { toast } from '../app/toasts.js';
import { enterRoom } from './enter-room.js';
import { DuelMiniature, LabMiniature, NetrunnerMiniature, OwnMiniature, SpireMiniature, WorkbenchMiniature } from './miniatures.js';
import { nameOrGuest } from '../app/preferences.js';
import { deckChoices } from './deck-choices.js';
import { botFor, CLOCKS, maxSeats, minSeats, otherSide, roomRequest, setSetting, settingsOf } from './start-settings.js';

const BOT_DESCRIPTIONS = {
  passive: 'does as little as possible', random: 'makes random moves', auto: 'follows simple rules', greedy: 'looks one move ahead', mcts: 'searches far ahead',
  heuristic: 'knows the game', goldfish: 'never interferes', rules: 'follows simple rules', search: 'searches far ahead',
};

/** Games with a door of their own, by name. Add a game here to feature it. */
export const FEATURED_GAMES = {
  duel: { title: 'Duel', text: 'Monsters, spells and traps. 8,000 life to nothing.', Miniature: DuelMiniature, Sentence: DuelSentence, Links: DuelLinks },
  netrunner: { title: 'Netrunner', text: 'Secrets behind ice, and a way in.', Miniature: NetrunnerMiniature, Sentence: NetrunnerSentence, Links: NetrunnerLinks },
  spire: { title: 'Spire', text: 'Climb floor by floor.', Miniature: SpireMiniature, Sentence: SpireSentence, Links: SpireLinks },
};

/** A word of a sentence that is a menu. `options` are [value, label, longer label] lists. */
function Pick({ label, value, options, onChange, testId }) {
  const at = Math.max(0, options.findIndex(([one]) => one === value));
  return html`<select class="pick" aria-label=${label} data-testid=${testId} value=${String(options[at]?.[0])}
      onChange=${(event) => onChange(options[event.currentTarget.selectedIndex][0])}>
    ${options.map(([one, text], i) => html`<option key=${one} value=${String(one)} selected=${i === at}>${text}</option>`)}</select>`;
}

const botName = (name) => humanize(name);

function BotPick({ game, id, end = ',' }) {
  const names = game.bots ?? [];
  const { bot } = settingsOf(game);
  return html`<span class="nowrap"><${Pick} label=${`Bot: ${BOT_DESCRIPTIONS[bot] ?? ''}`} testId="bot-${id}" value=${bot} options=${names.map((name) => [name, botName(name)])}
    onChange=${(value) => setSetting(game.name, 'bot', value)} />${end}</span>`;
}

function ClockPick({ game, id }) {
  return html`<span class="nowrap"><${Pick} label="Clock" testId="clock-${id}" value=${settingsOf(game).clock} options=${Object.entries(CLOCKS).map(([name, { label }]) => [name, label])}
    onChange=${(value) => setSetting(game.name, 'clock', value)} />.</span>`;
}

function GamePick({ game, name, label, options }) {
  return html`<${Pick} label=${label} testId="${name}-${game.name}" value=${settingsOf(game)[name]} options=${options}
    onChange=${(value) => setSetting(game.name, name, value)} />`;
}

function DuelSentence({ game, id }) {
  const decks = (game.choices?.decks ?? []).map((name) => [name, name]);
  if (!decks.length) return html`Play against <${BotPick} game=${game} id=${id} /> <${ClockPick} game=${game} id=${id} />`;
  return html`Play <${GamePick} game=${game} name="deck" label="Your deck" options=${decks} /> against${' '}
    <${BotPick} game=${game} id=${id} end="" /> with <span class="nowrap"><${GamePick} game=${game} name="theirDeck" label="Deck of the bot" options=${decks} />,</span>${' '}
    <${ClockPick} game=${game} id=${id} />`;
}

function NetrunnerSentence({ game, id }) {
  const { side } = settingsOf(game);
  return html`Be the <span class="nowrap"><${GamePick} game=${game} name="side" label="Your side" options=${(game.sides ?? []).map((name) => [name, name])} />,</span>${' '}
    deck <${GamePick} game=${game} name="deck" label="Your deck" options=${deckChoices(game, side)} />, against${' '}
    <${BotPick} game=${game} id=${id} end="" /> with <span class="nowrap"><${GamePick} game=${game} name="theirDeck" label="Deck of the other side" options=${deckChoices(game, otherSide(game, side))} />,</span>${' '}
    <${ClockPick} game=${game} id=${id} />`;
}

const SEEDS = [['', 'by chance'], ['today', 'of today'], ['own', 'write one …']];

function SpireSentence({ game }) {
  const { seed } = settingsOf(game);
  const today = new Date().toISOString().slice(0, 10);
  const [isWriting, setWriting] = useState(Boolean(seed) && seed !== today);
  const onSeed = (kind) => {
    setWriting(kind === 'own');
    setSetting(game.name, 'seed', kind === 'today' ? today : '');
  };
  return html`Climb as the <${GamePick} game=${game} name="class" label="Character" options=${(game.choices?.class ?? []).map((name) => [name, humanize(name).replace(/^The /, '')])} />${' '}
    at ascension <span class="nowrap"><${GamePick} game=${game} name="ascension" label="Ascension" options=${(game.choices?.ascension ?? []).map((level) => [level, String(level)])} />,</span>${' '}
    seed <span class="nowrap">${isWriting
      ? html`<input class="pick" aria-label="Seed" data-testid="seed-text" maxlength="40" size="10" value=${seed} placeholder="any text" onInput=${(event) => setSetting(game.name, 'seed', event.currentTarget.value)} />`
      : html`<${Pick} label="Seed" testId="seed-spire" value=${seed === today ? 'today' : ''} options=${SEEDS} onChange=${onSeed} />`}.</span>`;
}

/** Let bots play a game and go there to watch. */
async function watchBots(game) {
  try {
    const { options } = roomRequest(game);
    const seats = minSeats(game);
    const { roomId } = await api.createRoom({ game: game.name, name: nameOrGuest(), private: false, seats, bots: Array(seats).fill(botFor(game)), botSeconds: 1, clock: 'none', options });
    location.hash = `#/watch/${encodeURIComponent(roomId)}`;
  } catch (error) {
    toast(error.message, 'warning');
  }
}

function GuideLink({ name, children }) {
  const [isStarting, setStarting] = useState(false);
  const start = () => {
    setStarting(true);
    startGuide(name).catch((error) => { setStarting(false); toast(error.message, 'warning'); });
  };
  return html`<button type="button" class="door-link" data-testid="guide-${name}" title=${GUIDES[name].about} disabled=${isStarting} onClick=${start}>${children}</button>`;
}

function DuelLinks() {
  return html`<span class="door-links"><${GuideLink} name="duel">Guided first game<//></span>`;
}
function NetrunnerLinks() {
  return html`<span class="door-links"><${GuideLink} name="netrunner">Guided first run<//><a class="door-link" href="#/decks" data-testid="open-decks">Build a deck</a></span>`;
}
function SpireLinks({ game }) {
  return html`<span class="door-links"><button type="button" class="door-link" data-testid="watch-bots-spire" onClick=${() => watchBots(game)}>Watch a bot climb</button></span>`;
}

const play = (game) => enterRoom(api.createRoom(roomRequest(game)));
const playWithPeople = (game) => enterRoom(api.createRoom(roomRequest(game, { withPeople: true })));

function DoorFrame({ id, number, title, text, miniature, sentence, children, className }) {
  return html`<article class=${classes('door', `door-${id}`, className)} data-testid="tile-${id}" aria-labelledby="door-${id}">
    ${miniature}
    <div class="door-body"><div class="door-head"><h2 id="door-${id}">${title}</h2>${text && html`<p class="door-text">${text}</p>`}<kbd aria-hidden="true">${number}</kbd></div>
      <p class="said">${sentence}</p>
      <div class="door-actions">${children}</div></div>
  </article>`;
}

function PlayButtons({ id, game }) {
  return html`<button type="button" class="primary" data-testid="play-bot-${id}" data-door onClick=${() => play(game)}>${maxSeats(game) > 1 ? 'Play now' : id === 'spire' ? 'Start a run' : 'Play'}</button>
    ${maxSeats(game) > 1 && html`<button type="button" data-testid="people-${id}" onClick=${() => playWithPeople(game)}>With people</button>`}`;
}

/** The door of a featured game. */
export function GameDoor({ game, number, isWide }) {
  const { title, text, Miniature, Sentence, Links } = FEATURED_GAMES[game.name];
  return html`<${DoorFrame} id=${game.name} number=${number} title=${title} text=${isWide && text} className=${isWide && 'is-wide'}
    miniature=${html`<${Miniature} />`} sentence=${html`<${Sentence} game=${game} id=${game.name} />`}><${PlayButtons} id=${game.name} game=${game} /><${Links} game=${game} /><//>`;
}

/** The door to the combat lab. */
export function LabDoor({ number }) {
  return html`<${DoorFrame} id="lab" number=${number} title="Combat lab" miniature=${html`<${LabMiniature} />`}
      sentence="Program a fight, run it thousands of times, and see who wins and why.">
    <a class="button primary" href="#/lab" data-testid="open-lab" data-door>Open the lab</a><//>`;
}

/** The door to all other games: those of Turnwright, of installed packages, and your own. */
export function OwnDoor({ games, number }) {
  const [name, setName] = useState('');
  const [phases, setPhases] = useState([]);
  const game = games.find((one) => one.name === name) ?? games.find((one) => one.name === 'tictactoe') ?? games[0];
  useEffect(() => {
    setPhases([]);
    if (game && name) api.game(game.name).then((found) => setPhases(found.phases.map((phase) => humanize(phase.name))), () => {});
  }, [name]);
  if (!game) return null;
  const counts = [game.seats].flat();
  return html`<${DoorFrame} id="other" number=${number} title="Your games" miniature=${html`<${OwnMiniature} title=${game.title ?? game.name} phases=${phases} />`}
      sentence=${html`Play <${Pick} label="Game" testId="choose-game" value=${game.name} options=${games.map((one) => [one.name, one.title ?? one.name])} onChange=${setName} />${''}
        ${counts.length > 1 ? html` with <${Pick} label="Seats" testId="seats-other" value=${settingsOf(game).seats} options=${counts.map((count) => [count, `${count} seats`])} onChange=${(value) => setSetting(game.name, 'seats', value)} />` : ''}
        ${minSeats(game) > 1 && game.bots?.length ? html` against <${BotPick} game=${game} id="other" /> <${ClockPick} game=${game} id="other" />` : '.'}`}>
    <${PlayButtons} id="other" game=${game} /><span class="door-links"><a class="door-link" href="#/new/${game.name}" data-testid="new-room-link">Settings</a></span><//>`;
}

const WORKBENCH_COMMAND = 'turnwright dev my-game/my_game/game.py';

/** Put a command on the clipboard; in a page without access to it, tell what to type. */
async function copyCommand(command) {
  try {
    await navigator.clipboard.writeText(command);
    toast('Copied. Run it in a terminal.');
  } catch {
    toast(`Run this in a terminal: ${command}`);
  }
}

/** The door to the workbench. It is a program of its own for authors, so this door says how to start it. */
export function WorkbenchDoor() {
  return html`<article class="door door-workbench is-low" data-testid="tile-workbench" aria-labelledby="door-workbench"><${WorkbenchMiniature} />
    <div class="door-body"><div class="door-head"><h2 id="door-workbench">Workbench</h2></div>
      <p class="said">Write rules, and play them with state, views and flow laid open. On your own computer.</p></div>
    <div class="door-commands"><p><code>turnwright new my-game</code> <span>makes a game</span></p><p><code>${WORKBENCH_COMMAND}</code> <span>opens it</span></p></div>
    <button type="button" data-testid="copy-workbench" onClick=${() => copyCommand(WORKBENCH_COMMAND)}>Copy<span class="sr-only"> ${WORKBENCH_COMMAND}</span></button>
  </article>`;
}
