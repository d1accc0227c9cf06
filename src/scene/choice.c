/* choice.c - ranges and choices of data files. */
#include "scene/choice.h"

#include <stdio.h>
#include <string.h>

#include "base/span.h"
#include "base/text.h"

#define WEIGHT_MOST 1000000.0

/* Keys whose ranges have a draw by number.  Where calm is `top` they take the low end: the
 * land leaves the upper part of the picture free. */
static const struct {
    const char *path;
    enum choice choice;
    int is_low_when_calm;
} draws[] = {
    {"ridgeline.ridges", CHOOSE_COUNT, 0},
    {"sky.horizon", CHOOSE_HORIZON, 1},
    {"composition.base_far", CHOOSE_HORIZON, 1}, /* a range follows that of the horizon */
    {"land.mountains", CHOOSE_MOUNTAINS, 0},
    {"composition.amplitude_far", CHOOSE_FAR_AMPLITUDE, 1},
};

uint64_t choice_hash(const char *text)
{
    uint64_t value = 0;
    for (; *text != '\0'; text++)
        value = hash_mix(value + (uint64_t)(unsigned char)*text + UINT64_C(0x9e3779b97f4a7c15));
    return value;
}

/* Returns a draw for the key, 0 <= u < 1; purpose 0 is a value of a range, 1 an alternative. */
static double draw(const rl_scene *scene, const scene_key *key, int number, int stop, int purpose)
{
    for (size_t i = 0; purpose == 0 && i < sizeof draws / sizeof *draws; i++)
        if (strcmp(draws[i].path, key->path) == 0)
            return scene->calm == RL_CALM_TOP && draws[i].is_low_when_calm
                       ? 0.0
                       : choose(scene, draws[i].choice, 0.0, 1.0);
    /* Headlands of algorithm 2 draw by the name of another key. */
    const char *name = strcmp(key->path, "ridge.N.sunward") == 0 ? "ridge.N.side" : key->path;
    char path[96];
    (void)snprintf(path, sizeof path, "%s/%d/%d", name, number > 0 ? number : 0, stop);
    uint64_t stream = hash_key(scene->seed, STREAM_RANGES);
    return hash_unit(hash_at(stream, purpose, (int64_t)choice_hash(path)));
}

/* Sets the key from a range at u; returns 0 and the rule if the range is wrong. */
static int read_range(rl_scene *scene, const scene_key *key, int number, const char *text, double u,
                      char rule[KEY_RULE_SIZE + 64])
{
    char ends[2][TEXT_REAL_SIZE], allowed[KEY_RULE_SIZE];
    double low, high;
    const char *dots = strstr(text, "..");
    size_t length = (size_t)(dots - text);
    key_rule(key, allowed);
    int is_number = key->kind == KEY_REAL || key->kind == KEY_COUNT ||
                    (key->kind == KEY_INTEGER && key->names == NULL);
    (void)snprintf(rule, KEY_RULE_SIZE + 64,
                   is_number ? "must be LOW..HIGH, both within %s"
                             : "must not be a range: must be %s",
                   allowed);
    if (!is_number || length >= sizeof ends[0] || strlen(dots + 2) >= sizeof ends[1])
        return 0;
    (void)snprintf(ends[0], sizeof ends[0], "%.*s", (int)length, text);
    (void)snprintf(ends[1], sizeof ends[1], "%s", dots + 2);
    for (int i = 0; i < 2; i++) /* each end must be a number and a value of the key */
        if (!text_to_real(i == 0 ? &low : &high, ends[i]) ||
            !keys_read(scene, key, number, 0, ends[i]))
            return 0;
    if (low > high) {
        (void)snprintf(rule, KEY_RULE_SIZE + 64, "must be LOW..HIGH, with LOW not above HIGH");
        return 0;
    }
    keys_set(scene, key, number,
             key->kind == KEY_REAL ? text_round(exact_mix(low, high, u))
                                   : low + (double)(int)exact_mix(0.0, high - low + 1.0, u));
    return 1;
}

int choice_is(const scene_key *key, const char *value)
{
    return strchr(value, '|') != NULL || (key->kind != KEY_TEXT && strstr(value, "..") != NULL);
}

typedef struct alternative {
    char text[KEYS_VALUE_SIZE];
    double weight;
} alternative;

/* Takes the first alternative off *text, "value*3 | value", without its outer blanks and weight;
 * *text becomes NULL after the last one.  Returns 0 if it is wrong. */
static int next_alternative(alternative *part, const char **text)
{
    const char *end = *text + strcspn(*text, "|");
    span trimmed = span_trimmed(*text, end);
    *text = *end == '|' ? end + 1 : NULL;
    if (trimmed.size == 0 || trimmed.size >= sizeof part->text)
        return 0;
    memcpy(part->text, trimmed.at, trimmed.size);
    part->text[trimmed.size] = '\0';
    part->weight = 1.0;
    char *star = strrchr(part->text, '*');
    if (star == NULL)
        return 1;
    *star = '\0';
    return star != part->text && text_to_real(&part->weight, star + 1) && part->weight > 0.0 &&
           part->weight <= WEIGHT_MOST;
}

static int read_part(rl_scene *scene, const scene_key *key, int number, int stop, const char *text,
                     char rule[KEY_RULE_SIZE + 64])
{
    if (key->kind != KEY_TEXT && strstr(text, "..") != NULL)
        return read_range(scene, key, number, text, draw(scene, key, number, stop, 0), rule);
    if (keys_read(scene, key, number, stop, text))
        return 1;
    char allowed[KEY_RULE_SIZE];
    key_rule_broken(key, text, allowed);
    (void)snprintf(rule, KEY_RULE_SIZE + 64, "must be %s", allowed);
    return 0;
}

int choice_read(rl_scene *scene, const scene_key *key, int number, int stop, const char *value,
                char rule[KEY_RULE_SIZE + 64])
{
    if (strchr(value, '|') == NULL)
        return read_part(scene, key, number, stop, value, rule);
    alternative part;
    double weights = 0.0;
    for (const char *next = value; next != NULL;) { /* all alternatives must be right */
        if (!next_alternative(&part, &next)) {
            (void)snprintf(rule, KEY_RULE_SIZE + 64,
                           "must be VALUE | VALUE, where each may end with a weight *N above 0");
            return 0;
        }
        if (!read_part(scene, key, number, stop, part.text, rule))
            return 0;
        weights += part.weight;
    }
    double left = draw(scene, key, number, stop, 1) * weights;
    for (const char *next = value; next != NULL && left >= 0.0; left -= part.weight)
        (void)next_alternative(&part, &next);
    return read_part(scene, key, number, stop, part.text, rule);
}
