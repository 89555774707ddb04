// Entry point of the workbench.
import { html, render } from '../app/preact.js';
import { isMotionReduced } from '../app/preferences.js';
import { Toasts } from '../app/toasts.js';
import { WorkbenchPage } from './workbench-page.js';

document.documentElement.classList.toggle('is-motion-reduced', isMotionReduced());
const root = document.getElementById('app');
root.replaceChildren();
document.documentElement.dataset.tightCards = '';
render(html`<${WorkbenchPage} /><${Toasts} />`, root);
