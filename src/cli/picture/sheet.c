/* sheet.c - the command `ridgeline sheet`: many small pictures on one page.
 *
 * In: a range of seeds, one seed to vary, or the values of a key.  Out: a picture of labelled
 * thumbnails, each of which equals what `ridgeline -s` paints at its size; for variants also the
 * arguments of each.
 * A thumbnail is painted by one thread into its own place of the page.  Variants change where
 * the sun is, how hazy and misty it is, how high the far land rises, and the palette; what
 * the user set by hand stays, and equal seeds get equal variants.
 */
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/child.h"
#include "cli/common/job.h"
#include "cli/common/output.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/picture/sheet_page.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the page ----------------------------------------------------------- */

/* Neutral greys, which do not change how colours beside them look; the labels are dim. */
#define PAGE_COLOUR 0x17181B
#define LABEL_COLOUR 0x9EA2A8

/* Most pixels of a page: 192 MB. */
#define AREA_MAX 64000000

/* Sum of a thumbnail's width and height for each pixel of contact.scale: 2 pixels per cell at
 * 320x180, where a label is as tall as running text. */
#define SCALE_STEP 230

#define FONT_WIDTH 5
#define FONT_HEIGHT 7

/* Letters of five by seven cells, and one row below the line, drawn for this program: digits, small
 * letters, - and .  Each row is two hexadecimal digits, the top row first; of its five bits the
 * highest is the left cell. */
static const struct {
    char letter;
    uint64_t rows;
} glyphs[] = {
    {'0', 0x0e11131519110e00}, {'1', 0x040c140404041f00}, {'2', 0x0e11010608101f00},
    {'3', 0x0e11010601110e00}, {'4', 0x02060a121f020200}, {'5', 0x1f101e0101110e00},
    {'6', 0x0608101e11110e00}, {'7', 0x1f01020204040400}, {'8', 0x0e11110e11110e00},
    {'9', 0x0e11110f01020c00}, {'a', 0x00000e010f110f00}, {'b', 0x10101e1111111e00},
    {'c', 0x00000e1110110e00}, {'d', 0x01010f1111110f00}, {'e', 0x00000e111f100f00},
    {'f', 0x06081e0808080800}, {'g', 0x00000f11110f010e}, {'h', 0x10101e1111111100},
    {'i', 0x04000c0404040e00}, {'j', 0x020006020202120c}, {'k', 0x1010121418141200},
    {'l', 0x0c04040404040e00}, {'m', 0x00001a1515151500}, {'n', 0x00001e1111111100},
    {'o', 0x00000e1111110e00}, {'p', 0x00001e11111e1010}, {'q', 0x00000f11110f0101},
    {'r', 0x0000161910101000}, {'s', 0x00000f100e011e00}, {'t', 0x08081e0808090600},
    {'u', 0x0000111111130d00}, {'v', 0x000011110a0a0400}, {'w', 0x0000111515150a00},
    {'x', 0x0000110a040a1100}, {'y', 0x00001111110f010e}, {'z', 0x00001f0204081f00},
    {'-', 0x0000000e00000000}, {'.', 0x00000000000c0c00},
};

/* Distance of the left edges of two neighbouring letters, cells. */
#define ADVANCE (FONT_WIDTH + 1)

/* The page of thumbnails and labels.  All lengths are pixels. */
typedef struct contact {
    geometry thumb; /* width and height of a thumbnail */
    int columns;
    int scale;                   /* pixels per cell of a letter */
    int gap;                     /* width of the gap round and between the cells */
    int cell_width, cell_height; /* size of a thumbnail with its label */
    int width, height;           /* size of the page, pixels */
    size_t stride;               /* bytes per row */
    uint8_t *rgb;                /* packed, width * height pixels */
} contact;

static void put_colour(uint8_t *pixel, unsigned colour)
{
    pixel[0] = (uint8_t)(colour >> 16);
    pixel[1] = (uint8_t)(colour >> 8 & 0xFF);
    pixel[2] = (uint8_t)(colour & 0xFF);
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

/* Lays out a page of `count` thumbnails whose labels have up to `letters` letters, in `columns`
 * columns (0 = chosen by the count), and allocates it.  Returns an exit code. */
static int contact_new(contact *page, const geometry *thumb, int count, int columns, int letters)
{
    /* Few pictures are compared in larger ones of 4 columns. */
    int most = columns > 0 ? columns : count <= 16 ? 4 : 6;
    *page = (contact){.thumb = *thumb};
    page->columns = most < count ? most : count;
    page->scale = max(1, (thumb->width + thumb->height) / SCALE_STEP);
    page->gap = max(8, thumb->width / 16);
    page->cell_width = max(thumb->width, (letters * ADVANCE - 1) * page->scale);
    /* The label is closer to its own picture than to the one below. */
    page->cell_height = thumb->height + page->gap / 2 + FONT_HEIGHT * page->scale;
    int rows = (count + page->columns - 1) / page->columns;
    /* Sides go up to a million: their products need 64 bits. */
    int64_t width = (int64_t)page->columns * (page->cell_width + page->gap) + page->gap;
    int64_t height = (int64_t)rows * (page->cell_height + page->gap) + page->gap;
    if (width > RL_MAX_SIDE || height > RL_MAX_SIDE || width * height > AREA_MAX)
        return say_error(CODE_USAGE,
                         "sheet: %lldx%lld: must be within 64 Mpx and %d a side: "
                         "fewer seeds or a smaller -s",
                         (long long)width, (long long)height, RL_MAX_SIDE);
    page->width = (int)width;
    page->height = (int)height;
    page->stride = 3 * (size_t)width;
    page->rgb = malloc(page->stride * (size_t)height);
    STEP(say_memory(page->rgb != NULL, "sheet"));
    for (size_t i = 0; i < page->stride * (size_t)height; i += 3)
        put_colour(page->rgb + i, PAGE_COLOUR);
    return CODE_OK;
}

/* Returns the upper left pixel of a thumbnail. */
static uint8_t *contact_thumb(const contact *page, int index)
{
    int column = index % page->columns, row = index / page->columns;
    int x = page->gap + column * (page->cell_width + page->gap);
    int y = page->gap + row * (page->cell_height + page->gap);
    return page->rgb + (size_t)y * page->stride + 3 * (size_t)x;
}

/* Writes the label below a thumbnail; each cell is a square of scale x scale pixels. */
static void contact_label(const contact *page, int index, const char *text)
{
    int scale = page->scale;
    int rows =
        FONT_HEIGHT + (page->gap >= scale); /* the row below the line, if the gap has room for it */
    size_t below = (size_t)(page->thumb.height + page->gap / 2);
    uint8_t *rgb = contact_thumb(page, index) + below * page->stride;
    for (; *text != '\0'; text++, rgb += 3 * ADVANCE * (size_t)scale) {
        size_t i = 0;
        while (i < sizeof glyphs / sizeof *glyphs && glyphs[i].letter != *text)
            i++;
        if (i == sizeof glyphs / sizeof *glyphs)
            continue;
        for (int y = 0; y < rows * scale; y++)
            for (int x = 0; x < FONT_WIDTH * scale; x++)
                if ((glyphs[i].rows >>
                         (8 * (FONT_HEIGHT - y / scale) + FONT_WIDTH - 1 - x / scale) &
                     1) != 0)
                    put_colour(rgb + (size_t)y * page->stride + 3 * (size_t)x, LABEL_COLOUR);
    }
}

/* ---- variants ----------------------------------------------------------- */

enum { VARIANT_COUNT = 12, VARIANT_SETTINGS = 10, VARIANT_SETTING_SIZE = 48 };

/* One variant: the given options and the settings `own`. */
typedef struct variant {
    options opts; /* opts.settings is allocated for the variant */
    rl_scene *scene;
    char own[VARIANT_SETTINGS][VARIANT_SETTING_SIZE];
    int own_count;
} variant;

/* A key that a variant changes; numbers are thousandths of the key's unit. */
typedef struct vary_row {
    const char *key;
    int spread;    /* largest change to either side */
    int low, high; /* range of the key */
} vary_row;

/* Keys that a variant changes; vary_keys mirrors the first one. */
static const vary_row varied[] = {
    {"sun.x", 240, -800, 800}, /* the range is in the picture */
    {"sun.lift", 1100, -10000, 100000},  {"sun.y", 35, -10000, 10000},
    {"sky.horizon", 30, 0, 990},         {"sky.haze", 150, 0, 1000},
    {"mist.amount", 250, 0, 1000},       {"ridge.1.amplitude", 70, 0, 10000},
    {"ridge.1.base", 20, -10000, 10000}, {"ridge.2.base", 25, -10000, 10000},
};

#define VARIED_COUNT ((int)(sizeof varied / sizeof *varied))

/* Least change that can be seen, thousandths of vary_row.spread; smaller ones are left out. */
#define LEAST 400

static int to_thousandths(double value)
{
    return (int)(value * 1000 + (value < 0 ? -0.5 : 0.5));
}

static void add_setting(variant *made, const char *key, int value)
{
    int size = value < 0 ? -value : value;
    if (made->own_count == VARIANT_SETTINGS)
        return;
    snprintf(made->own[made->own_count++], VARIANT_SETTING_SIZE, "%s=%s%d.%03d", key,
             value < 0 ? "-" : "", size / 1000, size % 1000);
}

/* Returns 1 if a key does not affect the picture, such as that of a sun without radius, or must not
 * be changed, such as the place of a sun that scene->time decides. */
static int is_idle(const vary_row *row, const rl_scene *scene)
{
    const char *key = row->key;
    double value = rl_scene_number(scene, key);
    if (strncmp(key, "sun.", 4) == 0 && (rl_scene_number(scene, "ridgeline.time") != RL_AUTO ||
                                         rl_scene_number(scene, "sun.radius") <= 0))
        return 1;
    if (strcmp(key, "sun.lift") == 0)
        return rl_scene_number(scene, "sun.y") != RL_AUTO;
    if (strcmp(key, "ridge.1.amplitude") == 0 && scene_is(scene, "ridge.1.kind", "segment"))
        return 1;
    /* A value of 0 stays 0: mist that the scene excludes does not return. */
    return value == RL_AUTO ||
           ((strcmp(key, "mist.amount") == 0 || strcmp(key, "sky.haze") == 0) && value <= 0);
}

/* Adds settings for the keys whose random change is at least `least` thousandths of its spread.  In
 * every third variant the sun changes sides, unless it is near the middle; a sun at an edge
 * (scene->sun_from) only moves into the picture. */
static void vary_keys(variant *made, int index, const rl_scene *scene, int least)
{
    const options *opts = &made->opts;
    char text[64];
    int sun = to_thousandths(rl_scene_number(scene, "sun.x"));
    int has_edge = scene_integer(scene, "sun.from") != 0;
    int is_turned = index % 3 == 2 && !has_edge && (sun < -50 || sun > 50) &&
                    !is_idle(&varied[0], scene) && !request_sets(opts, varied[0].key);
    if (is_turned)
        add_setting(made, "sun.x", -sun);
    for (int i = is_turned; i < VARIED_COUNT; i++) {
        const vary_row *row = &varied[i];
        /* Uniform in -1000..1000 from the hash of a text, so that it is reproducible. */
        uint64_t bits = 0;
        snprintf(text, sizeof text, "like %" PRIu64 " %d %d", scene_seed(scene), index, i);
        rl_seed_parse(&bits, text, NULL);
        int share = (int)(bits % 2001) - 1000;
        if ((share > -least && share < least) || request_sets(opts, row->key) ||
            is_idle(row, scene))
            continue;
        int changed = to_thousandths(rl_scene_number(scene, row->key)) + row->spread * share / 1000;
        int low = i == 0 && has_edge ? sun : row->low;
        changed = changed < low ? low : changed > row->high ? row->high : changed;
        add_setting(made, row->key, changed);
    }
}

/* Returns the first (place 0), middle (1) or last (2) colour of a list. */
static rl_colour stop_at(const rl_colour *stops, int count, int place)
{
    return count > 0 ? stops[place * (count - 1) / 2] : 0x808080;
}

static int64_t colour_distance(rl_colour a, rl_colour b)
{
    int64_t sum = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        int64_t step = (int64_t)((uint32_t)a >> shift & 0xFF) - ((uint32_t)b >> shift & 0xFF);
        sum += step * step;
    }
    return sum;
}

/* Distance below which another palette still looks related.  A difference of 40 of 255 in the three
 * channels of the nine colours that next_palette adds up would be 43200; this is a third of it. */
#define NEIGHBOUR 14400

/* Returns the built-in palette with the least distance above *beyond and below NEIGHBOUR, or NULL;
 * *beyond becomes its distance. */
static const char *next_palette(const rl_palette *base, int64_t *beyond)
{
    const char *name, *best = NULL;
    int64_t least = NEIGHBOUR;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++) {
        rl_palette other;
        if (strcmp(name, base->name) == 0 || rl_palette_builtin(&other, name, NULL) != RL_OK)
            continue;
        /* Sky colours count twice, as they decide most of how a palette looks; the sun's colour
         * does not count, as a seed may colour it. */
        int64_t distance = 0;
        for (int k = 0; k < 3; k++)
            distance += 2 * colour_distance(stop_at(base->sky, base->sky_count, k),
                                            stop_at(other.sky, other.sky_count, k)) +
                        colour_distance(stop_at(base->ridge, base->ridge_count, k),
                                        stop_at(other.ridge, other.ridge_count, k));
        if (distance > *beyond && distance < least) {
            least = distance;
            best = name;
        }
    }
    *beyond = least;
    return best;
}

/* Makes options and scene of variant `index` of the picture that `opts` make of `given`, whose
 * resolved scene is `scene`; variant 0 is that picture itself.  Returns an exit code. */
static int variant_make(variant *made, int index, const rl_scene *given, const rl_scene *scene,
                        const options *opts)
{
    options *own = &made->opts;
    *own = *opts;
    own->settings = calloc((size_t)opts->setting_count + VARIANT_SETTINGS, sizeof *own->settings);
    STEP(say_memory(own->settings != NULL, "sheet"));
    if (opts->setting_count > 0)
        memcpy(own->settings, opts->settings, (size_t)opts->setting_count * sizeof *own->settings);
    for (int least = LEAST; index > 0 && made->own_count == 0 && least >= 0; least -= LEAST)
        vary_keys(made, index, scene, least);
    /* Every fourth variant has a similar palette, each time the next less similar one. */
    rl_palette base;
    rl_scene_palette(scene, &base);
    int64_t beyond = 0;
    int has_palette = opts->palette != NULL || request_sets(opts, "palette.name");
    for (int i = 0; index % 4 == 3 && !has_palette && i <= index / 4; i++) {
        const char *name = next_palette(&base, &beyond);
        own->palette = name != NULL ? name : own->palette;
    }
    for (int i = 0; i < made->own_count; i++)
        own->settings[own->setting_count++] = made->own[i];
    STEP(scene_renew(&made->scene, given));
    return request_apply(made->scene, own);
}

/* ---- the sheet ---------------------------------------------------------- */

typedef struct sheet_options {
    int is_like;         /* 1: --like SEED: the picture of the seed is varied */
    const char *like[1]; /* --like FILE: the picture to vary */
    int columns;
    int open; /* 1: --open shows the file */
    int worlds, compositions,
        prints;       /* 1: one picture of each, with --seeds of each and each seed */
    const char *each; /* one picture per value of a key: "KEY" or "KEY=A,B" */
} sheet_options;

#define COUNT_MAX 1000

/* Longer side of a thumbnail whose size was not given, pixels. */
#define LONG_SIDE 320
#define LONG_SIDE_WEB 480 /* high-density screens have several pixels per CSS pixel */

#define LABEL_SIZE SHEET_LABEL_SIZE

/* Most values of --each. */
#define VALUES_MAX 256

/* Without --seeds: as many seeds, from a random one below NEW_SEED_END on, which is short. */
#define NEW_COUNT 24
#define NEW_SEED_END 1000000

typedef struct sheet_job {
    struct job job;
    const sheet_options *own;
    rl_scene *base; /* the source's scene with the options applied */
    uint64_t first_seed;
    int count;
    const char *key; /* key whose values are shown, or NULL */
    const char *value[VALUES_MAX];
    int values;
    char *each; /* text of --each, in which key and values are ended by NULs */
    int of_one; /* pictures, with different seeds, of each value; 0 = there is no key */
    variant variants[VARIANT_COUNT];
    int is_like;
    contact page;
    sheet_page *web; /* web page in place of a picture, or NULL */
} sheet_job;

static rl_view thumb_view(const sheet_job *self)
{
    const geometry *thumb = &self->page.thumb;
    return (rl_view){.struct_size = sizeof(rl_view),
                     .width = thumb->width,
                     .height = thumb->height,
                     .allocator = self->job.opts->allocator};
}

/* Returns the seed of a thumbnail that is no variant. */
static uint64_t seed_of(const sheet_job *self, int index)
{
    return self->first_seed + (uint64_t)(self->of_one > 0 ? index % self->of_one : index);
}

/* Writes the label of a thumbnail; returns the number of its letters. */
static int label_of(const sheet_job *self, int index, char text[LABEL_SIZE])
{
    if (self->is_like)
        return snprintf(text, LABEL_SIZE, "%c", 'a' + index);
    if (self->of_one == 0)
        return snprintf(text, LABEL_SIZE, "%" PRIu64, seed_of(self, index));
    const char *value = self->value[index / self->of_one];
    return self->of_one == 1
               ? snprintf(text, LABEL_SIZE, "%.40s", value)
               : snprintf(text, LABEL_SIZE, "%.40s %" PRIu64, value, seed_of(self, index));
}

/* Adds a painted thumbnail to the web page, with the options that make it. */
static rl_status add_card(const sheet_job *self, int index, const rl_frame *frame,
                          const uint8_t *rgb, rl_error *error)
{
    const options *opts = self->is_like ? &self->variants[index].opts : self->job.opts;
    char seed[24], setting[LABEL_SIZE + 256];
    options own = *opts;
    if (!self->is_like) {
        snprintf(seed, sizeof seed, "%" PRIu64, seed_of(self, index));
        own.seed_text = seed;
    }
    if (self->of_one > 0) {
        snprintf(setting, sizeof setting, "%s=%s", self->key, self->value[index / self->of_one]);
        own.settings =
            arena_array(&self->web->memory, (size_t)opts->setting_count + 1, sizeof *own.settings);
        TRY(status_memory(own.settings != NULL, "sheet", error));
        for (int i = 0; i < opts->setting_count; i++)
            own.settings[i] = opts->settings[i];
        own.settings[own.setting_count++] = setting;
    }
    label_of(self, index, self->web->cards[index].label);
    return sheet_page_add(self->web, index, frame, rgb, self->job.name, &own, error);
}

/* Paints a thumbnail into its place of the page, on any thread, or into `pixels` for the web. */
static rl_status paint_thumb(const void *user, int index, uint8_t *pixels, rl_error *error)
{
    const sheet_job *self = user;
    rl_frame *frame;
    const rl_view view = thumb_view(self);
    rl_scene *scene;
    TRY(rl_scene_copy(&scene, self->is_like ? self->variants[index].scene : self->base, error));
    if (!self->is_like)
        scene_put(scene, "ridgeline.seed", "%" PRIu64, seed_of(self, index));
    rl_status status = RL_OK;
    if (self->of_one > 0)
        status = rl_scene_set(scene, self->key, self->value[index / self->of_one], error);
    scene_put(scene, "output.depth", "8"); /* 8 bits per sample, as the page */
    if (status == RL_OK)
        status = rl_frame_new(&frame, scene, &view, error);
    if (status == RL_OK) {
        uint8_t *rgb = self->web != NULL ? pixels : contact_thumb(&self->page, index);
        size_t stride = self->web != NULL ? 3 * (size_t)view.width : self->page.stride;
        status = rl_paint(frame, 0, view.height, rgb, stride, error);
        if (status == RL_OK && self->web != NULL)
            status = add_card(self, index, frame, pixels, error);
        rl_frame_free(frame);
    } else {
        source_blame(&self->job.source, scene, &view, error);
        status = error->status;
    }
    rl_scene_free(scene);
    return status;
}

/* Returns 1 if a key has a path of rl_scene_key, in which N stands for any number. */
static int is_of_path(const char *key, const char *path)
{
    for (; *path != '\0'; path++) {
        size_t digits = *path == 'N' ? strspn(key, "0123456789") : 0;
        if (digits == 0 && *path != *key)
            return 0;
        key += digits > 0 ? digits : 1;
    }
    return *key == '\0';
}

/* Takes all words that the key may have as a value, except "own", which needs data of the user. */
static void take_words(sheet_job *self)
{
    rl_key row;
    const char *word;
    for (size_t i = 0; rl_scene_key(i, &row); i++)
        for (size_t k = 0; is_of_path(self->key, row.path) && self->values < VALUES_MAX &&
                           (word = rl_scene_key_word(i, k)) != NULL;
             k++)
            if (strcmp(word, "own") != 0)
                self->value[self->values++] = word;
}

/* Finds the key of --worlds, --compositions, --prints or --each, and the values of it that are
 * shown.  Returns an exit code. */
static int choose_values(sheet_job *self)
{
    const sheet_options *own = self->own;
    const char *text = own->worlds         ? "ridgeline.world"
                       : own->compositions ? "ridgeline.composition"
                       : own->prints       ? "print.name"
                                           : own->each;
    rl_error error;
    if (text == NULL)
        return CODE_OK;
    self->each = strdup(text);
    STEP(say_memory(self->each != NULL, "sheet"));
    self->key = self->each;
    char *end = strchr(self->each, '=');
    if (end == NULL)
        take_words(self);
    for (; end != NULL && self->values < VALUES_MAX; end = strchr(end, ',')) {
        *end++ = '\0';
        self->value[self->values++] = end;
    }
    if (own->each != NULL && request_sets(self->job.opts, self->key))
        return say_error(CODE_USAGE, "--each %s: conflicts with --set %s: remove one of them",
                         self->key, self->key);
    if (end != NULL)
        return say_error(CODE_USAGE, "--each %s: must have at most %d values", self->key,
                         VALUES_MAX);
    /* A wrong key or value is reported before a picture is made. */
    rl_scene *scene = NULL;
    rl_status status = rl_scene_copy(&scene, self->base, &error);
    if (status == RL_OK && self->values == 0)
        status = rl_scene_set(scene, self->key, "auto", &error);
    for (int i = 0; i < self->values && status == RL_OK; i++)
        status = rl_scene_set(scene, self->key, self->value[i], &error);
    rl_scene_free(scene);
    STEP(say_result(status, &error));
    return self->values > 0 ? CODE_OK
                            : say_error(CODE_USAGE, "--each %s: needs values: --each %s=A,B",
                                        self->key, self->key);
}

static int choose_seeds(sheet_job *self)
{
    const options *opts = self->job.opts;
    int has_key = self->key != NULL, values = has_key ? self->values : 1;
    if (!opts->has_seeds) {
        self->count = has_key ? values : NEW_COUNT;
        self->of_one = has_key;
        int code = job_random(&self->first_seed);
        self->first_seed %= NEW_SEED_END;
        if (code == CODE_OK && !opts->quiet && has_key)
            say_note("seed %" PRIu64, self->first_seed);
        else if (code == CODE_OK && !opts->quiet)
            say_note("seeds %" PRIu64 "..%" PRIu64, self->first_seed,
                     self->first_seed + NEW_COUNT - 1);
        return code;
    }
    uint64_t more = opts->last_seed - opts->first_seed;
    if (more >= (uint64_t)(COUNT_MAX / values))
        return say_error(CODE_USAGE,
                         "--seeds %" PRIu64 "..%" PRIu64 ": must be at most %d pictures",
                         opts->first_seed, opts->last_seed, COUNT_MAX / values);
    self->first_seed = opts->first_seed;
    self->count = ((int)more + 1) * values;
    self->of_one = has_key ? (int)more + 1 : 0;
    return CODE_OK;
}

/* Makes the variants of the resolved base scene, whose composition the seed may have chosen.
 * Returns an exit code. */
static int choose_variants(sheet_job *self)
{
    rl_frame *frame;
    rl_error error;
    int code = CODE_OK;
    const rl_view view = thumb_view(self);
    self->count = VARIANT_COUNT;
    if (rl_frame_new(&frame, self->base, &view, &error) != RL_OK)
        return job_fault(&self->job, self->base, &view, &error);
    for (int i = 0; i < self->count && code == CODE_OK; i++)
        code = variant_make(&self->variants[i], i, self->job.source.scene, rl_frame_scene(frame),
                            self->job.opts);
    rl_frame_free(frame);
    return code;
}

/* Paints the thumbnails and writes the page; prints for each variant a line with the arguments
 * that paint it at any size. */
static int write_page(sheet_job *self, const output_format *format)
{
    const options *opts = self->job.opts;
    const rl_render_options page_options = {.struct_size = sizeof page_options,
                                            .format = format->picture,
                                            .metadata = RL_METADATA_MINIMAL,
                                            .threads = 1,
                                            .compress = opts->compress,
                                            .quality = opts->quality};
    const contact *page = &self->page;
    const geometry *thumb = &page->thumb;
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    char label[LABEL_SIZE];
    STEP(output_open(&sink, opts->output, format->binary, opts->no_clobber));
    const frames_work work = {
        .frames = self->count,
        .threads = request_threads(opts),
        .bytes = self->web != NULL ? 3 * (size_t)thumb->width * (size_t)thumb->height : 0,
        .draw = paint_thumb,
        .user = self};
    rl_status status = frames_run(&work, &self->job.bar, &error);
    for (int i = 0; self->web == NULL && i < self->count && status == RL_OK; i++) {
        label_of(self, i, label);
        contact_label(page, i, label);
    }
    if (status == RL_OK)
        status = self->web != NULL ? sheet_page_write(self->web, sink, &error)
                                   : rl_encode_rgb(page->rgb, page->width, page->height,
                                                   &page_options, sink, &error);
    STEP(output_close(sink, status, &error));
    job_print_made(&self->job, &(job_result){.path = opts->output,
                                             .count = self->count,
                                             .things = self->count == 1 ? "picture" : "pictures",
                                             .width = thumb->width,
                                             .height = thumb->height});
    for (int i = 0; self->is_like && !opts->quiet && i < self->count; i++) {
        label_of(self, i, label);
        request_print(label, self->job.name, &self->variants[i].opts,
                      output_is_stdout(opts->output));
    }
    return CODE_OK;
}

static int write_web(sheet_job *self, const output_format *format)
{
    const geometry *thumb = &self->page.thumb;
    rl_error error;
    if ((int64_t)thumb->width * thumb->height > AREA_MAX / self->count)
        return say_error(CODE_USAGE, "sheet: %d thumbnails of %dx%d: must be within 64 Mpx: %s",
                         self->count, thumb->width, thumb->height, "fewer seeds or a smaller -s");
    self->web->thumb = *thumb;
    self->web->quality = self->job.opts->quality > 0 ? self->job.opts->quality : format->quality;
    rl_status status = sheet_page_open(self->web, self->count, &error);
    return status == RL_OK ? write_page(self, format) : say_status(&error);
}

static int run_job(sheet_job *self, const output_format *format)
{
    const options *opts = self->job.opts;
    const geometry recorded = scene_size(self->job.source.scene);
    int64_t width = recorded.width, height = recorded.height;
    int64_t longer = width > height ? width : height;
    /* A thumbnail has the shape of the size that a scene was made at, else 16:9. */
    int side = self->web != NULL ? LONG_SIDE_WEB : LONG_SIDE;
    geometry thumb = {side, side * 9 / 16, 0, 0};
    if (opts->size.width > 0)
        thumb = opts->size;
    else if (width > 0 && height > 0)
        thumb = (geometry){max(1, (int)(width * side / longer)),
                           max(1, (int)(height * side / longer)), 0, 0};
    self->page.thumb = thumb;
    STEP(scene_renew(&self->base, self->job.source.scene));
    STEP(request_apply(self->base, opts));
    self->is_like = self->own->is_like || self->own->like[0] != NULL ||
                    (self->job.source.is_picture && !opts->has_seeds);
    STEP(choose_values(self));
    STEP(self->is_like ? choose_variants(self) : choose_seeds(self));
    if (self->web != NULL)
        return write_web(self, format);
    /* One row per value, if its seeds fit. */
    int columns = self->own->columns > 0                  ? self->own->columns
                  : self->of_one > 1 && self->of_one <= 8 ? self->of_one
                                                          : 0;
    /* Labels grow with the seed, so that of seeds the last label is the longest. */
    char label[LABEL_SIZE];
    int longest = label_of(self, self->count - 1, label);
    for (int i = 0; self->of_one > 0 && i < self->count; i++)
        longest = max(longest, label_of(self, i, label));
    STEP(contact_new(&self->page, &thumb, self->count, columns, longest));
    return write_page(self, format);
}

/* Opens the file in the desktop's program for it.  Returns an exit code. */
static int open_file(const char *file)
{
    static const char *const openers[] = {"xdg-open", "open", "wslview"};
    char path[CHILD_PATH];
    char *whole = path_whole(file);
    int reason = whole != NULL ? ENOENT : ENOMEM;
    for (size_t i = 0; i < sizeof openers / sizeof *openers && reason == ENOENT; i++) {
        const char *const words[] = {path, whole, NULL};
        if (child_find(path, openers[i]))
            reason = child_leave(words);
    }
    free(whole);
    return reason == 0 ? CODE_OK
                       : say_error(CODE_UNAVAILABLE, "--open: %s: install xdg-utils, which has it",
                                   reason == ENOENT ? "no xdg-open" : REASON(reason));
}

static int run_sheet(const options *opts)
{
    static sheet_job self; /* too large for a small stack */
    static options of_file;
    static sheet_page web;
    output_format format;
    self.own = opts->own;
    if (self.own->like[0] != NULL && opts->operand_count == 0) {
        of_file = *opts;
        of_file.operands = self.own->like;
        of_file.operand_count = 1;
        opts = &of_file;
    }
    if (self.own->open && output_is_stdout(opts->output))
        return say_error(CODE_USAGE, "--open: needs a file: add -o sheet.html");
    STEP(output_format_choose(&format, opts, OUTPUT_SHEET));
    self.web = strcmp(format.name, "html") == 0 ? &web : NULL;
    int code = job_open(&self.job, opts);
    if (code == CODE_OK)
        code = run_job(&self, &format);
    if (code == CODE_OK && self.own->open)
        code = open_file(opts->output);
    sheet_page_close(&web);
    free(self.page.rgb);
    free(self.each);
    job_close(&self.job);
    rl_scene_free(self.base);
    for (int i = 0; i < VARIANT_COUNT; i++) {
        rl_scene_free(self.variants[i].scene);
        free(self.variants[i].opts.settings);
    }
    return code;
}

/* Reads --like: a picture if there is a file of that name, else a seed. */
static int read_like(options *opts, const option_row *row, const char *place, const char *value)
{
    sheet_options *own = opts->own;
    struct stat status;
    if (stat(value, &status) == 0 && S_ISREG(status.st_mode)) {
        own->like[0] = value;
        return CODE_OK;
    }
    own->is_like = 1;
    return read_seed(opts, row, place, value);
}

static const option_row rows[] = {
    {'f', "format", LISTED, read_word, COMMON(format), .formats = OUTPUT_SHEET,
     .help = "set the format; default: FILE's ending, else png"},
    {'s', "size", "WxH|NAME", read_size, 0, .help = "set the size of a thumbnail; default 320x180",
     .list = size_name},
    {0, "like", "SEED|PICTURE", read_like, 0, .help = "show one picture and eleven variants of it",
     .excludes = "seeds worlds compositions each"},
    {0, "worlds", NULL, read_switch, OWN(sheet_options, worlds),
     .help = "show one picture of each world", .excludes = "compositions each world"},
    {0, "compositions", NULL, read_switch, OWN(sheet_options, compositions),
     .help = "show one picture of each composition", .excludes = "each composition"},
    {0, "prints", NULL, read_switch, OWN(sheet_options, prints),
     .help = "show one picture in each style of print",
     .excludes = "worlds compositions each print"},
    {0, "each", "KEY[=A,B]", read_text, OWN(sheet_options, each),
     .help = "show one picture for each value of a key"},
    {0, "open", NULL, read_switch, OWN(sheet_options, open),
     .help = "open the sheet when it is made"},
    {0, "columns", "N", read_count, OWN(sheet_options, columns),
     .help = "set the thumbnails in a row, 1..100", .least = 1, .most = 100},
    {0},
};

const struct command command_sheet = {
    .name = "sheet",
    .usage = "[SCENE|PICTURE]",
    .line = "thumbnails with their seeds",
    .operands = rl_scene_builtin_name,
    .rows = rows,
    .own_size = sizeof(sheet_options),
    .takes = TAKES_FILE | TAKES_NO_CLOBBER | TAKES_SCENE | TAKES_SEEDS | TAKES_LAND |
             TAKES_WEATHER | TAKES_COLOURS | TAKES_COMPRESS | TAKES_QUALITY,
    .run = run_sheet,
};
