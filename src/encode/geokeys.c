/* geokeys.c - reads and writes the GeoKey directory of the known coordinate systems. */
#include "encode/geokeys.h"

#include <stdio.h>
#include <string.h>

enum {
    KEY_MODEL = 1024,
    KEY_RASTER = 1025,
    KEY_GEOGRAPHIC = 2048,
    KEY_PROJECTED = 3072,
    KEY_PROJECTED_CITATION = 3073,
    KEY_UNIT = 3076,
    MODEL_PROJECTED = 1,
    MODEL_GEOGRAPHIC = 2,
    RASTER_AREA = 1,
    RASTER_POINT = 2,
    USER_DEFINED = 32767,
    TAG_TEXT = 34737
};

/* Prefix that ESRI software puts before WKT in a citation key. */
static const char esri[] = "ESRI PE String = ";

/* ---- known coordinate systems ---------------------------------------------------- */

/* A system of latitude and longitude with its names by ESRI and EPSG, and the UTM zones on it: the
 * EPSG code of zone 1..60 is north + zone or south + zone. */
typedef struct datum {
    int code, north, south; /* EPSG code of the system; bases for its zones, 0 = none */
    const char *esri, *epsg, *esri_zone, *epsg_zone;
    const char *spheroid;
} datum;

static const datum datums[] = {
    {4326, 32600, 32700, "WGS_1984", "WGS 84", "WGS_1984", "WGS 84",
     "\"WGS_1984\",6378137.0,298.257223563"},
    {4258, 25800, 0, "ETRS_1989", "ETRS89", "ETRS_1989", "ETRS89",
     "\"GRS_1980\",6378137.0,298.257222101"},
    {4269, 26900, 0, "North_American_1983", "NAD83", "NAD_1983", "NAD83",
     "\"GRS_1980\",6378137.0,298.257222101"},
};

#define DATUMS (sizeof datums / sizeof *datums)
#define WEB_MERCATOR 3857

enum { NAME_SIZE = 64, ZONES = 60 };

/* A known system.  `zone` 0 is latitude and longitude, below 0 are zones of the south. */
typedef struct zone {
    int code;
    const datum *datum;
    int zone;
} zone;

/* Writes known system `index` to *found and returns 1; returns 0 past the last. */
static int zone_at(zone *found, int index)
{
    int each = 2 * ZONES + 1, number = index % each - ZONES;
    if (index / each >= (int)DATUMS)
        return 0;
    const datum *on = &datums[index / each];
    int first = number == 0 ? on->code : number > 0 ? on->north : on->south;
    *found = (zone){first + (number < 0 ? -number : number), on, number};
    if (first == 0)
        found->code = 0;
    return 1;
}

/* Writes the name of a system by ESRI to `ours`, by EPSG to `theirs`. */
static void zone_names(const zone *self, char ours[NAME_SIZE], char theirs[NAME_SIZE])
{
    int number = self->zone < 0 ? -self->zone : self->zone;
    char side = self->zone < 0 ? 'S' : 'N';
    (void)snprintf(ours, NAME_SIZE, "GCS_%s", self->datum->esri);
    (void)snprintf(theirs, NAME_SIZE, "%s", self->datum->epsg);
    if (number > 0) {
        (void)snprintf(ours, NAME_SIZE, "%s_UTM_Zone_%d%c", self->datum->esri_zone, number, side);
        (void)snprintf(theirs, NAME_SIZE, "%s / UTM zone %d%c", self->datum->epsg_zone, number,
                       side);
    }
}

static const char web_names[2][NAME_SIZE] = {"WGS_1984_Web_Mercator_Auxiliary_Sphere",
                                             "WGS 84 / Pseudo-Mercator"};

/* Returns the EPSG code of a WKT, PROJCS["NAME",..., by its first name; 0 = unknown. */
static int code_of(const char *text)
{
    const char *name = strchr(text, '"');
    size_t size = name != NULL ? strcspn(name + 1, "\"") : 0;
    zone known;
    char names[2][NAME_SIZE];
    if (size == 0 || size >= NAME_SIZE)
        return 0;
    for (int i = 0; zone_at(&known, i); i++) {
        zone_names(&known, names[0], names[1]);
        for (int k = 0; k < 2; k++)
            if (strlen(names[k]) == size && memcmp(names[k], name + 1, size) == 0)
                return known.code;
    }
    for (int k = 0; k < 2; k++)
        if (strlen(web_names[k]) == size && memcmp(web_names[k], name + 1, size) == 0)
            return WEB_MERCATOR;
    return 0;
}

static void degrees_text(const datum *on, char text[GEOKEYS_WKT])
{
    (void)snprintf(text, GEOKEYS_WKT,
                   "GEOGCS[\"GCS_%s\",DATUM[\"D_%s\",SPHEROID[%s]],PRIMEM[\"Greenwich\",0.0],"
                   "UNIT[\"Degree\",0.0174532925199433]]",
                   on->esri, on->esri, on->spheroid);
}

static void code_text(int code, char text[GEOKEYS_WKT])
{
    char degrees[GEOKEYS_WKT / 2], ours[NAME_SIZE], theirs[NAME_SIZE], whole[GEOKEYS_WKT];
    zone known;
    text[0] = '\0';
    if (code == WEB_MERCATOR) {
        degrees_text(&datums[0], whole);
        (void)snprintf(text, GEOKEYS_WKT,
                       "PROJCS[\"%s\",%.600s,PROJECTION[\"Mercator_Auxiliary_Sphere\"],"
                       "PARAMETER[\"False_Easting\",0.0],PARAMETER[\"False_Northing\",0.0],"
                       "PARAMETER[\"Central_Meridian\",0.0],"
                       "PARAMETER[\"Standard_Parallel_1\",0.0],"
                       "PARAMETER[\"Auxiliary_Sphere_Type\",0.0],UNIT[\"Meter\",1.0]]",
                       web_names[0], whole);
        return;
    }
    for (int i = 0; code > 0 && zone_at(&known, i); i++) {
        if (known.code != code)
            continue;
        degrees_text(known.datum, whole);
        (void)snprintf(degrees, sizeof degrees, "%.500s", whole);
        if (known.zone == 0) {
            (void)snprintf(text, GEOKEYS_WKT, "%s", degrees);
            return;
        }
        int number = known.zone < 0 ? -known.zone : known.zone;
        zone_names(&known, ours, theirs);
        (void)snprintf(text, GEOKEYS_WKT,
                       "PROJCS[\"%s\",%s,PROJECTION[\"Transverse_Mercator\"],"
                       "PARAMETER[\"False_Easting\",500000.0],"
                       "PARAMETER[\"False_Northing\",%s],PARAMETER[\"Central_Meridian\",%d.0],"
                       "PARAMETER[\"Scale_Factor\",0.9996],"
                       "PARAMETER[\"Latitude_Of_Origin\",0.0],UNIT[\"Meter\",1.0]]",
                       ours, degrees, known.zone < 0 ? "10000000.0" : "0.0", 6 * number - 183);
        return;
    }
}

/* ---- keys ------------------------------------------------------------------------- */

/* Returns a key of the directory, or NULL if it is missing.  A key is four numbers: its number, the
 * tag with its values (0 = the fourth number is the value), their count, and their offset. */
static const uint16_t *key_find(const geokeys *self, int key)
{
    for (int i = 4; i + 4 <= self->shorts && i < 4 + 4 * self->directory[3]; i += 4)
        if (self->directory[i] == key)
            return self->directory + i;
    return NULL;
}

static int key_code(const geokeys *self, int key)
{
    const uint16_t *found = key_find(self, key);
    return found != NULL && found[1] == 0 ? found[3] : 0;
}

int geokeys_is_point(const geokeys *self)
{
    return key_code(self, KEY_RASTER) == RASTER_POINT;
}

void geokeys_set_area(geokeys *self)
{
    const uint16_t *found = key_find(self, KEY_RASTER);
    if (found != NULL && found[1] == 0)
        self->directory[found - self->directory + 3] = RASTER_AREA;
}

int geokeys_is_degrees(const geokeys *self)
{
    return key_code(self, KEY_MODEL) == MODEL_GEOGRAPHIC;
}

#define FOOT 0.3048                   /* international foot, metres */
#define SURVEY_FOOT (1200.0 / 3937.0) /* US survey foot, metres */
enum { UNIT_FOOT = 9002, UNIT_SURVEY_FOOT = 9003 };

double geokeys_unit(const geokeys *self)
{
    int unit = key_code(self, KEY_UNIT);
    return unit == UNIT_FOOT ? FOOT : unit == UNIT_SURVEY_FOOT ? SURVEY_FOOT : 1.0;
}

void geokeys_text(const geokeys *self, char text[GEOKEYS_WKT])
{
    int projected = key_code(self, KEY_PROJECTED);
    code_text(projected > 0 ? projected : key_code(self, KEY_GEOGRAPHIC), text);
    const uint16_t *citation = key_find(self, KEY_PROJECTED_CITATION);
    size_t skipped = sizeof esri - 1;
    if (text[0] != '\0' || citation == NULL || citation[1] != TAG_TEXT)
        return;
    size_t size = citation[2], start = citation[3];
    if (start + size > (size_t)self->chars || size <= skipped || size - skipped > GEOKEYS_WKT ||
        memcmp(self->text + start, esri, skipped) != 0)
        return;
    size -= skipped;
    memcpy(text, self->text + start + skipped, size);
    text[size - 1] = '\0'; /* replaces the | that ends a text of GeoAsciiParams */
}

/* Appends a key with its value; calls must be in the order of rising keys. */
static void put(geokeys *self, int key, int value)
{
    uint16_t *next = self->directory + self->shorts;
    next[0] = (uint16_t)key;
    next[1] = 0;
    next[2] = 1;
    next[3] = (uint16_t)value;
    self->shorts += 4;
    self->directory[3]++;
}

void geokeys_of(geokeys *self, const char *projection)
{
    memset(self, 0, sizeof *self);
    static const uint16_t head[4] = {1, 1, 0, 0};
    memcpy(self->directory, head, sizeof head);
    self->shorts = 4;
    static const char *const wkt[] = {"PROJCS[", "PROJCRS[", "GEOGCS[", "GEOGCRS[", "COMPD_CS["};
    int is_known = 0;
    for (size_t i = 0; projection != NULL && i < sizeof wkt / sizeof *wkt; i++)
        is_known = is_known || strncmp(projection, wkt[i], strlen(wkt[i])) == 0;
    int code = is_known ? code_of(projection) : 0;
    int is_degrees = is_known && strncmp(projection, "GEOG", 4) == 0;
    size_t size = is_known ? strlen(projection) : 0;
    if (is_known)
        put(self, KEY_MODEL,
            code == 0    ? USER_DEFINED
            : is_degrees ? MODEL_GEOGRAPHIC
                         : MODEL_PROJECTED);
    put(self, KEY_RASTER, RASTER_AREA);
    if (code > 0) {
        put(self, is_degrees ? KEY_GEOGRAPHIC : KEY_PROJECTED, code);
    } else if (is_known && size + sizeof esri < GEOKEYS_CHARS) {
        put(self, KEY_PROJECTED, USER_DEFINED);
        self->chars = snprintf(self->text, sizeof self->text, "%s%s|", esri, projection);
        put(self, KEY_PROJECTED_CITATION, 0);
        self->directory[self->shorts - 3] = TAG_TEXT;
        self->directory[self->shorts - 2] = (uint16_t)self->chars;
    }
}
