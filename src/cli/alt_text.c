/* alt_text.c - words for what a picture shows.
 *
 * In: a frame.  Out: one or two sentences about its facts: land, sky and light first, then
 * what else there is.  Every word of a place or an amount has a threshold here;
 * whatever is near none of them stays unsaid.
 */
#include "cli/alt_text.h"
#include "cli/colour_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LEAST 80 /* letters */

/* The part is too small for anything but a colour. */
#define TINY_WIDTH 48
#define TINY_HEIGHT 27

/* Shares of an area, from which on a thing is spoken of. */
#define SKY_LEAST 0.03
#define WATER_LEAST 0.03
#define MIST_LEAST 0.25
#define MIST_MUCH 0.60
#define CLOUDS_LEAST 0.06
#define CLOUDS_MUCH 0.30
#define AURORA_LEAST 0.05
#define SNOW_LEAST 0.03
#define TREES_LEAST 0.35
#define STARS_LEAST 8
#define STARS_MANY 60
#define LIGHTER 0.10 /* of lightness: what "fade" means */

/* A text that grows; too long is seen by its length. */
typedef struct words {
    char text[1024];
    size_t length;
} words;

static void add(words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(words *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int more = vsnprintf(w->text + w->length, sizeof w->text - w->length, format, list);
    va_end(list);
    if (more > 0)
        w->length += (size_t)more;
    if (w->length >= sizeof w->text)
        w->length = sizeof w->text - 1;
}

static const char *article(const char *word)
{
    return strchr("aeio", word[0]) != NULL ? "an" : "a";
}

static void capital(words *w, size_t at)
{
    if (at < w->length && w->text[at] >= 'a' && w->text[at] <= 'z')
        w->text[at] = (char)(w->text[at] - 'a' + 'A');
}

static const char *number(int n)
{
    static const char *const names[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    return n <= 12 ? names[n] : "many";
}

/* The choice among `count` words at a place of the text.  At place 0 one follows the other,
 * so that no two in a row begin alike; at others chance decides, and no two places agree for
 * long.  (A multiplier of L'Ecuyer's, 1999; its upper bits are the better ones.) */
static int choice(uint64_t variant, int place, int count)
{
    if (place == 0)
        return (int)(variant % (uint64_t)count);
    uint64_t bits = (variant + 1) * UINT64_C(2862933555777941757) + (uint64_t)place;
    bits = (bits ^ bits >> 32) * UINT64_C(3202034522624059733);
    return (int)((bits >> 33) % (uint64_t)count);
}

/* ---- land -------------------------------------------------------------------- */

static int is_wooded(const rl_facts *facts)
{
    return facts->trees >= TREES_LEAST && facts->low_trees >= 0.5;
}

static int hills_of(const rl_facts *facts)
{
    return facts->kinds[RL_RIDGE_HILL] + facts->kinds[RL_RIDGE_ROLL];
}

/* What the ridges are; `s` is the plural's end. */
static void add_noun(words *w, const rl_facts *facts, const char *s)
{
    int alps = facts->kinds[RL_RIDGE_ALPS], hills = hills_of(facts);
    int mountains = alps + facts->kinds[RL_RIDGE_RANGE] + facts->kinds[RL_RIDGE_FRACTAL] +
                    facts->kinds[RL_RIDGE_SLICE];
    const char *sharp = alps > 0 ? "jagged " : "";
    if (facts->kinds[RL_RIDGE_MESA] > 0)
        add(w, "desert ridge%s with flat-topped mesas", s);
    else if (2 * facts->kinds[RL_RIDGE_DUNE] >= facts->ridges)
        add(w, mountains > 0 ? "ridge%s of sand dunes and mountains" : "line%s of sand dunes", s);
    else if (mountains > 0 && hills > 0)
        add(w, "ridge%s of %smountains and %shills", s, sharp, is_wooded(facts) ? "wooded " : "");
    else if (hills > 0)
        add(w, "ridge%s of %shills", s, is_wooded(facts) ? "wooded " : "");
    else if (mountains > 0)
        add(w, "%smountain ridge%s", sharp, s);
    else
        add(w, "ridge%s", s);
}

static void add_land(words *w, const rl_facts *facts)
{
    if (facts->ridges == 0) {
        add(w, "%s land without a clear ridge", colour_word(facts->all));
        return;
    }
    add(w, "%s ", number(facts->ridges));
    add_noun(w, facts, facts->ridges == 1 ? "" : "s");
}

/* Colours from the front to far away, as what the ridges do. */
static void add_fading(words *w, const rl_facts *facts)
{
    if (facts->ridges == 0)
        return;
    const char *near = colour_word(facts->near_land), *far = colour_word(facts->far_land);
    double lighter = colour_lightness(facts->far_land) - colour_lightness(facts->near_land);
    if (strcmp(near, far) == 0)
        add(w, facts->ridges == 1 ? " in %s" : " in shades of %s", near);
    else if (lighter >= LIGHTER)
        add(w, " fade from %s in front to %s in the distance", near, far);
    else
        add(w, " run from %s in front to %s in the distance", near, far);
}

/* The same as a remark. */
static void add_pair(words *w, const rl_facts *facts, const char *end)
{
    if (facts->ridges == 0)
        return;
    const char *near = colour_word(facts->near_land), *far = colour_word(facts->far_land);
    if (strcmp(near, far) == 0)
        add(w, facts->ridges == 1 ? ", %s%s" : ", all in shades of %s%s", near, end);
    else
        add(w, ", %s in front and %s in the distance%s", near, far, end);
}

/* ---- sky --------------------------------------------------------------------- */

static int is_starry(const rl_facts *facts)
{
    return facts->stars >= STARS_MANY;
}

static void add_sky(words *w, const rl_facts *facts, int wording)
{
    const char *top = colour_word(facts->sky_top), *low = top;
    const char *kind = is_starry(facts) ? "starry " : facts->clouds >= CLOUDS_MUCH ? "cloudy " : "";
    if (facts->sky_low != RL_AUTO)
        low = colour_word(facts->sky_low);
    if (strcmp(top, low) == 0)
        add(w, "%s %s%s sky", article(kind[0] != '\0' ? kind : top), kind, top);
    else if (wording == 0)
        add(w, "a %ssky that goes from %s down to %s", kind, top, low);
    else
        add(w, "a %ssky that is %s above and %s near the land", kind, top, low);
}

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

static void add_disc(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    static const char *const verbs[] = {"stands", "hangs", "shines"};
    const char *size = facts->disc_radius >= 0.08   ? "large "
                       : facts->disc_radius <= 0.02 ? "small "
                                                    : "";
    int is_moon = facts->disc == 2;
    const char *name = is_moon ? moon_kind(facts->moon_lit) : "sun";
    const char *striped = !is_moon && scene->sun_stripes >= 0.3 && size[0] == 'l' ? "striped " : "";
    const char *the = is_moon || size[0] != '\0' ? "a" : "the";
    add(w, "%s %s%s%s %s %s%s", the, size, striped, name, verbs[choice(variant, 2, 3)],
        side(facts->disc_x), disc_place(facts));
}

/* ---- details ------------------------------------------------------------------- */

typedef void detail_writer(words *w, const rl_facts *facts, const rl_scene *scene,
                           uint64_t variant);

static void add_lake(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)scene;
    const char *colour = colour_word(facts->lake);
    if (choice(variant, 3, 2) == 0)
        add(w, "%s %s lake mirrors what stands behind it", article(colour), colour);
    else
        add(w, "still %s water mirrors the far shore", colour);
}

static void add_aurora(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    add(w, choice(variant, 3, 2) == 0 ? "an aurora glows in the sky"
                                      : "curtains of aurora hang in the sky");
}

static void add_stars(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    add(w, choice(variant, 3, 2) == 0 ? "a few stars are out" : "stars dot the sky");
}

static void add_snow(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)scene;
    if (facts->snow_y > facts->land_y - 0.05)
        add(w, "snow lies on the rocks");
    else
        add(w, choice(variant, 3, 2) == 0 ? "snow lies on the upper slopes"
                                          : "the heights are white with snow");
}

/* Some that cannot be seen are not counted, and then neither are the others. */
static void add_birds(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    const char *place = side(facts->birds_x);
    if (facts->birds == 1)
        add(w, "one bird flies %s", place);
    else if (facts->birds < scene->birds)
        add(w, "birds fly %s", place);
    else if (facts->birds == 2 || choice(variant, 3, 2) == 0)
        add(w, "%s birds fly %s", number(facts->birds), place);
    else
        add(w, "a flock of %s birds is in the air %s", number(facts->birds), place);
}

static void add_mist(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)scene;
    const char *thick = facts->mist >= MIST_MUCH ? "thick mist" : "mist";
    add(w, choice(variant, 3, 2) == 0 ? "%s lies between the ridges" : "%s fills the valleys",
        thick);
}

static void add_clouds(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    add(w, choice(variant, 3, 2) == 0 ? "streaks of cloud cross the sky"
                                      : "thin clouds drift across the sky");
}

static void add_trees(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene;
    add(w, choice(variant, 3, 2) == 0 ? "conifers line the nearest ridge"
                                      : "the nearest ridge bristles with conifers");
}

static void add_strata(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)scene, (void)variant;
    add(w, "bands of rock show in the cliffs");
}

static void add_pixels(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant)
{
    (void)facts, (void)variant;
    add(w, "the picture is pixel art of at most %d colours", scene->colours);
}

#define DETAILS_MOST 3

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
        {facts->stars >= STARS_LEAST && !is_starry(facts), add_stars},
        {facts->strata >= SNOW_LEAST && facts->kinds[RL_RIDGE_MESA] > 0, add_strata},
        {facts->mist >= MIST_LEAST && facts->ridges > 1, add_mist},
        {facts->clouds >= CLOUDS_LEAST && facts->clouds < CLOUDS_MUCH, add_clouds},
        {is_wooded(facts), add_trees},
    };
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && count < DETAILS_MOST; i++)
        if (all[i].is_there)
            found[count++] = all[i].write;
    return count;
}

/* The disc, which goes on the first sentence, and up to `most` details: the second one. */
static void add_details(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant,
                        int most)
{
    detail_writer *found[DETAILS_MOST];
    if (facts->disc > 0 && most > 0) {
        w->length--; /* the full stop */
        add(w, "; ");
        add_disc(w, facts, scene, variant);
        add(w, ".");
        most--;
    }
    int count = find_details(facts, scene, found);
    count = count < most ? count : most;
    if (count <= 0)
        return;
    int turn = count == 2 ? choice(variant, 4, 2) : 0;
    size_t begin = w->length;
    for (int i = 0; i < count; i++) {
        add(w, "%s", i == 0 ? " " : i + 1 < count ? ", " : count > 2 ? ", and " : " and ");
        found[(i + turn) % count](w, facts, scene, variant);
    }
    capital(w, begin + 1);
    add(w, ".");
}

/* ---- sentences ------------------------------------------------------------------- */

static void add_scene(words *w, const rl_facts *facts, uint64_t variant)
{
    int has_sky = facts->sky >= SKY_LEAST && facts->sky_top != RL_AUTO;
    int pattern = choice(variant, 0, 4), wording = choice(variant, 1, 2);
    if (!has_sky)
        pattern &= 2;
    if (pattern == 1) {
        add(w, "under ");
        add_sky(w, facts, wording);
        add(w, facts->ridges == 0 ? " lies " : ", ");
    } else if (pattern == 3) {
        add_sky(w, facts, 0); /* one "that" is enough before the verb */
        add(w, " stretches over ");
    }
    add_land(w, facts);
    if (pattern == 2 && facts->ridges > 1)
        add(w, " lie one behind another");
    if (pattern < 2)
        add_fading(w, facts);
    else
        add_pair(w, facts, pattern == 2 && has_sky ? "," : "");
    if ((pattern & 1) == 0 && has_sky) {
        add(w, " under ");
        add_sky(w, facts, wording);
    }
    add(w, has_sky ? "." : ", with no sky in view.");
}

static void add_bare_sky(words *w, const rl_facts *facts, uint64_t variant)
{
    add_sky(w, facts, choice(variant, 1, 2));
    add(w, choice(variant, 0, 2) == 0 ? " fills the picture; there is no land in it."
                                      : " is all there is to see, without any land.");
}

static void add_tiny(words *w, const rl_facts *facts, uint64_t variant)
{
    const char *colour = colour_word(facts->all);
    if (choice(variant, 0, 2) == 0)
        add(w, "a picture too small to show more than its colour, which is %s on the whole.",
            colour);
    else
        add(w, "%s on the whole, this picture is too small for anything but its colour.", colour);
}

static void write_text(words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant,
                       int most)
{
    int width = scene->part_width > 0 ? scene->part_width : scene->width;
    int height = scene->part_width > 0 ? scene->part_height : scene->height;
    w->length = 0;
    w->text[0] = '\0';
    if (width < TINY_WIDTH || height < TINY_HEIGHT)
        add_tiny(w, facts, variant);
    else if (facts->land < 0.01 && facts->water < 0.01)
        add_bare_sky(w, facts, variant);
    else
        add_scene(w, facts, variant);
    capital(w, 0);
    if (width >= TINY_WIDTH && height >= TINY_HEIGHT)
        add_details(w, facts, scene, variant, most);
    if (w->length < LEAST)
        add(w, " It is %d pixel%s wide and %d high.", width, width == 1 ? "" : "s", height);
}

rl_status alt_text_make(char text[ALT_TEXT_SIZE], const rl_frame *frame, uint64_t variant,
                        rl_error *error)
{
    rl_facts facts = {.struct_size = sizeof facts};
    rl_status status = rl_frame_facts(frame, &facts, error);
    if (status != RL_OK)
        return status;
    words w;
    int most = DETAILS_MOST + 1;
    do
        write_text(&w, &facts, rl_frame_scene(frame), variant, most--);
    while (w.length >= ALT_TEXT_SIZE && most >= 0);
    snprintf(text, ALT_TEXT_SIZE, "%s", w.text); /* what is left without details is short */
    return RL_OK;
}
