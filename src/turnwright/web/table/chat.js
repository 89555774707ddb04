// The chat of a room.
import { html, useState } from '../app/preact.js';
import { useStickyScroll } from './log.js';

/** The chat; `onChat(text)` sends a message and returns false if it could not be sent; `onPeople` opens the list of people. */
export function Chat({ lines, onChat, onPeople, isOff = false }) {
  const [text, setText] = useState('');
  const scroll = useStickyScroll(lines.length);
  const send = (event) => {
    event.preventDefault();
    if (text.trim() && onChat(text.trim()) !== false) setText('');
  };
  return html`<section class="chat" aria-label="Chat">
    <div class="chat-head"><h2>Chat</h2>
      ${onPeople && html`<button type="button" class="quiet small" data-testid="people-open" aria-haspopup="dialog" onClick=${onPeople}>People</button>`}</div>
    <div class="log-lines" role="log" aria-live="polite" aria-label="Chat" data-testid="chat" tabIndex=${0} ...${scroll}><ol>
      ${lines.map((line, i) => html`<li key=${i} class="log-line"><b>${line.name || line.from}</b><span>: ${line.text}</span></li>`)}
    </ol></div>
    <form onSubmit=${send}>
      <input value=${text} maxlength="500" placeholder=${isOff ? 'Chat is off' : 'Message'} aria-label="Chat message" data-testid="chat-input" disabled=${isOff}
        onInput=${(event) => setText(event.currentTarget.value)} />
      <button type="submit" data-testid="chat-send" disabled=${isOff || !text.trim()}>Send</button>
    </form>
  </section>`;
}
