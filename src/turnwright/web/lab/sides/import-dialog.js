// Files that come in, from a picker, dropped on the page, or pasted: an encounter opens, combatants join a side, and a
// report says what was not understood.
import { html, signal, useEffect, useRef, useState } from '../../app/preact.js';
import { toast } from '../../app/toasts.js';
import { plural } from '../../app/text.js';
import { Glyph } from '../glyphs.js';
import { open } from '../state/autosave.js';
import { newId, saveEntry } from '../state/collection.js';
import * as api from '../state/lab-api.js';
import { at, sidePaths } from '../state/lab-store.js';
import { plain, SourceText } from '../state/source-text.js';
import { writeYaml } from '../state/yaml-values.js';
import { addCombatant } from './side-edits.js';

const MAX_BYTES = 4_000_000;
const SEVERITIES = { unknown: 'Left out', approximated: 'Approximated', noted: 'Decided' };
/** What came in and waits for an answer: {content, name, answer, side}, or null. */
const incoming = signal(null);
let picker = null;
let sideWanted = '';

/** Let the user choose a file; combatants in it join `side`. */
export function chooseFile(side = '') {
  sideWanted = side;
  picker?.click();
}

/** Read a text that came from a file or the clipboard. */
export async function importText(content, name = '', side = sideWanted) {
  sideWanted = '';
  if (content.length > MAX_BYTES) {
    toast(`${name || 'The file'} is too large: ${(content.length / 1e6).toFixed(1)} MB. The limit is 4 MB.`, 'warning');
    return;
  }
  if (isOurs(content)) {
    open(content, { label: `File ${name}`, isKept: true });
    return;
  }
  try {
    const answer = await api.importFile(content, { name });
    if (answer.format === 'encounter') open(answer.text, { label: `File ${name}`, isKept: true });
    else incoming.value = { content, name, answer, side };
  } catch (error) {
    toast(`${name || 'The text'} could not be read: ${error.message}`, 'warning');
  }
}

/** Is it an encounter of ours? It opens as it is, so that nothing in it is lost. */
function isOurs(content) {
  try {
    const data = plain(new SourceText(content).root);
    return typeof data === 'object' && data !== null && ('sides' in data || 'day' in data);
  } catch {
    return false;
  }
}

/** The combatants of an import, or its spells, as {name, yaml}. A file of monsters has them on its first side; the other one is a placeholder. */
function entriesIn(text, isSpells) {
  const data = plain(new SourceText(text).root) ?? {};
  const [side = []] = Object.values(data.sides ?? {});
  const members = Array.isArray(side) ? side : side.combatants ?? [];
  const actions = Array.isArray(data.actions) ? data.actions : Object.entries(data.actions ?? {}).map(([name, one]) => ({ name, ...one }));
  const entries = !isSpells ? members : actions.length ? actions : members.flatMap((one) => one.actions ?? []);
  return entries.filter((one) => one && typeof one === 'object').map((one) => ({ name: one.name ?? one.use, yaml: writeYaml(one) }));
}

function Report({ answer }) {
  const notes = (answer.report?.notes ?? []).filter(({ path, severity }) => path || severity !== 'noted');
  if (!notes.length) return html`<p class="lab-good"><${Glyph} name="ok" />Everything was understood.</p>`;
  return html`<details open=${notes.length < 12}><summary data-testid="import-report">${plural(notes.length, 'note')} about what was not taken over exactly</summary>
    <ul class="lab-import-notes">${notes.slice(0, 200).map((note, index) => html`<li key=${index}><span class="lab-chip is-line">${SEVERITIES[note.severity] ?? note.severity}</span>
      <span>${note.sentence} <code>${note.path}</code></span></li>`)}</ul></details>`;
}

function Choice({ names, chosen, onChange }) {
  const [wanted, setWanted] = useState('');
  const shown = names.filter((one) => one.toLowerCase().includes(wanted.toLowerCase()));
  return html`<fieldset class="lab-import-names"><legend>Which of them? <span class="muted">${chosen.length} of ${names.length}</span></legend>
    ${names.length > 8 && html`<input type="search" aria-label="Find by name" placeholder="Find by name" data-testid="import-find" value=${wanted} onInput=${(event) => setWanted(event.currentTarget.value)} />`}
    <div class="lab-import-list">${shown.slice(0, 100).map((one) => html`<label key=${one} class="lab-sides-check"><input type="checkbox" data-testid="import-name" checked=${chosen.includes(one)}
      onChange=${(event) => onChange(event.currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))} />${one}</label>`)}
      ${shown.length > 100 && html`<p class="muted">${shown.length - 100} more: write a part of the name.</p>`}</div></fieldset>`;
}

function Dialog({ content, name, answer, side, onClose }) {
  const dialog = useRef(null);
  const isMonsters = answer.format === 'monsters' || answer.format === 'combatants';
  const isSpells = answer.format === 'spells';
  const names = answer.names ?? [];
  const [chosen, setChosen] = useState(names.slice(0, 1));
  const [to, setTo] = useState(side || sidePaths()[1] || sidePaths()[0]);
  useEffect(() => { dialog.current.showModal(); }, []);
  const finish = async () => {
    try {
      if (!isMonsters && !isSpells) {
        open(answer.text, { label: `File ${name}`, isKept: true });
      } else {
        const { text } = names.length > 1 ? await api.importFile(content, { name, names: chosen }) : answer;
        for (const one of entriesIn(text, isSpells)) {
          if (isSpells) saveEntry('action', { id: newId(), name: one.name, text: one.yaml, revision: 0 });
          else addCombatant(to, one);
        }
        if (isSpells) toast(`${plural(chosen.length, 'action')} added to your collection.`);
      }
      onClose();
    } catch (error) {
      toast(error.message, 'warning');
    }
  };
  return html`<dialog ref=${dialog} class="lab-dialog lab-import" aria-labelledby="lab-import-title" data-testid="import-dialog" onClose=${onClose}>
    <header class="lab-dialog-head"><h2 id="lab-import-title">${isMonsters ? 'Combatants' : isSpells ? 'Spells' : 'An encounter'} from ${name || 'the clipboard'}</h2>
      <button type="button" class="lab-icon-button" aria-label="Close" data-testid="import-close" onClick=${onClose}><${Glyph} name="close" /></button></header>
    <div class="lab-form-body">
      ${(isMonsters || isSpells) && names.length > 1 && html`<${Choice} names=${names} chosen=${chosen} onChange=${setChosen} />`}
      ${isMonsters && html`<label class="field"><span>Add to</span><select data-testid="import-side" value=${to} onChange=${(event) => setTo(event.currentTarget.value)}>
        ${sidePaths().map((one) => html`<option key=${one} value=${one}>${at(one)?.name}</option>`)}</select></label>`}
      <${Report} answer=${answer} />
    </div>
    <footer class="lab-form-foot"><button type="button" class="primary" data-testid="import-yes" disabled=${names.length > 1 && (isMonsters || isSpells) && !chosen.length} onClick=${finish}>
      ${isMonsters ? 'Add' : isSpells ? 'Keep in your collection' : 'Open as a new encounter'}</button>
      <button type="button" class="lab-quiet" data-testid="import-no" onClick=${onClose}>Cancel</button></footer>
  </dialog>`;
}

/** Takes files dropped or pasted anywhere on the page, and shows the dialog for what came in. */
export function ImportDialog() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
    const over = (event) => { if (hasFiles(event)) { event.preventDefault(); setOver(true); } };
    const leave = (event) => { if (!event.relatedTarget) setOver(false); };
    const drop = async (event) => {
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      importText(file.size > MAX_BYTES ? 'x'.repeat(MAX_BYTES + 1) : await file.text(), file.name);
    };
    const paste = (event) => {
      if (event.target.closest?.('input, textarea, select, [contenteditable]')) return;
      const content = event.clipboardData?.getData('text/plain') ?? '';
      const [file] = event.clipboardData?.files ?? [];
      if (file) file.text().then((one) => importText(one, file.name));
      else if (/\n|^\s*[{[]/.test(content.trim())) importText(content, 'the clipboard');
    };
    const listeners = { dragover: over, dragleave: leave, drop, paste };
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener);
    return () => { for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener); };
  }, []);
  const onFile = async (event) => {
    const [file] = event.currentTarget.files;
    event.currentTarget.value = '';
    if (file) importText(await file.text(), file.name);
  };
  return html`<input type="file" hidden ref=${(one) => { picker = one; }} accept=".yaml,.yml,.json,.txt" data-testid="import-file" onChange=${onFile} />
    ${isOver && html`<div class="lab-drop-here" aria-hidden="true"><p><${Glyph} name="file" />Drop the file to open it</p></div>`}
    ${incoming.value && html`<${Dialog} ...${incoming.value} onClose=${() => { incoming.value = null; }} />`}`;
}
