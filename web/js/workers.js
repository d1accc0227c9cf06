/* workers.js - the workers and who gets which task.
 *
 * Painters make the picture; errands (thumbnails, words) wait until no painter is at work, so that
 * a new picture never waits for them.  The library cannot be interrupted: what is out of date
 * runs to its end, and its worker is replaced when that takes longer than PATIENCE.
 */
import { hasSimd } from '../ridgeline/index.js';

const PATIENCE = 1000; /* ms that a task may run on after it was cancelled */
const LONGEST = 120000; /* ms that any task may take */

/** What a task that was cancelled ends with. */
export class Cancelled extends Error {}

const moduleUrl = new URL(hasSimd() ? '../ridgeline/ridgeline-simd.wasm'
  : '../ridgeline/ridgeline.wasm', import.meta.url);
/* Compiled once, for all workers; while it arrives, where the host calls it application/wasm. */
const compiled = WebAssembly.compileStreaming(fetch(moduleUrl)).catch(async () => {
  const answer = await fetch(moduleUrl);
  if (!answer.ok) throw new Error(`${moduleUrl.pathname}: ${answer.status}: the module is missing`);
  return WebAssembly.compile(await answer.arrayBuffer());
});
compiled.catch(() => {}); /* each task reports it */

class Hand {
  constructor(done) {
    this.done = done;
    this.start();
  }

  start() {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    this.task = null;
    this.ready = compiled.then((module) => this.send({ id: 0, name: 'init', words: [{ wasm: module }] }));
    this.ready.catch(() => {});
    this.worker.onmessage = ({ data }) => this.answer(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.replace(event.message || 'a worker ended');
    };
  }

  send(message) {
    this.worker.postMessage(message);
  }

  async run(task) {
    this.task = task;
    this.limit = setTimeout(() => this.replace(`picture: takes longer than ${LONGEST / 1000} s`), LONGEST);
    task.signal?.addEventListener('abort', task.onAbort = () => {
      this.patience = setTimeout(() => this.task === task && this.replace('cancelled'), PATIENCE);
    });
    try {
      await this.ready;
      if (this.task === task) this.send({ id: task.id, name: task.name, words: task.words });
    } catch (error) {
      this.answer({ id: task.id, fault: error.message });
    }
  }

  answer({ id, value, fault }) {
    const { task } = this;
    if (!task || id !== task.id) return;
    clearTimeout(this.limit);
    clearTimeout(this.patience);
    task.signal?.removeEventListener('abort', task.onAbort);
    this.task = null;
    if (task.signal?.aborted) task.reject(new Cancelled());
    else if (fault !== undefined) task.reject(new Error(fault));
    else task.resolve(value);
    this.done();
  }

  replace(reason) {
    this.worker.terminate();
    const id = this.task?.id;
    const { task } = this;
    this.start();
    this.task = task;
    this.answer({ id, fault: reason });
  }
}

const count = Math.min(8, Math.max(2, navigator.hardwareConcurrency || 2));
const painters = Array.from({ length: count }, () => new Hand(next));
const errands = Array.from({ length: Math.max(1, count >> 2) }, () => new Hand(next));
const waiting = { paint: [], errand: [] };
let lastId = 0;

function next() {
  assign(painters, waiting.paint);
  if (painters.every((hand) => !hand.task)) assign(errands, waiting.errand);
}

function assign(hands, list) {
  for (const hand of hands)
    while (!hand.task && list.length > 0) {
      const task = list.shift();
      if (task.signal?.aborted) task.reject(new Cancelled());
      else hand.run(task);
    }
}

function enqueue(list, name, words, signal) {
  return new Promise((resolve, reject) => {
    list.push({ id: ++lastId, name, words, signal, resolve, reject });
    next();
  });
}

/** How many parts of a picture are painted at a time. */
export const painterCount = count;

/** A task for the picture: a function of the library or of worker.js, by its name. */
export const paint = (signal, name, ...words) => enqueue(waiting.paint, name, words, signal);

/** A task that can wait. */
export const errand = (signal, name, ...words) => enqueue(waiting.errand, name, words, signal);
