// The beginning: which page the address asks for.
import { effect, html, render, signal } from './lib.js';
import { Lobby } from './lobby.js';
import { hidePeek } from './card.js';
import { isStill } from './prefs.js';
import { ReplayPage } from './replay.js';
import { RoomPage } from './room.js';
import { clearToasts, Toasts } from './toast.js';
import { TopBar } from './topbar.js';

/** `#/table/ROOM?code=X` as {page: 'table', roomId: 'ROOM', code: 'X'}. */
function readAddress() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', roomId = '', match = ''] = path.split('/').map(decodeURIComponent);
  return { page, roomId, match, code: new URLSearchParams(query).get('code') ?? '' };
}

const address = signal(readAddress());
addEventListener('hashchange', () => {
  hidePeek();
  clearToasts();
  address.value = readAddress();
  scrollTo(0, 0);
});
effect(() => {
  const { page } = address.value;
  document.title = { table: 'A table · Turnwright', watch: 'Watching · Turnwright', replay: 'Replay · Turnwright' }[page] ?? 'Turnwright';
});

function Nowhere() {
  return html`<${TopBar} /><main class="page narrow"><div class="panel"><h2>There is nothing here</h2>
    <p><a href="#/" data-testid="back-to-lobby">Back to the lobby</a></p></div></main>`;
}

function App() {
  const { page, roomId, match, code } = address.value;
  const pages = {
    '': () => html`<${Lobby} />`,
    table: () => html`<${RoomPage} key=${`table ${roomId} ${code}`} roomId=${roomId} code=${code} spectate=${false} />`,
    watch: () => html`<${RoomPage} key=${`watch ${roomId} ${code}`} roomId=${roomId} code=${code} spectate=${true} />`,
    replay: () => html`<${ReplayPage} key=${`${roomId} ${match}`} roomId=${roomId} match=${match} />`,
  };
  return html`${(pages[page] ?? (() => html`<${Nowhere} />`))()}<${Toasts} />`;
}

document.documentElement.classList.toggle('is-still', isStill());
const root = document.getElementById('app');
root.replaceChildren();
render(html`<${App} />`, root);
