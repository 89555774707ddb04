// A hook that loads the texts of a game: its card library and its glossary.
import { useEffect, useState } from '../app/preact.js';
import * as api from './http-api.js';

const NONE = { library: {}, glossary: {} };

/** The texts of a game, as a room's rules have them: {library, glossary}; both are empty until they are loaded. */
export function useGameTexts(name, rules) {
  const [texts, setTexts] = useState(NONE);
  useEffect(() => {
    if (name) api.game(name, rules).then(({ library = {}, glossary = {} }) => setTexts({ library, glossary }), () => {});
  }, [name, rules]);
  return texts;
}
