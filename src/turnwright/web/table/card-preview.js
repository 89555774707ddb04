// The enlarged copy of a card, shown while it is hovered, focused or pressed for long.
import { classes, html, signal, useLayoutEffect, useRef, useState } from '../app/preact.js';
import { CardFront } from './card-front.js';

const HOVER_MS = 220;
const SIZE = { width: 264, gap: 12, margin: 8 };
const previewed = signal(null); // {face, side, box}
let hoverTimer = 0;

/** Show the preview of a card beside its element. A card whose face is hidden has none. */
export const showPreview = (face, side, element) => {
  previewed.value = face.isKnown ? { face, side, box: element.getBoundingClientRect() } : null;
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

/** The position of the preview: above a card at the lower edge, otherwise beside it, inside the window. */
function positionFor(box, height) {
  const clamp = (at, size, room) => Math.max(SIZE.margin, Math.min(at, room - size - SIZE.margin));
  const centred = clamp(box.left + box.width / 2 - SIZE.width / 2, SIZE.width, innerWidth);
  const above = box.top - SIZE.gap - height;
  if (box.top > innerHeight * 0.6 && above > 0) return { left: centred, top: above };
  const top = clamp(box.top + box.height / 2 - height / 2, height, innerHeight);
  if (box.right + SIZE.gap + SIZE.width < innerWidth) return { left: box.right + SIZE.gap, top };
  if (box.left - SIZE.gap - SIZE.width > 0) return { left: box.left - SIZE.gap - SIZE.width, top };
  return { left: centred, top: box.top > innerHeight / 2 ? SIZE.margin : clamp(innerHeight, height, innerHeight) };
}

/** The preview of the present card, if there is one. Rendered once per table. */
export function CardPreview() {
  const ref = useRef(null);
  const [height, setHeight] = useState(0);
  const shown = previewed.value;
  useLayoutEffect(() => setHeight(ref.current?.offsetHeight ?? 0), [shown]);
  if (!shown) return null;
  const { face, side, box } = shown;
  const { left, top } = positionFor(box, height);
  return html`<div ref=${ref} class=${classes('card-preview card', `card-${face.shape}`, `of-${side}`)} data-testid="card-preview" role="tooltip"
      style=${{ left: `${left}px`, top: `${top}px`, width: `${SIZE.width}px`, visibility: height ? 'visible' : 'hidden' }}>
    <${CardFront} face=${face} isLarge=${true} />
  </div>`;
}
