/* geokeys.h - coordinate systems of GeoTIFF: its keys, and the text of a .prj.
 *
 * In: keys of a file, or a text.  Out: the other, as far as it is known without a database: systems
 * of UTM zones, latitude and longitude, and web maps by their EPSG codes; what else there is goes
 * from file to file as it is.  The keys are those of OGC GeoTIFF 1.1 (19-008r4).
 */
#ifndef RL_ENCODE_GEOKEYS_H
#define RL_ENCODE_GEOKEYS_H

#include "ridgeline-map.h"

enum { GEOKEYS_SHORTS = 1024, GEOKEYS_DOUBLES = 256, GEOKEYS_CHARS = 8192 };

/* The tags GeoKeyDirectory, GeoDoubleParams and GeoAsciiParams. */
typedef struct geokeys {
    int shorts, doubles, chars; /* how many are used */
    uint16_t directory[GEOKEYS_SHORTS];
    double number[GEOKEYS_DOUBLES];
    char text[GEOKEYS_CHARS];
} geokeys;

enum { GEOKEYS_WKT = 1200 };

/* geokeys_text writes the projection's text, "" where it is not known. */
void geokeys_text(const geokeys *self, char text[GEOKEYS_WKT]);

/* geokeys_of makes the keys of a projection's text (NULL = none). */
void geokeys_of(geokeys *self, const char *projection);

/* geokeys_is_point is 1 where the corner that a file gives is the middle of a cell, and
 * geokeys_set_area makes it that cell's corner.  geokeys_is_degrees is 1 for latitude and
 * longitude, and geokeys_unit is the metres of a unit of the others. */
int geokeys_is_point(const geokeys *self);
void geokeys_set_area(geokeys *self);
int geokeys_is_degrees(const geokeys *self);
double geokeys_unit(const geokeys *self);

#endif
