/* birds.c - a bird far away is one stroke: two bent wings, thin at their tips.
 *
 * In: a run of pixels of sky and the frame's birds.  Out: the same with the
 * strokes over it.  Lengths of a bird are shares of half its span.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/kind.h"

#define BIRDS_MOST 7

typedef struct bird {
    double x, y;              /* pixels of the whole picture */
    double span;              /* pixels from the body to a wing's tip */
    double lift, droop, tilt; /* shape of the wings, in spans */
} bird;

typedef struct birds {
    int count;
    bird bird[BIRDS_MOST];
    float colour[3]; /* encoded sRGB */
} birds;

/* A stroke is measured on this many lines down each pixel column. */
#define LINES 8

#define ELBOW 0.42      /* where a wing bends */
#define THICKNESS 0.085 /* half the wing's, at its root */
#define BODY 0.05
#define BODY_WIDTH 0.16

/* The share of a pixel that a bird covers; x, y from its body to the pixel's
 * left upper corner, y downward, in pixels. */
static double covered_by(const bird *b, double x, double y)
{
    double sum = 0.0;
    for (int i = 0; i < LINES; i++) {
        double s = (x + (i + 0.5) / LINES) / b->span;
        if (s <= -1.0 || s >= 1.0)
            continue;
        /* The wings rise up to the elbow, then fall to the tip. */
        double away = exact_abs(s);
        double t = away < ELBOW ? away / ELBOW : (away - ELBOW) / (1.0 - ELBOW);
        double bend = away < ELBOW ? t * t * (3.0 - 2.0 * t) : 1.0 - b->droop * t * t;
        double height = b->lift * bend + b->tilt * s;
        double body = BODY * exact_max(1.0 - away / BODY_WIDTH, 0.0);
        double wing = THICKNESS * exact_sqrt(exact_max(1.0 - away, 0.0)) * (1.0 - 0.55 * away);
        double middle = -height * b->span - y;
        double half = (wing + body) * b->span;
        double top = exact_clamp(middle - half, 0.0, 1.0);
        double bottom = exact_clamp(middle + half, 0.0, 1.0);
        sum += bottom - top;
    }
    return sum / LINES;
}

/* From a bird to the left of a run; in a loop from that copy of it that is nearest. */
static double way_to(const rl_frame *frame, const bird *b, const tile_run *run)
{
    double left = (double)(frame->x + run->column);
    return left - frame_around(frame, b->x, left + 0.5 * run->count);
}

/* Whether a run comes near a bird. */
static int is_near(const rl_frame *frame, const bird *b, const tile_run *run)
{
    double left = way_to(frame, b, run);
    return exact_abs(run->row - b->y) <= b->span + 1.0 && left <= b->span &&
           left + run->count >= -b->span;
}

static int touches(paint_scratch *s, int layer, const tile_run *run)
{
    const birds *all = s->frame->layer[layer].data;
    for (int i = 0; i < all->count; i++)
        if (is_near(s->frame, &all->bird[i], run))
            return 1;
    return 0;
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    const birds *all = frame->layer[layer].data;
    run_pixels pixels = block_pixels(s, run);
    for (int k = 0; k < all->count; k++) {
        const bird *b = &all->bird[k];
        if (!is_near(frame, b, run))
            continue;
        double left = way_to(frame, b, run);
        double y = run->row - b->y;
        for (int i = 0; i < run->count; i++) {
            if (exact_abs(left + i) > b->span + 1.0)
                continue;
            double covered = covered_by(b, left + i, y);
            if (frame->is_hard)
                covered = covered >= 0.5 ? 1.0 : 0.0;
            blend_over(frame->tone, &pixels, i, all->colour[0], all->colour[1], all->colour[2],
                       (float)covered);
        }
    }
}

/* ---- preparation ------------------------------------------------------------------- */

#define FLOCK_WIDTH 0.15 /* U to either side of the flock's middle */
#define FLOCK_HEIGHT 0.06
#define FLOCK_ABOVE 0.045 /* above the skyline */
#define FLOCK_PLACES 8    /* the later ones lie farther out */

static double choose(uint64_t key, int what, int index, double low, double high)
{
    return exact_mix(low, high, hash_unit(hash_at(key, what, index)));
}

enum bird_choice { FLOCK_X, FLOCK_Y, BIRD_X, BIRD_Y, BIRD_SPAN, BIRD_LIFT, BIRD_DROOP, BIRD_TILT };

static bird make_bird(const rl_frame *frame, uint64_t key, int i, double x, double y)
{
    double share = frame->scene.birds > 1 ? (double)i / (frame->scene.birds - 1) : 0.5;
    /* Spread along the flock, so that no two cover each other. */
    double dx = (2.0 * share - 1.0) * 0.8 * FLOCK_WIDTH + choose(key, BIRD_X, i, -0.018, 0.018);
    double dy = choose(key, BIRD_Y, i, -FLOCK_HEIGHT, FLOCK_HEIGHT);
    return (bird){
        .x = 0.5 * frame->width + (x + dx) * frame->unit,
        .y = (1.0 - y) * frame->height - dy * frame->unit,
        .span = choose(key, BIRD_SPAN, i, 0.006, 0.012) * frame->unit,
        .lift = choose(key, BIRD_LIFT, i, 0.12, 0.36),
        .droop = choose(key, BIRD_DROOP, i, 0.6, 1.3),
        .tilt = choose(key, BIRD_TILT, i, -0.16, 0.16),
    };
}

/* The flock flies opposite the sun, between the skyline and the upper edge. */
static void make_birds(const rl_frame *frame, const double skyline[PROFILE_LATTICE], birds *all)
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM_BIRDS);
    double half = 0.5 * frame->width / frame->unit;
    double side = scene->sun_x > 0.0 ? -1.0 : 1.0;
    double room = (FLOCK_ABOVE + FLOCK_HEIGHT) * frame->unit_share;
    double high = 1.0 - room;
    double x = 0.0;
    double low = 2.0;
    for (int i = 0; i < FLOCK_PLACES && low > high - room; i++) { /* the first with sky enough */
        double at = side * choose(key, FLOCK_X, i, 0.22, 0.50 + 0.04 * i) * exact_min(half, 0.9);
        double land = 0.0; /* the highest within the flock's reach, fraction of H */
        for (int j = 0; j < PROFILE_LATTICE; j++) {
            double away = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP - at;
            if (exact_abs(away) < FLOCK_WIDTH + 0.02)
                land = exact_max(land, skyline[j]);
        }
        land += room;
        x = land < low ? at : x;
        low = exact_min(land, low);
    }
    if (low > high)
        return; /* no sky there: they stay away */
    double y = exact_mix(low, high, choose(key, FLOCK_Y, 0, 0.08, 0.5));
    all->count = scene->birds < BIRDS_MOST ? scene->birds : BIRDS_MOST;
    for (int i = 0; i < all->count; i++)
        all->bird[i] = make_bird(frame, key, i, x, y);
    const rl_palette *palette = &scene->palette;
    int count = palette->ridge_count;
    oklab middle = colour_to_oklab(palette->ridge[count / 2]);
    oklab near = colour_to_oklab(palette->ridge[count - 1]);
    linear_rgb light = colour_oklab_to_linear(colour_mix_oklab(middle, near, 0.5));
    all->colour[0] = (float)colour_encode(exact_clamp(light.r, 0.0, 1.0));
    all->colour[1] = (float)colour_encode(exact_clamp(light.g, 0.0, 1.0));
    all->colour[2] = (float)colour_encode(exact_clamp(light.b, 0.0, 1.0));
}

static int count(const rl_scene *scene)
{
    return scene->birds > 0;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    double skyline[PROFILE_LATTICE];
    (void)error;
    profile_highest(work->frame->profile, skyline);
    make_birds(work->frame, skyline, layer->data);
    return RL_OK;
}

/* ---- facts ---------------------------------------------------------------------------- */

#define BIRD_LEAST 0.004 /* of the height: half the span of one that is seen */
#define BIRD_WING 0.17   /* thickness of its wings, in spans */
#define BIRD_SEEN 0.09   /* distance from the sky, by how much of a pixel they cover */
#define BIRD_HARD_PX 7.0 /* where a pixel is covered or not, thinner wings have none */

static int is_visible(const facts_grid *g, const birds *all, const bird *b, double x, double y)
{
    const rl_frame *frame = g->frame;
    if (b->span < BIRD_LEAST * frame->rows || b->span < (frame->is_hard ? BIRD_HARD_PX : 1.2) ||
        x < b->span || x > frame->shown - b->span || y < b->span || y > frame->rows - b->span)
        return 0;
    const oklab *sky = facts_sky_near(g, x, y);
    if (sky == NULL)
        return 0;
    const float *c = all->colour;
    oklab own = colour_linear_to_oklab((linear_rgb){
        colour_decode((double)c[0]), colour_decode((double)c[1]), colour_decode((double)c[2])});
    double covered = exact_min(BIRD_WING * b->span, 1.0);
    if (covered * facts_distance(*sky, own) < BIRD_SEEN)
        return 0;
    for (int i = -2; i <= 2; i++) {
        int column = (int)(x + 0.45 * i * b->span);
        if (y + b->span + frame->y > facts_skyline(frame, column))
            return 0;
    }
    return 1;
}

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    const rl_frame *frame = g->frame;
    const birds *all = layer != NULL ? layer->data : NULL;
    double left = (double)(frame->x + frame->turn);
    (void)error;
    for (int i = 0; all != NULL && i < all->count; i++) {
        const bird *b = &all->bird[i];
        double x = frame_around(frame, b->x, left + 0.5 * frame->shown) - left;
        double y = b->y - frame->y;
        /* Birds whose wings touch cannot be counted: all but one of them are left out. */
        int is_apart = 1;
        for (int k = 0; k < i; k++) {
            const bird *other = &all->bird[k];
            double reach = b->span + other->span;
            is_apart &=
                exact_abs(b->x - other->x) >= reach || exact_abs(b->y - other->y) >= 0.5 * reach;
        }
        if (!is_apart || !is_visible(g, all, b, x, y))
            continue;
        out->birds++;
        out->birds_x += x / frame->shown;
        out->birds_y += y / frame->rows;
    }
    if (out->birds > 0) {
        out->birds_x /= out->birds;
        out->birds_y /= out->birds;
    }
    return RL_OK;
}

static const scene_key birds_keys[] = {
    INTEGER_KEY("birds.count", AT_SCENE(birds), 0, 7, 0, "how many fly"),
};

const layer_kind kind_birds = {
    .name = "birds",
    .number = RL_LAYER_SKY,
    .keys = {KEY_GROUP("birds", birds_keys)},
    .count = count,
    .order = -50.0,
    .data_bytes = sizeof(birds),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over},
    .facts = facts,
};
