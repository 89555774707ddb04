// Keywords of a game's glossary in rules texts. The server's Glossary finds them by the same rules.
// Nothing here renders anything.

const patterns = new WeakMap(); // what was made from a glossary

const escapeForm = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A glossary prepared for searching: {pattern, wordOf}. */
function preparedFor(glossary) {
  if (!patterns.has(glossary)) {
    const wordOf = new Map();
    let hasCase = false;
    for (const [word, { forms = [word], hasCase: isExact = false }] of Object.entries(glossary)) {
      hasCase ||= isExact;
      for (const form of forms) wordOf.set(isExact ? form : form.toLowerCase(), word);
    }
    const longestFirst = [...wordOf.keys()].sort((a, b) => b.length - a.length).map(escapeForm).join('|');
    const pattern = longestFirst ? new RegExp(`(?<![\\p{L}\\p{N}_-])(${longestFirst})s?(?![\\p{L}\\p{N}_-])`, hasCase ? 'gu' : 'giu') : null;
    patterns.set(glossary, { pattern, wordOf: (form) => wordOf.get(hasCase ? form : form.toLowerCase()) });
  }
  return patterns.get(glossary);
}

/** A text in parts: plain texts, and keywords as {form, word, text}. Each keyword is marked once. */
export function splitByKeywords(text, glossary) {
  const { pattern, wordOf } = preparedFor(glossary ?? {});
  const given = String(text ?? '');
  if (!pattern) return [given];
  const parts = [];
  const seen = new Set();
  let end = 0;
  for (const found of given.matchAll(pattern)) {
    const word = wordOf(found[1]);
    if (!word || seen.has(word)) continue;
    seen.add(word);
    parts.push(given.slice(end, found.index), { form: found[0], word, text: glossary[word].text });
    end = found.index + found[0].length;
  }
  return [...parts, given.slice(end)].filter((part) => part !== '');
}

/** The keywords in a text with their explanations: [{word, text}]. */
export const keywordsIn = (text, glossary) => splitByKeywords(text, glossary).filter((part) => typeof part === 'object');
