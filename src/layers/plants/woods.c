/* woods.c - places trees in patches down a slope, with clearings and shrubs, for ridge.c.
 *
 * Trees are on lines parallel to the crest; each line has a jittered lattice for each of four
 * classes: trees, young ones, single ones in the open, shrubs.  A noise, the thickness of the wood,
 * makes patches of about seven trees.  Each plant is a function of (seed, ridge, row, line, cell).
 * Lengths are in U; numbers were tuned by eye.
 */
#include "layers/plants/woods.h"

#include "base/memory.h"
#include "base/status.h"
#include "layers/common/clearing.h"
#include "layers/plants/planting.h"
#include "layers/water/lake.h"

/* Lattices of a line. */
enum { TREES, YOUNG, SINGLE, SHRUBS, LATTICES };

static const struct {
    double cell; /* width of a cell, in heights of the line's trees */
    double most; /* share of cells that bear a plant, at most */
} lattices[LATTICES] = {
    [TREES] = {.cell = 0.27, .most = 0.82},
    [YOUNG] = {.cell = 0.17, .most = 0.70},
    [SINGLE] = {.cell = 4.0, .most = 0.40},
    [SHRUBS] = {.cell = 0.50, .most = 0.45},
};

#define WIDEST 2.7        /* heights of a row: no plant reaches farther from its foot */
#define TALL_LEAST_PX 1.0 /* pixels: woods of lower trees are not painted */
#define LEAST_PX 0.6      /* pixels: lower plants are left out, except those of TREES */
#define NODE_STEP 1.0     /* heights of trees between nodes of the noises */
#define GROUNDS 4         /* samples of the crest for a node */
#define LAST_NODE 1.001   /* nodes before the end at which interpolation stops */

#define LINES_MOST 26        /* lines of a row */
#define LINE_APART 0.30      /* heights of trees from one line to the next */
#define ROW_OVERLAP 1.25     /* lines reach so far down, relative to the ground of the next row */
#define LAST_ROW_DEEP 0.055  /* U that the lines of the nearest row reach down, far away */
#define LAST_ROW_NEARER 0.06 /* U, what nearness adds to LAST_ROW_DEEP */

#define CELL_MARGIN 0.05 /* margin at both sides of a cell without plants, share of the cell */

/* Patches of the wood: where its thickness is above 0.  Lengths are in heights of its trees. */
static const struct {
    double wide, deep; /* cells of the noise */
    int octaves;
    double gain, bias; /* thickness: gain of the noise, and what is added everywhere */
    double by_trees;   /* thickness that a ridge with `trees` of 2 has more */
    double crest,
        crest_deep;      /* thickness added along the crest, and depth over which it falls to 1/e */
    double crest_even;   /* share of `crest` that is taken from the whole slope */
    double species_wide; /* cells of the noise of a species */
    double species_gain; /* gain of the noise of a species, in powers of e */
    double edge;         /* thickness below which a place is the edge of a wood */
} patch = {
    .wide = 9.5,
    .deep = 2.6,
    .octaves = 3,
    .gain = 2.6,
    .bias = 0.02,
    .by_trees = 0.5,
    .crest = 0.16,
    .crest_deep = 1.6,
    .crest_even = 0.25,
    .species_wide = 9.0,
    .species_gain = 2.6,
    .edge = 0.3,
};

/* A tree at a shore has a share of its height, and grows with the height of the ground above the
 * water: else it would seem to stand in the water beyond the last land. */
#define SHORE_TREE 0.3
#define SHORE_GROWTH 3.0

/* Height of the ground of the nearest bank, fraction of H, from which it has trees: those below the
 * picture's edge would seem to stand in the water. */
#define BANK_LEAST 0.004

/* Share of a species among the wood from which its plants come in four forms, or in two. */
#define FOUR_FORMS 0.3
#define TWO_FORMS 0.1

enum { DRAW_THERE = 1, DRAW_X, DRAW_DEPTH, DRAW_SIZE, DRAW_SPECIES, DRAW_PLANT };

static const planting_look look = {.draw = DRAW_PLANT, .sunk = 0.03, .tie = 1e-7};

#define TALL 1.2         /* nearest row: nominal height relative to scene.tree_height */
#define TALL_FALL 3.03   /* powers of e by which the farthest ridge's trees are lower */
#define ROW_TALLER 0.10  /* trees of each next row of a slope are so much taller */
#define LINE_TALLER 0.55 /* trees of the lowest line of a row are so much taller */
#define TALLEST 1.15     /* the highest tree relative to the nominal height of its line */

/* Nominal height (U) of the trees of a row; few are so tall. */
static double tall_of(const rl_scene *scene, int ridge, int row)
{
    double depth = scene->ridge[ridge].depth;
    return TALL * scene->tree_height * exact_exp(-TALL_FALL * (1.0 - depth)) *
           (1.0 + ROW_TALLER * row);
}

double woods_tallest(const rl_scene *scene, int ridge, int rows)
{
    return TALLEST * (1.0 + LINE_TALLER) * tall_of(scene, ridge, rows - 1);
}

typedef struct wood {
    const rl_frame *frame;
    planting base;
    int row;
    uint64_t key;
    double tall;  /* U, nominal height of its trees */
    double deep;  /* U, from the crest down to the last line */
    double bias;  /* added to the thickness */
    double reach; /* U: no plant reaches farther from its foot */
    int lines;
    double step;   /* U between nodes of the noises */
    int64_t first; /* number of the first node, counted from the picture's middle */
    size_t nodes;
    double *thick;  /* [nodes]: thickness of the wood along a line; above 0 in patches */
    double *weight; /* [species * nodes] */
    species_mix species;
    const species *shrub;
} wood;

/* ---- which plants ------------------------------------------------------------------------- */

/* Noise at all nodes.  It is in the memory behind the samples of the crest, until the next call. */
static const double *noises_of(wood *w, int octave, int octaves, double y, double cell)
{
    double *x = w->base.ground + w->base.grounds, *one = x + w->nodes, *sum = one + w->nodes;
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

/* ---- where -------------------------------------------------------------------------------- */

/* Thickness of the wood over which a share rises from 0 to 1. */
typedef struct wood_ramp {
    double from, to;
} wood_ramp;

static double rise(const wood_ramp *r, double x)
{
    return exact_smoothstep(r->from, r->to, x);
}

/* Shares of the cells of lattices that bear a plant. */
static const struct {
    wood_ramp trees;
    wood_ramp young, thick; /* young trees are in patches, but fewer where a wood is thick */
    double young_fewer;     /* share of young trees that a thick wood lacks */
    wood_ramp wood;         /* single trees end where a wood begins */
    double single;          /* share of single trees in the open */
    double shrubs, at_edge; /* shrubs: everywhere, and more of them at edges of patches */
    double edge, edge_wide; /* thickness at an edge, and scale of a Gaussian round it */
    double lower_shrubs;    /* factor of shrubs below the first line */
} shares = {
    .trees = {.from = 0.0, .to = 0.16},
    .young = {.from = -0.08, .to = 0.06},
    .thick = {.from = 0.15, .to = 0.40},
    .young_fewer = 0.7,
    .wood = {.from = -0.35, .to = -0.05},
    .single = 0.22,
    .shrubs = 0.05,
    .at_edge = 0.40,
    .edge = 0.05,
    .edge_wide = 0.14,
    .lower_shrubs = 0.35,
};

#define SINGLE_LINES 3 /* one of so many lines has single trees */

/* Share of a lattice's cells that bear a plant. */
static double share_of(int lattice, double thick, int line)
{
    double most = lattices[lattice].most, edge = (thick - shares.edge) / shares.edge_wide;
    switch (lattice) {
    case TREES:
        return most * rise(&shares.trees, thick);
    case YOUNG:
        return most * rise(&shares.young, thick) *
               (1.0 - shares.young_fewer * rise(&shares.thick, thick));
    case SINGLE:
        return line % SINGLE_LINES == 0 ? shares.single * (1.0 - rise(&shares.wood, thick)) : 0.0;
    default:
        return (shares.shrubs + shares.at_edge * exact_exp(-edge * edge)) *
               (line == 0 ? 1.0 : shares.lower_shrubs);
    }
}

/* Heights of plants relative to the trees of their line; u is a uniform draw. */
static const struct {
    double tree, by_chance, rare;             /* trees; rare: by u^4 */
    double at_edge, by_thickness, thick_most; /* factor: trees inside a wood are taller */
    double young, young_by_chance;            /* young: by u^2 */
    double single, single_by_chance;          /* single trees: by u */
    double shrub, shrub_by_chance;            /* shrubs: by u */
} heights = {
    .tree = 0.46,
    .by_chance = 0.24,
    .rare = 0.36,
    .at_edge = 0.72,
    .by_thickness = 0.50,
    .thick_most = 0.7,
    .young = 0.20,
    .young_by_chance = 0.30,
    .single = 0.60,
    .single_by_chance = 0.42,
    .shrub = 0.06,
    .shrub_by_chance = 0.09,
};

static double height_of(int lattice, double thick, double u)
{
    switch (lattice) {
    case TREES:
        return (heights.tree + heights.by_chance * u + heights.rare * u * u * u * u) *
               (heights.at_edge +
                heights.by_thickness * exact_clamp(thick, 0.0, heights.thick_most));
    case YOUNG:
        return heights.young + heights.young_by_chance * u * u;
    case SINGLE:
        return heights.single + heights.single_by_chance * u;
    default:
        return heights.shrub + heights.shrub_by_chance * u;
    }
}

/* Depth of a line relative to an even spacing, at a share (0..1) of the lines: they are denser near
 * the crest, as depths of about share^1.15. */
#define CREST_LESS 0.85   /* at the crest */
#define CREST_DENSER 0.15 /* what the lowest line adds */

static double spread_of(double share)
{
    return CREST_LESS + CREST_DENSER * share;
}

/* What the cells of one lattice along one line share. */
typedef struct wood_line {
    int number, lattice;
    uint64_t key;
    double local; /* U, nominal height of the trees of the line */
} wood_line;

/* Adds the plant of a cell, if it bears one. */
static rl_status add_cell(wood *w, const wood_line *line, const plant_cells *cells, rl_error *error)
{
    const rl_frame *frame = w->frame;
    int lattice = line->lattice;
    double local = line->local;
    plant_spot spot = {.key = planting_key(cells, line->key, 0)};
    double there = hash_unit(hash_at(spot.key, DRAW_THERE, 0));
    if (there > lattices[lattice].most)
        return RL_OK;
    spot.x = planting_x(cells, CELL_MARGIN, hash_at(spot.key, DRAW_X, 0));
    double sample = spot.x / w->step - (double)w->first;
    double node = exact_clamp(sample, 0.0, (double)w->nodes - LAST_NODE);
    double thick = between_nodes(w->thick, node), most = share_of(lattice, thick, line->number);
    if (there > most)
        return RL_OK;
    double jitter = hash_unit(hash_at(spot.key, DRAW_DEPTH, 0)) - 0.5;
    double share = exact_max((line->number + jitter) / w->lines, 0.0);
    spot.down = spot.depth = w->deep * share * spread_of(share);
    if (w->row == 0 && spot.depth < local && /* A motif on the crest has a clearing. */
        there > (1.0 - motif_clearing(frame, w->base.ridge, spot.x)) * most)
        return RL_OK;
    double u = hash_unit(hash_at(spot.key, DRAW_SIZE, 0));
    const species *kind = w->shrub;
    spot.height = local * height_of(lattice, thick, u);
    if (lattice != SHRUBS) { /* Species that need light are more frequent at edges of woods. */
        const species_mix *mix = &w->species;
        double weight[SPECIES_MOST];
        for (int i = 0; i < mix->count; i++)
            weight[i] = between_nodes(w->weight + (size_t)i * w->nodes, node) *
                        (thick < patch.edge && mix->kind[i]->needs_light ? SPECIES_AT_EDGE : 1.0);
        double drawn = hash_unit(hash_at(spot.key, DRAW_SPECIES, 0));
        kind = mix->kind[choose_weighted(weight, (size_t)mix->count, drawn)];
        spot.height *= kind->height;
    }
    if (kind == NULL)
        return RL_OK;
    if (lattice != TREES && spot.height * frame->unit < LEAST_PX)
        return RL_OK;
    if (w->base.waterline > 0.0) {
        double ground =
            planting_ground(&w->base, w->base.ground, spot.x) - spot.down * frame->unit_share;
        double ashore = (ground - w->base.waterline) / frame->unit_share;
        spot.height = exact_min(spot.height, SHORE_TREE * spot.height + SHORE_GROWTH * ashore);
    }
    return planting_put(&w->base, kind, &spot, error);
}

static rl_status add_line(wood *w, int line, rl_error *error)
{
    double share = (double)line / w->lines, depth = share * spread_of(share);
    double local = w->tall * (1.0 + LINE_TALLER * depth);
    double below = w->deep * depth;
    double crest =
        patch.crest * (exact_exp(-below / (patch.crest_deep * w->tall)) - patch.crest_even);
    const double *noise =
        noises_of(w, 0, patch.octaves, below / (patch.deep * w->tall), patch.wide * w->tall);
    for (size_t n = 0; n < w->nodes; n++)
        w->thick[n] = patch.gain * noise[n] + w->bias + crest;
    for (int lattice = 0; lattice < LATTICES; lattice++) {
        plant_cells cells = planting_cells(&w->base, lattices[lattice].cell * local, w->reach);
        wood_line shared = {line, lattice, hash_at(w->key, line, lattice), local};
        for (; cells.cell <= cells.last; cells.cell++)
            TRY(add_cell(w, &shared, &cells, error));
    }
    return RL_OK;
}

/* ---- the stand ----------------------------------------------------------------------------- */

static rl_status sample_ground(wood *w, rl_error *error)
{
    const rl_frame *frame = w->frame;
    planting *base = &w->base;
    w->step = NODE_STEP * w->tall;
    noise_fit_cell(frame->loop, &w->step);
    /* Beside the ground five planes for noises, and the thickness and the weights of nodes. */
    size_t weights = ((size_t)w->species.count + GROUNDS) / GROUNDS;
    TRY(planting_sample(base, w->reach, w->step, GROUNDS, 5 + weights, error));
    w->first = base->grid.first / GROUNDS;
    w->nodes = base->grounds / GROUNDS;
    w->thick = base->ground + 5 * base->grounds;
    w->weight = w->thick + w->nodes;
    double *x = base->ground + base->grounds;
    for (size_t i = 0; i < base->grounds; i++)
        x[i] = (double)(base->grid.first + (int64_t)i) * base->grid.step;
    wood_row_lay(frame, w->base.ridge, w->row, x, base->grounds, x + base->grounds, base->ground);
    /* Trees of a species stand together: their weights vary along the slope. */
    for (int i = 0; i < w->species.count; i++) {
        const double *noise = noises_of(w, 1 + i, 2, 0.5 + i, patch.species_wide * w->tall);
        for (size_t n = 0; n < w->nodes; n++)
            w->weight[(size_t)i * w->nodes + n] =
                w->species.weight[i] * exact_exp(patch.species_gain * noise[n]);
    }
    return RL_OK;
}

static rl_status plant_lines(wood *w, stand **out, rl_error *error)
{
    TRY(sample_ground(w, error));
    const species_mix *mix = &w->species;
    double sum = 0.0;
    for (int i = 0; i < mix->count; i++)
        sum += mix->weight[i];
    const rl_scene *scene = &w->frame->scene;
    double tallest = 0.0; /* height of the trees of all ridges, which share pictures, U */
    for (int i = 0; i < scene->ridge_count; i++)
        if (wood_has_trees(scene, i) && !ridge_has(&scene->ridge[i], RIDGE_NEAR))
            tallest = exact_max(tallest, woods_tallest(scene, i, wood_rows(scene, i)));
    for (int i = 0; i < mix->count; i++) {
        stand_kit_sort(w->base.kit, mix->kind[i],
                       mix->weight[i] > FOUR_FORMS * sum  ? 4
                       : mix->weight[i] > TWO_FORMS * sum ? 2
                                                          : 1);
        stand_kit_share(w->base.kit, mix->kind[i], tallest);
    }
    if (w->shrub != NULL) {
        stand_kit_sort(w->base.kit, w->shrub, 2);
        stand_kit_share(w->base.kit, w->shrub, tallest);
    }
    for (int line = 0; line < w->lines; line++)
        TRY(add_line(w, line, error));
    return planting_end(&w->base, out, error);
}

rl_status woods_make(const rl_frame *frame, int ridge, int row, double lower, stand_kit *kit,
                     stand **out, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    double z = scene->ridge[ridge].depth;
    wood w = {.frame = frame,
              .row = row,
              .base = planting_begin(frame, ridge, kit, &look),
              .key = hash_key(scene->seed, STREAM_WOODS + 8 * (uint64_t)ridge + (uint64_t)row),
              .tall = tall_of(scene, ridge, row),
              .deep = lower > 0.0 ? ROW_OVERLAP * lower : LAST_ROW_DEEP + LAST_ROW_NEARER * z,
              .bias = patch.bias + patch.by_trees * (scene->ridge[ridge].trees - 1.0)};
    w.lines = (int)exact_min(LINES_MOST, w.deep / (LINE_APART * w.tall) + 1.0);
    if (w.tall * frame->unit < TALL_LEAST_PX)
        return RL_OK;
    if (lake_holds(scene, ridge))
        w.base.waterline = lake_waterline(scene, ridge);
    else if (scene->lake_ridge > 0 && ridge + 1 == scene->ridge_count)
        w.base.waterline = BANK_LEAST;
    species_of(scene, &w.species);
    w.shrub = species_find("shrub");
    w.reach = WIDEST * w.tall + PLANTING_REACH_PX / frame->unit;
    rl_status status = plant_lines(&w, out, error);
    memory_free(frame->allocator, w.base.ground);
    return status;
}
