/* live.js - small pictures of a map while something in it is dragged. */
import { byId, putPixels } from './page.js';
import { events, shown } from './show.js';
import { libraryScene } from './scene.js';
import { sayError } from './status.js';
import { paint } from './workers.js';

const SMALL = 129; /* samples along a side */

let wish; /* the last scene that was asked for */
let isPainting = false;
let serial = 0; /* counts what is shown, so that a small picture that comes late is not */

events.addEventListener('choice', () => {
  serial++;
  wish = undefined;
});

/** Shows a small picture of a scene, and leaves out those between if it is asked for more. */
export async function preview(scene) {
  wish = scene;
  if (isPainting) return;
  isPainting = true;
  try {
    for (let done; wish && wish !== done;) {
      done = wish;
      const start = serial;
      const size = Math.min(SMALL, shown.scene.width, shown.scene.height);
      const { image } = await paint(null, 'map', libraryScene(done), { width: size, height: size });
      if (start === serial) putPixels(byId('picture'), image);
    }
  } catch (error) {
    sayError(error);
  }
  isPainting = false;
}
