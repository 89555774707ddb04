// A page whose modules are loaded when it is opened first, so that the other pages do not wait for them.
import { html, useEffect, useState } from './preact.js';

/** Load a page with `load`, which promises its component, and render it with the other properties. */
export function LazyPage({ load, ...properties }) {
  const [Page, setPage] = useState(null);
  const [problem, setProblem] = useState('');
  useEffect(() => { load().then((found) => setPage(() => found), () => setProblem('The page could not be loaded. Reload to try again.')); }, [load]);
  return Page ? html`<${Page} ...${properties} />` : html`<p class="boot" role="status">${problem || 'Loading.'}</p>`;
}
