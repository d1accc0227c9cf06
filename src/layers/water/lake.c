/* lake.c - the layer of a lake or of open water: a rippled mirror of the layers behind it.
 *
 * Colours are mixed as squares of sRGB samples (lake_light), which is nearly linear light: a mirror
 * in moving water is an average over many facets, and so is a pixel at an edge.
 */
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/common/mist.h"
#include "layers/core/kind.h"
#include "layers/land/ridge.h"
#include "layers/water/lake.h"
#include "ridge/noise.h"

/* Looks of water, tuned by eye.  Depths are U below the far shore: toward the viewer. */

/* A sheltered lake. */
static const struct {
    double swing;            /* share of the depth by which ripples move the mirrored row */
    double swing_more;       /* addition at any depth, U; on open water, too */
    double strip, sky_strip; /* height of a strip of land, of sky: share of the depth */
    double clear;            /* share of the mirror at the far shore */
    double clear_loss;       /* share of the mirror that is lost down to `clear_depth` */
    double clear_depth;      /* depth at which the mirror is dimmest */
    double haze;             /* opacity of the mist at the far shore */
    double haze_depth;       /* depth over which `haze` falls to 1/e */
    double path;             /* spread of the sun's path at the far shore, U */
    double path_rise;        /* growth of `path` per U of depth */
    double glitter;          /* strength of the sun's path at the far shore */
    double glitter_depth;    /* depth over which `glitter` falls to 1/e */
} sheltered = {.swing = 0.13,
               .swing_more = 0.0004,
               .strip = 0.012,
               .sky_strip = 0.024,
               .clear = 0.90,
               .clear_loss = 0.45,
               .clear_depth = 0.45,
               .haze = 0.40,
               .haze_depth = 0.010,
               .path = 0.03,
               .path_rise = 0.30,
               .glitter = 0.65,
               .glitter_depth = 0.3};

/* Open water. */
static const struct {
    double wave_across; /* cells of octave 0 of waves per U across: see plane_law */
    double wave_along;  /* cells of octave 0 per 1 of ln(distance) */
    double wave_gain;   /* weight of an octave, relative to the next broader one */
    double top;         /* height of the mirror above the shore, in depths of the picture's foot */
    double top_more;    /* U added to `top` */
    double image;  /* share of the sky's height that is mirrored where water is higher than sky */
    by_wind reach; /* height that is mirrored, in depths */
    double lift,
        lift_more;    /* addition to `reach` near the viewer in full wind, U: two parts of a sum */
    double lift_rise; /* 1 / depth from which the lift is whole */
    by_wind swing;    /* share of the depth by which waves move the mirrored row */
    by_wind clear_least;      /* share of the mirror near the viewer */
    double clear;             /* share of the mirror at the far shore */
    by_wind clear_depth;      /* depth over which the share falls to 1/e of the difference */
    by_wind tilt;             /* change of that share by a wave of tilt 1 */
    double tilt_rise;         /* 1 / depth from which `tilt` is whole */
    by_wind strip, sky_strip; /* height of a strip of land, and of sky, in the mirror: share of its
                               * height above the shore */
    by_wind relief;           /* relative change of all light by a facet of tilt 1 */
    double haze;              /* opacity of dense mist at the far shore */
    double haze_depth;        /* depth over which `haze` falls to 1/e */
    double thin_haze;         /* opacity of thin mist at the far shore */
    double thin_depth;        /* depth over which `thin_haze` falls to 1/e */
    double spark_from;        /* middle tilt of waves that sparkle, at the far shore */
    double spark_near;        /* rise of `spark_from` near the viewer */
    double spark_rise;        /* 1 / depth from which `spark_near` is whole */
    double spark_offset;      /* shift of the range of tilts that sparkle */
    by_wind spark_range;      /* range of tilt from the beginning of sparkle to its full strength */
    double spark_hidden;  /* addition to the range where all waves are below the size of pixels */
    double spark;         /* light of level water in the sun's path, at the far shore */
    double spark_depth;   /* depth over which `spark` falls to 1/e */
    double sheen;         /* light beside the sun's path, at the far shore */
    double sheen_depth;   /* depth over which `sheen` falls to 1/e */
    double sheen_width;   /* U from the sun over which `sheen` falls to 1/e */
    double path;          /* spread of the sun's path at the far shore, U */
    double path_rise;     /* growth of `path` per U of depth */
    by_wind glitter;      /* strength of the sun's path at the far shore */
    double glitter_depth; /* depth over which `glitter` falls to 1/e */
} open_water = {.wave_across = 0.78,
                .wave_along = 4.4,
                .wave_gain = 0.72,
                .top = 1.15,
                .top_more = 0.06,
                .image = 0.85,
                .reach = {1.0, 0.80},
                .lift = 0.02,
                .lift_more = 0.03,
                .lift_rise = 8.0,
                .swing = {0.10, 0.24},
                .clear_least = {0.38, 0.26},
                .clear = 0.96,
                .clear_depth = {0.30, 0.17},
                .tilt = {0.10, 0.31},
                .tilt_rise = 10.0,
                .strip = {0.009, 0.018},
                .sky_strip = {0.018, 0.030},
                .relief = {0.09, 0.25},
                .haze = 0.75,
                .haze_depth = 0.010,
                .thin_haze = 0.20,
                .thin_depth = 0.05,
                .spark_from = 0.10,
                .spark_near = 0.25,
                .spark_rise = 3.0,
                .spark_offset = 0.025,
                .spark_range = {0.75, 0.52},
                .spark_hidden = 1.0,
                .spark = 0.22,
                .spark_depth = 0.35,
                .sheen = 0.24,
                .sheen_depth = 0.22,
                .sheen_width = 0.30,
                .path = 0.022,
                .path_rise = 0.30,
                .glitter = {0.85, 1.05},
                .glitter_depth = 0.42};

/* The far shore.  Its mist is that of the ridge behind the lake, a little lighter: a thin bright
 * line parts water and land.  Before sky the haze of open water hides the horizon; before land it
 * would draw the shore as a bright line, so there are only patches of it. */
static const struct {
    double air;          /* share of air in the mist */
    double land_height;  /* U of far land before which haze is in patches */
    double patches;      /* patches per U */
    double gap;          /* mean share of haze that is taken away before land */
    double gap_contrast; /* change of `gap` by noise of 1 */
} shore = {.air = 0.5, .land_height = 0.01, .patches = 7.0, .gap = 0.78, .gap_contrast = 0.5};
#define PATCHES_OCTAVES 3
#define PATCHES_ROW 0.5 /* row of the noise, between two rows of its lattice */

/* The sun and its mirror. */
static const struct {
    double dazzle;      /* radii of the disc within which its mirror dazzles */
    double beside;      /* radii from the disc's middle at which the sky beside the disc is taken */
    double dazzle_from; /* least light that dazzles, relative to the disc */
    double dazzle_rise; /* light above it up to the full dazzle, relative to that up to the disc */
    double melt_from;   /* least light that melts, as a share of the way from the sky to the disc */
    double melt_rise;   /* range of that share up to where all light melts */
    double path_end;    /* half width of the path, in its spreads: 1 - x^2 is 0 there */
    double crest_from; /* heights of the land before the disc below the shore from which the path */
    double crest_to;   /* is seen, and whole */
    double glow;       /* share of the glow of the sky in the light of the path */
} sun = {.dazzle = 1.6,
         .beside = 1.07,
         .dazzle_from = 0.55,
         .dazzle_rise = 0.25,
         .melt_from = 0.02,
         .melt_rise = 0.08,
         .path_end = 2.4,
         .crest_from = 0.3,
         .crest_to = 1.0,
         .glow = 0.35};

/* Colour of open water: a mix of middle land and the top of the sky, then of near land. */
static const struct {
    double middle_land; /* depth of middle land, 0 far .. 1 near */
    double sky;         /* share of the sky */
    double near_land;   /* share of near land */
} deep = {.middle_land = 0.5, .sky = 0.45, .near_land = 0.30};

/* Heights of the sky that open water without land in it mirrors, U above the shore. */
#define BARE_HEIGHTS 3
static const double bare_heights[BARE_HEIGHTS] = {0.0, 0.12, 0.36};

/* Data that all threads share. */
typedef struct lake {
    double shore;   /* the far shore, pixels from the top */
    int32_t height; /* the far shore, 1/FRAME_HEIGHT_ONE pixel above the bottom */
    double land;    /* height of the highest land behind the water above the shore, pixels */
    mist_bank mist; /* mist before the ridge behind the lake */
    linear_rgb own; /* light of open water that mirrors nothing */
    /* [edges of blocks]: light of the sky above open water at `bare_heights`. */
    linear_rgb (*sky)[BARE_HEIGHTS];
    double own_g, sky_g; /* linear green light of `own`, and of the sky above the middle */
} lake;

/* Data of a thread. */
typedef struct water {
    const rl_frame *frame;
    const lake *lake;
    int behind;               /* count of layers behind the lake */
    float *node[LAKE_PLANES]; /* values of all nodes */
    mirror mirror;
    ripples ripples;
    float sun;          /* strength of the sun's path, 0..1; 0 = none */
    plane_law waves;    /* law of the waves of open water */
    float *lines;       /* lines of noise of a row's octaves: see lake_octave */
    int wave_row;       /* row whose waves are in LAKE_WAVE and LAKE_BEND, -1 = none */
    float facets;       /* share of facets in the waves of `wave_row`, 0..1 */
    float hidden;       /* share of the waves of `wave_row` below the size of pixels, 0..1 */
    double shine_reach; /* half width of the sun's path in the row, pixels */
    lake_run run;       /* values that all runs of the row share */
} water;

#define APART_LEAST 0.01 /* difference of light from which the share of a mirror is corrected */

/* Columns of the lattice of waves beyond the last node that kernels read. */
#define LINES_BEYOND 4

/* ---- light ----------------------------------------------------------------- */

static double squared(double linear)
{
    double sample = colour_encode(linear);
    return linear < 1.0 ? sample * sample : linear;
}

linear_rgb lake_light(linear_rgb light)
{
    return (linear_rgb){squared(light.r), squared(light.g), squared(light.b)};
}

/* ---- memory of a thread --------------------------------------------------- */

/* Returns the share (0..1) of the haze that is taken away before far land at a node. */
static double far_land(const rl_frame *frame, const ridge_layer *land, int node)
{
    double x = ((double)(frame->first_block * frame->block) + (double)node * frame->fine_step -
                0.5 * frame->width) /
               frame->unit;
    double ground = (double)land->row[0].ground[node] / FRAME_HEIGHT_ONE;
    double above = (ground - frame->scene.lake_level * frame->height) / frame->unit;
    double rate = shore.patches;
    noise_period period = noise_fit_rate(frame->loop, &rate);
    uint64_t key = hash_key(frame->scene.seed, LAKE_STREAM) + 1;
    double noise = noise_fractal(key, PATCHES_OCTAVES, x * rate, PATCHES_ROW, period);
    return exact_smoothstep(0.0, shore.land_height, above) *
           exact_clamp(shore.gap + shore.gap_contrast * noise, 0.0, 1.0);
}

static void find_shore(water *w)
{
    const rl_frame *frame = w->frame;
    const ridge_layer *land = NULL; /* the nearest ridge behind the water */
    for (int i = 0; i < w->behind; i++)
        if (frame->layer[i].kind->number == RL_LAYER_RIDGE)
            land = frame->layer[i].data;
    for (int n = 0; n <= frame->blocks * w->mirror.each; n++) {
        double x = (double)(frame->first_block * frame->block) + (double)n * frame->fine_step;
        shade_air air = shade_air_at(frame, x, w->lake->shore);
        linear_rgb light = colour_mix_linear(mist_light(frame, &w->lake->mist, &air),
                                             colour_oklab_to_linear(air.air), shore.air);
        if (frame->scene.lake_open) /* no bright line at the horizon */
            light = air.sky;
        light = lake_light(light);
        w->node[LAKE_SHORE_SHARE][w->mirror.lead + n] =
            frame->scene.lake_open && land != NULL ? (float)(1.0 - far_land(frame, land, n)) : 1.0f;
        double away = exact_abs(frame_way(frame, (x - frame->light.sun_x) / frame->unit));
        w->node[LAKE_SHEEN][w->mirror.lead + n] = (float)exact_exp(-away / open_water.sheen_width);
        w->node[LAKE_SHORE_R][w->mirror.lead + n] = (float)light.r;
        w->node[LAKE_SHORE_G][w->mirror.lead + n] = (float)light.g;
        w->node[LAKE_SHORE_B][w->mirror.lead + n] = (float)light.b;
    }
}

static int new_nodes(water *w, arena *memory)
{
    const rl_frame *frame = w->frame;
    if (!mirror_planes(&w->mirror, memory, LAKE_PLANES, w->node) ||
        !ripples_new(&w->ripples, frame, memory, w->mirror.node, w->mirror.nodes))
        return 0;
    w->wave_row = -1;
    /* Octaves have at most as many cells as nodes, each half as many as the next finer one. */
    size_t columns = 2 * (size_t)w->mirror.nodes + PLANE_OCTAVES * (LINES_BEYOND + 2 * SHADE_GROUP);
    w->lines = arena_array(memory, columns, 2 * sizeof *w->lines);
    if (w->lines == NULL)
        return 0;
    plane_law_make(&w->waves, hash_key(frame->scene.seed, LAKE_STREAM), frame->loop,
                   open_water.wave_across, open_water.wave_along, open_water.wave_gain);
    find_shore(w);
    return 1;
}

/* Sets what all runs of all rows share. */
static void begin_runs(water *w)
{
    const rl_frame *frame = w->frame;
    const frame_light *light = &frame->light;
    /* There is glitter only under a disc above the water. */
    if (light->sun_radius > 0.0 && light->sun_y < w->lake->shore)
        w->sun = (float)exact_sqrt(light->sun_seen);
    linear_rgb disc = lake_light(light->sun), glow = lake_light(light->glow);
    w->run = (lake_run){.own = lake_light(colour_to_linear(frame->scene.palette.water)),
                        .sparkle = colour_mix_linear(disc, glow, sun.glow),
                        .is_open = frame->scene.lake_open,
                        .glow = glow};
    if (w->run.is_open)
        w->run.own = w->lake->own;
    /* Bright land before the disc does not dazzle: a disc that is no brighter has no dazzle. */
    double x = light->sun_x + sun.beside * light->sun_radius;
    shade_colour beside = frame->layer[0].kind->tint(frame, frame->layer, x, light->sun_y);
    w->run.beside = (linear_rgb){(double)(beside.r * beside.r), (double)(beside.g * beside.g),
                                 (double)(beside.b * beside.b)};
    double from = exact_max(sun.dazzle_from * disc.g, w->run.beside.g);
    double apart = disc.g - w->run.beside.g;
    if (disc.g > from) {
        w->run.per_dazzle = (float)(1.0 / (sun.dazzle_rise * (disc.g - from)));
        w->run.per_melt = (float)(1.0 / (sun.melt_rise * apart));
    }
    w->run.melt_from = (float)(w->run.beside.g + sun.melt_from * apart);
    w->run.dazzle_from = (float)from;
}

/* Returns the factor (0..1) of the heights that open water mirrors: where water is higher than the
 * sky, heights are compressed, as the picture has no more sky to be mirrored. */
static double compression(const rl_frame *frame)
{
    double level = frame->height * frame->scene.lake_level;
    return exact_min(1.0, open_water.image * (frame->height - level) / exact_max(level, 1.0));
}

/* Sets `reach` to the height above the shore that a row of open water mirrors, and `swing` to the
 * amplitude by which waves move it, U.  Still water is a plane mirror; rough water mirrors more of
 * the high sky and less of things near the horizon. */
static void reach_open(const rl_frame *frame, double depth, double *reach, double *swing)
{
    double wind = frame->scene.lake_wind;
    double near = exact_min(open_water.lift_rise * depth, 1.0);
    *reach = at_wind(open_water.reach, wind) * depth +
             wind * (open_water.lift * near + open_water.lift_more * near);
    *reach *= compression(frame);
    *swing = at_wind(open_water.swing, wind) * depth + sheltered.swing_more;
}

/* Sets `reach` to the height above the shore that a row `distance` below it mirrors, and `swing` to
 * the amplitude by which waves move it, pixels. */
static void find_reach(const rl_frame *frame, double distance, float *reach, float *swing)
{
    double depth = distance / frame->unit, high, wave;
    *reach = (float)distance;
    *swing = (float)((sheltered.swing * depth + sheltered.swing_more) * frame->unit);
    if (!frame->scene.lake_open)
        return;
    reach_open(frame, depth, &high, &wave);
    *reach = (float)(high * frame->unit);
    *swing = (float)(wave * frame->unit);
}

/* Returns the largest number of strips that a row shows. */
static int count_strips(water *w)
{
    mirror *m = &w->mirror;
    int most = 1;
    m->rows = MIRROR_HELD;
    for (int row = (int)w->lake->shore; row < w->frame->height; row++) {
        float reach, swing;
        find_reach(w->frame, exact_max(row + 0.5 - w->lake->shore, 0.0), &reach, &swing);
        (void)mirror_show(m, reach - swing, reach + swing);
        most = m->last - m->first + 1 > most ? m->last - m->first + 1 : most;
    }
    m->first = 0;
    return most;
}

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    water *w = arena_zeroed(&s->arena, 1, sizeof *w);
    if (w == NULL)
        return 0;
    s->memory[layer] = w;
    w->frame = frame;
    w->lake = frame->layer[layer].data;
    w->behind = layer;
    mirror_nodes(&w->mirror, frame);
    double deepest = frame->height - w->lake->shore;
    double highest = (1.0 + sheltered.swing) * deepest + sheltered.swing_more * frame->unit;
    double share = sheltered.strip, sky_share = sheltered.sky_strip;
    if (frame->scene.lake_open) {
        highest = open_water.top * deepest + open_water.top_more * frame->unit;
        share = at_wind(open_water.strip, frame->scene.lake_wind);
        sky_share = at_wind(open_water.sky_strip, frame->scene.lake_wind);
    }
    mirror_plan plan = {.shore = w->lake->shore,
                        .highest = highest,
                        .top = frame->layer[layer].block_top[0],
                        .layer = -1,
                        .share = share,
                        .sky_share = sky_share,
                        .land = w->lake->land};
    mirror_lay(&w->mirror, frame, &plan);
    plan.strips = count_strips(w);
    if (!new_nodes(w, &s->arena) || !mirror_new(&w->mirror, frame, &s->arena, &plan))
        return 0;
    begin_runs(w);
    return 1;
}

/* ---- rows --------------------------------------------------------------- */

/* Returns the share (0..1) of the sun's path that is seen on a row `depth` U below the shore: none
 * where the water mirrors the foot of the land before the disc. */
static double path_seen(const water *w, double depth)
{
    const rl_frame *frame = w->frame;
    double crest = w->lake->shore - (1.0 - frame->light.sun_crest) * frame->height;
    crest = exact_max(crest / frame->unit, 1e-6);
    return exact_smoothstep(sun.crest_from * crest, sun.crest_to * crest, depth);
}

/* Finds the light of the sun on a row `depth` U below the shore. */
static void find_light(water *w, lake_row *row, double depth)
{
    const rl_frame *frame = w->frame;
    if (w->sun <= 0.0f)
        return;
    double radius = sun.dazzle * frame->light.sun_radius;
    row->sun_x = frame->light.sun_x;
    row->loop = frame->loop_px;
    row->sun_y = w->lake->shore - frame->light.sun_y;
    row->dazzle_scale = (float)(1.0 / radius);
    row->has_dazzle =
        !lake_breaks(&frame->scene) && exact_abs((double)row->distance - row->sun_y) <
                                           (double)LAKE_MELT_END * radius + (double)row->swing;
    w->shine_reach = sun.path_end * frame->unit * (sheltered.path + sheltered.path_rise * depth);
    row->has_shine = 1;
    row->shine_scale = (float)(1.0 / w->shine_reach);
    row->glitter = w->sun * (float)(path_seen(w, depth) * sheltered.glitter *
                                    exact_exp(-depth / sheltered.glitter_depth));
}

/* Adds the waves near the viewer to broad and fine waves at nodes from .. to - 1 (whole groups) of
 * a row. */
static void raise_facets(water *w, double depth, int from, int to, float *broad, float *fine)
{
    const rl_frame *frame = w->frame;
    double drift = frame_drift(frame, frame->scene.lake_drift);
    w->facets = 0.0f;
    for (int set = 0; set < FACETS_SETS; set++) {
        facets_row row;
        if (!facets_row_at(&row, frame, set, depth))
            continue;
        w->facets = row.weight > w->facets ? row.weight : w->facets;
        for (int n = from; n < to; n += SHADE_GROUP) {
            facets_span span;
            double x = (double)(w->mirror.node + n) * frame->fine_step - 0.5 * frame->width;
            facets_span_at(&span, &row, x / frame->unit - drift, frame->fine_step / frame->unit);
            lake_kernels_of[frame->kernels]->facet(&row, &span, broad + n, fine + n);
        }
    }
}

/* ---- open water ---------------------------------------------------------------------- */

/* Finds the lines of noise of the octaves of a row, without those that have more cells than nodes.
 */
static void find_lines(const water *w, const plane_row *plane, lake_waves_row *row)
{
    const rl_frame *frame = w->frame;
    const mirror *m = &w->mirror;
    float *lines = w->lines;
    double left = -0.5 * frame->width / frame->unit - frame_drift(frame, frame->scene.lake_drift);
    row->octaves = 0;
    row->whole = plane->whole;
    for (int k = 0; k < plane->octaves; k++) {
        const plane_octave *from = &plane->octave[k];
        double step = from->rate * frame->fine_step / frame->unit, origin = from->rate * left;
        if (step > 1.0)
            continue;
        int64_t first = exact_floor((double)m->node * step + origin);
        int64_t last = exact_floor((double)(m->node + m->nodes) * step + origin);
        int count = (int)(last - first + LINES_BEYOND + SHADE_GROUP) / SHADE_GROUP * SHADE_GROUP;
        int32_t column = (int32_t)(uint32_t)(uint64_t)exact_wrap(first, from->period);
        lake_kernels_of[frame->kernels]->wave_lines(from, column, lines, lines + count, count);
        row->t[row->octaves] = from->t;
        row->octave[row->octaves++] = (lake_octave){.tilt = lines,
                                                    .lift = lines + count,
                                                    .first = first,
                                                    .step = step,
                                                    .origin = origin,
                                                    .weight = from->weight};
        lines += 2 * (size_t)count;
    }
}

/* Writes the waves of all nodes of a row. */
static void raise_waves(water *w, int row)
{
    const rl_frame *frame = w->frame;
    if (w->wave_row == row)
        return;
    w->wave_row = row;
    double below = exact_max(row + 0.5 - w->lake->shore, 0.5);
    double distance = frame->scene.lake_level * frame->height / below;
    plane_row plane;
    lake_waves_row waves;
    plane_row_at(&plane, &w->waves, distance, distance / below);
    w->hidden = plane.hidden;
    find_lines(w, &plane, &waves);
    lake_kernels_of[frame->kernels]->wave(&waves, w->mirror.node, w->mirror.nodes,
                                          w->node[LAKE_WAVE], w->node[LAKE_BEND]);
    raise_facets(w, below / frame->unit, 0, w->mirror.nodes, w->node[LAKE_BEND],
                 w->node[LAKE_WAVE]);
}

const float *lake_waves(paint_scratch *s, int row)
{
    int layer = 0;
    while (s->frame->layer[layer].kind != &kind_lake)
        layer++;
    water *w = s->memory[layer];
    raise_waves(w, row);
    return w->node[LAKE_BEND];
}

/* Returns the share (0..1) of the mirror in the light of open water at a depth below the shore, U.
 */
static double clear_open(const rl_frame *frame, const lake *all, double depth)
{
    double wind = frame->scene.lake_wind;
    /* A compressed mirror shows no dark sky from high above: there is less of it. */
    by_wind least = open_water.clear_least;
    least.windy = least.windy * compression(frame);
    double clear = exact_mix(at_wind(least, wind), open_water.clear,
                             exact_exp(-depth / at_wind(open_water.clear_depth, wind)));
    /* A mean of squares is darker than one of linear light: this share gives the same green. */
    double own = squared(all->own_g), apart = squared(all->sky_g) - own;
    if (exact_abs(apart) > APART_LEAST)
        clear = (squared(exact_mix(all->own_g, all->sky_g, clear)) - own) / apart;
    return clear;
}

lake_bare lake_bare_row(const rl_frame *frame, int layer, int row)
{
    double shore_px = frame->height * (1.0 - frame->scene.lake_level), reach, swing;
    double depth = exact_max(row + 0.5 - shore_px, 0.0) / frame->unit;
    reach_open(frame, depth, &reach, &swing);
    int k = 0;
    while (k + 2 < BARE_HEIGHTS && reach > bare_heights[k + 1])
        k++;
    double share = (reach - bare_heights[k]) / (bare_heights[k + 1] - bare_heights[k]);
    return (lake_bare){.height = k,
                       .share = (float)exact_clamp(share, 0.0, 1.0),
                       .clear = (float)clear_open(frame, frame->layer[layer].data, depth)};
}

/* Returns the light of bare water at the left edge of a block. */
static linear_rgb bare_light(const lake *all, const lake_bare *row, int block)
{
    const linear_rgb *sky = all->sky[block] + row->height;
    return colour_mix_linear(all->own, colour_mix_linear(sky[0], sky[1], (double)row->share),
                             (double)row->clear);
}

void lake_bare_light(const rl_frame *frame, int layer, const lake_bare *row, int block,
                     float light[3], float change[3])
{
    const lake *all = frame->layer[layer].data;
    linear_rgb left = bare_light(all, row, block), right = bare_light(all, row, block + 1);
    double share = 1.0 / frame->block;
    light[0] = (float)left.r;
    light[1] = (float)left.g;
    light[2] = (float)left.b;
    change[0] = (float)((right.r - left.r) * share);
    change[1] = (float)((right.g - left.g) * share);
    change[2] = (float)((right.b - left.b) * share);
}

/* Finds the light of a row of open water `depth` U below the shore. */
static void light_open(water *w, lake_row *line, double depth)
{
    const rl_frame *frame = w->frame;
    double wind = frame->scene.lake_wind;
    lake_run *run = &w->run;
    run->clear = (float)clear_open(frame, w->lake, depth);
    run->tilt =
        (float)(at_wind(open_water.tilt, wind) * exact_min(open_water.tilt_rise * depth, 1.0));
    run->haze = (float)(open_water.haze * exact_exp(-depth / open_water.haze_depth) +
                        open_water.thin_haze * exact_exp(-depth / open_water.thin_depth));
    run->relief = (float)at_wind(open_water.relief, wind) * w->facets;
    double threshold = open_water.spark_from +
                       open_water.spark_near * exact_min(open_water.spark_rise * depth, 1.0);
    /* Waves below the size of pixels are averaged: they spread sparkle evenly. */
    double range =
        at_wind(open_water.spark_range, wind) + open_water.spark_hidden * (double)w->hidden;
    run->from = (float)(threshold + open_water.spark_offset - 0.5 * range);
    run->per_spark = (float)(1.0 / range);
    run->spark = (float)(open_water.spark * exact_exp(-depth / open_water.spark_depth));
    run->sheen = w->sun * (float)(open_water.sheen * exact_exp(-depth / open_water.sheen_depth));
    w->shine_reach = sun.path_end * frame->unit * (open_water.path + open_water.path_rise * depth);
    line->shine_scale = (float)(1.0 / w->shine_reach);
    line->glitter = w->sun * (float)(path_seen(w, depth) * at_wind(open_water.glitter, wind) *
                                     exact_exp(-depth / open_water.glitter_depth));
}

/* Finds what the nodes of a row show, from the run's block on. */
static void begin_row(water *w, const tile_run *run)
{
    const rl_frame *frame = w->frame;
    int from, to;
    double distance = exact_max(run->row + 0.5 - w->lake->shore, 0.0);
    double depth = distance / frame->unit;
    double perspective = ripples_perspective(depth);
    lake_row line = {.node = w->ripples.node, .step = frame->fine_step, .is_open = w->run.is_open};
    find_reach(frame, distance, &line.distance, &line.swing);
    line.span = mirror_show(&w->mirror, line.distance - line.swing, line.distance + line.swing);
    find_light(w, &line, depth);
    mirror_find(&w->mirror, w->behind, run, &from, &to);
    w->run.has_dazzle = line.has_dazzle;
    w->run.clear = (float)(sheltered.clear -
                           sheltered.clear_loss * exact_min(depth / sheltered.clear_depth, 1.0));
    w->run.haze = (float)(sheltered.haze * exact_exp(-depth / sheltered.haze_depth));
    w->run.blurred = (float)ripples_blurred(frame, perspective);
    if (w->run.is_open) {
        raise_waves(w, run->row);
        light_open(w, &line, depth);
    } else {
        ripples_raise(&w->ripples, depth, from, to, w->node);
        raise_facets(w, depth, from, to, w->node[LAKE_PLACE], w->node[LAKE_GLINT]);
    }
    lake_kernels_of[frame->kernels]->look(&line, from, to, w->node);
}

/* Finds what a run shows.  Rows are painted from left to right: the first block of a row finds what
 * the others show, too, and paints the strips that are not held. */
static void find_run(paint_scratch *s, water *w, const tile_run *run)
{
    if (mirror_has(&w->mirror, run)) {
        if (w->run.is_open) /* the mirror of a ridge may have asked for waves of another row */
            raise_waves(w, run->row);
        return;
    }
    begin_row(w, run);
    tile_colours colours = s->colours;
    uint8_t plain[TILES_BLOCK];
    if (s->plain != NULL)
        memcpy(plain, s->plain, sizeof plain);
    mirror_fill(&w->mirror, s, w->behind);
    s->colours = colours;
    if (s->plain != NULL)
        memcpy(s->plain, plain, sizeof plain);
}

/* ---- runs ----------------------------------------------------------------- */

float lake_coverage(const rl_frame *frame, int32_t height, int row)
{
    int32_t bottom = (frame->height - 1 - row) * FRAME_HEIGHT_ONE;
    float coverage = (float)(height - bottom) * (1.0f / FRAME_HEIGHT_ONE);
    if (frame->is_hard)
        return coverage > 0.5f ? 1.0f : 0.0f;
    return coverage <= 0.0f ? 0.0f : coverage >= 1.0f ? 1.0f : coverage;
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    water *w = s->memory[layer];
    float coverage = lake_coverage(frame, w->lake->height, run->row);
    if (coverage > 0.0f) {
        find_run(s, w, run);
        lake_run all = w->run;
        int first = w->mirror.lead + run->block * w->mirror.each, from, to;
        double from_sun = (double)((frame->first_block + run->block) * frame->block);
        from_sun -= frame_around(frame, frame->light.sun_x, from_sun + 0.5 * frame->block);
        all.strips = mirror_run(&w->mirror, s, run, &from, &to);
        for (int p = 0; p < LAKE_PLANES; p++)
            all.node[p] = w->node[p] + first;
        all.has_shine =
            w->sun > 0.0f && from_sun < w->shine_reach && from_sun + frame->block > -w->shine_reach;
        mirror_kernels_of[frame->kernels]->fetch(&all, from, to, colours);
    }
    for (int i = 0; i < TILES_BLOCK; i++)
        covered[i] = coverage;
}

static void shape(paint_scratch *s, int layer, const tile_run *run, float covered[TILES_BLOCK])
{
    const water *w = s->memory[layer];
    float coverage = lake_coverage(s->frame, w->lake->height, run->row);
    for (int i = 0; i < TILES_BLOCK; i++)
        covered[i] = coverage;
}

/* ---- the kind ------------------------------------------------------------------------ */

/* Returns the number of the nearest ridge behind the lake, from 0. */
static int ridge_behind(const rl_scene *scene)
{
    return (scene->lake_ridge < scene->ridge_count ? scene->lake_ridge : scene->ridge_count) - 1;
}

static double place(const rl_scene *scene, int index)
{
    (void)index;
    return ridge_behind(scene) + 0.5;
}

double lake_depth(const rl_scene *scene)
{
    int behind = ridge_behind(scene), before = behind + (behind + 1 < scene->ridge_count);
    return 0.5 * (scene->ridge[behind].depth + scene->ridge[before].depth);
}

/* Finds the light of open water and of the sky that it mirrors. */
static rl_status find_bare(const rl_frame *frame, lake *all, rl_error *error)
{
    const rl_palette *palette = &frame->scene.palette;
    oklab top = frame->light.sky.colour[frame->light.sky.count - 1];
    oklab middle = colour_mix_oklab(light_land(palette, deep.middle_land), top, deep.sky);
    linear_rgb own =
        colour_oklab_to_linear(colour_mix_oklab(middle, light_land(palette, 1.0), deep.near_land));
    double high = all->shore - bare_heights[1] * frame->unit;
    all->own = lake_light(own);
    all->own_g = own.g;
    all->sky_g = shade_air_at(frame, 0.5 * frame->width, exact_max(high, 0.0)).sky.g;
    size_t edges = (size_t)frame->blocks + 1;
    all->sky = arena_array(frame->arena, edges, sizeof *all->sky);
    TRY(status_memory(all->sky != NULL, "lake", error));
    for (size_t e = 0; e < edges; e++)
        for (int k = 0; k < BARE_HEIGHTS; k++) {
            double x = (double)((frame->first_block + (int64_t)e) * frame->block);
            double y = all->shore - bare_heights[k] * frame->unit;
            all->sky[e][k] = lake_light(shade_air_at(frame, x, exact_max(y, 0.0)).sky);
        }
    return RL_OK;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    size_t blocks = (size_t)frame->blocks;
    lake *all = layer->data;
    int32_t *rows = arena_array(frame->arena, blocks, 2 * sizeof *rows);
    TRY(status_memory(rows != NULL, "lake", error));
    layer->mirrors = 1;
    layer->block_top = rows;
    layer->block_full = rows + blocks;
    all->height = (int32_t)exact_floor(scene->lake_level * frame->height * FRAME_HEIGHT_ONE + 0.5);
    all->shore = frame->height - (double)all->height / FRAME_HEIGHT_ONE;
    /* The highest land is that of the world, so that all parts have the same strips. */
    double heights[PROFILE_LATTICE], highest = 0.0;
    for (int i = 0; i <= ridge_behind(scene); i++) {
        profile_skyline(frame->profile, i, frame->unit_share, heights);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            highest = exact_max(highest, heights[j]);
    }
    all->land = highest * frame->height - (double)all->height / FRAME_HEIGHT_ONE;
    int32_t above = frame->height * FRAME_HEIGHT_ONE - all->height;
    int top = above / FRAME_HEIGHT_ONE;
    int full = (above + FRAME_HEIGHT_ONE - 1) / FRAME_HEIGHT_ONE;
    if (frame->is_hard)
        top = full = (above + FRAME_HEIGHT_ONE / 2) / FRAME_HEIGHT_ONE;
    for (size_t b = 0; b < blocks; b++) {
        rows[b] = top;
        rows[blocks + b] = full;
    }
    all->mist = mist_bank_of(frame, ridge_behind(scene));
    layer->depth = lake_depth(scene);
    return scene->lake_open ? find_bare(frame, all, error) : RL_OK;
}

static const scene_key lake_keys[] = {
    INTEGER_KEY("lake.ridge", AT_SCENE(lake_ridge), 0, 64, 0,
                "number of the ridge behind the lake, 1 = farthest; 0 = no lake", TRAIT_INVENTED),
    REAL_KEY("lake.level", AT_SCENE(lake_level), 0, 1, 0.37,
             "height of the far shore of the lake, fraction of H", 0, "lake.ridge"),
    INTEGER_KEY("lake.open", AT_SCENE(lake_open), 0, 1, 0,
                "1 = open water up to the horizon at lake.level, in which ridges can stand", 0,
                "lake.ridge"),
    REAL_KEY("lake.wind", AT_SCENE(lake_wind), 0, 1, 0.5,
             "roughness of open water: 0 = a mirror, 1 = a swell with surf", 0, "lake.ridge"),
};

#define CALM_MOST 0.2  /* largest lake.wind over still water */
#define SKY_LEAST 0.03 /* share of sky from which the water is mentioned beside it */

#define WATER(name, ...) SIGHT(name, 0.03, .title_least = 0.06, __VA_ARGS__)
#define SEA SIGHT_PLACE(5, "the sea", "the open water", "the coast")
#define MIRROR                                                                                     \
    SIGHT_CLAUSE(7, "{a lake} lake mirrors what stands behind it",                                 \
                 "still {lake} water mirrors the far shore")
static const rl_sight_words rough_sea = WATER(
    "sea", SIGHT_CLAUSE(6, "{a lake} sea reaches to the horizon", "waves run over {a lake} sea"),
    SEA);
static const rl_sight_words calm_sea = WATER(
    "sea",
    SIGHT_CLAUSE(6, "the land stands in still {lake} water", "still {lake} water mirrors the land"),
    SEA);
static const rl_sight_words shores =
    WATER("lake", MIRROR, SIGHT_PLACE(6, "the lake", "still water", "the far shore", "the water"));
static const rl_sight_words sea_of_city = WATER("lake", MIRROR);

static void mention(const rl_scene *scene, rl_facts *facts)
{
    int has_city = sight_amount(facts, "city") > 0.0, is_calm = scene->lake_wind < CALM_MOST;
    const rl_sight_words *words = !scene->lake_open ? &shores
                                  : has_city        ? &sea_of_city
                                  : is_calm         ? &calm_sea
                                                    : &rough_sea;
    if (facts->sky >= SKY_LEAST)
        (void)facts_mention(facts, words, facts->water);
}

const layer_kind kind_lake = {
    .name = "lake",
    .number = RL_LAYER_LAKE,
    .material = PRINT_WATER,
    .stream = LAKE_STREAM,
    .streams = 2,
    .keys = {KEY_GROUP("lake", lake_keys, TRAIT_OF_PLACE)},
    .amount = "lake.ridge",
    .place = place,
    .data_bytes = sizeof(lake),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover, .shape = shape},
    .mention = mention,
};
