// A visit to one room: what the server has told us, as signals, and what one can say to it.
import { batch, signal } from './lib.js';
import { Connection } from './net.js';
import { capture } from './motion.js';
import { forgetSeat, keepSeat, nameOrGuest, seatIn } from './prefs.js';
import { clearToasts, toast } from './toast.js';

const LINES_KEPT = 400;
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('');

export class Session {
  status = signal('connecting'); // connecting, open, lost, reconnecting, replaced, closed
  match = signal(null); // the match_start message
  seats = signal([]);
  state = signal(null);
  prompt = signal(null);
  log = signal([]);
  chat = signal([]);
  over = signal(null); // the game_over message
  rematch = signal(null);
  refusal = signal(null); // why we could not come in
  isBusy = signal(false); // something was sent and not yet answered
  lag = 0; // the server's clock minus ours

  constructor(roomId, { spectate = false, code = '' } = {}) {
    Object.assign(this, { roomId, spectate, code });
    this.unanswered = new Map();
    this.connection = new Connection({
      hello: () => this.hello(),
      onMessage: (message) => batch(() => this.hear(message)),
      onStatus: (status) => this.onStatus(status),
    });
  }

  hello() {
    const seat = this.spectate ? null : seatIn(this.roomId);
    return {
      type: 'join_room',
      roomId: this.roomId,
      playerName: nameOrGuest(),
      token: seat?.token ?? '',
      code: this.code || seat?.code || '',
      spectate: this.spectate,
    };
  }

  onStatus(status) {
    if (this.status.value === 'replaced') return;
    this.isBusy.value = this.unanswered.size > 0; // it is sent again as soon as the connection is back
    if (status !== 'connecting' || !this.match.value) this.status.value = status;
  }

  // --- what the server says -----------------------------------------------------------------------

  hear(message) {
    const handler = this[`on_${message.type}`];
    if (handler) handler.call(this, message);
  }

  on_match_start(message) {
    this.status.value = 'open';
    this.match.value = message;
    this.seats.value = message.seats;
    this.chat.value = message.chat;
    this.prompt.value = null;
    if (message.status !== 'over') this.over.value = null;
    if (message.youAre && message.token) {
      keepSeat(this.roomId, { token: message.token, code: message.code });
    }
    const isAlone = message.seats.every((seat) => seat.id === message.youAre || seat.controller === 'ai');
    if (message.status === 'waiting' && message.youAre && isAlone) this.ready();
    for (const unanswered of this.unanswered.values()) this.connection.send(unanswered);
  }

  on_state_update({ state }) {
    const before = this.state.value;
    const isNewMatch = before && state.stateVersion < before.stateVersion;
    capture();
    this.lag = (state.now ?? Date.now()) - Date.now();
    this.isBusy.value = false;
    this.state.value = state;
    this.keepLines(state.log ?? [], isNewMatch);
    if (isNewMatch || (before?.result && !state.result)) {
      this.over.value = null;
      this.rematch.value = null;
    }
    if (this.match.value?.status === 'waiting') {
      this.match.value = { ...this.match.value, status: 'playing' };
    }
  }

  keepLines(lines, isNewMatch) {
    const old = isNewMatch ? [] : this.log.value;
    const last = old.at(-1)?.n ?? -1;
    const fresh = lines.filter((line) => line.n > last);
    if (fresh.length || isNewMatch) this.log.value = [...old, ...fresh].slice(-LINES_KEPT);
  }

  on_prompt_request({ prompt }) {
    this.isBusy.value = false;
    this.prompt.value = prompt;
  }

  on_prompt_closed({ promptId }) {
    if (this.prompt.value?.promptId === promptId) this.prompt.value = null;
  }

  on_ack({ actionId }) {
    this.unanswered.delete(actionId);
    this.isBusy.value = false;
  }

  on_error({ code, message, actionId }) {
    if (actionId) this.unanswered.delete(actionId);
    this.isBusy.value = false;
    if (this.match.value) toast(message, 'warning');
    else this.refuse({ code, text: message });
  }

  refuse(refusal) {
    this.refusal.value = refusal;
    this.close();
  }

  on_info({ code, message, data }) {
    if (code === 'seats') {
      this.seats.value = data.seats ?? this.seats.value;
    } else if (code === 'replaced') {
      this.status.value = 'replaced';
      this.connection.close();
    } else {
      toast(message);
    }
  }

  on_chat(line) {
    this.chat.value = [...this.chat.value, line].slice(-LINES_KEPT);
  }

  on_game_over(message) {
    this.over.value = message;
    this.prompt.value = null;
    if (this.match.value) this.match.value = { ...this.match.value, status: 'over' };
  }

  on_rematch_status(message) {
    this.rematch.value = message;
  }

  // --- what we say --------------------------------------------------------------------------------

  /** Send something that must not get lost: it is sent again after a broken connection. */
  sendSurely(message) {
    const marked = { ...message, actionId: newId() };
    this.unanswered.set(marked.actionId, marked);
    clearToasts();
    this.isBusy.value = true;
    this.connection.send(marked);
  }

  act({ actionType, payload }) {
    const stateVersion = this.state.value?.stateVersion ?? null;
    this.sendSurely({ type: 'action', actionType, payload: payload ?? {}, stateVersion });
  }

  answer(choice) {
    const prompt = this.prompt.value;
    if (!prompt) return;
    const { promptId, stateVersion } = prompt;
    this.sendSurely({ type: 'prompt_response', promptId, choice, stateVersion });
  }

  click(cardId) {
    this.connection.send({ type: 'intent_card_click', card: cardId });
  }

  ready = () => this.connection.send({ type: 'ready' });
  askRematch = () => this.connection.send({ type: 'rematch_request' });
  resign = () => this.sendSurely({ type: 'resign' });
  say = (text) => this.connection.send({ type: 'chat', text });

  leave() {
    if (this.connection.send({ type: 'leave' })) forgetSeat(this.roomId);
    this.close();
  }

  close() {
    this.connection.close();
  }
}
