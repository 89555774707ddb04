// Guided first games: real matches against a prepared opponent, with a coach (see coach.js).
import { loadStored, nameOrGuest, saveSeat, saveStored } from '../app/preferences.js';
import * as api from '../net/http-api.js';

const PALISADE = { title: 'Palisade', rezzed: true };
const FIRST_RUN = {
  turn: 2,
  'active-player': 'runner',
  'end-turn': false,
  servers: {
    hq: { ices: [{ title: 'Tithe', rezzed: false }], content: [] },
    rd: { ices: [{ title: 'Whitespace', rezzed: false }], content: [] },
    remote1: { ices: [PALISADE], content: [{ title: 'Offworld Office', advancement: 1 }] },
  },
  rig: {},
  corp: {
    identity: 'The Syndicate: Profit over Principle', credits: 4, clicks: 0, scored: [], discard: [],
    hand: ['Hedge Fund', 'Nico Campaign', 'Karunā', 'Government Subsidy'],
    deck: ['Hedge Fund', 'Send a Message', 'Diviner', 'Regolith Mining License', 'Superconducting Hub', 'Palisade', 'Tithe', 'Hedge Fund', 'Offworld Office', 'Brân 1.0',
      'Seamless Launch', 'Nico Campaign', 'Whitespace', 'Urtica Cipher', 'Send a Message'],
  },
  runner: {
    identity: 'The Catalyst: Convention Breaker', credits: 5, clicks: 4, scored: [], discard: [],
    hand: ['Sure Gamble', 'Cleaver', 'Overclock', 'Telework Contract'],
    deck: ['Unity', 'Jailbreak', 'Sure Gamble', 'Carmen', 'Creative Commission', 'Mayfly', 'Smartware Distributor', 'Docklands Pass', 'Overclock', 'VRcation',
      'Tread Lightly', 'Pennyshaver', 'Verbal Plasticity', 'Unity', 'Sure Gamble'],
  },
};

/** The guided games by game: title, sentence, and what their room is created with. */
export const GUIDES = {
  duel: {
    title: 'Guided Duel',
    about: 'Five minutes: summon, set a trap, attack. You can leave at any time.',
    room: { game: 'duel', bots: ['priority:normal_summon,end_turn'], seed: 'first duel 36', coinFlip: false, clock: 'none', private: true },
  },
  netrunner: {
    title: 'Guided run',
    about: 'Five minutes as the Runner: credits, an icebreaker, a run, an agenda. You can leave at any time.',
    // With this seed the creator of the room has the second seat, which is the Runner's.
    room: { game: 'netrunner', bots: ['priority:continue,credit,end-turn'], seed: 'lesson', clock: 'none', private: true, options: { scene: FIRST_RUN } },
  },
};

const MAX_SAVED = 10;

/** The guide of a room: {game, done: [ids of steps]}; null if it has none, or it was left. */
export const guideOf = (roomId) => loadStored('guides', {})[roomId] ?? null;

/** Remember how far a guide has come; null leaves it. */
export function saveGuide(roomId, guide) {
  const { [roomId]: _before, ...others } = loadStored('guides', {});
  const kept = Object.entries(others).slice(-MAX_SAVED);
  saveStored('guides', Object.fromEntries(guide ? [...kept, [roomId, guide]] : kept));
}

/** Create the room of a guided game and go there. */
export async function startGuide(name) {
  const seated = await api.createRoom({ ...GUIDES[name].room, name: nameOrGuest() });
  saveSeat(seated.roomId, { token: seated.token, code: seated.code });
  saveGuide(seated.roomId, { game: name, done: [] });
  location.hash = `#/table/${encodeURIComponent(seated.roomId)}`;
}
