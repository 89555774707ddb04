// A report as one HTML page to send to a friend: no scripts, no other files, light and dark, charts as SVG.
import { damageRows } from './damage.js';
import { STYLE } from './export-style.js';
import { bandsChart, fallBars } from './export-charts.js';
import { fallsOf } from './falls.js';
import { coursesOf } from './hit-points.js';
import { amount, count, decimal, figure, percent, plusMinus, range, unitOf } from './numbers.js';
import { leftOf } from './resources-left.js';
import { roundBars } from './rounds.js';
import { lookOf } from './side-looks.js';
import { outcomes, winSentence } from './win-chance.js';

/** Make a text safe for HTML. */
export const escape = (text) => String(text ?? '').replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

const list = (items, make) => items.map(make).join('');
const bar = (share, tone, label = '') => `<span class="track"${label ? ` title="${escape(label)}"` : ''}><i class="${tone}" style="width:${(100 * Math.min(1, share)).toFixed(1)}%"></i></span>`;
const mark = (report, side) => `<i class="mark ${lookOf(report, side).tone}"></i>`;
const table = (columns, rows) => `<table><thead><tr>${list(columns, (one) => `<th>${escape(one)}</th>`)}</tr></thead><tbody>${list(rows, (row) =>
  `<tr>${list(row, (cell, place) => `<${place ? 'td' : 'th'}>${cell}</${place ? 'td' : 'th'}>`)}</tr>`)}</tbody></table>`;
const card = (title, content, wide = '') => `<section class="card ${wide}"><h2>${escape(title)}</h2>${content}</section>`;

function answer(report) {
  const [first] = report.sides;
  const parts = outcomes(report);
  return card(`${first.name} win${report.encounters.length > 1 ? ' the day' : ''}`, `
    <p class="huge">${figure(first.win.value)}<span>%</span> <small>${plusMinus(first.win)}</small></p>
    <p class="lead">${escape(winSentence(report))}</p>
    <div class="split">${list(parts.filter(([, , share]) => share), ([kind, , share]) => `<i class="${kind}" style="flex-grow:${share}"></i>`)}</div>
    <ul class="key">${list(parts, ([kind, label, share]) => `<li><i class="swatch ${kind}"></i>${escape(label)}<b>${percent(share)}</b></li>`)}</ul>
    <p class="muted">95 % interval: ${range(first.win)}, from ${count(report.runs)} ${unitOf(report, report.runs)}.</p>`, 'answer');
}

function courses(report) {
  return report.encounters.map((encounter, place) => {
    if (!encounter.reached.count) return '';
    const shown = coursesOf(report, place);
    return card(`Hit points left, by round${report.encounters.length > 1 ? `: ${encounter.name || `encounter ${place + 1}`}` : ''}`,
      `<p class="muted">Line: the middle ${unitOf(report)}. Dark band: half of all. Light band: nine in ten.</p>${bandsChart(shown)}`, place ? '' : 'first');
  }).join('');
}

function falls(report) {
  const parts = report.encounters.map((encounter, place) => {
    const { columns, rows } = fallsOf(report, place);
    const most = Math.max(0.02, ...rows.flatMap((one) => one.shares));
    const heading = report.encounters.length > 1 ? `<h3>${escape(encounter.name || `Encounter ${place + 1}`)}</h3>` : '';
    return rows.length ? `${heading}<ul class="falls">${list(rows, (one) => `<li>${mark(report, one.side)}<span>${escape(one.name)}${one.copies > 1 ? ` ×${one.copies}` : ''}</span>
      ${fallBars(one.shares, most, one.look.tone, columns)}<b>${percent(one.total, 0)}</b></li>`)}</ul>` : '';
  });
  return parts.some(Boolean) ? card('Who falls when', `<p class="muted">Bars: round 1, 2, 3 and so on. Percent: ${unitOf(report, 2)} in which they fall.</p>${parts.join('')}`) : '';
}

function deaths(report) {
  const rows = report.sides.filter((one) => one.anybody_dies).map((one) => [`${mark(report, one.name)} ${escape(one.name)}`,
    `${percent(one.anybody_dies.value)} <small>${plusMinus(one.anybody_dies)}</small>`, `${percent(one.everybody_dies.value)} <small>${plusMinus(one.everybody_dies)}</small>`]);
  return rows.length ? card('Who dies', table(['Side', 'anybody', 'everybody'], rows)) : '';
}

function damage(report) {
  const rows = report.sides.flatMap((side) => damageRows(report, 'action', side.name).slice(0, 8));
  const most = Math.max(...rows.map((one) => one.damage), 0.001);
  return card('Damage by action', `<p class="muted">Mean per ${unitOf(report)}, and share of its side.</p><ul class="bars">${list(rows, (one) =>
    `<li>${mark(report, one.side)}<span>${escape(one.name)} <small>${escape(one.of)}</small></span>
      <b>${decimal(one.damage)} <small>${percent(one.share, 0)}</small></b>${bar(one.damage / most, lookOf(report, one.side).tone)}</li>`)}</ul>`);
}

function rounds(report) {
  const bars = roundBars(report);
  const most = Math.max(...bars.map((one) => one.share));
  return card('Rounds', `<p><b>${decimal(report.rounds.mean.value)}</b> on average; nine in ten take ${report.rounds.p5} to ${report.rounds.p95}.</p>
    <ul class="rows">${list(bars, (one) => `<li><span>${one.from === one.to ? one.from : `${one.from}-${one.to}`}</span>${bar(one.share / most, 'accent')}<b>${percent(one.share)}</b></li>`)}</ul>`);
}

function day(report) {
  if (report.encounters.length < 2) return '';
  const rows = report.encounters.map((one, place) => [`${place + 1}. ${escape(one.name)}`, percent(one.reached.value, 0),
    one.reached.count ? `${percent(one.wins[0].value)} <small>${plusMinus(one.wins[0])}</small>` : '',
    one.deaths ? one.sides.map((side, at) => `${escape(side)} ${decimal(one.deaths[at]?.value ?? 0)}`).join(', ') : '']);
  return card('The day, encounter by encounter', table(['Encounter', 'reached', 'won', 'deaths, mean'], rows), 'wide');
}

function left(report) {
  const own = report.combatants.filter((one) => one.side === report.sides[0].name);
  return card(`${report.sides[0].name} at the end`, table(['Combatant', 'standing', 'down', 'dead', 'left, mean'], own.map((one) => [
    escape(one.name), percent(one.up.value, 0), percent(one.down.value, 0), percent(one.dead.value, 0),
    list(leftOf(one), ([label, mean, max], place) => `${place ? '; ' : ''}${escape(label)}: ${amount(Math.round(10 * mean) / 10)} of ${amount(max)}`)])), 'wide');
}

// The lists of all combatants in words, from the descriptions the server wrote.
function strategies(reading) {
  const scenario = reading?.scenario;
  if (!scenario || !reading.actions) return '';
  const holders = [['', scenario], ...(scenario.day ?? []).map((step, place) => [`day[${place}].`, step])];
  const combatants = holders.flatMap(([prefix, holder]) => (holder?.sides ?? []).flatMap((side, at) =>
    (side.combatants ?? []).map((one, place) => ({ one, side: side.name, path: `${prefix}sides[${at}].combatants[${place}]` }))));
  const lines = (path, one, which) => {
    const entries = (Array.isArray(one[which]) ? one[which] : []).map((entry, place) => {
      const found = reading.actions[`${path}.${which}[${place}]`];
      const name = entry?.name ?? found?.name ?? String(entry);
      const isOff = (one.disabled ?? []).includes(name);
      return `<li class="${isOff ? 'off' : ''}"><b>${escape(name)}</b>${isOff ? ' (switched off)' : ''} ${escape(found?.full ?? found?.sentence ?? '')}</li>`;
    });
    return entries.length ? `<h4>${which === 'actions' ? 'On their turn, the first that can be done' : 'When something happens'}</h4><ol>${entries.join('')}</ol>` : '';
  };
  return card('How they fight', list(combatants, ({ one, side, path }) => `<details><summary><b>${escape(one.name)}</b>${one.count > 1 ? ` ×${one.count}` : ''}
    <span class="muted">${escape(side)}, AC ${escape(one.ac)}, ${escape(one.hp)} hit points</span></summary>${lines(path, one, 'actions')}${lines(path, one, 'reactions')}</details>`), 'wide');
}

/** The page. `reading` is the server's reading of the text, for the sentences of the strategies; it may be null. */
export function toHtml(report, text, reading) {
  const title = `${report.name || 'Encounter'}: ${report.sides[0].name} win ${percent(report.sides[0].win.value)}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escape(title)}</title><style>${STYLE}</style></head>
<body><header><p class="muted">Combat lab report</p><h1>${escape(report.name || 'Encounter')}</h1>
<p class="muted">${list(report.sides, (one, place) => `${place ? ' against ' : ''}${escape(one.name)}`)}. ${count(report.runs)} runs, seed ${report.seed}.</p></header>
<main>${answer(report)}${courses(report)}${day(report)}${falls(report)}${damage(report)}${deaths(report)}${rounds(report)}${left(report)}${strategies(reading)}
${card('The encounter', `<p class="muted">Open this text in the lab to play it again with seed ${report.seed}.</p><pre>${escape(text)}</pre>`, 'wide')}</main>
<footer class="muted">Made with Turnwright, ${new Date().toISOString().slice(0, 10)}.</footer></body></html>
`;
}
