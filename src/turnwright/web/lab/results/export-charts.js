// The charts of the HTML report as SVG texts. Colours are custom properties of the page they stand in.

const WIDTH = 720;
const HEIGHT = 280;
const BOX = { left: 48, right: 600, top: 12, bottom: 248 };

const escape = (text) => String(text).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

const MARKERS = {
  circle: (x, y) => `<circle cx="${x}" cy="${y}" r="4"/>`,
  diamond: (x, y) => `<path d="M${x} ${y - 5}l5 5-5 5-5-5z"/>`,
  square: (x, y) => `<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7"/>`,
  triangle: (x, y) => `<path d="M${x} ${y - 5}l5 9h-10z"/>`,
};

/** Bands of hit points by round; the argument is the answer of `coursesOf`. */
export function bandsChart({ rounds, sides }) {
  const last = Math.max(1, rounds.length - 1);
  const x = (round) => Math.round(10 * (BOX.left + ((BOX.right - BOX.left) * round) / last)) / 10;
  const y = (value) => Math.round(10 * (BOX.bottom - ((BOX.bottom - BOX.top) * value) / 100)) / 10;
  const points = (values) => values.map((value, round) => (value === null ? null : [x(round), y(value)])).filter(Boolean);
  const area = (top, bottom) => [...points(top), ...points(bottom).reverse()].map((one) => one.join(',')).join(' ');
  const grid = [0, 25, 50, 75, 100].map((value) => `<path d="M${BOX.left} ${y(value)}H${BOX.right}" class="grid"/>
    <text x="${BOX.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}${value === 100 ? ' %' : ''}</text>`);
  const every = Math.ceil(rounds.length / 14);
  const ticks = rounds.filter((round) => round % every === 0).map((round) => `<text x="${x(round)}" y="${BOX.bottom + 20}" text-anchor="middle">${round || 'start'}</text>`);
  const ends = sides.map(({ levels }, place) => ({ place, y: y(levels[2].at(-1) ?? 0) })).sort((one, other) => one.y - other.y);
  ends.forEach((one, at) => { if (at) one.y = Math.max(one.y, ends[at - 1].y + 32); });
  const parts = sides.map(({ side, look, levels }, place) => {
    const [p95, p75, p50, p25, p5] = levels;
    const line = points(p50);
    const colour = `var(--${look.tone})`;
    const end = ends.find((one) => one.place === place).y;
    return `<g style="color:${colour}"><polygon points="${area(p95, p5)}" fill="currentColor" fill-opacity=".13"/><polygon points="${area(p75, p25)}" fill="currentColor" fill-opacity=".24"/>
      <polyline points="${line.map((one) => one.join(',')).join(' ')}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="${look.dash.join(' ')}"/>
      <g fill="var(--surface)" stroke="currentColor" stroke-width="2">${line.map(([left, top]) => MARKERS[look.marker](left, top)).join('')}</g>
      <text x="${BOX.right + 12}" y="${end}" class="end">${escape(side.length > 14 ? `${side.slice(0, 13)}…` : side)}</text>
      <text x="${BOX.right + 12}" y="${end + 15}">${levels[2].at(-1) ?? 0} % left</text></g>`;
  });
  const label = sides.map(({ side, levels }) => `${side} ${levels[2].at(-1) ?? 0} % left`).join(', ');
  return `<svg class="bands" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(label)}">${grid.join('')}${ticks.join('')}${parts.join('')}</svg>`;
}

/** Small bars, one per round. */
export function fallBars(shares, most, tone, rounds) {
  const rects = shares.map((share, place) => {
    const tall = Math.max(1, (share / most) * 24);
    return `<rect x="${place * 14}" y="${24 - tall}" width="11" height="${tall.toFixed(1)}" rx="1.500" fill="var(--${tone})" fill-opacity="${share ? 1 : 0.3}">
      <title>round ${rounds[place]}: ${(100 * share).toFixed(1)} %</title></rect>`;
  });
  return `<svg width="${shares.length * 14}" height="24" aria-hidden="true">${rects.join('')}</svg>`;
}
