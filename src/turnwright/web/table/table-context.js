// What a table provides to the cards and zones on it.
import { createContext } from '../app/preact.js';

/** {library, question, onCardClick(key, side), openPile({side, zone})} */
export const TableContext = createContext({ library: {}, question: null, onCardClick: null, openPile: null });
