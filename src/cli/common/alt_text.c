/* alt_text.c - words for what a picture shows.
 *
 * In: a frame.  Out: one or two sentences about its facts: land, sky and light first, then
 * what else there is.  Every word of a place or an amount has a threshold;
 * whatever is near none of them stays unsaid.
 */
#include "cli/common/alt_text.h"

#include <stdio.h>
#include <string.h>

#include "cli/common/alt_details.h"
#include "cli/common/colour_words.h"

#define LEAST 80 /* letters */

/* The part is too small for anything but a colour. */
#define TINY_WIDTH 48
#define TINY_HEIGHT 27

#define LIGHTER 0.10 /* of lightness: what "fade" means */

/* ---- land -------------------------------------------------------------------- */

int alt_ridges(const rl_facts *facts, const char *noun)
{
    const char *name;
    int count = 0;
    for (size_t i = 0; (name = rl_ridge_family_noun(i)) != NULL; i++)
        count += strcmp(name, noun) == 0 ? facts->kinds[i] : 0;
    return count;
}

/* The noun of a visible family that add_noun has no phrase for; "" = none. */
static const char *other_noun(const rl_facts *facts)
{
    static const char *const known[] = {"jagged mountains", "mountains",         "hills",
                                        "sand dunes",       "flat-topped mesas", ""};
    const char *noun;
    for (size_t i = 0; (noun = rl_ridge_family_noun(i)) != NULL; i++) {
        size_t k = 0;
        while (k < sizeof known / sizeof known[0] && strcmp(noun, known[k]) != 0)
            k++;
        if (k == sizeof known / sizeof known[0] && facts->kinds[i] > 0)
            return noun;
    }
    return "";
}

/* What the ridges are; `s` is the plural's end. */
static void add_noun(alt_words *w, const rl_facts *facts, const char *s)
{
    int jagged = alt_ridges(facts, "jagged mountains"), hills = alt_ridges(facts, "hills");
    int mountains = jagged + alt_ridges(facts, "mountains");
    int dunes = alt_ridges(facts, "sand dunes");
    const char *sharp = jagged > 0 ? "jagged " : "";
    const char *other = other_noun(facts);
    if (alt_ridges(facts, "flat-topped mesas") > 0)
        alt_add(w, "desert ridge%s with flat-topped mesas", s);
    else if (other[0] != '\0')
        alt_add(w, "ridge%s of %s", s, other);
    else if (2 * dunes >= facts->ridges)
        alt_add(w, mountains > 0 ? "ridge%s of sand dunes and mountains" : "line%s of sand dunes",
                s);
    else if (mountains > 0 && hills > 0)
        alt_add(w, "ridge%s of %smountains and %shills", s, sharp,
                alt_is_wooded(facts) ? "wooded " : "");
    else if (hills > 0)
        alt_add(w, "ridge%s of %shills", s, alt_is_wooded(facts) ? "wooded " : "");
    else if (mountains > 0)
        alt_add(w, "%smountain ridge%s", sharp, s);
    else
        alt_add(w, "ridge%s", s);
}

static void add_land(alt_words *w, const rl_facts *facts)
{
    if (facts->ridges == 0) {
        alt_add(w, "%s land without a clear ridge", colour_word(facts->all));
        return;
    }
    alt_add(w, "%s ", alt_number(facts->ridges));
    add_noun(w, facts, facts->ridges == 1 ? "" : "s");
}

/* Colours from the front to far away, as what the ridges do. */
static void add_fading(alt_words *w, const rl_facts *facts)
{
    if (facts->ridges == 0)
        return;
    const char *near = colour_word(facts->near_land), *far = colour_word(facts->far_land);
    double lighter = colour_lightness(facts->far_land) - colour_lightness(facts->near_land);
    if (strcmp(near, far) == 0)
        alt_add(w, facts->ridges == 1 ? " in %s" : " in shades of %s", near);
    else if (lighter >= LIGHTER)
        alt_add(w, " fade from %s in front to %s in the distance", near, far);
    else
        alt_add(w, " run from %s in front to %s in the distance", near, far);
}

/* The same as a remark. */
static void add_pair(alt_words *w, const rl_facts *facts, const char *end)
{
    if (facts->ridges == 0)
        return;
    const char *near = colour_word(facts->near_land), *far = colour_word(facts->far_land);
    if (strcmp(near, far) == 0)
        alt_add(w, facts->ridges == 1 ? ", %s%s" : ", all in shades of %s%s", near, end);
    else
        alt_add(w, ", %s in front and %s in the distance%s", near, far, end);
}

/* ---- sky --------------------------------------------------------------------- */

static void add_sky(alt_words *w, const rl_facts *facts, int wording)
{
    const char *top = colour_word(facts->sky_top), *low = top;
    const char *kind = alt_is_starry(facts)           ? "starry "
                       : facts->clouds >= CLOUDS_MUCH ? "cloudy "
                                                      : "";
    if (facts->sky_low != RL_AUTO)
        low = colour_word(facts->sky_low);
    if (strcmp(top, low) == 0)
        alt_add(w, "%s %s%s sky", alt_article(kind[0] != '\0' ? kind : top), kind, top);
    else if (wording == 0)
        alt_add(w, "a %ssky that goes from %s down to %s", kind, top, low);
    else
        alt_add(w, "a %ssky that is %s above and %s near the land", kind, top, low);
}

/* ---- sentences ------------------------------------------------------------------- */

static void add_scene(alt_words *w, const rl_facts *facts, uint64_t variant)
{
    int has_sky = facts->sky >= SKY_LEAST && facts->sky_top != RL_AUTO;
    int pattern = alt_choice(variant, 0, 4), wording = alt_choice(variant, 1, 2);
    if (!has_sky)
        pattern &= 2;
    if (pattern == 1) {
        alt_add(w, "under ");
        add_sky(w, facts, wording);
        alt_add(w, facts->ridges == 0 ? " lies " : ", ");
    } else if (pattern == 3) {
        add_sky(w, facts, 0); /* one "that" is enough before the verb */
        alt_add(w, " stretches over ");
    }
    add_land(w, facts);
    if (pattern == 2 && facts->ridges > 1)
        alt_add(w, " lie one behind another");
    if (pattern < 2)
        add_fading(w, facts);
    else
        add_pair(w, facts, pattern == 2 && has_sky ? "," : "");
    if ((pattern & 1) == 0 && has_sky) {
        alt_add(w, " under ");
        add_sky(w, facts, wording);
    }
    alt_add(w, has_sky ? "." : ", with no sky in view.");
}

static void add_bare_sky(alt_words *w, const rl_facts *facts, uint64_t variant)
{
    add_sky(w, facts, alt_choice(variant, 1, 2));
    alt_add(w, alt_choice(variant, 0, 2) == 0 ? " fills the picture; there is no land in it."
                                              : " is all there is to see, without any land.");
}

static void add_tiny(alt_words *w, const rl_facts *facts, uint64_t variant)
{
    const char *colour = colour_word(facts->all);
    if (alt_choice(variant, 0, 2) == 0)
        alt_add(w, "a picture too small to show more than its colour, which is %s on the whole.",
                colour);
    else
        alt_add(w, "%s on the whole, this picture is too small for anything but its colour.",
                colour);
}

static void write_text(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant,
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
    alt_capital(w, 0);
    if (width >= TINY_WIDTH && height >= TINY_HEIGHT)
        alt_add_details(w, facts, scene, variant, most);
    if (w->length < LEAST)
        alt_add(w, " It is %d pixel%s wide and %d high.", width, width == 1 ? "" : "s", height);
}

rl_status alt_text_make(char text[ALT_TEXT_SIZE], const rl_frame *frame, uint64_t variant,
                        rl_error *error)
{
    rl_facts facts = {.struct_size = sizeof facts};
    rl_status status = rl_frame_facts(frame, &facts, error);
    if (status != RL_OK)
        return status;
    alt_words w;
    int most = ALT_DETAILS + 1;
    do
        write_text(&w, &facts, rl_frame_scene(frame), variant, most--);
    while (w.length >= ALT_TEXT_SIZE && most >= 0);
    snprintf(text, ALT_TEXT_SIZE, "%s", w.text); /* what is left without details is short */
    return RL_OK;
}
