// The first page: featured games, rooms with people, and finished games.
import { NameField } from '../app/name-field.js';
import { classes, html, useEffect, useState } from '../app/preact.js';
import { showNotice } from '../app/notice.js';
import { TopBar } from '../app/top-bar.js';
import * as api from '../net/http-api.js';
import { FEATURED_GAMES, GameTile, LabTile, OtherGamesTile } from './game-tiles.js';
import { PlayWithPeople } from './play-with-people.js';
import { FinishedGames, loadOwnRooms, OpenRooms, YourRooms } from './room-lists.js';

const REFRESH_MS = 5000;
const ROOMS_SHOWN = 8;
const GAMES_SHOWN = 12;
const MORE = 25;

/** The lobby. Rooms and finished games are refreshed while the page is visible. */
export function LobbyPage() {
  const [games, setGames] = useState([]);
  const [rooms, setRooms] = useState([]);
  const [finished, setFinished] = useState([]);
  const [ownRooms, setOwnRooms] = useState([]);
  const [problem, setProblem] = useState('');
  const [peopleGame, setPeopleGame] = useState('duel');
  const [roomCount, setRoomCount] = useState(ROOMS_SHOWN);
  const [gameCount, setGameCount] = useState(GAMES_SHOWN);
  useEffect(() => {
    api.games().then((found) => { setGames(found); setProblem(''); }, (error) => setProblem(error.message));
    loadOwnRooms().then(setOwnRooms);
  }, []);
  useEffect(() => {
    const refresh = () => {
      if (document.hidden) return;
      api.rooms(roomCount + ownRooms.length + 1).then(setRooms, () => {}); // one more tells whether there are more
      api.history(gameCount + 1).then(setFinished, () => {});
      api.notice().then(showNotice, () => {});
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [roomCount, gameCount, ownRooms.length]);
  const featured = Object.keys(FEATURED_GAMES).map((name) => games.find((game) => game.name === name)).filter(Boolean);
  const others = games.filter((game) => !featured.includes(game));
  const onPeople = (name) => {
    setPeopleGame(name);
    document.getElementById('people')?.scrollIntoView({ block: 'center' });
    document.querySelector('[data-testid="create-room"]')?.focus();
  };
  return html`<${TopBar} />
    <main class="page lobby">
      <section class="lobby-head"><div><h1>What do you want to play?</h1>
        <p class="muted">Play against a bot, or with friends. No account is needed.</p></div>
        <${NameField} /></section>
      ${problem && html`<p class="problem" role="alert" data-testid="problem">${problem}</p>`}
      <${YourRooms} rooms=${ownRooms} games=${games} />
      <section class=${classes('tiles', `tiles-${featured.length + 2}`)} aria-label="Games">
        ${featured.map((game) => html`<${GameTile} key=${game.name} id=${game.name} game=${game} onPeople=${onPeople} />`)}
        <${LabTile} />
        <${OtherGamesTile} games=${others} onPeople=${onPeople} />
      </section>
      <${PlayWithPeople} games=${games} selected=${peopleGame} onSelect=${setPeopleGame} />
      <div class="two-columns"><${OpenRooms} rooms=${rooms.filter(({ roomId }) => !ownRooms.some((one) => one.roomId === roomId))} games=${games}
          count=${roomCount} onMore=${() => setRoomCount(roomCount + MORE)} />
        <${FinishedGames} finished=${finished} games=${games} count=${gameCount} onMore=${() => setGameCount(gameCount + MORE)} /></div>
    </main>`;
}
