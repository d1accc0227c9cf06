/* tint_read.c - ramps from files: GDAL's color-relief text and GMT's .cpt.
 *
 * In: the bytes of an untrusted file.  Out: the stops of the rules' tint, or
 * `place:line: value: rule` and unchanged rules.  A .cpt is recognised by its slices of two
 * heights; of its colour models only RGB is read.  Numbers are read strictly: a height read
 * wrongly is worse than none.
 */
#include <string.h>

#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"
#include "map/map_view.h"

#define MOST_STOPS 1024 /* of a file; thinned out to RL_MAX_TINT */
#define MOST_METRES 1e6 /* limit of heights in scene text */

typedef struct word {
    const char *text;
    size_t size;
} word;

enum { WORDS = 10 };

typedef struct lines {
    const char *at, *end; /* rest of the file */
    const char *place;
    int number; /* of the line, from 1 */
    word line;
    word words[WORDS];
    int count; /* of words, at most WORDS */
    rl_error *error;
} lines;

typedef struct reader {
    lines lines;
    int is_cpt;
    rl_tint stops[MOST_STOPS];
    int stop_count;
    rl_colour below, above; /* of a .cpt: B and F, or RL_AUTO */
} reader;

#define WORD_SIZE 64 /* of one that is read */

static rl_status fail(const lines *in, word value, const char *rule)
{
    return status_fail(in->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(in->place), in->number,
                       value.size > 0 ? status_show(value.text, value.size).text : "end of line",
                       rule);
}

/* ---- lines and words ------------------------------------------------------------ */

/* Commas and colons part words in GDAL's files, slashes the numbers of a colour in GMT's;
 * a semicolon begins a label there. */
static int is_separator(char c)
{
    return text_is_blank(c) || c == ',' || c == ':' || c == '/';
}

/* Moves to the next line and splits it; 0 past the last. */
static int next_line(lines *in)
{
    if (in->at == in->end)
        return 0;
    const char *start = in->at;
    while (in->at < in->end && *in->at != '\n' && *in->at != '\r')
        in->at++;
    in->line = (word){start, (size_t)(in->at - start)};
    in->number++;
    if (in->at < in->end) {
        int is_cr = *in->at++ == '\r';
        if (is_cr && in->at < in->end && *in->at == '\n')
            in->at++;
    }
    const char *at = in->line.text;
    const char *end = at + in->line.size;
    in->count = 0;
    while (in->count < WORDS) {
        while (at < end && is_separator(*at))
            at++;
        start = at;
        while (at < end && !is_separator(*at) && *at != ';')
            at++;
        if (at == start)
            break;
        in->words[in->count++] = (word){start, (size_t)(at - start)};
    }
    return 1;
}

static word word_at(const lines *in, int i)
{
    return i < in->count ? in->words[i] : (word){"", 0};
}

/* The word as a C string; too long ones become "", and those that would end early. */
static void copy_word(char text[WORD_SIZE], word from)
{
    int fits = from.size > 0 && from.size < WORD_SIZE && memchr(from.text, 0, from.size) == NULL;
    size_t size = fits ? from.size : 0;
    memcpy(text, from.text, size);
    text[size] = '\0';
}

static int word_is(word w, const char *text)
{
    if (w.size != strlen(text))
        return 0;
    for (size_t i = 0; i < w.size; i++)
        if (text_lower(w.text[i]) != text[i])
            return 0;
    return 1;
}

static int word_to_real(double *value, word from)
{
    char text[WORD_SIZE];
    copy_word(text, from);
    return text_to_real(value, text[0] == '+' ? text + 1 : text);
}

static int word_to_level(int64_t *level, word from)
{
    char text[WORD_SIZE];
    copy_word(text, from);
    return text_to_integer(level, text, 0, 255);
}

/* ---- colours ---------------------------------------------------------------------- */

/* GRASS's names, which GDAL takes; they are not those of CSS. */
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

/* Reads a colour from word `*at` on and steps over it: a name of GDAL's, #rrggbb, or three
 * levels. */
static rl_status read_colour(const lines *in, int *at, rl_colour *colour)
{
    word first = word_at(in, *at);
    char text[WORD_SIZE];
    copy_word(text, first);
    size_t named = 0;
    while (named < COLOUR_NAMES && !word_is(first, colour_names[named].name))
        named++;
    if (named < COLOUR_NAMES || (text[0] == '#' && text_to_colour(colour, text))) {
        *colour = named < COLOUR_NAMES ? colour_names[named].colour : *colour;
        (*at)++;
        return RL_OK;
    }
    *colour = 0;
    for (int i = 0; i < 3; i++, (*at)++) {
        int64_t level;
        word w = word_at(in, *at);
        if (!word_to_level(&level, w))
            return fail(in, w, "must be three numbers 0..255 or a colour's name");
        *colour = *colour << 8 | (rl_colour)level;
    }
    return RL_OK;
}

/* ---- stops --------------------------------------------------------------------------- */

static rl_status add_stop(reader *in, rl_tint stop)
{
    if (in->stop_count == MOST_STOPS)
        return fail(&in->lines, in->lines.words[0], "must be one of at most 1024 stops");
    in->stops[in->stop_count++] = stop;
    return RL_OK;
}

static rl_status check_metres(const lines *in, word value, double height)
{
    if (height >= -MOST_METRES && height <= MOST_METRES)
        return RL_OK;
    return fail(in, value, "must be -1000000..1000000 metres");
}

/* Words at the end of a line are left alone, as by GDAL.  A number there is of some other
 * table, or of this one with a comma for a point: it would be lost silently. */
static rl_status check_rest(const lines *in, int at, const char *rule)
{
    if (at < in->count && strchr("+-.0123456789", in->words[at].text[0]) != NULL)
        return fail(in, in->words[at], rule);
    return RL_OK;
}

static rl_status read_gdal_line(reader *in)
{
    int at = 1;
    word value = in->lines.words[0];
    rl_tint stop = {0.0, 1, 0};
    /* What the map has none of: a colour for samples without a height. */
    int is_special = word_is(value, "nv") || word_is(value, "default");
    if (!is_special && value.text[value.size - 1] == '%') {
        value.size--;
        stop.is_metres = 0;
    }
    if (!is_special && !word_to_real(&stop.at, value))
        return fail(&in->lines, in->lines.words[0],
                    "must be a height in metres, a percentage or nv");
    if (!stop.is_metres && !(stop.at >= 0.0 && stop.at <= 100.0))
        return fail(&in->lines, in->lines.words[0], "must be 0%..100%");
    if (!stop.is_metres)
        stop.at /= 100.0;
    TRY(check_metres(&in->lines, value, stop.at));
    TRY(read_colour(&in->lines, &at, &stop.colour));
    int64_t alpha; /* after three numbers */
    if (at == 4 && at < in->lines.count && word_to_level(&alpha, in->lines.words[at]))
        at++;
    TRY(check_rest(&in->lines, at, "must not follow a height, its colour and alpha"));
    return is_special ? RL_OK : add_stop(in, stop);
}

/* ---- GMT -------------------------------------------------------------------------------- */

/* B, F or N: the colours below, above and beside the slices. */
static int is_ends(word first)
{
    return first.size == 1 && memchr("BFN", first.text[0], 3) != NULL;
}

static rl_status read_cpt_line(reader *in)
{
    rl_tint from = {0.0, 1, 0};
    int at = 1;
    word first = in->lines.words[0];
    if (is_ends(first)) {
        TRY(read_colour(&in->lines, &at, &from.colour));
        if (first.text[0] == 'B')
            in->below = from.colour;
        if (first.text[0] == 'F')
            in->above = from.colour;
        return RL_OK;
    }
    if (!word_to_real(&from.at, first))
        return fail(&in->lines, first, "must be a height, B, F or N");
    TRY(check_metres(&in->lines, first, from.at));
    TRY(read_colour(&in->lines, &at, &from.colour));
    rl_tint to = from;
    word second = word_at(&in->lines, at);
    if (!word_to_real(&to.at, second))
        return fail(&in->lines, second, "must be the height at which the slice ends");
    if (!(to.at > from.at))
        return fail(&in->lines, second, "must be above the height at which the slice begins");
    if (in->stop_count > 0 && from.at != in->stops[in->stop_count - 1].at)
        return fail(&in->lines, first, "must be where the slice before ends");
    TRY(check_metres(&in->lines, second, to.at));
    at++;
    if (at < in->lines.count && word_is(in->lines.words[at], "-"))
        at++;
    else
        TRY(read_colour(&in->lines, &at, &to.colour));
    TRY(check_rest(&in->lines, at, "must not follow a slice"));
    TRY(add_stop(in, from));
    return add_stop(in, to);
}

/* ---- which of both -------------------------------------------------------------------------- */

/* The colour model that a comment names, or nothing. */
static word model_of(word line)
{
    static const char key[] = "COLOR_MODEL";
    word model = {"", 0};
    for (size_t i = 0; i + sizeof key - 1 <= line.size; i++) {
        if (memcmp(line.text + i, key, sizeof key - 1) != 0)
            continue;
        model.text = line.text + i + sizeof key - 1;
        model.size = line.size - i - (sizeof key - 1);
        while (model.size > 0 && (text_is_blank(model.text[0]) || model.text[0] == '=')) {
            model.text++;
            model.size--;
        }
        while (model.size > 0 && text_is_blank(model.text[model.size - 1]))
            model.size--;
        return model;
    }
    return model;
}

/* Steps over a colour if there is one; reports no error. */
static int is_colour_at(lines *in, int *at)
{
    rl_error *error = in->error;
    rl_colour colour;
    in->error = NULL;
    rl_status status = read_colour(in, at, &colour);
    in->error = error;
    return status == RL_OK;
}

/* A line of a .cpt: an end's colour, or height, colour, height, colour. */
static int looks_like_cpt(lines *in)
{
    double height;
    int at = 1;
    word first = in->words[0];
    if (is_ends(first))
        return 1;
    if (!word_to_real(&height, first) || !is_colour_at(in, &at))
        return 0;
    if (at >= in->count || !word_to_real(&height, in->words[at]))
        return 0;
    at++;
    return at < in->count && (word_is(in->words[at], "-") || is_colour_at(in, &at));
}

static int is_comment(const lines *in)
{
    return in->count == 0 || in->words[0].text[0] == '#';
}

/* Decides by the first line that is no comment, and by the comments before it. */
static rl_status find_format(reader *in)
{
    const char *start = in->lines.at;
    while (next_line(&in->lines)) {
        if (!is_comment(&in->lines)) {
            in->is_cpt = in->is_cpt || looks_like_cpt(&in->lines);
            break;
        }
        word model = model_of(in->lines.line);
        in->is_cpt = in->is_cpt || model.size > 0;
        if (model.size > 0 && !word_is(model, "rgb") && !word_is(model, "+rgb"))
            return fail(&in->lines, model, "must be RGB: other colour models are not read");
    }
    in->lines.at = start;
    in->lines.number = 0;
    return RL_OK;
}

/* ---- all lines ---------------------------------------------------------------------- */

/* A second stop at the same height is a hard edge: so B and F begin. */
static rl_status add_ends(reader *in)
{
    rl_tint first = in->stops[0];
    rl_tint last = in->stops[in->stop_count - 1];
    last.colour = in->above;
    first.colour = in->below;
    if (in->above != RL_AUTO)
        TRY(add_stop(in, last));
    if (in->below == RL_AUTO)
        return RL_OK;
    TRY(add_stop(in, first)); /* makes room */
    memmove(in->stops + 1, in->stops, (size_t)(in->stop_count - 1) * sizeof in->stops[0]);
    in->stops[0] = first;
    return RL_OK;
}

/* Distance of stop i from the line between stops a and b, in levels of 255. */
static double error_between(const rl_tint *a, const rl_tint *b, const rl_tint *i)
{
    double t = b->at > a->at ? (i->at - a->at) / (b->at - a->at) : 0.0;
    double most = 0.0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double low = a->colour >> shift & 255;
        double high = b->colour >> shift & 255;
        double own = i->colour >> shift & 255;
        most = exact_max(most, exact_abs(exact_mix(low, high, t) - own));
    }
    return most;
}

/* The stop that the kept ones reproduce worst, or 0 when all are within rounding. */
static int find_worst(const rl_tint *stops, const uint8_t *is_kept, int count)
{
    int worst = 0;
    double most = 0.51;
    for (int from = 0; from < count - 1;) {
        int to = from + 1;
        while (!is_kept[to])
            to++;
        for (int i = from + 1; i < to; i++) {
            double error = error_between(&stops[from], &stops[to], &stops[i]);
            worst = error > most ? i : worst;
            most = exact_max(most, error);
        }
        from = to;
    }
    return worst;
}

/* Sorts the stops and keeps those without which the ramp would look different: both ends,
 * then whatever is reproduced worst, while there is room (Ramer 1972).  Files that mix metres
 * and shares keep their order: only the map can sort them. */
static int thin_stops(rl_tint *stops, int count)
{
    for (int i = 1; i < count; i++)
        if (stops[i].is_metres != stops[0].is_metres)
            return count;
    for (int i = 1; i < count; i++) {
        rl_tint stop = stops[i];
        int place = i;
        for (; place > 0 && stops[place - 1].at > stop.at; place--)
            stops[place] = stops[place - 1];
        stops[place] = stop;
    }
    uint8_t is_kept[MOST_STOPS] = {0};
    int kept = count < 2 ? count : 2;
    is_kept[0] = is_kept[count - 1] = 1;
    for (int worst = 1; worst > 0 && kept < RL_MAX_TINT;) {
        worst = find_worst(stops, is_kept, count);
        is_kept[worst] = 1;
        kept += worst > 0;
    }
    int next = 0;
    for (int i = 0; i < count; i++)
        if (is_kept[i])
            stops[next++] = stops[i];
    return next;
}

rl_status rl_tint_parse(rl_map_rules *rules, const void *bytes, size_t size, const char *place,
                        rl_error *error)
{
    if (rules == NULL || (bytes == NULL && size > 0) || place == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "tint: NULL: must be rules, bytes and a place");
    if (size > RL_MAX_TEXT)
        return status_fail(error, RL_BAD_DATA, "%s: more than %d bytes: must be shorter",
                           SHOWN(place), RL_MAX_TEXT);
    const char *text = bytes;
    int has_mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    reader in = {.lines = {.at = has_mark ? text + 3 : text, .place = place, .error = error},
                 .below = RL_AUTO,
                 .above = RL_AUTO};
    in.lines.end = size > 0 ? text + size : text;
    TRY(find_format(&in));
    while (next_line(&in.lines))
        if (!is_comment(&in.lines))
            TRY(in.is_cpt ? read_cpt_line(&in) : read_gdal_line(&in));
    in.lines.number += in.lines.number == 0;
    if (in.stop_count == 0)
        return fail(&in.lines, (word){"end of file", 11},
                    "must be preceded by a height and its colour");
    if (in.is_cpt) {
        /* GMT's master tables run from 0 or -1 to 1 and are stretched over the map. */
        double low = in.stops[0].at;
        double high = in.stops[in.stop_count - 1].at;
        for (int i = 0; i < in.stop_count && low >= -1.0 && high <= 1.0; i++) {
            in.stops[i].at = (in.stops[i].at - low) / (high - low);
            in.stops[i].is_metres = 0;
        }
        TRY(add_ends(&in));
    }
    in.stop_count = thin_stops(in.stops, in.stop_count);
    if (in.stop_count > RL_MAX_TINT)
        return fail(&in.lines, in.lines.line,
                    "must be of at most 64 stops where percentages and metres mix");
    rules->tint_name[0] = '\0';
    rules->tint_count = in.stop_count;
    memcpy(rules->tint, in.stops, (size_t)in.stop_count * sizeof in.stops[0]);
    return status_clear(error);
}
