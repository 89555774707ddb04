// What stands where in an encounter file, and the shorthand in which people write it.
// A kind names what may be at a place: `fields` are its keys, `item` what its lists hold, `isList` that a single value may stand for a list of one.

const KINDS = {
  scenario: { fields: { sides: 'sides', day: 'day', actions: 'actionMap', rules: 'rules' } },
  day: { item: 'step' },
  step: { fields: { sides: 'sides' } },
  sides: { item: 'side' },
  side: { fields: { combatants: 'combatants' } },
  combatants: { item: 'combatant' },
  combatant: { noun: 'combatant', fields: { actions: 'actions', reactions: 'actions', pools: 'pools', saves: 'merged', save_lean: 'merged', traits: 'statuses' } },
  actionMap: { any: 'action' },
  actions: { item: 'action', isList: true },
  action: { noun: 'action', fields: { timing: 'timing', cost: 'costs', requires: 'requirements', targets: 'targets', effect: 'effects', uses: 'uses' } },
  timing: { fields: { when: 'requirement' } },
  costs: { item: 'cost', isList: true },
  cost: {},
  requirements: { item: 'requirement', isList: true },
  requirement: {},
  targets: { isMerged: true },
  effects: { item: 'effect', isList: true },
  effect: { fields: { on_hit: 'effects', on_miss: 'effects', on_fail: 'effects', on_success: 'effects', on_critical_fail: 'effects', on_critical_success: 'effects', then: 'effects', otherwise: 'effects', status: 'status' } },
  statuses: { item: 'status', isList: true },
  status: { fields: { duration: 'duration', conditions: 'words' } },
  words: { isList: true },
  duration: {},
  uses: {},
  pools: { any: 'pool', isMerged: true },
  pool: {},
  rules: { noun: 'rules' },
  merged: { isMerged: true },
  plain: {},
};

/** Everything about a kind. */
export const kindOf = (name) => KINDS[name] ?? KINDS.plain;

/** The kind of the value at a key or an index of a kind. */
export const childKind = (name, step) => {
  const kind = kindOf(name);
  return (typeof step === 'number' ? kind.item : kind.fields?.[step] ?? kind.any) ?? 'plain';
};

/** The kind of the value at these steps of an encounter. */
export const kindAt = (steps) => steps.reduce(childKind, 'scenario');

/** Numbers of effects that an action with `use` can override without repeating its effects: the first two in all effects, the others in the first that has them. */
export const EVERYWHERE = ['to_hit', 'dc'];
export const NUMBERS = [...EVERYWHERE, 'damage', 'amount', 'times'];

/** What a removed key of a combatant or an action means, for entries that would otherwise inherit it. */
export const DEFAULTS = {
  count: 1, hp: 1, start_hp: null, temporary_hp: 0, ac: 10, initiative: 0, initiative_lean: '', save: 0, resist: [], immune: [], vulnerable: [],
  condition_immune: [], speed: 30, reach: 5, position: 0, tags: [], traits: [], actions: [], reactions: [], death_saves: null, arrival: 1, hit_dice: '',
  con: 0, notes: '', disabled: [], requires: [], cost: [], effect: [], recharge: null, cooldown: null, concentration: false, level: 0, on_cancel: null, uses: null,
};

// --- shorthand --------------------------------------------------------------------------------------------------------

const has = (value, ...keys) => Object.keys(value).every((key) => keys.includes(key));
const COST_NAME = /^[A-Za-z_][\w ]*$/;
const COST_WORDS = /(^| )(need|max|min|all|highest|\d+(\.\d+)?\+?)$/;

function cost(value) {
  const { resource, amount, level, allow_upcast: isUpcast, prefer, variable } = value;
  if (!COST_NAME.test(resource ?? '') || COST_WORDS.test(resource)) return value;
  if (variable && has(value, 'resource', 'variable') && has(variable, 'policy') && ['need', 'max', 'min', 'all'].includes(variable.policy)) return `${resource} ${variable.policy}`;
  if (has(value, 'resource')) return resource;
  const isSlot = resource.endsWith('Slot');
  if (!isSlot && has(value, 'resource', 'amount') && typeof amount === 'number' && amount >= 0 && amount < 1e15) return `${resource} ${amount}`;
  const isLevel = isSlot && has(value, 'resource', 'level', 'allow_upcast', 'prefer') && Number.isInteger(level) && level >= 0 && isUpcast !== false && (!prefer || prefer === 'highest');
  return isLevel ? `${resource} ${level}${isUpcast ? '+' : ''}${prefer ? ' highest' : ''}` : value;
}

function timing(value) {
  const { type, ...others } = value;
  if (type === 'Free' && others.anytime === true && has(others, 'anytime')) return 'Anytime';
  if (['Main', 'Free', 'Setup'].includes(type) && has(others)) return type;
  return type === 'Reaction' && 'on' in value ? others : value;
}

function duration(value) {
  if (value.until && has(value, 'until')) return value.until;
  if (!Number.isInteger(value.turns) || value.turns < 0 || !has(value, 'turns', 'of', 'at')) return value;
  return `${value.turns} round${value.turns === 1 ? '' : 's'}${value.of ? ` of ${value.of}` : ''}${value.at ? ` at ${value.at}` : ''}`;
}

const per = (amount, reset) => (['turn', 'round', 'encounter', 'short rest', 'long rest'].includes(reset) && typeof amount === 'number' && amount >= 0 && amount < 1e15 ? `${amount} per ${reset}` : null);

function sides(list) {
  const isPlain = list.every((side) => typeof side === 'object' && side && has(side, 'name', 'combatants') && typeof side.name === 'string' && !/^(\d+|__proto__)$/.test(side.name));
  if (!isPlain || new Set(list.map(({ name }) => name)).size < list.length) return list;
  return Object.fromEntries(list.map((side) => [side.name, side.combatants ?? []]));
}

const SHORT = {
  cost, timing, duration,
  uses: (value) => (has(value, 'amount', 'per') && per(value.amount, value.per)) || value,
  pool: (value) => (has(value, 'max', 'reset') && per(value.max, value.reset)) || value,
  targets: (value) => (has(value, 'who') && value.who ? value.who : value),
  step: (value) => {
    if (value.type === 'Rest') return value.kind ?? 'short rest';
    const { type, ...others } = value;
    return 'sides' in others ? others : value;
  },
  combatant: (value) => (has(value, 'use') ? value.use : value),
  action: (value) => (has(value, 'use') ? value.use : value),
  costs: (list) => (list.length === 1 && typeof list[0] === 'string' ? list[0] : list),
  effects: (list) => (list.length === 1 ? list[0] : list),
};

/** A value of the expanded form as people would write it: `{resource: 'SpellSlot', level: 1}` becomes `SpellSlot 1`. */
export function compact(kind, value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = value.map((item, index) => compact(childKind(kind, index), item));
    return kind === 'sides' ? sides(list) : SHORT[kind]?.(list) ?? list;
  }
  const full = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, compact(childKind(kind, key), inner)]));
  return SHORT[kind] && !Array.isArray(full) ? SHORT[kind](full) : full;
}
