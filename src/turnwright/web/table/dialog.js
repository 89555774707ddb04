// Dialogs over the table. They can be dragged by their title.
import { classes, html, useLayoutEffect, useRef, useState } from '../app/preact.js';
import { hidePreview } from './card-preview.js';

/** A dialog. `onMinimize` hides it to show the board, `onClose` closes it; a modal dialog keeps the focus. */
export function Dialog({ title, testId, onMinimize, onClose, children, footer, isModal = false }) {
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const ref = useRef(null);
  const dragStart = useRef(null);
  useLayoutEffect(() => { // at once: the next key must reach the dialog
    const before = document.activeElement;
    hidePreview();
    (ref.current.querySelector('[autofocus], .dialog-body button:not(:disabled), footer button') ?? ref.current).focus();
    return () => before?.isConnected && before.focus?.();
  }, []);
  const onPointerDown = (event) => {
    if (event.target.closest('button')) return;
    dragStart.current = { x: event.clientX - offset.x, y: event.clientY - offset.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event) => {
    if (dragStart.current) setOffset({ x: event.clientX - dragStart.current.x, y: event.clientY - dragStart.current.y });
  };
  const onKeyDown = (event) => {
    if (event.key === 'Escape' && onClose) {
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Tab' && isModal) {
      const stops = [...ref.current.querySelectorAll('button:not(:disabled), a, input:not([hidden]):not(:disabled), select, textarea')]
        .filter((one) => one.type !== 'radio' || one.checked);
      const next = stops[(stops.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
      event.preventDefault();
      next?.focus();
    }
  };
  return html`<div class=${classes('dialog-frame', isModal && 'is-modal')} onKeyDown=${onKeyDown}>
    <section class="dialog" role="dialog" aria-modal=${isModal} aria-label=${title} data-testid=${testId} ref=${ref} tabIndex=${-1}
        style=${{ transform: `translate(${offset.x}px, ${offset.y}px)` }}>
      <div class="dialog-head" onPointerDown=${onPointerDown} onPointerMove=${onPointerMove} onPointerUp=${() => { dragStart.current = null; }}>
        <h2>${title}</h2>
        ${onMinimize && html`<button type="button" class="quiet" data-testid="prompt-minimize" onClick=${onMinimize}>Show the board</button>`}
        ${onClose && html`<button type="button" class="icon" aria-label="Close" data-testid="${testId}-close" onClick=${onClose}>✕</button>`}
      </div>
      <div class="dialog-body">${children}</div>
      ${footer && html`<footer class="dialog-foot">${footer}</footer>`}
    </section>
  </div>`;
}

/** A modal yes-or-no question of the page itself, such as before resigning. */
export function ConfirmDialog({ text, note, action, onYes, onNo }) {
  return html`<${Dialog} title=${text} testId="confirm-dialog" isModal=${true} onClose=${onNo} footer=${html`
      <span class="spacer"></span>
      <button type="button" class="choice is-quiet" data-testid="confirm-no" onClick=${onNo}>No</button>
      <button type="button" class="choice is-danger" data-testid="confirm-yes" onClick=${onYes}>${action}</button>`}>
    <p>${note}</p>
  <//>`;
}
