// The tiles of the lobby: one for each featured game, and one to choose among all other games.
import { html, useState } from '../app/preact.js';
import { bot, nameOrGuest } from '../app/preferences.js';
import { humanize } from '../app/text.js';
import { Glyph } from '../lab/glyphs.js';
import * as api from '../net/http-api.js';
import { CardEmblem } from '../table/card-emblem.js';
import { enterRoom } from './enter-room.js';

/** Games with a tile of their own, by name. `shape` selects the picture. Add a game here to feature it. */
export const FEATURED_GAMES = {
  duel: { title: 'Duel', shape: 'monster', text: 'Summon monsters, cast spells and set traps. Reduce your opponent from 8,000 life points to 0.' },
  netrunner: { title: 'Netrunner', shape: 'spell', text: 'A corporation protects its servers; a runner tries to break in.' },
  spire: { title: 'Spire', shape: 'trap', text: 'Climb floor by floor and build your deck on the way.' },
};
const OTHER_GAMES = { title: 'More games', shape: 'other', text: 'All other games on this server.' };

const BOT_DESCRIPTIONS = {
  passive: 'does as little as possible', random: 'random legal moves', auto: 'simple rules', greedy: 'looks one move ahead', mcts: 'searches many moves ahead',
  heuristic: 'knows the game', goldfish: 'never interferes', rules: 'simple rules', search: 'searches many moves ahead',
};

const minSeats = (game) => Math.min(...[game.seats ?? 2].flat());
const botFor = (game, wanted) => [wanted, 'heuristic', 'greedy', game.bots?.[0]].find((one) => one && game.bots?.includes(one)) ?? 'random';

const playBot = (game, wanted) => enterRoom(api.createRoom({
  game: game.name, name: nameOrGuest(), private: false, seats: minSeats(game), bots: Array(minSeats(game) - 1).fill(botFor(game, wanted)),
}));

function BotSelect({ game, tileId }) {
  if (minSeats(game) < 2 || !game.bots?.length) return null;
  const names = game.bots.map((one) => one.name ?? one);
  const label = (name) => (BOT_DESCRIPTIONS[name] ? `${humanize(name)}: ${BOT_DESCRIPTIONS[name]}` : humanize(name));
  return html`<label class="field inline"><span>Bot</span>
    <select data-testid="bot-${tileId}" value=${botFor(game, bot.value)} onChange=${(event) => { bot.value = event.currentTarget.value; }}>
      ${names.map((name) => html`<option value=${name}>${label(name)}</option>`)}</select></label>`;
}

/** A tile with buttons to play a game. `id` is the game's name, or "other". */
export function GameTile({ id, game, onPeople, tile = FEATURED_GAMES[id], children }) {
  return html`<article class="tile" data-testid="tile-${id}">
    <div class="tile-art"><${CardEmblem} name=${tile.title} shape=${tile.shape} /></div>
    <h2>${tile.title}</h2>
    <p>${tile.text}</p>
    ${children}
    <span class="spacer"></span>
    <div class="buttons">
      <button type="button" class="primary" data-testid="play-bot-${id}" onClick=${() => playBot(game, bot.value)}>
        ${minSeats(game) < 2 ? 'Play' : 'Play against a bot'}</button>
      ${minSeats(game) > 1 && html`<button type="button" data-testid="people-${id}" onClick=${() => onPeople(game.name)}>Play with people</button>`}
    </div>
    <${BotSelect} game=${game} tileId=${id} />
  </article>`;
}

/** The tile with a list of all games that are not featured. */
export function OtherGamesTile({ games, onPeople }) {
  const [name, setName] = useState('');
  const game = games.find((one) => one.name === name) ?? games.find((one) => one.name === 'tictactoe') ?? games[0];
  if (!game) return null;
  return html`<${GameTile} id="other" tile=${OTHER_GAMES} game=${game} onPeople=${onPeople}>
    <label class="field"><span>Game</span>
      <select data-testid="choose-game" value=${game.name} onChange=${(event) => setName(event.currentTarget.value)}>
        ${games.map((one) => html`<option value=${one.name}>${one.title ?? one.name}</option>`)}</select></label>
    <p class="muted">${game.about}</p>
  <//>`;
}

/** The tile that leads to the combat lab. */
export function LabTile() {
  return html`<article class="tile tile-lab" data-testid="tile-lab">
    <div class="tile-art"><${Glyph} name="dice" /></div>
    <h2>Combat lab</h2>
    <p>Program a fight, run it thousands of times, and see who wins and why. For game masters and players of tabletop games.</p>
    <span class="spacer"></span>
    <div class="buttons"><a class="button primary" href="#/lab" data-testid="open-lab">Open the lab</a></div>
  </article>`;
}
