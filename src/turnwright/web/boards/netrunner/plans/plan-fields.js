// The fields of a plan's form, for each side. An option that is not set is left out of the plan.
import { html, useState } from '../../../app/preact.js';

function without(options, ...names) {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !names.includes(name)));
}

/** Radio buttons for one decision: each entry is [value, label, what it sets]. */
function Decision({ title, name, value, entries, onChoose, children }) {
  return html`<fieldset class="plan-decision"><legend>${title}</legend>
    ${entries.map(([key, label]) => html`<label class="check" key=${key}><input type="radio" name=${name} data-testid="${name}-${key}"
      checked=${value === key} onChange=${() => onChoose(key)} />${label}</label>`)}
    ${children}</fieldset>`;
}

/** A list of card titles: chips that can be removed, and a field that adds one. */
function Titles({ label, testId, titles, known, onChange }) {
  const [draft, setDraft] = useState('');
  const add = () => {
    const title = draft.trim();
    if (title && !titles.includes(title)) onChange([...titles, title]);
    setDraft('');
  };
  const onKey = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return html`<div class="field plan-titles"><span id="${testId}-label">${label}</span>
    ${titles.length > 0 && html`<ul class="buttons">${titles.map((title) => html`<li key=${title}><button type="button" class="plan-chip" aria-label="Remove ${title}"
      data-testid="${testId}-chip" onClick=${() => onChange(titles.filter((one) => one !== title))}>${title} <span aria-hidden="true">✕</span></button></li>`)}</ul>`}
    <span class="buttons"><input list="${testId}-known" aria-labelledby="${testId}-label" placeholder="Title of a card" data-testid=${testId} value=${draft}
      onInput=${(event) => setDraft(event.currentTarget.value)} onKeyDown=${onKey} />
    <button type="button" data-testid="${testId}-add" disabled=${!draft.trim()} onClick=${add}>Add</button></span>
    <datalist id="${testId}-known">${known.map((title) => html`<option key=${title} value=${title} />`)}</datalist></div>`;
}

/** The titles of the cards of some types, from the game's library. */
const titlesOf = (library, types) => Object.entries(library ?? {}).filter(([, card]) => types.includes(card.type)).map(([title]) => title).sort();

/** What the Runner decides: breaking, and what may fire. */
export function RunnerFields({ options, library, onChange }) {
  const breaks = options['full-break'] ? (options['break-or-tank'] === false ? 'or-ask' : 'all') : 'ask';
  const tanks = options['tank-all'] ? 'all' : options.tank ? 'some' : 'ask';
  const setBreaks = (value) => onChange({
    ...without(options, 'full-break', 'break-or-tank'), ...(value !== 'ask' && { 'full-break': true }), ...(value === 'or-ask' && { 'break-or-tank': false }),
  });
  const setTanks = (value) => onChange({ ...without(options, 'tank', 'tank-all'), ...(value === 'all' && { 'tank-all': true }), ...(value === 'some' && { tank: [] }) });
  return html`
    <${Decision} title="When you encounter ice" name="plan-break" value=${breaks} onChoose=${setBreaks} entries=${[
      ['ask', 'Ask me'], ['all', 'Break it at the lowest cost; let fire what cannot be broken'], ['or-ask', 'Break it at the lowest cost; ask me if it cannot be broken']]} />
    ${(breaks !== 'all' || tanks !== 'ask') && html`<${Decision} title="If you do not break" name="plan-tank" value=${tanks} onChoose=${setTanks} entries=${[
      ['ask', 'Ask me'], ['all', 'Let all ice fire'], ['some', 'Let only this ice fire:']]}>
      ${tanks === 'some' && html`<${Titles} label="Ice that may fire" testId="plan-tank-title" titles=${options.tank} known=${titlesOf(library, ['ice'])}
        onChange=${(tank) => onChange({ ...options, tank })} />`}<//>`}`;
}

/** What the Corp decides: rezzing and firing. */
export function CorpFields({ options, library, onChange }) {
  const rezzes = options['no-rez'] ? 'none' : options.rez ? 'some' : 'ask';
  const fires = options['fire-unbroken'] ? 'passed' : options['fire-if-asked'] ? 'asked' : 'ask';
  const setRezzes = (value) => onChange({ ...without(options, 'rez', 'no-rez'), ...(value === 'none' && { 'no-rez': true }), ...(value === 'some' && { rez: [] }) });
  const setFires = (value) => onChange({
    ...without(options, 'fire-unbroken', 'fire-if-asked'), ...(value === 'passed' && { 'fire-unbroken': true }), ...(value === 'asked' && { 'fire-if-asked': true }),
  });
  return html`
    <${Decision} title="When you may rez" name="plan-rez" value=${rezzes} onChoose=${setRezzes} entries=${[
      ['ask', 'Ask me'], ['none', 'Rez nothing'], ['some', 'Rez only these cards:']]}>
      ${rezzes === 'some' && html`<${Titles} label="Cards to rez" testId="plan-rez-title" titles=${options.rez} known=${titlesOf(library, ['ice', 'asset', 'upgrade'])}
        onChange=${(rez) => onChange({ ...options, rez })} />`}<//>
    <${Decision} title="When subroutines are unbroken" name="plan-fire" value=${fires} onChoose=${setFires} entries=${[
      ['ask', 'Ask me'], ['passed', 'Fire them when the Runner has passed'], ['asked', 'Fire them only when the Runner says so']]} />`;
}
