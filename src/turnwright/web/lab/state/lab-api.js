// The lab's part of the server's HTTP API. A failed request throws an Error with the server's message and `code`.

const problem = (message, code) => Object.assign(new Error(message), { code });

async function send(route, body, signal) {
  let response;
  try {
    response = await fetch(`api/lab/${route}`, body
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal }
      : { signal });
  } catch (error) {
    if (error.name === 'AbortError') throw problem('The request was cancelled.', 'cancelled');
    throw problem('The server cannot be reached.', 'offline');
  }
  if (response.ok) return response;
  const data = await response.json().catch(() => null);
  throw problem(data?.error?.message ?? `The server answered with status ${response.status}.`, data?.error?.code ?? String(response.status));
}

const request = async (route, body, signal) => (await send(route, body, signal)).json();

/** What the server can do: the kernel's state, workers, limits. */
export const status = () => request('status');
/** Sample encounters, the library, templates, rules and the vocabulary. */
export const catalogue = () => request('catalogue');
/** JSON Schemas of encounter files and of all published types. */
export const schemas = () => request('schemas');
/** Read an encounter: its expanded form, findings, pools and descriptions of its actions. */
export const validate = (text, { play = false, signal } = {}) => request('validate', { text, play }, signal);
/** The expanded form and the sentence of one action, given as data or as YAML. */
export const describe = (action, list = 'actions', signal = undefined) => request('describe', { action, list }, signal);
/** Turn a file of another program, or ours, into an encounter or combatants; `options` are {name, names, day}. */
export const importFile = (text, options = {}) => request('import', { text, ...options });
/** Replay one run with its reasons. */
export const explain = (body) => request('explain', body);

/**
 * Start work whose answer is a stream of events: run, compare, sweep or optimise. The callbacks get the data of the
 * events; `onError` gets an Error with `code`. Returns {cancel()}, which asks for the result so far.
 */
export function stream(route, body, { onStarted, onProgress, onResult, onError, signal } = {}) {
  const connection = new AbortController();
  signal?.addEventListener('abort', () => connection.abort());
  let job = null;
  let isCancelled = false;
  let isOver = false;
  const finish = (callback, value) => {
    if (isOver) return;
    isOver = true;
    callback?.(value);
  };
  const cancel = () => {
    isCancelled = true;
    if (job !== null) request('cancel', { job }).catch(() => connection.abort());
  };
  const on = {
    started: (data) => {
      job = data.job;
      if (isCancelled) cancel();
      onStarted?.(data);
    },
    progress: (data) => onProgress?.(data),
    result: (data) => finish(onResult, data),
    error: (data) => finish(onError, problem(data.message, data.code)),
  };
  (async () => {
    const response = await send(route, body, connection.signal);
    for await (const { name, data } of eventsOf(response.body)) on[name]?.(data);
    finish(onError, problem('The connection was lost before the result was there.', 'connection_lost'));
  })().catch((error) => finish(onError, error.code ? error : connection.signal.aborted
    ? problem('The request was cancelled.', 'cancelled') : problem('The connection to the server was lost.', 'connection_lost')));
  return { cancel };
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (waiting + value.replaceAll('\r', '')).split('\n\n');
    waiting = blocks.pop();
    for (const block of blocks) {
      const lines = block.split('\n');
      const field = (key) => lines.filter((line) => line.startsWith(`${key}:`)).map((line) => line.slice(key.length + 1).trimStart()).join('\n');
      if (field('data')) yield { name: field('event') || 'message', data: JSON.parse(field('data')) };
    }
  }
}
