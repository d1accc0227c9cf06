/* bot_json.c - SLOT.json: everything to know of a picture, written and read back.
 *
 * In: a picture, later its file.  Out: JSON, later an entry of the pages.  The keys that
 * other programs read are those of a picture's usual sidecar; how the file was brought under
 * its limit stands under "made".
 */
#include "cli/bot/bot_json.h"
#include "cli/bot/bot_fit.h"
#include "cli/common/json_out.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JSON_MAX ((size_t)1 << 20)

/* ---- writing ------------------------------------------------------------ */

static json_t *steps_of(const bot_picture *made)
{
    char steps[BOT_STEPS_SIZE];
    bot_fit_steps(steps, made);
    return json_string(steps[0] != '\0' ? steps + strlen(", ") : "");
}

static json_t *name_or_null(const char *name)
{
    return name != NULL && name[0] != '\0' ? json_string(name) : json_null();
}

static json_t *picture_object(const bot_picture *made, const bot *run)
{
    const char *metadata = run->wanted->metadata;
    size_t recipe_size;
    const char *recipe = rl_sink_bytes(made->recipe, &recipe_size);
    json_t *object = json_object();
    json_object_set_new(object, "algorithm", json_integer(RL_ALGORITHM));
    json_object_set_new(object, "alt", json_string(made->alt));
    json_object_set_new(object, "bytes", json_integer((json_int_t)made->bytes));
    json_object_set_new(object, "file", json_sprintf("%s.png", made->slot));
    json_object_set_new(object, "format", json_string("png"));
    json_object_set_new(object, "height", json_integer((json_int_t)made->step.height * made->zoom));
    json_object_set_new(object, "made", steps_of(made));
    json_object_set_new(object, "metadata", json_string(metadata != NULL ? metadata : "full"));
    json_object_set_new(object, "mood", name_or_null(made->choice.mood));
    json_object_set_new(object, "name", json_string(run->name));
    json_object_set_new(object, "pixels_crc32", json_sprintf("%08x", (unsigned)made->crc32));
    json_object_set_new(object, "scene", json_stringn(recipe, recipe_size));
    json_object_set_new(object, "seed", json_string(made->seed));
    json_object_set_new(object, "slot", json_string(made->slot));
    json_object_set_new(object, "software", json_sprintf("ridgeline %s", rl_version()));
    json_object_set_new(object, "style", name_or_null(made->choice.style));
    json_object_set_new(object, "title", json_string(made->title));
    json_object_set_new(object, "width", json_integer((json_int_t)made->step.width * made->zoom));
    return object;
}

/* jansson tells of a lack of memory by leaving keys out. */
#define KEYS 18

rl_status bot_json_write(const bot_picture *made, const bot *run, rl_sink *sink, rl_error *error)
{
    json_t *object = picture_object(made, run);
    int is_whole = object != NULL && json_object_size(object) == KEYS;
    rl_status status =
        json_out(is_whole ? object : NULL, JSON_SORT_KEYS | JSON_INDENT(1), sink, error);
    if (status == RL_OK)
        status = rl_sink_write(sink, "\n", 1, error);
    json_decref(object);
    return status;
}

/* ---- reading ------------------------------------------------------------ */

/* It goes into pages and to a terminal: nothing but letters, and some of them. */
static int read_text(char *to, size_t size, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL && text[0] != '\0' && show_is_plain(text, strlen(text)) &&
           (size_t)snprintf(to, size, "%s", text) < size;
}

static int read_count(int64_t *to, const json_t *object, const char *key, int64_t most)
{
    const json_t *value = json_object_get(object, key);
    *to = json_integer_value(value);
    return json_is_integer(value) && *to > 0 && *to <= most;
}

static int fill_entry(bot_entry *entry, const json_t *object)
{
    int64_t width, height, bytes;
    if (!read_text(entry->title, sizeof entry->title, object, "title") ||
        !read_text(entry->alt, sizeof entry->alt, object, "alt") ||
        !read_count(&width, object, "width", RL_MAX_SIDE) ||
        !read_count(&height, object, "height", RL_MAX_SIDE) ||
        !read_count(&bytes, object, "bytes", INT64_MAX))
        return 0;
    entry->width = (int)width;
    entry->height = (int)height;
    entry->bytes = (uint64_t)bytes;
    return 1;
}

/* Without memory for a piece of a text jansson calls it wrong or leaves a letter out.  So it
 * reads twice, and both must agree; and that a text is wrong counts only while there is room. */
static int parse(json_t **object, const char *text, size_t size)
{
    json_t *first = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    int is_agreed = json_equal(first, *object);
    int is_wrong = first == NULL && *object == NULL;
    json_decref(first);
    void *volatile room = is_wrong ? malloc(JSON_MAX) : NULL;
    int has_room = room != NULL;
    free(room);
    return is_agreed ? 1 : has_room ? 0 : -1;
}

/* Loads the object in a slot's file, or NULL; returns what bot_json_read does for that. */
static int load(json_t **object, const bot *run, int64_t time)
{
    char path[BOT_PATH];
    void *text;
    size_t size;
    rl_error error;
    *object = NULL;
    bot_path(path, run, time, bot_ending(BOT_JSON));
    if (rl_file_read(&text, &size, path, JSON_MAX, NULL, &error) != RL_OK)
        return error.status == RL_NO_MEMORY ? -1 : 0;
    int is_json = parse(object, text, size);
    rl_file_free(text, NULL);
    return is_json;
}

int bot_json_read(bot_entry *entry, const bot *run, int64_t time)
{
    json_t *object;
    *entry = (bot_entry){.time = time};
    bot_slot_name(entry->slot, time);
    int is_ours = load(&object, run, time);
    if (is_ours > 0)
        is_ours = fill_entry(entry, object);
    json_decref(object);
    return is_ours;
}

int bot_json_owner(char owner[BOT_NAME_SIZE], const bot *run, int64_t time)
{
    json_t *object;
    int is_ours = load(&object, run, time);
    if (is_ours > 0)
        is_ours = read_text(owner, BOT_NAME_SIZE, object, "name");
    json_decref(object);
    return is_ours;
}
