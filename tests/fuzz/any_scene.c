/* any_scene.c - a list of steps, each of which changes a scene: what the setters take,
 * what presets say, and any bits in any field.
 *
 * In: bytes.  Out: a scene that a careless or hostile caller could make. */
#include "fuzz/any_scene.h"
#include "heightmap/pass.h"
#include "ridgeline-map.h"

#define STEPS_MOST 60
#define VALUE_SIZE 96

/* ---- by the setters ----------------------------------------------------- */

/* A word of the key's rule "fractal, range, hill": number `index`, as long as there are
 * so many. */
static void word_of(char value[VALUE_SIZE], const char *rule, int index)
{
    for (size_t length; index > 0 && rule[length = strcspn(rule, ",")] != '\0'; index--)
        rule += length + 1 + strspn(rule + length + 1, " ");
    snprintf(value, VALUE_SIZE, "%.*s", (int)strcspn(rule, ", "), rule);
}

static void value_of(char value[VALUE_SIZE], const char *rule, fuzz_bytes *from)
{
    switch (fuzz_byte(from) % 8) {
    case 0:
        snprintf(value, VALUE_SIZE, "auto");
        break;
    case 1:
        word_of(value, rule, fuzz_byte(from) % 12);
        break;
    case 2:
        snprintf(value, VALUE_SIZE, "%d", fuzz_byte(from) % 20);
        break;
    case 3:
        snprintf(value, VALUE_SIZE, "%d", (int)fuzz_u32(from));
        break;
    case 4:
        snprintf(value, VALUE_SIZE, "#%06x", (unsigned)fuzz_u32(from) & 0xFFFFFF);
        break;
    case 5:
        snprintf(value, VALUE_SIZE, "%.9f", fuzz_byte(from) / 255.0);
        break;
    case 6:
        snprintf(value, VALUE_SIZE, "%.9f", (int16_t)fuzz_u32(from) / 64.0);
        break;
    default:
        snprintf(value, VALUE_SIZE, "%.9g", fuzz_real(from));
        break;
    }
}

static void set_key(rl_scene *scene, fuzz_bytes *from)
{
    rl_key record;
    const char *name = NULL;
    char key[VALUE_SIZE], value[VALUE_SIZE];
    rl_error error;
    for (size_t index = fuzz_byte(from); name == NULL && index > 0; index /= 2)
        name = rl_scene_key(index - 1, &record) ? record.path : NULL;
    if (name == NULL)
        return;
    const char *number = strstr(name, ".N.");
    size_t stem = strlen(name);
    if (number != NULL)
        snprintf(key, sizeof key, "%.*s.%d.%s", (int)(number - name), name, 1 + fuzz_byte(from) % 9,
                 number + 3);
    else if (stem > 2 && strcmp(name + stem - 2, "_N") == 0)
        snprintf(key, sizeof key, "%.*s_%d", (int)(stem - 2), name, 1 + fuzz_byte(from) % 9);
    else
        snprintf(key, sizeof key, "%s", name);
    value_of(value, record.rule, from);
    fuzz_told(rl_scene_set(scene, key, value, &error), &error);
}

static void preset(rl_scene *scene, fuzz_bytes *from)
{
    rl_error error;
    const char *name;
    int which = fuzz_byte(from) % 4;
    size_t index = fuzz_byte(from);
    if (which == 0 && (name = rl_mood_name(index % 16)) != NULL)
        fuzz_told(rl_mood_apply(scene, name, &error), &error);
    else if (which == 1 && (name = rl_scene_builtin_name(index % 8)) != NULL)
        fuzz_told(rl_scene_builtin(scene, name, &error), &error);
    else if (which == 2 && (name = rl_palette_builtin_name(index % 32)) != NULL)
        fuzz_told(rl_palette_builtin(&scene->palette, name, &error), &error);
    else if (which == 3)
        scene->world = (int)(index % 9);
}

/* ---- into the struct ---------------------------------------------------- */

/* Pointers are the library's own: a caller has only the handle. */
static void clear_pointers(rl_scene *scene)
{
    const rl_data none = {0};
    scene->owned = NULL;
    scene->dem = NULL;
    scene->world_file = scene->mood_file = scene->composition_file = scene->drawing = none;
    for (int i = 0; i < RL_MAX_PROFILES; i++)
        scene->profile[i].heights = none;
}

static void poke(rl_scene *scene, fuzz_bytes *from)
{
    uint8_t how = fuzz_byte(from);
    uint32_t place = fuzz_u32(from);
    union {
        double real;
        uint64_t whole;
        int small[2];
    } value;
    size_t width = how % 2 != 0 ? 8 : 4;
    size_t offset = place % (sizeof *scene / width) * width;
    switch (how / 2 % 4) {
    case 0:
        value.real = fuzz_real(from);
        break;
    case 1:
        value.small[0] = value.small[1] = fuzz_int(from, -3, 70);
        break;
    case 2:
        value.small[0] = value.small[1] = RL_AUTO;
        break;
    default:
        value.whole = fuzz_u64(from);
        break;
    }
    rl_scene poked = *scene;
    memcpy((char *)&poked + offset, &value, width);
    /* Paths, families and names of keys are the library's own. */
    for (int i = 0; i < RL_SCENE_VALUES; i++)
        poked.value[i].path = scene->value[i].path;
    for (int i = 0; i < RL_MAX_RIDGES; i++)
        poked.ridge[i].value_family = scene->ridge[i].value_family;
    for (int i = 0; i < RL_MAX_PASSES; i++)
        for (int j = 0; j < RL_PASS_VALUES; j++)
            poked.map.pass[i].value[j].key = scene->map.pass[i].value[j].key;
    *scene = poked;
    clear_pointers(scene);
}

static void poke_ridge(rl_scene *scene, fuzz_bytes *from)
{
    int index = fuzz_byte(from) % RL_MAX_RIDGES;
    rl_ridge *ridge = &scene->ridge[index];
    double *const fields[] = {
        &ridge->depth,        &ridge->base,    &ridge->amplitude,   &ridge->spacing,
        &ridge->displacement, &ridge->start_x, &ridge->start_y,     &ridge->end_x,
        &ridge->roughness,    &ridge->slope,   &ridge->min_segment, &ridge->hero,
        &ridge->hero_x,       &ridge->valley,  &ridge->relief,      &ridge->snow,
        &ridge->snow_line,    &ridge->strata,  &ridge->trees,       &ridge->min_height};
    scene->ridge_named = scene->ridge_named > index ? scene->ridge_named : index + 1;
    ridge->kind = fuzz_int(from, -1, 10);
    *fields[fuzz_byte(from) % (sizeof fields / sizeof *fields)] = fuzz_real(from);
    ridge->iterations = fuzz_int(from, -1, 31);
    ridge->period = fuzz_int(from, 0, 255);
}

static void poke_pass(rl_scene *scene, fuzz_bytes *from)
{
    int index = fuzz_byte(from) % RL_MAX_PASSES;
    rl_pass *pass = &scene->map.pass[index];
    scene->map.pass_count = scene->map.pass_count > index ? scene->map.pass_count : index + 1;
    pass->kind = fuzz_int(from, -1, 11);
    for (int i = 0; i < 3; i++) {
        const char *key = rl_pass_key(pass->kind, fuzz_byte(from) % 16, NULL, NULL);
        double value = i == 0 ? fuzz_real(from) : fuzz_int(from, -1, 200);
        if (key != NULL)
            (void)pass_set(pass, key, value, NULL);
    }
    if (fuzz_byte(from) % 8 == 0) { /* a key that no kind has */
        int place = fuzz_byte(from) % RL_PASS_VALUES;
        pass->value[place].key = fuzz_byte(from) % 2 == 0 ? "" : "no such key";
        pass->value[place].value.real = fuzz_real(from);
    }
}

static void add_tint(rl_scene *scene, fuzz_bytes *from)
{
    int count = scene->map.tint_count;
    if (count < 0 || count >= RL_MAX_TINT)
        return;
    scene->map.tint[count] =
        (rl_tint){fuzz_real(from), fuzz_byte(from) % 3, (rl_colour)(fuzz_u32(from) & 0xFFFFFF)};
    scene->map.tint_count = count + 1;
}

static void world(rl_scene *scene, fuzz_bytes *from)
{
    scene->extent = fuzz_int(from, 0, 2);
    scene->offset = (int64_t)fuzz_u64(from) >> fuzz_byte(from) % 64;
    scene->phase = fuzz_byte(from) / 255.0;
    scene->cloud_drift = fuzz_byte(from) % 5 - 2;
    scene->twinkle = fuzz_byte(from) / 255.0;
}

/* ---- all of it ---------------------------------------------------------- */

void any_scene(rl_scene *scene, fuzz_bytes *from)
{
    scene_init(scene);
    scene->has_seed = 1;
    scene->seed = fuzz_byte(from);
    for (int i = 0; i < STEPS_MOST && from->left > 0; i++)
        switch (fuzz_byte(from) % 16) {
        case 0:
            poke(scene, from);
            break;
        case 1:
        case 2:
            preset(scene, from);
            break;
        case 3:
            poke_ridge(scene, from);
            break;
        case 4:
        case 5:
            poke_pass(scene, from);
            break;
        case 6:
            add_tint(scene, from);
            break;
        case 7:
            world(scene, from);
            break;
        case 8:
            scene->kind = fuzz_byte(from) % 2;
            break;
        case 9:
            scene->ridge_count = fuzz_int(from, 0, 9);
            break;
        default:
            set_key(scene, from);
            break;
        }
    /* A text that does not end breaks the contract of C, not of the library. */
    scene->mood[sizeof scene->mood - 1] = '\0';
    scene->palette.name[sizeof scene->palette.name - 1] = '\0';
    scene->map.tint_name[sizeof scene->map.tint_name - 1] = '\0';
}
