// A generated picture for a card. The same name always gives the same picture.
import { html } from '../app/preact.js';

/** A random number generator seeded with a text: `random(n)` is from 0 to n - 1. */
function seededRandom(text) {
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
function star(random) {
  const count = 3 + random(5);
  const [length, width] = [34 + random(12), 8 + random(14)];
  return html`
    <polygon class="e2" points=${ring(count, 30 + random(14), 16 + random(8), random(2))} />
    ${around(count, () => html`<path class="e1" d=${petal(length, width)} />`)}
    <circle class="e3" r=${5 + random(6)} />`;
}

/** Spells: rings with sparks on them. */
function rings(random) {
  const count = 3 + random(6);
  const size = 4 + random(5);
  return html`
    <circle class="e2" r=${38 + random(6)} />
    <circle class="e4" r=${30 + random(4)} />
    ${around(count, () => html`<circle class="e1" cy="-30" r=${size} />`)}
    <polygon class="e1" points=${ring(3 + random(4), 20, 7 + random(6))} />`;
}

/** Traps: interlocking angles. */
function angles(random) {
  const count = 3 + random(3);
  const depth = 12 + random(14);
  return html`
    <polygon class="e2" points=${ring(count, 46, 40 - random(10), 1)} />
    ${around(count, () => html`<path class="e1" d="M-20 ${-depth} L0 ${-depth - 20} L20 ${-depth} L0 ${-depth - 9} Z" />`)}
    <polygon class="e3" points=${ring(count, 10, 6)} />`;
}

/** Places, resources and everything else: layers. */
function layers(random) {
  const tilt = random(90);
  return html`<g transform="rotate(${tilt})">
    <rect class="e2" x="-36" y="-36" width="72" height="72" rx=${4 + random(30)} />
    <rect class="e1" x="-24" y="-24" width="48" height="48" rx=${2 + random(22)} transform="rotate(${15 + random(60)})" />
    <polygon class="e3" points=${ring(3 + random(4), 16, 8 + random(6))} />
  </g>`;
}

const FIGURES = { monster: star, spell: rings, trap: angles };

/** The picture of a card; `shape` is monster, spell, trap or other, as in card-face.js. */
export function CardEmblem({ name, shape }) {
  const draw = FIGURES[shape] ?? layers;
  return html`<svg class="emblem" viewBox="-50 -50 100 100" aria-hidden="true">${draw(seededRandom(name))}</svg>`;
}
