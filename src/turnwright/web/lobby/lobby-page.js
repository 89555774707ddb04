// The home page: what Turnwright is, a door for each game, and at the side the games with people.
import { html, useEffect, useState } from '../app/preact.js';
import { playerName } from '../app/preferences.js';
import { showNotice } from '../app/notice.js';
import { TopBar } from '../app/top-bar.js';
import * as api from '../net/http-api.js';
import { FEATURED_GAMES, GameDoor, LabDoor, OwnDoor, WorkbenchDoor } from './doors.js';
import { FinishedGames, loadOwnRooms, OpenRooms, YourRooms } from './room-lists.js';
import { maxSeats } from './start-settings.js';
import { WithAFriend } from './with-a-friend.js';

const REFRESH_MS = 5000;
const ROOMS_SHOWN = 8;
const GAMES_SHOWN = 12;
const MORE = 25;
const WIDE_DOORS = 2; // the first ones

/** The keys 1 to 9 open the doors. */
function useDoorKeys() {
  useEffect(() => {
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, select, textarea')) return;
      const door = document.querySelectorAll('[data-door]')[Number.parseInt(event.key, 10) - 1];
      if (door) door.click();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function NameInLine() {
  return html`<label class="playing-as"><span>Playing as</span> <input class="pick" value=${playerName.value} maxlength="40" size="10" placeholder="Guest" autocomplete="nickname" aria-label="Playing as: your name"
    data-testid="player-name" onInput=${(event) => { playerName.value = event.currentTarget.value; }} /></label>`;
}

/** The home page. Rooms and finished games are refreshed while the page is visible. */
export function LobbyPage() {
  const [games, setGames] = useState([]);
  const [rooms, setRooms] = useState([]);
  const [finished, setFinished] = useState([]);
  const [ownRooms, setOwnRooms] = useState([]);
  const [problem, setProblem] = useState('');
  const [roomCount, setRoomCount] = useState(ROOMS_SHOWN);
  const [gameCount, setGameCount] = useState(GAMES_SHOWN);
  useDoorKeys();
  useEffect(() => {
    api.games().then((found) => { setGames(found); setProblem(''); }, (error) => setProblem(error.message));
    loadOwnRooms().then(setOwnRooms);
  }, []);
  useEffect(() => {
    if (!games.length) return undefined;
    const isTable = ({ game: name }) => maxSeats(games.find((game) => game.name === name) ?? {}) > 1; // nobody can sit down at a solo game
    const refresh = () => {
      if (document.hidden) return;
      api.rooms(roomCount + ownRooms.length + 1, isTable).then(setRooms, () => {}); // one more tells whether there are more
      api.history(gameCount + 1).then(setFinished, () => {});
      api.notice().then(showNotice, () => {});
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [games, roomCount, gameCount, ownRooms.length]);
  const featured = Object.keys(FEATURED_GAMES).map((name) => games.find((game) => game.name === name)).filter(Boolean);
  const others = games.filter((game) => !featured.includes(game));
  const links = html`<nav class="home-nav" aria-label="About Turnwright"><a href="#/rules" data-testid="nav-rules">Rules</a><a href="docs" data-testid="nav-docs">Docs</a><a href="web/README.md" data-testid="nav-source">Source</a></nav>`;
  return html`<${TopBar} middle=${links}><${NameInLine} /><//>
    <main class="home">
      <div class="hero"><h1>Turnwright is an engine for turn-based games: <em>sit down at one of its tables, or write the rules of your own.</em></h1>
        <p class="ask"><b class="ask-turn">Your move</b> <b>Choose a table.</b> <span>One click plays. There is no account to make.</span><i aria-hidden="true"></i>
          <span class="ask-keys">keys <kbd>1</kbd> – <kbd>${featured.length + 2}</kbd></span></p>
        ${problem && html`<p class="problem" role="alert" data-testid="problem">${problem}</p>`}</div>
      <section class="doors" aria-label="Games">
        ${featured.map((game, i) => html`<${GameDoor} key=${game.name} game=${game} number=${i + 1} isWide=${i < WIDE_DOORS} />`)}
        ${games.length > 0 && html`<${LabDoor} number=${featured.length + 1} />`}
        <${OwnDoor} games=${others} number=${featured.length + 2} />
        ${games.length > 0 && html`<${WorkbenchDoor} />`}
      </section>
      <div class="rail">
        <${YourRooms} rooms=${ownRooms} games=${games} />
        <${WithAFriend} games=${games} />
        <${OpenRooms} rooms=${rooms.filter(({ roomId }) => !ownRooms.some((one) => one.roomId === roomId))} games=${games}
          count=${roomCount} onMore=${() => setRoomCount(roomCount + MORE)} />
        <${FinishedGames} finished=${finished} games=${games} count=${gameCount} onMore=${() => setGameCount(gameCount + MORE)} />
      </div>
    </main>
    <footer class="home-foot"><a href="#/rules" data-testid="link-rules">Rules of every game</a><a href="docs" data-testid="link-docs">Interfaces for bots and pages</a><a href="#/new" data-testid="link-new">Watch bots, or a room with all settings</a><a href="web/README.md" data-testid="link-source">Source of this page</a>
      <span>Turnwright · Python, one page, nothing loaded from elsewhere</span></footer>`;
}
