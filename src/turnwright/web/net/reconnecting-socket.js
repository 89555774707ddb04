// A WebSocket that sends a first message on every connection, reconnects with growing delays and
// detects dead connections:
// - after a close the next attempt waits up to FIRST_DELAY_MS * 2^failures, at most MAX_DELAY_MS;
// - patches of the state become whole states;
// - every PING_MS it sends a ping; after SILENCE_MS without any message it counts as closed.
import { StatePatches } from './state-patches.js';

const FIRST_DELAY_MS = 400;
const MAX_DELAY_MS = 8000;
const PING_MS = 15000;
const SILENCE_MS = 40000;

/** A socket to the server that is opened again until `close` is called. */
export class ReconnectingSocket {
  /**
   * `hello()` returns the first message of every connection. `onMessage` receives the server's
   * messages, `onStatus` one of connecting, reconnecting, lost and closed.
   */
  constructor({ hello, onMessage, onStatus }) {
    Object.assign(this, { hello, onMessage, onStatus });
    this.failures = 0;
    this.isClosed = false;
    this.onOnline = () => this.socket ? this.checkAlive() : this.open();
    this.onOffline = () => this.socket && this.afterClose(this.socket);
    addEventListener('online', this.onOnline);
    addEventListener('offline', this.onOffline);
    document.addEventListener('visibilitychange', this.onOnline);
    this.open();
  }

  open() {
    clearTimeout(this.retryTimer);
    if (this.isClosed || this.socket) return;
    this.onStatus(this.failures ? 'reconnecting' : 'connecting');
    const address = new URL('socket', document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = address.search = '';
    const socket = new WebSocket(address);
    this.socket = socket;
    const patches = new StatePatches(() => this.send({ type: 'state_request' }));
    socket.onopen = () => {
      this.lastMessageAt = Date.now();
      this.send(this.hello());
      this.heartbeat = setInterval(() => this.checkAlive(), PING_MS);
    };
    socket.onmessage = (event) => {
      this.lastMessageAt = Date.now();
      this.failures = 0;
      const message = patches.read(event.data);
      if (message && message.type !== 'pong') this.onMessage(message);
    };
    socket.onclose = () => this.afterClose(socket);
  }

  checkAlive() {
    if (Date.now() - this.lastMessageAt > SILENCE_MS) this.afterClose(this.socket);
    else this.send({ type: 'ping', t: Date.now() });
  }

  afterClose(socket) {
    if (socket !== this.socket) return;
    clearInterval(this.heartbeat);
    this.socket = null;
    socket.onclose = null;
    socket.close();
    if (this.isClosed) return;
    const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    const delay = longest * (0.5 + Math.random() / 2); // jitter, so that clients do not reconnect all at once
    this.failures += 1;
    this.onStatus('lost');
    this.retryTimer = setTimeout(() => this.open(), delay);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message if the connection is open; returns whether it was sent. */
  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect without waiting for the delay. */
  retryNow() {
    clearTimeout(this.retryTimer);
    this.open();
  }

  /** Close for good. */
  close() {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
    clearInterval(this.heartbeat);
    removeEventListener('online', this.onOnline);
    removeEventListener('offline', this.onOffline);
    document.removeEventListener('visibilitychange', this.onOnline);
    this.socket?.close();
    this.onStatus('closed');
  }
}
