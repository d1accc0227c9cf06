/* json.c - SLOT.json: what is known of a picture, written and read back.
 *
 * In: a picture, later its file.  Out: JSON (slot.json.in), later an entry of the pages.
 */
#include "cli/bot/bot.h"
#include "cli/common/form.h"
#include "cli/common/say.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JSON_MAX ((size_t)1 << 20)

/* ---- writing ------------------------------------------------------------ */

rl_status bot_json_write(const void *user, rl_sink *sink, rl_error *error)
{
    form out = {.language = FORM_JSON};
    const bot_picture *picture = user;
    const char *metadata = option_value(picture->run->options, "metadata");
    const char *mood = picture->choice.mood, *style = picture->choice.style;
    char steps[BOT_STEPS_SIZE], crc[16];
    size_t size;
    bot_picture_steps(steps, picture);
    snprintf(crc, sizeof crc, "%08x", (unsigned)picture->crc32);
    form_number(&out, "algorithm", RL_ALGORITHM);
    form_set(&out, "alt", picture->alt);
    form_number(&out, "bytes", (int64_t)picture->bytes);
    form_set(&out, "crc", crc);
    form_number(&out, "height", (int64_t)picture->step.height * picture->zoom);
    form_set(&out, "made", steps[0] != '\0' ? steps + strlen(", ") : "");
    form_set(&out, "metadata", metadata != NULL ? metadata : "full");
    form_set(&out, "mood", mood);
    form_number(&out, "no_mood", mood == NULL || mood[0] == '\0');
    form_set(&out, "name", picture->run->name);
    form_set(&out, "scene", rl_sink_bytes(picture->recipe, &size));
    form_set(&out, "seed", picture->seed);
    form_set(&out, "slot", picture->slot);
    form_set(&out, "style", style);
    form_number(&out, "no_style", style == NULL || style[0] == '\0');
    form_set(&out, "title", picture->title);
    form_set(&out, "version", rl_version());
    form_number(&out, "width", (int64_t)picture->step.width * picture->zoom);
    return form_write(&out, "slot.json", sink, error);
}

/* ---- reading ------------------------------------------------------------ */

/* The text goes into pages and to terminals: it must be plain and neither empty nor cut. */
static int text_of_key(char *text, size_t size, const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value != NULL && value[0] != '\0' && show_is_plain(value, strlen(value)) &&
           (size_t)snprintf(text, size, "%s", value) < size;
}

static int count_of_key(int64_t *count, const json_t *object, const char *key, int64_t most)
{
    const json_t *value = json_object_get(object, key);
    *count = json_integer_value(value);
    return json_is_integer(value) && *count > 0 && *count <= most;
}

/* Reads SLOT.json.  Returns 1, 0 when it is missing or no JSON, -1 without memory.  Without
 * memory for a piece of text jansson reports an error of syntax or leaves a letter out: so the
 * text is read twice, both objects must agree, and an error counts only while memory is
 * available. */
static int load(json_t **object, const bot *run, int64_t time)
{
    char path[BOT_PATH];
    void *text;
    size_t size;
    rl_error error;
    *object = NULL;
    bot_path(path, run, time, BOT_JSON);
    if (rl_file_read(&text, &size, path, JSON_MAX, NULL, &error) != RL_OK)
        return error.status == RL_NO_MEMORY ? -1 : 0;
    json_t *first = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    int is_equal = json_equal(first, *object);
    int is_wrong = first == NULL && *object == NULL;
    json_decref(first);
    rl_file_free(text, NULL);
    void *volatile memory = is_wrong ? malloc(JSON_MAX) : NULL;
    int has_memory = memory != NULL;
    free(memory);
    return is_equal ? 1 : has_memory ? 0 : -1;
}

int bot_json_read(bot_entry *entry, const bot *run, int64_t time)
{
    json_t *object;
    int64_t width, height, bytes;
    *entry = (bot_entry){.time = time};
    bot_slot_name(entry->slot, time);
    int result = load(&object, run, time);
    if (result > 0) {
        result = text_of_key(entry->title, sizeof entry->title, object, "title") &&
                 text_of_key(entry->alt, sizeof entry->alt, object, "alt") &&
                 count_of_key(&width, object, "width", RL_MAX_SIDE) &&
                 count_of_key(&height, object, "height", RL_MAX_SIDE) &&
                 count_of_key(&bytes, object, "bytes", INT64_MAX);
        if (result) {
            entry->width = (int)width;
            entry->height = (int)height;
            entry->bytes = (uint64_t)bytes;
        }
    }
    json_decref(object);
    return result;
}

int bot_json_owner(char owner[BOT_NAME_SIZE], const bot *run, int64_t time)
{
    json_t *object;
    int result = load(&object, run, time);
    if (result > 0)
        result = text_of_key(owner, BOT_NAME_SIZE, object, "name");
    json_decref(object);
    return result;
}
