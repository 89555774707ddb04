// The chat of a room.
import { html, useState } from '../app/preact.js';
import { useStickyScroll } from './log.js';

/** The chat; `onChat(text)` sends a message and returns false if it could not be sent. */
export function Chat({ lines, onChat }) {
  const [text, setText] = useState('');
  const scroll = useStickyScroll(lines.length);
  const send = (event) => {
    event.preventDefault();
    if (text.trim() && onChat(text.trim()) !== false) setText('');
  };
  return html`<section class="chat" aria-label="Chat">
    <h2>Chat</h2>
    <ol class="log-lines" role="log" aria-live="polite" data-testid="chat" ...${scroll}>
      ${lines.map((line, i) => html`<li key=${i} class="log-line"><b>${line.name || line.from}</b><span>: ${line.text}</span></li>`)}
    </ol>
    <form onSubmit=${send}>
      <input value=${text} maxlength="500" placeholder="Message" aria-label="Chat message" data-testid="chat-input"
        onInput=${(event) => setText(event.currentTarget.value)} />
      <button type="submit" data-testid="chat-send" disabled=${!text.trim()}>Send</button>
    </form>
  </section>`;
}
