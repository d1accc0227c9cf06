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
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/keys.h"
#include "words/alt_text.h"

static void die(const char *what)
{
    fprintf(stderr, "alt_truth: %s\n", what);
    exit(70);
}

/* ---- pictures --------------------------------------------------------------------- */

/* With the region that the scene speaks of. */
shot shot_new(const rl_scene *scene, int width, int height)
{
    rl_error error;
    int is_part = scene->part_width > 0;
    const rl_view view = {.struct_size = sizeof view,
                          .width = is_part ? scene->width : width,
                          .height = is_part ? scene->height : height,
                          .x = scene->part_x,
                          .y = scene->part_y,
                          .part_width = scene->part_width,
                          .part_height = scene->part_height};
    shot s = {.width = width, .height = height};
    s.rgb = malloc(3 * (size_t)width * (size_t)height);
    if (s.rgb == NULL || rl_frame_new(&s.frame, scene, &view, &error) != RL_OK ||
        rl_paint(s.frame, 0, height, s.rgb, 3 * (size_t)width, &error) != RL_OK)
        die(s.rgb == NULL ? "out of memory" : error.text);
    return s;
}

void shot_free(shot *s)
{
    rl_frame_free(s->frame);
    free(s->rgb);
}

/* Marks what touches a pixel as one spot. */
static void flood(uint8_t *mark, int width, int height, int *stack, int at)
{
    int count = 0;
    stack[count++] = at;
    mark[at] = 2;
    while (count > 0) {
        int x = stack[--count] % width, y = stack[count] / width;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int nx = x + dx, ny = y + dy, n = ny * width + nx;
                if (nx >= 0 && ny >= 0 && nx < width && ny < height && mark[n] == 1) {
                    mark[n] = 2;
                    stack[count++] = n;
                }
            }
    }
}

static int count_spots(uint8_t *mark, int width, int height)
{
    int spots = 0;
    int *stack = malloc(sizeof *stack * (size_t)width * (size_t)height);
    if (stack == NULL)
        die("out of memory");
    for (int i = 0; i < width * height; i++)
        if (mark[i] == 1) {
            flood(mark, width, height, stack, i);
            spots++;
        }
    free(stack);
    return spots;
}

difference compare(const shot *a, const shot *b, int least, const int *end)
{
    difference d = {0, 0, 0.0, 0.0, 0.0, 0};
    uint8_t *mark = calloc((size_t)a->width, (size_t)a->height);
    if (mark == NULL)
        die("out of memory");
    for (int x = 0; x < a->width; x++) {
        int before = d.pixels;
        for (int y = 0; y < (end != NULL ? end[x] : a->height); y++) {
            const uint8_t *p = a->rgb + 3 * (y * a->width + x),
                          *q = b->rgb + 3 * (y * a->width + x);
            int more = p[0] + p[1] + p[2] - q[0] - q[1] - q[2];
            if (abs(p[0] - q[0]) < least && abs(p[1] - q[1]) < least && abs(p[2] - q[2]) < least)
                continue;
            mark[y * a->width + x] = 1;
            d.pixels++;
            d.lighter += more > 0;
            d.x += (x + 0.5) / a->width;
            d.y += (y + 0.5) / a->height;
        }
        d.columns += (double)(d.pixels > before) / a->width;
    }
    d.x /= d.pixels > 0 ? d.pixels : 1;
    d.y /= d.pixels > 0 ? d.pixels : 1;
    d.spots = count_spots(mark, a->width, a->height);
    free(mark);
    return d;
}

int mean_of(const shot *s, int (*is_in)(const trial *t, int x, int y, int with), const trial *t,
            int with, double rgb[3])
{
    int count = 0;
    double sum[3] = {0.0, 0.0, 0.0};
    for (int y = 0; y < s->height; y += 3)
        for (int x = 0; x < s->width; x += 3)
            if (is_in(t, x, y, with)) {
                for (int c = 0; c < 3; c++)
                    sum[c] += s->rgb[3 * (y * s->width + x) + c];
                count++;
            }
    for (int c = 0; c < 3; c++)
        rgb[c] = count > 0 ? sum[c] / count : 0.0;
    return 9 * count;
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

int take(trial *t, const char *phrase)
{
    size_t length = strlen(phrase);
    for (char *at = t->left; (at = strstr(at, phrase)) != NULL; at++) {
        int begins = at == t->left || !isalpha((unsigned char)at[-1]) || phrase[0] == ',';
        if (begins && !isalpha((unsigned char)at[length])) {
            memset(at, ' ', length);
            return 1;
        }
    }
    return 0;
}

/* Words that claim nothing may be left. */
static void check_left(trial *t)
{
    static const char *const empty[] = {"and", "under",          "a",    "an",
                                        "the", "stretches over", "lies", "sky"};
    int width = 0, height = 0;
    char *size = strstr(t->left, "it is ");
    if (size != NULL && sscanf(size, "it is %d pixel%*[s] wide and %d high", &width, &height) < 2)
        sscanf(size, "it is %d pixel wide and %d high", &width, &height);
    if (size != NULL && (width != t->whole.width || height != t->whole.height))
        claim_false(t, "size", "%dx%d", width, height);
    else if (size != NULL)
        memset(size, ' ', strlen(size) - 1);
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++)
        while (take(t, empty[i])) {
        }
    for (const char *at = t->left; *at != '\0'; at++)
        if (isalnum((unsigned char)*at)) {
            claim_false(t, "not understood", "%s", at);
            return;
        }
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

static void read_land(trial *t)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    int width = t->whole.width, below = 0;
    if (scene->part_width > 0)
        below = scene->height - scene->part_y - scene->part_height;
    int full = scene->part_width > 0 ? scene->height : t->whole.height;
    t->ridges = scene->ridge_count;
    t->height = malloc(sizeof *t->height * (size_t)t->ridges * (size_t)width);
    t->skyline = malloc(sizeof *t->skyline * (size_t)width);
    t->shore = t->whole.height;
    if (t->height == NULL || t->skyline == NULL)
        die("out of memory");
    if (scene->lake_ridge > 0)
        t->shore = t->whole.height - (int)(scene->lake_level * full - below);
    for (int r = 0; r < t->ridges; r++)
        rl_frame_heights(t->whole.frame, r, 0, width, t->height + (size_t)r * (size_t)width, NULL);
    for (int x = 0; x < width; x++) {
        double most = t->whole.height - t->shore;
        for (int r = 0; r < t->ridges; r++) {
            t->height[r * width + x] -= below;
            most = fmax(most, t->height[r * width + x]);
        }
        t->skyline[x] = (int)fmin(fmax(t->whole.height - most, 0.0), t->whole.height);
    }
}

/* Holds a text to the picture, which it gives back. */
static int try_text(const char *name, shot whole, const char *text)
{
    trial t = {.name = name, .whole = whole};
    read_land(&t);
    check_form(&t, text);
    snprintf(t.left, sizeof t.left, "%s", text);
    for (char *at = t.left; *at != '\0'; at++)
        *at = (char)tolower((unsigned char)*at);
    check_sky(&t);
    check_rest(&t);
    check_land(&t);
    check_left(&t);
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
        die(error.text);
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
        die(error.text);
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
            die(error.text);
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
