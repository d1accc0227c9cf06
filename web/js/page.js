/* page.js - small helpers for elements, used by all that builds controls. */

export const byId = (id) => document.getElementById(id);

/** An element: `make('button', { type: 'button', class: 'quiet' }, 'text', child)`. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A picture of index.html's set of icons. */
export function icon(name) {
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#icon-${name}`);
  drawing.append(use);
  return drawing;
}

/** A word of the library as people read it: `sea-fog` is "Sea fog". */
export function worded(name) {
  const text = name.replace(/[-_.]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Pixels of the library on a canvas of their size. */
export function putPixels(canvas, { data, width, height }) {
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
}

/** Hands a file to whoever sits before the page. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000); /* when the browser has begun to read it */
}
