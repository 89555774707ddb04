// The table: board, question bar, log and chat. It shows a state, live or from a replay.
import { boardOf } from '../boards/registry.js';
import { classes, html, useEffect, useLayoutEffect, useState } from '../app/preact.js';
import { plural } from '../app/text.js';
import { toast } from '../app/toasts.js';
import { TopBar } from '../app/top-bar.js';
import { useCardAnimation } from './animation.js';
import { CardMenu } from './card-menu.js';
import { CardPreview } from './card-preview.js';
import { Chat } from './chat.js';
import { KeyboardHelp, useKeyboard } from './keyboard.js';
import { Log } from './log.js';
import { ListDialog, OrderDialog, PileDialog } from './prompt-dialogs.js';
import { QuestionBar } from './question-bar.js';
import { questionOf } from './question.js';
import { playersOf, visibleCards } from './state-queries.js';
import { TableContext } from './table-context.js';

const SCROLL_MARGIN = 8;

/**
 * Collect everything that the parts of a table need in one object.
 * - state, game, library, match: from the server; `match.youAre` is the viewer's seat, if there is one
 * - session: the RoomSession, absent in replays; prompt: the open prompt
 * - draft: the viewer's InputDraft; cards: the visible cards by key; question: see question.js
 */
export function makeTable({ state, game, library, match, draft, session = null, prompt = null, isBusy = false, clockOffset = 0 }) {
  const table = { state, game, library, match, draft, session, prompt, isBusy, clockOffset };
  table.cards = visibleCards(state, game.zones ?? []);
  table.question = questionOf(table);
  return table;
}

/** A card was clicked: make its only choice, open its menu, or say why it has no actions. */
function onCardClick(table, key, side) {
  const { question, session, draft, prompt, isBusy } = table;
  if (!session || isBusy) return;
  const entry = question.onCard.get(key);
  if (entry?.isDirect) return entry.choices[0].run();
  if (prompt && prompt.type !== 'card_action_menu') return toast(`This card cannot be chosen. ${question.title}`);
  if (question.source === key) return question.cancel?.();
  const canAskServer = side === 'self' && Number.isInteger(key) && table.state.options?.length;
  if (canAskServer && (boardOf(table.game.name).usesServerMenu || !entry)) {
    if (prompt) session.answer('cancel');
    session.requestCardMenu(key);
  } else if (entry) {
    draft.menu.value = key;
  } else if (side === 'self' && table.match.youAre) {
    toast(table.state.waiting || 'This card has no actions now.');
  } else if (table.match.youAre) {
    toast(`This card is not yours. ${question.title}`);
  }
}

/** Scroll the board so that an element is not hidden behind the viewer's hand or above the window. */
function scrollIntoBoard(element) {
  const frame = element.closest('.board-frame');
  if (!frame || element.closest('.edge')) return;
  const [box, room] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  const bottom = Math.min(room.bottom, frame.querySelector('.edge')?.getBoundingClientRect().top ?? room.bottom);
  if (box.bottom + SCROLL_MARGIN > bottom) frame.scrollTop += box.bottom + SCROLL_MARGIN - bottom;
  else if (box.top - SCROLL_MARGIN < room.top) frame.scrollTop += box.top - SCROLL_MARGIN - room.top;
}

/** Scroll the first target into view when a prompt arrives or a menu opens. */
function useTargetInView({ prompt, draft }) {
  const menu = draft?.menu.value;
  useLayoutEffect(() => {
    const target = document.querySelector('.board-frame [data-mark="target"]');
    if (target) scrollIntoBoard(target);
  }, [prompt?.promptId, menu]);
}

const namesOf = (players) => Object.fromEntries(playersOf(players).map((player) => [player.id, player.name || player.id]));

/**
 * The page of a table. `log` and `chat` are lists of lines; without `onChat` there is no chat, and `onPeople`
 * opens the list of people. `actions` are in the top bar, `barActions` in the question bar, `below` under it, and `children` over everything.
 */
export function TableView({ table, log, chat, onChat, onPeople, isChatOff = false, actions, barActions, below, children, isReplay = false }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isSideOpen, setSideOpen] = useState(false);
  const [read, setRead] = useState(chat?.length ?? 0);
  useEffect(() => { if (isSideOpen) setRead(chat?.length ?? 0); }, [isSideOpen, chat?.length]);
  const unread = isSideOpen ? 0 : Math.max(0, (chat?.length ?? 0) - read);
  useTargetInView(table);
  useCardAnimation(table.state);
  useKeyboard(table, { onHelp: setHelpOpen, isHelpOpen });
  const { Board, Controls } = boardOf(table.game.name);
  const context = {
    library: table.library,
    question: table.question,
    openPile: (pile) => { table.draft.pile.value = pile; },
    onCardClick: (key, side) => onCardClick(table, key, side),
  };
  const me = table.match?.youAre ?? table.state.players.self?.id;
  return html`<${TableContext.Provider} value=${context}>
    <div class=${classes('table', isSideOpen && 'is-side-open', isReplay && 'is-replay')} data-testid="table" data-game=${table.game.name}
        data-version=${table.state.stateVersion}>
      <${TopBar} title=${table.game.title}>
        ${actions}
        <button type="button" class="quiet" data-testid="help-open" aria-label="Keys" title="Keys (?)" onClick=${() => setHelpOpen(true)}>?</button>
        <button type="button" class="quiet side-toggle" data-testid="side-toggle" aria-expanded=${isSideOpen}
          aria-label=${unread ? `Log and chat, ${plural(unread, 'new message')}` : 'Log and chat'}
          onClick=${() => setSideOpen(!isSideOpen)}>${isSideOpen ? 'Board' : 'Log'}${unread > 0 && html`<span class="tag tag-turn" data-testid="unread">${unread}</span>`}</button>
      <//>
      <main class="board-frame" onFocusIn=${(event) => scrollIntoBoard(event.target)}><${Board} table=${table} /></main>
      <aside class="side" aria-label="Log and chat">
        <${Log} lines=${log} names=${namesOf(table.state.players)} me=${me} isShown=${isSideOpen} />
        ${onChat && html`<${Chat} lines=${chat} onChat=${onChat} onPeople=${onPeople} isOff=${isChatOff} />`}
      </aside>
      <div class="bottom">
        ${Controls && html`<${Controls} table=${table} />`}
        <${QuestionBar} table=${table}>${barActions}<//>
        ${below}
      </div>
      <${CardMenu} table=${table} />
      <${ListDialog} table=${table} />
      <${OrderDialog} table=${table} />
      <${PileDialog} table=${table} />
      ${isHelpOpen && html`<${KeyboardHelp} onClose=${() => setHelpOpen(false)} isReplay=${isReplay} />`}
      ${children}
      <${CardPreview} />
    </div>
  <//>`;
}
