// The bar at the top of the lab: where one is, the encounter's name, whether it is saved, its rules, undo, theme and sharing.
import { html, useEffect, useState } from '../app/preact.js';
import { theme } from '../app/preferences.js';
import { Glyph } from './glyphs.js';
import { OpenMenu, PlayMenu, ShareMenu } from './lab-menus.js';
import { at, canRedo, canUndo, catalogue, historyEntries, historyIndex, name, redo, saved, setAt, undo } from './state/lab-store.js';

const NEXT_THEME = { auto: 'dark', dark: 'light', light: 'auto' };
const THEME_LABELS = { auto: 'system default', dark: 'dark', light: 'light' };
const SAVED = { saved: ['check', 'Saved'], saving: ['clock', 'Saving'], failed: ['warning', 'Not saved'] };

function NameField() {
  const [draft, setDraft] = useState(null);
  useEffect(() => { document.title = `${name.value} · Combat lab · Turnwright`; }, [name.value]);
  const finish = () => {
    const given = draft?.trim();
    if (given && given !== name.value) setAt('name', given, `Rename to ${given}`);
    setDraft(null);
  };
  const onKeyDown = (event) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key === 'Escape') setDraft(null);
  };
  return html`<div class="lab-name"><h1 class="lab-sr">${name.value}</h1><input aria-label="Name of the encounter" data-testid="lab-name" value=${draft ?? name.value} spellcheck="false"
    size=${Math.max(6, (draft ?? name.value).length)} onInput=${(event) => setDraft(event.currentTarget.value)}
    onBlur=${finish} onKeyDown=${onKeyDown} /></div>`;
}

function RulesSelect({ testId = 'lab-rules' }) {
  const known = catalogue.value?.rules ?? [];
  const given = at('rules') ?? '2014';
  const rules = typeof given === 'object' && known.some((one) => one.name === given.name) ? given.name : given;
  const isOwn = typeof rules === 'object';
  return html`<label class="lab-rules"><span>Rules:</span>
    <select data-testid=${testId} aria-label="Rules" value=${isOwn ? '' : String(rules)} onChange=${(event) => setAt('rules', event.currentTarget.value, `Play by the rules of ${event.currentTarget.value}`)}>
      ${isOwn && html`<option value="">${rules.name}</option>`}
      ${(known.length ? known : [{ name: String(rules) }]).map((one) => html`<option value=${one.name} title=${one.about}>${one.name}</option>`)}
    </select></label>`;
}

/** The top bar of the lab. */
export function LabTopBar() {
  const [sign, word] = SAVED[saved.value];
  const undone = historyEntries.value[historyIndex.value]?.label;
  const next = historyEntries.value[historyIndex.value + 1]?.label;
  return html`<header class="lab-top">
    <a class="lab-brand" href="#/" data-testid="home" aria-label="Turnwright, to the home page"><${Glyph} name="logo" /><span>Turnwright</span></a>
    <nav class="lab-where" aria-label="Where you are"><span>Combat lab</span><${Glyph} name="right" /></nav>
    <${NameField} />
    <span class="lab-saved" data-state=${saved.value} data-testid="lab-saved"><${Glyph} name=${sign} /><span>${word}</span></span>
    <span class="spacer"></span>
    <${RulesSelect} />
    <button type="button" class="lab-icon-button" data-testid="lab-undo" disabled=${!canUndo.value} aria-label=${canUndo.value ? `Undo: ${undone}` : 'Undo'}
      title=${canUndo.value ? `Undo: ${undone} (Ctrl+Z)` : 'Nothing to undo'} onClick=${undo}><${Glyph} name="undo" /></button>
    <button type="button" class="lab-icon-button" data-testid="lab-redo" disabled=${!canRedo.value} aria-label=${canRedo.value ? `Redo: ${next}` : 'Redo'}
      title=${canRedo.value ? `Redo: ${next} (Ctrl+Shift+Z)` : 'Nothing to redo'} onClick=${redo}><${Glyph} name="redo" /></button>
    <button type="button" class="lab-icon-button lab-theme" data-testid="theme-switch" title="Theme: ${THEME_LABELS[theme.value]}"
      aria-label="Theme: ${THEME_LABELS[theme.value]}. Switch theme." onClick=${() => { theme.value = NEXT_THEME[theme.value]; }}>
      <${Glyph} name=${theme.value === 'dark' ? 'moon' : 'sun'} /></button>
    <${PlayMenu} />
    <${OpenMenu} rules=${html`<${RulesSelect} testId="lab-rules-in-menu" />`} />
    <${ShareMenu} />
  </header>`;
}
