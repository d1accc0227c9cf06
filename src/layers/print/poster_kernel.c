/* poster_kernel.c - prints a layer as a poster. */
#include "layers/print/poster.h"
#include "layers/print/print_lanes.h"

#define STEP 0.069f          /* encoded sRGB that unit noise moves the edge of two flats by */
#define SKY_WANDER 0.15f     /* how far edges of flats wander, steps */
#define LAND_WANDER 0.10f    /* as SKY_WANDER */
#define SKY_SPRAY 0.36f      /* how far spray goes beyond an edge, steps */
#define LAND_SPRAY 0.27f     /* as SKY_SPRAY */
#define SHAPE 0.014f         /* least difference from the base of light and of shade, OKLab */
#define SHAPE_DEEP 0.048f    /* least difference of deep shade, OKLab */
#define SHAPE_SPRAY 0.0072f  /* how far spray goes beyond an edge of a shape, OKLab */
#define SPRAY (1.0 / 1080.0) /* size of a dot of spray, U */
#define MOST_DOTS 3          /* dots of spray across a large pixel whose mean is shown */
#define MOON_LIT 0.05f       /* least lightness of a lit moon above the sky's, OKLab */
#define STAR 0.10f           /* least lightness of a star above the sky's, OKLab */
#define HUNG 0.10f           /* least lightness of the sky above that of a thing in it, OKLab */
#define HARD 2.0f            /* factor of the slope of coverage at edges */

#define FARTHEST 1e9f                     /* more than any distance of an ink */
#define LITTLE 1e-4f                      /* more than errors of distances and of detail */
enum { INK_BITS = POSTER_MOST_INKS - 1 }; /* bits that hold the number of an ink */

/* Widths and heights of the cells of the noise along which edges of flats wander, U; factor of both
 * for the fine noise. */
#define SKY_WIDE 0.16
#define SKY_HIGH 0.05
#define LAND_WIDE 0.08
#define LAND_HIGH 0.03
#define FINE 0.5
#define FINE_SHARE 0.5f /* strength of the fine noise, relative to the broad one's */

/* The wandering of edges is linear between columns this far apart where cells of its noise are at
 * least CELL_STEPS times as wide. */
enum { WANDER_STEP = 16, WANDER_PIECES = TILES_BLOCK / WANDER_STEP, CELL_STEPS = 3 };

print_layer KERNEL(poster);

/* ---- noise -------------------------------------------------------------------------------- */

typedef struct spray {
    print_noise dots[MOST_DOTS]; /* rows of dots in the row of pixels */
    int many;                    /* dots across a pixel; more than 1 in small pictures */
    print_noise broad, fine;
    float reach;                     /* reach of the spray, encoded sRGB */
    float wander;                    /* reach of wandering edges, encoded sRGB */
    int has_fine;                    /* 1 = the wandering has both noises, 0 = `broad` alone */
    int is_smooth;                   /* 1 = `bends` has the wandering */
    float bends[WANDER_PIECES + 16]; /* at each WANDER_STEP columns; room for all lanes */
} spray;

LANES_INLINE lanes_f wander_of(const spray *s, int at)
{
    lanes_f sum = print_noise_at(&s->broad, at);
    if (s->has_fine)
        sum += lanes_of(FINE_SHARE) * print_noise_at(&s->fine, at);
    return sum * lanes_of(s->wander);
}

/* Returns the number of dots across a pixel. */
LANES_INLINE int dots_across(const print_block *block)
{
    return (int)exact_clamp(block->px / SPRAY + 0.5, 1.0, MOST_DOTS);
}

/* Prepares several rows of dots in a row of large pixels. */
LANES_PART void open_dots(const print_block *block, spray *s)
{
    print_block one = *block;
    for (int i = 0; i < s->many; i++) {
        one.y = block->y + ((i + 0.5) / s->many - 0.5) * block->px;
        s->dots[i] = print_noise_row(&one, 1, SPRAY, SPRAY);
    }
}

LANES_INLINE void open_spray(const print_block *block, const poster_data *poster, spray *s)
{
    s->has_fine = block->sheet->material == PRINT_SKY;
    s->many = dots_across(block);
    s->dots[0] = print_noise_row(block, 1, SPRAY, SPRAY);
    if (s->many > 1)
        open_dots(block, s);
    if (s->has_fine) {
        s->broad = print_noise_row(block, 2, SKY_WIDE, SKY_HIGH);
        s->fine = print_noise_row(block, 3, FINE * SKY_WIDE, FINE * SKY_HIGH);
    } else {
        s->broad = print_noise_row(block, 2, LAND_WIDE, LAND_HIGH);
        s->fine.rate = s->broad.rate;
    }
    s->reach = STEP * poster->grain * (s->has_fine ? SKY_SPRAY : LAND_SPRAY);
    s->wander = STEP * (s->has_fine ? SKY_WANDER : LAND_WANDER);
    s->is_smooth = s->fine.rate * (float)(WANDER_STEP * CELL_STEPS) < 1.0f;
    if (!s->is_smooth)
        return;
    float broad = s->broad.rate, fine = s->fine.rate;
    s->broad.rate *= (float)WANDER_STEP;
    s->fine.rate *= (float)WANDER_STEP;
    for (int i = 0; i <= WANDER_PIECES; i += LANES)
        lanes_store(s->bends + i, wander_of(s, i));
    s->broad.rate = broad;
    s->fine.rate = fine;
}

/* Returns how far the wandering of edges moves LANES columns, encoded sRGB. */
LANES_INLINE lanes_f wander_at(const spray *s, int at)
{
    if (!s->is_smooth)
        return wander_of(s, at);
    int piece = at / WANDER_STEP;
    lanes_f x = lanes_to_f(lanes_count() + lanes_of_i(at % WANDER_STEP));
    float from = s->bends[piece], rise = (s->bends[piece + 1] - from) / (float)WANDER_STEP;
    return lanes_of(from) + lanes_of(rise) * x;
}

/* Returns the cubes of white noise, -1..1, one value for each dot: cubes keep near an edge.  `part`
 * is the place in the pixels, pixels from their middles. */
LANES_INLINE lanes_f dots_at(const print_noise *noise, int at, float part)
{
    lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(at)) + lanes_of(part);
    lanes_f x = lanes_of(noise->part) + column * lanes_of(noise->rate);
    lanes_i cell = print_wrapped(lanes_floor(x) + lanes_of_i(noise->cell), noise->period);
    lanes_f g = print_corner(cell, noise->row[0]);
    return g * g * g;
}

/* ---- inks --------------------------------------------------------------------------------- */

/* A lanes_rgb of this file is encoded sRGB. */

LANES_INLINE lanes_rgb colour_at(const tile_colours *colours, int at)
{
    lanes_rgb c = {lanes_load(colours->r + at), lanes_load(colours->g + at),
                   lanes_load(colours->b + at)};
    return c;
}

/* Returns the inks nearest to colours, 0xRRGGBB.  The lowest bits of a distance are the number of
 * its ink, so that one minimum finds both. */
LANES_INLINE lanes_i nearest(const poster_inks *inks, lanes_rgb c)
{
    lanes_f least = lanes_of(FARTHEST);
    for (int i = 0; i < inks->count; i++) {
        lanes_f way = lanes_of(inks->n[i]) - lanes_of(inks->r[i]) * c.r -
                      lanes_of(inks->g[i]) * c.g - lanes_of(inks->b[i]) * c.b;
        lanes_i bits = (lanes_bits(way) & lanes_of_i(~INK_BITS)) | lanes_of_i(i);
        least = lanes_min(least, lanes_from_bits(bits));
    }
    lanes_i ink = lanes_bits(least) & lanes_of_i(INK_BITS);
#if LANES == 16 /* all inks are in one vector */
    return lanes_bits(lanes_pick(lanes_from_bits(lanes_load_i(inks->rgb)), ink));
#else
    return lanes_look_up_i(inks->rgb, ink);
#endif
}

LANES_INLINE lanes_rgb colour_of(lanes_i rgb)
{
    lanes_rgb c = {lanes_sample(rgb, 16), lanes_sample(rgb, 8), lanes_sample(rgb, 0)};
    return c;
}

LANES_INLINE void put_colour(tile_colours *colours, int at, lanes_rgb c)
{
    lanes_store(colours->r + at, c.r);
    lanes_store(colours->g + at, c.g);
    lanes_store(colours->b + at, c.b);
}

/* Returns table[index], 0 <= index < 4. */
LANES_INLINE lanes_f tone_at(const float *table, lanes_i index)
{
#if LANES == 1
    return lanes_look_up(table, index);
#else
    return lanes_pick(lanes_load(table), index);
#endif
}

/* Adds the shapes of light and shade to the smooth colour of land. */
LANES_INLINE lanes_rgb shaped(const poster_data *poster, lanes_rgb base, lanes_f detail)
{
    lanes_i is_lit = lanes_less(lanes_of(SHAPE), detail);
    lanes_i is_dark = lanes_less(detail, lanes_of(-SHAPE));
    lanes_i is_deep = lanes_less(detail, lanes_of(-SHAPE_DEEP));
    lanes_i tone = (is_lit & lanes_of_i(POSTER_LIGHT)) + (is_dark & lanes_of_i(POSTER_DARK)) +
                   (is_deep & lanes_of_i(POSTER_DEEP - POSTER_DARK));
    lanes_rgb sum = {base.r + tone_at(poster->tone[0], tone),
                     base.g + tone_at(poster->tone[1], tone),
                     base.b + tone_at(poster->tone[2], tone)};
    return sum;
}

/* ---- edges -------------------------------------------------------------------------------- */

/* Returns a share as the nearest half, so that mixtures at edges are few. */
LANES_INLINE lanes_f in_halves(lanes_f share)
{
    return lanes_to_f(lanes_floor(share * lanes_of(2.0f) + lanes_of(0.5f))) * lanes_of(0.5f);
}

LANES_INLINE void mix_channel(float *channel, int at, lanes_f ink, lanes_f share)
{
    lanes_f mixed = lanes_mix(lanes_load(channel + at), ink, share);
    lanes_i rounded = lanes_floor(mixed * lanes_of(255.0f) + lanes_of(0.5f));
    lanes_store(channel + at, lanes_to_f(rounded) * lanes_of(1.0f / 255.0f));
}

LANES_INLINE void mix_ink(tile_colours *colours, int at, int32_t rgb, lanes_f share)
{
    lanes_i ink = lanes_of_i(rgb);
    mix_channel(colours->r, at, lanes_sample(ink, 16), share);
    mix_channel(colours->g, at, lanes_sample(ink, 8), share);
    mix_channel(colours->b, at, lanes_sample(ink, 0), share);
}

/* Place of the disc of the sun or moon, for a row: columns of the block. */
typedef struct poster_disc {
    int is_near; /* 1 = the row meets it */
    float x, y2, radius;
} poster_disc;

static poster_disc disc_of(const print_block *block)
{
    const rl_frame *frame = block->frame;
    const frame_light *light = &frame->light;
    double column = block->x / block->px + 0.5 * frame->width;
    double row = block->y / block->px + 0.5 * frame->height;
    double x = frame_around(frame, light->sun_x, column) - column, y = light->sun_y - row;
    double beside = x - exact_clamp(x, 0.0, TILES_BLOCK), reach = light->sun_radius + 2.0;
    poster_disc disc = {.is_near = block->sheet->material == PRINT_SKY && light->sun_radius > 0.0 &&
                                   beside * beside + y * y < reach * reach,
                        .x = (float)x,
                        .y2 = (float)(y * y),
                        .radius = (float)light->sun_radius};
    return disc;
}

/* Prints the disc; `excess` is the lightness above that of the sky without it. */
LANES_INLINE void put_disc(const print_block *block, const poster_data *poster,
                           const poster_disc *disc, int at, lanes_f excess)
{
    lanes_f x = lanes_to_f(lanes_count() + lanes_of_i(at)) - lanes_of(disc->x);
    lanes_f way = lanes_sqrt(x * x + lanes_of(disc->y2));
    lanes_f share = lanes_clamp(lanes_of(disc->radius + 0.5f) - way, 0.0f, 1.0f);
    if (poster->has_phase)
        share = lanes_choose(lanes_less(lanes_of(MOON_LIT), excess), share, lanes_of(0.0f));
    mix_ink(block->colours, at, poster->sky.rgb[0], in_halves(share));
}

/* ---- layers ------------------------------------------------------------------------------- */

/* Returns whether the coverage of a layer is partial in wide areas, which would mix inks: smoke,
 * the light of lava, which is land without ground, and reflections of land and of a city. */
LANES_INLINE int is_blurred(const print_block *block)
{
    const poster_data *poster = block->frame->print->data;
    print_material material = block->sheet->material;
    return material == PRINT_SKY || material == PRINT_WATER ||
           (material == PRINT_LAND && block->sheet->crest == NULL) ||
           (material == PRINT_THING && block->frame->scene.city_height > 0.0 &&
            (float)block->y > poster->shore);
}

/* Returns 1 if a group of columns shows nothing; else rounds its coverage, to none or all if it is
 * blurred.  Coverage is rounded less where pixels are larger than dots, whose colours are mixed. */
LANES_INLINE int is_empty(const print_block *block, int at)
{
    if (print_is_empty(block, at))
        return 1;
    lanes_f covered = lanes_load(block->covered + at), half = lanes_of(0.5f), one = lanes_of(1.0f);
    if (!lanes_any(lanes_less(covered, one)))
        return 0;
    const poster_data *poster = block->frame->print->data;
    int is_mixed = dots_across(block) > 1 && poster->grain > 0.0f, has_blur = is_blurred(block);
    if (is_mixed && !has_blur)
        return 0;
    lanes_f whole = lanes_choose(lanes_less(covered, half), lanes_of(0.0f), one);
    lanes_f hard = in_halves(lanes_clamp((covered - half) * lanes_of(HARD) + half, 0.0f, 1.0f));
    covered = has_blur && !is_mixed ? whole : hard;
    lanes_store(block->covered + at, covered);
    return !lanes_any(lanes_less(lanes_of(0.0f), covered));
}

/* Returns the lightness of painted colours above that of the base. */
LANES_INLINE lanes_f excess_of(const poster_data *poster, lanes_rgb c, lanes_rgb base)
{
    const float *of = poster->lightness;
    return (c.r - base.r) * lanes_of(of[0]) + (c.g - base.g) * lanes_of(of[1]) +
           (c.b - base.b) * lanes_of(of[2]);
}

/* Painted and smooth colours of LANES columns, and the lightness of the first above the second. */
typedef struct poster_place {
    const poster_data *poster;
    const poster_inks *inks; /* inks that may be nearest */
    print_material material;
    int has_things; /* 1 = the sky may have stars or things that hang in it */
    lanes_rgb painted, base;
    lanes_f excess, wander;
} poster_place;

LANES_INLINE lanes_rgb moved(lanes_rgb c, lanes_f by)
{
    lanes_rgb sum = {c.r + by, c.g + by, c.b + by};
    return sum;
}

LANES_INLINE lanes_i sky_inks(const poster_place *place, lanes_f spread)
{
    const poster_data *poster = place->poster;
    lanes_i inks = nearest(place->inks, moved(place->painted, spread));
    if (!place->has_things)
        return inks;
    lanes_i is_star = lanes_less(lanes_of(STAR), place->excess);
    if (poster->has_stars && lanes_any(is_star))
        inks = lanes_choose_i(is_star, nearest(&poster->sky, place->painted), inks);
    lanes_i is_hung = lanes_less(place->excess, lanes_of(-HUNG));
    if (lanes_any(is_hung)) /* balloons and birds have inks of the land */
        inks = lanes_choose_i(is_hung, nearest(&poster->land, place->painted), inks);
    return inks;
}

LANES_INLINE lanes_i land_inks(const poster_place *place, lanes_f spread, lanes_f dots)
{
    const poster_data *poster = place->poster;
    lanes_rgb c = place->painted;
    if (place->material == PRINT_LAND) {
        lanes_f detail = place->excess * lanes_of(poster->detail);
        c = shaped(poster, place->base, detail + dots * lanes_of(SHAPE_SPRAY * poster->grain));
    }
    return nearest(place->inks, moved(c, spread));
}

LANES_INLINE lanes_i inks_at(const poster_place *place, const spray *noise, lanes_f dots)
{
    lanes_f spread = place->wander + dots * lanes_of(noise->reach);
    return place->material == PRINT_SKY ? sky_inks(place, spread) : land_inks(place, spread, dots);
}

/* Returns the mean colour of the dots in large pixels.  Bytes are summed, so that the mean of equal
 * inks is exactly that ink. */
LANES_PART lanes_rgb mean_inks(const poster_place *place, const spray *noise, int at)
{
    int many = noise->many;
    lanes_i r = lanes_of_i(0), g = r, b = r, byte = lanes_of_i(255);
    for (int i = 0; i < many * many; i++) {
        float part = ((float)(i % many) + 0.5f) / (float)many - 0.5f;
        lanes_i rgb = inks_at(place, noise, dots_at(&noise->dots[i / many], at, part));
        r += (rgb >> 16) & byte;
        g += (rgb >> 8) & byte;
        b += rgb & byte;
    }
    lanes_f dots = lanes_of((float)(many * many)), unit = lanes_of(1.0f / 255.0f);
    lanes_rgb mean = {lanes_to_f(r) / dots * unit, lanes_to_f(g) / dots * unit,
                      lanes_to_f(b) / dots * unit};
    return mean;
}

/* Replaces the colours of a margin round the picture by paper. */
LANES_INLINE void put_margin(const print_block *block, const poster_data *poster, int at)
{
    const rl_frame *frame = block->frame;
    double wide = 0.5 * frame->width / frame->unit - (double)poster->margin;
    double high = 0.5 * frame->height / frame->unit - (double)poster->margin;
    lanes_f x = lanes_of((float)block->x) +
                lanes_to_f(lanes_count() + lanes_of_i(at)) * lanes_of((float)block->px);
    lanes_i is_paper = lanes_less(lanes_of((float)wide), lanes_abs(x));
    if (block->y < -high || block->y > high)
        is_paper = lanes_of_i(-1);
    if (lanes_any(is_paper))
        mix_ink(block->colours, at, poster->paper,
                lanes_choose(is_paper, lanes_of(1.0f), lanes_of(0.0f)));
}

#define SEAL_RED 0xb83a30 /* OKLab .53, .14, .08 */

/* Prints the seal; its sign is left open. */
LANES_INLINE void put_seal(const print_block *block, const print_seal *seal, int at)
{
    lanes_i is_cut;
    lanes_f share = print_coverage(block, print_seal_at(block, seal, at, &is_cut));
    share = lanes_choose(is_cut, lanes_of(0.0f), share);
    mix_ink(block->colours, at, SEAL_RED, in_halves(share));
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* What the groups of columns of a block show. */
typedef struct poster_view {
    uint64_t shown;   /* groups that may show something, as bits */
    float middle[3];  /* all colours are within `reach` of it, encoded sRGB */
    float reach[3];   /* for each channel */
    int has_things;   /* 1 = the sky may have stars or things that hang in it */
    poster_inks inks; /* inks that may be nearest */
} poster_view;

/* Extremes of groups of columns. */
typedef struct poster_extremes {
    lanes_f reach;       /* greatest distance from poster_view.middle in a channel */
    lanes_f most, least; /* greatest and least lightness of colours above the base */
} poster_extremes;

LANES_INLINE float most_of(lanes_f v)
{
    float most[LANES];
    for (int step = LANES / 2; step > 0; step /= 2)
        v = lanes_max(v, lanes_pick(v, lanes_count() ^ lanes_of_i(step)));
    lanes_store(most, v);
    return most[0];
}

LANES_INLINE void survey_group(const print_block *block, const poster_data *poster, int at,
                               poster_view *view, poster_extremes *of)
{
    print_material material = block->sheet->material;
    const tile_colours *from = material == PRINT_LAND ? block->base : block->colours;
    if (view->shown == 0) {
        view->middle[0] = from->r[at];
        view->middle[1] = from->g[at];
        view->middle[2] = from->b[at];
    }
    view->shown |= UINT64_C(1) << at / LANES;
    lanes_rgb c = colour_at(from, at);
    lanes_f r = lanes_abs(c.r - lanes_of(view->middle[0]));
    lanes_f g = lanes_abs(c.g - lanes_of(view->middle[1]));
    lanes_f b = lanes_abs(c.b - lanes_of(view->middle[2]));
    of->reach = lanes_max(of->reach, lanes_max(r, lanes_max(g, b)));
    if (material != PRINT_SKY)
        return;
    lanes_f excess = excess_of(poster, c, colour_at(block->base, at));
    of->most = lanes_max(of->most, excess);
    of->least = lanes_min(of->least, excess);
}

/* Surveys the colours that inks are chosen for. */
LANES_INLINE void survey(const print_block *block, const poster_data *poster, poster_view *view)
{
    LANES_SCRATCH poster_extremes of;
    of.reach = of.most = of.least = lanes_of(0.0f);
    view->shown = 0;
    for (int at = print_first(block); at < block->end; at += LANES)
        if (!is_empty(block, at))
            survey_group(block, poster, at, view, &of);
    view->reach[0] = view->reach[1] = view->reach[2] = most_of(of.reach);
    lanes_i is_thing = lanes_less(of.least, lanes_of(-HUNG));
    if (poster->has_stars)
        is_thing |= lanes_less(lanes_of(STAR), of.most);
    view->has_things = lanes_any(is_thing);
}

/* Surveys the nodes of the base, between which it is linear. */
static void survey_nodes(const tile_nodes *nodes, poster_view *view)
{
    for (int k = 0; k < 3; k++) {
        const float *above = nodes->above + (size_t)k * nodes->stride;
        const float *below = nodes->below + (size_t)k * nodes->stride;
        float least = above[0], most = above[0];
        for (int i = 0; i <= TILES_BLOCK >> nodes->shift; i++) {
            least = (float)exact_min((double)least, exact_min((double)above[i], (double)below[i]));
            most = (float)exact_max((double)most, exact_max((double)above[i], (double)below[i]));
        }
        view->middle[k] = 0.5f * (least + most);
        view->reach[k] = 0.5f * (most - least);
    }
}

/* Returns the inks, as bits, that may be nearest to colours within `reach` of `middle` in each
 * channel, moved by up to `spread` in all channels alike.  A distance is linear in the colours, so
 * an ink is left out if all over that box the nearest ink of its middle is nearer. */
LANES_INLINE unsigned near_inks(const poster_inks *inks, const float middle[3],
                                const float reach[3], float spread)
{
    float way[POSTER_MOST_INKS];
    unsigned near = 0;
    lanes_f red = lanes_of(middle[0]), green = lanes_of(middle[1]), blue = lanes_of(middle[2]);
    lanes_f least = lanes_of(-FARTHEST);
    for (int i = 0; i < POSTER_MOST_INKS; i += LANES) {
        lanes_i number = lanes_count() + lanes_of_i(i);
        lanes_f all = lanes_load(inks->n + i) - lanes_load(inks->r + i) * red -
                      lanes_load(inks->g + i) * green - lanes_load(inks->b + i) * blue;
        lanes_store(way + i, all);
        lanes_f marked = lanes_from_bits((lanes_bits(all) & lanes_of_i(~INK_BITS)) | number);
        marked = lanes_choose(lanes_less_i(number, lanes_of_i(inks->count)),
                              lanes_of(0.0f) - marked, least);
        least = lanes_max(least, marked);
    }
    float nearest_way = most_of(least);
    int32_t bits;
    memcpy(&bits, &nearest_way, sizeof bits);
    int best = bits & INK_BITS;
    for (int i = 0; i < POSTER_MOST_INKS; i += LANES) {
        lanes_f r = lanes_load(inks->r + i) - lanes_of(inks->r[best]);
        lanes_f g = lanes_load(inks->g + i) - lanes_of(inks->g[best]);
        lanes_f b = lanes_load(inks->b + i) - lanes_of(inks->b[best]);
        lanes_f side = lanes_abs(r) * lanes_of(reach[0]) + lanes_abs(g) * lanes_of(reach[1]) +
                       lanes_abs(b) * lanes_of(reach[2]) + lanes_abs(r + g + b) * lanes_of(spread);
        lanes_f ahead = lanes_load(way + i) - lanes_of(way[best]) - side;
        near |= lanes_signs(~lanes_less(lanes_of(LITTLE), ahead)) << i;
    }
    return near & ((1u << inks->count) - 1u);
}

/* Returns the inks, as bits, that may be nearest to tones of land. */
LANES_INLINE unsigned near_tones(const poster_data *poster, const poster_view *view, float spread)
{
    unsigned near = 0;
    for (int tone = 0; tone < POSTER_TONES; tone++) {
        float c[3];
        for (int k = 0; k < 3; k++)
            c[k] = view->middle[k] + poster->tone[k][tone];
        near |= near_inks(&poster->land, c, view->reach, spread);
    }
    return near;
}

/* Returns the inks of a layer's set, as bits, that a block may show. */
LANES_INLINE unsigned inks_of(const print_block *block, const poster_data *poster,
                              const poster_view *view)
{
    int is_sky = block->sheet->material == PRINT_SKY;
    float wander = is_sky ? SKY_WANDER * (1.0f + FINE_SHARE) : LAND_WANDER;
    float spread = STEP * (wander + (is_sky ? SKY_SPRAY : LAND_SPRAY) * poster->grain);
    if (block->sheet->material == PRINT_LAND)
        return near_tones(poster, view, spread);
    return near_inks(is_sky ? &poster->gradient : &poster->land, view->middle, view->reach, spread);
}

/* Finds the inks of a block from the nodes of its base and keeps them for further rows. */
LANES_PART void keep_inks(const print_block *block, const poster_data *poster)
{
    LANES_SCRATCH poster_view view;
    survey_nodes(block->nodes, &view);
    unsigned near = inks_of(block, poster, &view);
    int is_one = (near & (near - 1)) == 0;
    *block->kept = near | (is_one ? PRINT_ALONE : 0);
}

/* Finds what a block shows. */
LANES_INLINE void view_block(const print_block *block, const poster_data *poster, poster_view *view)
{
    const poster_inks *all =
        block->sheet->material == PRINT_SKY ? &poster->gradient : &poster->land;
    unsigned near;
    if (block->kept != NULL) {
        if (block->nodes != NULL)
            keep_inks(block, poster);
        near = *block->kept & ~PRINT_ALONE;
        view->shown = UINT64_MAX;
        view->has_things = 0;
    } else {
        survey(block, poster, view);
        near = view->shown != 0 ? inks_of(block, poster, view) : 0;
    }
    view->inks.count = 0;
    for (; near != 0; near &= near - 1)
        poster_add_ink(&view->inks, all, __builtin_ctz(near));
}

/* Prints LANES columns of a smooth sky with two inks. */
LANES_INLINE void print_two(const print_block *block, const poster_inks *inks, const spray *noise,
                            int at)
{
    float r = inks->r[1] - inks->r[0], g = inks->g[1] - inks->g[0], b = inks->b[1] - inks->b[0];
    lanes_rgb c = colour_at(block->colours, at), one = colour_of(lanes_of_i(inks->rgb[0]));
    lanes_rgb other = colour_of(lanes_of_i(inks->rgb[1]));
    lanes_f dots = dots_at(noise->dots, at, 0.0f);
    lanes_f spread = wander_at(noise, at) + dots * lanes_of(noise->reach);
    lanes_f ahead = lanes_of(inks->n[1] - inks->n[0]) - c.r * lanes_of(r) - c.g * lanes_of(g) -
                    c.b * lanes_of(b) - spread * lanes_of(r + g + b);
    lanes_i is_one = lanes_less(lanes_of(0.0f), ahead);
    c.r = lanes_choose(is_one, one.r, other.r);
    c.g = lanes_choose(is_one, one.g, other.g);
    c.b = lanes_choose(is_one, one.b, other.b);
    put_colour(block->colours, at, c);
}

/* Prints LANES columns from column `at` on. */
LANES_INLINE void print_columns(const print_block *block, const spray *noise, int at,
                                poster_place *place)
{
    place->painted = colour_at(block->colours, at);
    if (place->material <= PRINT_SKY) {
        place->base = colour_at(block->base, at);
        place->excess = excess_of(place->poster, place->painted, place->base);
    }
    place->wander = wander_at(noise, at);
    if (noise->many > 1) {
        LANES_SCRATCH poster_place many = *place; /* so that the usual one stays in registers */
        put_colour(block->colours, at, mean_inks(&many, noise, at));
    } else {
        put_colour(block->colours, at,
                   colour_of(inks_at(place, noise, dots_at(noise->dots, at, 0.0f))));
    }
}

void KERNEL(poster)(const print_block *block)
{
    const poster_data *poster = block->frame->print->data;
    LANES_SCRATCH poster_view view;
    LANES_SCRATCH spray noise;
    LANES_SCRATCH poster_place place;
    view_block(block, poster, &view);
    if (view.shown == 0)
        return;
    poster_disc disc = disc_of(block);
    place.poster = poster;
    place.inks = &view.inks;
    place.material = block->sheet->material;
    place.has_things = view.has_things;
    int is_flat = view.inks.count == 1 && !view.has_things;
    int is_two = view.inks.count == 2 && block->kept != NULL && place.material == PRINT_SKY &&
                 dots_across(block) == 1;
    int has_seal = print_meets_seal(block, &poster->seal);
    if (!is_flat)
        open_spray(block, poster, &noise);
    for (int at = print_first(block); at < block->end; at += LANES) {
        if (block->kept != NULL ? is_empty(block, at) : (view.shown >> at / LANES & 1) == 0)
            continue;
        lanes_f excess = lanes_of(0.0f);
        if (disc.is_near)
            excess = excess_of(poster, colour_at(block->colours, at), colour_at(block->base, at));
        if (is_flat)
            put_colour(block->colours, at, colour_of(lanes_of_i(view.inks.rgb[0])));
        else if (is_two)
            print_two(block, &view.inks, &noise, at);
        else
            print_columns(block, &noise, at, &place);
        if (disc.is_near)
            put_disc(block, poster, &disc, at, excess);
        if (has_seal)
            put_seal(block, &poster->seal, at);
        if (poster->margin > 0.0f)
            put_margin(block, poster, at);
    }
}

KERNEL_TABLE_WIDE(print_layer, poster_layers, poster);
