/* birds.c - a layer kind: a flock far away, each bird one stroke of two bent wings, thin at their
 * tips.
 *
 * Lengths of a bird are shares of its span, which is half of its width.  Numbers were tuned by eye.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "frame/profile.h"
#include "layers/core/kind.h"

#define STREAM 5020 /* random stream */

#define BIRDS_MOST 7

typedef struct bird {
    double x, y;  /* body, pixels of the whole picture */
    double span;  /* pixels from the body to a wing's tip */
    double lift;  /* height of the elbows, in spans */
    double droop; /* fall of the tips, relative to `lift` */
    double tilt;  /* slope of the whole bird, positive: the right wing is higher */
} bird;

typedef struct birds {
    int count;
    bird bird[BIRDS_MOST];
    float colour[3]; /* encoded sRGB */
} birds;

#define LINES 8 /* vertical lines in a column of pixels along which coverage is measured */

static const struct {
    double elbow;            /* distance of a wing's bend from the body */
    double thickness;        /* half the thickness of a wing at its root */
    double taper;            /* share of the thickness that is lost at the tip */
    double body, body_width; /* half the thickness that the body adds; half the width of the body */
} wing = {
    .elbow = 0.42,
    .thickness = 0.085,
    .taper = 0.55,
    .body = 0.05,
    .body_width = 0.16,
};

/* Returns the coverage of a pixel by a bird; (x, y) is the pixel's left upper corner in pixels from
 * the body, y downward. */
static double covered_by(const bird *b, double x, double y)
{
    double sum = 0.0;
    for (int i = 0; i < LINES; i++) {
        double s = (x + (i + 0.5) / LINES) / b->span;
        if (s <= -1.0 || s >= 1.0)
            continue;
        /* The wings rise up to the elbow, then fall to the tip. */
        double away = exact_abs(s);
        double t = away < wing.elbow ? away / wing.elbow : (away - wing.elbow) / (1.0 - wing.elbow);
        double bend = away < wing.elbow ? t * t * (3.0 - 2.0 * t) : 1.0 - b->droop * t * t;
        double height = b->lift * bend + b->tilt * s;
        double body = wing.body * exact_max(1.0 - away / wing.body_width, 0.0);
        double thickness =
            wing.thickness * exact_sqrt(exact_max(1.0 - away, 0.0)) * (1.0 - wing.taper * away);
        double middle = -height * b->span - y;
        double half = (thickness + body) * b->span;
        double top = exact_clamp(middle - half, 0.0, 1.0);
        double bottom = exact_clamp(middle + half, 0.0, 1.0);
        sum += bottom - top;
    }
    return sum / LINES;
}

/* Returns the pixels from a bird, in a loop from its nearest copy, to the left edge of a run. */
static double left_of(const rl_frame *frame, const bird *b, const tile_run *run)
{
    double left = (double)(frame->x + run->column);
    return left - frame_around(frame, b->x, left + 0.5 * run->count);
}

/* Returns whether a run may touch a bird. */
static int is_near(const rl_frame *frame, const bird *b, const tile_run *run)
{
    double left = left_of(frame, b, run);
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
        double left = left_of(frame, b, run);
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

typedef struct bird_range {
    double low, high;
} bird_range;

/* Lengths in U. */
static const struct {
    double wide, high; /* half of the width and of the height of the flock */
    double above;      /* distance of the flock from the skyline */
    double aside;      /* distance of the sides of the flock from higher land */
    int places;        /* places that are tried for the flock, from the middle outward */
    bird_range
        x; /* distance of the first place from the middle: share of half the picture's width */
    double farther;    /* addition to the upper bound of that share for each further place */
    double half_most;  /* limit of half the picture's width, where `x` multiplies it */
    bird_range y;      /* share of the height of the free sky */
    double spread;     /* share of `wide` over which birds are spread evenly */
    bird_range jitter; /* random shift of a bird along the flock */
    bird_range span, lift, droop, tilt; /* see struct bird */
} flock = {
    .wide = 0.15,
    .high = 0.06,
    .above = 0.045,
    .aside = 0.02,
    .places = 8,
    .x = {0.22, 0.50},
    .farther = 0.04,
    .half_most = 0.9,
    .y = {0.08, 0.5},
    .spread = 0.8,
    .jitter = {-0.018, 0.018},
    .span = {0.006, 0.012},
    .lift = {0.12, 0.36},
    .droop = {0.6, 1.3},
    .tilt = {-0.16, 0.16},
};

#define HIGHER_THAN_ALL 2.0 /* fraction of H, above the upper edge */

static double choose(uint64_t key, int what, int index, bird_range values)
{
    return exact_mix(values.low, values.high, hash_unit(hash_at(key, what, index)));
}

enum bird_choice { FLOCK_X, FLOCK_Y, BIRD_X, BIRD_Y, BIRD_SPAN, BIRD_LIFT, BIRD_DROOP, BIRD_TILT };

static bird make_bird(const rl_frame *frame, uint64_t key, int count, int i, double x, double y)
{
    double share = count > 1 ? (double)i / (count - 1) : 0.5;
    /* Birds are spread along the flock, so that no two cover each other. */
    double dx =
        (2.0 * share - 1.0) * flock.spread * flock.wide + choose(key, BIRD_X, i, flock.jitter);
    double dy = choose(key, BIRD_Y, i, (bird_range){-flock.high, flock.high});
    return (bird){
        .x = 0.5 * frame->width + (x + dx) * frame->unit,
        .y = (1.0 - y) * frame->height - dy * frame->unit,
        .span = choose(key, BIRD_SPAN, i, flock.span) * frame->unit,
        .lift = choose(key, BIRD_LIFT, i, flock.lift),
        .droop = choose(key, BIRD_DROOP, i, flock.droop),
        .tilt = choose(key, BIRD_TILT, i, flock.tilt),
    };
}

/* Makes a flock opposite the sun, between the skyline and the upper edge: at the first place with
 * sky enough, or else where the land is lowest; no birds if there is no sky at all. */
static void make_birds(const rl_frame *frame, const double skyline[PROFILE_LATTICE], birds *all)
{
    const rl_scene *scene = &frame->scene;
    uint64_t key = hash_key(scene->seed, STREAM);
    double half = 0.5 * frame->width / frame->unit;
    double side = scene->sun_x > 0.0 ? -1.0 : 1.0;
    double room = (flock.above + flock.high) * frame->unit_share;
    double high = 1.0 - room;
    double x = 0.0;
    double low = HIGHER_THAN_ALL;
    for (int i = 0; i < flock.places && low > high - room; i++) {
        bird_range away_x = {flock.x.low, flock.x.high + flock.farther * i};
        double at = side * choose(key, FLOCK_X, i, away_x) * exact_min(half, flock.half_most);
        double land = 0.0; /* fraction of H, the highest within the flock's reach */
        for (int j = 0; j < PROFILE_LATTICE; j++) {
            double away = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP - at;
            if (exact_abs(away) < flock.wide + flock.aside)
                land = exact_max(land, skyline[j]);
        }
        land += room;
        x = land < low ? at : x;
        low = exact_min(land, low);
    }
    if (low > high)
        return;
    double y = exact_mix(low, high, choose(key, FLOCK_Y, 0, flock.y));
    int wanted = scene_int(scene, "birds.count");
    all->count = wanted < BIRDS_MOST ? wanted : BIRDS_MOST;
    for (int i = 0; i < all->count; i++)
        all->bird[i] = make_bird(frame, key, wanted, i, x, y);
    const rl_palette *palette = &scene->palette;
    int count = palette->ridge_count;
    oklab middle = colour_to_oklab(palette->ridge[count / 2]);
    oklab near = colour_to_oklab(palette->ridge[count - 1]);
    linear_rgb light = colour_oklab_to_linear(colour_mix_oklab(middle, near, 0.5));
    all->colour[0] = (float)colour_encode(exact_clamp(light.r, 0.0, 1.0));
    all->colour[1] = (float)colour_encode(exact_clamp(light.g, 0.0, 1.0));
    all->colour[2] = (float)colour_encode(exact_clamp(light.b, 0.0, 1.0));
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

static const struct {
    double least;    /* share of the picture's height: least span of a bird that is seen */
    double least_px; /* pixels, least span */
    double hard_px;  /* pixels, least span without soft edges (is_hard) */
    double thick;    /* thickness of wings, in spans */
    double distance; /* least facts_distance of the colour of a bird's pixels from the sky */
    double clear;    /* distance between the 5 points that must be above the skyline, in spans */
} visible = {
    .least = 0.004,
    .least_px = 1.2,
    .hard_px = 7.0,
    .thick = 0.17,
    .distance = 0.09,
    .clear = 0.45,
};

static int is_visible(const facts_grid *g, const birds *all, const bird *b, double x, double y)
{
    const rl_frame *frame = g->frame;
    if (b->span < visible.least * frame->rows ||
        b->span < (frame->is_hard ? visible.hard_px : visible.least_px) || x < b->span ||
        x > frame->shown - b->span || y < b->span || y > frame->rows - b->span)
        return 0;
    const oklab *sky = facts_sky_near(g, x, y);
    if (sky == NULL)
        return 0;
    const float *c = all->colour;
    oklab ink = colour_linear_to_oklab((linear_rgb){
        colour_decode((double)c[0]), colour_decode((double)c[1]), colour_decode((double)c[2])});
    double covered = exact_min(visible.thick * b->span, 1.0);
    if (covered * facts_distance(*sky, ink) < visible.distance)
        return 0;
    for (int i = -2; i <= 2; i++) {
        int column = (int)(x + visible.clear * i * b->span);
        if (y + b->span + frame->y > facts_skyline(frame, column))
            return 0;
    }
    return 1;
}

#define FLOCK(least, ...)                                                                          \
    SIGHT("birds", least, .title_least = 3, SIGHT_CLAUSE(25, __VA_ARGS__),                         \
          SIGHT_EVENT(17, "over", "birds", "a flock"))
static const rl_sight_words some = FLOCK(2, "birds fly {side}");
static const rl_sight_words all_birds[] = {
    [1] = FLOCK(1, "one bird flies {side}"),
    [2] = FLOCK(1, "{count} birds fly {side}"),
    [3] = FLOCK(1, "{count} birds fly {side}", "a flock of {count} birds is in the air {side}")};

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
    if (out->birds == 0)
        return RL_OK;
    out->birds_x /= out->birds;
    out->birds_y /= out->birds;
    int are_all = out->birds == scene_int(&frame->scene, "birds.count");
    const rl_sight_words *words = are_all ? &all_birds[out->birds < 3 ? out->birds : 3] : &some;
    rl_sight *sight = facts_mention(out, words, out->birds);
    if (sight != NULL)
        sight->x = out->birds_x;
    return RL_OK;
}

static const scene_key birds_keys[] = {
    INTEGER_KEY("birds.count", BY_NAME, 0, 7, 0, "number of birds"),
};

const layer_kind kind_birds = {
    .name = "birds",
    .number = RL_LAYER_SKY,
    .material = PRINT_SKY,
    .stream = STREAM,
    .keys = {KEY_GROUP("birds", birds_keys, TRAIT_OF_MOOD)},
    .amount = "birds.count",
    .order = -50.0,
    .data_bytes = sizeof(birds),
    .prepare = prepare,
    .paint = {.touches = touches, .over = over},
    .facts = facts,
};
