// Access: one card at a time, with everything that can be done with it. What is not possible says why.
import { classes, html } from '../../app/preact.js';
import { RulesText } from '../../table/explanation.js';
import { CardArt } from './card-drawing.js';
import { Glyph, glyphOf } from './glyphs.js';
import { credits, spellOut, subtypeText, typeWord } from './words.js';

const PLACES = { rd: 'from the top of R&D', hq: 'at random from HQ', archives: 'in Archives' };

/** Which of the prompt's choices does what. */
export function accessChoices(choices) {
  const find = (test) => choices.find(({ given, label }) => test.test(given ?? label));
  return { steal: find(/^(Steal|Pay to steal)/), trash: find(/^Pay .* to trash/), none: find(/^No action/) };
}

function Tile({ glyph, title, big, lines, choice, testId, isMain, table }) {
  return html`<button type="button" class=${classes('nr-option', choice && isMain && 'is-main')} data-nav data-testid=${testId} disabled=${!choice || table.isBusy} onClick=${choice?.run}>
    <span class="nr-way-head"><${Glyph} name=${glyph} size=${18} /><b>${title}</b></span><span class="nr-tile-big">${big}</span>
    <ul>${lines.filter(Boolean).map((line) => html`<li key=${line}>${line}</li>`)}</ul></button>`;
}

/** The accessed card and its tiles. */
export function AccessPanel({ table, run }) {
  const { access } = run;
  const spec = table.library[access.title] ?? {};
  const { steal, trash, none } = accessChoices(table.question.buttons);
  const others = table.question.buttons.filter((one) => one !== steal && one !== trash && one !== none);
  const isAgenda = access.type === 'agenda';
  const after = access.credits - (access.trash ?? 0);
  const place = access.from === 'root' ? 'installed in the root' : PLACES[access.from] ?? '';
  const back = { rd: 'It goes back where it was, and the Corp is not shown it.', hq: 'It stays in HQ, and the Corp has seen which card it was.' }[access.from] ?? 'It stays where it is.';
  return html`<div class="nr-panel nr-access" data-testid="access-panel">
    <div class="nr-access-head"><span><b>Card ${access.number}${access.total ? ` of ${access.total}` : ''}</b><small>one card at a time, ${place}</small></span></div>
    <div class="nr-peek of-opponent"><span class="nr-way-head">${typeof spec.cost === 'number' && html`<span class="nr-cost">${spec.cost}</span>`}<span class="nr-two-lines"><b class="nr-plate-name">${access.title}</b><small>${[typeWord(spec.type), subtypeText(spec)].filter(Boolean).join(' · ')}</small></span></span>
      <span class="nr-emblem"><${CardArt} name=${access.title} glyph=${glyphOf(spec)} width=${290} height=${64} /></span>
      <span class="nr-peek-text">${(spec.text ?? '').split('\n').map((line, i) => html`<${RulesText} key=${i} text=${spellOut(line)} />`)}</span>
      <span class="nr-plate-foot">${isAgenda ? html`<span><${Glyph} name="agenda" size=${14} /> worth <b>${spec.points}</b></span>` : access.trash !== null ? html`<span><${Glyph} name="trash" size=${14} /> trash cost <b>${access.trash}</b></span>` : html`<span>cannot be trashed</span>`}</span></div>
    <${Tile} table=${table} glyph="agenda" title="Steal" testId="access-steal" choice=${steal} isMain=${true}
      big=${isAgenda ? `${access.mine} → ${access.mine + access.points} points` : 'Not an agenda'}
      lines=${isAgenda ? [access.mine + access.points >= access.toWin ? 'You win the game.' : `${access.toWin} points win the game.`, !steal && 'You cannot steal it now.'] : ['Only agendas can be stolen.']} />
    <${Tile} table=${table} glyph="trash" title=${access.trash !== null ? `Trash for ${access.trash}` : 'Trash'} testId="access-trash" choice=${trash} isMain=${!steal}
      big=${trash ? `${access.credits} → ${after} credits` : access.trash === null ? 'No trash cost' : 'Not possible'}
      lines=${trash ? ['It goes to Archives, faceup.', `You keep ${credits(after)}.`] : [access.trash === null ? `${isAgenda ? 'Agendas' : 'This card'} cannot be trashed while accessed.` : access.credits < access.trash ? `It costs ${credits(access.trash)}, and you have ${access.credits}.` : 'Nothing can be trashed now.']} />
    <${Tile} table=${table} glyph="check" title="No action" testId="access-none" choice=${none} big=${`keep ${credits(access.credits)}`}
      lines=${none ? [back] : ['An agenda must be stolen if you can.']} />
    ${others.map((choice) => html`<${Tile} key=${choice.id} table=${table} glyph="event" title=${choice.label} testId="access-${choice.id}" choice=${choice} big="" lines=${[]} />`)}
  </div>`;
}
