/* zip.js - files as a zip archive, stored: PNG does not get smaller. */
import { crc32 } from './crc.js';

const encoder = new TextEncoder();
const DATE = 0x0021; /* 1 January 1980: the same files make the same archive */
const UTF8 = 0x0800;

/* A record of 16- and 32-bit numbers, the low byte first: [size, value], ... */
function record(fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** The archive of [{ name, bytes }]; bytes may be text. */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  const add = (list, ...blocks) => {
    list.push(...blocks);
    return blocks.reduce((sum, block) => sum + block.length, 0);
  };
  let directorySize = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const bytes = typeof file.bytes === 'string' ? encoder.encode(file.bytes) : file.bytes;
    const common = [[2, 20], [2, UTF8], [2, 0], [2, 0], [2, DATE], [4, crc32(bytes)], [4, bytes.length],
      [4, bytes.length], [2, name.length], [2, 0]];
    directorySize += add(directory, record([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0],
      [4, 0], [4, offset]]), name);
    offset += add(parts, record([[4, 0x04034b50], ...common]), name, bytes);
  }
  const end = record([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length],
    [4, directorySize], [4, offset], [2, 0]]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
