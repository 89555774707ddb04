// The action as YAML, for people who like to type. What they write stays as it is: comments, order and shorthand.
import { html, useEffect, useRef, useState } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { describe } from '../state/lab-api.js';
import { announce, openAction, setYaml, yamlOf } from '../state/lab-store.js';
import { listName } from './action-draft.js';

const CHECK_AFTER_MS = 200;

/** A text area with line numbers. `onState` hears whether the encounter has the text: {isWritten, problems}. */
export function YamlPart({ onState }) {
  const path = openAction.value;
  const [source, setSource] = useState(() => yamlOf(path));
  const [problems, setProblems] = useState([]);
  const asked = useRef(0);
  const written = useRef(source); // what was typed when the encounter got it last
  const stored = useRef(source); // how the encounter has it
  const numbers = useRef(null);
  useEffect(() => { // the action changed elsewhere: undo, a fix
    const now = yamlOf(path);
    if (now === stored.current) return;
    stored.current = now;
    if (source === written.current) {
      written.current = now;
      setSource(now);
    }
  });
  useEffect(() => {
    if (source === written.current) {
      setProblems([]);
      onState({ isWritten: true });
      return undefined;
    }
    onState({ isWritten: false });
    const timer = setTimeout(() => read(source), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [source]);
  const read = async (text) => {
    const mine = ++asked.current;
    let found;
    try {
      found = await describe(text, listName());
    } catch (error) {
      found = { action: null, problems: [{ sentence: error.message, data: {} }] };
    }
    if (mine !== asked.current) return;
    setProblems(found.problems ?? []);
    if (found.action === null) {
      announce(`YAML: ${found.problems?.[0]?.sentence ?? 'cannot be read'}`);
      return;
    }
    setYaml(path, text);
    written.current = text;
    stored.current = yamlOf(path);
    onState({ isWritten: true });
  };
  const lines = source.split('\n').length;
  const bad = new Set(problems.map((one) => one.data?.line));
  const onKeyDown = (event) => {
    if (event.key === 'Tab' && !event.shiftKey && !event.altKey && event.ctrlKey) {
      event.preventDefault();
      event.currentTarget.setRangeText('  ', event.currentTarget.selectionStart, event.currentTarget.selectionEnd, 'end');
      setSource(event.currentTarget.value);
    }
  };
  return html`<div class="lab-ed-part" data-testid="part-yaml">
    <label class="lab-ed-part-title" for="lab-ed-yaml">The action as YAML</label>
    <div class="lab-ed-yaml">
      <ol class="lab-ed-yaml-lines" aria-hidden="true" ref=${numbers}>${Array.from({ length: lines }, (_, index) => html`<li key=${index}
        class=${bad.has(index + 1) ? 'is-bad' : ''}>${index + 1}</li>`)}</ol>
      <textarea id="lab-ed-yaml" data-testid="yaml" spellcheck=${false} wrap="off" rows=${Math.min(24, Math.max(8, lines + 1))} value=${source} aria-invalid=${problems.length > 0}
        aria-describedby="lab-ed-yaml-problems" onKeyDown=${onKeyDown} onInput=${(event) => setSource(event.currentTarget.value)}
        onScroll=${(event) => { numbers.current.scrollTop = event.currentTarget.scrollTop; }}></textarea>
    </div>
    <div id="lab-ed-yaml-problems" role="status">
      ${problems.map((one) => html`<p key=${one.sentence} class="lab-ed-message is-error" data-testid="yaml-problem"><${Glyph} name="warning" />
        <span>${one.data?.line ? html`<b>Line ${one.data.line}:</b> ` : ''}${one.sentence}</span></p>`)}
      ${!problems.length && html`<p class="lab-ed-note">Comments and shorthand stay as you write them.</p>`}
    </div>
    ${/^\{?use:/.test(source) && html`<button type="button" class="lab-quiet lab-ed-adder" data-testid="yaml-full" onClick=${() => setSource(yamlOf(path, { full: true }))}>
      Write it out in full</button>`}
  </div>`;
}
