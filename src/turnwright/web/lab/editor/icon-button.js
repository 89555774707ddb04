// A button that shows only a glyph; its `aria-label` is its name.
import { html } from '../../app/preact.js';
import { Glyph } from '../glyphs.js';

/** The button; all attributes but `glyph` go to its element. */
export const IconButton = ({ glyph, ...rest }) => html`<button type="button" class="lab-icon-button" ...${rest}><${Glyph} name=${glyph} /></button>`;
