/* deck_slices.c - makes the slices of a deck: distances, samples of height and light at nodes, and
 * the rows at which the deck begins. */
#include "layers/sky/deck.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"

/* A range of distances D. */
typedef struct deck_range {
    double from, to;
} deck_range;

/* Width of edges before something farther, U. */
static const struct {
    double far;      /* addition to the width where the deck ends: nothing is sharp there */
    deck_range rise; /* D over which `far` rises */
} soft = {.far = 0.006, .rise = {12.0, 22.0}};

/* Visibility of octaves by plane_octave.t, the number of an octave counted from the one whose cells
 * are about as large as the eye is high. */
static const struct {
    float lobes_from, lobes_to; /* range of t over which octaves turn from swells into lobes */
    float fine_from, fine_to; /* range of t over which slopes lose deck_look.dull of their weight */
    float smooth_from,
        smooth_to;         /* range of t over which octaves vanish on sides towards the eye */
    double swell;          /* addition to the weight of swells' slopes far away, for t = -1 */
    deck_range swell_rise; /* D over which `swell` rises */
} octaves = {.lobes_from = -0.5f,
             .lobes_to = 0.5f,
             .fine_from = 2.0f,
             .fine_to = 5.0f,
             .smooth_from = 0.5f,
             .smooth_to = 2.5f,
             .swell = 2.0,
             .swell_rise = {4.0, 16.0}};

#define ROWS_FAR 1.33     /* rows (see deck.rows) from a slice to the next, far away */
#define SUN_ASIDE 0.30    /* U from the sun beyond which light comes wholly from its side */
#define SHADOW_SLICES 6   /* slices beyond the farthest one, from which shadows begin */
#define SHADOW_APART 0.2  /* D from one of these slices to the next */
#define NO_SHADOW (-1.0f) /* height of the upper edge of shadows where there are none */

/* Returns the difference of ln D between a slice at `distance` and the next farther one. */
static double step_at(const deck *all, double distance)
{
    double rows = exact_mix(ROWS_FAR, all->look->rows_near, exact_min(1.0 / distance, 1.0));
    rows = exact_max(rows, all->rows_least);
    return rows * distance / all->rows;
}

static rl_status make_arrays(const rl_frame *frame, deck *all, double near, double far,
                             rl_error *error)
{
    int64_t left = frame->first_block * all->per_block;
    int64_t right = (frame->first_block + frame->blocks) * all->per_block;
    all->first = exact_down(left, DECK_GROUP) * DECK_GROUP;
    all->nodes = (size_t)(exact_down(right, DECK_GROUP) + 1) * DECK_GROUP - (size_t)all->first;
    all->slices = 1;
    for (double distance = near; distance < far; all->slices++)
        distance *= exact_exp(step_at(all, distance));
    all->slice = arena_array(frame->arena, (size_t)all->slices, sizeof *all->slice);
    all->sample = arena_array(frame->arena, (size_t)all->slices * all->nodes, sizeof *all->sample);
    size_t forms = (size_t)all->slices + SHADOW_SLICES;
    all->distance = arena_array(frame->arena, forms, sizeof *all->distance);
    all->form = arena_array(frame->arena, forms, sizeof *all->form);
    all->top = arena_array(frame->arena, all->nodes, 2 * sizeof *all->top);
    TRY(status_memory(all->slice != NULL && all->sample != NULL && all->distance != NULL &&
                          all->form != NULL && all->top != NULL,
                      "deck", error));
    all->full = all->top + all->nodes;
    return RL_OK;
}

/* Returns the smoothstep of t between `low` and `high`, 0..1. */
static float ease(float low, float high, float t)
{
    t = (t - low) / (high - low);
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}

/* Sets the weights of octaves: far away lobes are too fine to be seen, and swells look steeper. */
static void find_octaves(deck_group *group, double distance)
{
    double far = exact_smoothstep(octaves.swell_rise.from, octaves.swell_rise.to, distance);
    float swells = (float)(octaves.swell * far);
    for (int k = 0; k < group->row->octaves; k++) {
        float t = group->row->octave[k].t;
        group->octave[k] = (deck_octave){
            .lobes = ease(octaves.lobes_from, octaves.lobes_to, t),
            .seen = t < 0.0f
                        ? 1.0f - swells * t
                        : 1.0f - group->look->dull * ease(octaves.fine_from, octaves.fine_to, t),
            .smooth_sides = ease(octaves.smooth_from, octaves.smooth_to, t),
        };
    }
}

/* Finds the noise of all slices and of SHADOW_SLICES beyond the farthest one. */
static void make_forms(const rl_frame *frame, const deck *all)
{
    const deck_look *look = all->look;
    uint64_t key = hash_key(frame->scene.seed, DECK_STREAM);
    plane_law plane;
    crack_law cracks;
    plane_law_make(&plane, key, frame->loop, look->across, look->along, look->gain);
    plane.broad = look->broad;
    cracks_law_make(&cracks, hash_mix(key), frame->loop);
    for (int k = 0; k < all->slices + SHADOW_SLICES; k++) {
        double distance = all->distance[k], apart = SHADOW_APART;
        if (k + 1 < all->slices)
            apart = all->distance[k + 1] - distance;
        double steep = frame->light.horizon / frame->unit_share / distance;
        deck_form *form = &all->form[k];
        plane_row_at(&form->row, &plane, distance, look->finest * distance / all->rows);
        form->group = (deck_group){.look = look,
                                   .row = &form->row,
                                   .steep = (float)steep,
                                   .steep_along = (float)steep,
                                   .height = (float)frame->scene.deck,
                                   .near = (float)(1.0 / distance),
                                   .fall = (float)(look->shadow_fall * apart)};
        find_octaves(&form->group, distance);
        if (look->wall > 0.0f)
            cracks_slice_at(&form->group.crack, &cracks, distance, apart / distance);
    }
}

/* Makes the samples of a group of nodes from far to near, the direction in which shadows fall.  The
 * slices beyond the farthest one only begin the shadows. */
static void make_group(const rl_frame *frame, const deck *all, size_t node)
{
    const deck_slice_kernels *kernels = deck_slices[frame->kernels];
    float side[DECK_GROUP], shadow[DECK_GROUP];
    double spacing = (double)frame->block / all->per_block, step = spacing / frame->unit;
    double left_px = (double)(all->first + (int64_t)node) * spacing;
    double left = (left_px - 0.5 * frame->width) / frame->unit;
    for (int i = 0; i < DECK_GROUP; i++) {
        double away = (frame->light.sun_x - (left_px + i * spacing)) / frame->unit;
        side[i] = (float)exact_clamp(frame_lean(frame, away) / SUN_ASIDE, -1.0, 1.0);
        shadow[i] = NO_SHADOW;
    }
    for (int k = all->slices + SHADOW_SLICES - 1; k >= 0; k--) {
        deck_group group = all->form[k].group;
        int slice = k < all->slices ? k : all->slices - 1;
        plane_span_at(&group.span, group.row, left, step);
        if (all->look->wall > 0.0f)
            cracks_span_at(&group.crack, left, step);
        kernels->make(&group, side, shadow, deck_samples(all, node) + (size_t)slice * DECK_GROUP);
    }
    kernels->find_tops(all, node);
}

static void place_slices(const rl_frame *frame, const deck *all, double near, double far)
{
    const deck_look *look = all->look;
    double *distance = all->distance;
    distance[0] = near;
    for (int k = 1; k < all->slices; k++)
        distance[k] = distance[k - 1] * exact_exp(step_at(all, distance[k - 1]));
    for (int k = 0; k <= SHADOW_SLICES; k++)
        distance[all->slices - 1 + k] = far + SHADOW_APART * k;
    for (int k = 0; k < all->slices; k++) {
        double edge = look->edge / distance[k] +
                      soft.far * exact_smoothstep(soft.rise.from, soft.rise.to, distance[k]);
        all->slice[k] = (deck_slice){
            .level =
                (float)((1.0 - frame->light.horizon) * frame->height + all->drop / distance[k]),
            .lift = (float)(all->lift / distance[k]),
            .soft = (float)exact_max(1.0 / all->lines, frame->unit * edge),
            .haze = (float)(look->haze * (1.0 - exact_exp(-distance[k] / look->haze_distance))),
        };
    }
}

rl_status deck_slices_new(const rl_frame *frame, deck *all, double near, double far,
                          rl_error *error)
{
    TRY(make_arrays(frame, all, near, far, error));
    place_slices(frame, all, near, far);
    make_forms(frame, all);
    return RL_OK;
}

void deck_stripe_make(const rl_frame *frame, const deck *all, int number)
{
    size_t groups = all->nodes / DECK_GROUP, stripe = (size_t)number;
    for (size_t n = groups * stripe / DECK_STRIPES; n < groups * (stripe + 1) / DECK_STRIPES; n++)
        make_group(frame, all, n * DECK_GROUP);
}

void deck_blocks(const rl_frame *frame, const deck *all, int32_t *block_top, int32_t *block_full)
{
    int64_t left = frame->first_block * all->per_block - all->first;
    int per_block = all->per_block;
    for (int b = 0; b < frame->blocks; b++) {
        float highest = DECK_NOWHERE, lowest = -DECK_NOWHERE;
        for (int64_t n = left + (int64_t)b * per_block; n <= left + (int64_t)(b + 1) * per_block;
             n++) {
            highest = all->top[n] < highest ? all->top[n] : highest;
            lowest = all->full[n] > lowest ? all->full[n] : lowest;
        }
        block_top[b] = (int32_t)exact_max((double)highest - 1.0, 0.0);
        block_full[b] = (int32_t)exact_max((double)lowest + 1.0, 0.0);
    }
}
