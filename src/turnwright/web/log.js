// What has happened, line by line, and what people say to each other.
import { classes, html, told, useLayoutEffect, useRef, useState } from './lib.js';

/** Keeps a list at its end as long as the reader is there. */
function useEnd(length, isShown) {
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

export function Log({ lines, names, me, isShown }) {
  const end = useEnd(lines.length, isShown);
  return html`<section class="log" aria-label="Log">
    <h2>Log</h2>
    <ol class="log-lines" role="log" aria-live="off" data-testid="log" tabIndex=${0} ...${end}>
      ${lines.map(({ n, who, text }) => {
        const isTurn = /^begins turn/.test(text);
        return html`<li key=${n} class=${classes('log-line', `of-${sideOf(who, me)}`, isTurn && 'is-turn')}>
          ${who ? html`<b>${names[who] ?? who}</b><span>${told(text)}</span>` : html`<span>${text}</span>`}</li>`;
      })}
      ${!lines.length && html`<li class="muted">Nothing has happened yet.</li>`}
    </ol>
  </section>`;
}

export function Chat({ lines, onSay }) {
  const [text, setText] = useState('');
  const end = useEnd(lines.length);
  const send = (event) => {
    event.preventDefault();
    if (text.trim() && onSay(text.trim()) !== false) setText('');
  };
  return html`<section class="chat" aria-label="Chat">
    <h2>Chat</h2>
    <ol class="log-lines" role="log" aria-live="polite" data-testid="chat" ...${end}>
      ${lines.map((line, i) => html`<li key=${i} class="log-line"><b>${line.name || line.from}</b><span>: ${line.text}</span></li>`)}
    </ol>
    <form onSubmit=${send}>
      <input value=${text} maxlength="500" placeholder="Message" aria-label="Chat message" data-testid="chat-input"
        onInput=${(event) => setText(event.currentTarget.value)} />
      <button type="submit" data-testid="chat-send" disabled=${!text.trim()}>Send</button>
    </form>
  </section>`;
}
