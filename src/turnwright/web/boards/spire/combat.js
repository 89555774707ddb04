// A fight: the player and the enemies as figures, the hand, and what a card or a potion would do to whom.
import { classes, html, useLayoutEffect, useRef, useState } from '../../app/preact.js';
import { plural } from '../../app/text.js';
import { SpokenName } from '../../app/spoken-name.js';
import { toast } from '../../app/toasts.js';
import { isMotionReduced } from '../../app/preferences.js';
import { Explained, hideExplanation } from '../../table/explanation.js';
import { floatAt, floatNumber } from '../../table/floating-numbers.js';
import { Stage } from './backdrop.js';
import { SpireCard } from './card.js';
import { characterLook, Figure, monsterLook } from './figures.js';
import { Glyph } from './glyphs.js';
import { INTENTS, powerGlyph } from './looks.js';

const DRAG_START = 14;
const HAND_KEYS = '1234567890';
const ORB_GLYPHS = { Lightning: 'bolt', Frost: 'snow', Dark: 'void', Plasma: 'sun' };

// --- figures -----------------------------------------------------------------------------------------

function Powers({ powers, testId }) {
  if (!powers.length) return null;
  return html`<ul class="sp-powers" aria-label="Powers" data-testid=${testId}>${powers.map((power) => html`<li key=${power.name}>
    <${Explained} class=${classes('sp-power', power.is_bad ? 'is-bad' : 'is-good')} title=${power.name} text=${power.text} role="img"
      aria-label=${`${power.name}${power.amount === undefined ? '' : ` ${power.amount}`}`}>
      <${Glyph} name=${powerGlyph(power)} />${power.amount !== undefined && html`<span>${power.amount}</span>`}<//></li>`)}</ul>`;
}

function Health({ hp, max, block, left, testId, blockId }) {
  const share = (amount) => `${(100 * Math.max(0, amount)) / max}%`;
  const isLoss = left !== undefined && left < hp;
  return html`<div class=${classes('sp-health', block > 0 && 'has-block')}>
    ${block > 0 && html`<${Explained} class="sp-block" title="Block" text="Prevents damage until the next turn." role="img" aria-label="${block} block" data-testid=${blockId}><${Glyph} name="shield" /><b>${block}</b><//>`}
    <div class="sp-bar" role="img" aria-label="${hp} of ${max} hit points" data-testid=${testId}>
      <i style=${{ width: share(isLoss ? left : hp) }}></i>
      ${isLoss && html`<i class="sp-loss" style=${{ left: share(left), width: share(hp - Math.max(0, left)) }}></i>`}
      <b>${hp} / ${max}</b>
    </div>
  </div>`;
}

function Intent({ enemy }) {
  const { glyphs, word, isAttack } = INTENTS[enemy.intent] ?? INTENTS.UNKNOWN;
  const title = enemy.move ?? 'Intent';
  return html`<${Explained} class=${classes('sp-intent', !isAttack && 'is-mild')} title=${title} text=${enemy.text || `It intends: ${enemy.intends}.`} role="img"
      aria-label="Intends: ${enemy.intends}" data-testid="intent-${enemy.id}">
    ${glyphs.slice(0, isAttack ? 1 : 2).map((name) => html`<${Glyph} name=${name} />`)}
    ${enemy.times ? html`<b>${enemy.hit}${enemy.times > 1 && html`×${enemy.times}`}</b>` : null}
    ${isAttack ? glyphs.slice(1).map((name) => html`<${Glyph} name=${name} className="is-second" />`) : null}
    ${enemy.times > 1 ? html`<small>= ${enemy.hit * enemy.times}</small>` : glyphs.length === 1 || !enemy.times ? html`<small>${word}</small>` : null}<//>`;
}

/** What the card would do to an enemy: hits, and the hit points left. */
function Preview({ aim, enemy }) {
  const total = aim.hits.reduce((sum, one) => sum + one, 0);
  const isEven = aim.hits.every((one) => one === aim.hits[0]);
  return html`<div class="sp-preview" data-testid="preview-${enemy.id}">
    <b><${Glyph} name="sword" />${isEven && aim.hits.length > 1 ? `${aim.hits[0]}×${aim.hits.length} = ${total}` : total}</b>
    <span>${aim.hp <= 0 ? html`<strong>kills</strong>` : html`hp ${enemy.hp} → <strong>${aim.hp}</strong>`}</span></div>`;
}

function Enemy({ enemy, aimed, isTarget, isAimedAt, onChoose, onPoint }) {
  const look = monsterLook(enemy.figure);
  const label = `${enemy.name}, ${enemy.hp} of ${enemy.max_hp} hit points${enemy.block ? `, ${enemy.block} block` : ''}, intends: ${enemy.intends}${
    aimed ? `. This card leaves it ${Math.max(0, aimed.hp)} hit points` : ''}`;
  const inside = html`<${Figure} look=${look} isDown=${enemy.intent === 'DOWN'} />`;
  return html`<li class=${classes('sp-unit', isTarget && 'is-target', isAimedAt && 'is-aimed')} data-unit=${enemy.id} style=${{ '--size': look.size ?? 0.9 }}>
    <${Intent} enemy=${enemy} />
    <button type="button" class="sp-body" data-nav data-testid="card-${enemy.id}" data-card=${enemy.id} data-mark=${isTarget ? 'target' : undefined} aria-label=${label}
      onClick=${() => onChoose(enemy.id)} onPointerEnter=${() => onPoint(enemy.id)} onFocus=${() => onPoint(enemy.id)}>${inside}</button>
    ${aimed && html`<${Preview} aim=${aimed} enemy=${enemy} />`}
    <div class="sp-under">
      <${Health} hp=${enemy.hp} max=${enemy.max_hp} block=${enemy.block ?? 0} left=${aimed?.hp} testId="hp-${enemy.id}" />
      <span class="sp-unit-name">${enemy.name}</span>
      <${Powers} powers=${enemy.powers_list ?? []} testId="powers-${enemy.id}" />
    </div></li>`;
}

function Orbs({ fight }) {
  if (!fight.orb_slots) return null;
  const empty = Math.max(0, fight.orb_slots - fight.orbs.length);
  return html`<ul class="sp-orbs" aria-label="Orbs" data-testid="orbs">
    ${fight.orbs.map((orb, i) => html`<li key=${i}><${Explained} class="sp-orb is-${orb.kind.toLowerCase()}" title=${`${orb.kind}${i ? '' : ', evoked next'}`}
      text=${`${orb.text} Now: ${orb.passive} each turn, ${orb.evoke} when evoked.`} role="img" aria-label=${`${orb.kind} ${orb.passive}, evoke ${orb.evoke}`}>
      <${Glyph} name=${ORB_GLYPHS[orb.kind]} /><small>${orb.passive}</small><//></li>`)}
    ${[...Array(empty)].map((_, i) => html`<li key=${`e${i}`}><span class="sp-orb is-empty" role="img" aria-label="Empty orb slot"></span></li>`)}</ul>`;
}

function Player({ scene, incoming, isTarget, gained }) {
  const { fight } = scene;
  const after = fight.hides_intents ? undefined : Math.max(0, scene.hp - Math.max(0, incoming - fight.end_block - gained));
  return html`<div class=${classes('sp-unit sp-player', fight.stance && `in-${fight.stance.name.toLowerCase()}`)} data-unit="self" style=${{ '--size': 1.05 }}>
    <${Orbs} fight=${fight} />
    <div class="sp-body" data-testid="hp-self"><${Figure} look=${characterLook(scene.class)} /></div>
    <div class="sp-under">
      <${Health} hp=${scene.hp} max=${scene.max_hp} block=${fight.block} left=${after} testId="hp-bar-self" blockId="block-self" />
      <span class="sp-unit-name">${characterLook(scene.class).name} <span>you</span>
        ${fight.stance && html`<${Explained} class="sp-stance" title=${fight.stance.name} text=${fight.stance.text}>${fight.stance.name}<//>`}</span>
      <${Powers} powers=${fight.powers} testId="powers-self" />
      <p class="sp-incoming" data-testid="incoming">${fight.hides_intents ? 'Intents are hidden'
        : incoming ? html`Incoming <b>${incoming}</b> − <b>${fight.end_block + gained}</b> block: hp ${scene.hp} → <b>${after}</b>` : 'No attack is coming'}</p>
    </div></div>`;
}

// --- aiming ------------------------------------------------------------------------------------------

/** The arrow from the card in use to its target, or to the pointer. */
function AimArrow({ source, target, pointer }) {
  const ref = useRef(null);
  const [line, setLine] = useState(null);
  useLayoutEffect(() => {
    const frame = ref.current.getBoundingClientRect();
    const from = document.querySelector(`[data-card="${source}"]`)?.getBoundingClientRect();
    const to = target && document.querySelector(`[data-unit="${target}"] .sp-body`)?.getBoundingClientRect();
    if (!from || (!to && !pointer)) return setLine(null);
    const isBelow = from.top > frame.top + frame.height / 2;
    const start = [from.left + from.width / 2 - frame.left, (isBelow ? from.top : from.bottom) - frame.top];
    const end = pointer && !target ? [pointer.x - frame.left, pointer.y - frame.top] : [to.left + to.width / 2 - frame.left, to.top + to.height * 0.35 - frame.top];
    setLine([start, end]);
  }, [source, target, pointer?.x, pointer?.y]);
  const steps = [];
  if (line) {
    const [[x1, y1], [x2, y2]] = line;
    const [cx, cy] = [x1, y2 + (y1 - y2) * 0.1];
    const at = (t) => [(1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2, (1 - t) ** 2 * y1 + 2 * t * (1 - t) * cy + t * t * y2];
    for (let i = 1; i <= 12; i += 1) {
      const [[x, y], [px, py]] = [at(i / 12), at((i - 0.5) / 12)];
      steps.push({ x, y, angle: (Math.atan2(y - py, x - px) * 180) / Math.PI, size: i === 12 ? 2.4 : 0.7 + i / 16 });
    }
  }
  return html`<svg ref=${ref} class="sp-aim" aria-hidden="true">${steps.map(({ x, y, angle, size }, i) => html`<path key=${i} d="M-8 -8 L10 0 L-8 8 L-3 0 Z"
    transform="translate(${x} ${y}) rotate(${angle}) scale(${size})" />`)}</svg>`;
}

/** The sentence over the stage while something is aimed. */
function AimLine({ name, needsTarget }) {
  return html`<p class="sp-aim-line" data-testid="aim-line" role="status"><b>${name}: ${needsTarget ? 'choose a target' : 'play it?'}</b>
    ${needsTarget && html`<span><kbd>←</kbd> <kbd>→</kbd> aim</span>`}<span><kbd>Enter</kbd> use</span><span><kbd>Esc</kbd> put back</span></p>`;
}

// --- the hand ----------------------------------------------------------------------------------------

function Hand({ table, moves, aim, control }) {
  const cards = table.state.players.self?.hand ?? [];
  const drag = useRef(null);
  const start = (card) => (event) => {
    if (event.button || !moves.bySource.has(card.id)) return;
    drag.current = { id: card.id, x: event.clientX, y: event.clientY, isTouch: event.pointerType !== 'mouse' };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event) => {
    const from = drag.current;
    if (!from) return;
    if (!from.isMoving && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_START) return;
    if (!from.isMoving && from.isTouch && Math.abs(event.clientX - from.x) > Math.abs(event.clientY - from.y)) { drag.current = null; return; } // a swipe scrolls the hand
    from.isMoving = true;
    hideExplanation();
    const unit = document.elementFromPoint(event.clientX, event.clientY)?.closest?.('[data-unit]')?.dataset.unit;
    control.drag(from.id, { x: event.clientX, y: event.clientY }, unit);
  };
  const end = (event) => {
    const from = drag.current;
    drag.current = null;
    if (!from?.isMoving) return;
    const unit = document.elementFromPoint(event.clientX, event.clientY)?.closest?.('[data-unit]')?.dataset.unit;
    const isOnStage = event.clientY < event.currentTarget.parentElement.getBoundingClientRect().top;
    control.drop(from.id, unit, isOnStage);
    from.isDone = true;
    control.ignoreClick();
  };
  const middle = (cards.length - 1) / 2;
  return html`<ol class="sp-hand" aria-label="Hand, ${plural(cards.length, 'card')}" data-testid="zone-self-hand" style=${{ '--count': Math.max(cards.length, 5) }}>
    ${cards.map((card, i) => {
      const ways = moves.bySource.get(card.id);
      const isUsed = aim?.source === card.id;
      return html`<li key=${card.id} class=${classes(isUsed && 'is-used')} style=${{ '--turn': `${(i - middle) * 1.6}deg`, '--drop': `${Math.abs(i - middle) ** 1.6 * 3}px` }}>
        <${SpireCard} card=${card} library=${table.library} number=${HAND_KEYS[i]} testId="card-${card.id}" data-key=${HAND_KEYS[i]}
          why=${ways ? '' : card.why_not ?? ''} mark=${isUsed ? 'picked' : ways ? 'able' : card.why_not ? 'not' : ''}
          onClick=${(event) => control.use(card.id, event.pointerType === 'touch')} onPointerDown=${start(card)} onPointerMove=${move} onPointerUp=${end}
          onPointerEnter=${() => control.look(card.id)} onPointerLeave=${() => control.look(null)} onFocus=${() => control.look(card.id)} onBlur=${() => control.look(null)} /></li>`;
    })}</ol>`;
}

function Pile({ name, label, count, glyph, keyName, onOpen }) {
  return html`<${Explained} tag="button" type="button" class="sp-pile is-${name}" title=${label} text=${`${plural(count, 'card')}. Click to see them.`} data-nav data-key=${keyName.toLowerCase()}
    data-testid="pile-${name}" onClick=${() => onOpen(name)}>
    <${SpokenName} name=${`${label}: ${plural(count, 'card')} (${keyName})`}><span class="sp-stack"><${Glyph} name=${glyph} /></span><b>${count}</b><small>${label} <kbd>${keyName}</kbd></small><//><//>`;
}

// --- what the enemies did --------------------------------------------------------------------------------

const OWN_MOVE = /^(plays|drinks|throws|ends the turn|begins turn|chooses)/;

/** What the last card, potion or enemies did, in the sentences of the log. It stays until something else happens. */
function useNews({ state }) {
  const last = useRef(null);
  const log = state.log ?? [];
  const newest = log.at(-1)?.n ?? -1;
  if (!last.current || newest < last.current.n) last.current = { n: newest, lines: [] };
  else if (newest > last.current.n) {
    const fresh = log.filter(({ n, text }) => n > last.current.n && !OWN_MOVE.test(text)).map(({ text }) => text);
    last.current = { n: newest, lines: fresh.length ? fresh : last.current.lines };
  }
  return last.current.lines.slice(-4);
}

/** Let what the state does not float by itself be seen: enemies that strike, what was blocked, and who fell. */
function useBlows(scene, enemies) {
  const last = useRef(null);
  useLayoutEffect(() => {
    const before = last.current;
    const { fight, hp } = scene;
    const boxes = new Map(enemies.map(({ id }) => [id, unitElement(id)?.getBoundingClientRect()]));
    last.current = { name: fight.name, turn: fight.turn, enemies, hp, block: fight.block, boxes };
    if (!before || before.name !== fight.name || before.turn > fight.turn || isMotionReduced()) return;
    const me = document.querySelector('.sp-player');
    const now = new Map(enemies.map((one) => [one.id, one]));
    const isNewTurn = before.turn < fight.turn;
    let isStruck = false;
    for (const was of before.enemies) {
      const one = now.get(was.id);
      if (!one) floatAt(before.boxes.get(was.id), `−${was.hp}`, 'damage');
      else if (!isNewTurn && was.block > one.block) floatNumber(unitElement(was.id), `${was.block - one.block} blocked`, 'block');
      if (one && isNewTurn && was.hit) lunge(unitElement(was.id), -1);
      isStruck ||= Boolean(one ? one.hp < was.hp || one.block < was.block : true);
    }
    if (!isNewTurn && isStruck) lunge(me?.querySelector('.sp-figure'), 1);
    if (isNewTurn && before.enemies.some(({ hit }) => hit) && hp >= before.hp) floatNumber(me, 'blocked', 'block');
  });
}

const unitElement = (id) => document.querySelector(`[data-unit="${CSS.escape(id)}"] .sp-body`);
const lunge = (element, direction) => element?.animate([{ translate: '0 0' }, { translate: `${direction * 42}px 0`, offset: 0.35 }, { translate: '0 0' }], { duration: 260, easing: 'ease-out' });

// --- the fight ---------------------------------------------------------------------------------------

/**
 * A fight. `aim` is what is being used: {source, target}; `control` has the functions that change it (see board.js);
 * `looked` is the card that the player looks at.
 */
export function Combat({ table, scene, moves, aim, looked, control, openPanel }) {
  const me = table.state.players.self;
  const { fight } = scene;
  const enemies = me?.monsters ?? [];
  const source = aim?.source ?? looked;
  const card = (me?.hand ?? []).find((one) => one.id === source);
  const potion = scene.potions.find((one) => one?.id === aim?.source);
  const ways = aim ? moves.bySource.get(aim.source) ?? [] : [];
  const targets = new Set(ways.map(({ target }) => target).filter(Boolean));
  const aims = card && moves.bySource.has(card.id) ? card.aims ?? {} : {};
  const incoming = enemies.reduce((sum, one) => sum + (one.hit ?? 0) * (one.times ?? 0), 0);
  const news = useNews(table);
  useBlows(scene, enemies);
  const [end] = moves.of('END');
  const canPlay = [...moves.bySource.keys()].some((key) => String(key).startsWith('c'));
  return html`<section class="sp-combat" aria-label="Fight: ${fight.name}" data-testid="combat">
    <${Stage} act=${table.state.table.act} />
    <p class="sp-news" role="status" aria-live="polite" data-testid="news">${news.map((line) => html`<span key=${line}>${line} </span>`)}</p>
    ${aim && html`<${AimLine} name=${card?.name ?? potion?.name} needsTarget=${targets.size > 0} />`}
    <div class="sp-stage">
      <${Player} scene=${scene} incoming=${incoming} gained=${aim ? card?.gives_block ?? 0 : 0} />
      <ul class="sp-enemies" aria-label="Enemies" data-testid="zone-enemies-monsters" data-count=${enemies.length}>
        ${enemies.map((enemy) => {
          const isAimedAt = aim?.target === enemy.id;
          const isShown = aims[enemy.id] && (card.is_for_all || !aim?.target || isAimedAt);
          return html`<${Enemy} key=${enemy.id} enemy=${enemy} aimed=${isShown ? aims[enemy.id] : null} isTarget=${targets.has(enemy.id)} isAimedAt=${isAimedAt}
            onChoose=${control.choose} onPoint=${control.point} />`;
        })}</ul>
    </div>
    ${aim && (targets.size > 0 || aim.pointer) && html`<${AimArrow} source=${aim.source} target=${aim.target} pointer=${aim.pointer} />`}
    <div class="sp-dock">
      <${Explained} class=${classes('sp-energy', !fight.energy && 'is-empty')} title="Energy" text="Playing cards costs energy. It is refilled at the start of your turn." role="img"
        aria-label="${fight.energy} of ${fight.energy_per_turn} energy" data-testid="energy"><b>${fight.energy}<small>/${fight.energy_per_turn}</small></b><span>Energy</span><//>
      <${Pile} name="draw" label="Draw" count=${me?.drawCount ?? 0} glyph="star" keyName="A" onOpen=${openPanel} />
      <${Hand} table=${table} moves=${moves} aim=${aim} control=${control} />
      <button type="button" class=${classes('sp-end', !canPlay && 'is-ready')} data-nav data-key="e" data-testid="end-turn" disabled=${!end || table.isBusy}
        onClick=${() => (end ? end.run() : toast('It is not your turn.'))}><b>End turn</b><small><kbd aria-hidden="true">E</kbd> turn ${fight.turn}</small></button>
      ${(me?.exhaustCount ?? 0) > 0 && html`<${Pile} name="exhaust" label="Exhaust" count=${me.exhaustCount} glyph="ash" keyName="X" onOpen=${openPanel} />`}
      <${Pile} name="discard" label="Discard" count=${me?.discardCount ?? 0} glyph="x" keyName="S" onOpen=${openPanel} />
    </div>
  </section>`;
}
