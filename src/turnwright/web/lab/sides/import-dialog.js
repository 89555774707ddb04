// Files that come in: an encounter opens, combatants are added.
import { open } from '../state/autosave.js';

/** Open a text that came from a file. */
export function importText(content, name = '') {
  open(content, { label: `File ${name}`, isKept: true });
}
