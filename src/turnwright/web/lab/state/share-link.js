// Links that carry an encounter: its text, compressed, in the part of the address that is never sent to a server.

const MAX_CHARACTERS = 4_000_000;

async function through(transform, bytes, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      reader.cancel();
      throw new Error('The encounter in this link is too large.');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const toBase64 = (bytes) => {
  let binary = '';
  for (let start = 0; start < bytes.length; start += 0x8000) binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};
const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** The text as a word for an address. */
export const pack = async (text) => `1${toBase64(await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text)))}`;

/** The text of a word made by `pack`. Throws an Error with a sentence if it is damaged. */
export async function unpack(word) {
  if (word[0] !== '1') throw new Error('This link was made by a newer version of the page.');
  let bytes;
  try {
    bytes = await through(new DecompressionStream('deflate-raw'), fromBase64(word.slice(1)), MAX_CHARACTERS);
  } catch (error) {
    if (/too large/.test(error.message)) throw error;
    throw new Error('This link is damaged: a part of it is missing. Ask for it again.');
  }
  return new TextDecoder().decode(bytes);
}

/** The whole address of a text. */
export const linkTo = async (text) => `${location.href.split('#')[0]}#/lab?e=${await pack(text)}`;
