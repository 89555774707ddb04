// What failed, over the table: the rule or the file, the lines around it, and the values of the rule's arguments.
import { classes, html, useEffect, useRef } from '../app/preact.js';
import { toast } from '../app/toasts.js';

async function copyRecord() {
  try {
    await navigator.clipboard.writeText(await (await fetch('workbench/record')).text());
    toast('The record is on the clipboard.');
  } catch {
    toast('The record could not be copied. Use Save record.', 'warning');
  }
}

/** The dialog of a failure. A broken file has no `onClose`: the next save replaces it. */
export function Failure({ failure, position, onClose, onRetry }) {
  const box = useRef(null);
  useEffect(() => box.current?.focus(), [failure.path, failure.line, failure.error]);
  const place = failure.line ? `${failure.file}, line ${failure.line}` : failure.file;
  const isFile = failure.kind === 'file';
  return html`<div class="wb-failure" role="alertdialog" aria-labelledby="failure-title" tabindex="-1" ref=${box} data-testid="failure">
    <header><div><h2 id="failure-title">${isFile ? html`<code>${failure.file}</code> cannot be loaded` : html`The rule <code>${failure.rule || '?'}</code> failed`}</h2>
      <p><b data-testid="failure-error">${failure.error}</b> · <span data-testid="failure-place">${place}</span>${failure.when && html` · <span data-testid="failure-when">${failure.when}</span>`}</p></div>
      ${!isFile && html`<button type="button" class="icon" aria-label="Close" data-testid="failure-close" onClick=${onClose}>×</button>`}</header>
    ${failure.source.length > 0 && html`<ol class="wb-source" data-testid="failure-source">${failure.source.map((line) => html`<li key=${line.number} class=${classes(line.is_error && 'is-error')}>
      <span>${line.number}</span><code>${line.text}</code></li>`)}</ol>`}
    ${failure.hint && html`<p class="wb-hint" data-testid="failure-hint">${failure.hint}</p>`}
    ${failure.calls.length > 0 && html`<div class="wb-values" data-testid="failure-values">${failure.calls.slice(-2).reverse().map((call, n) => html`<div key=${n}>
      ${failure.calls.length > 1 && html`<p class="muted">${call.function}, line ${call.line}</p>`}
      <dl>${call.values.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl></div>`)}</div>`}
    <footer><p class="muted">${isFile ? 'The match waits for a file that loads.'
      : `The input was taken back. The match goes on at input ${position} when you save.`}</p><span class="spacer"></span>
      ${!isFile && html`<button type="button" data-testid="copy-record" onClick=${copyRecord}>Copy the record</button>`}
      <button type="button" data-testid="retry" onClick=${onRetry}>Load again <kbd>R</kbd></button>
      ${failure.path && html`<a class="button primary" href="vscode://file/${encodeURI(failure.path)}:${failure.line || 1}" data-testid="open-file">Open ${failure.file}:${failure.line || 1}</a>`}</footer>
  </div>`;
}
