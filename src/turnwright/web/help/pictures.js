// Small drawings for the rules, by game and section. They use the colours of the theme.
import { html } from '../app/preact.js';

const svg = (width, height, label, body) => html`<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>${body}</svg>`;
const text = (x, y, content, kind = '') => html`<text x=${x} y=${y} class="pic-text ${kind}">${content}</text>`;
const card = (x, y, kind = '', top = '', bottom = '') => html`<g transform="translate(${x} ${y})"><rect width="36" height="50" rx="4" class="pic-card ${kind}" />
  ${top && text(18, 22, top, 'is-strong')}${bottom && text(18, 40, bottom)}</g>`;
const back = (x, y) => html`<g transform="translate(${x} ${y})"><rect width="36" height="50" rx="4" class="pic-card is-back" /><path d="M8 12 L28 38 M28 12 L8 38" class="pic-line" /></g>`;
const sideways = (x, y, kind = '', top = '') => html`<g transform="translate(${x} ${y})"><rect width="50" height="36" rx="4" class="pic-card ${kind}" />${top && text(25, 23, top, 'is-strong')}</g>`;
const arrow = (x1, y1, x2, y2, kind = '') => {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn) => `${x2 - 8 * Math.cos(angle + turn)} ${y2 - 8 * Math.sin(angle + turn)}`;
  return html`<path class="pic-arrow ${kind}" d="M${x1} ${y1} L${x2} ${y2} M${wing(0.5)} L${x2} ${y2} L${wing(-0.5)}" />`;
};
const heart = (x, y) => html`<path transform="translate(${x} ${y})" class="pic-danger" d="M8 14 C-4 6 0 -2 5 0 C7 1 8 3 8 4 C8 3 9 1 11 0 C16 -2 20 6 8 14 Z" />`;
const track = (labels, label, now = -1) => {
  const width = 76;
  return svg(labels.length * width + 4, 34, label, labels.map((name, i) => html`<g transform="translate(${2 + i * width} 2)">
    <path class="pic-step ${i === now ? 'is-now' : ''}" d="M0 0 H66 L74 15 L66 30 H0 L8 15 Z" />${text(38, 19, name, i === now ? 'is-on-accent' : '')}</g>`));
};
const circle = (x, y, kind = '') => html`<circle cx=${x} cy=${y} r="9" class="pic-node ${kind}" />`;

const duel = {
  Goal: () => svg(300, 60, 'Two players with 8,000 life points each', html`${heart(40, 12)}${text(48, 48, '8,000')}${arrow(90, 24, 210, 24)}${arrow(210, 36, 90, 36, 'is-theirs')}${heart(244, 12)}${text(252, 48, '8,000')}`),
  'Your turn': () => track(['Draw', 'Main', 'Battle', 'Main 2', 'End'], 'A turn: draw, main, battle, main 2, end', 1),
  Monsters: () => svg(300, 74, 'One tribute for level 5 and 6, two for level 7', html`${card(10, 4, 'is-yours', 'L4')}${text(28, 68, 'free')}
    ${card(96, 4, 'is-gone', 'L3')}${arrow(136, 29, 154, 29)}${card(158, 4, 'is-yours', 'L5')}${text(146, 68, 'one tribute')}${sideways(226, 12, 'is-back')}${text(252, 68, 'set')}`),
  Battle: () => svg(300, 70, 'An attack of 1700 against 1400: the lower one is destroyed, 300 life points are lost', html`${card(40, 4, 'is-yours', '1700')}${arrow(84, 29, 168, 29)}${card(176, 4, 'is-gone', '1400')}${text(126, 20, '')}${text(252, 26, '−300')}${heart(244, 32)}`),
  'Spells, traps and chains': () => svg(300, 66, 'A chain: the last one takes effect first', html`${card(30, 4, '', '1')}${arrow(70, 20, 96, 20)}${card(100, 4, '', '2')}${arrow(140, 20, 166, 20)}${card(170, 4, 'is-yours', '3')}${arrow(206, 44, 66, 60, 'is-theirs')}${text(254, 34, '3, 2, 1')}`),
};
const netrunner = {
  'Two sides': () => svg(300, 70, 'The Runner on one side, a server behind ice on the other', html`${circle(30, 34, 'is-yours')}${text(30, 62, 'Runner')}${arrow(46, 34, 118, 34)}
    <rect x="126" y="10" width="16" height="48" rx="3" class="pic-card is-theirs" />${text(134, 70, 'ice')}${arrow(148, 34, 206, 34)}${back(214, 8)}${text(232, 70, 'agenda')}`),
  'Clicks and credits': () => svg(300, 40, 'Four clicks: credit, draw, install, run', html`${[0, 1, 2, 3].map((i) => circle(40 + i * 72, 14, i < 3 ? '' : 'is-yours'))}${text(40, 36, 'credit')}${text(112, 36, 'draw')}${text(184, 36, 'install')}${text(256, 36, 'run')}`),
  Servers: () => svg(300, 96, 'HQ, R&D, Archives and a remote server, with ice above them', html`${[0, 1, 2, 3].map((i) => html`${sideways(14 + i * 72, 4, i === 1 ? '' : 'is-back')}${back(21 + i * 72, 42)}`)}
    `),
  'A run': () => track(['Start', 'Approach', 'Encounter', 'Move', 'Success'], 'A run: start, approach, encounter, move, success', 2),
  Scoring: () => svg(300, 62, 'Advance an agenda with counters, then score it', html`${back(30, 4)}${arrow(74, 29, 100, 29)}${back(106, 4)}${circle(124, 29, 'is-yours')}${arrow(148, 29, 174, 29)}${back(180, 4)}${circle(190, 22, 'is-yours')}${circle(206, 38, 'is-yours')}${arrow(222, 29, 248, 29)}${card(254, 4, 'is-yours', '2')}`),
};
const spire = {
  Goal: () => svg(300, 50, 'Three acts, each with a boss', html`${[0, 1, 2].map((i) => html`<path class="pic-step ${i === 2 ? 'is-now' : ''}" d="M${20 + i * 94} 44 L${62 + i * 94} 6 L${104 + i * 94} 44 Z" />${text(62 + i * 94, 38, `Act ${i + 1}`, i === 2 ? 'is-on-accent' : '')}`)}`),
  'The map': () => svg(300, 84, 'A map: choose one of the connected rooms', html`<path class="pic-line" d="M60 70 L110 42 M60 70 L60 42 M110 42 L160 14 M60 42 L110 14 M160 70 L160 42 L160 14" />${circle(60, 70, 'is-yours')}${circle(110, 42)}${circle(60, 42)}${circle(110, 14)}${circle(160, 14)}${circle(160, 70)}${circle(160, 42)}${text(236, 46, '● you are here')}`),
  'A fight': () => svg(300, 84, 'Cards on your side, an enemy with its intent on the other', html`${card(20, 26, 'is-yours', '1', '6')}${card(62, 26, 'is-yours', '1', '5')}${card(104, 26, 'is-yours', '2', '8')}${arrow(150, 50, 200, 50)}
    <circle cx="236" cy="54" r="22" class="pic-card is-theirs" />${text(236, 22, '⚔ 12')}${text(236, 59, '44')}`),
};
const grid = { Goal: () => svg(90, 90, 'Three in a row', html`<path class="pic-line" d="M30 4 V86 M60 4 V86 M4 30 H86 M4 60 H86" />${text(15, 21, 'X')}${text(45, 51, 'X')}${text(75, 81, 'X')}${text(75, 21, 'O')}${text(15, 81, 'O')}<path class="pic-arrow" d="M6 6 L84 84" />`) };
const duel40 = { 'Your turn': () => track(['Begin', 'Main', 'End'], 'A turn: begin, main, end', 1) };

const PICTURES = {
  duel, netrunner, spire, tictactoe: grid, duel40,
  'alpha-clash': { 'Your turn': () => track(['Ready', 'Draw', 'Resource', 'Primary', 'End'], 'A turn', 3), 'A clash': () => track(['Attack', 'Counter', 'Obstruct', 'Buffs', 'Damage'], 'A clash', 0) },
  'grand-archive': { 'Your turn': () => track(['Wake up', 'Material', 'Recall', 'Draw', 'Main', 'End'], 'A turn', 4), Fights: () => track(['Declare', 'Retaliate', 'Damage'], 'A fight', 0) },
  gundam: { 'Your turn': () => track(['Start', 'Draw', 'Resource', 'Main', 'End'], 'A turn', 3), Battle: () => track(['Attack', 'Block', 'Action', 'Damage'], 'A battle', 0) },
  lorcana: { 'Your turn': () => track(['Ready', 'Set', 'Draw', 'Main', 'End'], 'A turn', 3), 'Quest and challenge': () => svg(300, 64, 'A character is exerted to quest for lore', html`${card(40, 6, 'is-yours', '2')}${arrow(84, 31, 116, 31)}${sideways(124, 13, 'is-yours', '2')}${text(230, 36, '+2 lore', 'is-strong')}`) },
  riftbound: { 'Your turn': () => track(['Awaken', 'Begin', 'Channel', 'Draw', 'Action', 'End'], 'A turn', 4), Battlefields: () => svg(300, 62, 'Units move to a battlefield', html`${card(30, 6, 'is-yours', '3')}${arrow(74, 31, 122, 31)}${sideways(130, 13, '')}${arrow(236, 31, 188, 31, 'is-theirs')}${card(244, 6, 'is-theirs', '2')}`) },
};

/** The pictures of a game by the title of their section; empty for games without any. */
export const picturesOf = (gameName) => (Object.hasOwn(PICTURES, gameName) ? PICTURES[gameName] : {});
