// The end of a run: how far it went, the score, and its history floor by floor.
import { html, useState } from '../../app/preact.js';
import { toast } from '../../app/toasts.js';
import { Stage } from './backdrop.js';
import { characterLook, Figure } from './figures.js';
import { ClimbChart, RoomSign, symbolOf } from './map.js';
import { ROOMS } from './looks.js';
import { StartForm } from './start-form.js';

function History({ visits }) {
  return html`<div class="sp-history-frame" tabIndex=${0} role="region" aria-label="History of the run"><table class="sp-history" data-testid="history">
    <thead><tr><th scope="col">Floor</th><th scope="col">Room</th><th scope="col">Met</th><th scope="col">Hp</th><th scope="col">Gold</th></tr></thead>
    <tbody>${visits.map((visit) => html`<tr key=${visit.floor}><th scope="row">${visit.floor}</th><td><span class="sp-room-cell"><${RoomSign} symbol=${symbolOf(visit)} />${ROOMS[symbolOf(visit)]?.name ?? 'Boss'}</span></td>
      <td>${visit.met}</td><td>${visit.hp}/${visit.max_hp}</td><td>${visit.gold}</td></tr>`)}</tbody></table></div>`;
}

async function share(roomId) {
  const link = `${location.origin}${location.pathname}#/replay/${encodeURIComponent(roomId)}`;
  try {
    await navigator.clipboard.writeText(link);
    toast('The link to the replay is copied.');
  } catch {
    toast(link);
  }
}

/** The end of a run. `reason` is the result in words. */
export function GameOver({ table, scene }) {
  const [isStarting, setStarting] = useState(false);
  const { act, floor, ascension } = table.state.table;
  const isWon = Boolean(table.state.result?.winners?.length);
  const score = scene.score ?? { lines: [], total: 0 };
  const roomId = table.session?.roomId;
  const killer = !isWon && scene.screen === 'GAME_OVER' ? scene.visits.at(-1)?.met : '';
  return html`<section class="sp-screen sp-over" aria-label="The end of the run" data-testid="run-over"><${Stage} act=${act} />
    <div class="sp-panel sp-over-head"><${Figure} look=${characterLook(scene.class)} isDown=${!isWon} />
      <div><p class="sp-eyebrow">${characterLook(scene.class).name}, ascension ${ascension}${scene.seed ? `, seed ${scene.seed}` : ''}</p>
        <h2>${isWon ? 'The tower is yours' : scene.screen === 'GAME_OVER' ? `Fallen on floor ${floor}${killer ? `: ${killer}` : ''}` : `Abandoned on floor ${floor}`}</h2>
        <table class="sp-score" data-testid="score"><tbody>${score.lines.map(([text, count, points]) => html`<tr key=${text}><th scope="row">${text}</th><td>${count > 1 ? `× ${count}` : ''}</td><td>${points}</td></tr>`)}
          <tr class="sp-total"><th scope="row">Score</th><td></td><td data-testid="score-total">${score.total}</td></tr></tbody></table></div></div>
    <div class="sp-panel sp-over-history"><h2>Floor by floor</h2><${ClimbChart} visits=${scene.visits} max=${scene.max_hp} />
      ${scene.visits.length ? html`<${History} visits=${scene.visits} />` : html`<p class="muted">The run ended before the first floor.</p>`}</div>
    ${table.session && html`<div class="sp-panel sp-over-next">
      ${isStarting ? html`<h2>Climb again</h2><${StartForm} character=${scene.class} ascension=${ascension} seed=${scene.seed} />`
        : html`<div class="sp-over-buttons"><button type="button" class="sp-button is-primary" data-nav data-key="1" data-testid="climb-again" onClick=${() => setStarting(true)}>Climb again <kbd aria-hidden="true">1</kbd></button>
          <a class="sp-button" data-nav data-testid="see-run-replay" href="#/replay/${encodeURIComponent(roomId)}">Watch the replay</a>
          <button type="button" class="sp-button" data-nav data-testid="share-run" onClick=${() => share(roomId)}>Copy the link</button>
          <a class="sp-button" data-nav data-testid="run-home" href="#/">Back to the lobby</a></div>`}</div>`}
  </section>`;
}
