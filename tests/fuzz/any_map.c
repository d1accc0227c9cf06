/* any_map.c - the calls of maps: from rules or from heights, painted, written, flown over,
 * streamed.  See fuzz_api.c. */
#include "fuzz/any_map.h"
#include "ridgeline-map.h"

#define SIDE 65
#define FLIGHT_SIDE 24
#define INPUT_SIDE 12

enum {
    WISH_PAINT = 1,
    WISH_WRITE = 2,
    WISH_FLY = 4,
    WISH_STREAM = 8,
    WISH_INPUT = 32,
    WISH_ODD = 64
};

static void try_write(const rl_map *map, const fuzz_memory *memory)
{
    for (int f = -1; f <= 5; f++) {
        const rl_format *known = f >= 0 ? rl_height_format_at((size_t)f) : NULL;
        const rl_height_options options = {.struct_size = sizeof options,
                                           .format = known != NULL ? known->name
                                                     : f < 0       ? NULL
                                                                   : "tiff",
                                           .metadata =
                                               f % 3 == 0 ? RL_METADATA_FULL : RL_METADATA_NONE,
                                           .title = "t"};
        rl_sink *sink = NULL;
        rl_error error;
        if (fuzz_told(rl_sink_to_memory(&sink, &memory->allocator, &error), &error) == RL_OK)
            fuzz_told(rl_map_write(map, &options, sink, &error), &error);
        rl_sink_free(sink);
    }
}

static void try_fly(const rl_map *map)
{
    static uint8_t rgb[FLIGHT_SIDE * FLIGHT_SIDE * 3];
    rl_flight *flight = NULL;
    rl_error error;
    if (fuzz_told(rl_flight_new(&flight, map, &error), &error) == RL_OK) {
        fuzz_told(rl_flight_frame(flight, 0.3, FLIGHT_SIDE, FLIGHT_SIDE, rgb, 2, &error), &error);
        fuzz_told(rl_flight_frame(flight, -1e300, 7, 3, rgb, 1, &error), &error);
        FUZZ_REQUIRE(fuzz_told(rl_flight_frame(flight, 0.0, 0, 3, rgb, 1, &error), &error) !=
                     RL_OK);
    }
    rl_flight_free(flight);
}

static void try_paint(const rl_map *map, const rl_render_options *options,
                      const fuzz_memory *memory)
{
    rl_sink *sink = NULL;
    rl_error error;
    if (fuzz_told(rl_sink_to_memory(&sink, &memory->allocator, &error), &error) == RL_OK)
        fuzz_told(rl_map_render(map, options, sink, &error), &error);
    rl_sink_free(sink);
}

static void check_measure(const rl_map *map, int width, int height)
{
    rl_map_statistics s;
    uint64_t sum = 0;
    rl_map_measure(map, &s);
    for (int i = 0; i < RL_SLOPE_BINS; i++)
        sum += s.slopes[i];
    FUZZ_REQUIRE(sum <= (uint64_t)width * (uint64_t)height);
    FUZZ_REQUIRE(s.min <= s.mean && s.mean <= s.max);
}

static void check_heights(const rl_map *map)
{
    int width, height;
    const float *heights = rl_map_heights(map, &width, &height);
    for (int i = 0; i < width * height; i++)
        FUZZ_REQUIRE(heights[i] - heights[i] == 0.0F);
    check_measure(map, width, height);
}

static void try_stream(const rl_scene *scene, const rl_map_options *how, const fuzz_memory *memory)
{
    const rl_height_options options = {.struct_size = sizeof options, .format = RL_HEIGHTS_PFM};
    rl_sink *sink = NULL;
    rl_error error;
    if (fuzz_told(rl_sink_to_memory(&sink, &memory->allocator, &error), &error) == RL_OK)
        fuzz_told(rl_map_stream(scene, how, &options, sink, &error), &error);
    rl_sink_free(sink);
}

/* Heights of a caller: a ramp, or numbers no file would give. */
static void fill_input(float *input, int is_odd)
{
    for (int i = 0; i < INPUT_SIDE * INPUT_SIDE; i++)
        input[i] = (float)(i % 37) / 36.0F;
    if (is_odd) {
        input[3] = 1e30F;
        input[40] = -1e30F;
    }
}

void any_map(const rl_scene *scene, const rl_render_options *options, int width, int height,
             unsigned wishes, const fuzz_memory *memory)
{
    static rl_scene small;
    static float input[INPUT_SIDE * INPUT_SIDE];
    rl_map *map = NULL;
    rl_error error;
    rl_map_options how = {.struct_size = sizeof how,
                          .threads = options->threads,
                          .kernels = (int)(wishes % 4),
                          .allocator = &memory->allocator};
    small = *scene;
    small.width = width > SIDE ? 1 + width % SIDE : width;
    small.height = height > SIDE ? 1 + height % SIDE : height;
    if ((wishes & WISH_INPUT) != 0) {
        fill_input(input, (wishes & WISH_ODD) != 0);
        how.input = input;
        how.input_width = how.input_height = INPUT_SIDE;
        small.width = small.height = INPUT_SIDE;
    }
    rl_status status = fuzz_told(rl_map_new(&map, &small, &how, &error), &error);
    FUZZ_REQUIRE((status == RL_OK) == (map != NULL));
    if (map != NULL) {
        fuzz_scene_again(rl_map_scene(map));
        check_heights(map);
        if ((wishes & WISH_PAINT) != 0)
            try_paint(map, options, memory);
        if ((wishes & WISH_WRITE) != 0)
            try_write(map, memory);
        if ((wishes & WISH_FLY) != 0)
            try_fly(map);
    }
    rl_map_free(map);
    if ((wishes & WISH_STREAM) != 0)
        try_stream(&small, &how, memory);
}
