/* tint_read.c - ramps from files: GDAL's color-relief text and GMT's .cpt.
 *
 * In: the bytes of a file that anyone may have written.  Out: the stops of the rules'
 * tint, or `place:line: value: rule` and rules as they were.  A .cpt is told by its
 * slices of two heights; of its colour models only RGB is read.  Numbers are read
 * strictly: a height read wrongly is worse than none.
 */
#include "base/status.h"
#include "base/text.h"
#include "view/view.h"

#include <string.h>

#define MOST_WORDS 10
#define MOST_STOPS TINT_MOST /* of a file; thinned out to RL_MAX_TINT */
#define MOST_METRES 1e6
#define WORD_SIZE 64

typedef struct word {
    const char *text;
    size_t size;
} word;

typedef struct reader {
    const char *at, *end; /* what is still to be read */
    const char *place;
    int number; /* of the line, from 1 */
    word line;
    word words[MOST_WORDS];
    int count; /* of words, at most MOST_WORDS */
    int is_cpt;
    rl_error *error;
    rl_tint stops[MOST_STOPS];
    int stop_count;
    rl_colour below, above; /* of a .cpt: B and F, or RL_AUTO */
} reader;

static rl_status fail(const reader *in, word value, const char *rule)
{
    return status_fail(in->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(in->place), in->number,
                       value.size > 0 ? status_show(value.text, value.size).text : "end of line",
                       rule);
}

/* ---- lines and words ------------------------------------------------------------ */

static int next_line(reader *in)
{
    if (in->at == in->end)
        return 0;
    const char *start = in->at;
    while (in->at < in->end && *in->at != '\n' && *in->at != '\r')
        in->at++;
    word line = {start, (size_t)(in->at - start)};
    in->line = line;
    in->number++;
    if (in->at < in->end) {
        int is_cr = *in->at++ == '\r';
        if (is_cr && in->at < in->end && *in->at == '\n')
            in->at++;
    }
    return 1;
}

/* Commas and colons part words in GDAL's files, slashes the numbers of a colour in GMT's;
 * a semicolon begins a label there. */
static int is_separator(char c)
{
    return text_is_blank(c) || c == ',' || c == ':' || c == '/';
}

static void split_line(reader *in)
{
    const char *at = in->line.text;
    const char *end = at + in->line.size;
    in->count = 0;
    while (in->count < MOST_WORDS) {
        while (at < end && is_separator(*at))
            at++;
        const char *start = at;
        while (at < end && !is_separator(*at) && *at != ';')
            at++;
        if (at == start)
            return;
        word found = {start, (size_t)(at - start)};
        in->words[in->count++] = found;
    }
}

/* The word as a C string; too long ones become "", and those that would end early. */
static void copy_word(char text[WORD_SIZE], word from)
{
    int fits = from.size > 0 && from.size < WORD_SIZE && memchr(from.text, 0, from.size) == NULL;
    size_t size = fits ? from.size : 0;
    memcpy(text, from.text, size);
    text[size] = '\0';
}

static int is_word(word w, const char *text)
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

static int find_colour_name(rl_colour *colour, word w)
{
    for (size_t i = 0; i < sizeof colour_names / sizeof colour_names[0]; i++)
        if (is_word(w, colour_names[i].name)) {
            *colour = colour_names[i].colour;
            return 1;
        }
    return 0;
}

#define COLOUR_RULE "must be three numbers 0..255 or a colour's name"

/* Reads a colour from word `*at` on and steps over it: a name, #rrggbb, three numbers. */
static rl_status read_colour(reader *in, int *at, rl_colour *colour)
{
    static const word nothing = {"", 0};
    word first = *at < in->count ? in->words[*at] : nothing;
    char text[WORD_SIZE];
    copy_word(text, first);
    if (find_colour_name(colour, first) || (text[0] == '#' && text_to_colour(colour, text))) {
        (*at)++;
        return RL_OK;
    }
    *colour = 0;
    for (int i = 0; i < 3; i++, (*at)++) {
        int64_t level;
        word w = *at < in->count ? in->words[*at] : nothing;
        if (!word_to_level(&level, w))
            return fail(in, w, COLOUR_RULE);
        *colour = *colour << 8 | (rl_colour)level;
    }
    return RL_OK;
}

/* What scene text can carry, so that a picture's recipe can be read again. */
static rl_status add_stop(reader *in, rl_tint stop)
{
    if (!stop.is_metres && !(stop.at >= 0.0 && stop.at <= 1.0))
        return fail(in, in->words[0], "must be 0%..100%");
    if (!(stop.at >= -MOST_METRES && stop.at <= MOST_METRES))
        return fail(in, in->words[0], "must be -1000000..1000000 metres");
    if (in->stop_count == MOST_STOPS)
        return fail(in, in->words[0], "must be one of at most 1024 stops");
    in->stops[in->stop_count++] = stop;
    return RL_OK;
}

/* ---- GDAL ---------------------------------------------------------------------------- */

/* Scene text carries heights so far. */
#define MOST_METRES 1e6

static rl_status check_metres(const reader *in, word value, double height)
{
    if (height >= -MOST_METRES && height <= MOST_METRES)
        return RL_OK;
    return fail(in, value, "must be -1000000..1000000 metres");
}

/* Words at the end of a line are left alone, as by GDAL.  A number there is of some other
 * table, or of this one with a comma for a point: it would be lost without a word. */
static rl_status check_rest(const reader *in, int at, const char *rule)
{
    if (at < in->count && strchr("+-.0123456789", in->words[at].text[0]) != NULL)
        return fail(in, in->words[at], rule);
    return RL_OK;
}

static rl_status read_gdal_line(reader *in)
{
    int at = 1;
    word value = in->words[0];
    rl_tint stop = {0.0, 1, 0};
    /* What the map has none of: a colour for samples without a height. */
    int is_special = is_word(value, "nv") || is_word(value, "default");
    if (!is_special && value.text[value.size - 1] == '%') {
        value.size--;
        stop.is_metres = 0;
    }
    if (!is_special && !word_to_real(&stop.at, value))
        return fail(in, in->words[0], "must be a height in metres, a percentage or nv");
    if (!stop.is_metres && !(stop.at >= 0.0 && stop.at <= 100.0))
        return fail(in, in->words[0], "must be 0%..100%");
    if (!stop.is_metres)
        stop.at /= 100.0;
    rl_status status = check_metres(in, value, stop.at);
    if (status == RL_OK)
        status = read_colour(in, &at, &stop.colour);
    int64_t alpha; /* of three numbers */
    if (status == RL_OK && at == 4 && at < in->count && word_to_level(&alpha, in->words[at]))
        at++;
    if (status == RL_OK)
        status = check_rest(in, at, "must not follow a height, its colour and alpha");
    return status != RL_OK || is_special ? status : add_stop(in, stop);
}

/* ---- GMT -------------------------------------------------------------------------------- */

static rl_status read_ends(reader *in)
{
    int at = 1;
    rl_colour colour;
    rl_status status = read_colour(in, &at, &colour);
    if (status == RL_OK && in->words[0].text[0] == 'B')
        in->below = colour;
    if (status == RL_OK && in->words[0].text[0] == 'F')
        in->above = colour;
    return status;
}

static rl_status read_slice(reader *in)
{
    rl_tint from = {0.0, 1, 0};
    rl_tint to = from;
    int at = 1;
    static const word nothing = {"", 0};
    if (!word_to_real(&from.at, in->words[0]))
        return fail(in, in->words[0], "must be a height, B, F or N");
    rl_status status = check_metres(in, in->words[0], from.at);
    if (status == RL_OK)
        status = read_colour(in, &at, &from.colour);
    if (status != RL_OK)
        return status;
    word second = at < in->count ? in->words[at] : nothing;
    if (!word_to_real(&to.at, second))
        return fail(in, second, "must be the height at which the slice ends");
    if (!(to.at > from.at))
        return fail(in, second, "must be above the height at which the slice begins");
    if (in->stop_count > 0 && from.at != in->stops[in->stop_count - 1].at)
        return fail(in, in->words[0], "must be where the slice before ends");
    status = check_metres(in, second, to.at);
    if (status != RL_OK)
        return status;
    at++;
    to.colour = from.colour;
    if (at < in->count && is_word(in->words[at], "-"))
        at++;
    else
        status = read_colour(in, &at, &to.colour);
    if (status == RL_OK)
        status = check_rest(in, at, "must not follow a slice");
    if (status == RL_OK)
        status = add_stop(in, from);
    return status == RL_OK ? add_stop(in, to) : status;
}

/* B, F or N: what lies below, above and beside the slices. */
static int is_ends(word first)
{
    return first.size == 1 && memchr("BFN", first.text[0], 3) != NULL;
}

static rl_status read_cpt_line(reader *in)
{
    return is_ends(in->words[0]) ? read_ends(in) : read_slice(in);
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

/* Is there a colour?  Then steps over it; says nothing when there is none. */
static int is_colour_at(reader *in, int *at)
{
    rl_error *error = in->error;
    rl_colour colour;
    in->error = NULL;
    rl_status status = read_colour(in, at, &colour);
    in->error = error;
    return status == RL_OK;
}

/* A line of a .cpt: an end's colour, or height, colour, height, colour. */
static int looks_like_cpt(reader *in)
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
    return at < in->count && (is_word(in->words[at], "-") || is_colour_at(in, &at));
}

static int is_comment(const reader *in)
{
    return in->count == 0 || in->words[0].text[0] == '#';
}

/* Looks at the first line that says something, and at the comments before it. */
static rl_status find_format(reader *in)
{
    const char *start = in->at;
    rl_status status = RL_OK;
    while (next_line(in)) {
        split_line(in);
        word model = model_of(in->line);
        if (is_comment(in) && model.size > 0) {
            in->is_cpt = 1;
            if (!is_word(model, "rgb") && !is_word(model, "+rgb"))
                status = fail(in, model, "must be RGB: other colour models are not read");
            if (status != RL_OK)
                break;
        }
        if (is_comment(in))
            continue;
        in->is_cpt = in->is_cpt || looks_like_cpt(in);
        break;
    }
    in->at = start;
    in->number = 0;
    return status;
}

/* ---- all lines ----------------------------------------------------------------------------------
 */

static rl_status read_lines(reader *in)
{
    while (next_line(in)) {
        split_line(in);
        if (is_comment(in))
            continue;
        rl_status status = in->is_cpt ? read_cpt_line(in) : read_gdal_line(in);
        if (status != RL_OK)
            return status;
    }
    static const word end = {"end of file", 11};
    in->number += in->number == 0;
    return in->stop_count > 0 ? RL_OK
                              : fail(in, end, "must be preceded by a height and its colour");
}

/* GMT's master tables run from 0 or -1 to 1 and are stretched over the map. */
static void stretch_cpt(reader *in)
{
    double low = in->stops[0].at;
    double high = in->stops[in->stop_count - 1].at;
    if (low < -1.0 || high > 1.0)
        return;
    for (int i = 0; i < in->stop_count; i++) {
        in->stops[i].at = (in->stops[i].at - low) / (high - low);
        in->stops[i].is_metres = 0;
    }
}

/* A second stop at the same height is a hard edge: so B and F begin. */
static rl_status add_ends(reader *in)
{
    rl_tint first = in->stops[0];
    rl_tint last = in->stops[in->stop_count - 1];
    rl_status status = RL_OK;
    last.colour = in->above;
    if (in->above != RL_AUTO)
        status = add_stop(in, last);
    first.colour = in->below;
    if (in->below == RL_AUTO || status != RL_OK)
        return status;
    status = add_stop(in, first); /* makes room */
    if (status == RL_OK) {
        memmove(in->stops + 1, in->stops, (size_t)(in->stop_count - 1) * sizeof in->stops[0]);
        in->stops[0] = first;
    }
    return status;
}

/* ---- the call ---------------------------------------------------------------------- */

rl_status rl_tint_parse(rl_map_rules *rules, const void *bytes, size_t size, const char *place,
                        rl_error *error)
{
    if (rules == NULL || (bytes == NULL && size > 0) || place == NULL)
        return status_fail(error, RL_BAD_ARGUMENT, "tint: NULL: must be rules, bytes and a place");
    if (size > RL_MAX_TEXT)
        return status_fail(error, RL_BAD_DATA, "%s: more than %d bytes: must be shorter",
                           SHOWN(place), RL_MAX_TEXT);
    reader in = {.at = bytes, .place = place, .error = error, .below = RL_AUTO, .above = RL_AUTO};
    in.end = size > 0 ? in.at + size : in.at;
    if (size >= 3 && memcmp(in.at, "\xef\xbb\xbf", 3) == 0)
        in.at += 3;
    rl_status status = find_format(&in);
    if (status == RL_OK)
        status = read_lines(&in);
    if (status == RL_OK && in.is_cpt) {
        stretch_cpt(&in);
        status = add_ends(&in);
    }
    if (status != RL_OK)
        return status;
    in.stop_count = tint_thin(in.stops, in.stop_count);
    if (in.stop_count > RL_MAX_TINT)
        return fail(&in, in.line, "must be of at most 64 stops where percentages and metres mix");
    rules->tint_name[0] = '\0';
    rules->tint_count = in.stop_count;
    memcpy(rules->tint, in.stops, (size_t)in.stop_count * sizeof in.stops[0]);
    return status_clear(error);
}
