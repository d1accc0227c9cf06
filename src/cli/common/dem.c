/* dem.c - reads heights for a command, with the world file and the projection in neighbouring
 * files. */
#include "cli/common/dem.h"

#include "base/text.h"
#include "cli/common/output.h"
#include "cli/common/say.h"
#include "cli/common/values.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEM_MOST ((size_t)2 << 30)
#define SIDECAR_MOST 65536

/* A file with the name of another one and a different ending. */
typedef struct sidecar {
    char *path; /* path of the file, or NULL if it does not exist */
    void *bytes;
    rl_data data;
} sidecar;

static void sidecar_free(sidecar *self)
{
    rl_file_free(self->bytes, NULL);
    free(self->path);
}

/* Returns the path with `ending` in place of its ending, for free(), or NULL after a message. */
static char *path_beside(const char *path, const char *ending)
{
    const char *own = path_ending(path);
    size_t stem = own != NULL ? (size_t)(own - path) : strlen(path);
    size_t size = strlen(ending) + 1;
    char *made = malloc(stem + size);
    if (made == NULL) {
        say_no_memory(SHOW(path));
        return NULL;
    }
    memcpy(made, path, stem);
    memcpy(made + stem, ending, size);
    return made;
}

/* Ending of a world file: first and last letter of the ending of the heights, and a w: .pgw for
 * .png, .tfw for .tif. */
typedef struct world_ending {
    char text[5];
} world_ending;

static world_ending world_of(const char *path)
{
    const char *own = path_ending(path);
    size_t length = own != NULL ? strlen(own) : 0;
    world_ending made = {".wld"};
    if (length >= 3)
        made = (world_ending){{'.', own[1], own[length - 1], 'w', '\0'}};
    return made;
}

/* Reads the file with `ending` in place of that of `path`, if it exists and `self` is empty.
 * Returns an exit code. */
static int sidecar_read(sidecar *self, const char *path, const char *ending)
{
    rl_error error;
    if (self->path != NULL)
        return CODE_OK;
    self->path = path_beside(path, ending);
    if (self->path == NULL)
        return CODE_NO_MEMORY;
    if (access(self->path, F_OK) != 0) {
        free(self->path);
        self->path = NULL;
        return CODE_OK;
    }
    self->data.place = self->path;
    rl_status status =
        rl_file_read(&self->bytes, &self->data.size, self->path, SIDECAR_MOST, NULL, &error);
    self->data.text = self->bytes;
    return say_result(status, &error);
}

static int read_all(rl_dem *dem, const char *path, const options *opts, sidecar *world,
                    sidecar *projection)
{
    rl_data file = {.place = path};
    rl_error error;
    void *bytes;
    STEP(sidecar_read(world, path, world_of(path).text));
    STEP(sidecar_read(world, path, ".wld"));
    STEP(sidecar_read(projection, path, ".prj"));
    if (rl_file_read(&bytes, &file.size, path, DEM_MOST, NULL, &error) != RL_OK)
        return say_status(&error);
    file.text = bytes;
    rl_status status = rl_dem_read(dem, &file, &world->data, &projection->data, &opts->limits,
                                   opts->allocator, &error);
    rl_file_free(bytes, NULL);
    return say_limited(status, &error);
}

int dem_open(rl_dem *dem, const char *path, const options *opts)
{
    sidecar world = {0}, projection = {0};
    *dem = (rl_dem){0};
    int code = read_all(dem, path, opts, &world, &projection);
    sidecar_free(&world);
    sidecar_free(&projection);
    return code;
}

/* ---- writing ------------------------------------------------------------------- */

static int text_write(const char *path, const char *ending, const char *text, int no_clobber)
{
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    char *name = path_beside(path, ending);
    int code = name != NULL ? output_open(&sink, name, 0, no_clobber) : CODE_NO_MEMORY;
    if (code == CODE_OK)
        code = output_close(sink, output_texts(sink, &error, text, NULL), &error);
    free(name);
    return code;
}

/* Writes the six lines of a world file: cell width, two shears, minus the cell height, and east and
 * north of the centre of the north-west cell.  Returns an exit code. */
static int world_write(const rl_georeference *place, const char *path, int no_clobber)
{
    const double number[6] = {place->cell_x,
                              0.0,
                              0.0,
                              -place->cell_y,
                              place->west + 0.5 * place->cell_x,
                              place->north - 0.5 * place->cell_y};
    char text[6 * TEXT_EXACT_SIZE] = "";
    for (int i = 0; i < 6; i++) {
        text_from_exact(text + strlen(text), number[i]);
        memcpy(text + strlen(text), "\n", 2);
    }
    return text_write(path, world_of(path).text, text, no_clobber);
}

int dem_write_beside(const rl_map *map, const char *path, const char *format, int no_clobber)
{
    double base, relief;
    rl_dem dem;
    rl_map_dem(map, &dem, &base, &relief);
    const rl_georeference *place = &dem.reference;
    int is_file = !output_is_stdout(path) && path_ending(path) != NULL;
    int is_picture = strcmp(format, RL_HEIGHTS_PNG16) == 0 || strcmp(format, RL_HEIGHTS_PGM) == 0;
    if (!is_file || !place->is_placed || (!is_picture && strcmp(format, RL_HEIGHTS_ASC) != 0))
        return CODE_OK;
    if (is_picture)
        STEP(world_write(place, path, no_clobber));
    return place->projection != NULL ? text_write(path, ".prj", place->projection, no_clobber)
                                     : CODE_OK;
}

/* ---- the sea ------------------------------------------------------------------- */

#define SAMPLE_MOST 65535.0 /* largest sample of 16 bits */

dem_samples dem_samples_of(const rl_map *map)
{
    const rl_scene *scene = rl_map_scene(map);
    double base, relief, sea = rl_scene_number(scene, "map.sea");
    rl_map_statistics s;
    rl_dem dem;
    rl_map_dem(map, &dem, &base, &relief);
    rl_map_measure(map, &s);
    int is_raw = scene_is(scene, "map.raw", "1") && dem.is_metres;
    int is_within = s.min >= 0.0 && s.max <= 1.0;
    double least = is_within ? 0.0 : s.min, most = is_within ? 1.0 : s.max;
    if (is_raw && s.min >= 0.0 && s.max <= SAMPLE_MOST) {
        least = 0.0;
        most = SAMPLE_MOST;
    }
    return (dem_samples){.low = base + relief * least,
                         .high = base + relief * most,
                         .sea = base + relief * sea,
                         .has_sea = sea > 0.0};
}

static int has_metres(const char *format)
{
    static const char *const formats[] = {RL_HEIGHTS_ASC, RL_HEIGHTS_GEOTIFF, RL_HEIGHTS_OBJ,
                                          RL_HEIGHTS_STL};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(format, formats[i]) == 0)
            return 1;
    return 0;
}

void dem_say_sea(const rl_map *map, const char *format)
{
    if (has_metres(format))
        return;
    const dem_samples samples = dem_samples_of(map);
    if (samples.has_sea && samples.sea > samples.low)
        say_note("sea at %.4g of the range",
                 (samples.sea - samples.low) / (samples.high - samples.low));
}

void dem_say_streamed_sea(const rl_scene *scene, const char *format)
{
    rl_scene *map = NULL;
    rl_error error;
    if (has_metres(format))
        return;
    /* Streamed heights are 0..1, except raw ones, whose range is known to rl_map_stream alone. */
    if (rl_scene_copy(&map, scene, &error) == RL_OK &&
        rl_scene_set(map, "ridgeline.kind", "map", &error) == RL_OK &&
        rl_scene_resolve(map, &error) == RL_OK && !scene_is(map, "map.raw", "1") &&
        rl_scene_number(map, "map.sea") > 0.0)
        say_note("sea at %.4g of the range", rl_scene_number(map, "map.sea"));
    rl_scene_free(map);
}
