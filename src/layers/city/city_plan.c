/* city_plan.c - plans the rows of a city for city.c: which houses stand in a row, the parts each is
 * made of, and the lamps of the quay.
 *
 * A house stands in a cell of a jittered lattice; its key, a hash of row and cell, decides its
 * form.  Rows behind are higher.  Towers stand round two centres: the greater one on the side where
 * the scene's land is high, the lesser one beside the opening.  The tower nearest to the greater
 * centre is the highest of all.  All numbers were tuned by eye.
 */
#include "layers/city/city.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "ridge/noise.h"

#define LENGTH(array) ((int)(sizeof(array) / sizeof(array)[0]))

#define PARTS_PER_HOUSE 10 /* most parts of a house of any form */

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

/* Values that a draw takes, uniformly distributed. */
typedef struct city_range {
    double low, high;
} city_range;

static const city_range ZERO_TO_ONE = {0.0, 1.0};
static const city_range EITHER_SIDE = {-1.0, 1.0};

static double value_at(city_range values, double share)
{
    return exact_mix(values.low, values.high, share);
}

static double draw(uint64_t key, int what, city_range values)
{
    return value_at(values, hash_unit(hash_at(key, what, 0)));
}

/* ---- the rows ---------------------------------------------------------------------- */

typedef struct house_row_look {
    double z;     /* depth of its colours, 0 far .. 1 near */
    double apart; /* U, width of the cell of a house */
    double high;  /* height of its houses relative to the nominal one */
    double there; /* probability that a cell has a house */
} house_row_look;

static const house_row_look rows[CITY_HOUSES] = {
    {.z = 0.18, .apart = 0.021, .high = 0.80, .there = 0.92},
    {.z = 0.31, .apart = 0.025, .high = 0.88, .there = 0.94},
    {.z = 0.45, .apart = 0.030, .high = 0.84, .there = 0.92},
    {.z = 0.60, .apart = 0.032, .high = 0.60, .there = 0.95},
    {.z = 0.76, .apart = 0.030, .high = 0.27, .there = 0.97},
};

#define HERO_ROW 2  /* the row of the highest tower */
#define QUAY_Z 0.80 /* depth of the quay's colours */
#define WATERFRONT (CITY_HOUSES - 1)

double city_row_z(int row)
{
    return row < CITY_HOUSES ? rows[row].z : QUAY_Z;
}

/* ---- where towers stand ------------------------------------------------------------ */

static const struct {
    city_range greater_x; /* U, distance of the greater centre from the middle of the picture */
    city_range lesser_x;  /* U, distance of the lesser centre from the opening of the land */
    double greater_wide;  /* U, scale of the Gaussian round the greater centre */
    double lesser_wide;   /* U, scale of the Gaussian round the lesser centre */
    double lesser;        /* closeness at the lesser centre; 1 at the greater one */
    city_range spread;    /* weight of clumps of towers elsewhere; a negative draw means none */
    double clumps;        /* cells of the noise of clumps per U */
    double clump_mean, clump_vary; /* closeness of a clump: mean and gain of its noise */
    double clump;                  /* closeness of clumps relative to a centre */
} centres = {
    .greater_x = {0.12, 0.34},
    .lesser_x = {0.24, 0.42},
    .greater_wide = 0.20,
    .lesser_wide = 0.11,
    .lesser = 0.52,
    .spread = {-0.5, 1.0},
    .clumps = 2.6,
    .clump_mean = 0.25,
    .clump_vary = 1.2,
    .clump = 0.45,
};

/* Returns the signed distance (U) from `middle` to `x`, in a loop the shorter one. */
static double offset_from(const rl_frame *frame, double x, double middle)
{
    double offset = x - middle;
    if (frame->loop > 0.0)
        offset -= frame->loop * exact_round(offset / frame->loop);
    return offset;
}

static double gaussian(double offset, double scale)
{
    offset /= scale;
    return exact_exp(-offset * offset);
}

static uint64_t key_of_city(const rl_frame *frame)
{
    return hash_key(frame->scene.seed, CITY_STREAM);
}

/* Returns x (U) of the greater centre.  The land is low, and open to the sun, at land_x: the
 * greater centre is on the other side of the picture's middle, the lesser one beyond the opening.
 */
static double greater_centre(const rl_frame *frame)
{
    double side = frame->scene.land_x > 0.0 ? 1.0 : -1.0;
    return -side * draw(key_of_city(frame), DRAW_WIDE, centres.greater_x);
}

/* Returns the closeness (0..1) of x (U) to the centres of the city or to a clump of towers. */
static double closeness_at(const rl_frame *frame, double x)
{
    uint64_t key = key_of_city(frame);
    double land_x = frame->scene.land_x, side = land_x > 0.0 ? 1.0 : -1.0;
    double lesser_centre = land_x + side * draw(key, DRAW_PLACE, centres.lesser_x);
    double greater = gaussian(offset_from(frame, x, greater_centre(frame)), centres.greater_wide);
    double lesser = gaussian(offset_from(frame, x, lesser_centre), centres.lesser_wide);
    double rate = centres.clumps, spread = draw(key, DRAW_THERE, centres.spread);
    noise_period period = noise_fit_rate(frame->loop, &rate);
    double clump = exact_max(centres.clump_mean +
                                 centres.clump_vary * noise_gradient(key, 1, rate * x, 0.5, period),
                             0.0);
    return exact_min(
        greater + centres.lesser * lesser + centres.clump * exact_max(spread, 0.0) * clump, 1.0);
}

/* ---- parts of a house ---------------------------------------------------------------- */

/* Pixels by which an upper part reaches into the one below it, so that no seam shows. */
#define PART_OVERLAP 1.5

/* A house that is being built; lengths in U, x from its middle. */
typedef struct site {
    const rl_frame *frame;
    city_row *row;
    double x;       /* middle, pixels of the whole picture */
    double turn;    /* where the corner is between the sides, 0..1 */
    float light[2]; /* light of its faces, -1 shade .. 1 full light */
    int is_round, house, has_windows;
} site;

/* Adds a part with a level top; a foot of 0 means that it stands on the ground. */
static city_part *add(const site *s, double left, double right, double foot, double top)
{
    double unit = s->frame->unit;
    city_part *p = &s->row->part[s->row->parts++];
    *p = (city_part){.left = s->x + left * unit,
                     .right = s->x + right * unit,
                     .corner = s->x + exact_mix(left, right, s->turn) * unit,
                     .foot = foot > 0.0 ? foot * unit - PART_OVERLAP : CITY_GROUND,
                     .top = {top * unit, top * unit, top * unit},
                     .light = {s->light[0], s->light[1]},
                     .is_round = s->is_round,
                     .house = s->house,
                     .has_windows = s->has_windows};
    return p;
}

#define ROOF_CONTRAST 1.2f       /* contrast of the slopes of a roof relative to the faces below */
#define ROOF_CONTRAST_FLAT 0.25f /* half the difference of light, if one face is seen */

/* Adds a roof of two slopes over a body that ends at `eaves`.  Both slopes are seen, even where
 * only one face of the house is. */
static void add_roof(const site *s, double left, double right, double eaves, double peak)
{
    city_part *p = add(s, left, right, eaves, eaves);
    p->corner = 0.5 * (p->left + p->right);
    p->top[1] = peak * s->frame->unit;
    p->is_round = 0;
    p->has_windows = 0;
    float mean = 0.5f * (s->light[0] + s->light[1]), half = 0.5f * (s->light[0] - s->light[1]);
    half = half == 0.0f ? ROOF_CONTRAST_FLAT : ROOF_CONTRAST * half;
    p->light[0] = mean + half;
    p->light[1] = mean - half;
}

/* Masts: their light, -1 shade .. 1 full light, and widths (U) at the foot. */
static const struct {
    float light;
    double spire, needle, antenna, pole;
} mast = {.light = -0.35f, .spire = 0.0016, .needle = 0.0011, .antenna = 0.0012, .pole = 0.0009};

/* Adds a mast: a narrow roof whose sides bend inward half-way up. */
static void add_mast(const site *s, double x, double foot, double top, double wide)
{
    add_roof(s, x - 0.5 * wide, x + 0.5 * wide, foot, foot);
    city_part *p = &s->row->part[s->row->parts - 1];
    p->top[0] = p->top[2] = exact_mix(foot, top, 0.5) * s->frame->unit;
    p->top[1] = top * s->frame->unit;
    p->light[0] = p->light[1] = mast.light;
}

/* The red light on the top of a tower. */
static const struct {
    double radius;   /* U */
    double halo;     /* brightness of its halo where all lights are on, 0..1 */
    float colour[3]; /* linear light */
} beacon = {.radius = 0.0009, .halo = 0.17, .colour = {1.0f, 0.10f, 0.05f}};

static void add_beacon(const site *s, double x, double y, double strength)
{
    city_lamp *lamp = &s->row->lamp[s->row->lamps++];
    double unit = s->frame->unit;
    *lamp = (city_lamp){.x = s->x + x * unit,
                        .y = y * unit,
                        .radius = (float)(beacon.radius * unit),
                        .halo = (float)(beacon.halo * strength)};
    for (int i = 0; i < 3; i++)
        lamp->colour[i] = beacon.colour[i];
}

/* Tiers that grow narrower: shares of width and height, from the top. */
typedef struct tier {
    double wide, high;
} tier;

/* Adds tiers; `lean` is the side on which they are flush: -1 left, 1 right, 0 = none, centred. */
static void add_tiers(const site *s, double half, double high, const tier *tiers, int count,
                      double lean)
{
    for (int i = 0; i < count; i++) {
        double wide = half * tiers[i].wide, aside = lean * (half - wide);
        double foot = i + 1 < count ? high * tiers[i + 1].high : 0.0;
        add(s, aside - wide, aside + wide, foot, high * tiers[i].high);
    }
}

/* Cuts one upper corner of the part off: the top slants from the other one down to `low` (U). */
static void slant_top(const site *s, city_part *p, int is_right_low, double low)
{
    p->top[is_right_low ? 2 : 0] = low * s->frame->unit;
    p->top[1] = exact_mix(p->top[0], p->top[2], s->turn);
}

/* Returns the form that a draw of 0..1 selects by cumulative probabilities, the last of which is 1.
 */
static int select_form(double u, const double *until)
{
    int form = 0;
    while (u >= until[form])
        form++;
    return form;
}

#define CAP_HEIGHT 0.36 /* top of the pointed cap of a stepped tower: share of the mast */

/* ---- the highest tower --------------------------------------------------------------- */

enum { HERO_STEPPED, HERO_SPLINTER, HERO_BLADE, HERO_FORMS };

static const double hero_forms[HERO_FORMS] = {0.40, 0.72, 1.0}; /* cumulative probabilities */

/* Widths are shares of half the width of the body, heights shares of that of its roof. */
static const struct {
    double slender;          /* half the width of the body relative to its height */
    double wide[HERO_FORMS]; /* factor of `slender` for each form */
    double top[HERO_FORMS];  /* top of the mast for each form */
    double cap_wide;         /* half the width of the cap of the stepped form */
    double splinter_mast, splinter_eaves, splinter_peak; /* heights of the splinter's parts */
    double blade_mast_x, blade_mast_foot;                /* the mast of the blade */
    double blade_low;                /* lower end of the slanting top of the blade */
    double podium_wide, podium_high; /* the lower block round the blade */
} hero = {
    .slender = 0.060,
    .wide = {1.0, 1.25, 0.90},
    .top = {1.26, 1.12, 1.10},
    .cap_wide = 0.24,
    .splinter_mast = 0.98,
    .splinter_eaves = 0.10,
    .splinter_peak = 1.04,
    .blade_mast_x = 0.94,
    .blade_mast_foot = 0.9,
    .blade_low = 0.84,
    .podium_wide = 1.30,
    .podium_high = 0.30,
};

static const tier hero_tiers[] = {
    {0.30, 1.0}, {0.42, 0.96}, {0.66, 0.88}, {0.84, 0.74}, {1.0, 0.56}};

static void build_hero(const site *s, uint64_t key, double high, double lights)
{
    int form = select_form(draw(key, DRAW_FORM, ZERO_TO_ONE), hero_forms);
    double half = hero.slender * high * hero.wide[form], top = high * hero.top[form];
    double beacon_x = 0.0;
    if (form == HERO_STEPPED) {
        add_mast(s, 0.0, high, top, mast.spire);
        add_roof(s, -hero.cap_wide * half, hero.cap_wide * half, high,
                 exact_mix(high, top, CAP_HEIGHT));
        add_tiers(s, half, high, hero_tiers, LENGTH(hero_tiers), 0.0);
    } else if (form == HERO_SPLINTER) {
        add_mast(s, 0.0, hero.splinter_mast * high, top, mast.needle);
        add_roof(s, -half, half, hero.splinter_eaves * high, hero.splinter_peak * high);
        city_part *p = &s->row->part[s->row->parts - 1];
        p->has_windows = 1;
        p->foot = CITY_GROUND;
    } else {
        double side = key & 1 ? 1.0 : -1.0;
        beacon_x = side * hero.blade_mast_x * half;
        add_mast(s, beacon_x, hero.blade_mast_foot * high, top, mast.antenna);
        city_part *p = add(s, -half, half, 0.0, high);
        slant_top(s, p, side < 0.0, hero.blade_low * high);
        add(s, -hero.podium_wide * half, hero.podium_wide * half, 0.0, hero.podium_high * high);
    }
    add_beacon(s, beacon_x, top, lights);
}

/* ---- towers -------------------------------------------------------------------------- */

enum { TOWER_STEPPED, TOWER_SLANTED, TOWER_PYRAMID, TOWER_TIERED, TOWER_TERRACED, TOWER_FLAT };

static const double tower_forms[] = {0.20, 0.36, 0.50,
                                     0.68, 0.84, 1.0}; /* cumulative probabilities */

static const struct {
    city_range spire;               /* top of a stepped tower's mast relative to its roof */
    double cap_wide;                /* cap of a stepped tower: share of the width */
    city_range slant;               /* fall of a slanting top relative to half the width */
    city_range pyramid;             /* height of a pyramid relative to half the width */
    double finial_foot, finial_top; /* U below and above the tip of a pyramid */
    city_range cap_high;            /* U, height of a lift house on a flat roof */
    double cap_left, cap_right;     /* sides of the lift house, in half widths from the middle */
    double has_mast_from, has_second_from,
        has_mast_until;   /* draws between which a roof has one or two masts */
    city_range mast_high; /* height of the first mast relative to the roof */
    city_range mast_x;    /* place of the first mast, in half widths from the middle */
    double mast_sunk;     /* U of a mast below the roof */
    double second_x;      /* second mast: half widths right of the first one */
    double second_high;   /* second mast: height relative to the first one */
} tower = {
    .spire = {1.08, 1.20},
    .cap_wide = 0.30,
    .slant = {0.6, 1.3},
    .pyramid = {1.1, 2.2},
    .finial_foot = 0.004,
    .finial_top = 0.02,
    .cap_high = {0.004, 0.009},
    .cap_left = 0.6,
    .cap_right = 0.5,
    .has_mast_from = 0.35,
    .has_second_from = 0.75,
    .has_mast_until = 0.99,
    .mast_high = {0.10, 0.22},
    .mast_x = {-0.3, 0.3},
    .mast_sunk = 0.002,
    .second_x = 0.25,
    .second_high = 0.55,
};

static const tier stepped[] = {{0.42, 1.0}, {0.66, 0.93}, {0.84, 0.80}, {1.0, 0.62}};
static const tier tiered[] = {{0.60, 1.0}, {0.82, 0.88}, {1.0, 0.70}};
static const tier terraced[] = {{0.72, 1.0}, {1.0, 0.86}};

static void build_tower(const site *s, uint64_t key, double half, double high, double lights)
{
    double masts = draw(key, DRAW_MAST, ZERO_TO_ONE), top = high;
    int form = select_form(draw(key, DRAW_FORM, ZERO_TO_ONE), tower_forms);
    site plain = *s;
    plain.has_windows = 0;
    switch (form) {
    case TOWER_STEPPED:
        top = high * draw(key, DRAW_ROOF, tower.spire);
        add_mast(s, 0.0, high, top, mast.spire);
        add_roof(s, -tower.cap_wide * half, tower.cap_wide * half, high,
                 exact_mix(high, top, CAP_HEIGHT));
        add_tiers(s, half, high, stepped, LENGTH(stepped), 0.0);
        break;
    case TOWER_SLANTED:
        slant_top(s, add(s, -half, half, 0.0, high), key & 1,
                  high - half * draw(key, DRAW_ROOF, tower.slant));
        break;
    case TOWER_PYRAMID: {
        double eaves = high - half * draw(key, DRAW_ROOF, tower.pyramid);
        top = high + tower.finial_top;
        add_mast(s, 0.0, high - tower.finial_foot, top, mast.needle);
        add_roof(s, -half, half, eaves, high);
        add(s, -half, half, 0.0, eaves);
        break;
    }
    case TOWER_TIERED:
        add_tiers(s, half, high, tiered, LENGTH(tiered), 0.0);
        break;
    case TOWER_TERRACED:
        add_tiers(s, half, high, terraced, LENGTH(terraced), key & 2 ? 1.0 : -1.0);
        break;
    default:
        add(&plain, -tower.cap_left * half, tower.cap_right * half, high,
            high + draw(key, DRAW_ROOF, tower.cap_high));
        add(s, -half, half, 0.0, high);
        break;
    }
    if (form == TOWER_STEPPED || form == TOWER_PYRAMID) {
        add_beacon(s, 0.0, top, lights);
    } else if (form != TOWER_SLANTED && masts > tower.has_mast_from &&
               masts < tower.has_mast_until) {
        double more = high * draw(key, DRAW_ROOF, tower.mast_high), foot = high - tower.mast_sunk;
        double x = draw(key, DRAW_TURN, tower.mast_x) * half;
        add_mast(s, x, foot, high + more, mast.antenna);
        if (masts > tower.has_second_from)
            add_mast(s, x + tower.second_x * half, foot, high + tower.second_high * more,
                     mast.pole);
        add_beacon(s, x, high + more, lights);
    }
}

/* ---- low houses ---------------------------------------------------------------------- */

/* Widths are shares of half the width of the body, heights are U unless they are shares. */
static const struct {
    double gable_until;            /* probability of a gable where the house suits it */
    double gable_high, gable_half; /* U, a waterfront house below both may have a gable */
    double gable_wide;             /* half the width of the eaves of a gable */
    city_range gable_rise;         /* height of the gable relative to half the width */
    double box_until;              /* cumulative probability of a box on a flat roof */
    city_range box_left, box_wide; /* left side and width of the box */
    city_range box_high;           /* U, height of the box */
    double storey_until;           /* cumulative probability of a set-back storey */
    double storey_x, storey_wide;  /* distance of that storey from the middle, and half its width */
    double storey_foot, storey_top; /* foot and top of that storey, in heights of the house */
    double mast_until;              /* cumulative probability of a mast */
    double mast_x;                  /* distance of the mast from the middle */
    city_range mast_high;           /* U above the roof */
} low_house = {
    .gable_until = 0.75,
    .gable_high = 0.026,
    .gable_half = 0.015,
    .gable_wide = 1.04,
    .gable_rise = {0.5, 0.9},
    .box_until = 0.35,
    .box_left = {-0.5, 0.3},
    .box_wide = {0.25, 0.6},
    .box_high = {0.003, 0.007},
    .storey_until = 0.60,
    .storey_x = 0.3,
    .storey_wide = 0.62,
    .storey_foot = 0.99,
    .storey_top = 1.22,
    .mast_until = 0.70,
    .mast_x = 0.4,
    .mast_high = {0.008, 0.02},
};

static void build_low(const site *s, uint64_t key, double half, double high, int row)
{
    double form = draw(key, DRAW_FORM, ZERO_TO_ONE), roof = draw(key, DRAW_ROOF, ZERO_TO_ONE);
    site plain = *s;
    plain.has_windows = 0;
    if (row == WATERFRONT && high < low_house.gable_high && half < low_house.gable_half &&
        form < low_house.gable_until) {
        double wide = low_house.gable_wide * half;
        add_roof(s, -wide, wide, high, high + half * value_at(low_house.gable_rise, roof));
    } else if (form < low_house.box_until) {
        double x = value_at(low_house.box_left, roof) * half;
        double wide = value_at(low_house.box_wide, roof) * half;
        add(&plain, x, x + wide, high,
            high + value_at(low_house.box_high, form / low_house.box_until));
    } else if (form < low_house.storey_until) {
        double x = (roof < 0.5 ? -low_house.storey_x : low_house.storey_x) * half;
        double wide = low_house.storey_wide * half;
        add(s, x - wide, x + wide, high * low_house.storey_foot, high * low_house.storey_top);
    } else if (form < low_house.mast_until) {
        add_mast(s, low_house.mast_x * half, high, high + value_at(low_house.mast_high, roof),
                 mast.pole);
    }
    add(s, -half, half, 0.0, high);
}

/* ---- faces and windows ---------------------------------------------------------------- */

/* Light of faces, -1 shade .. 1 full light.  `side` is the direction of the sun, -1 left .. 1
 * right. */
static const struct {
    double sun_reach;      /* U from the sun at which `side` is 1 */
    double front, vary;    /* light of a house seen from the front: mean, and variation */
    double turned;         /* mean light of the faces of a turned or round house */
    double round_contrast; /* half the difference between the sides of a round house */
    double contrast;       /* half the difference between two faces */
    double round_from;     /* higher draws make round houses */
    double turned_from;    /* higher draws make houses that are seen from a corner */
    city_range turn;       /* where the corner is between the sides */
    double against_sun;    /* |side| below which two faces would look alike */
    float wide_darker;     /* subtracted from the light of the wider face in that case */
} faces = {
    .sun_reach = 0.35,
    .front = -0.12,
    .vary = 0.10,
    .turned = -0.10,
    .round_contrast = 0.75,
    .contrast = 0.70,
    .round_from = 0.80,
    .turned_from = 0.22,
    .turn = {0.22, 0.78},
    .against_sun = 0.35,
    .wide_darker = 0.10f,
};

static void light_faces(site *s, uint64_t key)
{
    const rl_frame *frame = s->frame;
    double sun_x = frame_around(frame, frame->light.sun_x, s->x);
    double side = exact_clamp((sun_x - s->x) / (faces.sun_reach * frame->unit), -1.0, 1.0);
    double corner = draw(key, DRAW_CORNER, ZERO_TO_ONE);
    if (corner > faces.turned_from) {
        s->is_round = corner > faces.round_from;
        s->turn = s->is_round ? 0.5 : draw(key, DRAW_TURN, faces.turn);
        double contrast = s->is_round ? faces.round_contrast : faces.contrast;
        s->light[0] = (float)(faces.turned - contrast * side);
        s->light[1] = (float)(faces.turned + contrast * side);
        if (!s->is_round && exact_abs(side) < faces.against_sun)
            s->light[s->turn < 0.5] -= faces.wide_darker;
    } else {
        s->is_round = 0;
        s->turn = 0.0;
        s->light[0] = s->light[1] = (float)(faces.vary * side * (corner - 0.5) + faces.front);
    }
}

/* A house takes the first style whose `from` is less than a uniform draw. */
typedef struct window_style {
    double from;       /* draws above it have the style */
    double wide, high; /* size of a window: share of its cell */
    float glass;       /* see city_house */
} window_style;

static const window_style window_styles[] = {
    {.from = 0.80, .wide = 0.86, .high = 0.80, .glass = 1.0f}, /* panes of a wall of glass */
    {.from = 0.58, .wide = 1.0, .high = 0.48, .glass = 0.8f},  /* bands along storeys */
    {.from = 0.42, .wide = 0.46, .high = 0.82, .glass = 0.8f}, /* columns between piers */
    {.from = -1.0, .wide = 0.50, .high = 0.52, .glass = 0.8f}, /* rows and columns */
};

static const struct {
    city_range bay;        /* U, width of a bay */
    city_range storey;     /* height of a storey relative to the bay */
    double storey_most;    /* U, height of the highest storey */
    city_range lit;        /* share of lit windows where all lights are on */
    city_range tone, warm; /* see city_house */
    double crown_height;   /* U above which the upper storeys of a house may be lit for show */
    double crown_there;    /* probability of such a crown where all lights are on */
    int crown_storeys;     /* storeys of a crown */
} walls = {
    .bay = {0.0028, 0.0042},
    .storey = {1.15, 1.65},
    .storey_most = 0.0052,
    .lit = {0.12, 0.62},
    .tone = {-0.22, 0.22},
    .warm = {-1.0, 1.0},
    .crown_height = 0.10,
    .crown_there = 0.30,
    .crown_storeys = 2,
};

#define NO_CROWN (1 << 20) /* a storey above all houses */

static void arrange_windows(const rl_frame *frame, uint64_t key, double high, double lights,
                            city_house *out)
{
    double unit = frame->unit, u = draw(key, DRAW_STYLE, ZERO_TO_ONE);
    double bay = draw(key, DRAW_BAY, walls.bay), storey = draw(key, DRAW_STOREY, walls.storey);
    const window_style *style = window_styles;
    while (u <= style->from)
        style++;
    *out = (city_house){.key = key,
                        .bay = bay * unit,
                        .storey = exact_min(bay * storey, walls.storey_most) * unit,
                        .wide = style->wide,
                        .high = style->high,
                        .glass = style->glass,
                        .lit = lights * draw(key, DRAW_LIT, walls.lit),
                        .tone = (float)draw(key, DRAW_TONE, walls.tone),
                        .warm = (float)draw(key, DRAW_WARM, walls.warm),
                        .crown = NO_CROWN};
    if (high > walls.crown_height &&
        draw(key, DRAW_CROWN, ZERO_TO_ONE) < walls.crown_there * lights)
        out->crown = (int)(high * unit / out->storey) - walls.crown_storeys;
}

/* ---- houses --------------------------------------------------------------------------- */

/* The cells of the lattice of a row that the part of the picture may show. */
typedef struct row_cells {
    double apart; /* width of a cell, U */
    noise_period period;
    int64_t first, end;
} row_cells;

/* Returns x (U) of the house or lamp of a cell: its middle, moved by up to `jitter` cells. */
static double jittered_x(const row_cells *c, int64_t cell, uint64_t key, double jitter)
{
    return ((double)cell + 0.5 + jitter * draw(key, DRAW_PLACE, EITHER_SIDE)) * c->apart;
}

/* Heights are relative to city.height; u is a uniform draw, and its powers make high houses rare.
 */
static const struct {
    double jitter;            /* largest shift to either side, cells */
    city_range wide;          /* half the width of a low house, in cells */
    double least, vary, rare; /* heights everywhere: least + vary * draw + rare * u^3 */
    double close, close_rare; /* heights added by closeness: close + close_rare * u^2 */
    double shore_least, shore_vary, shore_close; /* at the shore: least + vary * u + close * u^2 */
    double tower_from;                           /* higher houses are towers */
    city_range tower_wide;                    /* half the width of a tower: share of its height */
    double tower_half_least, tower_half_most; /* U, bounds of half the width of a tower */
    double hero_turn;                         /* corner of the highest tower, if it has none */
} house_look = {
    .jitter = 0.36,
    .wide = {0.38, 0.62},
    .least = 0.09,
    .vary = 0.08,
    .rare = 0.12,
    .close = 0.15,
    .close_rare = 0.60,
    .shore_least = 0.045,
    .shore_vary = 0.050,
    .shore_close = 0.14,
    .tower_from = 0.30,
    .tower_wide = {0.055, 0.085},
    .tower_half_least = 0.0075,
    .tower_half_most = 0.016,
    .hero_turn = 0.4,
};

/* Returns the height (U) of the house at x. */
static double height_at(const rl_frame *frame, int row, double x, uint64_t key)
{
    double nominal = frame->scene.city_height, closeness = closeness_at(frame, x);
    double u = draw(key, DRAW_HIGH, ZERO_TO_ONE), rare = u * u;
    if (row == WATERFRONT)
        return nominal * (house_look.shore_least + house_look.shore_vary * u +
                          house_look.shore_close * closeness * rare);
    double high = house_look.least + house_look.vary * draw(key, DRAW_ROOF, ZERO_TO_ONE) +
                  house_look.rare * rare * u +
                  closeness * (house_look.close + house_look.close_rare * rare);
    return high * (nominal * rows[row].high);
}

static void add_house(const rl_frame *frame, int row, const row_cells *c, int64_t cell,
                      double lights, city_row *out)
{
    uint64_t stream = hash_key(frame->scene.seed, CITY_STREAM + (uint64_t)row);
    uint64_t key = hash_at(stream, 0, exact_wrap(cell, c->period));
    double x = jittered_x(c, cell, key, house_look.jitter);
    double middle = ((double)cell + 0.5) * c->apart;
    int is_hero = row == HERO_ROW &&
                  exact_abs(offset_from(frame, middle, greater_centre(frame))) <= 0.5 * c->apart;
    if (!is_hero && draw(key, DRAW_THERE, ZERO_TO_ONE) > rows[row].there)
        return;
    double nominal = frame->scene.city_height;
    double high = is_hero ? nominal : height_at(frame, row, x, key);
    site s = {.frame = frame,
              .row = out,
              .x = 0.5 * frame->width + x * frame->unit,
              .house = out->houses,
              .has_windows = 1};
    int first = out->parts;
    light_faces(&s, key);
    if (is_hero) { /* The highest tower shows two faces. */
        s.is_round = 0;
        s.turn = s.turn > 0.0 ? s.turn : house_look.hero_turn;
    }
    city_house *house = &out->house[out->houses++];
    arrange_windows(frame, key, high, lights, house);
    if (is_hero)
        build_hero(&s, key, high, lights);
    else if (high > house_look.tower_from * nominal)
        build_tower(&s, key,
                    exact_clamp(high * draw(key, DRAW_WIDE, house_look.tower_wide),
                                house_look.tower_half_least, house_look.tower_half_most),
                    high, lights);
    else
        build_low(&s, key, c->apart * draw(key, DRAW_WIDE, house_look.wide), high, row);
    house->x = s.x;
    for (int i = first; i < out->parts; i++)
        for (int k = 0; k < 3; k++)
            house->top = exact_max(house->top, out->part[i].top[k]);
    for (int i = first; i < out->parts; i++)
        out->part[i].high = house->top;
}

/* ---- lamps of the quay ----------------------------------------------------------------- */

static const struct {
    double apart;    /* U, width of the cell of a lamp */
    double there;    /* probability that a cell has a lamp */
    double jitter;   /* cells to either side */
    double height;   /* U */
    city_range vary; /* factor of the height */
    double radius;   /* U */
    double halo;     /* brightness of its halo where all lights are on, 0..1 */
} quay_lamp = {
    .apart = 0.0165,
    .there = 0.80,
    .jitter = 0.2,
    .height = 0.0062,
    .vary = {0.85, 1.15},
    .radius = 0.0011,
    .halo = 0.30,
};

static const double lamp_kinds[] = {0.70, 0.90, 1.0}; /* cumulative probabilities */

/* Linear light of a sodium lamp, a warm and a cold white one. */
static const float lamp_colours[][3] = {
    {1.0f, 0.60f, 0.24f}, {1.0f, 0.86f, 0.60f}, {0.72f, 0.84f, 1.0f}};

static void add_lamp(const rl_frame *frame, const row_cells *c, int64_t cell, double lights,
                     city_row *out)
{
    uint64_t stream = hash_key(frame->scene.seed, CITY_STREAM + CITY_QUAY);
    uint64_t key = hash_at(stream, 0, exact_wrap(cell, c->period));
    if (draw(key, DRAW_THERE, ZERO_TO_ONE) > quay_lamp.there)
        return;
    double x = jittered_x(c, cell, key, quay_lamp.jitter), unit = frame->unit;
    int kind = select_form(draw(key, DRAW_TONE, ZERO_TO_ONE), lamp_kinds);
    city_lamp *lamp = &out->lamp[out->lamps++];
    *lamp = (city_lamp){.x = 0.5 * frame->width + x * unit,
                        .y = quay_lamp.height * draw(key, DRAW_HIGH, quay_lamp.vary) * unit,
                        .radius = (float)(quay_lamp.radius * unit),
                        .halo = (float)(quay_lamp.halo * lights)};
    for (int i = 0; i < 3; i++)
        lamp->colour[i] = lamp_colours[kind][i];
}

/* ---- a row --------------------------------------------------------------------------- */

/* Finds the columns (pixels of the whole picture) that thing `i` of a row may touch. */
typedef void find_extent(const rl_frame *frame, const city_row *row, int i, double *left,
                         double *right);

static void extent_of_part(const rl_frame *frame, const city_row *row, int i, double *left,
                           double *right)
{
    *left = row->part[i].left - CITY_SWING * frame->unit;
    *right = row->part[i].right + CITY_SWING * frame->unit;
}

static void extent_of_lamp(const rl_frame *frame, const city_row *row, int i, double *left,
                           double *right)
{
    *left = row->lamp[i].x - CITY_HALO_REACH * frame->unit;
    *right = row->lamp[i].x + CITY_HALO_REACH * frame->unit;
}

/* Lists the things of each block by a counting sort: pass 0 counts, pass 1 stores. */
static rl_status make_index(const rl_frame *frame, const city_row *row, int things,
                            find_extent *extent, city_index *out, rl_error *error)
{
    size_t blocks = (size_t)frame->blocks;
    int *next = arena_zeroed(frame->arena, 2 * blocks + 2, sizeof *next);
    for (int pass = 0; pass < 2 && next != NULL; pass++) {
        for (int i = 0; i < things; i++) {
            double left, right;
            extent(frame, row, i, &left, &right);
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
    return status_no_memory("city", error);
}

/* Returns the greatest height of the parts and halos of a block, pixels above the water. */
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
    row_cells c = {.apart = is_quay ? quay_lamp.apart : rows[row].apart};
    c.period = noise_fit_cell(frame->loop, &c.apart);
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    c.first = exact_floor((left - CITY_WIDEST(frame)) / c.apart);
    c.end = exact_floor((left + frame->columns / frame->unit + CITY_WIDEST(frame)) / c.apart) + 1;
    size_t room = (size_t)(c.end - c.first) + 1;
    out->house = arena_array(frame->arena, room, sizeof *out->house);
    out->part = arena_array(frame->arena, room, PARTS_PER_HOUSE * sizeof *out->part);
    out->lamp = arena_array(frame->arena, room, sizeof *out->lamp);
    TRY(status_memory(out->house != NULL && out->part != NULL && out->lamp != NULL, "city", error));
    for (int64_t cell = c.first; cell < c.end; cell++) {
        if (is_quay)
            add_lamp(frame, &c, cell, lights, out);
        else
            add_house(frame, row, &c, cell, lights, out);
    }
    TRY(make_index(frame, out, out->parts, extent_of_part, &out->parts_in, error));
    TRY(make_index(frame, out, out->lamps, extent_of_lamp, &out->lamps_in, error));
    out->block_high = arena_array(frame->arena, (size_t)frame->blocks, sizeof *out->block_high);
    TRY(status_memory(out->block_high != NULL, "city", error));
    for (int b = 0; b < frame->blocks; b++)
        out->block_high[b] = high_of(frame, out, b);
    return RL_OK;
}
