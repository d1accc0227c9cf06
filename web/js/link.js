/* link.js - the address is the recipe: `#seed=7&world=lake&sky.haze=0.5&size=1280x720`.
 *
 * A whole recipe is `text=`, deflated, as base64 for URLs.  Links come from strangers: what is not
 * understood is an error with one line, and nothing in one is taken for a property of an object.
 */
import { CHOICES, MOST_PIXELS, MOST_SIDE, PLAIN_MAP, isMap } from './scene.js';

const MOST_LINK = 200000; /* characters */
const MOST_TEXT = 1 << 20; /* bytes of a recipe, as the library allows */
const PLAIN = new Set(['seed', 'map', ...CHOICES]);

async function throughStream(bytes, stream, most) {
  const blocks = [];
  let size = 0;
  for await (const block of readable(new Blob([bytes]).stream().pipeThrough(stream))) {
    size += block.length;
    if (size > most) throw new Error(`link: the text must have at most ${most} bytes`);
    blocks.push(block);
  }
  return new Uint8Array(await new Blob(blocks).arrayBuffer());
}

/* Safari's streams cannot be iterated. */
async function* readable(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function packed(text) {
  const bytes = await throughStream(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

async function unpacked(word) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(word.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true })
      .decode(await throughStream(bytes, new DecompressionStream('deflate-raw'), MOST_TEXT));
  } catch (error) {
    throw new Error(error.message.startsWith('link:') ? error.message : 'link: text: is damaged');
  }
}

/** WIDTHxHEIGHT that the page can show. */
export function parseSize(word) {
  const found = /^(\d{1,6})x(\d{1,6})$/.exec(word);
  const [width, height] = found ? [Number(found[1]), Number(found[2])] : [0, 0];
  if (width < 1 || height < 1 || width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    throw new Error(`size = ${word.slice(0, 40)}: must be WxH, a side at most ${MOST_SIDE}, `
      + `${MOST_PIXELS / 1e6} million pixels`);
  return { width, height };
}

/** The part of the address after `#`, for a scene. */
export async function writeLink(scene) {
  const pairs = [];
  if (scene.text !== undefined) pairs.push(['text', await packed(scene.text)]);
  else pairs.push(['seed', scene.seed]);
  if (isMap(scene)) pairs.push(['map', scene.map]);
  for (const name of CHOICES) if (scene[name] !== undefined) pairs.push([name, scene[name]]);
  pairs.push(...Object.entries(scene.set), ['size', `${scene.width}x${scene.height}`]);
  return pairs.map(([key, value]) => `${key}=${escaped(String(value))}`).join('&');
}

/* What reads well in an address stays as it is. */
const escaped = (value) => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')
  .replaceAll('%20', '+');

function unescaped(word) {
  try {
    return decodeURIComponent(word.replaceAll('+', ' '));
  } catch {
    throw new Error('link: % must be followed by two hexadecimal digits of UTF-8');
  }
}

const isPlainText = (word) => !/[\0-\x08\x0b-\x1f\x7f]/.test(word);

async function addPair(scene, pair) {
  const [, key, value] = (/^([^=]*)=(.*)$/s.exec(pair) ?? ['', pair, '']).map(unescaped);
  if (!isPlainText(key + value)) throw new Error('link: must be plain text');
  if (key === 'size') Object.assign(scene, parseSize(value));
  else if (key === 'text') scene.text = await unpacked(value);
  else if (PLAIN.has(key)) scene[key] = value;
  else if (/^[a-z]\w*(\.\w+)+$/.test(key)) scene.set[key] = value;
  else throw new Error(`link: ${key.slice(0, 40)}: must be size, text, ${[...PLAIN].join(', ')} or a key as sky.haze`);
}

/** The scene of a link and the fault of its first bad word, which is left out; `size` is used where
 * the link names none.  The scene is null where no word is left but a size; `hasSeed` tells whether
 * the seed is the link's. */
export async function readLink(fragment, size) {
  const body = fragment.replace(/^#/, '');
  if (body === '') return { scene: null };
  if (body.length > MOST_LINK) throw new Error(`link: must have at most ${MOST_LINK} characters`);
  const scene = { seed: '1', set: Object.create(null), ...size };
  let fault;
  let hasWord = false;
  for (const pair of body.split('&')) {
    try {
      await addPair(scene, pair);
      hasWord ||= !pair.startsWith('size=');
    } catch (error) {
      fault ??= error;
    }
  }
  return { scene: hasWord || !fault ? scene : null, fault, hasSeed: /(^|&)seed=/.test(body) };
}

/* Words of links, by the names that they have in lines of the library where those differ. */
const WORDS = new Map([['motif.name', 'motif'], ['preset', 'map']]);

/** Whether a scene has nothing but a seed and a size. */
export const isBare = (scene) => scene.text === undefined && !isMap(scene)
  && CHOICES.every((name) => scene[name] === undefined) && Object.keys(scene.set).length === 0;

/** The scene without the word that the library's line `fault` begins with; null where the scene
 * has none of that name. */
export function withoutBadWord(scene, fault) {
  const path = /^([\w.]+)(?: = |:)/.exec(fault)?.[1] ?? '';
  const next = { ...scene, set: { ...scene.set } };
  if (Object.hasOwn(scene.set, path)) {
    delete next.set[path];
    return next;
  }
  const word = WORDS.get(path) ?? path.replace('ridgeline.', '');
  if (!PLAIN.has(word) || word === 'seed' || !Object.hasOwn(scene, word)) return null;
  if (word === 'map' && scene.map !== PLAIN_MAP) next.map = PLAIN_MAP;
  else delete next[word];
  return next;
}
