// The windows of the doors: each draws a position of its game in small, from data. One thing in each moves.
import { html } from '../app/preact.js';

const GLYPHS = {
  flame: 'M12 2c1 4 6 6.5 6 12a6 6 0 0 1-12 0c0-2.5 1.2-4 2.3-5.2C9 11 10 11.5 10.5 12 11 9 10 6 12 2Z',
  leaf: 'M20 3C9 3 4 8 4 15c0 1.5.3 3 .8 4L3 22l1.5.8 1.8-3C14 21 20 15 20 3Zm-4 5c-4 2-7 5.5-9 10',
  wave: 'M2 13c3 0 4-7 10-7 4 0 6 3 6 5s-2 3-3.5 2c0 3 3.5 5 7.5 3v5H2Z',
  fight: 'M20 3l-1 5-8.5 8.5 2 2-1.5 1.5-3-3L4.5 21 3 19.5 7 16l-3-3 1.5-1.5 2 2L16 5Z',
  elite: 'M12 2a9 9 0 0 0-9 9c0 3 1.5 5 3.5 6.3V20a2 2 0 0 0 2 2h7a2 2 0 0 0 2-2v-2.7C19.5 16 21 14 21 11a9 9 0 0 0-9-9ZM8.3 9.5a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Zm7.4 0a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4ZM12 14.5l1.3 2.5h-2.6Z',
  chest: 'M3 10c0-3 2-5 5-5h8c3 0 5 2 5 5v1H3Zm0 2.5h7V15h4v-2.5h7V20H3Z',
  shop: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 3.5L7.5 12l4.5 5.5 4.5-5.5Z',
  heart: 'M12 21C3 14 2 10 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 2-1 6-10 13Z',
  event: 'M9 9a3 3 0 1 1 4.4 2.7c-.9.5-1.4 1-1.4 2.3M12 17.5v.5',
};

/** A glyph of a kind, `size` wide around the point x, y. */
function Glyph({ kind, x, y, size, fill }) {
  const isLine = kind === 'event';
  return html`<path d=${GLYPHS[kind]} fill-rule="evenodd" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})"
    fill=${isLine ? 'none' : fill} stroke=${isLine ? fill : 'none'} stroke-width="3" stroke-linecap="round" />`;
}

// --- Duel ------------------------------------------------------------------------------------------

const DUEL = {
  theirs: { name: 'Ember bot', life: 3400, row: ['set', ['flame', 1700], ['flame', 2600], null, 'set'] },
  yours: { name: 'You', life: 8000, row: [['leaf', 1500], ['wave', 3100], 'set', ['leaf', 900], null] },
  attack: [1, 2],
};
const SIDES = { theirs: { colour: '#f29b72', front: '#2a211f', head: '#452617', y: 18 }, yours: { colour: '#62c8dc', front: '#132a31', head: '#1c4650', y: 116 } };

function DuelCard({ card, side, x, y, isAttacking }) {
  const { colour, front, head } = SIDES[side];
  if (!card) return html`<rect x=${x} y=${y} width="50" height="66" rx="5" fill="none" stroke="#fff" stroke-opacity=".16" stroke-dasharray="3 4" />`;
  if (card === 'set') return html`<rect x=${x} y=${y} width="50" height="66" rx="5" fill=${head} stroke=${colour} stroke-opacity=".7" />
    <path d="M${x + 25} ${y + 20}l13 13-13 13-13-13Z" fill="none" stroke=${colour} stroke-opacity=".7" />`;
  const [kind, attack] = card;
  return html`${isAttacking && html`<rect class="beat" x=${x - 3} y=${y - 3} width="56" height="72" rx="8" fill="none" stroke="#ab98ff" stroke-width="2" />`}
    <rect x=${x} y=${y} width="50" height="66" rx="5" fill=${front} stroke=${colour} /><rect x=${x + 1} y=${y + 1} width="48" height="13" rx="4" fill=${head} />
    <${Glyph} kind=${kind} x=${x + 25} y=${y + 30} size=${24} fill=${colour} />
    <text x=${x + 25} y=${y + 60} text-anchor="middle" font-size="13" font-weight="700" fill="#fff">${attack}</text>`;
}

/** A duel in its battle phase. */
export function DuelMiniature({ position = DUEL }) {
  const { theirs, yours, attack: [from, to] } = position;
  const x = (i) => 200 + 62 * i;
  const row = (side, { row: cards }) => cards.map((card, i) => html`<${DuelCard} key=${i} card=${card} side=${side} x=${x(i)}
    y=${SIDES[side].y - (side === 'yours' && i === from ? 6 : 0)} isAttacking=${side === 'yours' && i === from} />`);
  return html`<svg class="stage" viewBox="0 0 520 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <line x1="0" y1="100" x2="520" y2="100" stroke="#fff" stroke-opacity=".12" />
    <g font-size="12" fill="#c3c5d8"><text x="44" y="36">${theirs.name}</text><text x="44" y="184">${yours.name}</text></g>
    <g font-size="32" font-weight="650" letter-spacing="-1"><text x="43" y="70" fill="#f7b391">${theirs.life.toLocaleString('en')}</text><text x="43" y="162" fill="#7fd6e7">${yours.life.toLocaleString('en')}</text></g>
    ${row('theirs', theirs)}${row('yours', yours)}
    <path class="dash" d="M${x(from) + 25} 106C${x(from) + 28} 96 ${x(to) - 6} 98 ${x(to) + 18} 90" fill="none" stroke="#c9bcff" stroke-width="3" stroke-linecap="round" stroke-dasharray="6 6" />
    <path d="M${x(to) + 14} 84l13 2-8 10Z" fill="#c9bcff" />
    <g transform="translate(44 90)" font-size="11"><rect x="-4" width="142" height="20" rx="10" fill="#1b1d2b" />
      ${[8, 26, 106, 124].map((cx) => html`<circle cx=${cx} cy="10" r="3.5" fill=${cx < 50 ? '#6d7090' : 'none'} stroke="#8a8db0" />`)}
      <rect x="38" y="3" width="54" height="14" rx="7" fill="#ab98ff" /><text x="65" y="14" text-anchor="middle" fill="#17122e" font-weight="650">Battle</text></g>
  </svg>`;
}

// --- Netrunner -------------------------------------------------------------------------------------

const NETRUNNER = {
  servers: [
    { name: 'Archives', ice: [] }, { name: 'R&D', ice: ['Karunā 3', ''], isRun: true }, { name: 'HQ', ice: ['Tithe 1', ''] },
    { name: 'Server 1', ice: ['Palisade 4'] }, { name: 'Server 2', ice: ['', ''], advancements: 3 },
  ],
  steps: ['initiation', 'approach', 'encounter', 'movement', 'success'], step: 'encounter',
};
const STEP_X = [44, 118, 230, 286, 370];

/** A run at its encounter. */
export function NetrunnerMiniature({ position = NETRUNNER }) {
  const x = (i) => 86 + 87 * i;
  return html`<svg class="stage" viewBox="0 0 520 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g stroke="#4fd6ea" stroke-opacity=".08">${Array.from({ length: 32 }, (_, i) => html`<path d="M${i * 18 - 20} 0V200M-20 ${i * 18}H560" />`)}</g>
    ${position.servers.map(({ name, ice, isRun, advancements }, i) => html`<g key=${name} text-anchor="middle">
      <text x=${x(i)} y="27" font-size="12" font-weight=${isRun ? 650 : 400} fill=${isRun ? '#4fd6ea' : '#9fc3cb'}>${name}</text>
      <rect x=${x(i) - 14} y="36" width="28" height="34" rx="3" fill="#10242a" stroke=${isRun ? '#4fd6ea' : '#2b5a66'} />
      ${advancements && Array.from({ length: advancements }, (_, n) => html`<circle cx=${x(i) - 7 + 7 * n} cy="63" r="3" fill="#f0b94b" />`)}
      ${ice.map((title, n) => html`<rect x=${x(i) - 37} y=${80 + 27 * n} width="74" height="20" rx="3" fill=${title ? (isRun ? '#2a1114' : '#10242a') : '#143740'}
        stroke=${isRun && title ? '#ff8a7a' : '#3f7f8d'} stroke-dasharray=${title ? undefined : '4 3'} />
        <text x=${x(i)} y=${94 + 27 * n} font-size="11" fill=${isRun ? '#ffd5cf' : '#c9e6ec'}>${title}</text>`)}
      ${isRun && html`<path class="dash" d="M${x(i)} 150V114" stroke="#4fd6ea" stroke-width="3" stroke-dasharray="6 6" /><circle cx=${x(i)} cy="109" r="4.5" fill="#4fd6ea" /><circle class="beat" cx=${x(i)} cy="109" r="8" fill="none" stroke="#4fd6ea" />`}
    </g>`)}
    <rect x="-60" y="150" width="640" height="50" fill="#0b1418" /><path d="M-60 150H580" stroke="#4fd6ea" stroke-opacity=".4" />
    <g font-size="12" fill="#8fb3bb">${position.steps.map((step, i) => (step === position.step
      ? html`<rect x=${STEP_X[i] - 42} y="165" width="84" height="20" rx="10" fill="#4fd6ea" /><text x=${STEP_X[i]} y="179" text-anchor="middle" font-weight="650" fill="#02181d">${step}</text>`
      : html`<text x=${STEP_X[i]} y="179">${step}</text>`))}</g>
  </svg>`;
}

// --- Spire -----------------------------------------------------------------------------------------

const SPIRE = {
  hp: 62, max: 80, gold: 143, at: 'act 1 · floor 3',
  nodes: [[96, 156, 'fight'], [176, 156, 'fight'], [248, 156, 'fight'], [128, 124, 'event'], [208, 124, 'event'], [96, 92, 'fight'], [168, 92, 'fight'], [236, 92, 'shop'],
    [128, 60, 'elite'], [204, 60, 'flame'], [268, 60, 'chest'], [172, 24, 'elite']],
  edges: [[0, 3], [1, 4], [2, 4], [3, 5], [4, 7], [4, 6], [5, 8], [6, 8], [6, 9], [7, 9], [7, 10], [8, 11], [9, 11], [10, 11]],
  way: [1, 4, 6], next: [8, 9], boss: 11,
};

/** The map of a climb: the way taken is gold, what can be reached is lit. */
export function SpireMiniature({ position = SPIRE }) {
  const { nodes, edges, way, next, boss, hp, max, gold, at } = position;
  const line = ([a, b]) => `M${nodes[a][0]} ${nodes[a][1]}L${nodes[b][0]} ${nodes[b][1]}`;
  const here = way.at(-1);
  const isTaken = ([a, b]) => way.includes(a) && way.includes(b);
  const isOpen = ([a, b]) => a === here && next.includes(b);
  return html`<svg class="stage" viewBox="0 0 344 174" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g fill="none">${edges.map((edge) => html`<path class=${isOpen(edge) ? 'dash' : undefined} d=${line(edge)} stroke=${isTaken(edge) ? '#f0b94b' : isOpen(edge) ? '#ff8c8c' : '#c9a27a'}
      stroke-opacity=${isTaken(edge) || isOpen(edge) ? 1 : .5} stroke-width=${isTaken(edge) ? 3 : isOpen(edge) ? 2.5 : 1.5} stroke-dasharray=${isTaken(edge) ? undefined : isOpen(edge) ? '5 5' : '3 4'} />`)}</g>
    ${nodes.map(([x, y, kind], i) => {
      const size = i === boss ? 19 : i === here ? 14 : next.includes(i) ? 13 : 11;
      const fill = i === here ? '#2b1708' : i === boss ? '#ffd9b0' : next.includes(i) ? '#ffb3b3' : way.includes(i) ? '#f0b94b' : '#a58973';
      return html`<circle cx=${x} cy=${y} r=${size} fill=${i === here ? '#f0b94b' : i === boss ? '#5a1a1e' : next.includes(i) ? '#3a1a1a' : '#241614'} stroke=${next.includes(i) ? '#ff8c8c' : 'none'} stroke-width="2" />
        <${Glyph} kind=${kind} x=${x} y=${y} size=${i === boss ? 28 : size + 5} fill=${fill} />${i === here && html`<circle class="beat" cx=${x} cy=${y} r="18" fill="none" stroke="#f0b94b" />`}`;
    })}
    <${Glyph} kind="heart" x=${27} y=${26} size=${15} fill="#ff7d7d" /><${Glyph} kind="shop" x=${27} y=${48} size=${15} fill="#f0b94b" />
    <g font-size="14" font-weight="650" fill="#ffe9e0"><text x="40" y="31">${hp}<tspan fill="#d1aa9c" font-weight="400">/${max}</tspan></text><text x="40" y="53">${gold}</text></g>
    <text x="326" y="31" font-size="12" fill="#d9b7a5" text-anchor="end">${at}</text>
  </svg>`;
}

// --- the lab and your own games ----------------------------------------------------------------------

const LAB = { chance: 73, low: 71, high: 75, party: [100, 88, 72, 58, 50, 46, 45], foes: [100, 70, 38, 17, 6, 2, 0], spread: [0, 8, 16, 22, 24, 25, 26] };

/** Hit points of two sides by round, and who wins. */
export function LabMiniature({ run = LAB }) {
  const x = (i) => 150 + 29.6 * i;
  const y = (value) => 133 - Math.max(0, Math.min(100, value));
  const path = (values) => `M${values.map((value, i) => `${x(i)} ${y(value)}`).join('L')}`;
  const band = (values, part) => `${path(values.map((value, i) => value + run.spread[i] * part))}L${[...values].reverse().map((value, i) => `${x(values.length - 1 - i)} ${y(value - run.spread[values.length - 1 - i] * part)}`).join('L')}Z`;
  return html`<svg class="stage" viewBox="0 0 344 174" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <g class="lab-lines">${[34, 67, 100, 133].map((at) => html`<path d="M150 ${at}H328" />`)}</g>
    <path class="lab-a" opacity=".18" d=${band(run.party, 1)} /><path class="lab-a" opacity=".3" d=${band(run.party, .5)} /><path class="lab-b" opacity=".18" d=${band(run.foes, .8)} />
    <path class="lab-line-a" d=${path(run.party)} /><path class="lab-line-b" d=${path(run.foes)} />
    <text class="lab-a" x="18" y="78" font-size="44" font-weight="700" letter-spacing="-2">${run.chance}<tspan font-size="24" dx="3">%</tspan></text>
    <g class="lab-text" font-size="12"><text x="20" y="100">the party wins</text><text x="20" y="117">${run.low} to ${run.high}</text><text x="20" y="151">hit points by round</text>
      ${[1, 2, 3, 4, 5].map((round) => html`<text x=${x(round)} y="151" text-anchor="middle">${round}</text>`)}</g>
    <text class="lab-a" x="326" y="52" font-size="12" font-weight="600" text-anchor="end">party</text><text class="lab-b" x="206" y="128" font-size="12" font-weight="600" text-anchor="end">goblins</text>
  </svg>`;
}

const FLOW = { places: [['setup', 24], ['turn', 124], ['result', 240]] };

/** The flow of a game as its author sees it, with the phases of the chosen game. */
export function OwnMiniature({ title, phases }) {
  const names = phases?.length ? phases.slice(0, 4) : FLOW.places.map(([name]) => name);
  const width = Math.min(92, (312 - 16 * (names.length + 1)) / names.length);
  const x = (i) => 16 + 16 + (312 - 32 - width) / Math.max(1, names.length - 1) * i;
  const lit = Math.min(1, names.length - 1);
  return html`<svg class="stage" viewBox="0 0 344 174" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect class="own-sheet" x="16" y="40" width="312" height="118" rx="8" />
    <g class="own-text" font-size="12"><text x="18" y="29">${title}</text><text x="28" y="60">turn</text></g>
    <path class="own-way" d="M${x(names.length - 1) + width / 2} 118C${x(names.length - 1)} 156 ${x(0) + width} 156 ${x(0) + width / 2} 124" /><path class="own-head" d="M${x(0) + width / 2 - 4} 126l4-8 4 8Z" />
    ${names.map((name, i) => html`<g key=${name} text-anchor="middle" font-size="12" font-weight="600">
      ${i > 0 && html`<path class="own-way" d="M${x(i - 1) + width} 98H${x(i) - 6}" /><path class="own-head" d="M${x(i) - 8} 94l8 4-8 4Z" />`}
      <rect class=${i === lit ? 'own-lit' : 'own-place'} x=${x(i)} y="80" width=${width} height="36" rx="6" /><text class="own-name" x=${x(i) + width / 2} y="102">${name}</text>
      ${i === lit && html`<rect class="own-lit-edge beat" x=${x(i) - 4} y="76" width=${width + 8} height="44" rx="9" />`}</g>`)}
  </svg>`;
}

/** The workbench: a table with its panels around it, and the record below with a branch. */
export function WorkbenchMiniature() {
  const x = (i) => 22 + 17 * i;
  return html`<svg class="stage" viewBox="0 0 188 84" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect class="own-sheet" x="8" y="8" width="38" height="46" rx="3" /><rect class="own-place" x="52" y="8" width="84" height="46" rx="3" /><rect class="own-sheet" x="142" y="8" width="38" height="46" rx="3" />
    <path class="own-way" d="M13 16h20M17 24h22M17 32h16M13 40h24M17 48h14M149 20h24M149 30h16M149 40h20" /><rect class="own-lit" x="14" y="28" width="27" height="8" rx="2" />
    <path class="own-way" d="M80 12v38M108 12v38M60 25h68M60 38h68" />
    <path class="own-way" d="M${x(0)} 68H${x(9)}M${x(4)} 68C${x(4) + 8} 78 ${x(5)} 78 ${x(5)} 78H${x(7)}" />
    ${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => html`<circle class=${i === 4 ? 'own-lit' : 'own-place'} cx=${x(i)} cy="68" r=${i === 4 ? 5 : 4} />`)}<circle class="own-place" cx=${x(6)} cy="78" r="4" /></svg>`;
}
