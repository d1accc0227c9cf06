/* woods.c - patches of trees down a slope, with clearings, sorted by depth.
 *
 * Trees are on lines parallel to the crest, each line with lattices of its own: trees, young ones,
 * single ones in the open, shrubs.  A noise of the place makes patches of about seven trees.
 * Each plant is a function of (seed, ridge, row, line, cell).  Lengths are in U.
 */
#include "layers/woods.h"

#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/lake.h"
#include "layers/motif.h"
#include "layers/way.h"
#include "ridge/noise.h"

/* Sorts of lattices: cells in heights of a line's trees. */
enum { TREES, YOUNG, SINGLE, SHRUBS, LATTICES };
static const double lattice_cell[LATTICES] = {0.27, 0.17, 4.0, 0.50};
static const double lattice_most[LATTICES] = {0.82, 0.70, 0.40, 0.45}; /* share that bears one */

#define WIDEST 2.7   /* no plant of a line reaches farther from its foot, in heights of a row; */
#define REACH_PX 4.0 /* and pixels for what is rounded */
#define TALL_LEAST_PX 1.0 /* smaller woods are not seen */
#define LEAST_PX 0.6      /* what is lower than so many pixels is left out, but for trees */
#define LINES_MOST 26
#define NODE_STEP 1.0  /* between nodes of the noises, in heights of trees, */
#define GROUNDS 4      /* and so many samples of the crest from one to the next */
#define PATCH_WIDE 9.5 /* of a patch, in heights */
#define PATCH_DEEP 2.6
#define PATCH_OCTAVES 3
#define PATCH_GAIN 2.6
#define PATCH_BIAS 0.02
#define CREST_THICKER 0.16 /* woods are along crests; meadows lie below them, */
#define CREST_DEEP 1.6     /* over so many heights */
#define SPECIES_WIDE 9.0   /* of a patch of one species */
#define EDGE_THICK 0.3     /* at edges a wood is thinner than this */

/* Trees are low at a shore, of their height, and taller by so much of the ground's: else they
 * would seem to stand in the water beyond the last land. */
#define SHORE_TREE 0.3
#define SHORE_GROWTH 3.0

enum { DRAW_THERE = 1, DRAW_X, DRAW_DEPTH, DRAW_SIZE, DRAW_SPECIES, DRAW_PLANT };

/* The class of a row's trees: few are so tall. */
static double tall_of(const rl_scene *scene, int ridge, int row)
{
    double depth = scene->ridge[ridge].depth;
    return 1.2 * scene->tree_height * exact_exp(-3.03 * (1.0 - depth)) * (1.0 + 0.10 * row);
}

#define LOWER_TALLER 0.55 /* trees of the lowest line of a row are so much taller */
#define TALLEST 1.15      /* of a line */

double woods_tallest(const rl_scene *scene, int ridge, int rows)
{
    return TALLEST * (1.0 + LOWER_TALLER) * tall_of(scene, ridge, rows - 1);
}

typedef struct wood {
    const rl_frame *frame;
    int ridge, row;
    uint64_t key;
    double tall;        /* of its trees */
    double deep;        /* how far down the slope trees are */
    double bias;        /* of the noise of patches */
    double left, right; /* of what may reach the part */
    int lines;
    double step;   /* between nodes of the noises */
    int64_t first; /* the first of them, from the picture's middle */
    size_t nodes, grounds;
    double *ground;         /* [grounds]: the crest, fractions of H */
    double *thick, *weight; /* [nodes]: of a line; [species * nodes] */
    double waterline;
    species_mix species;
    const species *shrub;
    stand_kit *kit;
} wood;

/* ---- which plants ------------------------------------------------------------------------- */

/* A noise at all nodes, until the next one: it is in the memory behind the crest's samples. */
static const double *noises_of(wood *w, int octave, int octaves, double y, double cell)
{
    double *x = w->ground + w->grounds, *one = x + w->nodes, *sum = one + w->nodes;
    noise_period period = noise_fit_cell(w->frame->loop, &cell);
    for (size_t n = 0; n < w->nodes; n++)
        x[n] = (double)(w->first + (int64_t)n) * w->step / cell;
    noise_fractal_run(hash_at(w->key, 100, octave), octaves, x, w->nodes, y, period,
                      w->frame->kernels, one, sum);
    return sum;
}

/* A value between the nodes of a grid. */
static double between_nodes(const double *node, double place)
{
    size_t i = (size_t)place;
    return exact_mix(node[i], node[i + 1], place - (double)i);
}

/* Where a place is among the nodes of the noises, and among the finer samples of the crest. */
static double node_of(const wood *w, double x)
{
    double place = x / w->step - (double)w->first;
    return exact_clamp(place, 0.0, (double)w->nodes - 1.001);
}

static double ground_at(const wood *w, double x)
{
    double place = (x / w->step - (double)w->first) * GROUNDS;
    return between_nodes(w->ground, exact_clamp(place, 0.0, (double)w->grounds - 1.001));
}

/* The weights of species at all nodes: those of a kind are found together. */
static void weigh_species(wood *w)
{
    for (int i = 0; i < w->species.count; i++) {
        const double *noise = noises_of(w, 1 + i, 2, 0.5 + i, SPECIES_WIDE * w->tall);
        for (size_t n = 0; n < w->nodes; n++)
            w->weight[(size_t)i * w->nodes + n] = w->species.weight[i] * exact_exp(2.6 * noise[n]);
    }
}

/* How thick the wood is along a line: above 0 in patches. */
static void thicken_line(wood *w, double depth)
{
    double crest = CREST_THICKER * (exact_exp(-depth / (CREST_DEEP * w->tall)) - 0.25);
    const double *noise =
        noises_of(w, 0, PATCH_OCTAVES, depth / (PATCH_DEEP * w->tall), PATCH_WIDE * w->tall);
    for (size_t n = 0; n < w->nodes; n++)
        w->thick[n] = PATCH_GAIN * noise[n] + w->bias + crest;
}

/* The weight of a species at a place: those of light and of little shade are at the edges of
 * woods. */
static double weight_at(const wood *w, int i, double node, double thick)
{
    double weight = between_nodes(w->weight + (size_t)i * w->nodes, node);
    return thick < EDGE_THICK ? weight * w->species.kind[i]->at_edge : weight;
}

/* The species of a plant. */
static const species *species_at(const wood *w, uint64_t plant, double node, double thick)
{
    const species_mix *mix = &w->species;
    int last = mix->count - 1;
    double sum = 0.0;
    for (int i = 0; i <= last; i++)
        sum += weight_at(w, i, node, thick);
    double drawn = hash_unit(hash_at(plant, DRAW_SPECIES, 0)) * sum;
    for (int i = 0; i < last; i++)
        if ((drawn -= weight_at(w, i, node, thick)) < 0.0)
            return mix->kind[i];
    return mix->kind[last];
}

/* ---- where -------------------------------------------------------------------------------- */

static double rise(double from, double to, double x)
{
    return exact_smoothstep(from, to, x);
}

/* The share of a lattice's cells that bear a plant, and the plant's height in those of its line. */
static double share_of(int lattice, double thick, int line)
{
    double edge = (thick - 0.05) / 0.14;
    switch (lattice) {
    case TREES:
        return 0.82 * rise(0.0, 0.16, thick);
    case YOUNG:
        return 0.70 * rise(-0.08, 0.06, thick) * (1.0 - 0.7 * rise(0.15, 0.40, thick));
    case SINGLE:
        return line % 3 == 0 ? 0.22 * (1.0 - rise(-0.35, -0.05, thick)) : 0.0;
    default:
        return (0.05 + 0.40 * exact_exp(-edge * edge)) * (line == 0 ? 1.0 : 0.35);
    }
}

static double height_of(int lattice, double thick, double u)
{
    switch (lattice) {
    case TREES:
        return (0.46 + 0.24 * u + 0.36 * u * u * u * u) *
               (0.72 + 0.50 * exact_clamp(thick, 0.0, 0.7));
    case YOUNG:
        return 0.20 + 0.30 * u * u;
    case SINGLE:
        return 0.60 + 0.42 * u;
    default:
        return 0.06 + 0.09 * u;
    }
}

/* The plant of a cell, if it bears one. */
static rl_status add_cell(wood *w, int line, int lattice, int64_t cell, int64_t hashed,
                          double spacing, double local, rl_error *error)
{
    uint64_t plant = hash_at(hash_at(w->key, line, lattice), 0, hashed);
    const rl_frame *frame = w->frame;
    double there = hash_unit(hash_at(plant, DRAW_THERE, 0));
    if (there > lattice_most[lattice])
        return RL_OK;
    double x = ((double)cell + 0.05 + 0.9 * hash_unit(hash_at(plant, DRAW_X, 0))) * spacing;
    double jitter = hash_unit(hash_at(plant, DRAW_DEPTH, 0)) - 0.5;
    double share = exact_max((line + jitter) / w->lines, 0.0);
    double depth = w->deep * share * (0.85 + 0.15 * share); /* about share^1.15 */
    double kept = 1.0; /* trees keep away from a motif on the crest */
    if (w->row == 0 && depth < local)
        kept -= motif_clearing(frame, w->ridge, x);
    double node = node_of(w, x), thick = between_nodes(w->thick, node);
    if (there > kept * share_of(lattice, thick, line))
        return RL_OK;
    double u = hash_unit(hash_at(plant, DRAW_SIZE, 0));
    const species *kind = lattice == SHRUBS ? w->shrub : species_at(w, plant, node, thick);
    if (kind == NULL)
        return RL_OK;
    stand_place place = {.height = local * height_of(lattice, thick, u)};
    if (lattice != SHRUBS)
        place.height *= kind->height;
    if (lattice != TREES && place.height * frame->unit < LEAST_PX)
        return RL_OK;
    double ground = ground_at(w, x) - depth * frame->unit_share;
    if (w->waterline > 0.0) {
        double ashore = (ground - w->waterline) / frame->unit_share;
        if (ashore < 0.0)
            return RL_OK;
        place.height = exact_min(place.height, SHORE_TREE * place.height + SHORE_GROWTH * ashore);
    }
    if (way_covers(frame, w->ridge, x, ground / frame->unit_share, place.height))
        return RL_OK;
    place.x = x * frame->unit + 0.5 * frame->width - (double)frame->x;
    place.y = (1.0 - ground) * frame->height + 0.03 * place.height * frame->unit;
    place.depth = depth + 1e-7 * hash_unit(hash_at(plant, DRAW_PLANT, 1));
    place.is_mirrored = frame_way(frame, x - frame->scene.land_x) > 0.0; /* not as the sun moves */
    return stand_add(w->kit, kind, hash_at(plant, DRAW_PLANT, 0), &place, error);
}

static rl_status add_line(wood *w, int line, rl_error *error)
{
    double share = (double)line / w->lines, depth = share * (0.85 + 0.15 * share);
    double local = w->tall * (1.0 + LOWER_TALLER * depth);
    thicken_line(w, w->deep * depth);
    for (int lattice = 0; lattice < LATTICES; lattice++) {
        double spacing = lattice_cell[lattice] * local;
        noise_period period = noise_fit_cell(w->frame->loop, &spacing);
        int64_t last = exact_floor(w->right / spacing);
        for (int64_t cell = exact_floor(w->left / spacing); cell <= last; cell++)
            TRY(add_cell(w, line, lattice, cell, exact_wrap(cell, period), spacing, local, error));
    }
    return RL_OK;
}

/* ---- the stand ----------------------------------------------------------------------------- */

static rl_status sample_ground(wood *w, rl_error *error)
{
    const rl_frame *frame = w->frame;
    w->step = NODE_STEP * w->tall;
    noise_fit_cell(frame->loop, &w->step);
    w->first = exact_floor(w->left / w->step) - 1;
    w->nodes = (size_t)(exact_floor(w->right / w->step) + 3 - w->first);
    w->grounds = w->nodes * GROUNDS;
    size_t noises = (size_t)w->species.count + 1;
    double *memory =
        memory_array(frame->allocator, 5 * w->grounds + noises * w->nodes, sizeof *memory);
    w->ground = memory;
    if (memory == NULL)
        return status_fail(error, RL_NO_MEMORY, "woods: out of memory");
    w->thick = memory + 5 * w->grounds;
    w->weight = w->thick + w->nodes;
    double step = w->step / GROUNDS, *x = memory + w->grounds;
    ridge_grid grid = {.first = w->first * GROUNDS, .step = step, .detail = step};
    TRY(profile_heights(frame->profile, w->ridge, &grid, w->grounds, w->ground, error));
    for (size_t i = 0; i < w->grounds; i++)
        x[i] = (double)(grid.first + (int64_t)i) * step;
    wood_row_lay(frame, w->ridge, w->row, x, w->grounds, x + w->grounds, w->ground);
    weigh_species(w);
    return RL_OK;
}

static rl_status plant_lines(wood *w, stand **out, rl_error *error)
{
    TRY(sample_ground(w, error));
    const species_mix *mix = &w->species;
    double sum = 0.0;
    for (int i = 0; i < mix->count; i++)
        sum += mix->weight[i];
    for (int i = 0; i < mix->count; i++) /* rare ones need not differ much */
        stand_kit_sort(w->kit, mix->kind[i],
                       mix->weight[i] > 0.3 * sum   ? 4
                       : mix->weight[i] > 0.1 * sum ? 2
                                                    : 1);
    if (w->shrub != NULL)
        stand_kit_sort(w->kit, w->shrub, 2);
    for (int line = 0; line < w->lines; line++)
        TRY(add_line(w, line, error));
    stand *made = arena_zeroed(w->frame->arena, 1, sizeof *made);
    if (made == NULL)
        return status_fail(error, RL_NO_MEMORY, "woods: out of memory");
    *out = made;
    return stand_make(w->kit, made, error);
}

rl_status woods_make(const rl_frame *frame, int ridge, int row, double lower, stand_kit *kit,
                     stand **out, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    double z = scene->ridge[ridge].depth;
    wood w = {.frame = frame,
              .ridge = ridge,
              .row = row,
              .kit = kit,
              .key = hash_key(scene->seed, STREAM_WOODS + 8 * (uint64_t)ridge + (uint64_t)row),
              .tall = tall_of(scene, ridge, row),
              .deep = lower > 0.0 ? 1.25 * lower : 0.055 + 0.06 * z,
              .bias = PATCH_BIAS + 0.5 * (scene->ridge[ridge].trees - 1.0)};
    w.lines = (int)exact_min(LINES_MOST, w.deep / (0.30 * w.tall) + 1.0);
    if (w.tall * frame->unit < TALL_LEAST_PX)
        return RL_OK;
    if (lake_holds(scene, ridge))
        w.waterline = lake_waterline(scene, ridge);
    species_of(scene, &w.species);
    w.shrub = species_find("shrub");
    double reach = WIDEST * w.tall + REACH_PX / frame->unit;
    w.left = ((double)frame->x - 0.5 * frame->width) / frame->unit - reach;
    w.right = w.left + frame->columns / frame->unit + 2.0 * reach;
    rl_status status = plant_lines(&w, out, error);
    memory_free(frame->allocator, w.ground);
    return status;
}
