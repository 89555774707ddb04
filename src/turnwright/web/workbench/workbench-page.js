// The workbench: the table that players get, with panels around it that can be closed.
import { html, useEffect, useMemo, useState } from '../app/preact.js';
import { theme } from '../app/preferences.js';
import { captureCardPositions } from '../table/animation.js';
import { InputDraft } from '../table/input-draft.js';
import { makeTable, TableView } from '../table/table-view.js';
import { Failure } from './failure.js';
import { FlowPanel, JournalPanel, MovesPanel, StatePanel, TracePanel, ViewsPanel } from './panels.js';
import { Timeline } from './timeline.js';
import { WorkbenchSession } from './workbench-session.js';

const PANELS = { state: 'State', views: 'What each seat sees', moves: 'Legal moves', journal: 'Journal', flow: 'Flow', trace: 'Transitions and hooks' };
const SAVED = 'turnwright workbench panels';

/** How much room there is: tabs instead of panels, one column of panels in tabs, or all panels. */
const layoutOf = () => (innerWidth < 900 || innerHeight < 560 ? 'narrow' : innerWidth < 1200 || innerHeight < 780 ? 'medium' : 'wide');

function savedPanels() {
  try {
    const saved = JSON.parse(localStorage.getItem(SAVED));
    if (Array.isArray(saved)) return saved.filter((name) => name in PANELS);
  } catch { /* nothing usable was saved */ }
  return Object.keys(PANELS);
}

function Status({ data }) {
  const { loadFailure, panels } = data;
  const failure = loadFailure ?? panels?.failure;
  if (failure) {
    const what = failure.kind === 'file' ? 'not loaded' : `${failure.rule || 'a rule'} failed`;
    return html`<p class="wb-status is-bad" role="status" data-testid="status">✕ <b>${what}, ${failure.file}${failure.line ? `:${failure.line}` : ''}</b> waiting for a save</p>`;
  }
  const done = panels?.reloaded;
  if (!done) return html`<p class="wb-status" role="status" data-testid="status">watching for saves</p>`;
  const isWhole = done.kept === done.wanted;
  return html`<p class=${`wb-status ${isWhole ? 'is-good' : 'is-partly'}`} role="status" data-testid="status" data-load=${done.number} title=${done.why}>↻ <b>reloaded${isWhole ? ', position kept' : ''}</b>
    ${done.kept} of ${done.wanted} inputs fit${done.why && html`: ${done.why}`}</p>`;
}

function Controls({ data, session, bot, setBot, isNarrow }) {
  const { panels, viewer } = data;
  const [seed, setSeed] = useState(panels.seed);
  const [options, setOptions] = useState(JSON.stringify(panels.options));
  const [areOptionsOpen, setOptionsOpen] = useState(false);
  const [isMatchOpen, setMatchOpen] = useState(false);
  useEffect(() => setSeed(panels.seed), [panels.seed]);
  const restart = (more = {}) => {
    let parsed;
    try { parsed = JSON.parse(options || '{}'); } catch { parsed = undefined; }
    session.command('restart', { seed, seats: panels.seats, ...(parsed ? { options: parsed } : {}), ...more });
  };
  const names = panels.names ?? [];
  const viewers = [['auto', 'who acts'], ...names.map((name, n) => [String(n), html`<span class="wb-wide">${n} </span>${name}`]), ['onlooker', 'onlooker']];
  return html`<form class=${`wb-controls wb-match ${isMatchOpen ? 'is-open' : ''}`} onSubmit=${(event) => { event.preventDefault(); restart(); }}>
      <label>Seed <input title="Seed of all random numbers" data-testid="seed" size="5" value=${seed} onInput=${(event) => setSeed(event.currentTarget.value)} /></label>
      ${panels.seatChoices.length > 1 && html`<select aria-label="Seats" data-testid="seats" value=${panels.seats} onChange=${(event) => restart({ seats: Number(event.currentTarget.value) })}>
        ${panels.seatChoices.map((count) => html`<option value=${count}>${count} seats</option>`)}</select>`}
      ${areOptionsOpen ? html`<label>Options <input data-testid="options" size="16" value=${options} onInput=${(event) => setOptions(event.currentTarget.value)} /></label>`
        : html`<button type="button" class="quiet" aria-label="Options of the game" title="Options of the game" data-testid="options-open" onClick=${() => setOptionsOpen(true)}>⋯</button>`}
      <button type="submit" data-testid="restart">Restart</button></form>
    <div class="wb-controls"><span class="wb-note wb-wide">See as</span><span class="wb-segment" role="group" aria-label="See as">${viewers.map(([id, label]) => html`<button type="button" key=${id}
      aria-pressed=${viewer === id} data-testid="see-${id}" onClick=${() => session.command('see_as', { viewer: id })}>${label}</button>`)}</span></div>
    <div class="wb-controls wb-bot"><select aria-label="Bot" data-testid="bot" value=${bot} onChange=${(event) => setBot(event.currentTarget.value)}>
      ${panels.bots.map((name) => html`<option value=${name}>${name} bot</option>`)}</select>
      <button type="button" data-testid="bot-step" onClick=${() => session.command('bot_step', { bot })}>Step <kbd>B</kbd></button>
      <button type="button" data-testid="bot-play" onClick=${() => session.command('bot_plays_on', { bot })}>▸ Play on</button>
      ${isNarrow && html`<button type="button" class="quiet" aria-expanded=${isMatchOpen} data-testid="match-open" onClick=${() => setMatchOpen(!isMatchOpen)}>Match</button>`}</div>`;
}

const THEMES = { auto: 'dark', dark: 'light', light: 'auto' };

function ThemeButton() {
  return html`<button type="button" class="icon" aria-label="Theme: ${theme.value}. Switch theme." data-testid="theme-switch" onClick=${() => { theme.value = THEMES[theme.value]; }}>
    <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6" /><path d="M8 2 A6 6 0 0 1 8 14 Z" /></svg></button>`;
}

function PanelMenu({ open, setOpen }) {
  const [isShown, setShown] = useState(false);
  return html`<span class="wb-menu"><button type="button" aria-expanded=${isShown} data-testid="panels-open" onClick=${() => setShown(!isShown)}>Panels ▾</button>
    ${isShown && html`<span class="wb-menu-list" role="group" aria-label="Panels">${Object.entries(PANELS).map(([name, title]) => html`<label key=${name} class="check">
      <input type="checkbox" checked=${open.includes(name)} data-testid="panel-switch-${name}" onChange=${() => setOpen(name)} /> ${title}</label>`)}</span>`}</span>`;
}

function Table({ data, session, draft }) {
  const [match, state, prompt] = [session.match.value, session.state.value, session.prompt.value];
  if (!match || !state) return html`<div class="wb-empty"><p>The match has not started.</p></div>`;
  draft.resetFor(prompt, state);
  const table = makeTable({ state, match, game: { ...match.game, glossary: data.game.glossary }, library: data.game.library ?? {}, session, draft, prompt, isBusy: session.isBusy.value });
  if (state.result) table.question = { ...table.question, title: `The match is over: ${data.panels.result}.` };
  return html`<${TableView} table=${table} log=${session.log.value} />`;
}

/** The page. */
export function WorkbenchPage() {
  const session = useMemo(() => new WorkbenchSession({ beforeState: captureCardPositions }), []);
  const draft = useMemo(() => new InputDraft(), []);
  const [open, setAllOpen] = useState(savedPanels);
  const [bot, setBot] = useState('random');
  const [tab, setTab] = useState('table');
  const [layout, setLayout] = useState(layoutOf);
  const isNarrow = layout === 'narrow';
  useEffect(() => {
    const onResize = () => setLayout(layoutOf());
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  const setOpen = (name) => {
    const next = open.includes(name) ? open.filter((one) => one !== name) : [...open, name];
    localStorage.setItem(SAVED, JSON.stringify(next));
    setAllOpen(next);
  };
  const data = session.shown.value;
  useEffect(() => { if (data) document.title = `${data.file} · Workbench`; }, [data?.file]);
  useEffect(() => {
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, select, textarea')) return;
      const at = session.shown.value?.panels?.position ?? 0;
      const go = (position) => () => session.command('go_to', { position });
      const keys = {
        b: () => session.command('bot_step', { bot }), n: () => session.command('branch'), r: () => session.command('reload'),
        ',': go(Math.max(0, at - 1)), '.': go(at + 1), Home: go(0), End: go(1e6),
      };
      const run = keys[event.key] ?? keys[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [bot]);
  if (!data) return html`<p class="boot" role="status">Loading.</p>`;
  const panels = data.panels;
  const failure = data.loadFailure ?? panels?.failure;
  const dialog = failure && html`<${Failure} failure=${failure} position=${panels?.position ?? 0} onClose=${() => session.command('close_failure')} onRetry=${() => session.command('reload')} />`;
  const lost = !session.isConnected.value && html`<div class="banner" role="alert" data-testid="lost">The workbench has stopped. Start \`turnwright dev\` again; the page reconnects by itself.</div>`;
  const head = html`<header class="wb-top"><img src="web/favicon.svg" alt="" width="24" height="24" /><h1><b data-testid="file">${data.file}</b> <span>workbench</span></h1>
    <${Status} data=${data} /><span class="spacer"></span>${panels && html`<${Controls} data=${data} session=${session} bot=${bot} setBot=${setBot} isNarrow=${isNarrow} />`}<${ThemeButton} /></header>`;
  if (!panels) return html`<div class="workbench is-bare">${head}<main class="wb-table">${dialog}</main>${lost}</div>`;
  const close = layout === 'wide' ? (name) => () => setOpen(name) : isNarrow ? () => () => setTab('table') : () => null;
  const isFailed = panels.failure?.kind === 'rule';
  const make = {
    state: () => html`<${StatePanel} panels=${panels} onClose=${close('state')} />`,
    views: () => html`<${ViewsPanel} panels=${panels} seat=${data.seat} onClose=${close('views')} />`,
    moves: () => html`<${MovesPanel} panels=${panels} failed=${isFailed ? panels.failure.move : ''} onClose=${close('moves')} />`,
    journal: () => html`<${JournalPanel} panels=${panels} onClose=${close('journal')} />`,
    flow: () => html`<${FlowPanel} flow=${data.flow} panels=${panels} isFailed=${isFailed} onClose=${close('flow')} />`,
    trace: () => html`<${TracePanel} panels=${panels} onClose=${close('trace')} />`,
  };
  const shown = (...names) => (panels.state ? names.filter((name) => open.includes(name)) : []);
  const column = (side, names) => names.length > 0 && html`<div class="wb-column wb-column-${side}">${names.map((name) => make[name]())}</div>`;
  const [left, below, right] = [shown('state', 'views'), shown('moves', 'journal'), shown('flow', 'trace')];
  const table = html`<div class="wb-table" role="presentation"><${Table} data=${data} session=${session} draft=${draft} />${dialog && html`<div class="wb-veil"></div>${dialog}`}</div>`;
  const timeline = html`<${Timeline} panels=${panels} session=${session} menu=${layout === 'wide' && html`<${PanelMenu} open=${open} setOpen=${setOpen} />`} />`;
  const short = { ...PANELS, views: 'Views', moves: 'Moves', trace: 'Trace' };
  const chooser = (tabs, chosen) => html`<div class="wb-tabs wb-chooser" role="tablist">${Object.entries(tabs).map(([name, title]) => html`<button type="button" role="tab" key=${name}
    aria-selected=${chosen === name} data-testid="tab-${name}" onClick=${() => setTab(name)}>${title}</button>`)}</div>`;
  if (layout === 'medium') {
    const chosen = tab in PANELS ? tab : 'state';
    return html`<div class="workbench is-medium">${head}<div class="wb-body"><div class="wb-middle">${table}</div>
      <div class="wb-column wb-column-right">${chooser(short, chosen)}${make[chosen]()}</div></div>${timeline}${lost}</div>`;
  }
  if (isNarrow) {
    return html`<div class="workbench is-narrow">${head}
      ${chooser({ table: 'Table', ...short }, tab)}
      ${tab === 'table' || failure ? table : html`<div class="wb-column">${make[tab]()}</div>`}${timeline}${lost}</div>`;
  }
  return html`<div class="workbench">${head}<div class="wb-body">${column('left', left)}
    <div class="wb-middle">${table}${column('below', below)}</div>${column('right', right)}</div>${timeline}${lost}</div>`;
}
