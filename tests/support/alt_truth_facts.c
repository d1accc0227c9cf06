/* alt_truth_facts.c - what a picture shows, measured from its pixels, from a picture without the
 * thing, or from the scene: each number is measured with code that the program does not have. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alt_truth.h"

#define PI 3.14159265358979323846

/* ---- pictures ------------------------------------------------------------------------------- */

/* With the region that the scene speaks of. */
shot shot_new(const rl_scene *scene, int width, int height)
{
    rl_error error;
    int is_part = scene->part_width > 0;
    const rl_view view = {.struct_size = sizeof view,
                          .width = is_part ? scene->width : width,
                          .height = is_part ? scene->height : height,
                          .x = scene->part_x,
                          .y = scene->part_y,
                          .part_width = scene->part_width,
                          .part_height = scene->part_height};
    shot s = {.width = width, .height = height};
    s.rgb = malloc(3 * (size_t)width * (size_t)height);
    if (s.rgb == NULL || rl_frame_new(&s.frame, scene, &view, &error) != RL_OK ||
        rl_paint(s.frame, 0, height, s.rgb, 3 * (size_t)width, &error) != RL_OK)
        alt_truth_die(s.rgb == NULL ? "out of memory" : error.text);
    return s;
}

void shot_free(shot *s)
{
    rl_frame_free(s->frame);
    free(s->rgb);
}

/* Counts the spots of marked pixels, those that touch being one. */
static int count_spots(uint8_t *mark, int width, int height)
{
    int spots = 0, *stack = malloc(sizeof *stack * (size_t)width * (size_t)height);
    if (stack == NULL)
        alt_truth_die("out of memory");
    for (int i = 0, count = 0; i < width * height; i++) {
        if (mark[i] == 0)
            continue;
        spots++;
        for (mark[stack[count++] = i] = 0; count > 0;) {
            int x = stack[--count] % width, y = stack[count] / width;
            for (int near = 0; near < 9; near++) {
                int nx = x + near % 3 - 1, ny = y + near / 3 - 1, n = ny * width + nx;
                if (nx >= 0 && ny >= 0 && nx < width && ny < height && mark[n] != 0)
                    mark[stack[count++] = n] = 0;
            }
        }
    }
    free(stack);
    return spots;
}

/* Paints two scenes and compares the pictures; of each column rows from `end` on do not count, if
 * it is not NULL. */
static difference compare(const trial *t, const rl_scene *one, const rl_scene *other, int level,
                          const int *end)
{
    shot painted[2] = {shot_new(one, t->whole.width, t->whole.height),
                       shot_new(other, t->whole.width, t->whole.height)};
    const shot *a = &painted[0], *b = &painted[1];
    difference d = {0};
    uint8_t *mark = calloc((size_t)a->width, (size_t)a->height);
    if (mark == NULL)
        alt_truth_die("out of memory");
    for (int x = 0; x < a->width; x++) {
        int before = d.pixels;
        for (int y = 0; y < (end != NULL ? end[x] : a->height); y++) {
            int at = y * a->width + x, more = 0, most = 0;
            for (int c = 3 * at; c < 3 * at + 3; c++) {
                more += a->rgb[c] - b->rgb[c];
                most = abs(a->rgb[c] - b->rgb[c]) > most ? abs(a->rgb[c] - b->rgb[c]) : most;
            }
            if (most < level)
                continue;
            mark[at] = 1;
            d.pixels++;
            d.lighter += more > 0;
            d.x += (x + 0.5) / a->width;
            d.y += (y + 0.5) / a->height;
        }
        d.columns += (double)(d.pixels > before) / a->width;
    }
    d.x /= d.pixels > 0 ? d.pixels : 1;
    d.y /= d.pixels > 0 ? d.pixels : 1;
    d.spots = count_spots(mark, a->width, a->height);
    free(mark);
    shot_free(&painted[0]);
    shot_free(&painted[1]);
    return d;
}

/* Sets a key of the scene; `*` in it stands for each ridge. */
static void set_key(rl_scene *scene, const char *key, const char *value)
{
    const char *star = strchr(key, '*');
    int ridge = 0;
    do {
        char name[64];
        snprintf(name, sizeof name, "%s", key);
        if (star != NULL)
            snprintf(name + (star - key), 40, "%d%s", ridge + 1, star + 1);
        if (rl_scene_set(scene, name, value, NULL) != RL_OK)
            alt_truth_die(key);
    } while (star != NULL && ++ridge < scene->ridge_count);
}

/* Paints the scene, and the scene with other values of keys, in true colour: pixel art has a
 * palette that depends on what is there.  The value `other` is another motif: without any the woods
 * and the path there change, too. */
static difference without(const trial *t, const fact *f)
{
    rl_scene scene = *t->scene, other;
    char keys[128], *next = keys;
    scene.colours = 0;
    other = scene;
    snprintf(keys, sizeof keys, "%s", f->without);
    for (char *key = strtok_r(keys, " ", &next); key != NULL; key = strtok_r(NULL, " ", &next)) {
        const char *value = strchr(key, '=') + 1;
        key[value - key - 1] = '\0';
        set_key(&other, key, strcmp(value, "other") != 0 ? value : "rocket");
        if (strcmp(value, "other") == 0 && other.motif.name == scene.motif.name)
            set_key(&other, key, "turbine");
    }
    return compare(t, &scene, &other, f->level, NULL);
}

/* ---- places in the picture --------------------------------------------------------------------
 */

/* The row of a height of the scene. */
static double row_of(const trial *t, double height)
{
    return t->scene->part_width > 0 ? (1.0 - height) * t->scene->height - t->scene->part_y
                                    : (1.0 - height) * t->whole.height;
}

/* The row in which a ridge ends: in water, in clouds, on or beyond a plain; else below all. */
static double foot_of(const trial *t, int r)
{
    const rl_scene *scene = t->scene;
    const rl_ridge *ridge = &scene->ridge[r];
    double far = 47.0 * exp(-5.0 * ridge->depth); /* in a deck of clouds */
    if (scene->lake_open && scene->lake_ridge > 0 && r >= scene->lake_ridge &&
        ridge->distance > 0.0)
        return row_of(t, scene->lake_level * (1.0 - 1.0 / ridge->distance));
    if (scene->deck > 0.0 && far > 1.0)
        return row_of(t, scene->horizon * (1.0 - (1.0 - scene->deck) / far));
    if (scene->plain != RL_PLAIN_NONE && ridge->depth < scene_real(scene, "plain.depth"))
        return row_of(t, scene->horizon);
    if (scene->plain == RL_PLAIN_CANYON &&
        strcmp(rl_ridge_family_name((size_t)ridge->kind), "wall") == 0)
        return row_of(t, ridge->base);
    return 1e9;
}

static double crest_of(const trial *t, int r, int x)
{
    return t->whole.height - t->height[r * t->whole.width + x];
}

/* The first row below which something nearer hides ridge `r` in a column. */
static double hidden_from(const trial *t, int r, int x)
{
    double from = fmin(t->whole.height, foot_of(t, r));
    for (int i = r + 1; i < t->ridges; i++)
        from = fmin(from, crest_of(t, i, x));
    return t->scene->lake_ridge > 0 && r < t->scene->lake_ridge ? fmin(from, t->shore) : from;
}

void trial_read_land(trial *t)
{
    const rl_scene *scene = t->scene;
    int width = t->whole.width, below = 0, full = t->whole.height;
    if (scene->part_width > 0) {
        below = scene->height - scene->part_y - scene->part_height;
        full = scene->height;
    }
    t->ridges = scene->ridge_count;
    t->height = malloc(sizeof *t->height * (size_t)t->ridges * (size_t)width);
    t->skyline = malloc(sizeof *t->skyline * (size_t)width);
    if (t->height == NULL || t->skyline == NULL)
        alt_truth_die("out of memory");
    t->shore = t->whole.height;
    if (scene->lake_ridge > 0)
        t->shore -= (int)(scene->lake_level * full - below);
    for (int r = 0; r < t->ridges; r++)
        rl_frame_heights(t->whole.frame, r, 0, width, t->height + (size_t)r * (size_t)width, NULL);
    t->all = t->whole.height * width;
    for (int x = 0; x < width; x++) {
        double top = t->shore;
        for (int r = 0; r < t->ridges; r++) {
            t->height[r * width + x] -= below;
            top = fmin(top, crest_of(t, r, x));
        }
        t->skyline[x] = (int)fmax(top, 0.0);
        t->sky += t->skyline[x];
        t->deepest = t->skyline[x] > t->deepest ? t->skyline[x] : t->deepest;
    }
}

/* Whether a pixel is of the part of a picture that a fact is about: of ridge `ridge`, or of a part
 * of the sky, the water or all. */
static int is_of(const trial *t, measure_of part, int ridge, int x, int y)
{
    switch (part) {
    case COLOUR_TOP:
        return y < t->skyline[x] && 4 * y <= t->deepest;
    case COLOUR_LOW:
        return y < t->skyline[x] && y >= t->skyline[x] - 0.10 * t->whole.height;
    case COLOUR_NEAR:
    case COLOUR_FAR:
        return y >= crest_of(t, ridge, x) && y < hidden_from(t, ridge, x);
    case COLOUR_WATER:
        for (int r = t->scene->lake_ridge; r < t->ridges; r++)
            if (y >= crest_of(t, r, x) && y < foot_of(t, r))
                return 0;
        return y >= t->shore;
    default:
        return 1;
    }
}

static double light_of(double level)
{
    double c = level / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double cie(double t)
{
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

/* Returns how many pixels a part has, and its mean colour as lightness, chroma and hue. */
static int mean_of(trial *t, measure_of part, int ridge, double lch[3])
{
    double rgb[3] = {0.0, 0.0, 0.0};
    int count = 0;
    for (int y = 0; y < t->whole.height; y += 3)
        for (int x = 0; x < t->whole.width; x += 3)
            if (is_of(t, part, ridge, x, y)) {
                for (int c = 0; c < 3; c++)
                    rgb[c] += t->whole.rgb[3 * (y * t->whole.width + x) + c];
                count++;
            }
    for (int c = 0; c < 3; c++)
        rgb[c] /= count > 0 ? count : 1;
    snprintf(t->note, sizeof t->note, "%02x%02x%02x", (int)rgb[0], (int)rgb[1], (int)rgb[2]);
    double r = light_of(rgb[0]), g = light_of(rgb[1]), b = light_of(rgb[2]);
    double x = cie((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    double y = cie(0.2126 * r + 0.7152 * g + 0.0722 * b);
    double z = cie((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    lch[0] = 116.0 * y - 16.0;
    lch[1] = hypot(500.0 * (x - y), 200.0 * (y - z));
    lch[2] = fmod(atan2(200.0 * (y - z), 500.0 * (x - y)) * 180.0 / PI + 360.0, 360.0);
    return 9 * count;
}

/* ---- ridges -----------------------------------------------------------------------------------
 */

/* How far apart two small runs of pixels are, in levels. */
static double contrast(const shot *s, int x, int y, int up, int down)
{
    double sum[3] = {0, 0, 0};
    for (int dx = -2; dx <= 2; dx++)
        for (int c = 0; c < 3; c++) {
            int column = x + dx < 0 ? 0 : x + dx >= s->width ? s->width - 1 : x + dx;
            sum[c] += s->rgb[3 * ((y - up) * s->width + column) + c];
            sum[c] -= s->rgb[3 * ((y + down) * s->width + column) + c];
        }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / 5.0;
}

/* The fraction of columns in which a ridge is so thick and so unlike what is behind it, at one of
 * so many places above the crest. */
static double stands_out(const trial *t, int r, double thick, double levels, int places)
{
    static const double ups[] = {0.012, 0.03, 0.06}; /* above trees, where there are any */
    int found = 0, count = 0, h = t->whole.height;
    for (int x = 2; x < t->whole.width; x += 4, count++) {
        int y = (int)crest_of(t, r, x), down = (int)(0.011 * h) + 1;
        if (hidden_from(t, r, x) - y < thick * h || y < 4 || y + down >= h)
            continue;
        double most = 0.0;
        for (int i = 0; i < places; i++) {
            int up = (int)(ups[i] * h) + 1;
            if (y - up >= 0)
                most = fmax(most, contrast(&t->whole, x, y, up, down));
        }
        found += most >= levels;
    }
    return (double)found / count;
}

static int count_ridges(const trial *t, double thick, double levels, double wide, int places)
{
    int count = 0;
    for (int r = 0; r < t->ridges; r++)
        count += stands_out(t, r, thick, levels, places) >= wide;
    return count;
}

static int clear_ridges(const trial *t)
{
    return count_ridges(t, 0.05, 24, 0.40, 1);
}

/* Returns how many ridges of kinds can be told. */
static int count_kinds(const trial *t, int kinds, double thick, double levels)
{
    int count = 0;
    for (int r = 0; r < t->ridges; r++)
        count += kinds >> t->scene->ridge[r].kind & 1 && stands_out(t, r, thick, levels, 3) >= 0.05;
    return count;
}

/* Returns the families that share a noun. */
static int kinds_called(const char *noun)
{
    int kinds = 0;
    const char *other;
    for (size_t i = 0; (other = rl_ridge_family_noun(i)) != NULL; i++)
        kinds |= strcmp(noun, other) == 0 ? 1 << i : 0;
    return kinds;
}

/* Returns how many crests fall by more than 4 % of the height within 1.2 % of it, as a mesa's. */
static int count_cliffs(const trial *t)
{
    int step = t->whole.height / 80 + 1, found = 0;
    for (int r = 0; r < t->ridges; r++)
        for (int x = 0; x + step < t->whole.width; x++)
            found += fabs(crest_of(t, r, x) - crest_of(t, r, x + step)) > 0.04 * t->whole.height;
    return found;
}

/* Returns 1 if the colour fits one of the ridges that may be meant: those of the farther half that
 * can be told at all, or those of the nearer half. */
static int fits_ridge(trial *t, int word, measure_of part)
{
    double lch[3];
    int tried = 0, most = t->ridges > 6 ? t->ridges / 2 : 3;
    for (int i = 0; i < t->ridges && tried < most; i++) {
        int r = part == COLOUR_FAR ? i : t->ridges - 1 - i;
        if ((part == COLOUR_FAR && stands_out(t, r, 0.008, 4, 3) < 0.05) ||
            mean_of(t, part, r, lch) == 0)
            continue;
        if (colour_fits(word, lch))
            return 1;
        tried++;
    }
    return 0;
}

/* ---- facts that painting without a thing shows ------------------------------------------------
 */

static double land_middle(const trial *t)
{
    double sum = 0.0, count = 0.0;
    for (int x = 0; x < t->whole.width; x++)
        for (int y = t->skyline[x]; y < t->whole.height; y++, count++)
            sum += (double)y / t->whole.height;
    return count > 0.0 ? sum / count : 0.0;
}

/* Returns how many birds too few (below 0) or too many a text has; each bird is a spot, but for
 * faint ones. */
static double birds_differ(const trial *t, const fact *f, const match *m, int any)
{
    fact clearly = *f;
    clearly.level = 50;
    int clear = without(t, &clearly).spots;
    int least = m->count[NUMBER] > 0 ? m->index[NUMBER][0] + 1 : f->kinds > 1 ? 2 : 1;
    int most = m->count[NUMBER] > 0 ? least : f->kinds;
    return least > any ? least - any : most < clear ? most - clear : 0;
}

static double changes(trial *t, const fact *f, const match *m)
{
    difference d = without(t, f);
    double lch[3];
    switch (f->of) {
    case PART_OF_SKY:
        return (double)d.pixels / t->sky;
    case PART_OF_LAND:
        return (double)d.pixels / (t->all - t->sky);
    case PART_OF_WATER:
        return (double)d.pixels / mean_of(t, COLOUR_WATER, 0, lch);
    case SPOTS:
        return d.spots;
    case PIXELS:
        return d.pixels;
    case COLUMNS:
        return d.columns;
    case LIGHTER:
        return (double)d.lighter / d.pixels;
    case BELOW_MIDDLE: /* mirrored, it is in the lower half, too */
        return t->shore < t->whole.height ? 0.0 : d.y - land_middle(t);
    case SIDE_MISSED:
        return side_differs(m->index[SIDE][0], d.x);
    default:
        return birds_differ(t, f, m, d.spots);
    }
}

/* ---- the disc ---------------------------------------------------------------------------------
 */

/* Measures the part of the disc above the ground by its circle and the heights. */
static void measure_shown(trial *t, const rl_scene *scene, double unit)
{
    double middle = 0.5 * scene->width + scene->sun_x * unit - scene->part_x, area = 0.0;
    double y = (1.0 - scene->sun_y) * scene->height - scene->part_y, radius = t->disc.radius;
    t->disc.is_cut = middle - radius < 0.0 || middle + radius > t->whole.width ||
                     y - radius < 0.0 || y + radius > t->whole.height;
    for (int x = 0; x < t->whole.width; x++) {
        double dx = x + 0.5 - middle;
        if (fabs(dx) >= radius)
            continue;
        double half = sqrt(radius * radius - dx * dx);
        double top = fmax(y - half, 0.0), end = fmin(y + half, t->skyline[x]);
        area += end > top ? end - top : 0.0;
    }
    t->disc.shown = area / (PI * radius * radius);
}

/* A disc leaves its light: only where its colour is does the picture change.  The sun's place
 * follows from its radius, so it is held. */
static void disc_measure(trial *t)
{
    rl_facts facts = {.struct_size = sizeof facts};
    rl_scene with = *t->scene;
    rl_frame_facts(t->whole.frame, &facts, NULL);
    int is_part = with.part_width > 0, height = is_part ? with.part_height : with.height;
    with.sun_y = 1.0 - (facts.disc_y * height + (is_part ? with.part_y : 0)) / with.height;
    with.sun_bloom = 0.0;
    with.colours = 0;
    /* Where there is no disc, clouds and motifs are elsewhere, and a rainbow may stand. */
    static const char *const moving[][2] = {{"sky.cumulus", "none"},
                                            {"motif.name", "none"},
                                            {"aloft.name", "none"},
                                            {"weather.rainbow", "0"}};
    rl_error error;
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
        if (rl_scene_set(&with, moving[i][0], moving[i][1], &error) != RL_OK)
            alt_truth_die("disc");
    double unit = fmin(sqrt((double)with.width * with.height * 9.0 / 16.0), 1.2 * with.height);
    t->disc.radius = with.sun_radius * unit;
    measure_shown(t, &with, unit);
    rl_scene bare = with;
    bare.sun_radius = 0.0;
    t->disc.d = compare(t, &with, &bare, 6, t->skyline);
    t->disc.is_known = 1;
}

static double disc_fact(trial *t, const fact *f, const match *m)
{
    if (!t->disc.is_known)
        disc_measure(t);
    const difference *d = &t->disc.d;
    double above = t->skyline[(int)(d->x * t->whole.width)] - d->y * t->whole.height;
    switch (f->of) {
    case DISC_PIXELS:
        return d->pixels;
    case DISC_SIDE_MISSED:
        return side_differs(m->index[SIDE][0], d->x);
    case DISC_SHOWN:
        return t->disc.shown;
    case DISC_WHOLE: /* or its hidden part is in the text */
        return strstr(t->text, " hidden by the land") != NULL ||
                       strstr(t->text, ", cut off by the edge") != NULL
                   ? 1.0
                   : t->disc.shown;
    case DISC_RADII_ABOVE:
        return above / t->disc.radius;
    case DISC_ABOVE:
        return above / t->whole.height;
    case DISC_Y:
        return d->y;
    case DISC_RADIUS:
        return t->disc.radius /
               (t->scene->part_width > 0 ? t->scene->part_height : t->scene->height);
    case DISC_STRIPES:
        return t->scene->sun_stripes;
    case DISC_LIT:
        return t->scene->moon > 0 ? 0.5 * (1.0 - cos(2.0 * PI * t->scene->moon_phase)) : 1.0;
    default: /* DISC_CUT */
        return t->disc.is_cut;
    }
}

/* ---- water ------------------------------------------------------------------------------------
 */

/* How alike the rows above the shore and those below it are, column by column. */
static double mirror_likeness(const trial *t)
{
    const shot *s = &t->whole;
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (int d = s->height / 60 + 1; d < s->height / 8; d += 2) {
        int up = t->shore - d, down = t->shore + d;
        if (up < 0 || down >= s->height)
            break;
        double mean_a = 0.0, mean_b = 0.0;
        for (int x = 0; x < s->width; x++) {
            mean_a += s->rgb[3 * (up * s->width + x) + 1] / (double)s->width;
            mean_b += s->rgb[3 * (down * s->width + x) + 1] / (double)s->width;
        }
        for (int x = 0; x < s->width; x++) {
            double a = s->rgb[3 * (up * s->width + x) + 1] - mean_a;
            double b = s->rgb[3 * (down * s->width + x) + 1] - mean_b;
            ab += a * b;
            aa += a * a;
            bb += b * b;
        }
    }
    return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : 0.0;
}

/* ---- all --------------------------------------------------------------------------------------
 */

/* Returns the columns that change without the trees of a text, if there are others, or else 1; 0 if
 * the scene has none of them. */
static double wood_columns(const trial *t, const match *m)
{
    rl_scene others = *t->scene;
    uint64_t told = 0;
    for (int i = 0; i < m->count[TREE]; i++)
        told |= UINT64_C(1) << m->index[TREE][i];
    others.tree_species &= ~told;
    if ((t->scene->tree_species & told) != told)
        return 0.0;
    return others.tree_species == 0 ? 1.0 : compare(t, t->scene, &others, 12, NULL).columns;
}

/* Colours of a picture beyond `most`. */
static int colours_beyond(const shot *s, int most)
{
    uint32_t found[257];
    int count = 0;
    for (int i = 0; i < s->width * s->height && count <= most && count < 257; i++) {
        uint32_t c = (uint32_t)(s->rgb[3 * i] << 16 | s->rgb[3 * i + 1] << 8 | s->rgb[3 * i + 2]);
        int k = 0;
        while (k < count && found[k] != c)
            k++;
        if (k == count)
            found[count++] = c;
    }
    return count > most ? count - most : 0;
}

double fact_measure(trial *t, const fact *f, const match *m)
{
    const rl_scene *scene = t->scene;
    int number = m->index[NUMBER][0] + 1, is_second = f->of == COLOUR_LOW || f->of == COLOUR_FAR;
    int word = m->index[COLOUR][is_second && m->count[COLOUR] > 1], strict, loose;
    double lch[3];
    if (f->without != NULL)
        return changes(t, f, m);
    switch (f->of) {
    case COLOUR_NEAR:
    case COLOUR_FAR:
        return fits_ridge(t, word, f->of);
    case COLOUR_TOP:
    case COLOUR_LOW:
    case COLOUR_WATER:
    case COLOUR_WHOLE:
        return mean_of(t, f->of, 0, lch) > 0 && colour_fits(word, lch);
    case SKY:
        return (double)t->sky / t->all;
    case WATER:
        return (double)mean_of(t, COLOUR_WATER, 0, lch) / t->all;
    case MIRROR:
        return mirror_likeness(t);
    case WIND:
        return scene->lake_open ? scene->lake_wind : -1.0;
    case MOON:
        return scene->moon > 0;
    case WOOD:
        return wood_columns(t, m);
    case CLEAR_RIDGES:
        return clear_ridges(t);
    case RIDGES_MISSED: /* below what is clear, or above what can be told at all */
        strict = clear_ridges(t);
        loose = count_ridges(t, 0.008, 4, 0.05, 3);
        return number < strict ? number - strict : number > loose ? number - loose : 0;
    case DUNES_MORE: /* A smooth roll of ground among dunes looks like one. */
        return count_kinds(t, KIND(DUNE) | KIND(ROLL), 0.008, 4) - number;
    case KINDS:
        return count_kinds(t, f->kinds, 0.01, 5);
    case FAMILIES:
        return count_kinds(t, kinds_called(list_word(FAMILY, (size_t)m->index[FAMILY][0])), 0.01,
                           5);
    case CLIFFS:
        return count_cliffs(t);
    case COLOURS_MORE:
        return colours_beyond(&t->whole, m->number[0]);
    case SIZE_MISSED:
        return m->number[0] != t->whole.width || m->number[1] != t->whole.height;
    default:
        return disc_fact(t, f, m);
    }
}
