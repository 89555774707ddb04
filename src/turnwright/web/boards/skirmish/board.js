// The board of a skirmish: the order of initiative, both sides with hit points, statuses and resources, what can be done now,
// and what has happened since the last choice.
import { classes, html } from '../../app/preact.js';
import { SeatBar } from '../../table/seat-bar.js';
import { seatNumber, sidesOf } from '../../table/state-queries.js';

export const styles = ['skirmish.css'];

const WITHOUT_ACTION = ['end_turn', 'decline'];
const STATES = { down: 'Down', stable: 'Down, stable', dead: 'Dead', absent: 'Not here yet' };

/** The moves that use an action are on the board, those that end a turn or let something pass are in the bar. */
export function refineQuestion(question, table) {
  if (question.kind !== 'move') return question;
  const isAction = ({ id }) => !WITHOUT_ACTION.includes(id);
  return {
    ...question, title: table.state.table.question, buttons: question.buttons.filter((choice) => !isAction(choice)),
    actions: question.buttons.filter(isAction),
  };
}

const share = ({ hp, max_hp: max }) => (max ? Math.max(0, Math.min(100, (100 * hp) / max)) : 0);
const amount = (number) => Math.round(100 * number) / 100;

function Health({ one }) {
  const part = share(one);
  return html`<span class=${classes('fight-health', part <= 25 && 'is-low', part > 25 && part <= 50 && 'is-half')}>
    <span class="fight-bar" aria-hidden="true"><i style=${{ width: `${part}%` }}></i></span>
    <span class="fight-hp">${one.hp} / ${one.max_hp}${one.temp > 0 && ` + ${one.temp}`}</span></span>`;
}

/** What a combatant has left. Hit dice are for rests. */
function Resources({ pools }) {
  const shown = pools.filter(({ name, most }) => most > 0 && !name.startsWith('HitDie_'));
  if (!shown.length) return null;
  return html`<ul class="fight-pools" aria-label="Resources">${shown.map(({ name, label, left, most }) => html`<li key=${name} class=${classes(!left && 'is-spent')}>
    ${label} <b>${amount(left)}</b>${most > 1 && html`<span class="muted"> of ${amount(most)}</span>`}</li>`)}</ul>`;
}

function Combatant({ one, mySeat, isAsked }) {
  const statuses = one.statuses.map(({ name, turns }) => (turns ? `${name} (${turns})` : name));
  if (one.concentration) statuses.push(`Concentrating on ${one.concentration}`);
  return html`<li class=${classes('fighter', `is-${one.state}`, one.is_active && 'is-active', isAsked && 'is-asked', one.seat >= 0 && one.seat === mySeat && 'is-mine')}
      data-testid="fighter-${one.name}" aria-current=${one.is_active ? 'true' : undefined}>
    <div class="fighter-head"><b class="fighter-name">${one.name}</b><span class="muted">AC ${one.ac}</span>
      ${STATES[one.state] && html`<span class="tag">${STATES[one.state]}</span>`}<${Health} one=${one} /></div>
    ${statuses.length > 0 && html`<ul class="fight-statuses" aria-label="Statuses">${statuses.map((text) => html`<li key=${text} class="tag">${text}</li>`)}</ul>`}
    ${one.seat >= 0 && one.state !== 'dead' && html`<${Resources} pools=${one.pools} />`}
  </li>`;
}

function Side({ name, members, mySeat, actor }) {
  const hp = members.reduce((sum, one) => sum + one.hp, 0);
  return html`<section class=${classes('fight-side', members.some(({ seat }) => seat === mySeat && seat >= 0) ? 'of-self' : 'of-opponent')} aria-label=${name} data-testid="fight-side-${name}">
    <h2 class="fight-title">${name} <span class="muted">${hp} hit points</span></h2>
    <ul class="fighters">${members.map((one) => html`<${Combatant} key=${one.name} one=${one} mySeat=${mySeat} isAsked=${one.name === actor} />`)}</ul>
  </section>`;
}

/** An action with the targets that it can be aimed at, each a button. */
function Action({ offered, choices, isBusy }) {
  const [first] = choices;
  const isAimed = choices.length > 1 || (offered.targets.length === 1 && offered.targets[0]);
  return html`<li class="fight-action" data-testid="fight-action-${offered.id}">
    <p class="fight-action-text"><b>${offered.id}</b> <span class="muted">${offered.text}</span></p>
    <div class="fight-targets">${isAimed
      ? choices.map((choice, i) => html`<button type="button" key=${choice.id} class=${classes('choice', i === 0 && 'is-primary')} data-nav data-testid=${choice.testId} disabled=${isBusy}
          aria-label=${choice.label} onClick=${choice.run}>${offered.targets[i] || 'As listed'}</button>`)
      : html`<button type="button" class="choice is-primary" data-nav data-testid=${first.testId} disabled=${isBusy} aria-label=${first.label} onClick=${first.run}>
          ${offered.count > 1 ? 'Choose targets' : 'Use'}</button>`}</div>
  </li>`;
}

/** What can be done now. Two entries may have names that begin alike, so that the choices are told apart by the whole id. */
function Actions({ table }) {
  const { question, state, isBusy } = table;
  const choices = question.actions ?? [];
  if (!choices.length) return null;
  const entries = state.table.offered.map((offered) => {
    const ids = offered.count > 1 ? [''] : offered.targets;
    const own = ids.map((target) => choices.find(({ id }) => id === `act:${offered.id}:${target}` || id === `react:${offered.id}:${target}`)).filter(Boolean);
    return { offered, own };
  });
  return html`<section class="fight-actions" aria-label="What you can do" data-testid="fight-actions">
    <ul>${entries.map(({ offered, own }) => own.length > 0 && html`<${Action} key=${offered.id} offered=${offered} choices=${own} isBusy=${isBusy} />`)}</ul></section>`;
}

function News({ lines }) {
  if (!lines.length) return null;
  return html`<section class="fight-news" aria-label="What has happened" data-testid="fight-news"><h2 class="fight-title">What has happened</h2>
    <ol>${lines.map((line, i) => html`<li key=${i}>${line.replace(/^== (.*) ==$/, '$1')}</li>`)}</ol></section>`;
}

/** The board of a skirmish. */
export function Board({ table }) {
  const { combatants, actor, encounter, round, news } = table.state.table;
  const sides = new Map();
  for (const one of combatants) sides.set(one.side, [...(sides.get(one.side) ?? []), one]);
  const you = table.match?.youAre ? seatNumber({ id: table.match.youAre }) : -1;
  const mySeat = Number.isFinite(you) ? you : -1;
  const isMine = ([, members]) => members.some(({ seat }) => seat === mySeat && seat >= 0);
  const ownFirst = [...sides].sort((a, b) => isMine(b) - isMine(a));
  const seats = sidesOf(table.state);
  return html`<div class="board board-skirmish" data-testid="board">
    ${seats.length > 1 && seats.map(({ side, player }) => html`<${SeatBar} key=${side} player=${player} side=${side} table=${table} />`)}
    <header class="fight-head"><h1>${encounter}</h1><span class="muted" data-testid="fight-round">${round ? `Round ${round}` : 'Before the fight'}</span>
      <ol class="fight-order" aria-label="Initiative">${combatants.map((one) => html`<li key=${one.name} class=${classes(one.is_active && 'is-active', one.hp <= 0 && 'is-out')}>
        ${one.name} <span class="muted">${one.initiative}</span></li>`)}</ol></header>
    <div class="fight-sides">${ownFirst.map(([name, members]) => html`<${Side} key=${name} name=${name} members=${members} mySeat=${mySeat} actor=${actor} />`)}</div>
    <${Actions} table=${table} />
    <${News} lines=${news} />
  </div>`;
}
