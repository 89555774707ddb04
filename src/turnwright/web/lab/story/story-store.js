// The run that is told: where it comes from, its explanation, and the step that is shown.
import { batch, computed, signal } from '../../app/preact.js';
import { explain } from '../state/lab-api.js';
import { announce, tab } from '../state/lab-store.js';
import { report, reportText } from '../state/run-store.js';
import { stepsOf } from './story-steps.js';

/** {run, seed, what, text, explanation} of the run that is told, or null. */
export const story = signal(null);
/** What is being looked for, as a sentence, or ''. */
export const looking = signal('');
/** Why there is no such run, or ''. */
export const storyProblem = signal('');
/** The place in `steps` that is shown. */
export const place = signal(0);
/** The steps of the story. */
export const steps = computed(() => (story.value ? stepsOf(story.value.explanation) : []));

/** The name of the combatant whose decisions are shown, or '' for everybody's. */
export const watched = signal('');
/** Are moments shown in which nothing was possible? */
export const withMinor = signal(false);
/** The places of the steps that are shown. */
export const visible = computed(() => {
  const isKnown = steps.value.some((one) => one.decision?.who === watched.value);
  return steps.value.flatMap((one, at) => ((withMinor.value || !one.isMinor) && (!isKnown || one.decision?.who === watched.value) ? [at] : []));
});

let latest = 0;

/** Go to a step; places outside of the story are brought inside. */
export const goTo = (next) => { place.value = Math.max(0, Math.min(steps.value.length - 1, next)); };

async function open(body, { what, sentence, firstStep, run = null }) {
  const asked = ++latest;
  batch(() => {
    looking.value = sentence;
    storyProblem.value = '';
  });
  reveal();
  try {
    const found = await explain(body);
    if (asked !== latest) return;
    batch(() => {
      story.value = { ...found, run: found.run ?? run, what, text: body.text };
      looking.value = '';
      watched.value = '';
      place.value = 0;
      goTo(firstStep?.(steps.value) ?? firstDecision(steps.value));
    });
    announce(`The run is open. ${steps.value.length} steps.`);
  } catch (error) {
    if (asked !== latest) return;
    batch(() => {
      looking.value = '';
      storyProblem.value = error.message;
    });
    announce(error.message);
  }
}

const firstDecision = (all) => Math.max(0, all.findIndex((one) => one.decision && !one.isMinor));

function reveal() {
  tab.value = 'results';
  setTimeout(() => document.getElementById('lab-story')?.scrollIntoView({ block: 'start', behavior: 'smooth' }));
}

/** Open a run by its seed; `what` says which one it is, for example "typical". */
export function openRun(seed, what = '', run = null) {
  return open({ text: reportText.value, seed }, { what, run, sentence: 'Replaying the run.' });
}

const LAST_EVENT = { dies: 'UnitDied', falls: 'UnitDowned' };

/** Look for a run in which a combatant dies, falls or survives, and open it where that happens. */
export function findRun(combatant, fate) {
  const body = { text: reportText.value, find: { combatant, fate }, seed: report.value.seed, runs: report.value.runs };
  const event = LAST_EVENT[fate];
  return open(body, {
    what: `${combatant} ${fate}`,
    sentence: `Looking for a run in which ${combatant} ${fate}.`,
    firstStep: event && ((all) => {
      const at = all.findIndex((one) => one.events.some((each) => each.event === event && each.target === combatant));
      return at < 0 ? undefined : at;
    }),
  });
}
