// State patches: the server sends a state as edits of the last one. Positions are bytes of its UTF-8 text,
// and the CRC-32 of the result shows whether it is what the server meant.

const STATE_UPDATE = '{"type":"state_update"';
const PATCH = '{"type":"state_patch"';
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

/** The bytes that edits make of older ones. An edit is [start, count, text]. */
function applyEdits(old, edits) {
  const parts = [];
  let done = 0;
  for (const [start, count, text] of edits) {
    parts.push(old.subarray(done, start), encoder.encode(text));
    done = start + count;
  }
  parts.push(old.subarray(done));
  const found = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let position = 0;
  for (const part of parts) {
    found.set(part, position);
    position += part.length;
  }
  return found;
}

/** Turns patches into state updates. Use one for each connection. */
export class StatePatches {
  bytes = null; // of the last state update
  version = null;

  /** `requestState()` asks the server for the whole state. */
  constructor(requestState) {
    this.requestState = requestState;
    this.isWaiting = false;
  }

  /** The message of a frame; null if it is a patch that does not fit, and then the state is requested. */
  read(text) {
    if (text.startsWith(STATE_UPDATE)) {
      this.isWaiting = false;
      return this.keep(encoder.encode(text), JSON.parse(text));
    }
    const message = JSON.parse(text);
    if (!text.startsWith(PATCH)) return message;
    const found = this.bytes && this.version === message.baseVersion ? applyEdits(this.bytes, message.edits) : null;
    if (found && crc32(found) === message.hash) return this.keep(found, JSON.parse(decoder.decode(found)));
    this.bytes = null;
    if (!this.isWaiting) this.requestState();
    this.isWaiting = true;
    return null;
  }

  keep(bytes, message) {
    this.bytes = bytes;
    this.version = message.state.stateVersion;
    return message;
  }
}
