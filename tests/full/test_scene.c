/* test_scene.c - scene text: what goes in comes out, and faults name their line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/composition.h"
#include "scene/data.h"
#include "support/support.h"

#define COUNT(table) ((int)(sizeof table / sizeof table[0]))

static rl_status parse(rl_scene *scene, const char *text, rl_error *why)
{
    return rl_scene_parse(scene, text, strlen(text), "t.ini", why);
}

/* ---- round trips ---------------------------------------------------------- */

/* Writes, reads into a fresh scene, writes again: nothing may differ. */
static void check_round_trip(const rl_scene *scene, int number)
{
    char *first = scene_text(scene);
    rl_scene read;
    scene_init(&read);
    rl_status status = parse(&read, first, &error);
    ck_assert_msg(status == RL_OK, "scene %d: %s", number, error.text);
    char *second = scene_text(&read);
    ck_assert_msg(strcmp(first, second) == 0, "scene %d: other text after reading", number);
    free(first);
    free(second);
}

TEST(scene_text_comes_back)
{
    chance c = chance_from(1);
    for (int i = 0; i < SUPPORT_PART(2000); i++) {
        rl_scene scene;
        random_scene(&c, (int)chance_integer(&c, 0, 100), &scene);
        check_round_trip(&scene, i);
    }
    rl_scene open;
    scene_init(&open);
    check_round_trip(&open, -1);
}

/* One ridge of the scene is set by hand. */
TEST(scene_of_unset_ridge_count_comes_back)
{
    rl_scene scene;
    scene_init(&scene);
    OK(rl_scene_set(&scene, "ridge.2.roughness", "0.9", &error));
    ck_assert_int_eq(scene.ridge_count, RL_AUTO);
    check_round_trip(&scene, 0);
}

/* The names hold characters that INI uses itself. */
TEST(palette_name_of_any_characters_comes_back)
{
    static const char *const names[] = {"two words", "a;b", "a#b", "a=b",
                                        "a ; b",     "[x]", "#5",  "\xc3\xa9t\xc3\xa9"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rl_scene scene;
        scene_init(&scene);
        /* A name that set refuses need not come back. */
        if (rl_scene_set(&scene, "palette.name", names[i], &error) == RL_OK)
            check_round_trip(&scene, (int)i);
    }
}

TEST(resolved_scene_text_comes_back)
{
    chance c = chance_from(2);
    for (int i = 0; i < SUPPORT_PART(2000); i++) {
        rl_scene scene;
        random_scene(&c, (int)chance_integer(&c, 0, 60), &scene);
        OK(rl_scene_resolve(&scene, &error));
        check_round_trip(&scene, i);
    }
}

TEST(scene_resolved_twice_is_unchanged)
{
    chance c = chance_from(3);
    for (int i = 0; i < SUPPORT_PART(1000); i++) {
        rl_scene scene;
        random_scene(&c, (int)chance_integer(&c, 0, 60), &scene);
        OK(rl_scene_resolve(&scene, &error));
        rl_scene again = scene;
        OK(rl_scene_resolve(&again, &error));
        ck_assert(memcmp(&again, &scene, sizeof scene) == 0);
        char *first = scene_text(&scene);
        rl_scene read; /* and so it does when read from its text */
        scene_init(&read);
        OK(parse(&read, first, &error));
        OK(rl_scene_resolve(&read, &error));
        char *second = scene_text(&read);
        ck_assert_msg(strcmp(first, second) == 0, "scene %d", i);
        free(first);
        free(second);
    }
}

TEST(map_text_comes_back)
{
    chance c = chance_from(4);
    for (int i = 0; i < SUPPORT_PART(500); i++) {
        rl_scene scene, again;
        random_map(&c, (int)chance_integer(&c, 0, 60), &scene);
        check_round_trip(&scene, i);
        OK(rl_scene_resolve(&scene, &error));
        check_round_trip(&scene, i);
        again = scene;
        OK(rl_scene_resolve(&again, &error));
        ck_assert(memcmp(&again, &scene, sizeof scene) == 0);
    }
}

/* Keys of a pass without a kind are refused, too. */
TEST(pass_key_of_another_kind_is_refused)
{
    static const struct {
        const char *text, *fragment;
    } wrong[] = {
        {"[ridgeline]\nkind = map\n[pass 1]\npoints = 4\n", "pass.1.kind: unset"},
        {"[ridgeline]\nkind = map\n[pass 1]\nkind = thermal\npoints = 4\n",
         "pass.1.points: thermal has no such key"},
        {"[ridgeline]\nkind = map\n[pass 2]\nkind = thermal\n", "pass.1.kind: unset"},
        {"[ridgeline]\nkind = map\n[pass 1]\nevaporation = 0.5\nmix = 1\nkind = hydraulic\n",
         "pass.1.mix: hydraulic has no such key"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rl_scene scene;
        scene_init(&scene);
        OK(parse(&scene, wrong[i].text, &error));
        ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
        ck_assert_msg(strstr(error.text, wrong[i].fragment) != NULL, "%s", error.text);
    }
    rl_scene scene;
    scene_init(&scene);
    ck_assert_int_eq(rl_scene_set(&scene, "pass.1.neighbours", "6", &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "must be 4 or 8"));
}

TEST(map_preset_fills_unset_keys_only)
{
    rl_scene scene;
    scene_init(&scene);
    OK(parse(&scene,
             "[ridgeline]\nkind = map\n[map]\npreset = roughness-coefficient\n"
             "persistence = 0.7\ncorner_2 = 9\n",
             &error));
    OK(rl_scene_resolve(&scene, &error));
    ck_assert_double_eq(scene.map.spread, 0.7); /* r_k = R^(k+1) */
    ck_assert_double_eq(scene.map.corner[0], 1.0);
    ck_assert_double_eq(scene.map.corner[1], 9.0);
    ck_assert_int_eq(scene.map.raw, 1);
    ck_assert_double_eq(scene.map.azimuth, 315.0);
}

/* Faults of shorter texts: tests/support/data/refusals/scene.txt. */
TEST(scene_text_beyond_1_mib_is_refused)
{
    rl_scene scene;
    char *large = malloc(RL_MAX_TEXT + 1);
    ck_assert_ptr_nonnull(large);
    memset(large, '\n', RL_MAX_TEXT + 1);
    scene_init(&scene);
    ck_assert_int_eq(rl_scene_parse(&scene, large, RL_MAX_TEXT + 1, "t.ini", &error), RL_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(error.text, "t.ini: "));
    ck_assert_ptr_nonnull(strstr(error.text, "must be at most 1048576"));
    OK(rl_scene_parse(&scene, large, RL_MAX_TEXT, "t.ini", &error));
    free(large);
}

/* ---- where keys stand ----------------------------------------------------- */

static const struct {
    const char *key;
    int line;
} places[] = {
    {"sky.haze", 3},
    {"sky.haze_power", 5},
    {"sky.horizon", 2},
    {"ridge.1.kind", 9},
    {"ridge.10.kind", 7},
    {"ridge.1.base", 8},
    {"ridge.2.kind", 0},
    {"sun.x", 0},
    {"palette.sky_2", 12},
    {"palette.sun", 11},
    {"", 0},
    {"sky", 0},
    {"ridge.10.kinds", 6},
};

TEST_LOOP(line_of_a_scene_key_is_found, COUNT(places))
{
    static const char text[] = "# a\n[sky]\nhaze = 0.5\n\nhaze_power = 2\n[ridge 10]\n"
                               "kind = range\n[ridge 1]\nkind=hill\n\n[palette]\nsky_2 = #fff\n";
    ck_assert_int_eq(rl_scene_line(text, strlen(text), places[_i].key), places[_i].line);
}

/* ---- what a text may be --------------------------------------------------- */

static const char *const same_texts[] = {
    "[sky]\nhaze = 0.5\nhorizon = 0.25\n",
    "\xef\xbb\xbf[sky]\nhaze = 0.5\nhorizon = 0.25\n",
    "[sky]\r\nhaze = 0.5\r\nhorizon = 0.25\r\n",
    "[sky]\nhaze = 0.5\nhorizon = 0.25",
    "[sky]\r\nhaze = 0.5\r\nhorizon = 0.25\r",
    "[sky]\nhaze = 0.5\n   horizon = 0.25\n", /* a pair, not the value's next line */
    "[sky]\nhaze = 0.5\n\thorizon = 0.25\n",
    "  [sky]\n  haze=0.5  \n  horizon   =   0.25   \n\n\n",
    "# c\n; c\n[sky]\n# haze = 2\n  # c\nhorizon = 0.25\nhaze = 0.500000000\n",
    "[sun]\n[sky]\nhaze = 00.5\nhorizon = 0.25\n[mist]\n",
};

TEST_LOOP(scene_with_harmless_differences_is_read_the_same, COUNT(same_texts))
{
    rl_scene wanted, scene;
    scene_init(&wanted);
    wanted.haze = 0.5;
    wanted.horizon = 0.25;
    scene_init(&scene);
    OK(parse(&scene, same_texts[_i], &error));
    ck_assert_msg(memcmp(&scene, &wanted, sizeof scene) == 0, "%s", same_texts[_i]);
}

TEST(scene_line_beyond_190_bytes_is_refused)
{
    rl_scene scene;
    char text[256] = "[palette]\n";
    size_t start = strlen(text);
    memset(text + start, ' ', 190);
    memcpy(text + start, "name = dawn", 11);
    memcpy(text + start + 189, "x\n", 3);
    ck_assert_int_eq((int)strlen(text + start), 191); /* with its line end */
    scene_init(&scene);                               /* the line passes, its value does not */
    ck_assert_int_eq(parse(&scene, text, &error), RL_BAD_DATA);
    ck_assert_ptr_null(strstr(error.text, "190 bytes"));
    char comment[400];
    memset(comment, '#', sizeof comment);
    memcpy(comment + 190, "\n[sky]\nhaze = 1\n", 17);
    OK(parse(&scene, comment, &error));
    memcpy(comment + 190, "#\n[sky]\nhaze = 1\n", 18);
    ck_assert_int_eq(parse(&scene, comment, &error), RL_BAD_DATA);
    ck_assert_ptr_nonnull(strstr(error.text, "t.ini:1: "));
}

TEST(scene_text_of_fewer_ridges_keeps_the_others)
{
    rl_scene scene;
    scene_init(&scene);
    OK(parse(&scene, "[ridge 3]\nbase = 0.1\n", &error));
    ck_assert_int_eq(scene.ridge_named, 3);
    OK(parse(&scene, "[ridge 2]\nbase = 0.2\n", &error));
    ck_assert_int_eq(scene.ridge_named, 3);
    OK(parse(&scene, "[ridge 4]\nbase = 0.2\n", &error));
    ck_assert_int_eq(scene.ridge_named, 4);
}

TEST(scene_filling_changes_unset_keys_only)
{
    rl_scene scene;
    scene_init(&scene);
    OK(parse(&scene, "[sky]\nhorizon = 0.4\n[ridge 1]\nbase = 0.25\n", &error));
    const char text[] =
        "[sky]\nhorizon = 0.5\nhaze = 0.5\n[ridge 1]\nbase = 0.5\namplitude = 0.5\n";
    parse_job job = {.file = {text, sizeof text - 1, "x"}, .only_unset = 1};
    OK(parse_text(&scene, &job, &error));
    ck_assert(scene.horizon == 0.4 && scene.haze == 0.5 && scene.ridge[0].base == 0.25 &&
              scene.ridge[0].amplitude == 0.5);
}

TEST(later_scene_text_overrides_the_earlier_one)
{
    rl_scene scene;
    scene_init(&scene);
    OK(parse(&scene, "[sky]\nhaze = 0.5\n[sun]\nx = 0.1\n", &error));
    OK(parse(&scene, "[sky]\nhaze = 0.75\n", &error));
    ck_assert(scene.haze == 0.75 && scene.sun_x == 0.1);
    OK(parse(&scene, "[sky]\nhaze = auto\n", &error));
    ck_assert(scene.haze == RL_AUTO);
}

TEST(scene_parser_survives_any_bytes)
{
    chance c = chance_from(11);
    rl_scene base;
    scene_init(&base);
    char *text = scene_text(&base);
    size_t size = strlen(text);
    char *broken = malloc(size);
    ck_assert_ptr_nonnull(broken);
    for (int i = 0; i < SUPPORT_PART(4000); i++) {
        memcpy(broken, text, size);
        int64_t changes = chance_integer(&c, 1, 6);
        for (int64_t n = 0; n < changes; n++)
            broken[chance_integer(&c, 0, (int64_t)size - 1)] = (char)chance_integer(&c, 0, 255);
        rl_scene scene = base;
        rl_status status = rl_scene_parse(
            &scene, broken, (size_t)chance_integer(&c, 0, (int64_t)size), "t.ini", &error);
        ck_assert(status == RL_OK || status == RL_BAD_DATA);
        ck_assert((error.text[0] == '\0') == (status == RL_OK));
        ck_assert(status == RL_OK || memcmp(&scene, &base, sizeof scene) == 0);
    }
    free(broken);
    free(text);
}

/* ---- single keys ---------------------------------------------------------- */

static const struct setting {
    const char *key, *value;
    const char *fragment; /* NULL: it is accepted */
} settings[] = {
    {"sky.haze", "0.5", NULL},
    {"sky.haze", "auto", NULL},
    {"ridge.2.roughness", "0.9", NULL},
    {"ridge.64.base", "-10", NULL},
    {"palette.sun", "#123456", NULL},
    {"palette.sky_16", "123", NULL},
    {"output.dither", "blue", NULL},
    {"ridgeline.seed", "hello", NULL},
    {"ridgeline.style", "lake", NULL}, /* names of version 0.2 */
    {"world.kind", "loop", NULL},
    {"world.haze", "1", "no such key"},
    {"sky.haze", "2", "sky.haze = 2: must be 0..1"},
    {"sky.haze", "", "must be 0..1"},
    {"sky.haz", "1", "did you mean sky.haze?"},
    {"ski.haze", "1", "did you mean sky.haze?"},
    {"ridge.2.roughnes", "1", "did you mean ridge.2.roughness?"},
    {"ridge.0.roughness", "1", "no such key"},
    {"ridge.65.roughness", "1", "no such key"},
    {"ridge.roughness", "1", "no such key: did you mean ridge.1.roughness?"},
    {"style", "lake", "no such key: did you mean ridgeline.world?"},
    {"world", "lake", "no such key: did you mean ridgeline.world?"},
    {"extent", "loop", "did you mean one of extent.kind, "},
    {"amount", "1",
     "did you mean one of stars.amount, clouds.amount, aurora.amount, mist.amount ...?"},
    {"ridge..roughness", "1", "no such key"},
    {"ridge.+1.roughness", "1", "no such key"},
    {"ridge.1", "1", "no such key"},
    {"haze", "1", "did you mean sky.haze?"},
    {"", "1", "no such key"},
    {".", "1", "no such key"},
    {"sky.", "1", "no such key"},
    {"palette.sky_17", "#fff", "no such key"},
    {"palette.sky_N", "#fff", "no such key"},
    {"ridgeline.scene", "3", "must be 1 or 2"},
    {"ridgeline.algorithm", "4", "must be 1, 2 or 3"},
    {"output.size", "auto", "must be WxH"},
    {"sky.haze\n\x1b", "1", "no such key"},
};

TEST_LOOP(scene_keys_are_set_by_path, COUNT(settings))
{
    const struct setting *s = &settings[_i];
    rl_scene scene;
    scene_init(&scene);
    rl_scene before = scene;
    rl_status status = rl_scene_set(&scene, s->key, s->value, &error);
    if (s->fragment == NULL) {
        OK(status);
        return;
    }
    ck_assert_int_eq(status, RL_BAD_ARGUMENT);
    ck_assert_msg(strstr(error.text, s->fragment) != NULL, "'%s' is not in '%s'", s->fragment,
                  error.text);
    ck_assert(strchr(error.text, '\n') == NULL && strchr(error.text, '\x1b') == NULL);
    ck_assert(memcmp(&scene, &before, sizeof scene) == 0);
}

/* Both a section and a path "ridge.01" are refused. */
TEST(ridge_number_with_leading_zero_is_refused)
{
    rl_scene scene;
    scene_init(&scene);
    ck_assert_int_eq(rl_scene_set(&scene, "ridge.01.roughness", "1", &error), RL_BAD_ARGUMENT);
}

TEST(needs_of_keys_lead_to_a_key_without_needs)
{
    rl_key key, other;
    for (size_t i = 0; rl_scene_key(i, &key); i++) {
        for (int steps = 0; key.needs != NULL; key = other, steps++) {
            size_t k = 0;
            while (rl_scene_key(k, &other) && strcmp(other.path, key.needs) != 0)
                k++;
            ck_assert_str_eq(other.path, key.needs);
            ck_assert_int_lt(steps, 3);
        }
    }
}

TEST(each_scene_key_has_rule_and_meaning)
{
    rl_key key, other;
    size_t count = 0;
    for (; rl_scene_key(count, &key); count++) {
        ck_assert(key.rule[0] != '\0' && key.meaning[0] != '\0');
        for (size_t i = 0; i < count; i++) { /* no path twice */
            ck_assert_int_eq(rl_scene_key(i, &other), 1);
            ck_assert_str_ne(key.path, other.path);
        }
    }
    ck_assert_uint_gt(count, 150);
    KEYS_EACH(walk) /* no field twice, but of two kinds of passes or families, or as 1 - it */
    {
        KEYS_EACH_IN(walk.section, next)
        {
            if (walk.key->offset != 0 && walk.key->offset != BY_NAME && next.index > walk.index &&
                !keys_of_pass(walk.key) && !keys_of_family(walk.key) &&
                !(next.key->traits & TRAIT_COMPLEMENT))
                ck_assert_msg(walk.key->offset != next.key->offset, "%s, %s", walk.key->path,
                              next.key->path);
        }
    }
}

/* Each value by name has an entry of its own: RL_SCENE_VALUES are enough. */
TEST(new_scene_has_values_of_all_kinds)
{
    rl_scene scene;
    scene_init(&scene);
    KEYS_EACH(walk)
    {
        if (walk.key->offset != BY_NAME || keys_of_family(walk.key))
            continue;
        const rl_value *value = scene_value(&scene, walk.key->path);
        ck_assert_msg(value != NULL, "%s: RL_SCENE_VALUES is too small", walk.key->path);
        ck_assert_msg(walk.key->kind == KEY_REAL ? value->real == RL_AUTO
                                                 : value->integer == RL_AUTO,
                      "%s: is set", walk.key->path);
    }
    ck_assert(scene_value(&scene, "sky.none") == NULL);
    ck_assert(scene_real(&scene, "sky.none") == 0.0 && scene_int(&scene, "sky.none") == 0);
}

/* Light may change with the land kept; what falls or flies is of the land's picture. */
TEST(values_of_light_keep_the_land)
{
    static const struct {
        const char *key, *value;
        int is_light;
    } rows[] = {{"stars.amount", "0.31", 1},     {"clouds.cover", "0.31", 1},
                {"sky.milkyway", "0.31", 1},     {"aurora.amount", "0.31", 1},
                {"sun.stripes", "0.31", 1},      {"fog.amount", "0.31", 1},
                {"weather.rain", "0.31", 0},     {"sky.comet", "comet", 0},
                {"birds.count", "3", 0},         {"plain.depth", "0.31", 0},
                {"land.snow", "0.31", 0},        {"motif.glow", "0.31", 1},
                {"palette.sky_1", "#123456", 1}, {"ridgeline.time", "12:00", 1},
                {"sun.eclipse", "0.31", 0},      {"trees.autumn", "0.31", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rl_scene scene, other;
        scene_init(&scene);
        other = scene;
        ck_assert_int_eq(rl_scene_set(&other, rows[i].key, rows[i].value, NULL), RL_OK);
        ck_assert_msg(scene_has_land_of(&scene, &other) == rows[i].is_light, "%s", rows[i].key);
    }
}

/* ---- the number of ridges ------------------------------------------------- */

static int ridges_after(const char *text, const char *set_key, const char *set_value)
{
    rl_scene scene;
    scene_of_seed(&scene, 7);
    OK(parse(&scene, text, &error));
    if (set_key != NULL)
        OK(rl_scene_set(&scene, set_key, set_value, &error));
    OK(rl_scene_resolve(&scene, &error));
    return scene.ridge_count;
}

TEST(ridge_sections_set_the_number_of_ridges)
{
    int open = ridges_after("[sky]\n", NULL, NULL);
    ck_assert_int_eq(ridges_after("[ridge 1]\n", NULL, NULL), 1);
    ck_assert_int_eq(ridges_after("[ridge 1]\n[ridge 2]\nbase = 0\n", NULL, NULL), 2);
    ck_assert_int_eq(ridges_after("[ridge 9]\n", NULL, NULL), 9);
    ck_assert_int_eq(ridges_after("[ridgeline]\nridges = 12\n[ridge 2]\n", NULL, NULL), 12);
    ck_assert_int_eq(ridges_after("[ridge 2]\n[ridgeline]\nridges = 12\n", NULL, NULL), 12);
    ck_assert_int_eq(ridges_after("[ridgeline]\nridges = 64\n", NULL, NULL), 64);
    /* One setting by hand on an open scene does not throw the others away. */
    ck_assert_int_eq(ridges_after("[sky]\n", "ridge.2.roughness", "1"), open);
    ck_assert_int_eq(ridges_after("[sky]\n", "ridge.20.roughness", "1"), 20);
    ck_assert_int_eq(ridges_after("[ridge 3]\n", "ridge.2.roughness", "1"), 3);
    ck_assert_int_eq(ridges_after("[ridge 3]\n", "ridge.5.roughness", "1"), 5);
    ck_assert_int_eq(ridges_after("[ridge 3]\n", "ridgeline.ridges", "2"), 2);
}

/* ---- resolving ------------------------------------------------------------ */

TEST(unknown_palette_is_refused_by_name)
{
    rl_scene scene;
    scene_init(&scene);
    OK(rl_scene_set(&scene, "palette.name", "dwan", &error));
    rl_scene before = scene;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "palette.name = dwan"));
    ck_assert_ptr_nonnull(strstr(error.text, "did you mean dawn?"));
    ck_assert(memcmp(&scene, &before, sizeof scene) == 0);
}

TEST(failed_resolve_leaves_the_scene_unchanged)
{
    rl_scene scene;
    scene_init(&scene);
    OK(parse(&scene, "[ridge 1]\nkind = segment\nstart_x = 1\nend_x = -1\n", &error));
    rl_scene before = scene;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "ridge.1.end_x"));
    ck_assert(memcmp(&scene, &before, sizeof scene) == 0);
}

TEST(scene_value_out_of_range_is_refused_by_key)
{
    static const double bad[] = {-0.1, 1.1, 1e300};
    for (size_t i = 0; i < 5; i++) {
        rl_scene scene;
        scene_init(&scene);
        scene.haze = i < 3 ? bad[i] : i == 3 ? (double)NAN : (double)INFINITY;
        ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(error.text, "sky.haze"));
    }
    rl_scene scene;
    scene_init(&scene);
    scene.ridge[0].kind = RL_MAX_FAMILIES;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    scene_init(&scene);
    scene.ridge_count = 65;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
    scene_init(&scene);
    scene.palette.sky_count = 17;
    ck_assert_int_eq(rl_scene_resolve(&scene, &error), RL_BAD_ARGUMENT);
}

/* What no text could set, but a palette that a caller has written into. */
TEST(garbage_in_a_palette_is_refused)
{
    static const struct {
        int sky, ridge;
        rl_colour sun;
    } broken[] = {{-1000000, 0, 0}, {0, 1000000, 0}, {17, 0, 0}, {0, -1, 0}, {0, 0, 0x1000000}};
    for (int i = 0; i < COUNT(broken); i++) {
        rl_scene scene;
        rl_palette palette;
        rl_limits limits;
        scene_init(&scene);
        rl_palette_init(&palette);
        palette.sky_count = broken[i].sky;
        palette.ridge_count = broken[i].ridge;
        palette.sun = broken[i].sun;
        rl_scene_set_palette(&scene, &palette);
        ck_assert_msg(rl_scene_resolve(&scene, &error) == RL_BAD_ARGUMENT, "fault %d", i);
        rl_sink *sink = memory_sink();
        ck_assert_msg(rl_scene_write(&scene, sink, &error) == RL_BAD_ARGUMENT, "fault %d", i);
        rl_sink_free(sink);
        rl_limits_init(&limits);
        (void)rl_limits_check(&limits, &scene, &error);
        (void)rl_scene_set(&scene, "palette.sky_2", "#123456", &error);
        (void)rl_scene_set(&scene, "palette.ridge_2", "#123456", &error);
    }
}

TEST(resolved_scene_has_no_unset_key)
{
    static const char *const may_stay[] = {
        "y = auto",       "iterations = auto", "colour = auto",    "name = auto",
        "time = auto",    "mood = auto",       "take = auto",      "composition = auto",
        "weather = auto", "lights = auto",     "light_hue = auto", "shade_hue = auto"};
    for (uint64_t seed = 0; seed < 50; seed++) {
        rl_scene scene;
        scene_init(&scene);
        scene.seed = seed;
        OK(rl_scene_resolve(&scene, &error));
        char *text = scene_text(&scene);
        int is_motif = 0; /* closed with the frame */
        for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            if (line[0] == '[')
                is_motif = strcmp(line, "[motif]") == 0 || strcmp(line, "[aloft]") == 0;
            int allowed = is_motif || strstr(line, "auto") == NULL;
            for (size_t i = 0; i < sizeof may_stay / sizeof may_stay[0]; i++)
                allowed = allowed || strcmp(line, may_stay[i]) == 0;
            ck_assert_msg(allowed, "%s", line);
        }
        free(text);
    }
}

/* The keys that other values are derived from; all else stands alone. */
static int is_parent(const scene_key *key)
{
    static const char *const parents[] = {
        "ridgeline.seed",    "ridgeline.ridges", "ridgeline.world", "ridgeline.mood",
        "ridgeline.calm",    "ridgeline.time",   "sun.x",           "sky.horizon",
        "clouds.amount",     "palette.name",     "output.colours",  "output.inks",
        "ridgeline.kind",    "lake.ridge",       "lake.level",      "lake.open",
        "deck.height",       "ridge.N.island",   "trees.height",    "ridgeline.composition",
        "ridgeline.weather", "weather.overcast", "moon.show",       "weather.rainbow",
        "print.name",
    };
    for (size_t i = 0; i < sizeof parents / sizeof parents[0]; i++)
        if (strcmp(parents[i], key->path) == 0)
            return 1;
    return key->kind == KEY_STOP || keys_in(key, "palette") || keys_in(key, "land") ||
           keys_in(key, "sun") || keys_in(key, "composition");
}

/* Which resolved values differ between two scenes, as "section.name" of the
 * last; returns how many. */
static int count_differences(const rl_scene *a, const rl_scene *b, int skip_ridge, char *last)
{
    int count = 0;
    KEYS_EACH(walk)
    {
        const scene_key *key = walk.key;
        int in_ridge = keys_in(key, "ridge");
        int times = in_ridge ? a->ridge_count : 1;
        int stops = key->kind == KEY_STOP ? (int)key->max : 0;
        for (int n = 0; n < times; n++) {
            for (int stop = stops > 0 ? 1 : 0; stop <= stops; stop++) {
                char x[KEYS_VALUE_SIZE] = "", y[KEYS_VALUE_SIZE] = "";
                int has_x = keys_write(a, key, n, stop, x);
                int has_y = keys_write(b, key, n, stop, y);
                if ((in_ridge && n == skip_ridge) || (has_x == has_y && strcmp(x, y) == 0))
                    continue;
                count++;
                (void)snprintf(last, 64, "%s (%d)", key->path, n + 1);
            }
        }
    }
    return count;
}

TEST(scene_value_set_by_hand_changes_no_other)
{
    chance c = chance_from(12);
    for (uint64_t seed = 0; seed < 20; seed++) {
        rl_scene open, base;
        scene_of_seed(&open, seed);
        base = open;
        OK(rl_scene_resolve(&base, &error));
        KEYS_EACH(walk)
        {
            const scene_key *key = walk.key;
            if (is_parent(key) || !keys_is_used(&base, &walk, 0))
                continue;
            rl_scene changed = open;
            char value[KEYS_VALUE_SIZE], path[64], last[64] = "";
            int in_ridge = keys_in(key, "ridge");
            random_value(&c, key, value);
            if (strcmp(key->path, "output.region") == 0)
                strcpy(value, "1x1+0+0");
            if (in_ridge &&
                (strcmp(key_name(key), "end_x") == 0 || strcmp(key_name(key), "start_x") == 0))
                continue; /* could end before it starts */
            if (strcmp(value, "slice") == 0 || strcmp(value, "own") == 0)
                continue; /* brings a map with it, or heights */
            (void)snprintf(path, sizeof path, in_ridge ? "ridge.2.%s" : "%s",
                           in_ridge ? key_name(key) : key->path);
            OK(rl_scene_set(&changed, path, value, &error));
            OK(rl_scene_resolve(&changed, &error));
            int most = in_ridge ? 0 : 1;
            int differ = count_differences(&base, &changed, in_ridge ? 1 : -1, last);
            ck_assert_msg(differ <= most, "%s = %s changes %d others: %s", path, value, differ,
                          last);
        }
    }
}

/* Each key of the resolved scene is tried. */
TEST(resolved_value_set_by_hand_gives_the_same_scene)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        rl_scene base, partly;
        scene_init(&base);
        base.seed = seed;
        OK(rl_scene_resolve(&base, &error));
        KEYS_EACH(walk)
        {
            const scene_key *key = walk.key;
            char value[KEYS_VALUE_SIZE];
            /* A palette by hand means colours alone, without a mood's sky and weather. */
            if (strcmp(key->path, "palette.name") == 0)
                continue;
            if (key->kind == KEY_STOP || key->kind == KEY_SIZE || key->kind == KEY_REGION ||
                !keys_write(&base, key, 0, 0, value))
                continue;
            scene_init(&partly);
            partly.seed = seed;
            ck_assert(keys_read(&partly, key, 0, 0, value) || key->kind == KEY_TEXT);
            partly.seed = seed;
            if (partly.world != RL_AUTO || partly.composition_index != RL_AUTO) {
                /* a place by name is dealt its own moods: by hand it takes all of the card */
                partly.world = base.world;
                partly.composition_index = base.composition_index;
                memcpy(partly.mood, base.mood, sizeof partly.mood);
            }
            OK(rl_scene_resolve(&partly, &error));
            char last[64] = "";
            ck_assert_msg(count_differences(&base, &partly, -1, last) == 0, "%s: %s", key->path,
                          last);
        }
    }
}

TEST(built_in_scenes_are_read)
{
    size_t count = 0;
    for (const char *name; (name = rl_scene_builtin_name(count)) != NULL; count++) {
        rl_scene scene;
        scene_init(&scene);
        OK(rl_scene_builtin(&scene, name, &error));
        OK(rl_scene_resolve(&scene, &error));
        check_round_trip(&scene, (int)count);
    }
    ck_assert_uint_gt(count, 0);
    rl_scene scene;
    scene_init(&scene);
    ck_assert_int_eq(rl_scene_builtin(&scene, "clasic", &error), RL_BAD_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "did you mean classic?"));
}
