/* alt_truth.c - holds the words of alt_text_make to the picture, claim by claim.
 *
 *   alt_truth FIRST COUNT [WIDTH HEIGHT]   slots of a bot, every three hours from 2026 on
 *
 * Moods and worlds come in turn, so that 133 slots hold all pairs, and so do birds, moons,
 * regions and pixel art.  Each text is read phrase by phrase, and each phrase is compared
 * with the pixels, with code of its own: by measuring them, or by painting the scene
 * without the thing.  A word that is left over is a claim that was not understood.
 * Prints one line for each false claim, then `N texts, F false, E as the one before, LEAST..MOST
 * letters`; exit code 1 where anything is wrong.
 */
#include "alt_truth.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/keys.h"
#include "words/alt_text.h"

_Noreturn void alt_truth_die(const char *what)
{
    fprintf(stderr, "alt_truth: %s\n", what);
    exit(70);
}

/* ---- a text ------------------------------------------------------------------------- */

void claim_false(trial *t, const char *claim, const char *format, ...)
{
    va_list list;
    printf("false: %s: %s: ", t->name, claim);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
    t->false_claims++;
}

static void check_form(trial *t, const char *text)
{
    size_t length = strlen(text), sentences = 0;
    for (const char *at = text; *at != '\0'; at++) {
        sentences += *at == '.';
        if (*at < ' ' || *at > '~')
            claim_false(t, "form", "byte %d", *at);
    }
    if (length < 80 || length > 420)
        claim_false(t, "form", "%zu letters", length);
    if (!isupper((unsigned char)text[0]) || text[length - 1] != '.' || sentences > 2 ||
        strstr(text, "  ") != NULL || strstr(text, " ,") != NULL || strstr(text, ",,") != NULL)
        claim_false(t, "form", "%s", text);
}

/* ---- a trial ---------------------------------------------------------------------------- */

/* Compares a text with its picture, which it frees. */
static int try_text(const char *name, shot whole, const char *text)
{
    trial t = {.name = name, .text = text, .whole = whole, .scene = rl_frame_scene(whole.frame)};
    trial_read_land(&t);
    check_form(&t, text);
    snprintf(t.left, sizeof t.left, "%s", text);
    claims_check(&t);
    if (t.false_claims > 0)
        printf("       %s\n", text);
    fflush(stdout);
    free(t.height);
    free(t.skyline);
    shot_free(&t.whole);
    return t.false_claims;
}

/* ---- slots -------------------------------------------------------------------------------- */

static void name_slot(char name[24], int slot)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int day = slot / 8 % 365, month = 0, hour = slot % 8 * 3;
    while (day >= days[month])
        day -= days[month++];
    snprintf(name, 24, "2026%02d%02dT%02d00Z", (month + 1) % 100, (day + 1) % 100, hour % 24);
}

static void set(rl_scene *scene, const char *key, const char *value)
{
    rl_error error;
    if (rl_scene_set(scene, key, value, &error) != RL_OK)
        alt_truth_die(error.text);
}

/* All pairs of mood and world, the moods in turn and each with all worlds in turn; what else there
 * is comes in turns of its own. */
static void scene_of(rl_scene *scene, int slot, const char *name, int *width, int *height)
{
    static const char *const heaps[] = {"bank", "fair", "one", "tower"};
    static const char *const phases[] = {"0.08", "0.25", "0.33", "0.5", "0.75"};
    char seed[40], birds[2] = {(char)('0' + slot % 8 % 8), '\0'};
    rl_error error;
    int moods = 0, worlds = 0;
    while (rl_mood_name((size_t)moods) != NULL)
        moods++;
    while (rl_world_name((size_t)worlds) != NULL)
        worlds++;
    scene_init(scene);
    snprintf(seed, sizeof seed, "bot/%s", name);
    scene->has_seed = rl_seed_parse(&scene->seed, seed, &error) == RL_OK;
    if (rl_mood_apply(scene, rl_mood_name((size_t)(slot % moods)), &error) != RL_OK)
        alt_truth_die(error.text);
    set(scene, "ridgeline.world", rl_world_name((size_t)((slot % moods + slot / moods) % worlds)));
    if (slot % 3 == 1 && birds[0] != '8')
        set(scene, "birds.count", birds[0] == '0' ? "auto" : birds);
    if (slot % 11 == 5) {
        set(scene, "moon.show", "1");
        set(scene, "moon.phase", phases[slot % 5]);
    }
    if (slot % 5 == 2)
        set(scene, "sky.cumulus", heaps[slot / 5 % 4]);
    if (slot % 13 == 8)
        set(scene, "sky.lenticular", "1");
    if (slot % 7 == 3)
        set(scene, "ridgeline.weather", rl_weather_name((size_t)(slot / 7 % 10)));
    if (slot % 23 == 7)
        set(scene, "output.colours", "16");
    if (slot % 29 == 3) { /* a part of a larger picture */
        scene->width = 2 * *width;
        scene->height = 2 * *height;
        scene->part_width = *width;
        scene->part_height = *height;
        scene->part_x = slot % 7 * *width / 7;
        scene->part_y = slot % 5 * *height / 5;
    }
}

int main(int count_of_words, char **words)
{
    static const rl_scene none;
    char text[2][ALT_TEXT_SIZE] = {"", ""}, name[24];
    int first = count_of_words > 1 ? atoi(words[1]) : 0, wrong = 0, equal = 0;
    int count = count_of_words > 2 ? atoi(words[2]) : 40;
    size_t least = 1000, most = 0;
    for (int slot = first; slot < first + count; slot++) {
        rl_scene scene = none;
        int width = count_of_words > 4 ? atoi(words[3]) : 480;
        int height = count_of_words > 4 ? atoi(words[4]) : 270;
        name_slot(name, slot);
        scene_of(&scene, slot, name, &width, &height);
        char *now = text[slot & 1];
        shot whole = shot_new(&scene, width, height);
        rl_error error;
        if (alt_text_make(now, whole.frame, (uint64_t)slot, &error) != RL_OK)
            alt_truth_die(error.text);
        wrong += try_text(name, whole, now);
        equal += strcmp(text[0], text[1]) == 0;
        least = strlen(now) < least ? strlen(now) : least;
        most = strlen(now) > most ? strlen(now) : most;
        if (getenv("ALT_TRUTH_SHOW") != NULL)
            printf("%s %s\n", name, now);
    }
    printf("%d texts, %d false, %d as the one before, %zu..%zu letters\n", count, wrong, equal,
           least, most);
    return wrong > 0 || equal > 0;
}
