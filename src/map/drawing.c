/* drawing.c - writes a map as SVG, on which users draw towns and roads.
 *
 * An area is all land above a height; areas are painted over each other, the lowest first.
 * Contours and coast are the pieces of the areas' outlines that are not on the map's border.  The
 * heights are generalised as for the lines of a plate.
 */
#include "map/drawing.h"

#include "base/arena.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/svg.h"
#include "base/text.h"
#include "map/outline.h"
#include "map/plate.h"

/* BOUND in multiples of plate_unit, SPECK of its square; tuned by eye. */
#define BOUND 0.25 /* greatest distance of a simplified line from the traced one */
#define SPECK 3.0  /* least area of an island or a hill; smaller ones are left out */

#define MOST_LEVELS 200
#define CLASSES 10      /* greatest number of colours of land */
#define DEPTHS 5        /* number of colours of the sea */
#define STREAMS 4       /* number of classes of rivers; a class is drawn with one width */
#define EVERY_INDEX 5   /* every 5th contour is an index contour */
#define LEAST_SPAN 1e-6 /* metres that the land spans at least; avoids a division by 0 */
#define HUNDRED 100.0   /* widths are rounded to 1 / HUNDRED pixel */

/* Widths of lines, as multiples of plate_line; tuned by eye. */
static const struct {
    double contour, index, coast;
    double river[STREAMS];          /* width with which a class of rivers is drawn */
    double river_most[STREAMS - 1]; /* greatest width (river.c) of a river in a class */
} widths = {.contour = 0.45,
            .index = 0.85,
            .coast = 0.95,
            .river = {0.5, 0.9, 1.5, 2.4},
            .river_most = {0.7, 1.2, 1.9}};

/* Uses of the rings of a drawn_level: bits of `uses`. */
enum { IS_COAST = 1, IS_CLASS = 2, IS_CONTOUR = 4, IS_INDEX = 8 };

typedef struct drawn_level {
    double height;
    int uses;
} drawn_level;

typedef struct map_drawing {
    const heightmap *map;
    const heightmap_work *work;
    const rl_map_rules *rules;
    double base, relief;   /* metres of height 0; metres from height 0 to height 1 */
    double unit, bound;    /* plate_unit; BOUND in pixels */
    int step;              /* distance of the samples of `fine` and `broad`, pixels */
    heightmap fine, broad; /* generalised heights: PLATE_FINE_SIGMA, PLATE_BROAD_SIGMA */
    float least, most;     /* lowest and highest of the fine heights */
    drawn_level levels[MOST_LEVELS];
    int level_count;
    outline_set land, water, rivers;
    arena memory;
} map_drawing;

/* ---- colours -------------------------------------------------------------------------------- */

/* Writes colour `share` (0..1) of a table as #rrggbb, times the factors `ink`, if not NULL. */
static void put_colour(svg_writer *out, const tint_table *table, double share, const float *ink)
{
    int i = (int)(exact_clamp(share, 0.0, 1.0) * (TINT_ENTRIES - 1) + 0.5);
    linear_rgb light = {(double)table->r[i], (double)table->g[i], (double)table->b[i]};
    if (ink != NULL) {
        light.r *= (double)ink[0];
        light.g *= (double)ink[1];
        light.b *= (double)ink[2];
    }
    svg_put(out, "#%06x", (unsigned)colour_from_linear(light));
}

/* Ends a rule with a width, as a multiple of `line`. */
static void put_width(svg_writer *out, double width, double line)
{
    svg_put(out, ";stroke-width:%s}\n",
            text_real(exact_round(HUNDRED * (width * line)) / HUNDRED).text);
}

static void put_style(svg_writer *out, const map_drawing *self)
{
    tint_table land, water;
    double low, high, line = exact_sqrt(self->unit);
    tint_range(self->rules, (double)self->least, (double)self->most, &low, &high);
    tint_make(&land, self->rules, low, high);
    tint_make_sea(&water, self->rules);
    svg_text(out, "<style>\npath{stroke-linejoin:round;stroke-linecap:round;fill-rule:evenodd}\n");
    for (int i = 0; i < DEPTHS && self->rules->sea > 0.0; i++) {
        svg_put(out, ".depth%d{fill:", i);
        put_colour(out, &water, 1.0 - (i + 0.5) / DEPTHS, NULL);
        svg_text(out, "}\n");
    }
    int number = 0;
    double foot = self->rules->sea > 0.0 ? self->rules->sea : (double)self->least;
    for (int i = 0; i <= self->level_count; i++) {
        if (i < self->level_count && (self->levels[i].uses & IS_CLASS) == 0)
            continue;
        double head = i < self->level_count ? self->levels[i].height : (double)self->most;
        svg_put(out, ".height%d{fill:", number++);
        put_colour(out, &land, (0.5 * (foot + head) - low) / (high - low), NULL);
        svg_text(out, "}\n");
        foot = head;
    }
    svg_text(out, ".contour,.index{fill:none;stroke:#4a3a26;stroke-opacity:.55");
    put_width(out, widths.contour, line);
    svg_text(out, ".index{stroke-opacity:.7");
    put_width(out, widths.index, line);
    svg_text(out, ".coast{fill:none;stroke:");
    put_colour(out, &water, PLATE_INK_DEPTH, plate_shore_ink);
    put_width(out, widths.coast, line);
    for (int i = 0; i < STREAMS; i++) {
        svg_put(out, ".river%d{fill:none;stroke:", i);
        put_colour(out, &water, PLATE_INK_DEPTH, plate_river_ink);
        put_width(out, widths.river[i], line);
    }
    svg_text(out, "</style>\n");
}

/* ---- levels --------------------------------------------------------------------------------- */

#define NUMBER_MOST 1e15 /* greatest k of a contour at k intervals; doubles hold it exactly */

static rl_status make_levels(map_drawing *self, rl_error *error)
{
    const rl_map_rules *rules = self->rules;
    double foot = rules->sea > 0.0 ? rules->sea : (double)self->least;
    double low = self->base + foot * self->relief;
    double high = self->base + (double)self->most * self->relief;
    double interval =
        rules->contours > 0.0 ? rules->contours : exact_max(high - low, LEAST_SPAN) / CLASSES;
    double first =
        (double)exact_floor(exact_clamp(low / interval, -NUMBER_MOST, NUMBER_MOST)) + 1.0;
    double count = exact_max(high / interval - first, 0.0);
    if (count > MOST_LEVELS - 2 || exact_abs(first) >= NUMBER_MOST)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "map.contours: a drawing has at most %d lines from its lowest to its "
                           "highest land",
                           MOST_LEVELS - 2);
    int classes = (int)exact_floor(count / CLASSES) + 1; /* intervals that share a colour */
    if (rules->sea > 0.0)
        self->levels[self->level_count++] = (drawn_level){rules->sea, IS_COAST};
    for (double k = first; k * interval < high; k += 1.0) {
        drawn_level *made = &self->levels[self->level_count++];
        int64_t number = (int64_t)k;
        made->height = (k * interval - self->base) / self->relief;
        if (rules->contours > 0.0)
            made->uses = number % EVERY_INDEX == 0 ? IS_CONTOUR | IS_INDEX : IS_CONTOUR;
        made->uses |= number % classes == 0 ? IS_CLASS : 0;
    }
    return RL_OK;
}

/* ---- preparing ------------------------------------------------------------------------------ */

static rl_status make_heights(map_drawing *self, rl_error *error)
{
    heightmap *const maps[] = {&self->fine, &self->broad};
    while (2 * self->step <= self->unit)
        self->step *= 2;
    for (int i = 0; i < 2; i++) {
        *maps[i] = (heightmap){.width = (self->map->width - 1) / self->step + 1,
                               .height = (self->map->height - 1) / self->step + 1,
                               .wrap = self->map->wrap};
        maps[i]->h = arena_array(&self->memory, (size_t)maps[i]->width * (size_t)maps[i]->height,
                                 sizeof(float));
        TRY(status_memory(maps[i]->h != NULL, "drawing", error));
    }
    TRY(generalise_map(self->map, &self->fine, self->step, PLATE_FINE_SIGMA * self->unit,
                       self->work, error));
    return generalise_map(&self->fine, &self->broad, 1, PLATE_BROAD_SIGMA * self->unit / self->step,
                          self->work, error);
}

typedef struct river_user {
    map_drawing *self;
    rl_error *error;
    rl_status status;
} river_user;

/* Adds a link of a river to its outline_set; a link of the same class as the one before continues
 * its line. */
static void add_link(void *user, stroke_end start, stroke_end end, int is_first)
{
    river_user *river = user;
    outline_set *set = &river->self->rivers;
    double line = exact_sqrt(river->self->unit);
    int width = 0;
    while (width < STREAMS - 1 && end.width > widths.river_most[width] * line)
        width++;
    int is_other = set->line_count == 0 || set->lines[set->line_count - 1].level != width;
    outline_point points[2] = {
        {(int32_t)exact_round((start.x + 0.5) * OUTLINE_UNIT),
         (int32_t)exact_round((start.y + 0.5) * OUTLINE_UNIT)},
        {(int32_t)exact_round((end.x + 0.5) * OUTLINE_UNIT),
         (int32_t)exact_round((end.y + 0.5) * OUTLINE_UNIT)},
    };
    if (river->status == RL_OK && (is_first || is_other))
        river->status = outline_begin(set, width, river->error);
    for (int i = 0; i < 2 && river->status == RL_OK; i++)
        river->status = outline_add(set, points[i], river->error);
}

static rl_status make_lines(map_drawing *self, rl_error *error)
{
    const rl_map_rules *rules = self->rules;
    double speck = SPECK * self->unit * self->unit, bound = self->bound * OUTLINE_UNIT;
    river_user river = {self, error, RL_OK};
    self->land = self->water = self->rivers =
        (outline_set){.allocator = self->work->allocator,
                      .width = self->map->width * OUTLINE_UNIT,
                      .height = self->map->height * OUTLINE_UNIT};
    for (int i = 0; i < self->level_count; i++)
        TRY(outline_trace(&self->land, &self->fine, self->step, self->levels[i].height, i, speck,
                          error));
    for (int i = 1; i < DEPTHS && rules->sea > 0.0; i++) {
        double foot = tint_foot(rules, (double)self->least);
        double deep =
            rules->sea - exact_max(rules->sea - foot, LEAST_SPAN) * (1.0 - (double)i / DEPTHS);
        TRY(outline_trace(&self->water, &self->broad, self->step, deep, i, 4.0 * speck, error));
    }
    if (rules->rivers > 0.0) {
        TRY(river_trace(self->map, &self->fine, self->step, add_link, &river, self->work, error));
        TRY(river.status);
    }
    TRY(outline_simplify(&self->land, bound, error));
    TRY(outline_simplify(&self->water, 2.0 * bound, error));
    return outline_simplify(&self->rivers, bound, error);
}

/* ---- the file ------------------------------------------------------------------------------- */

static void put_head(svg_writer *out, const map_drawing *self, const char *title)
{
    const rl_map_rules *rules = self->rules;
    svg_head(out, self->map->width, self->map->height, self->map->width, self->map->height);
    svg_title(out, title != NULL ? title : "map");
    svg_put(out, "<desc>1 unit is %s m", text_real(rules->cell).text);
    if (rules->contours > 0.0)
        svg_put(out, "; contours every %s m", text_real(rules->contours).text);
    svg_put(out,
            "</desc>\n<metadata>\n<map xmlns=\"urn:ridgeline:map\" metres-per-unit=\"%s\""
            " contours=\"%s\"",
            text_real(rules->cell).text, text_real(rules->contours).text);
    svg_put(out, " lowest=\"%s\" highest=\"%s\"",
            text_real(self->base + (double)self->least * self->relief).text,
            text_real(self->base + (double)self->most * self->relief).text);
    if (rules->sea > 0.0)
        svg_put(out, " sea=\"%s\"", text_real(self->base + rules->sea * self->relief).text);
    svg_put(out, " bound=\"%s\"/>\n</metadata>\n", text_real(self->bound).text);
}

static void put_layer(svg_writer *out, const char *id, const char *label)
{
    svg_put(out, "<g inkscape:groupmode=\"layer\" id=\"%s\" inkscape:label=\"%s\">\n", id, label);
}

/* Writes the lines of a level as a path whose class is `class` and, if not negative, `number`. */
static void put_path(svg_writer *out, const outline_set *set, int level, const char *class,
                     int number, int is_area)
{
    int has_any = 0;
    for (size_t n = 0; n < set->line_count; n++) {
        if (set->lines[n].level != level)
            continue;
        if (!has_any)
            svg_put(out, number < 0 ? "<path class=\"%s\" d=\"" : "<path class=\"%s%d\" d=\"",
                    class, number);
        has_any = 1;
        outline_put(out, set, &set->lines[n], is_area);
    }
    if (has_any)
        svg_text(out, "\"/>\n");
}

static void put_rectangle(svg_writer *out, const map_drawing *self, const char *class)
{
    svg_put(out, "<rect class=\"%s\" width=\"%d\" height=\"%d\"/>\n", class, self->map->width,
            self->map->height);
}

static void put_areas(svg_writer *out, const map_drawing *self)
{
    int number = 1;
    if (self->rules->sea > 0.0) {
        put_layer(out, "sea", "Sea");
        put_rectangle(out, self, "depth0");
        for (int i = 1; i < DEPTHS; i++)
            put_path(out, &self->water, i, "depth", i, 1);
        svg_text(out, "</g>\n");
    }
    put_layer(out, "land", "Land");
    if (self->rules->sea > 0.0)
        put_path(out, &self->land, 0, "height", 0, 1);
    else
        put_rectangle(out, self, "height0");
    for (int i = 0; i < self->level_count; i++)
        if ((self->levels[i].uses & IS_CLASS) != 0)
            put_path(out, &self->land, i, "height", number++, 1);
    svg_text(out, "</g>\n");
}

static void put_lines(svg_writer *out, const map_drawing *self)
{
    if (self->rules->contours > 0.0) {
        put_layer(out, "contours", "Contours");
        for (int i = 0; i < self->level_count; i++)
            if ((self->levels[i].uses & IS_CONTOUR) != 0)
                put_path(out, &self->land, i,
                         (self->levels[i].uses & IS_INDEX) != 0 ? "index" : "contour", -1, 0);
        svg_text(out, "</g>\n");
    }
    if (self->rules->rivers > 0.0) {
        put_layer(out, "rivers", "Rivers");
        for (int i = 0; i < STREAMS; i++)
            put_path(out, &self->rivers, i, "river", i, 0);
        svg_text(out, "</g>\n");
    }
    if (self->rules->sea > 0.0) {
        put_layer(out, "coast", "Coast");
        put_path(out, &self->land, 0, "coast", -1, 0);
        svg_text(out, "</g>\n");
    }
}

static rl_status write_all(map_drawing *self, const char *title, rl_sink *sink, rl_error *error)
{
    svg_writer out = {.sink = sink, .write = rl_sink_write};
    TRY(heightmap_range(self->map, &self->least, &self->most, self->work, error));
    TRY(make_levels(self, error));
    TRY(make_heights(self, error));
    TRY(make_lines(self, error));
    put_head(&out, self, title);
    put_style(&out, self);
    put_areas(&out, self);
    put_lines(&out, self);
    svg_text(&out, "</svg>\n");
    return svg_end(&out, error);
}

rl_status drawing_write(const heightmap *map, const char *title, const heightmap_work *work,
                        rl_sink *sink, rl_error *error)
{
    map_drawing self = {.map = map,
                        .work = work,
                        .rules = work->rules,
                        .base = work->ground.base,
                        .relief = work->rules->relief,
                        .unit = plate_unit(map),
                        .step = 1,
                        .memory = {.allocator = work->allocator}};
    self.bound = BOUND * exact_max(self.unit, 1.0);
    rl_status status = write_all(&self, title, sink, error);
    outline_free(&self.land);
    outline_free(&self.water);
    outline_free(&self.rivers);
    arena_free(&self.memory);
    return status;
}
