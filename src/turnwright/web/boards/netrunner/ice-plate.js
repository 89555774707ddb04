// The plate of the approached or encountered ice, beside what can be done about it.
import { html } from '../../app/preact.js';
import { CardArt } from './card-drawing.js';
import { Glyph, iceKind } from './glyphs.js';

/** The plate of the approached or encountered ice. */
export function IcePlate({ run, title }) {
  const { ice } = run;
  const kind = ice.title ? iceKind(ice.subtypes) : 'ice';
  return html`<div class="nr-plate"><span class="nr-outline"></span><span class="nr-fill"></span><span class="nr-in">
    <small>${title}</small><b class="nr-plate-name">${ice.title ?? 'Facedown ice'}</b>
    <span class="nr-emblem"><${CardArt} name=${ice.title ?? 'ice'} glyph=${kind} width=${170} height=${74} /></span>
    <span class="nr-plate-foot"><span><${Glyph} name=${kind} size=${14} /> ${ice.subtypes?.[0] ?? 'not rezzed'}</span>${ice.title && html`<span class="nr-number"><b>${ice.strength}</b><small>strength</small></span>`}</span></span></div>`;
}
