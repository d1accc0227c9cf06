/* ink.c - an ink wash: dark crests whose feet dissolve in the paper, dry strokes down the fall
 * line, one red sun.
 *
 * Only lightness counts.  Each layer turns it into a density of ink, and one curve turns density
 * into colour.
 */
#include "layers/print/ink.h"

#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/land/ridge.h"

/* Colours, OKLab; figures are those of trials on pictures of all worlds. */
#define PAPER_A 0.003
#define PAPER_B 0.030
#define PAPER_TONE 0.08 /* share of the sky's hue in the paper */
#define INK_TONE 0.15   /* share of the land's hue in the ink */
#define INK_L (-0.74)   /* change of the paper's colour at density 1 */
#define INK_A (-0.004)
#define INK_B (-0.036)
static const oklab red_ink = {0.615, 0.170, 0.098};
#define RED_MOST 1.1 /* greatest chroma of the red ink, relative to red_ink */

/* Density at the crest is CREST_FAR + CREST_MORE * depth^CREST_POWER. */
#define CREST_FAR 0.19
#define CREST_MORE 0.55
#define CREST_POWER 1.3

#define FOOT_FAR 0.15  /* height of the foot of a far layer, U */
#define FOOT_MORE 0.16 /* what a near one has more, U */

#define PLANT_MORE 1.12 /* density of plants relative to that of crests */

/* Land that is lighter than land of its depth, SNOW_FAR - SNOW_NEAR * depth^2, is snow. */
#define SNOW_FAR 0.85
#define SNOW_NEAR 0.55
#define SNOW_FROM 0.05 /* lightness above that from which it is, and from which it is wholly */
#define SNOW_WHOLE 0.25
#define SNOW_PAPER 0.62 /* share of its density that snow leaves out */

#define DETAIL_USUAL 0.75 /* lightness + DETAIL_LEAST of a layer whose detail has the factor 1 */
#define DETAIL_LEAST 0.15

#define DECK_GAIN 1.3 /* greatest factor of the detail of clouds, ice and plains */

#define SAND_DRY 0.15f   /* strength of the dry brush on sand */
#define WATER_TONE 0.42f /* density of water per lightness below that of the sky at the horizon */
#define BEACH_TONE 0.85f /* density of sand, surf and wet sand */
#define CROP_TONE 1.3f   /* density per detail in fields */
#define CROP_SHARE 0.48  /* mean share of a crop's colour in the land */
#define CROP_DAY 0.86    /* lightness of the sky's foot by day */

#define LOW_DAY 0.25 /* share of the sky's density that is left at the horizon */
#define LOW_NIGHT 0.75

#define SAMPLES 9         /* places along the picture at which a layer's lightness is measured */
#define SAMPLE_REACH 0.8  /* distance of the outermost ones from the middle, U */
#define SAMPLE_BELOW 0.05 /* their depth below the crest, U */

#define SUN_LEAST 1.02  /* radius of a large red sun relative to the plain one */
#define SUN_LARGER 1.25 /* radius of a small red sun relative to the plain one */
#define SUN_MOST 0.10   /* radius up to which suns are made larger, U */
#define MOON_FACE 0.9f  /* density of a moon's face per lightness below that of paper */
#define RED_MOON 0.10   /* OKLab a of the glow from which a moon is printed in red, as a sun */
#define ECLIPSE_FACE 1.6f
#define SEAL_CELL 0.0056 /* size of the seal's cells, U */
#define SEAL_X 0.43      /* its middle right of the picture's middle, widths */
#define SEAL_Y 0.13      /* its middle below the picture's top, heights */
#define SEAL_ROOM 0.10   /* least distance of the seal from a disc, U */

#define PAPER_SIDE 0.2    /* side of the tile of paper, U */
#define PAPER_MOST 1024   /* its greatest side, pixels */
#define FIBRE_WIDE 0.0080 /* size of fibres, U */
#define FIBRE_HIGH 0.0022
#define GRAIN_SIZE 0.0016 /* size of grains of pigment, U */
#define GRAIN_WEIGHT 0.45 /* share of grains in the tile; the rest is fibres */

/* Random streams. */
#define SEAL_STREAM 9701
#define PAPER_STREAM 9702

/* ---- layers ------------------------------------------------------------------------------ */

/* Returns the lightness of an encoded colour, as ink_lightness (ink_kernel.c) does. */
static double lightness(shade_colour c)
{
    const ink_weights w = ink_light;
    double tone = (double)(w.red * c.r + w.green * c.g + w.blue * c.b);
    return (((double)w.cube * tone + (double)w.square) * tone + (double)w.slope) * tone +
           (double)w.least;
}

static double lightness_of(const rl_frame *frame, oklab colour)
{
    return lightness(shade_encode(frame, colour_oklab_to_linear(colour)));
}

/* Returns the lightness of a ridge below its crest, the mean of places that are the same in all
 * parts of a picture.  The correction of its crest is left out, since a part knows only its own. */
static double ridge_lightness(const rl_frame *frame, const frame_layer *layer)
{
    double heights[PROFILE_LATTICE], sum = 0.0;
    ridge_layer ridge = *(const ridge_layer *)layer->data;
    frame_layer plain = *layer;
    ridge.apart = NULL;
    plain.data = &ridge;
    profile_skyline(frame->profile, layer->index, frame->unit_share, heights);
    for (int i = 0; i < SAMPLES; i++) {
        double side = SAMPLE_REACH * (2.0 * i / (SAMPLES - 1) - 1.0);
        int at = PROFILE_LATTICE / 2 + (int)exact_round(side / PROFILE_LATTICE_STEP);
        double x = side * frame->unit + 0.5 * frame->width;
        double y = (1.0 - heights[at]) * frame->height + SAMPLE_BELOW * frame->unit;
        sum += lightness(layer->kind->tint(frame, &plain, x, y));
    }
    return sum / SAMPLES;
}

static ink_sheet sheet_of(double depth, double light, double detail)
{
    double full = CREST_FAR + CREST_MORE * exact_pow(depth, CREST_POWER);
    return (ink_sheet){.light = (float)light,
                       .gain = (float)(detail * DETAIL_USUAL / (light + DETAIL_LEAST)),
                       .full = (float)full,
                       .plant = (float)(PLANT_MORE * full),
                       .foot = (float)(1.0 / (FOOT_FAR + FOOT_MORE * depth)),
                       .dissolve = (float)(0.88 - 0.30 * depth * depth),
                       .stroke = (float)(0.13 + 0.22 * depth),
                       .stroke_gap = (float)(0.8 - 0.32 * depth),
                       .bare = (float)(0.60 - 0.30 * depth),
                       .dry = 1.0f};
}

/* Gives sand smooth edges, snow less ink, and fields a tone each in place of strokes and lights. */
static void suit_ground(const rl_frame *frame, const frame_layer *layer, ink_sheet *sheet)
{
    ridge_ground ground = ridge_family_of(&frame->scene.ridge[layer->index])->ground;
    double usual = SNOW_FAR - SNOW_NEAR * layer->depth * layer->depth;
    double snow = exact_smoothstep(SNOW_FROM, SNOW_WHOLE, (double)sheet->light - usual);
    if (ground == RIDGE_GROUND_SAND)
        sheet->dry = SAND_DRY;
    else
        sheet->full *= (float)(1.0 - SNOW_PAPER * snow);
    if (ground != RIDGE_GROUND_FIELDS)
        return;
    /* The mean detail of crops, as ridge_kernel.c mixes them into the land. */
    const ridge_layer *ridge = layer->data;
    double day = exact_min(frame->light.sky.colour[0].l / CROP_DAY, 1.0);
    double mean = (ridge->cover[0].l + ridge->cover[1].l + ridge->cover[2].l) / 3.0;
    double own = light_land(&frame->scene.palette, layer->depth).l;
    double share = CROP_SHARE * (1.0 - light_haze(&frame->scene, layer->depth));
    sheet->crop = sheet->gain * (float)(share * (mean * day * day - own));
    sheet->tone = CROP_TONE;
    sheet->stroke = sheet->bare = 0.0f;
}

static rl_status make_sheets(preparation *work, ink_data *data, rl_error *error)
{
    const rl_frame *frame = work->frame;
    int groups = frame->layer[frame->layers - 1].group + 1;
    ink_sheet *sheets = arena_zeroed(frame->arena, (size_t)groups, sizeof *sheets);
    TRY(status_memory(sheets != NULL, "print", error));
    double detail = scene_real(&frame->scene, "print.detail");
    for (int i = frame->layers - 1; i >= 0; i--) { /* the first layer of a group comes last */
        const frame_layer *layer = &frame->layer[i];
        oklab land = light_land(&frame->scene.palette, layer->depth);
        double haze = light_haze(&frame->scene, layer->depth);
        double light = lightness_of(frame, colour_mix_oklab(land, frame->light.mist, haze));
        if (layer->kind->number == RL_LAYER_RIDGE)
            light = ridge_lightness(frame, layer);
        else if (layer->kind->material == PRINT_SKY)
            light = lightness_of(frame, frame->light.sky.colour[frame->light.sky.count / 2]);
        sheets[layer->group] = sheet_of(layer->depth, light, detail);
        if (layer->kind->material == PRINT_CLOUDS)
            sheets[layer->group].gain =
                (float)exact_min((double)sheets[layer->group].gain, DECK_GAIN * detail);
        int is_lake = layer->kind->number == RL_LAYER_LAKE || layer->mirrors;
        if (layer->kind->material == PRINT_WATER)
            sheets[layer->group].tone = is_lake ? WATER_TONE : BEACH_TONE;
        if (layer->kind->number == RL_LAYER_RIDGE)
            suit_ground(frame, layer, &sheets[layer->group]);
    }
    data->sheet = sheets;
    return RL_OK;
}

/* ---- colours ----------------------------------------------------------------------------- */

/* Coefficients of the cubic polynomial through values at 0, 1/3, 2/3 and 1, per value. */
static const double through_thirds[4][4] = {{1.0, 0.0, 0.0, 0.0},
                                            {-5.5, 9.0, -4.5, 1.0},
                                            {9.0, -22.5, 18.0, -4.5},
                                            {-4.5, 13.5, -13.5, 4.5}};

/* Sets the polynomials that are exact at the densities 0, 1/3, 2/3 and 1. */
static void make_tone(const rl_frame *frame, ink_data *data)
{
    double chroma = scene_real(&frame->scene, "print.chroma");
    double paper = scene_real(&frame->scene, "print.paper");
    oklab sky = frame->light.sky.colour[frame->light.sky.count / 2];
    oklab land = light_land(&frame->scene.palette, 0.5);
    double at[4][3];
    for (int i = 0; i < 4; i++) {
        double part = i / 3.0;
        double pale = PAPER_TONE * (1.0 - part), dark = INK_TONE * part;
        oklab lab = {paper + INK_L * part,
                     chroma * (PAPER_A + INK_A * part + pale * sky.a + dark * land.a),
                     chroma * (PAPER_B + INK_B * part + pale * sky.b + dark * land.b)};
        shade_colour c = shade_encode(frame, colour_oklab_to_linear(lab));
        at[i][0] = (double)c.r;
        at[i][1] = (double)c.g;
        at[i][2] = (double)c.b;
    }
    for (int k = 0; k < 3; k++)
        for (int n = 0; n < 4; n++)
            for (int i = 0; i < 4; i++)
                data->tone[k][n] += (float)(through_thirds[n][i] * at[i][k]);
    double strength = exact_min(chroma, RED_MOST);
    oklab ink = {red_ink.l, strength * red_ink.a, strength * red_ink.b};
    shade_colour red = shade_encode(frame, colour_oklab_to_linear(ink));
    data->red[0] = red.r;
    data->red[1] = red.g;
    data->red[2] = red.b;
}

/* ---- paper ------------------------------------------------------------------------------- */

/* Adds value noise of across x down cells to a tile, which it fills exactly. */
static rl_status add_noise(const rl_frame *frame, int level, int across, int down, double weight,
                           const ink_paper *paper, int16_t *tile, rl_error *error)
{
    size_t count = (size_t)across * (size_t)down;
    float *corner = arena_array(frame->arena, count, sizeof *corner);
    TRY(status_memory(corner != NULL, "print", error));
    uint64_t key = hash_key(frame->scene.seed, PAPER_STREAM);
    for (size_t i = 0; i < count; i++)
        corner[i] = (float)((int32_t)hash_at(key, level, (int64_t)i) * 0x1p-31);
    float rate_x = (float)across / (float)paper->side, rate_y = (float)down / (float)paper->side;
    float one = (float)weight * INK_PAPER_ONE;
    for (int y = 0; y < paper->side; y++) {
        float part_y = (float)y * rate_y;
        int row = (int)part_y;
        const float *top = corner + (size_t)row * (size_t)across;
        const float *foot = corner + (size_t)((row + 1) % down) * (size_t)across;
        float v = (float)exact_fade((double)(part_y - (float)row));
        for (int x = 0; x < paper->side; x++) {
            float part_x = (float)x * rate_x;
            int left = (int)part_x, right = left + 1 < across ? left + 1 : 0;
            float u = part_x - (float)left;
            u = u * u * (3.0f - 2.0f * u);
            float upper = top[left] + (top[right] - top[left]) * u;
            float lower = foot[left] + (foot[right] - foot[left]) * u;
            int16_t *at = &tile[(size_t)y * (size_t)paper->stride + (size_t)x];
            *at = (int16_t)(*at + (int)((upper + (lower - upper) * v) * one));
        }
    }
    return RL_OK;
}

/* Returns how many cells of a size (U) fill the tile, and scales `weight` down where they are
 * smaller than two pixels. */
static int cells_in(const rl_frame *frame, int side, double size, double *weight)
{
    double pixels = size * frame->unit;
    *weight *= exact_min(0.5 * pixels, 1.0);
    return (int)exact_clamp(exact_round(side / exact_max(pixels, 1.0)), 1.0, side);
}

static rl_status make_paper(const rl_frame *frame, ink_paper *paper, rl_error *error)
{
    paper->side = (int)exact_clamp(exact_round(PAPER_SIDE * frame->unit), TILES_BLOCK, PAPER_MOST);
    paper->stride = paper->side + TILES_BLOCK;
    int16_t *tile =
        arena_zeroed(frame->arena, (size_t)paper->side * (size_t)paper->stride, sizeof *tile);
    TRY(status_memory(tile != NULL, "print", error));
    double fibres = 1.0 - GRAIN_WEIGHT, grains = GRAIN_WEIGHT;
    int across = cells_in(frame, paper->side, FIBRE_WIDE, &fibres);
    int down = cells_in(frame, paper->side, FIBRE_HIGH, &fibres);
    TRY(add_noise(frame, 0, across, down, fibres, paper, tile, error));
    across = cells_in(frame, paper->side, GRAIN_SIZE, &grains);
    TRY(add_noise(frame, 1, across, across, grains, paper, tile, error));
    for (int y = 0; y < paper->side; y++) {
        int16_t *row = tile + (size_t)y * (size_t)paper->stride;
        for (int x = 0; x < TILES_BLOCK; x++)
            row[paper->side + x] = row[x];
    }
    paper->at = tile;
    return RL_OK;
}

/* ---- sun and seal ------------------------------------------------------------------------ */

static ink_disc disc_of(const rl_frame *frame)
{
    double radius = frame->light.sun_radius / frame->unit;
    int is_eclipsed = frame->scene.moon == 0 && frame->scene.sun_eclipse > 0.0;
    int is_red = frame->light.glow_lab.a > RED_MOON;
    int is_moon = (frame->scene.moon > 0 && !is_red) || is_eclipsed;
    if (!is_moon)
        radius = exact_max(SUN_LEAST * radius, exact_min(SUN_LARGER * radius, SUN_MOST));
    return (ink_disc){.x = (frame->light.sun_x - 0.5 * frame->width) / frame->unit,
                      .y = (frame->light.sun_y - 0.5 * frame->height) / frame->unit,
                      .radius = (float)radius,
                      .is_moon = is_moon,
                      .face = is_eclipsed ? ECLIPSE_FACE : MOON_FACE,
                      .most = is_eclipsed ? 1.0f : 0.0f};
}

/* Cuts a mirrored sign with a vertical stroke in its middle from the seed. */
static ink_seal seal_of(const rl_frame *frame, const ink_disc *disc)
{
    ink_seal seal = {.cell = 0.0};
    if (scene_int(&frame->scene, "print.seal") == 0)
        return seal;
    double x = SEAL_X * frame->width / frame->unit,
           y = (SEAL_Y - 0.5) * frame->height / frame->unit;
    double across = disc->x - x, down = disc->y - y, room = (double)disc->radius + SEAL_ROOM;
    if (disc->radius > 0.0f && across * across + down * down < room * room)
        x = -x;
    seal.cell = SEAL_CELL;
    seal.left = x - 0.5 * INK_SEAL_COLUMNS * SEAL_CELL;
    seal.top = y - 0.5 * INK_SEAL_ROWS * SEAL_CELL;
    uint64_t bits = hash_at(hash_key(frame->scene.seed, SEAL_STREAM), 0, 0);
    for (int i = 0; i < INK_SEAL_ROWS; i++, bits >>= 3) {
        unsigned side = bits & 1, next = bits >> 1 & 1, middle = bits >> 2 & 1;
        seal.row[i] = (uint8_t)(side * 0x11 | next * 0x0a | middle * 0x04);
    }
    return seal;
}

static rl_status prepare(preparation *work, struct frame_print *print, rl_error *error)
{
    const rl_frame *frame = work->frame;
    ink_data *data = arena_zeroed(frame->arena, 1, sizeof *data);
    TRY(status_memory(data != NULL, "print", error));
    TRY(make_sheets(work, data, error));
    TRY(make_paper(frame, &data->paper, error));
    make_tone(frame, data);
    data->contrast = (float)scene_real(&frame->scene, "print.contrast");
    data->grain = (float)scene_real(&frame->scene, "print.grain");
    data->margin = (float)scene_real(&frame->scene, "print.margin");
    data->horizon = (float)lightness_of(frame, frame->light.sky.colour[0]);
    data->low = (float)exact_mix(LOW_NIGHT, LOW_DAY, light_of_day(&frame->light));
    data->disc = disc_of(frame);
    data->seal = seal_of(frame, &data->disc);
    print->data = data;
    return RL_OK;
}

extern print_layer *const ink_layers[CPU_KERNELS];

#define WET_EDGE 0.0042 /* width of the wet edge, U: wet.wide in ink_kernel.c */

const print_kind print_ink = {
    .name = "ink",
    .layer = ink_layers,
    .prepare = prepare,
    .step = 0.2,
    .near_step = 2.0,
    .line = WET_EDGE,
};
