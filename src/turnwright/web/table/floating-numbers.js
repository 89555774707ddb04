// Numbers that rise from something that was hit, healed or paid, and fade.
import { isMotionReduced } from '../app/preferences.js';

const RISE_MS = 900;
const SHAKE_MS = 260;

/**
 * Let a text rise from an element; `kind` is damage, heal, block, gain, loss or info. Nothing happens
 * while animation is off: the event line says the same.
 */
export function floatNumber(element, text, kind = 'info') {
  if (!element) return;
  floatAt(element.getBoundingClientRect(), text, kind);
  if (kind === 'damage' && !isMotionReduced()) {
    element.animate([0, -4, 4, -2, 2, 0].map((x) => ({ translate: `${x}px 0` })), { duration: SHAKE_MS });
  }
}

/** Let a text rise from a place of the window, for something that is not there any more. */
export function floatAt(box, text, kind = 'info') {
  if (!box || isMotionReduced()) return;
  const float = document.createElement('span');
  float.className = `float float-${kind}`;
  float.textContent = text;
  float.setAttribute('aria-hidden', 'true');
  Object.assign(float.style, { left: `${box.left + box.width / 2}px`, top: `${box.top + Math.min(box.height / 2, 48)}px` });
  document.body.append(float);
  float.animate(
    [
      { transform: 'translate(-50%, 0) scale(.6)', opacity: 0 },
      { transform: 'translate(-50%, -12px) scale(1.15)', opacity: 1, offset: 0.18 },
      { transform: 'translate(-50%, -56px) scale(1)', opacity: 0 },
    ],
    { duration: RISE_MS, easing: 'ease-out' },
  ).finished.then(() => float.remove(), () => float.remove());
}
