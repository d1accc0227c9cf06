/* palette_read.c - the three palette formats become one list of colours.
 *
 * In: the bytes of a file that anyone may have written.  Out: colours in file
 * order with the names they carry, or `place:line: value: rule`.  Liberal about
 * blanks, line ends, byte order mark and order of header lines; strict about
 * every number, since a colour read wrongly is worse than none.  GIMP's format:
 * "Palette Format Version 2" and its undated predecessor.
 */
#include "palette/palette.h"

#include "base/status.h"
#include "base/text.h"

#include <string.h>

#define MAX_LINE 4096 /* bytes */

#define FORMATS "must be GIMP .gpl, Lospec .hex or JASC .pal"

typedef struct slice {
    const char *text;
    size_t size;
} slice;

typedef struct reader {
    const char *at, *end; /* what is still to be read */
    const char *place;
    int number; /* of the current line, from 1 */
    slice line; /* without its end and outer blanks; never empty */
    rl_error *error;
} reader;

static rl_status fail(const reader *in, slice value, const char *rule)
{
    const slice end = {"end of file", 11};
    slice shown = value.size > 0 ? value : end;
    return status_fail(in->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(in->place), in->number,
                       status_show(shown.text, shown.size).text, rule);
}

static rl_status fail_file(const reader *in, const char *what, const char *rule)
{
    return status_fail(in->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(in->place), what, rule);
}

/* ---- lines and words -------------------------------------------------------- */

static slice trimmed(slice s)
{
    while (s.size > 0 && text_is_blank(s.text[0])) {
        s.text++;
        s.size--;
    }
    while (s.size > 0 && text_is_blank(s.text[s.size - 1]))
        s.size--;
    return s;
}

/* Takes the bytes up to a line end, which is LF, CR LF or CR. */
static slice take_raw_line(reader *in)
{
    slice raw = {in->at, 0};
    while (in->at < in->end && *in->at != '\n' && *in->at != '\r')
        in->at++;
    raw.size = (size_t)(in->at - raw.text);
    if (in->at < in->end && *in->at == '\r' && in->at + 1 < in->end && in->at[1] == '\n')
        in->at++;
    if (in->at < in->end)
        in->at++;
    in->number++;
    return raw;
}

/* Moves to the next line that is not blank; *more is 0 at the end of file. */
static rl_status next_line(reader *in, int *more)
{
    *more = 0;
    in->line.size = 0;
    while (in->at < in->end && !*more) {
        slice raw = take_raw_line(in);
        if (raw.size > MAX_LINE)
            return fail(in, raw, "a line has at most 4096 bytes");
        if (memchr(raw.text, '\0', raw.size) != NULL)
            return fail(in, raw, "a palette is plain text, without NUL bytes");
        in->line = trimmed(raw);
        *more = in->line.size > 0;
    }
    return RL_OK;
}

static int starts_with(slice s, const char *start)
{
    size_t size = strlen(start);
    return s.size >= size && memcmp(s.text, start, size) == 0;
}

static slice without_start(slice s, size_t size)
{
    slice rest = {s.text + size, s.size - size};
    return trimmed(rest);
}

/* Takes the first word off `rest`; it is empty when none is left. */
static slice take_word(slice *rest)
{
    slice word = {rest->text, 0};
    while (word.size < rest->size && !text_is_blank(rest->text[word.size]))
        word.size++;
    *rest = without_start(*rest, word.size);
    return word;
}

/* Reads all digits up to `limit`; -1 when it is anything else. */
static int read_number(slice word, int limit)
{
    int value = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return -1;
        value = value * 10 + (word.text[i] - '0');
        if (value > limit)
            return -1;
    }
    return word.size > 0 ? value : -1;
}

/* ---- entries ---------------------------------------------------------------- */

static rl_status add_entry(const reader *in, palette_list *list, rl_colour colour, slice name)
{
    if (list->count == RL_MAX_COLOURS)
        return fail(in, in->line, "a palette has at most 1024 colours");
    palette_entry *entry = &list->entry[list->count++];
    entry->colour = (uint32_t)colour & 0xffffff;
    entry->used = 0;
    entry->name_at = name.size > 0 ? (uint32_t)(name.text - list->bytes) : 0;
    return RL_OK;
}

/* Takes "R G B" off `rest`. */
static rl_status take_colour(const reader *in, slice *rest, rl_colour *colour)
{
    *colour = 0;
    for (int i = 0; i < 3; i++) {
        slice word = take_word(rest);
        if (word.size == 0)
            return fail(in, in->line, "must be three numbers 0..255");
        int value = read_number(word, 255);
        if (value < 0)
            return fail(in, word, "must be a whole number 0..255");
        *colour = *colour << 8 | value;
    }
    return RL_OK;
}

/* ---- GIMP ------------------------------------------------------------------- */

typedef struct gpl_header {
    int has_name;
    int has_alpha; /* Aseprite's "Channels: RGBA": a fourth number comes */
} gpl_header;

/* "Name: Dusk": letters and a colon, which no colour line starts with. */
static int is_header(slice line)
{
    size_t i = 0;
    while (i < line.size && text_lower(line.text[i]) >= 'a' && text_lower(line.text[i]) <= 'z')
        i++;
    return i > 0 && i < line.size && line.text[i] == ':';
}

static rl_status take_header(const reader *in, palette_list *list, gpl_header *header)
{
    slice line = in->line;
    if (starts_with(line, "Name:") && !header->has_name) {
        slice name = without_start(line, 5);
        palette_name(list->name, name.text, name.size);
        header->has_name = list->name[0] != '\0';
    } else if (starts_with(line, "Columns:")) {
        if (read_number(without_start(line, 8), 255) < 0)
            return fail(in, line, "must be a whole number 0..255");
    } else if (starts_with(line, "Channels:")) {
        slice channels = without_start(line, 9);
        header->has_alpha = channels.size == 4 && starts_with(channels, "RGBA");
    }
    return RL_OK;
}

/* Lospec writes the name into a comment. */
static void take_comment(slice line, palette_list *list)
{
    slice text = without_start(line, 1);
    if (list->name[0] == '\0' && starts_with(text, "Palette Name:")) {
        slice name = without_start(text, 13);
        palette_name(list->name, name.text, name.size);
    }
}

static rl_status take_gpl_entry(const reader *in, palette_list *list, const gpl_header *header)
{
    slice rest = in->line;
    rl_colour colour;
    rl_status status = take_colour(in, &rest, &colour);
    if (status == RL_OK && header->has_alpha) {
        slice alpha = take_word(&rest);
        if (read_number(alpha, 255) < 0)
            status = fail(in, in->line, "must be four numbers 0..255");
    }
    return status == RL_OK ? add_entry(in, list, colour, rest) : status;
}

/* The current line is the magic "GIMP Palette". */
static rl_status read_gpl(reader *in, palette_list *list)
{
    gpl_header header = {0, 0};
    int more;
    rl_status status = next_line(in, &more);
    while (status == RL_OK && more) {
        if (in->line.text[0] == '#')
            take_comment(in->line, list);
        else if (list->count == 0 && is_header(in->line))
            status = take_header(in, list, &header);
        else
            status = take_gpl_entry(in, list, &header);
        if (status == RL_OK)
            status = next_line(in, &more);
    }
    return status;
}

/* ---- Lospec ----------------------------------------------------------------- */

static int is_hex_comment(slice line)
{
    return starts_with(line, ";") || starts_with(line, "//");
}

/* The digits of "#rrggbb" or "rrggbb"; any count of them, so that a wrong count
 * is told with its line. */
static int is_hex_line(slice line)
{
    for (size_t i = line.text[0] == '#'; i < line.size; i++) {
        char c = text_lower(line.text[i]);
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return 0;
    }
    return 1;
}

static rl_status take_hex_entry(const reader *in, palette_list *list)
{
    slice digits = in->line;
    if (digits.text[0] == '#')
        digits = without_start(digits, 1);
    char text[7] = "";
    rl_colour colour;
    if (digits.size == 6)
        memcpy(text, digits.text, 6);
    if (!text_to_colour(&colour, text))
        return fail(in, in->line, "must be six hex digits, RRGGBB");
    slice no_name = {NULL, 0};
    return add_entry(in, list, colour, no_name);
}

/* The current line is the first colour. */
static rl_status read_hex(reader *in, palette_list *list)
{
    int more = 1;
    rl_status status = RL_OK;
    while (status == RL_OK && more) {
        if (!is_hex_comment(in->line))
            status = take_hex_entry(in, list);
        if (status == RL_OK)
            status = next_line(in, &more);
    }
    return status;
}

/* ---- JASC ------------------------------------------------------------------- */

static rl_status take_jasc_entry(const reader *in, palette_list *list)
{
    slice rest = in->line;
    rl_colour colour;
    rl_status status = take_colour(in, &rest, &colour);
    if (status != RL_OK)
        return status;
    /* Some programs write alpha as a fourth column. */
    slice alpha = take_word(&rest);
    if (rest.size > 0 || (alpha.size > 0 && read_number(alpha, 255) < 0))
        return fail(in, in->line, "must be three numbers 0..255, or four with alpha");
    slice no_name = {NULL, 0};
    return add_entry(in, list, colour, no_name);
}

/* The two lines after the magic: version and count. */
static rl_status read_jasc_header(reader *in, int *count)
{
    int more;
    rl_status status = next_line(in, &more);
    if (status != RL_OK)
        return status;
    if (!more || in->line.size != 4 || !starts_with(in->line, "0100"))
        return fail(in, in->line, "must be the version 0100");
    status = next_line(in, &more);
    if (status != RL_OK)
        return status;
    *count = more ? read_number(in->line, RL_MAX_COLOURS) : -1;
    if (*count < 1)
        return fail(in, in->line, "must be the number of colours, 1..1024");
    return RL_OK;
}

/* The current line is the magic "JASC-PAL". */
static rl_status read_jasc(reader *in, palette_list *list)
{
    int count = 0;
    rl_status status = read_jasc_header(in, &count);
    if (status != RL_OK)
        return status;
    slice announced = in->line;
    int announced_at = in->number;
    int more;
    status = next_line(in, &more);
    while (status == RL_OK && more) {
        if (list->count == count)
            return fail(in, in->line, "is one colour more than the count says");
        status = take_jasc_entry(in, list);
        if (status == RL_OK)
            status = next_line(in, &more);
    }
    if (status == RL_OK && list->count < count) {
        in->number = announced_at;
        return fail(in, announced, "must be the number of the colours that follow");
    }
    return status;
}

/* ---- which of them ---------------------------------------------------------- */

static rl_status read_any(reader *in, palette_list *list)
{
    int more;
    rl_status status = next_line(in, &more);
    while (status == RL_OK && more && is_hex_comment(in->line))
        status = next_line(in, &more);
    if (status != RL_OK)
        return status;
    if (!more)
        return fail_file(in, "no colour", "a palette has at least one");
    if (starts_with(in->line, "GIMP Palette"))
        return read_gpl(in, list);
    if (starts_with(in->line, "JASC-PAL") && in->line.size == 8)
        return read_jasc(in, list);
    if (is_hex_line(in->line))
        return read_hex(in, list);
    return fail_file(in, "not a palette", FORMATS);
}

rl_status palette_read(palette_list *list, const void *bytes, size_t size, const char *place,
                       rl_error *error)
{
    static const char bom[] = "\xef\xbb\xbf";
    reader in = {bytes, NULL, place, 0, {"", 0}, error};
    list->name[0] = '\0';
    list->bytes = bytes;
    list->size = size;
    list->count = 0;
    if (size == 0)
        return fail_file(&in, "empty", FORMATS);
    if (size > RL_MAX_TEXT)
        return status_fail(error, RL_BAD_DATA, "%s: %zu bytes: a palette has at most %d",
                           SHOWN(place), size, RL_MAX_TEXT);
    in.end = in.at + size;
    slice all = {in.at, size};
    if (starts_with(all, "RIFF"))
        return fail_file(&in, "a RIFF palette of Windows", FORMATS);
    if (starts_with(all, bom))
        in.at += 3;
    rl_status status = read_any(&in, list);
    if (status == RL_OK && list->count == 0)
        return fail_file(&in, "no colour", "a palette has at least one");
    return status;
}
