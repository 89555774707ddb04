// The strip of one side: name, identity, credits, clicks, cards, points and clock.
import { classes, html } from '../../app/preact.js';
import { Countdown } from '../../table/countdown.js';
import { Explained } from '../../table/explanation.js';
import { Glyph } from './glyphs.js';
import { pointsOf, shortTitle } from './words.js';

const CLICKS = { Corp: 3, Runner: 4 };

/** Filled and empty pips: clicks, or agenda points. */
const Pips = ({ count, total, className }) => html`<span class=${className} aria-hidden="true">${Array.from({ length: Math.min(12, Math.max(total, count)) }, (_, i) =>
  html`<i key=${i} class=${i < count ? 'is-on' : ''}></i>`)}</span>`;

function Stat({ label, testId, glyph, children, text, isNone = false }) {
  return html`<${Explained} class=${classes('nr-stat', isNone && 'is-none')} isStatic=${true} title=${label} text=${text} data-testid=${testId}><small>${label}</small> ${children}${glyph && html`<${Glyph} name=${glyph} size=${14} />`}<//>`;
}

/** The strip of a player. `children` are between the name and the numbers. */
export function SeatStrip({ player, side, table, children }) {
  const { state, clockOffset } = table;
  const isCorp = player.side === 'Corp';
  const isTurn = !state.result && state.table.active === (isCorp ? 0 : 1) && !state.table.turn_over;
  const isActing = state.acting?.includes(player.id);
  const seat = table.session?.seats.value?.find(({ id }) => id === player.id);
  const isAway = (seat ?? player).connected === false && player.controller !== 'ai';
  const [points, toWin] = pointsOf(player);
  const usual = isTurn ? Math.max(CLICKS[player.side] ?? 4, player.clicks) : CLICKS[player.side];
  return html`<header class=${classes('nr-strip', `of-${side}`, isActing && 'is-acting')} data-testid="seat-${side}">
    <span class="nr-who"><${Glyph} name="person" size=${18} /><b>${player.name || player.id}</b>
      <${Explained} class="nr-role" title=${player.identity?.kind} text=${table.library[player.identity?.kind]?.text}>${player.side}<//>
      ${player.controller === 'ai' && html`<span class="nr-role is-quiet">bot</span>`}
      ${isTurn && html`<span class="nr-role is-turn" data-testid="turn-${side}">turn</span>`}
      ${isAway && html`<span class="tag tag-warning" data-testid="away-${side}">away</span>`}
      <span class="nr-identity">${shortTitle(player.identity?.kind)}</span></span>
    ${children}
    <span class="nr-stats">
      <${Stat} label="Credits" testId="credits-${side}" glyph="credit" text="Money to pay costs with."><b>${player.credits}</b><//>
      <${Stat} label="Clicks" testId="clicks-${side}" text="Every action takes a click. The Corp has 3 each turn, the Runner 4."><b>${player.clicks}</b><${Pips} className="nr-pips" count=${player.clicks} total=${usual} /><//>
      ${!isCorp && html`<${Stat} label="Tags" testId="tags-${side}" glyph="tag" isNone=${!player.tags} text="While the Runner has a tag, the Corp can trash resources and use cards that punish tags."><b>${player.tags}</b><//>
        <${Stat} label="Memory" testId="memory-${side}" glyph="memory" text="Memory units that installed programs use, of all that there are."><b>${player.memoryTotal - player.memory}</b>/${player.memoryTotal}<//>`}
      ${player.badPublicity > 0 && html`<${Stat} label="Bad publicity" text="The Runner gets this many credits to spend in each run."><b>${player.badPublicity}</b><//>`}
      ${player.coreDamage > 0 && html`<${Stat} label="Core damage" text="Reduces the maximum hand size for the rest of the game."><b>${player.coreDamage}</b><//>`}
      <${Stat} label=${isCorp ? 'HQ' : 'Grip'} testId="hand-${side}" glyph="hand" text=${isCorp ? "The Corp's hand, and the most that it may keep at the end of its turn." : "The Runner's hand, and the most that they may keep at the end of their turn. Damage trashes cards from it."}><b>${player.handCount}</b>/${player.handSize}<//>
      ${!isCorp && html`<${Stat} label="Stack" testId="deck-${side}" glyph="deck" text="The Runner's deck."><b>${player.deckCount}</b><//>`}
      <${Stat} label="Points" testId="points-${side}" glyph="agenda" text="Agenda points. Who has enough of them wins."><b>${points}</b>/${toWin}<${Pips} className="nr-points" count=${points} total=${toWin} /><//>
    </span>
    <${Countdown} until=${state.clock?.[player.id]} clockOffset=${clockOffset} testId="clock-${side}" />
  </header>`;
}
