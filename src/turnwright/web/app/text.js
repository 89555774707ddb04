// Text helpers that know nothing about a game.

/**
 * Turn an identifier into a label: `normal_summon`, `drawPhase`, `BOSS_RELIC` and `main1` become
 * "Normal summon", "Draw phase", "Boss relic" and "Main 1".
 */
export function humanize(name) {
  const given = String(name ?? '');
  if (/^[A-Z]{1,2}$/.test(given)) return given; // HP stays HP
  const text = (/^[A-Z0-9_-]+$/.test(given) ? given.toLowerCase() : given)
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=[a-zA-Z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/([a-z])(\d)/g, '$1 $2')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Count something: `plural(2, 'card')` is "2 cards". */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
