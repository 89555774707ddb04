// What just happened in a run, shown where it happened: arrows from breakers to ice and from ice to the grip, and
// words that rise from ice, hands and points.
import { useLayoutEffect, useRef } from '../../app/preact.js';
import { plural } from '../../app/text.js';
import { isMotionReduced } from '../../app/preferences.js';
import { drawArrow } from '../../table/event-line.js';
import { floatNumber } from '../../table/floating-numbers.js';
import { sidesOf } from '../../table/state-queries.js';
import { pointsOf } from './words.js';

const cardElement = (id) => document.querySelector(`main [data-card="${id}"]`);
const statElement = (name, side) => document.querySelector(`[data-testid="${name}-${side}"]`);
const iceOf = (state) => (state.table?.layout ?? []).flatMap(({ ices, root }) => [...ices, ...root]);
const boxOf = (element) => element?.getBoundingClientRect();

/** The breaker that the new lines of the log name, as the element of its card. */
function breakerIn(lines, table) {
  const found = (table.state.table.runView?.breakers ?? []).find(({ title }) => lines.some((text) => text.includes(title)));
  return found && cardElement(found.id);
}

function arrow(from, to) {
  if (from && to) drawArrow(boxOf(from), boxOf(to));
}

/** Show the differences between the last state and this one. */
function show(before, table) {
  const { state } = table;
  const lines = (state.log ?? []).filter(({ n }) => n > (before.log?.at(-1)?.n ?? -1)).map(({ text }) => text);
  const known = new Map(iceOf(before).map((slot) => [slot.id, slot]));
  for (const slot of iceOf(state)) {
    const was = known.get(slot.id);
    if (was && slot.isRezzed && !was.isRezzed) floatNumber(cardElement(slot.id), 'rezzed', 'info');
  }
  const [was, now] = [before.table?.runView?.ice, state.table?.runView?.ice];
  if (was && now && was.id === now.id) {
    const broken = now.subs.filter(({ broken: isBroken }, i) => isBroken && !was.subs[i]?.broken).length;
    if (broken) {
      arrow(breakerIn(lines, table), cardElement(now.id));
      floatNumber(cardElement(now.id), `${broken} broken`, 'heal');
    }
  }
  const players = new Map(sidesOf(before).map(({ player }) => [player.id, player]));
  for (const { side, player } of sidesOf(state)) {
    const old = players.get(player.id);
    if (!old) continue;
    const lost = old.handCount - player.handCount;
    const damage = lines.some((text) => /\b(net|meat|core) damage/.test(text));
    if (player.side === 'Runner' && damage && lost > 0) {
      if (was) arrow(cardElement(was.id), statElement('hand', side));
      floatNumber(statElement('hand', side), `−${plural(lost, 'card')}`, 'damage');
    }
    const gained = pointsOf(player)[0] - pointsOf(old)[0];
    if (gained > 0) floatNumber(statElement('points', side), `+${plural(gained, 'point')}`, 'gain');
  }
}

/** Let what happened be seen. Nothing moves while animation is off: the log says the same. */
export function useRunEffects(table) {
  const last = useRef(null);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = table.state;
    if (before && before.stateVersion < table.state.stateVersion && !isMotionReduced()) show(before, table);
  }, [table.state]);
}
