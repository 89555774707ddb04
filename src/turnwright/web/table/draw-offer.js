// An open draw offer: who offers it, and the buttons to answer. The player's next move closes it.
import { html } from '../app/preact.js';
import { playersOf } from './state-queries.js';

/** The button that offers a draw. */
export function OfferDrawButton({ session, table }) {
  const isOpen = Boolean(table.state.drawOffer?.length);
  return html`<button type="button" class="quiet offer-draw" data-testid="offer-draw" title="Offer a draw"
    disabled=${isOpen || table.isBusy} onClick=${session.offerDraw}>Offer draw</button>`;
}

/** The open offer, if there is one. */
export function DrawOffer({ session, table }) {
  const { state, match, isBusy } = table;
  const [offerer, ...others] = state.drawOffer ?? [];
  if (!offerer || state.result) return null;
  const name = playersOf(state.players).find((player) => player.id === offerer)?.name || offerer;
  const isMine = offerer === match.youAre;
  const canAnswer = match.youAre && !isMine && !others.includes(match.youAre);
  const answer = (accept) => () => session.answerDraw(accept);
  return html`<section class="draw-offer" aria-label="Draw offer" data-testid="draw-offer">
    <p role="status">${isMine ? 'You have offered a draw. Your next move withdraws it.' : `${name} offers a draw.`}</p>
    ${canAnswer && html`<div class="draw-answers">
      <button type="button" class="choice" data-testid="draw-accept" disabled=${isBusy} onClick=${answer(true)}>Accept</button>
      <button type="button" class="choice is-quiet" data-testid="draw-decline" disabled=${isBusy} onClick=${answer(false)}>Decline</button>
    </div>`}
  </section>`;
}
