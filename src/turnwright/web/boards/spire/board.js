// The page of Spire: a run bar and the relics at the top, and below them the scene: fight, map, or another screen.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../../app/preact.js';
import { toast } from '../../app/toasts.js';
import { SceneFrame } from '../../table/scene-frame.js';
import { Combat } from './combat.js';
import { FigureGradients } from './figures.js';
import { GameOver } from './game-over.js';
import { MapScene } from './map.js';
import { choiceOf, movesOf } from './moves.js';
import { BossRelic, Chest, ChoicePanel, Event, PilePanel, Rest, Rewards, Shop } from './screens.js';
import { RelicBar, RunBar } from './top.js';

/** The board draws the whole page, also the end of a run. */
export const layout = 'scene';
export const drawsEnding = true;
export const styles = ['spire.css', 'screens.css'];

const SCREENS = { EVENT: Event, REWARDS: Rewards, SHOP: Shop, REST: Rest, CHEST: Chest, BOSS_RELIC: BossRelic };
const AIM_KEYS = { ArrowLeft: -1, ArrowRight: 1 };
const isTyping = (element) => element.matches?.('input:not([type="radio"]):not([type="range"]), textarea, select, [contenteditable]');

/** The sentence of the question line. */
function sentence(scene, moves, choice, aim, isOver) {
  if (isOver) return 'The run is over.';
  if (choice) return choice.title;
  if (aim) return 'Choose a target.';
  if (moves.isWatching) return '';
  if (!moves.byType.size && !moves.bySource.size) return '';
  switch (scene.screen) {
    case 'BATTLE': return [...moves.bySource.keys()].some((key) => String(key).startsWith('c')) ? 'Your turn: play a card or end the turn.' : 'No card can be played: end the turn.';
    case 'MAP': return 'Choose the next room.';
    case 'REWARDS': return 'Take what you want.';
    case 'SHOP': return 'Buy something, or leave.';
    case 'REST': return 'Choose what to do here.';
    case 'CHEST': return 'Open the chest?';
    case 'BOSS_RELIC': return 'Choose a relic.';
    default: return 'Choose what to do.';
  }
}

/** What is being used: a card or potion, its target, and the pointer while it is dragged. */
function useAim(table, moves) {
  const [aim, setAim] = useState(null);
  const [looked, setLooked] = useState(null);
  const skipsClick = useRef(false);
  useEffect(() => { setAim(null); setLooked(null); }, [table.state.stateVersion, table.prompt?.promptId]);
  const waysOf = (source) => moves.bySource.get(source) ?? [];
  const current = aim && waysOf(aim.source).length ? aim : null;
  const send = (source, target) => {
    const way = waysOf(source).find((one) => one.target === target);
    setAim(null);
    if (way) way.run();
    return Boolean(way);
  };
  const control = {
    look: (source) => setLooked(source),
    /** Use a card or potion: at once if there is nothing to choose, else aim it. A second use puts it back. */
    use(source, isTouch = false) {
      if (skipsClick.current) { skipsClick.current = false; return; }
      const ways = waysOf(source);
      if (!ways.length) { if (!table.isBusy) table.explain(source); return; }
      const targets = ways.map(({ target }) => target).filter(Boolean);
      if (current?.source === source) { if (targets.length) setAim(null); else send(source, undefined); return; }
      if (!targets.length && isTouch) setAim({ source, target: undefined });
      else if (targets.length < 2) send(source, targets[0]);
      else setAim({ source, target: targets[0] });
    },
    point: (target) => { if (current && waysOf(current.source).some((one) => one.target === target)) setAim({ ...current, target, pointer: null }); },
    choose(target) {
      if (!current) { toast('Choose a card first, then its target.'); return; }
      if (!send(current.source, target)) toast('That is not a target.', 'warning');
    },
    drag: (source, pointer, unit) => setAim({ source, pointer, target: waysOf(source).some((one) => one.target === unit) ? unit : undefined }),
    drop(source, unit, isOnStage) {
      const ways = waysOf(source);
      const needsTarget = ways.some(({ target }) => target);
      if (needsTarget ? !send(source, ways.length === 1 && isOnStage ? ways[0].target : unit) : !(isOnStage && send(source, undefined))) setAim(null);
    },
    ignoreClick: () => { skipsClick.current = true; setTimeout(() => { skipsClick.current = false; }, 0); },
    cancel: () => setAim(null),
    confirm: () => current && send(current.source, current.target),
    /** Move the aim to the next target. */
    step(by) {
      const targets = waysOf(current.source).map(({ target }) => target).filter(Boolean);
      if (targets.length) setAim({ ...current, pointer: null, target: targets[(targets.indexOf(current.target) + by + targets.length) % targets.length] });
    },
  };
  return { aim: current, looked, control };
}

/** Keys: an element with `data-key` is clicked by its key, in the topmost layer first. */
function useKeys({ aim, control, panel, setPanel, isAside, setAside, choice }) {
  useLayoutEffect(() => {
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('.dialog-frame.is-modal')) return;
      const key = event.key.toLowerCase();
      const handled = () => { event.preventDefault(); event.stopImmediatePropagation(); };
      if (key === 'escape' && (panel || aim || choice?.cancel)) {
        if (panel) setPanel(null); else if (aim) control.cancel(); else choice.cancel();
        return handled();
      }
      if (aim && AIM_KEYS[event.key]) { control.step(AIM_KEYS[event.key]); return handled(); }
      if (aim && (key === 'enter' || key === ' ')) { control.confirm(); return handled(); }
      if (key === 'b' && choice) { setAside(!isAside); return handled(); }
      if (key === 'enter' && event.target !== document.body && event.target.closest?.('button, a, [role="button"], input')) return undefined;
      const layers = [...document.querySelectorAll('.sp-potion-menu, .sp-overlay')].reverse();
      const isShown = (one) => !one.disabled && (one.checkVisibility?.() ?? true);
      const find = (root) => [...root.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find(isShown);
      const found = layers.length ? find(layers[0]) ?? (/^[a-z]$/.test(key) ? find(document) : undefined) : find(document);
      if (found) {
        found.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        return handled();
      }
      if (/^[0-9]$/.test(key)) return handled(); // the question line has no numbers of its own
      return undefined;
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  });
}

/** Spire's page. */
export function Board({ table }) {
  const run = table.state.table;
  const { scene } = run;
  const moves = movesOf(table);
  const choice = choiceOf(table);
  const { aim, looked, control } = useAim(table, moves);
  const [panel, setPanel] = useState(null);
  const [isAside, setAside] = useState(false);
  const toggle = (name) => setPanel((now) => (now === name || (name === 'map' && scene.screen === 'MAP') ? null : name));
  useEffect(() => { setPanel(null); setAside(false); }, [scene.screen, table.prompt?.promptId]);
  useKeys({ aim, control, panel, setPanel, isAside, setAside, choice });
  const isOver = Boolean(table.state.result) || scene.screen === 'GAME_OVER';
  const title = table.session ? sentence(scene, moves, choice, aim, isOver) : '';
  if (title) table.question = { ...table.question, title, buttons: [], confirm: null, cancel: null, counter: '', hint: '', list: null };
  const Screen = SCREENS[scene.screen];
  const cards = scene.fight?.choice?.cards ?? scene.choice?.cards;
  const props = { table, scene, moves };
  return html`<${SceneFrame} table=${table} question="line" top=${html`<${RunBar} scene=${scene} run=${run} moves=${moves} control=${control} aim=${aim} panel=${panel} openPanel=${toggle} />`}>
    <div class="sp" data-testid="spire" data-screen=${scene.screen}>
      <${FigureGradients} /><${RelicBar} scene=${scene} />
      ${isOver ? html`<${GameOver} table=${table} scene=${scene} />`
        : scene.fight ? html`<${Combat} ...${props} aim=${aim} looked=${looked} control=${control} openPanel=${toggle} />`
          : Screen ? html`<${Screen} ...${props} />` : html`<${MapScene} scene=${scene} moves=${moves} />`}
      ${choice && html`<${ChoicePanel} table=${table} choice=${choice} cards=${cards} isAside=${isAside} onAside=${() => setAside(!isAside)} />`}
      ${panel === 'map' && html`<div class="sp-overlay is-map" role="dialog" aria-label="Map"><${MapScene} scene=${scene} moves=${moves} onClose=${() => setPanel(null)} /></div>`}
      ${panel && panel !== 'map' && html`<${PilePanel} table=${table} scene=${scene} name=${panel} onClose=${() => setPanel(null)} />`}
    </div><//>`;
}
