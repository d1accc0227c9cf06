/* test_dem.c - heights with a place on the earth: read, kept by maps, written again. */
#include "support/support.h"

#include "ridgeline-map.h"

#include <stdio.h>
#include <string.h>

static rl_data data_of(const char *text, const char *place)
{
    return (rl_data){text, text != NULL ? strlen(text) : 0, place};
}

static rl_status dem_of(rl_dem *dem, const char *text, const char *world, const char *projection)
{
    rl_data file = data_of(text, "m.asc"), beside = data_of(world, "m.wld");
    rl_data system = data_of(projection, "m.prj");
    return rl_dem_read(dem, &file, &beside, &system, NULL, NULL, &error);
}

static void dem_is_read(rl_dem *dem, const char *text, const char *world, const char *projection)
{
    rl_status status = dem_of(dem, text, world, projection);
    ck_assert_msg(status == RL_OK, "%s", error.text);
}

static void near(double got, double expected, double most)
{
    double far = got - expected;
    ck_assert_msg(far <= most && far >= -most, "%.17g: must be %.17g", got, expected);
}

static const char utm[] = "PROJCS[\"WGS_1984_UTM_Zone_33N\",GEOGCS[\"GCS_WGS_1984\","
                          "UNIT[\"Degree\",0.0174532925199433]],UNIT[\"Meter\",1.0]]\n";

TEST(esri_grid_gives_metres_and_place)
{
    rl_dem dem;
    dem_is_read(&dem,
                "ncols 3\nnrows 2\nxllcorner 500000.5\nyllcorner 5200000\ncellsize 30\n"
                "NODATA_value -32768\n100 180 -32768\n120 140.25 160\n",
                NULL, utm);
    ck_assert_int_eq(dem.is_metres, 1);
    ck_assert_int_eq(dem.reference.is_placed, 1);
    near(dem.reference.west, 500000.5, 0);
    near(dem.reference.north, 5200060, 0);
    near(dem.reference.cell_x, 30, 0);
    near(dem.reference.metres_y, 30, 0);
    near(dem.reference.nodata, -32768, 0);
    ck_assert_uint_eq(strlen(dem.reference.projection), sizeof utm - 2); /* no line end */
    const uint8_t holes[6] = {0, 0, 1, 0, 0, 0};
    ck_assert_mem_eq(dem.holes, holes, 6);
    ck_assert(dem.heights[2] >= 100.0F && dem.heights[2] <= 180.0F);
    near((double)dem.heights[4], 140.25, 0);
    rl_dem_free(&dem);
    ck_assert_ptr_null(dem.heights);
}

/* What a text as projection makes of cells of 2 at latitude 60. */
static void cells_are(const char *projection, double x, double y)
{
    rl_dem dem;
    dem_is_read(&dem, "ncols 1\nnrows 2\nxllcorner 0\nyllcorner 58\ncellsize 2\n1 2", NULL,
                projection);
    near(dem.reference.metres_x, x, 0.02);
    near(dem.reference.metres_y, y, 0.02);
    rl_dem_free(&dem);
}

/* The length of a degree at 60 degrees is from the tables of WGS 84. */
TEST(projection_units_scale_the_cell_to_metres)
{
    cells_are(NULL, 2, 2);
    cells_are("", 2, 2);
    cells_are("nonsense UNIT[", 2, 2);
    cells_are("PROJCS[\"a\",UNIT[\"m\",0],UNIT[\"m\",-5]]", 2, 2);
    cells_are("PROJCS[\"a\",UNIT[\"Degree\",0.017],UNIT[\"Foot_US\",0.3048006096012192]]", 0.6096,
              0.6096);
    cells_are("COMPD_CS[\"a\",PROJCS[\"b\",UNIT[\"km\", 1000]],VERT_CS[\"c\",UNIT[\"ft\",.3]]]",
              2000, 2000);
    cells_are("PROJCRS[\"a\",LENGTHUNIT[\"metre\",1],ANGLEUNIT[\"degree\",0.017]]", 2, 2);
    cells_are("GEOGCS[\"GCS_WGS_1984\",UNIT[\"Degree\",0.0174532925199433]]", 2 * 55799.98,
              2 * 111412.24);
}

TEST(world_file_places_a_picture_of_heights)
{
    rl_dem dem;
    /* Samples of a file that is placed are metres, of another one shares. */
    dem_is_read(&dem, "P2 2 1 1000\n250 1000", NULL, NULL);
    ck_assert_int_eq(dem.is_metres + dem.reference.is_placed, 0);
    near((double)dem.heights[0], 0.25, 0);
    rl_dem_free(&dem);
    dem_is_read(&dem, "P2 2 1 1000\n250 1000", "30\n0\n0\n-20\n1015\n2990\n", NULL);
    ck_assert_int_eq(dem.is_metres + dem.reference.is_placed, 2);
    near((double)dem.heights[0], 250, 0);
    near(dem.reference.west, 1000, 0);
    near(dem.reference.north, 3000, 0);
    near(dem.reference.cell_x, 30, 0);
    near(dem.reference.cell_y, 20, 0);
    rl_dem_free(&dem);
    static const struct {
        const char *world, *said;
    } bad[] = {
        {"30 0 0 -30 1", "m.wld:1: cut short: must hold six numbers"},
        {"30 x 0 -30 1 1", "m.wld:1: x: must be a number"},
        {"nan 0 0 -30 1 1", "m.wld:1: nan: must be a number"},
        {"0\n0 0 -30 1 1", "m.wld:1: 0: must be above 0, the width of a cell"},
        {"30\n0.1 0 -30 1 1", "m.wld:2: 0.1: must be 0: rotated grids are not supported"},
        {"30\n0\n0\n30 1 1", "m.wld:4: 30: must be below 0, a step to the south"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(dem_of(&dem, "P2 1 1 9 5", bad[i].world, NULL), RL_BAD_DATA);
        ck_assert_str_eq(error.text, bad[i].said);
        ck_assert_ptr_null(dem.heights);
    }
    const rl_data file = data_of("P2 1 1 9 5", "m.pgm"), nul = {"PROJ\0CS", 7, "m.prj"};
    ck_assert_int_eq(rl_dem_read(&dem, &file, NULL, &nul, NULL, NULL, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "m.prj: a projection: must be a text of 1..65536 bytes");
    ck_assert_int_eq(rl_dem_read(&dem, NULL, NULL, NULL, NULL, NULL, &error), RL_BAD_ARGUMENT);
}

TEST(dem_beyond_size_limits_is_refused)
{
    rl_dem dem;
    rl_limits limits;
    const rl_data file = data_of("P2 3 2 9 1 2 3 4 5 6", "m.pgm");
    rl_limits_init(&limits);
    limits.area = 5;
    ck_assert_int_eq(rl_dem_read(&dem, &file, NULL, NULL, &limits, NULL, &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "m.pgm: 3x2: must be within 32768 a side and 5 samples");
    limits.area = 6;
    OK(rl_dem_read(&dem, &file, NULL, NULL, &limits, NULL, &error));
    rl_dem_free(&dem);
    limits.side = 2;
    ck_assert_int_eq(rl_dem_read(&dem, &file, NULL, NULL, &limits, NULL, &error), RL_BAD_DATA);
    float *heights;
    int width, height;
    ck_assert_int_eq(rl_heights_read(&heights, &width, &height, file.text, file.size, "a", &limits,
                                     NULL, &error),
                     RL_BAD_DATA);
    limits.side = 3;
    OK(rl_heights_read(&heights, &width, &height, file.text, file.size, "a", &limits, NULL,
                       &error));
    rl_heights_free(heights, NULL);
}

/* Holes have random shapes, and level land stays level. */
TEST(dem_holes_are_filled_between_their_border_heights)
{
    enum { WIDE = 37, HIGH = 23 };
    static char text[WIDE * HIGH * 4 + 200];
    chance c = chance_from(3);
    for (int run = 0; run < 20; run++) {
        int used = snprintf(text, sizeof text,
                            "ncols %d\nnrows %d\ncellsize 1\nnodata_value -9\n5 ", WIDE, HIGH);
        for (int i = 1; i < WIDE * HIGH; i++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s ",
                             chance_real(&c, 0, 1) < run / 19.0 ? "-9"
                             : run % 2 == 0                     ? "5"
                             : chance_real(&c, 0, 1) < 0.5      ? "5"
                                                                : "6");
        rl_dem dem;
        dem_is_read(&dem, text, NULL, NULL);
        for (int i = 0; i < WIDE * HIGH; i++) {
            EXPECT(dem.heights[i] >= 5.0F && dem.heights[i] <= (run % 2 == 0 ? 5.0F : 6.0F));
            int hole = dem.holes != NULL && dem.holes[i];
            EXPECT(hole || dem.heights[i] == 5.0F || dem.heights[i] == 6.0F);
        }
        rl_dem_free(&dem);
    }
}

/* ---- maps of them ------------------------------------------------------------ */

static const char hills[] = "ncols 4\nnrows 3\nxllcorner 400000\nyllcorner 5100000.25\n"
                            "cellsize 30\nNODATA_value -32768\n"
                            "-12.5 1000.0625 333.333344 0.00999999978\n"
                            "2000 -32768 -32768 17\n18 19 20.5 2999.99951\n";

static rl_map *map_of(const char *text, int raw, const char *pass, double relief)
{
    rl_map *map;
    rl_dem dem;
    rl_scene scene;
    scene_init(&scene);
    scene.map.raw = raw;
    scene.map.relief = relief;
    if (pass != NULL) {
        scene.map.pass_count = 1;
        scene.map.pass[0].kind = rl_pass_find(pass);
    }
    dem_is_read(&dem, text, NULL, utm);
    const rl_map_options options = {.struct_size = sizeof options, .threads = 1, .dem = &dem};
    rl_status status = rl_map_new(&map, &scene, &options, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    ck_assert_ptr_null(dem.heights); /* the map has taken it */
    return map;
}

static void writes(const rl_map *map, const char *format, const void *expected, size_t size)
{
    const rl_height_options options = {.struct_size = sizeof options, .format = format};
    rl_sink *sink = memory_sink();
    OK(rl_map_write(map, &options, sink, &error));
    size_t got_size;
    const char *got = rl_sink_bytes(sink, &got_size);
    ck_assert_msg(got_size == size && memcmp(got, expected, size) == 0, "%.*s", (int)got_size, got);
    rl_sink_free(sink);
}

TEST(dem_written_as_asc_equals_the_text_read)
{
    const char expected[] = "ncols        4\nnrows        3\nxllcorner    400000\n"
                            "yllcorner    5100000.25\ncellsize     30\nNODATA_value -32768\n"
                            "-12.5 1000.0625 333.333344 0.00999999978\n"
                            "2000 -32768 -32768 17\n18 19 20.5 2999.99951\n";
    for (int raw = 0; raw < 2; raw++) {
        rl_map *map = map_of(hills, raw, NULL, RL_AUTO);
        writes(map, RL_HEIGHTS_ASC, expected, sizeof expected - 1);
        rl_map_free(map);
    }
}

TEST_LOOP(map_of_a_dem_keeps_metres_base_and_relief, 2)
{
    int raw = _i;
    rl_map *map = map_of(hills, raw, NULL, RL_AUTO);
    const rl_map_rules *rules = &rl_map_scene(map)->map;
    double base, relief;
    rl_dem dem;
    rl_map_dem(map, &dem, &base, &relief);
    near(rules->cell, 30, 0);
    near(rules->relief, raw ? 1 : 3012.49951, 1e-4);
    near(base, raw ? 0 : -12.5, 0);
    near(relief, rules->relief, 0);
    near(rules->sea, raw ? 0 : 12.5 / 3012.49951, 1e-8);
    ck_assert_int_eq(dem.is_metres, 1);
    ck_assert_int_eq(dem.holes[5], 1);
    near(dem.reference.west, 400000, 0);
    near(base + relief * (double)dem.heights[8], 18, 1e-3);
    rl_map_free(map);
}

/* The heights stay metres. */
TEST(passes_on_a_dem_change_heights_but_no_hole)
{
    const char text[] = "ncols 3\nnrows 1\ncellsize 1\nnodata_value 0\n100 0 300";
    rl_map *map = map_of(text, 0, "thermal", RL_AUTO);
    int width;
    const float *heights = rl_map_heights(map, &width, NULL);
    ck_assert_int_eq(width, 3);
    const rl_height_options options = {.struct_size = sizeof options, .format = RL_HEIGHTS_PFM};
    rl_sink *sink = memory_sink();
    OK(rl_map_write(map, &options, sink, &error));
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    float got[3];
    memcpy(got, bytes + size - sizeof got, sizeof got);
    near((double)got[0], 100 + 200 * (double)heights[0], 1e-4);
    near((double)got[2], 100 + 200 * (double)heights[2], 1e-4);
    ck_assert(got[1] != got[1]);
    rl_sink_free(sink);
    rl_map_free(map);
}

TEST(dem_written_as_r16_or_pfm_has_exact_samples)
{
    const char flat[] = "ncols 3\nnrows 1\ncellsize 1\nnodata_value 0\n100 0 300";
    rl_map *map = map_of(flat, 0, NULL, RL_AUTO);
    writes(map, RL_HEIGHTS_R16, "\0\0\0\0\xff\xff", 6);
    rl_map_free(map);
    map = map_of(flat, 1, NULL, RL_AUTO);
    writes(map, RL_HEIGHTS_R16, "\x64\0\0\0\x2c\x01", 6);
    writes(map, RL_HEIGHTS_PFM, "Pf\n3 1\n-1.0\n\0\0\xc8\x42\0\0\xc0\x7f\0\0\x96\x43", 24);
    rl_map_free(map);
    map = map_of(flat, 0, NULL, 100.0);
    writes(map, RL_HEIGHTS_PFM, "Pf\n3 1\n-1.0\n\0\0\xc8\x42\0\0\xc0\x7f\0\0\x48\x43", 24);
    rl_map_free(map);
}

/* ---- the sea ------------------------------------------------------------------- */

static rl_map *map_of_rules(const rl_map_rules *rules, uint64_t seed, rl_dem *dem)
{
    rl_map *map;
    rl_scene scene;
    scene_init(&scene);
    scene.map = *rules;
    scene.seed = seed;
    scene.width = scene.height = 65;
    const rl_map_options options = {.struct_size = sizeof options, .threads = 1, .dem = dem};
    rl_status status = rl_map_new(&map, &scene, &options, &error);
    ck_assert_msg(status == RL_OK, "%s", error.text);
    return map;
}

/* Maps whose heights are written and read again. */
static const struct {
    uint64_t seed;
    double sea, relief;
    const char *pass;
    int shape, is_raw;
} coasts[] = {
    {.seed = 7, .sea = 0.36},
    {.seed = 8, .sea = 0.5},
    {.seed = 9, .sea = 0.1, .relief = 120},
    {.seed = 10, .sea = 0.37, .relief = 30000}, /* -9999 is land below the sea */
    {.seed = 11, .sea = 0.6, .relief = 0.5},
    {.seed = 12, .sea = 0.4, .pass = "gullies"},
    {.seed = 13, .sea = 0.4, .pass = "thermal"},
    {.seed = 14, .sea = 0.45, .pass = "hydraulic"},
    {.seed = 15, .sea = 0.5, .shape = RL_SHAPE_ISLAND},
    {.seed = 16, .sea = 0.3, .shape = RL_SHAPE_ARCHIPELAGO},
    {.seed = 17, .sea = 0.5, .shape = RL_SHAPE_BAY, .relief = 8848},
    {.seed = 18, .sea = 0.5, .is_raw = 1},
};

TEST_LOOP(asc_of_a_map_read_again_has_the_same_coast, sizeof coasts / sizeof *coasts)
{
    rl_scene scene;
    scene_init(&scene);
    rl_map_rules rules = scene.map;
    if (coasts[_i].relief > 0.0)
        rules.relief = coasts[_i].relief;
    if (coasts[_i].shape != 0)
        rules.shape = coasts[_i].shape;
    if (coasts[_i].pass != NULL) {
        rules.pass_count = 1;
        rules.pass[0].kind = rl_pass_find(coasts[_i].pass);
    }
    rules.raw = coasts[_i].is_raw;
    rl_map_rules with_sea = rules;
    with_sea.sea = coasts[_i].sea;
    rl_map *map = map_of_rules(&with_sea, coasts[_i].seed, NULL);
    const rl_height_options options = {.struct_size = sizeof options, .format = RL_HEIGHTS_ASC};
    rl_sink *sink = memory_sink();
    OK(rl_map_write(map, &options, sink, &error));
    rl_data file = {.place = "m.asc"};
    file.text = rl_sink_bytes(sink, &file.size);
    rl_dem dem;
    OK(rl_dem_read(&dem, &file, NULL, NULL, NULL, NULL, &error));
    ck_assert_ptr_null(dem.holes);
    rl_map *again = map_of_rules(&scene.map, 0, &dem);
    double base, relief, sea = rl_scene_number(rl_map_scene(again), "map.sea");
    rl_map_dem(map, &dem, &base, &relief);
    near(base, -relief * coasts[_i].sea, 1e-9);
    const float *heights = rl_map_heights(map, NULL, NULL),
                *read = rl_map_heights(again, NULL, NULL);
    int wet = 0;
    for (int i = 0; i < 65 * 65; i++) {
        int is_wet = heights[i] < (float)coasts[_i].sea;
        wet += is_wet;
        ck_assert_int_eq(read[i] < (float)sea, is_wet);
    }
    ck_assert_msg(wet > 50 && wet < 65 * 65 - 50, "%d of 4225: no coast", wet);
    rl_sink_free(sink);
    rl_map_free(again);
    rl_map_free(map);
}

/* Light comes from the west at 45 degrees, on a plane that rises to the east by half a cell's
 * width. A hole is 0 and adds no slope to its neighbours. */
TEST_LOOP(hillshade_of_a_dem_uses_its_metres, 2)
{
    const char plane[] = "ncols 5\nnrows 3\ndx 30\ndy 10\nnodata_value -1\n"
                         "100 115 130 145 160\n100 115 130 145 160\n100 115 130 145 -1\n";
    rl_map *map;
    rl_dem dem;
    rl_scene scene;
    scene_init(&scene);
    scene.map.azimuth = 270;
    scene.map.altitude = 45;
    scene.map.exaggeration = 1;
    scene.map.view = RL_MAP_VIEW_HILLSHADE;
    scene.map.raw = _i;
    dem_is_read(&dem, plane, NULL, utm);
    const rl_map_options options = {.struct_size = sizeof options, .threads = 1, .dem = &dem};
    OK(rl_map_new(&map, &scene, &options, &error));
    const rl_render_options plain = {.struct_size = sizeof plain, .format = "ppm", .threads = 1};
    rl_sink *sink = memory_sink();
    OK(rl_map_render(map, &plain, sink, &error));
    size_t size;
    const unsigned char *bytes = rl_sink_bytes(sink, &size);
    const unsigned char *grey = bytes + size - (size_t)3 * 15;
    int facing = 242; /* 1.5 + 254 sin(45 + atan(1/2)) */
    for (int i = 0; i < 13; i++)
        if (i != 8 && i != 9)
            ck_assert_msg(grey[3 * i] == facing && grey[3 * i + 2] == facing, "%d: %d", i,
                          grey[3 * i]);
    ck_assert_int_eq(grey[3 * 14], 0);
    rl_sink_free(sink);
    rl_map_free(map);
}

/* ---- solids ------------------------------------------------------------------- */

/* A solid is closed if each edge of a triangle occurs in the opposite direction in exactly one
 * other triangle. Its volume is the sum of the tetrahedra over its triangles. */
TEST(stl_of_a_map_is_closed_and_has_its_volume)
{
    enum { MOST = 60 };
    static const struct {
        int width, height;
    } sizes[] = {{2, 2}, {4, 3}, {2, 5}};
    for (int k = 0; k < 3; k++) {
        char text[400];
        int used = snprintf(text, sizeof text, "ncols %d\nnrows %d\ncellsize 30\nnodata_value 0\n",
                            sizes[k].width, sizes[k].height);
        for (int i = 0; i < sizes[k].width * sizes[k].height; i++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%d ", i * 7 % 5 * 20);
        rl_map *map = map_of(text, 0, NULL, RL_AUTO);
        const rl_height_options options = {.struct_size = sizeof options, .format = RL_HEIGHTS_STL};
        rl_sink *sink = memory_sink();
        OK(rl_map_write(map, &options, sink, &error));
        size_t size;
        const unsigned char *bytes = rl_sink_bytes(sink, &size);
        int count = bytes[80] | bytes[81] << 8;
        ck_assert(count <= MOST && size == 84 + 50 * (size_t)count);
        float corner[MOST][3][3];
        double volume = 0.0;
        for (int i = 0; i < count; i++) {
            memcpy(corner[i], bytes + 84 + (ptrdiff_t)50 * i + 12, 36);
            const float(*c)[3] = (const float(*)[3])corner[i];
            for (int d = 0; d < 3; d++)
                volume += (double)c[0][d] * ((double)c[1][(d + 1) % 3] * (double)c[2][(d + 2) % 3] -
                                             (double)c[1][(d + 2) % 3] * (double)c[2][(d + 1) % 3]);
        }
        ck_assert(volume > 0.0);
        for (int i = 0; i < 3 * count; i++) {
            const float *from = corner[i / 3][i % 3], *to = corner[i / 3][(i + 1) % 3];
            int found = 0;
            for (int j = 0; j < 3 * count; j++)
                found += memcmp(corner[j / 3][j % 3], to, 12) == 0 &&
                         memcmp(corner[j / 3][(j + 1) % 3], from, 12) == 0;
            ck_assert_int_eq(found, 1);
        }
        rl_sink_free(sink);
        rl_map_free(map);
    }
}
