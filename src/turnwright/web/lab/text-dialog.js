// The whole encounter as text: to edit it, and to mend a file that cannot be read.
import { html, signal, useEffect, useRef, useState } from '../app/preact.js';
import { Glyph } from './glyphs.js';
import { edit, reading, text } from './state/lab-store.js';
import { SourceText } from './state/source-text.js';

const isOpen = signal(false);

/** Show the text of the encounter. */
export const openTextDialog = () => { isOpen.value = true; };

function problemIn(source) {
  try {
    void new SourceText(source).root;
    return '';
  } catch (error) {
    return error.message;
  }
}

function TextField({ onDone }) {
  const [draft, setDraft] = useState(text.value);
  const problem = problemIn(draft);
  const apply = () => {
    edit('Edit as text', (doc) => doc.setText(draft));
    onDone?.();
  };
  return html`<textarea class="lab-code lab-whole-text" spellcheck="false" aria-label="The encounter as text" data-testid="lab-text" value=${draft} onInput=${(event) => setDraft(event.currentTarget.value)}></textarea>
    ${problem && html`<p class="problem" role="alert" data-testid="lab-text-problem">This cannot be read: ${problem}</p>`}
    <div class="lab-form-foot"><button type="button" class="primary" data-testid="lab-text-apply" disabled=${draft === text.value} onClick=${apply}>Apply</button>
      ${onDone && html`<button type="button" class="lab-quiet" data-testid="lab-text-cancel" onClick=${onDone}>Cancel</button>`}</div>`;
}

/** What is shown instead of the panels while the text cannot be read at all. */
export function UnreadableText() {
  return html`<section class="lab-panel lab-unreadable" aria-labelledby="lab-unreadable-title" data-testid="lab-unreadable">
    <h2 id="lab-unreadable-title">This encounter cannot be read yet</h2>
    <ul>${(reading.value.findings ?? []).map((one, index) => html`<li key=${index}><${Glyph} name="failed" /><span>${one.data?.line ? `Line ${one.data.line}: ` : ''}${one.sentence ?? one.message}</span></li>`)}</ul>
    <${TextField} key=${text.value} /></section>`;
}

/** The dialog with the text. */
export function TextDialog() {
  return isOpen.value ? html`<${OpenDialog} />` : null;
}

function OpenDialog() {
  const dialog = useRef(null);
  useEffect(() => { dialog.current.showModal(); }, []);
  const close = () => { isOpen.value = false; };
  return html`<dialog ref=${dialog} class="lab-dialog" aria-labelledby="lab-text-title" data-testid="lab-text-dialog" onClose=${close}>
    <header class="lab-dialog-head"><h2 id="lab-text-title">The encounter as text</h2>
      <button type="button" class="lab-icon-button" aria-label="Close" data-testid="lab-text-close" onClick=${close}><${Glyph} name="close" /></button></header>
    <${TextField} onDone=${close} /></dialog>`;
}
