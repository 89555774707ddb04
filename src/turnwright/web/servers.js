// The servers of a Corp side by side: the ice before each, what lies in it, and where a run is.
import { classes, html } from './lib.js';
import { Card } from './card.js';
import { inZone, keyOf, sidesOf } from './model.js';

const CENTRAL = { hq: 'HQ', rd: 'R&D', archives: 'Archives' };
export const IN_SERVERS = ['ice', 'root'];

const titleOf = (name) => CENTRAL[name] ?? name.replace(/^remote(\d+)$/, 'Server $1');

/** The side whose cards lie in servers, if the game has any. */
export const corpOf = (state) => state.table?.servers && sidesOf(state).find(({ player }) => player.side === 'Corp' && 'ice' in player);

/** The cards at one place, innermost first. Of what lies face down the Runner knows only that it is there. */
function Cards({ zone, ids, corp, size, run }) {
  const { cards } = inZone(corp.player, zone);
  const there = corp.side === 'self' && zone === 'ice' ? [...ids].reverse() : ids; // the outermost is nearest to the Runner
  return there.map((id, i) => {
    const index = cards.findIndex((card) => (card.id ?? null) === id && id !== null);
    return html`<div class=${classes('slot', run?.ice === id && id !== null && 'is-met')} key=${id ?? `back${i}`}>
      ${index < 0 ? html`<span class=${classes('card is-back card-back-only', `size-${size}`, `of-${corp.side}`)} title="Face down"></span>`
        : html`<${Card} card=${cards[index]} side=${corp.side} zone=${zone} index=${index} size=${size} />`}</div>`;
  });
}

/** Face-down cards that a question is about: nobody but the Corp knows which of the backs they are. */
function Unplaced({ question, corp }) {
  const found = IN_SERVERS.flatMap((zone) => inZone(corp.player, zone).cards.map((card, index) => ({ card, zone, index })))
    .filter(({ card, zone, index }) => card.id === undefined && question.onCard.has(keyOf(card, corp.side, zone, index)));
  if (!found.length) return null;
  return html`<section class="server" aria-label="Face down"><h3>Face down</h3><div class="server-root">${found.map(({ card, zone, index }) =>
    html`<${Card} key=${`${zone}${index}`} card=${card} side=${corp.side} zone=${zone} index=${index} />`)}</div></section>`;
}

export function Servers({ table, corp }) {
  const { servers, run } = table.state.table;
  const names = [...Object.keys(CENTRAL), ...Object.keys(servers).filter((name) => !(name in CENTRAL))];
  return html`<div class=${classes('servers', corp.side === 'self' && 'is-near')} data-testid="servers">
    ${names.map((name) => html`<section key=${name} class=${classes('server', run?.server === name && 'is-run')} data-testid="server-${name}" aria-label=${titleOf(name)}>
      <h3>${titleOf(name)}${run?.server === name && html` <span class="tag tag-turn">run</span>`}</h3>
      <div class="server-root"><${Cards} zone="root" ids=${servers[name]?.content ?? []} corp=${corp} size="field" /></div>
      <div class="server-ice"><${Cards} zone="ice" ids=${servers[name]?.ices ?? []} corp=${corp} size="bar" run=${run} /></div>
    </section>`)}
    <${Unplaced} question=${table.question} corp=${corp} />
  </div>`;
}
