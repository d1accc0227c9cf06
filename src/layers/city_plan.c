/* city_plan.c - which houses stand in a row of a city, and of what parts each is made.
 *
 * Rows behind are higher: towers stand round two middles, the greater one where the scene's land
 * is high, and one tower there is the highest of all.
 */
#include "layers/city.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "ridge/noise.h"

#define PARTS 10 /* of a house, at most */

enum draw {
    DRAW_THERE,
    DRAW_PLACE,
    DRAW_WIDE,
    DRAW_HIGH,
    DRAW_FORM,
    DRAW_CORNER,
    DRAW_TURN,
    DRAW_TONE,
    DRAW_WARM,
    DRAW_STOREY,
    DRAW_BAY,
    DRAW_STYLE,
    DRAW_LIT,
    DRAW_MAST,
    DRAW_ROOF,
    DRAW_CROWN
};

static double draw(uint64_t key, int what, double low, double high)
{
    return exact_mix(low, high, hash_unit(hash_at(key, what, 0)));
}

/* ---- the city ---------------------------------------------------------------------- */

/* A row: U between houses, how high they are beside the highest, share of places that have one. */
typedef struct row_look {
    double z, apart, high, there;
} row_look;

static const row_look looks[CITY_HOUSES] = {
    {0.18, 0.021, 0.80, 0.92}, {0.31, 0.025, 0.88, 0.94}, {0.45, 0.030, 0.84, 0.92},
    {0.60, 0.032, 0.60, 0.95}, {0.76, 0.030, 0.27, 0.97},
};

#define HERO_ROW 2 /* in which the highest tower is */

double city_row_z(int row)
{
    return row < CITY_HOUSES ? looks[row].z : 0.80;
}

/* The shorter way round a loop, U. */
static double way_to(const rl_frame *frame, double x, double middle)
{
    double way = x - middle;
    if (frame->loop > 0.0)
        way -= frame->loop * exact_round(way / frame->loop);
    return way;
}

static double bell(double way, double wide)
{
    way /= wide;
    return exact_exp(-way * way);
}

/* Where the greater middle is, and the lesser one. */
static double middle_of(const rl_frame *frame, int which)
{
    double x = frame->scene.land_x;
    uint64_t key = hash_key(frame->scene.seed, STREAM_CITY);
    double away = draw(key, DRAW_PLACE, 0.24, 0.42), side = x > 0.0 ? 1.0 : -1.0;
    /* The sun is where the land is low. */
    return which == 0 ? -side * draw(key, DRAW_WIDE, 0.12, 0.34) : x + side * away;
}

#define CLUMPS 2.6 /* of towers in a U */

/* How near (0..1) a place (U) is to the middles of the city. */
static double city_near(const rl_frame *frame, double x)
{
    double great = bell(way_to(frame, x, middle_of(frame, 0)), 0.20);
    double small = bell(way_to(frame, x, middle_of(frame, 1)), 0.11);
    /* Some cities have towers everywhere, in clumps. */
    uint64_t key = hash_key(frame->scene.seed, STREAM_CITY);
    double rate = CLUMPS, spread = draw(key, DRAW_THERE, -0.5, 1.0);
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double clump = exact_max(0.25 + 1.2 * noise_gradient(key, 1, rate * x, 0.5, period), 0.0);
    return exact_min(great + 0.52 * small + 0.45 * exact_max(spread, 0.0) * clump, 1.0);
}

/* ---- parts of a house ---------------------------------------------------------------- */

/* A house that is being built; lengths in U, x from its middle. */
typedef struct site {
    const rl_frame *frame;
    city_row *row;
    double x;       /* pixels of the whole picture */
    double turn;    /* where the corner is between the sides, 0..1 */
    float light[2]; /* of its faces */
    int is_round, house, has_windows;
} site;

static city_part *add(const site *s, double left, double right, double foot, double top)
{
    double unit = s->frame->unit;
    city_part *p = &s->row->part[s->row->parts++];
    *p = (city_part){.left = s->x + left * unit,
                     .right = s->x + right * unit,
                     .corner = s->x + exact_mix(left, right, s->turn) * unit,
                     .foot = foot > 0.0 ? foot * unit - 1.5 : -4.0,
                     .top = {top * unit, top * unit, top * unit},
                     .light = {s->light[0], s->light[1]},
                     .is_round = s->is_round,
                     .house = s->house,
                     .has_windows = s->has_windows};
    return p;
}

/* A roof of two slopes over a body that ends at `eaves`. */
static void add_roof(const site *s, double left, double right, double eaves, double peak)
{
    city_part *p = add(s, left, right, eaves, eaves);
    p->corner = 0.5 * (p->left + p->right);
    p->top[1] = peak * s->frame->unit;
    p->is_round = 0;
    p->has_windows = 0;
    /* A roof shows both of its slopes, whatever its house does. */
    float mean = 0.5f * (s->light[0] + s->light[1]), half = 0.5f * (s->light[0] - s->light[1]);
    half = half == 0.0f ? 0.25f : 1.2f * half;
    p->light[0] = mean + half;
    p->light[1] = mean - half;
}

static void add_mast(const site *s, double x, double foot, double top, double wide)
{
    add_roof(s, x - 0.5 * wide, x + 0.5 * wide, foot, foot);
    city_part *p = &s->row->part[s->row->parts - 1];
    p->top[0] = p->top[2] = exact_mix(foot, top, 0.5) * s->frame->unit;
    p->top[1] = top * s->frame->unit;
    p->light[0] = p->light[1] = -0.35f;
}

static void add_beacon(const site *s, double x, double y, double strength)
{
    city_lamp *lamp = &s->row->lamp[s->row->lamps++];
    double unit = s->frame->unit;
    *lamp = (city_lamp){.x = s->x + x * unit,
                        .y = y * unit,
                        .radius = (float)(0.0009 * unit),
                        .halo = (float)(0.17 * strength),
                        .colour = {1.0f, 0.10f, 0.05f}};
}

/* Tiers that grow narrower: shares of width and height, from the top. */
typedef struct tier {
    double wide, high;
} tier;

static void add_tiers(const site *s, double half, double high, const tier *tiers, int count,
                      double lean)
{
    for (int i = 0; i < count; i++) {
        double wide = half * tiers[i].wide, aside = lean * (half - wide);
        double foot = i + 1 < count ? high * tiers[i + 1].high : 0.0;
        add(s, aside - wide, aside + wide, foot, high * tiers[i].high);
    }
}

/* The highest tower: in steps with a spire, as a splinter of glass, or as a blade. */
static void build_hero(const site *s, uint64_t key, double high, double lights)
{
    static const tier steps[] = {
        {0.30, 1.0}, {0.42, 0.96}, {0.66, 0.88}, {0.84, 0.74}, {1.0, 0.56}};
    double form = draw(key, DRAW_FORM, 0.0, 1.0), half = 0.060 * high, top = high * 1.26;
    if (form < 0.40) {
        add_mast(s, 0.0, high, top, 0.0016);
        add_roof(s, -0.24 * half, 0.24 * half, high, exact_mix(high, top, 0.36));
        add_tiers(s, half, high, steps, 5, 0.0);
    } else if (form < 0.72) {
        half *= 1.25;
        top = high * 1.12;
        add_mast(s, 0.0, 0.98 * high, top, 0.0011);
        add_roof(s, -half, half, 0.10 * high, 1.04 * high);
        city_part *p = &s->row->part[s->row->parts - 1];
        p->has_windows = 1;
        p->foot = -4.0;
    } else {
        double side = key & 1 ? 1.0 : -1.0, unit = s->frame->unit;
        half *= 0.90;
        top = high * 1.10;
        add_mast(s, side * 0.94 * half, 0.9 * high, top, 0.0012);
        city_part *p = add(s, -half, half, 0.0, high);
        p->top[side < 0.0 ? 2 : 0] = 0.84 * high * unit;
        p->top[1] = exact_mix(p->top[0], p->top[2], s->turn);
        add(s, -1.30 * half, 1.30 * half, 0.0, 0.30 * high);
        add_beacon(s, side * 0.94 * half, top, lights);
        return;
    }
    add_beacon(s, 0.0, top, lights);
}

static void build_tower(const site *s, uint64_t key, double half, double high, double lights)
{
    static const tier steps[] = {{0.42, 1.0}, {0.66, 0.93}, {0.84, 0.80}, {1.0, 0.62}};
    static const tier twice[] = {{0.60, 1.0}, {0.82, 0.88}, {1.0, 0.70}};
    static const tier once[] = {{0.72, 1.0}, {1.0, 0.86}};
    double form = draw(key, DRAW_FORM, 0.0, 1.0), mast = draw(key, DRAW_MAST, 0.0, 1.0);
    double top = high;
    if (form < 0.20) { /* steps and a spire */
        top = high * draw(key, DRAW_ROOF, 1.08, 1.20);
        add_mast(s, 0.0, high, top, 0.0016);
        add_roof(s, -0.30 * half, 0.30 * half, high, exact_mix(high, top, 0.36));
        add_tiers(s, half, high, steps, 4, 0.0);
        mast = 0.0;
    } else if (form < 0.36) { /* a slanting top */
        city_part *p = add(s, -half, half, 0.0, high);
        double less = high - half * draw(key, DRAW_ROOF, 0.6, 1.3);
        int side = key & 1 ? 2 : 0;
        p->top[side] = less * s->frame->unit;
        p->top[1] = exact_mix(p->top[0], p->top[2], s->turn);
        mast = 1.0;
    } else if (form < 0.50) { /* a pyramid */
        double eaves = high - half * draw(key, DRAW_ROOF, 1.1, 2.2);
        add_mast(s, 0.0, high - 0.004, high + 0.02, 0.0011);
        add_roof(s, -half, half, eaves, high);
        add(s, -half, half, 0.0, eaves);
        top = high + 0.02;
        mast = 0.0;
    } else if (form < 0.68) {
        add_tiers(s, half, high, twice, 3, 0.0);
    } else if (form < 0.84) {
        add_tiers(s, half, high, once, 2, key & 2 ? 1.0 : -1.0);
    } else {
        double cap = draw(key, DRAW_ROOF, 0.004, 0.009);
        site plain = *s;
        plain.has_windows = 0;
        add(&plain, -0.6 * half, 0.5 * half, high, high + cap);
        add(s, -half, half, 0.0, high);
    }
    if (mast > 0.35 && mast < 0.99) {
        double more = high * draw(key, DRAW_ROOF, 0.10, 0.22);
        double x = draw(key, DRAW_TURN, -0.3, 0.3) * half;
        add_mast(s, x, high - 0.002, high + more, 0.0012);
        if (mast > 0.75)
            add_mast(s, x + 0.25 * half, high - 0.002, high + 0.55 * more, 0.0009);
        top = high + more;
        add_beacon(s, x, top, lights);
    } else if (mast == 0.0) {
        add_beacon(s, 0.0, top, lights);
    }
}

static void build_low(const site *s, uint64_t key, double half, double high, int row)
{
    double form = draw(key, DRAW_FORM, 0.0, 1.0), roof = draw(key, DRAW_ROOF, 0.0, 1.0);
    site plain = *s;
    plain.has_windows = 0;
    if (row + 1 == CITY_HOUSES && high < 0.026 && half < 0.015 && form < 0.75) { /* a gable */
        double peak = high + half * exact_mix(0.5, 0.9, roof);
        add_roof(s, -1.04 * half, 1.04 * half, high, peak);
    } else if (form < 0.35) { /* something on a flat roof */
        double x = exact_mix(-0.5, 0.3, roof) * half, wide = exact_mix(0.25, 0.6, roof) * half;
        add(&plain, x, x + wide, high, high + exact_mix(0.003, 0.007, form / 0.35));
    } else if (form < 0.60) { /* a step */
        double aside = roof < 0.5 ? -0.3 : 0.3, wide = 0.62 * half;
        add(s, aside * half - wide, aside * half + wide, high * 0.99, high * 1.22);
    } else if (form < 0.70) {
        double tall = high + exact_mix(0.008, 0.02, roof);
        add_mast(s, 0.4 * half, high, tall, 0.0009);
    }
    add(s, -half, half, 0.0, high);
}

/* ---- houses --------------------------------------------------------------------------- */

static void light_faces(site *s, uint64_t key)
{
    const rl_frame *frame = s->frame;
    double near = frame_around(frame, frame->light.sun_x, s->x);
    double side = exact_clamp((near - s->x) / (0.35 * frame->unit), -1.0, 1.0);
    double front = 0.10 * side * (draw(key, DRAW_CORNER, 0.0, 1.0) - 0.5) - 0.12;
    s->turn = 0.0;
    s->light[0] = s->light[1] = (float)front;
    s->is_round = 0;
    double corner = draw(key, DRAW_CORNER, 0.0, 1.0);
    if (corner > 0.80) { /* round */
        s->turn = 0.5;
        s->is_round = 1;
        s->light[0] = (float)(-0.10 - 0.75 * side);
        s->light[1] = (float)(-0.10 + 0.75 * side);
    } else if (corner > 0.22) { /* seen from a corner */
        s->turn = draw(key, DRAW_TURN, 0.22, 0.78);
        s->light[0] = (float)(-0.10 - 0.70 * side);
        s->light[1] = (float)(-0.10 + 0.70 * side);
        if (exact_abs(side) < 0.35) { /* against the light one is a little darker all the same */
            s->light[s->turn < 0.5] -= 0.10f;
        }
    }
}

/* Windows: in rows and columns, as bands, or as panes of a wall of glass. */
static void arrange(const rl_frame *frame, uint64_t key, double high, double lights,
                    city_house *out)
{
    double unit = frame->unit, style = draw(key, DRAW_STYLE, 0.0, 1.0);
    double bay = draw(key, DRAW_BAY, 0.0028, 0.0042), storey = draw(key, DRAW_STOREY, 1.15, 1.65);
    *out = (city_house){.key = key, .wide = 0.50, .high = 0.52, .glass = 0.8f, .crown = 1 << 20};
    out->bay = bay * unit;
    out->storey = exact_min(bay * storey, 0.0052) * unit;
    if (style > 0.80) { /* glass */
        out->wide = 0.86;
        out->high = 0.80;
        out->glass = 1.0f;
    } else if (style > 0.58) { /* bands */
        out->wide = 1.0;
        out->high = 0.48;
    } else if (style > 0.42) { /* piers */
        out->wide = 0.46;
        out->high = 0.82;
    }
    out->lit = lights * draw(key, DRAW_LIT, 0.12, 0.62);
    out->tone = (float)draw(key, DRAW_TONE, -0.22, 0.22);
    out->warm = (float)draw(key, DRAW_WARM, -1.0, 1.0);
    if (high > 0.10 && draw(key, DRAW_CROWN, 0.0, 1.0) < 0.30 * lights)
        out->crown = (int)(high * unit / out->storey) - 2;
}

/* The cells of a row along the part. */
typedef struct row_cells {
    double apart;
    noise_period period;
    int64_t first, end;
} row_cells;

static row_cells cells_of(const rl_frame *frame, double apart)
{
    row_cells c = {.apart = apart};
    c.period = noise_fit_cell(frame->loop, &c.apart);
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    c.first = exact_floor((left - CITY_WIDEST(frame)) / c.apart);
    c.end = exact_floor((left + frame->columns / frame->unit + CITY_WIDEST(frame)) / c.apart) + 1;
    return c;
}

static void add_house(const rl_frame *frame, int row, const row_cells *c, int64_t cell,
                      double lights, city_row *out)
{
    const row_look *look = &looks[row];
    double most = frame->scene.city_height;
    uint64_t stream = hash_key(frame->scene.seed, STREAM_CITY + (uint64_t)row);
    uint64_t key = hash_at(stream, 0, exact_wrap(cell, c->period));
    double x = ((double)cell + 0.5 + 0.36 * draw(key, DRAW_PLACE, -1.0, 1.0)) * c->apart;
    double near = city_near(frame, x), u = draw(key, DRAW_HIGH, 0.0, 1.0);
    double hero_x = middle_of(frame, 0);
    int is_hero = row == HERO_ROW && exact_abs(way_to(frame, ((double)cell + 0.5) * c->apart,
                                                      hero_x)) <= 0.5 * c->apart;
    if (!is_hero && draw(key, DRAW_THERE, 0.0, 1.0) > look->there)
        return;
    double tall = u * u;
    double high = 0.09 + 0.08 * draw(key, DRAW_ROOF, 0.0, 1.0) + 0.12 * tall * u +
                  near * (0.15 + 0.60 * tall);
    high *= most * look->high;
    if (row + 1 == CITY_HOUSES) /* the waterfront is low */
        high = most * (0.045 + 0.050 * u + 0.14 * near * tall);
    int is_tower = is_hero || high > 0.30 * most;
    double half = c->apart * draw(key, DRAW_WIDE, 0.38, 0.62);
    if (is_hero)
        high = most;
    else if (is_tower)
        half = exact_clamp(high * draw(key, DRAW_WIDE, 0.055, 0.085), 0.0075, 0.016);
    site s = {.frame = frame,
              .row = out,
              .x = 0.5 * frame->width + x * frame->unit,
              .house = out->houses,
              .has_windows = 1};
    int first = out->parts;
    light_faces(&s, key);
    if (is_hero) { /* it shows two faces */
        s.is_round = 0;
        s.turn = s.turn > 0.0 ? s.turn : 0.4;
    }
    arrange(frame, key, high, lights, &out->house[out->houses++]);
    if (is_hero)
        build_hero(&s, key, high, lights);
    else if (is_tower)
        build_tower(&s, key, half, high, lights);
    else
        build_low(&s, key, half, high, row);
    city_house *house = &out->house[s.house];
    house->x = s.x;
    house->top = 0.0;
    for (int i = first; i < out->parts; i++)
        for (int k = 0; k < 3; k++)
            house->top = exact_max(house->top, out->part[i].top[k]);
    for (int i = first; i < out->parts; i++)
        out->part[i].high = house->top;
}

/* ---- lamps of the quay ----------------------------------------------------------------- */

#define LAMPS_APART 0.0165
#define LAMPS_THERE 0.80
#define LAMP_HEIGHT 0.0062

static void add_lamp(const rl_frame *frame, const row_cells *c, int64_t cell, double lights,
                     city_row *out)
{
    static const float colour[3][3] = {
        {1.0f, 0.60f, 0.24f}, {1.0f, 0.86f, 0.60f}, {0.72f, 0.84f, 1.0f}};
    uint64_t stream = hash_key(frame->scene.seed, STREAM_CITY + CITY_QUAY);
    uint64_t key = hash_at(stream, 0, exact_wrap(cell, c->period));
    if (draw(key, DRAW_THERE, 0.0, 1.0) > LAMPS_THERE)
        return;
    double x = ((double)cell + 0.5 + 0.2 * draw(key, DRAW_PLACE, -1.0, 1.0)) * c->apart;
    double which = draw(key, DRAW_TONE, 0.0, 1.0), unit = frame->unit;
    const float *from = colour[which < 0.70 ? 0 : which < 0.90 ? 1 : 2];
    city_lamp *lamp = &out->lamp[out->lamps++];
    *lamp = (city_lamp){.x = 0.5 * frame->width + x * unit,
                        .y = LAMP_HEIGHT * draw(key, DRAW_HIGH, 0.85, 1.15) * unit,
                        .radius = (float)(0.0011 * unit),
                        .halo = (float)(0.30 * lights)};
    for (int i = 0; i < 3; i++)
        lamp->colour[i] = from[i];
}

/* ---- a row --------------------------------------------------------------------------- */

/* From where to where (pixels) thing `i` of a row reaches. */
typedef void span_of(const rl_frame *frame, const city_row *row, int i, double *left,
                     double *right);

static void span_of_part(const rl_frame *frame, const city_row *row, int i, double *left,
                         double *right)
{
    *left = row->part[i].left - CITY_SWING * frame->unit;
    *right = row->part[i].right + CITY_SWING * frame->unit;
}

static void span_of_lamp(const rl_frame *frame, const city_row *row, int i, double *left,
                         double *right)
{
    *left = row->lamp[i].x - CITY_HALO_REACH * frame->unit;
    *right = row->lamp[i].x + CITY_HALO_REACH * frame->unit;
}

static rl_status make_index(const rl_frame *frame, const city_row *row, int things, span_of *span,
                            city_index *out, rl_error *error)
{
    size_t blocks = (size_t)frame->blocks;
    int *next = arena_zeroed(frame->arena, 2 * blocks + 2, sizeof *next);
    for (int pass = 0; pass < 2 && next != NULL; pass++) {
        for (int i = 0; i < things; i++) {
            double left, right;
            span(frame, row, i, &left, &right);
            int64_t b = exact_down(exact_floor(left - 1.0), frame->block) - frame->first_block;
            int64_t to = exact_down(exact_floor(right + 1.0), frame->block) - frame->first_block;
            for (b = b < 0 ? 0 : b; b <= to && b < frame->blocks; b++) {
                if (pass == 0)
                    next[b]++;
                else
                    out->item[next[b]++] = i;
            }
        }
        if (pass == 1)
            return RL_OK;
        out->block = next + blocks;
        for (size_t b = 0; b < blocks; b++) {
            out->block[b + 1] = out->block[b] + next[b];
            next[b] = out->block[b];
        }
        out->item = arena_array(frame->arena, (size_t)out->block[blocks] + 1, sizeof(int));
        next = out->item != NULL ? next : NULL;
    }
    return status_fail(error, RL_NO_MEMORY, "city: out of memory");
}

static double high_of(const rl_frame *frame, const city_row *row, int block)
{
    double high = 0.0;
    for (int i = row->parts_in.block[block]; i < row->parts_in.block[block + 1]; i++) {
        const city_part *p = &row->part[row->parts_in.item[i]];
        high = exact_max(high, exact_max(exact_max(p->top[0], p->top[1]), p->top[2]));
    }
    for (int i = row->lamps_in.block[block]; i < row->lamps_in.block[block + 1]; i++) {
        const city_lamp *lamp = &row->lamp[row->lamps_in.item[i]];
        high = exact_max(high, lamp->y + CITY_HALO_REACH * frame->unit);
    }
    return high;
}

rl_status city_row_make(const rl_frame *frame, int row, double lights, city_row *out,
                        rl_error *error)
{
    int is_quay = row == CITY_QUAY;
    row_cells c = cells_of(frame, is_quay ? LAMPS_APART : looks[row].apart);
    size_t room = (size_t)(c.end - c.first) + 1;
    out->house = arena_array(frame->arena, room, sizeof *out->house);
    out->part = arena_array(frame->arena, room, PARTS * sizeof *out->part);
    out->lamp = arena_array(frame->arena, room, sizeof *out->lamp);
    if (out->house == NULL || out->part == NULL || out->lamp == NULL)
        return status_fail(error, RL_NO_MEMORY, "city: out of memory");
    for (int64_t cell = c.first; cell < c.end; cell++) {
        if (is_quay)
            add_lamp(frame, &c, cell, lights, out);
        else
            add_house(frame, row, &c, cell, lights, out);
    }
    TRY(make_index(frame, out, out->parts, span_of_part, &out->parts_in, error));
    TRY(make_index(frame, out, out->lamps, span_of_lamp, &out->lamps_in, error));
    out->block_high = arena_array(frame->arena, (size_t)frame->blocks, sizeof *out->block_high);
    if (out->block_high == NULL)
        return status_fail(error, RL_NO_MEMORY, "city: out of memory");
    for (int b = 0; b < frame->blocks; b++)
        out->block_high[b] = high_of(frame, out, b);
    return RL_OK;
}
