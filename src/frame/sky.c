/* sky.c - what of the sky's inhabitants depends on the frame alone.
 *
 * In: a frame whose land and light are made.  Out: keys of noises, the moon's
 * terminator, the aurora's columns, the birds.  The columns are those of the
 * colour grid, with a margin, since rays lean.
 */
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "ridge/noise.h"

/* ---- moon ------------------------------------------------------------------ */

/* ---- aurora ---------------------------------------------------------------- */

/* Lengths in U.  The feet are smooth curves, the rays fine ones. */
static const struct curtain_look {
    double base, height, slant;
} curtain_looks[FRAME_CURTAINS] = {{0.17, 0.080, 0.10}, {0.30, 0.110, -0.07}};

#define FOOT_SWING 0.075
#define FOOT_CELL 0.75
#define RAY_CELL 0.075
#define PATCH_CELL 0.55
#define VEIL_CELL 0.40

/* A curve through hashed points; lines of the noise lie far apart. */
typedef struct curve {
    int line, octaves;
    double gain, cell;
} curve;

static double wave(uint64_t key, double loop, curve c, double x)
{
    double sum = 0.0;
    double weight = 1.0;
    noise_period period = noise_fit_cell(loop, &c.cell);
    x /= c.cell;
    for (int octave = 0; octave < c.octaves; octave++) {
        sum += weight * noise_gradient(key, octave, x, 0.37 + 8.0 * c.line, period << octave);
        weight *= c.gain;
        x *= 2.0;
    }
    return sum;
}

static frame_curtain_column curtain_column(uint64_t key, const struct curtain_look *look,
                                           double loop, double x)
{
    double foot = wave(key, loop, (curve){0, 5, 0.45, FOOT_CELL}, x);
    double rays = wave(key, loop, (curve){1, 3, 0.90, RAY_CELL}, x);
    double broad = wave(key, loop, (curve){2, 2, 0.5, PATCH_CELL}, x);
    double patch = exact_clamp(0.45 + 1.4 * broad, 0.08, 1.0);
    /* In places the curtain is a plain veil, in others it is all rays. */
    double rayed =
        exact_clamp(0.55 + 1.2 * wave(key, loop, (curve){4, 2, 0.5, VEIL_CELL}, x), 0.15, 1.0);
    double tall = wave(key, loop, (curve){3, 2, 0.5, PATCH_CELL}, x) + 0.35 * rays;
    frame_curtain_column column = {
        (float)(look->base + FOOT_SWING * foot),
        (float)(look->height * exact_max(1.0 + 0.75 * tall, 0.25)),
        (float)(exact_clamp(0.58 + 0.55 * rays * rayed, 0.08, 1.2) * patch * patch *
                (3.0 - 2.0 * patch)),
    };
    return column;
}

static rl_status make_aurora(rl_frame *frame, rl_error *error)
{
    int nodes = frame->block / frame->step;
    double lean = 0.10 * (FRAME_CURTAIN_ABOVE + 0.1) * frame->unit;
    int margin = (int)(lean / frame->step) + 2 + 8; /* nodes come in groups of eight */
    int count = frame->blocks * nodes + 1 + 2 * margin;
    for (int i = 0; i < FRAME_CURTAINS; i++) {
        frame_curtain *curtain = &frame->curtain[i];
        uint64_t key = hash_key(frame->scene.seed, STREAM_AURORA + (uint64_t)i);
        curtain->base = curtain_looks[i].base;
        curtain->slant = curtain_looks[i].slant;
        curtain->first = frame->first_block * nodes - margin;
        curtain->column = arena_array(frame->arena, (size_t)count, sizeof *curtain->column);
        if (curtain->column == NULL)
            return status_fail(error, RL_NO_MEMORY, "aurora: %d columns: out of memory", count);
        for (int n = 0; n < count; n++) {
            double x_px = (double)(curtain->first + n) * frame->step;
            curtain->column[n] = curtain_column(key, &curtain_looks[i], frame->loop,
                                                (x_px - 0.5 * frame->width) / frame->unit);
        }
    }
    for (int i = 0; i < 3; i++)
        frame->aurora_colour[i] = colour_to_oklab(frame->scene.palette.aurora[i]);
    return RL_OK;
}

/* ---- birds ----------------------------------------------------------------- */

#define FLOCK_WIDTH 0.15 /* U to either side of the flock's middle */
#define FLOCK_HEIGHT 0.06
#define FLOCK_ABOVE 0.045 /* above the skyline */
#define FLOCK_PLACES 8    /* the later ones lie farther out */

/* The highest land within the flock's reach, fraction of H. */
static double skyline_near(const double skyline[PROFILE_LATTICE], double x)
{
    double most = 0.0;
    for (int j = 0; j < PROFILE_LATTICE; j++) {
        double at = (j - PROFILE_LATTICE / 2) * PROFILE_LATTICE_STEP;
        if (exact_abs(at - x) < FLOCK_WIDTH + 0.02)
            most = exact_max(most, skyline[j]);
    }
    return most;
}

static double choose(uint64_t key, int what, int bird, double low, double high)
{
    return exact_mix(low, high, hash_unit(hash_at(key, what, bird)));
}

enum bird_choice { FLOCK_X, FLOCK_Y, BIRD_X, BIRD_Y, BIRD_SPAN, BIRD_LIFT, BIRD_DROOP, BIRD_TILT };

static frame_bird make_bird(const rl_frame *frame, uint64_t key, int i, double x, double y)
{
    double share = frame->scene.birds > 1 ? (double)i / (frame->scene.birds - 1) : 0.5;
    /* Spread along the flock, so that no two cover each other. */
    double dx = (2.0 * share - 1.0) * 0.8 * FLOCK_WIDTH + choose(key, BIRD_X, i, -0.018, 0.018);
    double dy = choose(key, BIRD_Y, i, -FLOCK_HEIGHT, FLOCK_HEIGHT);
    frame_bird bird = {
        .x = 0.5 * frame->width + (x + dx) * frame->unit,
        .y = (1.0 - y) * frame->height - dy * frame->unit,
        .span = choose(key, BIRD_SPAN, i, 0.006, 0.012) * frame->unit,
        .lift = choose(key, BIRD_LIFT, i, 0.12, 0.36),
        .droop = choose(key, BIRD_DROOP, i, 0.6, 1.3),
        .tilt = choose(key, BIRD_TILT, i, -0.16, 0.16),
    };
    return bird;
}

/* The flock flies opposite the sun, between the skyline and the upper edge. */
static void make_birds(rl_frame *frame, const double skyline[PROFILE_LATTICE])
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
        double land = skyline_near(skyline, at) + room;
        x = land < low ? at : x;
        low = exact_min(land, low);
    }
    if (low > high)
        return; /* no sky there: they stay away */
    double y = exact_mix(low, high, choose(key, FLOCK_Y, 0, 0.08, 0.5));
    frame->bird_count = scene->birds < FRAME_BIRDS ? scene->birds : FRAME_BIRDS;
    for (int i = 0; i < frame->bird_count; i++)
        frame->bird[i] = make_bird(frame, key, i, x, y);
    const rl_palette *palette = &scene->palette;
    int count = palette->ridge_count;
    oklab middle = colour_to_oklab(palette->ridge[count / 2]);
    oklab near = colour_to_oklab(palette->ridge[count - 1]);
    linear_rgb light = colour_oklab_to_linear(colour_mix_oklab(middle, near, 0.5));
    frame->bird_colour[0] = (float)colour_encode(exact_clamp(light.r, 0.0, 1.0));
    frame->bird_colour[1] = (float)colour_encode(exact_clamp(light.g, 0.0, 1.0));
    frame->bird_colour[2] = (float)colour_encode(exact_clamp(light.b, 0.0, 1.0));
}

/* ---- the sky --------------------------------------------------------------- */

static void read_skyline(rl_frame *frame, double skyline[PROFILE_LATTICE])
{
    double heights[PROFILE_LATTICE];
    for (int j = 0; j < PROFILE_LATTICE; j++)
        skyline[j] = 0.0;
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        profile_skyline(frame->profile, i, frame->unit_share, heights);
        for (int j = 0; j < PROFILE_LATTICE; j++)
            skyline[j] = exact_max(skyline[j], heights[j]);
    }
}

rl_status frame_sky(rl_frame *frame, rl_error *error)
{
    const rl_scene *scene = &frame->scene;
    frame->cloud_key = hash_key(scene->seed, STREAM_CLOUDS);
    frame->cloud_warp_key = hash_key(scene->seed, STREAM_CLOUD_WARP);
    frame->star_key = hash_key(scene->seed, STREAM_STARS);
    frame->fog_key = hash_key(scene->seed, STREAM_FOG);
    frame->cloud = colour_to_oklab(scene->palette.cloud);
    frame->sun_lab = colour_to_oklab(scene->palette.sun);
    frame->star_light = colour_to_linear(scene->palette.star);
    frame->moon_cosine = exact_cos_turn(scene->moon_phase);
    for (int i = 0; i < frame->surface_count; i++)
        if (frame->surface[i].ridge + 1 < scene->ridge_count)
            frame->surface[i].fog = scene->fog * exact_mix(1.0, 0.6, frame->surface[i].depth);
    rl_status status = scene->aurora > 0.0 ? make_aurora(frame, error) : RL_OK;
    if (status != RL_OK || (scene->clouds <= 0.0 && scene->birds <= 0))
        return status;
    double skyline[PROFILE_LATTICE];
    read_skyline(frame, skyline);
    for (int j = 0; j < PROFILE_LATTICE; j++)
        frame->skyline_top = exact_max(frame->skyline_top, skyline[j]);
    if (scene->birds > 0)
        make_birds(frame, skyline);
    return RL_OK;
}
