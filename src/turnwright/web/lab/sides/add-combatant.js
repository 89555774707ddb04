// "Add a combatant": search in the library and in one's own collection, or take a file or a blank one.
import { html, signal, useEffect, useRef, useState } from '../../app/preact.js';
import { humanize } from '../../app/text.js';
import { combatantGlyph, Glyph } from '../glyphs.js';
import { collection, removeEntry } from '../state/collection.js';
import { at, catalogue, selected, sidePaths } from '../state/lab-store.js';
import { formOf } from './combatant-form.js';
import { chooseFile } from './import-dialog.js';
import { addCombatant, freeName, placeOf } from './side-edits.js';

const SHOWN = 60;
const isOpen = signal(false);
const target = signal('');
let field = null;

/** Open the search to add to a side. */
export function addTo(side) {
  target.value = side;
  isOpen.value = true;
  field?.focus();
}

/** The side that a new combatant joins: the one that was asked for, or the one that fits its kind. */
function sideFor(kind) {
  if (target.value && at(target.value)) return target.value;
  const sides = sidePaths();
  const here = selected.value ? placeOf(selected.value).side : '';
  if (kind === 'hero') return sides[0];
  return here && here !== sides[0] ? here : sides[1] ?? sides[0];
}

const challengeLabel = (value) => ({ 0.125: '1/8', 0.25: '1/4', 0.5: '1/2' })[value] ?? String(value);
const sideLabel = (path) => `${at(path)?.name}${path.startsWith('day') ? `, ${at(path.split('.')[0])?.name ?? ''}` : ''}`;

function matches(one, { wanted, kind, challenge }) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${one.name} ${one.kind} ${one.about ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word)) && (!kind || one.kind === kind) && (challenge === '' || String(one.challenge) === challenge);
}

function offers(filter) {
  const library = (catalogue.value?.combatants ?? []).filter((one) => matches(one, filter));
  const first = filter.wanted.toLowerCase();
  library.sort((one, other) => Number(other.name.toLowerCase().startsWith(first)) - Number(one.name.toLowerCase().startsWith(first)));
  const own = collection.value.combatant.map((entry) => ({ ...entry, kind: 'own' })).filter((one) => matches(one, filter));
  return [...own, ...library];
}

function blank(side) {
  const name = freeName('New combatant', (at(side)?.combatants ?? []).map((one) => one.name));
  addCombatant(side, { name, hp: 10, ac: 12, initiative: 0, actions: [{ name: 'Attack', cost: [{ resource: 'Action' }], tags: ['Melee'], effect: [{ type: 'Attack', to_hit: 4, damage: '1d6+2' }] }] });
  formOf.value = selected.value;
}

function Offer({ one, onChoose }) {
  const isOwn = one.kind === 'own';
  return html`<li class="lab-add-row">
    <button type="button" class="lab-add-offer" data-testid="offer-combatant-${one.name}" title=${one.about} onClick=${onChoose}>
      <span class="lab-tile"><${Glyph} name=${isOwn ? 'person' : combatantGlyph(one.name, catalogue.value)} /></span>
      <span class="lab-add-name">${one.name}</span>
      ${isOwn ? html`<span class="lab-chip is-line">yours</span>` : html`
        <span class="lab-unit-figure"><${Glyph} name="heart" title="hit points" />${one.hp}</span><span class="lab-unit-figure"><${Glyph} name="armor-class" title="armour class" />${one.ac}</span>
        <span class="lab-add-kind">${one.challenge === null || one.challenge === '' ? humanize(one.kind) : `CR ${challengeLabel(one.challenge)}`}</span>`}
    </button>
    ${isOwn && html`<button type="button" class="lab-icon-button" aria-label="Remove ${one.name} from your collection" data-testid="own-remove" onClick=${() => removeEntry('combatant', one.id)}><${Glyph} name="remove" /></button>`}
  </li>`;
}

/** The search field and what it offers. */
export function AddCombatant() {
  const [wanted, setWanted] = useState('');
  const [kind, setKind] = useState('');
  const [challenge, setChallenge] = useState('');
  const frame = useRef(null);
  const close = () => {
    isOpen.value = false;
    target.value = '';
    setWanted('');
  };
  useEffect(() => {
    const onKeyDown = (event) => {
      const isTyping = event.target.closest?.('input, textarea, select, [contenteditable], dialog');
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        field?.focus();
      }
    };
    const onPointerDown = (event) => { if (isOpen.value && !frame.current?.contains(event.target) && !event.target.closest?.('[data-testid="side-add"], [data-testid="step-add"]')) close(); };
    addEventListener('keydown', onKeyDown);
    addEventListener('pointerdown', onPointerDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  const found = isOpen.value ? offers({ wanted, kind, challenge }) : [];
  const add = (one) => addCombatant(sideFor(one.kind), one.kind === 'own' ? { name: one.name, yaml: one.text } : one.name);
  const onKeyDown = (event) => {
    if (event.key === 'Escape' && isOpen.value) {
      event.stopPropagation();
      close();
      field.blur();
    } else if (event.key === 'Enter' && event.target === field && found.length) {
      event.preventDefault();
      add(found[0]);
      setWanted('');
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const stops = [field, ...frame.current.querySelectorAll('.lab-add-offer')];
      const here = stops.indexOf(event.target);
      const next = stops[here + (event.key === 'ArrowDown' ? 1 : -1)];
      if (here >= 0 && next) {
        event.preventDefault();
        next.focus();
      }
    }
  };
  const kinds = [...new Set((catalogue.value?.combatants ?? []).map((one) => one.kind))].sort();
  const challenges = [...new Set((catalogue.value?.combatants ?? []).map((one) => one.challenge).filter((one) => typeof one === 'number'))].sort((one, other) => one - other);
  return html`<div class="lab-add-frame" ref=${frame} onKeyDown=${onKeyDown} onFocusOut=${(event) => { if (event.relatedTarget && !frame.current.contains(event.relatedTarget)) close(); }}>
    <label class="lab-sides-find"><${Glyph} name="search" /><span class="lab-sr">Add a combatant</span>
      <input type="search" placeholder=${target.value ? `Add to ${sideLabel(target.value)}` : 'Add a combatant'} data-testid="add-combatant" autocomplete="off" aria-expanded=${isOpen.value ? 'true' : 'false'}
        role="combobox" aria-controls="lab-add-list" aria-keyshortcuts="/" value=${wanted} ref=${(one) => { field = one; }}
        onFocus=${() => { isOpen.value = true; }} onInput=${(event) => { isOpen.value = true; setWanted(event.currentTarget.value); }} /><kbd aria-hidden="true">/</kbd></label>
    ${isOpen.value && html`<div class="lab-add-panel" data-testid="add-combatant-panel">
      <div class="lab-add-filters">
        <select aria-label="Kind" data-testid="filter-kind" value=${kind} onChange=${(event) => setKind(event.currentTarget.value)}><option value="">All kinds</option>
          ${kinds.map((one) => html`<option key=${one} value=${one}>${humanize(one)}</option>`)}</select>
        <select aria-label="Challenge" data-testid="filter-challenge" value=${challenge} onChange=${(event) => setChallenge(event.currentTarget.value)}><option value="">Any challenge</option>
          ${challenges.map((one) => html`<option key=${one} value=${String(one)}>Challenge ${challengeLabel(one)}</option>`)}</select>
        <label class="lab-add-to">Add to <select data-testid="add-side-choice" value=${target.value} onChange=${(event) => { target.value = event.currentTarget.value; }}><option value="">the side that fits</option>
          ${sidePaths().map((one) => html`<option key=${one} value=${one}>${sideLabel(one)}</option>`)}</select></label>
      </div>
      <ul class="lab-add-list" id="lab-add-list" aria-label="Combatants to add">
        ${found.slice(0, SHOWN).map((one) => html`<${Offer} key=${`${one.kind} ${one.id ?? one.name}`} one=${one} onChoose=${() => add(one)} />`)}
        ${!found.length && html`<li class="lab-add-none">Nothing is called that. Start with a blank one, or bring a file.</li>`}
        ${found.length > SHOWN && html`<li class="lab-add-none">${found.length - SHOWN} more: write more of the name.</li>`}
      </ul>
      <div class="lab-add-foot">
        <button type="button" data-testid="add-blank" onClick=${() => { const side = sideFor(''); close(); blank(side); }}><${Glyph} name="plus" />Blank</button>
        <button type="button" data-testid="add-from-file" onClick=${() => { const side = sideFor(''); close(); chooseFile(side); }}><${Glyph} name="file" />From a file</button>
        <span class="spacer"></span><button type="button" class="lab-quiet" data-testid="add-close" onClick=${close}>Done</button>
      </div>
    </div>`}
  </div>`;
}
