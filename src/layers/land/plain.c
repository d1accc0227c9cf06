/* plain.c - prepares plains: the line below which each is seen, and the colours of its nodes. */
#include "layers/land/plain.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/common/mist.h"
#include "layers/core/kind.h"
#include "ridge/canyon.h"
#include "ridge/family.h"
#include "ridge/noise.h"

#define STREAM 5061 /* random stream */

/* The look of a kind of ground, tuned by eye. */
typedef struct plain_look {
    double deep;                /* depth below the eye, in eye heights */
    double across, along, gain; /* arguments of plane_law_make */
    double contrast, wash;      /* contrast of the ground, and light of washes */
    double many;                /* share of cells with a shrub where patches are 0 */
    double high, wide;          /* height and half width of the largest shrub, eye heights */
    double z_far, z_near;       /* depths of the layer that give the far and the near colour */
    double z_rows;              /* D over which the share of the near colour falls to 1/e */
    rl_colour tint;             /* colour of the earth in daylight */
    double tint_share;          /* share of the earth's colour, 0..1 */
    double mist_far, mist_near; /* factors of scene.mist far away and near by */
    int has_river;
} plain_look;

static const plain_look looks[] = {
    [RL_PLAIN_CANYON] = {.deep = CANYON_DEEP,
                         .across = 2.2,
                         .along = 5.0,
                         .gain = 0.74,
                         .contrast = 0.5,
                         .wash = 0.15,
                         .many = 0.42,
                         .high = 0.020,
                         .wide = 0.020,
                         .z_far = 0.16,
                         .z_near = 0.72,
                         .z_rows = 5.0,
                         .tint = 0x7a4c36,
                         .tint_share = 0.45,
                         .mist_far = 0.75,
                         .mist_near = 0.10,
                         .has_river = 1},
    [RL_PLAIN_GRASS] = {.deep = 1.0,
                        .across = 0.8,
                        .along = 5.2,
                        .gain = 0.80,
                        .contrast = 0.45,
                        .many = 0.55,
                        .high = 0.026,
                        .wide = 0.030,
                        .z_far = 0.18,
                        .z_near = 0.80,
                        .z_rows = 2.6,
                        .tint = 0x8a6a34,
                        .tint_share = 0.30,
                        .mist_far = 0.80,
                        .mist_near = 0.05},
};

/* The data of a layer: the line below which the plain is seen. */
typedef struct plain {
    float *line;      /* [columns]: pixels from the top */
    double has_river; /* 0 while facts measure the picture without the river */
} plain;

/* ---- nodes: colours of the ground ----------------------------------------------------- */

/* Values that the nodes of a row share. */
typedef struct plain_ground {
    int node_row; /* -1 = none yet */
    oklab own, green;
    mist_bank bank;
    double near, haze, mist, glow;
    double river, reach; /* middle of the river; half the width of river and banks, pixels */
} plain_ground;

/* State of a thread, for all layers of the plain. */
typedef struct plain_memory {
    const rl_frame *frame;
    const plain_look *look;
    plane_law law;
    int tile;
    int row; /* row of pixels that `line` describes, -1 = none */
    double middle, reach, loop;
    plain_row line;
    plain_ground ground[2]; /* [parity of node row] */
} plain_memory;

#define LEAST_HORIZON 0.01 /* least height of the horizon, H; at 0 the plain has no distance */
#define LEAST_DOWN 1e-4    /* least depth below the horizon, H */

static double distance_at(const rl_frame *frame, const plain_look *look, double height)
{
    double down = exact_max(frame->scene.horizon - height, LEAST_DOWN);
    return look->deep * exact_max(frame->scene.horizon, LEAST_HORIZON) / down;
}

#define LIGHTER 0.16 /* lightness added by full light or taken by full shade */

/* The air in front of the ground at one node. */
typedef struct plain_air {
    shade_air air;
    double haze, sunlit, mist;
    linear_rgb mist_light;
} plain_air;

static linear_rgb seen_through(const rl_frame *frame, const plain_air *p, oklab own)
{
    oklab hazy = colour_mix_oklab(own, p->air.air, p->haze);
    linear_rgb light = colour_oklab_to_linear(hazy);
    light = colour_mix_linear(light, frame->light.glow, p->sunlit);
    light = colour_mix_linear(light, p->mist_light, p->mist);
    const linear_rgb *glow = &frame->light.glow; /* blended as a screen */
    return (linear_rgb){1.0 - (1.0 - light.r) * (1.0 - p->air.bloom * glow->r),
                        1.0 - (1.0 - light.g) * (1.0 - p->air.bloom * glow->g),
                        1.0 - (1.0 - light.b) * (1.0 - p->air.bloom * glow->b)};
}

static oklab lightened(oklab c, double by)
{
    return (oklab){exact_max(c.l + by, 0.0), c.a * (1.0 + by), c.b * (1.0 + by)};
}

static shade_colour less(shade_colour a, shade_colour b)
{
    return (shade_colour){a.r - b.r, a.g - b.g, a.b - b.b};
}

/* Looks of the river, tuned by eye. */
static const struct {
    double sky, sky_more;         /* height of the mirrored sky: U, and rows per row below */
    double dim_far, dim_near;     /* factor of the lightness of the mirrored sky, far and near */
    double water_far, water_near; /* share of the water's own colour, far and near */
    double reach, slack;          /* reach of water and banks, half widths; slack added, nodes */
    rl_colour green;              /* colour of the banks in daylight */
    double green_share;           /* share of that colour, 0..1 */
    double wet;                   /* lightness that wet banks lose */
    double haze, mist;            /* shares of haze and mist above the water */
    double wander, bank;          /* displacement and width of the banks, half widths */
    float ripple;                 /* contrast of ripples */
    double whole;                 /* half width from which waterline and mirror are whole, U */
} river = {.sky = 0.015,
           .sky_more = 0.90,
           .dim_far = 1.04,
           .dim_near = 0.82,
           .water_far = 0.05,
           .water_near = 0.40,
           .reach = 4.0,
           .slack = 6.0,
           .green = 0x4c5430,
           .green_share = 0.45,
           .wet = 0.06,
           .haze = 0.35,
           .mist = 0.3,
           .wander = 0.16,
           .bank = 0.40,
           .ripple = 0.23f,
           .whole = 0.03};

/* Sets `river` and `reach` to the columns that the river touches between the rows of nodes above
 * and below `row`. */
static void find_river(const rl_frame *frame, const plain_look *look, const shade_row *row,
                       plain_ground *ground)
{
    double low = 0.0, high = 0.0, half = 0.0; /* U */
    for (int i = -1; i <= 1; i++) {
        double height = row->height + (double)(i * frame->step) / frame->height;
        double far = exact_log2(distance_at(frame, look, height));
        double middle = canyon_river(&frame->scene, far);
        low = i < 0 ? middle : exact_min(low, middle);
        high = i < 0 ? middle : exact_max(high, middle);
        half = exact_max(half, canyon_river_half(far));
    }
    ground->river = 0.5 * (low + high) * frame->unit;
    ground->reach =
        (0.5 * (high - low) + river.reach * half) * frame->unit + river.slack * frame->step;
}

/* Writes the ground of a node: bare, in full light and in full shade.  The river's planes get the
 * bare ground. */
static void put_ground(const rl_frame *frame, const plain_air *p, oklab own,
                       const shade_group *group, int node, float *planes)
{
    shade_colour bare = shade_encode(frame, seen_through(frame, p, own));
    shade_colour lit = shade_encode(frame, seen_through(frame, p, lightened(own, LIGHTER)));
    shade_colour dark = shade_encode(frame, seen_through(frame, p, lightened(own, -LIGHTER)));
    shade_put(group, node, planes, PLAIN_GROUND, bare);
    shade_put(group, node, planes, PLAIN_LIGHT, less(lit, bare));
    shade_put(group, node, planes, PLAIN_DARK, less(bare, dark));
    shade_put(group, node, planes, PLAIN_BANK, bare);
    shade_put(group, node, planes, PLAIN_WATER, bare);
}

#define BEHIND_HAZE .05 /* haze that the bank of mist adds to the land behind it */

/* The air in a bank of mist, and the glow of the land: near + far * (1 - depth)^power. */
static const struct {
    double near, far, power;
} bank_air = {.near = 0.06, .far = 0.50, .power = 1.5},
  land_glow = {.near = 0.02, .far = 0.70, .power = 1.6};

#define GLOW_HAZE 0.6 /* share of the glow that full haze hides */

static void begin_nodes(const rl_frame *frame, const plain_look *look, const shade_row *row,
                        plain_ground *ground)
{
    const rl_scene *scene = &frame->scene;
    double distance = distance_at(frame, look, row->height);
    double near = exact_exp(-(distance - 1.0) / look->z_rows), most = exact_min(near, 1.0);
    double z = exact_mix(look->z_far, look->z_near, most);
    oklab own = light_tint(light_land(&scene->palette, z), look->tint, look->tint_share);
    double farther = light_haze(scene, z - scene->mist_shift);
    *ground = (plain_ground){
        .node_row = row->node_row,
        .own = own,
        .green = lightened(light_tint(own, river.green, river.green_share), -river.wet),
        .bank = {.farther = light_land(&scene->palette, z - scene->mist_shift),
                 .farther_haze = exact_min(farther + BEHIND_HAZE, 1.0),
                 .air = bank_air.near + bank_air.far * exact_pow(1.0 - z, bank_air.power)},
        .near = near,
        .haze = light_haze(scene, z),
        .mist = scene->mist * exact_mix(look->mist_far, look->mist_near, most)};
    ground->glow = scene->sun_land_glow *
                   (land_glow.near + land_glow.far * exact_pow(1.0 - z, land_glow.power)) *
                   (1.0 - GLOW_HAZE * ground->haze);
    if (look->has_river)
        find_river(frame, look, row, ground);
}

#define SUNLIT 0.7 /* largest share of the sun's glow on the ground */

static void shade(paint_scratch *s, void *owner, const shade_row *row, const shade_group *group,
                  const float *air, float *planes)
{
    plain_memory *m = owner;
    const rl_frame *frame = s->frame;
    const plain_look *look = m->look;
    plain_ground *ground = &m->ground[row->node_row & 1];
    if (ground->node_row != row->node_row)
        begin_nodes(frame, look, row, ground);
    plain_air p = {.haze = ground->haze, .mist = ground->mist};
    double wide = SHADE_GROUP * frame->step;
    double middle = (double)group->first * frame->step + 0.5 * (wide - frame->width);
    double loop = canyon_apart(frame->loop) * frame->unit;
    int has_river = look->has_river && exact_abs(exact_way(middle - ground->river, loop)) <
                                           ground->reach + wide; /* in water or on its banks */
    float sky[AIR_PLANES * SHADE_GROUP];
    oklab deep = {0};
    if (has_river) { /* The nearer the river, the higher the sky that it mirrors. */
        double horizon = (1.0 - frame->scene.horizon) * frame->height;
        double up = river.sky * frame->unit + river.sky_more * (row->y_px - horizon);
        shade_row mirrored;
        shade_row_begin(&mirrored, frame, -1, exact_max(horizon - up, 0.0));
        shade_group one = {group->first, 0, SHADE_GROUP, SHADE_GROUP};
        shade_air_kernels[frame->kernels](&mirrored, &one, sky);
        deep = colour_to_oklab(frame->scene.palette.water);
    }
    for (int i = 0; i < SHADE_GROUP; i++) {
        p.air = shade_air_read(air, group, i);
        p.sunlit = SUNLIT * exact_min(ground->glow * p.air.near_sun, 1.0);
        p.mist_light = mist_light(frame, &ground->bank, &p.air);
        put_ground(frame, &p, ground->own, group, i, planes);
        if (!has_river)
            continue;
        shade_put(group, i, planes, PLAIN_BANK,
                  shade_encode(frame, seen_through(frame, &p, ground->green)));
        plain_air over = p;
        over.haze *= river.haze;
        over.mist *= river.mist;
        const float *mirror = sky + i;
        oklab mirrored = colour_linear_to_oklab((linear_rgb){
            (double)mirror[AIR_SKY_R * SHADE_GROUP], (double)mirror[AIR_SKY_G * SHADE_GROUP],
            (double)mirror[AIR_SKY_B * SHADE_GROUP]});
        mirrored.l *= exact_mix(river.dim_far, river.dim_near, exact_min(ground->near, 1.0));
        double share = exact_mix(river.water_far, river.water_near, ground->near);
        oklab water = colour_mix_oklab(mirrored, deep, share);
        shade_put(group, i, planes, PLAIN_WATER,
                  shade_encode(frame, seen_through(frame, &over, water)));
    }
}

/* ---- rows of pixels ------------------------------------------------------------------ */

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    plain_memory *earlier = paint_memory(s, layer);
    if (earlier != NULL) {
        s->memory[layer] = earlier;
        return 1;
    }
    plain_memory *m = arena_zeroed(&s->arena, 1, sizeof *m);
    if (m == NULL)
        return 0;
    s->memory[layer] = m;
    m->frame = frame;
    m->look = &looks[frame->scene.plain];
    m->tile = frame->layer[layer].first_tile;
    m->row = m->ground[0].node_row = m->ground[1].node_row = -1;
    plane_law_make(&m->law, hash_key(frame->scene.seed, STREAM), frame->loop, m->look->across,
                   m->look->along, m->look->gain);
    tiles_open(s, &s->tiles.colours, m->tile, 3 * PLAIN_PLANES, shade, m);
    return 1;
}

/* Shrubs lie in cells: see cells.h. */
static const struct {
    int rows;         /* rows of cells between a distance and twice it */
    double cell;      /* width of a cell over that of the largest shrub */
    double broad_to;  /* number t of the octave from which on octaves are not broad */
    double fine_from; /* number t from which on octaves are leaves */
    double fine;      /* weight of each of these octaves */
} scrub = {.rows = 26, .cell = 1.25, .broad_to = 1.3, .fine_from = 2.8, .fine = 0.75};

#define LOG2_E 1.4427 /* rounded log2(e), of d log2 D / d ln D */

/* Finds the cells of shrubs of a row at `distance`.  Sizes of shrubs are divided by the distance.
 */
static void find_shrubs(plain_memory *m, double distance)
{
    const rl_frame *frame = m->frame;
    plain_row *line = &m->line;
    double eye = exact_max(frame->scene.horizon, LEAST_HORIZON) / frame->unit_share; /* U */
    double below = m->look->deep * eye / distance; /* depth of the row below the horizon, U */
    double high = m->look->high * below / m->look->deep,
           wide = m->look->wide * below / m->look->deep;
    double rate = 1.0 / (2.0 * scrub.cell * m->look->wide * eye);
    uint64_t key = hash_key(frame->scene.seed, STREAM);
    line->shrub_px = (float)(high * frame->unit);
    for (int k = 0; k < PLAIN_SHRUBS; k++) {
        cell_row *cells = &line->cells[k];
        double shift = exact_exp2((double)k / (PLAIN_SHRUBS * scrub.rows));
        cell_row_by_distance(cells, key + 1 + (uint64_t)k, frame->loop, frame->unit, rate,
                             scrub.rows, distance * shift);
        line->high[k] = (float)(below * EXACT_LN2 / scrub.rows / high);
        line->wide[k] = (float)(1.0 / (cells->per_unit * wide));
    }
}

static void begin_row(plain_memory *m, int row, int has_river)
{
    const rl_frame *frame = m->frame;
    const plain_look *look = m->look;
    double height = 1.0 - (row + 0.5) / frame->height;
    double distance = distance_at(frame, look, height);
    double rise =
        distance / (look->deep * exact_max(frame->scene.horizon, LEAST_HORIZON) * frame->height);
    plain_row *line = &m->line;
    m->row = row;
    plane_row_at(&line->noise, &m->law, distance, rise);
    line->contrast = (float)look->contrast;
    line->has_river = 0;
    line->wash = (float)look->wash;
    line->many = (float)look->many;
    find_shrubs(m, distance);
    /* Octaves have the same weight in leaves, except for those that are finer than pixels: faded
     * octaves would sparkle. */
    for (int k = 0; k < line->noise.octaves; k++) {
        const plane_octave *octave = &line->noise.octave[k];
        double whole = exact_exp2((double)octave->t * exact_log2(m->law.gain));
        double t = (double)octave->t, seen = exact_min((double)octave->weight / whole, 1.0);
        line->broad[k] = (float)(seen * exact_clamp(scrub.broad_to - t, 0.0, 1.0) *
                                 exact_clamp(t + 1.0, 0.0, 1.0));
        line->fine[k] = (float)(seen * scrub.fine *
                                exact_smoothstep(scrub.fine_from, scrub.fine_from + 1.0, t));
    }
    m->reach = 0.0;
    if (!has_river)
        return;
    double far = exact_log2(distance), next = far - LOG2_E * rise;
    double middle = canyon_river(&frame->scene, far), half = canyon_river_half(far);
    double turn = exact_abs(canyon_river(&frame->scene, next) - middle);
    m->loop = canyon_apart(frame->loop) * frame->unit;
    m->middle = 0.5 * frame->width + middle * frame->unit;
    line->half = (float)(half * frame->unit);
    line->soft = (float)exact_max(turn * frame->unit, 1.0);
    line->wander = (float)(river.wander * half * frame->unit);
    line->bank = (float)(river.bank * half * frame->unit + 1.0);
    line->ripple = river.ripple;
    line->edge = (float)exact_min(half / river.whole, 1.0);
    m->reach = (double)(line->half + line->soft + line->wander + line->bank);
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    plain_memory *m = s->memory[layer];
    const plain *one = frame->layer[layer].data;
    int left = tiles_left(frame, run);
    for (int i = 0; i < run->count; i++) {
        double above = run->row + 1.0 - (double)one->line[run->column + i];
        covered[left + i] = (float)exact_clamp(above, 0.0, 1.0);
    }
    if (m->row != run->row)
        begin_row(m, run->row, m->look->has_river && one->has_river > 0.0);
    double column = (double)((frame->first_block + run->block) * frame->block) + 0.5;
    plane_span_at(&m->line.span, &m->line.noise, (column - 0.5 * frame->width) / frame->unit,
                  1.0 / frame->unit);
    for (int k = 0; k < PLAIN_SHRUBS; k++)
        cell_row_span(&m->line.cells[k], (column - 0.5 * frame->width) / frame->unit);
    if (m->reach > 0.0) {
        double way = column - m->middle;
        way -= m->loop * exact_round((way + 0.5 * TILES_BLOCK) / m->loop);
        m->line.way = (float)way;
        m->line.has_river = way < m->reach && way + TILES_BLOCK > -m->reach;
    }
    tile_nodes nodes;
    tiles_nodes(s, m->tile, run, left, left + run->count, &nodes);
    plain_kernels[frame->kernels](&nodes, &m->line, colours);
}

/* ---- the kind ------------------------------------------------------------------------ */

/* Returns the ridge behind plain `index`; -1 = that plain begins at the horizon. */
static int ridge_before(const rl_scene *scene, int index)
{
    int ridge = -1;
    while (index > 0 && ++ridge < scene->ridge_count)
        index -= ridge_has(&scene->ridge[ridge], RIDGE_ON_PLAIN);
    return ridge;
}

static int count(const rl_scene *scene)
{
    int layers = 1;
    if (scene->plain == RL_PLAIN_NONE)
        return 0;
    for (int i = 0; i < scene->ridge_count; i++)
        layers += ridge_has(&scene->ridge[i], RIDGE_ON_PLAIN);
    return layers;
}

/* Layer 0, at the horizon, computes the nodes of all plains, so it is first, whatever its depth. */
static double place(const rl_scene *scene, int index)
{
    int ridge = ridge_before(scene, index);
    if (ridge >= 0)
        return ridge + 0.25;
    double most = ridge_before(scene, 1) - 0.25;
    return exact_min(layers_place(scene, scene_real(scene, "plain.depth")), exact_max(most, -0.25));
}

/* Noise moves the foot of a ridge a little, as rubble has no straight edge. */
#define FOOT_CELL 0.30   /* cell of that noise, U */
#define FOOT_WANDER 0.05 /* largest displacement, share of the ridge's height */
#define FOOT_COLUMNS 8   /* columns between samples of that noise */

static void lay_line(const rl_frame *frame, int ridge, float *line)
{
    const rl_scene *scene = &frame->scene;
    double level = ridge >= 0 ? scene->ridge[ridge].base : scene->horizon;
    double wander = ridge >= 0 ? FOOT_WANDER * scene->ridge[ridge].amplitude * frame->unit : 0.0;
    double cell = FOOT_CELL;
    noise_period period = noise_fit_cell(frame->loop, &cell);
    uint64_t key = hash_key(scene->seed, STREAM);
    double before = 0.0, after = 0.0; /* samples on either side of the column */
    int64_t node = INT64_MIN;
    for (int c = 0; c < frame->columns; c++) {
        int64_t column = frame->x + c, at = exact_down(column, FOOT_COLUMNS);
        for (int i = 0; i < 2 && node != at && wander > 0.0; i++) {
            double x = (double)((at + i) * FOOT_COLUMNS) - 0.5 * frame->width;
            before = after;
            after = noise_fractal(key, 5, x / frame->unit / cell, ridge + 0.5, period);
        }
        node = at;
        double part = (double)(column - at * FOOT_COLUMNS) / FOOT_COLUMNS;
        double bend = exact_mix(before, after, part);
        line[c] = (float)((1.0 - level) * frame->height - wander * (1.0 + bend));
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    plain *one = layer->data;
    size_t columns = (size_t)frame->columns, blocks = (size_t)frame->blocks;
    int ridge = ridge_before(scene, layer->index);
    int32_t *rows = arena_array(frame->arena, blocks, 2 * sizeof *rows);
    one->line = arena_array(frame->arena, columns, sizeof *one->line);
    TRY(status_memory(rows != NULL && one->line != NULL, "plain", error));
    layer->tiles = layer->index == 0;
    layer->depth = ridge >= 0 ? scene->ridge[ridge].depth : scene_real(scene, "plain.depth");
    layer->block_top = rows;
    layer->block_full = rows + blocks;
    one->has_river = looks[scene->plain].has_river;
    lay_line(frame, ridge, one->line);
    for (size_t b = 0; b < blocks; b++) {
        int64_t left = (frame->first_block + (int64_t)b) * frame->block - frame->x;
        float top = 1e9f, low = -1e9f;
        for (int64_t c = left < 0 ? 0 : left; c < left + frame->block && c < frame->columns; c++) {
            top = one->line[c] < top ? one->line[c] : top;
            low = one->line[c] > low ? one->line[c] : low;
        }
        double most = frame->height + 2.0;
        rows[b] = (int32_t)exact_floor(exact_clamp((double)top, 0.0, most));
        rows[blocks + b] = (int32_t)exact_floor(exact_clamp((double)low, 0.0, most)) + 1;
    }
    return RL_OK;
}

static const char *const names[] = {"none", "canyon", "grass", NULL};

static const scene_key keys[] = {
    NAME_KEY("plain.ground", AT_SCENE(plain), names, RL_PLAIN_NONE,
             "ground from the horizon to the viewer, on which ridges stand", TRAIT_INVENTED),
    REAL_KEY("plain.depth", BY_NAME, 0, 1, 0.05, "depth from which on ridges stand on the plain"),
};

static const rl_sight_words river_words =
    SIGHT("river", 0.015,
          SIGHT_CLAUSE(12, "a river winds along the floor", "a river bends between green banks"));

static const rl_sight_words plain_words =
    SIGHT("plain", 0.0, SIGHT_PLACE(3, "the plain", "the grassland", "the open country"),
          .hides_land = 1);

static void mention(const rl_scene *scene, rl_facts *facts)
{
    if (scene->plain == RL_PLAIN_GRASS)
        (void)facts_mention(facts, &plain_words, 1.0);
}

const layer_kind kind_plain = {
    .name = "plain",
    .number = RL_LAYER_OTHER,
    .material = PRINT_CLOUDS,
    .stream = STREAM,
    .keys = {KEY_GROUP("plain", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(plain),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
    .trait = {{.words = &river_words, FACTS_PART(plain, has_river)}},
    .mention = mention,
};
