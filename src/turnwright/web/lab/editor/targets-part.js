// Whom an action is for, and what limits it: uses, recharge, cooldown, concentration.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { draft, setValue, value } from './action-draft.js';
import { pathOf } from './edit-steps.js';
import { Choice, Field, Messages, NumberBox, Switch } from './fields.js';
import { SchemaField, choicesOf } from './schema-form.js';
import { IconButton } from './icon-button.js';

const WHO = ['enemy', 'ally', 'other ally', 'self', 'anyone'];
const PICKS = ['nearest', 'least hp', 'most hp', 'lowest percent', 'most hurt', 'random', 'first'];

/** The part of the editor about targets. */
export function TargetsPart() {
  const isReaction = draft.value?.timing?.type === 'Reaction';
  const who = value('targets.who') ?? 'enemy';
  const choices = choicesOf('Targets', 'who', WHO).filter(([key]) => isReaction || !key.startsWith('event') || key === who);
  const hasChoice = who !== 'self' && !who.startsWith('event');
  return html`<fieldset class="lab-ed-part" data-testid="part-targets" data-path="targets"><legend class="lab-ed-part-title">Targets</legend>
    <div class="lab-ed-fields">
      <${Field} path="targets.who" label="Who"><${Choice} path="targets.who" empty="enemy" choices=${choices} label="targets" /><//>
      ${hasChoice && html`<${SchemaField} kind="Targets" field="count" path="targets" />`}
      ${who !== 'self' && html`<${SchemaField} kind="Targets" field="range" path="targets" unit="ft" />`}
      ${hasChoice && html`<${Field} path="targets.state" label="State"><${Choice} path="targets.state" empty="up"
        choices=${choicesOf('Targets', 'state', ['up', 'down'])} label="targets" /><//>`}
      ${hasChoice && html`<${Preferences} />`}
    </div>
    <${Messages} path="targets" />
  </fieldset>`;
}

/** The order of preference: the first word counts most. */
function Preferences() {
  const now = value('targets.pick') ?? 'least hp';
  const picks = Array.isArray(now) ? now : [now];
  const put = (next) => setValue('targets.pick', next.length === 1 ? (next[0] === 'least hp' ? undefined : next[0]) : next, 'Change who is preferred');
  return html`<div class="lab-ed-field is-wide" role="group" aria-label="Who is preferred"><span class="lab-ed-label">Prefer</span>
    ${picks.map((pick, index) => html`<div key=${index} class="lab-ed-line"><span class="lab-ed-joint">${index ? 'then' : ''}</span>
      <${Choice} path=${index ? pathOf('targets.pick', index) : 'targets.pick'} current=${pick} choices=${choicesOf('Targets', 'pick', PICKS)} aria-label=${`Preference ${index + 1}`}
        onValue=${(next) => put(picks.map((one, other) => (other === index ? next : one)))} />
      ${picks.length > 1 && html`<${IconButton} glyph="close" aria-label=${`Remove preference ${index + 1}`} data-testid=${`remove-pick-${index}`}
        onClick=${() => put(picks.filter((_, other) => other !== index))} />`}</div>`)}
    ${picks.length < 3 && html`<button type="button" class="lab-quiet lab-ed-adder" data-testid="add-pick"
      onClick=${() => put([...picks, 'nearest'])}><${Glyph} name="plus" /> In case of a tie</button>`}
    <${Messages} path="targets.pick" /></div>`;
}

const PER = [['turn', 'each turn'], ['round', 'each round'], ['encounter', 'each fight'], ['short rest', 'each short rest'], ['long rest', 'each long rest'], ['', 'ever']];

/** The part of the editor about limits; it is folded while nothing in it is set. */
export function LimitsPart() {
  const action = draft.value ?? {};
  const isUsed = ['uses', 'recharge', 'cooldown', 'concentration', 'level', 'on_cancel', 'min_targets'].some((field) => action[field] !== undefined);
  return html`<details class="lab-ed-part lab-ed-fold" open=${isUsed} data-testid="part-limits"><summary class="lab-ed-part-title"
    data-testid="limits">Limits and concentration</summary>
    <div class="lab-ed-fields">
      <div class="lab-ed-field is-wide"><label class="lab-ed-label" for="lab-f-uses-amount">Uses</label><div class="lab-ed-line" data-path="uses">
        <${NumberBox} path="uses.amount" id="lab-f-uses-amount" placeholder="any"
          onValue=${(next) => setValue('uses', next === undefined ? undefined : { ...(action.uses ?? { per: 'long rest' }), amount: next }, 'Limit the uses')} />
        ${action.uses && html`<${Choice} path="uses.per" current=${action.uses.per ?? 'turn'} choices=${PER} aria-label="How often uses come back"
          onValue=${(next) => setValue('uses.per', next, 'Limit the uses')} />`}</div>
        <${Messages} path="uses" /><${Messages} path="uses.amount" /><${Messages} path="uses.per" /></div>
      <${SchemaField} kind="CombatAction" field="recharge" path="" unit="or more" />
      <${SchemaField} kind="CombatAction" field="cooldown" path="" />
      <${SchemaField} kind="CombatAction" field="level" path="" />
      <${SchemaField} kind="CombatAction" field="min_targets" path="" />
      <${Field} path="on_cancel" label="If it is cancelled" isWide=${true}><${Choice} path="on_cancel" empty="" label="limits"
        choices=${[['', 'as the rules say'], ...choicesOf('CombatAction', 'on_cancel', ['keep', 'refund_slot'])]} /><//>
      <${Switch} path="concentration" label="Needs concentration" />
    </div>
  </details>`;
}
