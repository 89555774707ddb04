// Create a room with all its settings: #/new or #/new/GAME.
import { html, useEffect, useState } from '../app/preact.js';
import { nameOrGuest, saveSeat } from '../app/preferences.js';
import { humanize } from '../app/text.js';
import { NameField } from '../app/name-field.js';
import { TopBar } from '../app/top-bar.js';
import { loadStyles } from '../app/styles.js';
import * as api from '../net/http-api.js';
import { deckChoices, deckRequest } from '../lobby/deck-choices.js';
import { botFor } from '../lobby/start-settings.js';
import { CLOCKS } from './room-settings.js';

const KINDS = [
  ['people', 'With people', 'Share the link, or wait in the lobby.'],
  ['bots', 'Against bots', 'You play at once.'],
  ['watch', 'Bots play, I watch', 'You choose the speed while they play.'],
];

const Choice = ({ name, value, options, onChange, legend }) => html`<fieldset class="radios"><legend>${legend}</legend>
  ${options.map(([id, label, text]) => html`<label key=${id} class="radio"><input type="radio" name=${name} value=${id} checked=${value === id}
    data-testid="${name}-${id}" onChange=${() => onChange(id)} /><span><b>${label}</b> <span class="muted">${text}</span></span></label>`)}</fieldset>`;

function BotField({ label, testId, value, bots, onChange, first }) {
  return html`<label class="field"><span>${label}</span><select data-testid=${testId} value=${value} onChange=${(event) => onChange(event.currentTarget.value)}>
    ${first !== undefined && html`<option value="">${first}</option>`}
    ${bots.map((bot) => html`<option key=${bot} value=${bot}>${humanize(bot)}</option>`)}</select></label>`;
}

/** An option of the game. Without a choice the rules decide. */
function OptionField({ name, values, value, onChange }) {
  return html`<label class="field"><span>${humanize(name)}</span><select data-testid="new-option-${name}" value=${String(value)}
      onChange=${(event) => onChange(values.find((one) => String(one) === event.currentTarget.value) ?? '')}>
    <option value="">As usual</option>${values.map((one) => html`<option key=${one} value=${String(one)}>${typeof one === 'string' ? humanize(one) : one}</option>`)}</select></label>`;
}

/** The player's side, and the deck of each side, in a game with decks. Without a choice the rules decide. */
function DeckFields({ game, given, change, isWatch }) {
  const sides = game.sides?.length ? game.sides : ['', ''];
  const nameOf = (side, i) => (side ? `Deck of the ${side}` : isWatch ? `Deck of player ${i + 1}` : ['Your deck', 'Deck of the other player'][i]);
  const select = (label, testId, value, options, onChange) => html`<label class="field"><span>${label}</span><select data-testid=${testId} value=${value} onChange=${(event) => onChange(event.currentTarget.value)}>
    ${options.map(([one, text]) => html`<option key=${one} value=${one}>${text}</option>`)}</select></label>`;
  return html`${!isWatch && game.sides?.length && select('Your side', 'new-side', given.side || game.sides.at(-1), game.sides.map((one) => [one, one]), (side) => change({ side }))}
    ${sides.map((side, i) => select(nameOf(side, i), `new-deck-${i + 1}`, given.decks[i],
      [['', 'As usual'], ...deckChoices(game, side).map(([value, name]) => [value, value === name ? humanize(name) : name])], (deck) => change({ decks: given.decks.map((one, n) => (n === i ? deck : one)) })))}`;
}

/** The page that creates a room. */
export function NewRoomPage({ game: wanted }) {
  const [games, setGames] = useState([]);
  const [given, setGiven] = useState({ game: wanted || '', kind: 'people', clock: '', takeover: '', side: '', decks: ['', ''], bots: ['', ''], isPrivate: false, seed: '', options: {} });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const change = (more) => setGiven((before) => ({ ...before, ...more }));
  useEffect(() => { Promise.all([api.games(), loadStyles(['room.css'], import.meta.url)]).then(([found]) => { setGames(found); change({ game: found.some((one) => one.name === wanted) ? wanted : found[0]?.name }); }, (error) => setProblem(error.message)); }, []);
  const game = games.find(({ name }) => name === given.game);
  const isSolo = game && Math.max(...game.seats) === 1;
  const bots = game?.bots ?? [];
  const usual = game && botFor(game);
  const isWatch = given.kind === 'watch';
  const count = isWatch ? Math.min(2, Math.max(...(game?.seats ?? [2]))) : given.kind === 'bots' && !isSolo ? 1 : 0;
  const clock = given.clock || (given.kind === 'people' && !isSolo ? 'casual' : 'none');
  const create = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const chosen = given.bots.slice(0, count).map((bot) => bot || usual);
      const body = { game: given.game, name: nameOrGuest(), bots: chosen, private: given.isPrivate, clock };
      if (isWatch) Object.assign(body, { seats: count, botSeconds: 1 });
      if (given.kind === 'people' && given.takeover) body.takeover = given.takeover;
      if (game.choices?.decks?.length) {
        if (!isWatch && game.sides?.length) body.seat = `p${game.sides.indexOf(given.side || game.sides.at(-1)) + 1}`;
        const [usualDeck] = game.choices.decks;
        if (given.decks.some(Boolean)) {
          if (!isWatch) body.seat ??= 'p1'; // the first deck is the player's
          body.options = { decks: given.decks.map((deck, i) => deckRequest(game, game.sides?.[i], deck || usualDeck)) };
        }
      }
      const options = Object.entries(given.options).filter(([, value]) => value !== '');
      if (options.length) body.options = { ...body.options, ...Object.fromEntries(options) };
      if (given.kind !== 'people' && given.seed.trim()) body.seed = given.seed.trim();
      const seated = await api.createRoom(body);
      const room = encodeURIComponent(seated.roomId);
      if (!seated.token) location.hash = `#/watch/${room}${given.isPrivate ? `?code=${encodeURIComponent(seated.code)}` : ''}`;
      else {
        saveSeat(seated.roomId, { token: seated.token, code: seated.code });
        location.hash = `#/table/${room}`;
      }
    } catch (error) {
      setProblem(error.message);
      setBusy(false);
    }
  };
  return html`<${TopBar} title="New room" /><main class="page narrow"><form class="panel" data-testid="new-room" onSubmit=${create}>
    <h1>New room</h1>
    <${NameField} />
    <label class="field"><span>Game</span><select data-testid="new-game" value=${given.game} onChange=${(event) => change({ game: event.currentTarget.value, side: '', decks: ['', ''], bots: ['', ''], options: {} })}>
      ${games.map(({ name, title }) => html`<option key=${name} value=${name}>${title}</option>`)}</select></label>
    ${Object.entries(game?.choices ?? {}).filter(([name]) => name !== 'decks').map(([name, values]) => html`<${OptionField} key=${name} name=${name} values=${values}
      value=${given.options[name] ?? ''} onChange=${(value) => change({ options: { ...given.options, [name]: value } })} />`)}
    ${game?.choices?.decks?.length > 0 && html`<${DeckFields} game=${game} given=${given} change=${change} isWatch=${isWatch} />`}
    <${Choice} name="kind" legend="Who plays" value=${given.kind} options=${isSolo ? KINDS.slice(1).map(([id, label, text]) => (id === 'bots' ? [id, 'I play alone', text] : [id, 'A bot plays, I watch', text])) : KINDS} onChange=${(kind) => change({ kind })} />
    ${Array.from({ length: count }, (_, i) => html`<${BotField} key=${i} testId="new-bot-${i + 1}" label=${count > 1 ? `Bot ${i + 1}` : 'Bot'} bots=${bots} value=${given.bots[i] || usual}
      onChange=${(bot) => change({ bots: given.bots.map((one, n) => (n === i ? bot : one)) })} />`)}
    ${!isWatch && html`<${Choice} name="clock" legend="Clock" value=${clock} options=${CLOCKS} onChange=${(one) => change({ clock: one })} />`}
    ${given.kind === 'people' && !isSolo && html`<${BotField} testId="new-takeover" label="If somebody leaves" bots=${bots} first="nobody plays for them" value=${given.takeover} onChange=${(takeover) => change({ takeover })} />
      <label class="check"><input type="checkbox" data-testid="new-private" checked=${given.isPrivate} onChange=${(event) => change({ isPrivate: event.currentTarget.checked })} /> Only with the code or the link</label>`}
    ${given.kind !== 'people' && html`<label class="field"><span>Seed (optional; the same seed gives the same cards)</span>
      <input data-testid="new-seed" maxlength="100" value=${given.seed} onInput=${(event) => change({ seed: event.currentTarget.value })} /></label>`}
    ${problem && html`<p class="problem" role="alert" data-testid="problem">${problem}</p>`}
    <div class="buttons"><button type="submit" class="primary" data-testid="new-create" disabled=${isBusy || !game}>${isWatch ? 'Watch' : 'Create'}</button>
      <a class="button" href="#/" data-testid="back-to-lobby">Back to the lobby</a></div>
  </form></main>`;
}
