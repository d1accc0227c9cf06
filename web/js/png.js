/* png.js - writes PNG files: rows are filtered where they are painted, deflated as they come.
 *
 * Nothing holds a picture as a whole: 7680x4320 passes through in bands, and what is deflated is
 * given to a Blob, which the browser may keep on disk.
 */
import { crc32 } from './crc.js';

const encoder = new TextEncoder();
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BLOCK = 8 << 20; /* bytes that are collected before a Blob takes them */

function chunk(type, body) {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, body.length);
  head.set(encoder.encode(type), 4);
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc32(head.subarray(4), body));
  return [head, body, sum];
}

function header(width, height, channels) {
  const body = new Uint8Array(13);
  const view = new DataView(body.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  body[8] = 8; /* bits */
  body[9] = channels === 4 ? 6 : 2;
  return chunk('IHDR', body);
}

/* Keyword, NUL, no compression, no language, no translation, text in UTF-8. */
const textChunk = (keyword, text) => chunk('iTXt', encoder.encode(`${keyword}\0\0\0\0\0${text}`));

const paeth = (a, b, c) => {
  const p = a + b - c;
  const pa = Math.abs(p - a);
  const pb = Math.abs(p - b);
  const pc = Math.abs(p - c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
};

/* The filters that pay for skies and woods, by their number in PNG: left, above, both. */
const FILTERS = [
  [1, (left) => left],
  [2, (left, up) => up],
  [4, paeth],
];

/** RGBA rows as PNG has them, each after the number of its filter; `skip` rows at the top are only
 * what the first is compared with. */
export function filterRows(data, width, skip, channels) {
  const size = width * channels;
  const rows = data.length / (4 * width);
  const out = new Uint8Array((size + 1) * (rows - skip));
  const trial = new Uint8Array(size);
  let above = new Uint8Array(size);
  let row = new Uint8Array(size);
  for (let y = 0; y < rows; y++) {
    for (let i = 0, from = 4 * width * y; i < size; from += 4)
      for (let c = 0; c < channels; c++) row[i++] = data[from + c];
    if (y >= skip) {
      let least = Infinity;
      const at = (size + 1) * (y - skip);
      for (const [number, predict] of FILTERS) {
        let sum = 0;
        for (let i = 0; i < size; i++) {
          const left = i < channels ? 0 : row[i - channels];
          const corner = i < channels ? 0 : above[i - channels];
          const value = row[i] - predict(left, above[i], corner) & 255;
          trial[i] = value;
          sum += value < 128 ? value : 256 - value;
        }
        if (sum < least) {
          least = sum;
          out[at] = number;
          out.set(trial, at + 1);
        }
      }
    }
    [above, row] = [row, above];
  }
  return out;
}

/** A PNG that is written from the top: `write` filtered rows, then `finish`. */
export class PngWriter {
  constructor(width, height, channels, texts = {}) {
    this.parts = [SIGNATURE, ...header(width, height, channels), ...chunk('sRGB', Uint8Array.of(0)),
      ...Object.entries(texts).flatMap(([keyword, text]) => textChunk(keyword, text))];
    this.size = 0;
    const deflate = new CompressionStream('deflate');
    this.input = deflate.writable.getWriter();
    this.collected = this.collect(deflate.readable.getReader());
    this.collected.catch(() => {}); /* finish() reports it */
  }

  async collect(reader) {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.parts.push(...chunk('IDAT', value));
      this.size += value.length;
      if (this.size > BLOCK) {
        this.parts = [new Blob(this.parts)];
        this.size = 0;
      }
    }
  }

  async write(rows) {
    await this.input.ready;
    await this.input.write(rows);
  }

  async finish() {
    await this.input.close();
    await this.collected;
    return new Blob([...this.parts, ...chunk('IEND', new Uint8Array(0))], { type: 'image/png' });
  }
}

/** A small picture at once, as bytes. */
export async function encodePng({ data, width, height }, channels, texts) {
  const writer = new PngWriter(width, height, channels, texts);
  await writer.write(filterRows(data, width, 0, channels));
  return new Uint8Array(await (await writer.finish()).arrayBuffer());
}
