// The Runner's rig by type, hands, score areas and piles.
import { classes, html, useContext } from '../../app/preact.js';
import { Card } from '../../table/card.js';
import { playerZone } from '../../table/state-queries.js';
import { TableContext } from '../../table/table-context.js';
import { CardDrawing, ChipDrawing, LargeCard } from './card-drawing.js';
import { Glyph } from './glyphs.js';

const RIG = [['program', 'Programs'], ['hardware', 'Hardware'], ['resource', 'Resources']];

/** A card as this page draws it. */
export function NetrunnerCard({ card, side, zone, index, table, isFirst, note }) {
  const type = table.library[card.kind]?.type ?? 'back';
  return html`<${Card} card=${card} side=${side} zone=${zone} index=${index} isFirst=${isFirst} className=${`nr-card type-${type}`}
    draw=${(face) => html`<${CardDrawing} card=${card} face=${face} library=${table.library} note=${note} />`} drawLarge=${() => html`<${LargeCard} card=${card} library=${table.library} />`} />`;
}

/** A card on one line. */
export function Chip({ card, side, zone, index, table, note, isFirst }) {
  return html`<${Card} card=${card} side=${side} zone=${zone} index=${index} isFirst=${isFirst} className=${classes('nr-chip', note && 'is-doomed')}
    draw=${(face) => html`<${ChipDrawing} card=${card} face=${face} library=${table.library} note=${note} />`} drawLarge=${() => html`<${LargeCard} card=${card} library=${table.library} />`} />`;
}

/** What happens to a card of the rig when the run ends, if that is known. */
function fateOf(card, table) {
  const breaker = table.state.table.runView?.breakers?.find(({ id }) => id === card.id);
  return breaker?.isTrashed && table.state.table.encounter?.breakers?.includes(card.id) ? 'trashed as the run ends' : undefined;
}

/** Everything that the Runner has installed, by type. `isSmall` draws one line for each card. */
export function Rig({ player, side, table, isSmall }) {
  const zones = RIG.map(([zone, label]) => ({ zone, label, cards: playerZone(player, zone).cards }));
  if (zones.every(({ cards }) => !cards.length)) {
    return html`<p class="nr-empty" data-testid="zone-${side}-rig">${side === 'self' ? 'Your rig' : "The Runner's rig"} is empty: no programs, hardware or resources.</p>`;
  }
  const Drawn = isSmall ? Chip : NetrunnerCard;
  return zones.filter(({ cards }) => cards.length).map(({ zone, label, cards }) => html`<section class="nr-group" key=${zone} aria-label=${label} data-testid="zone-${side}-${zone}">
    <h2>${label}${zone === 'program' && html` <span class="muted">memory ${player.memoryTotal - player.memory} of ${player.memoryTotal}</span>`}</h2>
    <div class="nr-cards">${cards.map((card, index) => html`<${Drawn} key=${card.id} card=${card} side=${side} zone=${zone} index=${index} table=${table} isFirst=${index === 0} note=${fateOf(card, table)} />`)}</div>
  </section>`);
}

/** The viewer's hand. */
export function OwnHand({ player, table, isSmall }) {
  const { cards } = playerZone(player, 'hand');
  const isCorp = player.side === 'Corp';
  const Drawn = isSmall ? Chip : NetrunnerCard;
  return html`<section class="nr-group nr-hand" aria-label=${isCorp ? 'HQ, your hand' : 'Your grip'} data-testid="zone-self-hand" style=${{ '--n': Math.max(1, cards.length) }}>
    <h2>${isCorp ? 'HQ' : 'Your grip'} <span class="muted">${cards.length} of ${player.handSize}${isCorp ? ' · only you see these' : ''}</span></h2>
    <div class="nr-cards">${cards.map((card, index) => html`<${Drawn} key=${card.id} card=${card} side="self" zone="hand" index=${index} table=${table} isFirst=${index === 0} />`)}
      ${!cards.length && html`<p class="nr-empty">No cards.</p>`}</div></section>`;
}

/** Backs for the hand of the other side. */
export function HiddenHand({ player, side }) {
  const count = player.handCount ?? 0;
  return html`<section class="nr-backs" aria-label=${`${player.side === 'Corp' ? 'HQ' : 'Grip'}, ${count} cards`} data-testid="zone-${side}-hand">
    <span class="muted">${player.side === 'Corp' ? 'HQ' : 'Grip'} ${count}</span>
    <span class="nr-back-cards" aria-hidden="true">${Array.from({ length: Math.min(8, count) }, (_, i) => html`<i key=${i}></i>`)}</span></section>`;
}

const ZONE_NAMES = { discard: { Corp: 'Archives', Runner: 'Heap' }, scored: { Corp: 'Scored', Runner: 'Stolen' }, rfg: { Corp: 'Removed', Runner: 'Removed' } };

/** A pile that opens: heap, score area, removed cards. Empty piles of no interest are left out. */
export function PileChip({ player, side, zone, table }) {
  const { openPile, question } = useContext(TableContext);
  const { cards, count } = playerZone(player, zone);
  if (!count && zone !== 'discard') return null;
  const found = (table.game.zones ?? []).find((one) => one.name === zone) ?? { name: zone };
  const label = ZONE_NAMES[zone][player.side];
  const points = zone === 'scored' ? cards.reduce((sum, card) => sum + (table.library[card.kind]?.points ?? 0) + (card.extra_points ?? 0), 0) : 0;
  const isAble = cards.some((card) => question?.onCard.has(card.id));
  const glyph = { discard: 'archive', scored: 'agenda', rfg: 'trash' }[zone];
  return html`<button type="button" class=${classes('nr-pile', `of-${side}`, isAble && 'is-able')} data-nav disabled=${!count} data-testid="pile-${side}-${zone}"
      onClick=${() => openPile?.({ side, zone: found })}><span class="sr-only">${label}, ${count} ${count === 1 ? 'card' : 'cards'}${points ? `, ${points} points` : ''}</span>
    <${Glyph} name=${glyph} size=${18} /><span class="nr-two-lines" aria-hidden="true"><b>${label}</b><small>${zone === 'scored' ? `${points} ${points === 1 ? 'point' : 'points'}` : count}</small></span></button>`;
}
