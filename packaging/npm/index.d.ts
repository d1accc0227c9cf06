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

export interface HeightMap {
  width: number;
  height: number;
  /** Row by row, the top row first, 0..1. */
  heights: Float32Array;
  image: Picture;
  hash: string;
  /** Its recipe. */
  text: string;
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
export function words(scene?: Scene, view?: View): Promise<Words>;
export function text(scene?: Scene, view?: View): Promise<string>;
export function hash(what: Scene | Picture, view?: View): Promise<string>;
export function recipe(picture: Uint8Array | ArrayBuffer): Promise<Recipe>;
export function names(): Promise<Names>;
export function keys(): Promise<Key[]>;
