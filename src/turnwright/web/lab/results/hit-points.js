// Hit points by round, as bands: the middle run, half of all runs, nine in ten.
import { html, useMemo, useState } from '../../app/preact.js';
import { DataTable, Segments } from './data-table.js';
import { unitOf } from './numbers.js';
import { axis, markers, Plot } from './plot.js';
import { lookOf } from './side-looks.js';

const LEVELS = ['p95', 'p75', 'p50', 'p25', 'p5'];
const MIN_FIGHTING = 0.005;
const MAX_ROUNDS = 60;

/** What the chart of one encounter shows: rounds, and per side its bands in the order of `LEVELS`. */
export function coursesOf(report, encounter) {
  const courses = report.courses.filter((one) => one.encounter === encounter);
  const long = Math.max(0, ...courses.map(({ bands }) => bands.filter((band) => band.fighting >= MIN_FIGHTING).length));
  const last = Math.min(MAX_ROUNDS, Math.max(long, 1));
  const rounds = Array.from({ length: last + 1 }, (_, round) => round);
  const sides = courses.map(({ side, bands }) => {
    const isFresh = !report.courses.some((one) => one.side === side && one.encounter < encounter);
    const at = (round, level) => (round ? bands[Math.min(round, bands.length) - 1]?.[level] : isFresh ? 100 : null) ?? null;
    return { side, look: lookOf(report, side), levels: LEVELS.map((level) => rounds.map((round) => at(round, level))) };
  });
  return { rounds, sides };
}

/** One sentence for a round: "Round 3: Heroes 76 %, Cult 42 %". */
function roundInWords({ rounds, sides }, index) {
  const parts = sides.filter((one) => one.levels[2][index] !== null).map((one) => `${one.side} ${one.levels[2][index]} %`);
  return `${rounds[index] ? `Round ${rounds[index]}` : 'Start'}: ${parts.join(', ')}`;
}

function options(colours, { sides }) {
  const series = [{}];
  const bands = [];
  const draw = [];
  sides.forEach(({ look }) => {
    const first = series.length;
    const stroke = colours[look.tone];
    LEVELS.forEach((level) => series.push(level === 'p50'
      ? { stroke, width: 2, dash: look.dash, points: { show: false } }
      : { stroke: 'transparent', width: 0, points: { show: false } }));
    bands.push({ series: [first, first + 4], fill: colours.alpha(look.tone, 0.13) }, { series: [first + 1, first + 3], fill: colours.alpha(look.tone, 0.26) });
    draw.push(markers(first + 2, look.marker, stroke, colours.surface));
  });
  return {
    padding: [8, 108, 0, 0],
    scales: { x: { time: false, range: (_, low, high) => [low, Math.max(high, 1)] }, y: { range: [0, 100] } },
    axes: [
      axis(colours, { size: 32, grid: { show: false }, incrs: [1, 2, 5, 10, 20], values: (_, splits) => splits.map((one) => (one === 0 ? 'start' : Number.isInteger(one) ? one : '')) }),
      axis(colours, { size: 48, splits: () => [0, 25, 50, 75, 100], values: (_, splits) => splits.map((one) => (one === 100 ? '100 %' : one)) }),
    ],
    series, bands, hooks: { draw },
  };
}

/** The panel with the chart; on a day, one encounter at a time. */
export function HitPoints({ report }) {
  const lastReached = report.encounters.findLastIndex((one) => one.reached.count > 0);
  const [chosen, setChosen] = useState(null);
  const encounter = Math.min(chosen ?? lastReached, report.encounters.length - 1);
  const shown = useMemo(() => coursesOf(report, Math.max(0, encounter)), [report, encounter]);
  const data = useMemo(() => [shown.rounds, ...shown.sides.flatMap((one) => one.levels)], [shown]);
  const last = shown.rounds.length - 1;
  const ends = shown.sides.map(({ side, look, levels }) => ({ text: side, tone: look.tone, value: levels[2][last] ?? 0, note: `${levels[2][last] ?? 0} % left` }));
  const names = shown.sides.map((one) => one.side);
  const summary = ends.map((one) => `${one.text} ${one.note}`).join(', ');
  return html`<section class="lab-card lab-wide" aria-labelledby="lab-h-bands" data-testid="hit-points">
    <header class="lab-card-head"><h3 id="lab-h-bands">Hit points left, by round</h3>
      ${report.encounters.length > 1 && html`<${Segments} label="Encounter" testId="bands-encounter" value=${encounter} onChange=${setChosen}
        options=${report.encounters.map((one, place) => [place, one.name || `Encounter ${place + 1}`])} />`}
    </header>
    <p class="muted lab-small">Line: the middle ${unitOf(report)}. Dark band: half of all ${unitOf(report, 2)}. Light band: nine in ten.
      ${encounter > 0 && report.encounters[encounter].reached.value < 1 ? ` Of the ${unitOf(report, 2)} that get this far.` : ''}</p>
    <${Plot} label=${`Hit points left by round in percent. After ${last === 1 ? '1 round' : `${last} rounds`}: ${summary}`} testId="hit-points-chart" data=${data} height=${304}
      shape=${`${names.join('|')} ${encounter}`} build=${(colours) => options(colours, shown)} describe=${(index) => roundInWords(shown, Math.min(index, last))} ends=${ends} />
    <${DataTable} caption="Hit points left in percent, by round" testId="hit-points-table"
      columns=${['Round', ...names.flatMap((name) => [`${name}, middle`, 'half of all', 'nine in ten'])]}
      rows=${shown.rounds.map((round, place) => [round || 'start', ...shown.sides.flatMap(({ levels }) => (levels[2][place] === null ? ['', '', ''] : [
        `${levels[2][place]} %`, `${levels[3][place]} to ${levels[1][place]} %`, `${levels[4][place]} to ${levels[0][place]} %`]))])} />
  </section>`;
}
