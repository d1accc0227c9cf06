/* photo.js - the colours of a photo: decoded by the browser, then k-means in OKLab. */

const SIDE = 96; /* pixels of the reduced photo */
const COLOURS = 7;
const ROUNDS = 12;

const linear = (byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/* OKLab of sRGB: Bjoern Ottosson 2020, matrices of his page. */
function oklab(red, green, blue) {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}

const distance = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

function nearest(centres, lab) {
  let best = 0;
  for (let i = 1; i < centres.length; i++)
    if (distance(centres[i].lab, lab) < distance(centres[best].lab, lab)) best = i;
  return best;
}

/* The first centre is the first pixel, each next the pixel farthest from all: no chance in it. */
function seeds(pixels) {
  const centres = [pixels[0]];
  const far = pixels.map((pixel) => distance(pixel.lab, pixels[0].lab));
  while (centres.length < COLOURS) {
    const next = far.indexOf(Math.max(...far));
    if (far[next] === 0) break;
    centres.push(pixels[next]);
    pixels.forEach((pixel, i) => { far[i] = Math.min(far[i], distance(pixel.lab, pixels[next].lab)); });
  }
  return centres;
}

const hex = (rgb) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** `#112233,#445566`: colours of an image file, that of most of it first. */
export async function photoColours(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { resizeWidth: SIDE, resizeHeight: SIDE, resizeQuality: 'medium' });
  } catch {
    throw new Error(`${file.name}: must be a picture that this browser can read`);
  }
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  const pixels = [];
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] > 127) pixels.push({ rgb: [...data.subarray(i, i + 3)], lab: oklab(...data.subarray(i, i + 3)) });
  if (pixels.length === 0) throw new Error(`${file.name}: must not be wholly transparent`);
  let centres = seeds(pixels);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => ({ rgb: [0, 0, 0], lab: [0, 0, 0], count: 0 }));
    for (const pixel of pixels) {
      const sum = sums[nearest(centres, pixel.lab)];
      sum.count++;
      for (let c = 0; c < 3; c++) {
        sum.rgb[c] += pixel.rgb[c];
        sum.lab[c] += pixel.lab[c];
      }
    }
    centres = sums.filter(({ count }) => count > 0).map(({ rgb, lab, count }) => (
      { rgb: rgb.map((v) => v / count), lab: lab.map((v) => v / count), count }));
  }
  return centres.sort((a, b) => b.count - a.count).map(({ rgb }) => hex(rgb)).join(',');
}
