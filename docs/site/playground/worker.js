// Runs Python with the rules, so that a rule that does not return cannot block the page.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function load() {
  const python = await loadPyodide();
  for (const name of ["msgspec.whl", "turnwright.zip"]) {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    python.unpackArchive(await answer.arrayBuffer(), "zip");
  }
  python.runPython("import sys; sys.path.insert(0, '.')\nfrom session import Session\nsession = Session()");
  return python;
}

const loading = load();
loading.then(
  () => postMessage({ loaded: true }),
  (error) => postMessage({ error: String(error) }),
);

onmessage = async ({ data: [method, ...given] }) => {
  const python = await loading;
  try {
    python.globals.set("given", python.toPy(given));
    python.globals.set("method", method);
    const text = python.runPython("import json\njson.dumps(getattr(session, method)(*given))");
    postMessage({ shown: JSON.parse(text) });
  } catch (error) {
    postMessage({ error: String(error).trim().split("\n").at(-1) });
  }
};
