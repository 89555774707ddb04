// The replay of a finished game on the same table, step by step or played.
import { html, useEffect, useMemo, useState } from '../app/preact.js';
import { toast } from '../app/toasts.js';
import { TopBar } from '../app/top-bar.js';
import * as api from '../net/http-api.js';
import { useCardLibrary } from '../net/use-card-library.js';
import { captureCardPositions } from '../table/animation.js';
import { InputDraft } from '../table/input-draft.js';
import { playersOf } from '../table/state-queries.js';
import { makeTable, TableView } from '../table/table-view.js';
import { PlaybackControls, SPEEDS, stepBack, stepForward } from './playback-controls.js';
import { frameAt, useFrames } from './replay-frames.js';

/** The page of one replay. An empty `match` means the room's last match. */
export function ReplayPage({ roomId, match }) {
  const [at, setAt] = useState(0);
  const [seat, setSeat] = useState('');
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState('normal');
  const [room, setRoom] = useState(null);
  const draft = useMemo(() => new InputDraft(), []);
  const { frames, total, problem } = useFrames(roomId, match, seat, at);
  const last = Math.max(0, (total ?? 1) - 1);
  // A function is applied to the latest step, because keys can arrive faster than the page is rendered.
  const go = (to) => {
    captureCardPositions();
    setAt((now) => Math.min(last, Math.max(0, typeof to === 'function' ? to(now) : to)));
  };

  useEffect(() => { api.room(roomId).then(setRoom, () => {}); }, [roomId]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => frames.has(at + 1) && go(stepForward), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, speed, frames]);
  useEffect(() => {
    const onKey = (event) => {
      if (event.target.matches?.('input, select, textarea') && event.target.type !== 'range') return;
      const steps = { ',': stepBack, '.': stepForward, Home: 0, End: last };
      if (event.key in steps) go(steps[event.key]);
      else if (event.key === ' ' && !event.target.matches?.('button, a')) setPlaying(!isPlaying);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const frame = frameAt(frames, at);
  const name = gameName(room);
  const [game, setGame] = useState(null);
  const [gameProblem, setGameProblem] = useState('');
  const rules = room?.rules;
  useEffect(() => { if (name) api.game(name, rules).then(setGame, (error) => setGameProblem(error.message)); }, [name, rules]);
  const library = useCardLibrary(name, rules);
  if ((problem && !frame) || (gameProblem && !game)) {
    return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel">
      <p class="problem" role="alert" data-testid="problem">${problem || gameProblem}</p><a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a></div></main>`;
  }
  if (!frame || !game) return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel"><p role="status">Loading the replay.</p></div></main>`;

  const table = makeTable({ state: { ...frame.state, clock: {} }, game, library, draft, match: { youAre: seat || null } });
  table.question = { ...table.question, title: stepText(lineOf(frame), frame.state, at) };
  const actions = html`<span class="tag" data-testid="replaying">replay</span>
    <button type="button" class="quiet" data-testid="download-replay" onClick=${() => download(roomId, match)}>Download</button>`;
  return html`<${TableView} table=${table} log=${frame.state.log ?? []} actions=${actions} isReplay=${true}
    below=${html`<${PlaybackControls} ...${{ at, last, go, isPlaying, setPlaying, speed, setSpeed, seat, setSeat, players: frame.state.players }} />`} />`;
}

async function download(roomId, match) {
  try {
    const file = new Blob([JSON.stringify(await api.record(roomId, match))], { type: 'application/json' });
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: `${roomId}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    toast(error.message, 'warning');
  }
}

const gameName = (room) => (typeof room?.game === 'string' ? room.game : room?.game?.name);

const lineOf = ({ line, who }) => (typeof line === 'string' ? { who: who ?? '', text: line } : line);

/** What happened at a step, for the question bar. */
function stepText(line, { players, result }, at) {
  if (at === 0 && !line?.text) return 'Start of the game.';
  const who = playersOf(players).find((player) => player.id === line?.who)?.name;
  const text = [who, line?.text].filter(Boolean).join(': ');
  return text || (result ? `End of the game: ${result.reason}` : `Step ${at}`);
}
