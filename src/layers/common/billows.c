/* billows.c - the cells of the noise of clouds and smoke, and their colours. */
#include "layers/common/billows.h"

#include "base/exact.h"
#include "base/hash.h"
#include "ridge/noise.h"

/* Widths of an octave's cells: */
#define CELL_WHOLE_PX 4.0 /* pixels from which it has its full weight */
#define CELL_GONE_PX 1.5  /* pixels below which it has none */

#define CLOUD_SUN 0.90    /* least lightness of the light of the sun, OKLab */
#define CLOUD_CHROMA 0.65 /* share of the chroma that a darker sun has in its light */

#define NODES_IN_CELL 16 /* least number of nodes per cell of the first octave */

int32_t *billows_cells(arena *memory, uint64_t key)
{
    int32_t *cell = arena_array(memory, BILLOWS_SIDE * BILLOWS_SIDE, sizeof *cell), *next = cell;
    uint8_t above[BILLOWS_SIDE + 1], below[BILLOWS_SIDE + 1];
    for (int j = 0; j < BILLOWS_SIDE && cell != NULL; j++) {
        int under = (j + 1) % BILLOWS_SIDE;
        noise_directions(key, 0, 0, j, BILLOWS_SIDE + 1, BILLOWS_SIDE, above);
        noise_directions(key, 0, 0, under, BILLOWS_SIDE + 1, BILLOWS_SIDE, below);
        for (int i = 0; i < BILLOWS_SIDE; i++)
            *next++ = above[i] >> 1 | above[i + 1] >> 1 << 3 | below[i] >> 1 << 6 |
                      below[i + 1] >> 1 << 9;
    }
    return cell;
}

int billows_fade(double cell_px, double gain, float weight[BILLOWS_OCTAVES])
{
    double share = 1.0, sum = 0.0, px = cell_px;
    for (int k = 0; k < BILLOWS_OCTAVES; k++, share *= gain, px *= 0.5) {
        sum += share;
        weight[k] = (float)(share * exact_smoothstep(CELL_GONE_PX, CELL_WHOLE_PX, px));
    }
    for (int k = 0; k < BILLOWS_OCTAVES; k++)
        weight[k] /= (float)sum;
    int shift = 0;
    while (shift < 3 && cell_px >= NODES_IN_CELL << (shift + 1))
        shift++;
    return shift;
}

int32_t billows_shift(uint64_t key, int part, int64_t index)
{
    return (int32_t)(hash_at(key, part, index) >> 40) % (BILLOWS_SIDE * BILLOWS_SIDE);
}

static shade_colour encode(const rl_frame *frame, oklab colour)
{
    return shade_encode(frame, colour_oklab_to_linear(colour));
}

billows_light billows_light_of(const rl_frame *frame)
{
    const rl_palette *palette = &frame->scene.palette;
    const frame_light *light = &frame->light;
    oklab sun = colour_to_oklab(palette->sun);
    if (sun.l < CLOUD_SUN) /* a red sun lights clouds paler than it is */
        sun = (oklab){CLOUD_SUN, CLOUD_CHROMA * sun.a, CLOUD_CHROMA * sun.b};
    oklab above = light->sky.colour[light->sky.count > 2 ? light->sky.count - 2 : 0];
    return (billows_light){
        .shade = encode(frame, colour_mix_oklab(above, light_land(palette, 0.5), 0.28)),
        .lit = encode(frame, colour_mix_oklab(light->mist, sun, 0.80)),
        .sun = encode(frame, colour_mix_oklab(sun, light->glow_lab, 0.38)),
        .sky = 0.42f,
        .light = frame->scene.moon > 0 ? 0.45f : 1.0f,
    };
}
