/* alt_details.c - the sun or moon, and what else there is to tell of a picture.
 *
 * In: facts.  Out: words, the most telling first.
 */
#include "cli/common/alt_details.h"

#include "cli/common/colour_words.h"

/* ---- sun and moon -------------------------------------------------------------- */

static const char *moon_kind(double lit)
{
    if (lit >= 0.97)
        return "full moon";
    if (lit >= 0.85)
        return "nearly full moon";
    if (lit >= 0.60)
        return "gibbous moon";
    return lit >= 0.40 ? "half moon" : "crescent moon";
}

static const char *side(double x)
{
    static const struct {
        double end;
        const char *word;
    } sides[] = {{0.30, "on the left"},
                 {0.45, "left of centre"},
                 {0.55, "near the middle"},
                 {0.70, "right of centre"}};
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
        if (x < sides[i].end)
            return sides[i].word;
    return "on the right";
}

/* Where it stands above the land, or how much of it is hidden. */
static const char *disc_place(const rl_facts *facts)
{
    if (facts->disc_seen + facts->disc_in_land < 0.95)
        return ", cut off by the edge of the picture";
    if (facts->disc_in_land >= 0.65)
        return ", mostly hidden by the land";
    if (facts->disc_in_land >= 0.40)
        return ", half hidden by the land";
    if (facts->disc_in_land >= 0.03)
        return ", partly hidden by the land";
    if (facts->disc_above <= 0.0)
        return "";
    if (facts->disc_above <= 2.5 * facts->disc_radius)
        return ", just above the land";
    if (facts->disc_y <= 0.30)
        return ", high in the picture";
    return facts->disc_above <= 0.15 ? ", low over the land" : "";
}

static void add_disc(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    static const char *const verbs[] = {"stands", "hangs", "shines"};
    const char *size = facts->disc_radius >= 0.08   ? "large "
                       : facts->disc_radius <= 0.02 ? "small "
                                                    : "";
    int is_moon = facts->disc == 2;
    const char *name = is_moon ? moon_kind(facts->moon_lit) : "sun";
    const char *striped = !is_moon && scene->sun_stripes >= 0.3 && size[0] == 'l' ? "striped " : "";
    const char *the = is_moon || size[0] != '\0' ? "a" : "the";
    alt_add(w, "%s %s%s%s %s %s%s", the, size, striped, name, verbs[alt_choice(variant, 2, 3)],
            side(facts->disc_x), disc_place(facts));
}

/* ---- details ------------------------------------------------------------------- */

typedef void detail_writer(alt_words *w, const rl_facts *facts, const rl_scene *scene,
                           uint64_t variant);

static void add_lake(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)scene;
    const char *colour = colour_word(facts->lake);
    if (alt_choice(variant, 3, 2) == 0)
        alt_add(w, "%s %s lake mirrors what stands behind it", alt_article(colour), colour);
    else
        alt_add(w, "still %s water mirrors the far shore", colour);
}

static void add_aurora(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    alt_add(w, alt_choice(variant, 3, 2) == 0 ? "an aurora glows in the sky"
                                              : "curtains of aurora hang in the sky");
}

static void add_stars(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    alt_add(w, alt_choice(variant, 3, 2) == 0 ? "a few stars are out" : "stars dot the sky");
}

static void add_snow(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)scene;
    if (facts->snow_y > facts->land_y - 0.05)
        alt_add(w, "snow lies on the rocks");
    else
        alt_add(w, alt_choice(variant, 3, 2) == 0 ? "snow lies on the upper slopes"
                                                  : "the heights are white with snow");
}

/* Some that cannot be seen are not counted, and then neither are the others. */
static void add_birds(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    const char *place = side(facts->birds_x);
    if (facts->birds == 1)
        alt_add(w, "one bird flies %s", place);
    else if (facts->birds < scene->birds)
        alt_add(w, "birds fly %s", place);
    else if (facts->birds == 2 || alt_choice(variant, 3, 2) == 0)
        alt_add(w, "%s birds fly %s", alt_number(facts->birds), place);
    else
        alt_add(w, "a flock of %s birds is in the air %s", alt_number(facts->birds), place);
}

static void add_mist(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)scene;
    const char *thick = facts->mist >= MIST_MUCH ? "thick mist" : "mist";
    alt_add(w,
            alt_choice(variant, 3, 2) == 0 ? "%s lies between the ridges" : "%s fills the valleys",
            thick);
}

static void add_clouds(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    alt_add(w, alt_choice(variant, 3, 2) == 0 ? "streaks of cloud cross the sky"
                                              : "thin clouds drift across the sky");
}

static void add_trees(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    alt_add(w, alt_choice(variant, 3, 2) == 0 ? "conifers line the nearest ridge"
                                              : "the nearest ridge bristles with conifers");
}

static void add_strata(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene, (void)variant;
    alt_add(w, "bands of rock show in the cliffs");
}

static void add_pixels(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)variant;
    alt_add(w, "the picture is pixel art of at most %d colours", scene->colours);
}

/* What there is to tell, the most telling first. */
static int find_details(const rl_facts *facts, const rl_scene *scene, detail_writer **found)
{
    const struct {
        int is_there;
        detail_writer *write;
    } all[] = {
        {facts->water >= WATER_LEAST && facts->sky >= SKY_LEAST, add_lake},
        {facts->aurora >= AURORA_LEAST, add_aurora},
        {scene->colours > 0 && scene->edges == RL_EDGES_HARD, add_pixels},
        {facts->birds > 1 || (facts->birds == 1 && scene->birds == 1), add_birds},
        {facts->snow >= SNOW_LEAST, add_snow},
        {facts->stars >= STARS_LEAST && !alt_is_starry(facts), add_stars},
        {facts->strata >= SNOW_LEAST && alt_ridges(facts, "flat-topped mesas") > 0, add_strata},
        {facts->mist >= MIST_LEAST && facts->ridges > 1, add_mist},
        {facts->clouds >= CLOUDS_LEAST && facts->clouds < CLOUDS_MUCH, add_clouds},
        {alt_is_wooded(facts), add_trees},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && count < ALT_DETAILS; i++)
        if (all[i].is_there)
            found[count++] = all[i].write;
    return count;
}

void alt_add_details(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant,
                     int most)
{
    detail_writer *found[ALT_DETAILS];
    if (facts->disc > 0 && most > 0) {
        w->length--; /* the full stop */
        alt_add(w, "; ");
        add_disc(w, facts, scene, variant);
        alt_add(w, ".");
        most--;
    }
    int count = find_details(facts, scene, found);
    count = count < most ? count : most;
    if (count <= 0)
        return;
    int turn = count == 2 ? alt_choice(variant, 4, 2) : 0;
    size_t begin = w->length;
    for (int i = 0; i < count; i++) {
        alt_add(w, "%s", i == 0 ? " " : i + 1 < count ? ", " : count > 2 ? ", and " : " and ");
        found[(i + turn) % count](w, facts, scene, variant);
    }
    alt_capital(w, begin + 1);
    alt_add(w, ".");
}
