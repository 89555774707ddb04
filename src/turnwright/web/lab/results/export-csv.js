// A report as CSV: several tables in one file, each under a line with its name, separated by empty lines.
import { poolLabel } from './numbers.js';

const cell = (value) => {
  const text = String(value ?? '');
  // A leading =, +, - or @ would be a formula in a spreadsheet; numbers are left alone.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const table = (title, columns, rows) => [[title], columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');

const interval = ({ value, low, high }) => [value, low, high];

/** All tables of a report. */
export function toCsv(report) {
  const pools = [...new Set(report.combatants.flatMap((one) => Object.keys(one.resources)))];
  return [
    table('Encounter', ['name', 'runs', 'seed', 'draw', 'capped'], [[report.name, report.runs, report.seed, report.draw.value, report.capped.value]]),
    table('Sides', ['side', 'win', 'win low', 'win high', 'size', 'survivors', 'anybody dies', 'everybody dies'], report.sides.map((one) => [
      one.name, ...interval(one.win), one.size, one.survivors.mean.value, one.anybody_dies?.value, one.everybody_dies?.value])),
    table('Encounters', ['number', 'encounter', 'side', 'reached', 'win', 'win low', 'win high', 'deaths'], report.encounters.flatMap((one, number) =>
      one.sides.map((side, place) => [number + 1, one.name, side, one.reached.value, ...interval(one.wins[place]), one.deaths?.[place]?.value]))),
    table('Combatants', ['combatant', 'kind', 'side', 'maximum hp', 'hp', 'hp low', 'hp high', 'standing', 'down', 'dead', ...pools.map((key) => `${poolLabel(key)} left`)],
      report.combatants.map((one) => [one.name, one.kind, one.side, one.max_hp, ...interval(one.hp.mean), one.up.value, one.down.value, one.dead.value,
        ...pools.map((key) => one.resources[key]?.mean.value)])),
    table('Actions', ['combatant', 'side', 'action', 'uses', 'damage', 'damage low', 'damage high', 'damage per use', 'share of the side'],
      report.actions.map((one) => [one.combatant, one.side, one.action, one.uses.value, ...interval(one.damage), one.damage_per_use, one.share])),
    table('Rounds', ['rounds', 'runs'], Object.entries(report.rounds_distribution)),
    table('Hit points by round, percent', ['encounter', 'side', 'round', 'share still fighting', 'p5', 'p25', 'p50', 'p75', 'p95'], report.courses.flatMap(({ encounter, side, bands }) =>
      bands.map((one) => [encounter + 1, side, one.round, one.fighting, one.p5, one.p25, one.p50, one.p75, one.p95]))),
    table('First falls', ['combatant', 'encounter', 'round', 'runs'], report.combatants.flatMap((one) => (one.falls ?? []).flatMap((falls, encounter) =>
      Object.entries(falls).map(([round, runs]) => [one.name, encounter + 1, round, runs])))),
  ].join('\r\n\r\n') + '\r\n';
}
