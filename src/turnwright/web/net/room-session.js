// The client's side of one room: the server's messages become signals, and the player's input becomes
// messages. Actions and answers are sent again after a reconnect until the server acknowledges them.
import { batch, signal } from '../app/preact.js';
import { forgetSeat, nameOrGuest, savedSeat, saveSeat } from '../app/preferences.js';
import { clearToasts, toast } from '../app/toasts.js';
import { ReconnectingSocket } from './reconnecting-socket.js';

const MAX_LINES = 400;
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('');

/** The state of one room and the commands a player can send to it. */
export class RoomSession {
  status = signal('connecting'); // connecting, open, lost, reconnecting, replaced, closed
  match = signal(null); // the match_start message
  seats = signal([]);
  state = signal(null);
  prompt = signal(null);
  log = signal([]);
  chat = signal([]);
  over = signal(null); // the game_over message
  rematch = signal(null);
  refusal = signal(null); // why the server did not let us join: {code, text}
  isBusy = signal(false); // a message was sent and not yet acknowledged
  clockOffset = 0; // the server's clock minus ours, in milliseconds

  /** `beforeState` is called just before a new state is shown. */
  constructor(roomId, { spectate = false, code = '', beforeState = () => {} } = {}) {
    Object.assign(this, { roomId, spectate, code, beforeState });
    this.unacknowledged = new Map();
    this.connection = new ReconnectingSocket({
      hello: () => this.hello(),
      onMessage: (message) => batch(() => this.handle(message)),
      onStatus: (status) => this.onStatus(status),
    });
  }

  hello() {
    const seat = this.spectate ? null : savedSeat(this.roomId);
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
    this.isBusy.value = this.unacknowledged.size > 0; // sent again after the reconnect
    if (status !== 'connecting' || !this.match.value) this.status.value = status;
  }

  // --- messages from the server ----------------------------------------------------------------------

  handle(message) {
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
      saveSeat(this.roomId, { token: message.token, code: message.code });
    }
    const hasOnlyBots = message.seats.every((seat) => seat.id === message.youAre || seat.controller === 'ai');
    if (message.status === 'waiting' && message.youAre && hasOnlyBots) this.ready();
    for (const pending of this.unacknowledged.values()) this.connection.send(pending);
  }

  on_state_update({ state }) {
    const before = this.state.value;
    const isNewMatch = before && state.stateVersion < before.stateVersion;
    this.beforeState();
    this.clockOffset = (state.now ?? Date.now()) - Date.now();
    this.isBusy.value = false;
    this.state.value = state;
    this.appendLog(state.log ?? [], isNewMatch);
    if (isNewMatch || (before?.result && !state.result)) {
      this.over.value = null;
      this.rematch.value = null;
    }
    if (this.match.value?.status === 'waiting') {
      this.match.value = { ...this.match.value, status: 'playing' };
    }
  }

  appendLog(lines, isNewMatch) {
    const old = isNewMatch ? [] : this.log.value;
    const last = old.at(-1)?.n ?? -1;
    const fresh = lines.filter((line) => line.n > last);
    if (fresh.length || isNewMatch) this.log.value = [...old, ...fresh].slice(-MAX_LINES);
  }

  on_prompt_request({ prompt }) {
    this.isBusy.value = false;
    this.prompt.value = prompt;
  }

  on_prompt_closed({ promptId }) {
    if (this.prompt.value?.promptId === promptId) this.prompt.value = null;
  }

  on_ack({ actionId }) {
    this.unacknowledged.delete(actionId);
    this.isBusy.value = false;
  }

  on_error({ code, message, actionId }) {
    if (actionId) this.unacknowledged.delete(actionId);
    this.isBusy.value = false;
    if (this.match.value) toast(message, 'warning');
    else this.refuse({ code, text: message });
  }

  /** The server did not let us join. */
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
    this.chat.value = [...this.chat.value, line].slice(-MAX_LINES);
  }

  on_game_over(message) {
    this.over.value = message;
    this.prompt.value = null;
    if (this.match.value) this.match.value = { ...this.match.value, status: 'over' };
  }

  on_rematch_status(message) {
    this.rematch.value = message;
  }

  // --- messages to the server ------------------------------------------------------------------------

  /** Send a message that must arrive: it is sent again after a reconnect until it is acknowledged. */
  sendReliably(message) {
    const withId = { ...message, actionId: newId() };
    this.unacknowledged.set(withId.actionId, withId);
    clearToasts();
    this.isBusy.value = true;
    this.connection.send(withId);
  }

  /** Perform one of the state's options. */
  act({ actionType, payload }) {
    const stateVersion = this.state.value?.stateVersion ?? null;
    this.sendReliably({ type: 'action', actionType, payload: payload ?? {}, stateVersion });
  }

  /** Answer the open prompt. */
  answer(choice) {
    const prompt = this.prompt.value;
    if (!prompt) return;
    const { promptId, stateVersion } = prompt;
    this.sendReliably({ type: 'prompt_response', promptId, choice, stateVersion });
  }

  /** Ask the server for the menu of a card. */
  requestCardMenu(cardId) {
    this.connection.send({ type: 'intent_card_click', card: cardId });
  }

  ready = () => this.connection.send({ type: 'ready' });
  requestRematch = () => this.connection.send({ type: 'rematch_request' });
  resign = () => this.sendReliably({ type: 'resign' });
  sendChat = (text) => this.connection.send({ type: 'chat', text });

  /** Give up the seat and disconnect. */
  leave() {
    if (this.connection.send({ type: 'leave' })) forgetSeat(this.roomId);
    this.close();
  }

  /** Disconnect but keep the seat. */
  close() {
    this.connection.close();
  }
}
