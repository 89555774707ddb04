// One-click fixes of findings, and the words of findings.
import { html } from '../../app/preact.js';
import { announce, applyPatch, at } from '../state/lab-store.js';

/** The fixes that a finding offers: {label, patch}. */
export function fixesOf(finding) {
  const several = finding.data?.fixes;
  if (Array.isArray(several) && several.length) return several.filter((one) => one.patch?.length);
  if (finding.data?.patch?.length) return [{ label: labelOf(finding), patch: finding.data.patch }];
  return [];
}

const SHORT = {
  unreachable: () => 'move up', after_end_turn: () => 'move up', duplicate: () => 'remove it', unused_resource: () => 'remove the pool',
  potential_conflict: ({ data }) => `give it ${data.needed}`, certain_conflict: ({ data }) => `give it ${data.needed}`,
  reaction_in_actions: () => 'move to the reactions', no_trigger: () => 'move to the actions', reaction_costs_action: () => 'cost a Reaction',
  cancels_own_side: () => 'only enemies', surprise_ignored: () => 'remove it', again: () => 'not while it lasts', endless: () => 'once a turn',
  changes_nothing: () => 'use it in any case', empty_concentration: () => 'no concentration', removes_nothing: () => 'use the right name',
};

/** A few words for the only fix of a finding. */
function labelOf(finding) {
  if (SHORT[finding.code]) return SHORT[finding.code](finding);
  const value = finding.data.patch[0]?.value;
  if (finding.data.patch.length === 1 && (typeof value === 'string' || typeof value === 'number')) return `write ${value}`;
  const words = (finding.fix ?? '').replace(/\.$/, '');
  return words && words.length <= 32 ? words.charAt(0).toLowerCase() + words.slice(1) : 'repair it';
}

/** Buttons for the fixes of a finding. */
export function Fixes({ finding }) {
  const fix = ({ label, patch }) => {
    applyPatch(patch, `Fix: ${label}`);
    announce(`Fixed: ${label}`);
  };
  return fixesOf(finding).map((one) => html`<button key=${one.label} type="button" class="lab-fix" title=${finding.fix}
    data-testid=${`fix-${finding.code}`} onClick=${() => fix(one)}>Fix: ${one.label}</button>`);
}

/** The path of the action that a path is in, or ''. */
export const actionPathOf = (path) => path.match(/^(.*\.(?:re)?actions\[\d+\])/)?.[1] ?? '';

/** The path of the combatant that a path is in, or ''. */
export const combatantPathOf = (path) => path.match(/^(.*?\.combatants\[\d+\])/)?.[1] ?? '';

/** What a finding is about: names of actions, or of a combatant. */
export function subjectOf(finding) {
  const action = actionPathOf(finding.path);
  const names = finding.data?.actions ?? (action ? [at(action)?.name ?? ''] : []);
  const owner = at(combatantPathOf(finding.path))?.name ?? '';
  return { names: names.filter((one) => typeof one === 'string' && one), owner };
}

/** The sentence without the name that already stands above it. */
export function sentenceOf(finding) {
  const [name] = subjectOf(finding).names;
  const start = `'${name}' `;
  if (!name || !finding.sentence.startsWith(start)) return finding.sentence;
  const rest = finding.sentence.slice(start.length).replace(/^is never/, 'never');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
