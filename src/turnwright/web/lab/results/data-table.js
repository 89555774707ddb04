// The numbers of a chart as a table, closed until somebody wants it.
import { html, useEffect, useRef } from '../../app/preact.js';

/** `columns` are headings, `rows` arrays of cells; the first cell of a row is its heading. */
export function DataTable({ caption, columns, rows, testId }) {
  return html`<details class="lab-data" data-testid=${testId}>
    <summary>Show as a table</summary>
    <div class="lab-data-scroll" tabIndex=${0} role="region" aria-label=${caption}><table>
      <caption class="lab-sr">${caption}</caption>
      <thead><tr>${columns.map((one) => html`<th key=${one} scope="col">${one}</th>`)}</tr></thead>
      <tbody>${rows.map((row, place) => html`<tr key=${place}><th scope="row">${row[0]}</th>${row.slice(1).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table></div>
  </details>`;
}

/** A group of buttons of which one is chosen. `options` are [value, label]. */
export function Segments({ label, options, value, onChange, testId }) {
  const ref = useRef(null);
  useEffect(() => {
    const chosen = ref.current.querySelector('[aria-pressed="true"]');
    if (chosen) ref.current.scrollLeft = chosen.offsetLeft - (ref.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return html`<div class="lab-segments" role="group" aria-label=${label} ref=${ref}>
    ${options.map(([one, text]) => html`<button type="button" key=${one} aria-pressed=${one === value} data-testid="${testId}-${one}"
      title=${text} onClick=${() => onChange(one)}><span class="lab-cut">${text}</span></button>`)}
  </div>`;
}
