// The glyphs of Netrunner by kind: types of cards and ice, counters, servers and what happens in runs.
import { classes, html } from '../../app/preact.js';

const SHAPES = {
  credit: () => html`<path d="M12 2.5 20.2 7.2v9.6L12 21.5 3.8 16.8V7.2Z"/><path d="M12 7.5 16 12l-4 4.5L8 12Z" fill="currentColor"/>`,
  barrier: () => html`<path d="M3 5h18v14H3ZM3 9.7h18M3 14.3h18M9 5v4.7M15 5v4.7M6 9.7v4.6M12 9.7v4.6M18 9.7v4.6M9 14.3V19M15 14.3V19"/>`,
  codegate: () => html`<path d="M4 21V10a8 8 0 0 1 16 0v11M4 21h4M16 21h4M8 21V10.5a4 4 0 0 1 8 0V21"/><circle cx="12" cy="13" r="1.6" fill="currentColor"/><path d="M12 14v4"/>`,
  sentry: () => html`<path d="M2 12q10-11 20 0-10 11-20 0Z"/><path d="m12 6.5 2.5 5.5-2.5 5.5L9.5 12Z" fill="currentColor"/>`,
  ice: () => html`<path d="M12 2v20M3.5 7l17 10M20.5 7l-17 10"/><path d="m9.5 4 2.5 2.5L14.5 4M9.5 20l2.5-2.5 2.5 2.5"/>`,
  sub: () => html`<path d="M6 4v9h11"/><path d="m13 8.5 4.5 4.5-4.5 4.5"/>`,
  ai: () => html`<circle cx="12" cy="12" r="3" fill="currentColor"/><path d="M12 9V3M9.4 13.5 4 17M14.6 13.5 20 17"/><circle cx="12" cy="3.2" r="1.6"/><circle cx="4" cy="17" r="1.6"/><circle cx="20" cy="17" r="1.6"/>`,
  killer: () => html`<path d="M4 20 20 4l-3 9-9 3ZM4 20l4-4"/><path d="M4 13.5l6.5 6.5"/>`,
  decoder: () => html`<circle cx="8" cy="9" r="4.5"/><path d="m11.5 12 8 8M16 16.5l3-3M18.5 19l2-2"/>`,
  fracter: () => html`<path d="M3 5h7l-2 5 3 3-3 6H3ZM21 5h-6l-2 5 3 3-3 6h8Z"/>`,
  virus: () => html`<circle cx="12" cy="12" r="5"/><path d="M12 7V2.5M12 21.5V17M7 12H2.5M21.5 12H17M8.5 8.5 5.3 5.3M18.7 18.7l-3.2-3.2M15.5 8.5l3.2-3.2M5.3 18.7l3.2-3.2"/><circle cx="12" cy="12" r="1.5" fill="currentColor"/>`,
  hardware: () => html`<path d="M6 6h12v12H6ZM9.5 9.5h5v5h-5ZM9 6V2.5M15 6V2.5M9 21.5V18M15 21.5V18M6 9H2.5M6 15H2.5M21.5 9H18M21.5 15H18"/>`,
  resource: () => html`<circle cx="8.5" cy="12" r="5.5"/><circle cx="15.5" cy="12" r="5.5"/>`,
  event: () => html`<path d="M13.5 2 5 13.5h6L9.5 22 19 10h-6.5Z"/>`,
  operation: () => html`<path d="M5 3h10l4 4v14H5ZM15 3v4h4M8.5 12h7M8.5 16h4"/>`,
  agenda: () => html`<path d="M12 2 21 7.2v9.6L12 22 3 16.8V7.2Z"/><path d="m12 7 1.5 3.3 3.6.4-2.7 2.4.8 3.5-3.2-1.8-3.2 1.8.8-3.5-2.7-2.4 3.6-.4Z" fill="currentColor"/>`,
  asset: () => html`<path d="M4 21V9l6-4v4l6-4v4l4-2v14ZM8 21v-4h4v4M8 13h1.5M14 13h2"/>`,
  upgrade: () => html`<path d="M12 3 4 11h4.5v4h7v-4H20ZM8.5 18h7M8.5 21h7"/>`,
  program: () => html`<path d="M4 4h12l4 4v12H4ZM8 10l3 2.5L8 15M13 15.5h4"/>`,
  adv: () => html`<path d="m5 12 7-7 7 7M5 19l7-7 7 7"/>`,
  tag: () => html`<path d="M3 12 11 4h9v9l-8 8ZM16 8h.1"/>`,
  skull: () => html`<path d="M5 11a7 7 0 0 1 14 0v4l-3 1.5V20H8v-3.5L5 15Z"/><path d="M9.2 11.5h.1M14.8 11.5h.1M10.5 20v-2M13.5 20v-2" stroke-width="2.6"/>`,
  damage: () => html`<path d="M12 2v5M12 17v5M2 12h5M17 12h5M5 5l3.5 3.5M15.5 15.5 19 19M19 5l-3.5 3.5M8.5 15.5 5 19"/>`,
  memory: () => html`<path d="M5 6h14v12H5ZM8 6V3M12 6V3M16 6V3M8 21v-3M12 21v-3M16 21v-3"/>`,
  hand: () => html`<path d="M4 7.5 11 5l4.5 12.5-7 2.5ZM12.5 5.5 19 5v13h-3"/>`,
  deck: () => html`<path d="M5 7h11v14H5ZM8 7V4h11v14h-3"/>`,
  archive: () => html`<path d="M3 4h18v5H3ZM5 9h14v11H5ZM10 13h4"/>`,
  person: () => html`<circle cx="12" cy="8" r="4"/><path d="M4 21q0-8 8-8t8 8"/>`,
  eye: () => html`<path d="M2 12q10-11 20 0-10 11-20 0Z"/><circle cx="12" cy="12" r="3" fill="currentColor"/>`,
  check: () => html`<path d="m4.5 12.5 5 5L19.5 7"/>`,
  warn: () => html`<path d="M12 3 22 20.5H2ZM12 9.5v5M12 17.5h.1"/>`,
  trash: () => html`<path d="M4 6.5h16M9 6V3.5h6V6M6 6.5 7 21h10l1-14.5M10 10.5v6.5M14 10.5v6.5"/>`,
  door: () => html`<path d="M14 4H5v16h9M10 12h11M17 8l4 4-4 4"/>`,
  run: () => html`<path d="M4 4l8 8-8 8M12 4l8 8-8 8"/>`,
};

/** A glyph by its name, as large as a number of pixels; decorative unless it has a label. */
export function Glyph({ name, size = 16, label, className }) {
  return html`<svg class=${classes('nr-glyph', className)} width=${size} height=${size} viewBox="0 0 24 24" role=${label ? 'img' : undefined}
    aria-label=${label} aria-hidden=${label ? undefined : 'true'}>${(SHAPES[name] ?? SHAPES.program)()}</svg>`;
}

const ICE_TYPES = [['Barrier', 'barrier'], ['Code Gate', 'codegate'], ['Sentry', 'sentry']];
const BREAKERS = [['AI', 'ai'], ['Killer', 'killer'], ['Decoder', 'decoder'], ['Fracter', 'fracter'], ['Virus', 'virus']];

/** The shape of ice by its subtypes: barrier, codegate, sentry, or ice. */
export const iceKind = (subtypes = []) => ICE_TYPES.find(([word]) => subtypes.includes(word))?.[1] ?? 'ice';

/** The glyph of a card from its entry in the library. */
export function glyphOf(spec) {
  if (!spec) return 'ice';
  if (spec.type === 'ice') return iceKind(spec.subtypes);
  if (spec.type === 'program') return BREAKERS.find(([word]) => spec.subtypes?.includes(word))?.[1] ?? 'program';
  return spec.type === 'identity' ? 'person' : spec.type;
}
