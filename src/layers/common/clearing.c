/* clearing.c - ground without plants: the path to a motif, and the clearing around the motif. */
#include "layers/common/clearing.h"

#include "base/exact.h"
#include "base/hash.h"
#include "layers/motif/motif.h"
#include "layers/water/lake.h"

/* Form of the path as functions of t: 0 at the motif, 1 at the near end.  Tuned by eye on seeds
 * 1..16. */
static const struct {
    double top, bottom; /* depth of the far end below the motif's foot; height of the near end, U */
    double to_least, to_most;   /* x of the near end, share of -x of the motif */
    double straight;            /* power of t in the line between the ends */
    double bend, bend_at_motif; /* width of bends, U; share of it at the motif */
    double bends, bends_power;  /* waves from end to end; power of t in their phase */
    double wide, narrow;        /* half width at the near end, U; share of it at the motif */
    double widening;            /* power of t in the half width */
} form = {.top = 0.004,
          .bottom = -0.02,
          .to_least = 0.1,
          .to_most = 0.5,
          .straight = 1.25,
          .bend = 0.06,
          .bend_at_motif = 0.25,
          .bends = 1.15,
          .bends_power = 0.62,
          .wide = 0.050,
          .narrow = 0.022,
          .widening = 1.9};

enum { DRAW_FOOT, DRAW_SIDE };

int way_has(const rl_scene *scene)
{
    const rl_motif *m = &scene->motif;
    return m->name > MOTIF_NONE && scene->motif_path == 1 && m->on == MOTIF_ON_GROUND &&
           m->ridge > 0 && m->ridge <= scene->ridge_count && scene->extent == RL_EXTENT_PICTURE &&
           !lake_holds(scene, m->ridge - 1);
}

way way_of(const rl_frame *frame)
{
    const rl_motif *m = &frame->scene.motif;
    uint64_t key = hash_key(frame->scene.seed, STREAM_MOTIF + 3);
    double u = hash_unit(hash_at(key, 16 + DRAW_FOOT, 0));
    double side = hash_unit(hash_at(key, 16 + DRAW_SIDE, 0)) < 0.5 ? -1.0 : 1.0;
    return (way){.top = m->y / frame->unit_share - form.top,
                 .bottom = form.bottom,
                 .from = m->x,
                 .to = -m->x * exact_mix(form.to_least, form.to_most, u),
                 .aside = side * form.bend,
                 .key = key};
}

int way_at(const way *path, double y, double *middle, double *half)
{
    double t = (path->top - y) / (path->top - path->bottom);
    if (t < 0.0 || t > 1.0)
        return 0;
    double turn = form.bends * exact_pow(t, form.bends_power) - 0.25;
    turn -= (double)exact_floor(turn);
    *middle =
        exact_mix(path->from, path->to, exact_pow(t, form.straight)) +
        path->aside * (form.bend_at_motif + (1.0 - form.bend_at_motif) * t) * exact_cos_turn(turn);
    *half = form.wide * (form.narrow + (1.0 - form.narrow) * exact_pow(t, form.widening));
    return 1;
}

#define CROWN 0.26    /* half width of a plant, share of its height */
#define CROWN_TOP 1.1 /* height of the tip of a plant's cone, share of the plant's height */

int way_covers(const rl_frame *frame, int ridge, double x, double y, double height)
{
    if (!way_has(&frame->scene) || ridge + 1 < frame->scene.motif.ridge)
        return 0;
    way path = way_of(frame);
    double middle, half;
    if (way_at(&path, y, &middle, &half) &&
        exact_abs(x - middle) > half + WAY_MARGIN + 3.0 * height)
        return 0;
    for (int i = 0; i < 4; i++) {
        double up = 0.25 * i;
        if (way_at(&path, y + up * height, &middle, &half) &&
            exact_abs(x - middle) < half + CROWN * height * (CROWN_TOP - up))
            return 1;
    }
    return 0;
}

#define CLEARING 0.012 /* U that are cleared on either side of a motif */

double motif_clearing(const rl_frame *frame, int ridge, double x)
{
    const rl_motif *m = &frame->scene.motif;
    if (m->name <= MOTIF_NONE || m->on != MOTIF_ON_GROUND || m->ridge != ridge + 1)
        return 0.0;
    double half = m->size + CLEARING;
    double away = exact_abs(exact_way(x - m->x, frame->loop)) / half;
    return away < 2.0 ? exact_exp(-away * away * away * away) : 0.0;
}
