// What is on the screen now, in words: the question, the phase, the zones and the marks.
import { html } from '../app/preact.js';
import { humanize, plural } from '../app/text.js';
import { playerZone, playersOf, sharedZone, wireName, zoneTitle } from '../table/state-queries.js';

const VISIBILITY = { hidden: 'Nobody sees these cards.', owner: 'Only their owner sees these cards.', public: 'Everybody sees these cards.' };

/** The phase and step of a state with their meaning: [{title, text}]. */
function placesOf({ state, game, rulebook }) {
  const { segment, phase, step } = state.place ?? {};
  const known = rulebook?.phases ?? {};
  const found = [];
  if (phase ?? state.phase) found.push({ title: humanize(phase ?? state.phase), text: known[phase ?? state.phase] ?? '' });
  else if (segment) found.push({ title: humanize(segment), text: known[segment] ?? '' });
  if (step) found.push({ title: humanize(step), text: known[`${phase}/${step}`] ?? '' });
  const steps = game.phases?.find(({ name }) => name === phase)?.steps ?? [];
  if (!found.at(-1)?.text && steps.length) found.at(-1).text = `A step of ${humanize(phase).toLowerCase()}: ${steps.map((one) => humanize(one).toLowerCase()).join(', ')}.`;
  return found;
}

/** The zones that have cards now, with their meaning: [{title, text}]. */
function zonesOf({ state, game, rulebook }) {
  const known = rulebook?.zones ?? {};
  return (game.zones ?? []).flatMap((zone) => {
    const counts = zone.shared ? [sharedZone(state, zone)?.count ?? 0] : playersOf(state.players).map((player) => playerZone(player, wireName(zone)).count);
    const count = counts.reduce((sum, one) => sum + one, 0);
    return count ? [{ title: zoneTitle(zone), count, text: known[zone.name] ?? VISIBILITY[zone.visible] ?? '' }] : [];
  });
}

const MARKS = [
  ['able', 'A highlighted card can be used now. Click it to see how.'],
  ['target', 'A card with a target can be chosen for the question below.'],
  ['picked', 'A picked card is chosen. Click it again to take it back.'],
];

const Mark = ({ kind }) => html`<svg class="mark-sample" viewBox="0 0 24 32" aria-hidden="true"><rect x="2" y="2" width="20" height="28" rx="3" class="pic-card mark-${kind}" />
  ${kind === 'target' && html`<circle cx="12" cy="16" r="5" class="pic-line" />`}${kind === 'picked' && html`<path d="M7 16 L11 21 L18 11" class="pic-line" />`}</svg>`;

const Terms = ({ terms }) => html`<dl class="terms">${terms.map(({ title, text, count }) => html`<div key=${title}>
  <dt>${title}${count !== undefined && html` <span class="muted">${plural(count, 'card')}</span>`}</dt><dd>${text}</dd></div>`)}</dl>`;

/** What is on the table now, and what it means. */
export function OnScreen({ table, rulebook }) {
  const { state, question, match } = table;
  const facts = { state, game: table.game, rulebook };
  const places = placesOf(facts);
  const zones = zonesOf(facts);
  const active = playersOf(state.players).find(({ id }) => id === (state.turn ?? state.currentPlayer));
  const passed = playersOf(state.players).filter(({ id }) => state.passed?.includes(id)).map(({ name, id }) => name || id);
  return html`<div class="on-screen" data-testid="on-screen">
    <section><h3>Now</h3>
      <p><b>${question.title}</b></p>
      ${active && !state.result && html`<p>${active.id === match?.youAre ? 'It is your turn.' : `It is the turn of ${active.name || active.id}.`}
        ${passed.length > 0 && ` ${passed.join(' and ')} passed; when everybody passes, it goes on.`}</p>`}
      ${places.length > 0 && html`<${Terms} terms=${places} />`}
    </section>
    <section><h3>Marks</h3><dl class="terms">${MARKS.map(([kind, text]) => html`<div key=${kind}><dt><${Mark} kind=${kind} /></dt><dd>${text}</dd></div>`)}</dl></section>
    ${zones.length > 0 && html`<section><h3>Places on the table</h3><${Terms} terms=${zones} /></section>`}
  </div>`;
}
