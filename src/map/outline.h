/* outline.h - lines of one height through a map, as points between its samples.
 *
 * In: heights, levels.  Out: rings that close, also along the map's border, simplified so that no
 * line crosses itself or another one.  Points count in hundredths of a pixel from the left upper
 * corner of the map; sample i is in the middle of its pixel.
 */
#ifndef RL_MAP_OUTLINE_H
#define RL_MAP_OUTLINE_H

#include "heightmap/heightmap.h"

#define OUTLINE_UNIT 100 /* of a pixel */

typedef struct outline_point {
    int32_t x, y;
} outline_point;

typedef struct outline_line {
    size_t first, count; /* points; of a ring the last is not the first again */
    int level;           /* the caller's number */
    int is_ring;
    double bound; /* how far it may be from its points once simplified; hundredths */
} outline_line;

typedef struct outline_set {
    const rl_allocator *allocator;
    int32_t width, height; /* of the map: its border is at 0 and there */
    outline_point *points;
    uint8_t *is_kept; /* [point_count], once outline_simplify is done */
    outline_line *lines;
    size_t point_count, point_room, line_count, line_room;
} outline_set;

/* outline_trace adds the rings round land of `height` and above, by marching squares with straight
 * interpolation, and those round holes in it; not those of less than `least` pixels.  `map` holds
 * every step-th sample of a map of the set's size.  Errors: RL_NO_MEMORY. */
rl_status outline_trace(outline_set *set, const heightmap *map, int step, double height, int level,
                        double least, rl_error *error);

/* outline_add appends a point to the last line, unless it is the point before; outline_begin starts
 * a line that is no ring.  Errors: RL_NO_MEMORY. */
rl_status outline_begin(outline_set *set, int level, rl_error *error);
rl_status outline_add(outline_set *set, outline_point point, rl_error *error);

/* outline_simplify leaves out points of each line that are at most `bound` hundredths from what is
 * left (D. Douglas and T. Peucker, 1973); a line that would cross another one or itself keeps more
 * of them.  Errors: RL_NO_MEMORY. */
rl_status outline_simplify(outline_set *set, double bound, rl_error *error);

/* outline_on_border returns 1 for two points on one side of the map's border. */
int outline_on_border(const outline_set *set, outline_point a, outline_point b);

/* outline_cross returns 1 where a line from a to b and one from c to d cross, or where an end of
 * one is within the other: not where they share an end. */
int outline_cross(outline_point a, outline_point b, outline_point c, outline_point d);

void outline_free(outline_set *set);

#endif
