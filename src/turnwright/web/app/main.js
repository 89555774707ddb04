// Entry point: reads the address and renders the page it names.
import { hidePreview } from '../table/card-preview.js';
import { LobbyPage } from '../lobby/lobby-page.js';
import { ReplayPage } from '../replay/replay-page.js';
import { RoomPage } from '../room/room-page.js';
import { LazyPage } from './lazy-page.js';
import { NoticeBanner } from './notice.js';
import { effect, html, render, signal } from './preact.js';
import { isMotionReduced } from './preferences.js';
import { loadStyles } from './styles.js';
import { clearToasts, Toasts } from './toasts.js';
import { TopBar } from './top-bar.js';

/** Parse the address: `#/table/ROOM?code=X` is {page: 'table', roomId: 'ROOM', match: '', code: 'X', ...}. */
function readAddress() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', roomId = '', match = ''] = path.split('/').map(decodeURIComponent);
  const values = new URLSearchParams(query);
  return { page, roomId, match, code: values.get('code') ?? '', shared: values.get('e') ?? '', step: values.get('step') ?? '', seat: values.get('seat') };
}

const TITLES = { table: 'Room · Turnwright', watch: 'Watching · Turnwright', replay: 'Replay · Turnwright', lab: 'Combat lab · Turnwright', rules: 'Rules · Turnwright', new: 'New room · Turnwright', result: 'Result · Turnwright', decks: 'Netrunner decks · Turnwright' };

const LAB_STYLES = ['vendor/uplot', 'lab/lab', ...['sides', 'strategy', 'editor', 'resources', 'run', 'results', 'story', 'compare'].map((part) => `lab/${part}/${part}`)];
const loadLab = async () => {
  const [page] = await Promise.all([import('../lab/lab-page.js'), loadStyles(LAB_STYLES.map((name) => `../${name}.css`), import.meta.url)]);
  return page.LabPage;
};
const loadNewRoom = async () => (await import('../room/new-room-page.js')).NewRoomPage;
const loadRules = async () => (await import('../help/rules-page.js')).RulesPage;
const loadResult = async () => (await import('../replay/result-page.js')).ResultPage;

const loadDecks = async () => (await import('../boards/netrunner/decks/deck-page.js')).DeckPage;

const address = signal(readAddress());
addEventListener('hashchange', () => {
  hidePreview();
  clearToasts();
  address.value = readAddress();
  scrollTo(0, 0);
});
effect(() => {
  document.title = TITLES[address.value.page] ?? 'Turnwright';
});

function NotFound() {
  return html`<${TopBar} /><main class="page narrow"><div class="panel"><h1>Page not found</h1>
    <p><a href="#/" data-testid="back-to-lobby">Back to the lobby</a></p></div></main>`;
}

function App() {
  const { page, roomId, match, code, shared, step, seat } = address.value;
  const pages = {
    '': () => html`<${LobbyPage} />`,
    table: () => html`<${RoomPage} key=${`table ${roomId} ${code}`} roomId=${roomId} code=${code} spectate=${false} />`,
    watch: () => html`<${RoomPage} key=${`watch ${roomId} ${code}`} roomId=${roomId} code=${code} spectate=${true} />`,
    replay: () => html`<${ReplayPage} key=${`${roomId} ${match}`} roomId=${roomId} match=${match} step=${step} seat=${seat} />`,
    result: () => html`<${LazyPage} key=${`result ${roomId} ${match}`} load=${loadResult} roomId=${roomId} match=${match} />`,
    new: () => html`<${LazyPage} key=${`new ${roomId}`} load=${loadNewRoom} game=${roomId} />`,
    rules: () => html`<${LazyPage} key=${`rules ${roomId}`} load=${loadRules} name=${roomId} />`,
    lab: () => html`<${LazyPage} key="lab" load=${loadLab} shared=${shared} />`,
    decks: () => html`<${LazyPage} key="decks" load=${loadDecks} />`,
  };
  return html`<${NoticeBanner} />${(pages[page] ?? (() => html`<${NotFound} />`))()}<${Toasts} />`;
}

document.documentElement.classList.toggle('is-motion-reduced', isMotionReduced());
const root = document.getElementById('app');
root.replaceChildren();
render(html`<${App} />`, root);
