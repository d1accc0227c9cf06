/* tint_read.c - ramps from files: GDAL's color-relief text and GMT's .cpt.
 *
 * In: the bytes of a file that anyone may have written.  Out: the stops of the rules'
 * tint, or `place:line: value: rule` and rules as they were.  A .cpt is told by its
 * slices of two heights; of its colour models only RGB is read.
 */
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "map/tint_words.h"
#include "map/view.h"

#define MOST_STOPS TINT_MOST /* of a file; thinned out to RL_MAX_TINT */
#define MOST_METRES 1e6      /* scene text carries heights so far */

typedef struct reader {
    tint_lines lines;
    int is_cpt;
    rl_tint stops[MOST_STOPS];
    int stop_count;
    rl_colour below, above; /* of a .cpt: B and F, or RL_AUTO */
} reader;

/* ---- stops --------------------------------------------------------------------------- */

static rl_status add_stop(reader *in, rl_tint stop)
{
    if (in->stop_count == MOST_STOPS)
        return tint_fail(&in->lines, in->lines.words[0], "must be one of at most 1024 stops");
    in->stops[in->stop_count++] = stop;
    return RL_OK;
}

static rl_status check_metres(const tint_lines *in, tint_word value, double height)
{
    if (height >= -MOST_METRES && height <= MOST_METRES)
        return RL_OK;
    return tint_fail(in, value, "must be -1000000..1000000 metres");
}

/* Words at the end of a line are left alone, as by GDAL.  A number there is of some other
 * table, or of this one with a comma for a point: it would be lost without a word. */
static rl_status check_rest(const tint_lines *in, int at, const char *rule)
{
    if (at < in->count && strchr("+-.0123456789", in->words[at].text[0]) != NULL)
        return tint_fail(in, in->words[at], rule);
    return RL_OK;
}

static rl_status read_gdal_line(reader *in)
{
    int at = 1;
    tint_word value = in->lines.words[0];
    rl_tint stop = {0.0, 1, 0};
    /* What the map has none of: a colour for samples without a height. */
    int is_special = tint_word_is(value, "nv") || tint_word_is(value, "default");
    if (!is_special && value.text[value.size - 1] == '%') {
        value.size--;
        stop.is_metres = 0;
    }
    if (!is_special && !tint_word_to_real(&stop.at, value))
        return tint_fail(&in->lines, in->lines.words[0],
                         "must be a height in metres, a percentage or nv");
    if (!stop.is_metres && !(stop.at >= 0.0 && stop.at <= 100.0))
        return tint_fail(&in->lines, in->lines.words[0], "must be 0%..100%");
    if (!stop.is_metres)
        stop.at /= 100.0;
    rl_status status = check_metres(&in->lines, value, stop.at);
    if (status == RL_OK)
        status = tint_colour_read(&in->lines, &at, &stop.colour);
    int64_t alpha; /* of three numbers */
    if (status == RL_OK && at == 4 && at < in->lines.count &&
        tint_word_to_level(&alpha, in->lines.words[at]))
        at++;
    if (status == RL_OK)
        status = check_rest(&in->lines, at, "must not follow a height, its colour and alpha");
    return status != RL_OK || is_special ? status : add_stop(in, stop);
}

/* ---- GMT -------------------------------------------------------------------------------- */

static rl_status read_ends(reader *in)
{
    int at = 1;
    rl_colour colour;
    rl_status status = tint_colour_read(&in->lines, &at, &colour);
    if (status == RL_OK && in->lines.words[0].text[0] == 'B')
        in->below = colour;
    if (status == RL_OK && in->lines.words[0].text[0] == 'F')
        in->above = colour;
    return status;
}

static rl_status read_slice(reader *in)
{
    rl_tint from = {0.0, 1, 0};
    rl_tint to = from;
    int at = 1;
    if (!tint_word_to_real(&from.at, in->lines.words[0]))
        return tint_fail(&in->lines, in->lines.words[0], "must be a height, B, F or N");
    rl_status status = check_metres(&in->lines, in->lines.words[0], from.at);
    if (status == RL_OK)
        status = tint_colour_read(&in->lines, &at, &from.colour);
    if (status != RL_OK)
        return status;
    tint_word second = tint_word_at(&in->lines, at);
    if (!tint_word_to_real(&to.at, second))
        return tint_fail(&in->lines, second, "must be the height at which the slice ends");
    if (!(to.at > from.at))
        return tint_fail(&in->lines, second, "must be above the height at which the slice begins");
    if (in->stop_count > 0 && from.at != in->stops[in->stop_count - 1].at)
        return tint_fail(&in->lines, in->lines.words[0], "must be where the slice before ends");
    status = check_metres(&in->lines, second, to.at);
    if (status != RL_OK)
        return status;
    at++;
    to.colour = from.colour;
    if (at < in->lines.count && tint_word_is(in->lines.words[at], "-"))
        at++;
    else
        status = tint_colour_read(&in->lines, &at, &to.colour);
    if (status == RL_OK)
        status = check_rest(&in->lines, at, "must not follow a slice");
    if (status == RL_OK)
        status = add_stop(in, from);
    return status == RL_OK ? add_stop(in, to) : status;
}

/* B, F or N: what lies below, above and beside the slices. */
static int is_ends(tint_word first)
{
    return first.size == 1 && memchr("BFN", first.text[0], 3) != NULL;
}

static rl_status read_cpt_line(reader *in)
{
    return is_ends(in->lines.words[0]) ? read_ends(in) : read_slice(in);
}

/* ---- which of both -------------------------------------------------------------------------- */

/* The colour model that a comment names, or nothing. */
static tint_word model_of(tint_word line)
{
    static const char key[] = "COLOR_MODEL";
    tint_word model = {"", 0};
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
static int is_colour_at(tint_lines *in, int *at)
{
    rl_error *error = in->error;
    rl_colour colour;
    in->error = NULL;
    rl_status status = tint_colour_read(in, at, &colour);
    in->error = error;
    return status == RL_OK;
}

/* A line of a .cpt: an end's colour, or height, colour, height, colour. */
static int looks_like_cpt(tint_lines *in)
{
    double height;
    int at = 1;
    tint_word first = in->words[0];
    if (is_ends(first))
        return 1;
    if (!tint_word_to_real(&height, first) || !is_colour_at(in, &at))
        return 0;
    if (at >= in->count || !tint_word_to_real(&height, in->words[at]))
        return 0;
    at++;
    return at < in->count && (tint_word_is(in->words[at], "-") || is_colour_at(in, &at));
}

static int is_comment(const tint_lines *in)
{
    return in->count == 0 || in->words[0].text[0] == '#';
}

/* Looks at the first line that says something, and at the comments before it. */
static rl_status find_format(reader *in)
{
    const char *start = in->lines.at;
    rl_status status = RL_OK;
    while (tint_line_next(&in->lines)) {
        tint_word model = model_of(in->lines.line);
        if (is_comment(&in->lines) && model.size > 0) {
            in->is_cpt = 1;
            if (!tint_word_is(model, "rgb") && !tint_word_is(model, "+rgb"))
                status =
                    tint_fail(&in->lines, model, "must be RGB: other colour models are not read");
            if (status != RL_OK)
                break;
        }
        if (is_comment(&in->lines))
            continue;
        in->is_cpt = in->is_cpt || looks_like_cpt(&in->lines);
        break;
    }
    in->lines.at = start;
    in->lines.number = 0;
    return status;
}

/* ---- all lines ---------------------------------------------------------------------- */

static rl_status read_lines(reader *in)
{
    while (tint_line_next(&in->lines)) {
        if (is_comment(&in->lines))
            continue;
        rl_status status = in->is_cpt ? read_cpt_line(in) : read_gdal_line(in);
        if (status != RL_OK)
            return status;
    }
    static const tint_word end = {"end of file", 11};
    in->lines.number += in->lines.number == 0;
    return in->stop_count > 0
               ? RL_OK
               : tint_fail(&in->lines, end, "must be preceded by a height and its colour");
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
    const char *text = bytes;
    int has_mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    reader in = {.lines = {.at = has_mark ? text + 3 : text, .place = place, .error = error},
                 .below = RL_AUTO,
                 .above = RL_AUTO};
    in.lines.end = size > 0 ? text + size : text;
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
        return tint_fail(&in.lines, in.lines.line,
                         "must be of at most 64 stops where percentages and metres mix");
    rules->tint_name[0] = '\0';
    rules->tint_count = in.stop_count;
    memcpy(rules->tint, in.stops, (size_t)in.stop_count * sizeof in.stops[0]);
    return status_clear(error);
}
