// The time left until a deadline.
import { classes, html, useEffect, useState } from '../app/preact.js';

const WARNING_SECONDS = 15;

/** The time until `until`, in milliseconds of the server's clock; renders nothing without a deadline. */
export function Countdown({ until, clockOffset = 0, testId = 'countdown' }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  if (!until) return null;
  const seconds = Math.max(0, Math.round((until - Date.now() - clockOffset) / 1000));
  const text = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return html`<span class=${classes('countdown', seconds <= WARNING_SECONDS && 'is-warning')} role="timer" aria-label=${`${seconds} seconds left`}
    data-testid=${testId}><svg viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="5" /><path d="M6 3 V6 L8 7" /></svg>${text}</span>`;
}
