// One number varied over a range: a chart with intervals, and the same as a table.
import { html, signal, useMemo } from '../../app/preact.js';
import { count, decimal, percent, plusMinus } from '../results/numbers.js';
import { axis, markers, Plot } from '../results/plot.js';
import { DataTable } from '../results/data-table.js';
import { combatantAt, combatantPaths, reading, selected, text } from '../state/lab-store.js';
import { runSettings } from '../state/run-store.js';
import { RunsSelect, StudyControls } from './study-controls.js';
import { startStudy, studies } from './study-store.js';
import { fieldsOf } from './sweep-fields.js';

const MAX_VALUES = 60;
const who = signal('');
const wanted = signal('');
const span = signal(null);
const runs = signal(2_000);

function titleOf(path) {
  const one = combatantAt(path);
  const encounter = /^day\[(\d+)\]/.exec(path);
  const scene = encounter ? reading.value.scenario.day[Number(encounter[1])]?.name : '';
  return `${one.name}${scene ? `, ${scene}` : ''}`;
}

/** The part "Vary a number". */
export function Sweep() {
  const paths = combatantPaths();
  const path = paths.includes(who.value) ? who.value : paths.includes(selected.value) ? selected.value : paths[0];
  if (!path) return html`<p class="muted">There is no combatant yet.</p>`;
  const fields = fieldsOf(combatantAt(path), path);
  const field = fields.find((one) => one.path === wanted.value) ?? fields[0];
  const range = span.value?.path === field.path ? span.value : field;
  const values = Math.floor((range.high - range.low) / range.step) + 1;
  const isBad = !(range.high > range.low) || !(range.step >= 1) || values > MAX_VALUES;
  const set = (key) => (event) => { span.value = { ...range, path: field.path, [key]: Math.round(Number(event.target.value)) }; };
  const start = () => startStudy('sweep', { text: text.value, path: field.path, values: `${range.low}..${range.high}:${range.step}`, runs: runs.value, seed: runSettings.value.seed },
    { label: field.label, who: combatantAt(path).name, value: field.value });
  const groups = [...new Set(fields.map((one) => one.group))];
  return html`<div class="lab-study-row">
      <label class="field lab-grow"><span>Combatant</span><select value=${path} data-testid="sweep-who"
        onChange=${(event) => { who.value = event.target.value; wanted.value = ''; }}>
        ${paths.map((one) => html`<option key=${one} value=${one} selected=${one === path}>${titleOf(one)}</option>`)}</select></label>
      <label class="field lab-grow"><span>Number</span><select value=${field.path} data-testid="sweep-field"
        onChange=${(event) => { wanted.value = event.target.value; }}>
        ${groups.map((group) => html`<optgroup key=${group} label=${group}>${fields.filter((one) => one.group === group).map((one) => html`<option key=${one.path}
          value=${one.path} selected=${one.path === field.path}>
          ${one.label}${one.value === null ? '' : `, now ${one.value}`}</option>`)}</optgroup>`)}</select></label>
      ${[['low', 'From'], ['high', 'To'], ['step', 'Step']].map(([key, label]) => html`<label key=${key} class="field"><span>${label}</span>
        <input class="lab-num" type="number" value=${range[key]} min=${key === 'step' ? 1 : undefined}
        data-testid="sweep-${key}" aria-invalid=${isBad} onInput=${set(key)} /></label>`)}
      <${RunsSelect} value=${runs.value} label="Runs per value" testId="sweep-runs" onChange=${(value) => { runs.value = value; }} />
      <${StudyControls} kind="sweep" label="Vary" onStart=${start} isOff=${isBad} />
    </div>
    ${isBad && html`<p class="lab-story-problem">${values > MAX_VALUES
      ? `These are ${count(values)} values; at most ${MAX_VALUES} make a chart. Take a larger step.`
      : 'The range needs a start below its end, and a step of at least 1.'}</p>`}
    <${SweepChart} />`;
}

// Whole tens around the values, at least 20 points, so that small differences can be seen and stay small.
function percentRange(_, low, high) {
  const [bottom, top] = [Math.max(0, 10 * Math.floor((low ?? 0) / 10)), Math.min(100, 10 * Math.ceil((high ?? 100) / 10))];
  return top - bottom >= 20 ? [bottom, top] : [Math.max(0, Math.min(80, bottom - 5)), Math.min(100, Math.max(20, top + 5))];
}

function options(colours, now) {
  const line = (chart) => {
    if (typeof now !== 'number') return;
    const [low, high] = [chart.scales.x.min, chart.scales.x.max];
    if (now < low || now > high) return;
    const x = chart.valToPos(now, 'x', true);
    const { ctx, bbox } = chart;
    ctx.save();
    ctx.strokeStyle = colours.muted;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  };
  return {
    padding: [8, 16, 0, 0],
    scales: { x: { time: false, range: (_, low, high) => (low === high ? [low - 1, high + 1] : [low, high]) }, y: { range: percentRange } },
    axes: [
      axis(colours, { size: 32, grid: { show: false }, values: (_, splits) => splits.map((one) => (Number.isInteger(one) ? one : '')) }),
      axis(colours, { size: 56, values: (_, splits) => splits.map((one) => `${one} %`) }),
    ],
    series: [{}, { stroke: 'transparent', points: { show: false } }, { stroke: colours.yours, width: 2, points: { show: false } }, { stroke: 'transparent', points: { show: false } }],
    bands: [{ series: [1, 3], fill: colours.alpha('yours', 0.2) }],
    hooks: { draw: [line, markers(2, 'circle', colours.yours, colours.surface)] },
  };
}

function SweepChart() {
  const { report, about } = studies.sweep.value;
  const points = report?.points ?? [];
  const data = useMemo(() => {
    const share = (key) => points.map((one) => 100 * one.wins[0][key]);
    return [points.map((one) => Number(one.value)), share('high'), share('value'), share('low')];
  }, [report]);
  if (points.length === 0) return null;
  const side = report.sides[0];
  const describe = (index) => {
    const one = points[Math.min(index, points.length - 1)];
    return `${about.label} ${one.value}: ${side} win ${percent(one.wins[0].value)} ${plusMinus(one.wins[0])}`;
  };
  const [first, last] = [points[0], points.at(-1)];
  return html`<div class="lab-sweep" data-testid="sweep-result">
    <h3>${side} win, by ${about.label.toLowerCase()} of ${about.who}</h3>
    <p class="muted lab-small">Band: 95 % interval. ${typeof about.value === 'number' ? `Dashed: the current value, ${about.value}. ` : ''}All values meet the same dice.</p>
    <${Plot} label=${`Chance that ${side} win by ${about.label}: from ${percent(first.wins[0].value)} at ${first.value} to ${percent(last.wins[0].value)} at ${last.value}`} testId="sweep-chart" data=${data}
      shape=${`${report.path} ${about.value} ${side}`} build=${(colours) => options(colours, about.value)} describe=${describe} height=${280} />
    <${DataTable} caption="Results by value" testId="sweep-table" columns=${[about.label, `${side} win`, 'interval', 'draw', 'rounds', 'left standing', 'runs']}
      rows=${points.map((one) => [one.value, percent(one.wins[0].value), plusMinus(one.wins[0]), percent(one.draw.value), decimal(one.rounds.value), decimal(one.survivors[0].value), count(one.runs)])} />
  </div>`;
}
