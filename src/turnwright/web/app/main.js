// Entry point: reads the address and renders the page it names.
import { hidePreview } from '../table/card-preview.js';
import { LobbyPage } from '../lobby/lobby-page.js';
import { ReplayPage } from '../replay/replay-page.js';
import { RoomPage } from '../room/room-page.js';
import { LazyPage } from './lazy-page.js';
import { NoticeBanner } from './notice.js';
import { effect, html, render, signal } from './preact.js';
import { isMotionReduced } from './preferences.js';
import { clearToasts, Toasts } from './toasts.js';
import { TopBar } from './top-bar.js';

/** Parse the address: `#/table/ROOM?code=X` is {page: 'table', roomId: 'ROOM', match: '', code: 'X', shared: ''}. */
function readAddress() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', roomId = '', match = ''] = path.split('/').map(decodeURIComponent);
  const values = new URLSearchParams(query);
  return { page, roomId, match, code: values.get('code') ?? '', shared: values.get('e') ?? '' };
}

const TITLES = { table: 'Room · Turnwright', watch: 'Watching · Turnwright', replay: 'Replay · Turnwright', lab: 'Combat lab · Turnwright' };

const loadLab = async () => (await import('../lab/lab-page.js')).LabPage;

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
  return html`<${TopBar} /><main class="page narrow"><div class="panel"><h2>Page not found</h2>
    <p><a href="#/" data-testid="back-to-lobby">Back to the lobby</a></p></div></main>`;
}

function App() {
  const { page, roomId, match, code, shared } = address.value;
  const pages = {
    '': () => html`<${LobbyPage} />`,
    table: () => html`<${RoomPage} key=${`table ${roomId} ${code}`} roomId=${roomId} code=${code} spectate=${false} />`,
    watch: () => html`<${RoomPage} key=${`watch ${roomId} ${code}`} roomId=${roomId} code=${code} spectate=${true} />`,
    replay: () => html`<${ReplayPage} key=${`${roomId} ${match}`} roomId=${roomId} match=${match} />`,
    lab: () => html`<${LazyPage} key="lab" load=${loadLab} shared=${shared} />`,
  };
  return html`<${NoticeBanner} />${(pages[page] ?? (() => html`<${NotFound} />`))()}<${Toasts} />`;
}

document.documentElement.classList.toggle('is-motion-reduced', isMotionReduced());
const root = document.getElementById('app');
root.replaceChildren();
render(html`<${App} />`, root);
