// One card of a list: place, handle, glyph, name, sentence, costs, switch, and what the validation says about it.
import { classes, html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { findingsFor, openAction, openEditor } from '../state/lab-store.js';
import { listAndIndex } from '../editor/edit-steps.js';
import { drag, focusCard, pressCard, shiftOf, wasDragged } from './reorder.js';
import { moveEntry, removeEntry, switchEntry } from './list-edits.js';

const UNREACHED = ['unreachable', 'after_end_turn', 'duplicate'];
const SHOWN = 2;

/** The words on a chip, short: "Slot 3+", "2 Ki", "Action". */
export function costWords({ label, amount, level, or_higher: orHigher, glyph }) {
  if (glyph === 'slot' && level !== null && level !== undefined) return `Slot ${level}${orHigher ? '+' : ''}`;
  if (label === 'Bonus Action' || label === 'Bonus action') return 'Bonus';
  return typeof amount === 'number' && amount !== 1 && !/^\d/.test(label) ? `${amount} ${label}` : label;
}

/** A chip for a part of the price; `isOver` if a finding concerns its pool. */
export function CostChip({ cost, isOver }) {
  return html`<span class=${classes('lab-chip', isOver && 'is-over')} title=${isOver ? `${cost.label}: there may not be enough` : cost.label}>
    <${Glyph} name=${isOver ? 'warning' : cost.glyph} />${costWords(cost)}</span>`;
}

/** Whether a finding of the combatant concerns the pool of a cost of this action. */
function isShort(owner, name, cost) {
  const key = cost.level === undefined || cost.level === null ? cost.key : `${cost.key.replace(/_\d+$/, '')}_${cost.level}`;
  return findingsFor(owner).some((one) => one.severity !== 'note' && /conflict|unknown_resource/.test(one.code)
    && [cost.key, key].includes(one.data?.key) && (!one.data?.actions || one.data.actions.includes(name)));
}

/** The card of an entry; `count` is the length of its list. */
export function ActionCard({ item, list, count }) {
  const { name, index, path, description, findings, isOff, isEnd } = item;
  const [listPath] = listAndIndex(path);
  const owner = listPath.replace(/\.\w+$/, '');
  const now = drag.value;
  const isLifted = now && now.list === listPath && now.from === index;
  const unreached = findings.find((one) => UNREACHED.includes(one.code));
  const isOpen = openAction.value === path;
  const shift = isLifted ? 0 : shiftOf(listPath, index);
  const place = list === 'reactions' ? `Reaction ${index + 1} of ${count}` : `Action ${index + 1} of ${count}`;
  const said = `lab-say-${list}-${index}`;
  const style = isLifted ? { transform: `translate(${now.x}px, ${now.y}px) rotate(-.7deg)` } : shift ? { transform: `translateY(${shift}px)` } : {};
  const open = () => { if (!wasDragged()) openEditor(path); };
  const walk = (by) => focusCard(`${listPath}[${Math.max(0, Math.min(count - 1, by))}]`);
  const move = (to) => { if (moveEntry(listPath, index, to)) focusCard(`${listPath}[${to}]`); };
  const onKeyDown = (event) => {
    const keys = {
      ArrowUp: () => (event.altKey ? move(index - 1) : walk(index - 1)), ArrowDown: () => (event.altKey ? move(index + 1) : walk(index + 1)),
      Home: () => (event.altKey ? move(0) : walk(0)), End: () => (event.altKey ? move(count - 1) : walk(count - 1)),
      Delete: () => { removeEntry(path); walk(index); },
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  };
  return html`<li class=${classes('lab-act', isOff && 'is-off', unreached && !isOff && 'is-unreachable', isEnd && 'is-end', isOpen && 'is-open', isLifted && 'is-lifted')}
      style=${style} data-place=${index} data-testid=${`card-${list}-${index}`} data-name=${name}
      onPointerDown=${(event) => { if (!event.target.closest('[data-still]')) pressCard(event, { list: listPath, index, name }); }}>
    ${isLifted && html`<span class=${classes('lab-moving', now.why && 'is-not')}>${now.why ? 'Not here' : now.over !== listPath ? `to place ${now.to + 1}` : `${now.from + 1} to ${now.to + 1}`}</span>`}
    <span class="lab-order" data-grip><b>${index + 1}</b><span class="lab-grip" title="Drag to another place"><${Glyph} name="grip" /></span></span>
    <span class="lab-tile"><${Glyph} name=${isEnd ? 'flag' : description?.glyph ?? 'orb'} /></span>
    <div class="lab-act-body">
      <div class="lab-act-head">
        <h3><button type="button" class="lab-act-name" data-card=${path} data-testid=${`open-${list}-${index}`} onClick=${open} onKeyDown=${onKeyDown} draggable=${false}
          aria-describedby=${said} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete" aria-expanded=${isOpen}>${name || 'Without a name'}</button></h3>
        <span class="lab-costs-line">${(description?.costs ?? []).map((cost, at) => html`<${CostChip} key=${at} cost=${cost} isOver=${!isOff && isShort(owner, name, cost)} />`)}
          ${description?.when === 'before the fight' && html`<span class="lab-chip is-line">Before the fight</span>`}
          ${description?.concentration && html`<span class="lab-chip is-line" title="Needs concentration"><${Glyph} name="eye" />Conc.</span>`}</span>
      </div>
      <label class="lab-act-switch" data-still><input type="checkbox" role="switch" class="lab-switch" checked=${!isOff} aria-label=${`${name}: in use`}
        data-testid=${`switch-${list}-${index}`}
        onChange=${(event) => switchEntry(path, name, !event.currentTarget.checked)} /></label>
      <p class="lab-say" id=${said}><span class="lab-sr">${place}. ${isOff ? 'Switched off. ' : ''}</span>${description?.sentence ?? ''}</p>
      ${!isOff && html`<${Reasons} findings=${findings} name=${name} />`}
    </div>
  </li>`;
}

function Reasons({ findings, name }) {
  if (!findings.length) return null;
  const shown = findings.slice(0, SHOWN);
  return html`<div class="lab-reasons">
    ${shown.map((one) => html`<p key=${one.code + one.path} class="lab-reason is-${one.severity}"><${Glyph} name=${one.severity === 'note' ? 'info' : 'warning'} /><span>${reasonWords(one, name)}</span></p>`)}
    ${findings.length > SHOWN && html`<p class="lab-reason is-note">and ${findings.length - SHOWN} more</p>`}
  </div>`;
}

/** The sentence of a finding on the card of its action: without the name that the card already shows. */
function reasonWords({ code, sentence }, name) {
  const plain = sentence.startsWith(`'${name}' `) ? sentence.slice(name.length + 3) : sentence;
  const never = plain.match(/^is never used: (.*)$/s)?.[1];
  if (UNREACHED.includes(code) && never) return html`<b>Never reached:</b> ${never.replaceAll("'", '')}`;
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
