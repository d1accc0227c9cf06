/** What to paint: a seed, the text of a scene (a recipe), the name of a built-in scene, or parts. */
export type Scene = number | bigint | string | SceneParts;

/** Applied in this order; what is unset the seed decides. */
export interface SceneParts {
  /** The name of a built-in scene, as `classic`. */
  scene?: string;
  /** Scene text. */
  text?: string;
  /** true: a map of heights; a name: a landscape of maps, as `alps`. */
  map?: true | string;
  seed?: number | bigint | string;
  /** A name, or the text of a mood file. */
  mood?: string;
  weather?: string;
  /** A style of print, or `auto`: the seed chooses one. */
  print?: string;
  /** A name, the text of a palette file, or colours in one line: `#112233,#445566`. */
  palette?: string;
  /** A name, or the text of a world file. */
  world?: string;
  /** A name, or the text of a composition file. */
  composition?: string;
  /** A name, `none`, or a drawing in SVG. */
  motif?: string;
  /** `18:45` */
  time?: string;
  calm?: 'none' | 'top' | 'left';
  /** Keys of scene text, as `{'sky.haze': 0.5}`; see `keys()`. */
  set?: Record<string, string | number | boolean>;
}

export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * What a scene may require, of which more is an error before anything is made.  What is left out is
 * 32768 pixels a side, 64 million pixels, 64 ridges, 100 billion steps of work, each about a nanosecond.
 */
export interface Limits {
  /** Pixels of what is painted along a side: of the region, zoomed; samples of a map. */
  side?: number;
  /** Pixels of what is painted. */
  area?: number;
  ridges?: number;
  /** Steps of the passes of a map, of the ridges of a picture. */
  work?: number;
}

/** Without a size it is that of the scene's text, else 1280x720. */
export interface View {
  width?: number;
  height?: number;
  /** The part of the picture that is painted: the same pixels as in the whole. */
  region?: Region;
  limits?: Limits;
}

/** Where there is no ImageData (Node) an object like it. */
export interface Picture {
  readonly data: ImageData['data'];
  readonly width: number;
  readonly height: number;
  readonly colorSpace: ImageData['colorSpace'];
}

export interface Layer {
  name: string;
  kind: 'sky' | 'ridge' | 'lake' | 'other';
  /** The index of the ridge, 0 is the farthest; else -1. */
  ridge: number;
  /** 0 far .. 1 near. */
  depth: number;
  /** How fast it passes: 0 as the camera, 1 as the world where the player walks. */
  parallax: number;
  image: Picture;
}

export interface Words {
  alt: string;
  title: string;
  /** As `rl_facts` of ridgeline.h has them, and the amounts of its list `sight` by name. */
  facts: Record<string, number | string>;
}

/** A feature point of a Voronoi pass. */
export interface Peak {
  /** Shares of the map's width and height, 0..1, from the left upper corner. */
  x: number;
  y: number;
  /** The factor of the heights in its cell, 0..1000. */
  weight: number;
}

export interface HeightMap {
  width: number;
  height: number;
  /** Row by row, the top row first, 0..1. */
  heights: Float32Array;
  /** The points of its first Voronoi pass, at most 64; `set: {'map.peak_3': '0.5 0.5 2'}` moves the third. */
  peaks: Peak[];
  image: Picture;
  hash: string;
  /** Its recipe. */
  text: string;
}

/** From where a frame of a flight is seen. */
export interface Eye {
  /** Shares of the map's width and height from its left upper corner; the map repeats. */
  x: number;
  y: number;
  /** Above a smooth cover of the ground close by, in sides of the map, 0.005..1. */
  height: number;
  /** Degrees clockwise from north. */
  heading: number;
}

export interface Flight {
  look(eye: Eye, size: { width: number; height: number }): Promise<Picture>;
  /** Gives its memory back. */
  free(): void;
}

export interface Recipe {
  /** The text of the scene, null where the picture has none. */
  scene: string | null;
  software: string | null;
  title: string | null;
  description: string | null;
  width: number;
  height: number;
  bits: number;
}

export interface Names {
  worlds: string[];
  moods: string[];
  weathers: string[];
  prints: string[];
  compositions: string[];
  motifs: string[];
  palettes: string[];
  scenes: string[];
  maps: string[];
  tints: string[];
  passes: string[];
}

export interface Key {
  path: string;
  meaning: string;
  rule: string;
}

/** Loads the module now; without it the first call does. */
export function init(options?: { wasm?: BufferSource | URL | string | WebAssembly.Module }): Promise<void>;
export function hasSimd(): boolean;
export function render(scene?: Scene, view?: View): Promise<Picture>;
export function layers(scene?: Scene, view?: View): Promise<Layer[]>;
export function heights(scene?: Scene, view?: View): Promise<Float64Array[]>;
export function size(scene?: Scene, view?: View): Promise<{ width: number; height: number }>;
export function map(scene?: Scene, view?: { width?: number; height?: number; limits?: Limits }): Promise<HeightMap>;
export function flight(scene?: Scene, view?: { width?: number; height?: number; limits?: Limits }): Promise<Flight>;
export function words(scene?: Scene, view?: View): Promise<Words>;
export function text(scene?: Scene, view?: View): Promise<string>;
export function hash(what: Scene | Picture, view?: View): Promise<string>;
export function recipe(picture: Uint8Array | ArrayBuffer): Promise<Recipe>;
export function names(): Promise<Names>;
export function keys(): Promise<Key[]>;
