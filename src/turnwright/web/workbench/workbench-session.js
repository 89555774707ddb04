// The workbench's side of the table: the messages that players get arrive in the workbench's stream, and
// what the author does at the table is sent as a command.
import { batch, signal } from '../app/preact.js';
import { toast } from '../app/toasts.js';
import { RoomSession } from '../net/room-session.js';

async function post(command) {
  try {
    const answer = await fetch('workbench/commands', { method: 'POST', body: JSON.stringify(command) });
    const { why } = await answer.json();
    if (why) toast(why, 'warning');
  } catch {
    toast('The workbench does not answer. Is `turnwright dev` still running?', 'warning');
  }
}

/** The session of the table and of the panels. `shown` is the last message of the stream. */
export class WorkbenchSession extends RoomSession {
  shown = signal(null);
  isConnected = signal(true);

  constructor({ beforeState }) {
    super('workbench', {
      beforeState,
      connect: () => ({ isOpen: true, send: (message) => { post({ do: 'message', message }); return true; }, close() {} }),
    });
    this.stream = new EventSource('workbench/events');
    this.stream.onmessage = (event) => batch(() => this.show(JSON.parse(event.data)));
    this.stream.onopen = () => { this.isConnected.value = true; };
    this.stream.onerror = () => { this.isConnected.value = false; };
  }

  /** Carry out a command of the workbench. */
  command = (name, more = {}) => post({ do: name, ...more });

  show(data) {
    this.unacknowledged.clear();
    this.isBusy.value = false;
    this.log.value = [];
    this.prompt.value = null;
    this.over.value = null;
    if (data.frames && !data.frames.length) this.state.value = null;
    for (const frame of data.frames ?? []) this.handle(frame);
    for (const reply of data.replies ?? []) if (reply.type === 'error') this.handle(reply);
    this.shown.value = data;
  }

  /** A question is never answered by itself here: the author scrubs through them. */
  on_prompt_request({ prompt }) {
    this.prompt.value = prompt;
  }
}
