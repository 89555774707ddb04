// The guided first Duel: what to do, and why. Each step looks at the table only, so other legal moves do no harm.
import { playersOf } from '../../table/state-queries.js';

const isMine = ({ state, match }) => (state.turn ?? state.currentPlayer) === match.youAre;
const phaseOf = ({ state }) => state.place?.phase ?? state.phase;
const monsters = (player) => (player?.field ?? []).filter(Boolean);
const can = ({ state }, ...moves) => (state.options ?? []).some((option) => moves.includes(option.id.split(':')[0]));
const lines = ({ state }, pattern) => (state.log ?? []).some((line) => pattern.test(line.text));
const lifeLost = ({ state }) => playersOf(state.players).some((player) => player.lp < 8000);

export const STEPS = [
  {
    id: 'summon',
    text: 'Summon a monster: click Ember Lancer in your hand (it glows), then “Summon”.',
    why: 'Monsters attack and protect you. You may summon one each turn; level 4 and lower costs nothing. The big number is its attack.',
    isDone: ({ state }) => monsters(state.players.self).length > 0,
    canDo: (table) => isMine(table) && can(table, 'normal_summon', 'set_monster'),
    target: '[data-kind="Ember Lancer"][data-mark]',
  },
  {
    id: 'set',
    text: 'Set a trap: click Ashen Wall.',
    why: 'A trap lies face down and can be used from the next turn on, also in the turn of your opponent. Your opponent only sees a card back.',
    isDone: ({ state }) => (state.players.self.spellTrap ?? []).length > 0,
    canDo: (table) => isMine(table) && can(table, 'set_card'),
    skipIf: (table) => isMine(table) && phaseOf(table) === 'main1' && !can(table, 'set_card') && table.state.options?.length > 0,
    target: '[data-kind="Ashen Wall"][data-mark]',
  },
  {
    id: 'end',
    text: 'End your turn.',
    why: 'Nobody attacks in the very first turn. Your opponent now gets a chance to put something on the table.',
    isDone: (table) => !isMine(table) || table.state.turnCounter > 1,
    canDo: (table) => isMine(table) && can(table, 'end_turn'),
    target: '[data-testid^="option-end_turn"]',
  },
  {
    id: 'watch',
    text: 'Watch what your opponent does. If you are asked for a response, you can pass.',
    why: 'Before something takes effect, the other player may respond. The line below the board always says what is asked.',
    isDone: (table) => isMine(table) && table.state.turnCounter > 2,
    canDo: () => true,
  },
  {
    id: 'battle',
    text: 'It is your turn again, and you have drawn a card. Click “To battle” to go to the battle phase.',
    why: 'You could also summon another monster first. Each of your face-up monsters may attack once.',
    isDone: (table) => phaseOf(table) === 'battle' || lifeLost(table) || lines(table, /attack/i),
    canDo: (table) => isMine(table) && can(table, 'to_battle'),
    target: '[data-testid^="option-to_battle"]',
  },
  {
    id: 'attack',
    text: 'Attack: click your monster, then what it attacks. Compare the numbers first.',
    why: 'The lower attack loses: that monster is destroyed, and its owner loses the difference as life points. If nothing is in the way, you hit the player.',
    isDone: (table) => lifeLost(table) || lines(table, /attacks/i),
    canDo: (table) => isMine(table) && can(table, 'attack'),
    target: '[data-testid="zone-self-field"] [data-mark]',
  },
  {
    id: 'finish',
    text: 'Well done. End your turn when you are ready.',
    why: 'That is a whole turn: draw, main phase, battle, end. Whoever brings the other to 0 life points wins.',
    isDone: (table) => table.state.turnCounter > 3 && !isMine(table),
    canDo: (table) => isMine(table),
    target: '[data-testid^="option-end_turn"]',
  },
];

export const END = 'You know enough to play. Go on with this Duel, or start a new one against a stronger bot. “?” explains everything on the screen.';
