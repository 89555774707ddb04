// The top of the page: who climbs, hit points, gold, potions, the floor, and the buttons for map and deck; and the relics below.
import { classes, html, useEffect, useState } from '../../app/preact.js';
import { Explained } from '../../table/explanation.js';
import { characterLook } from './figures.js';
import { Glyph } from './glyphs.js';
import { potionLook, relicGlyph } from './looks.js';

const ROOM_NAMES = { MONSTER: 'Hallway fight', ELITE: 'Elite fight', BOSS: 'Boss fight', EVENT: 'Event', SHOP: 'Merchant', REST: 'Rest site', TREASURE: 'Treasure', BOSS_TREASURE: 'Boss treasure' };
const SCREEN_NAMES = { MAP: 'On the map', REWARDS: 'Spoils', SHOP: 'Merchant', REST: 'Rest site', CHEST: 'Treasure', BOSS_RELIC: 'Boss treasure', GAME_OVER: 'The end', EVENT: 'Event' };
const POTION_KEYS = 'qwrty';

/** Where the player is, in two words. */
export const placeName = (scene, room) => (scene.screen === 'BATTLE' ? ROOM_NAMES[room.toUpperCase().replace(/ /g, '_')] ?? 'Fight' : SCREEN_NAMES[scene.screen] ?? 'Choice');

/** A potion slot. A click opens what can be done with the potion. */
function Potion({ potion, slot, moves, control, aim }) {
  const [isOpen, setOpen] = useState(false);
  const ways = potion ? moves.bySource.get(potion.id) : null;
  const discard = potion ? moves.discards.get(potion.id) : null;
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event) => { if (!event.target.closest?.('.sp-potion-menu, .sp-potion')) setOpen(false); };
    const onKey = (event) => { if (event.key === 'Escape') { event.stopImmediatePropagation(); setOpen(false); } };
    addEventListener('pointerdown', close);
    addEventListener('keydown', onKey, true);
    return () => { removeEventListener('pointerdown', close); removeEventListener('keydown', onKey, true); };
  }, [isOpen]);
  if (!potion) return html`<span class="sp-potion is-empty" role="img" aria-label="Empty potion slot"><${Glyph} name="flask" /></span>`;
  const { glyph, colour } = potionLook(potion);
  const act = (run) => () => { setOpen(false); run(); };
  return html`<span class="sp-potion-place">
    <${Explained} tag="button" type="button" class=${classes('sp-potion', aim?.source === potion.id && 'is-picked')} title=${potion.name} text=${potion.text} data-nav data-testid="potion-${slot}" data-card=${potion.id}
      data-key=${POTION_KEYS[slot]} aria-expanded=${isOpen} aria-label="${potion.name}. ${potion.text}" style=${{ '--potion': colour }} onClick=${() => setOpen(!isOpen)}><${Glyph} name=${glyph} /><//>
    ${isOpen && html`<div class="sp-potion-menu" role="group" aria-label=${potion.name}><b>${potion.name}</b><p>${potion.text}</p>
      <button type="button" class="sp-button is-primary" data-nav data-testid="potion-use" autofocus data-key="1" disabled=${!ways} onClick=${act(() => control.use(potion.id))}>${potion.aims && ways?.[0]?.target ? 'Throw' : 'Drink'} <kbd aria-hidden="true">1</kbd></button>
      <button type="button" class="sp-button" data-nav data-testid="potion-discard" data-key="2" disabled=${!discard} onClick=${act(() => discard())}>Discard <kbd aria-hidden="true">2</kbd></button>
      ${!ways && html`<p class="muted">It cannot be used now.</p>`}</div>`}</span>`;
}

/** What the top bar shows of the run. */
export function RunBar({ scene, run, moves, control, aim, panel, openPanel }) {
  const look = characterLook(scene.class);
  return html`<div class="sp-top" data-testid="run-bar">
    <div class="sp-who"><span class="sp-medal"><${Glyph} name=${look.glyph} /></span><h1><b>${look.name.replace('The ', '')}</b><small>Ascension ${run.ascension}</small></h1></div>
    <span class="sp-stat is-hp" role="img" aria-label="${scene.hp} of ${scene.max_hp} hit points" data-testid="run-hp"><${Glyph} name="heart" /><b>${scene.hp}</b><small>/${scene.max_hp}</small></span>
    <span class="sp-stat is-gold" role="img" aria-label="${scene.gold} gold" data-testid="gold-self"><${Glyph} name="coin" /><b>${scene.gold}</b></span>
    <div class="sp-potions" role="group" aria-label="Potions" data-testid="zone-self-potions">${scene.potions.map((potion, slot) => html`<${Potion} key=${slot} potion=${potion} slot=${slot} moves=${moves} control=${control} aim=${aim} />`)}</div>
    <span class="sp-place"><b>Floor ${run.floor}</b><span>Act ${run.act}</span><span class="sp-room">${placeName(scene, run.room)}</span>${scene.seed && html`<span class="sp-seed muted" data-testid="seed">Seed ${scene.seed}</span>`}</span>
    <span class="sp-tools">
      <button type="button" class=${classes('sp-tool', panel === 'map' && 'is-on')} data-nav data-key="m" data-testid="open-map" aria-expanded=${panel === 'map'} onClick=${() => openPanel('map')}><span class="sr-only">Map</span><${Glyph} name="map" /><span aria-hidden="true">Map</span> <kbd aria-hidden="true">M</kbd></button>
      <button type="button" class=${classes('sp-tool', panel === 'deck' && 'is-on')} data-nav data-key="d" data-testid="open-deck" aria-expanded=${panel === 'deck'} onClick=${() => openPanel('deck')}><span class="sr-only">Deck ${scene.deck}</span><${Glyph} name="cards" /><span aria-hidden="true">Deck ${scene.deck}</span> <kbd aria-hidden="true">D</kbd></button>
    </span></div>`;
}

/** The relics with their counters. */
export function RelicBar({ scene }) {
  return html`<ul class="sp-relics" aria-label="Relics" data-testid="relics">${scene.relics.map((relic, i) => html`<li key=${`${relic.kind} ${i}`}>
    <${Explained} class=${classes('sp-relic', relic.is_spent && 'is-spent')} title=${relic.name} text=${relic.is_spent ? `${relic.text} It is used up.` : relic.text} role="img"
      aria-label=${`${relic.name}${relic.count ? `, ${relic.count}` : ''}`} data-testid="relic-${relic.kind}"><${Glyph} name=${relicGlyph(relic)} />${relic.count && html`<em>${relic.count}</em>`}<//></li>`)}</ul>`;
}
