/* projection.c - computes the size of a grid's cells in metres from its projection.
 *
 * The projection is WKT by ESRI, OGC or ISO 19162, as in a .prj file.  Only two things are read:
 * whether the axes are latitude and longitude, and the unit of length.  Nothing is projected.
 */
#include "decode/heights.h"

#include "base/exact.h"
#include "encode/geokeys.h"

#include <string.h>

/* Metres of a degree on the ellipsoid of WGS 84 as cosine series in the latitude, to a metre:
 * Defense Mapping Agency, "Geodesy for the Layman" (1984). */
static const struct {
    double first, third, fifth;             /* longitude: factors of cos(n lat), n = 1, 3, 5 */
    double constant, second, fourth, sixth; /* latitude: factors of cos(n lat), n = 0, 2, 4, 6 */
} degree = {.first = 111412.84,
            .third = -93.5,
            .fifth = 0.118,
            .constant = 111132.92,
            .second = -559.82,
            .fourth = 1.175,
            .sixth = -0.0023};
#define LATITUDE_MOST 89.9 /* degrees; closer to a pole a degree of longitude has no width */
#define UNIT_LEAST 1e-6    /* metres in a unit; a unit not between these is taken for a metre */
#define UNIT_MOST 1e6

/* Returns the metres in the unit of a projected system, which is the last UNIT["metre", 1.0] of the
 * WKT before its vertical system; 1 if there is none. */
static double projected_unit(const char *text)
{
    const char *end = strstr(text, "VERT"), *last = NULL;
    for (const char *next = text; (next = strstr(next, "UNIT[")) != NULL; next++) {
        int is_angle = next - text >= 5 && memcmp(next - 5, "ANGLE", 5) == 0;
        if ((end == NULL || next < end) && !is_angle)
            last = next;
    }
    const char *name = last != NULL ? strchr(last, '"') : NULL;
    const char *stop = name != NULL ? strchr(name + 1, '"') : NULL;
    if (stop == NULL)
        return 1.0;
    stop += 1 + strspn(stop + 1, " ,\r\n\t");
    double factor = 1.0;
    heights_word word = {stop, strspn(stop, "0123456789+-.eE"), 0};
    int is_given = heights_number(&factor, &word);
    return is_given && factor > UNIT_LEAST && factor < UNIT_MOST ? factor : 1.0;
}

void projection_measure(rl_georeference *reference, int height)
{
    const char *text = reference->projection != NULL ? reference->projection : "";
    double eastward = 1.0, southward = 1.0;
    const geokeys *keys = reference->geokeys;
    int is_degrees = strncmp(text, "GEOG", 4) == 0;
    if (keys != NULL && text[0] == '\0') {
        is_degrees = geokeys_is_degrees(keys);
        eastward = southward = geokeys_unit(keys);
    }
    if (is_degrees) {
        double latitude = reference->north - 0.5 * height * reference->cell_y;
        double turn = exact_clamp(latitude, -LATITUDE_MOST, LATITUDE_MOST) / 360.0;
        eastward = degree.first * exact_cos_turn(turn) + degree.third * exact_cos_turn(3 * turn) +
                   degree.fifth * exact_cos_turn(5 * turn);
        southward = degree.constant + degree.second * exact_cos_turn(2 * turn) +
                    degree.fourth * exact_cos_turn(4 * turn) +
                    degree.sixth * exact_cos_turn(6 * turn);
    } else if (text[0] != '\0') {
        eastward = southward = projected_unit(text);
    }
    reference->metres_x = reference->cell_x * eastward;
    reference->metres_y = reference->cell_y * southward;
}
