/* status.js - the lines in which the page says what it does and what went wrong.  Both are live
 * regions: a screen reader reads them aloud. */
import { byId } from './page.js';
import { Cancelled } from './workers.js';

const MOST = 300; /* characters: a line, whatever is in a link */

export function say(line) {
  byId('status').textContent = line;
}

/** The library's line; cancelling is no error. */
export function sayError(error) {
  if (error instanceof Cancelled) return;
  const line = error?.message ?? String(error);
  byId('error').textContent = line.length > MOST ? `${line.slice(0, MOST)} ...` : line;
  byId('error').hidden = false;
}

export function clearError() {
  byId('error').textContent = '';
  byId('error').hidden = true;
}
