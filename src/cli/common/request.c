/* request.c - turns options into changes of a scene, and back into arguments.
 *
 * In: a scene as its source left it, and the options.  Out: the scene that the
 * command line asks for.  The order is part of the manual: what comes later in
 * apply_all wins, wherever it stood on the line.
 */
#include "cli/common/request.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"
#include "cli/common/source.h"
#include "ridgeline-map.h"
#include "cli/option_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- steps: one option each --------------------------------------------- */

/* `ridgeline.style = x: rule` becomes `--style x: rule`. */
static int say_option(const rl_error *error, const char *option)
{
    const char *value = strstr(error->text, " = ");
    rl_error message = {error->status, ""};
    if (value == NULL)
        return say_status(error);
    snprintf(message.text, sizeof message.text, "%s %s", option, value + 3);
    return say_status(&message);
}

int request_name_option(const options *opts, rl_error *error)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        size_t length = row->key != NULL ? strlen(row->key) : 0;
        rl_error message = {error->status, ""};
        if (length == 0 || opts->values[i] == NULL || strncmp(error->text, row->key, length) != 0 ||
            strncmp(error->text + length, " = ", 3) != 0)
            continue;
        size_t used = (size_t)snprintf(message.text, sizeof message.text, "%s %.320s",
                                       option_place(row).text, error->text + length + 3);
        const char *name, *before = ": must be a file or one of ";
        int has_list = row->list == rl_tint_name && strchr(error->text, '?') == NULL;
        for (size_t k = 0; has_list && (name = row->list(k)) != NULL && used < 400; k++) {
            used += (size_t)snprintf(message.text + used, sizeof message.text - used, "%s%s",
                                     before, name);
            before = " ";
        }
        *error = message;
        return 1;
    }
    return 0;
}

/* A mood or world option names a file when its value has a slash or ends in ".ini". */
static int is_file(const char *value)
{
    size_t length = strlen(value);
    return strchr(value, '/') != NULL || (length > 4 && strcmp(value + length - 4, ".ini") == 0);
}

/* The file of -m (0) or -w (1).  It is read once and kept, because scenes point into it until
 * they are resolved. */
static int read_data(int which, const char *path, rl_data *data)
{
    static struct {
        const char *path;
        void *text;
        size_t size;
    } files[2];
    rl_error error;
    if (files[which].path == NULL || strcmp(files[which].path, path) != 0) {
        rl_file_free(files[which].text, NULL);
        files[which].path = NULL;
        files[which].text = NULL;
        if (rl_file_read(&files[which].text, &files[which].size, path, RL_MAX_TEXT, NULL, &error) !=
            RL_OK)
            return say_status(&error);
        files[which].path = path;
    }
    *data = (rl_data){files[which].text, files[which].size, path};
    return CODE_OK;
}

/* Prints that a name is none of a list. */
static int say_no_such(const char *place, const char *value, const char *what,
                       const char *(*list)(size_t index))
{
    char names[600] = "";
    const char *name, *all[64];
    size_t used = 0, count = 0;
    for (; count < 64 && (name = list(count)) != NULL && used < sizeof names; count++) {
        all[count] = name;
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", name);
    }
    const char *near = rl_nearest(value, all, count);
    if (near != NULL)
        return say_error(CODE_USAGE, "%s %s: no such %s: did you mean %s?", place, SHOW(value),
                         what, near);
    return say_error(CODE_USAGE, "%s %s: no such %s: must be one of%s", place, SHOW(value), what,
                     names);
}

static int apply_mood(rl_scene *scene, const char *name)
{
    rl_error error;
    rl_data data;
    if (name == NULL)
        return CODE_OK;
    if (is_file(name)) {
        int code = read_data(0, name, &data);
        if (code == CODE_OK &&
            rl_mood_parse(scene, data.text, data.size, data.place, &error) != RL_OK)
            return say_status(&error);
        return code;
    }
    if (rl_mood_apply(scene, name, &error) == RL_OK)
        return CODE_OK;
    return say_no_such("-m", name, "mood", rl_mood_name);
}

static int apply_world(rl_scene *scene, const options *opts)
{
    const char *name = opts->style, *place = "-w";
    rl_error error;
    rl_data data;
    if (name == NULL)
        return CODE_OK;
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (strcmp(opts->rows[i]->name, "style") == 0 && opts->values[i] != NULL)
            place = "--style";
    if (is_file(name)) {
        int code = read_data(1, name, &data);
        if (code == CODE_OK &&
            rl_world_parse(scene, data.text, data.size, data.place, &error) != RL_OK)
            return say_status(&error);
        return code;
    }
    if (rl_scene_set(scene, "ridgeline.style", name, &error) == RL_OK)
        return CODE_OK;
    return say_option(&error, place);
}

static int apply_palette(rl_scene *scene, const options *wanted)
{
    rl_palette_options choice = {sizeof choice, wanted->roles, 0};
    if (wanted->palette == NULL && (wanted->roles != NULL || wanted->scheme != NULL))
        return say_error(CODE_USAGE, "%s: needs a palette file: add -p FILE",
                         wanted->roles != NULL ? "--roles" : "--scheme");
    if (wanted->palette == NULL)
        return CODE_OK;
    choice.night = wanted->scheme != NULL && strcmp(wanted->scheme, "night") == 0;
    return palettes_fetch(&scene->palette, wanted->palette, &choice, "-p");
}

/* Options that are another name of a key, in the order of their rows. */
static int apply_keys(rl_scene *scene, const options *opts)
{
    rl_error error;
    int code = CODE_OK;
    /* An offset makes the world endless, where nothing else has been said. */
    if (option_value(opts, "offset") != NULL && scene->world == RL_WORLD_PICTURE &&
        option_value(opts, "loop") == NULL)
        scene->world = RL_WORLD_ENDLESS;
    for (size_t i = 0; opts->rows[i] != NULL && code == CODE_OK; i++) {
        const option_row *row = opts->rows[i];
        const char *value = option_text(opts, i);
        int is_key = row->read == NULL || row->read == read_time;
        if (row->key == NULL || !is_key || value == NULL)
            continue;
        if (rl_scene_set(scene, row->key, value, &error) != RL_OK)
            code = say_option(&error, option_place(row).text);
    }
    return code;
}

/* Adds the key of a section whose own name was typed without it: `ridges` is ridgeline.ridges. */
static void name_section(const char *typed, rl_error *error)
{
    rl_key key;
    size_t used = strlen(error->text);
    if (strstr(error->text, "no such key") == NULL || strchr(error->text, '?') != NULL ||
        strstr(error->text, "must be") != NULL)
        return;
    for (size_t i = 0; rl_scene_key(i, &key); i++)
        if (strcmp(strrchr(key.path, '.') + 1, typed) == 0) {
            snprintf(error->text + used, sizeof error->text - used, ": did you mean %s?", key.path);
            return;
        }
    snprintf(error->text + used, sizeof error->text - used, ": see ridgeline help keys");
}

static int apply_setting(rl_scene *scene, const char *setting)
{
    size_t length = strcspn(setting, "=");
    rl_error error;
    char *key = malloc(length + 1);
    if (key == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    memcpy(key, setting, length);
    key[length] = '\0';
    rl_status status = rl_scene_set(scene, key, setting + length + 1, &error);
    if (status != RL_OK)
        name_section(key, &error);
    free(key);
    return status == RL_OK ? CODE_OK : say_status(&error);
}

/* ---- --from-map --------------------------------------------------------- */

/* A landscape slices a map of at most this many samples a side; a larger one is the
 * same land with every other sample left out. */
#define SAMPLES_MAX 1025

static int samples_of(const rl_scene *map)
{
    int side = map->width, wrap = map->map.wrap == 1;
    while (side > SAMPLES_MAX - wrap)
        side = wrap ? side / 2 : (side + 1) / 2;
    return side > 0 ? side : RL_AUTO;
}

/* The map's seed is the land's: one seed, one world. */
static int apply_map_seed(rl_scene *scene, const rl_scene *map, const options *wanted)
{
    if (!map->has_seed)
        return CODE_OK;
    if (wanted->has_seeds || (wanted->seed_text != NULL && wanted->seed != map->seed))
        return say_error(CODE_USAGE, "--from-map %s: has a seed of its own: leave out %s",
                         SHOW(wanted->from_map), wanted->has_seeds ? "--seeds" : "--seed");
    scene->seed = map->seed;
    scene->has_seed = 1;
    return CODE_OK;
}

static int apply_map_rules(rl_scene *scene, const rl_scene *map, const options *wanted)
{
    const char *name = SHOW(wanted->from_map);
    if (map->kind != 1)
        return say_error(CODE_DATA, "%s: must be a map: see ridgeline map", name);
    if (map->width != map->height)
        return say_error(CODE_DATA, "%s: map of %dx%d: must be square", name, map->width,
                         map->height);
    for (int i = 0; i < map->map.pass_count; i++)
        if (rl_pass_reads_input(&map->map.pass[i]))
            return say_error(CODE_DATA, "%s: pass.%d.with = input: its heights are not in the map",
                             name, i + 1);
    scene->map = map->map;
    scene->map.samples = samples_of(map);
    return apply_map_seed(scene, map, wanted);
}

static int apply_map(rl_scene *scene, const options *wanted)
{
    static source map; /* too large for a small stack */
    if (wanted->from_map == NULL)
        return CODE_OK;
    scene->land_slices = 1;
    if (strcmp(wanted->from_map, "seed") == 0)
        return CODE_OK;
    int code = source_read(&map, wanted->from_map);
    if (code == CODE_OK)
        code = apply_map_rules(scene, &map.scene, wanted);
    source_free(&map);
    return code;
}

/* ---- --limit ------------------------------------------------------------ */

/* Digits, and perhaps a power of a thousand. */
static int read_amount(int64_t *amount, const char *text, size_t size, int64_t most)
{
    static const char powers[] = "KMGT";
    const char *power = size > 1 ? strchr(powers, text[size - 1]) : NULL;
    uint64_t value, times = 1;
    for (const char *at = powers; power != NULL && at <= power; at++)
        times *= 1000;
    if (!geometry_integer(&value, text, size - (power != NULL), (uint64_t)most / times))
        return 0;
    *amount = (int64_t)(value * times);
    return value > 0;
}

/* What a name stands for, and the most that may be said of it. */
enum { SIDE, AREA, RIDGES, WORK, MEMORY, KEYS };
static const char *const names[KEYS] = {"side", "area", "ridges", "work", "memory"};
static const int64_t most[KEYS] = {RL_MAX_SIDE, INT64_C(1) << 50, RL_MAX_RIDGES, INT64_C(1) << 60,
                                   INT64_C(1) << 50};

const char *limit_name(size_t index)
{
    return index < KEYS ? names[index] : NULL;
}

static void keep(options *to, int key, int64_t amount)
{
    switch (key) {
    case SIDE:
        to->limits.side = (int)amount;
        break;
    case AREA:
        to->limits.area = amount;
        break;
    case RIDGES:
        to->limits.ridges = (int)amount;
        break;
    case WORK:
        to->limits.work = amount;
        break;
    default:
        to->limits.memory = amount;
        to->limits_memory = 1;
    }
}

static int tell_name(const char *place, const char *item, size_t size, size_t length)
{
    char word[16] = "";
    if (length < sizeof word)
        memcpy(word, item, length);
    const char *near = rl_nearest(word, names, KEYS);
    if (near != NULL && length < size)
        return say_error(CODE_USAGE, "%s %s: no such limit: did you mean %s?", place,
                         show_bytes(item, size).text, near);
    return say_error(CODE_USAGE, "%s %s: must be KEY=N of side, area, ridges, work, memory", place,
                     show_bytes(item, size).text);
}

/* One KEY=N of `size` bytes. */
static int read_item(options *to, const char *place, const char *item, size_t size)
{
    const char *equals = memchr(item, '=', size);
    size_t length = equals != NULL ? (size_t)(equals - item) : size;
    int key = 0;
    int64_t amount;
    while (key < KEYS && (strlen(names[key]) != length || memcmp(names[key], item, length) != 0))
        key++;
    if (key == KEYS || equals == NULL)
        return tell_name(place, item, size, length);
    if (!read_amount(&amount, equals + 1, size - length - 1, most[key]))
        return say_error(CODE_USAGE,
                         "%s %s: must be 1..%" PRId64 ", or with K, M, G, T for thousands", place,
                         show_bytes(item, size).text, most[key]);
    keep(to, key, amount);
    return CODE_OK;
}

int read_limit(options *to, const option_row *row, const char *place, const char *value)
{
    int code = CODE_OK;
    (void)row;
    for (const char *item = value; code == CODE_OK; item += strcspn(item, ",") + 1) {
        size_t size = strcspn(item, ",");
        code = read_item(to, place, item, size);
        if (item[size] == '\0')
            break;
    }
    return code;
}

/* ---- memory ------------------------------------------------------------- */

/* Whether a file decides what is made. */
static int is_foreign(const options *wanted)
{
    for (size_t i = 0; wanted->rows[i] != NULL; i++)
        if (wanted->rows[i]->is_foreign && wanted->values[i] != NULL)
            return 1;
    return wanted->operand_count > 0;
}

int limit_budget(options *wanted)
{
    rl_error error;
    if (!wanted->limits_memory && (!is_foreign(wanted) || wanted->size.width > 0))
        return CODE_OK;
    if (rl_budget_new(&wanted->budget, wanted->limits.memory, NULL, &error) != RL_OK)
        return say_status(&error);
    wanted->allocator = rl_budget_allocator(wanted->budget);
    return CODE_OK;
}

void limit_end(options *wanted, int code)
{
    if (wanted->budget != NULL && code == CODE_NO_MEMORY && rl_budget_refused(wanted->budget))
        say_note("%" PRId64 " bytes are allowed: --limit memory=N allows more",
                 wanted->limits.memory);
    rl_budget_free(wanted->budget);
    wanted->budget = NULL;
    wanted->allocator = NULL;
}

/* ---- the scene ---------------------------------------------------------- */

static int check_limits(const rl_scene *scene, const options *wanted)
{
    rl_limits limits = wanted->limits;
    rl_error error;
    if (!is_foreign(wanted))
        return CODE_OK;
    /* Each command knows by itself which size its pictures have; a map has the scene's. */
    if (scene->kind != 1 || wanted->size.width > 0) {
        limits.side = INT32_MAX;
        limits.area = INT64_MAX;
    }
    if (rl_limits_check(&limits, scene, &error) == RL_OK)
        return CODE_OK;
    const char *key = strncmp(error.text, "output.size", 11) == 0 ? "side=N,area=N or -s"
                      : strncmp(error.text, "pass.", 5) == 0      ? "work=N"
                                                                  : "ridges=N";
    return say_error(CODE_DATA, "%s%s%.320s: --limit %s allows more",
                     wanted->operand_count > 0 ? SHOW(wanted->operands[0]) : "",
                     wanted->operand_count > 0 ? ": " : "", error.text, key);
}

int request_apply(rl_scene *scene, const options *wanted)
{
    int code = apply_map(scene, wanted);
    if (code != CODE_OK)
        return code;
    if (wanted->seed_text != NULL) {
        scene->seed = wanted->seed;
        scene->has_seed = 1;
    }
    code = apply_mood(scene, wanted->mood);
    if (code == CODE_OK)
        code = apply_palette(scene, wanted);
    if (code == CODE_OK)
        code = apply_world(scene, wanted);
    if (code == CODE_OK)
        code = apply_keys(scene, wanted);
    for (int i = 0; i < wanted->setting_count && code == CODE_OK; i++)
        code = apply_setting(scene, wanted->settings[i]);
    if (code == CODE_OK)
        code = check_limits(scene, wanted);
    return code == CODE_OK ? palettes_complete(&scene->palette) : code;
}

int request_threads(const options *wanted)
{
    if (wanted->threads > 0)
        return wanted->threads;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 256 ? 256 : (int)online;
}

/* These lists are in the order of their enum. */
int request_metadata(const options *wanted)
{
    return wanted->metadata != NULL ? options_choice("full|minimal|none", wanted->metadata)
                                    : RL_METADATA_FULL;
}

int request_compress(const options *wanted)
{
    return wanted->compress != NULL ? options_choice("default|fast|small", wanted->compress)
                                    : RL_COMPRESS_DEFAULT;
}

int request_kernels(const options *wanted)
{
    return wanted->kernels != NULL ? options_choice("best|plain|vector|avx2", wanted->kernels)
                                   : RL_KERNELS_BEST;
}

int request_is_of(const char *setting, const char *key)
{
    size_t length = strlen(key);
    return strncmp(setting, key, length) == 0 && setting[length] == '=';
}

int request_sets(const options *wanted, const char *key)
{
    for (int i = 0; i < wanted->setting_count; i++)
        if (request_is_of(wanted->settings[i], key))
            return 1;
    return 0;
}

int request_check(const options *wanted, const fixed_key *fixed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (request_sets(wanted, fixed[i].key))
            return say_error(CODE_USAGE, "--set %s: %s", fixed[i].key, fixed[i].rule);
    return CODE_OK;
}

/* ---- back into arguments ------------------------------------------------ */

static void put_option(FILE *line, const option_row *row, const char *value)
{
    fprintf(line, " %s", option_place(row).text);
    if (row->argument[0] == '[')
        fprintf(line, "=%s", value);
    else
        shell_word(line, value);
}

static void put_request(FILE *line, const char *name, const char *operand, const options *opts)
{
    fprintf(line, "%s:", name);
    if (operand != NULL)
        shell_word(line, operand);
    if (opts->seed_text != NULL) {
        fputs(" --seed", line);
        shell_word(line, opts->seed_text);
    }
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        const char *value = option_text(opts, i);
        int is_land = row->groups != ~0 && (row->groups & (TAKES_LAND | TAKES_COLOURS)) != 0;
        if (is_land && value != NULL && strcmp(row->name, "world") != 0) /* it is --style */
            put_option(line, row, value);
    }
    for (int i = 0; i < opts->setting_count; i++) {
        fputs(" --set", line);
        shell_word(line, opts->settings[i]);
    }
    fputc('\n', line);
}

int request_print(const char *name, const char *operand, const options *wanted, int to_error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream(&text, &size);
    int failed = line == NULL;
    if (line != NULL) {
        put_request(line, name, operand, wanted);
        failed = ferror(line) != 0;
        failed |= fclose(line) != 0;
    }
    if (!failed && to_error)
        say_escaped(text, size);
    else if (!failed)
        out_escaped(text, size);
    free(text);
    return failed ? say_error(CODE_NO_MEMORY, "out of memory") : CODE_OK;
}
