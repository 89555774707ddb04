// The board of Netrunner: the Corp's servers with their ice are in the middle.
import { html } from '../../app/preact.js';
import { GenericBoard } from '../generic/board.js';
import { corpOf, SERVER_ZONES, Servers } from './servers.js';

/** Who owes what, in a sentence such as "Corp rezzes the approached ice or passes."; empty if the server does not say. */
export const dutyOf = ({ state }) => (state.result ? '' : state.table?.owes?.sentence ?? '');

/** Netrunner's board: the generic board with the servers in the middle. */
export function NetrunnerBoard({ table }) {
  const corp = corpOf(table.state);
  if (!corp) return html`<${GenericBoard} table=${table} />`;
  return html`<${GenericBoard} table=${table} middle=${html`<${Servers} table=${table} corp=${corp} />`}
    zonesInMiddle=${SERVER_ZONES} stateInMiddle=${['board', 'owes']} />`;
}
