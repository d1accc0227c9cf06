/* deck.c - the layer of a deck of clouds or a sheet of ice: its distances and colours, and the walk
 * of each row of the picture down its slices. */
#include "layers/sky/deck.h"

#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "scene/composition.h"

static const deck_look looks[] = {
    [RL_DECK_CLOUDS] = {.across = 0.8,
                        .along = 0.92,
                        .gain = 0.52,
                        .broad = 0.6,
                        .rows_near = 3.3,
                        .finest = 1.0,
                        .edge = 0.0042,
                        .shadow_fall = 0.22,
                        .haze = 0.75,
                        .haze_distance = 14.0,
                        .swell = 0.55f,
                        .lobe = 1.5f,
                        .less = 0.45f,
                        .crease = 0.03f,
                        .side_less = 0.8f,
                        .to_far = 0.55f,
                        .to_above = 0.40f,
                        .contrast = 1.05f,
                        .dull = 0.75f,
                        .low = 0.35f,
                        .open = 0.65f,
                        .cast = 4.0f},
    [RL_DECK_ICE] = {.across = 0.55,
                     .along = 1.6,
                     .gain = 0.48,
                     .broad = 0.5,
                     .rows_near = 1.73,
                     .finest = 1.2,
                     .edge = 0.0018,
                     .shadow_fall = 0.24,
                     .haze = 0.80,
                     .haze_distance = 12.0,
                     .blue = 0.45,
                     .snow = 0.5,
                     .swell = 0.6f,
                     .lobe = -1.5f,
                     .less = -0.45f,
                     .crease = 0.05f,
                     .to_far = 0.70f,
                     .to_above = 0.55f,
                     .contrast = 1.35f,
                     .dull = 0.4f,
                     .low = 0.65f,
                     .open = 0.35f,
                     .cast = 20.0f,
                     .wall = 0.55f},
};

#define NEAREST 0.62 /* D of the nearest slice, below the lower edge of the picture */
/* Height that hardly any top exceeds, relative to deck.height: nearer slices, whose tops are below
 * the picture, are left out. */
#define HIGHEST 0.75
#define FAR_SHARE 0.999    /* most D of the nearest slice, relative to that of the farthest */
#define HORIZON_LEAST 0.01 /* least height of the horizon above the lower edge, fraction of H */
/* Rows per U: finer detail is left out, so every size shows the same deck. */
#define FINEST_ROWS 1440.0

#define SLICES_MOST 2.5 /* most slices in a row of pixels: more are not seen in small pictures */

/* Limits of detail, so that memory stays within 200 MB. */
#define MOST_U 4.0       /* U below the horizon: in a higher frame slices are farther apart */
#define MOST_NODES 65536 /* nodes across: in a wider frame nodes are farther apart */

/* Row of a slice that is never reached: below all rows of any picture. */
#define NO_ROW 1e30f

/* ---- distances of ridges --------------------------------------------------------------- */

/* Returns the distance D of a ridge in the deck. */
static double distance_of(const rl_scene *scene, int ridge)
{
    return composition_deck_distance(scene->ridge[ridge].depth);
}

double deck_level(const rl_frame *frame, int ridge)
{
    double horizon = frame->scene.horizon, distance = distance_of(&frame->scene, ridge);
    return frame->scene.deck > 0.0 && distance > NEAREST ? horizon - horizon / distance : -1.0;
}

static int count(const rl_scene *scene)
{
    int count = 0;
    while (scene->deck > 0.0 && count < scene->ridge_count && distance_of(scene, count) > NEAREST)
        count++;
    return count;
}

static double place(const rl_scene *scene, int index)
{
    (void)scene;
    return index + 0.5;
}

/* ---- colours ------------------------------------------------------------------------------ */

#define ICE 0x3f86b4 /* colour of old ice in daylight */

/* Colours of a deck: shares of mixes, tuned by eye. */
static const struct {
    double land_depth; /* depth of the land whose colour is mixed in, 0 far .. 1 near */
    double glow;       /* share of the glow of the sky in sunlight */
    double mist;       /* share of mist in shadows near the horizon, the rest is sky */
    double shade_land; /* share of land in shadows near the horizon */
    double deep_land;  /* share of land in shadows near the eye, the rest is the top of the sky */
    double sky;        /* share of the sky at the horizon in the light, the rest is mist */
    double scattered;  /* ice: share of light in shadows */
} mixes = {.land_depth = 0.5,
           .glow = 0.35,
           .mist = 0.45,
           .shade_land = 0.16,
           .deep_land = 0.35,
           .sky = 0.55,
           .scattered = 0.15};

static void colour_deck(const rl_frame *frame, deck *all)
{
    const frame_light *light = &frame->light;
    int last = light->sky.count - 1;
    oklab zenith = light->sky.colour[last], middle = light->sky.colour[last > 1 ? last - 1 : last];
    oklab land = light_land(&frame->scene.palette, mixes.land_depth);
    linear_rgb sun = colour_mix_linear(light->sun, light->glow, mixes.glow);
    all->shade =
        colour_mix_oklab(colour_mix_oklab(middle, light->mist, mixes.mist), land, mixes.shade_land);
    all->deep = colour_mix_oklab(zenith, land, mixes.deep_land);
    all->lit = colour_mix_oklab(light->mist, light->sky.colour[0], mixes.sky);
    all->sunlit = colour_linear_to_oklab(sun);
    if (all->look->blue <= 0.0)
        return;
    oklab snow = colour_to_oklab(frame->scene.palette.snow);
    all->shade = light_tint(all->shade, ICE, all->look->blue);
    all->deep = light_tint(all->deep, ICE, all->look->blue);
    all->lit = colour_mix_oklab(all->lit, snow, all->look->snow);
    all->shade = colour_mix_oklab(all->shade, all->lit, mixes.scattered);
    all->deep = colour_mix_oklab(all->deep, all->lit, mixes.scattered);
}

/* ---- the kind ------------------------------------------------------------------------------- */

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    deck *all = layer->data;
    all->look = &looks[scene_int(scene, "deck.of")];
    double far = distance_of(scene, layer->index);
    double near = exact_max(1.0 - HIGHEST * scene->deck * frame->unit_share, NEAREST);
    if (layer->index + 1 < scene->ridge_count)
        near = exact_max(distance_of(scene, layer->index + 1), near);
    near = exact_min(near, FAR_SHARE * far);
    double horizon = exact_max(frame->light.horizon, HORIZON_LEAST);
    all->drop = horizon * frame->height;
    all->lift = horizon * frame->unit;
    all->rows = FINEST_ROWS * exact_min(horizon / frame->unit_share, MOST_U);
    all->rows_least = FINEST_ROWS / (SLICES_MOST * frame->unit);
    /* Nodes are at most two pixels apart in usual sizes: at four pixels crests look like combs. */
    int step = frame->fine_step;
    all->per_block = step > 8   ? 4 * frame->block / step
                     : step > 1 ? frame->block / 2
                                : frame->block;
    while (all->per_block > 1 && frame->width / frame->block >= MOST_NODES / all->per_block)
        all->per_block /= 2;
    all->lines = step >= 8 ? 1 : step >= 4 ? 2 : 4;
    TRY(deck_slices_new(frame, all, near, far, error));
    colour_deck(frame, all);
    layer->depth = exact_max(scene->ridge[layer->index].depth, 0.0);
    return RL_OK;
}

static rl_status make_stripe(preparation *work, frame_layer *layer, int number, rl_error *error)
{
    (void)error;
    deck_stripe_make(work->frame, layer->data, number);
    return RL_OK;
}

static rl_status finish(preparation *work, frame_layer *layer, rl_error *error)
{
    size_t blocks = (size_t)work->frame->blocks;
    int32_t *rows = arena_array(work->frame->arena, blocks, 2 * sizeof *rows);
    TRY(status_memory(rows != NULL, "deck", error));
    deck_blocks(work->frame, layer->data, rows, rows + blocks);
    layer->block_top = rows;
    layer->block_full = rows + blocks;
    return RL_OK;
}

/* ---- rows ------------------------------------------------------------------------------ */

typedef struct deck_memory {
    const deck *all;
    deck_walk *walk; /* [blocks] */
    deck_nodes nodes;
} deck_memory;

#define WALK_WHOLE 2   /* arrays of int32_t in a deck_walk */
#define WALK_FLOATS 12 /* arrays of float in a deck_walk */

/* Allocates the walks of all blocks, each with room for its nodes and whole lanes. */
static deck_walk *new_walks(paint_scratch *s, const deck *all)
{
    size_t blocks = (size_t)s->frame->blocks;
    size_t nodes = ((size_t)all->per_block + DECK_LANES) / DECK_LANES * DECK_LANES;
    deck_walk *walk = arena_array(&s->arena, blocks, sizeof *walk);
    int32_t *whole = arena_zeroed(&s->arena, blocks * nodes, WALK_WHOLE * sizeof *whole);
    float *field = arena_zeroed(&s->arena, blocks * nodes, WALK_FLOATS * sizeof *field);
    if (walk == NULL || whole == NULL || field == NULL)
        return NULL;
    for (size_t b = 0; b < blocks; b++) {
        deck_walk *w = &walk[b];
        float **fields[WALK_FLOATS] = {&w->next_top, &w->top,          &w->fall,        &w->light,
                                       &w->haze,     &w->more_light,   &w->more_haze,   &w->edge,
                                       &w->soft,     &w->behind_light, &w->behind_haze, &w->covers};
        w->row = -1;
        w->slice = whole + WALK_WHOLE * b * nodes;
        w->next = w->slice + nodes;
        for (int k = 0; k < WALK_FLOATS; k++, field += nodes)
            *fields[k] = field;
        for (size_t i = 0; i < nodes; i++)
            w->next_top[i] = NO_ROW;
    }
    return walk;
}

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    const deck_memory *m = owner;
    deck_kernels_of[s->frame->kernels]->shade(m->all, row, group, air, planes);
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    deck_memory *m = arena_zeroed(&s->arena, 1, sizeof *m);
    if (m == NULL)
        return 0;
    m->all = frame->layer[layer].data;
    m->walk = new_walks(s, m->all);
    if (m->walk == NULL)
        return 0;
    s->memory[layer] = m;
    tiles_open(s, &s->tiles.colours, frame->layer[layer].first_tile, 3 * DECK_PLANES, shade, m);
    return 1;
}

/* Makes node i stand at a slice, and finds the slice that covers it next. */
static void stand_at(const deck *all, const int32_t *samples, deck_walk *w, int i, int slice)
{
    int next = slice - 1;
    while (next >= 0 && (samples[next * DECK_GROUP] & 1) == 0)
        next--;
    w->slice[i] = slice;
    w->next[i] = next;
    w->next_top[i] = next < 0 ? NO_ROW : deck_top(all, next, samples[next * DECK_GROUP]);
}

/* Finds the surface that node i shows: from its slice to the next nearer one. */
static void show_surface(const deck *all, const int32_t *samples, deck_walk *w, int i)
{
    int slice = w->slice[i];
    const int32_t *sample = samples + (ptrdiff_t)slice * DECK_GROUP;
    w->top[i] = deck_top(all, slice, *sample);
    w->light[i] = deck_light(*sample);
    w->haze[i] = all->slice[slice].haze;
    w->fall[i] = w->more_light[i] = w->more_haze[i] = 0.0f;
    if (slice > 0) {
        int32_t nearer = sample[-DECK_GROUP];
        w->fall[i] = 1.0f / (deck_top(all, slice - 1, nearer) - w->top[i]);
        w->more_light[i] = deck_light(nearer) - w->light[i];
        w->more_haze[i] = all->slice[slice - 1].haze - w->haze[i];
    }
}

/* Makes the next slice of node i an edge before the surface that is shown. */
static void pass_edge(const deck *all, deck_walk *w, int i)
{
    float edge = w->next_top[i];
    float down = (edge - w->top[i]) * w->fall[i];
    float inside = (edge - w->edge[i]) * w->soft[i];
    inside = inside > 1.0f ? 1.0f : inside;
    inside = inside * inside * (3.0f - 2.0f * inside);
    float light = w->light[i] + down * w->more_light[i];
    float haze = w->haze[i] + down * w->more_haze[i];
    w->behind_light[i] += (light - w->behind_light[i]) * inside;
    w->behind_haze[i] += (haze - w->behind_haze[i]) * inside;
    w->covers[i] += (1.0f - w->covers[i]) * inside;
    w->edge[i] = edge;
    w->soft[i] = 1.0f / all->slice[w->next[i]].soft;
}

/* Makes node i show what a row shows.  Each next slice continues the same surface or is an edge; of
 * the surfaces that are passed only those before an edge are found. */
static void walk_down(const deck *all, const int32_t *samples, deck_walk *w, int i, float row)
{
    for (int is_shown = 1; w->next_top[i] <= row; is_shown = 0) {
        if (w->next[i] + 1 < w->slice[i]) {
            if (!is_shown)
                show_surface(all, samples, w, i);
            pass_edge(all, w, i);
        }
        stand_at(all, samples, w, i, w->next[i]);
    }
    show_surface(all, samples, w, i);
}

/* Begins the walk of node i at the farthest top, with nothing behind it. */
static void walk_begin(const deck *all, const int32_t *samples, deck_walk *w, int i)
{
    stand_at(all, samples, w, i, all->slices);
    stand_at(all, samples, w, i, w->next[i]);
    show_surface(all, samples, w, i);
    w->edge[i] = w->top[i];
    w->soft[i] = 1.0f / all->slice[w->slice[i]].soft;
    w->behind_light[i] = w->light[i];
    w->behind_haze[i] = w->haze[i];
    w->covers[i] = 0.0f;
}

/* Finds the values of a row at the nodes of a block: the mean of some lines. */
static void find_row(paint_scratch *s, deck_memory *m, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    const deck *all = m->all;
    const deck_kernels *kernels = deck_kernels_of[frame->kernels];
    deck_walk *w = &m->walk[run->block];
    int nodes = all->per_block + 1;
    size_t first = (size_t)((frame->first_block + run->block) * all->per_block - all->first);
    /* A walk begins anew, too, where the end of a turned loop cuts a block in two runs of a row. */
    if (w->row < 0 || run->row <= w->row)
        for (int i = 0; i < nodes; i++)
            walk_begin(all, deck_samples(all, first + (size_t)i), w, i);
    w->row = run->row;
    for (int line = 0; line < all->lines; line++) {
        float y = (float)run->row + (float)(line + 1) / (float)all->lines;
        if (kernels->is_passed(w, y, nodes))
            for (int i = 0; i < nodes; i++)
                if (w->next_top[i] <= y)
                    walk_down(all, deck_samples(all, first + (size_t)i), w, i, y);
        kernels->look(w, y, all->lines, line == 0, nodes, &m->nodes);
    }
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    deck_memory *m = s->memory[layer];
    tile_nodes nodes;
    find_row(s, m, run);
    tiles_nodes(s, s->frame->layer[layer].first_tile, run, 0, TILES_BLOCK, &nodes);
    deck_kernels_of[s->frame->kernels]->pixels(&nodes, &m->nodes, m->all->per_block, colours,
                                               covered);
}

static const char *const grounds[] = {"clouds", "ice", NULL};

static const scene_key deck_keys[] = {
    REAL_KEY("deck.height", AT_SCENE(deck), 0, 0.5, 0,
             "height of the tops of a sea of clouds below the horizon, in eye heights; 0 = none",
             TRAIT_INVENTED),
    NAME_KEY("deck.of", BY_NAME, grounds, RL_DECK_CLOUDS,
             "material of the sea of clouds, or of the sheet of ice", 0, "deck.height"),
};

#define DECK .needs = SIGHT_NEEDS_NO_PLACE, .hides_land = 1
static const rl_sight_words tops[] = {
    [RL_DECK_CLOUDS] = SIGHT("sea of clouds", 0.15, DECK,
                             SIGHT_CLAUSE(9, "a sea of clouds fills the valleys",
                                          "clouds cover the low land like a sea"),
                             SIGHT_PLACE(2, "the sea of clouds", "the cloud tops")),
    [RL_DECK_ICE] = SIGHT(
        "ice", 0.15, DECK,
        SIGHT_CLAUSE(9, "a sheet of ice reaches to the horizon", "wind-carved ice covers the land"),
        SIGHT_PLACE(2, "the ice", "the frozen land")),
};

const layer_kind kind_deck = {
    .name = "deck",
    .number = RL_LAYER_OTHER,
    .material = PRINT_CLOUDS,
    .stream = DECK_STREAM,
    .keys = {KEY_GROUP("deck", deck_keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(deck),
    .tiles = 1,
    .prepare = prepare,
    .parts = DECK_STRIPES,
    .part = make_stripe,
    .finish = finish,
    .paint = {.begin = begin, .cover = cover},
    .trait = {{.words = tops, .chosen_by = "deck.of"}},
};
