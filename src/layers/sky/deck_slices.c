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

#define ROWS_FAR 1.0      /* rows (see deck.rows) from a slice to the next, far away */
#define SUN_ASIDE 0.30    /* U from the sun beyond which light comes wholly from its side */
#define SHADOW_SLICES 6   /* slices beyond the farthest one, from which shadows begin */
#define SHADOW_APART 0.2  /* D from one of these slices to the next */
#define NOWHERE 1e30f     /* row below all pictures: no sample of the deck is above it yet */
#define NO_SHADOW (-1.0f) /* height of the upper edge of shadows where there are none */

/* Returns the difference of ln D between a slice at `distance` and the next farther one. */
static double step_at(const deck *all, double distance)
{
    double rows = exact_mix(ROWS_FAR, all->look->rows_near, exact_min(1.0 / distance, 1.0));
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
    all->distance = arena_array(frame->arena, (size_t)all->slices, sizeof *all->distance);
    all->side = arena_array(frame->arena, all->nodes, 4 * sizeof *all->side);
    TRY(status_memory(all->slice != NULL && all->sample != NULL && all->distance != NULL &&
                          all->side != NULL,
                      "deck", error));
    all->shadow = all->side + all->nodes;
    all->top = all->shadow + all->nodes;
    all->full = all->top + all->nodes;
    return RL_OK;
}

typedef struct deck_stripe {
    size_t from, to; /* range of nodes, whole groups */
} deck_stripe;

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

/* The laws of the forms of a deck. */
typedef struct deck_laws {
    plane_law plane;
    crack_law cracks;
} deck_laws;

/* Makes the samples of a slice; `apart` is the difference of D to the next farther slice. */
static void make_slice(const rl_frame *frame, const deck *all, const deck_laws *laws,
                       double distance, double apart, deck_stripe stripe, int32_t *sample)
{
    plane_row row;
    plane_row_at(&row, &laws->plane, distance, all->look->finest * distance / all->rows);
    double steep = frame->light.horizon / frame->unit_share / distance;
    deck_group group = {.look = all->look,
                        .row = &row,
                        .steep = (float)steep,
                        .steep_along = (float)steep,
                        .height = (float)frame->scene.deck,
                        .near = (float)(1.0 / distance),
                        .fall = (float)(all->look->shadow_fall * apart)};
    find_octaves(&group, distance);
    int has_cracks = all->look->wall > 0.0f;
    if (has_cracks)
        cracks_slice_at(&group.crack, &laws->cracks, distance, apart / distance);
    double spacing = (double)frame->block / all->per_block;
    for (size_t n = stripe.from; n < stripe.to; n += DECK_GROUP) {
        double x_px = (double)(all->first + (int64_t)n) * spacing - 0.5 * frame->width;
        plane_span_at(&group.span, &row, x_px / frame->unit, spacing / frame->unit);
        if (has_cracks)
            cracks_span_at(&group.crack, x_px / frame->unit, spacing / frame->unit);
        deck_slices[frame->kernels](&group, all->side + n, all->shadow + n, sample + n);
    }
}

/* Makes all slices from far to near, the direction in which shadows fall.  SHADOW_SLICES slices
 * beyond the farthest one only begin the shadows. */
static void make_slices(const rl_frame *frame, const deck *all, deck_stripe stripe)
{
    const deck_look *look = all->look;
    const double *distance = all->distance;
    deck_laws laws;
    for (size_t n = stripe.from; n < stripe.to; n++) {
        double x_px = (double)(all->first + (int64_t)n) * frame->block / all->per_block;
        double lean = frame_lean(frame, (frame->light.sun_x - x_px) / frame->unit);
        all->side[n] = (float)exact_clamp(lean / SUN_ASIDE, -1.0, 1.0);
        all->shadow[n] = NO_SHADOW;
    }
    uint64_t key = hash_key(frame->scene.seed, DECK_STREAM);
    plane_law_make(&laws.plane, key, frame->loop, look->across, look->along, look->gain);
    laws.plane.broad = look->broad;
    cracks_law_make(&laws.cracks, hash_mix(key), frame->loop);
    for (int k = SHADOW_SLICES; k > 0; k--)
        make_slice(frame, all, &laws, distance[all->slices - 1] + SHADOW_APART * k, SHADOW_APART,
                   stripe, all->sample);
    for (int k = all->slices - 1; k >= 0; k--) {
        double apart = k + 1 < all->slices ? distance[k + 1] - distance[k] : SHADOW_APART;
        make_slice(frame, all, &laws, distance[k], apart, stripe,
                   all->sample + (size_t)k * all->nodes);
    }
}

static void place_slices(const rl_frame *frame, const deck *all, double near, double far)
{
    const deck_look *look = all->look;
    double *distance = all->distance;
    distance[0] = near;
    for (int k = 1; k < all->slices; k++)
        distance[k] = distance[k - 1] * exact_exp(step_at(all, distance[k - 1]));
    distance[all->slices - 1] = far;
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
    return RL_OK;
}

/* Marks samples that are above all nearer ones. */
static void find_tops(const deck *all, deck_stripe stripe)
{
    for (size_t n = stripe.from; n < stripe.to; n++) {
        float top = NOWHERE, width = 1.0f;
        for (int k = 0; k < all->slices; k++) {
            int32_t *sample = all->sample + (size_t)k * all->nodes + n;
            float y = deck_top(all, k, *sample);
            *sample &= ~1;
            if (y >= top)
                continue;
            *sample |= 1;
            top = y;
            width = all->slice[k].soft;
        }
        all->top[n] = top;
        all->full[n] = top + width;
    }
}

void deck_stripe_make(const rl_frame *frame, const deck *all, int number)
{
    size_t groups = all->nodes / DECK_GROUP, n = (size_t)number;
    deck_stripe stripe = {groups * n / DECK_STRIPES * DECK_GROUP,
                          groups * (n + 1) / DECK_STRIPES * DECK_GROUP};
    make_slices(frame, all, stripe);
    find_tops(all, stripe);
}

void deck_blocks(const rl_frame *frame, const deck *all, int32_t *block_top, int32_t *block_full)
{
    int64_t left = frame->first_block * all->per_block - all->first;
    int per_block = all->per_block;
    for (int b = 0; b < frame->blocks; b++) {
        float highest = NOWHERE, lowest = -NOWHERE;
        for (int64_t n = left + (int64_t)b * per_block; n <= left + (int64_t)(b + 1) * per_block;
             n++) {
            highest = all->top[n] < highest ? all->top[n] : highest;
            lowest = all->full[n] > lowest ? all->full[n] : lowest;
        }
        block_top[b] = (int32_t)exact_max((double)highest - 1.0, 0.0);
        block_full[b] = (int32_t)exact_max((double)lowest + 1.0, 0.0);
    }
}
