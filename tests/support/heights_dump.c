/* heights_dump.c - a map in every format of heights, and what other readers must find.
 *
 * heights_dump FOLDER writes map.png, .pgm, .r16, .pfm and .asc by the library, and by
 * plain C what is in them: 16.msb and 16.lsb (samples), 32.lsb (floats, top row first),
 * metres.lsb (floats of the C library's own "%.9g").  heights_dump FILE FOLDER NAME reads a
 * file by the library and writes its floats there.  A program of its own: see
 * tests/proofs/oracles-heights.sh.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "encode/encoder.h"
#include "ridgeline-map.h"

enum { WIDE = 203, HIGH = 111, CELLS = WIDE * HIGH };

static float map[CELLS];

static int write_file(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[1000];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    return file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0;
}

static int write_format(const char *folder, const char *format, const char *name)
{
    const picture_info info = {.width = WIDE,
                               .height = HIGH,
                               .bits = BITS_HEIGHTS,
                               .high = 1.0,
                               .cell = 7.5,
                               .relief = 2345.678,
                               .title = "t",
                               .recipe = "[ridgeline]\n"};
    rl_sink *sink;
    encoder self;
    if (rl_sink_to_memory(&sink, NULL, NULL) != RL_OK)
        return 0;
    int up = encoder_bottom_first(format, &info);
    rl_status status = encoder_start(&self, format, &info, sink, NULL, NULL);
    for (int y = 0; y < HIGH && status == RL_OK; y++)
        status = encoder_rows(&self, map + (up ? HIGH - 1 - y : y) * WIDE, 1, NULL);
    if (status == RL_OK)
        status = encoder_finish(&self, NULL);
    encoder_release(&self);
    size_t size;
    const void *bytes = rl_sink_bytes(sink, &size);
    int done = status == RL_OK && write_file(folder, name, bytes, size);
    rl_sink_free(sink);
    return done;
}

static int write_expected(const char *folder)
{
    static unsigned char high[2 * CELLS], low[2 * CELLS];
    static float metres[CELLS];
    for (int i = 0; i < CELLS; i++) {
        int sample = (int)floor((double)map[i] * 65535.0 + 0.5);
        char text[40];
        high[2 * i] = low[2 * i + 1] = (unsigned char)(sample >> 8);
        high[2 * i + 1] = low[2 * i] = (unsigned char)(sample & 255);
        (void)snprintf(text, sizeof text, "%.9g", (double)map[i] * 2345.678);
        metres[i] = (float)strtod(text, NULL);
    }
    return write_file(folder, "16.msb", high, sizeof high) &&
           write_file(folder, "16.lsb", low, sizeof low) &&
           write_file(folder, "32.lsb", map, sizeof map) &&
           write_file(folder, "metres.lsb", metres, sizeof metres);
}

/* Not within 1/100 of the middle between two samples: readers of PFM round in single
 * precision, which is 1/250 of a sample there. */
static float height_at(int i)
{
    for (int level = 0;; level++) {
        float height = (float)hash_unit(hash_at(1, level, i));
        double sample = (double)height * 65535.0;
        double rest = sample - floor(sample) - 0.5;
        if (rest < -0.01 || rest > 0.01)
            return height;
    }
}

static int write_all(const char *folder)
{
    static const char *const names[] = {"map.png", "map.pgm", "map.r16", "map.pfm", "map.asc"};
    for (int i = 0; i < CELLS; i++)
        map[i] = height_at(i);
    map[0] = 0.0f;
    map[CELLS - 1] = 1.0f;
    int done = write_expected(folder);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        done = done && write_format(folder, rl_height_format_at(i)->name, names[i]);
    return done;
}

static int read_file(const char *path, const char *folder, const char *name)
{
    void *bytes;
    size_t size;
    float *heights;
    int width, height;
    rl_error error;
    if (rl_file_read(&bytes, &size, path, (size_t)1 << 30, NULL, &error) != RL_OK ||
        rl_heights_read(&heights, &width, &height, bytes, size, path, NULL, NULL, &error) !=
            RL_OK) {
        (void)fprintf(stderr, "%s\n", error.text);
        return 0;
    }
    int done = write_file(folder, name, heights, (size_t)width * (size_t)height * sizeof(float));
    rl_heights_free(heights, NULL);
    rl_file_free(bytes, NULL);
    return done;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return write_all(argv[1]) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (argc == 4)
        return read_file(argv[1], argv[2], argv[3]) ? EXIT_SUCCESS : EXIT_FAILURE;
    return EXIT_FAILURE;
}
