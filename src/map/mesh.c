/* mesh.c - the geometry of a mesh: box, axes, and the order of the facets.
 *
 * The projection is parallel, so the cells of a grid hide each other in the order of their columns
 * and rows: they are drawn from the far corner to the near one.  The box does not depend on the
 * heights, so that pictures of a sweep have equal axes. */
#include "map/mesh.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/block.h"

#define MOST_SIDE 513     /* samples along a side; finer facets are smaller than a pixel */
#define DEFAULT_WIDTH 800 /* pixels */
#define ASPECT 0.75       /* height of a picture by its width, if only the width is known */
#define RISE 0.6          /* height of the box at exaggeration 1, units */
#define LETTER 0.0145     /* height of letters by the width of the picture */
#define LEAST_LETTER 7.0  /* pixels */
#define MARGIN 0.05       /* by the width of the picture */
#define OUTSIDE 0.06      /* distance of numbers from the box, units */
#define TICK 0.02         /* length of a tick, units */
#define TICKS 5.0         /* ticks of an axis, about */
#define TICK_ROOM 2.5     /* least distance of ticks in the picture, by the height of letters */
#define AXIS_WIDTH 1.0    /* pixels in a picture DEFAULT_WIDTH wide */
#define GRID_WIDTH 0.7
#define LINE_SHARE 0.06 /* width of a line between facets by the side of a facet */
#define LEAST_FACET 3.0 /* pixels; smaller facets have no lines */
#define THINNEST 0.35   /* pixels */
#define THICKEST 1.1
#define AXIS_COLOUR 0x3a3a3a
#define GRID_COLOUR 0xd4d4d4

/* ---- making ------------------------------------------------------------------------ */

static mesh_point place_of(const mesh *self, double x, double y, double z)
{
    return (mesh_point){
        self->origin.x + x * self->along_x.x + y * self->along_y.x + z * self->along_z.x,
        self->origin.y + x * self->along_x.y + y * self->along_y.y + z * self->along_z.y};
}

/* Sets place and scale of the box, so that it fits the picture with its numbers. */
static void fit(mesh *self, const rl_map_rules *rules, double rise)
{
    projection camera = project_turn(rules->look_azimuth, rules->view_elevation);
    double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0, x, y;
    for (int i = 0; i < 8; i++) {
        double out = i & 4 ? 0.0 : OUTSIDE;
        project_point(&camera, (i & 1 ? 1 : -1) * (self->half_x + out),
                      (i & 2 ? 1 : -1) * (self->half_y + out), i & 4 ? rise : 0.0, &x, &y);
        left = exact_min(left, x);
        right = exact_max(right, x);
        bottom = exact_min(bottom, y);
        top = exact_max(top, y);
    }
    double edge = MARGIN * self->width;
    double scale = exact_min((self->width - 3.0 * edge) / (right - left),
                             exact_max(self->height - 2.0 * edge, 1.0) / (top - bottom));
    self->ahead[0] = camera.ahead[0];
    self->ahead[1] = camera.ahead[1];
    self->origin = (mesh_point){0.5 * (self->width + edge - scale * (left + right)),
                                0.5 * (self->height + scale * (bottom + top))};
    self->along_x = (mesh_point){scale * camera.right[0], -scale * camera.ahead[0] * camera.rise};
    self->along_y = (mesh_point){scale * camera.right[1], -scale * camera.ahead[1] * camera.rise};
    self->along_z = (mesh_point){0.0, -scale * camera.level * rise}; /* for the whole box */
    double cell =
        scale / ((self->map->width > self->map->height ? self->map->width : self->map->height) - 1);
    self->line = cell < LEAST_FACET ? 0.0 : exact_clamp(cell * LINE_SHARE, THINNEST, THICKEST);
}

/* Chooses a range by its keys, or by the heights of the map. */
static rl_status choose_range(mesh_range *range, const char *name, double low, double high,
                              mesh_range heights, rl_error *error)
{
    *range =
        (mesh_range){low == RL_AUTO ? heights.low : low, high == RL_AUTO ? heights.high : high};
    if (range->high <= range->low && (low == RL_AUTO || high == RL_AUTO))
        range->high = range->low + 1.0; /* level ground, or heights beyond the limit that is set */
    if (range->high > range->low)
        return RL_OK;
    char number[TEXT_REAL_SIZE], least[TEXT_REAL_SIZE];
    text_from_real(number, high);
    text_from_real(least, low);
    return status_fail(error, RL_BAD_ARGUMENT, "map.%s_high = %s: must be above map.%s_low, %s",
                       name, number, name, least);
}

static void place_nodes(mesh *self)
{
    const heightmap *map = self->map;
    double scale = 1.0 / (self->axis.high - self->axis.low);
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            size_t i = (size_t)y * (size_t)map->width + (size_t)x;
            double share = ((double)map->h[i] - self->axis.low) * scale;
            self->node[i] = place_of(self, self->half_x * (2.0 * x / (map->width - 1) - 1.0),
                                     self->half_y * (1.0 - 2.0 * y / (map->height - 1)),
                                     exact_clamp(share, 0.0, 1.0));
        }
}

rl_status mesh_make(mesh *self, const heightmap *map, const heightmap_work *work, arena *memory,
                    rl_error *error)
{
    const rl_map_rules *rules = work->rules;
    float least, most;
    *self = (mesh){.map = map, .holes = work->ground.holes, .width = rules->picture_width};
    int longer = map->width > map->height ? map->width : map->height;
    if (map->width < 2 || map->height < 2 || longer > MOST_SIDE)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "output.size = %dx%d: a mesh draws each cell: must be 2..%d a side",
                           map->width, map->height, MOST_SIDE);
    self->width = self->width > 0 ? self->width : DEFAULT_WIDTH;
    self->height =
        rules->picture_height > 0 ? rules->picture_height : (int)(ASPECT * self->width + 0.5);
    self->letter = exact_max(LETTER * self->width, LEAST_LETTER);
    self->half_x = 0.5 * (map->width - 1) / (longer - 1);
    self->half_y = 0.5 * (map->height - 1) / (longer - 1);
    TRY(heightmap_range(map, &least, &most, work, error));
    mesh_range heights = {(double)least, (double)most};
    TRY(choose_range(&self->axis, "axis", rules->axis_low, rules->axis_high, heights, error));
    TRY(choose_range(&self->tint, "colour", rules->colour_low, rules->colour_high, heights, error));
    tint_table *ramp = arena_array(memory, 1, sizeof *ramp);
    self->node = arena_array(memory, (size_t)map->width * (size_t)map->height, sizeof *self->node);
    TRY(status_memory(ramp != NULL && self->node != NULL, "mesh", error));
    tint_make(ramp, rules, self->tint.low, self->tint.high);
    for (int i = 0; i < TINT_ENTRIES; i++)
        self->colour[i] = colour_from_linear(
            (linear_rgb){(double)ramp->r[i], (double)ramp->g[i], (double)ramp->b[i]});
    fit(self, rules, RISE * (rules->view_exaggeration != RL_AUTO ? rules->view_exaggeration : 1.0));
    place_nodes(self);
    return RL_OK;
}

/* ---- facets ------------------------------------------------------------------------ */

static void draw_facet(const mesh *self, const mesh_target *target, int x, int y, double top,
                       double bottom)
{
    size_t width = (size_t)self->map->width, i = (size_t)y * width + (size_t)x;
    const size_t at[MESH_CORNERS] = {i, i + 1, i + width + 1, i + width};
    mesh_point corner[MESH_CORNERS];
    double least = (double)self->height, most = 0.0, height = 0.0;
    for (int k = 0; k < MESH_CORNERS; k++) {
        if (self->holes != NULL && self->holes[at[k]])
            return;
        corner[k] = self->node[at[k]];
        least = exact_min(least, corner[k].y);
        most = exact_max(most, corner[k].y);
        height += (double)self->map->h[at[k]] / MESH_CORNERS;
    }
    if (most + THICKEST < top || least - THICKEST > bottom)
        return;
    double share = (height - self->tint.low) / (self->tint.high - self->tint.low);
    target->facet(target->user, corner,
                  self->colour[(int)(exact_clamp(share, 0.0, 1.0) * (TINT_ENTRIES - 1) + 0.5)]);
}

/* ---- axes -------------------------------------------------------------------------- */

#define DECADE 10.0

/* Returns a round step, 1, 2 or 5 times a power of ten, that divides a range into about `parts`. */
static double tick_step(double range, double parts)
{
    static const double steps[] = {5.0, 2.0};
    double power = 1.0;
    while (power * DECADE * parts <= range)
        power *= DECADE;
    while (power * parts > range)
        power /= DECADE;
    for (int i = 0; i < 2; i++)
        if (power * steps[i] * parts <= range)
            return power * steps[i];
    return power;
}

typedef enum mesh_axis { AXIS_X, AXIS_Y, AXIS_Z, AXES } mesh_axis;

/* Draws what one tick of an axis needs: `share`, 0..1, is its place along the axis. */
static void draw_tick(const mesh *self, const mesh_target *target, mesh_axis axis, double share,
                      double value)
{
    double far_x = self->ahead[0] > 0.0 ? self->half_x : -self->half_x;
    double far_y = self->ahead[1] > 0.0 ? self->half_y : -self->half_y;
    double x = self->half_x * (2.0 * share - 1.0), y = self->half_y * (1.0 - 2.0 * share);
    double beside_x = far_x > 0.0 ? 1.0 : -1.0, beside_y = far_y > 0.0 ? 1.0 : -1.0;
    double scale = self->width / (double)DEFAULT_WIDTH, side = 0.5;
    mesh_point near, middle, end, tip, number;
    if (axis == AXIS_X) {
        near = place_of(self, x, -far_y, 0.0);
        middle = place_of(self, x, far_y, 0.0);
        end = place_of(self, x, far_y, 1.0);
        tip = place_of(self, x, -far_y - TICK * beside_y, 0.0);
        number = place_of(self, x, -far_y - OUTSIDE * beside_y, 0.0);
    } else if (axis == AXIS_Y) {
        near = place_of(self, -far_x, y, 0.0);
        middle = place_of(self, far_x, y, 0.0);
        end = place_of(self, far_x, y, 1.0);
        tip = place_of(self, -far_x - TICK * beside_x, y, 0.0);
        number = place_of(self, -far_x - OUTSIDE * beside_x, y, 0.0);
    } else { /* at the left one of the two corners beside the far one */
        mesh_point one = place_of(self, far_x, -far_y, share);
        mesh_point other = place_of(self, -far_x, far_y, share);
        near = one.x < other.x ? one : other;
        end = one.x < other.x ? other : one;
        middle = place_of(self, far_x, far_y, share);
        double unit = (self->along_x.x * self->along_x.x + self->along_y.x * self->along_y.x);
        unit = exact_sqrt(unit);
        tip = (mesh_point){near.x - TICK * unit, near.y};
        number = (mesh_point){near.x - OUTSIDE * unit, near.y - 0.5 * self->letter};
        side = 1.0;
    }
    target->line(target->user, near, middle, GRID_WIDTH * scale, GRID_COLOUR);
    target->line(target->user, middle, end, GRID_WIDTH * scale, GRID_COLOUR);
    target->line(target->user, near, tip, AXIS_WIDTH * scale, AXIS_COLOUR);
    char text[TEXT_REAL_SIZE];
    text_from_real(text, text_round(value));
    target->text(target->user, number, side, text);
}

static void draw_axis(const mesh *self, const mesh_target *target, mesh_axis axis)
{
    const mesh_range range[AXES] = {[AXIS_X] = {1.0, (double)self->map->width},
                                    [AXIS_Y] = {1.0, (double)self->map->height},
                                    [AXIS_Z] = self->axis};
    const mesh_point along[AXES] = {self->along_x, self->along_y, self->along_z};
    const double units[AXES] = {2.0 * self->half_x, 2.0 * self->half_y, 1.0};
    const mesh_point shift = along[axis];
    double pixels = units[axis] * exact_sqrt(shift.x * shift.x + shift.y * shift.y);
    double parts = exact_clamp(pixels / (TICK_ROOM * self->letter), 1.0, TICKS);
    double low = range[axis].low, size = range[axis].high - low, step = tick_step(size, parts);
    if (axis != AXIS_Z)
        step = exact_max(step, 1.0); /* whole samples */
    int64_t first = exact_floor(low / step);
    for (int64_t i = first; (double)i * step <= low + size * (1.0 + 1e-9); i++) {
        double share = ((double)i * step - low) / size;
        if (share >= -1e-9)
            draw_tick(self, target, axis, share, (double)i * step);
    }
}

/* Draws the edges of the floor and of the two far walls. */
static void draw_box(const mesh *self, const mesh_target *target)
{
    double x = self->ahead[0] > 0.0 ? self->half_x : -self->half_x;
    double y = self->ahead[1] > 0.0 ? self->half_y : -self->half_y;
    double width = AXIS_WIDTH * self->width / (double)DEFAULT_WIDTH;
    const double edge[9][2][3] = {
        {{x, y, 0}, {x, y, 1}},  {{-x, y, 0}, {-x, y, 1}},  {{x, -y, 0}, {x, -y, 1}},
        {{x, y, 1}, {-x, y, 1}}, {{x, y, 1}, {x, -y, 1}},   {{x, y, 0}, {-x, y, 0}},
        {{x, y, 0}, {x, -y, 0}}, {{-x, -y, 0}, {-x, y, 0}}, {{-x, -y, 0}, {x, -y, 0}},
    };
    for (int i = 0; i < 9; i++)
        target->line(target->user, place_of(self, edge[i][0][0], edge[i][0][1], edge[i][0][2]),
                     place_of(self, edge[i][1][0], edge[i][1][1], edge[i][1][2]), width,
                     AXIS_COLOUR);
}

void mesh_draw(const mesh *self, const mesh_target *target, double top, double bottom)
{
    for (mesh_axis axis = AXIS_X; axis < AXES; axis++)
        draw_axis(self, target, axis);
    draw_box(self, target);
    int columns = self->map->width - 1, rows = self->map->height - 1;
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++)
            draw_facet(self, target, self->ahead[0] > 0.0 ? columns - 1 - i : i,
                       self->ahead[1] > 0.0 ? j : rows - 1 - j, top, bottom);
}
