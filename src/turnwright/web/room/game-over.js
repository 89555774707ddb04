// The end of a game: who won and why, and what to do next.
import { html } from '../app/preact.js';
import { Dialog } from '../table/dialog.js';

const TITLES = { victory: 'You won', defeat: 'You lost', draw: 'A draw' };

/** The result of a session's match as {title, reason, kind}. */
export function outcomeOf(session) {
  const over = session.over.value;
  const result = session.state.value.result;
  const winners = over?.winners ?? result?.winners ?? [];
  const names = winners.map((id) => session.seats.value.find((seat) => seat.id === id)?.name ?? id);
  const title = over && over.result !== 'over' ? TITLES[over.result] : names.length ? `${names.join(' and ')} won` : TITLES.draw;
  return { title, kind: over?.result ?? 'over', reason: (over?.reason ?? result?.reason ?? '').replace(/[.]$/, '') };
}

/** Is there another human player, who must agree to a rematch? */
const hasHumanOpponent = (session) => session.seats.value.some((seat) => seat.id !== session.match.value?.youAre && seat.controller !== 'ai');

/** The result over the board. It can be closed to look at the final position. */
export function GameOverDialog({ session, onClose }) {
  const { title, reason, kind } = outcomeOf(session);
  return html`<${Dialog} title=${title} testId="game-over" onClose=${onClose} footer=${html`<${GameOverActions} session=${session} />`}>
    <p class="outcome outcome-${kind}" data-testid="result">${reason ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : 'The game has ended.'}</p>
    ${session.rematch.value?.botWants && hasHumanOpponent(session) && html`<p role="status" data-testid="rematch-asked">Your opponent wants to play again.</p>`}
  <//>`;
}

/** Buttons for a finished game: rematch, replay, lobby. */
export function GameOverActions({ session }) {
  const rematch = session.rematch.value;
  const isSeated = Boolean(session.match.value?.youAre);
  const room = encodeURIComponent(session.roomId);
  const number = session.match.value?.matchNumber ?? 0;
  return html`
    ${isSeated && html`<button type="button" class="choice is-primary" data-nav data-testid="rematch" disabled=${rematch?.playerWants}
      onClick=${session.requestRematch}>${rematch?.playerWants ? 'Waiting for your opponent' : rematch?.botWants || !hasHumanOpponent(session) ? 'Play again' : 'Ask for a rematch'}</button>`}
    ${number > 0 && html`<a class="choice" data-nav href="#/result/${room}/${number}" data-testid="see-result">Result and turning points</a>`}
    <a class="choice" data-nav href="#/replay/${room}${number ? `/${number}` : ''}" data-testid="see-replay">Watch the replay</a>
    <a class="choice" data-nav href="#/" data-testid="back-to-lobby">Back to the lobby</a>`;
}
