// Numbers in words and figures: percentages, intervals, counts, durations. Knows nothing about the page.

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A whole number with separators: 10,000. */
export const count = (value) => grouped.format(value);

/** A number with a fixed number of decimals and a real minus sign; -0.0 is 0.0. */
export function decimal(value, digits = 1) {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace('-', '−');
}

/** A mean without needless decimals: 3, 17.6, 0.04. */
export function amount(value) {
  if (Number.isInteger(value)) return count(value);
  return Math.abs(value) < 0.095 ? decimal(value, 2) : decimal(value, 1);
}

/** A share as a percentage without the sign: "72.4". What is not quite 0 or 100 never reads so. */
export function figure(share, digits = 1) {
  const text = decimal(100 * share, digits);
  if (share > 0 && Number(text) === 0) return `< ${digits ? '0.1' : '1'}`;
  if (share < 1 && Number(text) === 100) return `> ${digits ? '99.9' : '99'}`;
  return text;
}

/** A share as a percentage: "72.4 %". */
export const percent = (share, digits = 1) => `${figure(share, digits)} %`;

/** Half the width of an interval of shares, in percentage points. */
export const halfWidth = ({ low, high }) => 50 * (high - low);

/** Half the width of an interval of shares: "± 0.9". */
export function plusMinus(interval) {
  const half = halfWidth(interval);
  return `± ${decimal(half, half < 0.095 ? 2 : 1)}`;
}

/** An interval of shares: "71.5 to 73.3 %". */
export const range = ({ low, high }) => `${decimal(100 * low)} to ${decimal(100 * high)} %`;

/** A difference with its sign: "+3.1", "−0.4". */
export const signed = (value, digits = 1) => {
  const text = decimal(value, digits);
  return Number(text.replace('−', '-')) > 0 ? `+${text}` : text;
};

/** What one run of a report is called: a day if it has several encounters, otherwise a fight. */
export function unitOf(report, number = 1) {
  const word = report?.encounters?.length > 1 ? 'day' : 'fight';
  return number === 1 ? word : `${word}s`;
}

const FRACTIONS = [
  [1 / 100, 'one', 'in a hundred'], [1 / 50, 'one', 'in fifty'], [1 / 20, 'one', 'in twenty'], [1 / 10, 'one', 'in ten'],
  [1 / 6, 'one', 'in six'], [1 / 5, 'one', 'in five'], [1 / 4, 'one', 'in four'], [1 / 3, 'one', 'in three'],
  [2 / 5, 'two', 'in five'], [1 / 2, 'one', 'in two'], [3 / 5, 'three', 'in five'], [2 / 3, 'two', 'in three'],
  [3 / 4, 'three', 'in four'], [4 / 5, 'four', 'in five'], [5 / 6, 'five', 'in six'], [9 / 10, 'nine', 'in ten'],
  [19 / 20, 'nineteen', 'in twenty'], [49 / 50, 'forty-nine', 'in fifty'], [99 / 100, 'ninety-nine', 'in a hundred'],
];

/** A share in words: "Nearly three days in four". */
export function shareInWords(share, one = 'fight', many = `${one}s`) {
  if (share === 0) return `Not a single ${one}`;
  if (share === 1) return `Every single ${one}`;
  if (share < 0.0085) return `Fewer than one ${one} in a hundred`;
  if (share > 0.9915) return `All but a few ${many} in a thousand`;
  const [value, number, outOf] = FRACTIONS.reduce((best, next) =>
    (Math.abs(next[0] - share) < Math.abs(best[0] - share) ? next : best));
  const gap = share - value;
  const how = Math.abs(gap) < 0.006 ? 'About' : gap < 0 ? 'Nearly' : 'A little more than';
  if (value === 0.5) return `${how} half of all ${many}`;
  return `${how} ${number} ${number === 'one' ? one : many} ${outOf}`;
}

/** A duration in words: "about a second", "about 3 minutes". */
export function duration(seconds) {
  if (seconds < 1.5) return 'about a second';
  if (seconds < 10) return `about ${Math.round(seconds)} seconds`;
  if (seconds < 55) return `about ${5 * Math.round(seconds / 5)} seconds`;
  if (seconds < 90) return 'about a minute';
  if (seconds < 3300) return `about ${Math.round(seconds / 60)} minutes`;
  return seconds < 5400 ? 'about an hour' : `about ${Math.round(seconds / 3600)} hours`;
}

/** A pool's key as a label: SpellSlot_1 is "Slots, level 1", HitDie_8 "Hit dice, d8". */
export function poolLabel(key, known = []) {
  const found = known.find((one) => one.key === key);
  if (found) return found.label;
  const slot = /^SpellSlot_(\d+)$/.exec(key);
  if (slot) return `Slots, level ${slot[1]}`;
  const die = /^HitDie_(\d+)$/.exec(key);
  if (die) return `Hit dice, d${die[1]}`;
  return key.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
}
