// The menus at the top of the lab. "Play": a room in which the encounter is fought by hand. "Open": new, from a file, saved
// encounters, samples. "Share": copy a link, download.
import { html, useEffect, useRef, useState } from '../app/preact.js';
import { nameOrGuest } from '../app/preferences.js';
import { toast } from '../app/toasts.js';
import { enterRoom } from '../lobby/enter-room.js';
import * as api from '../net/http-api.js';
import { Glyph } from './glyphs.js';
import { openNew, openSample } from './start-lab.js';
import { open } from './state/autosave.js';
import { collection, removeEntry } from './state/collection.js';
import { announce, at, catalogue, name, reading, text } from './state/lab-store.js';
import { linkTo } from './state/share-link.js';
import { openTextDialog } from './text-dialog.js';

const LONG_LINK = 8000;

/** Save a text as a file of the user. */
export function download(content, fileName, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const fileName = () => (name.value.toLowerCase().replace(/[^\p{L}\d]+/gu, '-').replace(/^-|-$/g, '') || 'encounter');
const isJson = () => /^\s*[{[]/.test(text.value);

async function copyLink() {
  const link = await linkTo(text.value);
  try {
    await navigator.clipboard.writeText(link);
    toast(link.length > LONG_LINK ? `The link was copied. It is ${link.length.toLocaleString('en')} characters long: some programs cut it off.` : 'The link was copied. Whoever opens it gets a copy of this encounter.');
  } catch {
    prompt('Copy this link:', link);
  }
}

function downloadYaml() {
  download(text.value, `${fileName()}.${isJson() ? 'json' : 'yaml'}`, isJson() ? 'application/json' : 'application/yaml');
}

function downloadJson() {
  download(isJson() ? text.value : `${JSON.stringify(at(''), null, 2)}\n`, `${fileName()}.json`, 'application/json');
}

async function upload(file) {
  const { importText } = await import('./sides/import-dialog.js');
  importText(await file.text(), file.name);
}

function Saved({ close }) {
  const entries = collection.value.encounter;
  if (!entries.length) return null;
  return html`<div class="lab-menu-title" id="lab-menu-saved">Your encounters</div>
    <ul class="lab-menu-list" aria-labelledby="lab-menu-saved">${entries.slice(0, 12).map((entry) => html`<li key=${entry.id} class="lab-menu-row">
      <button type="button" class="lab-menu-item" data-testid="lab-open-saved" onClick=${() => { open(entry.text, { entry }); close(); }}><span>${entry.name || 'Untitled'}</span></button>
      <button type="button" class="lab-icon-button" aria-label="Remove ${entry.name} from this browser" data-testid="lab-remove-saved"
        onClick=${() => { removeEntry('encounter', entry.id); announce(`${entry.name} was removed.`); }}><${Glyph} name="remove" /></button></li>`)}</ul>`;
}

/** A button with a menu below it. `children` gets `close` and `item`, which makes an entry that closes the menu. */
function Menu({ id, glyph, label, about, children }) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef(null);
  const close = () => {
    setOpen(false);
    frame.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    const outside = (event) => { if (!frame.current?.contains(event.target)) setOpen(false); };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [isOpen]);
  const item = (testId, sign, text, action) => html`<button type="button" class="lab-menu-item" data-testid=${testId}
    onClick=${() => { close(); action(); }}><${Glyph} name=${sign} /><span>${text}</span></button>`;
  return html`<div class="lab-menu-frame" ref=${frame} onKeyDown=${(event) => { if (event.key === 'Escape' && isOpen) { event.stopPropagation(); close(); } }}>
    <button type="button" class="lab-menu-button" aria-label=${label} aria-haspopup="true" aria-expanded=${isOpen ? 'true' : 'false'} data-testid=${id} onClick=${() => setOpen(!isOpen)}>
      <${Glyph} name=${glyph} /><span>${label}</span></button>
    ${isOpen && html`<div class="lab-menu" role="group" aria-label=${about} data-testid="${id}-menu">${children({ close, item })}</div>`}
  </div>`;
}

const room = (seats, options) => enterRoom(api.createRoom({
  game: 'skirmish', name: nameOrGuest(), seats, bots: [], private: true, options: { encounter: text.value, ...options },
}));

/** The button "Play" and its menu: fight the encounter by hand, with either side against its lists or with somebody else. */
export function PlayMenu() {
  const sides = (reading.value?.scenario?.sides ?? []).map((side) => side.name);
  return html`<${Menu} id="lab-play" glyph="sword" label="Play" about="Play this fight by hand">${({ item }) => html`
      ${(sides.length ? sides : ['']).map((side) => item(`lab-play-${side || 'fight'}`, 'play', side ? `Play this fight: ${side}` : 'Play this fight', () => room(1, side ? { by_hand: [side] } : {})))}
      ${item('lab-play-people', 'link', 'Play this fight with somebody', () => room(2, {}))}`}
    <//>`;
}

/** The button "Open" and its menu. `rules` is the choice of rules, shown here where the bar has no room for it. */
export function OpenMenu({ rules }) {
  const files = useRef(null);
  return html`<${Menu} id="lab-open" glyph="file" label="Open" about="Open an encounter">${({ close, item }) => html`
      ${item('lab-new', 'plus', 'New encounter', openNew)}
      ${item('lab-upload', 'file', 'From a file', () => files.current.click())}
      <div class="lab-menu-rules">${rules}</div>
      <${Saved} close=${close} />
      <div class="lab-menu-title" id="lab-menu-samples">Samples</div>
      <ul class="lab-menu-list" aria-labelledby="lab-menu-samples">${(catalogue.value?.encounters ?? []).map((one) => html`<li key=${one.name}>
        <button type="button" class="lab-menu-item" data-testid="lab-sample-${one.name}" title=${one.about} onClick=${() => { close(); openSample(one.name); }}>
          <span>${one.title}</span></button></li>`)}</ul>`}
    <//>
    <input type="file" hidden ref=${files} accept=".yaml,.yml,.json,.txt" data-testid="lab-file" onChange=${(event) => {
      const [file] = event.currentTarget.files;
      event.currentTarget.value = '';
      if (file) upload(file);
    }} />`;
}

/** The button "Share" and its menu. */
export function ShareMenu() {
  return html`<${Menu} id="lab-share" glyph="share" label="Share" about="Share and keep">${({ item }) => html`
      ${item('lab-copy-link', 'link', 'Copy a link to this encounter', copyLink)}
      ${item('lab-download-yaml', 'download', isJson() ? 'Download the file' : 'Download as YAML', downloadYaml)}
      ${!isJson() && item('lab-download-json', 'download', 'Download as JSON, written out', downloadJson)}
      ${item('lab-edit-text', 'edit', 'Edit as text', openTextDialog)}`}
    <//>`;
}
