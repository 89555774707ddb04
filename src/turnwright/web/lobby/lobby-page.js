// The first page: featured games, rooms with people, and finished games.
import { NameField } from '../app/name-field.js';
import { classes, html, useEffect, useState } from '../app/preact.js';
import { TopBar } from '../app/top-bar.js';
import * as api from '../net/http-api.js';
import { FEATURED_GAMES, GameTile, LabTile, OtherGamesTile } from './game-tiles.js';
import { PlayWithPeople } from './play-with-people.js';
import { FinishedGames, loadOwnRooms, OpenRooms, YourRooms } from './room-lists.js';

const REFRESH_MS = 5000;

/** The lobby. Rooms and finished games are refreshed while the page is visible. */
export function LobbyPage() {
  const [games, setGames] = useState([]);
  const [rooms, setRooms] = useState([]);
  const [finished, setFinished] = useState([]);
  const [ownRooms, setOwnRooms] = useState([]);
  const [problem, setProblem] = useState('');
  const [peopleGame, setPeopleGame] = useState('duel');
  useEffect(() => {
    const refresh = () => {
      if (document.hidden) return;
      api.rooms().then(setRooms, () => {});
      api.history().then(setFinished, () => {});
    };
    api.games().then((found) => { setGames(found); setProblem(''); }, (error) => setProblem(error.message));
    refresh();
    loadOwnRooms().then(setOwnRooms);
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
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
      <div class="two-columns"><${OpenRooms} rooms=${rooms.filter(({ roomId }) => !ownRooms.some((one) => one.roomId === roomId))} games=${games} />
        <${FinishedGames} finished=${finished} games=${games} /></div>
    </main>`;
}
