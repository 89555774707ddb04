// How many rounds the fights take.
import { html } from '../../app/preact.js';
import { DataTable } from './data-table.js';
import { amount, count, percent, unitOf } from './numbers.js';

const MAX_BARS = 24;

/** Bars of the histogram: {from, to, share, runs}; neighbouring rounds share a bar if there are many. */
export function roundBars(report) {
  const entries = Object.entries(report.rounds_distribution).map(([round, runs]) => [Number(round), runs]);
  if (!entries.length) return [];
  const low = Math.min(...entries.map(([round]) => round));
  const high = Math.max(...entries.map(([round]) => round));
  const step = Math.ceil((high - low + 1) / MAX_BARS);
  const bars = Array.from({ length: Math.ceil((high - low + 1) / step) }, (_, place) => ({ from: low + place * step, to: Math.min(high, low + (place + 1) * step - 1), runs: 0 }));
  entries.forEach(([round, runs]) => { bars[Math.floor((round - low) / step)].runs += runs; });
  return bars.map((bar) => ({ ...bar, share: bar.runs / report.runs }));
}

const span = ({ from, to }) => (from === to ? String(from) : `${from}-${to}`);

/** The panel. */
export function Rounds({ report }) {
  const bars = roundBars(report);
  const most = Math.max(...bars.map((one) => one.share));
  const every = Math.ceil(bars.length / 12);
  const { rounds } = report;
  return html`<section class="lab-card" aria-labelledby="lab-h-rounds" data-testid="rounds">
    <header class="lab-card-head"><h3 id="lab-h-rounds">Rounds</h3><span class="muted lab-small">per ${unitOf(report)}</span></header>
    <p><b class="lab-mid-figure">${amount(Math.round(10 * rounds.mean.value) / 10)}</b> on average; nine in ten take ${rounds.p5} to ${rounds.p95}.</p>
    <div class="lab-histogram" role="img" aria-label=${`Rounds from ${rounds.least} to ${rounds.most}, most often ${span(bars.find((one) => one.share === most) ?? bars[0])}`}>
      ${bars.map((bar, place) => html`<span key=${bar.from} title=${`${span(bar)} rounds: ${percent(bar.share)}`}>
        <i style=${{ height: `${Math.max(1, (100 * bar.share) / most)}%` }}></i><small>${place % every ? '' : bar.from}</small></span>`)}
    </div>
    ${report.capped.count > 0 && html`<p class="muted lab-small lab-note">${percent(report.capped.value)} were ended by the limit of rounds.</p>`}
    <${DataTable} caption="Number of rounds" testId="rounds-table" columns=${['Rounds', unitOf(report, 2), 'share']}
      rows=${bars.map((bar) => [span(bar), count(bar.runs), percent(bar.share)])} />
  </section>`;
}
