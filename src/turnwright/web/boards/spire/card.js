// A card of Spire: cost, window with its picture, type, and text with the numbers of now.
import { classes, html } from '../../app/preact.js';
import { SpokenName } from '../../app/spoken-name.js';
import { Explained } from '../../table/explanation.js';
import { Glyph } from './glyphs.js';
import { artGlyph, typeGlyph } from './looks.js';
import { plainText, SpireText } from './rules-text.js';

/** Everything a card shows, from its wire object and the library: {name, type, cost, text, rarity, isUpgraded}. */
export function faceOf(card, library) {
  const printed = library[card.kind] ?? {};
  const isUpgraded = /\+\d*$/.test(card.name ?? '');
  const text = card.text_now ?? card.text ?? (isUpgraded ? printed.upgraded : printed.text) ?? '';
  const cost = card.is_x || card.cost === -1 ? 'X' : card.cost ?? '';
  return { name: card.name ?? printed.name, type: printed.type ?? 'Card', rarity: printed.rarity, text, cost: cost < 0 ? '' : cost, isUpgraded };
}

function Art({ face }) {
  return html`<span class="sp-art"><span><svg viewBox="0 0 100 60" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
    ${[...Array(12)].map((_, i) => html`<path class="sp-ray" d="M50 34 L${50 + 90 * Math.cos((i * Math.PI) / 6)} ${34 + 90 * Math.sin((i * Math.PI) / 6)} L${
      50 + 90 * Math.cos((i * Math.PI) / 6 + 0.24)} ${34 + 90 * Math.sin((i * Math.PI) / 6 + 0.24)} Z" />`)}
  </svg><${Glyph} name=${artGlyph(face)} /></span></span>`;
}

/** The inside of a card. */
export function CardInside({ face, number }) {
  return html`${face.cost !== '' && html`<span class="sp-cost">${face.cost}</span>`}
    <span class="sp-name">${face.name}</span>
    <${Art} face=${face} />
    <span class="sp-type"><${Glyph} name=${typeGlyph(face.type)} />${face.type}</span>
    <span class="sp-card-text"><${SpireText} text=${face.text} /></span>
    ${number && html`<kbd class="sp-key">${number}</kbd>`}`;
}

const shortName = (face) => `${face.name}, ${face.type}${face.cost === '' ? '' : `, costs ${face.cost}`}. ${plainText(face.text)}`;

/**
 * A card as a button. `why` is why it cannot be used; `mark` is able, picked or not. All other properties are those
 * of the button.
 */
export function SpireCard({ card, library, number, why = '', mark = '', note, testId, className = '', ...props }) {
  const face = faceOf(card, library);
  return html`<${Explained} tag="button" type="button" title=${face.name} text=${plainText(face.text)} data-nav data-testid=${testId} data-kind=${card.kind} data-card=${card.id}
      data-mark=${mark || undefined}
      class=${classes('sp-card', `is-${face.type.toLowerCase()}`, mark && `is-${mark}`, face.name.length > 14 ? 'has-longest-name' : face.name.length > 11 && 'has-long-name', face.text.length > 96 ? 'has-longest-text' : face.text.length > 60 && 'has-long-text', className)} ...${props}>
    <${SpokenName} name=${`${shortName(face)}${why ? ` ${why}.` : ''}${note ? ` ${note}.` : ''}`}>
      ${why && html`<span class="sp-why">${why}</span>`}
      <${CardInside} face=${face} number=${number} />
    <//>
  <//>`;
}
