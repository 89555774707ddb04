// The board of Spire: the enemies are in the middle, in the colour of the other side.
import { html } from '../../app/preact.js';
import { playerZone } from '../../table/state-queries.js';
import { ZoneRow } from '../../table/zones.js';
import { GenericBoard } from '../generic/board.js';

const ENEMIES = 'monsters';

function Enemies({ table }) {
  const content = playerZone(table.state.players.self, ENEMIES);
  const zone = (table.game.zones ?? []).find(({ name }) => name === ENEMIES);
  if (!zone || !content.count) return null;
  return html`<${ZoneRow} zone=${zone} side="enemies" content=${content} />`;
}

/** Spire's board: the generic board with the enemies of the fight in the middle. */
export function SpireBoard({ table }) {
  return html`<${GenericBoard} table=${table} middle=${html`<${Enemies} table=${table} />`} zonesInMiddle=${[ENEMIES]} />`;
}
