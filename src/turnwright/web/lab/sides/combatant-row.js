// One combatant in the list of a side: glyph, name, count, hit points and armour class; more controls when it is selected.
import { classes, html } from '../../app/preact.js';
import { combatantGlyph, Glyph } from '../glyphs.js';
import { at, catalogue, findingsFor, select, selected, sidePaths, tab } from '../state/lab-store.js';
import { formOf } from './combatant-form.js';
import { duplicate, moveTo, placeOf, removeCombatant, setCount, step } from './side-edits.js';

const DRAGGED = 'application/x-turnwright-combatant';

function Tools({ path, combatant }) {
  const { list, index, side } = placeOf(path);
  const count = combatant.count ?? 1;
  const move = (event) => {
    const to = event.currentTarget.value;
    event.currentTarget.value = '';
    if (to === 'up' || to === 'down') step(path, to === 'up' ? -1 : 1);
    else if (to) moveTo(path, to);
  };
  return html`<div class="lab-unit-tools" role="group" aria-label="Change ${combatant.name}">
    <span class="lab-stepper" role="group" aria-label="Count of ${combatant.name}">
      <button type="button" class="lab-icon-button" aria-label="One ${combatant.name} less" data-testid="count-less" disabled=${count <= 1} onClick=${() => setCount(path, count - 1)}><${Glyph} name="minus" /></button>
      <input class="lab-num" inputmode="numeric" aria-label="Count of ${combatant.name}" data-testid="count" value=${count}
        onChange=${(event) => { event.currentTarget.value = setCount(path, Math.round(Number(event.currentTarget.value)) || 1); }} />
      <button type="button" class="lab-icon-button" aria-label="One ${combatant.name} more" data-testid="count-more" onClick=${() => setCount(path, count + 1)}><${Glyph} name="plus" /></button>
    </span>
    <button type="button" class="lab-icon-button" title="Edit" aria-label="Edit ${combatant.name}" data-testid="combatant-edit" onClick=${() => { formOf.value = path; }}><${Glyph} name="edit" /></button>
    <button type="button" class="lab-icon-button" title="Duplicate" aria-label="Duplicate ${combatant.name}" data-testid="combatant-duplicate" onClick=${() => duplicate(path)}><${Glyph} name="copy" /></button>
    <select class="lab-move" aria-label="Move ${combatant.name}" title="Move" data-testid="combatant-move" value="" onChange=${move}>
      <option value="">Move</option>
      ${index > 0 && html`<option value="up">Up</option>`}
      ${index < (at(list)?.length ?? 0) - 1 && html`<option value="down">Down</option>`}
      ${sidePaths().filter((one) => one !== side).map((one) => html`<option key=${one} value=${one}>To ${at(one).name}${one.startsWith('day') ? `, ${at(one.split('.')[0]).name ?? ''}` : ''}</option>`)}
    </select>
    <button type="button" class="lab-icon-button" title="Remove" aria-label="Remove ${combatant.name}" data-testid="combatant-remove" onClick=${() => removeCombatant(path)}><${Glyph} name="remove" /></button>
  </div>`;
}

/** A row for the combatant at `path`. `isYours` decides colour and shape. */
export function CombatantRow({ path, isYours }) {
  const combatant = at(path);
  if (!combatant) return null;
  const isOn = selected.value === path;
  const worst = findingsFor(path).some(({ severity }) => severity === 'error') ? 'error' : '';
  const { index, side } = placeOf(path);
  const facts = [combatant.arrival > 1 && `from round ${combatant.arrival}`, combatant.position ? `at ${combatant.position} ft` : ''].filter(Boolean).join(', ');
  const onKeyDown = (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by && event.altKey) {
      event.preventDefault();
      const list = event.currentTarget.closest('[data-side]');
      if (step(path, by)) setTimeout(() => list?.querySelector('.lab-unit.is-on .lab-unit-main')?.focus());
    } else if (by) {
      const rows = [...event.currentTarget.closest('.lab-sides').querySelectorAll('.lab-unit-main')];
      const next = rows[rows.indexOf(event.currentTarget) + by];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    } else if (event.key === 'Delete') {
      removeCombatant(path);
    }
  };
  const drag = {
    onDragStart: (event) => { event.dataTransfer.setData(DRAGGED, path); event.dataTransfer.effectAllowed = 'move'; event.currentTarget.classList.add('is-dragged'); },
    onDragEnd: (event) => event.currentTarget.classList.remove('is-dragged'),
    ...dropTarget((from) => moveTo(from, side, index)),
  };
  return html`<li class=${classes('lab-unit', isOn && 'is-on')} draggable="true" data-testid="unit" data-path=${path} ...${drag}>
    <button type="button" class="lab-unit-main" aria-pressed=${isOn ? 'true' : 'false'} data-testid="combatant-${path}" aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick=${() => { select(path); }} onDblClick=${() => { select(path); tab.value = 'strategy'; }} onKeyDown=${onKeyDown}>
      <span class=${classes('lab-tile', isYours ? 'is-yours' : 'is-theirs')}><${Glyph} name=${combatantGlyph(combatant.name, catalogue.value)} /></span>
      <span class="lab-unit-name"><span class="lab-unit-word">${combatant.name}</span>${combatant.count > 1 && html`<b class="lab-times"> ×${combatant.count}</b>`}${facts && html`<span class="lab-unit-facts">${facts}</span>`}</span>
      ${worst && html`<span class="lab-unit-bad"><${Glyph} name="failed" title="has a mistake" /></span>`}
      <span class="lab-unit-figure"><${Glyph} name="heart" /><span class="lab-sr">hit points </span>${String(combatant.hp ?? 1)}</span>
      <span class="lab-unit-figure"><${Glyph} name="armor-class" /><span class="lab-sr">armour class </span>${combatant.ac ?? 10}</span>
    </button>
    ${isOn && html`<${Tools} path=${path} combatant=${combatant} />`}
  </li>`;
}

/** Handlers for something a combatant can be dropped on. */
export const dropTarget = (onDrop) => ({
  onDragOver: (event) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.classList.add('is-over');
  },
  onDragLeave: (event) => event.currentTarget.classList.remove('is-over'),
  onDrop: (event) => {
    const from = event.dataTransfer.getData(DRAGGED);
    event.currentTarget.classList.remove('is-over');
    if (!from) return;
    event.preventDefault();
    event.stopPropagation();
    onDrop(from);
  },
});
