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
    const char *next, *end; /* rest of the file */
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
    if (in->next == in->end)
        return 0;
    const char *start = in->next;
    while (in->next < in->end && *in->next != '\n' && *in->next != '\r')
        in->next++;
    in->line = (word){start, (size_t)(in->next - start)};
    in->number++;
    if (in->next < in->end) {
        int is_cr = *in->next++ == '\r';
        if (is_cr && in->next < in->end && *in->next == '\n')
            in->next++;
    }
    const char *next = in->line.text, *end = next + in->line.size;
    in->count = 0;
    while (in->count < WORDS) {
        while (next < end && is_separator(*next))
            next++;
        start = next;
        while (next < end && !is_separator(*next) && *next != ';')
            next++;
        if (next == start)
            break;
        in->words[in->count++] = (word){start, (size_t)(next - start)};
    }
    return 1;
}

static word word_at(const lines *in, int i)
{
    return i < in->count ? in->words[i] : (word){"", 0};
}

/* The word as a C string; too long ones become "", and those that would end early. */
static void copy_word(char text[WORD_SIZE], word source)
{
    int fits =
        source.size > 0 && source.size < WORD_SIZE && memchr(source.text, 0, source.size) == NULL;
    size_t size = fits ? source.size : 0;
    memcpy(text, source.text, size);
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

static int word_to_real(double *value, word source)
{
    char text[WORD_SIZE];
    copy_word(text, source);
    return text_to_real(value, text[0] == '+' ? text + 1 : text);
}

static int word_to_level(int64_t *level, word source)
{
    char text[WORD_SIZE];
    copy_word(text, source);
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

/* Reads a colour from word `*index` on and steps over it: a name of GDAL's, #rrggbb, or three
 * levels. */
static rl_status read_colour(const lines *in, int *index, rl_colour *colour)
{
    word first = word_at(in, *index);
    char text[WORD_SIZE];
    copy_word(text, first);
    size_t named = 0;
    while (named < COLOUR_NAMES && !word_is(first, colour_names[named].name))
        named++;
    if (named < COLOUR_NAMES || (text[0] == '#' && text_to_colour(colour, text))) {
        *colour = named < COLOUR_NAMES ? colour_names[named].colour : *colour;
        (*index)++;
        return RL_OK;
    }
    *colour = 0;
    for (int i = 0; i < 3; i++, (*index)++) {
        int64_t level;
        word w = word_at(in, *index);
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
static rl_status check_rest(const lines *in, int index, const char *rule)
{
    if (index < in->count && strchr("+-.0123456789", in->words[index].text[0]) != NULL)
        return fail(in, in->words[index], rule);
    return RL_OK;
}

static rl_status read_gdal_line(reader *in)
{
    int index = 1;
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
    TRY(read_colour(&in->lines, &index, &stop.colour));
    int64_t alpha; /* after three numbers */
    if (index == 4 && index < in->lines.count && word_to_level(&alpha, in->lines.words[index]))
        index++;
    TRY(check_rest(&in->lines, index, "must not follow a height, its colour and alpha"));
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
    rl_tint lower = {0.0, 1, 0};
    int index = 1;
    word first = in->lines.words[0];
    if (is_ends(first)) {
        TRY(read_colour(&in->lines, &index, &lower.colour));
        if (first.text[0] == 'B')
            in->below = lower.colour;
        if (first.text[0] == 'F')
            in->above = lower.colour;
        return RL_OK;
    }
    if (!word_to_real(&lower.at, first))
        return fail(&in->lines, first, "must be a height, B, F or N");
    TRY(check_metres(&in->lines, first, lower.at));
    TRY(read_colour(&in->lines, &index, &lower.colour));
    rl_tint upper = lower;
    word second = word_at(&in->lines, index);
    if (!word_to_real(&upper.at, second))
        return fail(&in->lines, second, "must be the height at which the slice ends");
    if (!(upper.at > lower.at))
        return fail(&in->lines, second, "must be above the height at which the slice begins");
    if (in->stop_count > 0 && lower.at != in->stops[in->stop_count - 1].at)
        return fail(&in->lines, first, "must be where the slice before ends");
    TRY(check_metres(&in->lines, second, upper.at));
    index++;
    if (index < in->lines.count && word_is(in->lines.words[index], "-"))
        index++;
    else
        TRY(read_colour(&in->lines, &index, &upper.colour));
    TRY(check_rest(&in->lines, index, "must not follow a slice"));
    TRY(add_stop(in, lower));
    return add_stop(in, upper);
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
static int is_colour_at(lines *in, int *index)
{
    rl_error *error = in->error;
    rl_colour colour;
    in->error = NULL;
    rl_status status = read_colour(in, index, &colour);
    in->error = error;
    return status == RL_OK;
}

/* A line of a .cpt: an end's colour, or height, colour, height, colour. */
static int looks_like_cpt(lines *in)
{
    double height;
    int index = 1;
    word first = in->words[0];
    if (is_ends(first))
        return 1;
    if (!word_to_real(&height, first) || !is_colour_at(in, &index))
        return 0;
    if (index >= in->count || !word_to_real(&height, in->words[index]))
        return 0;
    index++;
    return index < in->count && (word_is(in->words[index], "-") || is_colour_at(in, &index));
}

static int is_comment(const lines *in)
{
    return in->count == 0 || in->words[0].text[0] == '#';
}

/* Decides by the first line that is no comment, and by the comments before it. */
static rl_status find_format(reader *in)
{
    const char *start = in->lines.next;
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
    in->lines.next = start;
    in->lines.number = 0;
    return RL_OK;
}

/* ---- all lines ---------------------------------------------------------------------- */

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
    for (int left = 0, right; left < count - 1; left = right) {
        right = left + 1;
        while (!is_kept[right])
            right++;
        for (int i = left + 1; i < right; i++) {
            double error = error_between(&stops[left], &stops[right], &stops[i]);
            worst = error > most ? i : worst;
            most = exact_max(most, error);
        }
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
    int kept_count = count < 2 ? count : 2;
    is_kept[0] = is_kept[count - 1] = 1;
    for (int worst = 1; worst > 0 && kept_count < RL_MAX_TINT;) {
        worst = find_worst(stops, is_kept, count);
        is_kept[worst] = 1;
        kept_count += worst > 0;
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
    reader in = {.lines = {.next = has_mark ? text + 3 : text, .place = place, .error = error},
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
        /* A second stop at the same height is a hard edge: so B and F begin. */
        rl_tint first = in.stops[0], last = in.stops[in.stop_count - 1];
        first.colour = in.below;
        last.colour = in.above;
        if (in.above != RL_AUTO)
            TRY(add_stop(&in, last));
        if (in.below != RL_AUTO) {
            TRY(add_stop(&in, first)); /* makes room */
            memmove(in.stops + 1, in.stops, (size_t)(in.stop_count - 1) * sizeof in.stops[0]);
            in.stops[0] = first;
        }
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
