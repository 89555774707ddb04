// Edit steps: small changes of an action (set, remove, insert, move), by paths such as `cost[0].level`.

import { formatPath, getIn, parsePath } from '../state/paths.js';

/** Join a path and further keys: pathOf('cost', 0, 'level') is `cost[0].level`. */
export const pathOf = (base, ...keys) => formatPath([...parsePath(base), ...keys]);

/** Join two paths. */
export const under = (base, path) => (!base ? path : !path ? base : path.startsWith('[') ? base + path : `${base}.${path}`);

/** The rest of a path below another one, or null if it is not below it. */
export function below(path, base) {
  if (path === base) return '';
  if (!path.startsWith(base)) return null;
  const rest = path.slice(base.length);
  return rest.startsWith('.') ? rest.slice(1) : rest.startsWith('[') ? rest : null;
}

/** The list that a path is an item of, and its index: `cost[2]` is ['cost', 2]. */
export function listAndIndex(path) {
  const [, list, index] = path.match(/^(.*)\[(\d+)\]$/) ?? [];
  return list === undefined ? [path, -1] : [list, Number(index)];
}

/** The value at a path, or undefined. */
export const valueAt = (root, path) => getIn(root, parsePath(path));

/** A copy of a value after some steps: {do: 'set' | 'remove' | 'insert' | 'move', path, value, index, from, to}. */
export function applied(root, steps) {
  if (!steps.length) return root;
  let copy = structuredClone(root ?? {});
  for (const step of steps) {
    const keys = [...parsePath(step.path)];
    if (!keys.length) {
      copy = step.do === 'set' ? structuredClone(step.value) : copy;
      continue;
    }
    const last = keys.pop();
    let holder = copy;
    keys.forEach((key, place) => {
      const isMissing = holder[key] === null || typeof holder[key] !== 'object';
      if (isMissing) holder[key] = typeof (keys[place + 1] ?? last) === 'number' ? [] : {};
      holder = holder[key];
    });
    applyTo(holder, last, step);
  }
  return copy;
}

function applyTo(holder, key, step) {
  if (step.do === 'set') holder[key] = structuredClone(step.value);
  else if (step.do === 'remove') Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key];
  else if (step.do === 'insert') {
    if (!Array.isArray(holder[key])) holder[key] = [];
    holder[key].splice(step.index, 0, structuredClone(step.value));
  } else if (step.do === 'move') holder[key].splice(step.to, 0, ...holder[key].splice(step.from, 1));
}
