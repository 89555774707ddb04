// What the player can do now, by what it is done with. The page sends only options that the server offered.

/** What the player could do on a screen, for those who only look on. */
function shownMoves({ state }) {
  const { scene } = state.table;
  const offers = (state.players.self?.offer ?? []).map(({ name }, place) => ({ label: name, payload: { place } }));
  const shown = {
    REWARD: (scene.rewards ?? []).filter(([what]) => what !== 'skip').map(([what, label]) => ({ label, payload: { what } })),
    REST: (scene.rest?.options ?? []).map(([option, label]) => ({ label, payload: { option } })),
    CHEST: scene.chest ? [{ label: 'Open the chest', payload: { what: 'open' } }] : [],
    BOSS_RELIC: scene.screen === 'BOSS_RELIC' ? offers : [],
  };
  return new Map(Object.entries(shown).map(([type, options]) => [type, options.map((option) => ({ option }))]));
}

/**
 * The moves of a table: by source (card or potion) with their targets, and all others by type. Those who look on
 * have moves by type without `run`.
 */
export function movesOf(table) {
  const bySource = new Map(); // 'c3' or 'p0': [{target, run}]
  const discards = new Map(); // 'p0': run
  const byType = new Map(); // 'REWARD': [{option, run}]
  const isOpen = table.session && table.match.youAre && !table.state.result;
  for (const option of isOpen ? table.state.options ?? [] : []) {
    const run = () => !table.isBusy && table.session.act(option);
    const type = option.actionType.replace(/_MEANWHILE$/, '');
    const [source, target] = option.cards ?? [];
    if (type === 'PLAY' || type === 'POTION_USE') bySource.set(source, [...(bySource.get(source) ?? []), { target, run }]);
    else if (type === 'POTION_DISCARD') discards.set(source, run);
    else byType.set(type, [...(byType.get(type) ?? []), { option, run }]);
  }
  const isWatching = !table.session || !table.match.youAre;
  const listed = isWatching ? shownMoves(table) : byType;
  return { bySource, discards, byType, isWatching, of: (type) => listed.get(type) ?? [] };
}

/** The move of a type whose argument is this value, or undefined. */
export const moveFor = (moves, type, name, value) => moves.of(type).find(({ option }) => option.payload?.[name] === value);

/** The open prompt as a choice: {title, isOne, choices, picked, confirm, cancel}, or null. */
export function choiceOf(table) {
  const { prompt, session, draft, isBusy } = table;
  if (!session || !prompt || prompt.type === 'card_action_menu') return null;
  const { min = 1, max = 1, candidates = prompt.targets ?? [] } = prompt.requirement ?? {};
  const isOne = !prompt.requirement || max <= 1;
  const picks = draft.picks.value;
  const answer = (id) => (prompt.requirement ? [id] : id);
  return {
    title: prompt.title,
    isOne,
    choices: candidates.filter(({ id }) => id !== 'cancel').map((one) => ({
      id: one.id, label: one.label ?? one.name ?? String(one.id), isPicked: picks.includes(one.id),
      run: () => !isBusy && (isOne ? session.answer(answer(one.id)) : draft.toggle(one.id, max)),
    })),
    counter: isOne ? '' : min === max ? `${picks.length} of ${max}` : `${picks.length}, at most ${max}`,
    confirm: isOne ? null : { isReady: picks.length >= min && picks.length <= max, run: () => !isBusy && session.answer(picks), label: picks.length || min ? 'Confirm' : 'Choose none' },
    cancel: prompt.canCancel ? () => session.answer('cancel') : null,
  };
}
