// The answer: one big number with its interval, a sentence, the split, and what the last edit changed.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, decimal, figure, halfWidth, percent, plusMinus, range, shareInWords, unitOf } from './numbers.js';

const WIDE = 5;

/** "Nearly three days in four, with 2.1 of 4 left standing on average." */
export function winSentence(report) {
  const [first] = report.sides;
  const unit = unitOf(report);
  if (halfWidth(first.win) > WIDE) {
    return `Somewhere from ${range(first.win)}: ${count(report.runs)} ${unitOf(report, report.runs)} ${report.runs === 1 ? 'is' : 'are'} too few to say more.`;
  }
  const what = report.encounters.length > 1 ? ', all encounters won' : '';
  const left = first.size > 1 ? ` On average ${decimal(first.survivors.mean.value)} of ${first.size} are left standing.` : '';
  return `${shareInWords(first.win.value, unit)}${what}.${left}`;
}

/** The parts of the split bar: [kind, label, share]. */
export function outcomes(report) {
  const [first, ...others] = report.sides;
  const parts = [['win', `${first.name} win`, first.win.value]];
  if (report.encounters.length > 1) {
    const lost = others.reduce((sum, one) => sum + one.win.value, 0);
    parts.push(['lose', `${first.name} fall${mostlyWhere(report)}`, lost]);
  } else {
    others.forEach((one, place) => parts.push([place ? 'third' : 'lose', `${one.name} win`, one.win.value]));
  }
  if (report.draw.value > 0) {
    const isCapped = report.capped.value >= report.draw.value / 2;
    parts.push(['draw', isCapped ? 'Undecided at the limit of rounds' : 'Nobody is left', report.draw.value]);
  }
  return parts;
}

function mostlyWhere(report) {
  const losses = report.encounters.map((one) => one.reached.count - (one.wins[0]?.count ?? 0) - one.draw.count);
  const all = losses.reduce((sum, one) => sum + one, 0);
  const worst = losses.indexOf(Math.max(...losses));
  if (!all) return '';
  return `, ${losses[worst] === all ? '' : 'mostly '}in encounter ${worst + 1}`;
}

/** How a report compares with an earlier one: {kind: better, worse or same, points, text}. */
export function difference(report, earlier) {
  const now = report.sides[0].win;
  const before = earlier.report.sides[0]?.win;
  if (!before) return null;
  const points = 100 * (now.value - before.value);
  const noise = Math.hypot(halfWidth(now), halfWidth(before));
  const kind = Math.abs(points) <= noise ? 'same' : points > 0 ? 'better' : 'worse';
  const what = earlier.label ? `before ${quoted(earlier.label)}` : 'before your last change';
  const was = `(${figure(before.value)} ${plusMinus(before)})`;
  return {
    kind, points,
    lead: kind === 'same' ? 'No visible difference' : `${decimal(Math.abs(points))} points ${kind}`,
    rest: `${kind === 'same' ? 'from' : 'than'} ${what} ${was}.`,
  };
}

const quoted = (label) => (/^the last \d+ changes$/.test(label) ? label : `“${label}”`);

const ARROWS = { better: 'up', worse: 'down', same: 'same' };

/** The first panel of the results. */
export function WinChance({ report, earlier }) {
  const [first] = report.sides;
  const parts = outcomes(report);
  const change = earlier && report.runs >= 100 && difference(report, earlier);
  return html`<section class="lab-card lab-hero" aria-labelledby="lab-h-win" data-testid="win-chance">
    <h3 id="lab-h-win">${first.name} win${report.encounters.length > 1 ? ' the day' : ''}</h3>
    <p class="lab-huge" data-testid="win-figure"><span>${figure(first.win.value)}<span class="lab-percent">%</span></span> <small>${plusMinus(first.win)}</small></p>
    <p class="lab-lead" data-testid="win-sentence">${winSentence(report)}</p>
    <div class="lab-split" aria-hidden="true">${parts.filter(([, , share]) => share > 0).map(([kind, , share]) => html`<i key=${kind} class="is-${kind}"
      style=${{ flexGrow: share }}></i>`)}</div>
    <ul class="lab-key">${parts.map(([kind, label, share]) => html`<li key=${label}><i class="lab-swatch is-${kind}" aria-hidden="true"></i><span>${label}</span><b>${percent(share)}</b></li>`)}</ul>
    ${change && html`<p class="lab-versus is-${change.kind}"
      data-testid="win-difference"><${Glyph} name=${ARROWS[change.kind]} /><span><b>${change.lead}</b> ${change.rest}</span></p>`}
    ${report.guarded.count > 0 && html`<p class="lab-versus is-worse"><${Glyph} name="warning" /><span>In ${percent(report.guarded.value)} of the ${unitOf(report, 2)} a loop of actions was stopped.</span></p>`}
    <p class="lab-fine muted lab-small">95 % interval: ${range(first.win)}.</p>
  </section>`;
}
