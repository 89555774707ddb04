// The banner that is shown while a room has no connection.
import { html } from '../app/preact.js';

const MESSAGES = {
  lost: 'Connection lost. Reconnecting; your game is saved.',
  reconnecting: 'Reconnecting.',
  replaced: 'This seat is open in another window.',
};
const UNSENT = 'Connection lost. Your last action will be sent after the reconnect.';

/** Says that the connection is lost or was taken over; renders nothing otherwise. */
export function ConnectionBanner({ session }) {
  const status = session.status.value;
  const text = status === 'lost' && session.isBusy.value ? UNSENT : MESSAGES[status];
  if (!text) return null;
  const onClick = () => (status === 'replaced' ? location.reload() : session.connection.retryNow());
  return html`<div class="banner" role="alert" data-testid="connection-banner"><span>${text}</span>
    <button type="button" data-testid="reconnect" onClick=${onClick}>${status === 'replaced' ? 'Use this window' : 'Try now'}</button></div>`;
}
