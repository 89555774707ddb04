// A visit to a room: the way in, the waiting room, the live table, and the end.
import { html, useEffect, useMemo, useState, words } from './lib.js';
import * as api from './api.js';
import { Desk } from './asking.js';
import { Floating, Sure } from './dialog.js';
import { forgetSeat, keepSeat, nameOrGuest, seatIn } from './prefs.js';
import { Session } from './session.js';
import { readTable, TableView } from './table.js';
import { TopBar } from './topbar.js';
import { NameField, WaitingRoom } from './waiting.js';

/** The library of a game, once it is there. */
export function useLibrary(name) {
  const [library, setLibrary] = useState({});
  useEffect(() => {
    if (name) api.game(name).then((game) => setLibrary(game.library ?? {}), () => {});
  }, [name]);
  return library;
}

/** The door of a room: those who have a seat go in, others choose to sit down or to watch. */
export function RoomPage({ roomId, spectate, code }) {
  const [isSeated, setSeated] = useState(spectate || Boolean(seatIn(roomId)));
  if (!isSeated) return html`<${Entrance} roomId=${roomId} code=${code} onSeat=${() => setSeated(true)} />`;
  return html`<${Visit} key=${`${roomId} ${spectate}`} roomId=${roomId} spectate=${spectate} code=${code} />`;
}

function CodeField({ value, onInput }) {
  return html`<label class="field"><span>Code of the table</span>
    <input value=${value} data-testid="room-code-input" autocomplete="off" spellcheck="false" onInput=${(event) => onInput(event.currentTarget.value)} /></label>`;
}

const codeQuery = (code) => (code ? `?code=${encodeURIComponent(code)}` : '');

function Entrance({ roomId, code: given, onSeat }) {
  const [problem, setProblem] = useState(null);
  const [room, setRoom] = useState(null);
  const [code, setCode] = useState(given);
  useEffect(() => {
    api.room(roomId).then(setRoom, setProblem);
  }, [roomId]);
  const sit = async (event) => {
    event.preventDefault();
    try {
      const seat = await api.joinRoom(roomId, nameOrGuest(), code.trim());
      keepSeat(roomId, { token: seat.token, code });
      onSeat();
    } catch (error) {
      setProblem(error);
    }
  };
  const [game, setGame] = useState('');
  useEffect(() => { if (room?.game) api.game(room.game).then(({ title }) => setGame(title), () => setGame(words(room.game))); }, [room?.game]);
  return html`<${TopBar} title=${game} />
    <main class="page narrow"><form class="panel" onSubmit=${sit}>
      <h2>${game ? `A table for ${game}` : 'A table'}</h2>
      ${room && html`<p class="muted">${room.names?.filter(Boolean).join(' and ') || 'Nobody'} ${room.names?.filter(Boolean).length > 1 ? 'are' : 'is'} there.</p>`}
      ${problem && html`<p class="problem" role="alert" data-testid="problem">${problem.message}</p>`}
      <${NameField} />
      ${problem?.code === 'private' && html`<${CodeField} value=${code} onInput=${setCode} />`}
      <div class="buttons">
        <button type="submit" class="primary" data-testid="sit-down">Sit down</button>
        <a class="button" href="#/watch/${encodeURIComponent(roomId)}${codeQuery(code)}" data-testid="watch">Watch</a>
        <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a>
      </div>
    </form></main>`;
}

function Visit({ roomId, spectate, code }) {
  const session = useMemo(() => new Session(roomId, { spectate, code }), []);
  const desk = useMemo(() => new Desk(), []);
  useEffect(() => () => session.close(), []);
  const match = session.match.value;
  const library = useLibrary(match?.game?.name);
  const refusal = session.refusal.value;
  if (refusal) return html`<${Refused} roomId=${roomId} refusal=${refusal} spectate=${spectate} />`;
  if (!match) {
    return html`<${TopBar} /><main class="page narrow"><div class="panel"><p role="status">Opening the table.</p></div></main>
      <${Banner} session=${session} />`;
  }
  const state = session.state.value;
  if (!state) return html`<${WaitingRoom} session=${session} /><${Banner} session=${session} />`;
  const prompt = session.prompt.value;
  desk.meet(prompt, state);
  const table = readTable({
    state, match, game: match.game, library, session, desk, prompt, isBusy: session.isBusy.value, lag: session.lag,
  });
  return html`<${LiveTable} session=${session} table=${table} /><${Banner} session=${session} />`;
}

function LiveTable({ session, table }) {
  const [isLeaving, ask] = useState(false);
  const [isPutAway, putAway] = useState(false);
  const { match, state } = table;
  const canResign = match.youAre && !state.result && match.status !== 'over';
  const actions = html`
    ${!match.youAre && html`<span class="tag" data-testid="watching">watching</span>`}
    ${canResign && html`<button type="button" class="quiet" data-testid="resign" onClick=${() => ask(true)}>Resign</button>`}`;
  const isOver = session.over.value || state.result;
  useEffect(() => putAway(false), [Boolean(isOver)]);
  if (isOver) {
    const { title, reason } = outcome(session);
    table.question = { ...table.question, title: reason ? `${title}: ${reason}.` : `${title}.` };
  }
  return html`<${TableView} table=${table} log=${session.log.value} chat=${session.chat.value} onSay=${session.say} actions=${actions}
      bar=${isOver && isPutAway && html`<${After} session=${session} />`}>
    ${isLeaving && canResign && html`<${Sure} text="Resign this game?" action="Resign"
      note=${session.seats.value.length > 1 ? 'The other side wins.' : 'It ends here, and cannot be taken up again.'} onNo=${() => ask(false)}
      onYes=${() => { ask(false); session.resign(); }} />`}
    ${isOver && !isPutAway && html`<${Over} session=${session} onClose=${() => putAway(true)} />`}
  <//>`;
}

const OUTCOMES = { victory: 'You won', defeat: 'You lost', draw: 'A draw', over: 'The game is over' };

function outcome(session) {
  const over = session.over.value;
  const result = session.state.value.result;
  const winners = over?.winners ?? result?.winners ?? [];
  const names = winners.map((id) => session.seats.value.find((seat) => seat.id === id)?.name ?? id);
  const title = over && over.result !== 'over' ? OUTCOMES[over.result] : names.length ? `${names.join(' and ')} won` : OUTCOMES.draw;
  return { title, kind: over?.result ?? 'over', reason: (over?.reason ?? result?.reason ?? '').replace(/[.]$/, '') };
}

/** The end of a game, over the board; it can be closed to look at the last position. */
function Over({ session, onClose }) {
  const { title, reason, kind } = outcome(session);
  return html`<${Floating} title=${title} testId="game-over" onClose=${onClose} footer=${html`<${After} session=${session} />`}>
    <p class="outcome outcome-${kind}" data-testid="result">${reason ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : 'The game has ended.'}</p>
    ${session.rematch.value?.botWants && isPeople(session) && html`<p role="status" data-testid="rematch-asked">The other side wants to play again.</p>`}
  <//>`;
}

/** Does anybody else who sits here have to be asked? */
const isPeople = (session) => session.seats.value.some((seat) => seat.id !== session.match.value?.youAre && seat.controller !== 'ai');

function After({ session }) {
  const rematch = session.rematch.value;
  const isSeated = Boolean(session.match.value?.youAre);
  return html`
    ${isSeated && html`<button type="button" class="choice is-primary" data-nav data-testid="rematch" disabled=${rematch?.playerWants}
      onClick=${session.askRematch}>${rematch?.playerWants ? 'Waiting for the other side' : rematch?.botWants || !isPeople(session) ? 'Play again' : 'Ask for a rematch'}</button>`}
    <a class="choice" data-nav href="#/replay/${encodeURIComponent(session.roomId)}" data-testid="see-replay">See the replay</a>
    <a class="choice" data-nav href="#/" data-testid="back-to-lobby">Back to the lobby</a>`;
}

const BANNERS = {
  lost: 'The connection is lost. Trying again; nothing of your game is lost.',
  reconnecting: 'Reconnecting.',
  replaced: 'This seat is open in another window.',
};

export function Banner({ session }) {
  const status = session.status.value;
  const isKept = status === 'lost' && session.isBusy.value;
  const text = isKept ? 'The connection is lost. What you did is kept, and sent as soon as it is back.' : BANNERS[status];
  if (!text) return null;
  const again = () => (status === 'replaced' ? location.reload() : session.connection.retryNow());
  return html`<div class="banner" role="alert" data-testid="connection-banner"><span>${text}</span>
    <button type="button" data-testid="reconnect" onClick=${again}>${status === 'replaced' ? 'Take it back' : 'Try now'}</button></div>`;
}

function Refused({ roomId, refusal, spectate }) {
  const [code, setCode] = useState('');
  const isPrivate = refusal.code === 'private';
  const room = encodeURIComponent(roomId);
  const open = (event) => {
    event.preventDefault();
    location.hash = `#/${spectate ? 'watch' : 'table'}/${room}${codeQuery(code.trim())}`;
  };
  return html`<${TopBar} /><main class="page narrow"><form class="panel" onSubmit=${open}>
    <h2>This table cannot be opened</h2>
    <p class="problem" role="alert" data-testid="problem">${refusal.text}</p>
    ${isPrivate && html`<${CodeField} value=${code} onInput=${setCode} />`}
    <div class="buttons">
      ${isPrivate && html`<button type="submit" class="primary" data-testid="open-with-code" disabled=${!code.trim()}>Open it</button>`}
      ${!spectate && !isPrivate && html`<a class="button" href="#/watch/${room}" data-testid="watch" onClick=${() => forgetSeat(roomId)}>Watch instead</a>`}
      <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a>
    </div></form></main>`;
}
