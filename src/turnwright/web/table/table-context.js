// What a table provides to the cards, zones and texts on it.
import { createContext } from '../app/preact.js';

/** {library, glossary, question, onCardClick(key, side), openPile({side, zone})} */
export const TableContext = createContext({ library: {}, glossary: {}, question: null, onCardClick: null, openPile: null });
