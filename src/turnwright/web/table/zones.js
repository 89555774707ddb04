// Zones of a table: cards in a row, piles, hands, and all zones of one side.
import { classes, html, useContext } from '../app/preact.js';
import { Card, StaticCard } from './card.js';
import { isHand, isPile, playerZone, sharedZone, wireName, zoneTitle } from './state-queries.js';
import { TableContext } from './table-context.js';

const SIDE_NAMES = { self: 'Your', opponent: "Opponent's", shared: 'Shared', enemies: 'The' };
const MAX_BACKS = 12;
const DECKS = /deck$/i;
const MAX_EMPTY_ROWS = 0; // with more rows, the empty ones are hidden

const zoneLabel = (zone, side, count) => `${SIDE_NAMES[side] ?? side} ${zoneTitle(zone).toLowerCase()}, ${count}`;

/** Cards side by side. `content` is {cards, count}; with `slots` the free places are shown too. */
export function ZoneRow({ zone, side, content, slots = 0, size = 'field', isLabelled = true }) {
  const { cards, count } = content;
  const free = Math.max(0, slots - Math.max(cards.length, count));
  const hidden = Math.max(0, Math.min(count - cards.length, MAX_BACKS));
  return html`<div class=${classes('zone', `zone-${size}`)} role="group" aria-label=${zoneLabel(zone, side, count)}
      data-testid="zone-${side}-${wireName(zone)}">
    ${isLabelled && html`<span class="zone-label">${zoneTitle(zone)} <b>${count}</b></span>`}
    <div class="zone-cards" style=${{ '--n': Math.max(cards.length + hidden, 1) }}>
      ${cards.map((card, i) => html`<div class="slot" key=${card.id ?? `back${i}`}>
        <${Card} card=${card} side=${side} zone=${wireName(zone)} index=${i} size=${size} isFirst=${i === 0} /></div>`)}
      ${Array.from({ length: hidden }, (_, i) => html`<div class="slot" key=${`hidden${i}`}>
        <span class=${classes('card is-back card-back-only', `size-${size}`, `of-${side}`)}></span></div>`)}
      ${Array.from({ length: free }, (_, i) => html`<div class="slot is-free" key=${`free${i}`}></div>`)}
      ${!cards.length && !hidden && !slots && html`<span class="zone-empty">${size === 'hand' ? 'No cards in your hand.' : size === 'field' && 'empty'}</span>`}
    </div>
  </div>`;
}

/** Cards in a pile: the top card, the count, and a button that shows the visible cards. */
export function Pile({ zone, side, content, area }) {
  const { question, openPile } = useContext(TableContext);
  const { cards, count } = content;
  const top = cards.at(-1);
  const isAble = cards.some((card) => question?.onCard.has(card.id));
  const canLook = cards.length > 0;
  const name = wireName(zone);
  return html`<div class=${classes('pile', area && `area-${area}`, `of-${side}`)} data-testid="zone-${side}-${name}">
    <button type="button" class=${classes('pile-button', isAble && 'is-able', !count && 'is-free')} data-nav
        data-testid="pile-${side}-${name}" disabled=${!canLook} tabIndex=${isAble ? 0 : -1}
        onClick=${() => openPile?.({ side, zone })}>
      <span class="sr-only">${zoneLabel(zone, side, count)}${canLook ? ', show the cards' : ''}</span><span class="pile-top">${top ? html`<${StaticCard} card=${top} side=${side} zone=${name} />`
        : count > 0 && html`<span class=${classes('card is-back card-back-only size-field', `of-${side}`)}></span>`}</span>
      <span class="pile-count" aria-hidden="true">${count}</span>
      <span class="pile-label" aria-hidden="true">${zoneTitle(zone)}</span>
    </button>
  </div>`;
}

/** The zones that a player has in this state. */
const zonesOf = (player, zones) => zones.filter((zone) => !zone.shared && wireName(zone) in player);

/** All zones of one player except hands: rows towards the middle of the board, piles beside them. */
export function SideZones({ player, side, zones }) {
  const own = zonesOf(player, zones).filter((zone) => !isHand(zone));
  const piles = own.filter(isPile);
  const rows = own.filter((zone) => !isPile(zone));
  if (!own.length) return null;
  const contentOf = (zone) => playerZone(player, wireName(zone));
  const isSelf = side === 'self';
  const empty = rows.length > MAX_EMPTY_ROWS ? rows.filter((zone) => !contentOf(zone).count) : [];
  const shown = rows.filter((zone) => !empty.includes(zone));
  const shownPiles = piles.filter((zone) => contentOf(zone).count > 0 || DECKS.test(zone.name)); // an empty deck is worth knowing
  return html`<section class=${classes('side-generic', `of-${side}`, isSelf && 'is-near')} aria-label=${player.name}>
    <div class="rows">
      ${(isSelf ? shown : [...shown].reverse()).map((zone) => html`<${ZoneRow} key=${zone.name} zone=${zone} side=${side} content=${contentOf(zone)}
        size=${isOnlyBacks(contentOf(zone)) ? 'mini' : 'field'} />`)}
    </div>
    ${shownPiles.length > 0 && html`<div class="piles">
      ${shownPiles.map((zone) => html`<${Pile} key=${zone.name} zone=${zone} side=${side} content=${contentOf(zone)} />`)}</div>`}
  </section>`;
}

const isOnlyBacks = ({ cards, count }) => count > 0 && !cards.length;

/** A player's hands: large cards for the viewer, small backs for other players. */
export function Hands({ player, side, zones, isOwn }) {
  return zonesOf(player, zones).filter(isHand).map((zone) => {
    const content = playerZone(player, wireName(zone));
    return html`<${ZoneRow} key=${zone.name} zone=${zone} side=${side} content=${content} size=${isOwn ? 'hand' : 'mini'} />`;
  });
}

/** The zones that belong to no player. */
export function SharedZones({ state, zones }) {
  const shared = zones.filter((zone) => zone.shared);
  const contentOf = (zone) => sharedZone(state, zone);
  const shown = shared.filter((zone) => contentOf(zone).count > 0);
  if (!shown.length) return null;
  return html`<div class="shared">${shown.map((zone) => html`<${ZoneRow} key=${zone.name} zone=${zone} side="shared" content=${contentOf(zone)} />`)}</div>`;
}
