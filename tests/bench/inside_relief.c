/* inside_relief.c - what the faces of ridges take for each pixel that they paint.
 *
 * A pair is some wallpapers with a part of their relief and without it, each prepared and
 * painted on one thread by the kernels of AVX2.  Kernels that count say how many pixels have
 * that part.  So a figure is what the part adds to pictures, nodes and preparation included.
 */
#include "inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "frame/frame.h"
#include "layers/land/relief.h"
#include "ridge/family.h"
#include "scene/keys.h"

enum { WIDE = 3840, HIGH = 2160, STRIDE = 3 * WIDE };
#define NS 1e9

/* Five of mountains, two of woods, of table land and of dunes. */
static const char *const scenes[] = {
    "seed = 66\nmood = dawn\nworld = alpine",    "seed = 2\nmood = winter\nworld = alpine",
    "seed = 333\nmood = storm\nworld = alpine",  "seed = 14\nmood = noon\nworld = lake",
    "seed = 44\nmood = moonlight\nworld = lake", "seed = 10\nmood = mist\nworld = forest",
    "seed = 83\nmood = emerald\nworld = hills",  "seed = 8\nmood = desert\nworld = desert",
    "seed = 24\nmood = ember\nworld = desert",   "seed = 7\nmood = golden\nworld = dunes",
    "seed = 27\nmood = noon\nworld = dunes",
};
enum { MOUNTAINS = 0, WINTER = 1, WOODS = 5, TABLES = 7, DUNES = 9, SCENES = 11 };

/* Parts of the relief. */
enum { FACES = 1, SNOW = 2 };

typedef struct relief_case {
    const char *key;
    int ground;        /* a ridge_ground, -1 = all; other ridges keep what they have */
    int first, end;    /* scenes */
    unsigned part;     /* that one side lacks */
    unsigned left_out; /* on both sides */
} relief_case;

static const relief_case cases[] = {
    {"relief.rock", RIDGE_GROUND_ROCK, MOUNTAINS, WOODS, FACES, SNOW},
    {"relief.hills", RIDGE_GROUND_SOFT, WOODS, TABLES, FACES, 0},
    {"relief.snow", RIDGE_GROUND_ROCK, WINTER, WINTER + 1, SNOW, 0},
    {"relief.cliff", RIDGE_GROUND_CLIFF, TABLES, DUNES, FACES, 0},
    {"relief.sand", RIDGE_GROUND_SAND, DUNES, SCENES, FACES, 0},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static uint8_t *picture;

/* ---- pictures ---------------------------------------------------------------------------- */

static int is_about(const relief_case *c, const rl_scene *scene, int ridge)
{
    return c->ground < 0 || (int)ridge_family_of(&scene->ridge[ridge])->ground == c->ground;
}

/* The faces of a layer, which are the frame's own memory; NULL = none. */
static relief *faces_of(const rl_frame *frame, int layer)
{
    const ridge_layer *ridge = frame->layer[layer].data;
    return frame->layer[layer].kind == &kind_ridge ? (relief *)(uintptr_t)ridge->faces : NULL;
}

static rl_frame *frame_without(const relief_case *c, int index, unsigned lacks, int kernels)
{
    rl_view view = {.struct_size = sizeof view, .width = WIDE, .height = HIGH, .kernels = kernels};
    rl_error error = {RL_OK, ""};
    rl_scene scene;
    rl_frame *frame;
    char text[200];
    int size = snprintf(text, sizeof text,
                        "[ridgeline]\nscene = 2\n%s\n[trees]\nheight = 0\n[hero]\nheight = 0\n"
                        "[ground]\ngrass = 0\n[motif]\nname = none\n[aloft]\nname = none\n",
                        scenes[index]);
    scene_init(&scene);
    inside_ok(rl_scene_parse(&scene, text, (size_t)size, "scene", &error), &error);
    inside_ok(rl_scene_resolve(&scene, &error), &error);
    for (int i = 0; i < scene.ridge_count; i++) {
        rl_ridge *ridge = &scene.ridge[i];
        if (is_about(c, &scene, i) && (lacks & FACES) != 0)
            ridge->relief = ridge->strata = ridge->snow = 0.0;
        if (is_about(c, &scene, i) && (lacks & SNOW) != 0)
            ridge->snow = 0.0;
    }
    inside_ok(rl_frame_new(&frame, &scene, &view, &error), &error);
    return frame;
}

static double paint_time(const relief_case *c, int index, unsigned lacks, int kernels)
{
    rl_error error = {RL_OK, ""};
    double begin = inside_cpu();
    rl_frame *frame = frame_without(c, index, lacks, kernels);
    inside_ok(rl_paint(frame, 0, HIGH, picture, STRIDE, &error), &error);
    rl_frame_free(frame);
    return inside_cpu() - begin;
}

/* Seconds that the part of a case adds to a picture; which side comes first changes. */
static double part_time(const relief_case *c, int index, int kernels, int pair)
{
    double time[2];
    for (int i = 0; i < 2; i++) {
        int has_part = (pair + i) % 2;
        time[has_part] = paint_time(c, index, c->left_out | (has_part ? 0 : c->part), kernels);
    }
    return time[1] - time[0];
}

/* ---- pixels ------------------------------------------------------------------------------ */

/* By ridge. */
static double faced[RL_MAX_RIDGES];
static relief_pixels_kernel *called[RL_MAX_RIDGES];

static void count_pixels(const tile_nodes *nodes, const relief_pixels *row, face_row *face)
{
    int ridge = row->ridge->ridge, rows = row->faces->has_half_rows ? 2 : 1;
    faced[ridge] += rows * (nodes->to - nodes->from);
    called[ridge](nodes, row, face);
}

/* How many pixels of a picture have the part. */
static double part_pixels(const relief_case *c, int index)
{
    rl_error error = {RL_OK, ""};
    rl_frame *frame = frame_without(c, index, c->left_out, RL_KERNELS_AVX2);
    double pixels = 0.0;
    for (int i = 0; i < frame->layers; i++) {
        relief *faces = faces_of(frame, i);
        int ridge = frame->layer[i].index;
        if (faces == NULL)
            continue;
        faced[ridge] = 0.0;
        called[ridge] = faces->pixels;
        faces->pixels = count_pixels;
    }
    inside_ok(rl_paint(frame, 0, HIGH, picture, STRIDE, &error), &error);
    for (int i = 0; i < frame->layers; i++) {
        const ridge_layer *ridge = frame->layer[i].data;
        if (faces_of(frame, i) == NULL || !is_about(c, &frame->scene, ridge->ridge) ||
            (c->part == SNOW && !ridge->has_snow))
            continue;
        pixels += faced[ridge->ridge];
    }
    rl_frame_free(frame);
    return pixels;
}

/* ---- all --------------------------------------------------------------------------------- */

static double pictures_time(const relief_case *c, int kernels, int pair)
{
    double sum = 0.0;
    for (int i = c->first; i < c->end; i++)
        sum += part_time(c, i, kernels, pair);
    return sum;
}

/* All the relief of a picture of mountains: of the mean one, and of the dearest. */
static void whole_say(int pair)
{
    static const relief_case all = {NULL, -1, MOUNTAINS, WOODS, FACES, 0};
    double sum = 0.0, most = 0.0;
    for (int i = all.first; i < all.end; i++) {
        double time = part_time(&all, i, RL_KERNELS_AVX2, pair);
        sum += time;
        most = time > most ? time : most;
    }
    inside_say("relief.picture", MS * sum / (all.end - all.first), 1.0);
    inside_say("relief.dearest", MS * most, 1.0);
}

void inside_relief(int pairs)
{
    double pixels[CASES] = {0.0};
    picture = inside_memory((size_t)STRIDE * HIGH);
    printf("# Mpx:");
    for (int i = 0; i < CASES; i++) {
        for (int index = cases[i].first; index < cases[i].end; index++)
            pixels[i] += part_pixels(&cases[i], index);
        printf(" %s %.2f", cases[i].key, 1e-6 * pixels[i]);
    }
    printf("\n");
    for (int pair = 0; pair < pairs; pair++) {
        for (int i = 0; i < CASES; i++) {
            double time = pictures_time(&cases[i], RL_KERNELS_AVX2, pair);
            inside_say(cases[i].key, NS * time / pixels[i], 1.0);
            if (i == 0)
                inside_say("relief.plain",
                           NS * pictures_time(&cases[0], RL_KERNELS_PLAIN, pair) / pixels[0],
                           NS * time / pixels[0]);
        }
        whole_say(pair);
    }
    free(picture);
}
