/* hillshade_dump.c - a map and our hillshade of it, as files that GDAL reads.
 *
 * hillshade_dump SEED AZIMUTH ALTITUDE Z CELL FOLDER writes map.asc (metres, in single
 * precision) and ours.pgm.  A program of its own: see tests/proofs/oracles-maps.sh.
 */
#include <stdio.h>
#include <stdlib.h>

#include "map/plate.h"
#include "map/plate_kernels.h"
#include "ridge/noise.h"

#define SIDE 1025
#define RELIEF 3000.0

static FILE *create(const char *folder, const char *name)
{
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "wb");
}

static void make_heights(float *h, uint64_t seed)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            h[y * SIDE + x] = (float)(0.5 + 0.5 * noise_fractal(seed, 9, x / 256.0, y / 256.0, 0));
}

static int write_asc(const float *h, const char *cell, const char *folder)
{
    FILE *file = create(folder, "map.asc");
    if (file == NULL)
        return 0;
    fprintf(file, "ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize %s\n", SIDE, SIDE, cell);
    for (int i = 0; i < SIDE * SIDE; i++)
        fprintf(file, "%.9g%c", (double)(float)((double)h[i] * RELIEF),
                i % SIDE == SIDE - 1 ? '\n' : ' ');
    return fclose(file) == 0;
}

/* A sample's shade by the kernel of the plate, from the three by three heights around it. */
static uint8_t shade_at(const plate_light *light, const heightmap *map, int x, int y)
{
    float lines[3][PLATE_LINE] = {{0}}, shade[PLATE_LINE];
    if (x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1)
        return 0;
    for (int i = 0; i < 3; i++)
        plate_line_take(map, x - 1, y + i - 1, 3, lines[i]);
    plate_kernels_of[CPU_PLAIN]->shade(
        light, (plate_rows){lines[0] + 1, lines[1] + 1, lines[2] + 1}, shade, 1);
    return shade[0] > 0.0F ? (uint8_t)(254.0 * (double)shade[0] + 1.5) : 1;
}

static int write_shades(const heightmap *map, const rl_map_rules *rules, const char *folder)
{
    plate_light light = plate_light_of(rules, &(heightmap_ground){0}, 1);
    FILE *file = create(folder, "ours.pgm");
    if (file == NULL)
        return 0;
    fprintf(file, "P5\n%d %d\n255\n", SIDE, SIDE);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            putc(shade_at(&light, map, x, y), file);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    static float h[SIDE * SIDE];
    static rl_map_rules rules;
    if (argc != 7)
        return 64;
    heightmap map = {.width = SIDE, .height = SIDE, .h = h};
    make_heights(h, strtoull(argv[1], NULL, 10));
    rules.azimuth = atof(argv[2]);
    rules.altitude = atof(argv[3]);
    rules.exaggeration = atof(argv[4]);
    rules.cell = atof(argv[5]);
    rules.relief = RELIEF;
    return write_asc(h, argv[5], argv[6]) && write_shades(&map, &rules, argv[6]) ? 0 : 73;
}
