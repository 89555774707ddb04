// The board of Netrunner from the viewer's side: their own cards are below, the servers between the players.
import { classes, html, useEffect, useState } from '../../app/preact.js';
import { sidesOf } from '../../table/state-queries.js';
import { GenericBoard } from '../generic/board.js';
import { AutomationBar } from './automation.js';
import { useRunEffects } from './effects.js';
import { HiddenHand, OwnHand, PileChip, Rig } from './rig.js';
import { RunBand } from './run-band.js';
import { SeatStrip } from './seat-strip.js';
import { corpOf, Servers } from './servers.js';

export { refineQuestion } from './question.js';
export { AutomationBar as Controls };
/** Style sheets beside this module. */
export const styles = ['netrunner.css'];

/** Who owes what while the viewer waits, in a sentence such as "Corp rezzes the approached ice or passes."; otherwise empty. */
export const dutyOf = ({ state, match }) => (state.result || state.acting?.includes(match?.youAre) ? '' : state.table?.owes?.sentence ?? '');

/** Why a click on a card does nothing, and what can be done about it; empty if the server knows it. */
export function reasonFor({ state, library, cards }, key, side) {
  const { card, zone: { name } = {} } = cards.get(key) ?? {};
  if (side === 'self') return name === 'program' && library[card.kind]?.subtypes?.includes('Icebreaker') && !state.table?.encounter ? 'Icebreakers are used while you encounter ice.' : '';
  const [, zone, place] = /(ice|root)[^\d]*(\d+)$/.exec(key) ?? []; // a hidden card has its place as its key
  const has = (slots, name) => slots.some(({ id, index }) => String(id) === String(key) || (zone === name && index === Number(place)));
  const server = (state.table?.layout ?? []).find(({ ices, root }) => has(ices, 'ice') || has(root, 'root'));
  if (server) return has(server.ices, 'ice') ? `This ice is the Corp's and protects ${server.name}. Run ${server.name} to meet it.` : `This card is the Corp's. Run ${server.name} to access it.`;
  return state.players.self?.side === 'Corp' ? "This card is the Runner's. You can trash only resources, and only while the Runner is tagged." : '';
}

/** Turn, whose turn it is, and the part of it. */
function TurnLine({ table }) {
  const { state } = table;
  const game = state.table;
  const active = sidesOf(state).map(({ player }) => player).find(({ side }) => side === (game.active === 0 ? 'Corp' : 'Runner'));
  const isMine = active && active.id === table.match?.youAre;
  const part = game.run ? 'run' : game.turn_over ? 'between turns' : game.phase_12 !== null ? 'start of the turn' : 'actions';
  return html`<p class="nr-turn" data-testid="track"><span>Turn <b data-testid="turn-counter">${Math.max(1, game.turn)}</b></span> <b class=${isMine ? 'is-yours' : 'is-theirs'} data-testid="whose-turn">${isMine ? 'your turn' : `${active?.side ?? 'nobody'}'s turn`}</b> <span class="muted">${part}</span></p>`;
}

const TABS = { Runner: [['hand', 'Grip'], ['rig', 'Rig']], Corp: [['hand', 'HQ'], ['rig', 'Rig']] };

/** On a phone the hand and the rig share one place. */
function Tabs({ side, tab, setTab, counts }) {
  return html`<div class="nr-tabs" role="tablist" aria-label="Cards">${(TABS[side] ?? TABS.Corp).map(([name, label]) => html`<button type="button" role="tab" key=${name} data-testid="tab-${name}"
    aria-selected=${tab === name} onClick=${() => setTab(name)}>${label} ${counts[name]}</button>`)}</div>`;
}

const SHORT = 820; // pixels; in a lower window the cards are drawn on one line during runs

const NARROW = 1100; // pixels; here the rig and the hand do not fit beside each other
const PHONE = 760;
const HIGH = 1000; // from here on, a run with much ice leaves room for whole cards
const LOG_WIDTH = 330;
const CARD_WIDTH = 96; // of the narrowest card whose name can be read

/**
 * Whether the window is too low for whole cards beside a run, and too small for a rig of whole cards; and how many
 * whole cards fit in a row beside the log.
 */
function useWindowSize() {
  const measure = () => ({
    isShort: innerHeight < SHORT && innerWidth > PHONE, isTight: innerHeight < SHORT && innerWidth > PHONE && innerWidth <= NARROW,
    isHigh: innerHeight >= HIGH, inRow: innerWidth > PHONE ? Math.floor((innerWidth - LOG_WIDTH) / CARD_WIDTH) : Infinity,
  });
  const [size, setSize] = useState(measure);
  useEffect(() => {
    const onResize = () => setSize(measure());
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return size;
}

const rigSize = (player) => ['program', 'hardware', 'resource'].reduce((sum, zone) => sum + (player?.[`${zone}Count`] ?? 0), 0);

/** The board: the servers are between both sides, the run is below (or for the Corp, above) them. */
export function Board({ table }) {
  const [tab, setTab] = useState('hand');
  const { isShort, isTight, isHigh, inRow } = useWindowSize();
  useRunEffects(table);
  const corp = corpOf(table.state);
  if (!corp) return html`<${GenericBoard} table=${table} />`;
  const sides = sidesOf(table.state);
  const mine = sides.find(({ side }) => side === 'self');
  const theirs = sides.find(({ side }) => side !== 'self');
  const runner = sides.find(({ player }) => player.side === 'Runner');
  const isCorp = mine.player.side === 'Corp';
  const run = table.state.table.runView;
  const isAccess = Boolean(run?.access);
  const isDeep = table.state.table.layout.some(({ ices }) => ices.length > 2);
  const isSmall = isAccess || (Boolean(run) && (isShort || (isDeep && !isHigh)));
  const isFull = rigSize(runner.player) + mine.player.handCount > inRow;
  const own = table.match?.youAre === mine.player.id || Array.isArray(mine.player.hand);
  const strip = (seat) => html`<${SeatStrip} player=${seat.player} side=${seat.side} table=${table}>${seat.player.side === 'Corp' && html`<${TurnLine} table=${table} />`}
    <span class="nr-piles">${['scored', ...(seat.player.side === 'Runner' ? ['discard'] : []), 'rfg'].map((zone) => html`<${PileChip} key=${zone} player=${seat.player} side=${seat.side} zone=${zone} table=${table} />`)}</span><//>`;
  const servers = html`<${Servers} table=${table} corp=${corp} isLow=${isAccess && !isHigh} />`;
  const band = html`<${RunBand} table=${table} />`;
  const rig = html`<div class="nr-rig">${html`<${Rig} player=${runner.player} side=${runner.side} table=${table} isSmall=${isCorp || isSmall || isTight || isFull} />`}</div>`;
  return html`<div class=${classes('nr-board', isCorp ? 'is-corp' : 'is-runner', run && 'is-run', isSmall && 'is-small', `shows-${tab}`)} data-testid="board">
    ${strip(theirs)}
    ${isCorp && html`<div class="nr-their-rig">${rig}<${HiddenHand} player=${theirs.player} side=${theirs.side} /></div>`}
    ${isCorp ? html`${band}${servers}` : html`${servers}${band}`}
    <div class="nr-mine">
      <${Tabs} side=${mine.player.side} tab=${tab} setTab=${setTab} counts=${{ hand: mine.player.handCount, rig: `${rigSize(runner.player)} · ${runner.player.memoryTotal - runner.player.memory} of ${runner.player.memoryTotal} MU` }} />
      ${!isCorp && rig}
      ${own ? html`<${OwnHand} player=${mine.player} table=${table} isSmall=${isSmall} />` : html`<${HiddenHand} player=${mine.player} side="self" />`}
    </div>
    ${strip(mine)}
  </div>`;
}
