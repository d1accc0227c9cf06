/* motifs.c - what the composer makes of bare seeds: how many have a motif, and whether that is
 * seen, not hidden, of a good size, and clear of the disc.
 *
 * Each motif is painted with what is round it, and that again without it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "layers/core/kind.h"
#include "layers/motif/motif.h"
#include "look/look.h"

#define SEEDS 400
#define WIDE 960
#define HIGH 540
#define BOX 240 /* pixels, of the part that is painted */

#define LEAST_CONTRAST 0.12 /* lightness: its clearest quarter to what is behind */
#define MOST_HIDDEN 0.34
#define LEAST_HIGH 0.02
#define MOST_HIGH 0.08
#define LEAST_SHARE 0.60
#define MOST_SHARE 0.82
#define CHANGED 8 /* of 255, in some sample: a pixel that shows it */

typedef struct found {
    int seeds, motifs, aloft;
    double contrast, hidden, low, high; /* the worst of all */
    uint64_t contrast_seed, hidden_seed;
    int in_disc;
} found;

static int compare_falling(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* The pixels that the drawing alone would cover. */
static int covered_pixels(const motif *one, const drawing_place *place)
{
    static float covered[BOX + DRAWING_SPARE], tone[BOX + DRAWING_SPARE], own[BOX + DRAWING_SPARE];
    static int32_t area[BOX + 1 + DRAWING_SPARE];
    int count = 0;
    for (int row = -BOX; row < 0; row++) {
        memset(covered, 0, sizeof covered);
        drawing_pixels out = {covered, tone, own, area, -BOX / 2, BOX, 0};
        drawing_rows(&one->body, place, row, 1, &out);
        for (int i = 0; i < BOX; i++)
            count += covered[i] > 0.5f;
    }
    return count;
}

/* Trees keep away from a motif, with or without it. */
static void paint_without(const rl_frame *frame, uint8_t *pixels)
{
    rl_frame bare = *frame;
    bare.layer = malloc((size_t)frame->layers * sizeof *bare.layer);
    if (bare.layer == NULL)
        abort();
    bare.layers = 0;
    bare.spare = NULL; /* work memory that is kept is that of the frame's own layers */
    for (int i = 0; i < frame->layers; i++)
        if (strcmp(frame->layer[i].kind->name, "motif") != 0)
            bare.layer[bare.layers++] = frame->layer[i];
    look_rows(&bare, BOX, pixels, BOX, 1);
    free(bare.layer);
}

static void measure(found *f, uint64_t seed, const rl_scene *scene, double sun_x, double sun_y,
                    double sun_radius, const rl_view *view)
{
    static uint8_t with[BOX * BOX * 3], without[BOX * BOX * 3];
    static double change[BOX * BOX];
    const rl_motif *m = &scene->motif;
    double x = 0.5 * WIDE + m->x * HIGH, foot = (1.0 - m->y) * HIGH, high = m->size * HIGH;
    rl_view part = *view;
    part.x = (int)exact_clamp(x - 0.5 * BOX, 0.0, WIDE - BOX);
    part.y = (int)exact_clamp(foot - 0.5 * BOX, 0.0, HIGH - BOX);
    part.part_width = part.part_height = BOX;
    rl_frame *frame = look_frame(scene, &part);
    look_rows(frame, BOX, with, BOX, 1);
    paint_without(frame, without);
    rl_frame_free(frame);
    int count = 0;
    for (int i = 0; i < BOX * BOX; i++) {
        const uint8_t *a = &with[3 * i], *b = &without[3 * i];
        int row = part.y + i / BOX;
        if (row > foot || row < foot - 1.1 * high)
            continue;
        if (abs(a[0] - b[0]) < CHANGED && abs(a[1] - b[1]) < CHANGED && abs(a[2] - b[2]) < CHANGED)
            continue;
        change[count++] = exact_abs(look_lab(b).l - look_lab(a).l);
    }
    motif one;
    rl_error error;
    if (motif_read(&one, motif_file(scene, m->name), NULL, &error) != RL_OK)
        abort();
    drawing_place place = {.size = high, .is_mirrored = x > sun_x};
    double all = covered_pixels(&one, &place);
    motif_free(&one);
    double hidden = exact_max(1.0 - count / exact_max(all, 1.0), 0.0), sum = 0.0;
    qsort(change, (size_t)count, sizeof *change, compare_falling);
    int clear = (count + 3) / 4;
    for (int i = 0; i < clear; i++)
        sum += change[i];
    double contrast = count > 0 ? sum / clear : 0.0;
    if (getenv("LOOK_MOTIFS") != NULL)
        printf("%u %s on %d x %.2f contrast %.3f hidden %.2f high %.3f\n", (unsigned)seed,
               rl_motif_name((size_t)(m->name - MOTIF_FIRST)), m->on, m->x, contrast, hidden,
               m->size);
    if (contrast < f->contrast) {
        f->contrast = contrast;
        f->contrast_seed = seed;
    }
    if (hidden > f->hidden) {
        f->hidden = hidden;
        f->hidden_seed = seed;
    }
    f->low = exact_min(f->low, m->size);
    f->high = exact_max(f->high, m->size);
    f->in_disc += exact_abs(x - sun_x) < sun_radius && foot - high < sun_y + sun_radius &&
                  foot > sun_y - sun_radius;
}

int whole_motifs(void)
{
    static rl_scene scene;
    found f = {.contrast = 9.0, .low = 9.0};
    rl_view view = {.struct_size = sizeof view, .width = WIDE, .height = HIGH};
    char line[160];
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        look_seeded(&scene, seed);
        rl_view corner = view; /* a small part is enough to know what is chosen */
        corner.part_width = corner.part_height = 16;
        rl_frame *frame = look_frame(&scene, &corner);
        scene = *rl_frame_scene(frame);
        double sun_x = frame->light.sun_x, sun_y = frame->light.sun_y;
        double radius = frame->light.sun_radius;
        rl_frame_free(frame);
        scene.part_width = scene.part_height = scene.part_x = scene.part_y = 0;
        f.aloft += scene.aloft.name > MOTIF_NONE;
        if (scene.motif.name <= MOTIF_NONE)
            continue;
        f.motifs++;
        measure(&f, seed, &scene, sun_x, sun_y, radius, &view);
    }
    int faults = 0;
    double share = (double)f.motifs / SEEDS;
    snprintf(line, sizeof line, "%.2f, must be %.2f..%.2f; a second one %.3f", share, LEAST_SHARE,
             MOST_SHARE, (double)f.aloft / SEEDS);
    faults +=
        look_say(share >= LEAST_SHARE && share <= MOST_SHARE, "bare seeds with a motif", line);
    snprintf(line, sizeof line, "least %.3f (seed %u), must be %.2f", f.contrast,
             (unsigned)f.contrast_seed, LEAST_CONTRAST);
    faults += look_say(f.contrast >= LEAST_CONTRAST, "lightness behind motifs over theirs", line);
    snprintf(line, sizeof line, "most %.2f (seed %u), may be %.2f", f.hidden,
             (unsigned)f.hidden_seed, MOST_HIDDEN);
    faults += look_say(f.hidden <= MOST_HIDDEN, "share of motifs that is hidden", line);
    snprintf(line, sizeof line, "%.3f..%.3f, must be in %.2f..%.2f", f.low, f.high, LEAST_HIGH,
             MOST_HIGH);
    faults += look_say(f.low >= LEAST_HIGH && f.high <= MOST_HIGH, "heights of motifs", line);
    snprintf(line, sizeof line, "%d, must be 0", f.in_disc);
    faults += look_say(f.in_disc == 0, "motifs before the disc", line);
    return faults;
}
