// png.mjs - reads PNG files of 8 bits a sample, RGB or RGBA, by the specification: a second opinion
// on the page's writer.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

function unfilter(kind, row, above, bytes) {
  for (let i = 0; i < row.length; i++) {
    const a = i < bytes ? 0 : row[i - bytes];
    const b = above[i];
    const c = i < bytes ? 0 : above[i - bytes];
    const p = a + b - c;
    const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
    row[i] += [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][kind];
  }
}

/** { width, height, channels, pixels, types }. */
export function readPng(file) {
  assert.equal(file.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  const picture = { types: [] };
  const data = [];
  for (let at = 8; at < file.length;) {
    const size = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + size);
    if (picture.types.at(-1) !== type) picture.types.push(type);
    if (type === 'IHDR') {
      assert.equal(body[8], 8);
      Object.assign(picture, { width: body.readUInt32BE(0), height: body.readUInt32BE(4), channels: body[9] === 6 ? 4 : 3 });
    }
    if (type === 'IDAT') data.push(body);
    at += size + 12;
  }
  const bytes = inflateSync(Buffer.concat(data));
  const stride = picture.width * picture.channels;
  assert.equal(bytes.length, (stride + 1) * picture.height);
  picture.pixels = new Uint8Array(stride * picture.height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(stride * y, stride * (y + 1));
    row.set(bytes.subarray((stride + 1) * y + 1, (stride + 1) * (y + 1)));
    unfilter(bytes[(stride + 1) * y], row, above, picture.channels);
    above = row;
  }
  return picture;
}

/** The pixels of a PPM. */
export function readPpm(file) {
  const head = /^P6\s(\d+)\s(\d+)\s255\s/.exec(file.toString('latin1', 0, 60));
  return { width: Number(head[1]), height: Number(head[2]), pixels: file.subarray(head[0].length) };
}
