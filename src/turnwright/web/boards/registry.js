// The boards by game. To give a game a board of its own:
// 1. create `boards/<game>/board.js`. It exports `Board`, a component with the property `table` (see makeTable in
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
// 2. add a line to BOARDS;
// 3. to feature the game in the lobby, add it to FEATURED_GAMES in ../lobby/doors.js.
// Boards of installed packages are modules of the same shape and need only the first step: the server lists
// them, see docs/howto/publish-a-game.md. A board is loaded when a table of its game is opened.
import { INSTALLED_BOARDS } from '../../boards/index.js';
import { html, useEffect, useErrorBoundary, useState } from '../app/preact.js';
import { loadStyles } from '../app/styles.js';
import { toast } from '../app/toasts.js';
import { GenericBoard } from './generic/board.js';

const BOARDS = {
  duel: new URL('./duel/board.js', import.meta.url),
  netrunner: new URL('./netrunner/board.js', import.meta.url),
  skirmish: new URL('./skirmish/board.js', import.meta.url),
  spire: new URL('./spire/board.js', import.meta.url),
};
const GENERIC = { Board: GenericBoard };

const loaded = new Map(); // modules of boards, by game
const isInstalled = (gameName) => Object.hasOwn(INSTALLED_BOARDS, gameName);
const ownAddress = (gameName) => (Object.hasOwn(BOARDS, gameName) ? BOARDS[gameName] : null);

/** The board of a game if it is loaded; games without a board of their own have the generic one. */
export const boardOf = (gameName) => loaded.get(gameName) ?? GENERIC;

async function loadModule(address) {
  const found = await import(address);
  if (typeof found.Board !== 'function') throw new Error('board.js exports no component `Board`.');
  await loadStyles(found.styles ?? [], address);
  return found;
}

/** Use the page's own board from now on, because that of a package does not work. */
async function replaceByOwnBoard(gameName, error) {
  console.error(error);
  toast(`The board of this game does not work: ${error?.message ?? error}`);
  const own = ownAddress(gameName);
  loaded.set(gameName, own ? await loadModule(own) : GENERIC);
}

/** Load the board of a game, if that has not been done. */
export async function loadBoard(gameName) {
  if (loaded.has(gameName)) return;
  const own = ownAddress(gameName);
  if (isInstalled(gameName)) {
    const address = new URL(INSTALLED_BOARDS[gameName], document.baseURI);
    await loadModule(address).then((found) => loaded.set(gameName, found), (error) => replaceByOwnBoard(gameName, error));
  } else loaded.set(gameName, own ? await loadModule(own) : GENERIC);
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

/** Draw a table on the board of its game. A board of a package that fails is replaced by the page's own. */
export function GameBoard({ table }) {
  const { name } = table.game;
  const board = useBoard(name);
  const [error, reset] = useErrorBoundary();
  useEffect(() => {
    if (error && isInstalled(name)) replaceByOwnBoard(name, error).then(reset);
  }, [error]);
  if (error && !isInstalled(name)) throw error;
  if (error || !board) return html`<p class="boot" role="status">Loading.</p>`;
  return html`<${board.Board} table=${table} />`;
}
