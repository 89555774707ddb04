// The boards by game. To give a game a board of its own:
// 1. create `boards/<game>/board.js` that exports a component with the property `table` (see makeTable in
//    ../table/table-view.js); it is built from the parts in ../table, or wraps GenericBoard;
// 2. add a line to BOARDS;
// 3. put its styles into `boards/<game>/<game>.css` and link them in index.html;
// 4. to feature the game in the lobby, add it to FEATURED_GAMES in ../lobby/game-tiles.js.
import { DuelBoard } from './duel/board.js';
import { GenericBoard } from './generic/board.js';
import { dutyOf, NetrunnerBoard } from './netrunner/board.js';
import { PlanBar } from './netrunner/plans/plan-bar.js';
import { SpireBoard } from './spire/board.js';

/**
 * - Board: the component
 * - Controls: a component above the question bar, with the property `table`
 * - dutyOf: a function of the table that says who must do what, for the question bar
 * - usesServerMenu: a click on a card of the viewer asks the server for the card's menu, even if the
 *   state's options already name the card
 */
const BOARDS = {
  duel: { Board: DuelBoard, usesServerMenu: true },
  netrunner: { Board: NetrunnerBoard, Controls: PlanBar, dutyOf },
  spire: { Board: SpireBoard },
};
const GENERIC = { Board: GenericBoard };

/** The board of a game; games without a board of their own get the generic one. */
export const boardOf = (gameName) => BOARDS[gameName] ?? GENERIC;
