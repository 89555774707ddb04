// Words that several parts of the Netrunner page share.
import { plural } from '../../app/text.js';

/** A text of the rules with its symbols spelled out: "Pay 3 [Credits]" is "Pay 3 credits". */
export const spellOut = (text) => String(text ?? '')
  .replace(/\[Click\]/g, 'click')
  .replace(/(\d+) \[Credits?\]/g, (_, count) => plural(Number(count), 'credit'))
  .replace(/\[Credits?\]/g, 'credits')
  .replace(/\[subroutine\] ?/gi, '↳ ')
  .replace(/\[trash\]/gi, 'trash this card');

/** A price in credits. */
export const credits = (count) => plural(count, 'credit');

/** Agenda points as [points, points to win], from "2 of 7". */
export const pointsOf = (player) => String(player.points ?? '0 of 7').split(' of ').map(Number);

/** A title without the part after the colon, as identities have it. */
export const shortTitle = (title) => String(title ?? '').split(':')[0];

/** "AP" of ["Sentry", "AP"]; the first word is the type of ice. */
export const subtypeText = (spec) => (spec?.subtypes ?? []).join(' · ');

const TYPE_WORDS = { ice: 'Ice' };
/** The type of a card as a word. */
export const typeWord = (type = '') => TYPE_WORDS[type] ?? type.charAt(0).toUpperCase() + type.slice(1);
