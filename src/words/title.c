/* title.c - a few words that name a picture.
 *
 * In: a frame.  Out: a pattern filled with the light, a place and what happens there, all taken
 * from the facts of the picture.  The tables hold the words.  At and above its threshold a thing is
 * conspicuous enough for a title; tuned by eye on 48 slots of a bot.
 */
#include "words/title.h"
#include "base/hash.h"
#include "base/scene.h"
#include "base/sight.h"
#include "base/status.h"
#include "words/alt_text.h"

#include <stdio.h>
#include <string.h>

#define WORDS SIGHT_PLACES /* words of a row */

/* ---- light -------------------------------------------------------------------- */

enum { DAWN, DAY, EVENING, NIGHT, MOON, FULL_MOON, CRESCENT, STARS, NO_LIGHT };

/* Names of a light: as a noun, and as a time. */
typedef struct light {
    const char *noun, *when;
} light;

static const light lights[NO_LIGHT][WORDS] = {
    [DAWN] = {{"dawn", "at dawn"},
              {"first light", "at first light"},
              {"daybreak", "at daybreak"},
              {"early light", "in the early light"},
              {"morning", "in the morning"},
              {"a new day", "on a new day"}},
    [DAY] = {{"noon", "at noon"},
             {"midday", "at midday"},
             {"broad daylight", "in broad daylight"},
             {"a long day", "on a long day"},
             {"daylight", "by daylight"},
             {"an open day", "on an open day"}},
    [EVENING] = {{"evening", "in the evening"},
                 {"last light", "in the last light"},
                 {"sundown", "at sundown"},
                 {"late light", "in the late light"},
                 {"the day's end", "at the day's end"},
                 {"a late hour", "at a late hour"}},
    [NIGHT] = {{"nightfall", "at nightfall"},
               {"night", "by night"},
               {"the dark", "after dark"},
               {"a quiet night", "in a quiet night"},
               {"a long night", "in a long night"}},
    [MOON] = {{"moonlight", "by moonlight"},
              {"the moon", "under the moon"},
              {"a bright night", "in a bright night"},
              {"moon and silence", "in the moon's light"}},
    [FULL_MOON] = {{"a full moon", "under a full moon"},
                   {"the round moon", "under the round moon"},
                   {"moonlight", "by moonlight"}},
    [CRESCENT] = {{"a crescent moon", "under a crescent moon"},
                  {"a thin moon", "under a thin moon"},
                  {"a slip of moon", "under a slip of moon"}},
    [STARS] = {{"starlight", "by starlight"},
               {"the stars", "under the stars"},
               {"a night of stars", "in a night of stars"}},
};

#define STARS_LEAST 30 /* least number of stars for a title of starlight */

#define SKY_LEAST 0.03 /* share of sky from which its colour is named */

/* Lit fraction of the moon from which it is full, and below which it is a crescent. */
#define FULL_FROM 0.97
#define CRESCENT_TO 0.4

/* Returns the light of the moon, the stars or the mood; NO_LIGHT for a mood of several hours.  A
 * sun that the picture shows, which the alternative text mentions, makes a mood of the night an
 * evening: moods such as dusk may have the sun just above the land. */
static int light_of(const rl_scene *scene, const rl_facts *facts)
{
    static const int of_hour[] = {[RL_HOUR_NIGHT] = NIGHT,
                                  [RL_HOUR_MORNING] = DAWN,
                                  [RL_HOUR_DAY] = DAY,
                                  [RL_HOUR_EVENING] = EVENING};
    rl_mood_info info = {.hours = 0};
    if (facts->disc == RL_DISC_MOON)
        return facts->moon_lit >= FULL_FROM    ? FULL_MOON
               : facts->moon_lit < CRESCENT_TO ? CRESCENT
                                               : MOON;
    int has_sun = facts->disc == RL_DISC_SUN;
    if (sight_amount(facts, "stars") >= STARS_LEAST && !has_sun)
        return STARS;
    if (scene->mood[0] != '\0')
        (void)rl_mood_describe(scene->mood, &info, NULL);
    int is_one =
        info.hours > 0 && info.hours <= RL_HOUR_EVENING && (info.hours & (info.hours - 1)) == 0;
    int hour = scene->time == RL_AUTO && is_one ? of_hour[info.hours] : NO_LIGHT;
    return hour == NIGHT && has_sun ? EVENING : hour;
}

/* ---- places ------------------------------------------------------------------- */

/* Names of land by the noun of its ridge family; "" matches any other noun. */
static const struct {
    const char *noun;
    const char *words[WORDS];
} lands[] = {
    {"jagged mountains",
     {"the jagged peaks", "the high peaks", "the sharp summits", "the bare heights",
      "the stone ridges", "the peaks"}},
    {"mountains",
     {"the mountains", "the far range", "the summits", "the high country", "the long ridges"}},
    {"hills",
     {"the hills", "the folded hills", "the low country", "the soft slopes", "the rolling land"}},
    {"sand dunes",
     {"the dunes", "the sand", "the long dunes", "the sea of sand", "the slow dunes",
      "the ridges of sand"}},
    {"flat-topped mesas", {"the mesas", "the tablelands", "the flat summits", "the desert"}},
    {"canyon walls",
     {"the canyon", "the gorge", "the canyon walls", "the deep valley", "the walls of rock"}},
    {"rolling fields",
     {"the fields", "the farmland", "the open fields", "the quiet farms", "the furrowed land"}},
    {"moors", {"the moor", "the heath", "the open moor", "the long moor"}},
    {"a volcano", {"the volcano", "the crater", "the great cone"}},
    {"a broad mountain", {"the great mountain", "the broad summit", "the lone mountain"}},
    {"sea cliffs", {"the cliffs", "the headlands", "the rocky coast", "the sea cliffs"}},
    {"islands", {"the islands", "the archipelago", "the scattered isles"}},
    {"meadows", {"the meadows", "the high meadows", "the pastures"}},
    {"mountain slopes", {"the steep slopes", "the valley sides", "the narrow valley"}},
    {"rock towers", {"the towers of rock", "the stone pillars", "the karst"}},
    {"buttes", {"the buttes", "the standing rocks", "the lone rocks"}},
    {"", {"the ridges", "the distance", "the far land"}},
};

/* ---- a title ------------------------------------------------------------------ */

#define PLACES 6

typedef struct title {
    rl_facts facts;
    const rl_scene *scene;
    uint64_t variant;
    struct place {
        double rank;
        const char *const *words;
    } places[PLACES]; /* names for the place, in the order of their ranks */
    int place_count;
    const char *event; /* "snow"; or NULL */
    char where[16];    /* " on " */
    char sky[48];      /* "a rose sky" */
    char fade[64];     /* "near-black to rose" */
    char text[TITLE_SIZE];
} title;

/* Returns a choice 0..count - 1 from the hash of the variant and the purpose. */
static int choose(const title *t, int purpose, int count)
{
    return (int)(hash_at(t->variant, purpose, 0) % (uint64_t)count);
}

static const char *choose_place(const title *t)
{
    const char *const *words = t->places[choose(t, 2, t->place_count)].words;
    int count = 0;
    while (count < WORDS && words[count] != NULL)
        count++;
    return words[choose(t, 1, count)];
}

static light light_word(const title *t)
{
    int kind = light_of(t->scene, &t->facts), count = 0;
    while (kind < NO_LIGHT && count < WORDS && lights[kind][count].noun != NULL)
        count++;
    return count > 0 ? lights[kind][choose(t, 3, count)] : (light){NULL, NULL};
}

/* Adds names for the place, in the order of their ranks. */
static void add_place(title *t, double rank, const char *const *words)
{
    int at = t->place_count < PLACES ? t->place_count++ : PLACES;
    for (; at > 0 && t->places[at - 1].rank > rank; at--)
        if (at < PLACES)
            t->places[at] = t->places[at - 1];
    if (at < PLACES)
        t->places[at] = (struct place){rank, words};
}

/* Returns 1 if the title may mention a thing. */
static int is_in_title(const rl_sight *sight)
{
    return sight->amount >= sight->words->title_least;
}

static void find_places(title *t)
{
    const rl_facts *facts = &t->facts;
    int most = 0, row = 0, last = (int)(sizeof lands / sizeof *lands) - 1;
    const char *noun = "", *other;
    for (size_t i = 0; (other = rl_ridge_family_noun(i)) != NULL; i++) {
        int is_one = strncmp(other, "a ", 2) == 0; /* a landmark always names the land */
        /* Hills count a third: other land is more striking. */
        int count = facts->kinds[i] * (strcmp(other, "hills") == 0 ? 1 : 3);
        if (count > 0 && (is_one || count > most)) {
            most = is_one ? 3 * RL_MAX_RIDGES : count;
            noun = other;
        }
    }
    while (row < last && strcmp(lands[row].noun, noun) != 0)
        row++;
    int hides_land = 0;
    for (int i = 0; i < facts->sights; i++) {
        const rl_sight_words *words = facts->sight[i].words;
        if (words->places[0] == NULL || !is_in_title(&facts->sight[i]))
            continue;
        add_place(t, words->place_rank, words->places);
        hides_land |= words->hides_land;
    }
    if (!hides_land)
        add_place(t, 0.0, lands[row].words);
}

/* Finds the rarest event in the picture and chooses one of its two phrases. */
static void find_event(title *t)
{
    const rl_sight_words *rarest = NULL;
    for (int i = 0; i < t->facts.sights; i++) {
        const rl_sight_words *words = t->facts.sight[i].words;
        if (words->events[0] != NULL && is_in_title(&t->facts.sight[i]) &&
            (rarest == NULL || words->event_rank < rarest->event_rank))
            rarest = words;
    }
    if (rarest == NULL)
        return;
    t->event = rarest->events[choose(t, 4, 2)];
    snprintf(t->where, sizeof t->where, " %s ", rarest->preposition);
}

/* Writes the title of four parts; returns 1 if none of them is NULL and they fit. */
static int join(title *t, const char *a, const char *b, const char *c, const char *d)
{
    if (a == NULL || b == NULL || c == NULL || d == NULL)
        return 0;
    int length = snprintf(t->text, sizeof t->text, "%s%s%s%s", a, b, c, d);
    if (t->text[0] >= 'a' && t->text[0] <= 'z')
        t->text[0] = (char)(t->text[0] - 'a' + 'A');
    return length < (int)sizeof t->text;
}

#define PATTERNS 14

static int write_pattern(title *t, int pattern)
{
    static const char *const numbers[] = {"three", "four", "five", "six", "seven", "eight", "nine"};
    static const char *const ways[] = {"toward ", "beyond ", "along "};
    const rl_facts *facts = &t->facts;
    const light hour = light_word(t);
    const char *land = choose_place(t), *motif = facts->motif[0] != '\0' ? facts->motif : NULL;
    const char *sky = t->sky[0] != '\0' ? t->sky : NULL;
    const char *event = t->event, *minor = strcmp(t->where, " behind ") == 0 ? NULL : event;
    const char *near = facts->ridges > 1 ? colour_word(facts->near_land) : NULL;
    const char *far = facts->ridges > 1 ? colour_word(facts->far_land) : NULL;
    const char *count =
        facts->ridges >= 3 && facts->ridges <= 9 ? numbers[facts->ridges - 3] : NULL;
    const char *fade = near != NULL && strcmp(near, far) != 0 ? t->fade : NULL;
    if (fade != NULL)
        snprintf(t->fade, sizeof t->fade, "%s to %s", near, far);
    switch (pattern) {
    case 0:
        return join(t, hour.noun, " over ", land, "");
    case 1:
        return join(t, land, " ", hour.when, "");
    case 2:
        return join(t, motif, " ", hour.when, "");
    case 3:
        return event != NULL && join(t, event, t->where, land, "");
    case 4:
        return join(t, sky, choose(t, 5, 2) ? " over " : " above ", land, "");
    case 5:
        return join(t, motif, " and ", land, "");
    case 6:
        return choose(t, 5, 2) ? join(t, "from ", fade, "", "") : join(t, land, ", ", fade, "");
    case 7:
        return join(t, hour.when, ", ", land, "");
    case 8:
        return join(t, land, ", ", count, " ridges deep");
    case 9:
        return join(t, minor, " ", hour.when, "");
    case 10:
        return join(t, motif, " under ", sky, "");
    case 11:
        return join(t, ways[choose(t, 5, 3)], land, " ", hour.when);
    case 12:
        return join(t, hour.noun, " and ", minor, "");
    default:
        return join(t, land, choose(t, 5, 2) ? " under " : " below ", sky, "");
    }
}

rl_status title_make(char text[TITLE_SIZE], const rl_frame *frame, uint64_t variant,
                     rl_error *error)
{
    title t = {.facts = {.struct_size = sizeof t.facts},
               .scene = rl_frame_scene(frame),
               .variant = variant};
    TRY(rl_frame_facts(frame, &t.facts, error));
    find_places(&t);
    find_event(&t);
    rl_colour low = t.facts.sky_low != RL_AUTO ? t.facts.sky_low : t.facts.sky_top;
    const char *sky = t.facts.sky >= SKY_LEAST && low != RL_AUTO ? colour_word(low) : NULL;
    if (sky != NULL)
        snprintf(t.sky, sizeof t.sky, "%s %s sky", strchr("aeio", sky[0]) != NULL ? "an" : "a",
                 sky);
    /* The first pattern of each variant is the fifth after that of the variant before.  If its
     * parts are missing, every third one is tried, so that neighbours do not end on the same. */
    int pattern = (int)(variant % PATTERNS * 5 % PATTERNS), tries = 0;
    while (tries < PATTERNS && !write_pattern(&t, (pattern + 3 * tries) % PATTERNS))
        tries++;
    char print[RL_VALUE_SIZE];
    int is_printed = rl_scene_number(t.scene, "print.kind") > 0.0;
    (void)rl_scene_get(t.scene, "print.kind", print);
    const char *words = tries < PATTERNS ? t.text : "Ridges";
    int length = snprintf(text, TITLE_SIZE, is_printed ? "%s, %s" : "%s", words, print);
    if (length >= TITLE_SIZE)
        snprintf(text, TITLE_SIZE, "%s", words);
    return RL_OK;
}
