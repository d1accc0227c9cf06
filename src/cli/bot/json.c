/* json.c - SLOT.json, the data of a slot's picture: written and read back.
 *
 * Writing: a bot_picture becomes JSON (slot.json.in).  Reading: JSON becomes a bot_entry.
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
    const char *mood = picture->choice.mood, *world = picture->choice.world;
    const char *composition = picture->choice.composition;
    size_t size;
    form_number(&out, "algorithm", RL_ALGORITHM);
    form_set(&out, "alt", picture->is.alt);
    form_number(&out, "bytes", (int64_t)picture->is.bytes);
    form_set(&out, "command", picture->is.command);
    form_set(&out, "composition", composition);
    form_print(&out, "crc", "%08x", (unsigned)picture->crc32);
    form_number(&out, "height", picture->is.height);
    form_set(&out, "made", picture->made[0] != '\0' ? picture->made + strlen(", ") : "");
    form_set(&out, "metadata", metadata != NULL ? metadata : "full");
    form_set(&out, "mood", mood);
    form_number(&out, "no_composition", composition == NULL || composition[0] == '\0');
    form_number(&out, "no_mood", mood == NULL || mood[0] == '\0');
    form_set(&out, "name", picture->run->name);
    form_set(&out, "scene", rl_sink_bytes(picture->recipe, &size));
    form_set(&out, "seed", picture->seed);
    form_set(&out, "slot", picture->is.slot);
    form_set(&out, "world", world);
    form_number(&out, "no_world", world == NULL || world[0] == '\0');
    form_set(&out, "title", picture->is.title);
    form_set(&out, "version", rl_version());
    form_number(&out, "width", picture->is.width);
    return form_write(&out, "slot.json", sink, error);
}

/* ---- reading ------------------------------------------------------------ */

/* Copies the text of a key and returns 1; 0 unless it is plain, as it goes into pages and to
 * terminals, not empty and shorter than `size`. */
static int text_of_key(char *text, size_t size, const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    size_t length = value != NULL ? strlen(value) : 0;
    if (length == 0 || length >= size || !show_is_plain(value, length))
        return 0;
    memcpy(text, value, length + 1);
    return 1;
}

/* Returns the whole number of a key, 1..most, or 0 for anything else. */
static int64_t count_of_key(const json_t *object, const char *key, int64_t most)
{
    int64_t count = json_integer_value(json_object_get(object, key));
    return count > 0 && count <= most ? count : 0;
}

/* Without memory for a piece of text jansson reports an error of syntax or leaves a letter out:
 * so the text is read twice, both objects must agree, and an error counts only while memory is
 * available. */
int bot_json_read(bot_entry *entry, const bot *run, int64_t time)
{
    char path[BOT_PATH];
    void *text;
    size_t size;
    rl_error error;
    *entry = (bot_entry){.time = time};
    bot_slot_name(entry->slot, time);
    bot_path(path, run, time, BOT_JSON);
    if (rl_file_read(&text, &size, path, JSON_MAX, NULL, &error) != RL_OK)
        return error.status == RL_NO_MEMORY ? -1 : 0;
    json_t *object = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    json_t *again = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    rl_file_free(text, NULL);
    int is_equal = json_equal(object, again), is_wrong = object == NULL && again == NULL;
    int is_whole = text_of_key(entry->title, sizeof entry->title, object, "title") &&
                   text_of_key(entry->alt, sizeof entry->alt, object, "alt");
    (void)text_of_key(entry->name, sizeof entry->name, object, "name");
    if (!text_of_key(entry->command, sizeof entry->command, object, "command"))
        entry->command[0] = '\0'; /* files of older versions have no command */
    entry->width = (int)count_of_key(object, "width", RL_MAX_SIDE);
    entry->height = (int)count_of_key(object, "height", RL_MAX_SIDE);
    entry->bytes = (uint64_t)count_of_key(object, "bytes", INT64_MAX);
    json_decref(object);
    json_decref(again);
    if (is_equal)
        return is_whole && entry->width > 0 && entry->height > 0 && entry->bytes > 0;
    void *volatile memory = is_wrong ? malloc(JSON_MAX) : NULL;
    int has_memory = memory != NULL;
    free(memory);
    return has_memory ? 0 : -1;
}
