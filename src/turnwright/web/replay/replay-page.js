// The replay of a finished game on the same table, step by step or played.
import { html, useEffect, useMemo, useState } from '../app/preact.js';
import { toast } from '../app/toasts.js';
import { loadStyles } from '../app/styles.js';
import { TopBar } from '../app/top-bar.js';
import * as api from '../net/http-api.js';
import { captureCardPositions } from '../table/animation.js';
import { InputDraft } from '../table/input-draft.js';
import { lineText } from '../table/log.js';
import { playersOf } from '../table/state-queries.js';
import { makeTable, TableView } from '../table/table-view.js';
import { PlayOn } from './play-on.js';
import { PlaybackControls, SPEEDS, stepBack, stepForward, turnStep } from './playback-controls.js';
import { frameAt, useFrames } from './replay-frames.js';

const styles = () => loadStyles(['replay.css'], import.meta.url);

/** The address of a step of a replay. */
export const stepAddress = (roomId, match, step, seat = '') =>
  `#/replay/${encodeURIComponent(roomId)}/${match}?step=${step}${seat ? `&seat=${seat}` : ''}`;

/** The summary of a finished match; null until it is here, or if there is none. */
function useSummary(roomId, match) {
  const [summary, setSummary] = useState(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => { Promise.all([api.summary(roomId, match), styles()]).then(([found]) => setSummary(found), () => {}).finally(() => setAsked(true)); }, [roomId, match]);
  return [summary, isAsked];
}

/**
 * The page of one replay. An empty `match` means the room's last match, `step` the step to begin with. Who has
 * played it sees their own side, if `seat` (from a link) does not say otherwise.
 */
export function ReplayPage({ roomId, match, step, seat: wantedSeat }) {
  const [summary, isAsked] = useSummary(roomId, match);
  if (!isAsked) return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel"><p role="status">Loading the replay.</p></div></main>`;
  const allowed = ['', summary?.seat, ...(summary?.openSeats ?? [])];
  const seat = allowed.includes(wantedSeat) ? wantedSeat : summary?.seat ?? '';
  return html`<${Replay} roomId=${roomId} match=${match} summary=${summary} firstStep=${/^\d{1,6}$/.test(step) ? Number(step) : 0} firstSeat=${seat} />`;
}

function Replay({ roomId, match, summary, firstStep, firstSeat }) {
  const [at, setAt] = useState(summary ? Math.min(firstStep, summary.total - 1) : firstStep);
  const [seat, setSeat] = useState(firstSeat);
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
      const turns = summary?.turns ?? [];
      const steps = {
        ',': stepBack, '.': stepForward, '[': (now) => turnStep(turns, now, -1), ']': (now) => turnStep(turns, now, 1), Home: 0, End: last,
      };
      if (event.key in steps) go(steps[event.key]);
      else if (event.key === ' ' && !event.target.matches?.('button, a')) setPlaying(!isPlaying);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const number = summary?.match ?? match;
  useEffect(() => { // the address always leads back to this step
    history.replaceState(null, '', stepAddress(roomId, number, at, seat));
  }, [roomId, number, at, seat]);
  const frame = frameAt(frames, at);
  const name = gameName(room);
  const [game, setGame] = useState(null);
  const [gameProblem, setGameProblem] = useState('');
  const rules = room?.rules;
  useEffect(() => { if (name) api.game(name, rules).then(setGame, (error) => setGameProblem(error.message)); }, [name, rules]);
  if ((problem && !frame) || (gameProblem && !game)) {
    return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel">
      <p class="problem" role="alert" data-testid="problem">${problem || gameProblem}</p><a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a></div></main>`;
  }
  if (!frame || !game) return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel"><p role="status">Loading the replay.</p></div></main>`;

  const table = makeTable({ state: { ...frame.state, clock: {} }, game, library: game.library ?? {}, draft, match: { youAre: seat || null } });
  table.question = { ...table.question, title: stepText(lineOf(frame), frame.state, at) };
  const copyLink = () => navigator.clipboard?.writeText(location.href).then(() => toast('The link to this step was copied.'), () => toast('The address of this page leads to this step.'));
  const actions = html`<span class="tag" data-testid="replaying">replay</span>
    ${summary && html`<a class="button quiet" href="#/result/${encodeURIComponent(roomId)}/${number}" data-testid="see-result">Result</a>`}
    <button type="button" class="quiet" data-testid="copy-step" onClick=${copyLink}>Copy link</button>
    ${(summary?.seat || summary?.openSeats.length > 0) && html`<button type="button" class="quiet" data-testid="download-replay" onClick=${() => download(roomId, match)}>Download</button>`}`;
  return html`<${TableView} table=${table} log=${frame.state.log ?? []} actions=${actions} isReplay=${true}
    below=${html`<${PlaybackControls} ...${{ at, last, go, isPlaying, setPlaying, speed, setSpeed, seat, setSeat, players: frame.state.players, summary }}>
      ${summary?.canContinue && !frame.state.result && html`<${PlayOn} roomId=${roomId} match=${number} step=${at} summary=${summary} seat=${seat} />`}<//>`} />`;
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
  const names = Object.fromEntries(playersOf(players).map((player) => [player.id, player.name || player.id]));
  const said = line?.text ? lineText(line, names) : null;
  return (said && `${said.name}${said.text}.`) || (result ? `End of the game: ${result.reason}` : `Step ${at}`);
}
