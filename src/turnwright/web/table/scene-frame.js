// The frame of a board that draws the whole page (`layout: 'scene'`): a top bar that the board fills, the
// scene, and the question. The log and the chat are a drawer, opened with L or the button.
import { classes, createContext, html, useContext } from '../app/preact.js';
import { plural } from '../app/text.js';
import { TopBar } from '../app/top-bar.js';
import { QuestionBar } from './question-bar.js';

/** What the table gives to its frame: {actions, barActions, below, openHelp, isSideOpen, toggleSide, unread}. */
export const FrameContext = createContext({});

/** The buttons of every table: those of the page, help, and the log. */
export function FrameButtons() {
  const { actions, openHelp, isSideOpen, toggleSide, unread, isScene } = useContext(FrameContext);
  return html`${actions}
    <button type="button" class="quiet" data-testid="help-open" aria-label="? Help" title="Help (?)" onClick=${openHelp}>?</button>
    <button type="button" class=${classes('quiet', !isScene && 'side-toggle')} data-testid="side-toggle" aria-expanded=${isSideOpen}
      title=${isScene ? 'Log (L)' : undefined} onClick=${toggleSide}>${isSideOpen && !isScene ? 'Board' : 'Log'}${
      unread > 0 && html`<span class="tag tag-turn" data-testid="unread">${unread}</span><span class="sr-only">${plural(unread, 'new message').replace(/^\d+/, '')}</span>`}</button>`;
}

/**
 * The frame of a scene. `top` is shown in the top bar in place of the game's title, `children` are the scene.
 * `question` is "bar" (the question bar with its buttons), or "line": only the sentence, because the board has
 * the buttons itself.
 */
export function SceneFrame({ table, top, children, question = 'bar' }) {
  const { barActions, below } = useContext(FrameContext);
  return html`<${TopBar} title=${top ? '' : table.game.title} middle=${top}><${FrameButtons} /><//>
    <main class="scene-frame board" data-testid="board">${children}</main>
    <div class=${classes('bottom', question === 'line' && 'is-line')}>
      <${QuestionBar} table=${table} isLine=${question === 'line'}>${barActions}<//>${below}</div>`;
}
