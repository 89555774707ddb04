// Explanations: a small panel with a title and a rules text, shown while something is hovered, focused or
// pressed for long. Keywords of the game's glossary are underlined in texts and explained the same way.
import { classes, html, signal, useContext, useLayoutEffect, useRef, useState } from '../app/preact.js';
import { describedBy } from './descriptions.js';
import { keywordsIn, splitByKeywords } from './glossary.js';
import { placeBeside } from './panel-place.js';
import { TableContext } from './table-context.js';

const HOVER_MS = 160;
const LONG_PRESS_MS = 420;
const WIDTH = 280;
const INTERACTIVE = ['button', 'a', 'input', 'select'];

const shown = signal(null); // {title, text, glossary, box}
let timer = 0;

/** Show an explanation beside an element. */
export function showExplanation({ title, text, glossary, element }) {
  clearTimeout(timer);
  if (title || text) shown.value = { title, text, glossary, box: element.getBoundingClientRect() };
}

/** Hide the explanation, and do not show one that is about to appear. */
export function hideExplanation() {
  clearTimeout(timer);
  shown.value = null;
}

/**
 * Something with an explanation: a power, a relic, a pile, a keyword. It shows a panel on hover, focus and
 * long press, and describes itself to screen readers. `tag` is the element; all other properties are its own.
 */
export function Explained({ title = '', text = '', tag = 'span', children, isStatic = false, ...props }) {
  const { glossary } = useContext(TableContext);
  const press = useRef({});
  const show = (element) => showExplanation({ title, text, glossary, element });
  const isInteractive = INTERACTIVE.includes(tag) || 'onClick' in props;
  const both = (own, given) => (event) => { own(event); given?.(event); };
  const onPointerDown = (event) => {
    press.current.wasLong = false;
    if (event.pointerType === 'mouse') return;
    const element = event.currentTarget;
    press.current.timer = setTimeout(() => { press.current.wasLong = true; show(element); }, LONG_PRESS_MS);
  };
  const onPointerEnd = () => clearTimeout(press.current.timer);
  const onPointerEnter = (event) => {
    if (event.pointerType !== 'mouse') return;
    const element = event.currentTarget;
    clearTimeout(timer);
    timer = setTimeout(() => show(element), HOVER_MS);
  };
  const onClick = (event) => {
    if (press.current.wasLong) { // the press was for reading
      press.current.wasLong = false;
      event.preventDefault();
      event.stopPropagation();
    } else if (isInteractive) {
      hideExplanation();
      props.onClick?.(event);
    } else show(event.currentTarget); // a tap reads what cannot be used
  };
  const description = [title, text].filter(Boolean).join('. ');
  if (!text) return html`<${tag} ...${props}>${children}<//>`;
  return html`<${tag} ...${props} tabIndex=${props.tabIndex ?? (isInteractive || isStatic ? undefined : 0)}
      aria-describedby=${describedBy(description)} onClick=${isStatic ? props.onClick : onClick}
      onPointerDown=${both(onPointerDown, props.onPointerDown)} onPointerUp=${both(onPointerEnd, props.onPointerUp)}
      onPointerCancel=${both(onPointerEnd, props.onPointerCancel)} onPointerEnter=${both(onPointerEnter, props.onPointerEnter)}
      onPointerLeave=${both(() => { onPointerEnd(); hideExplanation(); }, props.onPointerLeave)}
      onFocus=${both((event) => event.currentTarget.matches(':focus-visible') && show(event.currentTarget), props.onFocus)}
      onBlur=${both(hideExplanation, props.onBlur)}
      onContextMenu=${(event) => press.current.wasLong && event.preventDefault()}
    >${children}<//>`;
}

/**
 * A rules text whose keywords are underlined and explained in place. Inside a button use `isStatic`: the
 * keywords are then underlined only, because a control cannot contain another one.
 */
export function RulesText({ text, className = '', isStatic = false }) {
  const { glossary } = useContext(TableContext);
  return html`<span class=${classes('rules-text', className)}>${splitByKeywords(text, glossary).map((part) => {
    if (typeof part === 'string') return part;
    if (isStatic) return html`<span class="keyword">${part.form}</span>`;
    return html`<${Explained} tag="dfn" class="keyword" title=${part.word} text=${part.text}>${part.form}<//>`;
  })}</span>`;
}

/** The keywords of a text with their explanations, as lines below it. */
export function KeywordLines({ text }) {
  const { glossary } = useContext(TableContext);
  const found = keywordsIn(text, glossary);
  if (!found.length) return null;
  return html`<span class="keyword-lines">${found.map(({ word, text: meaning }) => html`<span class="keyword-line" key=${word}><b>${word}</b> ${meaning}</span>`)}</span>`;
}

/** The panel of the present explanation, if there is one. Rendered once per table. */
export function ExplanationPanel() {
  const ref = useRef(null);
  const [height, setHeight] = useState(0);
  const now = shown.value;
  useLayoutEffect(() => setHeight(ref.current?.offsetHeight ?? 0), [now]);
  if (!now) return null;
  const { left, top } = placeBeside(now.box, { width: WIDTH, height });
  return html`<div ref=${ref} class="explanation" role="tooltip" data-testid="explanation"
      style=${{ left: `${left}px`, top: `${top}px`, width: `${WIDTH}px`, visibility: height ? 'visible' : 'hidden' }}>
    ${now.title && html`<b class="explanation-title">${now.title}</b>`}
    ${now.text && html`<${RulesText} text=${now.text} isStatic=${true} /><${KeywordLines} text=${now.text} />`}
  </div>`;
}
