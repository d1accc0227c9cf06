/* tint_words.c - lines, words, numbers and colours of a file of colours. */
#include "map/tint_words.h"

#include <string.h>

#include "base/status.h"
#include "base/text.h"

#define WORD_SIZE 64 /* of one that is read */

rl_status tint_fail(const tint_lines *in, tint_word value, const char *rule)
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

static void split_line(tint_lines *in)
{
    const char *at = in->line.text;
    const char *end = at + in->line.size;
    in->count = 0;
    while (in->count < TINT_WORDS) {
        while (at < end && is_separator(*at))
            at++;
        const char *start = at;
        while (at < end && !is_separator(*at) && *at != ';')
            at++;
        if (at == start)
            return;
        tint_word found = {start, (size_t)(at - start)};
        in->words[in->count++] = found;
    }
}

int tint_line_next(tint_lines *in)
{
    if (in->at == in->end)
        return 0;
    const char *start = in->at;
    while (in->at < in->end && *in->at != '\n' && *in->at != '\r')
        in->at++;
    tint_word line = {start, (size_t)(in->at - start)};
    in->line = line;
    in->number++;
    if (in->at < in->end) {
        int is_cr = *in->at++ == '\r';
        if (is_cr && in->at < in->end && *in->at == '\n')
            in->at++;
    }
    split_line(in);
    return 1;
}

tint_word tint_word_at(const tint_lines *in, int i)
{
    static const tint_word nothing = {"", 0};
    return i < in->count ? in->words[i] : nothing;
}

/* The word as a C string; too long ones become "", and those that would end early. */
static void copy_word(char text[WORD_SIZE], tint_word from)
{
    int fits = from.size > 0 && from.size < WORD_SIZE && memchr(from.text, 0, from.size) == NULL;
    size_t size = fits ? from.size : 0;
    memcpy(text, from.text, size);
    text[size] = '\0';
}

int tint_word_is(tint_word w, const char *text)
{
    if (w.size != strlen(text))
        return 0;
    for (size_t i = 0; i < w.size; i++)
        if (text_lower(w.text[i]) != text[i])
            return 0;
    return 1;
}

int tint_word_to_real(double *value, tint_word from)
{
    char text[WORD_SIZE];
    copy_word(text, from);
    return text_to_real(value, text[0] == '+' ? text + 1 : text);
}

int tint_word_to_level(int64_t *level, tint_word from)
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

static int find_colour_name(rl_colour *colour, tint_word w)
{
    for (size_t i = 0; i < sizeof colour_names / sizeof colour_names[0]; i++)
        if (tint_word_is(w, colour_names[i].name)) {
            *colour = colour_names[i].colour;
            return 1;
        }
    return 0;
}

#define COLOUR_RULE "must be three numbers 0..255 or a colour's name"

rl_status tint_colour_read(const tint_lines *in, int *at, rl_colour *colour)
{
    tint_word first = tint_word_at(in, *at);
    char text[WORD_SIZE];
    copy_word(text, first);
    if (find_colour_name(colour, first) || (text[0] == '#' && text_to_colour(colour, text))) {
        (*at)++;
        return RL_OK;
    }
    *colour = 0;
    for (int i = 0; i < 3; i++, (*at)++) {
        int64_t level;
        tint_word w = tint_word_at(in, *at);
        if (!tint_word_to_level(&level, w))
            return tint_fail(in, w, COLOUR_RULE);
        *colour = *colour << 8 | (rl_colour)level;
    }
    return RL_OK;
}
