/* city.c - a city as a layer: its colours, and how runs of pixels show it and its mirror.
 *
 * All edges are measured as areas, windows too: so the picture of a size is the mean of a larger
 * one, and nothing sparkles.  Rows are laid from front to back: what is hidden costs nothing.
 */
#include "layers/city.h"

#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "layers/kind.h"
#include "paint/block.h"
#include "ridge/noise.h"

typedef struct city {
    double lights; /* 0..1; cleared where pictures are measured without them */
    double shore;  /* pixels from the top: the water */
    city_row row[CITY_ROWS];
    float *quay;       /* [columns]: pixels above the water of wall and bushes, */
    float (*green)[3]; /* [blocks + 1]: and their colour at the left of each block */
} city;

static double lights_of(const rl_frame *frame)
{
    double lights = frame->scene.city_lights;
    return lights != RL_AUTO ? lights : 1.0 - 0.94 * light_of_day(&frame->light);
}

/* ---- colours ----------------------------------------------------------------------- */

/* Heights (U) at which houses have colours: between them these change evenly. */
static const double levels[] = {0.000, 0.004, 0.009, 0.016, 0.026, 0.040, 0.060, 0.090,
                                0.130, 0.180, 0.250, 0.340, 0.450, 0.600, 2.600};
#define LEVELS ((int)(sizeof levels / sizeof levels[0]))

#define MIST_HEIGHT 0.040 /* U over which the mist at the feet of houses thins to 1/e */
#define STREET_HEIGHT 0.013

/* Light from the streets on the lowest storeys. */
static const linear_rgb street = {0.34, 0.17, 0.06};

/* What is before the houses at one place. */
typedef struct city_air {
    oklab air, veil;
    double haze, mist, sunlit, bloom;
    linear_rgb street;
} city_air;

static linear_rgb seen_through(const rl_frame *frame, const city_air *a, oklab own)
{
    const linear_rgb *glow = &frame->light.glow;
    linear_rgb c = colour_oklab_to_linear(
        colour_mix_oklab(colour_mix_oklab(own, a->air, a->haze), a->veil, a->mist));
    c = colour_mix_linear(c, *glow, a->sunlit);
    c.r = 1.0 - (1.0 - c.r - a->street.r) * (1.0 - a->bloom * glow->r);
    c.g = 1.0 - (1.0 - c.g - a->street.g) * (1.0 - a->bloom * glow->g);
    c.b = 1.0 - (1.0 - c.b - a->street.b) * (1.0 - a->bloom * glow->b);
    return c;
}

static city_air air_at(const rl_frame *frame, const city *all, int row, double x, double above)
{
    const rl_scene *scene = &frame->scene;
    double z = city_row_z(row), far = 1.0 - z;
    shade_air air = shade_air_at(frame, x, all->shore - above * frame->unit);
    city_air a = {.air = air.air, .haze = light_haze(scene, z), .bloom = air.bloom};
    double mist = (0.22 + 0.60 * scene->mist) * (0.20 + 0.80 * far);
    a.mist = exact_min(mist * exact_exp(-above / (MIST_HEIGHT * (0.6 + 0.7 * far))), 0.95);
    a.veil = colour_mix_oklab(frame->light.mist, a.air, 0.55);
    double glow = scene->sun_land_glow * (0.02 + 0.5 * far * far);
    a.sunlit = 0.7 * exact_min(glow * air.near_sun, 1.0);
    if (row != CITY_QUAY) {
        double lamps = all->lights * exact_exp(-above / STREET_HEIGHT) * (1.0 - 0.75 * far);
        a.street = (linear_rgb){street.r * lamps, street.g * lamps, street.b * lamps};
    }
    return a;
}

static void put(float to[3], linear_rgb c)
{
    to[0] = (float)c.r;
    to[1] = (float)c.g;
    to[2] = (float)c.b;
}

static linear_rgb less(linear_rgb a, linear_rgb b)
{
    return (linear_rgb){a.r - b.r, a.g - b.g, a.b - b.b};
}

/* Colours of walls and windows by themselves. */
typedef struct city_stuff {
    oklab wall, lit, dark, glass;
} city_stuff;

/* By night walls are land, by day stone. */
static city_stuff stuff_of(const rl_frame *frame, int row, double warm)
{
    const light_gradient *sky = &frame->light.sky;
    double day = light_of_day(&frame->light), z = city_row_z(row);
    oklab glow = frame->light.glow_lab, top = sky->colour[sky->count - 1];
    oklab middle = sky->colour[sky->count / 2], low = sky->colour[0];
    oklab stone = {0.72 - 0.12 * z, 0.004 + 0.4 * low.a, 0.014 + 0.4 * low.b};
    oklab own = colour_mix_oklab(light_land(&frame->scene.palette, z), stone, 0.72 * day);
    own.a += 0.022 * warm;
    own.b += 0.030 * warm;
    oklab light = {own.l + 0.06 + 0.16 * day, own.a, own.b};
    oklab gilded = {light.l + 0.06, glow.a, glow.b};
    return (city_stuff){.wall = own,
                        .lit = colour_mix_oklab(light, gilded, 0.5 * frame->light.glow_strength),
                        .dark = {own.l * (0.74 - 0.10 * day), exact_mix(own.a, top.a, 0.35),
                                 exact_mix(own.b, top.b, 0.35)},
                        .glass =
                            colour_mix_oklab((oklab){own.l * 0.78, own.a, own.b},
                                             (oklab){middle.l * 0.66, middle.a, middle.b}, 0.42)};
}

static rl_status colour_house(const rl_frame *frame, const city *all, int row, city_house *house,
                              rl_error *error)
{
    int count = 2;
    while (count < LEVELS && levels[count - 1] * frame->unit < house->top)
        count++;
    house->tones = arena_array(frame->arena, (size_t)count, sizeof *house->tones);
    if (house->tones == NULL)
        return status_fail(error, RL_NO_MEMORY, "city: out of memory");
    house->levels = count;
    city_stuff own = stuff_of(frame, row, (double)house->warm);
    for (int i = 0; i < count; i++) {
        city_tones *to = &house->tones[i];
        city_air a = air_at(frame, all, row, house->x, levels[i]);
        linear_rgb wall = seen_through(frame, &a, own.wall);
        put(to->wall, wall);
        put(to->lit, less(seen_through(frame, &a, own.lit), wall));
        put(to->dark, less(wall, seen_through(frame, &a, own.dark)));
        put(to->glass, seen_through(frame, &a, own.glass));
        a.street = (linear_rgb){0.0, 0.0, 0.0};
        double clear = (1.0 - 0.60 * a.haze) * (1.0 - 0.75 * a.mist), share = 1.0 - clear;
        linear_rgb air = seen_through(frame, &a, a.air);
        put(to->air, (linear_rgb){share * air.r, share * air.g, share * air.b});
        to->clear = (float)clear;
    }
    return RL_OK;
}

static rl_status colour_quay(const rl_frame *frame, city *all, rl_error *error)
{
    all->green = arena_array(frame->arena, (size_t)frame->blocks + 1, sizeof *all->green);
    if (all->green == NULL)
        return status_fail(error, RL_NO_MEMORY, "city: out of memory");
    oklab own = light_land(&frame->scene.palette, city_row_z(CITY_QUAY));
    own.l *= 0.92;
    for (int b = 0; b <= frame->blocks; b++) {
        double x = (double)((frame->first_block + b) * frame->block);
        city_air a = air_at(frame, all, CITY_QUAY, x, 0.003);
        put(all->green[b], seen_through(frame, &a, own));
    }
    return RL_OK;
}

/* ---- waves ------------------------------------------------------------------------- */

/* How far waves move what is mirrored, aside and up; and from how far above and below it comes:
 * shares of the depth; and U. */
#define SWING 0.026
#define SWING_MORE 0.0006
#define LIFT 0.03
#define BLUR 0.19
#define SPREAD 0.030 /* and from how far to either side */

#define MIRROR_CLEAR 0.90 /* share of the mirror at the shore, */
#define MIRROR_LEAST 0.40 /* less far from it, */
#define MIRROR_LENGTH 0.25

/* Waves: crests in a U, and in a factor e of the depth; their shares; and pixels from one to the
 * next below which they are not seen any more, but blur. */
#define WAVES 3
static const double wave_rate[WAVES] = {11.0, 29.0, 73.0};
static const double wave_deep[WAVES] = {7.0, 16.0, 30.0};
static const double wave_share[WAVES] = {1.50, 1.00, 0.40};
#define WAVE_PX 0.4
#define WAVE_WIDE 0.87 /* width of an even spread that is as wide as a wave of share 1 */

/* What a thread holds. */
typedef struct city_run city_run;
typedef struct city_memory {
    int row;     /* whose waves these are, -1 = none */
    float clear; /* share of the mirror that is seen in it */
    int nodes;   /* from `margin` nodes before the first block's first one on: houses reach beyond
                    the edges of a part */
    int margin;
    float *wave;
    double *x[WAVES], *noise;
    double blur; /* how far waves that are not seen spread what is mirrored */
    city_run *run;
} city_memory;

static void raise_waves(const rl_frame *frame, city_memory *m, int row, double depth)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM_CITY + CITY_ROWS);
    double way = exact_log2(exact_max(depth / frame->unit, 1e-4)) * 0.6931;
    double fall = exact_exp(-depth / frame->unit / MIRROR_LENGTH);
    m->row = row;
    m->clear = (float)(MIRROR_CLEAR * exact_mix(MIRROR_LEAST, 1.0, fall));
    m->blur = 0.0;
    memset(m->wave, 0, (size_t)m->nodes * sizeof *m->wave);
    for (int k = 0; k < WAVES; k++) {
        double rate = wave_rate[k];
        double seen = exact_smoothstep(WAVE_PX, 3.0 * WAVE_PX, depth / wave_deep[k]);
        double unseen = WAVE_WIDE * wave_share[k] * (1.0 - seen);
        m->blur = exact_sqrt(m->blur * m->blur + unseen * unseen);
        if (seen <= 0.0)
            continue;
        noise_run(key, k, m->x[k], (size_t)m->nodes, wave_deep[k] * way,
                  noise_fit_rate(frame->loop, &rate), frame->kernels, m->noise);
        for (int n = 0; n < m->nodes; n++)
            m->wave[n] += (float)(wave_share[k] * seen * m->noise[n]);
    }
}

/* ---- a run of pixels --------------------------------------------------------------- */

#define STOREYS 96 /* that a row of pixels may show, or its mirror */

/* What a run shows; columns count from the block's first. */
struct city_run {
    const rl_frame *frame;
    const city *all;
    const city_kernels *kernels;
    double left;       /* x of the block's first column */
    int from, to;      /* columns */
    int first, end;    /* those that what is laid may touch */
    uint64_t open;     /* bits of columns that are not yet covered wholly */
    double low, high;  /* pixels above the water: what it stands for */
    double depth;      /* of a mirrored row: pixels below the shore; else 0 */
    const float *wave; /* of it: heights -1..1 at the nodes from the block's first on, or NULL */
    int margin;        /* so many nodes to either side of the block, too */
    double swing;      /* pixels by which a wave of 1 moves what is mirrored aside */
    double soft;       /* pixels over which its edges are soft, 1 = sharp; */
    double per_soft;   /* and 1 / them */
    float clear;       /* share of it that is seen */
    int level;         /* the row's middle is above this one of `levels`, */
    float climbed;     /* and so far toward the next */
    city_pixels pixels;
    city_windows windows;
    /* Storeys of the house that is laid. */
    int storeys;
    int storey[STOREYS];
    double tall[STOREYS], lit[STOREYS]; /* shares of the row; of their windows */
};

static int first_column(const city_run *r, double x)
{
    double column = x - r->left - 0.5 * r->soft;
    return column <= r->first ? r->first : column >= r->end ? r->end : (int)column;
}

static int end_column(const city_run *r, double x)
{
    double column = x - r->left + 0.5 * r->soft + 1.0;
    return column <= r->first ? r->first : column >= r->end ? r->end : (int)column;
}

/* The columns from `first` on, before `end`, as bits. */
static uint64_t columns_of(int first, int end)
{
    return first < end ? (UINT64_MAX >> (64 - (end - first))) << first : 0;
}

/* How much of the run's rows is between two heights. */
static double within(const city_run *r, double foot, double top)
{
    double part = exact_min(r->high, top) - exact_max(r->low, foot);
    return part > 0.0 ? part / (r->high - r->low) : 0.0;
}

/* The wave at x. */
static double wave_at(const city_run *r, double x)
{
    double last = r->frame->block / r->frame->fine_step + r->margin;
    double place = exact_clamp((x - r->left) / r->frame->fine_step, -r->margin, last - 1e-6);
    int64_t node = exact_floor(place);
    return exact_mix((double)r->wave[node], (double)r->wave[node + 1], place - (double)node);
}

/* ---- windows ----------------------------------------------------------------------- */

/* Light of a lamp, a tube, a screen. */
static const float tints[3][3] = {{1.0f, 0.62f, 0.25f}, {1.0f, 0.86f, 0.63f}, {0.50f, 0.69f, 1.0f}};

/* Finds the storeys that the row shows, `lift` pixels higher than they are. */
static void find_storeys(city_run *r, const city_part *p, const city_house *h, double lift)
{
    int first = (int)exact_floor((exact_max(r->low, p->foot) - lift) / h->storey);
    int last = (int)exact_floor((r->high - lift) / h->storey);
    r->storeys = 0;
    for (int k = first > 0 ? first : 0; k <= last && r->storeys < STOREYS; k++) {
        double foot = (k + 0.5 * (1.0 - h->high)) * h->storey + lift;
        double tall = within(r, foot, foot + h->high * h->storey);
        if (tall <= 0.0)
            continue;
        /* Whole storeys work late, or are dark; shops and show are bright. */
        double u = hash_unit(hash_at(h->key, 63, k));
        double lit = h->lit * (u < 0.12 ? 2.2 : u > 0.78 ? 0.3 : 1.0);
        lit = k == 0 ? 1.6 * h->lit + 0.15 * r->all->lights : lit;
        lit = k >= h->crown ? 0.95 : lit;
        r->storey[r->storeys] = k;
        r->tall[r->storeys] = tall;
        r->lit[r->storeys++] = r->all->lights > 0.0 ? lit : 0.0;
    }
}

/* The windows above each other in one bay: their shares of the row, and light. */
static void add_bay(city_run *r, const city_house *h, int bay, double most, double left,
                    double right)
{
    int first = first_column(r, left), end = end_column(r, right);
    if (first >= end)
        return;
    city_bay sum = {.left = (float)(left - r->left),
                    .right = (float)(right - r->left),
                    .per_soft = (float)r->per_soft};
    for (int k = 0; k < r->storeys; k++) {
        if ((r->storey[k] + 1) * h->storey > most)
            break;
        uint64_t bits = hash_at(h->key, 64 + r->storey[k], bay);
        float tall = (float)r->tall[k];
        if (hash_unit(bits) >= r->lit[k]) {
            sum.glass += tall;
            continue;
        }
        unsigned tint = (unsigned)(bits & 255);
        const float *colour = tints[tint < 190 ? 0 : tint < 232 ? 1 : 2];
        float light = tall * (0.42f + (float)(bits >> 8 & 255) * (0.62f / 255.0f));
        sum.lit += tall;
        for (int c = 0; c < 3; c++)
            sum.shine[c] += light * colour[c];
    }
    sum.glass *= h->glass;
    r->kernels->glaze(&sum, first, end, &r->windows);
}

static double top_at(const city_part *p, double x)
{
    int side = x >= p->corner;
    double from = side ? p->corner : p->left, to = side ? p->right : p->corner;
    return exact_mix(p->top[side], p->top[1 + side], to > from ? (x - from) / (to - from) : 0.0);
}

/* Adds the windows of one face; `p` is where the waves show it. */
static void add_face(city_run *r, const city_part *p, const city_house *h, int side, double lift)
{
    double left = side ? p->corner : p->left, right = side ? p->right : p->corner;
    double from = r->left + r->first - 0.5 * r->soft, to = r->left + r->end + 0.5 * r->soft;
    if (right - left < 0.5 * h->bay || from >= right || to <= left)
        return;
    int is_flat = p->top[side] == p->top[1 + side];
    int bays = (int)((right - left) / h->bay + 0.5);
    bays = bays > 0 ? bays : 1;
    double bay = (right - left) / bays, margin = 0.5 * (1.0 - h->wide) * bay;
    int first = (int)((from - left) / bay), end = (int)((to - left) / bay);
    first = first > 0 ? first : 0;
    end = end + 1 < bays ? end + 1 : bays;
    for (int k = first; k < end; k++) {
        double x = left + k * bay, most = p->top[side];
        if (!is_flat)
            most = exact_min(top_at(p, x), top_at(p, x + bay));
        add_bay(r, h, 2 * k + side, most - lift, x + margin, x + bay - margin);
    }
}

static int has_windows(city_run *r, const city_part *p, const city_house *h, double lift)
{
    if (!p->has_windows)
        return 0;
    find_storeys(r, p, h, lift);
    if (r->storeys == 0)
        return 0;
    float *plane[] = {r->windows.glass, r->windows.lit, r->windows.shine.r, r->windows.shine.g,
                      r->windows.shine.b};
    for (int k = 0; k < 5; k++)
        memset(plane[k] + r->first, 0, (size_t)(r->end - r->first) * sizeof(float));
    add_face(r, p, h, 0, lift);
    add_face(r, p, h, 1, lift);
    return 1;
}

/* ---- parts ------------------------------------------------------------------------- */

static float mixed(float low, float high, float part)
{
    return low + (high - low) * part;
}

/* The colours of a house at the run's height. */
static void find_tones(const city_run *r, const city_part *p, const city_house *h,
                       city_strip *strip)
{
    /* A mirror may be that of what is above the house, too. */
    int is_above = r->level > h->levels - 2;
    const city_tones *low = &h->tones[is_above ? h->levels - 2 : r->level], *high = low + 1;
    float part = is_above ? 1.0f : r->climbed;
    for (int side = 0; side < 2; side++) {
        float light = p->light[side] + h->tone;
        light = light < -1.0f ? -1.0f : light > 1.0f ? 1.0f : light;
        for (int c = 0; c < 3; c++) {
            float more = light > 0.0f ? mixed(low->lit[c], high->lit[c], part)
                                      : mixed(low->dark[c], high->dark[c], part);
            float seen = mixed(low->wall[c], high->wall[c], part) + more * light;
            strip->face[side][c] = seen > 0.0f ? seen : 0.0f;
        }
    }
    for (int c = 0; c < 3; c++) {
        strip->glass[c] = mixed(low->glass[c], high->glass[c], part);
        strip->air[c] = mixed(low->air[c], high->air[c], part);
    }
    strip->clear = mixed(low->clear, high->clear, part);
}

static float slope(double rise, double way)
{
    return way > 1e-3 ? (float)(rise / way) : 0.0f;
}

static void lay_part(city_run *r, const city_row *row, const city_part *given)
{
    double reach = r->soft + (r->wave != NULL ? CITY_SWING * r->frame->unit : 0.0);
    if (given->high + LIFT * r->depth <= r->low || given->right + reach < r->left + r->from ||
        given->left - reach > r->left + r->to)
        return;
    const city_house *h = &row->house[given->house];
    city_part p = *given;
    double lift = 0.0;
    if (r->wave != NULL) {
        double left = wave_at(r, p.left), right = wave_at(r, p.right);
        double place = (p.corner - p.left) / (p.right - p.left);
        p.left += r->swing * left;
        p.right += r->swing * right;
        p.corner = exact_mix(p.left, p.right, place);
        lift = LIFT * r->depth * 0.5 * (left + right);
        p.foot += lift;
        for (int i = 0; i < 3; i++)
            p.top[i] += lift;
    }
    double most = exact_max(exact_max(p.top[0], p.top[1]), p.top[2]);
    uint64_t seen = columns_of(first_column(r, p.left), end_column(r, p.right)) & r->open;
    if (r->low >= most || r->high <= p.foot || seen == 0)
        return;
    r->first = __builtin_ctzll(seen);
    r->end = 64 - __builtin_clzll(seen);
    city_strip strip = {.left = (float)(p.left - r->left),
                        .corner = (float)(p.corner - r->left),
                        .right = (float)(p.right - r->left),
                        .per_soft = (float)(1.0 / r->soft),
                        .top = {(float)p.top[1], (float)p.top[1]},
                        .steep = {slope(p.top[1] - p.top[0], p.corner - p.left),
                                  slope(p.top[2] - p.top[1], p.right - p.corner)},
                        .low = (float)r->low,
                        .high = (float)r->high,
                        .foot = (float)within(r, r->low, p.foot),
                        .is_round = p.is_round};
    find_tones(r, &p, h, &strip);
    if (has_windows(r, &p, h, lift))
        strip.windows = &r->windows;
    r->open &= ~r->kernels->lay(&strip, r->first, r->end, &r->pixels);
    r->first = r->from;
    r->end = r->to;
}

/* ---- lamps and the quay ------------------------------------------------------------ */

/* Lays a colour under what a column has. */
static void lay_under(city_run *r, int i, double amount, const float colour[3])
{
    float share = (float)amount * (1.0f - r->pixels.covered[i]);
    r->pixels.sum.r[i] += colour[0] * share;
    r->pixels.sum.g[i] += colour[1] * share;
    r->pixels.sum.b[i] += colour[2] * share;
    r->pixels.covered[i] += share;
}

#define ROUND 0.785 /* of a square its circle */

static void lay_lamp(city_run *r, const city_lamp *lamp)
{
    double unit = r->frame->unit, reach = CITY_HALO_REACH * unit;
    double dy = 0.5 * (r->low + r->high) - lamp->y;
    if (exact_abs(dy) > reach + 0.5 * (r->high - r->low))
        return;
    double fall = CITY_HALO * unit, core = (double)lamp->radius;
    city_glow glow = {.x = (float)(lamp->x - r->left),
                      .dy2 = (float)(dy * dy),
                      .core = lamp->radius,
                      .tall = (float)(ROUND * within(r, lamp->y - core, lamp->y + core)),
                      .is_round = core > 1.0 && r->high - r->low < 1.5,
                      .per_reach2 = (float)(1.0 / (reach * reach)),
                      .per_fall2 = (float)(1.0 / (fall * fall)),
                      .halo = lamp->halo,
                      .most = (float)exact_min(4.0 * r->all->lights, 1.0)};
    memcpy(glow.colour, lamp->colour, sizeof glow.colour);
    r->kernels->glow(&glow, first_column(r, lamp->x - reach), end_column(r, lamp->x + reach),
                     &r->pixels);
}

#define STREAK_LENGTH 0.080 /* U over which the streak of a lamp on the water falls to 1/e */
#define STREAK_END 5.0      /* lengths, where it ends */
#define STREAK_WIDE 0.0013  /* half of its width at the shore, and how it grows */
#define STREAK_GROWS 0.014
#define BEACON 0.02 /* U: what is higher is mirrored there, in a share of its height */
#define BEACON_LENGTH 0.07

static void lay_streak(city_run *r, const city_lamp *lamp)
{
    double unit = r->frame->unit, depth = r->depth / unit, y = lamp->y / unit;
    double length = y > BEACON ? BEACON_LENGTH * y : STREAK_LENGTH;
    double away = exact_abs(depth - y) / length;
    if (away > STREAK_END)
        return;
    double wave = wave_at(r, lamp->x);
    double sharp = (STREAK_WIDE + STREAK_GROWS * depth) * unit;
    double half = sharp + 0.5 * (r->soft - 1.0);
    double x = lamp->x + 0.8 * r->swing * wave, q = 1.0 - away / STREAK_END;
    double light = (double)lamp->halo * q * q * q * q * q * sharp *
                   (0.9 + 1.1 * exact_smoothstep(-0.7, 0.9, wave));
    city_streak streak = {
        .x = (float)(x - r->left), .per_half = (float)(1.0 / half), .light = (float)light};
    memcpy(streak.colour, lamp->colour, sizeof streak.colour);
    r->kernels->streak(&streak, first_column(r, x - half), end_column(r, x + half), &r->pixels);
}

/* U: bushes, the wall before them; and clumps of them in a U. */
#define BUSH_APART 0.0056
#define BUSH_HEIGHT 0.0095
#define WALL_HEIGHT 0.0016
#define CLUMPS 5.0

static void lay_quay(city_run *r, int block)
{
    const float *quay = r->all->quay + ((int64_t)r->left - r->frame->x);
    const float *near = r->all->green[block], *next = near + 3;
    for (int i = r->from; i < r->to; i++) {
        double amount = within(r, -4.0, (double)quay[i]);
        float along = ((float)i + 0.5f) / (float)r->frame->block, colour[3];
        for (int c = 0; c < 3; c++)
            colour[c] = near[c] + (next[c] - near[c]) * along;
        if (amount > 0.0)
            lay_under(r, i, amount, colour);
    }
}

/* ---- painting ---------------------------------------------------------------------- */

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    city_memory *m = arena_zeroed(&s->arena, 1, sizeof *m);
    if (m == NULL)
        return 0;
    s->memory[layer] = m;
    m->row = -1;
    double margin = CITY_WIDEST(frame) * frame->unit / frame->fine_step;
    m->margin = (int)exact_min(margin, 1e6) + 2;
    m->nodes = frame->blocks * (frame->block / frame->fine_step) + 1 + 2 * m->margin;
    m->wave = arena_array(&s->arena, (size_t)m->nodes, sizeof *m->wave);
    double *place = arena_array(&s->arena, (size_t)m->nodes, (WAVES + 1) * sizeof *place);
    m->run = arena_zeroed(&s->arena, 1, sizeof *m->run);
    if (m->wave == NULL || place == NULL || m->run == NULL)
        return 0;
    m->noise = place + (ptrdiff_t)WAVES * m->nodes;
    double drift = frame_drift(frame, frame->scene.lake_drift);
    for (int k = 0; k < WAVES; k++, place += m->nodes) {
        double rate = wave_rate[k];
        (void)noise_fit_rate(frame->loop, &rate);
        m->x[k] = place;
        for (int n = 0; n < m->nodes; n++) {
            double px = (double)(frame->first_block * frame->block) +
                        (double)(n - m->margin) * frame->fine_step;
            place[n] = ((px - 0.5 * frame->width) / frame->unit - drift) * rate;
        }
    }
    return 1;
}

/* A run below the shore is a mirror: waves blur it upward and downward. */
static void begin_mirror(const rl_frame *frame, city_memory *m, const tile_run *run, city_run *r)
{
    r->depth = run->row + 0.5 - r->all->shore;
    if (m->row != run->row)
        raise_waves(frame, m, run->row, r->depth);
    r->wave = m->wave + m->margin + (ptrdiff_t)run->block * (frame->block / frame->fine_step);
    r->margin = m->margin;
    r->swing = exact_min(SWING * r->depth, 0.6 * CITY_SWING * frame->unit);
    r->swing += SWING_MORE * frame->unit;
    double aside = m->blur * r->swing, up = 0.5 * m->blur * LIFT;
    double spread = SPREAD * r->depth;
    r->soft = exact_sqrt(1.0 + aside * aside + spread * spread);
    r->clear = m->clear;
    double blur = 0.5 + exact_sqrt(BLUR * BLUR + up * up) * r->depth;
    r->low = exact_max(r->depth - blur, 0.0);
    r->high = r->depth + blur;
}

static city_run *begin_run(paint_scratch *s, int layer, const tile_run *run)
{
    const rl_frame *frame = s->frame;
    city_memory *m = s->memory[layer];
    city_run *r = m->run;
    r->frame = frame;
    r->all = frame->layer[layer].data;
    r->kernels = city_kernels_of[frame->kernels];
    r->left = (double)((frame->first_block + run->block) * frame->block);
    r->from = tiles_left(frame, run);
    r->to = r->from + run->count;
    r->first = r->from;
    r->end = r->to;
    r->open = columns_of(r->from, r->to);
    r->high = r->all->shore - (run->row - run->reach);
    r->low = r->all->shore - (run->row + run->reach + 1);
    r->depth = 0.0;
    r->wave = NULL;
    r->soft = 1.0;
    r->clear = 1.0f;
    if (r->low + r->high < 0.0) /* most of it is below the shore */
        begin_mirror(frame, m, run, r);
    r->per_soft = 1.0 / r->soft;
    double middle = exact_max(0.5 * (r->low + r->high), 0.0) / frame->unit;
    r->level = 0;
    while (r->level + 2 < LEVELS && levels[r->level + 1] < middle)
        r->level++;
    double span = levels[r->level + 1] - levels[r->level];
    r->climbed = (float)exact_min((middle - levels[r->level]) / span, 1.0);
    memset(&r->pixels, 0, sizeof r->pixels);
    return r;
}

/* Front to back: what is later in a list is nearer. */
static city_run *lay_run(paint_scratch *s, int layer, const tile_run *run)
{
    city_run *r = begin_run(s, layer, run);
    for (int k = CITY_ROWS - 1; k >= 0 && r->open != 0; k--) {
        const city_row *row = &r->all->row[k];
        if (k != CITY_QUAY && row->block_high[run->block] + LIFT * r->depth <= r->low)
            continue;
        const int *lamp = row->lamps_in.block + run->block;
        const int *part = row->parts_in.block + run->block;
        for (int i = lamp[1] - 1; r->all->lights > 0.0 && i >= lamp[0]; i--)
            (r->wave == NULL ? lay_lamp : lay_streak)(r, &row->lamp[row->lamps_in.item[i]]);
        if (k == CITY_QUAY && r->low < 1.2 * BUSH_HEIGHT * r->frame->unit)
            lay_quay(r, run->block);
        for (int i = part[1] - 1; i >= part[0]; i--)
            lay_part(r, row, &row->part[row->parts_in.item[i]]);
    }
    return r;
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const city_run *r = lay_run(s, layer, run);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    r->kernels->encode(&r->pixels, r->from, r->to, colours);
    for (int i = r->from; i < r->to; i++)
        covered[i] = r->pixels.covered[i] * r->clear;
}

static void over(paint_scratch *s, int layer, const tile_run *run)
{
    const city_run *r = lay_run(s, layer, run);
    if (!s->frame->is_hard)
        r->kernels->blend(&r->pixels, r->clear, r->from, r->to, &s->colours);
    else
        r->kernels->encode(&r->pixels, r->from, r->to, &s->over);
    for (int i = r->from; i < r->to && (s->frame->is_hard || s->plain != NULL); i++) {
        if (r->pixels.covered[i] * r->clear < 0.5f)
            continue;
        if (s->plain != NULL)
            s->plain[i] = 0;
        if (s->frame->is_hard) {
            s->colours.r[i] = s->over.r[i];
            s->colours.g[i] = s->over.g[i];
            s->colours.b[i] = s->over.b[i];
        }
    }
}

/* ---- the kind ---------------------------------------------------------------------- */

static int count(const rl_scene *scene)
{
    return scene->city_height > 0.0 && scene->lake_ridge > 0;
}

/* Just before the lake, over which it lays its mirror. */
static double place(const rl_scene *scene, int index)
{
    (void)index;
    int ridges = scene->ridge_count;
    return (scene->lake_ridge < ridges ? scene->lake_ridge : ridges) - 0.4;
}

/* The height of the quay at x: a low wall, and round bushes in clumps. */
static double quay_at(uint64_t key, double x, double apart, noise_period period, double rate,
                      noise_period clumps)
{
    double high = WALL_HEIGHT;
    int64_t cell = exact_floor(x / apart);
    for (int64_t i = cell - 1; i <= cell + 1; i++) {
        uint64_t own = hash_at(key, 0, exact_wrap(i, period));
        double middle = ((double)i + 0.25 + 0.5 * hash_unit(own)) * apart;
        double way = (x - middle) / (0.72 * apart);
        if (way * way >= 1.0)
            continue;
        double tall = BUSH_HEIGHT * (0.55 + 0.6 * hash_unit(hash_at(own, 1, 0)));
        double clump = 1.3 * noise_gradient(key, 3, rate * middle, 0.5, clumps);
        tall *= exact_clamp(0.5 + clump, 0.0, 1.0);
        high = exact_max(high, tall * exact_sqrt(1.0 - way * way));
    }
    return high;
}

static rl_status raise_quay(const rl_frame *frame, city *all, rl_error *error)
{
    uint64_t key = hash_key(frame->scene.seed, STREAM_CITY + CITY_ROWS);
    double apart = BUSH_APART, rate = CLUMPS;
    noise_period period = noise_fit_cell(frame->loop, &apart);
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    all->quay = arena_array(frame->arena, (size_t)frame->columns, sizeof *all->quay);
    if (all->quay == NULL)
        return status_fail(error, RL_NO_MEMORY, "city: out of memory");
    for (int c = 0; c < frame->columns; c++) {
        double sum = 0.0;
        for (int k = 0; k < FRAME_PIECES; k++) {
            double px = (double)(frame->x + c) + (k + 0.5) / FRAME_PIECES;
            double x = (px - 0.5 * frame->width) / frame->unit;
            sum += quay_at(key, x, apart, period, rate, clumps);
        }
        all->quay[c] = (float)(sum / FRAME_PIECES * frame->unit);
    }
    return RL_OK;
}

/* The rows that blocks touch: from the highest thing down to the end of its mirror. */
static void find_rows(const rl_frame *frame, const city *all, int32_t *rows)
{
    double unit = frame->unit;
    double streak = all->lights > 0.0 ? STREAK_END * STREAK_LENGTH * unit : 0.0;
    for (int b = 0; b < frame->blocks; b++) {
        double high = BUSH_HEIGHT * 1.2 * unit;
        for (int k = 0; k < CITY_ROWS; k++)
            high = exact_max(high, all->row[k].block_high[b]);
        double end = all->shore + exact_max(high / (1.0 - BLUR - LIFT), streak) + 2.0;
        rows[b] = (int32_t)exact_floor(exact_max(all->shore - high - 1.0, 0.0));
        rows[frame->blocks + b] = (int32_t)exact_floor(exact_min(end, frame->height + 1.0));
    }
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    city *all = layer->data;
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    if (rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "city: out of memory");
    all->lights = lights_of(frame);
    all->shore = (1.0 - scene->lake_level) * frame->height;
    for (int k = 0; k < CITY_ROWS; k++) {
        TRY(city_row_make(frame, k, all->lights, &all->row[k], error));
        for (int i = 0; i < all->row[k].houses; i++)
            TRY(colour_house(frame, all, k, &all->row[k].house[i], error));
    }
    TRY(raise_quay(frame, all, error));
    TRY(colour_quay(frame, all, error));
    find_rows(frame, all, rows);
    int behind = scene->lake_ridge < scene->ridge_count ? scene->lake_ridge : scene->ridge_count;
    double far = scene->ridge[behind - 1].depth;
    double near = behind < scene->ridge_count ? scene->ridge[behind].depth : far;
    layer->depth = exact_mix(far, near, 0.6);
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

static const scene_key keys[] = {
    REAL_KEY("city.height", AT_SCENE(city_height), 0, 2, 0,
             "U, of the highest tower of a city on the far shore of the lake; 0 = none"),
    REAL_KEY("city.lights", AT_SCENE(city_lights), 0, 1, RL_AUTO,
             "how many windows are lit; auto: by the light of the sky"),
};

const layer_kind kind_city = {
    .name = "city",
    .number = RL_LAYER_OTHER,
    .keys = {KEY_GROUP("city", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(city),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover, .over = over},
    .trait = {{.share = FACTS_SHARE(city), .area = FACTS_OF_ALL},
              {FACTS_SHARE(windows), 0, FACTS_OF_ALL, FACTS_PART(city, lights)}},
};
