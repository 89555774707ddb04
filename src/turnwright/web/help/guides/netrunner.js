// The guided first run: what to do, and why. Each step looks at the table only, so other legal moves do no harm.
const me = ({ state }) => state.players.self;
const stepOf = ({ state }) => state.place?.step;
const isRun = ({ state }) => state.place?.phase === 'run';
const titles = (zone) => (Array.isArray(zone) ? zone : []).map((card) => card.name ?? card.kind);
const has = (zone, title) => titles(zone).includes(title);
const hasStolen = (table) => titles(me(table).scored).length > 0;
const lines = ({ state }, pattern) => (state.log ?? []).some((line) => pattern.test(line.text));

export const STEPS = [
  {
    id: 'gamble',
    text: 'You are the Runner with four clicks. Play Sure Gamble: click it in your grip.',
    why: 'It costs 5 credits and gives 9. You need credits for icebreakers and for using them.',
    isDone: (table) => !has(me(table).hand, 'Sure Gamble'),
    canDo: (table) => !isRun(table),
    target: '[data-kind="Sure Gamble"][data-mark]',
  },
  {
    id: 'breaker',
    text: 'Install Cleaver: click it, too.',
    why: 'Server 1 is protected by Palisade, which is a barrier. Cleaver is an icebreaker that breaks barriers.',
    isDone: (table) => has(me(table).program, 'Cleaver'),
    canDo: (table) => !isRun(table),
    target: '[data-kind="Cleaver"][data-mark]',
  },
  {
    id: 'run',
    text: 'Run on Server 1.',
    why: 'A card with an advancement counter lies there. Cards are advanced to be scored, so it may be an agenda.',
    isDone: (table) => isRun(table) || hasStolen(table) || lines(table, /run on server 1/i),
    canDo: (table) => !isRun(table),
    target: '[data-testid="option-run:Server 1"]',
  },
  {
    id: 'approach',
    text: 'You approach the ice. Continue until you encounter Palisade.',
    why: 'Each side may act before it goes on. In an approach the Corp could rez ice; this one is rezzed already.',
    isDone: (table) => stepOf(table) === 'encounter-ice' || hasStolen(table) || (!isRun(table) && lines(table, /palisade/i)),
    canDo: (table) => isRun(table),
    target: '[data-testid^="option-continue"]',
  },
  {
    id: 'break',
    text: 'Break the subroutine of Palisade with Cleaver: use the break button, or click Cleaver, add 1 strength and break.',
    why: 'Unbroken, it ends the run. Cleaver has strength 3 and Palisade 4: a breaker needs at least as much as the ice.',
    isDone: (table) => hasStolen(table) || ['movement', 'success'].includes(stepOf(table)) || isBroken(table) || !isRun(table),
    canDo: (table) => isRun(table),
    target: '[data-testid^="break-"]',
  },
  {
    id: 'enter',
    text: 'Continue into the server, and take what you find there.',
    why: 'The ice can do nothing more to you. After the movement you access the cards in the server; an agenda is stolen and counts as points.',
    isDone: hasStolen,
    canDo: (table) => isRun(table) || Boolean(table.prompt),
    target: '[data-testid^="option-continue"]',
    again: (table) => !isRun(table) && !table.prompt && 'The run has ended before you got in. You have time: run on Server 1 again, and break Palisade this time.',
  },
];

function isBroken({ state }) {
  const text = JSON.stringify(state.table ?? {}) + JSON.stringify(state.players.opponent?.ice ?? []);
  return /"broken":true/.test(text);
}

export const END = 'You have stolen an agenda: that is how the Runner wins. Play on, or leave. “?” explains everything on the screen.';
