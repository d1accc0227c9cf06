/* crc.js - the checksum of PNG and zip: CRC-32, reversed polynomial edb88320. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ value >>> 1 : value >>> 1;
  return value;
});

export function crc32(...blocks) {
  let sum = 0xffffffff;
  for (const block of blocks)
    for (let i = 0; i < block.length; i++) sum = TABLE[(sum ^ block[i]) & 255] ^ sum >>> 8;
  return (sum ^ 0xffffffff) >>> 0;
}
