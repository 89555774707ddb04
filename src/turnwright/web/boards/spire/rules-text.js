// Rules texts of Spire: keywords are marked, numbers stand out, and numbers that changed say so.
import { html, useContext } from '../../app/preact.js';
import { splitByKeywords } from '../../table/glossary.js';
import { TableContext } from '../../table/table-context.js';

const NUMBER = /(\{\d+\|\d+\}|\d+)/;

function part(text, key) {
  if (!NUMBER.test(text)) return text;
  const changed = /^\{(\d+)\|(\d+)\}$/.exec(text);
  if (!changed) return html`<b class="sp-n" key=${key}>${text}</b>`;
  const [now, printed] = [Number(changed[1]), Number(changed[2])];
  const word = now > printed ? 'up' : 'down';
  return html`<b class="sp-n is-${word}" key=${key}>${now}<span class="sr-only"> (printed ${printed})</span></b>`;
}

/** The text of a card, relic or choice. A number written `{12|8}` is 12 now and printed as 8. */
export function SpireText({ text }) {
  const { glossary } = useContext(TableContext);
  return html`<span class="sp-text">${splitByKeywords(text, glossary).map((one) => (typeof one === 'string'
    ? one.split(NUMBER).map(part) : html`<u class="sp-keyword">${one.form}</u>`))}</span>`;
}

/** A text without marks, for screen readers. */
export const plainText = (text) => String(text ?? '').replace(/\{(\d+)\|\d+\}/g, '$1');
