// The map of an act as a graph: from the bottom to the boss, with the way taken and the rooms that are open now.
import { classes, html, useLayoutEffect, useRef, useState } from '../../app/preact.js';
import { plural } from '../../app/text.js';
import { Tower } from './backdrop.js';
import { Glyph, GlyphAt } from './glyphs.js';
import { ROOM_SYMBOLS, ROOMS } from './looks.js';

const STEP_X = 88;
const STEP_Y = 46;
const MARGIN = { left: 84, top: 124, bottom: 34 };
const BOSS_COLUMN = 3;
const NODE = 15;
const SHAPES = {
  round: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`,
  diamond: (r) => `M0 ${-r * 1.25}L${r * 1.25} 0L0 ${r * 1.25}L${-r * 1.25} 0z`,
  triangle: (r) => `M0 ${-r * 1.3}L${r * 1.25} ${r * 0.9}H${-r * 1.25}z`,
  hexagon: (r) => `M${-r * 1.2} 0L${-r * 0.6} ${-r}H${r * 0.6}L${r * 1.2} 0L${r * 0.6} ${r}H${-r * 0.6}z`,
  star: (r) => `M${[...Array(16)].map((_, i) => {
    const [a, d] = [(i * Math.PI) / 8, i % 2 ? r * 0.95 : r * 1.35];
    return `${(d * Math.sin(a)).toFixed(1)} ${(-d * Math.cos(a)).toFixed(1)}`;
  }).join('L')}z`,
};

const keyOf = (x, y) => `${x},${y}`;
const wobble = (x, y) => [((x * 37 + y * 61) % 17) - 8, ((x * 53 + y * 29) % 11) - 5]; // so that it looks drawn by hand

/** The positions and edges of a map for drawing. */
function layoutOf(map) {
  const height = MARGIN.top + (map.rows - 1) * STEP_Y + MARGIN.bottom;
  const place = (x, y) => {
    const [dx, dy] = wobble(x, y);
    return [MARGIN.left + x * STEP_X + dx, height - MARGIN.bottom - y * STEP_Y + dy];
  };
  const boss = [MARGIN.left + BOSS_COLUMN * STEP_X, 58];
  const edges = map.nodes.flatMap(([x, y, , tos]) => tos.map((to) => ({
    from: [x, y], to: y + 1 < map.rows ? [to, y + 1] : null, a: place(x, y), b: y + 1 < map.rows ? place(to, y + 1) : boss,
  })));
  return { height, width: MARGIN.left + 6 * STEP_X + 60, place, boss, edges };
}

/** The keys of the rooms that can still be reached. */
function reachableFrom(map) {
  const byKey = new Map(map.nodes.map((node) => [keyOf(node[0], node[1]), node]));
  const [x, y] = map.here;
  const first = map.next.length ? map.next.map((to) => keyOf(to, y + 1))
    : y < 0 ? map.nodes.filter((node) => node[1] === 0).map((node) => keyOf(node[0], 0)) : (byKey.get(keyOf(x, y))?.[3] ?? []).map((to) => keyOf(to, y + 1));
  const found = new Set();
  const open = [...first];
  while (open.length) {
    const key = open.pop();
    if (found.has(key) || !byKey.has(key)) continue;
    found.add(key);
    const [, row, , tos] = byKey.get(key);
    if (row + 1 < map.rows) open.push(...tos.map((to) => keyOf(to, row + 1)));
  }
  return found;
}

/** The most rooms of a kind on one way from a room to the boss, without that room. */
function mostAhead(map, x, y, symbol) {
  const byKey = new Map(map.nodes.map((node) => [keyOf(node[0], node[1]), node]));
  const known = new Map();
  const count = (at, row) => {
    const key = keyOf(at, row);
    if (!known.has(key)) {
      const [, , , tos = []] = byKey.get(key) ?? [];
      const after = row + 1 < map.rows ? tos : [];
      known.set(key, Math.max(0, ...after.map((to) => (byKey.get(keyOf(to, row + 1))?.[2] === symbol ? 1 : 0) + count(to, row + 1))));
    }
    return known.get(key);
  };
  return count(x, y);
}

function Node({ symbol, x, y, at: [cx, cy], state, isBurning, move, number, isHere, look }) {
  const room = ROOMS[symbol] ?? ROOMS['?'];
  const size = state === 'next' ? NODE * 1.35 : NODE;
  const label = `${isBurning ? 'Burning elite' : room.name}, row ${y + 1}${state === 'next' ? `, open now, key ${number}` : isHere ? ', you are here' : state === 'done' ? ', visited' : ''}`;
  const props = move ? { role: 'button', tabIndex: 0, 'data-nav': true, 'data-key': number, onClick: move.run,
    onKeyDown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); move.run(); } } } : { role: 'img' };
  return html`<g class=${classes('sp-node', `is-${state}`, isHere && 'is-here', isBurning && 'is-burning')} transform="translate(${cx} ${cy})" aria-label=${label}
      data-testid="map-node-${x}-${y}" data-symbol=${symbol} onPointerEnter=${look} onFocus=${look} ...${props}>
    ${state === 'next' && html`<circle class="sp-halo" r=${size * 2} />`}
    ${isHere && html`<circle class="sp-here" r=${size + 6} />`}
    <path class="sp-node-shape" d=${SHAPES[room.shape](size)} />
    <g class="sp-node-glyph"><${GlyphAt} name=${isBurning ? 'flame' : room.glyph} x=${0} y=${symbol === 'R' ? 3 : 0} size=${size * 1.25} /></g>
    ${isHere && html`<g transform="translate(${-size - 34} 0)" aria-hidden="true"><rect class="sp-you" x="-21" y="-12" width="42" height="24" rx="12" /><path class="sp-you" d="M19 -5l9 5-9 5z" /><text class="sp-you-text" text-anchor="middle" y="5">You</text></g>`}
    ${number && html`<g transform="translate(${size + 14} 0)" aria-hidden="true"><rect class="sp-node-key" x="-9" y="-10" width="18" height="20" rx="4" /><text class="sp-node-number" text-anchor="middle" y="5">${number}</text></g>`}
  </g>`;
}

/** The drawn map. `moves` has the moves by column if a room can be chosen now. */
export function MapGraph({ map, visits, moves, look = () => {} }) {
  const ref = useRef(null);
  const { height, width, place, boss, edges } = layoutOf(map);
  const way = visits.filter((one) => one.act === map.act && one.y >= 0);
  const done = new Set(way.map(({ x, y }) => keyOf(x, y)));
  const reachable = reachableFrom(map);
  const [hx, hy] = map.here;
  const isBossNext = moves.length > 0 && hy + 1 >= map.rows;
  const state = (x, y) => (moves.some(({ x: to }) => to === x) && y === hy + 1 ? 'next' : done.has(keyOf(x, y)) || (x === hx && y === hy) ? 'done' : reachable.has(keyOf(x, y)) ? 'open' : 'past');
  const edgeState = ({ from, to }) => {
    const a = keyOf(...from);
    if (to && done.has(a) && done.has(keyOf(...to))) return 'went';
    if (from[0] === hx && from[1] === hy && (to ? state(...to) === 'next' : isBossNext)) return 'way';
    return reachable.has(a) || (from[0] === hx && from[1] === hy) ? 'open' : 'past';
  };
  useLayoutEffect(() => { // the rooms that are open now must be in view, also after the window was turned
    const center = () => {
      const frame = ref.current?.closest('.sp-map-scroll');
      const next = [...ref.current?.querySelectorAll('.sp-node.is-next, .sp-boss.is-next') ?? []];
      const boxes = (next.length ? next : [...ref.current?.querySelectorAll('.is-here') ?? []]).map((one) => one.getBoundingClientRect());
      if (frame && boxes.length) {
        const room = frame.getBoundingClientRect();
        const middle = (low, high) => (Math.min(...boxes.map((box) => box[low])) + Math.max(...boxes.map((box) => box[high]))) / 2;
        frame.scrollTop += middle('top', 'bottom') - room.top - frame.clientHeight / 2;
        frame.scrollLeft += middle('left', 'right') - room.left - frame.clientWidth / 2;
      }
    };
    center();
    addEventListener('resize', center);
    return () => removeEventListener('resize', center);
  }, [map.act, hx, hy]);
  const bossMove = isBossNext ? moves[0] : null;
  const bossProps = bossMove ? { role: 'button', tabIndex: 0, 'data-nav': true, 'data-key': '1', onClick: bossMove.run,
    onKeyDown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); bossMove.run(); } } } : { role: 'img' };
  return html`<svg ref=${ref} class="sp-map-graph" viewBox="0 0 ${width} ${height}" role="group" aria-label="Map of act ${map.act}" data-testid="map-graph">
    ${[...Array(map.rows)].map((_, y) => html`<g key=${y} aria-hidden="true" class=${classes('sp-row', y === hy + 1 && 'is-next')}>
      <text x="30" y=${height - MARGIN.bottom - y * STEP_Y + 5} text-anchor="end">${y + 1}</text><path d="M38 ${height - MARGIN.bottom - y * STEP_Y}h12" /></g>`)}
    ${edges.map((edge) => html`<path class="sp-edge is-${edgeState(edge)}" d="M${edge.a[0]} ${edge.a[1]}L${edge.b[0]} ${edge.b[1]}" />`)}
    <g class=${classes('sp-boss', bossMove && 'is-next')} transform="translate(${boss[0]} ${boss[1]})" data-testid="map-boss" aria-label="${map.boss}, boss of act ${map.act}${bossMove ? ', open now, key 1' : ''}" ...${bossProps}>
      <path class="sp-boss-shape" d=${SHAPES.star(34)} /><circle class="sp-boss-ring" r="28" /><g class="sp-boss-glyph"><${GlyphAt} name="crown" x=${0} y=${0} size=${34} /></g>
      <text class="sp-boss-name" x="58" y="0">${map.boss}</text><text class="sp-boss-note" x="58" y="18">Boss of act ${map.act}</text></g>
    ${map.nodes.map(([x, y, symbol]) => {
      const found = y === hy + 1 && !isBossNext ? moves.findIndex(({ x: to }) => to === x) : -1;
      return html`<${Node} key=${keyOf(x, y)} symbol=${symbol} x=${x} y=${y} at=${place(x, y)} state=${state(x, y)} isHere=${x === hx && y === hy}
        isBurning=${map.burning?.[0] === x && map.burning?.[1] === y} look=${() => look([x, y])} move=${found >= 0 ? moves[found] : null} number=${found >= 0 ? String(found + 1) : ''} />`;
    })}
  </svg>`;
}

/** A room's sign, outside of the map. */
export function RoomSign({ symbol }) {
  const room = ROOMS[symbol];
  return html`<svg class="sp-sign" viewBox="-24 -24 48 48" aria-hidden="true">${room
    ? html`<path class="sp-node-shape" d=${SHAPES[room.shape](16)} /><g class="sp-node-glyph"><${GlyphAt} name=${room.glyph} x=${0} y=${symbol === 'R' ? 3 : 0} size=${20} /></g>`
    : html`<path class="sp-boss-shape" d=${SHAPES.star(16)} /><g class="sp-boss-glyph"><${GlyphAt} name="crown" x=${0} y=${0} size=${18} /></g>`}</svg>`;
}

function Legend({ map }) {
  const reachable = reachableFrom(map);
  const count = (symbol) => map.nodes.filter(([x, y, one]) => one === symbol && reachable.has(keyOf(x, y))).length;
  return html`<section class="sp-panel sp-legend" aria-label="Legend"><h2>Act ${map.act}</h2><p class="muted">How many of each you can still reach</p>
    <ul>${Object.entries(ROOMS).map(([symbol, room]) => html`<li key=${symbol}><${RoomSign} symbol=${symbol} /><span><b>${room.name}</b><small>${room.note}</small></span><b>${count(symbol)}</b></li>`)}
      <li><${RoomSign} symbol="B" /><span><b>Boss</b><small>end of the act</small></span><b>1</b></li></ul>
    <ul class="sp-lines"><li><i class="is-went"></i>the way you took</li><li><i class="is-way"></i>open to you now</li><li><i></i>further on</li></ul></section>`;
}

/** The hit points after each floor as a line. */
export function ClimbChart({ visits, max }) {
  if (visits.length < 2) return null;
  const shown = visits.slice(-12);
  const x = (i) => 16 + (i * 228) / (shown.length - 1);
  const y = (hp) => 62 - (48 * hp) / max;
  return html`<svg class="sp-chart" viewBox="0 0 260 96" role="img" aria-label=${`Hit points after each floor: ${shown.map(({ floor, hp }) => `floor ${floor} ${hp}`).join(', ')}`}>
    <path class="sp-chart-top" d="M10 ${y(max)}H250" /><path class="sp-chart-line" d="M${shown.map(({ hp }, i) => `${x(i)} ${y(hp)}`).join('L')}" />
    ${shown.map(({ floor, hp }, i) => html`<g key=${floor}><circle cx=${x(i)} cy=${y(hp)} r="4" /><text x=${x(i)} y=${y(hp) + 17} text-anchor="middle" class="is-value">${hp}</text><text x=${x(i)} y="92" text-anchor="middle">${floor}</text></g>`)}
  </svg>`;
}

/** What waits in a room, and what lies behind it. */
function LookingAt({ scene, at: [x, y], move }) {
  const { map } = scene;
  const symbol = map.nodes.find((node) => node[0] === x && node[1] === y)?.[2];
  const room = ROOMS[symbol];
  if (!room) return null;
  const isBurning = map.burning?.[0] === x && map.burning?.[1] === y;
  const [rests, shops] = [mostAhead(map, x, y, 'R'), mostAhead(map, x, y, '$')];
  return html`<section class="sp-panel sp-looking" aria-label="Looking at" data-testid="looking-at"><p class="sp-eyebrow">Looking at</p>
    <h2>${isBurning ? 'Burning elite' : room.name}, row ${y + 1}</h2><p>${isBurning ? 'An elite that is stronger than others of its kind.' : room.about}</p>
    <ul class="sp-facts"><li><${Glyph} name="chest" />${isBurning ? 'The emerald key, a relic, a card' : room.gives}</li>
      ${move && html`<li><${Glyph} name="heart" /><span>You go in with <b>${scene.hp} of ${scene.max_hp}</b> hp</span></li>`}
      <li><${Glyph} name="camp" /><span>Then up to <b>${plural(rests, 'rest')}</b>, <b>${shops ? plural(shops, 'merchant') : 'no merchant'}</b></span></li></ul>
    ${move && html`<button type="button" class="sp-button is-primary" data-nav data-testid="climb-on" onClick=${move.run}>Go there</button>`}</section>`;
}

/** The map with legend, the climb so far, and the choice of the next room. */
export function MapScene({ scene, moves, onClose }) {
  const { map, visits } = scene;
  if (!map) return null;
  const open = moves.of('MAP').map(({ option, run }) => ({ x: option.payload.x, label: option.label, run })).sort((a, b) => a.x - b.x);
  const [, hy] = map.here;
  const isBoss = hy + 1 >= map.rows;
  const [looked, setLooked] = useState(null);
  const at = looked ?? (open.length && !isBoss ? [open[0].x, hy + 1] : null);
  const moveAt = at && at[1] === hy + 1 ? open.find(({ x }) => x === at[0]) : null;
  useLayoutEffect(() => setLooked(null), [map.act, map.here.join()]);
  const symbolAt = (x) => map.nodes.find((node) => node[0] === x && node[1] === hy + 1)?.[2];
  return html`<section class="sp-map" aria-label="Map" data-testid="map-scene"><${Tower} />
    <div class="sp-map-side is-left"><${Legend} map=${map} />
      ${visits.length > 1 && html`<section class="sp-panel" aria-label="The climb so far"><h2>The climb so far</h2><p class="muted">Hit points after each floor</p><${ClimbChart} visits=${visits} max=${scene.max_hp} /></section>`}</div>
    <div class="sp-map-scroll" tabIndex=${0} role="region" aria-label="Drawn map"><${MapGraph} map=${map} visits=${visits} moves=${open} look=${setLooked} /></div>
    <div class="sp-map-side is-right"><section class="sp-panel" aria-label="Where next?">
      <h2>${open.length ? 'Where next?' : 'The map'}</h2>
      <p class="muted">${open.length ? `Pick a lit room, or a row here.` : moves.isWatching ? 'The lit line is the way taken so far.' : 'You can choose a way when this room is done.'}</p>
      <div class="sp-ways">${open.map(({ x, run }, i) => {
        const symbol = isBoss ? 'B' : symbolAt(x);
        const room = ROOMS[symbol] ?? { name: map.boss, note: `boss of act ${map.act}` };
        return html`<button type="button" key=${x} class="sp-way" data-nav data-testid="way-${x}" data-key=${onClose ? undefined : String(i + 1)} onClick=${run} onPointerEnter=${() => setLooked(isBoss ? null : [x, hy + 1])} onFocus=${() => setLooked(isBoss ? null : [x, hy + 1])}><${RoomSign} symbol=${symbol} />
          <span><b>${map.burning?.[0] === x && map.burning?.[1] === hy + 1 ? 'Burning elite' : room.name}</b><small>${room.note}</small></span><kbd aria-hidden="true">${i + 1}</kbd></button>`;
      })}</div>
      ${onClose && html`<button type="button" class="sp-button" data-nav data-testid="panel-close" onClick=${onClose}>Back <kbd aria-hidden="true">Esc</kbd></button>`}
      <ul class="sp-facts"><li><${Glyph} name="heart" />${scene.hp} of ${scene.max_hp} hp</li><li><${Glyph} name="coin" />${scene.gold} gold</li></ul>
    </section>${at && html`<${LookingAt} scene=${scene} at=${at} move=${moveAt} />`}</div></section>`;
}

/** The symbol of a visited floor. */
export const symbolOf = ({ room }) => ROOM_SYMBOLS[room] ?? '?';
