// What somebody has left when it decides: hit points, its turn, spell slots and pools.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';
import { amount, count, poolLabel } from '../results/numbers.js';
import { catalogue } from '../state/lab-store.js';

const TURN_POOLS = [['Action', 'Action', 'action'], ['BonusAction', 'Bonus Action', 'bonus'], ['Reaction', 'Reaction', 'reaction']];
const HIDDEN = /^(Action|BonusAction|Reaction|Movement|SpellSlot_\d+|HitDie_\d+)$/;

/** Chips for the one who decides. */
export function PoolChips({ decision }) {
  const { who, hp, max_hp: max, pools } = decision;
  const slots = Object.keys(pools).filter((key) => /^SpellSlot_\d+$/.test(key)).sort((one, other) => Number(one.slice(10)) - Number(other.slice(10)));
  const others = Object.keys(pools).filter((key) => !HIDDEN.test(key));
  const slotText = slots.map((key) => `level ${key.slice(10)}: ${amount(pools[key])}`).join(', ');
  return html`<span class="lab-chip"><${Glyph} name="heart" />${who} ${count(hp)} of ${count(max)}</span>
    ${slots.length > 0 && html`<span class="lab-chip" title=${`Spell slots left, ${slotText}`}
      data-testid="story-slots"><${Glyph} name="slot" />Slots ${slots.map((key) => amount(pools[key])).join(' · ')}</span>`}
    ${TURN_POOLS.filter(([key]) => key in pools).map(([key, label, glyph]) => html`<span key=${key} class="lab-chip"><${Glyph} name=${glyph} />${label} ${pools[key] > 0 ? 'free' : 'used'}</span>`)}
    ${others.map((key) => html`<span key=${key} class="lab-chip"><${Glyph} name="pool" />${poolLabel(key, catalogue.value?.vocabulary?.resources)} ${amount(pools[key])}</span>`)}`;
}
