// Resources of the selected combatant: spell slots, other pools, and what comes back every round.
import { effect, html, signal } from '../../app/preact.js';
import { validate } from '../state/lab-api.js';
import { combatantAt, reading, readingState, selected, text } from '../state/lab-store.js';
import { Pip, PoolRow, figuresOf, isQuick } from './pool-rows.js';

const IDLE_MS = 900;

/** What a fight takes on average, by path and pool, and the text it belongs to. */
const expected = signal({ source: '', rows: new Map() });
let timer = 0;

effect(() => { // once nobody types any more, ask for what a fight takes
  const source = text.value;
  const isReady = readingState.value === 'current' && reading.value?.scenario && !reading.value.isBroken;
  clearTimeout(timer);
  if (isReady && source !== expected.peek().source && location.hash.startsWith('#/lab')) timer = setTimeout(() => play(source), IDLE_MS);
});

async function play(source) {
  if (document.hidden) return;
  const found = await validate(source, { play: true }).catch(() => null);
  if (found && text.peek() === source) {
    expected.value = { source, rows: new Map((found.pools ?? []).map((row) => [`${row.path} ${row.pool}`, row.expected])) };
  }
}

/** The panel "Resources". */
export function ResourcesPanel() {
  const combatant = combatantAt(selected.value);
  const known = expected.value.source === text.value ? expected.value.rows : new Map();
  const rows = (reading.value?.pools ?? []).filter((row) => row.path === selected.value)
    .map((row) => ({ ...row, expected: row.expected ?? known.get(`${row.path} ${row.pool}`) }));
  const slots = rows.filter((row) => /Slot_\d+$/.test(row.pool));
  const quick = rows.filter((row) => isQuick(row) && !slots.includes(row));
  const pools = rows.filter((row) => !slots.includes(row) && !quick.includes(row));
  const kinds = new Set(rows.flatMap((row) => kindsOf(figuresOf(row, combatant))));
  return html`<section class="lab-panel lab-resources" aria-labelledby="lab-resources-title" data-testid="resources">
    <header class="lab-panel-head"><h2 id="lab-resources-title">Resources</h2><span class="lab-ed-spacer"></span><span class="lab-small">${combatant?.name}</span></header>
    <div class="lab-res">
      <${Rows} title="Spell slots" aside="planned of available" rows=${slots} combatant=${combatant} />
      <${Rows} title="Pools" aside=${slots.length ? '' : 'planned of available'} rows=${pools} combatant=${combatant} />
      <${Rows} title="Each round" aside=${slots.length || pools.length ? '' : 'used of available'} rows=${quick} combatant=${combatant} />
      ${!rows.length && html`<p class="lab-none">It has nothing that could run out.</p>`}
      ${rows.length > 0 && html`<p class="lab-pips-key">${[['planned', 'planned'], ['free', 'free'], ['missing', 'missing'], ['spent', 'spent before']]
        .filter(([kind]) => kinds.has(kind) || kind === 'planned' || kind === 'free').map(([kind, label]) => html`<span key=${kind}><${Pip} kind=${kind} />${label}</span>`)}</p>`}
    </div>
  </section>`;
}

const BACK = { '': 'never back', encounter: 'back after each fight', 'short rest': 'back after a short rest', 'long rest': 'back after a long rest' };

const kindsOf = ({ missing, spent }) => [...(missing ? ['missing'] : []), ...(spent ? ['spent'] : [])];

function Rows({ title, aside, rows, combatant }) {
  if (!rows.length) return null;
  const resets = new Set(rows.map((row) => row.reset));
  const [reset] = resets;
  const back = resets.size === 1 && BACK[reset] && title !== 'Each round' ? BACK[reset] : '';
  return html`<h3>${title}<span>${aside}</span></h3>
    ${back && html`<p class="lab-back">${back}</p>`}
    <ul>${rows.map((row) => html`<${PoolRow} key=${row.pool} row=${row} combatant=${combatant} back=${back ? '' : BACK[row.reset] ?? ''} />`)}</ul>`;
}
