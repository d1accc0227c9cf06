/* motif_read.c - reads a motif from a subset of SVG.
 *
 * The subset is <svg>, <path>, <title>, <desc> and comments, and in paths M L H V C S Q T Z.
 * Anything else is an error, so that a motif never looks different from what other programs show.
 * Entities are not allowed, as they could make text grow.  Numbers are read exactly, in any locale.
 */
#include <string.h>

#include "base/memory.h"
#include "base/span.h"
#include "base/status.h"
#include "base/text.h"
#include "layers/motif/motif.h"
#include "scene/keys.h"

#define FILE_MOST 65536   /* bytes of a file */
#define PATHS_MOST 300    /* paths of a file */
#define POINTS_MOST 20000 /* points of a file, after curves are flattened */
#define CURVE_STEPS 14    /* lines of a flattened curve */
#define NUMBER_MOST 1e6   /* magnitude of numbers */
#define SLIM 8.0          /* longer side of the viewBox, relative to the shorter one */
#define BEYOND 1.0        /* most distance of points from the viewBox, in its widths and heights */
#define QUOTED_MOST 24    /* bytes of a file that an error quotes */

/* Height of a motif in the picture, U: the cube root of its metres, as true heights would be too
 * small to be seen. */
static const struct {
    double metre;          /* height of a motif of 1 m, U */
    double least, most;    /* limits */
    double default_metres; /* metres of a motif without data-metres */
} heights = {.metre = 0.028, .least = 0.022, .most = 0.079, .default_metres = 8.0};

#define TEN 10.0 /* base of decimal numbers */

/* A quadratic curve equals a cubic one whose control points are at 2/3 of the way from either end
 * to the control point of the quadratic. */
#define QUADRATIC_SHARE (2.0 / 3.0)

typedef struct svg_reader {
    rl_data file;
    const char *at, *end; /* the rest of the file */
    rl_error *error;
    motif_head *head;
    motif *out;        /* NULL: only the head is read */
    int paths, points; /* counts in the whole file */

    /* The current path; coordinates are in units of the file. */
    const char *curve;             /* the rest of its text */
    span command;                  /* text of the current command, for errors */
    drawing_point *point;          /* [POINTS_MOST]: points of its contours */
    int *contour;                  /* [POINTS_MOST]: index of the first point of each contour */
    int count, contours;           /* counts of points and contours */
    double x, y;                   /* current point */
    double start_x, start_y;       /* first point of the contour */
    double control_x, control_y;   /* last control point of the last curve */
    char control;                  /* kind of the last curve: C, Q; '\0' = the last was no curve */
    int is_closed;                 /* the last command was Z */
    double left, right, low, high; /* bounding box of its contours */
    double area;                   /* area of its contours, in square heights of the viewBox */
    drawing *target;               /* drawing that takes its contours */
} svg_reader;

/* ---- errors ---------------------------------------------------------------------- */

static rl_status fail(const svg_reader *r, span what, const char *rule)
{
    int line = 1;
    for (const char *c = r->file.text; c < what.at; c++)
        line += *c == '\n';
    size_t size = 0; /* only the first line is quoted */
    while (size < what.size && what.at[size] != '\n')
        size++;
    return status_fail(r->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(r->file.place), line,
                       size > 0 ? status_show(what.at, size).text : "its end", rule);
}

static span quoted(const char *at, const char *end)
{
    size_t size = (size_t)(end - at);
    return (span){at, size < QUOTED_MOST ? size : QUOTED_MOST};
}

static rl_status fail_here(const svg_reader *r, const char *rule)
{
    return fail(r, quoted(r->at, r->end), rule);
}

/* ---- words ----------------------------------------------------------------------- */

static int is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == ':' || c == '.';
}

static int begins(const svg_reader *r, const char *word)
{
    return span_begins((span){r->at, (size_t)(r->end - r->at)}, word);
}

static void skip_space(svg_reader *r)
{
    while (r->at < r->end && is_space(*r->at))
        r->at++;
}

/* Moves past the next `word`; if there is none, fails with `rule` at the current position. */
static rl_status skip_to(svg_reader *r, const char *word, const char *rule)
{
    const char *begin = r->at;
    while (r->at < r->end && !begins(r, word))
        r->at++;
    if (r->at == r->end) {
        r->at = begin;
        return fail_here(r, rule);
    }
    r->at += strlen(word);
    return RL_OK;
}

static rl_status skip_comments(svg_reader *r)
{
    skip_space(r);
    while (begins(r, "<!--")) {
        TRY(skip_to(r, "-->", "a comment must end with -->"));
        skip_space(r);
    }
    return RL_OK;
}

/* ---- numbers ---------------------------------------------------------------------- */

/* Powers of ten up to 10^22 are exact in double precision, and so are numbers of 15 digits: their
 * quotient or product is rounded once. */
#define DIGITS_MOST 15
#define POWER_MOST 22

/* Returns digits * 10^power, rounded once where |power| is at most POWER_MOST. */
static double scaled(double digits, int power)
{
    double ten = 1.0;
    for (int i = power < 0 ? -power : power; i > 0; i--)
        ten *= TEN;
    return power < 0 ? digits / ten : digits * ten;
}

/* Reads a number and returns the text after it; NULL if there is none or it exceeds NUMBER_MOST. */
static const char *read_number(const char *at, const char *end, double *value)
{
    int is_negative = at < end && *at == '-', digits = 0, power = 0, seen = 0, is_behind = 0;
    double sum = 0.0;
    at += at < end && (*at == '-' || *at == '+');
    for (; at < end && ((*at >= '0' && *at <= '9') || (*at == '.' && !is_behind)); at++) {
        if (*at == '.') {
            is_behind = 1;
            continue;
        }
        seen = 1;
        if (digits < DIGITS_MOST) {
            sum = TEN * sum + (*at - '0');
            digits += sum > 0.0;
            power -= is_behind;
        } else if (!is_behind && ++power > POWER_MOST) {
            return NULL;
        }
    }
    if (!seen)
        return NULL;
    if (at + 1 < end && (*at == 'e' || *at == 'E')) {
        const char *c = at + 1;
        int sign = *c == '-' ? -1 : 1, exponent = 0;
        c += *c == '-' || *c == '+';
        if (c == end || *c < '0' || *c > '9')
            return NULL;
        for (; c < end && *c >= '0' && *c <= '9'; c++)
            exponent = exponent < 1000 ? 10 * exponent + (*c - '0') : exponent;
        power += sign * exponent;
        at = c;
    }
    if (sum > 0.0 && power > POWER_MOST)
        return NULL;
    *value = sum == 0.0 || power < -POWER_MOST - DIGITS_MOST ? 0.0 : scaled(sum, power);
    *value = is_negative ? -*value : *value;
    return *value >= -NUMBER_MOST && *value <= NUMBER_MOST ? at : NULL;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    return at;
}

static const char *skip_comma(const char *at, const char *end)
{
    at = skip_blanks(at, end);
    return at < end && *at == ',' ? skip_blanks(at + 1, end) : at;
}

/* Returns whether all of a text is `count` numbers, and reads them. */
static int read_numbers(span text, double *value, int count)
{
    const char *at = text.at, *end = at + text.size;
    for (int i = 0; i < count; i++) {
        at = i == 0 ? skip_blanks(at, end) : skip_comma(at, end);
        at = read_number(at, end, &value[i]);
        if (at == NULL)
            return 0;
    }
    return skip_blanks(at, end) == end;
}

/* ---- attributes ------------------------------------------------------------------- */

/* Reads the next attribute of a tag; at the end of the tag the name has the size 0. */
static rl_status next_attribute(svg_reader *r, span *name, span *value)
{
    const char *before = r->at;
    skip_space(r);
    *name = (span){r->at, 0};
    if (r->at < r->end && (*r->at == '>' || begins(r, "/>")))
        return RL_OK;
    if (r->at == before && r->at < r->end)
        return fail_here(r, "a blank must be between attributes");
    while (r->at < r->end && is_name(*r->at))
        r->at++;
    name->size = (size_t)(r->at - name->at);
    if (name->size == 0)
        return fail_here(r, "must be an attribute or the end of the tag, >");
    skip_space(r);
    if (r->at < r->end && *r->at == '=')
        r->at++;
    else
        return fail(r, *name, "an attribute must have a value: name=\"value\"");
    skip_space(r);
    char quote = r->at < r->end ? *r->at : '\0';
    if (quote != '"' && quote != '\'')
        return fail(r, *name, "the value must be in quotes");
    value->at = ++r->at;
    while (r->at < r->end && *r->at != quote && *r->at != '<' && *r->at != '&')
        r->at++;
    value->size = (size_t)(r->at - value->at);
    if (r->at == r->end)
        return fail(r, *name, "its value has no end");
    if (*r->at != quote)
        return fail_here(r, "a value must have no < and no entity");
    r->at++;
    return RL_OK;
}

/* Copies printable text; returns 0 if it is not printable or does not fit. */
static int read_words(char *to, size_t room, span text)
{
    for (size_t i = 0, c; i < text.size; i += c)
        if ((c = text_printable(text.at + i, text.size - i)) == 0)
            return 0;
    if (text.size >= room)
        return 0;
    memcpy(to, text.at, text.size);
    to[text.size] = '\0';
    return 1;
}

static const char *const places[] = {"crest", "shore", "meadow", "plain",
                                     "river", "water", "sky",    NULL};
static const char *const hours[] = {"night", "morning", "day", "evening", NULL};

#define SET_KEY(name, field, names, name_at)                                                       \
    {                                                                                              \
        name, KEY_SET, offsetof(motif_head, field), 0, 0, 0, RL_AUTO, names, name_at, NULL, "", 0, \
            NULL                                                                                   \
    }
static const scene_key sets[] = {
    SET_KEY("data-place", places, places, NULL),
    SET_KEY("data-worlds", worlds, NULL, rl_world_name),
    SET_KEY("data-hours", hours, hours, NULL),
    SET_KEY("data-moods", moods, NULL, rl_mood_name),
};
#define SETS (sizeof sets / sizeof *sets)

/* Attributes of <svg> that are numbers. */
static const struct {
    const char *name;
    size_t field;       /* offset in motif_head */
    double least, most; /* range */
} numbers[] = {
    {"data-metres", offsetof(motif_head, metres), 0.01, 10000.0},
    {"data-height", offsetof(motif_head, height), 0.001, 1.0},
    {"data-from", offsetof(motif_head, from), 0.0, 1.0},
    {"data-anchor", offsetof(motif_head, anchor), -NUMBER_MOST, NUMBER_MOST},
};
#define NUMBERS (sizeof numbers / sizeof *numbers)

static rl_status read_box(svg_reader *r, span value)
{
    double box[4];
    if (!read_numbers(value, box, 4) || box[0] != 0.0 || box[1] != 0.0 || !(box[2] > 0.0) ||
        !(box[3] > 0.0))
        return fail(r, value, "viewBox must be 0 0 WIDTH HEIGHT");
    if (box[2] > SLIM * box[3] || box[3] > SLIM * box[2])
        return fail(r, value, "a side must be at most 8 times the other");
    r->head->wide = box[2];
    r->head->high = box[3];
    return RL_OK;
}

static rl_status read_head_value(svg_reader *r, span name, span value)
{
    char words[512];
    motif_head *head = r->head;
    if (span_is(name, "viewBox"))
        return read_box(r, value);
    if (span_is(name, "data-noun") || span_is(name, "data-lit")) {
        int is_noun = span_is(name, "data-noun");
        return read_words(is_noun ? head->noun : head->lit,
                          is_noun ? sizeof head->noun : sizeof head->lit, value)
                   ? RL_OK
                   : fail(r, value,
                          is_noun ? "must be at most 47 bytes of text"
                                  : "must be at most 31 bytes of text");
    }
    for (size_t i = 0; i < NUMBERS; i++) {
        double number;
        if (!span_is(name, numbers[i].name))
            continue;
        if (!read_numbers(value, &number, 1) || number < numbers[i].least ||
            number > numbers[i].most)
            return fail(r, value.size > 0 ? value : name, "must be a number that fits");
        *(double *)(void *)((char *)head + numbers[i].field) = number;
        return RL_OK;
    }
    for (size_t i = 0; i < SETS; i++) {
        if (!span_is(name, sets[i].path))
            continue;
        if (read_words(words, sizeof words, value) &&
            keys_read_field((char *)head + sets[i].offset, &sets[i], words))
            return RL_OK;
        char rule[KEY_RULE_SIZE + 8] = "must be ";
        key_rule(&sets[i], rule + 8);
        return fail(r, value.size > 0 ? value : name, rule);
    }
    /* Attributes for viewers of SVG do not change the drawing. */
    int is_for_viewers = span_is(name, "xmlns") ||
                         (name.size > 6 && memcmp(name.at, "xmlns:", 6) == 0) ||
                         span_is(name, "width") || span_is(name, "height") ||
                         span_is(name, "version") || span_is(name, "id");
    return is_for_viewers ? RL_OK : fail(r, name, "no such attribute of <svg>");
}

static rl_status read_head(svg_reader *r)
{
    span name, value, seen[16];
    int count = 0;
    const char *begin = r->at;
    *r->head = (motif_head){.anchor = RL_AUTO,
                            .metres = 0.0,
                            .places = 1 << MOTIF_CREST | 1 << MOTIF_MEADOW,
                            .hours = UINT64_MAX,
                            .moods = UINT64_MAX};
    r->at += 4;
    for (;;) {
        TRY(next_attribute(r, &name, &value));
        if (name.size == 0)
            break;
        for (int i = 0; i < count; i++)
            if (seen[i].size == name.size && memcmp(seen[i].at, name.at, name.size) == 0)
                return fail(r, name, "attribute given twice");
        if (count == 16)
            return fail(r, name, "too many attributes");
        seen[count++] = name;
        TRY(read_head_value(r, name, value));
    }
    motif_head *head = r->head;
    if (head->wide == 0.0)
        return fail(r, (span){begin, 4}, "must have viewBox=\"0 0 WIDTH HEIGHT\"");
    if (head->anchor == RL_AUTO)
        head->anchor = 0.5 * head->wide;
    if (head->anchor < 0.0 || head->anchor > head->wide)
        return fail(r, (span){begin, 4}, "data-anchor must be within the viewBox");
    if (head->metres == 0.0)
        head->metres = heights.default_metres;
    if (head->height == 0.0)
        head->height =
            exact_clamp(heights.metre * exact_cbrt(head->metres), heights.least, heights.most);
    if (head->noun[0] == '\0')
        memcpy(head->noun, "a drawing", sizeof "a drawing");
    return RL_OK;
}

/* ---- paths ------------------------------------------------------------------------- */

static rl_status add_point(svg_reader *r, double x, double y)
{
    const motif_head *head = r->head;
    if (x < -BEYOND * head->wide || x > (1.0 + BEYOND) * head->wide || y < -BEYOND * head->high ||
        y > (1.0 + BEYOND) * head->high)
        return fail(r, r->command, "a point must be within a width and a height of the viewBox");
    if (r->points == POINTS_MOST)
        return fail(r, r->command, "a motif must have at most 20000 points");
    r->point[r->count++] = (drawing_point){(float)((x - head->anchor) / head->high),
                                           (float)((head->high - y) / head->high)};
    r->points++;
    r->x = x;
    r->y = y;
    r->left = exact_min(r->left, x);
    r->right = exact_max(r->right, x);
    r->low = exact_min(r->low, y);
    r->high = exact_max(r->high, y);
    return RL_OK;
}

static rl_status add_cubic(svg_reader *r, const double c[6])
{
    double x = r->x, y = r->y;
    for (int i = 1; i <= CURVE_STEPS; i++) {
        double t = (double)i / CURVE_STEPS, s = 1.0 - t;
        double a = s * s * s, b = 3.0 * s * s * t, d = 3.0 * s * t * t, e = t * t * t;
        TRY(add_point(r, a * x + b * c[0] + d * c[2] + e * c[4],
                      a * y + b * c[1] + d * c[3] + e * c[5]));
    }
    return RL_OK;
}

/* Returns the index of the first point of contour `i`; for `i` = contours the end of the last. */
static int contour_at(const svg_reader *r, int i)
{
    return i < r->contours ? r->contour[i] : r->count;
}

/* Adds the contours of the path to its drawing.  Paths of one tone are united by the nonzero rule,
 * so each path gets the same winding: then none cuts a hole into another. */
static void end_path(svg_reader *r)
{
    double sum = 0.0;
    for (int i = 0; i < r->contours; i++)
        for (int k = contour_at(r, i), end = contour_at(r, i + 1); k < end; k++) {
            drawing_point a = r->point[k], b = r->point[k + 1 < end ? k + 1 : contour_at(r, i)];
            sum += (double)a.x * (double)b.y - (double)b.x * (double)a.y;
        }
    for (int i = 0; i < r->contours; i++) {
        drawing_point *point = r->point + contour_at(r, i);
        int count = contour_at(r, i + 1) - contour_at(r, i);
        for (int k = 0; k < count / 2 && sum < 0.0; k++) {
            drawing_point swapped = point[k];
            point[k] = point[count - 1 - k];
            point[count - 1 - k] = swapped;
        }
        drawing_path(r->target, point, count);
    }
    r->area = 0.5 * exact_abs(sum);
}

/* Draws a command of a path with its numbers `n`, in absolute coordinates. */
static rl_status draw(svg_reader *r, char command, double n[6])
{
    double x = r->x, y = r->y;
    int goes_on = r->control == (command == 'S' ? 'C' : command == 'T' ? 'Q' : command);
    double mirror_x = goes_on ? 2.0 * x - r->control_x : x;
    double mirror_y = goes_on ? 2.0 * y - r->control_y : y;
    r->control = '\0';
    if (command == 'M') {
        r->contour[r->contours++] = r->count;
        r->start_x = n[0];
        r->start_y = n[1];
        r->is_closed = 0;
        return add_point(r, n[0], n[1]);
    }
    if (command == 'Z') {
        r->is_closed = 1;
        r->x = r->start_x;
        r->y = r->start_y;
        return RL_OK;
    }
    if (r->is_closed) { /* after Z a new contour begins at the same point */
        r->contour[r->contours++] = r->count;
        TRY(add_point(r, r->start_x, r->start_y));
        r->is_closed = 0;
    }
    if (command == 'L')
        return add_point(r, n[0], n[1]);
    if (command == 'H')
        return add_point(r, n[0], y);
    if (command == 'V')
        return add_point(r, x, n[0]);
    double cubic[6] = {mirror_x, mirror_y, n[0], n[1], n[2], n[3]};
    if (command == 'C')
        memcpy(cubic, n, sizeof cubic);
    r->control = command == 'Q' || command == 'T' ? 'Q' : 'C';
    r->control_x = cubic[2];
    r->control_y = cubic[3];
    if (r->control == 'Q') {
        double to_x = command == 'Q' ? n[2] : n[0], to_y = command == 'Q' ? n[3] : n[1];
        r->control_x = command == 'Q' ? n[0] : mirror_x;
        r->control_y = command == 'Q' ? n[1] : mirror_y;
        cubic[0] = exact_mix(x, r->control_x, QUADRATIC_SHARE);
        cubic[1] = exact_mix(y, r->control_y, QUADRATIC_SHARE);
        cubic[2] = exact_mix(to_x, r->control_x, QUADRATIC_SHARE);
        cubic[3] = exact_mix(to_y, r->control_y, QUADRATIC_SHARE);
        cubic[4] = to_x;
        cubic[5] = to_y;
    }
    return add_cubic(r, cubic);
}

static int numbers_of(char command)
{
    static const char commands[] = "MLHVCSQTZ";
    static const int count[] = {2, 2, 1, 1, 6, 4, 4, 2, 0};
    const char *found = command != '\0' ? strchr(commands, command) : NULL;
    return found != NULL ? count[found - commands] : -1;
}

static rl_status read_path(svg_reader *r, span d)
{
    char command = '\0', letter = '\0';
    const char *end = d.at + d.size;
    r->x = r->y = r->start_x = r->start_y = r->area = 0.0;
    r->left = r->low = NUMBER_MOST;
    r->right = r->high = -NUMBER_MOST;
    r->control = '\0';
    r->count = r->contours = r->is_closed = 0;
    for (r->curve = d.at; (r->curve = skip_comma(r->curve, end)) < end;) {
        char c = *r->curve;
        span here = quoted(r->curve, end);
        int is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_letter) {
            letter = c;
            command = c >= 'a' ? (char)(c - 'a' + 'A') : c;
            r->curve++;
        }
        if (command == 'A')
            return fail(r, here, "arcs are not supported: use C");
        if (numbers_of(command) < 0 || (command == 'Z' && !is_letter))
            return fail(r, here, "must be a command of a path, one of M L H V C S Q T Z");
        if (r->left == NUMBER_MOST && command != 'M')
            return fail(r, here, "a path must begin with M");
        double n[6];
        r->command = here;
        for (int i = 0; i < numbers_of(command); i++) {
            const char *at = i == 0 ? skip_blanks(r->curve, end) : skip_comma(r->curve, end);
            const char *behind = read_number(at, end, &n[i]);
            if (behind == NULL)
                return fail(r, quoted(at, end), "must be a number within a million");
            r->curve = behind;
        }
        for (int i = 0; i < numbers_of(command) && letter != command; i++)
            n[i] += command == 'V' || (command != 'H' && i % 2 == 1) ? r->y : r->x;
        TRY(draw(r, command, n));
        if (command == 'M') { /* further points of M are lines */
            command = 'L';
            letter = letter == 'm' ? 'l' : 'L';
        }
    }
    if (r->left == NUMBER_MOST)
        return fail(r, d, "a path must begin with M");
    end_path(r);
    return RL_OK;
}

/* ---- elements ----------------------------------------------------------------------- */

enum { DARK, LIT, GLOW, MIST, CLASSES };
static const char *const classes[] = {"dark", "lit", "glow", "mist", NULL};

static void add_lamp(svg_reader *r)
{
    const motif_head *head = r->head;
    motif *out = r->out;
    if (out->lamps == MOTIF_LAMPS || r->area == 0.0)
        return;
    double x = 0.5 * (r->left + r->right) - head->anchor;
    double y = head->high - 0.5 * (r->low + r->high);
    double size = exact_max(r->right - r->left, r->high - r->low);
    out->lamp[out->lamps++] = (motif_lamp){.x = (float)(x / head->high),
                                           .y = (float)(y / head->high),
                                           .size = (float)(size / head->high),
                                           .area = (float)(r->area * head->high / head->wide)};
}

/* Reads an attribute of <path>, or fails with the reason why it is not allowed. */
static rl_status read_path_value(svg_reader *r, span name, span value, span *d, int *class,
                                 double *opacity)
{
    if (span_is(name, "d")) {
        *d = value;
        return RL_OK;
    }
    if (span_is(name, "opacity")) {
        if (!read_numbers(value, opacity, 1) || *opacity < 0.0 || *opacity > 1.0)
            return fail(r, value.size > 0 ? value : name, "must be 0..1");
        return RL_OK;
    }
    if (span_is(name, "class")) {
        for (int i = 0; i < CLASSES; i++)
            if (span_is(value, classes[i]))
                *class = i;
        return *class >= 0
                   ? RL_OK
                   : fail(r, value.size > 0 ? value : name, "must be dark, lit, glow or mist");
    }
    if (span_is(name, "fill") || span_is(name, "id")) /* attributes for other viewers */
        return RL_OK;
    if (span_is(name, "transform"))
        return fail(r, name, "is not supported: apply it to the path");
    if (name.size >= 6 && memcmp(name.at, "stroke", 6) == 0)
        return fail(r, name, "is not supported: make a path of the stroke");
    if (span_is(name, "style"))
        return fail(r, name, "is not supported: use class");
    return fail(r, name, "no such attribute of <path>");
}

static rl_status end_element(svg_reader *r, const char *end)
{
    if (begins(r, "/>")) {
        r->at += 2;
        return RL_OK;
    }
    r->at++;
    TRY(skip_comments(r));
    if (!begins(r, end))
        return fail_here(r, "<path> must be empty");
    r->at += strlen(end);
    return RL_OK;
}

static rl_status read_path_element(svg_reader *r)
{
    span name, value, d = {NULL, 0}, begin = {r->at, 5};
    int class = -1, seen = 0;
    double opacity = 1.0;
    r->at += 5;
    for (;;) {
        TRY(next_attribute(r, &name, &value));
        if (name.size == 0)
            break;
        int bit = span_is(name, "d")         ? 1
                  : span_is(name, "class")   ? 2
                  : span_is(name, "opacity") ? 4
                                             : 0;
        if (seen & bit)
            return fail(r, name, "attribute given twice");
        seen |= bit;
        TRY(read_path_value(r, name, value, &d, &class, &opacity));
    }
    if (d.at == NULL)
        return fail(r, begin, "must have d=\"M...\"");
    if (class < 0)
        return fail(r, begin, "must have class=\"dark\", lit, glow or mist");
    if (++r->paths > PATHS_MOST)
        return fail(r, begin, "a motif must have at most 300 paths");
    r->target = class == MIST ? &r->out->smoke : &r->out->body;
    drawing_fill_of(r->target, class == LIT ? MOTIF_LIT : MOTIF_DARK, class == GLOW, opacity);
    TRY(read_path(r, d));
    if (class == GLOW)
        add_lamp(r);
    return end_element(r, "</path>");
}

static rl_status read_element(svg_reader *r)
{
    if (begins(r, "<path") && r->at + 5 < r->end && !is_name(r->at[5]))
        return read_path_element(r);
    if (begins(r, "<title>") || begins(r, "<desc>")) {
        int is_title = begins(r, "<title>");
        r->at += is_title ? 7 : 6;
        const char *begin = r->at;
        while (r->at < r->end && *r->at != '<' && *r->at != '&')
            r->at++;
        if (!begins(r, is_title ? "</title>" : "</desc>")) {
            if (r->at == r->end)
                r->at = begin;
            return fail_here(r, "a title must end and have no elements and no entities");
        }
        r->at += is_title ? 8 : 7;
        return RL_OK;
    }
    if (r->at == r->end)
        return fail_here(r, "must end with </svg>");
    return fail_here(r, *r->at == '<' ? "no such element: must be path, title, desc or a comment"
                                      : "no text may be between the elements");
}

static rl_status read_all(svg_reader *r)
{
    if (begins(r, "/>"))
        return fail_here(r, "<svg> must hold a path");
    r->at++;
    TRY(skip_comments(r));
    while (!begins(r, "</svg>")) {
        TRY(read_element(r));
        TRY(skip_comments(r));
    }
    if (r->paths == 0)
        return fail_here(r, "<svg> must hold a path");
    r->at += 6;
    TRY(skip_comments(r));
    return r->at == r->end ? RL_OK : fail_here(r, "nothing may follow </svg>");
}

/* Checks the size of the file and that it is printable UTF-8. */
static rl_status check_text(svg_reader *r)
{
    span all = {r->file.text, r->file.size};
    if (all.size > FILE_MOST)
        return status_fail(r->error, RL_BAD_DATA, "%s: %zu bytes: must be at most %d",
                           SHOWN(r->file.place), all.size, FILE_MOST);
    for (size_t i = 0, c; i < all.size; i += c) {
        c = is_space(all.at[i]) ? 1 : text_printable(all.at + i, all.size - i);
        if (c == 0 && !(i == 0 && all.size > 3 && memcmp(all.at, "\xef\xbb\xbf", 3) == 0))
            return fail(r, (span){all.at + i, 1}, "a motif must be UTF-8 text");
        c = c == 0 ? 3 : c;
    }
    return RL_OK;
}

static rl_status read_file(svg_reader *r)
{
    if (r->out != NULL)
        TRY(check_text(r));
    if (r->file.size > 3 && memcmp(r->at, "\xef\xbb\xbf", 3) == 0)
        r->at += 3;
    skip_space(r);
    if (begins(r, "<?xml"))
        TRY(skip_to(r, "?>", "an XML declaration must end with ?>"));
    TRY(skip_comments(r));
    if (begins(r, "<!DOCTYPE"))
        return fail_here(r, "a motif has no document type and no entities");
    if (!begins(r, "<svg") || r->at + 4 == r->end || is_name(r->at[4]))
        return fail_here(r, "must be an SVG file: <svg ...>");
    TRY(read_head(r));
    return r->out != NULL ? read_all(r) : RL_OK;
}

rl_status motif_read_head(motif_head *out, rl_data file, rl_error *error)
{
    svg_reader r = {.file = file, .at = file.text, .error = error, .head = out};
    r.end = r.at + file.size;
    return read_file(&r);
}

void motif_free(motif *one)
{
    drawing_free(&one->body);
    drawing_free(&one->smoke);
}

rl_status motif_read(motif *out, rl_data file, const rl_allocator *allocator, rl_error *error)
{
    svg_reader r = {.file = file, .at = file.text, .error = error, .head = &out->head, .out = out};
    r.end = r.at + file.size;
    out->lamps = 0;
    drawing_begin(&out->body, allocator);
    drawing_begin(&out->smoke, allocator);
    r.point = memory_array(allocator, POINTS_MOST, sizeof *r.point);
    r.contour = memory_array(allocator, POINTS_MOST, sizeof *r.contour);
    rl_status status = status_memory(r.point != NULL && r.contour != NULL, "motif", error);
    if (status == RL_OK)
        status = read_file(&r);
    if (status == RL_OK)
        status = drawing_end(&out->body, error);
    if (status == RL_OK)
        status = drawing_end(&out->smoke, error);
    memory_free(allocator, r.point);
    memory_free(allocator, r.contour);
    if (status != RL_OK)
        motif_free(out);
    return status;
}

rl_data motif_file(const rl_scene *scene, int name)
{
    if (name == MOTIF_OWN)
        return scene->drawing;
    const embedded_text *file = &embedded_motifs[name - MOTIF_FIRST];
    return (rl_data){file->text, file->size, file->name};
}
