// The enlarged copy of a card, shown while it is hovered, focused or pressed for long.
import { classes, html, signal, useLayoutEffect, useRef, useState } from '../app/preact.js';
import { CardFront } from './card-front.js';
import { placeBeside } from './panel-place.js';

const HOVER_MS = 220;
const WIDTH = 264;
const previewed = signal(null); // {face, side, box, element}
let hoverTimer = 0;

/** Show the preview of a card beside its element. A card whose face is hidden has none. */
export const showPreview = (face, side, element) => {
  previewed.value = face.isKnown ? { face, side, element, box: element.getBoundingClientRect() } : null;
};

/** Show the preview if it is not hidden again at once. */
export const showPreviewSoon = (face, side, element) => {
  clearTimeout(hoverTimer);
  hoverTimer = setTimeout(() => showPreview(face, side, element), HOVER_MS);
};

/** Hide the preview, and do not show one that is about to appear. */
export const hidePreview = () => {
  clearTimeout(hoverTimer);
  previewed.value = null;
};

/** Hide the preview of an element that goes away, because the pointer cannot leave it any more. */
export const hidePreviewOf = (element) => {
  if (element && previewed.value?.element === element) hidePreview();
};

/** The preview of the present card, if there is one. Rendered once per table. */
export function CardPreview() {
  const ref = useRef(null);
  const [height, setHeight] = useState(0);
  const shown = previewed.value;
  useLayoutEffect(() => setHeight(ref.current?.offsetHeight ?? 0), [shown]);
  if (!shown) return null;
  const { face, side, box } = shown;
  const { left, top } = placeBeside(box, { width: WIDTH, height });
  return html`<div ref=${ref} class=${classes('card-preview', face.drawLarge ? 'is-drawn' : `card card-${face.shape}`, `of-${side}`)} data-testid="card-preview" role="tooltip"
      style=${{ left: `${left}px`, top: `${top}px`, width: `${WIDTH}px`, visibility: height ? 'visible' : 'hidden' }}>
    ${face.drawLarge ? face.drawLarge(face) : html`<${CardFront} face=${face} isLarge=${true} />`}
  </div>`;
}
