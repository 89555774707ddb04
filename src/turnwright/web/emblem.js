// A picture for a card, drawn from its name: the same name always gives the same figure.
import { html } from './lib.js';

function chance(text) {
  let seed = 2166136261;
  for (const letter of text) seed = Math.imul(seed ^ letter.codePointAt(0), 16777619);
  return (below) => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822519) + 0x9e3779b9;
    seed ^= seed >>> 13;
    return (seed >>> 0) % below;
  };
}

const point = (radius, turn) =>
  `${(radius * Math.sin(turn * 2 * Math.PI)).toFixed(1)},${(-radius * Math.cos(turn * 2 * Math.PI)).toFixed(1)}`;

const ring = (count, outer, inner, twist = 0) =>
  Array.from({ length: count * 2 }, (_, i) => point(i % 2 ? inner : outer, (i + twist) / (count * 2))).join(' ');

const petal = (length, width) =>
  `M0 -8 C ${width} ${-length * 0.45}, ${width} ${-length * 0.75}, 0 ${-length} C ${-width} ${-length * 0.75}, ${-width} ${-length * 0.45}, 0 -8`;

const around = (count, draw) =>
  Array.from({ length: count }, (_, i) => html`<g transform="rotate(${(360 * i) / count})">${draw(i)}</g>`);

/** Creatures: a star with petals. */
function star(dice) {
  const count = 3 + dice(5);
  const [length, width] = [34 + dice(12), 8 + dice(14)];
  return html`
    <polygon class="e2" points=${ring(count, 30 + dice(14), 16 + dice(8), dice(2))} />
    ${around(count, () => html`<path class="e1" d=${petal(length, width)} />`)}
    <circle class="e3" r=${5 + dice(6)} />`;
}

/** Spells: rings with sparks on them. */
function rings(dice) {
  const count = 3 + dice(6);
  const size = 4 + dice(5);
  return html`
    <circle class="e2" r=${38 + dice(6)} />
    <circle class="e4" r=${30 + dice(4)} />
    ${around(count, () => html`<circle class="e1" cy="-30" r=${size} />`)}
    <polygon class="e1" points=${ring(3 + dice(4), 20, 7 + dice(6))} />`;
}

/** Traps: interlocking angles. */
function angles(dice) {
  const count = 3 + dice(3);
  const depth = 12 + dice(14);
  return html`
    <polygon class="e2" points=${ring(count, 46, 40 - dice(10), 1)} />
    ${around(count, () => html`<path class="e1" d="M-20 ${-depth} L0 ${-depth - 20} L20 ${-depth} L0 ${-depth - 9} Z" />`)}
    <polygon class="e3" points=${ring(count, 10, 6)} />`;
}

/** Places, resources and everything else: layers. */
function layers(dice) {
  const tilt = dice(90);
  return html`<g transform="rotate(${tilt})">
    <rect class="e2" x="-36" y="-36" width="72" height="72" rx=${4 + dice(30)} />
    <rect class="e1" x="-24" y="-24" width="48" height="48" rx=${2 + dice(22)} transform="rotate(${15 + dice(60)})" />
    <polygon class="e3" points=${ring(3 + dice(4), 16, 8 + dice(6))} />
  </g>`;
}

const FIGURES = { monster: star, spell: rings, trap: angles };

/** `shape` is the card's kind as `shapeOf` in card.js names it. */
export function Emblem({ name, shape }) {
  const draw = FIGURES[shape] ?? layers;
  return html`<svg class="emblem" viewBox="-50 -50 100 100" aria-hidden="true">${draw(chance(name))}</svg>`;
}
