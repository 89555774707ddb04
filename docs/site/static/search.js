// The search page: finds sections in window.SECTIONS (sections.js), best first. Every word must be there.

const MOST = 60; // results that are shown
const EXCERPT = 180; // characters of text around the first hit

const field = document.querySelector("#search-again input");
const count = document.querySelector("#search-count");
const found = document.querySelector("#search-found");

const sections = window.SECTIONS.map((section) => ({
  ...section,
  titleLower: section.title.toLowerCase(),
  textLower: section.text.toLowerCase(),
}));

// A word also finds its other forms: "stacking" finds "stack" and "stacks".
const forms = (word) => {
  const stem = word.replace(/(?:ing|ed|es|s)$/, "");
  return stem.length >= 4 && stem !== word ? [word, stem] : [word];
};

const occurrences = (text, part) => text.split(part).length - 1;

function score(section, words, whole) {
  const { titleLower, textLower } = section;
  let sum = 0;
  for (const word of words) {
    let best = 0;
    for (const [index, form] of forms(word).entries()) {
      const weight = index ? 0.6 : 1;
      const inTitle = titleLower.includes(form) ? 30 : 0;
      const often = Math.min(occurrences(textLower, form), 6);
      if (inTitle || often) best = Math.max(best, weight * (inTitle + 3 * often + 200 * often / (textLower.length + 400)));
    }
    if (!best) return 0;
    sum += best;
  }
  if (titleLower === whole || titleLower.split(' ')[0] === whole || titleLower.endsWith(`.${whole}`)) sum += 100;
  else if (titleLower.startsWith(whole)) sum += 60;
  else if (/^changelog|^games\/.*-/.test(section.url)) sum *= 0.4; // the history, and lists of cards
  return sum;
}

function marked(text, words) {
  const escaped = words.flatMap(forms).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "i"));
  return parts.map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}

function excerpt(section, words) {
  const places = words.flatMap(forms).map((form) => section.textLower.indexOf(form)).filter((at) => at >= 0);
  const first = places.length ? Math.max(0, Math.min(...places) - 60) : 0;
  const start = first ? section.text.indexOf(" ", first) + 1 : 0;
  const text = section.text.slice(start, start + EXCERPT);
  return `${start ? "… " : ""}${text}${start + EXCERPT < section.text.length ? " …" : ""}`;
}

function row(section, words) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = section.url;
  link.append(...marked(section.title, words));
  const where = document.createElement("span");
  where.className = "search-page";
  where.textContent = section.page;
  const text = document.createElement("p");
  text.append(...marked(excerpt(section, words), words));
  item.append(link, where, text);
  return item;
}

function search(query) {
  const whole = query.trim().toLowerCase();
  const words = whole.split(/\s+/).filter(Boolean);
  found.replaceChildren();
  count.textContent = "";
  if (!words.length) return;
  const hits = sections
    .map((section) => ({ section, points: score(section, words, whole) }))
    .filter((hit) => hit.points > 0)
    .sort((one, other) => other.points - one.points);
  const shown = hits.slice(0, MOST);
  found.append(...shown.map((hit) => row(hit.section, words)));
  if (!hits.length) count.textContent = `Nothing contains “${query.trim()}”. Try fewer or shorter words.`;
  else if (hits.length > MOST) count.textContent = `${hits.length} results, of which the best ${MOST} are shown.`;
  else count.textContent = hits.length === 1 ? "1 result" : `${hits.length} results`;
}

field.value = new URLSearchParams(location.search).get("q") ?? "";
search(field.value);
field.addEventListener("input", () => search(field.value));
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`);
  search(field.value);
});
if (!field.value) field.focus();
