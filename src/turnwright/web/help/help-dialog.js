// The help of a table: what is on the screen, the rules, and the keys. The rules are loaded when it is opened.
import { classes, html, useEffect, useState } from '../app/preact.js';
import { loadStyles } from '../app/styles.js';
import * as api from '../net/http-api.js';
import { Dialog } from '../table/dialog.js';
import { KeyList } from '../table/keyboard.js';

const TABS = [['screen', 'On the screen'], ['rules', 'Rules'], ['keys', 'Keys']];

/** The modules and the data that the help needs: {OnScreen, Rules, MoveList, pictures, rulebook}; null until they are here. */
function useRules(game, rules) {
  const [found, setFound] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    Promise.all([import('./rulebook.js'), import('./on-screen.js'), import('./pictures.js'), api.game(game, rules), loadStyles(['help.css'], import.meta.url)])
      .then(([{ Rules, MoveList }, { OnScreen }, { picturesOf }, about]) => setFound({ Rules, MoveList, OnScreen, pictures: picturesOf(game), rulebook: about.rulebook }),
        () => setProblem('The rules could not be loaded. Close this and try again.'));
  }, [game, rules]);
  return [found, problem];
}

/** The help of a table. */
export function HelpDialog({ table, onClose, isReplay, isScene }) {
  const [tab, setTab] = useState('screen');
  const [found, problem] = useRules(table.game.name, table.game.rules);
  const { Rules, MoveList, OnScreen } = found ?? {};
  const content = {
    screen: () => html`<${OnScreen} table=${table} rulebook=${found.rulebook} />`,
    rules: () => html`<${Rules} rulebook=${found.rulebook} pictures=${found.pictures} level=${3} />
      <p><a href="#/rules/${encodeURIComponent(table.game.name)}" target="_blank" rel="noopener" data-testid="rules-page">The rules as a page of their own</a></p>
      ${found.rulebook.text.length < 400 && html`<h3>Moves</h3><${MoveList} moves=${found.rulebook.moves} />`}`,
  };
  return html`<${Dialog} title="Help" testId="help" onClose=${onClose}>
    <div class="help-tabs" role="tablist" aria-label="Help">${TABS.map(([id, label]) => html`<button type="button" key=${id} role="tab" id="help-tab-${id}" aria-selected=${tab === id}
      aria-controls="help-panel" class=${classes('choice', tab === id && 'is-picked')} data-testid="help-${id}" onClick=${() => setTab(id)}>${label}</button>`)}</div>
    <div id="help-panel" class="help-panel" role="tabpanel" aria-labelledby="help-tab-${tab}" tabIndex=${0}>
      ${tab === 'keys' ? html`<${KeyList} isReplay=${isReplay} isScene=${isScene} />`
        : found?.rulebook ? content[tab]() : html`<p role="status">${problem || 'Loading.'}</p>`}
    </div>
  <//>`;
}
