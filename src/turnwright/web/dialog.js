// Dialogs over the table: they can be dragged by their title and put away to look at the board.
import { classes, html, useContext, useEffect, useRef, useState } from './lib.js';
import { Card, hidePeek, TableContext } from './card.js';
import { contents, inZone, sidesOf, wireName, zoneTitle } from './model.js';
import { Confirm } from './prompts.js';

/** A window over the board. `onAside` puts it away, `onClose` ends it. */
export function Floating({ title, testId, onAside, onClose, children, footer, isModal = false }) {
  const [moved, setMoved] = useState({ x: 0, y: 0 });
  const ref = useRef(null);
  const grip = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    hidePeek();
    (ref.current.querySelector('[autofocus], .dialog-body button:not(:disabled), footer button') ?? ref.current).focus();
    return () => before?.isConnected && before.focus?.();
  }, []);
  const onPointerDown = (event) => {
    if (event.target.closest('button')) return;
    grip.current = { x: event.clientX - moved.x, y: event.clientY - moved.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event) => {
    if (grip.current) setMoved({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y });
  };
  const onKeyDown = (event) => {
    if (event.key === 'Escape' && onClose) {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Tab' && isModal) {
      const stops = [...ref.current.querySelectorAll('button:not(:disabled), a')];
      const next = stops[(stops.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
      event.preventDefault();
      next?.focus();
    }
  };
  return html`<div class=${classes('dialog-frame', isModal && 'is-modal')} onKeyDown=${onKeyDown}>
    <section class="dialog" role="dialog" aria-modal=${isModal} aria-label=${title} data-testid=${testId} ref=${ref} tabIndex=${-1}
        style=${{ transform: `translate(${moved.x}px, ${moved.y}px)` }}>
      <header class="dialog-head" onPointerDown=${onPointerDown} onPointerMove=${onPointerMove} onPointerUp=${() => { grip.current = null; }}>
        <h2>${title}</h2>
        ${onAside && html`<button type="button" class="quiet" data-testid="prompt-aside" onClick=${onAside}>Look at the board</button>`}
        ${onClose && html`<button type="button" class="icon" aria-label="Close" data-testid="${testId}-close" onClick=${onClose}>✕</button>`}
      </header>
      <div class="dialog-body">${children}</div>
      ${footer && html`<footer class="dialog-foot">${footer}</footer>`}
    </section>
  </div>`;
}

function Footer({ table }) {
  const { question, isBusy } = table;
  return html`
    ${question.counter && html`<span class="counter">${question.counter}</span>`}
    <span class="spacer"></span>
    ${question.cancel && question.cancelLabel !== '' && html`<button type="button" class="choice is-quiet" data-testid="prompt-cancel" disabled=${isBusy}
      onClick=${question.cancel}><kbd aria-hidden="true">Esc</kbd><span>${question.cancelLabel ?? 'Cancel'}</span></button>`}
    ${question.confirm && html`<${Confirm} question=${question} isBusy=${isBusy} />`}`;
}

const WHERE = { player: 'your', self: 'your', opponent: "opponent's" };

function placeText({ zone, owner, controller }, zones) {
  if (!zone) return '';
  const found = zones.find((one) => one.name === zone || one.wire === zone);
  return `${WHERE[controller ?? owner] ?? ''} ${(found ? zoneTitle(found) : zone).toLowerCase()}`.trim();
}

/** A candidate: as a card if it is one, otherwise as a line. */
function Candidate({ choice, table }) {
  const { candidate } = choice;
  const known = table.known.get(choice.card);
  const isMine = ['player', 'self'].includes(candidate.controller ?? candidate.owner);
  const side = known?.side ?? (isMine ? 'self' : 'opponent');
  const kind = candidate.cardKind;
  const isKind = table.library[kind] !== undefined;
  const card = known?.card ?? (candidate.cardId !== undefined || kind
    ? { ...candidate, id: candidate.cardId, kind: isKind ? kind : candidate.kind ?? candidate.name, name: isKind ? kind : candidate.name } : null);
  if (!card) {
    return html`<button type="button" class=${classes('choice line', choice.isPicked && 'is-picked')} data-nav data-testid=${choice.testId}
      disabled=${table.isBusy || choice.isFull} aria-pressed=${choice.isPicked} onClick=${choice.run}>${choice.label}</button>`;
  }
  return html`<div class="candidate"><${Card} card=${card} side=${side} zone=${candidate.zone} size="list" choice=${choice} />
    <span class="muted">${placeText(candidate, table.game.zones ?? [])}</span></div>`;
}

/** The list of a prompt whose candidates are not (all) on the board. */
export function ListDialog({ table }) {
  const { question, desk } = table;
  if (!question.list || desk.isAside.value) return null;
  const isPlain = question.list.every((choice) => choice.card === null && !choice.candidate.cardKind);
  return html`<${Floating} key=${table.prompt.promptId} title=${question.title} testId="prompt-dialog"
      onAside=${() => { desk.isAside.value = true; }} footer=${(question.cancel || question.confirm) && html`<${Footer} table=${table} />`}>
    <div class=${isPlain ? 'lines' : 'candidates'}>
      ${question.list.map((choice) => html`<${Candidate} key=${choice.id} choice=${choice} table=${table} />`)}
    </div>
  <//>`;
}

/** Candidates to be put in order with buttons, or with the arrow keys on a line. */
export function OrderDialog({ table }) {
  const { question, desk, prompt } = table;
  if (!question.order || desk.isAside.value) return null;
  const onKey = (id) => (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    desk.move(id, by);
  };
  const last = question.order.length - 1;
  return html`<${Floating} key=${prompt.promptId} title=${prompt.title} testId="prompt-dialog"
      onAside=${() => { desk.isAside.value = true; }} footer=${html`<${Footer} table=${table} />`}>
    <ol class="order">
      ${question.order.map(({ id, label, name }, i) => html`<li key=${id} data-testid="candidate-${id}" onKeyDown=${onKey(id)}>
        <b>${i + 1}</b> <span>${label ?? name}</span>
        <button type="button" class="icon" aria-label="Move ${label ?? name} up" data-testid="up-${id}" disabled=${i === 0} onClick=${() => desk.move(id, -1)}>↑</button>
        <button type="button" class="icon" aria-label="Move ${label ?? name} down" data-testid="down-${id}" disabled=${i === last} onClick=${() => desk.move(id, 1)}>↓</button>
      </li>`)}
    </ol>
    <p class="muted">The first comes first. Alt with the arrow keys moves the line, too.</p>
  <//>`;
}

/** The cards of a pile; those that can do something can be clicked here. */
export function PileDialog({ table }) {
  const { openPile } = useContext(TableContext);
  const pile = table.desk.pile.value;
  if (!pile) return null;
  const player = sidesOf(table.state).find(({ side }) => side === pile.side)?.player;
  const name = wireName(pile.zone);
  const { cards } = player ? inZone(player, name) : contents(table.state.zones?.[name]);
  const label = zoneTitle(pile.zone);
  return html`<${Floating} title=${`${player?.name ?? 'Shared'}: ${label.toLowerCase()}, ${cards.length}`} testId="pile-dialog" onClose=${() => openPile(null)}>
    <div class="candidates">
      ${[...cards].reverse().map((card, i) => html`<div class="candidate" key=${card.id ?? i}>
        <${Card} card=${card} side=${pile.side} zone=${name} index=${cards.length - 1 - i} size="list" isFirst=${i === 0} /></div>`)}
      ${!cards.length && html`<p class="muted">It is empty.</p>`}
    </div>
  <//>`;
}

/** A question of our own: are you sure? */
export function Sure({ text, note, action, onYes, onNo }) {
  return html`<${Floating} title=${text} testId="sure" isModal=${true} onClose=${onNo} footer=${html`
      <span class="spacer"></span>
      <button type="button" class="choice is-quiet" data-testid="sure-no" onClick=${onNo}>No</button>
      <button type="button" class="choice is-danger" data-testid="sure-yes" onClick=${onYes}>${action}</button>`}>
    <p>${note}</p>
  <//>`;
}
