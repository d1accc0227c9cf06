// What a bundler makes of a module: its bytes, or its address.
declare module '*.wasm' {
  const wasm: Uint8Array<ArrayBuffer> | string;
  export default wasm;
}
