/* projection.c - how many metres a cell of a grid is, by the text of its projection.
 *
 * In: a text as a .prj has it (WKT of ESRI, OGC or ISO 19162), of which only two things count:
 * whether it is of latitude and longitude, and the unit of its axes.  Nothing is projected.
 */
#include "decode/heights.h"

#include "base/exact.h"
#include "encode/geokeys.h"

#include <string.h>

/* The number that follows `place` and a comma: UNIT["metre", 1.0]. */
static double factor_after(const char *place)
{
    const char *name = strchr(place, '"'), *end = name != NULL ? strchr(name + 1, '"') : NULL;
    if (end == NULL)
        return 1.0;
    end += 1 + strspn(end + 1, " ,\r\n\t");
    double factor = 1.0;
    heights_word word = {end, strspn(end, "0123456789+-.eE"), 0};
    return heights_number(&factor, &word) && factor > 1e-6 && factor < 1e6 ? factor : 1.0;
}

/* Metres of the unit of a projected system: the last one before heights have their own. */
static double unit_of(const char *text)
{
    const char *end = strstr(text, "VERT"), *last = NULL;
    for (const char *next = text; (next = strstr(next, "UNIT[")) != NULL; next++) {
        int is_angle = next - text >= 5 && memcmp(next - 5, "ANGLE", 5) == 0;
        if ((end == NULL || next < end) && !is_angle)
            last = next;
    }
    return last != NULL ? factor_after(last) : 1.0;
}

/* Metres of a degree on the ellipsoid of WGS 84, to a metre: Defense Mapping Agency, "Geodesy for
 * the Layman" (1984); series in multiples of the latitude. */
static void degree_at(double latitude, double *eastward, double *southward)
{
    double turn = exact_clamp(latitude, -89.9, 89.9) / 360.0;
    *eastward = 111412.84 * exact_cos_turn(turn) - 93.5 * exact_cos_turn(3.0 * turn) +
                0.118 * exact_cos_turn(5.0 * turn);
    *southward = 111132.92 - 559.82 * exact_cos_turn(2.0 * turn) +
                 1.175 * exact_cos_turn(4.0 * turn) - 0.0023 * exact_cos_turn(6.0 * turn);
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
    if (is_degrees)
        degree_at(reference->north - 0.5 * height * reference->cell_y, &eastward, &southward);
    else if (text[0] != '\0')
        eastward = southward = unit_of(text);
    reference->metres_x = reference->cell_x * eastward;
    reference->metres_y = reference->cell_y * southward;
}
