// The table: board, question, log. It draws a state, live or from a replay, with the same parts.
import { classes, html, plural, useEffect, useLayoutEffect, useState } from './lib.js';
import { question } from './asking.js';
import { GenericBoard } from './board.js';
import { Peek, TableContext } from './card.js';
import { ListDialog, OrderDialog, PileDialog } from './dialog.js';
import { DuelBoard } from './duel.js';
import { Help, useKeys } from './keys.js';
import { Chat, Log } from './log.js';
import { cardsIn } from './model.js';
import { useGlide } from './motion.js';
import { CardMenu, QuestionBar } from './prompts.js';
import { toast } from './toast.js';
import { TopBar } from './topbar.js';

const BOARDS = { duel: DuelBoard };
const REVEAL_PX = 8;

/** Everything that the parts of a table need to know, in one object. */
export function readTable({ state, game, library, match, desk, session = null, prompt = null, isBusy = false, lag = 0 }) {
  const table = { state, game, library, match, desk, session, prompt, isBusy, lag };
  table.known = cardsIn(state, game.zones ?? []);
  table.question = question(table);
  return table;
}

/** What a touched card does: its one choice, its menu, or the reason why it can do nothing. */
function touch(table, key, side) {
  const { question: asked, session, desk, prompt, isBusy } = table;
  if (!session || isBusy) return;
  const entry = asked.onCard.get(key);
  if (entry?.isDirect) return entry.choices[0].run();
  if (prompt && prompt.type !== 'card_action_menu') return toast(`Not this one. ${asked.title}`);
  if (asked.source === key) return asked.cancel?.();
  const isAskable = side === 'self' && Number.isInteger(key) && table.state.options?.length;
  const asksServer = isAskable && (table.game.name === 'duel' || !entry);
  if (asksServer) {
    if (prompt) session.answer('cancel');
    session.click(key);
  } else if (entry) {
    desk.menu.value = key;
  } else if (side === 'self' && table.match.youAre) {
    toast(table.state.waiting || 'This card can do nothing now.');
  } else if (table.match.youAre) {
    toast(`This card is not yours. ${asked.title}`);
  }
}

/** Scroll the board so that something on it does not lie under one's own edge, or above the window. */
function reveal(element) {
  const frame = element.closest('.board-frame');
  if (!frame || element.closest('.edge')) return;
  const [box, room] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
  const bottom = Math.min(room.bottom, frame.querySelector('.edge')?.getBoundingClientRect().top ?? room.bottom);
  if (box.bottom + REVEAL_PX > bottom) frame.scrollTop += box.bottom + REVEAL_PX - bottom;
  else if (box.top - REVEAL_PX < room.top) frame.scrollTop += box.top - REVEAL_PX - room.top;
}

/** What can be aimed at is in view when the question comes. */
function useTargetsInView({ prompt, desk }) {
  const menu = desk?.menu.value;
  useLayoutEffect(() => {
    const target = document.querySelector('.board-frame [data-mark="target"]');
    if (target) reveal(target);
  }, [prompt?.promptId, menu]);
}

const namesOf = ({ self, opponent, others = [] }) =>
  Object.fromEntries([self, opponent, ...others].filter(Boolean).map((player) => [player.id, player.name || player.id]));

/**
 * `log` and `chat` are lists of lines; `onSay` is absent where nobody can speak. `actions` stand in the
 * top bar, `bar` in the question bar, and `children` over everything.
 */
export function TableView({ table, log, chat, onSay, actions, bar, below, children, isReplay = false }) {
  const [isHelpOpen, onHelp] = useState(false);
  const [isSideOpen, showSide] = useState(false);
  const [read, setRead] = useState(chat?.length ?? 0);
  useEffect(() => { if (isSideOpen) setRead(chat?.length ?? 0); }, [isSideOpen, chat?.length]);
  const unread = isSideOpen ? 0 : Math.max(0, (chat?.length ?? 0) - read);
  useTargetsInView(table);
  useGlide(table.state);
  useKeys(table, { onHelp, isHelpOpen });
  const Board = BOARDS[table.game.name] ?? GenericBoard;
  const openPile = (pile) => { table.desk.pile.value = pile; };
  const context = {
    library: table.library, question: table.question, openPile, touch: (key, side) => touch(table, key, side),
  };
  const me = table.match?.youAre ?? table.state.players.self?.id;
  return html`<${TableContext.Provider} value=${context}>
    <div class=${classes('table', isSideOpen && 'is-side-open', isReplay && 'is-replay')} data-testid="table" data-game=${table.game.name}
        data-version=${table.state.stateVersion}>
      <${TopBar} title=${table.game.title}>
        ${actions}
        <button type="button" class="quiet" data-testid="help-open" aria-label="Keys" title="Keys (?)" onClick=${() => onHelp(true)}>?</button>
        <button type="button" class="quiet side-toggle" data-testid="side-toggle" aria-expanded=${isSideOpen}
          aria-label=${unread ? `Log and chat, ${plural(unread, 'new message')}` : 'Log and chat'}
          onClick=${() => showSide(!isSideOpen)}>${isSideOpen ? 'Board' : 'Log'}${unread > 0 && html`<span class="tag tag-turn" data-testid="unread">${unread}</span>`}</button>
      <//>
      <main class="board-frame" onFocusIn=${(event) => reveal(event.target)}><${Board} table=${table} /></main>
      <aside class="side" aria-label="Log and chat">
        <${Log} lines=${log} names=${namesOf(table.state.players)} me=${me} isShown=${isSideOpen} />
        ${onSay && html`<${Chat} lines=${chat} onSay=${onSay} />`}
      </aside>
      <div class="bottom">
        <${QuestionBar} table=${table}>${bar}<//>
        ${below}
      </div>
      <${CardMenu} table=${table} />
      <${ListDialog} table=${table} />
      <${OrderDialog} table=${table} />
      <${PileDialog} table=${table} />
      ${isHelpOpen && html`<${Help} onClose=${() => onHelp(false)} isReplay=${isReplay} />`}
      ${children}
      <${Peek} />
    </div>
  <//>`;
}
