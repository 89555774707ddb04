// What a card shows: its entry in the game's library and what the state says about it, in one shape.
import { words } from './lib.js';

const SHAPES = {
  monster: /monster|unit|character|creature|ally|champion|clash$|contender|legend|minion|attack/i,
  spell: /spell|action|song|command|item|gear|buff|event|skill|power/i,
  trap: /trap|reaction|counter|curse/i,
};
const COST = ['level', 'lv', 'cost', 'energy'];
const FORCE = [['atk', 'attack', 'ap', 'might', 'strength', 'power'], ['def', 'defense', 'hp', 'life', 'willpower', 'health', 'durability']];
const SHOWN_ELSEWHERE = new Set([
  'id', 'kind', 'name', 'type', 'cardKind', 'subtype', 'text', 'owner', 'ready', 'face_up', 'faceUp', 'counters', 'mods',
  'position', 'came', 'turned', 'attacks_made', 'is_negated', 'equipped_to', 'is_token', 'zone', 'zoneIndex', 'label',
  'key', 'cardId', 'controller', 'advancement', 'server', 'piercing', 'attacks', 'effects', 'faction', 'tribe', ...COST, ...FORCE.flat(),
]);
const NOW = { attack: 'atk', defense: 'def' };
const FORCE_NAMES = { atk: 'attack', def: 'defence', defense: 'defence', ap: 'AP', hp: 'HP' };

export function shapeOf(type) {
  if (/^(spell|trap|monster)$/i.test(type)) return type.toLowerCase();
  return Object.keys(SHAPES).find((shape) => SHAPES[shape].test(type)) ?? 'thing';
}

const firstOf = (keys, ...sources) => {
  for (const source of sources) {
    for (const key of keys) if (typeof source?.[key] === 'number') return { key, value: source[key] };
  }
  return null;
};

/** What a card costs, or its level; a level of nothing is none. */
function costOf(card, spec) {
  const cost = firstOf(COST, card, spec);
  return cost?.value || cost?.key === 'cost' ? cost : null;
}

/** An effect or another small structure as words: {"deploy": ["draw", 1]} is "deploy: draw 1". */
export function inWords(value) {
  if (value === true) return 'yes';
  if (value === false || value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(inWords).filter(Boolean).join(value.some((one) => typeof one === 'object') ? ', ' : ' ');
  if (typeof value === 'object') {
    if (Object.keys(value).join() === 'count') return String(value.count);
    return Object.entries(value).map(([key, one]) => `${words(key)}: ${inWords(one)}`).join('; ');
  }
  return String(value);
}

/** The printed number, or what the state says it is now: Duel's `atk` is the present `attack`. */
function forces(card, spec, isFighter) {
  return FORCE.map((keys, i) => {
    const printed = firstOf(keys, spec);
    const names = printed ? [NOW[printed.key], printed.key] : keys;
    const now = firstOf(names, card) ?? printed;
    if (!now || (!isFighter && !now.value)) return null;
    const { key } = printed ?? now;
    return { key, value: now.value, base: printed?.value ?? now.value, name: FORCE_NAMES[key] ?? key, role: i ? 'defence' : 'attack' };
  }).filter(Boolean);
}

/** Everything else that the library says, as lines for the enlarged copy. */
const details = (spec, card) => Object.entries({ ...spec, ...card })
  .filter(([key, value]) => !SHOWN_ELSEWHERE.has(key) && inWords(value) !== '' && value !== 0)
  .map(([key, value]) => ({ label: words(key), value: inWords(value) }));

export function faceOf(card, library = {}) {
  const isFaceUp = card.face_up !== false && card.faceUp !== false;
  const name = card.name ?? card.kind ?? '';
  if (!name) return { id: card.id, isKnown: false, isFaceUp: false, name: 'Face-down card' };
  const spec = library[card.kind] ?? library[name] ?? {};
  const type = spec.type ?? card.cardKind ?? '';
  const shape = shapeOf(type);
  const effects = typeof spec.effects === 'object' && !Array.isArray(spec.effects) ? inWords(spec.effects) : '';
  return {
    id: card.id, isKnown: true, isFaceUp, name, shape,
    kinds: [type && words(type), spec.subtype && words(spec.subtype), spec.faction, spec.tribe].filter(Boolean),
    text: [card.text ?? spec.text, effects].filter(Boolean).join(' '),
    cost: costOf(card, spec),
    forces: forces(card, spec, shape === 'monster'),
    position: card.position === 'defense' && shape === 'monster' ? 'defense' : 'attack',
    counters: counters({ ...Object.fromEntries(pairsOf(card.counters)), advancement: card.advancement }),
    isSpent: card.ready === false,
    isNegated: Boolean(card.is_negated),
    hasAttacked: Boolean(card.attacks_made),
    equippedTo: card.equipped_to ?? null,
    details: details(spec, card),
  };
}

const pairsOf = (value) => (Array.isArray(value) ? value : Object.entries(value ?? {}));

function counters(value) {
  return pairsOf(value).map(([name, count]) => ({ name, count })).filter(({ count }) => count);
}

const SYLLABLE = /(?<=.{3}[aeiouy])(?=(?:[tscp]h|[b-df-hj-np-tv-z])[aeiouy].)|(?<=.{3})(?=[bcdfgkpt][lr][aeiouy].)|(?<=.{3}[b-df-hj-np-tv-z])(?=[b-df-gjkmnp-qstv-z][aeiouy].)/gi;

const inHalf = (word) => `${word.slice(0, Math.ceil(word.length / 2))}\u00ad${word.slice(Math.ceil(word.length / 2))}`;

function hyphened(word) {
  const found = word.replace(SYLLABLE, '\u00ad');
  return found === word ? inHalf(word) : found;
}

/** A name with soft hyphens in the words that are longer than a line of so many letters. */
export const breakable = (name, room) => name.replace(/\p{L}+/gu, (word) => (word.length > room ? hyphened(word) : word));

/** A face in a sentence, for those who listen. */
export function spoken(face, extra = '') {
  const parts = [face.name];
  if (face.isKnown) {
    if (face.kinds.length) parts.push(face.kinds.join(' '));
    if (face.cost?.value) parts.push(`${face.cost.key} ${face.cost.value}`);
    for (const force of face.forces) parts.push(`${force.value} ${force.name}`);
    for (const { name, count } of face.counters) parts.push(`${count} ${name}`);
    if (!face.isFaceUp) parts.push('face down');
    else if (face.position === 'defense') parts.push('in defence position');
    if (face.isSpent) parts.push('exhausted');
    if (face.isNegated) parts.push('negated');
  }
  return [...parts, extra].filter(Boolean).join(', ');
}
