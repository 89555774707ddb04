// The dialogs that answer prompts (list and order) or show the cards of a pile.
import { classes, html, useContext } from '../app/preact.js';
import { Card } from './card.js';
import { Dialog } from './dialog.js';
import { Explained } from './explanation.js';
import { CancelButton, ConfirmButton } from './question-bar.js';
import { playerZone, sharedZone, sidesOf, wireName, zoneTitle } from './state-queries.js';
import { TableContext } from './table-context.js';

function Footer({ table }) {
  const { question, isBusy } = table;
  return html`
    ${question.counter && html`<span class="counter">${question.counter}</span>`}
    <span class="spacer"></span>
    <${CancelButton} question=${question} isBusy=${isBusy} />
    <${ConfirmButton} question=${question} isBusy=${isBusy} />`;
}

const OWNERS = { player: 'your', self: 'your', opponent: "opponent's" };

/** Where a candidate is, for example "your graveyard". */
function placeText({ zone, owner, controller }, zones) {
  if (!zone) return '';
  const found = zones.find((one) => one.name === zone || one.wire === zone);
  return `${OWNERS[controller ?? owner] ?? ''} ${(found ? zoneTitle(found) : zone).toLowerCase()}`.trim();
}

/** The card of a candidate that is not on the board, or null if it is not a card. */
function cardOfCandidate(candidate, library) {
  const kind = candidate.cardKind;
  if (candidate.cardId === undefined && !kind) return null;
  const isInLibrary = library[kind] !== undefined;
  return { ...candidate, id: candidate.cardId, kind: isInLibrary ? kind : candidate.kind ?? candidate.name, name: isInLibrary ? kind : candidate.name };
}

/** The rules text of a candidate: its own, or that of the card it names. */
function textOf(candidate, { library }) {
  if (!candidate) return '';
  const name = candidate.cardKind ?? String(candidate.label ?? candidate.name ?? '').replace(/ \(.*\)$/, '');
  return candidate.text ?? library[name]?.text ?? Object.values(library).find((one) => one.name === name)?.text ?? '';
}

/** A candidate: a card, or a line of text. */
function Candidate({ choice, table }) {
  const { candidate } = choice;
  const visible = table.cards.get(choice.card);
  const isMine = ['player', 'self'].includes(candidate.controller ?? candidate.owner);
  const side = visible?.side ?? (isMine ? 'self' : 'opponent');
  const card = visible?.card ?? cardOfCandidate(candidate, table.library);
  if (!card) {
    return html`<${Explained} tag="button" type="button" class=${classes('choice line', choice.isPicked && 'is-picked')} data-nav data-testid=${choice.testId}
      title=${choice.label} text=${textOf(candidate, table)} disabled=${table.isBusy || choice.isFull} aria-pressed=${choice.isPicked} onClick=${choice.run}>${choice.label}<//>`;
  }
  return html`<div class="candidate"><${Card} card=${card} side=${side} zone=${candidate.zone} size="list" choice=${choice} />
    <span class="muted">${placeText(candidate, table.game.zones ?? [])}</span></div>`;
}

/** The candidates of a prompt that are not all on the board. */
export function ListDialog({ table }) {
  const { question, draft } = table;
  if (!question.list || draft.isMinimized.value) return null;
  const isPlain = question.list.every((choice) => choice.card === null && !choice.candidate.cardKind);
  return html`<${Dialog} key=${table.prompt.promptId} title=${question.title} testId="prompt-dialog"
      onMinimize=${() => { draft.isMinimized.value = true; }} footer=${(question.cancel || question.confirm) && html`<${Footer} table=${table} />`}>
    <div class=${isPlain ? 'lines' : 'candidates'}>
      ${question.list.map((choice) => html`<${Candidate} key=${choice.id} choice=${choice} table=${table} />`)}
    </div>
  <//>`;
}

/** Candidates to put in order, with buttons or with Alt and the arrow keys. */
export function OrderDialog({ table }) {
  const { question, draft, prompt } = table;
  if (!question.order || draft.isMinimized.value) return null;
  const onKey = (id) => (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    draft.move(id, by);
  };
  const last = question.order.length - 1;
  const byId = new Map(question.order.map((one) => [one.id, one]));
  return html`<${Dialog} key=${prompt.promptId} title=${prompt.title} testId="prompt-dialog"
      onMinimize=${() => { draft.isMinimized.value = true; }} footer=${html`<${Footer} table=${table} />`}>
    <ol class="order">
      ${question.order.map(({ id, label, name }, i) => html`<li key=${id} data-testid="candidate-${id}" onKeyDown=${onKey(id)}>
        <b>${i + 1}</b> <${Explained} class="order-name" title=${label ?? name} text=${textOf(byId.get(id), table)}>${label ?? name}<//>
        <button type="button" class="icon" aria-label="Move ${label ?? name} up" data-testid="up-${id}" disabled=${i === 0} onClick=${() => draft.move(id, -1)}>↑</button>
        <button type="button" class="icon" aria-label="Move ${label ?? name} down" data-testid="down-${id}" disabled=${i === last} onClick=${() => draft.move(id, 1)}>↓</button>
      </li>`)}
    </ol>
    <p class="muted">Number 1 comes first. Alt with an arrow key moves the focused line.</p>
  <//>`;
}

/** The visible cards of a pile. Cards with options can be clicked here. */
export function PileDialog({ table }) {
  const { openPile } = useContext(TableContext);
  const pile = table.draft.pile.value;
  if (!pile) return null;
  const player = sidesOf(table.state).find(({ side }) => side === pile.side)?.player;
  const name = wireName(pile.zone);
  const { cards } = player ? playerZone(player, name) : sharedZone(table.state, pile.zone);
  const label = zoneTitle(pile.zone);
  return html`<${Dialog} title=${`${player?.name ?? 'Shared'}: ${label.toLowerCase()}, ${cards.length}`} testId="pile-dialog" onClose=${() => openPile(null)}>
    <div class="candidates">
      ${[...cards].reverse().map((card, i) => html`<div class="candidate" key=${card.id ?? i}>
        <${Card} card=${card} side=${pile.side} zone=${name} index=${cards.length - 1 - i} size="list" isFirst=${i === 0} /></div>`)}
      ${!cards.length && html`<p class="muted">No cards.</p>`}
    </div>
  <//>`;
}
