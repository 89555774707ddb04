// The page of the playground: sends rules and answers to the worker, and shows what it returns.

const find = (id) => document.getElementById(id);
const SHIPPED = ["duel", "netrunner", "leduc", "kuhn", "lorcana", "riftbound"];
const PATIENCE = 20_000; // milliseconds after which rules are stopped

let worker;
let timer;
let chosen = new Set();

function startWorker() {
  worker = new Worker("worker.js", { type: "module" });
  find("status").textContent = "Loading Python …";
  find("start").disabled = true;
  worker.onmessage = ({ data }) => {
    clearTimeout(timer);
    find("status").textContent = "";
    find("start").disabled = false;
    if (data.error) find("error").textContent = data.error;
    if (data.shown) show(data.shown);
  };
}

function send(...message) {
  find("error").textContent = "";
  worker.postMessage(message);
  timer = setTimeout(() => {
    worker.terminate();
    startWorker();
    find("error").textContent = "The rules did not return. They were stopped; change them and start again.";
  }, PATIENCE);
}

function show({ state, log, result, prompt, error }) {
  find("error").textContent = error ?? "";
  find("state").textContent = state ?? "";
  find("result").textContent = result ?? "";
  find("log").replaceChildren(...(log ?? []).toReversed().map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
  find("question").textContent = prompt?.text ?? "";
  chosen = new Set();
  const isSingle = prompt?.min === 1 && prompt?.max === 1;
  find("confirm").hidden = !prompt || isSingle;
  find("undo").hidden = !state;
  find("options").replaceChildren(...(prompt?.options ?? []).map(([id, label]) => {
    const button = document.createElement("button");
    button.textContent = label;
    button.onclick = () => {
      if (isSingle) {
        send("answer", [id]);
        return;
      }
      if (chosen.delete(id)) button.setAttribute("aria-pressed", "false");
      else {
        chosen.add(id);
        button.setAttribute("aria-pressed", "true");
      }
    };
    return button;
  }));
}

async function fillSamples() {
  const samples = await (await fetch("samples.json")).json();
  const choice = find("sample");
  for (const name of Object.keys(samples)) choice.append(new Option(name, name));
  for (const name of SHIPPED) choice.append(new Option(`${name} (shipped)`, name));
  const fill = () => {
    const source = samples[choice.value];
    find("source").value = source ?? "# This game comes with Turnwright. Press Start to play it.\n";
    find("source").disabled = !source;
  };
  choice.onchange = fill;
  fill();
}

find("start").onclick = () => {
  const { disabled, value } = find("source");
  send("start", disabled ? find("sample").value : value, find("seed").value);
};
find("undo").onclick = () => send("undo");
find("confirm").onclick = () => send("answer", [...chosen]);
startWorker();
fillSamples();
