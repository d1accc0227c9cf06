/* png-worker.js - deflates a large PNG beside the page: { start }, then { rows } ..., then
 * { finish }; each is answered, the last with the file. */
import { PngWriter } from './png.js';

let writer;

addEventListener('message', async ({ data }) => {
  try {
    if (data.start) writer = new PngWriter(...data.start);
    if (data.rows) await writer.write(data.rows);
    postMessage({ value: data.finish ? await writer.finish() : null });
  } catch (error) {
    postMessage({ fault: error.message });
  }
});
