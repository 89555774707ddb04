// When an action can be used: on the turn, as a reaction to an event, at any time, or before the fight.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { catalogue, findingsFor, openAction, reading, readingState } from '../state/lab-store.js';
import { moveToOtherList } from '../strategy/list-edits.js';
import { change, draft, followTo, listName, setValue, value } from './action-draft.js';
import { pathOf } from './edit-steps.js';
import { Choice, Messages, NumberBox, Switch } from './fields.js';
import { RequirementTree } from './requires-part.js';
import { choicesOf } from './schema-form.js';
import { joined } from './words.js';
import { IconButton } from './icon-button.js';

const TIMES = [['turn', 'My turn'], ['reaction', 'Reaction'], ['any', 'Any time'], ['setup', 'Before the fight']];
const TIMING = {
  turn: { type: 'Main' },
  reaction: { type: 'Reaction', on: 'AttackHit', who: 'self' },
  any: { type: 'Free', anytime: true },
  setup: { type: 'Setup' },
};

/** Which of the four times a timing is. */
export function timeOf(timing) {
  if (timing?.type === 'Reaction') return 'reaction';
  if (timing?.type === 'Setup') return 'setup';
  return timing?.type === 'Free' && timing.anytime ? 'any' : 'turn';
}

/** The part of the editor about timing. */
export function WhenPart() {
  const timing = value('timing') ?? { type: 'Main' };
  const time = timeOf(timing);
  const choose = (next) => {
    if (next === time) return;
    if (next === 'turn') setValue('timing', undefined, 'Change when');
    else setValue('timing', TIMING[next], 'Change when');
    const wantsReactions = next === 'reaction' || (next === 'any' && listName() === 'reactions');
    if ((listName() === 'reactions') !== wantsReactions) followTo(moveToOtherList(openAction.value));
  };
  return html`<fieldset class="lab-ed-part" data-testid="part-when"><legend class="lab-ed-part-title">When</legend>
    <div class="lab-seg" role="radiogroup" aria-label="When">
      ${TIMES.map(([key, label]) => html`<label key=${key} class=${key === time ? 'is-on' : ''}>
        <input type="radio" name="lab-when" value=${key} checked=${key === time} data-testid=${`when-${key}`} onChange=${() => choose(key)} />${label}</label>`)}
    </div>
    <${Messages} path="timing" />
    ${time === 'reaction' && html`<${Trigger} timing=${timing} />`}
  </fieldset>`;
}

const BY = [['source', 'by'], ['target', 'to']];
const WHO = [['enemy', 'an enemy'], ['ally', 'an ally'], ['self', 'me'], ['any', 'anyone']];

function Trigger({ timing }) {
  const events = (catalogue.value?.vocabulary?.events ?? []).map((one) => [one.name, one.label]);
  const on = Array.isArray(timing.on) ? timing.on : [timing.on];
  const known = events.length ? events : [[on[0], on[0]]];
  const putEvent = (index, name) => {
    const next = on.map((one, other) => (other === index ? name : one)).filter(Boolean);
    setValue('timing.on', next.length === 1 ? next[0] : next, 'Change the event');
  };
  return html`
    ${on.map((name, index) => html`<div key=${index} class="lab-ed-line">
      ${index > 0 && html`<span class="lab-ed-joint">or</span>`}
      <${Choice} path=${index ? pathOf('timing.on', index) : 'timing.on'} current=${name} choices=${known} aria-label=${index ? `Event ${index + 1}` : 'Event'}
        onValue=${(next) => putEvent(index, next)} data-testid=${index ? `when-event-${index}` : 'when-event'} />
      ${index > 0 && html`<${IconButton} glyph="close" aria-label="Remove this event" data-testid=${`remove-event-${index}`}
        onClick=${() => putEvent(index, '')} />`}
    </div>`)}
    <${Messages} path="timing.on" />
    <div class="lab-ed-line">
      <${Choice} path="timing.role" empty="target" choices=${BY} aria-label="Role" class="is-fit" data-testid="when-role" />
      <${Choice} path="timing.who" empty="any" choices=${WHO} aria-label="Who" data-testid="when-who" />
      <${Within} />
    </div>
    <${Messages} path="timing.who" /><${Messages} path="timing.role" />
    ${on.length < 3 && html`<button type="button" class="lab-quiet lab-ed-adder" data-testid="add-event"
      onClick=${() => setValue('timing.on', [...on, events.find(([name]) => !on.includes(name))?.[0] ?? on[0]], 'Add an event')}>
      <${Glyph} name="plus" /> Another event</button>`}
    <${Switch} path="timing.would_change_outcome" label="Only if it would change the outcome" />
    <${RequirementTree} path="timing.when" title="And only when" isSingle=${true} />
    <${CanHappen} />`;
}

/** "within 60 ft": a short way to a requirement on the distance of whoever took part in the event. */
function Within() {
  const who = draft.value?.targets?.who ?? 'enemy';
  if (!who.startsWith('event')) return null;
  const requires = draft.value?.requires ?? [];
  const index = requires.findIndex((one) => one.type === 'TargetCondition' && one.name === 'distance' && one.op === '<=');
  const path = index < 0 ? 'within' : pathOf('requires', index, 'value');
  const put = (next) => {
    if (index < 0 && next !== undefined) {
      change('Limit the range', { do: 'insert', path: 'requires', index: requires.length, value: { type: 'TargetCondition', name: 'distance', op: '<=', value: next } });
    } else if (index >= 0 && next === undefined) change('Remove the range', { do: 'remove', path: pathOf('requires', index) });
    else if (index >= 0) setValue(path, next, 'Change the range', { isTyping: true });
  };
  return html`<label class="lab-ed-inline"><span>within</span><${NumberBox} path=${path} onValue=${put} id="lab-within" data-path="within"
    data-testid="when-within" placeholder="any" /><span>ft</span></label>`;
}

/** Whether the event can occur, as far as the validation knows. It stays while an edit is read, so that nothing below it jumps. */
function CanHappen() {
  const found = findingsFor(openAction.value);
  if (readingState.value === 'failed' || !reading.value?.scenario || found.some((one) => /trigger|event/.test(one.code))) return null;
  const timing = value('timing');
  const who = timing?.on === 'SpellCast' && timing.who === 'enemy' ? enemyCasters() : [];
  return html`<p class="lab-ed-good" data-testid="can-happen"><${Glyph} name="ok" /><span>${who.length
    ? html`Can happen: ${joined(who)} ${who.length === 1 ? 'casts' : 'cast'} spells.` : 'Can happen in this fight.'}</span></p>`;
}

function enemyCasters() {
  const scenario = reading.value.scenario;
  const own = openAction.value.match(/^(.*sides\[\d+\])/)?.[1];
  const sides = [
    ...(scenario.sides ?? []).map((side, index) => [`sides[${index}]`, side]),
    ...(scenario.day ?? []).flatMap((step, day) => (step.sides ?? []).map((side, index) => [`day[${day}].sides[${index}]`, side])),
  ];
  const mine = sides.find(([path]) => path === own)?.[1].name;
  const casters = sides.filter(([, side]) => side.name !== mine).flatMap(([, side]) => side.combatants ?? [])
    .filter((one) => (one.actions ?? []).some((action) => action.tags?.includes('Spell')));
  return [...new Set(casters.map((one) => one.name))].slice(0, 4);
}
