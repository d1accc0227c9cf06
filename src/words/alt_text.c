/* alt_text.c - words for what a picture shows.
 *
 * In: a frame.  Out: one or two sentences about its facts: land, sky and light first, then
 * the details, the most striking first.  Each word for a place or an amount has a threshold.
 * Thresholds and words are tuned by eye on one year of a bot's pictures.
 */
#include "words/alt_text.h"
#include "base/colour.h"
#include "base/scene.h"
#include "base/sight.h"
#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LEAST 80 /* fewest letters of a text */

/* Pictures, or regions, narrower or lower than this, pixels, are described by a colour only. */
#define TINY_WIDTH 48
#define TINY_HEIGHT 27

#define LIGHTER 0.10 /* least OKLab lightness of far minus near ridges for "fade" */

/* Fractions of the picture from which sky and land are mentioned. */
#define SKY_LEAST 0.03
#define LAND_LEAST 0.01

/* Largest number of details besides the disc. */
#define DETAILS 3

/* Nouns of ridge families for which add_land has a phrase. */
enum { JAGGED, MOUNTAINS, HILLS, DUNES, MESAS, NO_NOUN, NOUNS };
static const char *const nouns[NOUNS] = {"jagged mountains", "mountains",         "hills",
                                         "sand dunes",       "flat-topped mesas", ""};

/* A clause of the second sentence, about a thing or, if NULL, about the whole picture. */
typedef struct detail {
    double rank; /* see rl_sight_words */
    const rl_sight *sight;
    const char *clause;
} detail;

/* A text under construction. `length` also counts what the buffer could not hold. */
typedef struct alt_text {
    rl_facts facts;
    const rl_scene *scene;
    uint64_t variant;
    int width, height; /* size of the picture, pixels */
    int is_wooded;
    int nouns[NOUNS];  /* number of ridges by noun */
    const char *other; /* most frequent noun that is not one of `nouns`, or NULL */
    const char *hero;  /* noun of a single landmark, such as "a volcano"; or NULL */
    char place[96];    /* phrase for the land in place of a number of ridges, or "" */
    int is_one;        /* 1: `place` is singular, such as a plain */
    int is_grouped;    /* 1: `place` already says what is before or above what */
    int detail_count;
    detail details[DETAILS]; /* in the order of their ranks */
    size_t length;
    char text[1024];
} alt_text;

/* ---- words --------------------------------------------------------------------- */

static void add(alt_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(alt_text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int more = vsnprintf(t->text + t->length, sizeof t->text - t->length, format, list);
    va_end(list);
    t->length += more > 0 ? (size_t)more : 0;
    t->length = t->length < sizeof t->text ? t->length : sizeof t->text - 1;
}

/* Capitalises the letter with index `place` in the text. */
static void raise(alt_text *t, size_t place)
{
    if (t->text[place] >= 'a' && t->text[place] <= 'z')
        t->text[place] = (char)(t->text[place] - 'a' + 'A');
}

static const char *article(const char *word)
{
    return strchr("aeio", word[0]) != NULL ? "an" : "a";
}

static const char *number(int n)
{
    static const char *const names[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return n <= 12 ? names[n] : "many";
}

/* Returns a choice 0..count - 1 for decision `place`.  Decision 0 takes each choice in turn, so
 * that texts of consecutive variants begin differently; the others are pseudo-random and
 * independent. (Multipliers of L'Ecuyer 1999; upper bits of the product are more random.) */
static int choice(const alt_text *t, int place, int count)
{
    if (place == 0)
        return (int)(t->variant % (uint64_t)count);
    uint64_t bits = (t->variant + 1) * UINT64_C(2862933555777941757) + (uint64_t)place;
    bits = (bits ^ bits >> 32) * UINT64_C(3202034522624059733);
    return (int)((bits >> 33) % (uint64_t)count);
}

/* A range of values below `end`, and its word.  The last row of a table ends above all values. */
typedef struct step {
    double end;
    const char *word;
} step;

static const char *word_of(const step *steps, double value)
{
    while (value >= steps->end)
        steps++;
    return steps->word;
}

static const step sides[] = {{0.30, "on the left"},
                             {0.45, "left of centre"},
                             {0.55, "near the middle"},
                             {0.70, "right of centre"},
                             {9.0, "on the right"}};

/* Returns the words for a position `x`, fraction of the width. */
static const char *side(double x)
{
    return word_of(sides, x);
}

/* ---- land ---------------------------------------------------------------------- */

/* Counts the ridges by noun. The nearest ridge does not count for `other` unless it is the only
 * one. */
static void count_nouns(alt_text *t)
{
    const rl_facts *facts = &t->facts;
    const char *noun;
    int front = facts->ridges > 1 ? t->scene->ridge[facts->near_ridge].kind : -1, most = 0;
    for (size_t i = 0; (noun = rl_ridge_family_noun(i)) != NULL; i++) {
        int k = 0, behind = facts->kinds[i] - ((int)i == front);
        while (k < NOUNS && strcmp(noun, nouns[k]) != 0)
            k++;
        if (k < NOUNS) {
            t->nouns[k] += facts->kinds[i];
        } else if (strncmp(noun, "a ", 2) == 0) {
            t->hero = facts->kinds[i] > 0 ? noun : t->hero;
        } else if (behind > most) {
            t->other = noun;
            most = behind;
        }
    }
}

static int has_mountains(const alt_text *t)
{
    return t->nouns[JAGGED] + t->nouns[MOUNTAINS] > 0;
}

#define PLAIN_LEAST 0.05 /* least distance from the lower edge up to the horizon, fraction of H */

/* Fills `place` if a number of ridges would not describe the land, such as a plain or a city. */
static void find_place(alt_text *t)
{
    const rl_facts *facts = &t->facts;
    int has_ice = sight_amount(facts, "ice") > 0.0,
        has_deck = has_ice || sight_amount(facts, "sea of clouds") > 0.0;
    const char *sharp = t->nouns[JAGGED] > 0 ? "jagged " : "", *far = "";
    const rl_scene *scene = t->scene;
    double foot = scene->part_height > 0 /* A region may lie above the plain. */
                      ? 1.0 - (double)(scene->part_y + scene->part_height) / scene->height
                      : 0.0;
    int sees_plain = scene->plain == RL_PLAIN_GRASS && foot + PLAIN_LEAST < scene->horizon;
    const char *ground = sees_plain ? "a plain of grass" : has_ice ? "a sheet of ice" : NULL;
    char *place = t->place;
    if (facts->ridges > 1)
        far = rl_ridge_family_noun((size_t)t->scene->ridge[facts->far_ridge].kind);
    t->is_one = ground != NULL || t->hero != NULL;
    t->is_grouped = 1;
    if (sight_amount(facts, "city") > 0.0) {
        t->is_one = 1;
        snprintf(place, sizeof t->place, "a city of towers%s%s%s",
                 has_mountains(t) ? " before " : "", has_mountains(t) ? sharp : "",
                 has_mountains(t) ? "mountains" : "");
    } else if (ground != NULL) {
        snprintf(place, sizeof t->place, "%s%s%s", ground, far[0] != '\0' ? " before " : "", far);
    } else if (t->hero != NULL) {
        const char *below = t->other != NULL ? t->other : t->nouns[HILLS] > 0 ? nouns[HILLS] : "";
        snprintf(place, sizeof t->place, "%s%s%s", t->hero, below[0] != '\0' ? " above " : "",
                 below);
    } else if (has_deck && (t->other != NULL || has_mountains(t))) {
        snprintf(place, sizeof t->place, "%s%s above a sea of clouds",
                 t->other != NULL ? "" : sharp, t->other != NULL ? t->other : "mountains");
    } else {
        const char *other = t->other != NULL ? t->other : "";
        t->is_one = t->other != NULL && other[strlen(other) - 1] != 's'; /* such as moorland */
        t->is_grouped = t->other != NULL && has_mountains(t) && strstr(other, "mountain") == NULL;
        snprintf(place, sizeof t->place, "%s%s%s%s", other, t->is_grouped ? " before " : "",
                 t->is_grouped ? sharp : "", t->is_grouped ? "mountains" : "");
    }
}

/* Adds the number of ridges and their nouns. */
static void add_land(alt_text *t)
{
    const int *count = t->nouns;
    const char *s = t->facts.ridges == 1 ? "" : "s";
    const char *sharp = count[JAGGED] > 0 ? "jagged " : "", *wooded = t->is_wooded ? "wooded " : "";
    if (t->place[0] != '\0') {
        add(t, "%s", t->place);
        return;
    }
    if (t->facts.ridges == 0) {
        add(t, "%s land without a clear ridge", colour_word(t->facts.all));
        return;
    }
    add(t, "%s ", number(t->facts.ridges));
    if (count[MESAS] > 0)
        add(t, "desert ridge%s with %s", s, nouns[MESAS]);
    else if (2 * count[DUNES] >= t->facts.ridges)
        add(t, has_mountains(t) ? "ridge%s of sand dunes and mountains" : "line%s of sand dunes",
            s);
    else if (has_mountains(t) && count[HILLS] > 0)
        add(t, "ridge%s of %smountains and %shills", s, sharp, wooded);
    else if (count[HILLS] > 0)
        add(t, "ridge%s of %shills", s, wooded);
    else if (has_mountains(t))
        add(t, "%smountain ridge%s", sharp, s);
    else
        add(t, "ridge%s", s);
}

/* Adds the colours of the nearest and farthest land: as the verb of the sentence (is_verb), such as
 * "fade from A in front to B", or as a remark that ends with `end`. */
static void add_colours(alt_text *t, int is_verb, const char *end)
{
    const rl_facts *facts = &t->facts;
    if (facts->ridges == 0)
        return;
    const char *near = colour_word(facts->near_land), *far = colour_word(facts->far_land);
    double lighter = colour_to_oklab(facts->far_land).l - colour_to_oklab(facts->near_land).l;
    int is_one = facts->ridges == 1 || t->is_one;
    if (strcmp(near, far) == 0 && is_verb)
        add(t, is_one ? " in %s" : " in shades of %s", near);
    else if (strcmp(near, far) == 0)
        add(t, is_one ? ", %s%s" : ", all in shades of %s%s", near, end);
    else if (is_verb)
        add(t, " %s%s from %s in front to %s in the distance", lighter >= LIGHTER ? "fade" : "run",
            t->is_one ? "s" : "", near, far);
    else
        add(t, ", %s in front and %s in the distance%s", near, far, end);
}

/* ---- sky and disc -------------------------------------------------------------- */

static void add_sky(alt_text *t, int wording)
{
    const rl_facts *facts = &t->facts;
    const char *top = colour_word(facts->sky_top), *low = top;
    const rl_sight_words *kind = NULL;
    char word[32] = "";
    for (int i = 0; i < facts->sights; i++) {
        const rl_sight_words *words = facts->sight[i].words;
        if (words->sky != NULL && (kind == NULL || words->rank < kind->rank))
            kind = words;
    }
    if (kind != NULL)
        snprintf(word, sizeof word, "%s ", kind->sky);
    if (facts->sky_low != RL_AUTO)
        low = colour_word(facts->sky_low);
    if (strcmp(top, low) == 0)
        add(t, "%s %s%s sky", article(kind != NULL ? word : top), word, top);
    else if (wording == 0)
        add(t, "a %ssky that goes from %s down to %s", word, top, low);
    else
        add(t, "a %ssky that is %s above and %s near the land", word, top, low);
}

/* When a phrase about the disc is used; heights are fractions of the region's height. */
static const struct {
    double whole;      /* fraction seen or behind land below which the edge cuts it off */
    double just_above; /* height above the land up to which it is "just above", disc radii */
    double high;       /* distance from the top up to which it is "high" */
    double low;        /* height above the land up to which it is "low" */
    double large;      /* radius from which it is "large" */
    double small;      /* radius up to which it is "small" */
    double striped;    /* sun.stripes from which it is "striped" */
} disc = {.whole = 0.95,
          .just_above = 2.5,
          .high = 0.30,
          .low = 0.15,
          .large = 0.08,
          .small = 0.02,
          .striped = 0.3};

/* Names of the moon by the lit fraction of its face. */
static const step moons[] = {{0.40, "crescent moon"},
                             {0.60, "half moon"},
                             {0.85, "gibbous moon"},
                             {0.97, "nearly full moon"},
                             {9.0, "full moon"}};

/* Adds where the disc is above the land, or how much of it is hidden. */
static void add_disc_place(alt_text *t)
{
    static const step hidden[] = {{0.03, NULL}, {0.40, "partly"}, {0.65, "half"}, {9.0, "mostly"}};
    const rl_facts *facts = &t->facts;
    const char *share = word_of(hidden, facts->disc_in_land);
    if (facts->disc_seen + facts->disc_in_land < disc.whole)
        add(t, ", cut off by the edge of the picture");
    else if (share != NULL)
        add(t, ", %s hidden by the land", share);
    else if (facts->disc_above > 0.0 && facts->disc_above <= disc.just_above * facts->disc_radius)
        add(t, ", just above the land");
    else if (facts->disc_above > 0.0 && facts->disc_y <= disc.high)
        add(t, ", high in the picture");
    else if (facts->disc_above > 0.0 && facts->disc_above <= disc.low)
        add(t, ", low over the land");
}

static void add_disc(alt_text *t)
{
    static const char *const verbs[] = {"stands", "hangs", "shines"};
    const rl_facts *facts = &t->facts;
    int is_moon = facts->disc == RL_DISC_MOON, is_large = facts->disc_radius >= disc.large;
    const char *size = is_large ? "large " : facts->disc_radius <= disc.small ? "small " : "";
    const char *stripes =
        !is_moon && is_large && t->scene->sun_stripes >= disc.striped ? "striped " : "";
    add(t, "%s %s%s%s %s %s", is_moon || size[0] != '\0' ? "a" : "the", size, stripes,
        is_moon ? word_of(moons, facts->moon_lit) : "sun", verbs[choice(t, 2, 3)],
        side(facts->disc_x));
    add_disc_place(t);
}

/* ---- details ------------------------------------------------------------------- */

/* Lists a detail if its rank is among the lowest DETAILS so far. */
static void list(alt_text *t, double rank, const rl_sight *sight, const char *clause)
{
    int at = t->detail_count < DETAILS ? t->detail_count++ : DETAILS;
    for (; at > 0 && t->details[at - 1].rank > rank; at--)
        if (at < DETAILS)
            t->details[at] = t->details[at - 1];
    if (at < DETAILS)
        t->details[at] = (detail){rank, sight, clause};
}

/* Adds the clause of a detail with its fields filled in: see base/sight.h. */
static void add_clause(alt_text *t, const detail *of)
{
    char colours[16], a_lake[48], print[RL_VALUE_SIZE];
    const char *lake = colour_word(t->facts.lake), *at = of->clause;
    const struct {
        const char *name, *value;
    } fields[] = {{"{side}", of->sight != NULL ? side(of->sight->x) : ""},
                  {"{count}", of->sight != NULL ? number((int)of->sight->amount) : ""},
                  {"{motif}", t->facts.motif},
                  {"{wood}", t->facts.wood},
                  {"{lake}", lake},
                  {"{a lake}", a_lake},
                  {"{land}", t->other != NULL ? t->other : "ridges"},
                  {"{colours}", colours},
                  {"{print}", rl_scene_get(t->scene, "print.kind", print)}};
    const size_t count = sizeof fields / sizeof *fields;
    snprintf(a_lake, sizeof a_lake, "%s %s", article(lake), lake);
    snprintf(colours, sizeof colours, "%d", t->scene->colours);
    while (*at != '\0') {
        size_t plain = strcspn(at, "{"), i = 0;
        add(t, "%.*s", (int)plain, at);
        at += plain;
        while (i < count && strncmp(at, fields[i].name, strlen(fields[i].name)) != 0)
            i++;
        if (i < count)
            add(t, "%s", fields[i].value);
        at += i < count ? strlen(fields[i].name) : *at != '\0';
    }
}

#define PIXEL_ART_RANK 15 /* see rl_sight_words.rank */
#define PRINT_RANK 14

static void find_details(alt_text *t)
{
    const rl_scene *scene = t->scene;
    int is_first = choice(t, 3, 2) == 0; /* first of two clauses */
    const int is_met[] = {[SIGHT_NEEDS_NOTHING] = 1,
                          [SIGHT_NEEDS_NO_PLACE] = !t->is_grouped,
                          [SIGHT_NEEDS_LAND] = t->nouns[MESAS] > 0 || t->other != NULL,
                          [SIGHT_NEEDS_RIDGES] = t->facts.ridges > 1};
    for (int i = 0; i < t->facts.sights; i++) {
        const rl_sight *sight = &t->facts.sight[i];
        const rl_sight_words *words = sight->words;
        const char *clause = words->clauses[0];
        if (clause == NULL || !is_met[words->needs])
            continue;
        /* A clause that names the land is preferred where it has a noun. */
        int names_land = t->other != NULL && strstr(clause, "{land}") != NULL;
        if (!is_first && words->clauses[1] != NULL && !names_land)
            clause = words->clauses[1];
        list(t, words->rank, sight, clause);
    }
    if (scene_int(scene, "print.kind") > 0)
        list(t, PRINT_RANK, NULL, "the picture is printed in the {print} style");
    if (scene->colours > 0 && scene->edges == RL_EDGES_HARD)
        list(t, PIXEL_ART_RANK, NULL, "the picture is pixel art of at most {colours} colours");
}

/* Adds the disc to the first sentence and a second sentence of details, `most` things in all. */
static void add_details(alt_text *t, int most)
{
    if (t->facts.disc > 0 && most > 0) {
        t->length--; /* the full stop */
        add(t, "; ");
        add_disc(t);
        add(t, ".");
        most--;
    }
    int count = t->detail_count < most ? t->detail_count : most;
    if (count <= 0)
        return;
    int turn = count == 2 ? choice(t, 4, 2) : 0;
    size_t begin = t->length + 1;
    for (int i = 0; i < count; i++) {
        add(t, i == 0 ? " " : i + 1 < count ? ", " : count > 2 ? ", and " : " and ");
        add_clause(t, &t->details[(i + turn) % count]);
    }
    raise(t, begin);
    add(t, ".");
}

/* ---- sentences ----------------------------------------------------------------- */

static void add_scene(alt_text *t)
{
    const rl_facts *facts = &t->facts;
    int has_sky = facts->sky >= SKY_LEAST && facts->sky_top != RL_AUTO;
    int pattern = choice(t, 0, 4) & (has_sky ? 3 : 2), wording = choice(t, 1, 2);
    if (pattern == 1) {
        add(t, "under ");
        add_sky(t, wording);
        add(t, facts->ridges == 0 ? " lies " : ", ");
    } else if (pattern == 3) {
        add_sky(t, 0); /* the shorter wording, as a verb follows */
        add(t, " stretches over ");
    }
    add_land(t);
    if (pattern == 2 && facts->ridges > 1 && !t->is_grouped)
        add(t, " lie one behind another");
    add_colours(t, pattern < 2, pattern == 2 && has_sky ? "," : "");
    if ((pattern & 1) == 0 && has_sky) {
        add(t, " under ");
        add_sky(t, wording);
    }
    add(t, has_sky ? "." : ", with no sky in view.");
}

#define EIGHTH_TURN 45.0 /* degrees */

static void write_text(alt_text *t, int most)
{
    static const char *const directions[] = {"north", "north-east", "east", "south-east",
                                             "south", "south-west", "west", "north-west"};
    const char *colour = colour_word(t->facts.all);
    int is_tiny = t->width < TINY_WIDTH || t->height < TINY_HEIGHT, is_first = choice(t, 0, 2) == 0;
    t->length = 0;
    if (is_tiny) {
        add(t,
            is_first ? "a picture too small to show more than its colour, which is %s on the whole."
                     : "%s on the whole, this picture is too small for anything but its colour.",
            colour);
    } else if (t->facts.land < LAND_LEAST && t->facts.water < LAND_LEAST) {
        add_sky(t, choice(t, 1, 2));
        add(t, is_first ? " fills the picture; there is no land in it."
                        : " is all there is to see, without any land.");
    } else {
        add_scene(t);
    }
    raise(t, 0);
    if (!is_tiny)
        add_details(t, most);
    int is_panorama = !is_tiny && t->scene->panorama.x != RL_AUTO;
    if (is_panorama && t->scene->extent == RL_EXTENT_LOOP)
        add(t, " It is the view all round a real place.");
    else if (is_panorama)
        add(t, " It is the view from a real place toward the %s.",
            directions[(int)(t->scene->panorama.look / EIGHTH_TURN + 0.5) % 8]);
    if (t->length < LEAST)
        add(t, " It is %d pixel%s wide and %d high.", t->width, t->width == 1 ? "" : "s",
            t->height);
}

rl_status alt_text_make(char text[ALT_TEXT_SIZE], const rl_frame *frame, uint64_t variant,
                        rl_error *error)
{
    const rl_scene *scene = rl_frame_scene(frame);
    int is_part = scene->part_width > 0;
    alt_text t = {.facts = {.struct_size = sizeof t.facts},
                  .scene = scene,
                  .variant = variant,
                  .width = is_part ? scene->part_width : scene->width,
                  .height = is_part ? scene->part_height : scene->height};
    TRY(rl_frame_facts(frame, &t.facts, error));
    count_nouns(&t);
    find_place(&t);
    t.is_wooded = sight_amount(&t.facts, "trees") > 0.0;
    find_details(&t);
    int most = DETAILS + 1; /* fewer until the text fits: without any it is short */
    do
        write_text(&t, most--);
    while (t.length >= ALT_TEXT_SIZE && most >= 0);
    snprintf(text, ALT_TEXT_SIZE, "%.*s", ALT_TEXT_SIZE - 1, t.text);
    return RL_OK;
}
