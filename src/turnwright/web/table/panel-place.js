// Where a floating panel goes: above an element at the lower edge, otherwise beside it, inside the window.

const GAP = 12;
const MARGIN = 8;

/** The position of a panel with {width, height} beside the box of an element, as {left, top}. */
export function placeBeside(box, { width, height }) {
  const clamp = (at, size, room) => Math.max(MARGIN, Math.min(at, room - size - MARGIN));
  const centred = clamp(box.left + box.width / 2 - width / 2, width, innerWidth);
  const above = box.top - GAP - height;
  if (box.top > innerHeight * 0.6 && above > 0) return { left: centred, top: above };
  const top = clamp(box.top + box.height / 2 - height / 2, height, innerHeight);
  if (box.right + GAP + width < innerWidth) return { left: box.right + GAP, top };
  if (box.left - GAP - width > 0) return { left: box.left - GAP - width, top };
  return { left: centred, top: box.top > innerHeight / 2 ? MARGIN : clamp(innerHeight, height, innerHeight) };
}
