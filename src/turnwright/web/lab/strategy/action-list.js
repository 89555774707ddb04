// A list of cards in order of priority.
import { classes, html } from '../../app/preact.js';
import { selected } from '../state/lab-store.js';
import { ActionCard } from './action-card.js';
import { entriesOf } from './list-edits.js';
import { drag } from './reorder.js';

/** The cards of the selected combatant's `list`: actions or reactions. */
export function ActionList({ list, title, children }) {
  const path = `${selected.value}.${list}`;
  const items = entriesOf(selected.value, list);
  const now = drag.value;
  const isOver = now?.over === path;
  const isGuest = isOver && now.list !== path && !now.why;
  return html`
    <ol class=${classes('lab-cards', now && 'is-sorting')} aria-label=${title} data-cards=${path} data-testid=${`list-${list}`}
        style=${isGuest ? { paddingBottom: `${now.height + 8}px` } : {}}>
      ${items.map((item) => html`<${ActionCard} key=${item.key} item=${item} list=${list} count=${items.length} />`)}
      ${isOver && !now.why && html`<li class="lab-slot" aria-hidden="true" style=${{ top: `${now.slot}px`, height: `${now.height}px` }}></li>`}
    </ol>
    ${!items.length && children}`;
}
