// What a room was created with: its clock, the bot for those who leave, and the speed of bots that play alone.
import { html } from '../app/preact.js';

const seconds = (count) => (count >= 120 && count % 60 === 0 ? `${count / 60} minutes` : `${count} seconds`);

/** The clocks of new rooms: [name, label, sentence]. */
export const CLOCKS = [
  ['none', 'No clock', 'Think as long as you like.'],
  ['casual', 'Casual', '5 minutes for a move, 30 seconds for a question.'],
  ['blitz', 'Blitz', '30 seconds for a move, 15 seconds for a question.'],
];

/** The clock of a room in a sentence. */
export function clockText({ clock, moveSeconds, promptSeconds, forfeitAfter }) {
  if (clock === 'none') return 'No clock.';
  const move = moveSeconds ? `${seconds(moveSeconds)} for a move` : 'no limit for a move';
  const prompt = promptSeconds ? `${seconds(promptSeconds)} for a question` : 'no limit for a question';
  const forfeit = forfeitAfter ? ` Running out of time ${forfeitAfter} times in a row loses.` : '';
  return `${clock.charAt(0).toUpperCase()}${clock.slice(1)} clock: ${move}, ${prompt}.${forfeit}`;
}

/** The settings of a room that waits for players. */
export function RoomSettings({ settings }) {
  if (!settings?.clock) return null;
  return html`<p class="muted" data-testid="room-settings">${clockText(settings)}
    ${settings.takeover && ` If somebody leaves, a bot (${settings.takeover}) plays on until they are back.`}</p>`;
}

/** The clock of a room in the top bar; nothing if there is none. */
export const ClockTag = ({ settings }) => settings?.clock && settings.clock !== 'none'
  && html`<span class="tag clock-tag" data-testid="clock-name" title=${clockText(settings)}>${settings.clock}</span>`;

const SPEEDS = [['slow', 2.5], ['normal', 1], ['fast', 0.3], ['very fast', 0.05]];

/** How fast the bots of a room play in which they have all seats. Everybody who watches has the same speed. */
export function SpeedControl({ session }) {
  const { botSeconds, isPaused } = session.match.value.settings;
  const now = botSeconds ?? 1;
  const [name] = SPEEDS.reduce((best, one) => (Math.abs(one[1] - now) < Math.abs(best[1] - now) ? one : best));
  return html`<div class="playback speed-control" role="region" aria-label="Speed of the bots" data-testid="speed-control">
    <button type="button" class="choice is-primary play" data-nav data-testid="bots-pause" onClick=${() => session.setSpeed(now, !isPaused)}>${isPaused ? 'Go on' : 'Pause'}</button>
    <label class="field inline"><span>Speed</span><select data-testid="bots-speed" value=${name}
      onChange=${(event) => session.setSpeed(SPEEDS.find(([one]) => one === event.currentTarget.value)[1], isPaused)}>
      ${SPEEDS.map(([one]) => html`<option key=${one} value=${one}>${one}</option>`)}</select></label>
    <span class="muted">Bots play; you watch. The match ends if nobody watches.</span>
  </div>`;
}
