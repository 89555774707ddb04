// What is behind a scene: the hall of a fight, and the tower behind the map.
import { html } from '../../app/preact.js';

const ARCHES = [180, 540, 900, 1260];
const arch = (x, half, top, foot = 520) => `M${x - half} ${foot}V${top + half * 1.2}C${x - half} ${top + half * 0.4} ${x - half * 0.4} ${top + half * 0.12} ${x} ${top}C${
  x + half * 0.4} ${top + half * 0.12} ${x + half} ${top + half * 0.4} ${x + half} ${top + half * 1.2}V${foot}z`;

/** The hall of a fight; its colours change with the act. */
export function Stage({ act = 1 }) {
  return html`<svg class="sp-back in-act-${act}" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect class="sp-b0" width="1440" height="900" />
    ${ARCHES.map((x) => html`<g key=${x}><path class="sp-b1" d=${arch(x, 140, 96)} /><path class="sp-b6" d=${arch(x, 118, 122)} /><path class="sp-b2" d=${arch(x, 96, 150)} />
      <path class="sp-b5" d="M${x} 150V520M${x - 96} 330H${x + 96}" /></g>`)}
    ${[0, 360, 720, 1080, 1440].map((x) => html`<g key=${x}><path class="sp-b3" d="M${x - 30} 40h60v14l-8 14v420l8 14v18h-60v-18l8-14V68l-8-14z" /><path class="sp-b4" d="M${x + 6} 68h16v420h-16z" /></g>`)}
    ${[360, 1080].map((x) => html`<g key=${x}><path class="sp-banner" d="M${x - 34} 90h68v190l-34 36-34-36z" /><path class="sp-banner-edge" d="M${x - 25} 96v178l25 26 25-26V96M${x} 134l17 34-17 34-17-34z" /></g>`)}
    ${[0, 720, 1440].map((x) => html`<g key=${x}><circle class="sp-glow" cx=${x} cy="200" r="150" fill="url(#sp-ember)" /><path class="sp-torch" d="M${x - 6} 216h12v34h-12z" /><path class="sp-fire" d="M${x} 170c2 14 13 20 13 33a13 13 0 0 1-26 0c0-10 9-16 13-33z" /></g>`)}
    <rect class="sp-b4" y="520" width="1440" height="380" /><rect class="sp-floor" y="520" width="1440" height="380" />
    <path class="sp-b5" d="M0 560H1440M0 616H1440M0 700H1440M0 820H1440M720 520V900M540 520L330 900M360 520L-60 900M180 520L-450 900M900 520l210 380M1080 520l420 380M1260 520l630 380" />
  </svg>`;
}

/** The tower behind the map. */
export const Tower = () => html`<svg class="sp-back" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
  <rect class="sp-m0" width="1440" height="900" /><circle class="sp-m3" cx="720" cy="250" r="330" /><circle class="sp-m3" cx="720" cy="250" r="210" />
  <path class="sp-m1" d="M0 900V640l120-90 90 60 110-130 80 90 60-40v370zM1440 900V600l-110-80-100 70-90-120-90 100-60-30v360z" />
  <path class="sp-m2" d="M394 900l18-130 20-16 10-150 26-14 8-130 30-20 10-110 34-24 12-96 50-30 26-84 76-50 4-30 4 30 76 50 26 84 50 30 12 96 34 24 10 110 30 20 8 130 26 14 10 150 20 16 18 130z" />
</svg>`;
