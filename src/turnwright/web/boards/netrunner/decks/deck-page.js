// The page `#/decks`: build, check, import and export decks for Netrunner, and play with them.
import { classes, html, useEffect, useMemo, useState } from '../../../app/preact.js';
import { nameOrGuest } from '../../../app/preferences.js';
import { plural } from '../../../app/text.js';
import { toast } from '../../../app/toasts.js';
import { TopBar } from '../../../app/top-bar.js';
import { enterRoom } from '../../../lobby/enter-room.js';
import * as api from '../../../net/http-api.js';
import { Glyph, glyphOf } from '../glyphs.js';
import { shortTitle, subtypeText, typeWord } from '../words.js';
import { decks, deleteDeck, deckOption, keepDeck } from './deck-store.js';

const GAME = 'netrunner';
const PAUSE_MS = 200;
const SIDES = { corp: 'Corp', runner: 'Runner' };
const TYPES = { corp: ['agenda', 'asset', 'upgrade', 'operation', 'ice'], runner: ['event', 'hardware', 'resource', 'program'] };

/** Load the style sheet of the page, once. */
function useStyles() {
  useEffect(() => {
    const { href } = new URL('decks.css', import.meta.url);
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }, []);
}

/** The library of the game, or null until it is loaded. */
function useLibrary() {
  const [library, setLibrary] = useState(null);
  useEffect(() => { api.game(GAME).then((game) => setLibrary(game.library), (error) => toast(error.message, 'warning')); }, []);
  return library;
}

/** What the server says about a deck, a moment after the last change. */
function useDescription(deck) {
  const [answer, setAnswer] = useState(null);
  const key = deck && JSON.stringify([deck.identity, deck.cards]);
  useEffect(() => {
    if (!deck) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      api.describeDeck(GAME, { deck: { identity: deck.identity, cards: deck.cards } })
        .then((found) => isCurrent && setAnswer(found), (error) => isCurrent && setAnswer({ problems: [error.message], sums: {}, text: '' }));
    }, PAUSE_MS);
    return () => { isCurrent = false; clearTimeout(timer); };
  }, [key]);
  return answer;
}

const Sum = ({ label, now, rule, isBad, testId }) => html`<div class=${classes('deck-sum', isBad && 'is-bad')} data-testid=${testId}><span>${label}</span> <b>${now}</b> <small>${rule}</small></div>`;

/** Sizes, influence and agenda points, and everything that is wrong. */
function Check({ description }) {
  if (!description) return html`<p class="muted">Checking the deck.</p>`;
  const { sums, problems } = description;
  return html`<div class="deck-sums">
      <${Sum} testId="deck-size" label="Cards" now=${sums.size ?? 0} rule=${sums.leastSize ? `at least ${sums.leastSize}` : ''} isBad=${sums.size < sums.leastSize} />
      ${sums.influence !== undefined && html`<${Sum} testId="deck-influence" label="Influence" now=${sums.influence} rule=${sums.mostInfluence === null ? 'no limit' : `at most ${sums.mostInfluence}`} isBad=${sums.mostInfluence !== null && sums.influence > sums.mostInfluence} />`}
      ${sums.points !== undefined && html`<${Sum} testId="deck-points" label="Agenda points" now=${sums.points} rule=${`${sums.leastPoints} or ${sums.mostPoints}`} isBad=${sums.points < sums.leastPoints || sums.points > sums.mostPoints} />`}
    </div>
    ${problems.length ? html`<div role="status"><ul class="deck-problems" data-testid="deck-problems">${problems.map((one) => html`<li key=${one}>${one}</li>`)}</ul></div>`
      : html`<p class="deck-legal" role="status" data-testid="deck-legal"><${Glyph} name="check" size=${16} /> This deck is legal.</p>`}`;
}

/** One card of the pool with its copies. */
function PoolCard({ card, copies, isForeign, onChange }) {
  return html`<li class=${classes('deck-card', copies > 0 && 'is-in')} data-testid="pool-${card.title}">
    <span class="deck-card-glyph"><${Glyph} name=${glyphOf(card)} size=${20} /></span>
    <span class="deck-card-words"><b>${card.title}</b> <small>${[typeWord(card.type), subtypeText(card)].filter(Boolean).join(' · ')}${typeof card.cost === 'number' ? ` · cost ${card.cost}` : ''}${card.points ? ` · ${plural(card.points, 'point')}, ${card.advancement} to score` : ''}${isForeign && card.influence ? ` · influence ${card.influence}` : ''}</small>
      <span class="deck-card-text">${card.text}</span></span>
    <span class="deck-copies"><button type="button" class="icon" aria-label="One ${card.title} less" disabled=${!copies} data-testid="less" onClick=${() => onChange(copies - 1)}>−</button>
      <output aria-label="${copies} of ${card.limit}">${copies}<small>/${card.limit}</small></output>
      <button type="button" class="icon" aria-label="One ${card.title} more" disabled=${copies >= card.limit} data-testid="more" onClick=${() => onChange(copies + 1)}>+</button></span></li>`;
}

/** The cards that can be in a deck of this identity. */
function Pool({ deck, library, onChange }) {
  const [type, setType] = useState('');
  const [text, setText] = useState('');
  const [isOwn, setOwn] = useState(false);
  const identity = library[deck.identity];
  const isForeign = (card) => identity && card.faction !== identity.faction && !card.faction.startsWith('neutral');
  const sideNumber = deck.side === 'corp' ? 0 : 1;
  const shown = useMemo(() => Object.values(library)
    .filter((card) => card.side === sideNumber && card.type !== 'identity' && card.code)
    .filter((card) => (!type || card.type === type) && (!isOwn || deck.cards[card.title]))
    .filter((card) => !(card.type === 'agenda' && isForeign(card)))
    .filter((card) => !text || `${card.title} ${subtypeText(card)} ${card.text}`.toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => TYPES[deck.side].indexOf(a.type) - TYPES[deck.side].indexOf(b.type) || a.title.localeCompare(b.title)), [library, deck, type, text, isOwn]);
  return html`<section class="deck-pool" aria-label="Cards">
    <div class="deck-filters">
      <label class="field inline"><span>Type</span><select data-testid="pool-type" value=${type} onChange=${(event) => setType(event.currentTarget.value)}>
        <option value="">all</option>${TYPES[deck.side].map((one) => html`<option key=${one} value=${one}>${typeWord(one)}</option>`)}</select></label>
      <label class="field inline"><span>Search</span><input type="search" data-testid="pool-search" value=${text} onInput=${(event) => setText(event.currentTarget.value)} /></label>
      <label class="check"><input type="checkbox" data-testid="pool-own" checked=${isOwn} onChange=${(event) => setOwn(event.currentTarget.checked)} />only cards in the deck</label>
    </div>
    <ul class="deck-cards">${shown.map((card) => html`<${PoolCard} key=${card.title} card=${card} copies=${deck.cards[card.title] ?? 0} isForeign=${isForeign(card)} onChange=${(copies) => onChange(card.title, copies)} />`)}</ul>
    ${!shown.length && html`<p class="muted">No card matches.</p>`}</section>`;
}

function Import({ onDeck, onClose }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const read = async () => {
    try {
      const found = await api.describeDeck(GAME, { text });
      if (!found.deck) return setProblem(found.problems.join(' '));
      onDeck({ side: found.side, identity: found.deck.identity, cards: found.deck.cards });
    } catch (error) {
      setProblem(error.message);
    }
    return undefined;
  };
  return html`<section class="panel deck-import" aria-label="Import a deck">
    <label class="field"><span>A deck list: text or JSON as NetrunnerDB and jinteki.net export it</span>
      <textarea rows="10" data-testid="deck-import-text" value=${text} onInput=${(event) => setText(event.currentTarget.value)} placeholder="1 Jinteki: Restoring Humanity&#10;3 Hedge Fund"></textarea></label>
    ${problem && html`<p class="problem" role="alert" data-testid="deck-import-problem">${problem}</p>`}
    <div class="buttons"><button type="button" class="primary" data-testid="deck-import-read" disabled=${!text.trim()} onClick=${read}>Import</button>
      <button type="button" onClick=${onClose}>Cancel</button></div></section>`;
}

function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${name.replace(/[^\p{L}\p{N}.-]+/gu, '-').toLowerCase() || 'deck'}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Play against a bot with a deck of one's own. */
const play = (deck) => enterRoom(api.createRoom({
  game: GAME, name: nameOrGuest(), seats: 2, bots: ['heuristic'], seat: deck.side === 'corp' ? 'p1' : 'p2', options: { decks: deckOption(deck) },
}));

/** The editor of one deck. */
function DeckEditor({ deck, library, onChange, onDelete }) {
  const description = useDescription(deck);
  const identities = Object.values(library).filter((card) => card.type === 'identity' && card.code && card.side === (deck.side === 'corp' ? 0 : 1));
  const setCopies = (title, copies) => {
    const { [title]: _before, ...others } = deck.cards;
    onChange({ ...deck, cards: copies > 0 ? { ...others, [title]: copies } : others });
  };
  const identity = library[deck.identity];
  return html`<div class="deck-editor">
    <section class="panel deck-head" aria-label="This deck">
      <label class="field"><span>Name</span><input data-testid="deck-name" maxlength="60" value=${deck.name} onInput=${(event) => onChange({ ...deck, name: event.currentTarget.value })} /></label>
      <label class="field"><span>${SIDES[deck.side]} identity</span><select data-testid="deck-identity" value=${deck.identity} onChange=${(event) => onChange({ ...deck, identity: event.currentTarget.value })}>
        <option value="">choose one</option>${identities.map(({ title }) => html`<option key=${title} value=${title}>${title}</option>`)}</select></label>
      ${identity && html`<p class="muted">${identity.text}</p>`}
      <${Check} description=${description} />
      <div class="buttons"><button type="button" class="primary" data-testid="deck-play" disabled=${!description || description.problems.length > 0} onClick=${() => play(deck)}>Play ${SIDES[deck.side]} against a bot</button>
        <button type="button" data-testid="deck-export" disabled=${!description?.text} onClick=${() => download(deck.name, description.text)}>Export</button>
        <button type="button" class="quiet" data-testid="deck-delete" onClick=${onDelete}>Delete</button></div>
    </section>
    <${Pool} deck=${deck} library=${library} onChange=${setCopies} /></div>`;
}

const freeName = (wanted) => {
  const names = new Set(decks.value.map(({ name }) => name));
  let name = wanted;
  for (let n = 2; names.has(name); n += 1) name = `${wanted} ${n}`;
  return name;
};

/** The deck builder. Decks are kept in this browser as they are edited. */
export function DeckPage() {
  useStyles();
  const library = useLibrary();
  const [open, setOpen] = useState(decks.value[0]?.name ?? null);
  const [isImporting, setImporting] = useState(false);
  const deck = decks.value.find(({ name }) => name === open);
  const add = (found) => {
    const name = freeName(found.name ?? `${shortTitle(found.identity) || SIDES[found.side]} deck`);
    keepDeck({ cards: {}, identity: '', ...found, name });
    setOpen(name);
    setImporting(false);
  };
  const change = (next) => {
    if (next.name !== open && decks.value.some(({ name }) => name === next.name)) return toast('You have another deck of this name.', 'warning');
    keepDeck(next, open);
    setOpen(next.name);
    return undefined;
  };
  return html`<${TopBar} title="Netrunner decks" /><main class="page deck-page" data-testid="deck-page">
    <nav class="deck-list" aria-label="Your decks"><h2>Your decks</h2>
      <ul>${decks.value.map((one) => html`<li key=${one.name}><button type="button" class=${classes('line', one.name === open && 'is-open')} aria-current=${one.name === open ? 'true' : undefined} data-testid="deck-${one.name}" onClick=${() => { setOpen(one.name); setImporting(false); }}><b>${one.name || 'Unnamed'}</b> <small>${SIDES[one.side]} · ${Object.values(one.cards).reduce((sum, n) => sum + n, 0)} cards</small></button></li>`)}</ul>
      ${!decks.value.length && html`<p class="muted">No decks yet. They are kept on this device.</p>`}
      <div class="buttons"><button type="button" data-testid="deck-new-corp" onClick=${() => add({ side: 'corp' })}>New Corp deck</button>
        <button type="button" data-testid="deck-new-runner" onClick=${() => add({ side: 'runner' })}>New Runner deck</button>
        <button type="button" data-testid="deck-import" onClick=${() => setImporting(true)}>Import</button></div></nav>
    ${isImporting ? html`<${Import} onDeck=${add} onClose=${() => setImporting(false)} />`
      : !library ? html`<p class="boot" role="status">Loading.</p>`
        : deck ? html`<${DeckEditor} deck=${deck} library=${library} onChange=${change} onDelete=${() => { deleteDeck(deck.name); setOpen(decks.value[0]?.name ?? null); }} />`
          : html`<p class="muted deck-none">Make a new deck, or import one.</p>`}
  </main>`;
}
