// The people of a room, and what one can do about them: hide their chat, report them, and, as the host,
// mute or remove them. The host is the player who has been in the room longest.
import { html, useLayoutEffect, useState } from '../app/preact.js';
import { ConfirmDialog, Dialog } from '../table/dialog.js';

const SPECTATOR = /^spectator (\d+)$/;

/** Everybody else who plays, or has written in the chat: {name, label, target, isPlayer}. */
function peopleOf(session) {
  const me = session.match.value.youAre;
  const players = session.seats.value
    .filter((seat) => seat.id !== me && seat.name && seat.controller !== 'ai')
    .map((seat) => ({ name: seat.name, label: seat.id, target: { seat: seat.id }, isPlayer: true }));
  const spectators = [...new Set(session.chat.value.filter((line) => line.from === 'spectator').map((line) => line.name))]
    .filter((name) => SPECTATOR.test(name))
    .map((name) => ({ name, label: name, target: { spectator: Number(name.match(SPECTATOR)[1]) }, isPlayer: false }));
  return [...players, ...spectators];
}

const linesOf = (session, { name, label }) => [...new Set(session.chat.value
  .filter((line) => (line.from === 'spectator' ? line.name === name : line.from === label)).map((line) => line.text))].slice(-10).reverse();

function ReportForm({ session, person, onDone }) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const send = (event) => {
    event.preventDefault();
    session.report(person.target, text, reason.trim());
    onDone();
  };
  return html`<form class="report" onSubmit=${send}>
    <label class="field"><span>What is wrong</span>
      <select data-testid="report-what" autofocus value=${text} onChange=${(event) => setText(event.currentTarget.value)}>
        <option value="">The name: ${person.name}</option>
        ${linesOf(session, person).map((line) => html`<option key=${line} value=${line}>${line}</option>`)}
      </select></label>
    <label class="field"><span>Why (optional)</span>
      <input data-testid="report-reason" maxlength="200" value=${reason} onInput=${(event) => setReason(event.currentTarget.value)} /></label>
    <div class="buttons">
      <button type="submit" class="primary" data-testid="report-send">Send the report</button>
      <button type="button" class="quiet" data-testid="report-back" onClick=${onDone}>Back</button>
    </div></form>`;
}

function PersonRow({ session, person, isHost, canRemove, onReport, onRemove }) {
  const { name, label, target } = person;
  const isHidden = session.hidden.value.includes(name);
  const isMuted = session.muted.value.includes(label);
  const button = (id, text, onClick) => html`<button type="button" class="small" data-testid="person-${id}" aria-label="${text}: ${name}" onClick=${onClick}>${text}</button>`;
  return html`<li class="person" data-testid="person-${label.replace(' ', '-')}">
    <b>${name}</b>${isMuted && html`<span class="tag">muted</span>`}<span class="spacer"></span>
    <span class="buttons">
      ${button('hide', isHidden ? 'Show messages' : 'Hide messages', () => session.hide(name, !isHidden))}
      ${button('report', 'Report', onReport)}
      ${isHost && button('mute', isMuted ? 'Unmute' : 'Mute', () => session.moderate(isMuted ? 'unmute' : 'mute', target))}
      ${isHost && canRemove && button('remove', 'Remove', onRemove)}
    </span></li>`;
}

/** The dialog with all people of a room. */
export function PeopleDialog({ session, onClose }) {
  const [reported, setReported] = useState(null);
  const [removed, setRemoved] = useState(null);
  const match = session.match.value;
  const people = peopleOf(session);
  useLayoutEffect(() => { // a person who has left took the focus along
    if (document.activeElement === document.body) document.querySelector('[data-testid="people-dialog"]')?.focus();
  }, [people.length]);
  const isHost = Boolean(session.seats.value.find((seat) => seat.id === match.youAre)?.host);
  const isPlaying = match.status === 'playing';
  const isOff = session.isChatOff.value;
  if (removed) {
    return html`<${ConfirmDialog} text=${`Remove ${removed.name} from the room?`} action="Remove"
      note=${removed.isPlayer ? 'The seat becomes free, and this person cannot come straight back.' : 'This person cannot come straight back.'}
      onNo=${() => setRemoved(null)} onYes=${() => { session.moderate('kick', removed.target); setRemoved(null); }} />`;
  }
  if (reported) {
    return html`<${Dialog} key="report" title=${`Report ${reported.name}`} testId="report-dialog" isModal=${true} onClose=${() => setReported(null)}>
      <${ReportForm} session=${session} person=${reported} onDone=${() => setReported(null)} /><//>`;
  }
  const footer = isHost && html`<button type="button" class="choice" data-testid="chat-switch" onClick=${() => session.moderate(isOff ? 'chat_on' : 'chat_off')}>
    ${isOff ? 'Switch chat on' : 'Switch chat off'}</button>`;
  return html`<${Dialog} key="people" title="People" testId="people-dialog" isModal=${true} onClose=${onClose} footer=${footer}>
    ${people.length ? html`<ul class="people">${people.map((person) => html`<${PersonRow} key=${person.label} session=${session} person=${person} isHost=${isHost}
        canRemove=${!person.isPlayer || !isPlaying} onReport=${() => setReported(person)} onRemove=${() => setRemoved(person)} />`)}</ul>`
      : html`<p class="muted">Nobody else is here, or has written anything.</p>`}
  <//>`;
}

/** The chat lines that the viewer has not hidden. */
export function shownChat(session) {
  const hidden = session.hidden.value;
  const me = session.match.value?.youAre;
  return hidden.length ? session.chat.value.filter((line) => line.from === me || !hidden.includes(line.name)) : session.chat.value;
}
