// Values as YAML or JSON text, written so that the server reads the same values back.
// The server follows JSON and YAML 1.2: `on` is a word, `5` a number, `"5"` text.

const CONSTANTS = { '': null, '~': null, null: null, Null: null, NULL: null, true: true, True: true, TRUE: true, false: false, False: false, FALSE: false };
const WHOLE = /^[-+]?[0-9]{1,18}$/;
const FRACTION = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,2})?$/;
const PLAIN = /^[^\s\-?:,[\]{}#&*!|>'"%@`=]|^[-?:][^\s,[\]{}]/;
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]/;

/** The value of a scalar without quotes. */
export function scalarValue(word) {
  if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word];
  return WHOLE.test(word) || (word.length < 40 && FRACTION.test(word)) ? Number(word) : word;
}

const escaped = (text) => JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A scalar as YAML. */
export function writeScalar(value, { isFlow = false, isJson = false } = {}) {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error('A number is too large.');
    return String(Object.is(value, -0) ? 0 : value);
  }
  if (typeof value !== 'string') return String(value);
  if (isJson) return escaped(value);
  const isPlain = PLAIN.test(value) && typeof scalarValue(value) === 'string' && value.trim() === value && !UNPRINTABLE.test(value)
    && !/: |:$| #/.test(value) && !value.startsWith('---') && !value.startsWith('...') && !(isFlow && /[,[\]{}]|:[,[\]{}]?$/.test(value));
  return isPlain ? value : escaped(value);
}

const isCollection = (value) => typeof value === 'object' && value !== null;
const isEmpty = (value) => !Object.keys(value).length;

/** A value in one line: `{use: Goblin, count: 2}`. */
export function writeFlow(value, options = {}) {
  const inner = { ...options, isFlow: true };
  if (Array.isArray(value)) return `[${value.map((one) => writeFlow(one, inner)).join(', ')}]`;
  if (!isCollection(value)) return writeScalar(value, inner);
  return `{${Object.entries(value).filter(([, one]) => one !== undefined).map(([key, one]) => `${writeScalar(key, inner)}: ${writeFlow(one, inner)}`).join(', ')}}`;
}

const depthOf = (value) => (isCollection(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0);
const LINE = 88;

/** Is a value short enough for one line at this indentation? */
export function fitsLine(value, indent) {
  if (!isCollection(value) || isEmpty(value)) return true;
  return depthOf(value) <= 3 && indent + writeFlow(value).length <= LINE;
}

/** A value as lines after a key or a dash: its first line, and the others with their indentation. `indent` is that of the value's own lines. */
export function writeBlock(value, indent) {
  if (fitsLine(value, indent)) return isCollection(value) ? writeFlow(value) : writeScalar(value);
  const pad = ' '.repeat(indent);
  if (Array.isArray(value)) return value.map((one) => `- ${writeBlock(one, indent + 2)}`).join(`\n${pad}`);
  return Object.entries(value).filter(([, one]) => one !== undefined).map(([key, one]) => `${writeScalar(key)}:${writeAfterKey(one, indent)}`).join(`\n${pad}`);
}

/** A value after `key:` whose line has this indentation, with the space or line break before it. */
export function writeAfterKey(value, indent) {
  if (fitsLine(value, indent + 8)) return ` ${isCollection(value) ? writeFlow(value) : writeScalar(value)}`;
  return `\n${' '.repeat(indent + 2)}${writeBlock(value, indent + 2)}`;
}

/** A whole value as YAML text that ends with a line break. */
export const writeYaml = (value) => `${writeBlock(value, 0)}\n`;
