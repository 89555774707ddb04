// Glyphs of 24 by 24, drawn in the colour of the text around them.
import { html } from '../../app/preact.js';

const GLYPHS = {
  sword: '<path d="M21.5 2.5 14.5 4.2 7 11.7l5.3 5.3 7.5-7.5z"/><path d="M5.3 11.9l6.8 6.8-1.5 1.5-2.4-2.3-3.5 3.6-2.2-2.2 3.6-3.5-2.3-2.4z"/>',
  shield: '<path d="M12 1.8l8.5 3v6.4c0 5.2-3.5 9-8.5 11-5-2-8.5-5.8-8.5-11V4.8z"/>',
  skull: '<path fill-rule="evenodd" d="M12 2.5c-5 0-8.5 3.5-8.5 8 0 2.8 1.3 4.7 3 5.9V20A1.5 1.5 0 0 0 8 21.5h8a1.5 1.5 0 0 0 1.5-1.5v-3.6c1.7-1.2 3-3.1 3-5.9 0-4.5-3.5-8-8.5-8zM8.5 9a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zm7 0a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6zM12 14l1.4 2.8h-2.8z"/>',
  horned: '<path d="M1 2c.3 4 2 6.5 5.5 7.5L9 6C5.5 6 3 4.5 1 2zM23 2c-.3 4-2 6.5-5.5 7.5L15 6c3.5 0 6-1.5 8-4z"/><path fill-rule="evenodd" d="M12 5c-4 0-6.8 2.6-6.8 6.3 0 2.5 1.2 4.2 2.6 5.2L9 22h6l1.2-5.5c1.4-1 2.6-2.7 2.6-5.2C18.8 7.6 16 5 12 5zm-4.5 6 3.3 1.3c0 1.5-.8 2.2-1.7 2.2-1 0-1.6-1.3-1.6-3.5zm9 0c0 2.2-.6 3.5-1.6 3.5-.9 0-1.7-.7-1.7-2.2z"/>',
  flame: '<path d="M12.5 1.5c.5 4.5 6.5 6.5 6.5 13a7 7 0 0 1-14 0c0-3 1.4-5 3-6.5.2 1.8 1 3 2.2 3.4C9.8 7.5 10.5 4.5 12.5 1.5z"/>',
  camp: '<path d="M12.3 1c.4 3.5 5 5 5 9.8a5.2 5.2 0 0 1-10.5 0c0-2.2 1-3.7 2.2-4.8.2 1.3.8 2.2 1.7 2.6C10.4 5.6 10.8 3.3 12.3 1z"/><path d="M2.5 17.2l1-2.2 18 5.8-1 2.2z"/><path d="M21.5 17.2l-1-2.2-18 5.8 1 2.2z"/>',
  purse: '<path fill-rule="evenodd" d="M7.5 2h9l-2.3 4.5C18.5 8.5 21 12 21 16c0 4-3.5 6-9 6s-9-2-9-6c0-4 2.5-7.5 6.8-9.5zM12 10l-3.5 4.5L12 19l3.5-4.5z"/>',
  chest: '<path d="M2.5 10.5C2.5 7 4.7 4.5 8 4.5h8c3.3 0 5.5 2.5 5.5 6V11H14V9.5h-4V11H2.5z"/><path d="M2.5 12.5H10V16h4v-3.5h7.5V20.5h-19z"/>',
  quest: '<path d="M7 8.2C7 5 9.2 3 12.2 3c3 0 5.2 1.9 5.2 4.7 0 4.2-5 4.1-5 7.6" fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/><circle cx="12.3" cy="20" r="2.1"/>',
  crown: '<path d="M2 7l5 4.5L12 3l5 8.5L22 7l-2.2 11H4.2z"/><path d="M4.2 19.5h15.6V22H4.2z"/>',
  heart: '<path d="M12 21C5 15.5 2.5 12 2.5 8.3c0-2.9 2.2-4.8 4.7-4.8 2 0 3.7 1 4.8 3 1.1-2 2.8-3 4.8-3 2.5 0 4.7 1.9 4.7 4.8 0 3.7-2.5 7.2-9.5 12.7z"/>',
  coin: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 4.5L7.5 12l4.5 5.5 4.5-5.5z"/>',
  flask: '<path fill-rule="evenodd" d="M9 1.5h6v2.2h-1V8c3.6 1 6 3.9 6 7.3 0 4.2-3.5 7-8 7s-8-2.8-8-7C4 11.9 6.4 9 10 8V3.7H9zM6.6 14h10.8c-.5-1.9-2.3-3.4-5.4-3.7-3.1.3-4.9 1.8-5.4 3.7z"/>',
  vial: '<path fill-rule="evenodd" d="M8 1.5h8v2.2h-1V18a3 3.5 0 0 1-6 4l-.1-18.3H8zM10.8 5v6h2.4V5z"/>',
  cards: '<path d="M3 6.5 11 4l4.5 14.5-8 2.5z" opacity=".55"/><path d="M11.5 3h9v16h-9z"/>',
  map: '<path fill-rule="evenodd" d="M2 5.5 8.5 3l7 2.5L22 3v15.5L15.5 21l-7-2.5L2 21zm6 1-3.5 1.3v9.7L8 16.2zm2 0v9.7l4.5 1.6V8zm6.5 1.5v9.7l3-1.2V6.8z"/>',
  gear: '<circle cx="12" cy="12" r="6" fill="none" stroke="currentColor" stroke-width="4"/><circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="4" stroke-dasharray="4.07 3"/>',
  log: '<path d="M4 4h16v3H4zM4 10.5h16v3H4zM4 17h10v3H4z"/>',
  up: '<path d="M12 2l8 8-2.5 2.5L12 7l-5.5 5.5L4 10zM12 11l8 8-2.5 2.5L12 16l-5.5 5.5L4 19z"/>',
  spiral: '<path d="M12 12.5c0-1.2 2-1.2 2 .5 0 2.2-3.8 2.5-4.5-.3C8.7 9.3 12 7 15 8.2c4 1.6 3.5 8-.5 9.8C9 20.3 4 16 4.5 10.5 5 5.5 9.5 3 14 3.5" fill="none" stroke="currentColor" stroke-width="2.3" stroke-linecap="round"/>',
  crack: '<path d="M11 2.1 3.5 4.8v6.4c0 5.2 3.5 9 8 10.8l-1.7-5.5 3-3-3.3-3.5z"/><path d="M13.5 2.3l7 2.5v6.4c0 5-3.2 8.7-7.5 10.7l-1-5 3.5-3.8-3.3-3.6z" opacity=".75"/>',
  frail: '<path d="M12 1.8l8.5 3v6.4c0 5.2-3.5 9-8.5 11-5-2-8.5-5.8-8.5-11V4.8zm0 3L6.3 6.7v4.5c0 3.5 2 6.2 5.7 7.9 3.7-1.7 5.7-4.4 5.7-7.9V6.7z" fill-rule="evenodd"/><path d="M6 17 17 5l1.5 1.5-11 12z"/>',
  fist: '<path d="M5 9.5C5 8 7.5 7.8 8 9c.2-2 3-2 3.3-.3.3-1.5 3-1.5 3.3.2.5-1.2 3.2-1 3.4.8V15c0 3-2 4.5-3.5 5.5V23H8v-3c-2-1.5-4-3.5-4-6 0-1.8.5-3 1-4.5z"/><path d="M12 0l1.2 4.5h-2.4zM4.5 2l3 3.5L5.7 7zM19.5 2l-3 3.5L18.3 7z"/>',
  moon: '<path d="M15.5 2.5A10 10 0 1 0 21.5 16 8.5 8.5 0 0 1 15.5 2.5z"/><path d="M18.5 5l1 2.5L22 8.5l-2.5 1-1 2.5-1-2.5-2.5-1 2.5-1z"/>',
  gem: '<path d="M7 3h10l5 7-10 12L2 10z" opacity=".6"/><path d="M7 3h10l-2 7H9zM9 10h6l-3 12z"/>',
  drop: '<path d="M12 1.5c3.5 5.5 7 9 7 13.5a7 7 0 0 1-14 0c0-4.5 3.5-8 7-13.5z"/>',
  anchor: '<path fill-rule="evenodd" d="M12 1.5a3 3 0 0 1 1.4 5.7V9H17v2.5h-3.6v7.8c2.5-.5 4.5-2 5.2-4.1l-2 .3L19.5 11l3 5-1.8-.3C19.8 19.5 16.5 22 12 22s-7.8-2.5-8.7-6.3L1.5 16l3-5 2.9 4.5-2-.3c.7 2.1 2.7 3.6 5.2 4.1v-7.8H7V9h3.6V7.2A3 3 0 0 1 12 1.5z"/>',
  lantern: '<path d="M9 1h6v2H9zM7 5h10l1.5 3h-13zM6 9.5h12V19H6zM5 20.5h14V23H5z" fill-rule="evenodd"/><path d="M12 10.5c.3 2 2.5 3 2.5 5.2a2.5 2.5 0 0 1-5 0c0-1.7 1.8-2.7 2.5-5.2z" fill="#7a1a20"/>',
  bell: '<path d="M12 2c4 0 6 3 6 7 0 5 1.5 7 3 8.5H3C4.5 16 6 14 6 9c0-4 2-7 6-7z"/><circle cx="12" cy="20" r="2.5"/>',
  ring: '<circle cx="12" cy="15" r="6.5" fill="none" stroke="currentColor" stroke-width="3"/><path d="M8.5 2h7l2 3L12 9.5 6.5 5z"/>',
  key: '<path fill-rule="evenodd" d="M8 2a6 6 0 0 1 5 9.3l8 8V22h-3.5v-2H15v-2.5l-3.7-3.8A6 6 0 1 1 8 2zm-1.5 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"/>',
  hour: '<path d="M5 1.5h14V4H5zM5 20h14v2.5H5zM6.5 5h11c0 4-2.5 5.5-4 7 1.5 1.5 4 3 4 7h-11c0-4 2.5-5.5 4-7-1.5-1.5-4-3-4-7z"/>',
  feather: '<path d="M21 2C12 2 6 7 5.5 15L2 21.5l2 1 3-5c8 .5 12.5-4 13-8.5l-3 .5 3.5-3z"/>',
  hammer: '<g transform="rotate(45 12 12)"><rect x="3.5" y="1" width="17" height="8" rx="1.5"/><rect x="10.2" y="9" width="3.8" height="15" rx="1"/></g>',
  eye: '<path fill-rule="evenodd" d="M12 5c5 0 8.5 3.5 10.5 7-2 3.5-5.5 7-10.5 7S3.5 15.5 1.5 12C3.5 8.5 7 5 12 5zm0 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4z"/><circle cx="12" cy="12" r="2.2"/>',
  ash: '<path d="M5 13c-2-3 1-5 2-8 2 1.5 2 3 1.5 5C10.5 8 11 5 13 2c2.5 3.5 1 6 2 8 1-1 1.3-2 1.5-3 2 3 3.5 5 2.5 7z"/><circle cx="6" cy="18" r="1.8"/><circle cx="12" cy="20.5" r="1.8"/><circle cx="12" cy="16" r="1.4"/><circle cx="18" cy="18" r="1.8"/>',
  x: '<path d="M4 6.5 6.5 4 12 9.5 17.5 4 20 6.5 14.5 12 20 17.5 17.5 20 12 14.5 6.5 20 4 17.5 9.5 12z"/>',
  check: '<path d="M3 12.5 6 9.5l4 4L18.5 5l3 3L10 19.5z"/>',
  star: '<path d="M12 1.5l3 7.2 7.8.6-6 5 1.9 7.6L12 17.8l-6.7 4.1 1.9-7.6-6-5 7.8-.6z"/>',
  helm: '<path d="M12 1.5C6.5 1.5 4.5 6 4.5 11v9l5 2.5V14L7 12.5V10h10v2.5L14.5 14v8.5l5-2.5v-9c0-5-2-9.5-7.5-9.5z"/>',
  broom: '<path d="M20.5 1.5l2 2-9 9-2-2zM10.5 11l3 3c1 4-2 8-8.5 8.5l1.5-3-3 1 1-3-2.5.5C3 12 7 9.5 10.5 11z"/>',
  axe: '<path d="M14 2c4 0 7 2.5 8 6-2 1-4 3-5 6-2-1-4-3-5-6zM12.5 8l3 3L5 22.5 2 19.5z"/>',
  bolt: '<path d="M14 1 4 13.5h6L8.5 23 20 9.5h-6.5z"/>',
  snow: '<path d="M11 1h2v6l3-3 1.4 1.4L13 9.8V11h1.2l4.4-4.4L20 8l-3 3h6v2h-6l3 3-1.4 1.4-4.4-4.4H13v1.2l4.4 4.4L16 20l-3-3v6h-2v-6l-3 3-1.4-1.4L11 14.2V13H9.8l-4.4 4.4L4 16l3-3H1v-2h6L4 8l1.4-1.4L9.8 11H11V9.8L6.6 5.4 8 4l3 3z"/>',
  void: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm0 3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"/>',
  spiky: '<path d="M12 1l2 6 5-4-2 6 6 1-5.5 3.5L22 18l-6-.500L15 23l-3-4-3 4-1-5.5L2 18l4.5-4.5L1 10l6-1-2-6 5 4z"/>',
  leaf: '<path d="M21 3C10 2 3 7 3 15c0 2 .500 4 1.5 6 1-5 4-9 9-12-4 4-6 8-6.5 12C16 22 22 14 21 3z"/>',
  wing: '<path d="M2 4c8 0 14 2 20 8-4 0-6 .500-8 1.5 2 .500 3 1.5 4 3-4-1-7-.500-9 1 1 .500 2 1.5 2.5 3C6 19 2 13 2 4z"/>',
  zz: '<path d="M3 4h9v2.5L7 12h5v3H3v-2.5L8 7H3zM14 11h7v2l-3.5 4.5H21V20h-7v-2l3.5-4.5H14z"/>',
  run: '<circle cx="15" cy="4" r="2.5"/><path d="M9 7l6 1 2 4 4 1v2l-5-1-2-2-2 4 4 3-1 6h-2.5l.500-5-4-2-3 5-4-1v-2l3 .500 4-9-3 1-1 3H4l1.5-5z"/>',
  chain: '<path d="M3 9a4 4 0 0 1 4-4h3v3H7a1 1 0 0 0 0 4h3v3H7a4 4 0 0 1-4-6zM14 5h3a4 4 0 0 1 0 10h-3v-3h3a1 1 0 0 0 0-4h-3zM8 10h8v2H8z"/>',
  stop: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM6.5 7.9A7 7 0 0 0 16.1 17.5zM7.9 6.5l9.6 9.6A7 7 0 0 0 7.9 6.5z"/>',
  clock: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-1.2 4v7l5 3 1.2-2-3.8-2.3V6z"/>',
  mask: '<path fill-rule="evenodd" d="M3 4c6-2 12-2 18 0 0 8-2 14-9 18C5 18 3 12 3 4zm4 5c0 2 1 3 3 3 0-2-1-3-3-3zm10 0c-2 0-3 1-3 3 2 0 3-1 3-3zm-8 7c2 1.5 4 1.5 6 0-1.5 3-4.5 3-6 0z"/>',
  sun: '<circle cx="12" cy="12" r="5"/><path d="M11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM4 5.4 5.4 4l2.8 2.8-1.4 1.4zM15.8 17.2l1.4-1.4 2.8 2.8-1.4 1.4zM4 18.6l2.8-2.8 1.4 1.4L5.4 20zM15.8 6.8 18.6 4 20 5.4l-2.8 2.8z"/>',
  hand: '<path d="M6 11V5a1.5 1.5 0 0 1 3 0v5V3a1.5 1.5 0 0 1 3 0v7V4a1.5 1.5 0 0 1 3 0v7-5a1.5 1.5 0 0 1 3 0v9c0 4-2.5 7-6.5 7C8 22 6 20 4.5 17L2 12.5c1-1.5 2.5-1 4-.5z"/>',
  loop: '<path d="M12 4a8 8 0 0 1 7.5 5.2L22 8v7h-7l2.3-2.3A5 5 0 0 0 7.2 11L4.5 9.5A8 8 0 0 1 12 4zM2 15h7l-2.3 2.3a5 5 0 0 0 8.3 1l2.6 1.7A8 8 0 0 1 4.4 18.8L2 21z"/>',
  cup: '<path d="M3 7h14v2h2a3 3 0 0 1 0 7h-2.5A6 6 0 0 1 11 20H9a6 6 0 0 1-6-6zm14 4v3h2a1.5 1.5 0 0 0 0-3zM6 2h2v3H6zM11 2h2v3h-2z"/>',
  book: '<path d="M3 4c3-1.5 6-1 8 1v16c-2-2-5-2.5-8-1zM13 5c2-2 5-2.5 8-1v16c-3-1.5-6-1-8 1z"/>',
  egg: '<path d="M12 2c5 0 8 7 8 12a8 8 0 0 1-16 0c0-5 3-12 8-12z"/>',
  wheel: '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z"/><path d="M11 4h2v16h-2zM4 11h16v2H4z"/><circle cx="12" cy="12" r="3"/>',
  flag: '<path d="M4 1h2.5v22H4zM7 3c5-2 8 3 14 1-1 4-1 6 0 9-6 2-9-3-14-1z"/>',
};

/** A glyph by name. It is decoration: whoever shows it says in words what it means. */
export function Glyph({ name, className = '' }) {
  return html`<svg class="sp-glyph ${className}" viewBox="0 0 24 24" aria-hidden="true" data-glyph=${name} dangerouslySetInnerHTML=${{ __html: GLYPHS[name] ?? GLYPHS.gem }} />`;
}

/** A glyph as part of a larger drawing: a group at x and y with a size. */
export function GlyphAt({ name, x, y, size }) {
  return html`<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})" fill="currentColor" dangerouslySetInnerHTML=${{ __html: GLYPHS[name] ?? GLYPHS.gem }} />`;
}
