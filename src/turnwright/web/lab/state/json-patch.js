// JSON Patch on the expanded form of an encounter, as findings suggest it.
import { getIn, isEqual, parsePointer } from './paths.js';

/** Apply operations (add, remove, replace, move, copy) to a document. */
export function applyPatch(doc, operations) {
  for (const { op, path, from, value } of operations) {
    const steps = parsePointer(path);
    const owner = steps.slice(0, -1);
    const list = getIn(doc.expanded, owner);
    const index = steps.at(-1) === '-' ? list?.length : steps.at(-1);
    const put = (one) => (Array.isArray(list) ? doc.insertAt(owner, index, one) : doc.setAt(steps, one));
    if (op === 'replace') doc.setAt(steps, value);
    else if (op === 'remove') doc.removeAt(steps);
    else if (op === 'add') put(value);
    else if (op === 'copy') put(getIn(doc.expanded, parsePointer(from)));
    else if (op === 'move') {
      const old = parsePointer(from);
      if (Array.isArray(list) && isEqual(old.slice(0, -1), owner)) {
        doc.moveItem(owner, old.at(-1), index);
      } else {
        const moved = getIn(doc.expanded, old);
        doc.removeAt(old);
        put(moved);
      }
    }
  }
}
