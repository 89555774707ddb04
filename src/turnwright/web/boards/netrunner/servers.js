// The Corp's servers side by side: ice from the outermost to the innermost, then the root. A click on a server runs it.
import { classes, html, useContext } from '../../app/preact.js';
import { SpokenName } from '../../app/spoken-name.js';
import { Card } from '../../table/card.js';
import { playerZone, sidesOf } from '../../table/state-queries.js';
import { TableContext } from '../../table/table-context.js';
import { Counters, LargeCard } from './card-drawing.js';
import { Glyph, glyphOf, iceKind } from './glyphs.js';
import { credits, shortTitle, subtypeText, typeWord } from './words.js';

/** The Corp as {side, player}; undefined before the game is set up. */
export const corpOf = (state) => state.table?.layout && sidesOf(state).find(({ player }) => player.side === 'Corp' && 'ice' in player);

const ADVANCEMENT = (slot) => html`<span class="nr-advanced" title=${`${slot.advancement} advancement ${slot.advancement === 1 ? 'counter' : 'counters'}`}>
  <${Glyph} name="adv" size=${14} /><b>${slot.advancement}${slot.needs ? `/${slot.needs}` : ''}</b></span>`;

/** The marks of subroutines: broken, fired, or still to come. */
const Marks = ({ subs = [] }) => subs.map(({ broken, fired }, i) => html`<i key=${i} class=${classes('nr-sub', broken && 'is-broken', fired && 'is-fired')}
  title=${broken ? 'broken' : fired ? 'resolved' : 'unbroken'}>${broken ? '✕' : fired ? '✓' : '↳'}</i>`);

/** The card of a slot as the state has it: with its face if the viewer may know it. */
function cardOf(slot, zone, corp) {
  const { cards } = playerZone(corp.player, zone);
  return cards[slot.index]?.id === slot.id || cards[slot.index]?.id === undefined ? cards[slot.index] ?? { face_up: false } : cards.find(({ id }) => id === slot.id) ?? { face_up: false };
}

function Ice({ slot, corp, table, isHere, state }) {
  const card = cardOf(slot, 'ice', corp);
  const spec = table.library[card.kind];
  const kind = spec ? iceKind(spec.subtypes) : 'down';
  const isMine = spec && !slot.isRezzed;
  const subs = card.subroutines ?? (spec?.text ?? '').split('\n').filter((line) => line.startsWith('Subroutine:')).map(() => ({}));
  const hosted = (slot.hosted ?? []).map((id) => table.cards.get(id)?.card?.kind).filter(Boolean);
  return html`<div class="nr-slot" data-testid="ice-${slot.id}">
    ${isHere && html`<span class="nr-here"><${Glyph} name="run" size=${13} />${isHere}</span>`}
    ${state && html`<span class="nr-gone">✓ ${state}</span>`}
    <${Card} card=${card} side=${corp.side} zone="ice" index=${slot.index} className=${classes('nr-ice', `ice-${kind}`, isMine && 'is-mine', isHere && 'is-here', state && 'is-passed')}
      draw=${() => html`<span class="nr-outline"></span><span class="nr-fill"></span><span class="nr-in">
        <span class="nr-kind"><${Glyph} name=${spec ? kind : 'ice'} size=${20} /></span>
        <span class="nr-two-lines"><b>${spec ? card.kind : slot.seen ?? 'Unrezzed'}</b><small>${spec ? html`${spec.subtypes?.[0] ?? 'Ice'} <${Marks} subs=${subs} />` : slot.seen ? 'facedown' : 'facedown ice'}${hosted.length > 0 && ` · hosts ${hosted.join(', ')}`}</small></span>
        ${slot.advancement > 0 && ADVANCEMENT(slot)}
        ${spec && (isMine ? html`<span class="nr-number"><b>${slot.rez ?? spec.cost}<${Glyph} name="credit" size=${13} /></b><small>rez</small></span>`
          : html`<span class="nr-number"><b>${card.strength ?? spec.strength}</b><small>str</small></span>`)}</span>`} drawLarge=${() => html`<${LargeCard} card=${card} library=${table.library} />`} /></div>`;
}

function RootCard({ slot, corp, table }) {
  const card = cardOf(slot, 'root', corp);
  const spec = table.library[card.kind];
  const isDown = !slot.isRezzed;
  const title = spec ? card.kind : slot.seen ?? 'Facedown';
  const what = spec ? `${typeWord(spec.type)}${isDown && spec.type !== 'agenda' ? ` · rez ${slot.rez ?? spec.cost}` : spec.points ? ` · worth ${spec.points}` : typeof spec.trash === 'number' ? ` · trash ${spec.trash}` : ''}`
    : slot.seen ? 'you saw it' : 'card, not rezzed';
  return html`<div class="nr-slot" data-testid="root-${slot.id}"><${Card} card=${card} side=${corp.side} zone="root" index=${slot.index} className=${classes('nr-root', isDown && 'is-down')}
    draw=${() => html`<span class="nr-kind"><${Glyph} name=${spec ? glyphOf(spec) : 'ice'} size=${18} /></span>
      <span class="nr-two-lines"><b>${title}</b><small>${what}</small></span>
      ${slot.advancement > 0 && ADVANCEMENT(slot)}<${Counters} counters=${slot.counters} />`} drawLarge=${() => html`<${LargeCard} card=${card} library=${table.library} />`} /></div>`;
}

const PILE_GLYPHS = { archives: 'archive', rd: 'deck', hq: 'hand' };

/** What is below the number of a central pile. */
function pileNote(server, run) {
  if (server.key === 'archives') return server.facedown ? `${server.facedown} facedown` : 'discarded cards';
  if (run?.server === server.key && run.accesses) return `${run.accesses === 1 ? '1 card' : `${run.accesses} cards`} to access`;
  return server.key === 'hq' ? 'cards in hand' : 'cards in the deck';
}

/** What a run would cost, as far as the Runner knows. */
function wayIn(cost) {
  if (!cost) return '';
  const unknown = cost.unknown ? `${cost.unknown === 1 ? 'one ice' : `${cost.unknown} ice`} unknown` : '';
  if (cost.stoppedBy) return `${shortTitle(cost.stoppedBy)} stops you`;
  return [cost.credits ? credits(cost.credits) : unknown ? '' : 'free', cost.damage ? `${cost.damage} damage` : '', unknown].filter(Boolean).join(', ');
}

/** Where in the run a piece of ice is: 'here', 'passed', or ''. */
function placeOf(i, run, server, phase) {
  if (run?.server !== server.key) return '';
  const at = run.place - 1; // index of the ice from the outermost
  if (!run.place) return ['movement', 'success'].includes(phase) ? 'passed' : '';
  if (i === at && ['approach-ice', 'encounter-ice'].includes(phase)) return 'here';
  return i < at && phase !== 'initiation' ? 'passed' : '';
}

/** Shows the cards in Archives. */
function ArchivesButton({ corp, table }) {
  const { openPile, question } = useContext(TableContext);
  const zone = (table.game.zones ?? []).find(({ name }) => name === 'discard') ?? { name: 'discard' };
  const isAble = playerZone(corp.player, 'discard').cards.some((card) => question?.onCard.has(card.id));
  return html`<button type="button" class=${classes('nr-look', isAble && 'is-able')} data-nav data-testid="pile-${corp.side}-discard" onClick=${() => openPile?.({ side: corp.side, zone })}><${Glyph} name="eye" size=${14} /> look<span class="visually-hidden"> at Archives</span></button>`;
}

function Server({ server, table, corp }) {
  const { runView: run } = table.state.table;
  const isRun = run?.server === server.key;
  const choice = table.question.onServer?.get(server.name);
  const isPile = server.count !== undefined;
  const verb = choice ? choice.label : '';
  const content = html`<span class="nr-server-name">${server.name}${isRun && html`<span class="nr-flag">${run.phase === 'success' ? 'breached' : 'under run'}</span>`}
    ${!isRun && choice && html`<span class="nr-flag is-offer">${choice.isTarget ? 'here' : 'run'}</span>`}</span>
    ${isPile && html`<span class="nr-count"><span class="nr-stack"><${Glyph} name=${PILE_GLYPHS[server.key]} size=${20} /></span>
      <span class="nr-two-lines"><b class="nr-big">${server.count}</b><small>${pileNote(server, run)}</small></span></span>`}
    ${choice && !choice.isTarget && server.cost && html`<small class="nr-way">${wayIn(server.cost)}</small>`}`;
  return html`<section class=${classes('nr-server', isRun && 'is-run')} data-testid="server-${server.key}" aria-label=${server.name}>
    <div class="nr-lane">
      ${server.ices.map((slot, i) => {
        const place = placeOf(i, run, server, run?.phase);
        return html`<${Ice} key=${slot.id} slot=${slot} corp=${corp} table=${table}
          isHere=${place === 'here' && (table.state.players.self?.side === 'Runner' ? 'you are here' : 'Runner is here')} state=${place === 'passed' ? 'passed' : ''} />`;
      })}
      ${!server.ices.length && html`<span class="nr-open">no ice: the way is open</span>`}
    </div>
    <div class="nr-base">
      ${choice ? html`<button type="button" class="nr-door" data-nav data-mark="able" data-testid=${choice.testId} disabled=${table.isBusy} onClick=${choice.run}><${SpokenName} name=${[verb, wayIn(!choice.isTarget && server.cost)].filter(Boolean).join(', ')}>${content}<//></button>`
        : html`<div class="nr-door">${content}</div>`}
      ${server.root.map((slot) => html`<${RootCard} key=${slot.id} slot=${slot} corp=${corp} table=${table} />`)}
      ${server.key === 'archives' && server.count > 0 && html`<${ArchivesButton} corp=${corp} table=${table} />`}
      ${!isPile && !server.root.length && html`<small class="muted">empty root</small>`}
    </div>
  </section>`;
}

/** All servers, Archives first, then the remotes by number. With `isLow` there is little space: ice is drawn on one line sooner. */
export function Servers({ table, corp, isLow = false }) {
  const { layout } = table.state.table;
  const fresh = table.question.onServer?.get('New remote');
  const deepest = Math.max(1, ...layout.map(({ ices }) => ices.length));
  return html`<div class=${classes('nr-servers', `of-${corp.side}`, deepest > (isLow ? 2 : 3) && 'is-deep')} data-testid="servers" style=${{ '--columns': layout.length + (fresh ? 1 : 0), '--deepest': deepest }}>
    <span class="nr-rail" aria-hidden="true"><span>outer</span><i></i><span>inner</span></span>
    ${layout.map((server) => html`<${Server} key=${server.key} server=${server} table=${table} corp=${corp} />`)}
    ${fresh && html`<section class="nr-server is-new" aria-label="New remote server"><div class="nr-base"><button type="button" class="nr-door" data-nav data-mark="target" data-testid=${fresh.testId}
      onClick=${fresh.run}><${SpokenName} name=${fresh.label}><span class="nr-server-name">New server<span class="nr-flag is-offer">here</span></span><//></button></div></section>`}
  </div>`;
}
