// "Play on from here": a new room that goes on after a step of a finished match.
import { html, useEffect, useState } from '../app/preact.js';
import { bot, nameOrGuest, saveSeat } from '../app/preferences.js';
import { toast } from '../app/toasts.js';
import * as api from '../net/http-api.js';
import { Dialog } from '../table/dialog.js';

/** The button and its dialog. `seat` is the side that is looked at, which matters if only bots have played. */
export function PlayOn({ roomId, match, step, summary, seat }) {
  const [isOpen, setOpen] = useState(false);
  const [bots, setBots] = useState([]);
  const [chosen, setChosen] = useState('');
  const [isBusy, setBusy] = useState(false);
  const replaced = summary.players.filter((player) => player.seat !== summary.seat && !player.bot);
  useEffect(() => {
    if (isOpen && !bots.length) api.games().then((games) => {
      const found = games.find(({ name }) => name === summary.game)?.bots ?? [];
      setBots(found);
      setChosen(found.includes(bot.value) ? bot.value : found.includes('heuristic') ? 'heuristic' : found.includes('greedy') ? 'greedy' : found[0] ?? '');
    }, (error) => toast(error.message, 'warning'));
  }, [isOpen]);
  const start = async () => {
    setBusy(true);
    try {
      const body = { match: Number(match), step, name: nameOrGuest(), seat: summary.seat || seat };
      const seated = await api.playOn(roomId, chosen ? { ...body, bot: chosen } : body);
      saveSeat(seated.roomId, { token: seated.token, code: seated.code });
      location.hash = `#/table/${encodeURIComponent(seated.roomId)}`;
    } catch (error) {
      toast(error.message, 'warning');
      setBusy(false);
    }
  };
  return html`<button type="button" class="choice" data-nav data-testid="play-on" onClick=${() => setOpen(true)}>Play on from here</button>
    ${isOpen && html`<${Dialog} title="Play on from here" testId="play-on-dialog" isModal=${true} onClose=${() => setOpen(false)} footer=${html`
        <span class="spacer"></span><button type="button" class="choice is-quiet" data-testid="play-on-no" onClick=${() => setOpen(false)}>Not now</button>
        <button type="button" class="choice is-primary" data-testid="play-on-yes" disabled=${isBusy} onClick=${start}>Play on</button>`}>
      <p>A new, private room begins after step ${step}. You have ${summary.seat ? 'your own seat' : `the seat ${seat || 'p1'}`}, and bots have the others. The replay stays as it is.</p>
      ${replaced.length > 0 && html`<label class="field"><span>${replaced.map(({ name }) => name).join(' and ')} is played by</span>
        <select data-testid="play-on-bot" value=${chosen} onChange=${(event) => setChosen(event.currentTarget.value)}>${bots.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select></label>`}
    <//>`}`;
}
