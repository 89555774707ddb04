// Descriptions for screen readers: texts outside the table that elements refer to with aria-describedby.

const ids = new Map(); // by text
let container = null;

/** The id of a hidden element with this text; it is made once for each text. Undefined without a text. */
export function describedBy(text) {
  if (!text) return undefined;
  if (!ids.has(text)) {
    if (!container) {
      container = Object.assign(document.createElement('div'), { hidden: true, id: 'descriptions' });
      document.body.append(container);
    }
    const id = `description-${ids.size + 1}`;
    container.append(Object.assign(document.createElement('p'), { id, textContent: text }));
    ids.set(text, id);
  }
  return ids.get(text);
}
