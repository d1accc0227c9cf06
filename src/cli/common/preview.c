/* preview.c - pages that show what was made, in any browser and without a network.
 *
 * In: pictures, or names of files.  Out: one HTML file: the text of preview_page.c round a
 * JSON object that says what to show.  Text from outside is in the JSON alone.
 */
#include "cli/common/preview.h"
#include "cli/common/json_out.h"
#include "cli/common/preview_page.h"

#include <stdlib.h>
#include <string.h>

#define PNG_PREFIX "data:image/png;base64,"

static rl_status write_page(json_t *object, rl_sink *sink, rl_error *error)
{
    rl_status status = rl_sink_write(sink, preview_page_head, strlen(preview_page_head), error);
    if (status == RL_OK)
        status = json_out(object, JSON_COMPACT, sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, preview_page_tail, strlen(preview_page_tail), error);
    json_decref(object);
    return status;
}

/* ---- layers ------------------------------------------------------------- */

/* Base64 (RFC 4648): three bytes become four letters of six bits. */
static void base64(char *to, const uint8_t *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t rest = size - i;
        uint32_t word = (uint32_t)bytes[i] << 16;
        word |= rest > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        word |= rest > 2 ? (uint32_t)bytes[i + 2] : 0;
        *to++ = letters[word >> 18];
        *to++ = letters[word >> 12 & 63];
        *to++ = '=';
        *to++ = '=';
        if (rest > 1)
            to[-2] = letters[word >> 6 & 63];
        if (rest > 2)
            to[-1] = letters[word & 63];
    }
    *to = '\0';
}

static json_t *image_json(const preview_layer *layer)
{
    size_t prefix = strlen(PNG_PREFIX);
    char *text = malloc(prefix + (layer->size + 2) / 3 * 4 + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, PNG_PREFIX, prefix);
    base64(text + prefix, layer->png, layer->size);
    json_t *image = json_string(text);
    free(text);
    return image;
}

/* jansson takes a NULL for a failure of the whole. */
static json_t *layer_json(const preview_layer *layer)
{
    return json_pack("{s:s, s:f, s:o}", "name", layer->name, "parallax", layer->parallax, "image",
                     image_json(layer));
}

rl_status preview_layers(const preview_layer *layer, int count, int width, int height,
                         int is_pixelated, rl_sink *sink, rl_error *error)
{
    json_t *list = json_array();
    int is_whole = list != NULL;
    for (int i = 0; i < count && is_whole; i++)
        is_whole = json_array_append_new(list, layer_json(&layer[i])) == 0;
    json_t *object = json_pack("{s:i, s:i, s:b, s:o}", "width", width, "height", height,
                               "pixelated", is_pixelated, "layers", list);
    if (!is_whole) {
        json_decref(object);
        object = NULL;
    }
    return write_page(object, sink, error);
}

/* ---- frames ------------------------------------------------------------- */

rl_status preview_frames(const char *const *name, int count, int fps, rl_sink *sink,
                         rl_error *error)
{
    json_t *list = json_array();
    int is_whole = list != NULL;
    for (int i = 0; i < count && is_whole; i++)
        is_whole = json_array_append_new(list, json_string(name[i])) == 0;
    json_t *object = json_pack("{s:i, s:o}", "fps", fps, "frames", list);
    if (!is_whole) {
        json_decref(object);
        object = NULL;
    }
    return write_page(object, sink, error);
}
