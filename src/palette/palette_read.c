/* palette_read.c - reads all palette formats into one list of colours.
 *
 * In: the bytes of an untrusted file.  Out: colours in file order with their names, or the error
 * `place:line: value: rule`.  It is liberal about blanks, line ends, byte order mark and order of
 * header lines, and strict about every number, since a wrong colour is worse than an error.
 * GIMP's format: "Palette Format Version 2" and its undated predecessor.  Schemes of terminals and
 * editors: base16 and base24 (YAML of both specifications) and pywal's colors.json.
 */
#include "palette/palette.h"

#include "base/span.h"
#include "base/status.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

#define MAX_LINE 4096 /* longest line, bytes */

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define FORMATS "must be GIMP .gpl, Lospec .hex, JASC .pal, base16 .yaml or pywal .json"

/* Largest number of colours in a typed list, "#112233,#445566,...". */
#define TYPED_MOST 16

/* Number of colours of base24, the largest scheme. */
#define SCHEME_MOST 24

typedef struct palette_reader {
    const char *at, *end; /* rest of the file */
    const char *place;    /* name of the file, for errors */
    int number;           /* number of the current line, from 1 */
    span line;            /* current line without its end and outer blanks; empty at the end */
    palette_list *list;
    rl_error *error;
} palette_reader;

static rl_status fail(const palette_reader *input, span value, const char *rule)
{
    span shown = value.size > 0 ? value : (span){"end of file", 11};
    return status_fail(input->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(input->place),
                       input->number, status_show(shown.at, shown.size).text, rule);
}

static rl_status fail_file(const palette_reader *input, const char *what, const char *rule)
{
    return status_fail(input->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(input->place), what, rule);
}

/* ---- lines and words -------------------------------------------------------- */

/* Moves to the next line that is not blank.  A line ends with LF, CR LF or CR. */
static rl_status next_line(palette_reader *input)
{
    input->line.size = 0;
    while (input->at < input->end && input->line.size == 0) {
        span raw = {input->at, 0};
        while (input->at < input->end && *input->at != '\n' && *input->at != '\r')
            input->at++;
        raw.size = (size_t)(input->at - raw.at);
        if (input->end - input->at > 1 && input->at[0] == '\r' && input->at[1] == '\n')
            input->at++;
        if (input->at < input->end)
            input->at++;
        input->number++;
        if (raw.size > MAX_LINE)
            return fail(input, raw, "a line has at most 4096 bytes");
        if (memchr(raw.at, '\0', raw.size) != NULL)
            return fail(input, raw, "a palette is plain text, without NUL bytes");
        input->line = span_trimmed(raw.at, raw.at + raw.size);
    }
    return RL_OK;
}

static span without_start(span s, size_t size)
{
    return span_trimmed(s.at + size, s.at + s.size);
}

/* Removes the first word from `rest`; it is empty when none is left. */
static span next_word(span *rest)
{
    span word = {rest->at, 0};
    while (word.size < rest->size && !text_is_blank(rest->at[word.size]))
        word.size++;
    *rest = without_start(*rest, word.size);
    return word;
}

unsigned palette_number(const char *text, size_t size, unsigned limit)
{
    unsigned value = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return UINT_MAX;
        value = value > limit ? value : value * 10 + (unsigned)(text[i] - '0');
    }
    return size == 0 ? UINT_MAX : value > limit ? limit + 1 : value;
}

static unsigned read_number(span word, unsigned limit)
{
    return palette_number(word.at, word.size, limit);
}

/* ---- entries ---------------------------------------------------------------- */

static rl_status add_entry(const palette_reader *input, rl_colour colour, size_t name_at)
{
    palette_list *list = input->list;
    if (list->count == RL_MAX_COLOURS)
        return fail(input, input->line, "a palette has at most 1024 colours");
    list->entry[list->count++] = (palette_entry){(uint32_t)colour & 0xffffff, 0, (uint32_t)name_at};
    return RL_OK;
}

/* Reads "R G B" and removes it from `rest`. */
static rl_status read_colour(const palette_reader *input, span *rest, rl_colour *colour)
{
    *colour = 0;
    for (int i = 0; i < 3; i++) {
        span word = next_word(rest);
        if (word.size == 0)
            return fail(input, input->line, "must be three numbers 0..255");
        unsigned value = read_number(word, 255);
        if (value > 255)
            return fail(input, word, "must be a whole number 0..255");
        *colour = *colour << 8 | (rl_colour)value;
    }
    return RL_OK;
}

/* ---- GIMP ------------------------------------------------------------------- */

/* A line `start NAME` names the palette, if it has no name yet. */
static void read_name(span line, const char *start, palette_list *list)
{
    if (list->name[0] != '\0' || !span_begins(line, start))
        return;
    span name = without_start(line, strlen(start));
    palette_name(list->name, name.at, name.size);
}

/* Reads a GIMP palette; the current line is its first, "GIMP Palette". */
static rl_status read_gpl(palette_reader *input)
{
    palette_list *list = input->list;
    int has_alpha = 0; /* 1: header "Channels: RGBA" of Aseprite: colours have a fourth number */
    int has_name = 0;  /* 1: header "Name:", which counts more than Lospec's "# Palette Name:" */
    for (;;) {
        TRY(next_line(input));
        span line = input->line;
        size_t word = 0; /* a header is "Name: Dusk": no colour line starts with letters */
        while (word < line.size && text_lower(line.at[word]) >= 'a' &&
               text_lower(line.at[word]) <= 'z')
            word++;
        if (line.size == 0) {
            return RL_OK;
        } else if (line.at[0] == '#') {
            read_name(without_start(line, 1), "Palette Name:", list);
        } else if (list->count == 0 && word > 0 && word < line.size && line.at[word] == ':') {
            span value = without_start(line, word + 1);
            if (span_begins(line, "Name:") && !has_name) {
                list->name[0] = '\0';
                read_name(line, "Name:", list);
                has_name = list->name[0] != '\0';
            } else if (span_begins(line, "Columns:") && read_number(value, 255) > 255) {
                return fail(input, line, "must be a whole number 0..255");
            } else if (span_begins(line, "Channels:")) {
                has_alpha = value.size == 4 && span_begins(value, "RGBA");
            }
        } else {
            rl_colour colour;
            TRY(read_colour(input, &line, &colour));
            if (has_alpha && read_number(next_word(&line), 255) > 255)
                return fail(input, input->line, "must be four numbers 0..255");
            TRY(add_entry(input, colour, line.size > 0 ? (size_t)(line.at - list->bytes) : 0));
        }
    }
}

/* ---- Lospec ----------------------------------------------------------------- */

static int is_hex_comment(span line)
{
    return span_begins(line, ";") || span_begins(line, "//");
}

/* Reads Lospec's format; the current line is the first colour. */
static rl_status read_hex(palette_reader *input)
{
    while (input->line.size > 0) {
        span digits = input->line.at[0] == '#' ? without_start(input->line, 1) : input->line;
        char text[7] = "";
        rl_colour colour;
        if (digits.size == 6)
            memcpy(text, digits.at, 6);
        if (!is_hex_comment(input->line)) {
            if (!text_to_colour(&colour, text))
                return fail(input, input->line, "must be six hex digits, RRGGBB");
            TRY(add_entry(input, colour, 0));
        }
        TRY(next_line(input));
    }
    return RL_OK;
}

/* ---- typed colours ------------------------------------------------------------ */

static int read_six_digits(rl_colour *colour, span value)
{
    size_t mark = value.size == 7 && value.at[0] == '#';
    char text[7] = "";
    if (value.size - mark == 6)
        memcpy(text, value.at + mark, 6);
    return text_to_colour(colour, text);
}

static rl_status fail_typed(const palette_reader *input, span value, const char *rule)
{
    span shown = value.size > 0 ? value : input->line;
    return fail_file(input, status_show(shown.at, shown.size).text, rule);
}

/* Reads a list of colours such as "#112233,#445566,#ffcc88", which is the only line. */
static rl_status read_typed(palette_reader *input)
{
    const char *end = input->line.at + input->line.size, *start = input->line.at;
    while (start != NULL) {
        const char *comma = memchr(start, ',', (size_t)(end - start));
        span value = span_trimmed(start, comma != NULL ? comma : end);
        rl_colour colour;
        if (!read_six_digits(&colour, value))
            return fail_typed(input, value, "must be a colour, #RRGGBB");
        if (input->list->count == TYPED_MOST)
            return fail_typed(input, value, "must be one of at most 16 colours");
        TRY(add_entry(input, colour, 0));
        start = comma != NULL ? comma + 1 : NULL;
    }
    palette_name(input->list->name, "typed", 5);
    TRY(next_line(input));
    return input->line.size == 0 ? RL_OK : fail(input, input->line, "must be the only line");
}

/* ---- schemes ------------------------------------------------------------------ */

/* Schemes consist of pairs of a key and a text on one line.  Only these are read of YAML and JSON;
 * all other keys and values are skipped. */

/* Removes a word from `rest`: a quoted one, or a bare one that ends before a character of
 * `ends` or a comment. */
static span next_scalar(span *rest, const char *ends)
{
    span word = *rest;
    char quote = '\0';
    if (word.size > 0 && (word.at[0] == '"' || word.at[0] == '\'')) {
        quote = word.at[0];
        word = (span){word.at + 1, word.size - 1};
    }
    size_t size = 0;
    while (size < word.size) {
        char c = word.at[size];
        int is_comment = c == '#' && size > 0 && text_is_blank(word.at[size - 1]);
        if (quote != '\0' ? c == quote : is_comment || strchr(ends, c) != NULL)
            break;
        size += quote == '"' && c == '\\' && size + 1 < word.size ? 2 : 1; /* skips an escape */
    }
    *rest = without_start(word, size + (quote != '\0' && size < word.size));
    word.size = size;
    return quote != '\0' ? word : span_trimmed(word.at, word.at + word.size);
}

/* The place of a key's colour in its scheme, or -1: base00 .. base0F of base16, to base17 of
 * base24, color0 .. color15 of pywal. */
static int scheme_place(span key)
{
    static const char digits[] = "0123456789abcdef";
    unsigned place = SCHEME_MOST;
    if (span_begins(key, "base") && key.size == 6 && (key.at[4] == '0' || key.at[4] == '1')) {
        const char *low = memchr(digits, text_lower(key.at[5]), 16);
        if (low != NULL)
            place = (unsigned)(key.at[4] - '0') * 16 + (unsigned)(low - digits);
    } else if (span_begins(key, "color")) {
        place = palette_number(key.at + 5, key.size - 5, 15);
        place = place > 15 ? SCHEME_MOST : place;
    }
    return place < SCHEME_MOST ? (int)place : -1;
}

/* Reads the pairs of the current line; sets bit n of *found for a colour with index n. */
static rl_status read_pairs(palette_reader *input, int is_json, uint32_t *found)
{
    palette_list *list = input->list;
    span rest = input->line;
    while (rest.size > 0 && rest.at[0] != '#') {
        if (strchr("{}[],:", rest.at[0]) != NULL) {
            rest = without_start(rest, 1);
            continue;
        }
        span key = next_scalar(&rest, "{}[],:");
        if (rest.size == 0 || rest.at[0] != ':')
            continue;
        rest = without_start(rest, 1);
        if (rest.size > 0 && (rest.at[0] == '{' || rest.at[0] == '['))
            continue;
        span value = next_scalar(&rest, is_json ? ",}" : "");
        int place = scheme_place(key);
        if (place >= 0) {
            rl_colour colour;
            if (!read_six_digits(&colour, value))
                return fail(input, value.size > 0 ? value : key, "must be six hex digits, RRGGBB");
            list->entry[place] = (palette_entry){(uint32_t)colour & 0xffffff, 0, 0};
            *found |= 1u << place;
            list->is_scheme = span_begins(key, "base");
        } else if (span_is(key, "name") || span_is(key, "scheme")) {
            palette_name(list->name, value.at, value.size);
        }
    }
    return RL_OK;
}

/* Reads a scheme; the current line is the first that is not blank. */
static rl_status read_scheme(palette_reader *input)
{
    int is_json = input->line.at[0] == '{';
    uint32_t found = 0;
    while (input->line.size > 0) {
        TRY(read_pairs(input, is_json, &found));
        TRY(next_line(input));
    }
    if (found == 0)
        return fail_file(input, "not a palette", FORMATS);
    if (found != 0xffff && found != 0xffffff)
        return fail_file(input, "a scheme with gaps",
                         "must have base00 to base0F, to base17, or color0 to color15");
    input->list->count = found == 0xffff ? 16 : SCHEME_MOST;
    return RL_OK;
}

/* ---- JASC ------------------------------------------------------------------- */

/* Reads a JASC palette; the current line is its first, "JASC-PAL"; version and count follow. */
static rl_status read_jasc(palette_reader *input)
{
    TRY(next_line(input));
    if (input->line.size != 4 || !span_begins(input->line, "0100"))
        return fail(input, input->line, "must be the version 0100");
    TRY(next_line(input));
    unsigned count = read_number(input->line, RL_MAX_COLOURS);
    if (count < 1 || count > RL_MAX_COLOURS)
        return fail(input, input->line, "must be the number of colours, 1..1024");
    span announced = input->line;
    int announced_at = input->number;
    TRY(next_line(input));
    while (input->line.size > 0) {
        if (input->list->count == (int)count)
            return fail(input, input->line, "must be one of as many colours as the count says");
        span rest = input->line;
        rl_colour colour;
        TRY(read_colour(input, &rest, &colour));
        span alpha = next_word(&rest); /* some programs write it */
        if (rest.size > 0 || (alpha.size > 0 && read_number(alpha, 255) > 255))
            return fail(input, input->line, "must be three numbers 0..255, or four with alpha");
        TRY(add_entry(input, colour, 0));
        TRY(next_line(input));
    }
    input->number = announced_at;
    return input->list->count == (int)count
               ? RL_OK
               : fail(input, announced, "must be the number of the colours that follow");
}

/* ---- formats ---------------------------------------------------------------- */

static rl_status read_any(palette_reader *input)
{
    do
        TRY(next_line(input));
    while (is_hex_comment(input->line));
    if (input->line.size == 0)
        return fail_file(input, "no colour", "a palette has at least one");
    if (span_begins(input->line, "GIMP Palette"))
        return read_gpl(input);
    if (span_begins(input->line, "JASC-PAL") && input->line.size == 8)
        return read_jasc(input);
    /* Hex digits, with or without #; any count of them, so that read_hex reports a wrong one. */
    size_t digits = input->line.at[0] == '#';
    while (digits < input->line.size &&
           memchr("0123456789abcdef", text_lower(input->line.at[digits]), 16) != NULL)
        digits++;
    if (digits == input->line.size)
        return read_hex(input);
    if (digits > 0 && input->line.at[digits] == ',')
        return read_typed(input);
    if (text_printable(input->line.at, input->line.size) ==
        0) /* a binary file, such as a picture */
        return fail_file(input, "not a palette", FORMATS);
    return read_scheme(input);
}

rl_status palette_read(palette_list *list, const void *bytes, size_t size, const char *place,
                       rl_error *error)
{
    palette_reader input = {.at = bytes, .place = place, .list = list, .error = error};
    list->name[0] = '\0';
    list->bytes = bytes;
    list->size = size;
    list->count = 0;
    list->is_scheme = 0;
    if (size == 0)
        return fail_file(&input, "empty", FORMATS);
    if (size > RL_MAX_TEXT)
        return status_fail(error, RL_BAD_DATA, "%s: %zu bytes: a palette has at most %d",
                           SHOWN(place), size, RL_MAX_TEXT);
    input.end = input.at + size;
    span all = {input.at, size};
    if (span_begins(all, "RIFF"))
        return fail_file(&input, "a RIFF palette of Windows", FORMATS);
    if (span_begins(all, BYTE_ORDER_MARK))
        input.at += 3;
    TRY(read_any(&input));
    return list->count > 0 ? RL_OK : fail_file(&input, "no colour", "a palette has at least one");
}
