// Requirements: facts, tags, resources and events, combined in groups (all of, any of, none of) of any depth.
import { classes, html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { catalogue } from '../state/lab-store.js';
import { change, draft, setValue, value } from './action-draft.js';
import { listAndIndex, pathOf } from './edit-steps.js';
import { Choice, Messages, NumberBox, Switch, TextBox, Words, idOf } from './fields.js';
import { choicesOf, resourceChoices, suggestionsFor } from './schema-form.js';
import { COMPARISONS, sentenceCase } from './words.js';
import { IconButton } from './icon-button.js';

const DISTANCE_WITHIN = { type: 'TargetCondition', name: 'distance', op: '<=', value: 60 };
const HURT = { type: 'SelfCondition', name: 'hp_percent', op: '<=', value: 50 };
const GROUPS = [['And', 'all of'], ['Or', 'any of'], ['Not And', 'not all of'], ['Not Or', 'none of']];

const facts = (of) => (catalogue.value?.vocabulary?.facts ?? []).filter((one) => one.of.includes(of));
const factNamed = (name) => (catalogue.value?.vocabulary?.facts ?? []).find((one) => one.name === name);

/** The part of the editor with the requirements of the action. */
export function RequiresPart() {
  return html`<fieldset class="lab-ed-part" data-testid="part-requires">
    <legend class="lab-ed-part-title">Requires</legend>
    <${RequirementTree} path="requires" />
  </fieldset>`;
}

/** A list of requirements that must all hold or, with `isSingle`, one requirement that may be a group. */
export function RequirementTree({ path, title, isSingle = false }) {
  const now = value(path);
  const isReaction = draft.value?.timing?.type === 'Reaction';
  const fresh = path === 'timing.when' ? { type: 'LastEvent', event: triggerEvent(), op: '>=', value: 1 } : isReaction ? DISTANCE_WITHIN : HURT;
  const add = (one) => {
    if (!isSingle) change('Add a requirement', { do: 'insert', path, index: (now ?? []).length, value: one });
    else if (!now) setValue(path, one, 'Add a condition');
    else if (now.type === 'And') change('Add a condition', { do: 'insert', path: pathOf(path, 'of'), index: now.of.length, value: one });
    else setValue(path, { type: 'And', of: [now, one] }, 'Add a condition');
  };
  const list = isSingle ? (now ? (now.type === 'And' ? now.of : [now]) : []) : now ?? [];
  const pathAt = (index) => (!isSingle ? pathOf(path, index) : now.type === 'And' ? pathOf(path, 'of', index) : path);
  return html`<div class="lab-ed-tree" id=${idOf(path)} data-path=${path} data-testid=${`tree-${path}`}>
    ${title && list.length > 0 && html`<p class="lab-ed-tree-title">${title}</p>`}
    ${list.map((_one, index) => html`<${Requirement} key=${pathAt(index)} path=${pathAt(index)} lead=${index === 0 ? (list.length > 1 ? 'all of' : '') : 'and'} />`)}
    <div class="lab-ed-adders">
      <button type="button" class="lab-quiet" data-testid=${`add-${path}`}
        onClick=${() => add(fresh)}><${Glyph} name="plus" /> ${isSingle ? 'Condition of the event' : 'Requirement'}</button>
      <button type="button" class="lab-quiet" data-testid=${`add-group-${path}`} onClick=${() => add({ type: 'Or', of: [fresh, HURT] })}><${Glyph} name="plus" /> Any of</button>
    </div>
    <${Messages} path=${path} />
  </div>`;
}

const triggerEvent = () => [draft.value?.timing?.on ?? 'AttackHit'].flat()[0];

/** One requirement, or a group of them. */
function Requirement({ path, lead }) {
  const whole = value(path);
  if (!whole) return null;
  const isDenied = whole.type === 'Not';
  const check = isDenied ? whole.of : whole;
  const inner = isDenied ? pathOf(path, 'of') : path;
  const isGroup = check?.type === 'And' || check?.type === 'Or';
  const remove = () => removeRequirement(path);
  const removal = html`<${IconButton} glyph="close" aria-label="Remove this requirement" data-testid=${`remove-${path}`} onClick=${remove} />`;
  if (isGroup) return html`<${Group} path=${path} inner=${inner} check=${check} isDenied=${isDenied} lead=${lead} removal=${removal} />`;
  return html`<div class="lab-ed-require" role="group" aria-label="Requirement">
    <div class="lab-ed-line">
      <span class="lab-ed-joint">${lead}</span>
      <${Subject} path=${path} inner=${inner} check=${check} isDenied=${isDenied} />
      ${removal}
    </div>
    <${Details} inner=${inner} check=${check} />
    <${Messages} path=${path} />${inner !== path && html`<${Messages} path=${inner} />`}
    ${['name', 'value', 'op', 'tag', 'key', 'event'].map((field) => html`<${Messages} key=${field} path=${pathOf(inner, field)} />`)}
  </div>`;
}

function removeRequirement(path) {
  const [list, index] = listAndIndex(path);
  if (index < 0) setValue(path, undefined, 'Remove a condition');
  else if (list.endsWith('.of') && value(list).length === 1) removeRequirement(groupOf(list));
  else change('Remove a requirement', { do: 'remove', path });
}

/** The path of the group whose members are at `list`, with its negation. */
function groupOf(list) {
  const group = list.slice(0, -'.of'.length);
  return group.endsWith('.of') && value(group.slice(0, -'.of'.length))?.type === 'Not' ? group.slice(0, -'.of'.length) : group;
}

function Group({ path, inner, check, isDenied, lead, removal }) {
  const put = (word) => {
    const [kind, denied] = [word.split(' ').pop(), word.startsWith('Not')];
    const next = { type: kind, of: check.of };
    setValue(path, denied ? { type: 'Not', of: next } : next, 'Change a group');
  };
  const members = pathOf(inner, 'of');
  const joint = check.type === 'Or' ? 'or' : 'and';
  const add = (one) => change('Add to a group', { do: 'insert', path: members, index: check.of.length, value: one });
  return html`<div class="lab-ed-group" role="group" aria-label=${GROUPS.find(([key]) => key === (isDenied ? 'Not ' : '') + check.type)[1]}>
    <div class="lab-ed-line"><span class="lab-ed-joint">${lead}</span>
      <${Choice} path=${path} current=${(isDenied ? 'Not ' : '') + check.type} choices=${GROUPS} onValue=${put} aria-label="Kind of group" class="is-fit" />
      <span class="lab-ed-spacer"></span>${removal}</div>
    <div class="lab-ed-any">
      ${check.of.map((_one, index) => html`<${Requirement} key=${index} path=${pathOf(members, index)} lead=${index ? joint : ''} />`)}
      <div class="lab-ed-adders">
        <button type="button" class="lab-quiet" data-testid=${`add-${members}`}
          onClick=${() => add(HURT)}><${Glyph} name="plus" /> ${check.type === 'Or' ? 'Alternative' : 'Requirement'}</button>
        <button type="button" class="lab-quiet" data-testid=${`add-group-${members}`} onClick=${() => add({ type: check.type === 'Or' ? 'And' : 'Or', of: [HURT] })}>
          <${Glyph} name="plus" /> ${check.type === 'Or' ? 'All of' : 'Any of'}</button>
      </div>
    </div>
  </div>`;
}

// --- what a requirement is about ------------------------------------------------------------------------------------------

const isOfTrigger = (check) => draft.value?.timing?.type === 'Reaction' && check.type === 'LastEvent' && [draft.value.timing.on].flat().includes([check.event].flat()[0]);

function subjectOf(check) {
  if (isOfTrigger(check) && check.value !== undefined && !check.tags?.length) return 'trigger';
  if (isOfTrigger(check) && check.tags && check.value === undefined) return 'trigger-tags';
  if (check.type === 'SelfCondition' || check.type === 'TargetCondition') {
    const of = check.type === 'SelfCondition' ? 'self' : 'target';
    if (factNamed(check.name)) return `${of}:${check.name}`;
    return check.name.startsWith('used:') ? 'used' : `${of}-status`;
  }
  return { HasTag: 'tag', HasResource: 'resource', LastEvent: 'event' }[check.type] ?? 'custom';
}

function made(subject) {
  const [of, name] = subject.split(':');
  if (name) {
    const type = of === 'self' ? 'SelfCondition' : 'TargetCondition';
    return factNamed(name)?.kind === 'yes_no' ? { type, name } : { type, name, op: '<=', value: name === 'distance' ? 60 : name.includes('percent') ? 50 : 1 };
  }
  const status = (catalogue.value?.vocabulary?.conditions ?? ['prone'])[0];
  return {
    'self-status': { type: 'SelfCondition', name: status }, 'target-status': { type: 'TargetCondition', name: status },
    used: { type: 'SelfCondition', name: `used:${draft.value?.name ?? ''}`, op: '<', value: 1 },
    tag: { type: 'HasTag', tag: suggestionsFor('tag')[0] ?? 'Spell' }, resource: { type: 'HasResource', key: 'Action' },
    event: { type: 'LastEvent', event: triggerEvent() },
    trigger: { type: 'LastEvent', event: triggerEvent(), op: '>=', value: 1 }, 'trigger-tags': { type: 'LastEvent', event: triggerEvent(), tags: ['Melee'] },
  }[subject];
}

function Subject({ path, inner, check, isDenied }) {
  const named = (of) => facts(of).map((one) => [`${of}:${one.name}`, sentenceCase(one.label)]);
  const isReaction = draft.value?.timing?.type === 'Reaction';
  const choices = [
    ...(isReaction ? [{ group: 'The event', choices: [['trigger', sentenceCase(valueWord(triggerEvent()))], ['trigger-tags', 'The kind of the event (its tags)']] }] : []),
    { group: 'The target', choices: [...named('target'), ['target-status', 'A status or condition of the target']] },
    { group: 'Me and the fight', choices: [...named('self'), ['self-status', 'A status or condition of mine'], ['used', 'How often I used an action']] },
    { group: 'More', choices: [['event', 'What just happened'], ['tag', 'A tag'], ['resource', 'What is left of a resource'], ...(check.type === 'Custom' ? [['custom', `Check "${check.name}"`]] : [])] },
  ];
  const subject = subjectOf(check);
  const fact = factNamed(check.name);
  const isNumber = subject === 'trigger' || (subject.includes(':') && fact?.kind !== 'yes_no');
  const put = (next) => {
    const one = made(next);
    if (one) setValue(path, one, 'Change a requirement');
  };
  return html`<${Choice} path=${path} current=${subject} choices=${choices} onValue=${put} aria-label="What is required" data-testid=${`what-${path}`} />
    ${isNumber ? html`<${Comparison} inner=${inner} check=${check} unit=${unitOf(fact)} />` : null}
    ${!isNumber && !['used', 'custom'].includes(subject) && html`<${YesNo} path=${path} check=${check} isDenied=${isDenied} />`}`;
}

const unitOf = (fact) => (['ft', '%'].includes(fact?.unit) ? fact.unit : '');

function Comparison({ inner, check, unit, isOptional = false }) {
  return html`<${Choice} path=${pathOf(inner, 'op')} current=${check.op ?? (check.type === 'LastEvent' ? '>=' : '!=')} choices=${Object.entries(COMPARISONS)}
    class="is-fit" aria-label="Comparison" onValue=${(next) => setValue(pathOf(inner, 'op'), next, 'Change a requirement')} />
    <${NumberBox} path=${pathOf(inner, 'value')} aria-label="Number" empty=${isOptional ? undefined : ''} placeholder=${isOptional ? 'any' : '0'} width="46px" />
    ${unit && html`<span class="lab-ed-unit">${unit}</span>`}`;
}

function YesNo({ path, check, isDenied }) {
  return html`<${Choice} path=${`${path}.yes`} current=${isDenied ? 'no' : 'yes'} choices=${[['yes', 'yes'], ['no', 'no']]} class="is-fit" aria-label="Yes or no"
    onValue=${(next) => setValue(path, next === 'no' ? { type: 'Not', of: check } : check, 'Change a requirement')} />`;
}

/** The second line of a requirement that is not about a fact. */
function Details({ inner, check }) {
  const subject = subjectOf(check);
  if (subject.includes(':') || subject === 'trigger') return null;
  if (subject === 'tag') {
    return html`<div class="lab-ed-line is-detail"><${Suggested} path=${pathOf(inner, 'tag')} field="tag" label="Tag" />
      <span>on</span><${Choice} path=${pathOf(inner, 'on')} empty="target" choices=${choicesOf('HasTag', 'on', ['target', 'self'])} aria-label="On whom" /></div>
      <div class="is-detail"><${Switch} path=${pathOf(inner, 'by_self')} label="Only if I put it there" /></div>`;
  }
  if (subject === 'trigger-tags') {
    return html`<div class="lab-ed-line is-detail"><${Words} path=${pathOf(inner, 'tags')} known=${suggestionsFor('tags')} label="tags of the event"
      placeholder="fire, Melee, Critical" onValue=${(next) => setValue(pathOf(inner, 'tags'), next, 'Change a requirement')} /></div>`;
  }
  if (subject === 'resource') {
    return html`<div class="lab-ed-line is-detail"><${Choice} path=${pathOf(inner, 'key')} choices=${resourceChoices()} aria-label="Resource" />
      <span>≥</span><${NumberBox} path=${pathOf(inner, 'amount')} aria-label="Amount" placeholder="1" /></div>`;
  }
  if (subject === 'event') {
    const events = (catalogue.value?.vocabulary?.events ?? []).map((one) => [one.name, one.label]);
    return html`<div class="lab-ed-line is-detail"><${Choice} path=${pathOf(inner, 'event')} current=${[check.event].flat()[0]} choices=${events} aria-label="Event"
        onValue=${(next) => setValue(pathOf(inner, 'event'), next, 'Change a requirement')} /></div>
      <div class="lab-ed-line is-detail"><span class="lab-ed-grow">${sentenceCase(valueWord([check.event].flat()[0]))}</span>
        <${Comparison} inner=${inner} check=${check} isOptional=${true} /></div>
      <div class="lab-ed-line is-detail"><span>with</span><${Words} path=${pathOf(inner, 'tags')} known=${suggestionsFor('tags')} label="tags of the event"
        placeholder="any tags" /></div>
      ${draft.value?.timing?.type !== 'Reaction' && html`<div class="lab-ed-line is-detail">
        <${Choice} path=${pathOf(inner, 'window')} empty="turn" choices=${choicesOf('LastEvent', 'window', ['action', 'turn', 'round'])} aria-label="How far back" />
        <${Switch} path=${pathOf(inner, 'by_self')} empty=${true} label="caused by me" /></div>`}`;
  }
  if (subject === 'used') {
    return html`<div class="lab-ed-line is-detail"><${TextBox} path=${pathOf(inner, 'name')} aria-label="Action" show=${(text) => text.replace(/^used:/, '')}
      read=${(text) => `used:${text}`} /><${Comparison} inner=${inner} check=${check} /></div>`;
  }
  if (subject === 'custom') return null;
  return html`<div class="lab-ed-line is-detail"><${Suggested} path=${pathOf(inner, 'name')} field="conditions" label="Status or condition" /></div>`;
}

const valueWord = (event) => catalogue.value?.vocabulary?.events?.find((one) => one.name === event)?.value?.replace(/^(the|its) /, '') || 'its value';

function Suggested({ path, field, label }) {
  return html`<${TextBox} path=${path} aria-label=${label} empty="" list=${`${idOf(path)}-known`} class=${classes('lab-ed-grow')} />
    <datalist id=${`${idOf(path)}-known`}>${suggestionsFor(field).map((one) => html`<option key=${one} value=${one} />`)}</datalist>`;
}
