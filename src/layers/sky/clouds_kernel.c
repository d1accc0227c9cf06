/* clouds_kernel.c - blends a level sheet of cloud in perspective over the sky: wide overhead,
 * streaks afar.
 *
 * The sheet is computed at the nodes of the colour grid: octaves that the perspective squeezes
 * below the distance of nodes fade away.  Clouds never darken the sky below the lightness of the
 * land before it.  Compiled once for each width.
 */
#include "layers/common/noise_lanes.h"
#include "layers/sky/clouds.h"
#include "paint/shade_lanes.h"
#include "ridge/noise.h"

#define FADE_HEIGHT 0.14f /* U above the horizon over which clouds fade in */

#define LIGHT_OCTAVES 3   /* octaves that light and shade depend on */
#define OCTAVE_GAIN 0.62f /* high, so that clouds are fibres rather than pillows */
#define CLOUD_GAIN 0.95f  /* spreads the noise over about -1..1 */
#define FINE_OCTAVES                                                                               \
    0.48f /* most that the octaves from LIGHT_OCTAVES on add, before CLOUD_GAIN                    \
           */

/* Heights of cells in the picture, U: from CELL_WHOLE on an octave has its full weight, below
 * CELL_GONE it is left out.  Nodes are at most 1/200 U apart. */
#define CELL_WHOLE 0.016f
#define CELL_GONE 0.007f

/* Light, tuned by eye. */
static const struct {
    float gain;      /* light for a difference of density of 1 to the sample toward the sun */
    float sun_least; /* U from the sun within which the sample is nearer than CLOUD_SHIFT */
    float shade;     /* share of the cloud's colour in shade, the rest is sky */
    float near_sun;  /* U from the sun over which closeness falls to 1/e */
    float sun;       /* share of the sun's colour beside the sun */
    float lit;       /* share of the lit colour far from the sun, the rest is sky */
    float lit_near;  /* addition to `lit` beside the sun */
    float lit_faces; /* least lightness of clouds: share of air where haze is 0, the rest is land */
    double free_above; /* fraction of H above the skyline over which that limit of lightness ends */
} look = {.gain = 1.6f,
          .sun_least = 0.05f,
          .shade = 0.42f,
          .near_sun = 0.40f,
          .sun = 0.6f,
          .lit = 0.35f,
          .lit_near = 0.65f,
          .lit_faces = 0.80f,
          .free_above = 0.12};

typedef struct cloud_place {
    const cloud_sheet *sheet;
    double height;  /* fraction of H */
    lanes_f x;      /* U from the middle, folded: see clouds_fold */
    lanes_f dx, dy; /* U from the sun, to the right and upward */
    lanes_f lean;   /* dx as a direction: see frame_lean */
    lanes_f warp;   /* noise of the domain warp */
} cloud_place;

/* A place on the sheet. */
typedef struct sheet_place {
    lanes_f x, y;    /* warped place, cells of the first octave */
    lanes_f squeeze; /* cells of the first octave per U upward in the picture */
} sheet_place;

LANES_INLINE sheet_place sheet_at(const cloud_sheet *sheet, lanes_f x, lanes_f elevation,
                                  lanes_f warp)
{
    lanes_f far = lanes_max(elevation, lanes_of(0.0f)) + lanes_of((float)CLOUD_PLANE);
    lanes_f near = lanes_of(1.0f) / far;
    if (sheet->period > 0) {
        sheet_place level = {
            lanes_of((float)sheet->rate) * x + lanes_of((float)CLOUD_WARP_X) * warp,
            lanes_of((float)CLOUD_CELL_Y) * near + lanes_of((float)CLOUD_WARP_Y) * warp,
            lanes_of((float)CLOUD_CELL_Y) * near * near,
        };
        return level;
    }
    lanes_f along = x * near;
    sheet_place p = {
        lanes_of((float)CLOUD_CELL_X) * along + lanes_of((float)CLOUD_WARP_X) * warp,
        lanes_of((float)CLOUD_CELL_Y) * near + lanes_of((float)CLOUD_WARP_Y) * warp,
        (lanes_of((float)CLOUD_CELL_Y) + lanes_of((float)CLOUD_CELL_X) * lanes_abs(x)) * near *
            near,
    };
    return p;
}

/* ---- noise ------------------------------------------------------------------- */

LANES_INLINE lanes_f cloud_noise(const cloud_sheet *sheet, int octave, lanes_f x, lanes_f y)
{
    const cloud_lattice *lattice = &sheet->octave[octave];
    LANES_SCRATCH int32_t place[LANES];
    lanes_i i = lanes_floor(x);
    lanes_i j = lanes_floor(y);
    x = x - lanes_to_f(i);
    y = y - lanes_to_f(j);
    if (lattice->direction != NULL) {
        /* Clamped, because an index outside the table would be read out of bounds. */
        lanes_i at = (j - lanes_of_i((int32_t)lattice->top)) * lanes_of_i(lattice->columns) +
                     (i - lanes_of_i((int32_t)lattice->left));
        lanes_i last = lanes_of_i(lattice->columns * (lattice->rows - 1) - 2);
        at = lanes_choose_i(lanes_less_i(at, last), at, last);
        at = lanes_choose_i(lanes_less_i(at, lanes_of_i(0)), lanes_of_i(0), at);
        lanes_store_i(place, at);
        return noise_in_cells(lattice->direction, lattice->direction + lattice->columns, place, x,
                              y);
    }
    LANES_SCRATCH int32_t row[LANES];
    uint8_t direction[2][2 * LANES];
    lanes_store_i(place, i);
    lanes_store_i(row, j);
    for (int k = 0; k < LANES; k++) {
        for (int down = 0; down < 2; down++)
            noise_directions(sheet->key, octave, place[k], (int64_t)row[k] + down, 2,
                             sheet->period << octave, &direction[down][2 * k]);
        place[k] = 2 * k;
    }
    return noise_in_cells(direction[0], direction[1], place, x, y);
}

/* Returns the sum of octaves from .. to - 1 of the sheet's density; `from` is 0 or LIGHT_OCTAVES.
 */
LANES_INLINE lanes_f cloud_density(const cloud_sheet *sheet, const sheet_place *p, int from, int to)
{
    lanes_f sum = lanes_of(0.0f);
    float weight = from == 0 ? 1.0f : OCTAVE_GAIN * OCTAVE_GAIN * OCTAVE_GAIN;
    for (int octave = from; octave < to; octave++) {
        lanes_f scale = lanes_of((float)(1 << octave));
        lanes_f cell = lanes_of(1.0f) / (p->squeeze * scale);
        lanes_f share = (cell - lanes_of(CELL_GONE)) * lanes_of(1.0f / (CELL_WHOLE - CELL_GONE));
        lanes_f whole = lanes_smooth(share);
        if (!lanes_any(lanes_less(lanes_of(0.0f), whole)))
            break;
        sum =
            sum + whole * lanes_of(weight) * cloud_noise(sheet, octave, p->x * scale, p->y * scale);
        weight *= OCTAVE_GAIN;
    }
    return lanes_of(CLOUD_GAIN) * sum;
}

/* ---- light ------------------------------------------------------------------- */

/* Returns light (0..1) from the slope of the density toward the sun. */
LANES_INLINE lanes_f cloud_light(const cloud_place *p, float elevation, lanes_f r, lanes_f here)
{
    lanes_f shift = lanes_of((float)CLOUD_SHIFT) / lanes_max(r, lanes_of(look.sun_least));
    sheet_place at =
        sheet_at(p->sheet, p->x - p->lean * shift, lanes_of(elevation) - p->dy * shift, p->warp);
    lanes_f there = cloud_density(p->sheet, &at, 0, LIGHT_OCTAVES);
    return lanes_clamp(lanes_of(0.5f) + lanes_of(look.gain) * (here - there), 0.0f, 1.0f);
}

LANES_INLINE lanes_lab cloud_colour(const cloud_place *p, lanes_lab air, lanes_lab sky,
                                    lanes_f light, lanes_f r)
{
    const clouds *all = p->sheet->clouds;
    const frame_light *sun = &p->sheet->frame->light;
    lanes_f near = lanes_exp(r * lanes_of(-1.0f / look.near_sun));
    lanes_lab shade = lanes_mix_lab(sky, lanes_lab_of(all->colour), lanes_of(look.shade));
    lanes_lab lit = lanes_mix_lab(lanes_lab_of(sun->mist), lanes_lab_of(sun->glow_lab), near);
    lit = lanes_mix_lab(lit, lanes_lab_of(all->sun), lanes_of(look.sun) * near * near);
    lit = lanes_mix_lab(sky, lit, lanes_of(look.lit) + lanes_of(look.lit_near) * near);
    lanes_lab cloud = lanes_mix_lab(shade, lit, light);
    if (all->has_land) {
        lanes_f dark = lanes_min(lanes_of((float)all->land_l), air.l);
        float haze = (float)all->land_haze;
        lanes_f least = lanes_mix(dark, air.l, lanes_of(haze + (1.0f - haze) * look.lit_faces));
        float free = (float)((p->height - all->skyline_top) / look.free_above);
        least = least - lanes_smooth(lanes_of(free));
        cloud.l = lanes_max(cloud.l, lanes_min(least, sky.l));
    }
    return cloud;
}

/* Blends the clouds over the light of the sky and returns their coverage, 0..1. */
LANES_INLINE lanes_f clouds_lay(const cloud_place *p, lanes_lab air, lanes_rgb *sky)
{
    const rl_frame *frame = p->sheet->frame;
    lanes_f nought = lanes_of(0.0f);
    float elevation = (float)((p->height - frame->light.horizon) / frame->unit_share);
    lanes_f strength =
        lanes_of(p->sheet->clouds->dense) * lanes_smooth(lanes_of(elevation / FADE_HEIGHT));
    lanes_f cover = lanes_of(p->sheet->clouds->cover);
    sheet_place at = sheet_at(p->sheet, p->x, lanes_of(elevation), p->warp);
    lanes_f broad = cloud_density(p->sheet, &at, 0, LIGHT_OCTAVES);
    float most = FINE_OCTAVES * CLOUD_GAIN;
    lanes_i may_be = lanes_less(nought, broad + lanes_of(most) + cover);
    if (!lanes_any(may_be))
        return nought;
    lanes_f dense = broad + cloud_density(p->sheet, &at, LIGHT_OCTAVES, CLOUD_OCTAVES) + cover;
    lanes_f hidden = strength * lanes_smooth(dense * lanes_of(2.0f));
    lanes_i is_cloud = lanes_less(nought, hidden) & may_be;
    if (!lanes_any(is_cloud))
        return nought;
    lanes_f r = lanes_sqrt(p->dx * p->dx + p->dy * p->dy);
    lanes_f light = cloud_light(p, elevation, r, broad);
    lanes_lab behind = lanes_to_lab(*sky);
    lanes_lab cloud = cloud_colour(p, air, behind, light, r);
    lanes_rgb mixed = lanes_to_rgb(lanes_mix_lab(behind, cloud, hidden));
    sky->r = lanes_choose(is_cloud, mixed.r, sky->r);
    sky->g = lanes_choose(is_cloud, mixed.g, sky->g);
    sky->b = lanes_choose(is_cloud, mixed.b, sky->b);
    return lanes_choose(is_cloud, hidden, nought);
}

/* Sets `x`, `dx` and `lean` of LANES nodes of a group from `at` on. */
LANES_INLINE void place_clouds(const shade_row *row, const shade_group *group, int at,
                               cloud_place *p)
{
    const rl_frame *frame = row->frame;
    float x[LANES], lean[LANES];
    p->dx = beside_sun(row, group, at);
    p->x = p->dx + lanes_of((float)frame->light.sun_side);
    p->lean = p->dx;
    if (p->sheet->period == 0 && frame->phase <= 0.0)
        return;
    for (int i = 0; i < LANES; i++) {
        double x_px = (double)(group->first + at + i) * frame->step;
        x[i] = (float)clouds_fold(p->sheet, (x_px - 0.5 * frame->width) / frame->unit);
        lean[i] = (float)frame_lean(frame, (x_px - frame->light.sun_x) / frame->unit);
    }
    p->x = lanes_load(x);
    p->lean = lanes_load(lean);
}

cloud_kernel KERNEL(cloud_light);

void KERNEL(cloud_light)(const cloud_sheet *sheet, const shade_row *row, const shade_group *group,
                         const float *air, const float *warp, shade_light *light)
{
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        air_lanes a = load_air(group, at, air);
        lanes_rgb sky = {lanes_load(light->r + at), lanes_load(light->g + at),
                         lanes_load(light->b + at)};
        cloud_place p = {.sheet = sheet, .height = row->height};
        p.dy = lanes_of(above_sun(row));
        place_clouds(row, group, at, &p);
        p.warp = lanes_load(warp + group->at + at);
        lanes_store(light->veil + at, clouds_lay(&p, a.haze, &sky));
        lanes_store(light->r + at, sky.r);
        lanes_store(light->g + at, sky.g);
        lanes_store(light->b + at, sky.b);
    }
}

KERNEL_TABLE_WIDE(cloud_kernel, cloud_kernels, cloud_light);
