// The text of an encounter, and edits of it by the paths of its expanded form.
import { parseDocument } from '../../vendor/yaml.js';
import { changeIn, getIn, movedItem, parsePath, setIn } from './paths.js';

/** An encounter as its text and its expanded form. Edits change both. */
export class EncounterDocument {
  constructor(text, expanded = null) {
    this.text = text;
    this.expanded = expanded;
  }

  toString() {
    return this.text;
  }

  at(path) {
    return getIn(this.expanded, parsePath(path));
  }

  setAt(path, value) {
    const steps = parsePath(path);
    const source = parseDocument(this.text);
    source.setIn(steps, value);
    this.text = source.toString();
    this.expanded = setIn(this.expanded, steps, value);
  }

  removeAt(path) {
    const steps = parsePath(path);
    const source = parseDocument(this.text);
    source.deleteIn(steps);
    this.text = source.toString();
    this.expanded = changeIn(this.expanded, steps, () => undefined);
  }

  insertAt(listPath, index, value) {
    const list = [...(this.at(listPath) ?? [])];
    list.splice(index, 0, value);
    this.setAt(listPath, list);
  }

  moveItem(listPath, from, to) {
    this.setAt(listPath, movedItem(this.at(listPath), from, to));
  }

  yamlOf(path) {
    return JSON.stringify(this.at(path), null, 2);
  }

  setYaml(path, text) {
    this.setAt(path, parseDocument(text).toJS());
  }
}
