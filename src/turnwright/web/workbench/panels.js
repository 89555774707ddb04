// The panels around the table: state, views, legal moves, flow, trace and journal.
import { classes, html, useEffect, useRef, useState } from '../app/preact.js';
import { StateTree } from './state-tree.js';

/** The number of a seat in its colour. */
export function SeatMark({ seat }) {
  return html`<span class="seat-mark seat-${seat % 4}">${seat}</span>`;
}

/** A seat's number and name. */
export function SeatName({ seat, names }) {
  return html`<${SeatMark} seat=${seat} /> <b class="seat-text-${seat % 4}">${names?.[seat] ?? `seat ${seat}`}</b>`;
}

/** The frame of a panel. */
export function Panel({ name, title, note, extra, onClose, children }) {
  return html`<section class="wb-panel wb-${name}" aria-label=${title} data-testid="panel-${name}">
    <header><h2>${title}</h2>${note && html`<span class="wb-note">${note}</span>`}${extra}<span class="spacer"></span>
      ${onClose && html`<button type="button" class="icon" aria-label="Close ${title}" data-testid="close-${name}" onClick=${onClose}>×</button>`}</header>
    <div class="wb-content" tabindex="0" role="region" aria-label="${title}, content">${children}</div></section>`;
}

/** The whole state, with what changed since the last input or since the turn began. */
export function StatePanel({ panels, onClose }) {
  const [since, setSince] = useState('input');
  const extra = html`<span class="wb-note">changed since <button type="button" class="wb-link" data-testid="since" onClick=${() => setSince(since === 'input' ? 'turn' : 'input')}>
    ${since === 'input' ? 'the last input' : 'the turn began'}</button></span>`;
  return html`<${Panel} name="state" title="State" extra=${extra} onClose=${onClose}>
    <${StateTree} state=${panels.state} before=${panels.before?.[since]} label="State" testid="state-tree" openDepth=${1} seats=${panels.names} hiddenZones=${panels.hiddenZones} /><//>`;
}

const Eye = () => html`<svg class="wb-eye" viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 8 C4 4 12 4 14.5 8 C12 12 4 12 1.5 8 Z M3 13 L13 3" /><circle cx="8" cy="8" r="2" /></svg>`;

/** What a seat or an onlooker sees. */
export function ViewsPanel({ panels, seat, onClose }) {
  const views = panels.views ?? [];
  const [chosen, setChosen] = useState(null);
  const index = chosen ?? Math.max(0, views.findIndex((view) => view.seat === seat));
  const view = views[index];
  const zones = Object.entries(view?.seen.zones ?? {});
  const hidden = zones.reduce((sum, [, zone]) => sum + (zone?.hidden ?? 0), 0);
  return html`<${Panel} name="views" title="What each seat sees" onClose=${onClose}>
    <div class="wb-tabs" role="tablist">${views.map((one, n) => html`<button type="button" role="tab" key=${n} aria-selected=${n === index}
      data-testid="view-${one.seat ?? 'onlooker'}" onClick=${() => setChosen(n)}>${one.seat === null ? '' : `${one.seat} `}${one.name}</button>`)}</div>
    ${view?.problem && html`<p class="problem">${view.problem}</p>`}
    <${StateTree} state=${{ G: view?.seen.G }} label="What ${view?.name} sees" testid="view-tree" openDepth=${1} seats=${panels.names} />
    <ul class="wb-rows">${zones.map(([key, zone]) => html`<li key=${key}><span>${zone?.hidden !== undefined && html`<${Eye} />`} ${key.replace(':', ' ')}</span>
      <span class=${classes(zone?.hidden !== undefined && 'is-hidden')}>${zone?.hidden !== undefined ? `${zone.hidden} hidden`
        : Array.isArray(zone) ? zone.join(', ') || '–' : JSON.stringify(zone)}</span></li>`)}</ul>
    ${zones.length > 0 && html`<p class="wb-foot">${hidden} cards hidden from ${view?.name}</p>`}<//>`;
}

/** The legal moves of a seat, and why the others are not. */
export function MovesPanel({ panels, failed, onClose }) {
  const { seat, legal = [], others = [], more = 0, question, problem } = panels.moves ?? {};
  const note = html`for <${SeatName} seat=${seat ?? 0} names=${panels.names} /> · ${legal.length + more} options`;
  return html`<${Panel} name="moves" title="Legal moves" note=${note} onClose=${onClose}>
    ${problem && html`<p class="problem">${problem}</p>`}${question && html`<p class="wb-question">${question}</p>`}
    <ul class="wb-moves" data-testid="legal-moves">${legal.map((one) => html`<li key=${one.id} class=${classes(failed === one.move && 'is-failed')}>
      <span class="ok" aria-label="legal">✓</span><b>${one.move}</b><span>${one.label}</span><code>${one.rule}</code></li>`)}
      ${more > 0 && html`<li><span></span><span></span><span class="muted">and ${more} more</span></li>`}</ul>
    ${others.length > 0 && html`<h3>Not legal, and why</h3>
    <ul class="wb-moves" data-testid="other-moves">${others.map((one) => html`<li key=${one.move} class=${classes('is-not', failed === one.move && 'is-failed')}>
      <span aria-label="not legal">–</span><b>${one.move}</b><span>${one.why}</span><code>${one.rule}</code></li>`)}</ul>`}<//>`;
}

/** The flow diagram with the current place lit. */
export function FlowPanel({ flow, panels, isFailed, onClose }) {
  const frame = useRef(null);
  const place = panels.place ?? '';
  const way = panels.trace?.[0]?.events.findLast((event) => event.kind === 'transition')?.way ?? [];
  const taken = way.join(' ');
  useEffect(() => {
    const root = frame.current;
    if (!root) return;
    for (const node of root.querySelectorAll('[data-path]')) {
      const path = node.dataset.path;
      node.classList.toggle('here', path === place);
      node.classList.toggle('around', place.startsWith(`${path}/`));
    }
    for (const edge of root.querySelectorAll('[data-from]')) {
      const at = way.lastIndexOf(edge.dataset.from);
      edge.classList.toggle('taken', at >= 0 && way[at + 1] === edge.dataset.to && way.at(-1) === place);
    }
    const here = root.querySelector('.here');
    if (!here) return;
    const [box, room] = [here.getBoundingClientRect(), root.getBoundingClientRect()];
    root.scrollLeft += box.left + box.width / 2 - room.left - room.width / 2;
    root.scrollTop += box.top + box.height / 2 - room.top - room.height / 2;
  }, [flow, place, taken]);
  const crumbs = place.split('/');
  const note = html`${crumbs.slice(0, -1).map((name) => `${name} ▸ `)}<b class="wb-here" data-testid="place">${crumbs.at(-1)}</b>`;
  return html`<${Panel} name="flow" title="Flow" note=${note} onClose=${onClose}>
    <div class=${classes('wb-flow', isFailed && 'is-failed')} ref=${frame} tabindex="0" role="region" aria-label="Flow diagram" data-testid="flow" dangerouslySetInnerHTML=${{ __html: flow }}></div><//>`;
}

const CONDITION = /^(.*): (.*)$/;

function Event({ event }) {
  const { kind, where, to, why, rule, changes } = event;
  if (kind === 'transition') return html`<li class="ev-transition">${where} → ${to} <span class="muted">${why}</span></li>`;
  if (kind === 'condition') {
    const [, name, value] = CONDITION.exec(why) ?? [null, why, ''];
    return html`<li><code>${name}</code> <b class=${classes(value === 'True' && 'is-yes')}>${value === 'True' ? 'yes' : value === 'False' ? 'no' : value}</b> <span class="muted">${where}</span></li>`;
  }
  if (kind === 'failed') return html`<li class="ev-failed">failed: ${why}</li>`;
  if (kind === 'rejected') return html`<li class="ev-failed">rejected: ${why}</li>`;
  const shown = changes.filter((change) => !/^ctx\.(card_zones|next_card)/.test(change.path));
  return html`<li class=${classes('ev-rule', rule === 'engine' && 'is-engine')}><span class="muted">${kind}</span> <code>${why}</code> <span class="ev-place">${rule}</span>
    ${shown.length === 0 ? html` <span class="muted">no difference</span>` : html`<ul class="ev-changes">${shown.slice(0, 8).map((change) => html`<li key=${change.path}>
      <span>${change.path}</span> <s>${change.before || 'new'}</s> → <b>${change.after || 'removed'}</b></li>`)}
      ${shown.length > 8 && html`<li class="muted">and ${shown.length - 8} more</li>`}</ul>`}</li>`;
}

// What the trace can be narrowed to, as `tw.debuggers` does for listeners.
const TRACED = {
  all: () => true,
  flow: (event) => ['transition', 'condition', 'rejected'].includes(event.kind),
  diffs: (event) => event.kind === 'failed' || event.changes?.length > 0,
};

/** Transitions, conditions and hooks of the last inputs, with what they changed. */
export function TracePanel({ panels, onClose }) {
  const [kind, setKind] = useState('all');
  const tabs = html`<span class="wb-segment" role="group" aria-label="Trace of">${Object.keys(TRACED).map((name) => html`<button type="button" key=${name}
    aria-pressed=${kind === name} data-testid="trace-${name}" onClick=${() => setKind(name)}>${name}</button>`)}</span>`;
  return html`<${Panel} name="trace" title="Transitions and hooks" extra=${tabs} onClose=${onClose}>
    <ol class="wb-trace" data-testid="trace">${(panels.trace ?? []).map((step) => html`<li key=${step.input}>
      <h3>${step.input} ${step.seat >= 0 && html`<${SeatName} seat=${step.seat} names=${panels.names} />`} ${step.text}</h3>
      <ol>${step.events.filter(TRACED[kind]).map((event, n) => html`<${Event} key=${n} event=${event} />`)}</ol></li>`)}</ol><//>`;
}

const SIGNS = { asked: '?', log: '•', flow: '▸', ledger: '±', event: '·' };

/** The journal of events and ledgers. */
export function JournalPanel({ panels, onClose }) {
  const [kind, setKind] = useState('all');
  const tabs = html`<span class="wb-segment" role="group" aria-label="Journal of">${['all', 'events', 'ledgers'].map((name) => html`<button type="button" key=${name}
    aria-pressed=${kind === name} data-testid="journal-${name}" onClick=${() => setKind(name)}>${name}</button>`)}</span>`;
  const isShown = (line) => kind === 'all' || (kind === 'ledgers') === (line.kind === 'ledger');
  const lines = (panels.journal ?? []).filter(isShown);
  return html`<${Panel} name="journal" title="Journal" extra=${tabs} onClose=${onClose}>
    <ol class="wb-journal" data-testid="journal">${lines.map((line, n) => html`<li key=${n} class=${classes(`is-${line.kind}`, line.input === panels.position && 'is-new')}>
      <span class="muted">${line.input}</span><span aria-label=${line.kind}>${SIGNS[line.kind]}</span><span>${line.text}</span><span class="muted">${line.amounts ?? line.why ?? ''}</span></li>`)}</ol><//>`;
}
