// The numbers of a combatant that can be varied, with labels and sensible ranges.
import { poolLabel } from '../results/numbers.js';

const ABILITIES = { str: 'Strength', dex: 'Dexterity', con: 'Constitution', int: 'Intelligence', wis: 'Wisdom', cha: 'Charisma' };
const WORDS = {
  to_hit: 'to hit', dc: 'difficulty class', damage: 'damage', amount: 'amount', count: 'targets',
  times: 'attacks', value: 'limit', range: 'range', level: 'slot level', bonus: 'bonus', ac: 'AC', turns: 'turns',
};

const around = (value, reach, least) => [Math.max(least, value - reach), value + reach];

// Numbers inside of an action: {path, label, value}.
function inAction(node, path, words) {
  if (typeof node === 'number') return [{ path, label: words.join(', '), value: node }];
  if (Array.isArray(node)) return node.flatMap((one, place) => inAction(one, `${path}[${place}]`, words));
  if (!node || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const word = WORDS[key];
    if (typeof value === 'number') return word ? inAction(value, `${path}.${key}`, [...words, word]) : [];
    const isCondition = ['requires', 'timing', 'when'].includes(key) && !words.includes('condition');
    const more = isCondition ? [...words, 'condition'] : words;
    return inAction(value, `${path}.${key}`, more);
  });
}

/** All fields of the combatant at a path: {path, label, group, value, low, high, step}. */
export function fieldsOf(combatant, path) {
  const whole = (value) => (typeof value === 'number' ? value : null);
  const field = (key, label, group, value, [low, high], step = 1) => ({ path: `${path}.${key}`, label, group, value, low, high, step });
  const hp = whole(combatant.hp);
  const wide = hp ?? 30;
  const basic = [
    field('ac', 'Armour class', 'Basics', whole(combatant.ac), around(combatant.ac ?? 12, 4, 1)),
    field('hp', 'Hit points', 'Basics', hp, [Math.max(1, Math.round(wide / 2)), Math.round(1.5 * wide)], Math.max(1, Math.round(wide / 10))),
    field('count', 'How many', 'Basics', combatant.count ?? 1, [1, Math.max(4, 2 * (combatant.count ?? 1))]),
    field('initiative', 'Initiative', 'Basics', whole(combatant.initiative ?? 0), around(whole(combatant.initiative) ?? 0, 5, -20)),
  ];
  const saves = Object.entries(combatant.saves ?? {}).map(([key, value]) => field(`saves.${key}`, `${ABILITIES[key] ?? key} save`, 'Saves', whole(value), around(whole(value) ?? 0, 4, -20)));
  const pools = Object.entries(combatant.pools ?? {}).map(([key, value]) => {
    const isPlain = typeof value !== 'object';
    const max = whole(isPlain ? value : value.max);
    return field(`pools.${key}${isPlain ? '' : '.max'}`, poolLabel(key), 'Pools', max, [0, Math.max(4, 2 * (max ?? 2))]);
  });
  const actions = ['actions', 'reactions'].flatMap((list) => (Array.isArray(combatant[list]) ? combatant[list] : []).flatMap((one, place) =>
    (typeof one === 'object' ? inAction(one, `${path}.${list}[${place}]`, [one.name]) : []).map(({ path: at, label, value }) => {
      const [low, high] = around(value, value > 20 ? Math.round(value / 2) : 4, 0);
      return { path: at, label, group: list === 'actions' ? 'Actions' : 'Reactions', value, low, high, step: Math.max(1, Math.round((high - low) / 10)) };
    })));
  return distinct([...basic, ...saves, ...pools, ...actions]);
}

// Two fields with the same label get numbers.
function distinct(fields) {
  const seen = new Map();
  return fields.map((one) => {
    const times = (seen.get(one.label) ?? 0) + 1;
    seen.set(one.label, times);
    return times > 1 ? { ...one, label: `${one.label} (${times})` } : one;
  });
}
