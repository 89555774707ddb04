// Home: a door for every game, tables with people, and the games that are over.
import { classes, html, useEffect, useState, words } from './lib.js';
import * as api from './api.js';
import { Emblem } from './emblem.js';
import { bot, forgetSeat, keepSeat, nameOrGuest, roomsSatIn } from './prefs.js';
import { toast } from './toast.js';
import { TopBar } from './topbar.js';
import { NameField } from './waiting.js';

const REFRESH_MS = 5000;
const MOST_YOURS = 6;
const ROOMS_SHOWN = 8;
const DOORS = [
  { id: 'duel', games: ['duel'], title: 'Duel', shape: 'monster', text: 'Summon monsters, play spells, lay traps. Bring your opponent from 8,000 life to nothing.' },
  { id: 'netrunner', games: ['netrunner'], title: 'Netrunner', shape: 'spell', text: 'A corporation and its secrets, a runner and the way in.' },
  { id: 'spire', games: ['spire', 'slay'], title: 'Spire', shape: 'trap', text: 'Climb floor by floor and build your deck as you go.' },
  { id: 'lab', games: ['combat', 'combat-lab', 'lab'], title: 'Combat lab', shape: 'thing', text: 'Two sides, a plan for each, and how likely it is to work.' },
];

const open = (roomId) => { location.hash = `#/table/${encodeURIComponent(roomId)}`; };

async function enter(asking, code) {
  try {
    const seat = await asking;
    keepSeat(seat.roomId, { token: seat.token, code: seat.code ?? code });
    open(seat.roomId);
  } catch (error) {
    toast(error.message, 'warning');
  }
}

const seatsOf = (game) => Math.min(...[game.seats ?? 2].flat());
const botFor = (game, wanted) => [wanted, 'heuristic', 'greedy', game.bots?.[0]].find((one) => one && game.bots?.includes(one)) ?? 'random';

const playBot = (game, wanted) => enter(api.createRoom({
  game: game.name, name: nameOrGuest(), private: false, seats: seatsOf(game), bots: Array(seatsOf(game) - 1).fill(botFor(game, wanted)),
}));

const BOTS = {
  passive: 'does as little as it can', random: 'any move that is allowed', auto: 'a few simple rules', greedy: 'looks one move ahead', mcts: 'looks far ahead',
  heuristic: 'knows the game', goldfish: 'never interferes', rules: 'a few simple rules', search: 'looks far ahead',
};

function BotChoice({ game, doorId }) {
  if (seatsOf(game) < 2 || !game.bots?.length) return null;
  const names = game.bots.map((one) => one.name ?? one);
  return html`<label class="field inline"><span>Bot</span>
    <select data-testid="bot-${doorId}" value=${botFor(game, bot.value)} onChange=${(event) => { bot.value = event.currentTarget.value; }}>
      ${names.map((name) => html`<option value=${name}>${BOTS[name] ? `${words(name)}: ${BOTS[name]}` : words(name)}</option>`)}</select></label>`;
}

function Door({ door, game, children, onPeople }) {
  return html`<article class="door" data-testid="door-${door.id}">
    <div class="door-art"><${Emblem} name=${door.title} shape=${door.shape} /></div>
    <h2>${door.title}</h2>
    <p>${door.text}</p>
    ${children}
    <span class="spacer"></span>
    ${game && html`<div class="buttons">
      <button type="button" class="primary" data-testid="play-bot-${door.id === 'yours' ? 'yours' : game.name}" onClick=${() => playBot(game, bot.value)}>
        ${seatsOf(game) < 2 ? 'Play' : 'Play against a bot'}</button>
      ${seatsOf(game) > 1 && html`<button type="button" data-testid="people-${door.id}" onClick=${() => onPeople(game.name)}>Play with people</button>`}
    </div>
    <${BotChoice} game=${game} doorId=${door.id} />`}
  </article>`;
}

/** Every other game, on the generic table. */
function YourGame({ games, onPeople }) {
  const [name, setName] = useState('');
  const game = games.find((one) => one.name === name) ?? games.find((one) => one.name === 'tictactoe') ?? games[0];
  if (!game) return null;
  const door = { id: 'yours', title: 'Your game', shape: 'thing', text: 'Every game that is registered here, on a table that fits them all.' };
  return html`<${Door} door=${door} game=${game} onPeople=${onPeople}>
    <label class="field"><span>Game</span>
      <select data-testid="choose-game" value=${game.name} onChange=${(event) => setName(event.currentTarget.value)}>
        ${games.map((one) => html`<option value=${one.name}>${one.title ?? one.name}</option>`)}</select></label>
    <p class="muted">${game.about}</p>
  <//>`;
}

function People({ games, wanted, onWant }) {
  const [code, setCode] = useState('');
  const [isPrivate, setPrivate] = useState(true);
  const several = games.filter((game) => Math.max(...[game.seats ?? 2].flat()) > 1);
  const game = several.find((one) => one.name === wanted) ?? several[0];
  if (!game) return null;
  const join = (event) => {
    event.preventDefault();
    if (code.trim()) enter(api.joinByCode(code.trim(), nameOrGuest()), code.trim());
  };
  const create = () => enter(api.createRoom({ game: game.name, name: nameOrGuest(), private: isPrivate, bots: [] }));
  return html`<section class="panel people" id="people" aria-labelledby="people-title">
    <h2 id="people-title">Play with people</h2>
    <div class="people-parts">
      <div class="people-part">
        <label class="field"><span>Game</span>
          <select data-testid="people-game" value=${game.name} onChange=${(event) => onWant(event.currentTarget.value)}>
            ${several.map((one) => html`<option value=${one.name}>${one.title ?? one.name}</option>`)}</select></label>
        <div class="buttons">
          <button type="button" class="primary" data-testid="create-room" onClick=${create}>Open a table</button>
          <button type="button" data-testid="quick-match" onClick=${() => enter(api.quickMatch(game.name, nameOrGuest()))}>Quick match</button>
          <label class="check"><input type="checkbox" data-testid="room-private" checked=${isPrivate}
            onChange=${(event) => setPrivate(event.currentTarget.checked)} /> <span>only for those with the code</span></label>
        </div>
      </div>
      <form class="people-part" onSubmit=${join}>
        <label class="field"><span>Code of a friend's table</span>
          <input value=${code} data-testid="join-code" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="for example K7QX2M"
            onInput=${(event) => setCode(event.currentTarget.value)} /></label>
        <div class="buttons"><button type="submit" data-testid="join-by-code" disabled=${!code.trim()}>Join</button></div>
      </form>
    </div>
  </section>`;
}

const titleOf = (games, name) => games.find((game) => game.name === name)?.title ?? name;
const namesText = (names) => (names ?? []).filter(Boolean).join(' and ') || 'nobody yet';

/** Where one sits already and the game goes on: the way back, also into a room that is not in the list. */
function Yours({ rooms, games }) {
  if (!rooms.length) return null;
  return html`<section class="panel" aria-labelledby="yours-title"><h2 id="yours-title">Your tables</h2>
    <ul class="rows-list" data-testid="your-rooms">${rooms.map((room) => html`<li key=${room.roomId} data-testid="your-${room.roomId}">
      <p class="row-text"><b>${titleOf(games, room.game)}</b><span>${namesText(room.names)}</span><span class="tag">${room.status}</span>
        <span class="muted when">${when(room.updated)}</span></p>
      <a class="button primary" href="#/table/${encodeURIComponent(room.roomId)}" data-testid="continue-${room.roomId}">Continue</a></li>`)}</ul></section>`;
}

/** The rooms in which this browser has a seat, the latest first. */
async function roomsOfMine() {
  const asked = roomsSatIn().slice(0, MOST_YOURS).map((roomId) => api.room(roomId).catch((error) => {
    if (error.status === 404) forgetSeat(roomId);
    return null;
  }));
  return (await Promise.all(asked)).filter((room) => room && room.status !== 'over');
}

/** Those that wait for somebody first, and of many only some until one asks for all. */
function Rooms({ rooms, games }) {
  const [isWhole, showAll] = useState(false);
  const sorted = [...rooms].sort((a, b) => (b.status === 'waiting') - (a.status === 'waiting'));
  const shown = isWhole ? sorted : sorted.slice(0, ROOMS_SHOWN);
  const join = (room) => enter(api.joinRoom(room.roomId, nameOrGuest()));
  return html`<section class="panel" aria-labelledby="rooms-title"><h2 id="rooms-title">Open tables</h2>
    ${rooms.length === 0 && html`<p class="muted" data-testid="no-rooms">No open tables at the moment. Open one, or play against a bot.</p>`}
    <ul class="rows-list" data-testid="rooms">${shown.map((room) => {
      const isWaiting = room.status === 'waiting';
      const names = namesText(room.names ?? room.seats?.map((seat) => seat.name));
      return html`<li key=${room.roomId} data-testid="room-${room.roomId}">
        <p class="row-text"><b>${titleOf(games, room.game)}</b><span>${names}</span><span class="tag">${isWaiting ? 'waiting' : 'playing'}</span></p>
        ${isWaiting && html`<button type="button" data-testid="join-${room.roomId}" onClick=${() => join(room)}>Join</button>`}
        <a class="button" href="#/watch/${encodeURIComponent(room.roomId)}" data-testid="watch-${room.roomId}">Watch</a></li>`;
    })}</ul>
    ${shown.length < rooms.length && html`<button type="button" class="quiet" data-testid="all-rooms" onClick=${() => showAll(true)}>Show all ${rooms.length}</button>`}
  </section>`;
}

const resultText = (result) => (typeof result === 'string' ? result : result?.reason ?? '');
const when = (ended) => ended && new Date(ended < 1e12 ? ended * 1000 : ended).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

function History({ played, games }) {
  return html`<section class="panel" aria-labelledby="history-title"><h2 id="history-title">Finished games</h2>
    ${played.length === 0 && html`<p class="muted" data-testid="no-history">Games that have ended are listed here, each with its replay.</p>`}
    <ul class="rows-list" data-testid="history">${played.map((one) => html`<li key=${`${one.roomId} ${one.match}`} data-testid="played-${one.roomId}-${one.match}">
      <p class="row-text"><b>${titleOf(games, one.game)}</b><span>${namesText(one.players?.length ? one.players : one.names)}</span><span class="muted">${resultText(one.result)}</span>
        <span class="muted when">${when(one.ended ?? one.updated)}</span></p>
      <a class="button" href="#/replay/${encodeURIComponent(one.roomId)}/${one.match}" data-testid="replay-${one.roomId}-${one.match}">Replay</a></li>`)}</ul></section>`;
}

export function Lobby() {
  const [games, setGames] = useState(null);
  const [rooms, setRooms] = useState([]);
  const [played, setPlayed] = useState([]);
  const [mine, setMine] = useState([]);
  const [problem, setProblem] = useState('');
  const [wanted, setWanted] = useState('duel');
  useEffect(() => {
    const refresh = () => {
      if (document.hidden) return;
      api.rooms().then(setRooms, () => {});
      api.history().then(setPlayed, () => {});
    };
    const begin = () => api.games().then((found) => { setGames(found); setProblem(''); }, (error) => setProblem(error.message));
    begin();
    refresh();
    roomsOfMine().then(setMine);
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const all = games ?? [];
  const doors = DOORS.map((door) => ({ door, game: all.find((game) => door.games.includes(game.name)) })).filter(({ game }) => game);
  const others = all.filter((game) => !doors.some((one) => one.game === game));
  const onPeople = (name) => {
    setWanted(name);
    document.getElementById('people')?.scrollIntoView({ block: 'center' });
    document.querySelector('[data-testid="create-room"]')?.focus();
  };
  return html`<${TopBar} />
    <main class="page home">
      <section class="hello"><div><h1>What do you want to play?</h1>
        <p class="muted">Against a bot at once, or with somebody you know. There is no account to make.</p></div>
        <${NameField} /></section>
      ${problem && html`<p class="problem" role="alert" data-testid="problem">${problem}</p>`}
      <${Yours} rooms=${mine} games=${all} />
      <section class=${classes('doors', `doors-${doors.length + 1}`)} aria-label="Games">
        ${doors.map(({ door, game }) => html`<${Door} key=${door.id} door=${door} game=${game} onPeople=${onPeople} />`)}
        <${YourGame} games=${others} onPeople=${onPeople} />
      </section>
      <${People} games=${all} wanted=${wanted} onWant=${setWanted} />
      <div class="two"><${Rooms} rooms=${rooms.filter(({ roomId }) => !mine.some((one) => one.roomId === roomId))} games=${all} /><${History} played=${played} games=${all} /></div>
    </main>`;
}
