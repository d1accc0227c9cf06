// example.ts - a program of a user of the package: its types hold under --strict, what is wrong does
// not compile, and a bundler makes one file of it and the module.
import { flight, hash, init, layers, map, names, render, words } from 'libridgeline';
import type { Layer, Picture, SceneParts } from 'libridgeline';
import wasm from 'libridgeline/ridgeline-simd.wasm';

await init({ wasm });
const scene: SceneParts = { seed: 7, world: 'lake', mood: 'dusk', set: { 'sky.haze': 0.5 } };
const size = { width: 320, height: 180 };
const picture: Picture = await render(scene, { ...size, limits: { side: 4096, area: 9e6 } });

/** A page's canvas takes a picture as it is. */
export function show(context: CanvasRenderingContext2D): void {
  context.putImageData(picture, 0, 0);
}

const list: Layer[] = await layers(scene, { ...size, region: { x: 0, y: 90, width: 64, height: 32 } });
const land = await map({ seed: 3, map: 'alps' }, { width: 33, height: 33 });
const over = await flight({ seed: 3, set: { 'map.wrap': 1 } }, { width: 32, height: 32 });
const seen: Picture = await over.look({ x: 0.5, y: 0.5, height: 0.05, heading: 90 }, size);
over.free();
const sizes: number[] = [list.length, seen.width, land.heights.length, (await names()).worlds.length];
const { alt, title }: { alt: string; title: string } = await words(scene, size);
if (sizes.some((size) => size < 1) || alt === '' || title === '') throw new Error('nothing is there');

/** Refused by the types. */
export function wrong(): unknown[] {
  return [
    // @ts-expect-error: no such part of a scene
    render({ sed: 7 }, size),
    // @ts-expect-error: a size has numbers
    render(7, { width: '320' }),
    // @ts-expect-error: left and top are quiet sides
    render({ seed: 7, calm: 'right' }),
    // @ts-expect-error: no such limit
    render(7, { limits: { sides: 4096 } }),
    // @ts-expect-error: a picture is a promise until it is there
    hash(render(7).data),
  ];
}

console.log(await hash(picture));
