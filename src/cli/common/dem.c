/* dem.c - reads heights for a command, with the files beside them. */
#include "cli/common/dem.h"

#include "cli/common/output.h"
#include "cli/common/say.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEM_MOST ((size_t)2 << 30)
#define BESIDE_MOST 65536

/* A file beside another one. */
typedef struct beside {
    char *path; /* NULL = there is none */
    void *bytes;
    rl_data data;
} beside;

static void beside_free(beside *self)
{
    rl_file_free(self->bytes, NULL);
    free(self->path);
}

/* Reads the file whose name has this ending in place of its own, if there is one.  Returns an exit
 * code. */
static int beside_read(beside *self, const char *path, const char *ending)
{
    const char *own = path_ending(path);
    size_t stem = own != NULL ? (size_t)(own - path) : strlen(path);
    size_t size = stem + strlen(ending) + 1;
    rl_error error;
    if (self->path != NULL)
        return CODE_OK;
    self->path = malloc(size);
    if (self->path == NULL)
        return say_error(CODE_NO_MEMORY, "%s: out of memory", SHOW(path));
    memcpy(self->path, path, stem);
    memcpy(self->path + stem, ending, size - stem);
    if (access(self->path, F_OK) != 0) {
        free(self->path);
        self->path = NULL;
        return CODE_OK;
    }
    self->data.place = self->path;
    rl_status status =
        rl_file_read(&self->bytes, &self->data.size, self->path, BESIDE_MOST, NULL, &error);
    self->data.text = self->bytes;
    return say_result(status, &error);
}

/* The first and the last letter of the ending and a w: .png .pgw, .tif .tfw. */
static int world_read(beside *self, const char *path)
{
    const char *own = path_ending(path);
    size_t length = own != NULL ? strlen(own) : 0;
    if (length >= 3) {
        char ending[5] = {'.', own[1], own[length - 1], 'w', '\0'};
        STEP(beside_read(self, path, ending));
    }
    return beside_read(self, path, ".wld");
}

static int read_all(rl_dem *dem, const char *path, const options *opts, beside *world,
                    beside *projection)
{
    rl_data file = {.place = path};
    rl_error error;
    void *bytes;
    STEP(world_read(world, path));
    STEP(beside_read(projection, path, ".prj"));
    if (rl_file_read(&bytes, &file.size, path, DEM_MOST, NULL, &error) != RL_OK)
        return say_status(&error);
    file.text = bytes;
    rl_status status = rl_dem_read(dem, &file, &world->data, &projection->data, &opts->limits,
                                   opts->allocator, &error);
    rl_file_free(bytes, NULL);
    size_t length = strlen(error.text);
    if (status == RL_BAD_DATA && length > 8 && strcmp(error.text + length - 8, " samples") == 0)
        return say_error(CODE_DATA, "%s: --limit side=N,area=N allows more", error.text);
    return say_result(status, &error);
}

int dem_open(rl_dem *dem, const char *path, const options *opts)
{
    beside world = {0}, projection = {0};
    *dem = (rl_dem){0};
    int code = read_all(dem, path, opts, &world, &projection);
    beside_free(&world);
    beside_free(&projection);
    return code;
}
