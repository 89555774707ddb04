// Hand-drawn glyphs by kind: who fights, what they do, what it costs, and signs of the page.
import { html } from '../app/preact.js';

const DRAWINGS = {
  // who fights
  sword: '<path d="M19 3l-9.5 9.5M19 3l1.5 1.5M19 3h-3.5L7.8 10.8l3.4 3.4L19.5 6z"/><path d="M5.5 11l7.5 7.5M8 16l-4.5 4.5"/>',
  dagger: '<path d="M12 2l3 9-3 3-3-3z"/><path d="M7.5 14h9M12 14v5"/><circle cx="12" cy="20.5" r="1.3"/>',
  axe: '<path d="M6 21L16 5"/><path d="M13 4c4-2 7 0 8 4-3 0-5 .5-7 3.5-1.5-1-3-2-4-2.5z"/>',
  book: '<path d="M12 6c-2-2-5-2-8-1.5v13c3-.5 6-.5 8 1.5 2-2 5-2 8-1.5v-13C17 4 14 4 12 6z"/><path d="M12 6v13"/>',
  symbol: '<path d="M12 3v18M6 9h12"/><circle cx="12" cy="9" r="3"/>',
  wizard: '<path d="M12 2.5l4.2 11.5H7.8z"/><path d="M3 15.5c3-2 15-2 18 0"/><path d="M8 17.5a4 4 0 0 0 8 0"/>',
  helm: '<path d="M5 20v-8a7 7 0 0 1 14 0v8h-4v-6H9v6z"/><path d="M12 5v5"/>',
  ears: '<path d="M7 10L2.5 7c.5 4 2 6 4.5 7M17 10l4.5-3c-.5 4-2 6-4.5 7"/><path d="M7 9a5 5 0 0 1 10 0v5a5 5 0 0 1-10 0z"/><path d="M10 12v.5M14 12v.5M10 16h4"/>',
  skull: '<path d="M5 11a7 7 0 0 1 14 0c0 2.5-1 4-2.5 5v3h-9v-3C6 15 5 13.5 5 11z"/><circle cx="9.3" cy="11.5" r="1.4"/><circle cx="14.7" cy="11.5" r="1.4"/><path d="M12 16v3"/>',
  orb: '<circle cx="12" cy="11" r="7"/><path d="M7 21h10M9 8.5a4 4 0 0 1 3-2"/>',
  person: '<circle cx="12" cy="7.5" r="4"/><path d="M4.5 21c0-5 3-7.5 7.5-7.5s7.5 2.5 7.5 7.5"/>',
  crown: '<path d="M4 18L3 7l5 4 4-7 4 7 5-4-1 11z"/><path d="M5 21h14"/>',
  dragon: '<path d="M3 13c2-6 7-9 12-8l4-2-1 4 3 3-4 1c-2 0-3 1-3 3"/><path d="M3 13c3-1 5 0 6 2l4 6c-5 0-9-2-10-8z"/><path d="M14 8.5v.1"/>',
  paw: '<path d="M7.5 17.5c0-2.5 2-4.5 4.5-4.5s4.5 2 4.5 4.5-2 3-4.5 3-4.5-.5-4.5-3z"/><circle cx="5.5" cy="11.5" r="1.7"/><circle cx="9.7" cy="7" r="1.9"/><circle cx="14.3" cy="7" r="1.9"/><circle cx="18.5" cy="11.5" r="1.7"/>',
  spider: '<circle cx="12" cy="14" r="4"/><circle cx="12" cy="8" r="2"/><path d="M8.5 12L4 9.5V5M15.5 12L20 9.5V5M8 15l-5 1M16 15l5 1M9.5 17.5L6 21M14.5 17.5L18 21"/>',
  club: '<path d="M5 20.5L11 13"/><path d="M10 12c-1-4 2-9 6-9 4 0 5 3.5 3.5 6.5S14 15 10 12z"/><path d="M15 6.5v.1M17 9.5v.1"/>',
  ghost: '<path d="M5 21V11a7 7 0 0 1 14 0v10l-3-2-2 2-2-2-2 2-2-2z"/><path d="M9.5 11v.5M14.5 11v.5"/>',
  gem: '<path d="M6 4h12l4 6-10 11L2 10z"/><path d="M2 10h20M9 10l3 11 3-11"/>',
  lute: '<path d="M10 11L19 2l3 3-9 9"/><path d="M13.5 10.5c2 3 1 7-2 9.5s-7 1.5-8-1 .5-5 3-6.5 5-4 7-2z"/><circle cx="9" cy="15.5" r="1.5"/>',
  leaf: '<path d="M5 19C3 10 9 4 20 4c0 11-6 17-15 15z"/><path d="M3 21L13 11"/>',
  fist: '<path d="M6 12V8a2 2 0 0 1 4 0M10 11V6.5a2 2 0 0 1 4 0V11M14 11V8a2 2 0 0 1 4 0v6c0 4-2.5 6.5-6 6.5S6 18 6 15v-3c-2 0-2 3 0 4"/>',
  // what they do
  armor: '<path d="M8 3L4 6l1.5 5L7 10.5V20h10v-9.5l1.5.5L20 6l-4-3c-1 3-7 3-8 0z"/><path d="M12 9v7"/>',
  shield: '<path d="M12 2.5l8 3v6c0 5-3.5 8-8 10-4.5-2-8-5-8-10v-6z"/><path d="M12 7v9M8 11h8"/>',
  flame: '<path d="M12 21c-4 0-6.5-2.6-6.5-6.2C5.5 10.5 9 9 9.5 3c3.5 2 4 4.5 4 6.5 1-.5 1.5-1.5 1.7-2.5 2 2 3.3 4.6 3.3 7.5 0 3.8-2.5 6.5-6.5 6.5z"/><path d="M12 21c-1.7 0-2.7-1.2-2.7-2.8 0-2 1.7-2.7 2.7-4.7 1 2 2.7 2.7 2.7 4.7 0 1.6-1 2.8-2.7 2.8z"/>',
  firebolt: '<path d="M3 21l8-8"/><path d="M11 13c-2-4 1-9 9.5-9.5C20 12 15 15 11 13z"/><path d="M5 13l2-2M11 19l2-2"/>',
  frost: '<path d="M12 2v20M3.5 7l17 10M20.5 7l-17 10"/><path d="M9.5 3.5L12 6l2.5-2.5M9.5 20.5L12 18l2.5 2.5"/>',
  web: '<path d="M12 2v20M2 12h20M5 5l14 14M19 5L5 19"/><path d="M12 7l3.5 1.5L17 12l-1.5 3.5L12 17l-3.5-1.5L7 12l1.5-3.5z"/>',
  step: '<path d="M4 19c0-4 2-6 6-6"/><path d="M7 10l4 3-3.5 3.5"/><circle cx="17" cy="7" r="3"/><path d="M17 12v6M14 21l3-3 3 3"/>',
  cancel: '<path d="M12 3l1.8 5.2L19 10l-5.2 1.8L12 17l-1.8-5.2L5 10l5.2-1.8z"/><path d="M3 21L21 3"/>',
  flag: '<path d="M5 22V3"/><path d="M5 4h13l-3 4 3 4H5"/>',
  bow: '<path d="M6 3c9 1 14 6 15 15"/><path d="M6 3l15 15"/><path d="M3 21L14 10M3 21v-4M3 21h4M14 10h-3.5M14 10v3.5"/>',
  lightning: '<path d="M13 2L5 13.5h6L10 22l9-12.5h-6.5z"/>',
  drop: '<path d="M12 3c4 5 6.5 8 6.5 11.5a6.5 6.5 0 0 1-13 0C5.5 11 8 8 12 3z"/><path d="M9 15a3 3 0 0 0 3 3"/>',
  heal: '<path d="M9 3h6v6h6v6h-6v6H9v-6H3V9h6z"/>',
  bless: '<path d="M12 8l1.3 2.700L16 12l-2.7 1.300L12 16l-1.3-2.700L8 12l2.7-1.300z"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2"/>',
  burst: '<path d="M12 2l2.5 5.5L20 5l-2.5 5.5L22 13l-5 2 1 6-6-3-6 3 1-6-5-2 4.5-2.5L4 5l5.5 2.5z"/>',
  eye: '<path d="M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7z"/><circle cx="12" cy="12" r="3"/>',
  boots: '<path d="M8 3v10L4 17v3h15c0-3-2-4-5-4.5V3z"/><path d="M8 7h6M4 18h15"/>',
  dice: '<path d="M12 2l9 5.5v9L12 22l-9-5.5v-9z"/><path d="M12 2l-5.5 12h11zM3 7.5L6.5 14 12 22l5.5-8L21 7.5"/>',
  gain: '<circle cx="12" cy="12" r="9"/><path d="M12 8v8M8 12h8"/>',
  lose: '<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>',
  claw: '<path d="M6 3c1 6 0 11-3 17M12 3c1 6 0 12-3 18M18 3c1 6 0 11-3 17"/>',
  bite: '<path d="M3 7c3 2 15 2 18 0M6 8.300l1.5 5 2-4.5 2.5 6 2.5-6 2 4.5 1.5-5"/><path d="M4 18c4-3 12-3 16 0"/>',
  'fist-hit': '<path d="M4 12h6M6 8l4 4-4 4"/><path d="M14 5v14M18 8v8"/>',
  spark: '<path d="M12 2l2 8 8 2-8 2-2 8-2-8-8-2 8-2z"/>',
  horn: '<path d="M3 9l14-5v14L3 13z"/><path d="M20 8a5 5 0 0 1 0 6M6 14l1.5 6"/>',
  poison: '<path d="M9 3h6M10 3v5L5 17a3 3 0 0 0 2.7 4h8.600A3 3 0 0 0 19 17l-5-9V3"/><path d="M7 15h10"/>',
  fear: '<circle cx="12" cy="12" r="9"/><path d="M8 9l2 1.5M16 9l-2 1.5M8.5 17c2-3 5-3 7 0"/>',
  chain: '<rect x="3" y="8" width="9" height="8" rx="4"/><rect x="12" y="8" width="9" height="8" rx="4"/><path d="M9 12h6"/>',
  // what it costs, and signs of the page
  logo: '<path d="M4 7l8-4 8 4v10l-8 4-8-4z"/><path d="M8 12l3 3 5-6"/>',
  heart: '<path d="M12 20S4 15 4 9a4 4 0 0 1 8-1.5A4 4 0 0 1 20 9c0 6-8 11-8 11z"/>',
  'armor-class': '<path d="M12 3l7.5 2.5v6c0 4.5-3 7.5-7.5 9.5-4.5-2-7.5-5-7.5-9.5v-6z"/>',
  rest: '<path d="M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z"/>',
  search: '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  close: '<path d="M6 6l12 12M18 6L6 18"/>',
  check: '<path d="M5 12.5l5 5L19 7"/>',
  warning: '<path d="M12 3.5L22 20.5H2z"/><path d="M12 10v5M12 17.7v.1"/>',
  info: '<circle cx="12" cy="12" r="9"/><path d="M12 11v6M12 7.5v.1"/>',
  ok: '<circle cx="12" cy="12" r="9"/><path d="M8 12.5l3 3 5-6"/>',
  ring: '<circle cx="12" cy="12" r="8"/>',
  failed: '<circle cx="12" cy="12" r="9"/><path d="M9 9l6 6M15 9l-6 6"/>',
  off: '<circle cx="12" cy="12" r="9" stroke-dasharray="3 3"/><path d="M8 12h8"/>',
  star: '<path fill="currentColor" stroke="none" d="M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8z"/>',
  grip: '<g fill="currentColor" stroke="none"><circle cx="9" cy="5" r="1.7"/><circle cx="15" cy="5" r="1.7"/><circle cx="9" cy="12" r="1.7"/><circle cx="15" cy="12" r="1.7"/><circle cx="9" cy="19" r="1.7"/><circle cx="15" cy="19" r="1.7"/></g>',
  action: '<circle fill="currentColor" stroke="none" cx="12" cy="12" r="8"/>',
  bonus: '<path fill="currentColor" stroke="none" d="M12 4l9 16H3z"/>',
  reaction: '<path d="M9 5L4 10l5 5"/><path d="M4 10h10a5.5 5.5 0 0 1 0 11h-3"/>',
  slot: '<path fill="currentColor" stroke="none" d="M12 2l9 10-9 10-9-10z"/>',
  pause: '<g fill="currentColor" stroke="none"><rect x="6" y="4" width="4.5" height="16" rx="1"/><rect x="13.5" y="4" width="4.5" height="16" rx="1"/></g>',
  sun: '<circle cx="12" cy="12" r="4.5"/><path d="M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19"/>',
  right: '<path d="M9 5l7 7-7 7"/>',
  left: '<path d="M15 5l-7 7 7 7"/>',
  undo: '<path d="M8 5L4 9l4 4"/><path d="M4 9h9.5a5 5 0 0 1 0 10H9"/>',
  share: '<path d="M12 15V3M7.5 7.5L12 3l4.5 4.5"/><path d="M5 12v8h14v-8"/>',
  people: '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c0-4 2.5-6.5 6.5-6.5s6.5 2.5 6.5 6.5"/><path d="M16 5a3.5 3.5 0 0 1 0 6.5M18 14c2.3.8 3.5 3 3.5 6"/>',
  list: '<path d="M9 6h12M9 12h12M9 18h12"/><path d="M4 6h.1M4 12h.1M4 18h.1" stroke-width="3"/>',
  chart: '<path d="M4 4v16h17"/><path d="M8 15l4-5 3 3 5-7"/>',
  copy: '<rect x="8" y="8" width="12" height="12" rx="2"/><path d="M16 8V4H4v12h4"/>',
  remove: '<path d="M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13"/>',
  up: '<path d="M12 20V5M6 11l6-6 6 6"/>',
  quote: '<path d="M4 5h16v11H10l-5 4v-4H4z"/>',
  pool: '<circle cx="12" cy="12" r="8.5"/><path d="M4.5 13c2-1.5 4-1.5 6 0s5 1.5 9 0"/>',
  movement: '<path d="M4 12h15M13 6l6 6-6 6"/>',
  redo: '<path d="M16 5l4 4-4 4"/><path d="M20 9h-9.5a5 5 0 0 0 0 10H15"/>',
  down: '<path d="M12 4v15M6 13l6 6 6-6"/>',
  play: '<path fill="currentColor" stroke="none" d="M7 4l13 8-13 8z"/>',
  stop: '<rect fill="currentColor" stroke="none" x="6" y="6" width="12" height="12" rx="1.5"/>',
  minus: '<path d="M5 12h14"/>',
  more: '<g fill="currentColor" stroke="none"><circle cx="5" cy="12" r="1.9"/><circle cx="12" cy="12" r="1.9"/><circle cx="19" cy="12" r="1.9"/></g>',
  edit: '<path d="M4 20l1-5L16 4l4 4L9 19z"/><path d="M13.5 6.5l4 4"/>',
  file: '<path d="M6 2h8l5 5v15H6z"/><path d="M14 2v5h5"/>',
  download: '<path d="M12 3v12M7.5 10.5L12 15l4.5-4.5"/><path d="M5 15v5h14v-5"/>',
  link: '<path d="M10 14a4.5 4.5 0 0 0 6.5 0l3-3a4.5 4.5 0 0 0-6.5-6.5l-1 1"/><path d="M14 10a4.5 4.5 0 0 0-6.5 0l-3 3a4.5 4.5 0 0 0 6.5 6.5l1-1"/>',
  moon: '<path d="M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z"/>',
  history: '<path d="M4 5v5h5"/><path d="M4.5 10a8.5 8.5 0 1 1-1 5"/><path d="M12 8v4.5l3 2"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5.5l3.5 2"/>',
  first: '<path d="M18 5l-7 7 7 7M6 5v14"/>',
  last: '<path d="M6 5l7 7-7 7M18 5v14"/>',
  same: '<path d="M5 9h14M5 15h14"/>',
  chevron: '<path d="M5 9l7 7 7-7"/>',
  save: '<path d="M5 3h11l4 4v14H5z"/><path d="M8 3v5h7V3M8 21v-7h8v7"/>',
};

// Other words for the same drawing.
const SAME = {
  fighter: 'sword', rogue: 'dagger', cleric: 'symbol', barbarian: 'axe', champion: 'sword', paladin: 'shield', ranger: 'bow', bard: 'lute', druid: 'leaf',
  monk: 'fist', sorcerer: 'spark', warlock: 'eye', mage: 'wizard', priest: 'book', hero: 'person', humanoid: 'person', goblinoid: 'ears', goblin: 'ears',
  beast: 'paw', undead: 'skull', giant: 'club', fiend: 'horn', construct: 'helm', elemental: 'flame', ooze: 'drop', plant: 'leaf', aberration: 'eye',
  monstrosity: 'claw', celestial: 'bless', fey: 'leaf', swarm: 'paw', fire: 'flame', cold: 'frost', radiant: 'bless', necrotic: 'skull', thunder: 'horn',
  acid: 'drop', psychic: 'eye', force: 'spark', reach: 'step', trash: 'remove', add: 'plus', error: 'failed', note: 'info', counter: 'cancel', move: 'boots',
};

/** Is there a drawing with this name? */
export const hasGlyph = (name) => (SAME[name] ?? name) in DRAWINGS;

/** A drawing by kind. With a `title` it has a meaning of its own; without one it is decoration. */
export function Glyph({ name, title }) {
  const drawing = DRAWINGS[SAME[name] ?? name] ?? DRAWINGS.orb;
  return html`<svg class="lab-glyph" viewBox="0 0 24 24" role=${title ? 'img' : undefined} aria-label=${title} aria-hidden=${title ? undefined : 'true'}
    dangerouslySetInnerHTML=${{ __html: drawing }} />`;
}

const BY_WORD = [
  [/wizard|mage\b|archmage|lich\b|apprentice/, 'wizard'], [/sorcerer|warlock/, 'spark'], [/cleric|acolyte/, 'symbol'], [/priest|cult/, 'book'], [/rogue|assassin|spy|thug|bandit/, 'dagger'],
  [/barbarian|berserker|\borc|gnoll|minotaur/, 'axe'], [/paladin/, 'shield'], [/ranger|archer|scout|crossbow/, 'bow'], [/druid|dryad|treant/, 'leaf'], [/bard/, 'lute'], [/monk/, 'fist'],
  [/hobgoblin|guard|knight|veteran|bugbear|captain/, 'helm'], [/goblin|kobold/, 'ears'], [/dragon|wyvern|drake/, 'dragon'], [/spider/, 'spider'],
  [/skeleton|zombie|wight|mummy|undead/, 'skull'], [/ghost|specter|shadow|wraith/, 'ghost'], [/ghoul|vampire/, 'bite'], [/ogre|giant|troll|ettin|cyclops/, 'club'],
  [/elemental|mephit|fire/, 'flame'], [/ooze|slime|pudding|jelly|cube/, 'drop'], [/demon|devil|imp\b/, 'horn'], [/wolf|bear|\brats?\b|\bbats?\b|boar|lion|dog|hound|worg|beast|swarm/, 'paw'], [/fighter|champion|duelist|bravo|soldier/, 'sword'],
];

/** The drawing for a combatant: one that fits its name, or the catalogue's. */
export function combatantGlyph(name = '', catalogue = null) {
  const word = name.toLowerCase();
  const fitting = BY_WORD.find(([pattern]) => pattern.test(word))?.[1];
  const known = catalogue?.combatants?.find((one) => one.name === name)?.glyph;
  return fitting ?? (known && hasGlyph(known) ? known : 'person');
}
