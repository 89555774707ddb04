// The dialog behind "+ Action": a blank action, a template, an action of the library, or a copy of another combatant's.
import { html, useEffect, useMemo, useRef, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { at, catalogue, combatantPaths, reading, selected, yamlOf } from '../state/lab-store.js';
import { CostChip } from './action-card.js';
import { addEntry } from './list-edits.js';
import { IconButton } from '../editor/icon-button.js';

const BLANK = [
  { key: 'blank-action', name: 'Blank action', list: 'actions', glyph: 'spark', sentence: 'Something to do on the turn. Costs the Action; the rest is up to you.',
    action: { name: 'New action', cost: [{ resource: 'Action' }], effect: [{ type: 'Attack', to_hit: 5, damage: '1d8+3 slashing' }] } },
  { key: 'blank-reaction', name: 'Blank reaction', list: 'reactions', glyph: 'reaction', sentence: 'An answer to an event. Costs the Reaction; the rest is up to you.',
    action: {
      name: 'New reaction', timing: { type: 'Reaction', on: 'AttackHit', who: 'self' }, cost: [{ resource: 'Reaction' }], targets: { who: 'event source' },
      effect: [{ type: 'Attack', to_hit: 5, damage: '1d8+3 slashing' }],
    } },
];
const TABS = [['all', 'All'], ['blank', 'Blank'], ['templates', 'Templates'], ['library', 'Library'], ['copies', 'Copies']];
const SHOWN = 60;

const listOf = (description) => (description?.when === 'reaction' ? 'reactions' : 'actions');

const GLYPHS = [[/Cancel/, 'cancel'], [/EndTurn/, 'flag'], [/type: Heal/, 'heal'], [/type: Move/, 'boots'], [/ac: |reduce|reduction/, 'shield'], [/Ranged/, 'bow'],
  [/type: Attack/, 'sword'], [/fire/, 'flame'], [/type: Save/, 'burst'], [/type: Apply/, 'bless']];

/** A drawing for a template, from what its text does. */
const glyphOf = (text) => GLYPHS.find(([pattern]) => pattern.test(text))?.[1] ?? 'dice';

function templates() {
  return (catalogue.value?.templates ?? []).map((one) => ({
    key: `template-${one.name}`, name: one.name, list: one.list, sentence: one.about, glyph: glyphOf(one.text),
    action: { name: one.text.match(/^name: *(.+)$/m)?.[1] ?? one.name }, source: one.text,
  }));
}

const library = () => (catalogue.value?.actions ?? []).map((one) => ({
  key: `library-${one.name}`, name: one.name, list: listOf(one), sentence: one.sentence, glyph: one.glyph, costs: one.costs, tags: one.tags, group: one.group, use: one.name,
}));

function copies() {
  const found = [];
  for (const owner of combatantPaths()) {
    if (owner === selected.value) continue;
    for (const list of ['actions', 'reactions']) {
      (at(`${owner}.${list}`) ?? []).forEach((entry, index) => {
        const path = `${owner}.${list}[${index}]`;
        const words = reading.value?.actions?.[path];
        if (typeof entry === 'object') {
          found.push({ key: path, name: entry.name, list, sentence: words?.sentence ?? '', glyph: words?.glyph, costs: words?.costs, from: at(owner).name, action: entry, path });
        }
      });
    }
  }
  return found;
}

/** The dialog. `list` is where a blank action goes by default. */
export function AddAction({ list, onClose }) {
  const dialog = useRef(null);
  const [wanted, setWanted] = useState('');
  const [tab, setTab] = useState('all');
  const sections = useMemo(() => ({ blank: BLANK, templates: templates(), library: library(), copies: copies() }), [catalogue.value]);
  useEffect(() => {
    dialog.current.showModal();
    return () => dialog.current?.close();
  }, []);
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (one) => {
    const text = [one.name, one.sentence, one.from, one.group, one.list === 'reactions' ? 'reaction' : '', ...(one.tags ?? [])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const byPlace = (one, other) => (one.list === list ? 0 : 1) - (other.list === list ? 0 : 1);
  const shown = Object.entries(sections).filter(([key]) => tab === 'all' || tab === key)
    .map(([key, all]) => [key, all.filter(fits).sort(list === 'reactions' ? byPlace : () => 0)]).filter(([, all]) => all.length);
  const choose = (one) => {
    onClose();
    addEntry(selected.value, one.list, { action: one.action, use: one.use, source: one.source ?? (one.path ? yamlOf(one.path, { full: true }) : undefined) });
  };
  const onKeyDown = (event) => {
    if (event.key === 'Enter' && shown.length) {
      event.preventDefault();
      choose(shown[0][1][0]);
    }
  };
  return html`<dialog ref=${dialog} class="lab-dialog" aria-labelledby="lab-add-title" data-testid="add-action-dialog" onClose=${onClose}
      onClick=${(event) => { if (event.target === dialog.current) onClose(); }}>
    <header class="lab-dialog-head"><h2 id="lab-add-title">Add to ${at(selected.value)?.name}</h2>
      <${IconButton} glyph="close" aria-label="Close" data-testid="add-action-close" onClick=${onClose} /></header>
    <label class="lab-find"><${Glyph} name="search" /><span class="lab-sr">Find an action</span>
      <input type="search" autofocus placeholder="Name, effect or tag: fire, heal, reaction" data-testid="find-action" value=${wanted}
        onInput=${(event) => setWanted(event.currentTarget.value)} onKeyDown=${onKeyDown} /></label>
    <div class="lab-seg" role="radiogroup" aria-label="Show">${TABS.map(([key, label]) => html`<label key=${key} class=${key === tab ? 'is-on' : ''}>
      <input type="radio" name="lab-add-tab" checked=${key === tab} data-testid=${`add-tab-${key}`} onChange=${() => setTab(key)} />${label}</label>`)}</div>
    <div class="lab-dialog-list" tabIndex=${0} role="region" aria-label="Actions to add">
      ${shown.map(([key, all]) => html`<section key=${key}><h3>${TABS.find(([one]) => one === key)[1]} <span class="lab-count">${all.length}</span></h3>
        <ul>${all.slice(0, SHOWN).map((one) => html`<li key=${one.key}><${Offer} one=${one} onChoose=${() => choose(one)} /></li>`)}</ul>
        ${all.length > SHOWN && html`<p class="lab-small">${all.length - SHOWN} more: write more of the name.</p>`}</section>`)}
      ${!shown.length && html`<p class="lab-none">Nothing fits. A blank action can become anything.</p>`}
    </div>
  </dialog>`;
}

function Offer({ one, onChoose }) {
  return html`<button type="button" class="lab-offer" data-testid=${`offer-${one.key}`} onClick=${onChoose}>
    <span class="lab-tile"><${Glyph} name=${one.glyph ?? 'orb'} /></span>
    <span class="lab-offer-text"><b>${one.name}</b>${one.from && html`<span class="lab-small"> of ${one.from}</span>`}<span class="lab-say">${one.sentence}</span></span>
    <span class="lab-costs-line">${one.list === 'reactions' && !one.costs?.length && html`<span class="lab-chip is-line">Reaction</span>`}
      ${(one.costs ?? []).map((cost, index) => html`<${CostChip} key=${index} cost=${cost} />`)}</span>
  </button>`;
}
