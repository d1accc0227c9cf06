/* request.c - turns options into changes of a scene, and back into arguments.
 *
 * In: a scene as its source left it, and the options.  Out: the scene with the options
 * applied.  The order is part of the manual: what comes later in request_apply wins, wherever
 * it is on the command line.
 */
#include "cli/common/request.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/common/dem.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"
#include "cli/common/values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- steps: one option each --------------------------------------------- */

/* Sets a key of the scene; an error `map.sea = 2: rule` becomes `--sea 2: rule`, where `place` is
 * all before the value. */
static int set_key(rl_scene *scene, const char *key, const char *value, const char *place)
{
    rl_error error;
    if (rl_scene_set(scene, key, value, &error) == RL_OK)
        return CODE_OK;
    const char *rule = strstr(error.text, " = ");
    if (rule == NULL)
        return say_status(&error);
    return say_error(CODE_USAGE, "%s%s", place, rule + 3);
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
        (void)snprintf(message.text, sizeof message.text, "%s %.400s", option_place(row).text,
                       error->text + length + 3);
        *error = message;
        return 1;
    }
    return 0;
}

/* Returns 1 if the value of an option of a mood, world, composition or motif is a file, not a name:
 * it has a slash or ends in ".ini" or ".svg". */
static int is_file(const char *value)
{
    return path_slash(value) != NULL || path_has_ending(value, ".ini") ||
           path_has_ending(value, ".svg");
}

/* A function of the library that reads a text into a scene. */
typedef rl_status text_parser(rl_scene *scene, const void *bytes, size_t size, const char *place,
                              rl_error *error);

static int apply_file(rl_scene *scene, text_parser *parse, const char *path)
{
    void *bytes;
    size_t size;
    rl_error error;
    if (rl_file_read(&bytes, &size, path, RL_MAX_TEXT, NULL, &error) != RL_OK)
        return say_status(&error);
    rl_status status = parse(scene, bytes, size, path, &error);
    rl_file_free(bytes, NULL);
    return say_result(status, &error);
}

/* A word that users type, and the names of nearly that meaning for the message. */
typedef struct synonym {
    const char *typed, *meant;
} synonym;

/* Prints that a name does not exist, with names of nearly its meaning, if the list, which ends with
 * a row of NULL, has the word; else returns CODE_OK. */
static int say_synonym(const char *place, const char *word, const char *what, const synonym *list)
{
    for (; list->typed != NULL; list++)
        if (strcasecmp(list->typed, word) == 0)
            return say_error(CODE_USAGE, "%s%s: no such %s: did you mean %s?", place, SHOW(word),
                             what, list->meant);
    return CODE_OK;
}

static const synonym moods[] = {
    {"sunrise", "dawn or violet"},
    {"morning", "dawn, violet or emerald"},
    {"midday", "noon"},
    {"day", "noon"},
    {"sunset", "golden, ember or dusk"},
    {"evening", "golden, ember or dusk"},
    {"night", "moonlight or aurora"},
    {"midnight", "moonlight or aurora"},
    {0},
};

static const synonym worlds[] = {
    {"mountain", "alpine"},
    {"mountains", "alpine"},
    {"peaks", "alpine"},
    {"alps", "alpine"},
    {"snow", "ice or alpine"},
    {"arctic", "ice"},
    {"winter", "ice, or -m winter"},
    {"woods", "forest"},
    {"trees", "forest"},
    {"jungle", "forest or karst"},
    {"fog", "misty"},
    {"mist", "misty"},
    {"sea", "coast, bay or archipelago"},
    {"ocean", "coast or archipelago"},
    {"beach", "bay"},
    {"cliffs", "coast"},
    {"island", "archipelago"},
    {"islands", "archipelago"},
    {"water", "lake"},
    {"river", "canyon, savanna or lake"},
    {"valley", "canyon or fjord"},
    {"sand", "dunes or desert"},
    {"fields", "farmland"},
    {"countryside", "farmland or hills"},
    {"village", "farmland"},
    {"grass", "savanna"},
    {"steppe", "savanna"},
    {"plain", "savanna"},
    {"moor", "heath"},
    {"clouds", "cloudsea"},
    {"town", "city"},
    {"skyline", "city"},
    {0},
};

static const synonym passes[] = {
    {"erosion", "hydraulic, thermal or gullies"},
    {"erode", "hydraulic, thermal or gullies"},
    {"rivers", "gullies or hydraulic"},
    {"valleys", "gullies"},
    {"water", "hydraulic or droplets"},
    {"rain", "droplets or hydraulic"},
    {"talus", "thermal"},
    {"wind", "dunes"},
    {"sand", "dunes"},
    {"crater", "volcano"},
    {"steps", "terrace"},
    {"mesa", "terrace"},
    {"cells", "voronoi"},
    {"noise", "perturb"},
    {0},
};

static int apply_mood(rl_scene *scene, const char *name)
{
    if (name == NULL)
        return CODE_OK;
    if (is_file(name))
        return apply_file(scene, rl_mood_parse, name);
    if (rl_mood_apply(scene, name, NULL) == RL_OK)
        return CODE_OK;
    STEP(say_synonym("-m ", name, "mood", moods));
    return say_no_such("-m ", name, "mood", rl_mood_name);
}

static int apply_world(rl_scene *scene, const options *opts)
{
    const char *place = "-w ";
    if (opts->world == NULL)
        return CODE_OK;
    if (is_file(opts->world))
        return apply_file(scene, rl_world_parse, opts->world);
    for (size_t i = 0; opts->rows[i] != NULL; i++)
        if (opts->rows[i]->field == COMMON(world) && opts->values[i] != NULL)
            place = opts->rows[i]->letter != 0 ? "-w " : "--style ";
    if (name_index(rl_world_name, opts->world) < 0)
        STEP(say_synonym(place, opts->world, "world", worlds));
    return set_key(scene, "ridgeline.world", opts->world, place);
}

static int apply_motif(rl_scene *scene, const char *value, const char *section);

/* Applies --motif NAME,NAME: one motif on land or water and one in the sky, in any order. */
static int apply_motifs(rl_scene *scene, const char *value)
{
    static char name[2][RL_LINE_SIZE];
    rl_motif_info info[2];
    const char *comma = value != NULL && !is_file(value) ? strchr(value, ',') : NULL;
    if (comma == NULL)
        return apply_motif(scene, value, "motif");
    (void)snprintf(name[0], sizeof name[0], "%.*s", (int)(comma - value), value);
    (void)snprintf(name[1], sizeof name[1], "%s", comma + 1);
    for (int i = 0; i < 2; i++) {
        char bare[RL_LINE_SIZE];
        (void)snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name[i], "@"), name[i]);
        int index = name_index(rl_motif_name, bare);
        if (strchr(name[i], ',') == NULL && index < 0)
            return say_no_such("--motif ", bare, "motif", rl_motif_name);
        memset(&info[i], 0, sizeof info[i]);
        if (index >= 0)
            (void)rl_motif_describe((size_t)index, &info[i]);
    }
    if (strchr(name[1], ',') != NULL || info[0].is_aloft == info[1].is_aloft)
        return say_error(CODE_USAGE, "--motif %s: must be one on land or water and one in the sky",
                         SHOW(value));
    STEP(apply_motif(scene, name[info[0].is_aloft], "motif"));
    return apply_motif(scene, name[info[1].is_aloft], "aloft");
}

/* Applies --motif NAME or FILE, and perhaps @X, to a section, motif or aloft.  X is the text behind
 * the last @, unless that text has a slash or an ending, as in a@2x.svg and a@b/c.svg.  Returns an
 * exit code. */
static int apply_motif(rl_scene *scene, const char *value, const char *section)
{
    static char name[4096]; /* too large for a small stack */
    char key[32];
    if (value == NULL)
        return CODE_OK;
    const char *x = strrchr(value, '@');
    if (x != NULL && is_file(x))
        x = NULL;
    size_t length = x != NULL ? (size_t)(x - value) : strlen(value);
    if (length == 0 || !text_cut(name, sizeof name, value, length))
        return say_error(CODE_USAGE, "--motif %s: must be NAME or FILE, and perhaps @X",
                         SHOW(value));
    if (x != NULL) {
        (void)snprintf(key, sizeof key, "%s.x", section);
        STEP(set_key(scene, key, x + 1, "--motif @"));
    }
    if (is_file(name))
        return apply_file(scene, rl_motif_parse, name);
    if (strcmp(name, "none") == 0 || strcmp(name, "auto") == 0 ||
        name_index(rl_motif_name, name) >= 0) {
        (void)snprintf(key, sizeof key, "%s.name", section);
        return set_key(scene, key, name, "--motif ");
    }
    return say_no_such("--motif ", name, "motif", rl_motif_name);
}

/* --ridge N=FILE. */
static int apply_ridge(rl_scene *scene, const char *typed, size_t index)
{
    const char *path = strchr(typed, '=') + 1;
    rl_error error;
    uint64_t number = 0;
    size_t size;
    void *bytes;
    (void)geometry_integer(&number, typed, (size_t)(path - 1 - typed), RL_MAX_RIDGES);
    int ridges = scene_integer(scene, "ridgeline.ridges");
    if (rl_scene_number(scene, "panorama.x") != RL_AUTO)
        return say_error(CODE_USAGE,
                         "--ridge %s: --at takes its land from the DEM: remove one of them",
                         SHOW(typed));
    if (ridges != RL_AUTO && (int)number > ridges)
        return say_error(CODE_USAGE, "--ridge %s: must be 1..%d, a ridge of the scene", SHOW(typed),
                         ridges);
    if (index >= RL_MAX_PROFILES)
        return say_error(CODE_USAGE, "--ridge %s: must be given at most %d times", SHOW(typed),
                         RL_MAX_PROFILES);
    if (rl_file_read(&bytes, &size, path, RL_PROFILE_FILE, NULL, &error) != RL_OK)
        return say_status(&error);
    rl_status status = rl_profile_parse(scene, (int)number, bytes, size, path, &error);
    rl_file_free(bytes, NULL);
    return say_result(status, &error);
}

/* Applies the options that are another name of a key, in the order of their rows. */
static int apply_keys(rl_scene *scene, const options *opts)
{
    /* An offset makes the world endless, where nothing else has been said. */
    if (option_value(opts, "offset") != NULL && scene_is(scene, "extent.kind", "picture") &&
        option_value(opts, "loop") == NULL)
        scene_put(scene, "extent.kind", "endless");
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        const char *value = option_text(opts, i);
        char place[34];
        if (row->key == NULL || (row->read != NULL && row->read != read_time) || value == NULL)
            continue;
        snprintf(place, sizeof place, "%s ", option_place(row).text);
        STEP(set_key(scene, row->key, value, place));
    }
    return CODE_OK;
}

/* Applies --set KEY=VALUE.  Returns an exit code. */
static int apply_setting(rl_scene *scene, const char *setting)
{
    size_t length = strcspn(setting, "=");
    rl_error error;
    char key[256]; /* longer than any */
    snprintf(key, sizeof key, "%.*s", (int)(length < sizeof key ? length : sizeof key - 1),
             setting);
    rl_status status = rl_scene_set(scene, key, setting + length + 1, &error);
    size_t used = strlen(error.text);
    if (status != RL_OK && path_has_ending(error.text, "no such key"))
        snprintf(error.text + used, sizeof error.text - used, ": see ridgeline help keys");
    return say_result(status, &error);
}

/* ---- --from-map --------------------------------------------------------- */

/* A landscape slices a map of at most this many samples a side; a larger one is the
 * same land with every other sample left out. */
#define SAMPLES_MAX 1025

/* Applies the rules of a map, never its heights, so that the recipe holds all that the land needs.
 */
static int apply_map_rules(rl_scene *scene, const rl_scene *map, const options *opts)
{
    const shown name = show_bytes(opts->from_map, strlen(opts->from_map));
    const geometry size = scene_size(map);
    int side = size.width, wrap = scene_integer(map, "map.wrap") == 1;
    uint64_t seed;
    if (!scene_is(map, "ridgeline.kind", "map"))
        return say_error(CODE_DATA, "%s: must be a map: see ridgeline map", name.text);
    if (size.width != size.height)
        return say_error(CODE_DATA, "%s: map of %dx%d: must be square", name.text, size.width,
                         size.height);
    for (int i = 1; i <= rl_scene_count(map, "pass"); i++)
        if (rl_pass_reads_input(map, i)) {
            char key[24], kind[RL_VALUE_SIZE];
            snprintf(key, sizeof key, "pass.%d.kind", i);
            return say_error(
                CODE_DATA,
                "%s: pass.%d: %s reads a file, which the recipe of a map does not contain",
                name.text, i, rl_scene_get(map, key, kind));
        }
    while (side > SAMPLES_MAX - wrap)
        side = wrap ? side / 2 : (side + 1) / 2;
    rl_scene_set_map(scene, map);
    STEP(scene_put_number(scene, "map.samples", side > 0 ? side : RL_AUTO));
    if (!rl_scene_seed(map, &seed))
        return CODE_OK;
    /* One seed, one world: the map has the seed of the land. */
    if (opts->has_seeds || (opts->seed_text != NULL && opts->seed != seed))
        return say_error(CODE_USAGE, "--from-map %s: has its own seed: remove %s", name.text,
                         opts->has_seeds ? "--seeds" : "--seed");
    scene_put(scene, "ridgeline.seed", "%" PRIu64, seed);
    return CODE_OK;
}

/* --at X,Y */
static int apply_place(rl_scene *scene, const options *opts)
{
    const char *comma = strchr(opts->at, ',');
    char x[32];
    if (comma == NULL || (size_t)(comma - opts->at) >= sizeof x || strchr(comma + 1, ',') != NULL)
        return say_error(CODE_USAGE, "--at %s: must be X,Y", SHOW(opts->at));
    if (opts->world != NULL || opts->composition != NULL)
        return say_error(CODE_USAGE, "--at %s: takes its land from the DEM: remove %s",
                         SHOW(opts->at), opts->world != NULL ? "-w" : "--composition");
    snprintf(x, sizeof x, "%.*s", (int)(comma - opts->at), opts->at);
    STEP(set_key(scene, "panorama.x", x, "--at X: "));
    return set_key(scene, "panorama.y", comma + 1, "--at Y: ");
}

/* 1 when --from-map names a file. */
static int has_map_file(const options *opts)
{
    return opts->from_map != NULL && strcmp(opts->from_map, "seed") != 0;
}

int request_dem(rl_scene *scene, const options *opts)
{
    rl_dem dem;
    rl_error error;
    if (!has_map_file(opts) ||
        (opts->at == NULL && rl_scene_number(scene, "panorama.x") == RL_AUTO))
        return CODE_OK;
    STEP(dem_open(&dem, opts->from_map, opts));
    return say_result(rl_scene_set_dem(scene, &dem, &error), &error);
}

static int apply_map(rl_scene *scene, const options *opts)
{
    source map;
    if (opts->at != NULL && !has_map_file(opts))
        return say_error(CODE_USAGE, "--at %s: needs a DEM: give --from-map FILE", SHOW(opts->at));
    if (opts->at != NULL)
        STEP(apply_place(scene, opts));
    if (opts->from_map == NULL || rl_scene_number(scene, "panorama.x") != RL_AUTO)
        return CODE_OK; /* a panorama has its heights by request_dem */
    static const char *const endings[] = {".asc", ".pgm", ".tif", ".tiff"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (path_has_ending(opts->from_map, endings[i]))
            return say_error(CODE_USAGE, "--from-map %s: a DEM needs a place: add --at X,Y",
                             SHOW(opts->from_map));
    scene_put(scene, "land.slices", "1");
    if (!has_map_file(opts))
        return CODE_OK;
    int code = source_read(&map, opts->from_map);
    if (code == CODE_OK)
        code = apply_map_rules(scene, map.scene, opts);
    source_free(&map);
    return code;
}

/* ---- --limit ------------------------------------------------------------ */

/* The names of limits, where they are kept, and the most that is accepted. */
static const struct {
    const char *name;
    size_t field; /* offset in rl_limits */
    int is_int;   /* 1: the field is an int; 0: an int64_t */
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

/* Reads KEY=N,...; K, M, G or T behind N multiply it by 1000, 1000^2, 1000^3 or 1000^4. */
int read_limit(options *opts, const option_row *row, const char *place, const char *value)
{
    static const char powers[] = "KMGT";
    char item[64];
    (void)row;
    for (const char *list = value; list != NULL;) {
        uint64_t amount, times = 1;
        list = list_item(item, sizeof item, list);
        const shown typed = show_bytes(item, strlen(item));
        char *number = strchr(item, '=');
        if (number != NULL)
            *number++ = '\0';
        int key = name_index(limit_name, item);
        const char *near = key < 0 && number != NULL ? name_near(limit_name, item) : NULL;
        if (near != NULL)
            return say_error(CODE_USAGE, "%s %s: no such limit: did you mean %s?", place,
                             typed.text, near);
        if (key < 0 || number == NULL)
            return say_error(CODE_USAGE, "%s %s: must be KEY=N of side, area, ridges, work, memory",
                             place, typed.text);
        size_t digits = strlen(number);
        const char *power = digits > 1 ? strchr(powers, number[digits - 1]) : NULL;
        for (const char *p = powers; power != NULL && p <= power; p++)
            times *= 1000;
        if (!geometry_integer(&amount, number, digits - (power != NULL),
                              (uint64_t)limit_rows[key].most / times) ||
            amount == 0)
            return say_error(CODE_USAGE,
                             "%s %s: must be 1..%" PRId64 "; K, M, G or T may follow, as in 64M",
                             place, typed.text, limit_rows[key].most);
        void *field = (char *)&opts->limits + limit_rows[key].field;
        if (limit_rows[key].is_int)
            *(int *)field = (int)(amount * times);
        else
            *(int64_t *)field = (int64_t)(amount * times);
        opts->limits_memory |= field == &opts->limits.memory;
    }
    return CODE_OK;
}

/* ---- memory ------------------------------------------------------------- */

/* Returns 1 if the scene comes from a file, which may not be trusted. */
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

/* Checks a foreign scene against the limits.  The size of a landscape is left out, because each
 * command chooses and checks its own.  A user who types -s agrees to that size and to its work. */
static rl_status ask_limits(const rl_scene *scene, const options *opts, rl_error *error)
{
    rl_limits limits = opts->limits;
    const geometry part = scene_part(scene), size = part.width > 0 ? part : scene_size(scene);
    int is_map = scene_is(scene, "ridgeline.kind", "map");
    int is_open = opts->size.width > 0 || !limits_allow(&limits, size.width, size.height);
    rl_scene *open;
    if (!is_map || opts->size.width > 0) {
        limits.side = INT32_MAX;
        limits.area = INT64_MAX;
    }
    if (is_map || !is_open)
        return rl_limits_check(&limits, scene, error);
    if (rl_scene_copy(&open, scene, error) != RL_OK)
        return error->status;
    rl_scene_set(open, "output.size", NULL, NULL);
    rl_scene_set(open, "output.region", NULL, NULL);
    rl_status status = rl_limits_check(&limits, open, error);
    rl_scene_free(open);
    return status;
}

static int check_limits(const rl_scene *scene, const options *opts)
{
    rl_error error;
    if (!is_foreign(opts) || ask_limits(scene, opts, &error) == RL_OK)
        return CODE_OK;
    if (error.status == RL_NO_MEMORY)
        return say_status(&error);
    const char *key =
        strncmp(error.text, "output.size", 11) == 0 || strncmp(error.text, "map.picture", 11) == 0
            ? "side=N,area=N or -s"
        : strstr(error.text, " steps of work at ") != NULL ? "work=N or -s"
        : strncmp(error.text, "pass.", 5) == 0             ? "work=N"
                                                           : "ridges=N";
    return say_error(CODE_DATA, "%s%s%.320s: --limit %s allows more",
                     opts->operand_count > 0 ? SHOW(opts->operands[0]) : "",
                     opts->operand_count > 0 ? ": " : "", error.text, key);
}

/* --eink, and --proof, which shows what it gives. */
static int apply_eink(rl_scene *scene, const options *opts)
{
    if (opts->eink != NULL)
        scene_put(scene, "output.inks", "%s", rl_ink_name((size_t)opts->inks));
    if (scene_is(scene, "output.inks", "none") && option_value(opts, "proof") != NULL)
        return say_error(CODE_USAGE, "--proof: needs a panel: add --eink");
    if (opts->eink == NULL)
        return CODE_OK;
    if (scene_integer(scene, "output.colours") > 0 && request_sets(opts, "output.colours"))
        return say_error(CODE_USAGE, "--set output.colours: conflicts with --eink, which sets the "
                                     "colours: remove one of them");
    scene_put(scene, "output.colours", "0"); /* a picture's, which becomes one for a panel */
    if (!request_sets(opts, "output.region"))
        rl_scene_set(scene, "output.region", NULL, NULL);
    return CODE_OK;
}

int request_apply(rl_scene *scene, const options *opts)
{
    static const char *const of_panorama[] = {"look", "fov", "eye"};
    STEP(apply_map(scene, opts));
    if (opts->seed_text != NULL)
        scene_put(scene, "ridgeline.seed", "%" PRIu64, opts->seed);
    STEP(apply_mood(scene, opts->mood));
    if (opts->weather != NULL && opts->weather[0] != '\0' &&
        rl_weather_apply(scene, opts->weather, NULL) != RL_OK)
        return say_no_such("--weather ", opts->weather, "weather", rl_weather_name);
    if (opts->print != NULL && is_file(opts->print))
        STEP(apply_file(scene, rl_print_parse, opts->print));
    else if (opts->print != NULL && rl_print_apply(scene, opts->print, NULL) != RL_OK)
        return say_no_such("--print ", opts->print, "print", rl_print_name);
    rl_palette palette;
    if (opts->palette != NULL) {
        STEP(palettes_fetch(&palette, opts->palette, opts, "-p"));
        rl_scene_set_palette(scene, &palette);
    }
    STEP(apply_world(scene, opts));
    if (opts->composition != NULL)
        STEP(is_file(opts->composition)
                 ? apply_file(scene, rl_composition_parse, opts->composition)
                 : set_key(scene, "ridgeline.composition", opts->composition, "--composition "));
    STEP(apply_motifs(scene, opts->motif));
    for (int i = 0; i < opts->ridge_count; i++)
        STEP(apply_ridge(scene, opts->ridges[i], (size_t)i));
    STEP(apply_keys(scene, opts));
    for (int i = 0; i < opts->setting_count; i++)
        STEP(apply_setting(scene, opts->settings[i]));
    STEP(apply_eink(scene, opts));
    for (size_t i = 0; i < sizeof of_panorama / sizeof *of_panorama; i++)
        if (rl_scene_number(scene, "panorama.x") == RL_AUTO &&
            option_value(opts, of_panorama[i]) != NULL)
            return say_error(CODE_USAGE, "--%s: needs a panorama: add --at X,Y", of_panorama[i]);
    STEP(check_limits(scene, opts));
    rl_scene_palette(scene, &palette);
    int code = palettes_complete(&palette);
    rl_scene_set_palette(scene, &palette);
    return code;
}

int request_threads(const options *opts)
{
    if (opts->threads > 0)
        return opts->threads;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 256 ? 256 : (int)online;
}

int request_sets(const options *opts, const char *key)
{
    size_t length = strlen(key);
    for (int i = 0; i < opts->setting_count; i++)
        if (strncmp(opts->settings[i], key, length) == 0 && opts->settings[i][length] == '=')
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

/* Prints bytes, escaped, to standard error or, if `user` is NULL, to standard output. */
static void print_bytes(void *user, const char *bytes, size_t size)
{
    if (user != NULL)
        say_escaped(bytes, size);
    else
        out_escaped(bytes, size);
}

static void put_argument(put_bytes *put, void *user, const char *option, const char *separator,
                         const char *value)
{
    put(user, " ", 1);
    put(user, option, strlen(option));
    put(user, separator, strlen(separator));
    shell_word(value, put, user);
}

void request_write(const options *opts, put_bytes *put, void *user)
{
    if (opts->seed_text != NULL)
        put_argument(put, user, "--seed", " ", opts->seed_text);
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        const char *value = option_text(opts, i);
        int is_land =
            row->groups != ~0 &&
            (row->groups & (TAKES_LAND | TAKES_COLOURS | TAKES_WEATHER | TAKES_EINK)) != 0;
        if (is_land && value != NULL && !row->repeats &&
            strcmp(row->name, "world") != 0) /* --style */
            put_argument(put, user, option_place(row).text, row->argument[0] == '[' ? "=" : " ",
                         value);
    }
    for (int i = 0; i < opts->ridge_count; i++)
        put_argument(put, user, "--ridge", " ", opts->ridges[i]);
    for (int i = 0; i < opts->setting_count; i++)
        put_argument(put, user, "--set", " ", opts->settings[i]);
}

void request_print(const char *name, const char *operand, const options *opts, int to_error)
{
    void *user = to_error ? &to_error : NULL;
    print_bytes(user, name, strlen(name));
    print_bytes(user, ":", 1);
    if (operand != NULL)
        put_argument(print_bytes, user, "", "", operand);
    request_write(opts, print_bytes, user);
    print_bytes(user, "\n", 1);
}

/* ---- maps --------------------------------------------------------------- */

static int apply_corners(rl_scene *scene, const char *corners)
{
    char item[64], place[200], key[24];
    int count = 0;
    if (corners == NULL)
        return CODE_OK;
    snprintf(place, sizeof place, "--corners %s: ", SHOW(corners));
    for (const char *list = corners; list != NULL && ++count <= 4;) {
        list = list_item(item, sizeof item, list);
        snprintf(key, sizeof key, "map.corner_%d", count);
        STEP(set_key(scene, key, item, place));
    }
    if (count != 4)
        return say_error(CODE_USAGE, "%smust be four heights: A,B,C,D", place);
    return CODE_OK;
}

/* Key of --pass that names a file; a scene holds its content. */
#define PASS_FILE "file"

/* KEY=VALUE,KEY=VALUE,...; NULL is an empty list.  `place` is printed before a key in messages,
 * `names` are the keys as they are typed, `keys` (NULL: the same) as the scene's section calls
 * them: "map." or "pass.3.". */
static int apply_list(rl_scene *scene, const char *place, name_list *names, const char *const *keys,
                      const char *section, const char *list)
{
    char item[512], before[96], key[64];
    unsigned seen = 0; /* bit k is set when key k was given */
    while (list != NULL) {
        list = list_item(item, sizeof item, list);
        char *equals = strchr(item, '=');
        if (equals == NULL || equals == item)
            return say_error(CODE_USAGE, "%s%s: must be KEY=VALUE, with a comma between two", place,
                             SHOW(item));
        *equals = '\0';
        int i = name_index(names, item);
        if (i < 0)
            return say_no_such(place, item, "key", names);
        snprintf(before, sizeof before, "%s%s=", place, names((size_t)i));
        if ((seen >> i & 1) != 0)
            return say_error(CODE_USAGE, "%s%s: given twice", before, SHOW(equals + 1));
        seen |= 1U << i;
        int is_file = strcmp(item, PASS_FILE) == 0; /* the command reads it: see pass_file */
        snprintf(key, sizeof key, "%s%s", section,
                 is_file        ? "places"
                 : keys != NULL ? keys[i]
                                : names((size_t)i));
        STEP(set_key(scene, key, is_file ? "file" : equals + 1, before));
    }
    return CODE_OK;
}

static const char *const shade_keys[] = {"azimuth", "altitude", "exaggeration", "exaggeration",
                                         "shade"};
static const char *const view_keys[] = {"look_azimuth", "view_elevation", "view_exaggeration",
                                        "axis_low",     "axis_high",      "colour_low",
                                        "colour_high"};

const char *shade_key(size_t index)
{
    static const char *const names[] = {"azimuth", "altitude", "exaggeration", "z", "amount", NULL};
    return names[index];
}

const char *view_key(size_t index)
{
    static const char *const names[] = {"azimuth",   "elevation",  "exaggeration", "axis_low",
                                        "axis_high", "colour_low", "colour_high",  NULL};
    return names[index];
}

/* Kind of the pass whose keys pass_key lists; set by apply_pass. */
static int pass_kind;

static const char *pass_key(size_t index)
{
    const char *name = rl_pass_key(pass_kind, index, NULL, NULL);
    int is_next =
        name == NULL && index > 0 && rl_pass_key(pass_kind, index - 1, NULL, NULL) != NULL;
    return is_next && pass_kind == rl_pass_find("voronoi") ? PASS_FILE : name;
}

const char *pass_file(const char *typed, char *path, size_t size)
{
    static const char prefix[] = PASS_FILE "=";
    const char *list = strchr(typed, ':');
    list = list != NULL ? list + 1 : NULL;
    while (list != NULL) {
        list = list_item(path, size, list);
        if (strncmp(path, prefix, strlen(prefix)) == 0)
            return path + strlen(prefix);
    }
    return NULL;
}

/* NAME[:KEY=VALUE,...] becomes the next of the scene's passes. */
static int apply_pass(rl_scene *scene, int number, const char *typed)
{
    char word[64], key[24], section[20], place[80];
    size_t length = strcspn(typed, ":");
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), typed);
    pass_kind = name_index(pass_name, word);
    if (pass_kind < 0)
        STEP(say_synonym("--pass ", word, "pass", passes));
    if (pass_kind < 0)
        return say_no_such("--pass ", word, "pass", pass_name);
    snprintf(place, sizeof place, "--pass %s:", word);
    snprintf(section, sizeof section, "pass.%d.", number);
    snprintf(key, sizeof key, "%skind", section);
    STEP(set_key(scene, key, word, "--pass "));
    return apply_list(scene, place, pass_key, NULL, section,
                      typed[length] == ':' ? typed + length + 1 : NULL);
}

/* Cells along the grid of 2^n + 1 samples that a map of this size is cut from. */
static int grid_side(int width, int height)
{
    int longer = width > height ? width : height, side = 1;
    while (side + 1 < longer)
        side *= 2;
    return side;
}

/* Applies --view: the name of a view, keys of the view in perspective, or a name, a comma and keys.
 * Returns an exit code. */
static int apply_view(rl_scene *scene, const char *view)
{
    char name[64];
    size_t length = view != NULL ? strcspn(view, ",=") : 0;
    if (view == NULL)
        return CODE_OK;
    int has_name = view[length] != '=';
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), view);
    STEP(set_key(scene, "map.view", has_name ? name : "surface", "--view "));
    if (has_name && view[length] == '\0')
        return CODE_OK;
    return apply_list(scene, "--view ", view_key, view_keys, "map.",
                      has_name ? view + length + 1 : view);
}

int map_request_apply(rl_scene *scene, const char *view, const options *opts)
{
    const geometry *size = &opts->size;
    scene_put(scene, "ridgeline.kind", "map");
    if (opts->preset != NULL && rl_map_preset_apply(scene, opts->preset, NULL) != RL_OK)
        return say_no_such("--preset ", opts->preset, "preset", rl_map_preset_name);
    const geometry before = scene_size(scene);
    double cell = rl_scene_number(scene, "map.cell");
    int first = rl_scene_count(scene, "pass");
    /* Another size of a recorded map is the same land: a cut of the same grid keeps its cells,
     * another grid has finer or coarser ones. */
    if (size->width > 0 && cell != RL_AUTO && before.width > 0)
        STEP(scene_put_number(scene, "map.cell",
                              cell * grid_side(before.width, before.height) /
                                  grid_side(size->width, size->height)));
    if (size->width > 0)
        scene_put(scene, "output.size", "%dx%d", size->width, size->height);
    if (first + opts->pass_count > RL_MAX_PASSES)
        return say_error(CODE_USAGE, "--pass: given %d times: must be at most %d",
                         first + opts->pass_count, RL_MAX_PASSES);
    STEP(apply_corners(scene, opts->corners));
    STEP(apply_list(scene, "--shade ", shade_key, shade_keys, "map.", opts->shade));
    STEP(apply_view(scene, view));
    for (int i = 0; i < opts->pass_count; i++)
        STEP(apply_pass(scene, first + i + 1, opts->passes[i]));
    if (opts->tint != NULL) { /* a file of colours, or the name of a ramp or palette */
        int is_name = path_ending(opts->tint) == NULL && path_slash(opts->tint) == NULL;
        rl_scene_set(scene, "tint.stop_1", NULL, NULL);
        rl_scene_set(scene, "tint.name", NULL, NULL);
        STEP(is_name ? set_key(scene, "tint.name", opts->tint, "--tint ")
                     : apply_file(scene, rl_tint_parse, opts->tint));
    }
    return request_apply(scene, opts);
}
