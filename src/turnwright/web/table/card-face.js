// What a card shows: the entry in the game's library merged with the card's state, in one shape for all games.
import { humanize } from '../app/text.js';

const SHAPES = {
  monster: /monster|unit|character|creature|ally|champion|clash$|contender|legend|minion|attack/i,
  spell: /spell|action|song|command|item|gear|buff|event|skill|power/i,
  trap: /trap|reaction|counter|curse/i,
};
const COST = ['level', 'lv', 'cost', 'energy'];
const STATS = [['atk', 'attack', 'ap', 'might', 'strength', 'power'], ['def', 'defense', 'hp', 'life', 'willpower', 'health', 'durability']];
const SHOWN_ELSEWHERE = new Set([
  'id', 'kind', 'name', 'type', 'cardKind', 'subtype', 'text', 'owner', 'ready', 'face_up', 'faceUp', 'counters', 'mods',
  'position', 'came', 'turned', 'attacks_made', 'is_negated', 'equipped_to', 'is_token', 'zone', 'zoneIndex', 'label',
  'key', 'cardId', 'controller', 'advancement', 'server', 'piercing', 'attacks', 'effects', 'faction', 'tribe', 'subroutines', ...COST, ...STATS.flat(),
]);
const CURRENT_VALUE_KEYS = { attack: 'atk', defense: 'def' };
const STAT_NAMES = { atk: 'attack', def: 'defence', defense: 'defence', ap: 'AP', hp: 'HP' };

/** The shape of a card of this type: monster, spell, trap or other. It selects frame and picture. */
function shapeOf(type) {
  if (/^(spell|trap|monster)$/i.test(type)) return type.toLowerCase();
  return Object.keys(SHAPES).find((shape) => SHAPES[shape].test(type)) ?? 'other';
}

const firstOf = (keys, ...sources) => {
  for (const source of sources) {
    for (const key of keys) if (typeof source?.[key] === 'number') return { key, value: source[key] };
  }
  return null;
};

/** A card's cost or level as {key, value}. A level of 0 counts as none, a cost of 0 does not. */
function costOf(card, spec) {
  const cost = firstOf(COST, card, spec);
  return cost?.value || cost?.key === 'cost' ? cost : null;
}

/** A small structure as text: {"deploy": ["draw", 1]} is "Deploy: draw 1". */
export function formatValue(value) {
  if (value === true) return 'yes';
  if (value === false || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(formatValue).filter(Boolean).join(value.some((one) => typeof one === 'object') ? ', ' : ' ');
  if (typeof value === 'object') {
    if (Object.keys(value).join() === 'count') return String(value.count);
    return Object.entries(value).map(([key, one]) => `${humanize(key)}: ${formatValue(one)}`).join('; ');
  }
  return String(value);
}

/** Attack and defence with their printed and current values: Duel's `atk` is the current value of `attack`. */
function statsOf(card, spec, isMonster) {
  return STATS.map((keys, i) => {
    const printed = firstOf(keys, spec);
    const names = printed ? [CURRENT_VALUE_KEYS[printed.key], printed.key] : keys;
    const now = firstOf(names, card) ?? printed;
    if (!now || (!isMonster && !now.value)) return null;
    const { key } = printed ?? now;
    return { key, value: now.value, base: printed?.value ?? now.value, name: STAT_NAMES[key] ?? key, role: i ? 'defence' : 'attack' };
  }).filter(Boolean);
}

/** All other library entries as lines for the preview. */
const detailsOf = (spec, card) => Object.entries({ ...spec, ...card })
  .filter(([key, value]) => !SHOWN_ELSEWHERE.has(key) && formatValue(value) !== '' && value !== 0)
  .map(([key, value]) => ({ label: humanize(key), value: formatValue(value) }));

/** Everything the page shows about a card. `isKnown` is false if only its back is visible. */
export function faceOf(card, library = {}) {
  const isFaceUp = card.face_up !== false && card.faceUp !== false;
  const name = card.name ?? card.kind ?? '';
  if (!name) return { id: card.id, isKnown: false, isFaceUp: false, name: 'Face-down card' };
  const spec = library[card.kind] ?? library[name] ?? {};
  const type = spec.type ?? card.cardKind ?? '';
  const shape = shapeOf(type);
  const effects = typeof spec.effects === 'object' && !Array.isArray(spec.effects) ? formatValue(spec.effects) : '';
  return {
    id: card.id, isKnown: true, isFaceUp, name, shape,
    kinds: [type && humanize(type), spec.subtype && humanize(spec.subtype), spec.faction, spec.tribe].filter(Boolean),
    text: [card.text ?? spec.text, effects].filter(Boolean).join(' '),
    subroutines: card.subroutines ?? [],
    cost: costOf(card, spec),
    stats: statsOf(card, spec, shape === 'monster'),
    position: card.position === 'defense' && shape === 'monster' ? 'defense' : 'attack',
    counters: countersOf({ ...Object.fromEntries(pairsOf(card.counters)), advancement: card.advancement }),
    isSpent: card.ready === false,
    isNegated: Boolean(card.is_negated),
    hasAttacked: Boolean(card.attacks_made),
    equippedTo: card.equipped_to ?? null,
    details: detailsOf(spec, card),
  };
}

const pairsOf = (value) => (Array.isArray(value) ? value : Object.entries(value ?? {}));

function countersOf(value) {
  return pairsOf(value).map(([name, count]) => ({ name, count })).filter(({ count }) => count);
}

const SYLLABLE = /(?<=.{3}[aeiouy])(?=(?:[tscp]h|[b-df-hj-np-tv-z])[aeiouy].)|(?<=.{3})(?=[bcdfgkpt][lr][aeiouy].)|(?<=.{3}[b-df-hj-np-tv-z])(?=[b-df-gjkmnp-qstv-z][aeiouy].)/gi;

const splitInHalf = (word) => `${word.slice(0, Math.ceil(word.length / 2))}\u00ad${word.slice(Math.ceil(word.length / 2))}`;

function hyphenateWord(word) {
  const found = word.replace(SYLLABLE, '\u00ad');
  return found === word ? splitInHalf(word) : found;
}

/** A name with soft hyphens in the words that are longer than a line of `letters`. */
export const hyphenate = (name, letters) => name.replace(/\p{L}+/gu, (word) => (word.length > letters ? hyphenateWord(word) : word));

/** A card in words, for screen readers. */
export function cardLabel(face, extra = '') {
  const parts = [face.name];
  if (face.isKnown) {
    if (face.kinds.length) parts.push(face.kinds.join(' '));
    if (face.cost?.value) parts.push(`${face.cost.key} ${face.cost.value}`);
    for (const stat of face.stats) parts.push(`${stat.value} ${stat.name}`);
    for (const { name, count } of face.counters) parts.push(`${count} ${name}`);
    if (!face.isFaceUp) parts.push('face down');
    else if (face.position === 'defense') parts.push('in defence position');
    if (face.isSpent) parts.push('exhausted');
    if (face.isNegated) parts.push('negated');
  }
  return [...parts, extra].filter(Boolean).join(', ');
}
