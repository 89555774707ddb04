// How sides look: colour, line, marker and pattern, so that no side is told by colour alone.

const LOOKS = [
  { tone: 'yours', marker: 'circle', dash: [] },
  { tone: 'theirs', marker: 'diamond', dash: [7, 4] },
  { tone: 'accent', marker: 'square', dash: [2, 3] },
  { tone: 'warning', marker: 'triangle', dash: [10, 3, 2, 3] },
];

/** The look of a side of a report by its name: its place in the first encounter that it takes part in. */
export function lookOf(report, side) {
  const encounter = report.encounters.find((one) => one.sides.includes(side));
  const place = encounter ? encounter.sides.indexOf(side) : report.sides.findIndex((one) => one.name === side);
  return LOOKS[Math.max(0, place) % LOOKS.length];
}
