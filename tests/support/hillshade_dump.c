/* hillshade_dump.c - a map and our hillshade of it, as files that GDAL reads.
 *
 * hillshade_dump SEED AZIMUTH ALTITUDE Z CELL FOLDER writes map.asc (metres, in single
 * precision) and ours.pgm.  A program of its own: see tests/proofs/oracles-maps.sh.
 */
#include <stdio.h>
#include <stdlib.h>

#include "ridge/noise.h"
#include "map/lamp.h"

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

static int write_shades(const heightmap *map, const rl_map_rules *rules, const char *folder)
{
    static uint8_t row[SIDE];
    hillshade light = hillshade_of(rules);
    FILE *file = create(folder, "ours.pgm");
    if (file == NULL)
        return 0;
    fprintf(file, "P5\n%d %d\n255\n", SIDE, SIDE);
    for (int y = 0; y < SIDE; y++) {
        hillshade_row(&light, map, y, row);
        fwrite(row, 1, SIDE, file);
    }
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
