/* outline.h - lines of one height through a map, simplified so that no line crosses another one.
 *
 * Lines that end at the map's border are closed along it.  Coordinates are hundredths of a pixel
 * from the left upper corner of the map; a sample is in the middle of its pixel.
 */
#ifndef RL_MAP_OUTLINE_H
#define RL_MAP_OUTLINE_H

#include "base/svg.h"
#include "heightmap/heightmap.h"

#define OUTLINE_UNIT 100 /* units of coordinates in a pixel */

typedef struct outline_point {
    int32_t x, y;
} outline_point;

typedef struct outline_line {
    size_t first, count; /* range in outline_set.points; a ring does not repeat its first point */
    int level;           /* number that the caller gave with the line */
    int is_ring;
    double bound; /* greatest distance of the simplified line from its points, coordinates */
} outline_line;

typedef struct outline_set {
    const rl_allocator *allocator;
    int32_t width, height; /* size of the map, hundredths of a pixel */
    outline_point *points;
    uint8_t *is_kept; /* [point_count] result of outline_simplify */
    outline_line *lines;
    size_t point_count, point_room, line_count, line_room;
} outline_set;

/* outline_trace adds the rings round land of `height` and above, and round lower land in it, by
 * marching squares with linear interpolation.  Rings with an area below `least` square pixels are
 * left out.  `map` has every step-th sample of a map of the set's size.  `level` is outline_line's.
 * Errors: RL_NO_MEMORY. */
rl_status outline_trace(outline_set *set, const heightmap *map, int step, double height, int level,
                        double least, rl_error *error);

/* outline_begin starts a line that is no ring; outline_add appends a point to the last line, unless
 * it equals the line's last point.  Errors: RL_NO_MEMORY. */
rl_status outline_begin(outline_set *set, int level, rl_error *error);
rl_status outline_add(outline_set *set, outline_point point, rl_error *error);

/* outline_simplify leaves out points that are at most `bound` hundredths from the simplified line
 * (D. Douglas and T. Peucker, 1973); a line that would cross another one or itself keeps more
 * points. Errors: RL_NO_MEMORY. */
rl_status outline_simplify(outline_set *set, double bound, rl_error *error);

/* outline_on_border returns 1 for two points on one side of the map's border. */
int outline_on_border(const outline_set *set, outline_point a, outline_point b);

/* outline_cross returns 1 if a line from a to b and one from c to d cross, or if an end of one is
 * within the other; a shared end is no crossing. */
int outline_cross(outline_point a, outline_point b, outline_point c, outline_point d);

/* outline_put writes the kept points of a line as SVG path data.  The outline of an area is written
 * completely; otherwise pieces on the map's border are left out. */
void outline_put(svg_writer *out, const outline_set *set, const outline_line *line, int is_area);

void outline_free(outline_set *set);

#endif
