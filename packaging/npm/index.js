/* index.js - ridgeline in browsers, workers and Node: scenes and names in, pixels out.
 *
 * Each function waits until the module is there, then works without a break: in a page call them
 * from a worker.  binding.c is the other half; what a call makes in the module's memory is
 * copied out and freed before the call returns.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/* The lists and texts that binding.c knows by their numbers. */
const LISTS = ['worlds', 'moods', 'weathers', 'compositions', 'motifs', 'palettes', 'scenes', 'maps',
  'tints', 'passes', 'prints'];
const APPLY = { scene: 0, mood: 1, weather: 2, palette: 3, map: 4, print: 5 };
const READ = { scene: 0, text: 0, palette: 1, mood: 2, world: 3, composition: 4, motif: 5 };
const LAYER_KINDS = ['sky', 'ridge', 'lake', 'other'];
const DEFAULT_SIZE = [1280, 720];
const MOST_SIDE = 1000000; /* RL_MAX_SIDE */
/* The members of a view's limits, each with the most that binding.c takes. */
const LIMITS = { side: 2 ** 31 - 1, area: Number.MAX_SAFE_INTEGER, ridges: 2 ** 31 - 1,
  work: Number.MAX_SAFE_INTEGER };
const MEMORY = 2 ** 32 - 1; /* bytes that an address of the module can reach */

/* ---- the module ---------------------------------------------------------------- */

/* A function with one instruction of SIMD: engines without it refuse the module. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10,
  1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

/** Whether this engine runs the faster of the two modules. */
export const hasSimd = () => WebAssembly.validate(SIMD);

let source; /* what init() was given */
let compiled; /* a promise of the module */
let core; /* the exports of the instance that works */

async function readModule() {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = source ? new URL(source, import.meta.url) : hasSimd()
    ? new URL('./ridgeline-simd.wasm', import.meta.url)
    : new URL('./ridgeline.wasm', import.meta.url);
  if (url.protocol === 'file:') {
    const files = ['node:fs', 'promises'].join('/'); /* bundlers for browsers refuse the name */
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}: must be the module ridgeline.wasm`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Loads the module now, from bytes, a URL or a compiled module; else the first call does it. */
export async function init(options = {}) {
  if (options.wasm !== undefined) {
    source = options.wasm;
    compiled = core = undefined;
  }
  await open();
}

async function open() {
  compiled ??= readModule();
  let module;
  try {
    module = await compiled;
  } catch (error) {
    compiled = undefined; /* the next call tries again */
    throw error;
  }
  if (!core) {
    /* libc's streams, which nothing in the module writes to. */
    const bad = () => 8;
    const instance = await WebAssembly.instantiate(module,
      { wasi_snapshot_preview1: { fd_close: bad, fd_seek: bad, fd_write: bad } });
    core = instance.exports;
    core._initialize();
  }
  return core;
}

/* Runs `work` on the module; after a trap (no memory is left) the instance is given up. */
async function run(work) {
  const exports = await open();
  const room = new Room(exports);
  try {
    return work(exports, room);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) {
      if (core === exports) core = undefined;
      room.blocks = [];
    } else if (!(error instanceof RangeError)) throw error; /* no room for the pixels either */
    throw new Error('picture: out of memory', { cause: error });
  } finally {
    room.release();
  }
}

/* Blocks of the module's memory that live as long as a call. */
class Room {
  constructor(exports) {
    this.core = exports;
    this.blocks = [];
  }

  keep(free, block) {
    if (!block) throw new Error(this.text(this.core.error_text()) || 'out of memory');
    this.blocks.push([free, block]);
    return block;
  }

  release() {
    for (const [free, block] of this.blocks.reverse()) free(block);
    this.blocks = [];
  }

  check(status) {
    if (status === 0) return;
    const error = new Error(this.text(this.core.error_text()));
    error.status = status;
    throw error;
  }

  memory(size) {
    if (size > MEMORY) throw new RangeError(`${size} bytes`);
    return this.keep(this.core.release, this.core.allocate(size));
  }

  bytes(bytes) {
    const block = this.memory(bytes.length + 1);
    const target = new Uint8Array(this.core.memory.buffer, block, bytes.length + 1);
    target.set(bytes);
    target[bytes.length] = 0;
    return block;
  }

  string(text) {
    return this.bytes(encoder.encode(text));
  }

  text(address) {
    if (!address) return undefined;
    const bytes = new Uint8Array(this.core.memory.buffer);
    return decoder.decode(bytes.slice(address, bytes.indexOf(0, address)));
  }

  numbers(count) {
    return [...new Float64Array(this.core.memory.buffer, this.core.numbers(), count)];
  }

  result() {
    const start = this.core.result_bytes();
    return new Uint8Array(this.core.memory.buffer).slice(start, start + this.core.result_size());
  }

  resultText() {
    return decoder.decode(this.result());
  }
}

/* ---- scenes -------------------------------------------------------------------- */

function nameAt(exports, room, list, index) {
  return room.text(exports.name_at(list, index));
}

function isName(exports, room, list, word) {
  for (let i = 0, name; (name = nameAt(exports, room, LISTS.indexOf(list), i)) !== undefined; i++)
    if (name === word) return true;
  return false;
}

/* A name that is built in, or the text of a file. */
function applyOr(exports, room, scene, key, value) {
  const text = String(value);
  if (text.includes('\n')) read(exports, room, scene, READ[key], text, key);
  else room.check(exports.scene_apply(scene, APPLY[key], room.string(text)));
}

function read(exports, room, scene, what, text, place) {
  const bytes = encoder.encode(text);
  room.check(exports.scene_read(scene, what, room.bytes(bytes), bytes.length, room.string(place)));
}

function set(exports, room, scene, key, value) {
  const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
  room.check(exports.scene_set(scene, room.string(key), room.string(text)));
}

/* What the members of a scene object do, in the order of the program's options. */
const MEMBERS = {
  scene: (e, r, s, value) => applyOr(e, r, s, 'scene', value),
  text: (e, r, s, value) => read(e, r, s, READ.text, value, 'scene'),
  map: (e, r, s, value) => {
    set(e, r, s, 'ridgeline.kind', 'map');
    if (value !== true) apply(e, r, s, APPLY.map, value);
  },
  seed: (e, r, s, value) => r.check(e.scene_seed(s, r.string(String(value)))),
  mood: (e, r, s, value) => applyOr(e, r, s, 'mood', value),
  weather: (e, r, s, value) => apply(e, r, s, APPLY.weather, value),
  print: (e, r, s, value) => apply(e, r, s, APPLY.print, value),
  palette: (e, r, s, value) => {
    const text = String(value);
    if (isName(e, r, 'palettes', text) || !/[\n,#]/.test(text)) apply(e, r, s, APPLY.palette, text);
    else read(e, r, s, READ.palette, text, 'palette');
  },
  world: (e, r, s, value) => String(value).includes('\n')
    ? read(e, r, s, READ.world, value, 'world') : set(e, r, s, 'ridgeline.world', value),
  composition: (e, r, s, value) => String(value).includes('\n')
    ? read(e, r, s, READ.composition, value, 'composition')
    : set(e, r, s, 'ridgeline.composition', value),
  motif: (e, r, s, value) => String(value).includes('<')
    ? read(e, r, s, READ.motif, value, 'motif') : set(e, r, s, 'motif.name', value),
  time: (e, r, s, value) => set(e, r, s, 'ridgeline.time', value),
  calm: (e, r, s, value) => set(e, r, s, 'ridgeline.calm', value),
  set: (e, r, s, keys) => {
    for (const [key, value] of Object.entries(keys)) set(e, r, s, key, value);
  },
};

function apply(exports, room, scene, what, name) {
  room.check(exports.scene_apply(scene, what, room.string(String(name))));
}

/* What a scene may require; a limit that is left out is the library's. */
function setLimits(exports, limits) {
  for (const name of Object.keys(limits))
    if (!Object.hasOwn(LIMITS, name))
      throw new Error(`limits.${name}: must be one of ${Object.keys(LIMITS).join(', ')}`);
  exports.limits_set(...Object.entries(LIMITS).map(([name, most]) => {
    const value = limits[name] ?? 0;
    if (limits[name] !== undefined && value !== Infinity && !(Number.isInteger(value) && value > 0))
      throw new Error(`limits.${name}: ${value}: must be a whole number above 0, or Infinity`);
    return Math.min(value, most);
  }));
}

/* A scene of the module: of text (a recipe), a number (its seed) or an object. */
function sceneOf(exports, room, wish, limits = {}) {
  setLimits(exports, limits);
  const scene = room.keep(exports.scene_free, exports.scene_new());
  const members = typeof wish === 'number' || typeof wish === 'bigint' ? { seed: wish }
    : typeof wish === 'string' ? (wish.includes('\n') ? { text: wish } : { scene: wish })
    : wish ?? {};
  for (const name of Object.keys(members))
    if (!(name in MEMBERS))
      throw new Error(`scene.${name}: must be one of ${Object.keys(MEMBERS).join(', ')}`);
  for (const [name, use] of Object.entries(MEMBERS))
    if (members[name] !== undefined && members[name] !== null)
      use(exports, room, scene, members[name]);
  return scene;
}

/* Whole numbers of a view; binding.c gets the rest of the rules from the library. */
function whole(place, value, least = 0) {
  if (!Number.isInteger(value) || value < least || value > MOST_SIDE)
    throw new Error(`${place}: ${value}: must be a whole number, ${least}..${MOST_SIDE}`);
  return value;
}

/* A scene and six numbers of a view: the whole's size, then the part's place and size. */
function viewedScene(exports, room, wish, view) {
  const scene = sceneOf(exports, room, wish, view.limits);
  exports.scene_size(scene);
  const own = room.numbers(6);
  const has = view.width !== undefined || view.height !== undefined;
  const [width, height] = has ? [view.width, view.height] : own[0] > 0 ? own : DEFAULT_SIZE;
  const region = view.region ?? (has ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: own[2], y: own[3], width: own[4], height: own[5] });
  const sizes = [whole('width', width, 1), whole('height', height, 1)];
  for (const side of ['x', 'y', 'width', 'height']) sizes.push(whole(`region.${side}`, region[side]));
  return [scene, ...sizes];
}

function frameOf(exports, room, wish, view, isBytes = 1) {
  const seen = viewedScene(exports, room, wish, view);
  const frame = room.keep(exports.frame_free, exports.frame_new(...seen, isBytes));
  exports.frame_sizes(frame);
  const [columns, rows, zoom, ridges, layerCount] = room.numbers(5);
  return { frame, columns, rows, zoom, ridges, layerCount };
}

/* ---- pictures ------------------------------------------------------------------ */

/* ImageData where there is one, else an object like it. */
function imageOf(data, width, height) {
  return typeof ImageData === 'function' ? new ImageData(data, width, height)
    : { data, width, height, colorSpace: 'srgb' };
}

/* Each pixel `zoom` times across and down. */
function zoomed(data, width, height, zoom) {
  const source = new Uint32Array(data.buffer);
  const target = new Uint32Array(source.length * zoom * zoom);
  for (let y = 0, at = 0; y < height; y++) {
    const row = at;
    for (let x = 0; x < width; x++)
      for (let k = 0; k < zoom; k++) target[at++] = source[y * width + x];
    for (let k = 1; k < zoom; k++, at += width * zoom)
      target.copyWithin(at, row, row + width * zoom);
  }
  return new Uint8ClampedArray(target.buffer);
}

const STRIP = 64; /* rows: the library's own bands are as high */

/** Paints a scene. */
export const render = (scene, view = {}) => run((exports, room) => {
  const { frame, columns, rows, zoom } = frameOf(exports, room, scene, view);
  const data = new Uint8ClampedArray(4 * columns * rows);
  const rgba = room.memory(4 * columns * STRIP);
  const rgb = room.memory(3 * columns * STRIP);
  for (let y = 0; y < rows; y += STRIP) {
    const count = Math.min(STRIP, rows - y);
    room.check(exports.frame_paint(frame, y, count, rgb, rgba));
    data.set(new Uint8Array(exports.memory.buffer, rgba, 4 * columns * count), 4 * columns * y);
  }
  return zoom > 1 ? imageOf(zoomed(data, columns, rows, zoom), columns * zoom, rows * zoom)
    : imageOf(data, columns, rows);
});

/** The size of the picture that `render` makes, without painting it. */
export const size = (scene, view = {}) => run((exports, room) => {
  room.check(exports.picture_size(...viewedScene(exports, room, scene, view)));
  const [width, height] = room.numbers(2);
  return { width, height };
});

/** The hash that the program prints with `-f hash`: of a picture at hand, or of a scene. */
export const hash = (what, view = {}) => run((exports, room) => {
  if (what?.data) {
    const { data, width, height } = what;
    const rgb = room.memory(3 * width * height);
    const target = new Uint8Array(exports.memory.buffer, rgb, 3 * width * height);
    for (let i = 0, k = 0; k < target.length; i += 4) {
      target[k++] = data[i];
      target[k++] = data[i + 1];
      target[k++] = data[i + 2];
    }
    room.check(exports.rgb_hash(rgb, width, height));
  } else room.check(exports.frame_hash(frameOf(exports, room, what, view, 0).frame));
  return room.resultText().trim();
});

/** The resolved scene as text: the recipe, which every ridgeline paints alike. */
export const text = (scene, view = {}) => run((exports, room) => {
  room.check(exports.frame_text(frameOf(exports, room, scene, view).frame));
  return room.resultText();
});

/** The layers of a picture, from the farthest on, each with straight alpha. */
export const layers = (scene, view = {}) => run((exports, room) => {
  const { frame, columns, rows, layerCount } = frameOf(exports, room, scene, view);
  const painter = room.keep(exports.painter_free, exports.painter_new(frame));
  const rgba = room.memory(4 * columns * rows);
  const list = [];
  for (let index = 0; index < layerCount; index++) {
    room.check(exports.layer_at(frame, index));
    const [kind, ridge, depth, parallax] = room.numbers(4);
    const name = room.resultText();
    room.check(exports.painter_layer(painter, index, 0, columns, rows, rgba));
    const data = new Uint8ClampedArray(exports.memory.buffer, rgba, 4 * columns * rows).slice();
    list.push({ name, kind: LAYER_KINDS[kind], ridge, depth, parallax,
      image: imageOf(data, columns, rows) });
  }
  return list;
});

/** The height of each ridge in each column, in pixels above the lower edge; the farthest first. */
export const heights = (scene, view = {}) => run((exports, room) => {
  const { frame, columns, ridges } = frameOf(exports, room, scene, view);
  const block = room.memory(8 * columns);
  return Array.from({ length: ridges }, (_, ridge) => {
    room.check(exports.frame_heights(frame, ridge, columns, block));
    return new Float64Array(exports.memory.buffer, block, columns).slice();
  });
});

/** Things of which the facts have the amount, 0 if they are not seen well enough to be mentioned. */
const things = ['acacia', 'aurora', 'beach', 'city', 'clouds', 'comet', 'cumulus', 'ice', 'lava', 'lenticular',
  'lightning', 'meteor', 'milkyway', 'mist', 'plume', 'rain', 'rainbow', 'river', 'sea of clouds', 'snowfall',
  'stars', 'strata', 'windows'];

/** What can be seen in a picture: alt text, a title, and the facts that they are made of. */
export const words = (scene, view = {}) => run((exports, room) => {
  room.check(exports.frame_words(frameOf(exports, room, scene, view).frame));
  const [alt, title, wood, motif, list] = room.resultText().split('\0');
  const names = list.split(',').slice(0, -1);
  const values = room.numbers(names.length);
  const facts = Object.fromEntries([...things.map((name) => [name, 0]), ...names.map((name, i) => [name, values[i]])]);
  const deck = facts['sea of clouds'] || facts.ice, comet = facts.comet || 2 * facts.meteor;
  return { alt, title, facts: { ...facts, deck, comet, wood, motif } };
});

/* ---- maps ---------------------------------------------------------------------- */

function mapOf(exports, room, scene, view) {
  const members = typeof scene === 'object' && scene !== null ? { map: true, ...scene }
    : typeof scene === 'string' && scene.includes('\n') ? { text: scene } : { map: true, seed: scene };
  const made = sceneOf(exports, room, members, view.limits);
  return room.keep(exports.map_free,
    exports.map_new(made, whole('width', view.width ?? 0), whole('height', view.height ?? 0)));
}

/** A map of heights, 0..1, and its picture from above or in perspective. */
export const map = (scene, view = {}) => run((exports, room) => {
  const land = mapOf(exports, room, scene, view);
  const start = exports.map_heights(land);
  const [width, height] = room.numbers(2);
  const values = new Float32Array(exports.memory.buffer, start, width * height).slice();
  const count = exports.map_peaks(land);
  const list = room.numbers(3 * count);
  const peaks = Array.from({ length: count }, (_, i) => ({ x: list[3 * i], y: list[3 * i + 1], weight: list[3 * i + 2] }));
  room.check(exports.map_write(land, room.string('hash')));
  const sum = room.resultText().trim();
  room.check(exports.map_write(land, room.string('ppm')));
  const image = fromPpm(exports, room);
  room.check(exports.map_write(land, room.string('')));
  return { width, height, heights: values, peaks, image, hash: sum, text: room.resultText() };
});

/* Three lines of text, then RGB.  A plate has a margin, so that it is larger than the map. */
function fromPpm(exports, room) {
  const bytes = room.result();
  const head = /^P6\n(\d+) (\d+)\n255\n/.exec(decoder.decode(bytes.subarray(0, 40)));
  const [width, height] = [Number(head[1]), Number(head[2])];
  room.check(exports.picture_allow(width, height));
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0, k = head[0].length; k < bytes.length; i += 4) {
    data[i] = bytes[k++];
    data[i + 1] = bytes[k++];
    data[i + 2] = bytes[k++];
  }
  return imageOf(data, width, height);
}

/** A flight over a map, which repeats: it should be a tile, map.wrap = 1.  Its land stays in the
 * module's memory until free(). */
export const flight = (scene, view = {}) => run((exports, room) => {
  const land = mapOf(exports, room, scene, view);
  const over = room.keep(exports.flight_free, exports.flight_new(land));
  const kept = room.blocks.splice(-2);
  return {
    look: (eye, { width, height }) => run((present, frameRoom) => {
      if (present !== exports || kept.length === 0) throw new Error('flight: has ended: must be made again');
      frameRoom.check(exports.picture_allow(whole('width', width, 1), whole('height', height, 1)));
      const count = width * height;
      const rgb = frameRoom.memory(3 * count), rgba = frameRoom.memory(4 * count);
      frameRoom.check(exports.flight_look(over, eye.x, eye.y, eye.height, eye.heading, width, height, rgb, rgba));
      return imageOf(new Uint8ClampedArray(exports.memory.buffer, rgba, 4 * count).slice(), width, height);
    }),
    free() {
      for (const [free, block] of kept.splice(0).reverse()) free(block);
    },
  };
});

/* ---- pictures of others, names, keys --------------------------------------------- */

/** What a picture of ridgeline says of itself: PNG, JPEG, WebP, AVIF or JPEG XL. */
export const recipe = (picture) => run((exports, room) => {
  const bytes = picture instanceof Uint8Array ? picture : new Uint8Array(picture);
  room.check(exports.recipe_read(room.bytes(bytes), bytes.length));
  const [width, height, bits, ...places] = room.numbers(11);
  const [scene, software, title, description] = [0, 2, 4, 6].map((i) => places[i] < 0 ? null
    : decoder.decode(bytes.subarray(places[i], places[i] + places[i + 1])));
  return { scene, software, title, description, width, height, bits };
});

/** The names that are built in, by what they name. */
export const names = () => run((exports, room) => {
  const lists = {};
  LISTS.forEach((list, number) => {
    lists[list] = [];
    for (let i = 0, name; (name = nameAt(exports, room, number, i)) !== undefined; i++)
      lists[list].push(name);
  });
  return lists;
});

/** The keys of scene text, each with its meaning and rule. */
export const keys = () => run((exports, room) => {
  const list = [];
  for (let i = 0; exports.key_at(i); i++) {
    const [path, meaning, rule] = room.resultText().split('\0');
    list.push({ path, meaning, rule });
  }
  return list;
});
