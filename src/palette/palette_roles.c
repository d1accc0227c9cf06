/* palette_roles.c - which colour of a file plays which part.
 *
 * In: the entries of a file, their names ("sky.horizon warm") or the option
 * "sky=3-5,sun=6".  Out: the roles that these name; all others stay open.  A
 * name that starts with no known role is no error: the entry stays free.
 */
#include "palette/palette.h"

#include "base/status.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

/* Where a role word leads, if not to the single role of this index. */
enum { TO_SKY = -1, TO_RIDGE = -2, TO_AURORA = -3 };

/* Stops are sorted by this key; equal keys keep the order of the file.  A bare
 * "sky" or "ridge" goes where the stop before it went. */
enum { FIRST = 0, MIDDLE = 1000, NUMBERED = 1001, LOW = 3000, LAST = 4000, SAME = -1 };

typedef struct role_word {
    const char *word;
    int role;
    int order;
} role_word;

/* Words beside the names of single roles. */
static const role_word role_words[] = {
    {"sky", TO_SKY, SAME},
    {"sky.zenith", TO_SKY, FIRST},
    {"sky.top", TO_SKY, FIRST},
    {"sky.mid", TO_SKY, MIDDLE},
    {"sky.low", TO_SKY, LOW},
    {"sky.horizon", TO_SKY, LAST},
    {"ridge", TO_RIDGE, SAME},
    {"ridge.far", TO_RIDGE, FIRST},
    {"ridge.mid", TO_RIDGE, MIDDLE},
    {"ridge.near", TO_RIDGE, LAST},
    {"haze", 3, 0},
    {"aurora", TO_AURORA, 0},
};
#define WORDS (sizeof role_words / sizeof role_words[0])

/* ---- finding a role --------------------------------------------------------- */

static int same_word(const char *word, const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && word[i] != '\0' && word[i] == text_lower(text[i]))
        i++;
    return i == size && word[i] == '\0';
}

/* The number in "sky.12" and "ridge.12", one to three digits; -1 for no such. */
static int stop_number(const char *text, size_t size, const char *start)
{
    size_t length = strlen(start);
    if (size <= length || size > length + 3 || !same_word(start, text, length))
        return -1;
    unsigned number = palette_number(text + length, size - length, 999);
    return number > 999 ? -1 : (int)number;
}

/* Finds a role by its word; 0 when there is none. */
static int find_role(role_word *found, const char *text, size_t size)
{
    for (int i = 0; i < PALETTE_SINGLES; i++) {
        if (same_word(palette_single_names[i], text, size)) {
            *found = (role_word){palette_single_names[i], i, 0};
            return 1;
        }
    }
    for (size_t i = 0; i < WORDS; i++) {
        if (same_word(role_words[i].word, text, size)) {
            *found = role_words[i];
            return 1;
        }
    }
    int sky = stop_number(text, size, "sky.");
    int number = sky >= 0 ? sky : stop_number(text, size, "ridge.");
    found->role = sky >= 0 ? TO_SKY : TO_RIDGE;
    found->order = NUMBERED + number;
    return number >= 0;
}

/* ---- stops ------------------------------------------------------------------ */

typedef struct stop {
    uint16_t order;
    uint16_t entry; /* which colour of the list */
} stop;

typedef struct stop_list {
    int count;
    int order; /* of the stop that came last */
    stop stop[RL_MAX_COLOURS];
} stop_list;

/* Where colours go. */
typedef struct role_target {
    rl_palette *palette;
    palette_list *list;
    stop_list sky, ridge;
} role_target;

static void start(role_target *target, rl_palette *palette, palette_list *list)
{
    target->palette = palette;
    target->list = list;
    target->sky.count = target->sky.order = 0;
    target->ridge.count = target->ridge.order = 0;
}

/* Inserts behind all stops that do not come later. */
static void add_stop(stop_list *stops, int order, int entry)
{
    if (stops->count == RL_MAX_COLOURS)
        return;
    stops->order = order == SAME ? stops->order : order;
    int i = stops->count++;
    for (; i > 0 && stops->stop[i - 1].order > stops->order; i--)
        stops->stop[i] = stops->stop[i - 1];
    stops->stop[i] = (stop){(uint16_t)stops->order, (uint16_t)entry};
}

/* More stops than there is room for are thinned evenly; both ends stay. */
static void copy_stops(rl_colour *out, int *out_count, int room, const stop_list *stops,
                       const palette_list *list)
{
    int count = stops->count < room ? stops->count : room;
    for (int i = 0; i < count; i++) {
        int from = count > 1 ? (i * (stops->count - 1) + (count - 1) / 2) / (count - 1) : 0;
        out[i] = list->entry[stops->stop[from].entry].colour;
    }
    if (count > 0)
        *out_count = count;
}

static void finish(const role_target *target)
{
    rl_palette *palette = target->palette;
    copy_stops(palette->sky, &palette->sky_count, RL_MAX_SKY, &target->sky, target->list);
    copy_stops(palette->ridge, &palette->ridge_count, RL_MAX_RIDGES, &target->ridge, target->list);
}

/* Gives a colour its role.  0 when a single role is taken already: the first colour of a
 * role keeps it. */
static int give_role(role_target *target, const role_word *role, int entry)
{
    palette_entry *given = &target->list->entry[entry];
    if (role->role == TO_SKY || role->role == TO_RIDGE) {
        add_stop(role->role == TO_SKY ? &target->sky : &target->ridge, role->order, entry);
    } else {
        int single = role->role == TO_AURORA ? 9 : role->role;
        int last = role->role == TO_AURORA ? 11 : single;
        while (single < last && palette_single(target->palette, single) != RL_AUTO)
            single++;
        if (palette_single(target->palette, single) != RL_AUTO)
            return 0;
        palette_set_single(target->palette, single, given->colour);
    }
    given->used = 1;
    return 1;
}

/* ---- by entry name ---------------------------------------------------------- */

void palette_names_roles(rl_palette *palette, palette_list *list)
{
    role_target target;
    start(&target, palette, list);
    for (int i = 0; i < list->count; i++) {
        size_t first = list->entry[i].name_at, end = first;
        /* of the first word; a line's end ends it, too */
        while (end < list->size && list->bytes[end] != '\n' && !text_is_blank(list->bytes[end]))
            end++;
        role_word role;
        if (first > 0 && find_role(&role, list->bytes + first, end - first))
            (void)give_role(&target, &role, i);
    }
    finish(&target);
}

/* ---- by option -------------------------------------------------------------- */

static rl_status fail_option(rl_error *error, const char *item, size_t size, const char *rule)
{
    return status_fail(error, RL_BAD_ARGUMENT, "--roles: %s: %s", status_show(item, size).text,
                       rule);
}

static rl_status fail_role(rl_error *error, const char *item, size_t size)
{
    const char *names[WORDS + PALETTE_SINGLES];
    for (size_t i = 0; i < WORDS; i++)
        names[i] = role_words[i].word;
    memcpy(names + WORDS, palette_single_names, sizeof palette_single_names);
    char word[16] = "";
    if (size < sizeof word)
        memcpy(word, item, size);
    const char *nearest = rl_nearest(word, names, WORDS + PALETTE_SINGLES);
    if (nearest == NULL)
        return fail_option(error, item, size, "no such role (sky, ridge, sun, glow, mist, ...)");
    return status_fail(error, RL_BAD_ARGUMENT, "--roles: %s: no such role, the nearest is %s",
                       status_show(item, size).text, nearest);
}

/* "ROLE=INDEX" or "ROLE=FIRST-LAST"; a range may run downward. */
static rl_status read_item(role_target *target, const char *item, size_t size, rl_error *error)
{
    const char *end = item + size;
    const char *equals = memchr(item, '=', size);
    if (equals == NULL)
        return fail_option(error, item, size, "must be ROLE=INDEX or ROLE=FIRST-LAST");
    role_word role;
    if (!find_role(&role, item, (size_t)(equals - item)))
        return fail_role(error, item, (size_t)(equals - item));
    const char *start = equals + 1, *dash = memchr(start, '-', (size_t)(end - start));
    unsigned ends[2];
    ends[0] = palette_number(start, (size_t)((dash != NULL ? dash : end) - start), RL_MAX_COLOURS);
    ends[1] =
        dash != NULL ? palette_number(dash + 1, (size_t)(end - dash) - 1, RL_MAX_COLOURS) : ends[0];
    if (ends[0] == UINT_MAX || ends[1] == UINT_MAX)
        return fail_option(error, item, size, "must be ROLE=INDEX or ROLE=FIRST-LAST");
    int first = (int)ends[0], last = (int)ends[1], count = target->list->count;
    if (first >= count || last >= count)
        return status_fail(error, RL_BAD_ARGUMENT, "--roles: %s: the colours are numbered 0..%d",
                           status_show(item, size).text, count - 1);
    int step = last < first ? -1 : 1;
    for (int i = first; i != last + step; i += step)
        if (!give_role(target, &role, i))
            return fail_option(error, item, size, "this role holds no more colours");
    return RL_OK;
}

rl_status palette_option_roles(rl_palette *palette, palette_list *list, const char *roles,
                               rl_error *error)
{
    role_target target;
    start(&target, palette, list);
    for (const char *item = roles; item != NULL;) {
        size_t size = strcspn(item, ",");
        TRY(read_item(&target, item, size, error));
        item = item[size] == ',' ? item + size + 1 : NULL;
    }
    finish(&target);
    return RL_OK;
}
