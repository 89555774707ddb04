// An explanation as steps one can go through: who was about to act, what was decided and why, what happened, and the hit
// points of everybody afterwards.

const HEALTH = /(\d+) of (\d+) hit points(?: and (\d+) temporary)?/;
const TURN = /^Round (\d+): (.+) \((.+)\)\.$/;
const SCENE = /^== (.*?): (.*) ==$/;
const REST = /^A (?:short|long) rest/;
const PAID = /([\d.]+) ([\w ]+?) \(([\d.]+) left\)/g;
const USE = / uses .+? on (.+?) \([^()]*\)/;

/** The combatants of a run as they start: a map of name to {name, side, hp, max, temp, state}. */
function atStart(explanation, report) {
  const known = new Map((report?.combatants ?? []).map((one) => [one.name, {
    name: one.name, kind: one.kind, side: one.side, hp: one.max_hp, max: one.max_hp, temp: 0, state: 'up',
  }]));
  // Rolled maximums and combatants that the report does not have are taken from the first turn of each.
  const seen = new Set();
  explanation.entries.forEach(({ text = '' }) => {
    const turn = TURN.exec(text);
    const health = turn && HEALTH.exec(turn[3]);
    if (!health || seen.has(turn[2])) return;
    seen.add(turn[2]);
    const max = Number(health[2]);
    const one = known.get(turn[2]) ?? { name: turn[2], kind: turn[2], side: '', temp: 0, state: 'up', max };
    known.set(turn[2], { ...one, max, hp: one.max === max ? one.hp ?? max : max });
  });
  return known;
}

function withHealth(one, words) {
  const health = HEALTH.exec(words);
  if (health) return { ...one, hp: Number(health[1]), max: Number(health[2]), temp: Number(health[3] ?? 0), state: 'up' };
  if (/\bdead\b/.test(words)) return { ...one, hp: 0, state: 'dead' };
  return /\bdown\b/.test(words) ? { ...one, hp: 0, state: 'down' } : one;
}

// What an entry of the log does to the hit points; `now` is changed.
function apply(now, entry) {
  const target = entry.target && now.get(entry.target);
  const turn = TURN.exec(entry.text);
  if (turn && now.has(turn[2])) now.set(turn[2], withHealth(now.get(turn[2]), turn[3]));
  else if (REST.test(entry.text)) {
    entry.text.slice(entry.text.indexOf(':') + 1).split(/,| \.$/).forEach((part) => {
      const one = [...now.values()].find(({ name }) => part.trim().startsWith(`${name} `));
      if (one) now.set(one.name, withHealth(one, part.trim().slice(one.name.length)));
    });
  } else if (target && entry.event === 'DamageTaken') now.set(target.name, withHealth(target, entry.text.slice(entry.text.lastIndexOf(':'))));
  else if (target && entry.event === 'Healed') now.set(target.name, { ...target, hp: Math.min(target.max, target.hp + (entry.value ?? 0)), state: 'up' });
  else if (target && entry.event === 'UnitDowned') now.set(target.name, { ...target, hp: 0, state: 'down' });
  else if (target && entry.event === 'UnitDied') now.set(target.name, { ...target, hp: 0, state: 'dead' });
}

// What is left in the pools somebody has paid from; `now` is changed.
function applyPayment(now, entry) {
  const payer = /^(.+?) uses /.exec(entry.text)?.[1];
  if (!payer || !entry.text.includes(', paying ')) return;
  const left = [...entry.text.matchAll(PAID)].map(([, , pool, rest]) => [pool, Number(rest)]);
  now.set(payer, { ...now.get(payer), ...Object.fromEntries(left) });
}

/** The names an action was used on, from the events of its step. */
export function targetsOf(step) {
  const use = step.events.find((one) => one.text.startsWith(`${step.decision?.who} uses ${step.decision?.selected}`));
  return (USE.exec(use?.text ?? '')?.[1] ?? '').split(', ').filter(Boolean);
}

/**
 * The steps of an explanation: {kind, round, encounter, fighters, turnOf, decision, events, health, paid, changed, isMinor}. `kind` is scene, turn or
 * decision; `fighters` are the names in the encounter, `paid` what is left in pools that somebody has paid from, `health` is how everybody is after the step, `changed` the names whose hit points it changes. A minor step is one
 * in which nobody could do anything.
 */
export function stepsOf(explanation, report) {
  let now = atStart(explanation, report);
  const steps = [];
  let paid = new Map();
  let encounter = '';
  let fighters = { names: [] };
  let turnOf = '';
  let hasActed = false;
  const start = (kind, round, more = {}) => {
    steps.push({ kind, round, encounter, fighters, turnOf, decision: null, events: [], changed: new Set(), isMinor: false, ...more, health: now, paid });
    return steps.at(-1);
  };
  explanation.entries.forEach((entry) => {
    if (entry.type === 'Decision') {
      const isIdle = entry.selected === null || entry.selected === undefined;
      start('decision', entry.round, { decision: entry, isMinor: isIdle && (Boolean(entry.answers) || hasActed) });
      if (!entry.answers) hasActed = true;
      return;
    }
    const scene = SCENE.exec(entry.text);
    const turn = TURN.exec(entry.text);
    if (scene) {
      encounter = scene[1];
      turnOf = '';
      fighters = { names: [] };
    } else if (entry.text.startsWith('Initiative: ')) {
      fighters.names.push(...entry.text.slice(12, -1).split(', ').map((one) => one.replace(/ -?\d+$/, '')));
    } else if (turn) {
      turnOf = turn[2];
      hasActed = false;
    }
    const isOver = /^(A draw|.* win after)/.test(entry.text);
    if (scene || REST.test(entry.text) || isOver || !steps.length) start('scene', entry.round);
    else if (turn) start('turn', entry.round);
    const step = steps.at(-1);
    step.events.push(entry);
    const before = now;
    now = new Map(now);
    apply(now, entry);
    now.forEach((one, name) => {
      const old = before.get(name);
      if (old.hp !== one.hp || old.state !== one.state) step.changed.add(name);
    });
    step.health = now;
    if (entry.text.includes(', paying ')) {
      paid = new Map(paid);
      applyPayment(paid, entry);
      step.paid = paid;
    }
  });
  return joined(steps);
}

// The heading of a turn belongs to the first decision of that turn.
function joined(steps) {
  return steps.filter((step, place) => {
    const next = steps[place + 1];
    if (step.kind !== 'turn' || step.events.length > 1 || next?.kind !== 'decision') return true;
    next.events.unshift(...step.events);
    return false;
  });
}

/** A step in one line, for the timeline and for screen readers. */
export function stepTitle(step) {
  const { decision } = step;
  if (!decision) return step.events[0]?.text.replace(/^== (.*) ==$/, '$1') ?? '';
  const what = decision.selected ? `${decision.who}: ${decision.selected}` : `${decision.who} does nothing`;
  return decision.answers ? `${what}, a reaction` : what;
}

/** The sentence that sums a decision up. */
export function decisionSentence(decision) {
  const names = decision.considered.filter((one) => one.ok).map((one) => one.action);
  const lead = `AI Actions Available: [${names.join(', ')}].`;
  if (!decision.selected) return { lead, selected: 'Selected nothing', why: 'because nothing in the list is valid.' };
  const place = decision.considered.findIndex((one) => one.action === decision.selected) + 1;
  const why = names.length > 1 ? `because entry ${place} is the first of them in the list.` : `because entry ${place} is the only one that is valid.`;
  return { lead, selected: `Selected ${decision.selected}`, why };
}
