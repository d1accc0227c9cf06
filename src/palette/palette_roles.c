/* palette_roles.c - fills the roles of a palette from the colours of a file.
 *
 * In: the entries of a file with their names ("sky.horizon warm"), an option such as
 * "sky=3-5,sun=6", or the places of colours in a base16 scheme.  Out: the roles that these name;
 * other roles stay unset.  A name that starts with no role is no error: the entry stays free.
 */
#include "palette/palette.h"

#include "base/colour.h"
#include "base/exact.h"
#include "base/status.h"
#include "base/text.h"

#include <limits.h>
#include <string.h>

/* Values of role_word.role that are not an index of a single role (palette_single_names). */
enum { TO_SKY = -1, TO_RIDGE = -2, TO_AURORA = -3 };
enum { SINGLE_SUN = 0, SINGLE_GLOW = 2, SINGLE_MIST = 3, SINGLE_AURORA = 9, AURORAS = 3 };

/* Sort keys of the stops of sky and ridges, from zenith and far; "sky.N" has NUMBERED + N.  Equal
 * keys keep the order of the file.  SAME, of "sky" or "ridge" alone, is the key of the stop before.
 */
enum { FIRST = 0, MIDDLE = 1000, NUMBERED = 1001, LOW = 3000, LAST = 4000, SAME = -1 };

typedef struct role_word {
    const char *word;
    int role;  /* index of a single role, or TO_SKY ... */
    int order; /* sort key of a stop */
} role_word;

/* Names of roles besides palette_single_names. */
static const role_word role_words[] = {
    {"sky", TO_SKY, SAME},          {"sky.zenith", TO_SKY, FIRST},  {"sky.top", TO_SKY, FIRST},
    {"sky.mid", TO_SKY, MIDDLE},    {"sky.low", TO_SKY, LOW},       {"sky.horizon", TO_SKY, LAST},
    {"ridge", TO_RIDGE, SAME},      {"ridge.far", TO_RIDGE, FIRST}, {"ridge.mid", TO_RIDGE, MIDDLE},
    {"ridge.near", TO_RIDGE, LAST}, {"haze", SINGLE_MIST, 0},       {"aurora", TO_AURORA, 0},
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

/* Returns N, a number of up to three digits, of a word `start`N such as "sky.12"; -1 = none. */
static int stop_number(const char *text, size_t size, const char *start)
{
    size_t length = strlen(start);
    if (size <= length || size > length + 3 || !same_word(start, text, length))
        return -1;
    unsigned number = palette_number(text + length, size - length, 999);
    return number > 999 ? -1 : (int)number;
}

/* Finds a role by its name; returns 0 if there is no such role. */
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
    uint16_t order; /* key by which stops are sorted */
    uint16_t entry; /* index of the colour in the list */
} stop;

/* Where colours are put by their roles.  Stops of the sky and of the ridges are collected in two
 * rounds over the same names, since a small stack has no room for both. */
typedef struct role_target {
    rl_palette *palette;
    palette_list *list;
    int is_ridge_round; /* 0: the sky and the single roles, 1: the ridges */
    int count;          /* number of stops of this round */
    int order;          /* order of the latest stop */
    stop stop[RL_MAX_COLOURS];
} role_target;

static void start_round(role_target *target, rl_palette *palette, palette_list *list, int round)
{
    target->palette = palette;
    target->list = list;
    target->is_ridge_round = round == 1;
    target->count = target->order = 0;
}

/* Inserts a stop behind all of the same or a lower order. */
static void add_stop(role_target *target, int order, int entry)
{
    if (target->count == RL_MAX_COLOURS)
        return;
    target->order = order == SAME ? target->order : order;
    int i = target->count++;
    for (; i > 0 && target->stop[i - 1].order > target->order; i--)
        target->stop[i] = target->stop[i - 1];
    target->stop[i] = (stop){(uint16_t)target->order, (uint16_t)entry};
}

/* Copies the stops to the palette.  Of more stops than there is room for it takes evenly spaced
 * ones, with the first and the last. */
static void finish_round(const role_target *target)
{
    rl_palette *palette = target->palette;
    rl_colour *colours = target->is_ridge_round ? palette->ridge : palette->sky;
    int room = target->is_ridge_round ? RL_MAX_RIDGES : RL_MAX_SKY;
    int count = target->count < room ? target->count : room;
    for (int i = 0; i < count; i++) {
        int from = count > 1 ? (i * (target->count - 1) + (count - 1) / 2) / (count - 1) : 0;
        colours[i] = target->list->entry[target->stop[from].entry].colour;
    }
    if (count > 0)
        *(target->is_ridge_round ? &palette->ridge_count : &palette->sky_count) = count;
}

/* Gives a colour its role, if the role belongs to this round.  Returns 0 when a single role has a
 * colour already, since the first colour of a role keeps it. */
static int give_role(role_target *target, const role_word *role, int entry)
{
    palette_entry *given = &target->list->entry[entry];
    if ((role->role == TO_RIDGE) != target->is_ridge_round)
        return 1;
    if (role->role == TO_SKY || role->role == TO_RIDGE) {
        add_stop(target, role->order, entry);
    } else {
        int single = role->role == TO_AURORA ? SINGLE_AURORA : role->role;
        int last = role->role == TO_AURORA ? SINGLE_AURORA + AURORAS - 1 : single;
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
    for (int round = 0; round < 2; round++) {
        start_round(&target, palette, list, round);
        for (int i = 0; i < list->count; i++) {
            size_t first = list->entry[i].name_at, end = first;
            /* The role is the first word of the name; it ends at a blank or the end of the line. */
            while (end < list->size && list->bytes[end] != '\n' && !text_is_blank(list->bytes[end]))
                end++;
            role_word role;
            if (first > 0 && find_role(&role, list->bytes + first, end - first))
                (void)give_role(&target, &role, i);
        }
        finish_round(&target);
    }
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

/* Reads one item, "ROLE=INDEX" or "ROLE=FIRST-LAST", where FIRST may be greater than LAST. */
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
            return fail_option(error, item, size,
                               "must be within the number of colours of this role");
    return RL_OK;
}

rl_status palette_option_roles(rl_palette *palette, palette_list *list, const char *roles,
                               rl_error *error)
{
    role_target target;
    for (int round = 0; round < 2; round++) {
        start_round(&target, palette, list, round);
        for (const char *item = roles; item != NULL;) {
            size_t size = strcspn(item, ",");
            TRY(read_item(&target, item, size, error));
            item = item[size] == ',' ? item + size + 1 : NULL;
        }
        finish_round(&target);
    }
    return RL_OK;
}

/* ---- by place in a scheme --------------------------------------------------- */

/* OKLab lightness and chroma of accent colours that become light; tuned by eye on Nord, Gruvbox,
 * Solarized and Catppuccin. */
#define GLOW_LEAST 0.72    /* least lightness of the glow */
#define GLOW_MOST 0.84     /* largest lightness of the glow */
#define SUN_LIGHTNESS 0.87 /* lightness of the sun: golden, so visible before a pale horizon */
#define SUN_CHROMA 0.12    /* largest chroma of the sun */
#define ZENITH_CHROMA 0.07 /* largest chroma of the zenith */

static void fill_unset(rl_palette *palette, int single, rl_colour colour)
{
    if (palette_single(palette, single) == RL_AUTO)
        palette_set_single(palette, single, colour);
}

/* Colours by the guide of base16: 00 to 07 are a ramp, 08 to 0F accents (09 orange, 0A yellow, 0B
 * green, 0C cyan, 0D blue, 0E magenta).  In base24, 10 and 11 belong to the ramp, too. */
void palette_scheme_roles(rl_palette *palette, palette_list *list)
{
    static const int auroras[AURORAS] = {0x0b, 0x0c, 0x0e};
    rl_colour orange = list->entry[0x09].colour, yellow = list->entry[0x0a].colour;
    fill_unset(palette, SINGLE_GLOW,
               colour_tint(orange, exact_clamp(palette_lightness(orange), GLOW_LEAST, GLOW_MOST),
                           palette_chroma(orange)));
    fill_unset(palette, SINGLE_SUN,
               colour_tint(yellow, SUN_LIGHTNESS, exact_min(palette_chroma(yellow), SUN_CHROMA)));
    for (int i = 0; i < AURORAS; i++)
        fill_unset(palette, SINGLE_AURORA + i, list->entry[auroras[i]].colour);
    for (int i = 0x08; i < list->count; i++)
        if (i < 0x10 || i > 0x11)
            list->entry[i].used = 1;
}

void palette_scheme_zenith(rl_palette *palette, rl_colour blue)
{
    palette->sky[0] = colour_tint(blue, palette_lightness(palette->sky[0]),
                                  exact_min(palette_chroma(blue), ZENITH_CHROMA));
}
