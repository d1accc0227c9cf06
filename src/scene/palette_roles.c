/* palette_roles.c - which colour of a file plays which part.
 *
 * In: the entries of a file, their names ("sky.horizon warm") or the option
 * "sky=3-5,sun=6".  Out: the roles these speak of; all others stay open.  A
 * name that starts with no known role is no error: the entry stays free.
 */
#include "scene/palette.h"

#include "base/status.h"
#include "base/text.h"

#include <string.h>

/* Where a role word leads: to the sky, to the ridges, or to single role n. */
enum { TO_SKY = -1, TO_RIDGE = -2, TO_AURORA = -3 };

/* Stops are sorted by this key; equal keys keep the order of the file.  A bare
 * "sky" or "ridge" goes where the stop before it went. */
enum { FIRST = 0, MIDDLE = 1000, NUMBERED = 1001, LOW = 3000, LAST = 4000, SAME = -1 };

typedef struct role_word {
    const char *word;
    int role;
    int order;
} role_word;

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
    {"sun", 0, 0},
    {"sun.low", 1, 0},
    {"glow", 2, 0},
    {"mist", 3, 0},
    {"haze", 3, 0},
    {"lit", 4, 0},
    {"snow", 5, 0},
    {"water", 6, 0},
    {"cloud", 7, 0},
    {"star", 8, 0},
    {"aurora", TO_AURORA, 0},
    {"aurora.1", 9, 0},
    {"aurora.2", 10, 0},
    {"aurora.3", 11, 0},
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
    int number = 0;
    for (size_t i = length; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = number * 10 + (text[i] - '0');
    }
    return number;
}

/* Finds a role by its word; 0 when there is none. */
static int find_role(role_word *found, const char *text, size_t size)
{
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
    int order;
    rl_colour colour;
} stop;

/* All that a file says of the sky or of the ridges. */
typedef struct stop_list {
    int count;
    int order; /* of the stop that came last */
    stop stop[RL_MAX_COLOURS];
} stop_list;

/* Inserts behind all stops that do not come later. */
static void add_stop(stop_list *list, int order, rl_colour colour)
{
    if (list->count == RL_MAX_COLOURS)
        return;
    list->order = order == SAME ? list->order : order;
    int i = list->count++;
    for (; i > 0 && list->stop[i - 1].order > list->order; i--)
        list->stop[i] = list->stop[i - 1];
    list->stop[i].order = list->order;
    list->stop[i].colour = colour;
}

/* More stops than there is room for are thinned evenly; both ends stay. */
static int take_stops(const stop_list *list, rl_colour *out, int room)
{
    int count = list->count < room ? list->count : room;
    for (int i = 0; i < count; i++) {
        int from = count > 1 ? (i * (list->count - 1) + (count - 1) / 2) / (count - 1) : 0;
        out[i] = list->stop[from].colour;
    }
    return count;
}

typedef struct role_target {
    rl_palette *palette;
    stop_list sky, ridge;
} role_target;

static void target_start(role_target *target, rl_palette *palette)
{
    target->palette = palette;
    target->sky.count = target->sky.order = 0;
    target->ridge.count = target->ridge.order = 0;
}

static void target_finish(role_target *target)
{
    rl_palette *palette = target->palette;
    if (target->sky.count > 0)
        palette->sky_count = take_stops(&target->sky, palette->sky, RL_MAX_SKY);
    if (target->ridge.count > 0)
        palette->ridge_count = take_stops(&target->ridge, palette->ridge, RL_MAX_RIDGES);
}

/* Gives a colour its role.  0 when a single role is taken already: the first
 * colour of a role keeps it. */
static int give_role(role_target *target, const role_word *role, rl_colour colour)
{
    if (role->role == TO_SKY) {
        add_stop(&target->sky, role->order, colour);
        return 1;
    }
    if (role->role == TO_RIDGE) {
        add_stop(&target->ridge, role->order, colour);
        return 1;
    }
    int single = role->role == TO_AURORA ? 9 : role->role;
    int last = role->role == TO_AURORA ? 11 : single;
    while (single < last && palette_single(target->palette, single) != RL_AUTO)
        single++;
    if (palette_single(target->palette, single) != RL_AUTO)
        return 0;
    palette_set_single(target->palette, single, colour);
    return 1;
}

/* ---- by entry name ---------------------------------------------------------- */

static size_t first_word(const char *text, size_t size)
{
    size_t length = 0;
    while (length < size && !text_is_blank(text[length]))
        length++;
    return length;
}

void palette_take_names(rl_palette *palette, palette_list *list)
{
    role_target target;
    target_start(&target, palette);
    for (int i = 0; i < list->count; i++) {
        const palette_entry *entry = &list->entry[i];
        size_t length = first_word(entry->name, entry->name_size);
        role_word role;
        if (length > 0 && find_role(&role, entry->name, length) &&
            give_role(&target, &role, entry->colour))
            list->used[i] = 1;
    }
    target_finish(&target);
}

/* ---- by option -------------------------------------------------------------- */

static rl_status fail_option(rl_error *error, const char *item, size_t size, const char *rule)
{
    return status_fail(error, RL_BAD_ARGUMENT, "--roles: %s: %s", status_show(item, size).text,
                       rule);
}

static rl_status fail_role(rl_error *error, const char *item, size_t size)
{
    const char *names[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        names[i] = role_words[i].word;
    char word[16] = "";
    if (size < sizeof word)
        memcpy(word, item, size);
    const char *nearest = size < sizeof word ? rl_nearest(word, names, WORDS) : NULL;
    if (nearest == NULL)
        return fail_option(error, item, size, "no such role (sky, ridge, sun, glow, mist, ...)");
    return status_fail(error, RL_BAD_ARGUMENT, "--roles: %s: no such role, the nearest is %s",
                       status_show(item, size).text, nearest);
}

/* Reads the index at *text, at most 9999; -1 when there is none. */
static int take_index(const char **text, const char *end)
{
    const char *start = *text;
    int value = 0;
    while (*text < end && **text >= '0' && **text <= '9') {
        value = value > 999 ? 9999 : value * 10 + (**text - '0');
        (*text)++;
    }
    return *text > start ? value : -1;
}

/* "ROLE=INDEX" or "ROLE=FIRST-LAST"; a range may run downward. */
static rl_status take_item(role_target *target, palette_list *list, const char *item, size_t size,
                           rl_error *error)
{
    const char *end = item + size;
    const char *equals = memchr(item, '=', size);
    if (equals == NULL)
        return fail_option(error, item, size, "must be ROLE=INDEX or ROLE=FIRST-LAST");
    role_word role;
    if (!find_role(&role, item, (size_t)(equals - item)))
        return fail_role(error, item, (size_t)(equals - item));
    const char *at = equals + 1;
    int first = take_index(&at, end);
    int last = first;
    if (at < end && *at == '-') {
        at++;
        last = take_index(&at, end);
    }
    if (first < 0 || last < 0 || at != end)
        return fail_option(error, item, size, "must be ROLE=INDEX or ROLE=FIRST-LAST");
    if (first >= list->count || last >= list->count)
        return status_fail(error, RL_BAD_ARGUMENT, "--roles: %s: the colours are numbered 0..%d",
                           status_show(item, size).text, list->count - 1);
    int step = last < first ? -1 : 1;
    for (int i = first; i != last + step; i += step) {
        if (!give_role(target, &role, list->entry[i].colour))
            return fail_option(error, item, size, "this role holds no more colours");
        list->used[i] = 1;
    }
    return RL_OK;
}

rl_status palette_take_option(rl_palette *palette, palette_list *list, const char *roles,
                              rl_error *error)
{
    role_target target;
    target_start(&target, palette);
    rl_status status = RL_OK;
    const char *item = roles;
    while (status == RL_OK && item != NULL) {
        const char *comma = strchr(item, ',');
        size_t size = comma == NULL ? strlen(item) : (size_t)(comma - item);
        status = take_item(&target, list, item, size, error);
        item = comma == NULL ? NULL : comma + 1;
    }
    target_finish(&target);
    return status;
}
