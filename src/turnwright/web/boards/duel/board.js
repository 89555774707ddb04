// The board of Duel: life points, two rows per side with piles beside them, the chain and the attack arrow.
import { classes, html, useLayoutEffect, useRef, useState } from '../../app/preact.js';
import { Value } from '../../table/public-state.js';
import { SeatBar } from '../../table/seat-bar.js';
import { playersOf, playerZone, wireName } from '../../table/state-queries.js';
import { TurnTrack } from '../../table/turn-track.js';
import { Pile, ZoneRow } from '../../table/zones.js';

const SLOTS = 5;
const STARTING_LIFE = 8000;
const LABELS = {
  hand: 'Hand', deck: 'Deck', field: 'Monsters', spellTrap: 'Spells and traps',
  fieldSpell: 'Field', graveyard: 'Grave', banished: 'Banished',
};

const zoneNamed = (game, wire) => ({
  ...(game.zones?.find((zone) => wireName(zone) === wire) ?? { name: wire, wire, visible: 'public' }), label: LABELS[wire],
});

function Life({ player, side }) {
  const life = player.lp ?? player.life;
  return html`<span class="life"><span class="muted">Life</span> <span class="life-bar" aria-hidden="true"><span style=${{ width: `${Math.min(100, (100 * life) / STARTING_LIFE)}%` }}></span></span>
    <${Value} value=${life} testId="lp-${side}" className="life-value" /></span>`;
}

function DuelSide({ table, player, side }) {
  const zone = (wire) => zoneNamed(table.game, wire);
  const contentOf = (wire) => playerZone(player, wire);
  const pile = (wire, area) => html`<${Pile} zone=${zone(wire)} side=${side} content=${contentOf(wire)} area=${area} />`;
  const row = (wire, area) => html`<div class="area-${area}">
    <${ZoneRow} zone=${zone(wire)} side=${side} content=${contentOf(wire)} slots=${SLOTS} isLabelled=${false} /></div>`;
  return html`<section class=${classes('side-duel', `of-${side}`, side === 'self' && 'is-near')} aria-label=${player.name}>
    ${row('field', 'monsters')} ${row('spellTrap', 'spells')}
    <div class="area-field"><${ZoneRow} zone=${zone('fieldSpell')} side=${side} content=${contentOf('fieldSpell')} slots=${1} isLabelled=${false} />
      <span class="slot-label">Field</span></div>
    ${pile('graveyard', 'graveyard')} ${pile('banished', 'banished')} ${pile('deck', 'deck')}
  </section>`;
}

/** The open chain. The last link resolves first. */
function Chain({ table }) {
  const links = table.state.table?.chain ?? [];
  if (!links.length) return null;
  const nameOf = (seat) => playersOf(table.state.players).find(({ id }) => id === seat || id === `p${seat + 1}`)?.name ?? seat;
  return html`<ol class="chain" aria-label="Chain, the last link resolves first" data-testid="chain">
    <li class="chain-title">Chain</li>
    ${links.map((link, i) => html`<li key=${i} class=${classes('link', link.negated && 'is-negated')} data-testid="chain-${i + 1}">
      <b>${i + 1}</b><span>${link.name ?? link.kind}</span><span class="muted">${nameOf(link.seat)}</span></li>`)}
  </ol>`;
}

/** The element of an attack's target: a monster, also one that is face down, or the opponent's life points. */
function targetOf(board, attack, isOwn) {
  const side = isOwn ? 'opponent' : 'self';
  if (attack.place === null || attack.place === undefined) return board.querySelector(`[data-testid="lp-${side}"]`);
  return board.querySelectorAll(`[data-testid="zone-${side}-field"] .slot:not(.is-free) > *`)[attack.place] ?? null;
}

/** An arrow from the attacker to its target. */
function AttackArrow({ table, frame }) {
  const attack = table.state.table?.attack;
  const [line, setLine] = useState(null);
  useLayoutEffect(() => {
    const board = frame.current;
    const from = attack && board.querySelector(`[data-card="${attack.attacker}"]`);
    if (!from) return setLine(null);
    const isOwn = from.dataset.side === 'self';
    const to = targetOf(board, attack, isOwn);
    const measure = () => {
      const origin = board.getBoundingClientRect();
      const middle = (box) => [box.left + box.width / 2 - origin.left, box.top + box.height / 2 - origin.top];
      setLine(to ? [...middle(from.getBoundingClientRect()), ...middle(to.getBoundingClientRect())] : null);
    };
    const observer = new ResizeObserver(measure); // a longer question makes the board smaller
    observer.observe(board);
    measure();
    return () => observer.disconnect();
  }, [table.state]);
  if (!line) return null;
  const [x1, y1, x2, y2] = line;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = `M${x2},${y2} L${x2 - 14 * ux + 8 * uy},${y2 - 14 * uy - 8 * ux} L${x2 - 14 * ux - 8 * uy},${y2 - 14 * uy + 8 * ux} Z`;
  return html`<svg class="attack-arrow" aria-hidden="true" data-testid="attack-arrow">
    <line x1=${x1} y1=${y1} x2=${x2 - 12 * ux} y2=${y2 - 12 * uy} /><path d=${head} /></svg>`;
}

/** Duel's board. */
export function DuelBoard({ table }) {
  const frame = useRef(null);
  const { self, opponent } = table.state.players;
  const hand = zoneNamed(table.game, 'hand');
  const theirs = playerZone(opponent, 'hand');
  const mine = playerZone(self, 'hand');
  return html`<div class="board board-duel" ref=${frame} data-testid="board">
    <${SeatBar} player=${opponent} side="opponent" table=${table} showsFacts=${false}>
      <${ZoneRow} zone=${hand} side="opponent" content=${theirs} size="mini" isLabelled=${true} />
      <${Life} player=${opponent} side="opponent" />
    <//>
    <${DuelSide} table=${table} player=${opponent} side="opponent" />
    <div class="middle"><${TurnTrack} table=${table} /><${Chain} table=${table} /></div>
    <${DuelSide} table=${table} player=${self} side="self" />
    <div class="edge">
    <${SeatBar} player=${self} side="self" table=${table} showsFacts=${false}>
      ${!mine.cards.length && !table.match?.youAre && html`<${ZoneRow} zone=${hand} side="self" content=${mine} size="mini" isLabelled=${true} />`}
      <${Life} player=${self} side="self" />
    <//>
    ${(mine.cards.length > 0 || table.match?.youAre) && html`<${ZoneRow} zone=${hand} side="self" content=${mine} size="hand" isLabelled=${false} />`}
    </div>
    <${AttackArrow} table=${table} frame=${frame} />
  </div>`;
}

export { DuelBoard as Board };
export const styles = ['duel.css'];
