/* city.c - a layer kind: how runs of pixels show a city and its mirror.
 *
 * All edges are measured as areas, those of windows too: so the picture of a size is the mean of a
 * larger one, and nothing sparkles.  Rows are laid from front to back: what is hidden costs
 * nothing.  Numbers were tuned by eye.
 */
#include "layers/city/city.h"

#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "layers/core/kind.h"
#include "paint/block.h"
#include "ridge/noise.h"

/* ---- waves ------------------------------------------------------------------------- */

/* The mirror in the water; depth is the distance of a row below the shore. */
static const struct {
    double swing, swing_more; /* shift of the mirror aside by waves: share of the depth, plus U */
    double swing_most;        /* limit of the first of both, relative to CITY_SWING */
    double lift;              /* shift of the mirror up by waves: share of the depth */
    double blur, spread; /* waves blur the mirror up and down, and aside: shares of the depth */
    double clear;        /* share of the mirror that is seen at the shore */
    double clear_least;  /* factor of `clear` far from the shore */
    double fall;         /* U of depth over which that factor falls to 1/e of its range */
} mirror = {
    .swing = 0.026,
    .swing_more = 0.0006,
    .swing_most = 0.6,
    .lift = 0.03,
    .blur = 0.19,
    .spread = 0.030,
    .clear = 0.90,
    .clear_least = 0.40,
    .fall = 0.25,
};

static const struct {
    double rate;  /* crests per U across */
    double deep;  /* crests per 1 of ln(depth) */
    double share; /* weight in the height of the waves */
} waves[] = {
    {.rate = 11.0, .deep = 7.0, .share = 1.50},
    {.rate = 29.0, .deep = 16.0, .share = 1.00},
    {.rate = 73.0, .deep = 30.0, .share = 0.40},
};
#define WAVES ((int)(sizeof waves / sizeof waves[0]))

#define WAVE_PX 0.4      /* pixels from crest to crest below which waves are not seen, but blur */
#define WAVE_WIDE 0.87   /* width of a uniform blur that stands for an unseen wave of share 1 */
#define DEPTH_LEAST 1e-4 /* least depth of waves, U */
#define LN_2 0.6931      /* natural logarithm of 2 */

/* Memory of a thread. */
typedef struct city_run city_run;
typedef struct city_memory {
    int row;     /* row of the waves in `wave`, -1 = none */
    float clear; /* share of the mirror that is seen in that row */
    int nodes;   /* nodes of all blocks, and of the margins */
    int margin;  /* nodes before the first block: houses reach beyond the edges of a part */
    float *wave; /* [nodes]: heights -1..1 */
    double *x[WAVES], *noise; /* [nodes]: x in cells of each wave; noise of one wave */
    double blur;              /* height of waves too fine to be seen, which blur instead */
    city_run *run;
} city_memory;

static void raise_waves(const rl_frame *frame, city_memory *m, int row, double depth)
{
    uint64_t key = hash_key(frame->scene.seed, CITY_STREAM + CITY_ROWS);
    double log_depth = exact_log2(exact_max(depth / frame->unit, DEPTH_LEAST)) * LN_2;
    double fall = exact_exp(-depth / frame->unit / mirror.fall);
    m->row = row;
    m->clear = (float)(mirror.clear * exact_mix(mirror.clear_least, 1.0, fall));
    m->blur = 0.0;
    memset(m->wave, 0, (size_t)m->nodes * sizeof *m->wave);
    for (int k = 0; k < WAVES; k++) {
        double rate = waves[k].rate;
        double seen = exact_smoothstep(WAVE_PX, 3.0 * WAVE_PX, depth / waves[k].deep);
        double unseen = WAVE_WIDE * waves[k].share * (1.0 - seen);
        m->blur = exact_sqrt(m->blur * m->blur + unseen * unseen);
        if (seen <= 0.0)
            continue;
        noise_run(key, k, m->x[k], (size_t)m->nodes, waves[k].deep * log_depth,
                  noise_fit_rate(frame->loop, &rate), frame->kernels, m->noise);
        for (int n = 0; n < m->nodes; n++)
            m->wave[n] += (float)(waves[k].share * seen * m->noise[n]);
    }
}

/* ---- a run of pixels --------------------------------------------------------------- */

#define STOREYS 96 /* the most storeys in a row of pixels */

/* State of a run; columns count from the block's first. */
struct city_run {
    const rl_frame *frame;
    const city *all;
    const city_kernels *kernels;
    double left;       /* x of the block's first column */
    int from, to;      /* columns of the run */
    int first, end;    /* columns that the thing being laid may touch */
    uint64_t open;     /* bits of columns that are not yet covered wholly */
    double low, high;  /* pixels above the water that the run's row stands for */
    double depth;      /* pixels below the shore of a mirrored row; else 0 */
    const float *wave; /* heights -1..1 at nodes from the block's first on; NULL = no mirror */
    int margin;        /* nodes of `wave` at either side of the block */
    double swing;      /* pixels by which a wave of 1 moves the mirror aside */
    double soft;       /* pixels over which edges are soft, 1 = sharp */
    double per_soft;   /* 1 / soft */
    float clear;       /* opacity of `pixels` over the picture, 0..1 */
    int level;         /* index in city_levels of the height below the row's middle */
    float climbed;     /* position between that level and the next, 0..1 */
    city_pixels pixels;
    city_windows windows;
    /* Storeys of the house that is being laid. */
    int storeys;
    int storey[STOREYS];  /* their numbers, from 0 at the street */
    double tall[STOREYS]; /* share of the row that windows of a storey cover */
    double lit[STOREYS];  /* share of its windows that are lit */
};

static int first_column(const city_run *r, double x)
{
    return (int)exact_clamp(x - r->left - 0.5 * r->soft, r->first, r->end);
}

static int end_column(const city_run *r, double x)
{
    return (int)exact_clamp(x - r->left + 0.5 * r->soft + 1.0, r->first, r->end);
}

/* Returns columns first .. end - 1 as bits. */
static uint64_t columns_of(int first, int end)
{
    return first < end ? (UINT64_MAX >> (64 - (end - first))) << first : 0;
}

/* Returns the share of the run's row that is between two heights, pixels. */
static double within(const city_run *r, double foot, double top)
{
    double tall = exact_min(r->high, top) - exact_max(r->low, foot);
    return tall > 0.0 ? tall / (r->high - r->low) : 0.0;
}

#define BEFORE_LAST 1e-6 /* nodes by which a position stays before the last node */

/* Returns the height (-1..1) of the waves at x. */
static double wave_at(const city_run *r, double x)
{
    double last = r->frame->block / r->frame->fine_step + r->margin;
    double place = exact_clamp((x - r->left) / r->frame->fine_step, -r->margin, last - BEFORE_LAST);
    int64_t node = exact_floor(place);
    return exact_mix((double)r->wave[node], (double)r->wave[node + 1], place - (double)node);
}

/* ---- windows ----------------------------------------------------------------------- */

/* Linear light of a lamp, a tube, a screen. */
static const float tints[3][3] = {{1.0f, 0.62f, 0.25f}, {1.0f, 0.86f, 0.63f}, {0.50f, 0.69f, 1.0f}};

static const struct {
    double late_until, late; /* storeys with lower draws work late; factor of their lit share */
    double dark_from, dark;  /* storeys with higher draws are dark; factor of their lit share */
    double shop, shop_least; /* shops: factor of the share; addition where all lights are on */
    double crown;            /* share of lit windows in storeys that are lit for show */
    unsigned lamp_until, tube_until; /* draws (0..255) of tints; screens else */
    float light, vary;               /* brightness of a lit window: least; random addition */
} window = {
    .late_until = 0.12,
    .late = 2.2,
    .dark_from = 0.78,
    .dark = 0.3,
    .shop = 1.6,
    .shop_least = 0.15,
    .crown = 0.95,
    .lamp_until = 190,
    .tube_until = 232,
    .light = 0.42f,
    .vary = 0.62f,
};

/* Levels of the hash of a house: of its storeys, and of windows of storey 0. */
enum { HASH_STOREY = 63, HASH_WINDOWS = 64 };

/* Finds the storeys that the row shows, if they are `lift` pixels higher than planned. */
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
        double u = hash_unit(hash_at(h->key, HASH_STOREY, k));
        double lit = h->lit * (u < window.late_until  ? window.late
                               : u > window.dark_from ? window.dark
                                                      : 1.0);
        lit = k == 0 ? window.shop * h->lit + window.shop_least * r->all->lights : lit;
        lit = k >= h->crown ? window.crown : lit;
        r->storey[r->storeys] = k;
        r->tall[r->storeys] = tall;
        r->lit[r->storeys++] = r->all->lights > 0.0 ? lit : 0.0;
    }
}

/* Adds the windows above each other in one bay, below the height `most`. */
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
        uint64_t bits = hash_at(h->key, HASH_WINDOWS + r->storey[k], bay);
        float tall = (float)r->tall[k];
        if (hash_unit(bits) >= r->lit[k]) {
            sum.glass += tall;
            continue;
        }
        unsigned tint = (unsigned)(bits & 255);
        const float *colour = tints[tint < window.lamp_until   ? 0
                                    : tint < window.tube_until ? 1
                                                               : 2];
        float light = tall * (window.light + (float)(bits >> 8 & 255) * (window.vary / 255.0f));
        sum.lit += tall;
        for (int c = 0; c < 3; c++)
            sum.shine[c] += light * colour[c];
    }
    sum.glass *= h->glass;
    r->kernels->glaze(&sum, first, end, &r->windows);
}

/* Returns the height of the top of a part at x. */
static double top_at(const city_part *p, double x)
{
    int side = x >= p->corner;
    double from = side ? p->corner : p->left, to = side ? p->right : p->corner;
    return exact_mix(p->top[side], p->top[1 + side], to > from ? (x - from) / (to - from) : 0.0);
}

/* Adds the windows of one face; waves have moved `p` already. */
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

/* Finds the windows of a part in the row; returns 0 if there are none. */
static int find_windows(city_run *r, const city_part *p, const city_house *h, double lift)
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

static float mixed(float low, float high, float share)
{
    return low + (high - low) * share;
}

/* Finds the colours of a house at the height of the run. */
static void find_tones(const city_run *r, const city_part *p, const city_house *h,
                       city_strip *strip)
{
    /* The row of a mirror may reach above the house. */
    int is_above = r->level > h->levels - 2;
    const city_tones *low = &h->tones[is_above ? h->levels - 2 : r->level], *high = low + 1;
    float share = is_above ? 1.0f : r->climbed;
    for (int side = 0; side < 2; side++) {
        float light = p->light[side] + h->tone;
        light = light < -1.0f ? -1.0f : light > 1.0f ? 1.0f : light;
        for (int c = 0; c < 3; c++) {
            float more = light > 0.0f ? mixed(low->lit[c], high->lit[c], share)
                                      : mixed(low->dark[c], high->dark[c], share);
            float seen = mixed(low->wall[c], high->wall[c], share) + more * light;
            strip->face[side][c] = seen > 0.0f ? seen : 0.0f;
        }
    }
    for (int c = 0; c < 3; c++) {
        strip->glass[c] = mixed(low->glass[c], high->glass[c], share);
        strip->air[c] = mixed(low->air[c], high->air[c], share);
    }
    strip->clear = mixed(low->clear, high->clear, share);
}

#define SLOPE_LEAST 1e-3 /* pixels: the slope of a narrower face is 0 */

static float slope(double rise, double run)
{
    return run > SLOPE_LEAST ? (float)(rise / run) : 0.0f;
}

/* Lays a part and its windows behind all that was laid before; waves move a mirrored part. */
static void lay_part(city_run *r, const city_row *row, const city_part *given)
{
    double reach = r->soft + (r->wave != NULL ? CITY_SWING * r->frame->unit : 0.0);
    if (given->high + mirror.lift * r->depth <= r->low ||
        given->right + reach < r->left + r->from || given->left - reach > r->left + r->to)
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
        lift = mirror.lift * r->depth * 0.5 * (left + right);
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
    if (find_windows(r, &p, h, lift))
        strip.windows = &r->windows;
    r->open &= ~r->kernels->lay(&strip, r->first, r->end, &r->pixels);
    r->first = r->from;
    r->end = r->to;
}

/* ---- lamps and the quay ------------------------------------------------------------ */

#define ROUND 0.785     /* share of a square that its circle covers: pi / 4 */
#define ROUND_PX 1.0    /* pixels: smaller lamps are not measured as circles */
#define ROUND_HIGH 1.5  /* pixels: in higher rows lamps are not measured as circles */
#define LIGHTS_FULL 4.0 /* 1 / the share of lights from which on lamps are at full light */

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
                      .is_round = core > ROUND_PX && r->high - r->low < ROUND_HIGH,
                      .per_reach2 = (float)(1.0 / (reach * reach)),
                      .per_fall2 = (float)(1.0 / (fall * fall)),
                      .halo = lamp->halo,
                      .most = (float)exact_min(LIGHTS_FULL * r->all->lights, 1.0)};
    memcpy(glow.colour, lamp->colour, sizeof glow.colour);
    r->kernels->glow(&glow, first_column(r, lamp->x - reach), end_column(r, lamp->x + reach),
                     &r->pixels);
}

/* The streak of a lamp on the water; lengths in U. */
static const struct {
    double length;             /* U over which the light of a streak falls to 1/e */
    double end;                /* lengths after which a streak ends */
    double wide, grows;        /* half the width at the shore; its growth per U of depth */
    double high;               /* U, height from which on a lamp is a beacon */
    double high_length;        /* length of the streak of a beacon relative to its height */
    double swing;              /* swing of a streak relative to that of the mirror */
    double trough, by_wave;    /* factor of light in a trough of the waves; addition on a crest */
    double wave_from, wave_to; /* heights of waves between which the light changes */
} streaks = {
    .length = 0.080,
    .end = 5.0,
    .wide = 0.0013,
    .grows = 0.014,
    .high = 0.02,
    .high_length = 0.07,
    .swing = 0.8,
    .trough = 0.9,
    .by_wave = 1.1,
    .wave_from = -0.7,
    .wave_to = 0.9,
};

static void lay_streak(city_run *r, const city_lamp *lamp)
{
    double unit = r->frame->unit, depth = r->depth / unit, y = lamp->y / unit;
    double length = y > streaks.high ? streaks.high_length * y : streaks.length;
    double away = exact_abs(depth - y) / length;
    if (away > streaks.end)
        return;
    double wave = wave_at(r, lamp->x);
    double sharp = (streaks.wide + streaks.grows * depth) * unit;
    double half = sharp + 0.5 * (r->soft - 1.0);
    double x = lamp->x + streaks.swing * r->swing * wave, q = 1.0 - away / streaks.end;
    double light = (double)lamp->halo * q * q * q * q * q * sharp *
                   (streaks.trough +
                    streaks.by_wave * exact_smoothstep(streaks.wave_from, streaks.wave_to, wave));
    city_streak streak = {
        .x = (float)(x - r->left), .per_half = (float)(1.0 / half), .light = (float)light};
    memcpy(streak.colour, lamp->colour, sizeof streak.colour);
    r->kernels->streak(&streak, first_column(r, x - half), end_column(r, x + half), &r->pixels);
}

/* Wall and bushes of the quay; lengths in U. */
static const struct {
    double wall;              /* height of the wall */
    double apart;             /* width of the cell of a bush */
    double margin, inside;    /* position of a bush in its cell, 0..1: margin + inside * draw */
    double wide;              /* half the width of a bush, in cells */
    double high;              /* height of a bush, before the next factor */
    double low, by_chance;    /* factor of the height: least; random addition */
    double tallest;           /* upper bound of that factor, for the rows that blocks touch */
    double clumps;            /* cells of the noise of clumps per U */
    double clump_mean, clump; /* factor of the height: mean, and weight of that noise */
} bushes = {
    .wall = 0.0016,
    .apart = 0.0056,
    .margin = 0.25,
    .inside = 0.5,
    .wide = 0.72,
    .high = 0.0095,
    .low = 0.55,
    .by_chance = 0.6,
    .tallest = 1.2,
    .clumps = 5.0,
    .clump_mean = 0.5,
    .clump = 1.3,
};

/* Lays the quay behind all that was laid before. */
static void lay_quay(city_run *r, int block)
{
    const float *quay = r->all->quay + ((int64_t)r->left - r->frame->x);
    const float *near = r->all->green[block], *next = near + 3;
    for (int i = r->from; i < r->to; i++) {
        double amount = within(r, CITY_GROUND, (double)quay[i]);
        if (amount <= 0.0)
            continue;
        float along = ((float)i + 0.5f) / (float)r->frame->block;
        float share = (float)amount * (1.0f - r->pixels.covered[i]);
        r->pixels.sum.r[i] += (near[0] + (next[0] - near[0]) * along) * share;
        r->pixels.sum.g[i] += (near[1] + (next[1] - near[1]) * along) * share;
        r->pixels.sum.b[i] += (near[2] + (next[2] - near[2]) * along) * share;
        r->pixels.covered[i] += share;
    }
}

/* ---- painting ---------------------------------------------------------------------- */

#define MARGIN_MOST 1e6 /* limit of city_memory.margin, nodes */

static int begin(paint_scratch *s, int layer)
{
    const rl_frame *frame = s->frame;
    city_memory *m = arena_zeroed(&s->arena, 1, sizeof *m);
    if (m == NULL)
        return 0;
    s->memory[layer] = m;
    m->row = -1;
    double margin = CITY_WIDEST(frame) * frame->unit / frame->fine_step;
    m->margin = (int)exact_min(margin, MARGIN_MOST) + 2;
    m->nodes = frame->blocks * (frame->block / frame->fine_step) + 1 + 2 * m->margin;
    m->wave = arena_array(&s->arena, (size_t)m->nodes, sizeof *m->wave);
    double *place = arena_array(&s->arena, (size_t)m->nodes, (WAVES + 1) * sizeof *place);
    m->run = arena_zeroed(&s->arena, 1, sizeof *m->run);
    if (m->wave == NULL || place == NULL || m->run == NULL)
        return 0;
    m->noise = place + (ptrdiff_t)WAVES * m->nodes;
    double drift = frame_drift(frame, frame->scene.lake_drift);
    for (int k = 0; k < WAVES; k++, place += m->nodes) {
        double rate = waves[k].rate;
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

/* A run below the shore shows the mirror, which waves blur upward and downward. */
static void begin_mirror(const rl_frame *frame, city_memory *m, const tile_run *run, city_run *r)
{
    r->depth = run->row + 0.5 - r->all->shore;
    if (m->row != run->row)
        raise_waves(frame, m, run->row, r->depth);
    r->wave = m->wave + m->margin + (ptrdiff_t)run->block * (frame->block / frame->fine_step);
    r->margin = m->margin;
    r->swing = exact_min(mirror.swing * r->depth, mirror.swing_most * CITY_SWING * frame->unit);
    r->swing += mirror.swing_more * frame->unit;
    double aside = m->blur * r->swing, up = 0.5 * m->blur * mirror.lift;
    double spread = mirror.spread * r->depth;
    r->soft = exact_sqrt(1.0 + aside * aside + spread * spread);
    r->clear = m->clear;
    double blur = 0.5 + exact_sqrt(mirror.blur * mirror.blur + up * up) * r->depth;
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
    if (r->low + r->high < 0.0) /* Most of the row is below the shore. */
        begin_mirror(frame, m, run, r);
    r->per_soft = 1.0 / r->soft;
    double middle = exact_max(0.5 * (r->low + r->high), 0.0) / frame->unit;
    r->level = 0;
    while (r->level + 2 < CITY_LEVELS && city_levels[r->level + 1] < middle)
        r->level++;
    double span = city_levels[r->level + 1] - city_levels[r->level];
    r->climbed = (float)exact_min((middle - city_levels[r->level]) / span, 1.0);
    memset(&r->pixels, 0, sizeof r->pixels);
    return r;
}

/* Returns the run with all things laid front to back: what is later in a list is nearer. */
static city_run *lay_run(paint_scratch *s, int layer, const tile_run *run)
{
    city_run *r = begin_run(s, layer, run);
    for (int k = CITY_ROWS - 1; k >= 0 && r->open != 0; k--) {
        const city_row *row = &r->all->row[k];
        if (k != CITY_QUAY && row->block_high[run->block] + mirror.lift * r->depth <= r->low)
            continue;
        const int *lamp = row->lamps_in.block + run->block;
        const int *part = row->parts_in.block + run->block;
        for (int i = lamp[1] - 1; r->all->lights > 0.0 && i >= lamp[0]; i--)
            (r->wave == NULL ? lay_lamp : lay_streak)(r, &row->lamp[row->lamps_in.item[i]]);
        if (k == CITY_QUAY && r->low < bushes.tallest * bushes.high * r->frame->unit)
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
    if (s->frame->is_hard) {
        block_lay(s, layer, run);
        return;
    }
    const city_run *r = lay_run(s, layer, run);
    r->kernels->blend(&r->pixels, r->clear, r->from, r->to, &s->colours);
    for (int i = r->from; i < r->to && s->plain != NULL; i++)
        if (r->pixels.covered[i] * r->clear >= 0.5f)
            s->plain[i] = 0;
}

/* ---- the kind ---------------------------------------------------------------------- */

static int count(const rl_scene *scene)
{
    return scene->city_height > 0.0 && scene->lake_ridge > 0;
}

#define BEFORE_LAKE 0.4 /* `place` of the next nearer ridge less that of the city */

/* Just in front of the lake, because the city's mirror is laid over the lake. */
static double place(const rl_scene *scene, int index)
{
    (void)index;
    int ridges = scene->ridge_count;
    return (scene->lake_ridge < ridges ? scene->lake_ridge : ridges) - BEFORE_LAKE;
}

/* Returns the height (U) of the quay at x: a low wall, and round bushes in clumps. */
static double quay_at(uint64_t key, double x, double apart, noise_period period, double rate,
                      noise_period clumps)
{
    double high = bushes.wall;
    int64_t cell = exact_floor(x / apart);
    for (int64_t i = cell - 1; i <= cell + 1; i++) {
        uint64_t bush = hash_at(key, 0, exact_wrap(i, period));
        double middle = ((double)i + bushes.margin + bushes.inside * hash_unit(bush)) * apart;
        double aside = (x - middle) / (bushes.wide * apart);
        if (aside * aside >= 1.0)
            continue;
        double tall =
            bushes.high * (bushes.low + bushes.by_chance * hash_unit(hash_at(bush, 1, 0)));
        double clump = bushes.clump * noise_gradient(key, 3, rate * middle, 0.5, clumps);
        tall *= exact_clamp(bushes.clump_mean + clump, 0.0, 1.0);
        high = exact_max(high, tall * exact_sqrt(1.0 - aside * aside));
    }
    return high;
}

static rl_status raise_quay(const rl_frame *frame, city *all, rl_error *error)
{
    uint64_t key = hash_key(frame->scene.seed, CITY_STREAM + CITY_ROWS);
    double apart = bushes.apart, rate = bushes.clumps;
    noise_period period = noise_fit_cell(frame->loop, &apart);
    noise_period clumps = noise_fit_rate(frame->loop, &rate);
    all->quay = arena_array(frame->arena, (size_t)frame->columns, sizeof *all->quay);
    TRY(status_memory(all->quay != NULL, "city", error));
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

/* Finds the rows that blocks touch: from the highest thing down to the end of its mirror. */
static void find_rows(const rl_frame *frame, const city *all, int32_t *rows)
{
    double unit = frame->unit;
    double streak = all->lights > 0.0 ? streaks.end * streaks.length * unit : 0.0;
    for (int b = 0; b < frame->blocks; b++) {
        double high = bushes.high * bushes.tallest * unit;
        for (int k = 0; k < CITY_ROWS; k++)
            high = exact_max(high, all->row[k].block_high[b]);
        double end = all->shore + exact_max(high / (1.0 - mirror.blur - mirror.lift), streak) + 2.0;
        rows[b] = (int32_t)exact_floor(exact_max(all->shore - high - 1.0, 0.0));
        rows[frame->blocks + b] = (int32_t)exact_floor(exact_min(end, frame->height + 1.0));
    }
}

#define LIGHTS_BY_NIGHT 0.94 /* share of lights that are off by day */
#define DEPTH_BETWEEN 0.6 /* depth of the layer: between the ridges behind (0) and in front (1) */

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    city *all = layer->data;
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    TRY(status_memory(rows != NULL, "city", error));
    all->lights = scene_real(scene, "city.lights");
    if (all->lights == RL_AUTO)
        all->lights = 1.0 - LIGHTS_BY_NIGHT * light_of_day(&frame->light);
    all->shore = (1.0 - scene->lake_level) * frame->height;
    for (int k = 0; k < CITY_ROWS; k++)
        TRY(city_row_make(frame, k, all->lights, &all->row[k], error));
    TRY(raise_quay(frame, all, error));
    TRY(city_colour(frame, all, error));
    find_rows(frame, all, rows);
    int behind = scene->lake_ridge < scene->ridge_count ? scene->lake_ridge : scene->ridge_count;
    double far = scene->ridge[behind - 1].depth;
    double near = behind < scene->ridge_count ? scene->ridge[behind].depth : far;
    layer->depth = exact_mix(far, near, DEPTH_BETWEEN);
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

static const scene_key keys[] = {
    REAL_KEY("city.height", AT_SCENE(city_height), 0, 2, 0,
             "height of the highest tower of a city on the far shore of the lake, U; 0 = none",
             TRAIT_INVENTED, "lake.ridge"),
    REAL_KEY("city.lights", BY_NAME, 0, 1, RL_AUTO,
             "share of lit windows; auto: by the light of the sky", 0, "city.height"),
};

static const rl_sight_words city_words =
    SIGHT("city", 0.01, SIGHT_PLACE(1, "the city", "the towers", "the skyline"), .hides_land = 1);

static const rl_sight_words windows_words =
    SIGHT("windows", 0.004,
          SIGHT_CLAUSE(4, "lit windows shine across the water", "windows are lit in its towers"));

const layer_kind kind_city = {
    .name = "city",
    .number = RL_LAYER_OTHER,
    .material = PRINT_THING,
    .stream = CITY_STREAM,
    .streams = 8,
    .keys = {KEY_GROUP("city", keys)},
    .count = count,
    .place = place,
    .data_bytes = sizeof(city),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover, .over = over},
    .trait = {{.words = &city_words, .area = FACTS_OF_ALL},
              {.words = &windows_words,
               .beside = "city",
               .area = FACTS_OF_ALL,
               FACTS_PART(city, lights)}},
};
