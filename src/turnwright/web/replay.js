// A finished game on the same table, with a scrubber: drag, play, or go step by step.
import { html, useEffect, useMemo, useState } from './lib.js';
import * as api from './api.js';
import { Desk } from './asking.js';
import { capture } from './motion.js';
import { useLibrary } from './room.js';
import { readTable, TableView } from './table.js';
import { toast } from './toast.js';
import { TopBar } from './topbar.js';

const CHUNK = 50;
const onward = (at) => at + 1;
const backward = (at) => at - 1;
const SPEEDS = { slow: 1800, normal: 900, fast: 350 };

/** The frames of a replay as a seat saw it; chunks come when they are needed. */
function useFrames(roomId, match, seat, at) {
  const [loaded, setLoaded] = useState({ frames: new Map(), total: null, problem: '' });
  useEffect(() => setLoaded({ frames: new Map(), total: null, problem: '' }), [roomId, match, seat]);
  const start = Math.floor(at / CHUNK) * CHUNK;
  const isNear = at % CHUNK > CHUNK / 2;
  useEffect(() => {
    let isCurrent = true;
    const fetchChunk = async (from) => {
      try {
        const answer = await api.frames(roomId, match, from, CHUNK, seat);
        if (!isCurrent) return;
        setLoaded((before) => {
          const frames = new Map(before.frames);
          answer.frames.forEach((frame, i) => frames.set(from + i, frame));
          return { frames, total: answer.total, problem: '' };
        });
      } catch (error) {
        if (isCurrent) setLoaded((before) => ({ ...before, problem: error.message, failed: from }));
      }
    };
    // What could not be had is not asked for on and on; elsewhere in the replay it is tried again.
    const isMissing = (from) => !loaded.frames.has(from) && !(loaded.problem && loaded.failed === from);
    if (isMissing(start)) fetchChunk(start);
    else if (isNear && start + CHUNK < loaded.total && isMissing(start + CHUNK)) fetchChunk(start + CHUNK);
    return () => { isCurrent = false; };
  }, [roomId, match, seat, start, isNear, loaded]);
  return loaded;
}

const lineOf = (frame, n) => {
  const { line } = frame;
  if (!line) return null;
  return typeof line === 'string' ? { n, who: frame.who ?? '', text: line } : { who: '', text: '', ...line, n };
};

export function ReplayPage({ roomId, match }) {
  const [at, setAt] = useState(0);
  const [seat, setSeat] = useState('');
  const [isPlaying, play] = useState(false);
  const [speed, setSpeed] = useState('normal');
  const [room, setRoom] = useState(null);
  const desk = useMemo(() => new Desk(), []);
  const { frames, total, problem } = useFrames(roomId, match, seat, at);
  const last = Math.max(0, (total ?? 1) - 1);
  /** To a step, or by some steps: `go((at) => at + 1)`; keys may come faster than pages are drawn. */
  const go = (to) => {
    capture();
    setAt((now) => Math.min(last, Math.max(0, typeof to === 'function' ? to(now) : to)));
  };

  useEffect(() => { api.room(roomId).then(setRoom, () => {}); }, [roomId]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (at >= last) return play(false);
    const timer = setTimeout(() => frames.has(at + 1) && go(onward), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last, speed, frames]);
  useEffect(() => {
    const onKey = (event) => {
      if (event.target.matches?.('input, select, textarea') && event.target.type !== 'range') return;
      const steps = { ',': backward, '.': onward, Home: 0, End: last };
      if (event.key in steps) go(steps[event.key]);
      else if (event.key === ' ' && !event.target.matches?.('button, a')) play(!isPlaying);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const frame = frames.get(at) ?? nearestBefore(frames, at);
  const name = gameName(room);
  const [game, setGame] = useState(null);
  useEffect(() => { if (name) api.game(name).then(setGame, () => {}); }, [name]);
  const library = useLibrary(name);
  if (problem && !frame) {
    return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel">
      <p class="problem" role="alert" data-testid="problem">${problem}</p><a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a></div></main>`;
  }
  if (!frame || !game) return html`<${TopBar} title="Replay" /><main class="page narrow"><div class="panel"><p role="status">Opening the replay.</p></div></main>`;

  const table = readTable({ state: { ...frame.state, clock: {} }, game, library, desk, match: { youAre: seat || null } });
  const text = lineOf(frame, at);
  table.question = { ...table.question, title: sentence(text, frame.state, at) };
  const actions = html`<span class="tag" data-testid="replaying">replay</span>
    <button type="button" class="quiet" data-testid="download-replay" onClick=${() => download(roomId, match)}>Download</button>`;
  return html`<${TableView} table=${table} log=${frame.state.log ?? []} actions=${actions} isReplay=${true}
    below=${html`<${Scrubber} ...${{ at, last, go, isPlaying, play, speed, setSpeed, seat, setSeat, players: frame.state.players }} />`} />`;
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

function nearestBefore(frames, at) {
  const known = [...frames.keys()].filter((n) => n <= at);
  return known.length ? frames.get(Math.max(...known)) : undefined;
}

function sentence(line, { players, result }, at) {
  if (at === 0 && !line?.text) return 'The start of the game.';
  const who = [players.self, players.opponent, ...(players.others ?? [])].find((player) => player?.id === line?.who)?.name;
  const text = [who, line?.text].filter(Boolean).join(': ');
  return text || (result ? `The end: ${result.reason}` : `Step ${at}`);
}

function Scrubber({ at, last, go, isPlaying, play, speed, setSpeed, seat, setSeat, players }) {
  const all = [players.self, players.opponent, ...(players.others ?? [])].filter(Boolean).sort((a, b) => (a.id < b.id ? -1 : 1));
  const onPlay = () => {
    if (!isPlaying && at >= last) go(0);
    play(!isPlaying);
  };
  const button = (label, to, id, path) => html`<button type="button" class="icon" aria-label=${label} title=${label}
    data-testid="replay-${id}" data-nav onClick=${() => go(to)}><svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path} /></svg></button>`;
  return html`<div class="scrubber" role="group" aria-label="Replay" data-testid="scrubber">
    ${button('To the start', 0, 'start', 'M3 3 H5 V13 H3 Z M13 3 V13 L6 8 Z')}
    ${button('One step back', backward, 'back', 'M12 3 V13 L4 8 Z')}
    <button type="button" class="choice is-primary play" data-nav data-testid="replay-play" onClick=${onPlay}>${isPlaying ? 'Pause' : 'Play'}</button>
    ${button('One step on', onward, 'next', 'M4 3 V13 L12 8 Z')}
    ${button('To the end', last, 'end', 'M13 3 H11 V13 H13 Z M3 3 V13 L10 8 Z')}
    <input type="range" min="0" max=${last} value=${at} aria-label="Step" data-testid="replay-range"
      onInput=${(event) => go(Number(event.currentTarget.value))} />
    <span class="counter" data-testid="replay-step">${at} of ${last}</span>
    <select aria-label="Speed" data-testid="replay-speed" value=${speed} onChange=${(event) => setSpeed(event.currentTarget.value)}>
      ${Object.keys(SPEEDS).map((name) => html`<option value=${name}>${name}</option>`)}</select>
    <select aria-label="Seen by" data-testid="replay-seat" value=${seat} onChange=${(event) => setSeat(event.currentTarget.value)}>
      <option value="">as a spectator</option>
      ${all.map((player) => html`<option value=${player.id}>as ${player.name || player.id}</option>`)}</select>
  </div>`;
}
