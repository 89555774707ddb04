// The history of edits with their results; any of them can be restored.
import { classes, html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { count, percent, plusMinus } from '../results/numbers.js';
import { edit, historyEntries, historyIndex, text } from '../state/lab-store.js';
import { chosen, compareWith } from './versions.js';
import { openPart } from './study-store.js';

const timeOf = (time) => new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** Make an entry of the history the current text, as one edit that can be undone. */
export function restore(entry) {
  edit(`Restore “${entry.label}”`, (next) => next.setText(entry.text));
}

function compare(entry) {
  openPart.value = 'versions';
  chosen.value = `history ${entry.id}`;
  compareWith({ text: entry.text, label: `After “${entry.label}”` });
}

/** The part "History". */
export function History() {
  const entries = historyEntries.value.map((one, place) => ({ ...one, place })).reverse();
  return html`<p class="muted">Every edit since the encounter was opened, the latest first. Run it to note its result.</p>
    <ol class="lab-history" data-testid="history">${entries.map((one) => {
      const isNow = one.place === historyIndex.value;
      return html`<li key=${one.id} class=${classes(isNow && 'is-now', one.place > historyIndex.value && 'is-undone')} data-testid="history-entry">
        <span class="lab-history-label"><b class="lab-cut" title=${one.label}>${one.label}</b>
          <span class="lab-small muted">${timeOf(one.time)}${isNow ? ', now' : ''}${one.place > historyIndex.value ? ', undone' : ''}</span></span>
        <span class="lab-history-result">${one.result ? html`<b>${percent(one.result.value)}</b> <span class="muted">${plusMinus(one.result)}</span><br />
            <span class="lab-small muted">${one.result.side} win, ${count(one.result.runs)} runs</span>`
          : html`<span class="muted">not run</span>`}</span>
        <span class="lab-history-buttons">${one.text === text.value ? html`<span class="lab-small muted">the current version</span>` : html`
          <button type="button" data-testid="history-compare" aria-label=${`Compare “${one.label}” with now`} onClick=${() => compare(one)}>Compare</button>
          <button type="button" data-testid="history-restore" aria-label=${`Restore “${one.label}”`}
            onClick=${() => restore(one)}><${Glyph} name="undo" />Restore</button>`}</span>
      </li>`;
    })}</ol>`;
}
