// The action editor: the sentence on top, then name, time, cost, requirements, targets, effects, limits and tags.
import { classes, html, useEffect, useRef, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { announce, at, closeEditor, openAction, readingState, setYaml, wantedField } from '../state/lab-store.js';
import { duplicateEntry, moveEntry, removeEntry } from '../strategy/list-edits.js';
import { focusCard } from '../strategy/reorder.js';
import { before, description, draft, followTo, listName, value, write } from './action-draft.js';
import { CostPart } from './cost-part.js';
import { below, listAndIndex } from './edit-steps.js';
import { EffectsPart } from './effects-part.js';
import { Field, Messages, TextBox, Words } from './fields.js';
import { InWords, focused, goToField } from './in-words.js';
import { RequiresPart } from './requires-part.js';
import { loadSchemas, suggestionsFor } from './schema-form.js';
import { LimitsPart, TargetsPart } from './targets-part.js';
import { WhenPart } from './when-part.js';
import { YamlPart } from './yaml-part.js';
import { IconButton } from './icon-button.js';

const UNREAD = 'The YAML cannot be read yet. Correct it, or put it back as it was.';

/** The panel "Action". It belongs to the action that the store has open. */
export function ActionEditor() {
  const path = openAction.value;
  if (!path) return null;
  if (!draft.value) return html`<${Unknown} path=${path} />`;
  return html`<${Editor} key=${path.replace(/\.(re)?actions\[\d+\]$/, '')} path=${path} />`;
}

/** An entry that is only a name: the library and the file have no such action, or the server has not read it yet. */
function Unknown({ path }) {
  const name = at(path);
  if (typeof name !== 'string' || readingState.value !== 'current') return null;
  return html`<section class="lab-panel lab-drawer" aria-labelledby="lab-editor-title" data-testid="action-editor">
    <header class="lab-drawer-head"><div class="lab-drawer-name"><h2 id="lab-editor-title" tabIndex=${-1}>${name}</h2></div>
      <${IconButton} glyph="close" aria-label="Close the editor" data-testid="editor-close" onClick=${closeEditor} /></header>
    <div class="lab-drawer-body"><div class="lab-ed-part"><p>There is no action of this name.</p><${Messages} path="" />
      <button type="button" data-testid="editor-delete" onClick=${() => removeEntry(path)}><${Glyph} name="remove" /> Remove it</button></div></div>
  </section>`;
}

function Editor({ path }) {
  const root = useRef(null);
  const [isYaml, setYamlMode] = useState(false);
  const [yamlState, setYamlState] = useState({ isWritten: true });
  useEffect(() => { loadSchemas(); }, []);
  useEffect(() => { // coming from the list the focus goes to the editor's title, from a finding to its field
    if (!below(wantedField.peek(), path)) root.current.querySelector('h2')?.focus({ preventScroll: innerWidth > 760 });
  }, []);
  useEffect(() => {
    const wanted = below(wantedField.value, path);
    if (!wanted) return;
    if (isYaml) setYamlMode(false);
    else if (goToField(root.current, wanted)) wantedField.value = '';
  }, [wantedField.value, isYaml, draft.value !== null]);
  const canLeave = isYaml ? yamlState.isWritten : true;
  const finish = () => {
    if (!canLeave) {
      announce(UNREAD);
      return;
    }
    write();
    closeEditor();
    focusCard(path);
  };
  const switchMode = () => {
    write();
    if (canLeave) setYamlMode(!isYaml);
    else announce(UNREAD);
  };
  const putBack = () => {
    write();
    setYaml(path, before.value, `Put ${draft.value?.name} back`);
    setYamlState({ isWritten: true, at: Date.now() });
    announce('Put back as it was when the editor opened.');
  };
  const onKeyDown = (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.stopPropagation();
      finish();
    }
  };
  return html`<section class="lab-panel lab-drawer" aria-labelledby="lab-editor-title" data-testid="action-editor" ref=${root} onKeyDown=${onKeyDown}
      onFocusIn=${(event) => { if (!event.target.matches('.lab-ed-link-word')) focused.value = event.target.dataset?.path ?? ''; }}>
    <${Head} path=${path} onClose=${finish} />
    <div class="lab-drawer-body">
      <${InWords} onGo=${(to) => goToField(root.current, to)} />
      <${Messages} path="" />
      ${isYaml ? html`<${YamlPart} key=${yamlState.at} onState=${setYamlState} />` : html`<${Form} />`}
    </div>
    <footer class="lab-drawer-foot">
      <button type="button" class="primary" data-testid="editor-done" onClick=${finish}>Done</button>
      <button type="button" class="lab-quiet" data-testid="editor-put-back" onClick=${putBack}>Put back as it was</button>
      <span class="lab-ed-spacer"></span>
      <button type="button" class="lab-quiet" data-testid="editor-yaml" aria-pressed=${isYaml} onClick=${switchMode}>${isYaml ? 'As a form' : 'As YAML'}</button>
      ${!canLeave && html`<p class="lab-ed-message is-error" data-testid="editor-unwritten"><${Glyph} name="warning" /><span>${UNREAD}</span></p>`}
    </footer>
  </section>`;
}

function Head({ path, onClose }) {
  const [list, index] = listAndIndex(path);
  const now = description.value;
  const isReaction = listName() === 'reactions';
  const name = draft.value.name || 'Action';
  const move = (by) => { if (moveEntry(list, index, index + by)) followTo(`${list}[${index + by}]`); };
  return html`<header class="lab-drawer-head">
    <span class="lab-tile"><${Glyph} name=${now?.glyph ?? 'orb'} /></span>
    <div class="lab-drawer-name"><h2 id="lab-editor-title" tabIndex=${-1}>${name}</h2>
      <p class="lab-small">${isReaction ? 'Reaction' : 'Action'} ${index + 1}</p></div>
    <${IconButton} glyph="up" aria-label=${`Move ${name} up`} disabled=${index === 0} data-testid="editor-up" onClick=${() => move(-1)} />
    <${IconButton} glyph="down" aria-label=${`Move ${name} down`} data-testid="editor-down" onClick=${() => move(1)} />
    <${IconButton} glyph="copy" aria-label=${`Duplicate ${name}`} data-testid="editor-duplicate" onClick=${() => duplicateEntry(path)} />
    <${IconButton} glyph="remove" aria-label=${`Delete ${name}`} data-testid="editor-delete" onClick=${() => removeEntry(path)} />
    <${IconButton} glyph="close" aria-label="Close the editor" data-testid="editor-close" onClick=${onClose} />
  </header>`;
}

function Form() {
  return html`
    <div class="lab-ed-part"><${Field} path="name" label="Name" isWide=${true}><${TextBox} path="name" label="the name" empty="" /><//></div>
    <${WhenPart} />
    <${CostPart} />
    <${RequiresPart} />
    <${EffectsPart} />
    <${TargetsPart} />
    <${LimitsPart} />
    <div class=${classes('lab-ed-part')}>
      <${Field} path="tags" label="Tags" isWide=${true}><${Words} path="tags" label="tags" known=${suggestionsFor('tags')} placeholder="Add a tag" /><//>
      <${Field} path="notes" label="Notes" isWide=${true}><${TextBox} path="notes" label="the notes" placeholder=${value('notes') ? '' : 'For yourself'} /><//>
    </div>`;
}
