/* motion.c - films: what a frame takes beyond what all of them share. */
#include "bench.h"

#define MS 1e3
#define NO_REFERENCE 1.0

/* From so many frames on a film keeps its land. */
enum { FEW = 9, MANY = 41, DAY = 96, PIPE = 60, SEEDS = 4 };

static double film_s(const bench *b, const char *motion, const char *size, int seed, int frames)
{
    char seeds[24], count[24];
    (void)snprintf(seeds, sizeof seeds, "--seed=%d", seed);
    (void)snprintf(count, sizeof count, "--frames=%d", frames);
    return child_run((const char *const[]){b->program, "animate", motion, "-s", size, seeds, count,
                                           "--threads=1", "-q", "-f", "null", "-o", "-", NULL})
        .cpu_s;
}

/* Milliseconds of CPU a frame: a long film less a short one. */
static double frame_ms(const bench *b, const char *motion, int seed)
{
    double few = film_s(b, motion, "1920x1080", seed, FEW);
    return MS * (film_s(b, motion, "1920x1080", seed, MANY) - few) / (MANY - FEW);
}

void motion_all(const bench *b)
{
    for (int i = 0; i < b->pairs; i++) {
        double weather = 0.0, day = 0.0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            weather += frame_ms(b, "--weather", seed) / SEEDS;
            day += film_s(b, "--day", "960x540", seed, DAY) / SEEDS;
        }
        figures_add("weather", weather, NO_REFERENCE);
        figures_add("day", day, NO_REFERENCE);
        figures_add("scroll", frame_ms(b, "--scroll", 2), NO_REFERENCE);
        figures_add("scroll.woods", frame_ms(b, "--scroll", 4), NO_REFERENCE);
    }
}

/* CPU of both processes of a pipe, of which the shell waits for each. */
static double pipe_s(const bench *b, const char *format, const char *input)
{
    char command[1600];
    (void)snprintf(command, sizeof command,
                   "'%s' animate --scroll -s 1920x1080 --seed=2 --frames=%d -q -f %s -o - | "
                   "ffmpeg -v error -nostdin -f %s -i - -pix_fmt yuv420p -c:v libx264 "
                   "-preset ultrafast -f null -",
                   b->program, PIPE, format, input);
    return child_run((const char *const[]){"/bin/sh", "-c", command, NULL}).cpu_s;
}

void motion_pipe(const bench *b)
{
    for (int i = 0; i < b->pairs; i++) {
        double film = pipe_s(b, "y4m", "yuv4mpegpipe");
        figures_add("pipe", film, pipe_s(b, "ppm", "image2pipe -c:v ppm"));
    }
}
