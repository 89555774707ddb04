// Paths of values in an encounter, written as the validator writes them: `sides[0].combatants[1].pools["Bardic Inspiration"]`.
// Values are never changed in place: the functions return copies that share what did not change.

const STEP = /\.?([\w-]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/uy;

/** Split a path into its keys and indexes: `a[0].b` becomes ['a', 0, 'b']. */
export function parsePath(path) {
  if (Array.isArray(path)) return path;
  const steps = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const found = STEP.exec(path);
    if (!found) throw new Error(`"${path}" is not a path.`);
    if (found[1] !== undefined) steps.push(found[1]);
    else steps.push(found[2] !== undefined ? Number(found[2]) : found[3]);
  }
  return steps;
}

/** Write steps as a path. */
export function formatPath(steps) {
  let text = '';
  for (const step of steps) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w-]+$/u.test(step)) text += text ? `.${step}` : step;
    else text += `["${step}"]`;
  }
  return text;
}

/** Split a JSON Pointer, `/sides/0/combatants`, into steps; digits become indexes. */
export const parsePointer = (pointer) => pointer.split('/').slice(1).map((step) => {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(plain) ? Number(plain) : plain;
});

/** The value at these steps, or undefined. */
export const getIn = (value, steps) => steps.reduce((inner, step) => inner?.[step], value);

/** A copy of `value` with `change(inner)` at these steps; `change` returning undefined removes the entry. */
export function changeIn(value, steps, change) {
  if (!steps.length) return change(value);
  const [step, ...rest] = steps;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (typeof step === 'number' && value === undefined) return changeIn([], steps, change);
  const inner = changeIn(value?.[step], rest, change);
  if (inner !== undefined) copy[step] = inner;
  else if (Array.isArray(copy)) copy.splice(step, 1);
  else delete copy[step];
  return copy;
}

/** A copy of `value` with `inner` at these steps. */
export const setIn = (value, steps, inner) => changeIn(value, steps, () => inner);

/** A copy of `list` with the item at `from` moved to `to`. */
export function movedItem(list, from, to) {
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}

/** Are two plain values equal? */
export function isEqual(one, other) {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isEqual(one[key], other[key]));
}
