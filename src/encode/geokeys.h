/* geokeys.h - converts between the GeoKeys of a GeoTIFF and the text of a .prj file (WKT).
 *
 * Without a database, only some systems are known by their EPSG codes: UTM zones, latitude and
 * longitude, and web maps.  The keys of other systems are copied.  Keys are those of OGC
 * GeoTIFF 1.1 (19-008r4).
 */
#ifndef RL_ENCODE_GEOKEYS_H
#define RL_ENCODE_GEOKEYS_H

#include "ridgeline-map.h"

enum { GEOKEYS_SHORTS = 1024, GEOKEYS_DOUBLES = 256, GEOKEYS_CHARS = 8192 };

/* Values of the tags GeoKeyDirectory, GeoDoubleParams and GeoAsciiParams. */
typedef struct geokeys {
    int shorts, doubles, chars; /* used entries of `directory`, `number` and `text` */
    uint16_t directory[GEOKEYS_SHORTS];
    double number[GEOKEYS_DOUBLES];
    char text[GEOKEYS_CHARS];
} geokeys;

enum { GEOKEYS_WKT = 1200 };

/* geokeys_text writes the projection as WKT, "" if it is unknown. */
void geokeys_text(const geokeys *self, char text[GEOKEYS_WKT]);

/* geokeys_of makes the keys of a projection, which is WKT; of NULL, keys without a projection. */
void geokeys_of(geokeys *self, const char *projection);

/* geokeys_is_point returns 1 if the file's tie point is the middle of a cell; geokeys_set_area
 * declares it the corner of a cell.  geokeys_is_degrees returns 1 for latitude and longitude;
 * geokeys_unit returns the metres of a projected system's unit of length, 1 if it is unknown. */
int geokeys_is_point(const geokeys *self);
void geokeys_set_area(geokeys *self);
int geokeys_is_degrees(const geokeys *self);
double geokeys_unit(const geokeys *self);

#endif
