// What just happened: a line that stays until the next event, and an arrow from who did it to whom.
import { html, useLayoutEffect, useRef } from '../app/preact.js';
import { isMotionReduced } from '../app/preferences.js';
import { boxOfCard } from './animation.js';
import { elementOf, useEvents } from './events.js';
import { lineText, TextWithCards } from './log.js';
import { playersOf } from './state-queries.js';

const MOST = 3;
const ARROW_MS = 900;

const namesOf = (players) => Object.fromEntries(playersOf(players).map((player) => [player.id, player.name || player.id]));
const sentence = (event, names) => {
  const { name, text } = lineText(event, names);
  return `${name}${text}`.replace(/[.]?$/, '.');
};

/** Draw an arrow for a moment from one box to another. */
export function drawArrow(from, to) {
  const [x1, y1, x2, y2] = [from.left + from.width / 2, from.top + from.height / 2, to.left + to.width / 2, to.top + to.height / 2];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 24) return;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'event-arrow');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = `<path d="M${x1} ${y1}L${x2 - 14 * ux} ${y2 - 14 * uy}" /><path class="head" d="M${x2} ${y2}L${x2 - 18 * ux + 9 * uy} ${y2 - 18 * uy - 9 * ux}L${x2 - 18 * ux - 9 * uy} ${y2 - 18 * uy + 9 * ux}Z" />`;
  document.body.append(svg);
  svg.animate([{ opacity: 0 }, { opacity: 1, offset: .2 }, { opacity: 1, offset: .7 }, { opacity: 0 }], { duration: ARROW_MS }).finished
    .then(() => svg.remove(), () => svg.remove());
}

/** The line. What the viewer did is in it too, because its consequences follow. */
export function EventLine({ table }) {
  const events = useEvents(table);
  const lines = events.filter(({ kind, text }) => kind === 'log' && !/^begins turn/.test(text));
  const last = useRef([]);
  if (lines.length) last.current = lines;
  const me = table.match?.youAre;
  useLayoutEffect(() => {
    if (isMotionReduced()) return;
    for (const { source, target, who } of lines) {
      if (source === null || target === null || who === me) continue;
      const [from, to] = [source, target].map((key) => elementOf(key)?.getBoundingClientRect() ?? boxOfCard(key));
      if (from && to) drawArrow(from, to);
    }
  }, [events]);
  const names = namesOf(table.state.players);
  const shown = last.current.slice(-MOST);
  return html`<p class="event-line" data-testid="event-line">${shown.map((event, i) => html`<span key=${i} class="event"><${TextWithCards} text=${sentence(event, names)} /> </span>`)}</p>`;
}
