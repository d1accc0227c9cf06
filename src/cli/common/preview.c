/* preview.c - pages that show what was made, in any browser and without a network.
 *
 * In: pictures, or names of files.  Out: one HTML file: the text of preview_page.c round a
 * JSON object that says what to show.  Text from outside is in the JSON alone.
 */
#include "cli/common/preview.h"
#include "cli/common/markup.h"

#include <stdlib.h>
#include <string.h>

#define PNG_PREFIX "data:image/png;base64,"

/* ---- the page ------------------------------------------------------------ */

/* HTML, CSS and a script without a library.  Nothing here may name an address: the page works
 * from a file, offline. */
static const char preview_page_head[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>ridgeline preview</title>\n"
    "<link rel=\"icon\" href=\"data:,\">\n"
    "<style>\n"
    "html, body { margin: 0; height: 100%; overflow: hidden; background: #111; }\n"
    "#stage { position: fixed; inset: 0; touch-action: none; cursor: grab; }\n"
    "#stage > div { position: absolute; inset: 0; background: 0 0 repeat-x; }\n"
    "#stage > img { width: 100%; height: 100%; object-fit: contain; cursor: default; }\n"
    "#stage.pixelated > * { image-rendering: pixelated; }\n"
    "#bar { position: fixed; left: 0; bottom: 0; padding: .5em; display: flex; gap: .5em;\n"
    "  font: 14px sans-serif; color: #fff; align-items: center; }\n"
    "#bar button { font: inherit; color: inherit; background: rgba(0, 0, 0, .6);\n"
    "  border: 1px solid rgba(255, 255, 255, .5); border-radius: 4px; padding: .4em .8em; }\n"
    "#bar output { background: rgba(0, 0, 0, .6); padding: .4em .8em; border-radius: 4px; }\n"
    "</style>\n"
    "<div id=\"stage\"></div>\n"
    "<div id=\"bar\"></div>\n"
    "<script id=\"data\" type=\"application/json\">\n";

static const char preview_page_tail[] =
    "\n</script>\n"
    "<script>\n"
    "'use strict';\n"
    "const data = JSON.parse(document.getElementById('data').textContent);\n"
    "const stage = document.getElementById('stage');\n"
    "const bar = document.getElementById('bar');\n"
    "let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;\n"
    "\n"
    "function button(text, action) {\n"
    "  const made = document.createElement('button');\n"
    "  made.type = 'button';\n"
    "  made.textContent = text;\n"
    "  made.addEventListener('click', action);\n"
    "  bar.append(made);\n"
    "  return made;\n"
    "}\n"
    "\n"
    "/* A button has its own use for the space bar. */\n"
    "function onKey(actions) {\n"
    "  addEventListener('keydown', e => {\n"
    "    const action = actions[e.key];\n"
    "    if (!action || e.altKey || e.ctrlKey || e.metaKey) return;\n"
    "    if (e.key === ' ' && e.target.tagName === 'BUTTON') return;\n"
    "    e.preventDefault();\n"
    "    action();\n"
    "  });\n"
    "}\n"
    "\n"
    "function everyFrame(step) {\n"
    "  let last;\n"
    "  requestAnimationFrame(function next(time) {\n"
    "    step(last === undefined ? 0 : Math.min(time - last, 100) / 1000);\n"
    "    last = time;\n"
    "    requestAnimationFrame(next);\n"
    "  });\n"
    "}\n"
    "\n"
    "/* Layers: x is how far the player has come, in pixels of the picture. */\n"
    "function showLayers() {\n"
    "  const walk = 90, run = 360;\n"
    "  let x = 0, held = 0, grip = null, finger = null;\n"
    "  const planes = data.layers.map(layer => {\n"
    "    const plane = document.createElement('div');\n"
    "    plane.dataset.name = layer.name;\n"
    "    plane.dataset.parallax = layer.parallax;\n"
    "    plane.style.backgroundImage = `url(${layer.image})`;\n"
    "    stage.append(plane);\n"
    "    return {plane, factor: layer.parallax};\n"
    "  });\n"
    "  /* Copies of a whole number of pixels stand side by side without a seam. */\n"
    "  const tile = () => Math.round(stage.clientHeight / data.height * data.width);\n"
    "  const scale = () => tile() / data.width;\n"
    "  const fit = () => planes.forEach(({plane}) => {\n"
    "    plane.style.backgroundSize = `${tile()}px 100%`;\n"
    "  });\n"
    "  const toggle = button('', () => { playing = !playing; name(); });\n"
    "  const name = () => { toggle.textContent = playing ? 'Pause' : 'Play'; };\n"
    "  name();\n"
    "  fit();\n"
    "  addEventListener('resize', fit);\n"
    "  stage.setAttribute('role', 'img');\n"
    "  stage.setAttribute('aria-label', 'Layers of a landscape that pass by');\n"
    "  onKey({\n"
    "    ArrowRight: () => { held = 1; }, ArrowLeft: () => { held = -1; },\n"
    "    Home: () => { x = 0; }, ' ': () => toggle.click()\n"
    "  });\n"
    "  addEventListener('keyup', e => {\n"
    "    if (e.key === (held > 0 ? 'ArrowRight' : 'ArrowLeft')) held = 0;\n"
    "  });\n"
    "  addEventListener('blur', () => { held = 0; });\n"
    "  stage.addEventListener('pointerdown', e => {\n"
    "    if (e.button !== 0 || grip !== null) return;\n"
    "    grip = e.clientX;\n"
    "    finger = e.pointerId;\n"
    "    stage.setPointerCapture(e.pointerId);\n"
    "  });\n"
    "  const drop = e => { if (e.pointerId === finger) grip = finger = null; };\n"
    "  stage.addEventListener('pointermove', e => {\n"
    "    if (e.buttons === 0) drop(e);\n"
    "    if (e.pointerId !== finger) return;\n"
    "    x -= (e.clientX - grip) / scale();\n"
    "    grip = e.clientX;\n"
    "  });\n"
    "  for (const end of ['pointerup', 'pointercancel'])\n"
    "    stage.addEventListener(end, drop);\n"
    "  everyFrame(seconds => {\n"
    "    if (grip === null) x += (held ? held * run : playing ? walk : 0) * seconds;\n"
    "    stage.dataset.x = x;\n"
    "    for (const {plane, factor} of planes)\n"
    "      plane.style.backgroundPositionX = `${-(x * factor % data.width) * scale()}px`;\n"
    "  });\n"
    "}\n"
    "\n"
    "/* Frames: a picture that is still on its way is waited for. */\n"
    "function showFrames() {\n"
    "  const count = data.frames.length, ahead = 8, pictures = [];\n"
    "  let shown = 0, due = 0;\n"
    "  const picture = i => {\n"
    "    if (!pictures[i]) {\n"
    "      pictures[i] = new Image();\n"
    "      pictures[i].alt = `Frame ${i + 1}`;\n"
    "      pictures[i].src = data.frames[i].split('/').map(encodeURIComponent).join('/');\n"
    "    }\n"
    "    return pictures[i];\n"
    "  };\n"
    "  const show = i => {\n"
    "    shown = (i + count) % count;\n"
    "    stage.replaceChildren(picture(shown));\n"
    "    place.textContent = `${shown + 1} / ${count}`;\n"
    "    for (let k = 1; k <= ahead; k++) picture((shown + k) % count);\n"
    "  };\n"
    "  const play = on => { playing = on; due = 0; start.disabled = on; stop.disabled = !on; };\n"
    "  const step = by => { play(false); show(shown + by); };\n"
    "  button('Back', () => step(-1));\n"
    "  const start = button('Play', () => play(true));\n"
    "  const stop = button('Pause', () => play(false));\n"
    "  button('Next', () => step(1));\n"
    "  const place = document.createElement('output');\n"
    "  bar.append(place);\n"
    "  onKey({\n"
    "    ArrowRight: () => step(1), ArrowLeft: () => step(-1),\n"
    "    Home: () => show(0), ' ': () => play(!playing)\n"
    "  });\n"
    "  play(playing);\n"
    "  show(0);\n"
    "  everyFrame(seconds => {\n"
    "    due += playing ? seconds * data.fps : 0;\n"
    "    if (due < 1 || !picture((shown + 1) % count).complete) return;\n"
    "    show(shown + 1);\n"
    "    due = Math.min(due - 1, 1);\n"
    "  });\n"
    "}\n"
    "\n"
    "stage.classList.toggle('pixelated', Boolean(data.pixelated));\n"
    "if (data.layers) showLayers(); else showFrames();\n"
    "</script>\n"
    "</html>\n";

/* Writes the page of `object`, which holds `list` and is freed here.  Fails without one of them,
 * and with a list that lacks some of `count` items. */
static rl_status write_page(json_t *object, const json_t *list, int count, rl_sink *sink,
                            rl_error *error)
{
    int is_whole = object != NULL && list != NULL && json_array_size(list) == (size_t)count;
    rl_status status = rl_sink_write(sink, preview_page_head, strlen(preview_page_head), error);
    if (status == RL_OK)
        status = json_out(is_whole ? object : NULL, JSON_COMPACT, sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, preview_page_tail, strlen(preview_page_tail), error);
    json_decref(object);
    return status;
}

/* ---- layers ------------------------------------------------------------- */

/* A PNG as a data: address in base64 (RFC 4648): three bytes become four letters of six bits. */
static json_t *image_json(const uint8_t *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = strlen(PNG_PREFIX);
    char *text = malloc(length + (size + 2) / 3 * 4 + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, PNG_PREFIX, length);
    for (size_t i = 0; i < size; i += 3) {
        size_t rest = size - i;
        uint32_t word = (uint32_t)bytes[i] << 16;
        word |= rest > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        word |= rest > 2 ? (uint32_t)bytes[i + 2] : 0;
        text[length++] = letters[word >> 18];
        text[length++] = letters[word >> 12 & 63];
        text[length++] = rest > 1 ? letters[word >> 6 & 63] : '=';
        text[length++] = rest > 2 ? letters[word & 63] : '=';
    }
    text[length] = '\0';
    json_t *image = json_string(text);
    free(text);
    return image;
}

rl_status preview_layers(const preview_layer *layer, int count, int width, int height,
                         int is_pixelated, rl_sink *sink, rl_error *error)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++) /* jansson takes a NULL for a failure of the whole */
        json_array_append_new(list, json_pack("{s:s, s:f, s:o}", "name", layer[i].name, "parallax",
                                              layer[i].parallax, "image",
                                              image_json(layer[i].png, layer[i].size)));
    json_t *object = json_pack("{s:i, s:i, s:b, s:o}", "width", width, "height", height,
                               "pixelated", is_pixelated, "layers", list);
    return write_page(object, list, count, sink, error);
}

/* ---- frames ------------------------------------------------------------- */

rl_status preview_frames(char *(*path_of)(const void *user, int frame), const void *user, int count,
                         int fps, rl_sink *sink, rl_error *error)
{
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        char *path = path_of(user, i);
        const char *slash = path != NULL ? strrchr(path, '/') : NULL;
        json_array_append_new(list, json_string(slash != NULL ? slash + 1 : path));
        free(path);
    }
    json_t *object = json_pack("{s:i, s:o}", "fps", fps, "frames", list);
    return write_page(object, list, count, sink, error);
}
