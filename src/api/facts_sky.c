/* sky.c - the disc, birds and stars.
 *
 * In: a grid.  Out: the facts about what stands in the sky.  Each must be large or bright
 * enough to be seen, and neither land nor an edge may hide it.
 */
#include "api/facts_grid.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "layers/stars.h"

#define DISC_LEAST_PX 2.0 /* radius */
#define DISC_LEAST 0.12   /* share of it that must be seen */
#define DISC_SEEN 0.020   /* distance from the sky: a sharp round edge shows sooner than land's */
#define BIRD_LEAST 0.004  /* of the height: half the span of one that is seen */
#define BIRD_WING 0.17    /* thickness of its wings, in spans */
#define BIRD_SEEN 0.09    /* distance from the sky, by how much of a pixel they cover */
#define BIRD_HARD_PX 7.0  /* where a pixel is covered or not, thinner wings have none */
#define STAR_SEEN 0.10    /* light over the sky's, as encoded */

/* ---- the disc -- */

#define DISC_LINES 24 /* points across it */
#define DISC_ROWS 5   /* painted with and without */

/* How much of it shows, point by point; places are of the part. */
static void cover_disc(const rl_frame *frame, double x, double y, rl_facts *facts)
{
    int all = 0, seen = 0, in_land = 0;
    double radius = frame->sun_radius;
    for (int i = 0; i < DISC_LINES; i++) {
        double dx = radius * ((2 * i + 1.0) / DISC_LINES - 1.0);
        double half = exact_sqrt(radius * radius - dx * dx);
        double left = x + dx;
        int is_inside = left >= 0.0 && left < frame->shown;
        double land = is_inside ? grid_skyline(frame, (int)left) - frame->y : 0.0;
        for (int j = 0; j < DISC_LINES; j++) {
            double at = y + half * ((2 * j + 1.0) / DISC_LINES - 1.0);
            int weight = (int)(256.0 * half / radius);
            all += weight;
            if (is_inside && at >= 0.0 && at < frame->rows)
                *(at < land ? &seen : &in_land) += weight;
        }
    }
    facts->disc_seen = (double)seen / all;
    facts->disc_in_land = (double)in_land / all;
}

/* The share of what shows of the disc that differs from the sky without it. */
static double disc_contrast(grid *g, brush *without, double x, double y)
{
    const rl_frame *frame = g->frame;
    int all = 0, differs = 0;
    for (int i = 0; i < DISC_ROWS; i++) {
        double dy = frame->sun_radius * ((2 * i + 1.0) / DISC_ROWS - 1.0);
        int row = (int)exact_floor(y + dy);
        if (row < 0 || row >= frame->rows)
            continue;
        brush_row(&g->brush, row);
        brush_row(without, row);
        double half = exact_sqrt(frame->sun_radius * frame->sun_radius - dy * dy);
        for (int j = 0; j < DISC_LINES; j++) {
            int column = (int)exact_floor(x + half * ((2 * j + 1.0) / DISC_LINES - 1.0));
            if (column < 0 || column >= frame->shown ||
                row + frame->y >= grid_skyline(frame, column))
                continue;
            all++;
            differs += grid_distance(brush_colour(&g->brush, column, 1),
                                     brush_colour(without, column, 1)) >= DISC_SEEN;
        }
    }
    return all > 0 ? (double)differs / all : 0.0;
}

/* A sun may have gaps, a moon is dark where it is not lit. */
static double contrast_wanted(const rl_facts *facts)
{
    return 0.5 * facts->moon_lit;
}

static rl_status measure_disc(grid *g, rl_facts *facts, rl_error *error)
{
    const rl_frame *frame = g->frame;
    double left = (double)(frame->x + frame->turn);
    double x = frame_around(frame, frame->sun_x, left + 0.5 * frame->shown) - left;
    double y = frame->sun_y - frame->y;
    facts->moon_lit = frame->scene.moon > 0 ? 0.5 * (1.0 - frame->moon_cosine) : 1.0;
    if (frame->sun_radius < DISC_LEAST_PX)
        return RL_OK;
    cover_disc(frame, x, y, facts);
    if (facts->disc_seen < DISC_LEAST)
        return RL_OK;
    rl_frame *bare = memory_array(frame->allocator, 1, sizeof *bare);
    if (bare == NULL)
        return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
    *bare = *frame;
    bare->sun_radius = 0.0;
    brush without;
    rl_status status = brush_new(&without, bare, error);
    if (status == RL_OK) {
        double contrast = disc_contrast(g, &without, x, y);
        if (contrast > 0.05 && contrast >= contrast_wanted(facts))
            facts->disc = frame->scene.moon > 0 ? 2 : 1;
        brush_free(&without);
    }
    memory_free(frame->allocator, bare);
    facts->disc_x = x / frame->shown;
    facts->disc_y = y / frame->rows;
    facts->disc_radius = frame->sun_radius / frame->rows;
    int column = (int)exact_clamp(x, 0.0, frame->shown - 1.0);
    facts->disc_above = (grid_skyline(frame, column) - frame->sun_y) / frame->rows;
    return status;
}

/* ---- birds and stars -- */

/* The sample of the grid nearest to a place of the part, or NULL where it is no sky. */
static const oklab *sky_near(const grid *g, double x, double y)
{
    int c = (int)exact_floor(x * g->columns / g->frame->shown);
    int r = (int)exact_floor(y * g->rows / g->frame->rows);
    if (x < 0.0 || y < 0.0 || c >= g->columns || r >= g->rows || g->shows[r][c] != GRID_SKY)
        return NULL;
    return &g->colour[r][c];
}

static oklab bird_lab(const rl_frame *frame)
{
    const float *c = frame->bird_colour;
    return colour_linear_to_oklab((linear_rgb){
        colour_decode((double)c[0]), colour_decode((double)c[1]), colour_decode((double)c[2])});
}

static int is_bird_seen(const grid *g, const frame_bird *bird, double x, double y)
{
    const rl_frame *frame = g->frame;
    if (bird->span < BIRD_LEAST * frame->rows ||
        bird->span < (frame->scene.edges == RL_EDGES_HARD ? BIRD_HARD_PX : 1.2) || x < bird->span ||
        x > frame->shown - bird->span || y < bird->span || y > frame->rows - bird->span)
        return 0;
    const oklab *sky = sky_near(g, x, y);
    if (sky == NULL)
        return 0;
    double covered = exact_min(BIRD_WING * bird->span, 1.0);
    if (covered * grid_distance(*sky, bird_lab(frame)) < BIRD_SEEN)
        return 0;
    for (int i = -2; i <= 2; i++) {
        int column = (int)(x + 0.45 * i * bird->span);
        if (y + bird->span + frame->y > grid_skyline(frame, column))
            return 0;
    }
    return 1;
}

/* Birds whose wings touch cannot be counted: all but one of them are left out. */
static int is_bird_apart(const rl_frame *frame, int index)
{
    const frame_bird *bird = &frame->bird[index];
    for (int i = 0; i < index; i++) {
        const frame_bird *other = &frame->bird[i];
        double reach = bird->span + other->span;
        if (exact_abs(bird->x - other->x) < reach && exact_abs(bird->y - other->y) < 0.5 * reach)
            return 0;
    }
    return 1;
}

static void measure_birds(const grid *g, rl_facts *facts)
{
    const rl_frame *frame = g->frame;
    double left = (double)(frame->x + frame->turn);
    for (int i = 0; i < frame->bird_count; i++) {
        const frame_bird *bird = &frame->bird[i];
        double x = frame_around(frame, bird->x, left + 0.5 * frame->shown) - left;
        double y = bird->y - frame->y;
        if (!is_bird_seen(g, bird, x, y) || !is_bird_apart(frame, i))
            continue;
        facts->birds++;
        facts->birds_x += x / frame->shown;
        facts->birds_y += y / frame->rows;
    }
    if (facts->birds > 0) {
        facts->birds_x /= facts->birds;
        facts->birds_y /= facts->birds;
    }
}

/* Whether a star outshines the sky where it stands, and no cloud is there. */
static int is_star_seen(const grid *g, const star_point *point)
{
    const rl_frame *frame = g->frame;
    double x = point->x - (double)(frame->x + frame->turn);
    double y = point->y - frame->y;
    const oklab *sky = sky_near(g, x, y);
    if (sky == NULL)
        return 0;
    int c = (int)exact_floor(x * g->columns / frame->shown);
    if (point->y > (double)g->skyline[c] - 1.0)
        return 0;
    double light = colour_oklab_to_linear(*sky).g;
    double added = (double)point->peak * frame->star_light.g;
    double more = colour_encode(exact_min(light + 0.7 * added, 1.0)) -
                  colour_encode(exact_clamp(light, 0.0, 1.0));
    return more >= STAR_SEEN;
}

/* Every row of cells whose middle lies in the part. */
static rl_status measure_stars(const grid *g, rl_facts *facts, rl_error *error)
{
    const rl_frame *frame = g->frame;
    if (frame->scene.stars <= 0.0 || frame->loop_px > 0.0)
        return RL_OK;
    stars all = {.frame = NULL};
    if (!stars_new(&all, frame)) {
        stars_free(&all);
        return status_fail(error, RL_NO_MEMORY, "facts: out of memory");
    }
    int64_t before = INT64_MAX;
    int step = (int)exact_max(STARS_CELL * frame->unit, 1.0);
    for (int y = 0; y < frame->rows && all.point != NULL; y += step) {
        const tile_run run = {.row = frame->y + y};
        (void)stars_are_at(&all, &run);
        for (int64_t j = all.high < before - 1 ? all.high : before - 1; j >= all.low; j--) {
            size_t held = (size_t)(j % all.rows);
            for (int i = 0; i < all.count[held]; i++)
                facts->stars += is_star_seen(g, &all.point[held * (size_t)all.columns + (size_t)i]);
            before = j;
        }
    }
    stars_free(&all);
    return RL_OK;
}

rl_status facts_sky(grid *g, rl_facts *facts, rl_error *error)
{
    measure_birds(g, facts);
    rl_status status = measure_stars(g, facts, error);
    return status == RL_OK ? measure_disc(g, facts, error) : status;
}
