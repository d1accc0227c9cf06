/* tint_read.c - reads the ramp of a map from a file: GDAL's color-relief text or GMT's .cpt.
 *
 * Files are untrusted; a failure leaves the rules unchanged.  A .cpt is recognised by lines of two
 * heights with colours (slices); RGB is the only colour model that is read.  A word that is only
 * partly a number is refused, as a wrong height is worse than none.
 */
#include <string.h>

#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/map_view.h"

#define MOST_STOPS 1024 /* most stops of a file; thin_stops reduces them to RL_MAX_TINT */
#define MOST_METRES 1e6 /* greatest magnitude of a height in scene text */
#define WORDS 10        /* most words of a line that are read */
#define PERCENT 100.0
#define ROUNDING 0.51 /* greatest error by rounding of red, green or blue, which are 0..255 */

typedef struct word {
    const char *text;
    size_t size;
    char copy[64]; /* the word as a C string; "" if it is too long for a number or a colour */
} word;

typedef struct tint_reader {
    const char *next, *end; /* rest of the file */
    const char *place;      /* name of the file in error texts */
    int number;             /* number of the current line, from 1 */
    word line;              /* the current line; its copy is empty */
    word words[WORDS];      /* words of the line; they are empty from `count` on */
    int count;
    int is_cpt;
    rl_tint stops[MOST_STOPS];
    int stop_count;
    rl_colour below, above; /* colours B and F of a .cpt, or RL_AUTO */
    rl_error *error;
} tint_reader;

static rl_status fail(const tint_reader *in, const word *value, const char *rule)
{
    return status_fail(in->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(in->place), in->number,
                       value->size > 0 ? status_show(value->text, value->size).text : "end of line",
                       rule);
}

/* ---- lines and words ------------------------------------------------------------ */

/* Returns 1 for a character that separates words: blanks, in GDAL's files also commas and colons,
 * in colours of GMT's files slashes.  A semicolon does not: in GMT's files it begins a label. */
static int is_separator(char c)
{
    return text_is_blank(c) || c == ',' || c == ':' || c == '/';
}

/* Moves to the next line, splits it into words and returns 1; returns 0 past the last. */
static int next_line(tint_reader *in)
{
    if (in->next == in->end)
        return 0;
    const char *next = in->next, *end = next;
    while (end < in->end && *end != '\n' && *end != '\r')
        end++;
    in->line = (word){.text = next, .size = (size_t)(end - next)};
    in->number++;
    in->next = end + (end < in->end);
    if (in->next < in->end && *end == '\r' && *in->next == '\n')
        in->next++;
    in->count = 0;
    for (int i = 0; i < WORDS; i++) {
        word *w = &in->words[i];
        while (next < end && is_separator(*next))
            next++;
        *w = (word){.text = next};
        while (next < end && !is_separator(*next) && *next != ';')
            next++;
        w->size = (size_t)(next - w->text);
        in->count += w->size > 0;
        if (w->size < sizeof w->copy && memchr(w->text, 0, w->size) == NULL)
            memcpy(w->copy, w->text, w->size);
    }
    return 1;
}

static int word_is(const word *w, const char *text)
{
    if (w->size != strlen(text))
        return 0;
    for (size_t i = 0; i < w->size; i++)
        if (text_lower(w->text[i]) != text[i])
            return 0;
    return 1;
}

static int word_to_real(double *value, const word *w)
{
    return text_to_real(value, w->copy[0] == '+' ? w->copy + 1 : w->copy);
}

/* ---- colours ---------------------------------------------------------------------- */

/* GDAL uses the names of GRASS, which differ from those of CSS. */
static const struct {
    const char *name;
    rl_colour colour;
} colour_names[] = {
    {"white", 0xffffff}, {"black", 0x000000},  {"red", 0xff0000},     {"green", 0x00ff00},
    {"blue", 0x0000ff},  {"yellow", 0xffff00}, {"magenta", 0xff00ff}, {"cyan", 0x00ffff},
    {"aqua", 0x00bfbf},  {"grey", 0xbfbfbf},   {"gray", 0xbfbfbf},    {"orange", 0xff7f00},
    {"brown", 0xbf7f3f}, {"purple", 0x7f00ff}, {"violet", 0x7f00ff},  {"indigo", 0x007fff},
};

#define COLOUR_NAMES (sizeof colour_names / sizeof colour_names[0])

/* Reads a colour from word *index on, and sets *index to the word after it.  A colour is a name of
 * GDAL, #rrggbb, or three numbers 0..255. */
static rl_status read_colour(const tint_reader *in, int *index, rl_colour *colour)
{
    const word *w = &in->words[*index];
    size_t named = 0;
    while (named < COLOUR_NAMES && !word_is(w, colour_names[named].name))
        named++;
    if (named < COLOUR_NAMES || (w->copy[0] == '#' && text_to_colour(colour, w->copy))) {
        *colour = named < COLOUR_NAMES ? colour_names[named].colour : *colour;
        (*index)++;
        return RL_OK;
    }
    *colour = 0;
    for (int i = 0; i < 3; i++, w++, (*index)++) {
        int64_t level;
        if (!text_to_integer(&level, w->copy, 0, 255))
            return fail(in, w, "must be three numbers 0..255 or a colour's name");
        *colour = *colour << 8 | (rl_colour)level;
    }
    return RL_OK;
}

/* ---- stops --------------------------------------------------------------------------- */

static rl_status add_stop(tint_reader *in, rl_tint stop)
{
    if (in->stop_count == MOST_STOPS)
        return fail(in, in->words, "must be one of at most 1024 stops");
    in->stops[in->stop_count++] = stop;
    return RL_OK;
}

static rl_status check_metres(const tint_reader *in, const word *value, double height)
{
    if (height >= -MOST_METRES && height <= MOST_METRES)
        return RL_OK;
    return fail(in, value, "must be -1000000..1000000 metres");
}

/* Fails with `rule` if word `index`, after the colour, is a number: then the file is another kind
 * of table, or the line has decimal commas.  Other words there are ignored, as by GDAL. */
static rl_status check_rest(const tint_reader *in, int index, const char *rule)
{
    if (index < in->count && strchr("+-.0123456789", in->words[index].text[0]) != NULL)
        return fail(in, &in->words[index], rule);
    return RL_OK;
}

static rl_status read_gdal_line(tint_reader *in)
{
    int index = 1;
    word value = in->words[0];
    char *last = &value.copy[strlen(value.copy)];
    rl_tint stop = {0.0, 1, 0};
    /* "nv" and "default" are colours of samples without a height; they are ignored. */
    int is_special = word_is(&value, "nv") || word_is(&value, "default");
    if (last > value.copy && last[-1] == '%') {
        last[-1] = '\0';
        stop.is_metres = 0;
    }
    if (!is_special && !word_to_real(&stop.at, &value))
        return fail(in, &value, "must be a height in metres, a percentage or nv");
    if (!stop.is_metres && !(stop.at >= 0.0 && stop.at <= PERCENT))
        return fail(in, &value, "must be 0%..100%");
    if (!stop.is_metres)
        stop.at /= PERCENT;
    TRY(check_metres(in, &value, stop.at));
    TRY(read_colour(in, &index, &stop.colour));
    int64_t alpha; /* may follow a colour of three numbers; it is ignored */
    index += index == 4 && text_to_integer(&alpha, in->words[index].copy, 0, 255);
    TRY(check_rest(in, index, "must not follow a height, its colour and alpha"));
    return is_special ? RL_OK : add_stop(in, stop);
}

/* ---- GMT -------------------------------------------------------------------------------- */

/* Returns 1 for the first word of a line with the colour below all slices (B), above all slices (F)
 * or of no data (N). */
static int is_ends(const word *first)
{
    return first->size == 1 && memchr("BFN", first->text[0], 3) != NULL;
}

/* Reads a slice: height, colour, height, colour; the second colour may be "-", the same as the
 * first.  *second is the word with the second height. */
static rl_status read_slice(const tint_reader *in, int *index, rl_tint *lower, rl_tint *upper,
                            const word **second)
{
    if (!word_to_real(&lower->at, in->words))
        return fail(in, in->words, "must be a height, B, F or N");
    TRY(read_colour(in, index, &lower->colour));
    *second = &in->words[(*index)++];
    *upper = *lower;
    if (!word_to_real(&upper->at, *second))
        return fail(in, *second, "must be the height at which the slice ends");
    if (word_is(&in->words[*index], "-"))
        (*index)++;
    else
        TRY(read_colour(in, index, &upper->colour));
    return RL_OK;
}

static rl_status read_cpt_line(tint_reader *in)
{
    int index = 1;
    const word *first = in->words, *second;
    rl_tint lower = {0.0, 1, 0}, upper;
    if (is_ends(first)) {
        rl_colour unused, *end = first->text[0] == 'B'   ? &in->below
                                 : first->text[0] == 'F' ? &in->above
                                                         : &unused;
        return read_colour(in, &index, end);
    }
    TRY(read_slice(in, &index, &lower, &upper, &second));
    TRY(check_metres(in, first, lower.at));
    if (!(upper.at > lower.at))
        return fail(in, second, "must be above the height at which the slice begins");
    if (in->stop_count > 0 && lower.at != in->stops[in->stop_count - 1].at)
        return fail(in, first, "must be where the slice before ends");
    TRY(check_metres(in, second, upper.at));
    TRY(check_rest(in, index, "must not follow a slice"));
    TRY(add_stop(in, lower));
    return add_stop(in, upper);
}

/* ---- recognising the format ------------------------------------------------------------------ */

/* Returns 1 if the current line is a slice of a .cpt; sets no error text. */
static int looks_like_cpt(tint_reader *in)
{
    rl_error *error = in->error;
    rl_tint lower, upper;
    const word *second;
    int index = 1;
    in->error = NULL;
    int is_slice = read_slice(in, &index, &lower, &upper, &second) == RL_OK;
    in->error = error;
    return is_slice || is_ends(in->words);
}

/* Reads a comment; if it names a colour model, the file is a .cpt.  Fails if that is not RGB. */
static rl_status read_comment(tint_reader *in)
{
    static const char key[] = "COLOR_MODEL";
    const size_t size = sizeof key - 1;
    word model = in->line;
    while (model.size >= size && memcmp(model.text, key, size) != 0) {
        model.text++;
        model.size--;
    }
    if (model.size < size)
        return RL_OK;
    model.text += size;
    model.size -= size;
    while (model.size > 0 && (text_is_blank(model.text[0]) || model.text[0] == '=')) {
        model.text++;
        model.size--;
    }
    while (model.size > 0 && text_is_blank(model.text[model.size - 1]))
        model.size--;
    if (model.size > 0 && !word_is(&model, "rgb") && !word_is(&model, "+rgb"))
        return fail(in, &model, "must be RGB: other colour models are not supported");
    in->is_cpt = in->is_cpt || model.size > 0;
    return RL_OK;
}

/* Reads all lines.  The format is decided by a comment with a colour model, or else by the first
 * line that is no comment. */
static rl_status read_lines(tint_reader *in)
{
    for (int has_begun = 0; next_line(in);) {
        if (in->count == 0 || in->words[0].text[0] == '#') {
            if (!has_begun)
                TRY(read_comment(in));
            continue;
        }
        in->is_cpt = in->is_cpt || (!has_begun && looks_like_cpt(in));
        has_begun = 1;
        TRY(in->is_cpt ? read_cpt_line(in) : read_gdal_line(in));
    }
    return RL_OK;
}

/* ---- all lines ---------------------------------------------------------------------- */

/* Returns the greatest difference of red, green or blue, 0..255, between stop i and the linear
 * interpolation of stops a and b at the height of i. */
static double error_between(const rl_tint *a, const rl_tint *b, const rl_tint *i)
{
    double t = b->at > a->at ? (i->at - a->at) / (b->at - a->at) : 0.0;
    double most = 0.0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double low = a->colour >> shift & 255;
        double high = b->colour >> shift & 255;
        double level = i->colour >> shift & 255;
        most = exact_max(most, exact_abs(exact_mix(low, high, t) - level));
    }
    return most;
}

/* Sorts the stops, reduces them to RL_MAX_TINT and returns their number.  It keeps the first and
 * the last, then always the stop with the greatest error (U. Ramer, 1972).  Stops that mix metres
 * and percentages stay as they are, as their order depends on the map. */
static int thin_stops(rl_tint *stops, int count)
{
    for (int i = 1; i < count; i++)
        if (stops[i].is_metres != stops[0].is_metres)
            return count;
    tint_sort(stops, count);
    uint8_t is_kept[MOST_STOPS] = {0};
    is_kept[0] = is_kept[count - 1] = 1;
    for (int kept = 2, worst = 1; worst > 0 && kept < RL_MAX_TINT; kept++) {
        double most = ROUNDING;
        worst = 0;
        for (int i = 1, left = 0, right = 0; i < count; i++) {
            if (is_kept[i]) {
                left = i;
                continue;
            }
            while (right <= i || !is_kept[right])
                right++;
            double error = error_between(&stops[left], &stops[right], &stops[i]);
            worst = error > most ? i : worst;
            most = exact_max(most, error);
        }
        is_kept[worst] = 1;
    }
    int next = 0;
    for (int i = 0; i < count; i++)
        if (is_kept[i])
            stops[next++] = stops[i];
    return next;
}

rl_status tint_parse(rl_map_rules *rules, const void *bytes, size_t size, const char *place,
                     rl_error *error)
{
    if (rules == NULL || (bytes == NULL && size > 0) || place == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "tint: NULL: must be rules, bytes and a place");
    if (size > RL_MAX_TEXT)
        return status_fail(error, RL_BAD_DATA, "%s: more than %d bytes: must be shorter",
                           SHOWN(place), RL_MAX_TEXT);
    const char *text = bytes;
    int has_mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    tint_reader in = {.next = has_mark ? text + 3 : text,
                      .end = size > 0 ? text + size : text,
                      .place = place,
                      .below = RL_AUTO,
                      .above = RL_AUTO,
                      .error = error};
    TRY(read_lines(&in));
    in.number += in.number == 0;
    if (in.stop_count == 0)
        return fail(&in, &(word){.text = "end of file", .size = 11},
                    "must be preceded by a height and its colour");
    if (in.is_cpt) {
        /* GMT's master tables have heights from 0 or -1 to 1 and extend over the heights of a
         * map. */
        double low = in.stops[0].at;
        double high = in.stops[in.stop_count - 1].at;
        for (int i = 0; i < in.stop_count && low >= -1.0 && high <= 1.0; i++) {
            in.stops[i].at = (in.stops[i].at - low) / (high - low);
            in.stops[i].is_metres = 0;
        }
        /* The colours B and F begin with a hard edge: two stops at the same height. */
        rl_tint first = in.stops[0], last = in.stops[in.stop_count - 1];
        first.colour = in.below;
        last.colour = in.above;
        if (in.above != RL_AUTO)
            TRY(add_stop(&in, last));
        if (in.below != RL_AUTO) {
            TRY(add_stop(&in, first)); /* only for the count: it is moved to the start */
            memmove(in.stops + 1, in.stops, (size_t)(in.stop_count - 1) * sizeof in.stops[0]);
            in.stops[0] = first;
        }
    }
    in.stop_count = thin_stops(in.stops, in.stop_count);
    if (in.stop_count > RL_MAX_TINT)
        return fail(&in, &in.line, "must be of at most 64 stops where percentages and metres mix");
    rules->tint_name[0] = '\0';
    rules->tint_count = in.stop_count;
    memcpy(rules->tint, in.stops, (size_t)in.stop_count * sizeof in.stops[0]);
    return status_clear(error);
}

rl_status rl_tint_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                        rl_error *error)
{
    return tint_parse(&scene->map, bytes, size, place, error);
}
