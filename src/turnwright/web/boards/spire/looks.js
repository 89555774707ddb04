// Which glyph stands for what: rooms, intents, powers, relics, potions and cards. Kinds without an entry get one by
// what their text says, so that nothing is left without a picture.

/** Rooms of the map by symbol: {name, glyph, shape, note}. */
export const ROOMS = {
  M: { name: 'Monster', glyph: 'skull', shape: 'round', note: 'gold, a card', about: 'A fight against common monsters.', gives: '10 to 20 gold, a card, perhaps a potion' },
  E: { name: 'Elite', glyph: 'horned', shape: 'star', note: 'a relic, more gold', about: 'A harder fight: elites hit hard and live long.', gives: 'A relic, 25 to 35 gold, a card' },
  R: { name: 'Rest', glyph: 'camp', shape: 'triangle', note: 'heal or upgrade', about: 'A camp fire. There is time for one thing.', gives: 'Heal, or upgrade a card' },
  $: { name: 'Merchant', glyph: 'purse', shape: 'square', note: 'cards, relics, potions', about: 'Cards, relics and potions for gold. One card can be removed.', gives: 'What your purse allows' },
  T: { name: 'Treasure', glyph: 'chest', shape: 'hexagon', note: 'a relic, no fight', about: 'A chest that nobody guards.', gives: 'A relic, sometimes gold' },
  '?': { name: 'Unknown', glyph: 'quest', shape: 'diamond', note: 'event, fight, shop or chest', about: 'Most often an event; it may also be a fight, a merchant or a chest.', gives: 'You see when you are there' },
};
/** The symbol of a room of the history. */
export const ROOM_SYMBOLS = { MONSTER: 'M', ELITE: 'E', REST: 'R', SHOP: '$', TREASURE: 'T', EVENT: '?', BOSS: 'B', BOSS_TREASURE: 'T' };

/** Intents: what they look like beside the number, and in a word. */
export const INTENTS = {
  ATTACK: { glyphs: ['sword'], word: 'attack', isAttack: true },
  ATTACK_BUFF: { glyphs: ['sword', 'up'], word: 'and grow', isAttack: true },
  ATTACK_DEBUFF: { glyphs: ['sword', 'spiral'], word: 'and weaken', isAttack: true },
  ATTACK_DEFEND: { glyphs: ['sword', 'shield'], word: 'and defend', isAttack: true },
  BUFF: { glyphs: ['up'], word: 'grow stronger' },
  DEBUFF: { glyphs: ['spiral'], word: 'weaken you' },
  STRONG_DEBUFF: { glyphs: ['spiral', 'skull'], word: 'weaken badly' },
  DEFEND: { glyphs: ['shield'], word: 'defend' },
  DEFEND_BUFF: { glyphs: ['shield', 'up'], word: 'defend, grow' },
  DEFEND_DEBUFF: { glyphs: ['shield', 'spiral'], word: 'defend, weaken' },
  ESCAPE: { glyphs: ['run'], word: 'escape' },
  MAGIC: { glyphs: ['star'], word: 'magic' },
  SLEEP: { glyphs: ['zz'], word: 'asleep' },
  STUN: { glyphs: ['stop'], word: 'stunned' },
  NONE: { glyphs: ['clock'], word: 'nothing' },
  DOWN: { glyphs: ['hour'], word: 'down, will rise' },
  HIDDEN: { glyphs: ['quest'], word: 'hidden' },
  UNKNOWN: { glyphs: ['quest'], word: 'unknown' },
};

const POWERS = {
  Strength: 'fist', Dexterity: 'wing', Artifact: 'gem', Weakened: 'spiral', Vulnerable: 'crack', Frail: 'frail', Thorns: 'spiky', Metallicize: 'shield',
  'Plated Armor': 'shield', Ritual: 'moon', Barricade: 'shield', Poison: 'drop', 'Curl Up': 'shield', Split: 'cards', Anger: 'flame', Angry: 'flame',
  'Sharp Hide': 'spiky', 'Mode Shift': 'loop', Flight: 'wing', Thievery: 'purse', 'Time Warp': 'clock', Slow: 'hour', Invincible: 'shield', Regenerate: 'heart',
  Regeneration: 'heart', Intangible: 'ash', IntangiblePlayer: 'ash', Focus: 'eye', Mantra: 'sun', Vigor: 'fist', 'Pen Nib': 'feather', Constricted: 'chain',
  Entangled: 'chain', Hex: 'star', Confusion: 'quest', 'Spore Cloud': 'crack', Minion: 'skull', Explosive: 'spiky', Fading: 'hour', TheBomb: 'spiky', Buffer: 'shield',
  Blur: 'ash', Shackled: 'chain', 'No Draw': 'stop', 'Draw Card': 'cards', Energized: 'flame', Rage: 'flame', 'Flame Barrier': 'flame', Combust: 'flame', Evolve: 'up',
};
const WORDS = [
  [/poison/i, 'drop'], [/orb|focus|channel|lightning/i, 'bolt'], [/frost/i, 'snow'], [/stance|wrath|calm|divinity|mantra/i, 'sun'], [/potion/i, 'flask'], [/gold/i, 'coin'],
  [/upgrade/i, 'hammer'], [/max hp|heal|hp/i, 'heart'], [/vulnerable/i, 'crack'], [/weak/i, 'spiral'], [/block/i, 'shield'], [/strength/i, 'fist'], [/draw|hand/i, 'cards'],
  [/energy/i, 'flame'], [/exhaust/i, 'ash'], [/damage|attack/i, 'sword'], [/curse/i, 'skull'], [/card/i, 'cards'], [/turn/i, 'hour'], [/chest/i, 'chest'],
];
const byText = (text, fallback) => WORDS.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? fallback;

/** The glyph of a power. */
export const powerGlyph = ({ kind, text }) => POWERS[kind] ?? byText(text, 'star');

const RELICS = [
  [/egg/i, 'egg'], [/anchor/i, 'anchor'], [/blood|vial/i, 'drop'], [/ring|serpent|snake/i, 'ring'], [/core|battery|cell|disk|cables/i, 'bolt'], [/water|lotus/i, 'leaf'],
  [/key/i, 'key'], [/lantern|candle/i, 'lantern'], [/bell|urn/i, 'bell'], [/feather|ornithopter|kite|boots|greaves/i, 'feather'], [/hourglass|calendar|clock|watch|sundial/i, 'hour'],
  [/eye|lens/i, 'eye'], [/mask|face|skull/i, 'mask'], [/coin|idol|bank|ticket|membership|courier/i, 'coin'], [/book|codex|necronomicon|enchiridion/i, 'book'],
  [/tea|coffee|waffle|ice cream|mango|pear|strawberry|meat|turnip/i, 'cup'], [/flower|bonsai|mushroom|branch|poop|insect/i, 'leaf'], [/pen nib|letter/i, 'feather'], [/boot|hand|glove/i, 'hand'],
  [/shuriken|kunai|nunchaku|vajra|dagger|blade/i, 'sword'], [/hammer|whetstone|tongs|drill/i, 'hammer'], [/wheel|top|abacus/i, 'wheel'], [/chest|box|matryoshka|cage/i, 'chest'],
  [/belt|potion|bark|brew/i, 'flask'], [/star|moon|locket|damaru/i, 'moon'], [/crown|champion/i, 'crown'], [/heart|pillow|bandage/i, 'heart'],
];
/** The glyph of a relic, by its name or else by its text. */
export const relicGlyph = ({ kind, name, text }) => RELICS.find(([pattern]) => pattern.test(`${kind} ${name}`))?.[1] ?? byText(text, 'gem');

const POTION_LOOKS = [
  [/fire|explosive|blood|steroid|flex|strength/i, 'flask', '#ff9a62'], [/block|shield|steel|bronze|iron/i, 'flask', '#8fd0ff'], [/swift|speed|dexter|snecko|cunning/i, 'vial', '#71cdb6'],
  [/weak|fear|ghost|dark/i, 'vial', '#dba3ee'], [/poison|regen|fruit|fairy/i, 'flask', '#9fdc7f'], [/energy|focus|miracle|stance|ambrosia|ancient/i, 'vial', '#f4c25e'], [/smoke/i, 'flask', '#c6b09b'],
];
/** The look of a potion: {glyph, colour}. */
export function potionLook({ kind, name }) {
  const [, glyph, colour] = POTION_LOOKS.find(([pattern]) => pattern.test(`${kind} ${name}`)) ?? [null, 'flask', '#f0b0c0'];
  return { glyph, colour };
}

const TYPE_GLYPHS = { Attack: 'sword', Skill: 'shield', Power: 'flame', Status: 'x', Curse: 'skull' };
/** The glyph of a type of card. */
export const typeGlyph = (type) => TYPE_GLYPHS[type] ?? 'cards';

const ART = [
  [/strike|slash|blade|dagger|cut|sword|slice/i, 'sword'], [/bash|punch|fist|slam|uppercut|clash|rampage/i, 'fist'], [/cleave|whirl|reaper|bludgeon|carnage|axe/i, 'axe'],
  [/defend|shield|armor|armament|barrier|wall|guard|barricade|entrench/i, 'shield'], [/flame|fire|burn|immolate|inferno|combust|heat/i, 'flame'], [/bolt|lightning|zap|thunder|electro|storm/i, 'bolt'],
  [/cold|frost|glacier|ice|chill|blizzard/i, 'snow'], [/dark|void|doom|shadow|night/i, 'void'], [/poison|toxic|venom|fumes|catalyst/i, 'drop'], [/wing|fly|crane|bird|dodge|roll|leap/i, 'wing'],
  [/eye|vision|scrawl|trance|insight/i, 'eye'], [/skull|anger|rage|feed|bite|devour|demon/i, 'skull'], [/moon|calm|halt|peace/i, 'moon'], [/sun|light|divin|miracle|halo/i, 'sun'], [/gold|greed|coin|wealth/i, 'coin'],
];
/** The glyph in the window of a card, by its name or else by its text. */
export const artGlyph = ({ name, text, type }) => ART.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? byText(text, typeGlyph(type));

const GOOD = /\b(gain|heal|obtain|receive|remove|upgrade|find|transform|duplicate|raise|choose|max hp \+|free|enchant)/i;
const BAD = /\b(lose|take \d+|damage|curse|cursed|fight|injur|elite|anger|pay|gold: |become|cannot|no longer)/i;
/** A consequence of a choice: {text, kind, glyph}; the kind is good, bad or plain. */
export function consequence(text) {
  const kind = BAD.test(text) && !/^(gain|heal|obtain|remove|upgrade)/i.test(text.trim()) ? 'bad' : GOOD.test(text) ? 'good' : 'plain';
  return { text, kind, glyph: /curse/i.test(text) ? 'skull' : /relic/i.test(text) ? 'ring' : byText(text, kind === 'plain' ? 'check' : 'star') };
}
