// The result of a finished match: who won, turning points, statistics and the final board. #/result/ROOM/MATCH
import { html, useEffect, useMemo, useState } from '../app/preact.js';
import { humanize, plural } from '../app/text.js';
import { TopBar } from '../app/top-bar.js';
import { loadStyles } from '../app/styles.js';
import { GameBoard, useBoard } from '../boards/registry.js';
import * as api from '../net/http-api.js';
import { CardPreview } from '../table/card-preview.js';
import { ExplanationPanel } from '../table/explanation.js';
import { InputDraft } from '../table/input-draft.js';
import { lineText } from '../table/log.js';
import { makeTable } from '../table/table-view.js';
import { TableContext } from '../table/table-context.js';
import { LeadChart } from './lead-chart.js';
import { stepAddress } from './replay-page.js';

const nothing = () => {};
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The last state of a match on the board of its game, to look at only. */
function FinalBoard({ frame, game, seat }) {
  const board = useBoard(game.name);
  const draft = useMemo(() => new InputDraft(), []);
  if (!board || board.layout === 'scene') return null;
  const table = makeTable({ state: { ...frame.state, clock: {}, options: [] }, game, library: game.library, draft, match: { youAre: seat || null } });
  const context = { library: game.library, glossary: game.glossary ?? {}, question: table.question, openPile: nothing, onCardClick: nothing };
  return html`<section class="panel"><h2>The final board</h2>
    <${TableContext.Provider} value=${context}><div class="result-board" data-testid="result-board" data-game=${game.name} inert><${GameBoard} table=${table} /></div><${CardPreview} /><${ExplanationPanel} /><//></section>`;
}

const signed = (value) => `${value > 0 ? '+' : '−'}${Math.abs(Math.round(value * 10) / 10).toLocaleString('en')}`;

function TurningPoints({ summary, roomId, nameOf }) {
  const { turningPoints, turns, players } = summary;
  const names = Object.fromEntries(players.map((player) => [player.seat, player.name]));
  const sentenceOf = (who, text) => {
    const said = lineText({ who, text }, names);
    return `${said.name}${said.text.replace(/[.!]$/, '')}.`;
  };
  if (!turningPoints.length) return html`<p class="muted">${summary.measure ? 'The lead never changed.' : 'This game declares nothing by which a lead could be measured.'}</p>`;
  const hasTurns = turns.length > 1;
  const isAlone = players.length < 2;
  return html`<ol class="points" data-testid="turning-points">${turningPoints.map(({ step, seat, line, before, after }) => {
    const swing = after - before;
    const turn = turns.findLast((one) => one.step <= step)?.turn;
    return html`<li key=${step} class="point" data-testid="point-${step}">
      <span class="point-swing ${swing > 0 ? 'is-yours' : 'is-theirs'}">${isAlone ? signed(swing) : html`${signed(Math.abs(swing))}<span class="sr-only"> for ${nameOf(swing > 0 ? 'p1' : 'p2')}</span>`}</span>
      <span>${!isAlone && html`<span class="muted">${hasTurns && turn !== undefined ? `Turn ${turn}, ` : ''}for ${nameOf(swing > 0 ? 'p1' : 'p2')}</span><br />`}${sentenceOf(seat, line)}</span>
      <a class="button" href=${stepAddress(roomId, summary.match, step)} aria-label="See step ${step}" data-testid="see-step-${step}">Step ${step}</a></li>`;
  })}</ol>`;
}

const MOVES_SHOWN = 6;

function Statistics({ summary }) {
  const { players } = summary;
  const values = [...new Set(players.flatMap((player) => Object.keys(player.values)))].map((name) => [humanize(name), players.map((player) => player.values[name] ?? '')]);
  // A game may tell the same value under two names; the longer one says more.
  const isTold = ([name, cells]) => values.some(([other, same]) => other.length > name.length && same.join() === cells.join());
  const rows = [
    ['Decisions', players.map((player) => player.inputs)],
    ...values.filter((row) => !isTold(row)),
    ['Moves', players.map((player) => Object.entries(player.moves).slice(0, MOVES_SHOWN).map(([name, count]) => `${humanize(name.replace(/ /g, '_'))} ${count}`).join(', ') || 'none')],
  ];
  return html`<div class="table-scroll" tabIndex=${0} role="region" aria-label="Statistics"><table class="statistics" data-testid="statistics"><thead><tr><th scope="col"><span class="sr-only">What</span></th>
    ${players.map((player) => html`<th scope="col" key=${player.seat}>${player.name}${player.bot && html` <span class="tag">bot</span>`}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, cells]) => html`<tr key=${name}><th scope="row">${name}</th>${cells.map((cell, i) => html`<td key=${i}>${typeof cell === 'number' ? cell.toLocaleString('en') : cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function headline({ seat, winners, result, players }) {
  if (players.length < 2) return winners.length ? 'Won' : 'Lost';
  if (seat && winners.length) return winners.includes(seat) ? 'You won' : 'You lost';
  return capital(result.split(':')[0]) || 'The game has ended';
}

/** The page of a result. An empty `match` means the room's last match. */
export function ResultPage({ roomId, match }) {
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const load = async () => {
      const summary = await api.summary(roomId, match);
      const page = (seat) => api.frames(roomId, summary.match, summary.total - 1, 1, seat);
      const [{ frames }, game] = await Promise.all([page(summary.seat), api.game(summary.game, summary.rules), loadStyles(['replay.css'], import.meta.url)]);
      setFound({ summary, frame: frames[0], game });
    };
    load().catch((error) => setProblem(error.message));
  }, [roomId, match]);
  if (!found) {
    return html`<${TopBar} title="Result" /><main class="page narrow"><div class="panel"><p class=${problem ? 'problem' : ''} role=${problem ? 'alert' : 'status'} data-testid="problem">
      ${problem || 'Loading the result.'}</p>${problem && html`<a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a>`}</div></main>`;
  }
  const { summary, frame, game } = found;
  const nameOf = (id) => summary.players.find(({ seat }) => seat === id)?.name || id;
  const turns = Math.max(0, ...summary.turns.map(({ turn }) => turn));
  const title = headline(summary);
  const address = `#/replay/${encodeURIComponent(roomId)}/${summary.match}`;
  const reason = summary.result.includes(':') ? summary.result.split(':').slice(1).join(':').trim() : '';
  return html`<${TopBar} title=${game.title} /><main class="page result-page" data-testid="result-page">
    <div class="panel"><div class="result-head"><h1 data-testid="result-title">${title}</h1>
        <p>${reason && `${capital(reason.replace(/\.$/, ''))}. `}<span class="muted">${[turns > 1 && plural(turns, 'turn'), plural(summary.total - 1, 'step')].filter(Boolean).join(', ')}.</span></p></div>
      <div class="buttons"><a class="button primary" href=${address} data-testid="see-replay">Watch the replay</a>
        <a class="button" href="#/table/${encodeURIComponent(roomId)}" data-testid="to-room">Back to the room</a>
        <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a></div></div>
    <div class="result-grid">
      <section class="panel"><h2>Turning points</h2>
        ${summary.lead.length > 1 && html`<${LeadChart} summary=${summary} nameOf=${nameOf} />`}
        ${summary.measureText && html`<p class="muted" data-testid="measure">${summary.measureText}</p>`}
        <${TurningPoints} summary=${summary} roomId=${roomId} nameOf=${nameOf} /></section>
      <section class="panel"><h2>Statistics</h2><${Statistics} summary=${summary} /></section>
    </div>
    ${frame && html`<${FinalBoard} frame=${frame} game=${game} seat=${summary.seat} />`}
  </main>`;
}
