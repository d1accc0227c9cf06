/* without.c - what is seen because the picture without it would look otherwise.
 *
 * In: a grid and its frame.  Out: the shares of sky or land that clouds, aurora, mist,
 * snow and bands of rock change.  A frame without one of them shares all else.
 */
#include "api/facts_grid.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"

#include <string.h>

enum without { NO_CLOUDS, NO_AURORA, NO_MIST, NO_SNOW, NO_STRATA };

/* A frame that lacks one thing and shares all else. */
typedef struct lack {
    rl_frame *frame;
    frame_surface *surface;
} lack;

static void lack_free(lack *of, const rl_allocator *allocator)
{
    memory_free(allocator, of->frame);
    memory_free(allocator, of->surface);
}

static void take_away(rl_frame *frame, enum without what)
{
    for (int i = 0; i < frame->surface_count; i++) {
        frame_surface *surface = &frame->surface[i];
        if (what == NO_MIST)
            surface->mist = surface->fog = 0.0;
        else if (what == NO_SNOW)
            surface->relief.snow = NULL;
        else if (what == NO_STRATA)
            surface->relief.bed = NULL;
    }
    if (what == NO_CLOUDS)
        frame->scene.clouds = 0.0;
    else if (what == NO_AURORA)
        frame->scene.aurora = 0.0;
    else if (what == NO_MIST)
        frame->scene.mist = frame->scene.fog = 0.0;
}

static rl_status lack_new(lack *of, const rl_frame *frame, enum without what, rl_error *error)
{
    size_t surfaces = (size_t)frame->surface_count;
    of->frame = memory_array(frame->allocator, 1, sizeof *of->frame);
    of->surface = memory_array(frame->allocator, surfaces, sizeof *of->surface);
    if (of->frame == NULL || of->surface == NULL) {
        lack_free(of, frame->allocator);
        return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
    }
    *of->frame = *frame;
    memcpy(of->surface, frame->surface, surfaces * sizeof *of->surface);
    of->frame->surface = of->surface;
    take_away(of->frame, what);
    return RL_OK;
}

/* A row of water takes many times as long as another, for what it mirrors. */
static int row_is_worth(const grid *g, int r, int is_sky)
{
    int found = 0;
    for (int c = 0; c < g->columns; c++) {
        if (g->shows[r][c] == GRID_WATER)
            return 0;
        found = found || (is_sky ? g->shows[r][c] == GRID_SKY : g->shows[r][c] >= 0);
    }
    return found;
}

/* Where samples of sky or of land change clearly, and how many there are. */
typedef struct changes {
    int all, clear;
    double y; /* sum of the places of the clear ones */
} changes;

static void compare_row(const grid *g, const brush *without, int r, int is_sky, changes *found)
{
    for (int c = 0; c < g->columns; c++) {
        if (is_sky ? g->shows[r][c] != GRID_SKY : g->shows[r][c] < 0)
            continue;
        found->all++;
        oklab bare = brush_colour(without, g->x[c], GRID_RUN);
        if (grid_distance(g->colour[r][c], bare) < GRID_CHANGE_SEEN)
            continue;
        found->clear++;
        found->y += (g->y[r] + 0.5) / g->frame->rows;
    }
}

/* Every third row: what is asked for covers an area. */
static changes compare(const grid *g, brush *without, int is_sky)
{
    changes found = {0, 0, 0.0};
    for (int r = 0; r < g->rows; r += 3)
        if (row_is_worth(g, r, is_sky)) {
            brush_row(without, g->y[r]);
            compare_row(g, without, r, is_sky, &found);
        }
    return found;
}

static rl_status measure_without(const grid *g, enum without what, double *share, double *middle,
                                 rl_error *error)
{
    int is_sky = what == NO_CLOUDS || what == NO_AURORA;
    lack lacking;
    brush without;
    rl_status status = lack_new(&lacking, g->frame, what, error);
    if (status != RL_OK)
        return status;
    status = brush_new(&without, lacking.frame, error);
    if (status == RL_OK) {
        changes found = compare(g, &without, is_sky);
        *share = found.all > 0 ? (double)found.clear / found.all : 0.0;
        if (middle != NULL && found.clear > 0)
            *middle = found.y / found.clear;
        brush_free(&without);
    }
    lack_free(&lacking, g->frame->allocator);
    return status;
}

rl_status facts_without(const grid *g, rl_facts *facts, rl_error *error)
{
    const rl_scene *scene = &g->frame->scene;
    int has_snow = 0, has_beds = 0;
    for (int i = 0; i < g->frame->surface_count; i++) {
        has_snow = has_snow || g->frame->surface[i].relief.snow != NULL;
        has_beds = has_beds || g->frame->surface[i].relief.bed != NULL;
    }
    const struct {
        int is_there;
        double *share, *middle;
    } things[] = {
        [NO_CLOUDS] = {scene->clouds > 0.0, &facts->clouds, NULL},
        [NO_AURORA] = {scene->aurora > 0.0, &facts->aurora, NULL},
        [NO_MIST] = {scene->mist > 0.0 || scene->fog > 0.0, &facts->mist, NULL},
        [NO_SNOW] = {has_snow, &facts->snow, &facts->snow_y},
        [NO_STRATA] = {has_beds, &facts->strata, NULL},
    };
    rl_status status = RL_OK;
    for (int what = NO_CLOUDS; what <= NO_STRATA && status == RL_OK; what++)
        if (things[what].is_there)
            status = measure_without(g, (enum without)what, things[what].share, things[what].middle,
                                     error);
    return status;
}
