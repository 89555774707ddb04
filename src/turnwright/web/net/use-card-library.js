// A hook that loads a game's card library.
import { useEffect, useState } from '../app/preact.js';
import * as api from './http-api.js';

/** The card library of a game by card kind; empty until it is loaded. */
export function useCardLibrary(name) {
  const [library, setLibrary] = useState({});
  useEffect(() => {
    if (name) api.game(name).then((game) => setLibrary(game.library ?? {}), () => {});
  }, [name]);
  return library;
}
