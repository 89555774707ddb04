// An explanation as steps one can go through: who was about to act, what was decided and why, what happened, and the hit
// points of everybody afterwards.

const TURN = /^Round (\d+): (.+) \((.+)\)\.$/;
const SCENE = /^== (.*?): (.*) ==$/;
const REST = /^A (?:short|long) rest/;
const OVER = /^(?:A draw: |.* win after )/;
const USE = / uses .+? on (.+?) \([^()]*\)/;

/** The names an action was used on, from the events of its step. */
export function targetsOf(step) {
  const use = step.events.find((one) => one.text.startsWith(`${step.decision?.who} uses ${step.decision?.selected}`));
  return (USE.exec(use?.text ?? '')?.[1] ?? '').split(', ').filter(Boolean);
}

/**
 * The steps of an explanation: {kind, encounter, scene, round, turnOf, decision, events, health, lost, isMinor}. `kind` is scene, turn or
 * decision, `scene` the name of the encounter. `health` is how everybody is after the step, a map of names to {who, hp, max_hp, temp,
 * state}; `lost` has the hit points that the step takes (or, negative, gives) by name. In a minor step nothing was possible.
 */
export function stepsOf(explanation) {
  const steps = [];
  let health = new Map();
  let scene = '';
  let turnOf = '';
  let hasActed = false;
  const start = (kind, entry, more = {}) => steps.push({
    kind, encounter: entry.encounter, scene, round: entry.round, turnOf, decision: null, events: [], health, lost: new Map(), isMinor: false, ...more,
  });
  const change = (entry) => {
    const { changes = [] } = entry;
    if (!changes.length) return;
    const step = steps.at(-1);
    health = new Map(health);
    changes.forEach((one) => {
      health.set(one.who, one);
      if (one.hp !== one.before) step.lost.set(one.who, (step.lost.get(one.who) ?? 0) + one.before - one.hp);
    });
    step.health = health;
  };
  explanation.entries.forEach((entry) => {
    if (entry.type === 'Decision') {
      start('decision', entry, { decision: entry, isMinor: !entry.selected && (Boolean(entry.answers) || hasActed) });
      if (!entry.answers) hasActed = true;
      change(entry);
      return;
    }
    const opening = SCENE.exec(entry.text);
    const turn = TURN.exec(entry.text);
    if (opening) {
      [, scene] = opening;
      turnOf = '';
      health = new Map();
    } else if (turn) {
      [, , turnOf] = turn;
      hasActed = false;
    }
    if (opening || !steps.length || REST.test(entry.text) || OVER.test(entry.text)) start('scene', entry);
    else if (turn) start('turn', entry);
    steps.at(-1).events.push(entry);
    change(entry);
  });
  return joined(steps);
}

// The heading of a turn belongs to the first decision of that turn.
function joined(steps) {
  return steps.filter((step, place) => {
    const next = steps[place + 1];
    if (step.kind !== 'turn' || step.events.length > 1 || next?.kind !== 'decision') return true;
    next.events.unshift(...step.events);
    step.lost.forEach((points, who) => next.lost.set(who, points + (next.lost.get(who) ?? 0)));
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

/** The sentence that sums a decision up: {lead, selected, why}. */
export function decisionSentence(decision) {
  const names = decision.considered.filter((one) => one.ok).map((one) => one.action);
  const lead = `AI Actions Available: [${names.join(', ')}].`;
  if (!decision.selected) return { lead, selected: 'Selected nothing', why: 'because nothing in the list is valid.' };
  const { place } = decision.considered.find((one) => one.ok && one.action === decision.selected);
  const why = names.length > 1 ? `because entry ${place} is the first of them in the list.` : `because entry ${place} is the only one that is valid.`;
  return { lead, selected: `Selected ${decision.selected}`, why };
}
