// The client's side of one room: the server's messages become signals, and the player's input becomes
// messages. Actions and answers are sent again after a reconnect until the server acknowledges them.
import { batch, signal } from '../app/preact.js';
import { forgetSeat, hiddenPeople, identityToken, nameOrGuest, savedSeat, saveHiddenPeople, saveSeat } from '../app/preferences.js';
import { showNotice } from '../app/notice.js';
import { clearToasts, toast } from '../app/toasts.js';
import { ReconnectingSocket } from './reconnecting-socket.js';

const MAX_LINES = 400;
const MAX_HIDDEN = 100;

/** Codes with which a player is sent away from a room. */
export const EXPELLED = ['kicked', 'banned', 'room_deleted'];

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
  muted = signal([]); // who cannot chat: seats, and spectators by name
  isChatOff = signal(false);
  hidden = signal([]); // names of people whose chat this browser does not show
  over = signal(null); // the game_over message
  rematch = signal(null);
  refusal = signal(null); // why the server did not let us join: {code, text}
  plan = signal(null); // the plan_status message, if a plan plays for us
  isBusy = signal(false); // a message was sent and not yet acknowledged
  clockOffset = 0; // the server's clock minus ours, in milliseconds

  /** `beforeState` is called just before a new state is shown; `connect` makes the connection. */
  constructor(roomId, { spectate = false, code = '', beforeState = () => {}, connect = (handlers) => new ReconnectingSocket(handlers) } = {}) {
    Object.assign(this, { roomId, spectate, code, beforeState });
    this.hidden.value = hiddenPeople(roomId);
    this.unacknowledged = new Map();
    this.connection = connect({
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
      identity: identityToken(),
      patches: true,
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
    showNotice({ text: '' }); // one that is still shown follows
    this.status.value = 'open';
    this.match.value = message;
    this.seats.value = message.seats;
    this.chat.value = message.chat;
    this.muted.value = message.muted;
    this.isChatOff.value = message.chatOff;
    this.prompt.value = null;
    this.lostPlan = this.plan.value?.name ?? ''; // the server says at once if it is still in use
    this.plan.value = null;
    if (message.status !== 'over') this.over.value = null;
    if (message.youAre && message.token) {
      saveSeat(this.roomId, { token: message.token, code: message.code });
    }
    const hasOnlyBots = message.seats.every((seat) => seat.id === message.youAre || seat.controller === 'ai');
    if (message.status === 'waiting' && message.youAre && hasOnlyBots) this.ready();
    for (const pending of this.unacknowledged.values()) this.connection.send(pending);
  }

  on_state_update({ state }) {
    if (this.lostPlan) toast(`The plan ${this.lostPlan} is no longer in use. Choose it again to go on with it.`, 'warning');
    this.lostPlan = '';
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
    // The menu has named the only target already, so the player need not choose it again.
    const targets = prompt.targets?.filter(({ id }) => id !== 'cancel') ?? [];
    if (targets.length === 1 && !this.unacknowledged.size) this.answer(targets[0].id);
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
    if (this.match.value && !EXPELLED.includes(code)) toast(message, 'warning');
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
    } else if (code === 'responses') {
      this.match.value = { ...this.match.value, responses: data.mode };
    } else if (code === 'speed') {
      const settings = { ...this.match.value.settings, botSeconds: data.seconds, isPaused: data.isPaused };
      this.match.value = { ...this.match.value, settings };
    } else if (code === 'moderation') {
      this.muted.value = data.muted;
      this.isChatOff.value = data.chatOff;
      toast(message);
    } else if (EXPELLED.includes(code)) {
      forgetSeat(this.roomId);
      this.refuse({ code, text: message });
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

  on_plan_status(message) {
    this.lostPlan = '';
    if (message.name !== this.plan.value?.name) toast(message.warnings.join(' '), 'warning');
    this.plan.value = message.name ? message : null;
  }

  on_notice(message) {
    showNotice(message);
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

  /** Ask why a card cannot be used now. The answer is an `info` with the code `why_not`, shown as a toast. */
  explain = (cardId) => {
    clearToasts();
    this.connection.send({ type: 'explain_card', card: cardId });
  };

  /** Let a plan play for us; an empty text ends the one in use. */
  usePlan = (text) => this.connection.send({ type: 'use_plan', text });
  /** Choose in which response windows we are asked. */
  setResponses = (mode) => this.connection.send({ type: 'set_responses', mode });
  /** Choose how fast bots play that have all seats: seconds before each of their inputs. */
  setSpeed = (seconds, isPaused = false) => this.connection.send({ type: 'set_speed', seconds, isPaused });
  pausePlan = (isPaused) => this.connection.send({ type: 'pause_plan', isPaused });
  ready = () => this.connection.send({ type: 'ready' });
  requestRematch = () => this.connection.send({ type: 'rematch_request' });
  resign = () => this.sendReliably({ type: 'resign' });
  offerDraw = () => this.sendReliably({ type: 'offer_draw' });
  answerDraw = (accept) => this.sendReliably({ type: 'answer_draw', accept });
  sendChat = (text) => this.connection.send({ type: 'chat', text });

  /** Moderate the room as its host; `person` is {seat} or {spectator}. */
  moderate = (action, person = {}) => this.connection.send({ type: 'moderate', action, ...person });

  /** Report a line of chat of a person, or the name if `text` is empty. */
  report = (person, text, reason) => this.connection.send({ type: 'report', ...person, text, reason });

  /** Hide the chat of somebody in this browser, or show it again. */
  hide(name, isHidden) {
    const others = this.hidden.value.filter((one) => one !== name);
    this.hidden.value = (isHidden ? [...others, name] : others).slice(-MAX_HIDDEN);
    saveHiddenPeople(this.roomId, this.hidden.value);
  }

  /** Give up the seat and disconnect. */
  leave() {
    if (this.connection.send({ type: 'leave' })) forgetSeat(this.roomId);
    this.close();
  }

  /** Leave a running match: the room's bot plays on, and the seat is kept. */
  leaveToBot() {
    this.connection.send({ type: 'leave' });
    this.close();
  }

  /** Disconnect but keep the seat. */
  close() {
    this.connection.close();
  }
}
