// The Corp's servers side by side, with the ice and the cards of each. A run's server is highlighted.
import { classes, html } from '../../app/preact.js';
import { Card } from '../../table/card.js';
import { cardKey, playerZone, sidesOf } from '../../table/state-queries.js';

const CENTRAL_SERVERS = { hq: 'HQ', rd: 'R&D', archives: 'Archives' };
/** Wire names of the zones whose cards are in servers. */
export const SERVER_ZONES = ['ice', 'root'];

const titleOf = (name) => CENTRAL_SERVERS[name] ?? name.replace(/^remote(\d+)$/, 'Server $1');

/** The Corp as {side, player}; undefined before the game is set up. */
export const corpOf = (state) => state.table?.servers && sidesOf(state).find(({ player }) => player.side === 'Corp' && 'ice' in player);

/** The ice or root of one server, innermost card first. The Runner sees only the backs of face-down cards. */
function ServerCards({ zone, ids, corp, size, run }) {
  const { cards } = playerZone(corp.player, zone);
  const ordered = corp.side === 'self' && zone === 'ice' ? [...ids].reverse() : ids; // outermost ice towards the Runner
  return ordered.map((id, i) => {
    const index = cards.findIndex((card) => (card.id ?? null) === id && id !== null);
    return html`<div class=${classes('slot', run?.ice === id && id !== null && 'is-encountered')} key=${id ?? `back${i}`}>
      ${index < 0 ? html`<span class=${classes('card is-back card-back-only', `size-${size}`, `of-${corp.side}`)} title="Face down"></span>`
        : html`<${Card} card=${cards[index]} side=${corp.side} zone=${zone} index=${index} size=${size} />`}</div>`;
  });
}

/** Face-down cards that can be chosen. Only the Corp knows which of the backs they are, so they are listed apart. */
function FaceDownChoices({ question, corp }) {
  const found = SERVER_ZONES.flatMap((zone) => playerZone(corp.player, zone).cards.map((card, index) => ({ card, zone, index })))
    .filter(({ card, zone, index }) => card.id === undefined && question.onCard.has(cardKey(card, corp.side, zone, index)));
  if (!found.length) return null;
  return html`<section class="server" aria-label="Face down"><h3>Face down</h3><div class="server-root">${found.map(({ card, zone, index }) =>
    html`<${Card} key=${`${zone}${index}`} card=${card} side=${corp.side} zone=${zone} index=${index} />`)}</div></section>`;
}

/** All servers of the Corp. */
export function Servers({ table, corp }) {
  const { servers, run } = table.state.table;
  const names = [...Object.keys(CENTRAL_SERVERS), ...Object.keys(servers).filter((name) => !(name in CENTRAL_SERVERS))];
  return html`<div class=${classes('servers', corp.side === 'self' && 'is-near')} data-testid="servers">
    ${names.map((name) => html`<section key=${name} class=${classes('server', run?.server === name && 'is-run')} data-testid="server-${name}" aria-label=${titleOf(name)}>
      <h3>${titleOf(name)}${run?.server === name && html` <span class="tag tag-turn">run</span>`}</h3>
      <div class="server-root"><${ServerCards} zone="root" ids=${servers[name]?.content ?? []} corp=${corp} size="field" /></div>
      <div class="server-ice"><${ServerCards} zone="ice" ids=${servers[name]?.ices ?? []} corp=${corp} size="bar" run=${run} /></div>
    </section>`)}
    <${FaceDownChoices} question=${table.question} corp=${corp} />
  </div>`;
}
