// A chart drawn by uPlot, with what every chart of the lab has: colours of the theme, a tooltip, arrow keys, a description.
import { html, useEffect, useRef, useState } from '../../app/preact.js';
import uPlot from '../../vendor/uplot.js';

/** The colours of the theme as the canvas needs them; `alpha(name, share)` is a translucent one. */
export function themeColours(element) {
  const probe = document.createElement('i');
  element.append(probe);
  const read = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const names = ['ink', 'muted', 'line', 'surface', 'accent', 'yours', 'theirs', 'warning', 'ok'];
  const colours = Object.fromEntries(names.map((name) => [name, read(name)]));
  probe.remove();
  const alpha = (name, share) => colours[name].replace(/rgba?\(([^)]*)\)/, (_, parts) => {
    const [red, green, blue] = parts.split(/[,\s/]+/).filter(Boolean);
    return `rgba(${red}, ${green}, ${blue}, ${share})`;
  });
  return { ...colours, alpha };
}

const themeListeners = new Set();
const tellAll = () => themeListeners.forEach((one) => one());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellAll);
new MutationObserver(tellAll).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });

/** Counts changes of the theme, so that charts are drawn again. */
export function useThemeVersion() {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const listener = () => setVersion((before) => before + 1);
    themeListeners.add(listener);
    return () => themeListeners.delete(listener);
  }, []);
  return version;
}

/**
 * A chart. `build(colours)` returns uPlot options without a size; `shape` names what it depends on, so that data alone
 * never builds the chart again. `describe(index)` is the sentence for one place on the x axis, `ends` labels at the right edge.
 */
export function Plot({ label, testId, data, shape, build, describe, height = 280, ends }) {
  const frame = useRef(null);
  const plot = useRef(null);
  const [cursor, setCursor] = useState(null);
  const [labels, setLabels] = useState([]);
  const version = useThemeVersion();
  const latest = useRef({});
  latest.current = { ends };

  const place = (chart) => {
    const wanted = latest.current.ends ?? [];
    setLabels(spread(wanted.map((one) => ({ ...one, top: chart.valToPos(one.value, 'y') + chart.bbox.top / devicePixelRatio })), chart.height));
  };

  useEffect(() => {
    const options = build(themeColours(frame.current));
    const onCursor = (chart) => {
      const { idx, left } = chart.cursor;
      setCursor(idx === null || idx === undefined || left < 0 ? null : { index: idx, left: chart.valToPos(chart.data[0][idx], 'x') + chart.bbox.left / devicePixelRatio });
    };
    const chart = new uPlot({
      ...options, width: frame.current.clientWidth, height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false }, ...options.cursor },
      hooks: { ...options.hooks, setCursor: [onCursor], draw: [...(options.hooks?.draw ?? []), place] },
    }, data, frame.current);
    plot.current = chart;
    const observer = new ResizeObserver(() => {
      if (frame.current?.clientWidth) chart.setSize({ width: frame.current.clientWidth, height });
    });
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [shape, version, height]);

  useEffect(() => {
    if (plot.current?.data !== data) plot.current?.setData(data);
  }, [data]);

  const last = data[0].length - 1;
  const index = Math.min(cursor?.index ?? last, last);
  const go = (next) => {
    const chart = plot.current;
    const to = Math.max(0, Math.min(last, next));
    chart.setCursor({ left: chart.valToPos(chart.data[0][to], 'x'), top: 10 });
  };
  const onKeyDown = (event) => {
    const from = cursor?.index;
    const steps = { ArrowRight: from === undefined ? 0 : from + 1, ArrowLeft: (from ?? last + 1) - 1, Home: 0, End: last };
    if (!(event.key in steps)) return;
    event.preventDefault();
    go(steps[event.key]);
  };
  const leave = () => plot.current?.setCursor({ left: -10, top: -10 });
  return html`<div class="lab-plot" style=${{ minHeight: `${height}px` }}>
    <div class="lab-plot-canvas" ref=${frame} tabIndex=${0} role="slider" aria-label=${label} aria-valuemin=${0} aria-valuemax=${last}
      aria-valuenow=${index} aria-valuetext=${describe(index)} aria-orientation="horizontal" data-testid=${testId} onKeyDown=${onKeyDown} onBlur=${leave}></div>
    ${labels.map((one) => html`<span key=${one.text} class="lab-plot-end" aria-hidden="true" style=${{ top: `${one.top}px`, color: `var(--${one.tone})` }}>
      <b class="lab-cut">${one.text}</b><small>${one.note}</small></span>`)}
    ${cursor && html`<div class="lab-plot-tip" aria-hidden="true" style=${`--x: ${cursor.left}px`} data-testid="${testId}-tip">${describe(cursor.index)}</div>`}
  </div>`;
}

const LABEL_HEIGHT = 34;
const AXIS_HEIGHT = 24;

// Labels that would overlap move apart.
function spread(labels, height) {
  const sorted = [...labels].sort((one, other) => one.top - other.top);
  sorted.forEach((one, place) => {
    if (place) one.top = Math.max(one.top, sorted[place - 1].top + LABEL_HEIGHT);
  });
  for (let place = sorted.length - 1; place >= 0; place -= 1) {
    const below = place === sorted.length - 1 ? height - LABEL_HEIGHT - AXIS_HEIGHT : sorted[place + 1].top - LABEL_HEIGHT;
    sorted[place].top = Math.min(sorted[place].top, below);
  }
  return sorted;
}

const MARKERS = {
  circle: (path, x, y, size) => path.arc(x, y, size, 0, 2 * Math.PI),
  diamond: (path, x, y, size) => polygon(path, [[x, y - 1.2 * size], [x + 1.2 * size, y], [x, y + 1.2 * size], [x - 1.2 * size, y]]),
  square: (path, x, y, size) => path.rect(x - size, y - size, 2 * size, 2 * size),
  triangle: (path, x, y, size) => polygon(path, [[x, y - 1.2 * size], [x + 1.2 * size, y + size], [x - 1.2 * size, y + size]]),
};

function polygon(path, corners) {
  corners.forEach(([x, y], place) => (place ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
}

/** A draw hook that puts a marker of a shape on every point of a series. */
export const markers = (series, shape, stroke, fill) => (chart) => {
  const values = chart.data[series];
  const { ctx } = chart;
  const ratio = devicePixelRatio;
  const spacing = chart.bbox.width / Math.max(1, values.length);
  const step = Math.max(1, Math.ceil((12 * ratio) / spacing));
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.fillStyle = fill;
  ctx.lineWidth = 2 * ratio;
  ctx.setLineDash([]);
  values.forEach((value, place) => {
    if (value === null || value === undefined || place % step) return;
    const path = new Path2D();
    MARKERS[shape](path, chart.valToPos(chart.data[0][place], 'x', true), chart.valToPos(value, 'y', true), 3.5 * ratio);
    ctx.fill(path);
    ctx.stroke(path);
  });
  ctx.restore();
};

/** Axes in the colours of the theme. */
export const axis = (colours, more) => ({
  stroke: colours.muted, font: '12px system-ui, sans-serif', grid: { stroke: colours.line, width: 1 }, ticks: { show: false }, gap: 8, ...more,
});
