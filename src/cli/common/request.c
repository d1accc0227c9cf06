/* request.c - turns options into changes of a scene, and back into arguments.
 *
 * In: a scene as its source left it, and the options.  Out: the scene with the options
 * applied.  The order is part of the manual: what comes later in request_apply wins, wherever
 * it is on the command line.
 */
#include "cli/common/request.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"
#include "cli/common/source.h"
#include "cli/option_values.h"
#include "ridgeline-map.h"

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

/* A mood or a world, by name or from a file. */
static int apply_mood(rl_scene *scene, const char *name)
{
    const char *names[64];
    size_t count = 0;
    rl_error error;
    rl_data data;
    if (name == NULL || (!is_file(name) && rl_mood_apply(scene, name, &error) == RL_OK))
        return CODE_OK;
    while (count < 64 && (names[count] = rl_mood_name(count)) != NULL)
        count++;
    if (!is_file(name))
        return say_no_such("-m ", name, "mood", names, count);
    int code = read_data(0, name, &data);
    if (code != CODE_OK)
        return code;
    return rl_mood_parse(scene, data.text, data.size, data.place, &error) == RL_OK
               ? CODE_OK
               : say_status(&error);
}

static int apply_world(rl_scene *scene, const options *opts)
{
    const char *name = opts->style, *place = "-w";
    rl_error error;
    rl_data data;
    if (name == NULL)
        return CODE_OK;
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (opts->rows[i]->field == COMMON(style) && opts->values[i] != NULL)
            place = opts->rows[i]->letter != 0 ? "-w" : "--style";
    if (!is_file(name))
        return rl_scene_set(scene, "ridgeline.style", name, &error) == RL_OK
                   ? CODE_OK
                   : say_option(&error, place);
    int code = read_data(1, name, &data);
    if (code != CODE_OK)
        return code;
    return rl_world_parse(scene, data.text, data.size, data.place, &error) == RL_OK
               ? CODE_OK
               : say_status(&error);
}

static int apply_palette(rl_scene *scene, const options *opts)
{
    rl_palette_options choice = {sizeof choice, opts->roles, 0};
    if (opts->palette == NULL && (opts->roles != NULL || opts->scheme != NULL))
        return say_error(CODE_USAGE, "%s: needs a palette file: add -p FILE",
                         opts->roles != NULL ? "--roles" : "--scheme");
    if (opts->palette == NULL)
        return CODE_OK;
    choice.night = opts->scheme != NULL && strcmp(opts->scheme, "night") == 0;
    return palettes_fetch(&scene->palette, opts->palette, &choice, "-p");
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

/* Only the rules of a map are applied, never heights: the recipe holds all. */
static int apply_map_rules(rl_scene *scene, const rl_scene *map, const options *opts)
{
    const shown name = show_bytes(opts->from_map, strlen(opts->from_map));
    int side = map->width, wrap = map->map.wrap == 1;
    if (map->kind != RL_SCENE_MAP)
        return say_error(CODE_DATA, "%s: must be a map: see ridgeline map", name.text);
    if (map->width != map->height)
        return say_error(CODE_DATA, "%s: map of %dx%d: must be square", name.text, map->width,
                         map->height);
    for (int i = 0; i < map->map.pass_count; i++)
        if (rl_pass_reads_input(&map->map.pass[i]))
            return say_error(CODE_DATA, "%s: pass.%d.with = input: its heights are not in the map",
                             name.text, i + 1);
    while (side > SAMPLES_MAX - wrap)
        side = wrap ? side / 2 : (side + 1) / 2;
    scene->map = map->map;
    scene->map.samples = side > 0 ? side : RL_AUTO;
    if (!map->has_seed)
        return CODE_OK;
    /* The map's seed is the land's: one seed, one world. */
    if (opts->has_seeds || (opts->seed_text != NULL && opts->seed != map->seed))
        return say_error(CODE_USAGE, "--from-map %s: has a seed of its own: leave out %s",
                         name.text, opts->has_seeds ? "--seeds" : "--seed");
    scene->seed = map->seed;
    scene->has_seed = 1;
    return CODE_OK;
}

static int apply_map(rl_scene *scene, const options *opts)
{
    static source map; /* too large for a small stack */
    if (opts->from_map == NULL)
        return CODE_OK;
    scene->land_slices = 1;
    if (strcmp(opts->from_map, "seed") == 0)
        return CODE_OK;
    int code = source_read(&map, opts->from_map);
    if (code == CODE_OK)
        code = apply_map_rules(scene, &map.scene, opts);
    source_free(&map);
    return code;
}

/* ---- --limit ------------------------------------------------------------ */

/* The names of limits, where they are kept, and the most that is accepted. */
static const struct {
    const char *name;
    size_t field; /* in rl_limits */
    int is_int;   /* else int64_t */
    int64_t most;
} limit_rows[] = {
    {"side", offsetof(rl_limits, side), 1, RL_MAX_SIDE},
    {"area", offsetof(rl_limits, area), 0, INT64_C(1) << 50},
    {"ridges", offsetof(rl_limits, ridges), 1, RL_MAX_RIDGES},
    {"work", offsetof(rl_limits, work), 0, INT64_C(1) << 60},
    {"memory", offsetof(rl_limits, memory), 0, INT64_C(1) << 50},
};

#define LIMIT_COUNT (sizeof limit_rows / sizeof *limit_rows)

const char *limit_name(size_t index)
{
    return index < LIMIT_COUNT ? limit_rows[index].name : NULL;
}

/* One KEY=N of `size` bytes; N is digits and perhaps a power of a thousand. */
static int read_item(options *opts, const char *place, const char *item, size_t size)
{
    static const char powers[] = "KMGT";
    const shown typed = show_bytes(item, size);
    const char *equals = memchr(item, '=', size), *names[LIMIT_COUNT];
    size_t length = equals != NULL ? (size_t)(equals - item) : size, key = 0;
    char word[16] = "";
    uint64_t amount, times = 1;
    memcpy(word, item, length < sizeof word ? length : 0);
    for (; key < LIMIT_COUNT && strcmp(limit_rows[key].name, word) != 0; key++)
        names[key] = limit_rows[key].name;
    if (key == LIMIT_COUNT || equals == NULL) {
        const char *near = equals != NULL ? rl_nearest(word, names, key) : NULL;
        return say_error(CODE_USAGE,
                         near != NULL ? "%s %s: no such limit: did you mean %s?"
                                      : "%s %s: must be KEY=N of side, area, ridges, "
                                        "work, memory%s",
                         place, typed.text, near != NULL ? near : "");
    }
    size_t digits = size - length - 1;
    const char *power = digits > 1 ? strchr(powers, item[size - 1]) : NULL;
    for (const char *p = powers; power != NULL && p <= power; p++)
        times *= 1000;
    if (!geometry_integer(&amount, equals + 1, digits - (power != NULL),
                          (uint64_t)limit_rows[key].most / times) ||
        amount == 0)
        return say_error(CODE_USAGE,
                         "%s %s: must be 1..%" PRId64 ", or with K, M, G, T for thousands", place,
                         typed.text, limit_rows[key].most);
    void *field = (char *)&opts->limits + limit_rows[key].field;
    if (limit_rows[key].is_int)
        *(int *)field = (int)(amount * times);
    else
        *(int64_t *)field = (int64_t)(amount * times);
    opts->limits_memory |= strcmp(word, "memory") == 0;
    return CODE_OK;
}

int read_limit(options *opts, const option_row *row, const char *place, const char *value)
{
    int code = CODE_OK;
    (void)row;
    for (const char *item = value; code == CODE_OK; item += strcspn(item, ",") + 1) {
        size_t size = strcspn(item, ",");
        code = read_item(opts, place, item, size);
        if (item[size] == '\0')
            break;
    }
    return code;
}

/* ---- memory ------------------------------------------------------------- */

/* 1 when a file decides what is made. */
static int is_foreign(const options *opts)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (opts->rows[i]->is_foreign && opts->values[i] != NULL)
            return 1;
    return opts->operand_count > 0;
}

int limit_budget(options *opts)
{
    rl_error error;
    if (!opts->limits_memory && (!is_foreign(opts) || opts->size.width > 0))
        return CODE_OK;
    if (rl_budget_new(&opts->budget, opts->limits.memory, NULL, &error) != RL_OK)
        return say_status(&error);
    opts->allocator = rl_budget_allocator(opts->budget);
    return CODE_OK;
}

void limit_end(options *opts, int code)
{
    if (opts->budget != NULL && code == CODE_NO_MEMORY && rl_budget_refused(opts->budget))
        say_note("%" PRId64 " bytes are allowed: --limit memory=N allows more",
                 opts->limits.memory);
    rl_budget_free(opts->budget);
    opts->budget = NULL;
    opts->allocator = NULL;
}

/* ---- the scene ---------------------------------------------------------- */

static int check_limits(const rl_scene *scene, const options *opts)
{
    rl_limits limits = opts->limits;
    rl_error error;
    if (!is_foreign(opts))
        return CODE_OK;
    /* Each command knows by itself which size its pictures have; a map has the scene's. */
    if (scene->kind != RL_SCENE_MAP || opts->size.width > 0) {
        limits.side = INT32_MAX;
        limits.area = INT64_MAX;
    }
    if (rl_limits_check(&limits, scene, &error) == RL_OK)
        return CODE_OK;
    const char *key = strncmp(error.text, "output.size", 11) == 0 ? "side=N,area=N or -s"
                      : strncmp(error.text, "pass.", 5) == 0      ? "work=N"
                                                                  : "ridges=N";
    return say_error(CODE_DATA, "%s%s%.320s: --limit %s allows more",
                     opts->operand_count > 0 ? SHOW(opts->operands[0]) : "",
                     opts->operand_count > 0 ? ": " : "", error.text, key);
}

int request_apply(rl_scene *scene, const options *opts)
{
    int code = apply_map(scene, opts);
    if (code != CODE_OK)
        return code;
    if (opts->seed_text != NULL) {
        scene->seed = opts->seed;
        scene->has_seed = 1;
    }
    code = apply_mood(scene, opts->mood);
    if (code == CODE_OK)
        code = apply_palette(scene, opts);
    if (code == CODE_OK)
        code = apply_world(scene, opts);
    if (code == CODE_OK)
        code = apply_keys(scene, opts);
    for (int i = 0; i < opts->setting_count && code == CODE_OK; i++)
        code = apply_setting(scene, opts->settings[i]);
    if (code == CODE_OK)
        code = check_limits(scene, opts);
    return code == CODE_OK ? palettes_complete(&scene->palette) : code;
}

int request_threads(const options *opts)
{
    if (opts->threads > 0)
        return opts->threads;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 256 ? 256 : (int)online;
}

/* These lists are in the order of their enum. */
int request_metadata(const options *opts)
{
    return opts->metadata != NULL ? options_choice("full|minimal|none", opts->metadata)
                                  : RL_METADATA_FULL;
}

int request_compress(const options *opts)
{
    return opts->compress != NULL ? options_choice("default|fast|small", opts->compress)
                                  : RL_COMPRESS_DEFAULT;
}

int request_kernels(const options *opts)
{
    return opts->kernels != NULL ? options_choice("best|plain|vector|avx2", opts->kernels)
                                 : RL_KERNELS_BEST;
}

int request_is_of(const char *setting, const char *key)
{
    size_t length = strlen(key);
    return strncmp(setting, key, length) == 0 && setting[length] == '=';
}

int request_sets(const options *opts, const char *key)
{
    for (int i = 0; i < opts->setting_count; i++)
        if (request_is_of(opts->settings[i], key))
            return 1;
    return 0;
}

int request_check(const options *opts, const fixed_key *fixed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (request_sets(opts, fixed[i].key))
            return say_error(CODE_USAGE, "--set %s: %s", fixed[i].key, fixed[i].rule);
    return CODE_OK;
}

/* ---- back into arguments ------------------------------------------------ */

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
        {
            fprintf(line, row->argument[0] == '[' ? " %s=%s" : " %s", option_place(row).text,
                    value);
            if (row->argument[0] != '[')
                shell_word(line, value);
        }
    }
    for (int i = 0; i < opts->setting_count; i++) {
        fputs(" --set", line);
        shell_word(line, opts->settings[i]);
    }
    fputc('\n', line);
}

int request_print(const char *name, const char *operand, const options *opts, int to_error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream(&text, &size);
    int failed = line == NULL;
    if (line != NULL) {
        put_request(line, name, operand, opts);
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
