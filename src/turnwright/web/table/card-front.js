// The drawing of a card: its front with name, picture and stats, and its back.
import { classes, html } from '../app/preact.js';
import { CardEmblem } from './card-emblem.js';
import { hyphenate } from './card-face.js';
import { KeywordLines, RulesText } from './explanation.js';

function Stat({ stat, isMuted }) {
  const change = stat.value > stat.base ? 'up' : stat.value < stat.base ? 'down' : '';
  return html`<span class=${classes('stat', `stat-${stat.role}`, change && `is-${change}`, isMuted && 'is-muted')}>
    <svg viewBox="0 0 12 12" aria-hidden="true">${stat.role === 'attack'
      ? html`<path d="M1 11 L9.5 2.5 M9.5 2.5 V6 M9.5 2.5 H6 M2 7 L5 10" />`
      : html`<path d="M6 1 L10.5 2.5 V6 C10.5 8.6 8.6 10.2 6 11 C3.4 10.2 1.5 8.6 1.5 6 V2.5 Z" />`}</svg>
    <b>${stat.value}</b></span>`;
}

/** Whether cards are small whatever the window is: beside the panels of the workbench. */
const isTight = () => 'tightCards' in document.documentElement.dataset;

/** About how many letters of a name fit on one line of a card. */
const lettersPerLine = (size) => (innerWidth <= 760 || innerHeight <= 480 || isTight() || size === 'pile' ? 7 : innerHeight <= 800 || size === 'field' ? 8 : 11);

/** The front of a card; `isLarge` adds the text for the preview. */
export function CardFront({ face, size, isLarge }) {
  const isMuted = (stat) => stat.role !== (face.position === 'defense' ? 'defence' : 'attack');
  const cost = face.cost && html`<span class="card-cost" title=${face.cost.key}>${face.cost.value}</span>`;
  const hidden = isLarge ? undefined : 'true'; // the label of the card says it all
  return html`
    <span class="card-head" aria-hidden=${hidden}>${isLarge && cost}<span class="card-name">${isLarge ? face.name : hyphenate(face.name, lettersPerLine(size))}</span></span>
    <span class="card-art" aria-hidden="true">${!isLarge && cost}<${CardEmblem} name=${face.name} shape=${face.shape} kinds=${face.kinds} /></span>
    ${isLarge && html`<${CardText} face=${face} />`}
    ${face.stats.length > 0
      ? html`<span class="card-foot" aria-hidden=${hidden}>${face.stats.map((stat) => html`<${Stat} key=${stat.role} stat=${stat}
          isMuted=${!isLarge && isMuted(stat)} />`)}</span>`
      : html`<span class="card-foot card-kind" aria-hidden=${hidden}>${face.kinds.slice(0, isLarge ? 4 : 1).join(' · ')}</span>`}
    <${Badges} face=${face} />`;
}

function CardText({ face }) {
  return html`<span class="card-reading">
    ${face.stats.length > 0 && html`<span class="card-kind">${face.kinds.join(' · ')}</span>`}
    ${face.text && html`<${RulesText} text=${face.text} className="card-text" isStatic=${true} />`}
    ${face.subroutines.filter(({ broken, fired }) => broken || fired).map(({ text, broken }) => html`<span class="card-detail"><i>${broken ? 'Broken' : 'Resolved'}</i> ${text}</span>`)}
    ${face.details.map(({ label, value }) => html`<span class="card-detail"><i>${label}</i> ${value}</span>`)}
    ${face.counters.map(({ name, count }) => html`<span class="card-detail"><i>Counters</i> ${count} ${name}</span>`)}
    ${!face.isFaceUp && html`<span class="card-detail">Face down.</span>`}
    ${face.isNegated && html`<span class="card-detail">Its effects are negated.</span>`}
    ${face.text && html`<${KeywordLines} text=${face.text} />`}
  </span>`;
}

function Badges({ face }) {
  const badges = face.counters.map(({ name, count }) => ({ text: `${count}`, title: `${count} ${name}` }));
  if (face.isNegated) badges.push({ text: '⊘', title: 'Negated' });
  if (face.equippedTo !== null) badges.push({ text: '⚯', title: 'Equipped' });
  if (!badges.length) return null;
  return html`<span class="card-badges" aria-hidden="true">${badges.map(({ text, title }) => html`<span class="badge" title=${title}>${text}</span>`)}</span>`;
}

/** The back of a card. */
export const CardBack = () => html`<span class="card-back"><svg viewBox="0 0 40 40" aria-hidden="true">
  <rect x="9" y="9" width="22" height="22" rx="4" transform="rotate(45 20 20)" /><circle cx="20" cy="20" r="5" /></svg></span>`;
