/* dem.c - rl_dem_read and rl_heights_read: read heights from a file, its world file and its .prj.
 *
 * A DEM has heights, a mask of cells without data and a georeference; rl_heights_read returns only
 * heights, scaled to 0..1.
 */
#include "decode/heights.h"

#include "base/exact.h"

/* ---- files beside a picture ------------------------------------------------- */

/* Reads a world file of GDAL or ArcGIS: six numbers, of which the last two are the coordinates of
 * the middle of the upper left pixel. */
static rl_status read_world(const rl_data *file, rl_georeference *reference, rl_error *error)
{
    heights_reader text = heights_reader_of(file, NULL, error);
    double number[6];
    heights_word word;
    for (int i = 0; i < 6; i++) {
        if (!heights_next(&text, &word))
            return heights_bad(&text, text.line, "cut short", "must hold six numbers");
        if (!heights_number(&number[i], &word))
            return heights_bad_word(&text, &word, "must be a number");
        if (i == 0 && !(number[0] > 0.0))
            return heights_bad_word(&text, &word, "must be above 0, the width of a cell");
        if ((i == 1 || i == 2) && number[i] != 0.0)
            return heights_bad_word(&text, &word, "must be 0: rotated grids are not supported");
        if (i == 3 && !(number[3] < 0.0))
            return heights_bad_word(&text, &word, "must be below 0, a step to the south");
    }
    reference->is_placed = 1;
    reference->cell_x = number[0];
    reference->cell_y = -number[3];
    reference->west = number[4] - 0.5 * number[0];
    reference->north = number[5] - 0.5 * number[3];
    return RL_OK;
}

/* ---- the public functions ---------------------------------------------------- */

static int is_given(const rl_data *file)
{
    return file != NULL && file->text != NULL;
}

static rl_status read_dem(heights_reader *self, const rl_data *world, const rl_data *projection,
                          uint8_t **holes)
{
    rl_georeference *reference = &self->reference;
    TRY(heights_read(self));
    if (is_given(world) && !reference->is_placed)
        TRY(read_world(world, reference, self->error));
    if (is_given(projection) && reference->projection == NULL)
        TRY(heights_projection(self, projection));
    projection_measure(reference, self->height);
    TRY(heights_fill(self, holes));
    size_t count = (size_t)self->width * (size_t)self->height;
    float most = (float)self->most; /* exact, as it is at most 65535 */
    if (most > 0.0f && !reference->is_placed)
        for (size_t i = 0; i < count; i++)
            self->heights[i] /= most;
    return RL_OK;
}

rl_status rl_dem_read(rl_dem *dem, const rl_data *file, const rl_data *world,
                      const rl_data *projection, const rl_limits *limits,
                      const rl_allocator *allocator, rl_error *error)
{
    if (dem == NULL || file == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "dem: NULL: must be a place, and a file");
    *dem = (rl_dem){.allocator = allocator};
    if (limits != NULL)
        TRY(STATUS_SIZE(limits, error));
    heights_reader self = heights_reader_of(file, allocator, error);
    self.limits = limits;
    rl_status status = read_dem(&self, world, projection, &dem->holes);
    dem->heights = self.heights;
    dem->reference = self.reference;
    if (status != RL_OK) {
        rl_dem_free(dem);
        return status;
    }
    dem->width = self.width;
    dem->height = self.height;
    dem->is_metres = self.most == 0 || self.reference.is_placed;
    return status_clear(error);
}

void rl_dem_free(rl_dem *dem)
{
    memory_free(dem->allocator, dem->heights);
    memory_free(dem->allocator, dem->holes);
    memory_free(dem->allocator, dem->reference.projection);
    memory_free(dem->allocator, dem->reference.geokeys);
    *dem = (rl_dem){.allocator = dem->allocator};
}

/* Scales metres to 0 for the lowest and 1 for the highest; cells without data become 0. */
static void make_shares(rl_dem *dem)
{
    size_t count = (size_t)dem->width * (size_t)dem->height;
    double least = 1e300, most = -1e300;
    for (size_t i = 0; i < count; i++) {
        least = exact_min(least, (double)dem->heights[i]);
        most = exact_max(most, (double)dem->heights[i]);
    }
    double size = most - least;
    for (size_t i = 0; i < count; i++) {
        int is_level = !(size > 0.0) || (dem->holes != NULL && dem->holes[i]);
        dem->heights[i] = is_level ? 0.0f : (float)(((double)dem->heights[i] - least) / size);
    }
}

rl_status rl_heights_read(float **heights, int *width, int *height, const void *bytes, size_t size,
                          const char *place, const rl_limits *limits, const rl_allocator *allocator,
                          rl_error *error)
{
    if (heights == NULL || width == NULL || height == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "heights: NULL: must be places for heights, width and height");
    *heights = NULL;
    *width = *height = 0;
    rl_data file = {bytes, size, place};
    rl_dem dem;
    TRY(rl_dem_read(&dem, &file, NULL, NULL, limits, allocator, error));
    if (dem.is_metres)
        make_shares(&dem);
    *heights = dem.heights;
    *width = dem.width;
    *height = dem.height;
    dem.heights = NULL;
    rl_dem_free(&dem);
    return RL_OK;
}

void rl_heights_free(float *heights, const rl_allocator *allocator)
{
    memory_free(allocator, heights);
}
