// The socket: opens, says hello, comes back after a break with growing pauses, and keeps itself alive.

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const PING_MS = 15000;
const SILENCE_MS = 40000;

export class Connection {
  /**
   * `hello()` gives the first message of every connection; `onMessage` gets what the server says and
   * `onStatus` one of connecting, open, lost (with the time of the next try) and closed.
   */
  constructor({ hello, onMessage, onStatus }) {
    Object.assign(this, { hello, onMessage, onStatus });
    this.failures = 0;
    this.isWanted = true;
    this.wakeUp = () => this.socket ? this.checkAlive() : this.open();
    this.fallAsleep = () => this.socket && this.afterClose(this.socket);
    addEventListener('online', this.wakeUp);
    addEventListener('offline', this.fallAsleep);
    document.addEventListener('visibilitychange', this.wakeUp);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    if (!this.isWanted || this.socket) return;
    this.onStatus(this.failures ? 'reconnecting' : 'connecting');
    const address = new URL('socket', document.baseURI);
    address.protocol = address.protocol.replace('http', 'ws');
    address.hash = address.search = '';
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.heardAt = Date.now();
      this.send(this.hello());
      this.heart = setInterval(() => this.checkAlive(), PING_MS);
    };
    socket.onmessage = (event) => {
      this.heardAt = Date.now();
      this.failures = 0;
      const message = JSON.parse(event.data);
      if (message.type !== 'pong') this.onMessage(message);
    };
    socket.onclose = () => this.afterClose(socket);
  }

  checkAlive() {
    if (Date.now() - this.heardAt > SILENCE_MS) this.afterClose(this.socket);
    else this.send({ type: 'ping', t: Date.now() });
  }

  afterClose(socket) {
    if (socket !== this.socket) return;
    clearInterval(this.heart);
    this.socket = null;
    socket.onclose = null;
    socket.close();
    if (!this.isWanted) return;
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.failures);
    const pause = longest * (0.5 + Math.random() / 2); // so that not all come back at once
    this.failures += 1;
    this.onStatus('lost');
    this.retry = setTimeout(() => this.open(), pause);
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Send if there is a connection; says whether it was sent. */
  send(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  retryNow() {
    clearTimeout(this.retry);
    this.open();
  }

  close() {
    this.isWanted = false;
    clearTimeout(this.retry);
    clearInterval(this.heart);
    removeEventListener('online', this.wakeUp);
    removeEventListener('offline', this.fallAsleep);
    document.removeEventListener('visibilitychange', this.wakeUp);
    this.socket?.close();
    this.onStatus('closed');
  }
}
