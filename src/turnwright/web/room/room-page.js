// The page of one room: join form, waiting room, and the live table.
import { html, useEffect, useMemo, useState } from '../app/preact.js';
import { savedSeat } from '../app/preferences.js';
import { Coach } from '../help/coach.js';
import { TopBar } from '../app/top-bar.js';
import { boardOf } from '../boards/registry.js';
import { RoomSession } from '../net/room-session.js';
import { useGameTexts } from '../net/use-game-texts.js';
import { captureCardPositions } from '../table/animation.js';
import { ConfirmDialog } from '../table/dialog.js';
import { DrawOffer, OfferDrawButton } from '../table/draw-offer.js';
import { InputDraft } from '../table/input-draft.js';
import { makeTable, TableView } from '../table/table-view.js';
import { ConnectionBanner } from './connection-banner.js';
import { GameOverActions, GameOverDialog, outcomeOf } from './game-over.js';
import { JoinForm, JoinRefused } from './join-form.js';
import { PeopleDialog, shownChat } from './people.js';
import { ClockTag, SpeedControl } from './room-settings.js';
import { WaitingRoom } from './waiting-room.js';

/** A room. Players with a saved seat and spectators are connected at once, others see the join form. */
export function RoomPage({ roomId, spectate, code }) {
  const [isSeated, setSeated] = useState(spectate || Boolean(savedSeat(roomId)));
  if (!isSeated) return html`<${JoinForm} roomId=${roomId} code=${code} onSeat=${() => setSeated(true)} />`;
  return html`<${ConnectedRoom} key=${`${roomId} ${spectate}`} roomId=${roomId} spectate=${spectate} code=${code} />`;
}

function ConnectedRoom({ roomId, spectate, code }) {
  const session = useMemo(() => new RoomSession(roomId, { spectate, code, beforeState: captureCardPositions }), []);
  const draft = useMemo(() => new InputDraft(), []);
  useEffect(() => () => session.close(), []);
  const match = session.match.value;
  const { library, glossary } = useGameTexts(match?.game?.name, match?.game?.rules);
  const refusal = session.refusal.value;
  if (refusal) return html`<${JoinRefused} roomId=${roomId} refusal=${refusal} spectate=${spectate} />`;
  if (!match) {
    return html`<${TopBar} /><main class="page narrow"><div class="panel"><p role="status">Loading the room.</p></div></main>
      <${ConnectionBanner} session=${session} />`;
  }
  const state = session.state.value;
  if (!state) return html`<${WaitingRoom} session=${session} /><${ConnectionBanner} session=${session} />`;
  const prompt = session.prompt.value;
  draft.resetFor(prompt, state);
  const table = makeTable({
    state, match, game: { ...match.game, glossary }, library, session, draft, prompt, isBusy: session.isBusy.value, clockOffset: session.clockOffset,
  });
  return html`<${LiveTable} session=${session} table=${table} /><${ConnectionBanner} session=${session} />`;
}

function LiveTable({ session, table }) {
  const [isResigning, setResigning] = useState(false);
  const [isResultClosed, setResultClosed] = useState(false);
  const [arePeopleOpen, setPeopleOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { match, state } = table;
  const isAlone = session.seats.value.length < 2;
  const isOnlyPerson = Boolean(match.youAre) && session.seats.value.every((seat) => seat.id === match.youAre || seat.controller === 'ai');
  const hasChat = !isAlone && (!isOnlyPerson || session.chat.value.length > 0); // who watches may begin to talk
  const canResign = match.youAre && !state.result && match.status !== 'over';
  const actions = html`
    ${!match.youAre && html`<span class="tag" data-testid="watching">watching</span>`}
    ${canResign && session.seats.value.length > 1 && html`<${OfferDrawButton} session=${session} table=${table} />`}
    <${ClockTag} settings=${match.settings} />
    ${canResign && match.settings?.takeover && html`<button type="button" class="quiet" data-testid="leave-to-bot" onClick=${() => setLeaving(true)}>Leave</button>`}
    ${canResign && html`<button type="button" class="quiet" data-testid="resign" onClick=${() => setResigning(true)}>${isAlone ? 'Abandon' : 'Resign'}</button>`}`;
  const isOver = session.over.value || state.result;
  useEffect(() => setResultClosed(false), [Boolean(isOver)]);
  if (isOver) {
    const { title, reason } = outcomeOf(session);
    table.question = { ...table.question, title: reason ? `${title}: ${reason}.` : `${title}.` };
  }
  return html`<${TableView} table=${table} log=${session.log.value} chat=${hasChat ? shownChat(session) : []} onChat=${hasChat ? session.sendChat : null}
      onPeople=${() => setPeopleOpen(true)} isChatOff=${session.isChatOff.value} actions=${actions}
      below=${html`<${Coach} roomId=${session.roomId} table=${table} /><${DrawOffer} session=${session} table=${table} />
        ${match.settings?.hasOnlyBots && !isOver && html`<${SpeedControl} session=${session} />`}`}
      barActions=${isOver && isResultClosed && html`<${GameOverActions} session=${session} />`}>
    ${isResigning && canResign && html`<${ConfirmDialog} text=${isAlone ? 'Abandon this game?' : 'Resign this game?'} action=${isAlone ? 'Abandon' : 'Resign'}
      note=${isAlone ? 'The game ends and cannot be continued.' : 'Your opponent wins.'} onNo=${() => setResigning(false)}
      onYes=${() => { setResigning(false); session.resign(); }} />`}
    ${isLeaving && canResign && html`<${ConfirmDialog} text="Leave this game?" action="Leave"
      note="A bot plays on for you. The seat stays yours: come back and you have it again." onNo=${() => setLeaving(false)}
      onYes=${() => { session.leaveToBot(); location.hash = '#/'; }} />`}
    ${arePeopleOpen && html`<${PeopleDialog} session=${session} onClose=${() => setPeopleOpen(false)} />`}
    ${isOver && !isResultClosed && !boardOf(table.game.name).drawsEnding && html`<${GameOverDialog} session=${session} onClose=${() => setResultClosed(true)} />`}
  <//>`;
}
