// Drawings of Netrunner's cards: the outline says the type, the emblem the kind.
import { classes, html } from '../../app/preact.js';
import { hyphenate } from '../../table/card-face.js';
import { KeywordLines, RulesText } from '../../table/explanation.js';
import { Glyph, glyphOf } from './glyphs.js';
import { shortTitle, subtypeText, typeWord } from './words.js';

const isNumber = (value) => typeof value === 'number';

/** A number from a name, the same every time. */
function seedOf(name) {
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + letter.codePointAt(0)) >>> 0;
  return seed;
}

/** The emblem of a card: a polygon with its glyph and wires, made from its name. */
export function CardArt({ name, glyph, width = 116, height = 36 }) {
  let seed = seedOf(name);
  const next = (count) => { seed = (seed * 1103515245 + 12345) >>> 0; return (seed >>> 8) % count; };
  const [x, y, radius] = [width / 2, height / 2, height * 0.44];
  const corners = 3 + next(4);
  const turn = next(60);
  const points = Array.from({ length: corners }, (_, i) => {
    const angle = ((i * 360) / corners + turn) * (Math.PI / 180);
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  const wires = Array.from({ length: 6 }, (_, i) => {
    const level = height * (0.1 + 0.13 * next(7));
    const bend = width * (0.1 + 0.03 * next(6));
    const left = i % 2 === 0;
    return html`<path d=${left ? `M0 ${level}H${bend}L${x - radius} ${y + (level - y) / 3}` : `M${width} ${level}H${width - bend}L${x + radius} ${y + (level - y) / 3}`} />
      <circle cx=${left ? bend : width - bend} cy=${level} r="1.5" class="dot" />`;
  });
  const size = height * 0.62;
  return html`<svg class="nr-art" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    ${wires}<polygon points=${points.join(' ')} class="polygon" />
    <svg x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} viewBox="0 0 24 24"><${Glyph} name=${glyph} size=${24} /></svg></svg>`;
}

const COUNTER_GLYPHS = { credit: 'credit', virus: 'virus', power: 'event', advancement: 'adv', agenda: 'agenda' };

/** Counters on a card as small pills. */
export const Counters = ({ counters }) => Object.entries(counters ?? {}).filter(([, count]) => count).map(([kind, count]) => html`<span class="nr-counter" key=${kind}
  title="${count} ${kind} ${count === 1 ? 'counter' : 'counters'}"><${Glyph} name=${COUNTER_GLYPHS[kind] ?? 'program'} size=${12} /><b>${count}</b></span>`);

/** The front of a card in a hand or a rig. */
export function CardDrawing({ card, face, library, note }) {
  const spec = library[card.kind] ?? {};
  const strength = card.strength ?? spec.strength;
  const showsStrength = isNumber(strength) && (spec.type === 'ice' || spec.subtypes?.includes('Icebreaker'));
  const changed = showsStrength && strength !== spec.strength;
  return html`<span class="nr-outline"></span><span class="nr-fill"></span><span class="nr-in" aria-hidden="true">
    <span class="nr-head">${isNumber(spec.cost) && html`<span class="nr-cost">${spec.cost}</span>`}<span class=${classes('nr-name', /\S{10}/.test(face.name) && 'has-long-word')}>${hyphenate(face.name, 8)}</span></span>
    <span class="nr-emblem"><${CardArt} name=${face.name} glyph=${glyphOf(spec)} /><span class="nr-counters"><${Counters} counters=${card.counters} /></span></span>
    <span class=${classes('nr-text', (spec.text ?? '').length > 60 && 'is-long')}>${note ? html`<em class="nr-note">${note}</em>` : ''}${(spec.text ?? '').replace(/\n/g, ' ')}</span>
    <span class="nr-foot">
      ${showsStrength && html`<span class=${classes('nr-strength', changed && (strength > spec.strength ? 'is-up' : 'is-less'))}><b>${strength}</b><i>str</i></span>`}
      ${spec.points > 0 && html`<span class="nr-strength"><b>${spec.points}</b><i>pts</i></span>`}
      <span class="nr-subtype">${subtypeText(spec).replace('Icebreaker · ', '') || typeWord(spec.type)}</span>
      ${spec.memory > 0 && html`<span class="nr-memory" title="memory"><${Glyph} name="memory" size=${12} />${spec.memory}</span>`}
      ${isNumber(spec.trash) && html`<span class="nr-memory" title="trash cost"><${Glyph} name="trash" size=${12} />${spec.trash}</span>`}
      ${spec.advancement && html`<span class="nr-memory" title="advancement requirement"><${Glyph} name="adv" size=${12} />${spec.advancement}</span>`}
    </span></span>`;
}

/** A small card on one line: glyph, name, what it is, and its strength. */
export function ChipDrawing({ card, face, library, note }) {
  const spec = library[card.kind] ?? {};
  const strength = card.strength ?? spec.strength;
  const isBreaker = spec.subtypes?.includes('Icebreaker');
  const kind = subtypeText(spec).replace('Icebreaker · ', '') || typeWord(spec.type);
  return html`<span class="nr-kind"><${Glyph} name=${glyphOf(spec)} size=${20} /></span>
    <span class="nr-two-lines" aria-hidden="true"><b>${shortTitle(face.name)}</b><small>${note ?? kind}${!note && spec.memory > 0 ? ` · ${spec.memory} MU` : ''}</small></span>
    ${isBreaker && html`<span class="nr-number" aria-hidden="true"><b>${strength}</b><small>str</small></span>`}
    <span class="nr-counters" aria-hidden="true"><${Counters} counters=${card.counters} /></span>`;
}

const Fact = ({ glyph, value, word }) => isNumber(value) && html`<span class="nr-fact">${glyph && html`<${Glyph} name=${glyph} size=${14} />`}<b>${value}</b> ${word}</span>`;

/** A card to read: its rules text with the keywords explained, its numbers, and what lies on it. */
export function LargeCard({ card, library }) {
  const spec = library[card.kind] ?? {};
  const strength = card.strength ?? spec.strength;
  const marks = (card.subroutines ?? []).filter(({ broken, fired }) => broken || fired);
  const counters = Object.entries({ ...card.counters, advancement: card.advancement }).filter(([, count]) => count);
  return html`<div class=${classes('nr-large', `type-${spec.type}`)}>
    <span class="nr-way-head">${isNumber(spec.cost) && html`<span class="nr-cost">${spec.cost}</span>`}<span class="nr-two-lines"><b class="nr-plate-name card-name">${card.kind}</b>
      <small>${[typeWord(spec.type), subtypeText(spec)].filter(Boolean).join(' · ')}</small></span></span>
    <span class="nr-emblem"><${CardArt} name=${card.kind} glyph=${glyphOf(spec)} width=${240} height=${56} /></span>
    ${(spec.text ?? '').split('\n').filter(Boolean).map((line) => html`<${RulesText} key=${line} text=${line} className="nr-line" isStatic=${true} />`)}
    ${marks.map(({ text, broken }) => html`<span class="nr-line muted" key=${text}>${broken ? 'Broken' : 'Resolved'}: ${text}</span>`)}
    <span class="nr-facts">${(spec.type === 'ice' || spec.subtypes?.includes('Icebreaker')) && html`<${Fact} value=${strength} word=${`strength${isNumber(spec.strength) && strength !== spec.strength ? ` (printed ${spec.strength})` : ''}`} />`}
      ${spec.memory > 0 && html`<${Fact} glyph="memory" value=${spec.memory} word="memory" />`}
      <${Fact} glyph="trash" value=${spec.trash} word="to trash" />
      ${spec.points > 0 && html`<${Fact} glyph="agenda" value=${spec.points} word="points" /><${Fact} glyph="adv" value=${spec.advancement} word="advancements to score" />`}
      ${counters.map(([kind, count]) => html`<${Fact} key=${kind} value=${count} word=${`${kind} ${count === 1 ? 'counter' : 'counters'} on it`} />`)}</span>
    <${KeywordLines} text=${spec.text ?? ''} /></div>`;
}
