// The log of a game, line by line.
import { classes, html, useLayoutEffect, useRef } from '../app/preact.js';
import { humanize } from '../app/text.js';

/** Props for a scrolling list that stays at its end while the reader is there. */
export function useStickyScroll(length, isShown) {
  const ref = useRef(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current && ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [length, isShown]);
  const onScroll = ({ currentTarget: list }) => {
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
  };
  return { ref, onScroll };
}

const sideOf = (seat, me) => (!seat ? 'neutral' : seat === me ? 'self' : 'opponent');

/** The text of a line after a player's name: " draws 2", but ": End the turn". Move names are humanized. */
function textAfterName(text) {
  const plain = String(text).replace(/^[a-z]+(?:[A-Z][a-z]*|_[a-z]+)+(?=\s|$)/, humanize);
  return /^[a-z(]/.test(plain) ? ` ${plain}` : `: ${plain}`;
}

/** The log; `names` are the players by seat id, `me` is the viewer's seat id. */
export function Log({ lines, names, me, isShown }) {
  const scroll = useStickyScroll(lines.length, isShown);
  return html`<section class="log" aria-label="Log">
    <h2>Log</h2>
    <ol class="log-lines" role="log" aria-live="off" data-testid="log" tabIndex=${0} ...${scroll}>
      ${lines.map(({ n, who, text }) => {
        const isTurn = /^begins turn/.test(text);
        return html`<li key=${n} class=${classes('log-line', `of-${sideOf(who, me)}`, isTurn && 'is-turn')}>
          ${who ? html`<b>${names[who] ?? who}</b><span>${textAfterName(text)}</span>` : html`<span>${text}</span>`}</li>`;
      })}
      ${!lines.length && html`<li class="muted">Nothing has happened yet.</li>`}
    </ol>
  </section>`;
}
