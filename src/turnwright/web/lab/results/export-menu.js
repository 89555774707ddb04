// Export: the report as JSON, as CSV, or as one HTML page to send to a friend.
import { html, useEffect, useRef, useState } from '../../app/preact.js';
import { toast } from '../../app/toasts.js';
import { validate } from '../state/lab-api.js';
import { reading, text } from '../state/lab-store.js';
import { report, reportText } from '../state/run-store.js';
import { toCsv } from './export-csv.js';
import { toHtml } from './export-html.js';
import { Glyph } from '../glyphs.js';

// The sentences of the strategies belong to the text of the report, which may be older than the one on screen.
async function htmlReport() {
  const [shown, source] = [report.value, reportText.value];
  const read = source === text.value ? reading.value : await validate(source).catch(() => null);
  return toHtml(shown, source, read);
}

const FORMATS = [
  ['html', 'Report as a web page', 'One file with charts and the encounter, to send to a friend', 'text/html', htmlReport],
  ['csv', 'Tables as CSV', 'For a spreadsheet: combatants, actions, rounds, hit points by round', 'text/csv', () => toCsv(report.value)],
  ['json', 'Everything as JSON', 'For programs: the report with the encounter and the seed', 'application/json',
    () => `${JSON.stringify({ encounter: reportText.value, seed: report.value.seed, report: report.value }, null, 2)}\n`],
];

function fileName(extension) {
  const name = (report.value.name || 'encounter').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'encounter';
  return `${name}.${extension}`;
}

function save(extension, type, content) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  link.download = fileName(extension);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  toast(`Saved ${link.download}.`);
}

/** A button with a menu of formats. */
export function ExportMenu() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    ref.current.querySelector('[role="menuitem"]').focus();
    const onPointerDown = (event) => { if (!ref.current.contains(event.target)) setOpen(false); };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    ref.current.querySelector('button').focus();
  };
  const onKeyDown = (event) => {
    if (!isOpen) return;
    const items = [...ref.current.querySelectorAll('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement);
    const next = { ArrowDown: (at + 1) % items.length, ArrowUp: (at - 1 + items.length) % items.length, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else if (next !== undefined) items[next].focus();
    if (event.key === 'Escape' || next !== undefined) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return html`<div class="lab-export" ref=${ref} onKeyDown=${onKeyDown}>
    <button type="button" aria-haspopup="menu" aria-expanded=${isOpen} data-testid="export" onClick=${() => setOpen(!isOpen)}><${Glyph} name="download" />Export</button>
    ${isOpen && html`<div class="lab-export-list" role="menu" aria-label="Export">
      ${FORMATS.map(([extension, label, about, type, make]) => html`<button type="button" key=${extension} role="menuitem" tabIndex=${-1} data-testid="export-${extension}"
        onClick=${async () => { close(); save(extension, type, await make()); }}><b>${label}</b><span class="muted lab-small">${about}</span></button>`)}
    </div>`}
  </div>`;
}
