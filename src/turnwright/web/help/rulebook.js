// The rulebook of a game as the server describes it: its sections, and a component for them.
import { html } from '../app/preact.js';

/** The sections of a rulebook's text: [{title, blocks}], where a block is {kind: 'text' or 'list', lines}. */
export function sectionsOf(text) {
  const sections = [];
  const current = () => sections.at(-1) ?? sections[sections.push({ title: '', blocks: [] }) - 1];
  for (const part of (text ?? '').split(/\n\s*\n/)) {
    let block = null;
    for (const line of part.split('\n').map((one) => one.trim()).filter(Boolean)) {
      if (line.startsWith('## ')) {
        sections.push({ title: line.slice(3), blocks: [] });
        block = null;
      } else if (line.startsWith('- ')) {
        if (block?.kind !== 'list') current().blocks.push(block = { kind: 'list', lines: [] });
        block.lines.push(line.slice(2));
      } else if (block) block.lines.push(`${block.lines.pop() ?? ''} ${line}`.trim());
      else current().blocks.push(block = { kind: 'text', lines: [line] });
    }
  }
  return sections;
}

const Block = ({ block }) => (block.kind === 'list'
  ? html`<ul class="rules-list">${block.lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`
  : html`<p>${block.lines.join(' ')}</p>`);

/** The rules of a game. `pictures` are drawings by the title of their section. */
export function Rules({ rulebook, pictures = {}, level = 2 }) {
  const Heading = `h${level}`;
  return html`<div class="rules" data-testid="rules">
    ${sectionsOf(rulebook.text).map(({ title, blocks }) => html`<section key=${title} class="rules-section">
      ${title && html`<${Heading}>${title}<//>`}
      ${pictures[title] && html`<div class="rules-picture">${pictures[title]()}</div>`}
      ${blocks.map((block, i) => html`<${Block} key=${i} block=${block} />`)}</section>`)}
  </div>`;
}

/** What the moves of a game do, for games whose rulebook does not tell. */
export function MoveList({ moves }) {
  if (!moves?.length) return null;
  return html`<dl class="terms" data-testid="rules-moves">${moves.map(({ name, text }) => html`<div key=${name}><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`;
}
