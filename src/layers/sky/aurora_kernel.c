/* aurora_kernel.c - the light of curtains at a group of nodes.
 *
 * Compiled once for each width.
 */
#include "base/colour_lanes.h"
#include "base/exact.h"
#include "base/lanes_math.h"
#include "layers/sky/aurora.h"

/* Light along a curtain as a function of t, the height above its foot divided by its height: a soft
 * lower rim, a bright foot and a long fall upward.  Numbers were tuned by eye. */
static const struct {
    float brightness;
    float fall;                      /* above the foot light falls as exp(-fall * t) */
    float rim;                       /* below the foot light falls as exp(-(rim * t)^2) */
    float foot, foot_at, foot_width; /* Gaussian of t that is added: strength, centre, width */
    float last;                      /* t above which it is dark */
    float fade;                      /* share of `last` over which it fades */
    float colours;                   /* colours of aurora.colour that are passed per 1 of t */
} along = {
    .brightness = 0.68f,
    .fall = 0.95f,
    .rim = 7.0f,
    .foot = 0.55f,
    .foot_at = 0.08f,
    .foot_width = 0.16f,
    .last = 7.0f,
    .fade = 0.4f,
    .colours = 0.95f,
};

LANES_INLINE lanes_f aurora_along(lanes_f t)
{
    lanes_f rim = t * lanes_of(along.rim);
    lanes_f body = lanes_exp(lanes_choose(lanes_less(lanes_of(0.0f), t), t * lanes_of(-along.fall),
                                          lanes_of(0.0f) - rim * rim));
    lanes_f foot = (t - lanes_of(along.foot_at)) * lanes_of(1.0f / along.foot_width);
    foot = lanes_of(along.foot) * lanes_exp(lanes_of(0.0f) - foot * foot);
    lanes_f end = (lanes_of(along.last) - t) * lanes_of(1.0f / (along.fade * along.last));
    return (body + foot) * lanes_clamp(end, 0.0f, 1.0f);
}

LANES_INLINE lanes_rgb aurora_colour(const aurora *all, lanes_f t)
{
    const oklab *c = all->colour;
    lanes_f at = lanes_clamp(t * lanes_of(along.colours), 0.0f, 2.0f);
    lanes_lab low = lanes_mix_lab(lanes_lab_of(c[0]), lanes_lab_of(c[1]), at);
    lanes_lab high = lanes_mix_lab(lanes_lab_of(c[1]), lanes_lab_of(c[2]), at - lanes_of(1.0f));
    lanes_i is_low = lanes_less(at, lanes_of(1.0f));
    lanes_lab lab = {lanes_choose(is_low, low.l, high.l), lanes_choose(is_low, low.a, high.a),
                     lanes_choose(is_low, low.b, high.b)};
    return lanes_to_rgb(lab);
}

typedef struct aurora_lanes {
    lanes_f foot, height, light; /* see aurora_column */
} aurora_lanes;

/* Returns LANES neighbouring columns of a curtain, each mixed with the next one by `share`. */
LANES_INLINE aurora_lanes columns_at(const aurora_column *column, float share)
{
    float foot[LANES];
    float height[LANES];
    float light[LANES];
    LANES_UNROLLED
    for (int i = 0; i < LANES; i++) {
        const aurora_column *a = &column[i];
        const aurora_column *b = a + 1;
        foot[i] = a->foot + (b->foot - a->foot) * share;
        height[i] = a->height + (b->height - a->height) * share;
        light[i] = a->light + (b->light - a->light) * share;
    }
    aurora_lanes c = {lanes_load(foot), lanes_load(height), lanes_load(light)};
    return c;
}

/* Returns `sky` with the aurora added, at LANES nodes of a group from `at` on, in a row `elevation`
 * (U) above the horizon. LANES divides `at`, so that all widths find the same columns. */
LANES_INLINE lanes_rgb aurora_lay(const aurora *all, const rl_frame *frame, double elevation,
                                  int64_t first, int at, lanes_rgb sky)
{
    for (int i = 0; i < AURORA_CURTAINS; i++) {
        const struct aurora_curtain *curtain = &all->curtain[i];
        double above = elevation - curtain->base;
        if (above < -AURORA_BELOW || above > AURORA_ABOVE)
            continue;
        double lean = curtain->slant * above * frame->unit / frame->step;
        int64_t node = exact_floor((double)first + lean);
        float share = (float)((double)first + lean - (double)node);
        aurora_lanes c = columns_at(&curtain->column[node - curtain->first + at], share);
        lanes_f t = (lanes_of((float)elevation) - c.foot) / c.height;
        lanes_i is_lit = lanes_less(lanes_of(-1.0f), t) & lanes_less(t, lanes_of(along.last));
        if (!lanes_any(is_lit))
            continue;
        lanes_f light = lanes_of(along.brightness * (float)all->strength) * c.light;
        light = lanes_choose(is_lit, light * aurora_along(t), lanes_of(0.0f));
        sky = lanes_screen_rgb(sky, aurora_colour(all, t), light);
    }
    return sky;
}

aurora_kernel KERNEL(aurora_light);

void KERNEL(aurora_light)(const aurora *all, const shade_row *row, const shade_group *group,
                          shade_light *light)
{
    const rl_frame *frame = row->frame;
    double elevation = (row->height - frame->light.horizon) / frame->unit_share;
    for (int at = 0; at < SHADE_GROUP; at += LANES) {
        lanes_rgb sky = {lanes_load(light->r + at), lanes_load(light->g + at),
                         lanes_load(light->b + at)};
        sky = aurora_lay(all, frame, elevation, group->first, at, sky);
        lanes_store(light->r + at, sky.r);
        lanes_store(light->g + at, sky.g);
        lanes_store(light->b + at, sky.b);
    }
}

KERNEL_TABLE_WIDE(aurora_kernel, aurora_kernels, aurora_light);
