/* aurora.c - light of curtains whose feet, heights and rays the frame has made.
 *
 * In: a place of the picture and the tables of frame/sky.c.  Out: light added to
 * the sky.  Smooth enough for the colour grid.
 */
#include "paint/aurora.h"

#include "base/exact.h"

/* Light along a curtain's height t: a soft lower rim, a bright foot, a long fall
 * upward.  Heights beyond LAST are dark. */
#define FALL 0.95
#define RIM 7.0
#define FOOT 0.55
#define FOOT_WIDTH 0.16
#define LAST 7.0
#define BRIGHTNESS 0.68

static double bell(double t)
{
    return exact_exp(-t * t);
}

static double light_along(double t)
{
    double body = t > 0.0 ? exact_exp(-FALL * t) : bell(RIM * t);
    double end = exact_clamp((LAST - t) / (0.4 * LAST), 0.0, 1.0);
    return (body + FOOT * bell((t - 0.08) / FOOT_WIDTH)) * end;
}

/* A curtain's column at x (pixels), between two nodes of the table. */
static frame_curtain_column column_at(const rl_frame *frame, const frame_curtain *curtain,
                                      double x_px)
{
    double at = x_px / frame->step;
    int64_t node = exact_floor(at);
    float part = (float)(at - (double)node);
    const frame_curtain_column *a = &curtain->column[node - curtain->first];
    const frame_curtain_column *b = a + 1;
    frame_curtain_column c = {
        a->foot + (b->foot - a->foot) * part,
        a->height + (b->height - a->height) * part,
        a->light + (b->light - a->light) * part,
    };
    return c;
}

static oklab colour_along(const rl_frame *frame, double t)
{
    const oklab *c = frame->aurora_colour;
    double at = exact_clamp(t * 0.95, 0.0, 2.0);
    return at < 1.0 ? colour_mix_oklab(c[0], c[1], at) : colour_mix_oklab(c[1], c[2], at - 1.0);
}

linear_rgb aurora_light(const rl_frame *frame, linear_rgb sky, double x_px, double y_px)
{
    const rl_scene *scene = &frame->scene;
    double elevation = (1.0 - y_px / frame->height - scene->horizon) / frame->unit_share;
    for (int i = 0; i < FRAME_CURTAINS; i++) {
        const frame_curtain *curtain = &frame->curtain[i];
        double above = elevation - curtain->base;
        if (above < -FRAME_CURTAIN_BELOW || above > FRAME_CURTAIN_ABOVE)
            continue;
        frame_curtain_column c =
            column_at(frame, curtain, x_px + curtain->slant * above * frame->unit);
        double t = (elevation - (double)c.foot) / (double)c.height;
        if (t < -1.0 || t > LAST)
            continue;
        double light = BRIGHTNESS * scene->aurora * (double)c.light * light_along(t);
        sky = colour_screen(sky, colour_oklab_to_linear(colour_along(frame, t)), light);
    }
    return sky;
}
