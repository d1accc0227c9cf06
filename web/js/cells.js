/* cells.js - the heights of a small map as numbers in its cells. */
import { byId } from './page.js';
import { events, shown } from './show.js';
import { isMap } from './scene.js';

const MOST_SIDE = 17; /* samples along a side of which the numbers can be read */
const DIGITS = 2; /* after the point; heights are 0..1 */
const SVG = 'http://www.w3.org/2000/svg';

const element = (tag, attributes) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

/* A height as `.37` for 0.37. */
const worded = (height) => height.toFixed(DIGITS).replace(/^0/, '');

/** Keeps the numbers above the picture those of the map. */
export function makeCells() {
  const drawing = byId('cells');
  const hide = () => {
    drawing.replaceChildren();
    drawing.setAttribute('hidden', '');
    byId('picture').classList.remove('in-cells');
  };
  events.addEventListener('choice', hide);
  events.addEventListener('described', () => {
    const { scene, recipe, grid } = shown;
    if (!isMap(scene) || !grid || Math.max(grid.width, grid.height) > MOST_SIDE) return;
    if (recipe.get('map.view') !== 'above' || recipe.get('map.frame') !== '0') return;
    drawing.setAttribute('viewBox', `0 0 ${grid.width} ${grid.height}`);
    for (let i = 0; i < grid.heights.length; i++) {
      const [x, y] = [i % grid.width, Math.floor(i / grid.width)];
      const text = element('text', { x: x + 0.5, y: y + 0.5 });
      text.textContent = worded(grid.heights[i]);
      const cell = element('g', {});
      cell.append(element('rect', { x, y, width: 1, height: 1 }), text);
      drawing.append(cell);
    }
    drawing.removeAttribute('hidden');
    byId('picture').classList.add('in-cells');
  });
}
