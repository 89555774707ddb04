// The table: board, question bar, log and chat. It shows a state, live or from a replay.
import { boardOf, GameBoard, useBoard } from '../boards/registry.js';
import { classes, html, useEffect, useLayoutEffect, useState } from '../app/preact.js';
import { clearToasts, toast } from '../app/toasts.js';
import { TopBar } from '../app/top-bar.js';
import { HelpDialog } from '../help/help-dialog.js';
import { useCardAnimation } from './animation.js';
import { CardMenu } from './card-menu.js';
import { CardPreview } from './card-preview.js';
import { Chat } from './chat.js';
import { useFloatingNumbers } from './events.js';
import { ExplanationPanel, hideExplanation } from './explanation.js';
import { useKeyboard } from './keyboard.js';
import { Log } from './log.js';
import { ListDialog, OrderDialog, PileDialog } from './prompt-dialogs.js';
import { QuestionBar } from './question-bar.js';
import { questionOf } from './question.js';
import { FrameButtons, FrameContext } from './scene-frame.js';
import { playersOf, visibleCards } from './state-queries.js';
import { TableContext } from './table-context.js';

const SCROLL_MARGIN = 8;

/**
 * Collect everything that the parts of a table need in one object.
 * - state, game, library, match: from the server; `match.youAre` is the viewer's seat, if there is one
 * - session: the RoomSession, absent in replays; prompt: the open prompt
 * - draft: the viewer's InputDraft; cards: the visible cards by key; question: see question.js
 * - explain(key): ask the server why a card cannot be used now; a toast says the answer
 */
export function makeTable({ state, game, library, match, draft, session = null, prompt = null, isBusy = false, clockOffset = 0 }) {
  const table = { state, game, library, match, draft, session, prompt, isBusy, clockOffset };
  table.cards = visibleCards(state, game.zones ?? []);
  table.question = questionOf(table);
  table.explain = (key) => session?.explain(key);
  return table;
}

/** Let the board put the question of a table into its own words, once it is loaded. */
function refineQuestion(table, board) {
  if (!board?.refineQuestion || table.isRefined) return;
  table.question = board.refineQuestion(table.question, table);
  table.isRefined = true;
}

/** A card was clicked: make its only choice, open its menu, or say why it has no actions. */
function onCardClick(table, key, side) {
  const { question, session, draft, prompt, isBusy } = table;
  if (!session || isBusy) return;
  const entry = question.onCard.get(key);
  if (entry?.isDirect) return entry.choices[0].run();
  if (prompt && prompt.type !== 'card_action_menu') return toast(`This card cannot be chosen. ${question.title}`);
  if (question.source === key) return question.cancel?.();
  if (side === 'self' && entry && boardOf(table.game.name).usesServerMenu) {
    if (prompt) session.answer('cancel');
    session.requestCardMenu(key);
  } else if (entry?.choices.length === 1) { // one entry is not a menu
    entry.choices[0].run();
  } else if (entry) {
    draft.menuMove.value = '';
    draft.menu.value = key;
  } else if (table.match.youAre) {
    const reason = boardOf(table.game.name).reasonFor?.(table, key, side);
    if (reason) {
      clearToasts();
      toast(reason, 'warning');
    } else table.explain(key);
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
 * The board's `layout` decides about the rest: "table" has a side panel, in a "scene" the board draws the page.
 */
export function TableView({ table, log, chat, onChat, onPeople, isChatOff = false, actions, barActions, below, children, isReplay = false }) {
  const board = useBoard(table.game.name);
  refineQuestion(table, board);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isSideOpen, setSideOpen] = useState(false);
  const [read, setRead] = useState(chat?.length ?? 0);
  useEffect(() => { if (isSideOpen) setRead(chat?.length ?? 0); }, [isSideOpen, chat?.length]);
  const unread = isSideOpen ? 0 : Math.max(0, (chat?.length ?? 0) - read);
  const isScene = board?.layout === 'scene';
  useTargetInView(table);
  useCardAnimation(table.state);
  useFloatingNumbers(table);
  useKeyboard(table, { onHelp: setHelpOpen, isHelpOpen, onLog: isScene ? () => setSideOpen((isOpen) => !isOpen) : null });
  useEffect(() => () => hideExplanation(), [table.state]);
  if (!board) return html`<${TopBar} title=${table.game.title} /><main><p class="boot" role="status">Loading the table.</p></main>`;
  const { Controls } = board;
  const context = {
    library: table.library,
    glossary: table.game.glossary ?? {},
    question: table.question,
    openPile: (pile) => { table.draft.pile.value = pile; },
    onCardClick: (key, side) => onCardClick(table, key, side),
  };
  const frame = { actions, barActions, below, unread, isScene, isSideOpen, openHelp: () => setHelpOpen(true), toggleSide: () => setSideOpen(!isSideOpen) };
  const me = table.match?.youAre ?? table.state.players.self?.id;
  const side = html`<aside class="side" aria-label=${onChat ? 'Log and chat' : 'Log'}>
    ${isScene && html`<button type="button" class="icon side-close" aria-label="Close the log" data-testid="side-close" onClick=${() => setSideOpen(false)}>✕</button>`}
    <${Log} lines=${log} names=${namesOf(table.state.players)} me=${me} isShown=${isSideOpen} />
    ${onChat && html`<${Chat} lines=${chat} onChat=${onChat} onPeople=${onPeople} isOff=${isChatOff} />`}
  </aside>`;
  return html`<${TableContext.Provider} value=${context}><${FrameContext.Provider} value=${frame}>
    <div class=${classes('table', isSideOpen && 'is-side-open', isReplay && 'is-replay', isScene && 'is-scene')} data-testid="table" data-game=${table.game.name}
        data-version=${table.state.stateVersion}>
      ${isScene ? html`<${GameBoard} table=${table} />${isSideOpen && side}` : html`
        <${TopBar} title=${table.game.title}><${FrameButtons} /><//>
        <main class="board-frame" tabIndex=${table.cards.size ? undefined : 0} onFocusIn=${(event) => scrollIntoBoard(event.target)}><${GameBoard} table=${table} /></main>
        ${side}
        <div class="bottom">
          ${Controls && html`<${Controls} table=${table} />`}
          <${QuestionBar} table=${table}>${barActions}<//>
          ${below}
        </div>`}
      <section aria-label="Actions"><${CardMenu} table=${table} /></section>
      <${ListDialog} table=${table} />
      <${OrderDialog} table=${table} />
      <${PileDialog} table=${table} />
      ${isHelpOpen && html`<${HelpDialog} table=${table} onClose=${() => setHelpOpen(false)} isReplay=${isReplay} isScene=${isScene} />`}
      ${children}
      <section aria-label="Explanation"><${CardPreview} /><${ExplanationPanel} /></section>
    </div>
  <//><//>`;
}
