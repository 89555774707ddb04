// The words that the editor shows for names of the model: fields, choices, comparisons, units.
import { catalogue } from '../state/lab-store.js';

/** What each kind of effect does, as the choice in the editor says it. */
export const EFFECTS = {
  Attack: 'Attack',
  Save: 'Force a save',
  Harm: 'Deal damage',
  Heal: 'Heal',
  Apply: 'Apply a status',
  Remove: 'End a status',
  Gain: 'Gain a resource',
  Lose: 'Take a resource',
  Move: 'Move',
  EndTurn: 'End the turn',
  Cancel: 'Cancel what triggered it',
  Roll: 'Change the roll',
  Outcome: 'Set the outcome',
  ChangeDamage: 'Change the damage',
  Grant: 'Let somebody act',
  If: 'One thing or another',
  Spawn: 'Summon combatants',
  Transform: 'Change the form',
};

/** Effects that only make sense in a reaction. */
export const FOR_REACTIONS = ['Cancel', 'Roll', 'Outcome', 'ChangeDamage'];

/** The definition in the schema of a kind of effect. */
export const definitionOf = (type) => ({ Move: 'MoveCombatant', Roll: 'ChangeRoll', Outcome: 'SetOutcome', If: 'Conditional' })[type] ?? type;

const FIELDS = {
  'Attack.damage': 'Damage', 'Attack.times': 'Attacks', 'Attack.lean': 'Rolled with', 'Attack.critical': 'Critical from',
  'Attack.on_hit': 'On a hit', 'Attack.on_miss': 'On a miss',
  'Save.dc': 'DC', 'Save.damage': 'Damage', 'Save.half': 'Half damage on a success', 'Save.on_fail': 'On a failure',
  'Save.on_success': 'On a success', 'Save.on_critical_fail': 'On a critical failure', 'Save.on_critical_success': 'On a critical success',
  'Conditional.holds': 'If', 'Conditional.then': 'Then', 'Conditional.otherwise': 'Otherwise', 'Conditional.to': 'About whom',
  'Spawn.combatant': 'Who appears', 'Spawn.count': 'How many', 'Spawn.most': 'At most at a time', 'Spawn.acts': 'Their turns',
  'Spawn.holds_side': 'Its side fights on with them alone', 'Transform.into': 'Into', 'Transform.to': 'Who is transformed',
  'Status.away': 'Is out of the fight', 'Status.inside': 'Is inside the source', 'Status.released_by': 'Let out by',
  'Status.taunt': 'Taunted by the source', 'Release.damage': 'Damage in one turn', 'Release.by': 'Dealt by',
  'Release.ability': 'Save to prevent it', 'Release.dc': 'DC',
  'Save.to': 'Who saves', 'Save.ability': 'Ability',
  'Harm.to': 'Who takes it', 'Heal.to': 'Who gets it', 'Heal.temporary': 'Temporary hit points', 'Apply.to': 'Who gets it',
  'Remove.status': 'Named', 'Remove.tag': 'With the tag', 'Remove.by_self': 'Only mine', 'Remove.to': 'Who loses it',
  'Gain.to': 'Who gets it', 'Gain.above_max': 'May exceed the maximum', 'Lose.to': 'Who loses it',
  'MoveCombatant.who': 'Who moves', 'ChangeRoll.add': 'Add to the roll', 'ChangeRoll.again': 'Roll again, keep',
  'SetOutcome.to': 'It becomes', 'ChangeDamage.add': 'Add', 'ChangeDamage.reduce': 'Reduce by', 'ChangeDamage.multiply': 'Multiply by',
  'ChangeDamage.redirect': 'I take it instead', 'Grant.tag': 'An action with the tag', 'Grant.to': 'Who acts',
  'Targets.who': 'Who', 'Targets.pick': 'First', 'Targets.count': 'At most', 'Targets.state': 'State', 'Targets.range': 'Within',
  'CombatAction.level': 'Spell level', 'CombatAction.on_cancel': 'If it is cancelled', 'CombatAction.min_targets': 'Needs targets',
  'CombatAction.recharge': 'Recharges on', 'CombatAction.cooldown': 'Turns until ready', 'CombatAction.concentration': 'Concentration',
  'Uses.amount': 'Uses', 'Uses.per': 'per',
  'Cost.max_level': 'Up to level', 'Cost.prefer': 'Pay first from', 'Variable.min': 'Least', 'Variable.max': 'Most',
  'Variable.step': 'In steps of', 'Variable.policy': 'Pay',
  'Duration.turns': 'Turns', 'Duration.of': 'Of', 'Duration.at': 'Ends at', 'Duration.until': 'Until',
  'RepeatSave.ability': 'Ability', 'RepeatSave.dc': 'DC', 'RepeatSave.at': 'At',
  'Status.ac': 'Armour class', 'Status.to_hit': 'To hit', 'Status.damage': 'Damage of hits', 'Status.save': 'Saves',
  'Status.dc': 'DC of its saves', 'Status.dealt': 'Damage dealt, times', 'Status.taken': 'Damage taken, times',
  'Status.reduction': 'Damage taken, less', 'Status.attacks': 'Its attacks have', 'Status.attacked': 'Attacks on it have',
  'Status.attacked_in_melee': 'Melee attacks on it have', 'Status.attacked_at_range': 'Ranged attacks on it have',
  'Status.saves': 'Its saves have', 'Status.saves_of': 'Saves: only', 'Status.saves_against': 'Saves: only against',
  'Status.fails': 'Fails saves of', 'Status.resist': 'Resists', 'Status.immune': 'Immune to', 'Status.vulnerable': 'Vulnerable to',
  'Status.gain': 'Resources each turn', 'Status.repeat_save': 'A save each turn ends it', 'Status.heal_each_turn': 'Healing each turn',
  'Status.stacking': 'A second one', 'Status.max_stacks': 'At most', 'Status.temporary_hp': 'Temporary hit points',
  'Status.ends_on': 'Events that end it', 'Apply.stacks': 'How many', 'Remove.stacks': 'At most', 'Duration.times': 'Times',
  'Status.damage_each_turn': 'Damage each turn', 'Status.critical_in_melee': 'Melee hits on it are critical',
};

/** The label of a field of a definition: `to_hit` is "To hit". */
export const fieldLabel = (kind, field) => FIELDS[`${kind}.${field}`] ?? sentenceCase(field.replaceAll('_', ' '));

const CHOICES = {
  enemy: 'an enemy', ally: 'an ally', 'other ally': 'another ally', self: 'myself', anyone: 'anyone', any: 'anyone',
  'event source': 'who caused the event', 'event target': 'whom the event is about',
  up: 'standing', down: 'dying', 'MoveCombatant.who.target': 'the target', target: 'the target',
  'Targets.pick.down': 'dying first', 'Targets.state.any': 'either',
  first: 'first in the file', random: 'random', 'least hp': 'fewest hit points', 'most hp': 'most hit points', 'most hurt': 'most hurt',
  'lowest percent': 'lowest share of hit points', 'lowest ac': 'lowest AC', 'highest ac': 'highest AC', 'highest damage': 'most dangerous',
  'highest survivability': 'hardest to kill', nearest: 'nearest', farthest: 'farthest', concentrating: 'concentrating',
  keep: 'nothing is given back', refund_slot: 'the slot is given back', refund_all: 'everything is given back',
  lowest: 'the lowest level', highest: 'the highest level',
  need: 'as much as is needed', max: 'as much as possible', min: 'as little as possible', all: 'all there is',
  source: 'the one who applied it', bearer: 'the one who has it', start: 'the start of the turn', end: 'the end of the turn',
  'Duration.until.': 'only the turns count', encounter: 'the end of the fight', 'end of turn': 'the end of the turn',
  'next attack made': 'its next attack', 'next attack taken': 'the next attack on it', 'next hit made': 'its next hit',
  'next hit taken': 'the next hit on it', 'next save made': 'its next save', 'next save forced': 'the next save that it forces', 'short rest': 'a short rest', 'long rest': 'a long rest',
  'Uses.per.turn': 'turn', 'Uses.per.round': 'round', 'Uses.per.encounter': 'fight', 'Uses.per.short rest': 'short rest',
  'Uses.per.long rest': 'long rest', 'Uses.per.': 'for good',
  'Attack.lean.': 'a normal roll', advantage: 'advantage', disadvantage: 'disadvantage',
  'ChangeRoll.again.': 'no second roll', 'ChangeRoll.again.new': 'the new roll', 'ChangeRoll.again.best': 'the better', 'ChangeRoll.again.worst': 'the worse',
  hit: 'a hit', critical: 'a critical hit', miss: 'a miss', success: 'a success', failure: 'a failure',
  towards: 'towards the target', away: 'away from enemies',
  'LastEvent.window.action': 'in this action', 'LastEvent.window.turn': 'this turn', 'LastEvent.window.round': 'this round',
  'LastEvent.window.encounter': 'in this fight', any_ally: 'any ally', any_enemy: 'any enemy',
};

/** The words for a choice: choiceLabel('Targets', 'pick', 'least hp') is "fewest hit points". */
export function choiceLabel(kind, field, value) {
  const known = CHOICES[`${kind}.${field}.${value}`] ?? CHOICES[value];
  return known ?? (value === '' ? 'none' : String(value).replaceAll('_', ' '));
}

/** Comparisons and how they are shown. */
export const COMPARISONS = { '<=': '≤', '>=': '≥', '==': '=', '!=': '≠', '<': '<', '>': '>' };

/** "Spell slot" for `SpellSlot`, "Level 3 slot" for `SpellSlot_3`. */
export function resourceLabel(key) {
  const known = catalogue.value?.vocabulary?.resources?.find((one) => one.key === key);
  if (known) return known.label;
  const [, die] = key.match(/^HitDie_(\d+)$/) ?? [];
  if (die) return `Hit dice, d${die}`;
  const [, family, level] = key.match(/^(.*Slot)_(\d+)$/) ?? [];
  if (family) return family === 'SpellSlot' ? `Slot, level ${level}` : `${spaced(family)}, level ${level}`;
  return spaced(key);
}

/** Words for a name in camel case: `BonusAction` is "Bonus Action". */
export const spaced = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');

/** With a capital letter at the start. */
export const sentenceCase = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "a, b and c". */
export function joined(words, last = 'and') {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** "1 card", "2 cards". */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
