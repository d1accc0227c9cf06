/* plain_kernel.c - paints the pixels of a plain: light and dark patches, a river with its banks.
 *
 * Compiled for each width of lanes.h.
 */
#include "layers/common/plane_lanes.h"
#include "layers/common/sand_lanes.h"
#include "layers/land/plain.h"
#include "paint/pixels_lanes.h"

/* Shrubs are domes with a lit top, a dark foot and a shadow; washes are the beds of dry streams. */
static const struct {
    float patch;      /* share of cells with a shrub that broad noise adds */
    float grows;      /* gain by which shrubs grow where more of them stand */
    float small;      /* size of the smallest shrub, in those of the largest */
    float aside, up;  /* largest shifts from the middle of a cell to a side and up, cells */
    float lobe, leaf; /* waves of the outline from its top to a side: broad and fine ones */
    float ragged;     /* change of the outline by each of these waves */
    float bowl;       /* height of the foot's ends above its middle, heights of the shrub */
    float body, top;  /* shade of a shrub at its foot; addition at its top */
    float leaves;     /* shade of leaves by these waves */
    float tone;       /* change of shade from shrub to shrub */
    float ground;     /* shade of the ground at its foot */
    float wide, flat; /* size of that shade: half widths, and height over width */
    float wash_wide;  /* broad noise over which a wash falls to nothing */
    float narrow;     /* width of a wash over that of the shade of its edges */
    float bank;       /* shade of the edges of a wash */
} scrub = {.patch = 0.55f,
           .grows = 3.0f,
           .small = 0.45f,
           .aside = 0.12f,
           .up = 0.20f,
           .lobe = 0.80f,
           .leaf = 1.9f,
           .ragged = 0.14f,
           .bowl = 0.14f,
           .body = -0.72f,
           .top = 0.55f,
           .leaves = 0.08f,
           .tone = 0.12f,
           .ground = -0.32f,
           .wide = 1.45f,
           .flat = 0.30f,
           .wash_wide = 0.055f,
           .narrow = 4.0f,
           .bank = -0.10f};

#define GREEN 0.85f     /* green of banks beside the water */
#define GREEN_FINE 0.4f /* weight of fine octaves in that green */
#define GREEN_EDGE 3.5f /* 1 / green over which banks are covered */
#define GREEN_END 3.0f  /* 1 / share of the width of banks over which green ends for certain */

#define SIZE_LEAST 1e-2f /* avoids a division by 0 */

/* Returns a sine wave at any number of turns. */
LANES_INLINE lanes_f wave_of(lanes_f turns)
{
    turns = turns - lanes_to_f(lanes_floor(turns)) - lanes_of(0.5f);
    return sine_of(turns * lanes_of(STRIPES_WHOLE));
}

/* Returns `shade` with the shrubs of a lattice, of whose cells a share `amount` has one. */
LANES_INLINE lanes_f with_shrubs(const plain_row *row, int k, lanes_f amount, lanes_f column,
                                 lanes_f shade)
{
    lanes_f one = lanes_of(1.0f), half = lanes_of(0.5f), part;
    const cell_row *cells = &row->cells[k];
    lanes_i cell = cells_at(cells, column, &part);
    lanes_f chance = half + half * grain_of(cell, cells->hash);
    if (!lanes_any(lanes_less(chance, amount)))
        return shade;
    lanes_f tone = grain_of(cell, cells->hash + 1);
    lanes_f size = lanes_clamp((amount - chance) * lanes_of(scrub.grows), 0.0f, 1.0f) *
                   lanes_mix(lanes_of(scrub.small), one, tone * tone);
    lanes_f foot = lanes_of(scrub.up) * (one + grain_of(cell, cells->hash + 3));
    lanes_f middle = half + lanes_of(scrub.aside) * grain_of(cell, cells->hash + 2);
    /* A shrub ends within its cell. */
    lanes_f side = (half - lanes_abs(middle - half)) * lanes_of(row->wide[k]);
    lanes_f above = (one - foot) * lanes_of(row->high[k]);
    size = lanes_min(size, lanes_min(side, above) * lanes_of(1.0f - scrub.ragged));
    lanes_f inverse = one / lanes_max(size, lanes_of(SIZE_LEAST));
    lanes_f x = (part - middle) * lanes_of(row->wide[k]) * inverse;
    lanes_f y = (lanes_of(cells->up) - foot) * lanes_of(row->high[k]) * inverse;
    lanes_f radius = size * lanes_of(row->shrub_px);
    lanes_f square = x * x + y * y, reach = lanes_of(scrub.wide) * radius + half;
    if (!lanes_any(lanes_less(half, radius) & lanes_less(square * radius * radius, reach * reach)))
        return shade;
    lanes_f seen = lanes_smooth(radius - half);
    lanes_f under = y * lanes_of(1.0f / scrub.flat);
    lanes_f near = one - (x * x * lanes_of(1.0f / (scrub.wide * scrub.wide)) + under * under);
    shade += lanes_of(scrub.ground) * seen * lanes_clamp(near, 0.0f, 1.0f);
    square = lanes_max(square, lanes_of(SIZE_LEAST));
    lanes_f inward = inverse_root(square), around = x * inward;
    lanes_f lobes = lanes_abs(wave_of(lanes_of(scrub.lobe) * around + chance + tone));
    lanes_f leaves =
        lanes_abs(wave_of(lanes_of(scrub.leaf) * around - chance * lanes_of(scrub.grows)));
    lanes_f out = square * inward * (one + lanes_of(scrub.ragged) * (one - lobes - half * leaves));
    lanes_f body = lanes_clamp((one - out) * radius + half, 0.0f, 1.0f) *
                   lanes_clamp((y - lanes_of(scrub.bowl) * x * x) * radius + half, 0.0f, 1.0f);
    lanes_f form = lanes_of(scrub.body) + lanes_of(scrub.top) * lanes_clamp(y, 0.0f, 1.0f) +
                   lanes_of(scrub.leaves) * (lobes + leaves - one) * lanes_clamp(out, 0.0f, 1.0f) +
                   lanes_of(scrub.tone) * tone;
    return lanes_mix(shade, form, body * seen);
}

/* The river at its banks. */
static const struct {
    float line, dark;  /* width of the waterline, share of the width of banks; its darkness, 0..1 */
    float image, most; /* width of the mirror of a bank in that unit; its greatest share, 0..1 */
    float ragged, fine; /* change of that share by noise: of all octaves, and of the fine ones */
    float dim;          /* light of the mirrored bank, relative to the bank */
    float waves;        /* weight of fine octaves in the ripples */
} river = {.line = 0.14f,
           .dark = 0.42f,
           .image = 1.15f,
           .most = 0.80f,
           .ragged = 0.35f,
           .fine = 0.30f,
           .dim = 0.62f,
           .waves = 0.4f};

/* Shares of light, shade, bank, water, the mirror of banks and the line between these in LANES
 * pixels. */
typedef struct plain_shares {
    lanes_f light, dark, bank, water, ripple, image, shore;
} plain_shares;

LANES_INLINE plain_shares shares_at(const plain_row *row, int i)
{
    lanes_f column = lanes_to_f(lanes_count() + lanes_of_i(i));
    lanes_f nought = lanes_of(0.0f);
    lanes_f sum = nought, fine = nought, broad = nought, one = lanes_of(1.0f);
    for (int k = 0; k < row->noise.octaves; k++) {
        const plane_octave *octave = &row->noise.octave[k];
        lanes_f noise = plane_noise(&row->noise, &row->span, k, column);
        sum = sum + lanes_of(octave->weight) * noise;
        broad = broad + lanes_of(row->broad[k]) * noise;
        fine = fine + lanes_of(row->fine[k]) * noise;
    }
    lanes_f rough = sum * lanes_of(row->noise.norm > 0.0f ? 1.0f / row->noise.norm : 0.0f);
    lanes_f shade = rough * lanes_of(row->contrast);
    lanes_f amount = lanes_of(row->many) + lanes_of(scrub.patch) * broad;
    if (row->wash > 0.0f) {
        lanes_f beside = lanes_abs(broad) * lanes_of(1.0f / scrub.wash_wide);
        lanes_f bed = lanes_smooth(lanes_of(1.0f) + one - beside - beside);
        lanes_f side = lanes_max(one - lanes_abs(beside - one) * lanes_of(scrub.narrow), nought);
        shade += lanes_of(row->wash) * bed + lanes_of(scrub.bank) * side;
    }
    for (int k = 0; k < PLAIN_SHRUBS; k++)
        shade = with_shrubs(row, k, amount, column, shade);
    shade = lanes_clamp(shade, -1.0f, 1.0f);
    plain_shares s = {.light = lanes_max(shade, nought), .dark = lanes_max(nought - shade, nought)};
    if (!row->has_river)
        return s;
    lanes_f beside = lanes_abs(column + lanes_of(row->way)) - lanes_of(row->half) +
                     rough * lanes_of(row->wander);
    s.ripple = one + lanes_of(row->ripple) * (rough + lanes_of(river.waves) * fine);
    lanes_f line = lanes_abs(beside) * lanes_of(1.0f / (river.line * row->bank + 1.0f));
    s.shore = lanes_of(river.dark * row->edge) * lanes_clamp(one - line, 0.0f, 1.0f);
    lanes_f image = one + beside * lanes_of(1.0f / (river.image * row->bank));
    image += lanes_of(river.ragged) * rough + lanes_of(river.fine) * fine;
    s.image = lanes_of(river.most * row->edge) * lanes_smooth(image);
    s.water = lanes_clamp(lanes_of(0.5f) - beside * lanes_of(1.0f / row->soft), 0.0f, 1.0f);
    lanes_f away = lanes_clamp(beside * lanes_of(1.0f / row->bank), 0.0f, 1.0f);
    lanes_f green = lanes_of(GREEN) - away + lanes_of(0.5f) * rough + lanes_of(GREEN_FINE) * fine;
    s.bank = lanes_smooth(green * lanes_of(GREEN_EDGE)) *
             lanes_clamp((one - away) * lanes_of(GREEN_END), 0.0f, 1.0f);
    return s;
}

LANES_INLINE lanes_f channel_at(const node_row *plane, int channel, const between *b,
                                const plain_shares *s, const plain_row *row, int is_wide)
{
    lanes_f c = line_at(&plane[3 * PLAIN_GROUND + channel], b, is_wide), bank = c;
    if (row->has_river) {
        bank = line_at(&plane[3 * PLAIN_BANK + channel], b, is_wide);
        c = lanes_mix(c, bank, s->bank);
    }
    c = c + line_at(&plane[3 * PLAIN_LIGHT + channel], b, is_wide) * s->light;
    c = c - line_at(&plane[3 * PLAIN_DARK + channel], b, is_wide) * s->dark;
    if (!row->has_river)
        return c;
    lanes_f water = line_at(&plane[3 * PLAIN_WATER + channel], b, is_wide) * s->ripple;
    water = lanes_mix(water, bank * lanes_of(river.dim), s->image);
    c = lanes_mix(c, lanes_min(water, lanes_of(1.0f)), s->water);
    return c - c * s->shore;
}

LANES_INLINE void pixels(const tile_nodes *nodes, const plain_row *row, tile_colours *out,
                         int is_wide)
{
    LANES_SCRATCH node_row plane[3 * PLAIN_PLANES];
    mix_nodes(nodes, 0, 3 * (row->has_river ? PLAIN_PLANES : PLAIN_WATER), plane);
    for (int i = first_of(nodes); i < nodes->to; i += LANES) {
        between b = between_at(nodes, i, is_wide);
        plain_shares s = shares_at(row, i);
        lanes_store(out->r + i, channel_at(plane, 0, &b, &s, row, is_wide));
        lanes_store(out->g + i, channel_at(plane, 1, &b, &s, row, is_wide));
        lanes_store(out->b + i, channel_at(plane, 2, &b, &s, row, is_wide));
    }
}

plain_kernel KERNEL(plain_pixels);

void KERNEL(plain_pixels)(const tile_nodes *nodes, const plain_row *row, tile_colours *out)
{
    BY_WIDTH(pixels, nodes, row, out);
}

KERNEL_TABLE_WIDE(plain_kernel, plain_kernels, plain_pixels);
