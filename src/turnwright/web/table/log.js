// The log of a game, line by line, in sentences. Names of cards in it can be read like the cards themselves.
import { classes, html, useContext, useLayoutEffect, useRef } from '../app/preact.js';
import { humanize } from '../app/text.js';
import { Explained } from './explanation.js';
import { keywordsIn, splitByKeywords } from './glossary.js';
import { TableContext } from './table-context.js';

/** Props for a scrolling list that stays at its end while the reader is there. */
export function useStickyScroll(length, isShown) {
  const ref = useRef(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current && ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [length, isShown]);
  const onScroll = ({ currentTarget: list }) => {
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
  };
  return { ref, onScroll };
}

const sideOf = (seat, me) => (!seat ? 'neutral' : seat === me ? 'self' : 'opponent');
/** Lines that are headings of what follows. */
const TURN = /^(begins turn \d|A fight begins)/;
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const IRREGULAR = { is: 'are', has: 'have', does: 'do', goes: 'go' };
const baseOf = (verb) => IRREGULAR[verb] ?? verb.replace(/ies$/, 'y').replace(/(sh|ch|ss|x|zz)es$/, '$1').replace(/([^s])s$/, '$1');
/** "plays Bash" as "You play Bash". */
const secondPerson = (text) => text.replace(/^[a-z]+/, (verb) => `You ${baseOf(verb)}`);

/**
 * The text of a line after a player's name: "Ann draws 2 cards", and "Ann's Slag Golem goes to the grave". A
 * player who is alone is not named, and reads "You draw 2 cards".
 */
export function lineText({ who, text }, names, me = '') {
  const plain = String(text).replace(/^[a-z]+(?:[A-Z][a-z]*|_[a-z]+)+(?=\s|$)/, humanize);
  const isAlone = Object.keys(names).length < 2;
  if (isAlone && who && who === me && !TURN.test(plain)) return { name: '', text: capitalized(secondPerson(plain)) };
  if (!who || isAlone) return { name: '', text: capitalized(plain) };
  return { name: names[who] ?? who, text: /^[a-z(]/.test(plain) ? ` ${plain}` : `’s ${plain}` };
}

const cardNames = new WeakMap(); // glossaries of card names, by library

function namesIn(library) {
  if (!cardNames.has(library)) {
    const found = Object.entries(library).map(([kind, { name = kind, text = '' }]) => [name, { text, forms: [name], hasCase: true }]);
    cardNames.set(library, Object.fromEntries(found.filter(([name, { text }]) => text && name.length > 2)));
  }
  return cardNames.get(library);
}

/** What the cards, relics and so on that a text names do: "Regret: Unplayable."; empty if it names none. */
export const textsOfNames = (text, library) => keywordsIn(text, namesIn(library ?? {})).map(({ word, text: rules }) => `${word}: ${rules}`).join(' ');

/** A sentence in which the names of cards show their rules text. */
export function TextWithCards({ text }) {
  const { library } = useContext(TableContext);
  return splitByKeywords(text, namesIn(library ?? {})).map((part) => (typeof part === 'string' ? part
    : html`<${Explained} className="log-card" class="log-card" title=${part.word} text=${part.text} tabIndex=${-1}>${part.form}<//>`));
}

/** The log; `names` are the players by seat id, `me` is the viewer's seat id. */
export function Log({ lines, names, me, isShown }) {
  const scroll = useStickyScroll(lines.length, isShown);
  return html`<section class="log" aria-label="Log">
    <h2>Log</h2>
    <div class="log-lines" role="log" aria-live="polite" aria-relevant="additions" aria-label="Log" data-testid="log" tabIndex=${0} ...${scroll}><ol>
      ${lines.map((line) => {
        const { name, text } = lineText(line, names, me);
        return html`<li key=${line.n} class=${classes('log-line', `of-${sideOf(line.who, me)}`, TURN.test(line.text) && 'is-turn')}>
          ${name && html`<b>${name}</b>`}<span><${TextWithCards} text=${text} /></span></li>`;
      })}
      ${!lines.length && html`<li class="muted">Nothing has happened yet.</li>`}
    </ol></div>
  </section>`;
}
