// The picture of a card: a glyph of what its name speaks of, on a ground made from the name. The same name always has
// the same picture, and two names with the same glyph have different grounds.
import { html } from '../app/preact.js';
import { glyphOf } from './emblem-glyphs.js';

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

const range = (count) => Array.from({ length: count }, (_, i) => i);

function rays(random) {
  const count = 7 + random(6);
  const turn = random(60);
  return range(count).map((i) => html`<path class="e2" d="M0 0L-7 -74L7 -74Z" transform="rotate(${turn + (360 * i) / count})" />`);
}

function circles(random) {
  const [x, y] = [random(60) - 30, random(40) - 20];
  return [62, 46, 30].map((radius, i) => html`<circle class=${i % 2 ? 'e5' : 'e2'} cx=${x} cy=${y} r=${radius} />`);
}

function hills(random) {
  return range(3).map((i) => html`<path class="e2" d="M-60 ${6 + i * 16}Q${-40 + random(30)} ${-26 + i * 14 + random(16)} 0 ${4 + i * 16}T60 ${i * 16}V60H-60Z" />`);
}

function stripes(random) {
  const turn = 20 + random(140);
  return html`<g transform="rotate(${turn})">${range(5).map((i) => html`<rect class="e2" x="-80" y=${-62 + i * 26} width="160" height=${6 + random(10)} />`)}</g>`;
}

function tiles(random) {
  const turn = random(45);
  return html`<g transform="rotate(${turn})">${range(9).map((i) => random(3) > 0 && html`<rect class="e2" x=${-46 + (i % 3) * 32} y=${-46 + Math.floor(i / 3) * 32} width="28" height="28" rx="4" />`)}</g>`;
}

const GROUNDS = { monster: [rays, circles, hills], spell: [circles, stripes, rays], trap: [stripes, tiles], other: [tiles, hills, circles] };

/** The picture of a card; `shape` is monster, spell, trap or other, `kinds` its types in words, as in card-face.js. */
export function CardEmblem({ name, shape, kinds = [] }) {
  const random = seededRandom(name);
  const grounds = GROUNDS[shape] ?? GROUNDS.other;
  const glyph = glyphOf(name, shape, kinds, random);
  return html`<svg class="emblem-ground" viewBox="-50 -50 100 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${grounds[random(grounds.length)](random)}</svg>
    <svg class="emblem" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: glyph }} />`;
}
