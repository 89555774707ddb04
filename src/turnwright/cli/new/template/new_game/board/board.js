// The board of New Game: the board of any game, with the points in the middle.
// Everything in this folder is sent to browsers. `../../web/` are the parts of the page.
import { html } from '../../web/app/preact.js';
import { GenericBoard } from '../../web/boards/generic/board.js';

function Points({ table }) {
  const { points } = table.state.table;
  return html`<p class="new-game-points" data-testid="points">${points.join(' : ')}</p>`;
}

/** The styles of the board, beside this file. */
export const styles = ['board.css'];

/** The board. `table.state` is what the viewer may see, `table.game` describes the game. */
export function Board({ table }) {
  return html`<${GenericBoard} table=${table} middle=${html`<${Points} table=${table} />`} stateInMiddle=${['points']} />`;
}
