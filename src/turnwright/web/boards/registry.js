// The boards by game. Packages declare them as entry points (docs/howto/publish-a-game.md), and so does Turnwright in its
// pyproject.toml; the server lists them in /boards/index.js. To give a game a board of its own:
// 1. create a folder with `board.js`. It exports `Board`, a component with the property `table` (see makeTable in
//    ../table/table-view.js) that is built from the parts in ../table or wraps GenericBoard, and what else it needs:
//    - `styles`: names of style sheets beside it
//    - `layout`: "table" (top bar, board, log and chat, question bar; the default) or "scene": the board draws the
//      page itself, in a SceneFrame of ../table/scene-frame.js
//    - `Controls`: a component above the question bar, with the property `table`
//    - `dutyOf`: a function of the table that says who must do what, for the question bar
//    - `refineQuestion`: a function of the question and the table that returns the question in the words of the game
//    - `reasonFor`: a function of the table, a card's key and its side that says why the card cannot be used, where the board knows
//      better than the server
//    - `usesServerMenu`: a click on a card of the viewer asks the server for the card's menu, even if the
//      state's options already name the card
// 2. declare the folder as an entry point of the group `turnwright.boards`.
// A board is loaded when a table of its game is opened. If it fails, the next one that is listed for the game
// is used, and after that the generic one.
import { INSTALLED_BOARDS } from '../../boards/index.js';
import { html, useEffect, useErrorBoundary, useState } from '../app/preact.js';
import { loadStyles } from '../app/styles.js';
import { toast } from '../app/toasts.js';
import { GenericBoard } from './generic/board.js';

const GENERIC = { Board: GenericBoard };

const loaded = new Map(); // modules of boards, by game
const left = new Map(); // addresses of boards that were not tried yet, by game
const addressesOf = (gameName) => (Object.hasOwn(INSTALLED_BOARDS, gameName) ? INSTALLED_BOARDS[gameName] : []);

/** The board of a game if it is loaded; games without a board of their own have the generic one. */
export const boardOf = (gameName) => loaded.get(gameName) ?? GENERIC;

async function loadModule(address) {
  const found = await import(address);
  if (typeof found.Board !== 'function') throw new Error('board.js exports no component `Board`.');
  await loadStyles(found.styles ?? [], address);
  return found;
}

/** Load the next board of a game that works; after the last one it is the generic one. */
async function loadNext(gameName) {
  const [address, ...rest] = left.get(gameName) ?? addressesOf(gameName);
  if (!address) { loaded.set(gameName, GENERIC); return; }
  try {
    const found = await loadModule(new URL(address, document.baseURI));
    left.set(gameName, rest);
    loaded.set(gameName, found);
  } catch (error) {
    if (address.startsWith('web/')) throw error; // a part of the page did not arrive: it is tried again
    left.set(gameName, rest);
    await replaceBoard(gameName, error);
  }
}

/** Use the next board of a game from now on, because the one that was loaded does not work. */
function replaceBoard(gameName, error) {
  console.error(error);
  toast(`The board of this game does not work: ${error?.message ?? error}`);
  return loadNext(gameName);
}

const loading = new Map(); // promises, by game

/** Load the board of a game, if that has not been done. */
export async function loadBoard(gameName) {
  if (loaded.has(gameName)) return;
  if (!loading.has(gameName)) loading.set(gameName, loadNext(gameName).finally(() => loading.delete(gameName)));
  await loading.get(gameName);
}

/** The board of a game, or null until it is loaded. */
export function useBoard(gameName) {
  const [, setCount] = useState(0);
  const isReady = loaded.has(gameName);
  useEffect(() => {
    if (isReady) return;
    loadBoard(gameName).then(() => setCount((count) => count + 1), () => toast('The board could not be loaded. Reload to try again.', 'warning'));
  }, [gameName, isReady]);
  return isReady ? loaded.get(gameName) : null;
}

/** Draw a table on the board of its game. A board that fails is replaced by the next one. */
export function GameBoard({ table }) {
  const { name } = table.game;
  const board = useBoard(name);
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (error && board !== GENERIC) replaceBoard(name, error).then(reset);
  }, [error]);
  if (error && board === GENERIC) throw error;
  if (error || !board) return html`<p class="boot" role="status">Loading.</p>`;
  return html`<${board.Board} table=${table} />`;
}
