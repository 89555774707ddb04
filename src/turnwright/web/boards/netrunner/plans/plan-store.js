// The player's run plans. They are kept in this browser as the texts of plan files, by name.
import { loadStored, saveStored } from '../../../app/preferences.js';
import { signal } from '../../../app/preact.js';

const KEY = 'plans.netrunner';

/** All plans as {name, description, text}, sorted by name. */
export const plans = signal(loadStored(KEY, []));

function keep(list) {
  plans.value = list.sort((a, b) => a.name.localeCompare(b.name));
  saveStored(KEY, plans.value);
}

/** The plan of this name, or undefined. */
export const planNamed = (name) => plans.value.find((plan) => plan.name === name);

/** Keep a plan. It replaces the one of the same name, and the one that it was before it was renamed. */
export function keepPlan(plan, before = '') {
  keep([...plans.value.filter(({ name }) => name !== plan.name && name !== before), plan]);
}

/** Delete a plan. */
export const deletePlan = (name) => keep(plans.value.filter((plan) => plan.name !== name));
