// Zones: cards in a row, a hand, a pile, and a side of the generic table made of them.
import { classes, html, useContext } from './lib.js';
import { Card, Lying, TableContext } from './card.js';
import { contents, inZone, isFoes, isHand, isPile, wireName, zoneTitle } from './model.js';

const SIDE_NAMES = { self: 'Your', opponent: "Opponent's", shared: 'Shared', foes: 'The' };
const BACKS_SHOWN = 12;
const ROWS_SHOWN = 3; // of a side with more of them the empty ones are only named

const spokenZone = (zone, side, count) => `${SIDE_NAMES[side] ?? side} ${zoneTitle(zone).toLowerCase()}, ${count}`;

/** Cards side by side. With `slots` the free places are drawn too. */
export function Row({ zone, side, held, slots = 0, size = 'field', isLabelled = true }) {
  const { cards, count } = held;
  const free = Math.max(0, slots - Math.max(cards.length, count));
  const hidden = Math.max(0, Math.min(count - cards.length, BACKS_SHOWN));
  return html`<div class=${classes('zone', `zone-${size}`)} role="group" aria-label=${spokenZone(zone, side, count)}
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

/** Cards on a heap: the top one, how many, and a button to look through those one may see. */
export function Pile({ zone, side, held, area }) {
  const { question, openPile } = useContext(TableContext);
  const { cards, count } = held;
  const top = cards.at(-1);
  const isAble = cards.some((card) => question?.onCard.has(card.id));
  const canLook = cards.length > 0;
  const name = wireName(zone);
  return html`<div class=${classes('pile', area && `area-${area}`, `of-${side}`)} data-testid="zone-${side}-${name}">
    <button type="button" class=${classes('pile-button', isAble && 'is-able', !count && 'is-free')} data-nav
        data-testid="pile-${side}-${name}" disabled=${!canLook} tabIndex=${isAble ? 0 : -1}
        aria-label=${`${spokenZone(zone, side, count)}${canLook ? ', look through it' : ''}`}
        onClick=${() => openPile?.({ side, zone })}>
      <span class="pile-top">${top ? html`<${Lying} card=${top} side=${side} zone=${name} />`
        : count > 0 && html`<span class=${classes('card is-back card-back-only size-field', `of-${side}`)}></span>`}</span>
      <span class="pile-count">${count}</span>
      <span class="pile-label">${zoneTitle(zone)}</span>
    </button>
  </div>`;
}

/** The zones a player has; one may be of no use just now. */
const zonesOf = (player, zones) => zones.filter((zone) => !zone.shared && wireName(zone) in player);

/** One side of the generic table: its rows towards the middle, its piles beside them. */
export function Side({ player, side, zones }) {
  const own = zonesOf(player, zones).filter((zone) => !isHand(zone) && !isFoes(zone));
  const piles = own.filter(isPile);
  const rows = own.filter((zone) => !isPile(zone));
  if (!own.length) return null;
  const held = (zone) => inZone(player, wireName(zone));
  const isSelf = side === 'self';
  const empty = rows.length > ROWS_SHOWN ? rows.filter((zone) => !held(zone).count) : [];
  const shown = rows.filter((zone) => !empty.includes(zone));
  return html`<section class=${classes('side-generic', `of-${side}`, isSelf && 'is-near')} aria-label=${player.name}>
    <div class="rows">
      ${(isSelf ? shown : [...shown].reverse()).map((zone) => html`<${Row} key=${zone.name} zone=${zone} side=${side} held=${held(zone)}
        size=${isOnlyBacks(held(zone)) ? 'mini' : 'field'} />`)}
      ${empty.length > 0 && html`<p class="zones-empty">Empty: ${empty.map(zoneTitle).join(', ')}</p>`}
    </div>
    ${piles.length > 0 && html`<div class="piles">
      ${piles.map((zone) => html`<${Pile} key=${zone.name} zone=${zone} side=${side} held=${held(zone)} />`)}</div>`}
  </section>`;
}

const isOnlyBacks = ({ cards, count }) => count > 0 && !cards.length;

/** A player's hands: one's own to play from, or the backs that others show. */
export function Hands({ player, side, zones, isOwn }) {
  return zonesOf(player, zones).filter(isHand).map((zone) => {
    const held = inZone(player, wireName(zone));
    return html`<${Row} key=${zone.name} zone=${zone} side=${side} held=${held} size=${isOwn ? 'hand' : 'mini'} />`;
  });
}

/** Those a player is up against where nobody plays them: they lie in the middle, in the other side's colour. */
export function Foes({ player, zones }) {
  const shown = zonesOf(player, zones).filter((zone) => isFoes(zone) && inZone(player, wireName(zone)).count);
  return shown.map((zone) => html`<${Row} key=${zone.name} zone=${zone} side="foes" held=${inZone(player, wireName(zone))} />`);
}

/** The zones that belong to nobody. */
export function SharedZones({ state, zones }) {
  const shared = zones.filter((zone) => zone.shared);
  const held = (zone) => contents(state.zones?.[zone.name] ?? state.zones?.[wireName(zone)]);
  const shown = shared.filter((zone) => held(zone).count > 0);
  if (!shown.length) return null;
  return html`<div class="shared">${shown.map((zone) => html`<${Row} key=${zone.name} zone=${zone} side="shared" held=${held(zone)} />`)}</div>`;
}
