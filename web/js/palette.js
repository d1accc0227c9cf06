/* palette.js - colours: built-in palettes as pictures, typed ones, files and photos. */
import { make } from './page.js';
import { pick } from './hold.js';
import { events, shown } from './show.js';
import { chooser } from './choosers.js';
import { fileButton, usePalette } from './drop.js';

export function paletteFold(names) {
  const details = chooser({ title: 'Colours', key: 'palette', names, recipeKey: 'palette.name', open: 'Of the mood' });
  const typed = make('input', { id: 'typed-palette', autocomplete: 'off', spellcheck: 'false',
    placeholder: '#16233f, #b0566c, #f3c28b', 'aria-describedby': 'palette-help' });
  const form = make('form', { class: 'any' }, make('label', { for: 'typed-palette' }, 'Your own colours'), typed,
    make('button', { type: 'submit' }, 'Use'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = typed.value.trim();
    if (text) usePalette(text);
    else pick('palette', null);
  });
  events.addEventListener('choice', () => {
    const { palette } = shown.scene;
    if (document.activeElement !== typed)
      typed.value = palette?.includes('#') && !palette.includes('\n') ? palette : '';
  });
  details.append(form, make('p', { class: 'meaning', id: 'palette-help' },
    'A list of colours, or a palette file (GIMP, hex, base16), a photo, a picture of ridgeline: '
    + 'drop it anywhere on the page, or '), fileButton('Open a file'));
  return details;
}
