// The screens between fights: rewards, merchant, rest site, event, chest, boss relic, and choices of cards.
import { classes, html, useContext } from '../../app/preact.js';
import { plural } from '../../app/text.js';
import { toast } from '../../app/toasts.js';
import { Explained } from '../../table/explanation.js';
import { textsOfNames } from '../../table/log.js';
import { TableContext } from '../../table/table-context.js';
import { Stage } from './backdrop.js';
import { SpireCard } from './card.js';
import { Glyph } from './glyphs.js';
import { consequence, potionLook, relicGlyph } from './looks.js';
import { moveFor } from './moves.js';
import { SpireText } from './rules-text.js';

const offerOf = (table) => table.state.players.self?.offer ?? [];
const isRelic = ({ kind }) => kind.startsWith('relic:');
const isPotion = ({ kind }) => kind.startsWith('potion:');
const bare = (thing) => ({ ...thing, kind: thing.kind.replace(/^(relic|potion):/, '') });

function ThingIcon({ thing }) {
  if (isPotion(thing)) {
    const { glyph, colour } = potionLook(bare(thing));
    return html`<span class="sp-relic is-potion" style=${{ '--potion': colour }}><${Glyph} name=${glyph} /></span>`;
  }
  return html`<span class="sp-relic"><${Glyph} name=${relicGlyph(bare(thing))} /></span>`;
}

const typesIn = (table) => {
  const counts = {};
  for (const { kind } of table.state.players.self?.deck ?? []) {
    const type = (table.library[kind]?.type ?? 'card').toLowerCase();
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return Object.entries(counts).map(([type, count]) => plural(count, type)).join(', ');
};

// --- rewards -----------------------------------------------------------------------------------------

const KEY_TEXT = 'One of the three keys that open the last act.';
const REWARD_NOTES = { emerald: KEY_TEXT, sapphire: `${KEY_TEXT} Whoever takes it leaves the relic.`, ruby: KEY_TEXT };
const REWARD_LOOKS = { gold: 'coin', emerald: 'gem', sapphire: 'gem', ruby: 'gem', bowl: 'bell' };

/** What a fight or a chest left behind. */
export function Rewards({ table, scene, moves }) {
  const offer = offerOf(table);
  const all = moves.of('REWARD');
  const whatOf = ({ option }) => String(option.payload.what);
  const skip = all.find((one) => whatOf(one) === 'skip');
  const cardMoves = all.filter((one) => whatOf(one).startsWith('card '));
  const rows = all.filter((one) => one !== skip && !cardMoves.includes(one));
  const groups = [...new Set(offer.filter((one) => !isRelic(one) && !isPotion(one)).map(({ id }) => id.split(' ')[2]))];
  let number = 0;
  return html`<section class="sp-screen" aria-label="Spoils" data-testid="rewards"><${Stage} act=${table.state.table.act} />
    <div class=${classes('sp-panel sp-spoils', !groups.length && 'has-no-cards')}>
      <div class="sp-spoil-rows"><h2>Spoils</h2>
        ${rows.map((one) => {
          const what = whatOf(one);
          const thing = offer.find(({ id }) => id === `reward ${what}`);
          const note = what.startsWith('gold') && !moves.isWatching ? `you have ${scene.gold}` : REWARD_NOTES[what.split(' ')[0]];
          number += 1;
          return html`<${Explained} tag="button" type="button" key=${what} title=${thing?.name} text=${thing?.text} class="sp-row-button" data-nav data-testid="reward-${what}" data-key=${String(number)} aria-disabled=${!one.run} onClick=${one.run}>
            ${thing ? html`<${ThingIcon} thing=${thing} />` : html`<span class="sp-relic"><${Glyph} name=${REWARD_LOOKS[what.split(' ')[0]] ?? 'gem'} /></span>`}
            <span><b>${thing?.name ?? one.option.label.replace(/^Take (the )?/, '').replace(/^./, (letter) => letter.toUpperCase())}</b>
              ${thing ? html`<small><${SpireText} text=${thing.text} /></small>` : note && html`<small>${note}</small>`}</span>${one.run && html`<kbd aria-hidden="true">${number}</kbd>`}<//>`;
        })}
        ${groups.length > 0 && html`<p class="sp-row-button is-info"><span class="sp-relic"><${Glyph} name="cards" /></span><span><b>A card</b><small>choose one of these, or none</small></span></p>`}
      </div>
      <div class="sp-offers">${groups.map((group) => html`<ul key=${group} class="sp-offer" aria-label="Cards to choose from">${offer.filter(({ id }) => id.startsWith(`reward card ${group} `)).map((card) => {
        const move = moveFor(moves, 'REWARD', 'what', card.id.slice(7));
        number += 1;
        return html`<li key=${card.id}><${SpireCard} card=${card} library=${table.library} className="is-big" mark=${move?.run ? 'able' : ''} number=${move?.run ? String(number) : ''} data-key=${String(number)} testId=${card.id.replace(/ /g, '-')} onClick=${() => move?.run?.()} />
          <span class="sp-rarity">${table.library[card.kind]?.rarity ?? ''}</span></li>`;
      })}</ul>`)}</div>
      <div class="sp-leave"><p class="muted">You hold ${plural(scene.deck, 'card')}:<br />${typesIn(table)}</p>
        ${skip && html`<button type="button" class="sp-button is-primary" data-nav data-key="0" data-testid="reward-skip" onClick=${skip.run}>${rows.length || groups.length ? 'Leave the rest' : 'Go on'} <kbd aria-hidden="true">0</kbd></button>`}</div>
    </div></section>`;
}

// --- merchant ----------------------------------------------------------------------------------------

const THING_KEYS = 'fgjkvz';
const priceOf = (thing) => thing.counters?.find(([name]) => name === 'gold')?.[1] ?? 0;

function Price({ price, gold }) {
  const short = price - gold;
  return html`<span class=${classes('sp-price', short > 0 && 'is-short')}><${Glyph} name="coin" />${price}${short > 0 && html`<small>${short} short</small>`}</span>`;
}

/** The merchant's goods with their prices. */
export function Shop({ table, scene, moves }) {
  const offer = offerOf(table);
  const moveOf = (thing) => moveFor(moves, 'SHOP', 'what', thing.id.slice(5));
  const isDear = (thing) => (moves.isWatching ? priceOf(thing) > scene.gold : !moveOf(thing));
  const buy = (thing) => () => {
    const move = moveOf(thing);
    if (move) move.run(); else if (!moves.isWatching) table.explain(thing.id);
  };
  const { shop } = scene;
  const slots = (kind) => (shop?.sold[kind] ?? []).map((isSold, place) => ({ isSold, name: shop.names[kind][place], thing: offer.find(({ id }) => id === `shop ${kind} ${place}`) }));
  const remove = moveFor(moves, 'SHOP', 'what', 'remove');
  const leave = moveFor(moves, 'SHOP', 'what', 'leave');
  const things = [...slots('relic'), ...slots('potion')];
  return html`<section class="sp-screen" aria-label="Merchant" data-testid="shop"><${Stage} act=${table.state.table.act} />
    <div class="sp-panel sp-shop">
      <header class="sp-shop-head"><span class="sp-medal"><${Glyph} name="purse" /></span><h2>The merchant</h2><p class="muted">“Look with your eyes, pay with your purse.”</p></header>
      <ul class="sp-goods" aria-label="Cards for sale">${slots('card').map(({ isSold, name, thing }, i) => html`<li key=${i}>${isSold || !thing
        ? html`<div class="sp-sold"><b>Sold</b><span>in your deck</span></div><span class="muted">${name}</span>`
        : html`<${SpireCard} card=${thing} library=${table.library} testId=${thing.id.replace(/ /g, '-')} mark=${isDear(thing) ? 'not' : moves.isWatching ? '' : 'able'} number=${String(i + 1)} data-key=${String(i + 1)}
            why=${isDear(thing) ? 'Cannot afford' : ''} note=${`${priceOf(thing)} gold`} onClick=${buy(thing)} /><${Price} price=${priceOf(thing)} gold=${scene.gold} />`}</li>`)}</ul>
      <div class="sp-shop-side">
        <ul class="sp-things" aria-label="Relics and potions for sale">${things.map(({ isSold, name, thing }, i) => html`<li key=${i}>${isSold || !thing ? html`<div class="sp-thing is-sold"><b>${name}</b><span>Sold</span></div>`
          : html`<${Explained} tag="button" type="button" title=${thing.name} text=${thing.text} class=${classes('sp-thing', isDear(thing) && 'is-short')} data-nav data-testid=${thing.id.replace(/ /g, '-')} data-key=${THING_KEYS[i]}
              aria-disabled=${!moveOf(thing)} onClick=${buy(thing)}>
              <${ThingIcon} thing=${thing} /><b>${thing.name}</b><span><${SpireText} text=${thing.text} /></span><kbd aria-hidden="true">${THING_KEYS[i].toUpperCase()}</kbd><${Price} price=${priceOf(thing)} gold=${scene.gold} /><//>`}</li>`)}</ul>
        <button type="button" class=${classes('sp-thing is-wide', (moves.isWatching ? scene.gold < shop?.remove : !remove) && 'is-short')} data-nav data-testid="shop-remove" data-key="8" aria-disabled=${!remove} onClick=${() => (remove ? remove.run() : !moves.isWatching && toast(scene.gold < shop.remove ? `Removing a card costs ${shop.remove} gold; you have ${scene.gold}.` : 'The merchant removes one card per visit.', 'warning'))}>
          <span class="sp-relic"><${Glyph} name="broom" /></span><b>Remove a card</b><span>Once per visit. The next one costs more.</span><${Price} price=${shop?.remove ?? 0} gold=${scene.gold} /></button>
        <footer><span class="sp-stat is-gold"><${Glyph} name="coin" /><b>${scene.gold}</b><small>gold to spend</small></span>
          <button type="button" class="sp-button is-primary" data-nav data-key="0" data-testid="shop-leave" disabled=${!leave} onClick=${() => leave?.run()}>Leave <kbd aria-hidden="true">0</kbd></button></footer>
      </div>
    </div></section>`;
}

// --- stories: event, Neow, rest, chest, boss relic ---------------------------------------------------------

const EVENT_GLYPHS = [
  [/neow|whale/i, 'moon'], [/fish/i, 'leaf'], [/cleric|fountain|purif/i, 'drop'], [/adventurer|skull|ghost|vampire|grave|mausoleum/i, 'skull'], [/idol|gold|joust/i, 'coin'], [/wing|bird|nest/i, 'wing'],
  [/goop|ooze|serpent|snake|liar/i, 'drop'], [/wall|face|mask|head/i, 'mask'], [/mushroom|light|sun/i, 'sun'], [/tome|library|writing|note/i, 'book'], [/forge|blacksmith|upgrade/i, 'hammer'],
  [/wheel/i, 'wheel'], [/bonfire|spirits/i, 'camp'], [/match/i, 'cards'], [/portal|sphere|stone/i, 'void'], [/lab|dealer|woman/i, 'flask'], [/heart/i, 'heart'], [/bandit|colosseum/i, 'sword'], [/altar|shrine/i, 'lantern'],
];

/** A window with a picture, for stories. */
function Picture({ glyph }) {
  return html`<div class="sp-picture" aria-hidden="true"><svg viewBox="0 0 400 500" preserveAspectRatio="xMidYMid slice">
    <path class="sp-p1" d="M40 500V240C40 110 130 60 200 30c70 30 160 80 160 210v260z" /><path class="sp-p2" d="M58 500V242C58 126 138 76 200 50c62 26 142 76 142 192v258z" /><circle class="sp-p3" cx="200" cy="250" r="150" /><circle class="sp-p3" cx="200" cy="250" r="100" />
    <path class="sp-p4" d="M90 500v-40h30v-24h160v24h30v40z" />${[110, 140, 260, 290].map((x) => html`<g key=${x}><rect class="sp-p5" x=${x - 4} y="404" width="8" height="34" /><path class="sp-fire" d="M${x} 384c1 8 6 10 6 16a6 6 0 0 1-12 0c0-5 4-8 6-16z" /></g>`)}
    </svg><${Glyph} name=${glyph} /></div>`;
}

function StoryChoice({ choice, i }) {
  const { library } = useContext(TableContext);
  const [title, ...rest] = choice.label.split(/:\s*/);
  const outcome = choice.rules ? [] : (choice.outcome ?? rest.join(': ')).split(/(?<=[^\d]),\s+|\.\s+/).filter(Boolean).map(consequence);
  return html`<${Explained} tag="button" type="button" title=${title} text=${textsOfNames(choice.label, library)} class=${classes('sp-choice', !choice.run && !choice.isShown && 'is-shut')} data-nav data-testid=${choice.testId} data-key=${String(i + 1)} aria-disabled=${!choice.run}
      onClick=${() => (choice.run ? choice.run() : !choice.isShown && toast(choice.why || 'You cannot choose this now.', 'warning'))}>
    <span class="sp-choice-icon"><${Glyph} name=${choice.glyph ?? outcome[0]?.glyph ?? 'check'} /></span>
    <span class="sp-choice-words"><b>${title}</b>${choice.rules && html`<span class="sp-choice-rules"><${SpireText} text=${choice.rules} /></span>`}<span class="sp-outcomes">${outcome.length ? outcome.map(({ text, kind, glyph }) => html`<span key=${text} class="is-${kind}"><${Glyph} name=${glyph} />${text.replace(/^./, (letter) => letter.toUpperCase())}</span>`)
      : null}${!choice.run && !choice.isShown && html`<span class="is-bad"><${Glyph} name="x" />${choice.why || 'Not possible now'}</span>`}</span></span>
    ${choice.run && html`<kbd aria-hidden="true">${i + 1}</kbd>`}<//>`;
}

function Story({ name, eyebrow, text, glyph, choices, testId, act, children }) {
  return html`<section class="sp-screen sp-story" aria-label=${name} data-testid=${testId}><${Stage} act=${act} />
    <${Picture} glyph=${glyph} />
    <div class="sp-tale"><p class="sp-eyebrow">${eyebrow}</p><h2>${name}</h2><p class="sp-story-text">${text}</p>${children}
      <div class="sp-choices">${choices.map((choice, i) => html`<${StoryChoice} key=${choice.label} choice=${choice} i=${i} />`)}</div>
      ${choices.some(({ run }) => run) && html`<p class="muted sp-hint"><kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> confirm. A choice cannot be taken back.</p>`}</div></section>`;
}

/** An event with its story and what each choice does. */
export function Event({ table, scene, moves }) {
  const { event } = scene;
  const choices = event.choices.map(([label, why], place) => ({ label, why, isShown: moves.isWatching && !why, run: moveFor(moves, 'EVENT', 'choice', place)?.run, testId: `choice-${place}` }));
  const glyph = EVENT_GLYPHS.find(([pattern]) => pattern.test(`${event.id} ${event.name}`))?.[1] ?? 'quest';
  const isNeow = event.id === 'Neow Event';
  return html`<${Story} name=${event.name} eyebrow=${isNeow ? 'At the foot of the tower' : `Floor ${table.state.table.floor}, something on the way`} text=${event.text} glyph=${glyph}
    choices=${choices.map((one) => (one.label.includes(':') ? one : { ...one, glyph: consequence(one.label).glyph }))} testId="event" act=${table.state.table.act} />`;
}

const REST_LOOKS = { rest: 'camp', smith: 'hammer', lift: 'fist', toke: 'leaf', dig: 'chest', recall: 'key', skip: 'map' };

/** A rest site. */
export function Rest({ table, scene, moves }) {
  const choices = moves.of('REST').map(({ option, run }) => {
    const name = option.payload.option;
    const label = name === 'rest' ? `Rest: heal ${scene.rest?.heal ?? 0} HP (${scene.hp} → ${scene.hp + (scene.rest?.heal ?? 0)})` : option.label;
    return { label, run, isShown: !run, glyph: REST_LOOKS[name], testId: `rest-${name}` };
  });
  return html`<${Story} name="A fire in the dark" eyebrow="Floor ${table.state.table.floor}, rest site" text="The embers are still warm. There is time for one thing before you climb on." glyph="camp"
    choices=${choices} testId="rest" act=${table.state.table.act} />`;
}

/** A closed chest. */
export function Chest({ table, scene, moves }) {
  const choices = moves.of('CHEST').map(({ option, run }) => ({ label: option.payload.what === 'open' ? 'Open the chest: find a relic' : 'Leave: nothing happens', run, isShown: !run, testId: `chest-${option.payload.what}`, glyph: option.payload.what === 'open' ? 'key' : 'map' }));
  return html`<${Story} name="A ${String(scene.chest ?? '').toLowerCase()} chest" eyebrow="Floor ${table.state.table.floor}, treasure" text="It stands alone in the room, and nobody guards it." glyph="chest" choices=${choices} testId="chest" act=${table.state.table.act} />`;
}

/** The relics of a boss, one of which can be taken. */
export function BossRelic({ table, moves }) {
  const offer = offerOf(table);
  const choices = moves.of('BOSS_RELIC').map(({ option, run }) => {
    const thing = offer.find(({ id }) => id === `boss_relic ${option.payload.place}`);
    return { label: thing ? thing.name : 'Take none', rules: thing?.text ?? 'Go on without a relic.', run, isShown: !run, glyph: thing ? relicGlyph(bare(thing)) : 'map', testId: `boss-relic-${option.payload.place}` };
  });
  return html`<${Story} name="What the boss guarded" eyebrow="Boss treasure" text="Three relics lie in the open chest. You can carry one of them." glyph="crown" choices=${choices} testId="boss-relic" act=${table.state.table.act} />`;
}

// --- choices of cards ----------------------------------------------------------------------------------

/** An open question: cards in a grid, or other things as rows. It can be moved aside to look at the board. */
export function ChoicePanel({ table, choice, cards, isAside, onAside }) {
  const isCards = cards && cards.length === choice.choices.length;
  if (isAside) return html`<button type="button" class="sp-button is-primary sp-choice-back" data-nav data-testid="prompt-show" onClick=${onAside}>${choice.title} <kbd aria-hidden="true">B</kbd></button>`;
  return html`<section class="sp-overlay sp-choice-panel" role="dialog" aria-label=${choice.title} data-testid="choice-panel"><div class="sp-panel">
    <header><h2 data-testid="choice-title">${choice.title}</h2>${choice.counter && html`<span class="muted" data-testid="choice-counter">${choice.counter}</span>`}
      <button type="button" class="sp-button" data-nav data-key="b" data-testid="prompt-minimize" onClick=${onAside}>Look at the board <kbd aria-hidden="true">B</kbd></button></header>
    ${isCards ? html`<ul class="sp-grid">${choice.choices.map((one, i) => html`<li key=${one.id}><${SpireCard} card=${cards[i]} library=${table.library} mark=${one.isPicked ? 'picked' : 'able'} number=${i < 9 ? String(i + 1) : ''}
        data-key=${i < 9 ? String(i + 1) : undefined} testId="candidate-${one.id}" aria-pressed=${choice.isOne ? undefined : one.isPicked} onClick=${one.run} /></li>`)}</ul>`
      : html`<div class="sp-choices">${choice.choices.map((one, i) => html`<${StoryChoice} key=${one.id} choice=${{ label: one.label, run: one.run, testId: `candidate-${one.id}`, glyph: one.isPicked ? 'check' : 'star' }} i=${i} />`)}</div>`}
    <footer>${choice.cancel && html`<button type="button" class="sp-button" data-nav data-testid="prompt-cancel" onClick=${choice.cancel}>Cancel <kbd aria-hidden="true">Esc</kbd></button>`}
      ${choice.confirm && html`<button type="button" class="sp-button is-primary" data-nav data-key="enter" data-testid="prompt-confirm" disabled=${!choice.confirm.isReady} onClick=${choice.confirm.run}>${choice.confirm.label} <kbd aria-hidden="true">Enter</kbd></button>`}</footer>
  </div></section>`;
}

const PILE_NAMES = { deck: 'Your deck', draw: 'Draw pile', discard: 'Discard pile', exhaust: 'Exhausted cards' };

/** The cards of a pile or of the deck. */
export function PilePanel({ table, scene, name, onClose }) {
  const me = table.state.players.self;
  const drawn = (scene.fight?.draw ?? []).flatMap(([title, kind, up, count]) => Array.from({ length: count }, (_, i) => ({ id: `${title} ${i}`, kind, name: title,
    cost: table.library[kind]?.cost, ...(up ? { text: table.library[kind]?.upgraded ?? table.library[kind]?.text } : {}) })));
  const cards = name === 'draw' ? drawn : me?.[name] ?? [];
  const note = name === 'draw' ? (scene.fight?.is_in_order ? 'In the order in which you draw them.' : 'Sorted by name: the order is hidden.') : '';
  return html`<section class="sp-overlay" role="dialog" aria-label=${PILE_NAMES[name]} data-testid="pile-panel"><div class="sp-panel">
    <header><h2>${PILE_NAMES[name]}, ${plural(cards.length, 'card')}</h2><span class="muted">${note}</span>
      <button type="button" class="sp-button" data-nav data-testid="panel-close" onClick=${onClose}>Close <kbd aria-hidden="true">Esc</kbd></button></header>
    <ul class="sp-grid" tabIndex=${0} aria-label="Cards">${cards.map((card, i) => html`<li key=${`${card.id} ${i}`}><${SpireCard} card=${{ ...card, id: undefined }} library=${table.library} testId="pile-card" /></li>`)}
      ${!cards.length && html`<li class="muted">No cards.</li>`}</ul></div></section>`;
}
