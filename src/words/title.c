/* title.c - a few words that name a picture.
 *
 * In: a frame.  Out: a pattern filled with the light, a place and what happens there, all taken
 * from the facts of the picture.  The tables hold the words; thresholds are those from which on a
 * thing is what one sees first, tuned by eye on 48 slots of a bot.
 */
#include "words/title.h"
#include "base/hash.h"
#include "base/status.h"
#include "words/alt_text.h"

#include <stdio.h>
#include <string.h>

#define WORDS 6 /* words of a row */

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

#define STARS_LEAST 30

/* Amounts from which the title mentions a thing: fractions of the picture or strengths, 0..1. */
static const struct {
    double full_moon, moon; /* lit fraction of the moon; below `moon` it is a crescent */
    double sky, water, deck, city, beach, trees;
    double eclipse, rainbow, lightning, lava, aurora, milkyway, acacia, snowfall, rain, cumulus;
    double mist, veil, snow, hidden_sun, clouds; /* veil: a little mist */
} least = {.full_moon = 0.97,
           .moon = 0.4,
           .sky = 0.03,
           .water = 0.06,
           .deck = 0.15,
           .city = 0.01,
           .beach = 0.05,
           .trees = 0.6,
           .eclipse = 0.5,
           .rainbow = 0.15,
           .lightning = 0.35,
           .lava = 0.006,
           .aurora = 0.05,
           .milkyway = 0.04,
           .acacia = 0.01,
           .snowfall = 0.2,
           .rain = 0.2,
           .cumulus = 0.05,
           .mist = 0.5,
           .veil = 0.25,
           .snow = 0.1,
           .hidden_sun = 0.1,
           .clouds = 0.3};

/* Returns the light of the disc, the stars or the mood; none for a mood of several hours. */
static int light_of(const rl_scene *scene, const rl_facts *facts)
{
    static const int of_hour[] = {[RL_HOUR_NIGHT] = NIGHT,
                                  [RL_HOUR_MORNING] = DAWN,
                                  [RL_HOUR_DAY] = DAY,
                                  [RL_HOUR_EVENING] = EVENING};
    rl_mood_info info = {.hours = 0};
    if (facts->disc == RL_DISC_MOON)
        return facts->moon_lit >= least.full_moon ? FULL_MOON
               : facts->moon_lit < least.moon     ? CRESCENT
                                                  : MOON;
    if (facts->stars >= STARS_LEAST)
        return STARS;
    if (scene->mood[0] != '\0')
        (void)rl_mood_describe(scene->mood, &info, NULL);
    int is_one =
        info.hours > 0 && info.hours <= RL_HOUR_EVENING && (info.hours & (info.hours - 1)) == 0;
    return scene->time == RL_AUTO && is_one ? of_hour[info.hours] : NO_LIGHT;
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

/* Names of other places. */
static const char *const cities[WORDS] = {"the city", "the towers", "the skyline"};
static const char *const cloud_tops[WORDS] = {"the sea of clouds", "the cloud tops"};
static const char *const ices[WORDS] = {"the ice", "the frozen land"};
static const char *const plains[WORDS] = {"the plain", "the grassland", "the open country"};
static const char *const bays[WORDS] = {"the bay", "the beach", "the curved shore"};
static const char *const seas[WORDS] = {"the sea", "the open water", "the coast"};
static const char *const lakes[WORDS] = {"the lake", "still water", "the far shore", "the water"};
static const char *const woods[WORDS] = {"the woods", "the forest", "the tree line"};

/* ---- a title ------------------------------------------------------------------ */

#define PLACES 6

typedef struct title {
    rl_facts facts;
    const rl_scene *scene;
    uint64_t variant;
    const char *const *places[PLACES]; /* lists of names for the place */
    int place_count;
    const char *event, *where; /* "snow", " on "; or NULL */
    char sky[48];              /* "a rose sky" */
    char fade[64];             /* "near-black to rose" */
    char text[TITLE_SIZE];
} title;

/* Chooses one of `count` from the hash of the variant and the purpose. */
static int choose(const title *t, int purpose, int count)
{
    return (int)(hash_at(t->variant, purpose, 0) % (uint64_t)count);
}

static const char *choose_place(const title *t)
{
    const char *const *words = t->places[choose(t, 2, t->place_count)];
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

static void add_place(title *t, int is_there, const char *const *words)
{
    if (is_there && t->place_count < PLACES)
        t->places[t->place_count++] = words;
}

static void find_places(title *t)
{
    const rl_facts *facts = &t->facts;
    const rl_scene *scene = t->scene;
    int most = 0, row = 0, last = (int)(sizeof lands / sizeof *lands) - 1;
    const char *noun = "", *other;
    int is_plain = scene->plain == RL_PLAIN_GRASS, is_city = facts->city >= least.city;
    int is_deck = facts->deck >= least.deck;
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
    int is_lake = facts->water >= least.water && facts->sky > least.sky, is_open = scene->lake_open;
    add_place(t, !is_plain && !is_city && !is_deck, lands[row].words);
    add_place(t, is_city, cities);
    add_place(t, is_deck && scene_integer(scene, "deck.of") == RL_DECK_CLOUDS, cloud_tops);
    add_place(t, is_deck && scene_integer(scene, "deck.of") != RL_DECK_CLOUDS, ices);
    add_place(t, is_plain, plains);
    add_place(t, facts->beach >= least.beach, bays);
    add_place(t, is_lake && is_open && !is_city, seas);
    add_place(t, is_lake && !is_open, lakes);
    add_place(t, facts->trees >= least.trees, woods);
}

/* Finds the rarest event in the picture and chooses one of its two phrases. */
static void find_event(title *t)
{
    const rl_facts *facts = &t->facts;
    const struct {
        int is_there;
        const char *events[2], *where;
    } rows[] = {
        {facts->comet == RL_COMET_COMET, {"a comet", "a long-tailed comet"}, " over "},
        {facts->comet == RL_COMET_METEOR, {"a falling star", "a meteor"}, " over "},
        {facts->disc == RL_DISC_SUN && t->scene->sun_eclipse >= least.eclipse,
         {"an eclipse", "a ring of sun"},
         " over "},
        {facts->rainbow >= least.rainbow, {"a rainbow", "rain and sun"}, " over "},
        {facts->lightning >= least.lightning, {"lightning", "a flash"}, " over "},
        {facts->lava >= least.lava, {"lava", "fire"}, " on "},
        {facts->aurora >= least.aurora, {"the aurora", "curtains of light"}, " over "},
        {facts->milkyway >= least.milkyway, {"the Milky Way", "a river of stars"}, " over "},
        {facts->acacia >= least.acacia && scene_real(t->scene, "plants.hero") > 0.0,
         {"an acacia", "a flat-topped tree"},
         " on "},
        {facts->snowfall >= least.snowfall, {"falling snow", "flakes of snow"}, " over "},
        {facts->rain >= least.rain, {"rain", "showers"}, " over "},
        {facts->cumulus >= least.cumulus, {"great clouds", "heaped clouds"}, " over "},
        {facts->mist >= least.mist, {"mist", "thick mist"}, " before "},
        {facts->snow >= least.snow, {"snow", "fields of snow"}, " on "},
        {facts->disc == RL_DISC_SUN && facts->disc_in_land >= least.hidden_sun,
         {"the sun", "a hidden sun"},
         " behind "},
        {facts->clouds >= least.clouds, {"clouds", "a cloudy sky"}, " over "},
        {facts->birds >= 3, {"birds", "a flock"}, " over "},
        {facts->mist >= least.veil, {"a little mist", "a veil of mist"}, " before "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows && t->event == NULL; i++)
        if (rows[i].is_there) {
            t->event = rows[i].events[choose(t, 4, 2)];
            t->where = rows[i].where;
        }
}

static void find_sky(title *t)
{
    const rl_facts *facts = &t->facts;
    rl_colour colour = facts->sky_low != RL_AUTO ? facts->sky_low : facts->sky_top;
    if (facts->sky < least.sky || colour == RL_AUTO)
        return;
    const char *word = colour_word(colour);
    snprintf(t->sky, sizeof t->sky, "%s %s sky", strchr("aeio", word[0]) != NULL ? "an" : "a",
             word);
}

/* Writes the title of four parts and returns 1 when each of them is there and all fit. */
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
    const char *sky = t->sky[0] != '\0' ? t->sky : NULL, *where = t->where;
    const char *event = t->event,
               *minor = where != NULL && strcmp(where, " behind ") == 0 ? NULL : event;
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
        return event != NULL && join(t, event, where, land, "");
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
    find_sky(&t);
    /* Patterns come in turn, five on for the next variant; one without its parts gives way to
     * the third from it, so that no two of a row fall on the same one. */
    int pattern = (int)(variant % PATTERNS * 5 % PATTERNS), tries = 0;
    while (tries < PATTERNS && !write_pattern(&t, (pattern + 3 * tries) % PATTERNS))
        tries++;
    snprintf(text, TITLE_SIZE, "%s", tries < PATTERNS ? t.text : "Ridges");
    return RL_OK;
}
