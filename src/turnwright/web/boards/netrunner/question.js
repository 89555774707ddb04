// The question in the words of Netrunner: what each button leads to, and what a click on a server does.
import { accessChoices } from './access-panel.js';
import { credits, spellOut } from './words.js';

const BASICS = {
  credit: { label: 'Gain 1 credit', detail: '1 click' },
  draw: { label: 'Draw a card', detail: '1 click' },
  purge: { label: 'Purge virus counters', detail: '3 clicks' },
  'remove-tag': { label: 'Remove a tag', detail: '1 click, 2 credits' },
  'trash-resource': { label: 'Trash a resource', detail: '1 click, 2 credits: the Runner is tagged' },
  'toggle-auto-no-action': { label: 'Let the run go on', detail: 'do not ask again unless you can rez or resolve' },
  'jack-out': { label: 'Jack out', detail: 'the run ends, unsuccessful' },
};

/** Words for an ability that exists in this encounter only. */
function abilityLabel(choice, table) {
  const [, id, name] = choice.id.match(/^dynamic-ability:(\d+):(.+)$/) ?? [];
  const breaker = table.state.table.runView?.breakers?.find((one) => one.id === Number(id));
  if (!breaker) return spellOut(choice.label);
  return name === 'auto-pump' ? `${breaker.title}: raise its strength to ${breaker.to} (${credits(breaker.reach)})` : `${breaker.title}: break all subroutines (${credits(breaker.total)})`;
}

/** Which server an option is about: "HQ" of `run:HQ` and `play:12:HQ`. */
const serverOf = (choice) => choice.id.match(/^run:(.+)$/)?.[1] ?? choice.id.match(/^play:\d+:(.+)$/)?.[1];

/** The prices of installing and playing, rezzing and advancing, as words after a label. */
function withPrice(choice, table) {
  const [, verb, id] = choice.id.match(/^(play|rez|advance|score):(\d+)/) ?? [];
  const card = table.cards.get(Number(id))?.card;
  const spec = table.library[card?.kind];
  if (!spec) return spellOut(choice.label);
  if (verb === 'rez') return choice.label;
  if (verb === 'advance') return `${choice.label} (1 click, 1 credit)`;
  if (verb === 'score') return `${choice.label} (${spec.points} points)`;
  if (/^Install/.test(choice.label) && spec.side === 0) return choice.label;
  return `${choice.label} (1 click, ${credits(spec.cost ?? 0)})`;
}

/** The buttons that end a window of the run: break all, rez, resolve, continue, jack out. */
function runButtons(question, table) {
  const { runView: run } = table.state.table;
  const found = [];
  const { credits: mine } = table.state.players.self ?? {};
  const breakers = [...(run.breakers ?? [])].filter(({ isPossible }) => isPossible).sort((a, b) => a.total - b.total || a.isTrashed - b.isTrashed);
  for (const one of breakers) {
    const choice = question.onCard.get(one.id)?.choices.find(({ id }) => id.endsWith('auto-pump-and-break'));
    if (choice) {
      found.push({ ...choice, testId: `break-${one.id}`, tone: found.length ? '' : 'primary', label: `Break all: ${one.total || !one.other ? credits(one.total) : one.other} with ${one.title}`,
        detail: `${mine} → ${mine - one.total} credits${one.isTrashed ? ', trashed as the run ends' : ', it stays'}` });
    }
  }
  const approached = run.ice && question.onCard.get(run.ice.id)?.choices;
  const rez = approached?.find(({ id }) => id.startsWith('rez:'));
  if (rez && run.rez) found.push({ ...rez, testId: 'rez-now', tone: 'primary', label: `Rez ${run.ice.title} for ${credits(run.rez.cost)}`, detail: `${mine} → ${mine - run.rez.cost}; the Runner encounters it` });
  const fire = approached?.find(({ id }) => id.startsWith('unbroken-subroutines:'));
  if (fire) {
    const count = run.ice.subs.filter(({ broken, fired }) => !broken && !fired).length;
    found.push({ ...fire, testId: 'fire-all', tone: 'primary', label: `Resolve ${count} unbroken ${count === 1 ? 'subroutine' : 'subroutines'}`, detail: run.forecast?.isFlatline ? 'the Runner is flatlined' : `of ${run.ice.title}` });
  }
  return found;
}

function buttonOf(choice, table) {
  const { runView: run } = table.state.table;
  if (choice.id === 'continue' && run?.continue) {
    const { label, detail, danger } = run.continue;
    return { ...choice, label, detail, tone: danger ? (danger === 'flatline' ? 'deadly' : 'harm') : run.breakers?.some(({ isPossible }) => isPossible) || run.rez ? '' : 'primary' };
  }
  const basic = BASICS[choice.id];
  if (basic) return { ...choice, ...basic };
  if (['start-turn', 'end-turn', 'end-phase-12'].includes(choice.id)) return { ...choice, tone: 'primary' };
  return { ...choice, label: spellOut(choice.label) };
}

/** The sentence of the question bar. */
function titleOf(question, table) {
  const { runView: run } = table.state.table;
  const self = table.state.players.self ?? {};
  if (run?.phase === 'encounter-ice' && run.ice) {
    const left = run.ice.subs.filter(({ broken, fired }) => !broken && !fired).length;
    if (self.side === 'Runner') return left ? `Encounter: break ${run.ice.title}?` : `${run.ice.title} is broken. Go on?`;
    return left ? `${run.ice.title}: resolve its subroutines?` : `${run.ice.title} is broken.`;
  }
  if (run?.rez) return `The Runner approaches ${run.ice.title}. Rez it?`;
  if (run?.phase === 'movement' && self.side === 'Runner') return run.mayJackOut ? 'Go on, or jack out?' : 'Go on?';
  if (run) return self.side === 'Runner' ? `Your run on ${run.name}: go on?` : `The Runner runs on ${run.name}. Act or let it go on?`;
  const ids = (table.state.options ?? []).map(({ id }) => id);
  if (ids.includes('start-turn')) return 'It is your turn.';
  if (ids.includes('end-turn')) return 'No clicks left: end your turn.';
  if (self.clicks > 0 && question.buttons.some(({ id }) => id === 'credit')) {
    return `Your turn: ${self.clicks} ${self.clicks === 1 ? 'click' : 'clicks'} left. ${self.side === 'Runner' ? 'Click a card, a server to run it, or a button.' : 'Click a card, or a button.'}`;
  }
  return question.title;
}

/** Say what buttons lead to, move runs from the buttons to the servers, and let cards with one action act at once. */
export function refineQuestion(question, table) {
  const { runView: run } = table.state.table ?? {};
  if (!table.state.table?.layout) return question;
  if (question.kind === 'pick') return refinePrompt(question, table);
  if (question.kind !== 'move' && question.kind !== 'menu') return question;
  const onServer = new Map();
  const isUseful = ({ id, label }) => run?.phase === 'encounter-ice' || !(id.startsWith('ability:') && / strength( \(.*\))?$/.test(label)); // strength lasts for an encounter
  const useful = [...question.onCard].map(([key, entry]) => [key, { ...entry, choices: entry.choices.filter(isUseful) }]).filter(([, { choices }]) => choices.length);
  const onCard = new Map(useful.map(([key, entry]) => {
    const choices = entry.choices.map((choice) => ({ ...choice, label: choice.id.startsWith('dynamic-ability:') ? abilityLabel(choice, table) : withPrice(choice, table) }));
    return [key, { ...entry, choices, isDirect: entry.isDirect || (choices.length === 1 && !serverOf(choices[0])) }];
  }));
  for (const choice of question.buttons) if (choice.id.startsWith('run:')) onServer.set(serverOf(choice), choice);
  let { menu } = question;
  if (menu) {
    const choices = onCard.get(menu.source)?.choices ?? menu.choices;
    menu = { ...menu, choices };
    onServer.clear();
    for (const choice of choices) if (serverOf(choice)) onServer.set(serverOf(choice), { ...choice, isTarget: true, testId: `place-${serverOf(choice)}` });
  }
  const isPlacing = Boolean(menu) && menu.choices.every(serverOf); // then the servers and buttons are the menu
  const refined = { ...question, onCard, onServer, menu: isPlacing ? null : menu };
  if (isPlacing) {
    const title = table.cards.get(menu.source)?.card?.kind;
    return { ...refined, title: `Install ${title} where? Click a server.`, buttons: menu.choices.map((choice) => ({ ...choice, label: serverOf(choice) === 'New remote' ? 'New server' : serverOf(choice) })) };
  }
  const buttons = question.buttons.filter(({ id }) => !id.startsWith('run:')).map((choice) => buttonOf(choice, table));
  refined.buttons = run ? [...runButtons(refined, table), ...buttons] : buttons;
  refined.title = menu ? `${table.cards.get(menu.source)?.card?.kind ?? 'This card'}: what do you do?` : titleOf(question, table);
  return refined;
}

/** A prompt: the choices of an access with what they lead to; symbols spelled out. */
function refinePrompt(question, table) {
  const access = table.state.table.runView?.access;
  const spell = (choice) => ({ ...choice, given: choice.label, label: spellOut(choice.label) });
  const refined = { ...question, title: spellOut(question.title), buttons: question.buttons.map(spell), list: question.list?.map(spell) ?? null };
  if (!access) return refined;
  const { steal, trash, none } = accessChoices(refined.buttons);
  refined.title = `You access ${access.title}. What do you do?`;
  refined.buttons = refined.buttons.map((choice) => {
    if (choice === steal) return { ...choice, tone: 'primary', detail: `${access.mine} → ${access.mine + access.points} of ${access.toWin} points` };
    if (choice === trash) return { ...choice, label: `Trash for ${credits(access.trash)}`, tone: steal ? '' : 'primary', detail: `${access.credits} → ${access.credits - access.trash} credits, to Archives` };
    if (choice === none) return { ...choice, detail: access.from === 'root' ? 'it stays there' : 'it goes back, unchanged' };
    return choice;
  });
  return refined;
}
