// A hook that loads a game's card library.
import { useEffect, useState } from '../app/preact.js';
import * as api from './http-api.js';

/** The card library of a game, as a room's rules have it, by card kind; empty until it is loaded. */
export function useCardLibrary(name, rules) {
  const [library, setLibrary] = useState({});
  useEffect(() => {
    if (name) api.game(name, rules).then((game) => setLibrary(game.library ?? {}), () => {});
  }, [name, rules]);
  return library;
}
