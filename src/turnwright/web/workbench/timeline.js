// The record as a timeline: every input is a button, branches are rows below the line they leave.
import { classes, html, useEffect, useRef } from '../app/preact.js';
import { plural } from '../app/text.js';
import { SeatMark } from './panels.js';

const ICONS = { start: 'M3 3 H5 V13 H3 Z M13 3 V13 L6 8 Z', back: 'M12 3 V13 L4 8 Z', next: 'M4 3 V13 L12 8 Z', end: 'M13 3 H11 V13 H13 Z M3 3 V13 L10 8 Z' };

// The first column has the names of the lines and "setup", so that input n is in column n + 1.
const column = (number, span = 1) => `grid-column: ${number + 1} / span ${span}`;

/** The turns of a line, above its inputs. */
function Turns({ line, names }) {
  const starts = line.inputs.flatMap((input, n) => (n === 0 || line.inputs[n - 1].turn !== input.turn ? [n] : []));
  return html`<li class="tl-turns" aria-hidden="true">${starts.map((start, n) => {
    const span = (starts[n + 1] ?? line.inputs.length) - start;
    const { turn, turnPlayer } = line.inputs[start];
    return html`<span key=${start} style=${column(start + 1, span)}>turn ${turn} · ${names[turnPlayer]}</span>`;
  })}</li>`;
}

function Row({ panels, line, index, go }) {
  const isCurrent = index === panels.line;
  const first = line.parent >= 0 ? line.fork : 0;
  const shown = line.inputs.slice(first);
  const now = panels.lines[panels.line]; // before its fork, a branch stands on the line that it left
  const isShared = index === now.parent && panels.position <= now.fork;
  const rest = isCurrent || isShared ? panels.position : -1;
  return html`<li class=${classes('tl-row', isCurrent && 'is-current')} data-testid="line-${line.name}" style="--row: ${index + 2}">
    ${line.parent < 0 && html`<button type="button" style=${column(0)} class=${classes('tl-input', rest === 0 && 'is-here')} data-testid="input-${line.name}-0"
      onClick=${() => go(0, index)}>setup</button>`}
    ${line.parent >= 0 && html`<span class="tl-fork" style=${column(line.fork)} aria-hidden="true"></span>`}
    ${shown.map((input, n) => {
      const number = first + n + 1;
      return html`<button type="button" key=${number} style=${column(number)} class=${classes('tl-input', `seat-${Math.max(0, input.seat) % 4}`, number === rest && 'is-here', isCurrent && number > rest && 'is-ahead')}
        aria-current=${number === rest ? 'step' : undefined} title="${number}: ${input.text} at ${input.at}" data-testid="input-${line.name}-${number}" onClick=${() => go(number, index)}>
        ${input.seat >= 0 && html`<${SeatMark} seat=${input.seat} />`}<span>${input.text}</span></button>`;
    })}
    ${line.parent >= 0 && html`<span class="tl-from" style=${column(line.inputs.length + 1, 3)}><b class="tl-name">${line.name}</b> from ${line.fork}${shown.length === 0 && ': play to go on here'}</span>`}</li>`;
}

/** The row of controls and the lines. */
export function Timeline({ panels, session, menu }) {
  const strip = useRef(null);
  const line = panels.lines[panels.line];
  const { position } = panels;
  const total = line.inputs.length;
  const ahead = total - position;
  const go = (to, index = panels.line) => session.command('go_to', { position: Math.max(0, to), line: index });
  useEffect(() => {
    const here = strip.current?.querySelector('.is-here');
    if (!here) return;
    strip.current.scrollLeft = here.offsetLeft - strip.current.clientWidth * 0.7;
    strip.current.scrollTop = here.offsetTop - strip.current.clientHeight / 2;
  }, [position, panels.line, total]);
  const button = (label, to, id) => html`<button type="button" class="icon" aria-label=${label} title=${label} data-testid="go-${id}" onClick=${() => go(to)}>
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true"><path d=${ICONS[id]} /></svg></button>`;
  return html`<section class="wb-timeline" aria-label="Timeline" data-testid="timeline" data-position=${position} data-line=${line.name}>
    <div class="tl-bar">
      ${button('To the start', 0, 'start')}${button('One input back', position - 1, 'back')}${button('One input forward', position + 1, 'next')}${button('To the end', total, 'end')}
      <b data-testid="position">input ${position} of ${total}</b><span class="wb-note">turn ${panels.turn ?? '–'}${panels.result ? `, over: ${panels.result}` : panels.acting?.length ? `, before ${panels.acting.map((seat) => panels.names[seat]).join(' and ')} ${panels.acting.length > 1 ? 'answer' : 'answers'}` : ''}</span>
      <span class="spacer"></span>
      ${ahead > 0 && html`<span class="tl-ahead" data-testid="ahead">${plural(ahead, 'input')} ahead: playing here starts a branch</span>`}
      <button type="button" data-testid="branch" onClick=${() => session.command('branch')}>Branch here <kbd>N</kbd></button>
      <a class="button" href="workbench/record" download data-testid="save-record">Save record</a>${menu}
    </div>
    <ol class="tl-lines" ref=${strip} tabindex="0" aria-label="Inputs"><${Turns} line=${line} names=${panels.names ?? []} />${panels.lines.map((one, n) => html`<${Row} key=${n} panels=${panels} line=${one} index=${n} go=${go} />`)}</ol>
  </section>`;
}
