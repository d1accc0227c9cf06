/* alt_truth_land.c - how many ridges, of what, in which colours: from heights and pixels. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "alt_truth.h"
#include "layers/plants/species/species.h"

/* The row of a height of the scene. */
static double row_of(const trial *t, double height)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    return scene->part_width > 0 ? (1.0 - height) * scene->height - scene->part_y
                                 : (1.0 - height) * t->whole.height;
}

double foot_of(const trial *t, int r)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    const rl_ridge *ridge = &scene->ridge[r];
    double far = 47.0 * exp(-5.0 * ridge->depth); /* in a deck of clouds */
    if (scene->lake_open && scene->lake_ridge > 0 && r >= scene->lake_ridge &&
        ridge->distance > 0.0)
        return row_of(t, scene->lake_level * (1.0 - 1.0 / ridge->distance));
    if (scene->deck > 0.0 && far > 1.0)
        return row_of(t, scene->horizon * (1.0 - (1.0 - scene->deck) / far));
    if (scene->plain != RL_PLAIN_NONE && ridge->depth < scene_real(scene, "plain.depth"))
        return row_of(t, scene->horizon);
    if (scene->plain == RL_PLAIN_CANYON &&
        strcmp(rl_ridge_family_name((size_t)ridge->kind), "wall") == 0)
        return row_of(t, ridge->base);
    return 1e9;
}

/* The first row below which something nearer hides ridge `r` in a column. */
static double hidden_from(const trial *t, int r, int x)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    double from = fmin(t->whole.height, foot_of(t, r));
    for (int i = r + 1; i < t->ridges; i++)
        from = fmin(from, t->whole.height - t->height[i * t->whole.width + x]);
    return scene->lake_ridge > 0 && r < scene->lake_ridge ? fmin(from, t->shore) : from;
}

static double crest_of(const trial *t, int r, int x)
{
    return t->whole.height - t->height[r * t->whole.width + x];
}

/* How far apart two small runs of pixels are, in levels. */
static double contrast(const shot *s, int x, int y, int up, int down)
{
    double sum[3] = {0, 0, 0};
    for (int dx = -2; dx <= 2; dx++)
        for (int c = 0; c < 3; c++) {
            int column = x + dx < 0 ? 0 : x + dx >= s->width ? s->width - 1 : x + dx;
            sum[c] += s->rgb[3 * ((y - up) * s->width + column) + c];
            sum[c] -= s->rgb[3 * ((y + down) * s->width + column) + c];
        }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / 5.0;
}

/* The share of columns in which a ridge is so thick and so unlike what lies behind it, at
 * one of so many places above the crest. */
static double stands_out(const trial *t, int r, double thick, double levels, int places)
{
    int found = 0, count = 0, h = t->whole.height;
    const double ups[] = {0.012, 0.03, 0.06}; /* above trees, where there are any */
    for (int x = 2; x < t->whole.width; x += 4, count++) {
        int y = (int)crest_of(t, r, x), down = (int)(0.011 * h) + 1;
        if (hidden_from(t, r, x) - y < thick * h || y < 4 || y + down >= h)
            continue;
        double most = 0.0;
        for (int i = 0; i < places; i++) {
            int up = (int)(ups[i] * h) + 1;
            if (y - up >= 0)
                most = fmax(most, contrast(&t->whole, x, y, up, down));
        }
        found += most >= levels;
    }
    return (double)found / count;
}

static int count_ridges(const trial *t, double thick, double levels, double wide, int places)
{
    int count = 0;
    for (int r = 0; r < t->ridges; r++)
        count += stands_out(t, r, thick, levels, places) >= wide;
    return count;
}

static const char *const numbers[] = {"one",   "two",  "three", "four",   "five",   "six", "seven",
                                      "eight", "nine", "ten",   "eleven", "twelve", "many"};

enum { WOODED = 1, MOUNTAINS = 2, HILLS = 4, JAGGED = 8, MESAS = 16, DUNES = 32 };

static const struct noun {
    const char *text;
    int claims;
} nouns[] = {
    {"desert ridge% with flat-topped mesas", MESAS},
    {"ridge% of sand dunes and mountains", DUNES | MOUNTAINS},
    {"line% of sand dunes", DUNES},
    {"ridge% of jagged mountains and wooded hills", JAGGED | MOUNTAINS | HILLS | WOODED},
    {"ridge% of jagged mountains and hills", JAGGED | MOUNTAINS | HILLS},
    {"ridge% of mountains and wooded hills", MOUNTAINS | HILLS | WOODED},
    {"ridge% of mountains and hills", MOUNTAINS | HILLS},
    {"ridge% of wooded hills", HILLS | WOODED},
    {"ridge% of hills", HILLS},
    {"jagged mountain ridge%", JAGGED | MOUNTAINS},
    {"mountain ridge%", MOUNTAINS},
    {"ridge%", 0},
};

static int take_noun(trial *t, int *number, int *claims)
{
    for (*number = 1; *number <= 13; (*number)++)
        for (size_t i = 0; i < sizeof nouns / sizeof nouns[0]; i++) {
            char phrase[128];
            const char *cut = strchr(nouns[i].text, '%');
            snprintf(phrase, sizeof phrase, "%s %.*s%s%s", numbers[*number - 1],
                     (int)(cut - nouns[i].text), nouns[i].text, *number == 1 ? "" : "s", cut + 1);
            *claims = nouns[i].claims;
            if (take(t, phrase))
                return 1;
        }
    return 0;
}

static int has_kind(const trial *t, unsigned kinds)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    for (int r = 0; r < t->ridges; r++)
        if (kinds >> scene->ridge[r].kind & 1 && stands_out(t, r, 0.01, 5, 3) > 0.05)
            return 1;
    return 0;
}

/* How many ridges of the scene are dunes that can be told at all; a smooth roll of ground
 * among them looks like one. */
static int count_dunes(const trial *t)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    int count = 0;
    for (int r = 0; r < t->ridges; r++)
        count += (scene->ridge[r].kind == RL_RIDGE_DUNE || scene->ridge[r].kind == RL_RIDGE_ROLL) &&
                 stands_out(t, r, 0.008, 4, 3) >= 0.05;
    return count;
}

/* A mesa's crest falls by more than 4 % of the height within 1.2 % of it. */
static int has_cliffs(const trial *t)
{
    int step = t->whole.height / 80 + 1, found = 0;
    for (int r = 0; r < t->ridges; r++)
        for (int x = 0; x + step < t->whole.width; x++)
            found += fabs(t->height[r * t->whole.width + x] -
                          t->height[r * t->whole.width + x + step]) > 0.04 * t->whole.height;
    return found > 2;
}

static int has_trees(const trial *t, double columns)
{
    rl_scene bare = *rl_frame_scene(t->whole.frame);
    bare.tree_height = 0.0;
    shot without = shot_new(&bare, t->whole.width, t->whole.height);
    difference d = compare(&t->whole, &without, 20, NULL);
    shot_free(&without);
    return d.columns >= columns;
}

/* Holds the claim that a wood is of one species, or of two, to the picture without them. */
static void check_trees(trial *t, const char *phrase, const species *one, const species *two)
{
    rl_scene scene = *rl_frame_scene(t->whole.frame);
    uint64_t claimed = UINT64_C(1) << (one - species_table);
    claimed |= two != NULL ? UINT64_C(1) << (two - species_table) : 0;
    if (!has_trees(t, 0.3))
        claim_false(t, phrase, "trees cannot be told");
    if ((scene.tree_species & claimed) != claimed)
        claim_false(t, phrase, "the scene has none");
    scene.tree_species &= ~claimed;
    if (scene.tree_species == 0)
        return;
    shot others = shot_new(&scene, t->whole.width, t->whole.height);
    if (compare(&t->whole, &others, 12, NULL).columns < 0.1)
        claim_false(t, phrase, "other trees make the same picture");
    shot_free(&others);
}

/* Takes the sentence about a wood: two species before one, whose name may be the second. */
static void check_wood(trial *t)
{
    static const char *const phrases[][2] = {{"", " line the nearest ridge"},
                                             {"a wood of ", " grows on the nearest ridge"},
                                             {"", " grow on the slopes"},
                                             {"woods of ", " cover the slopes"}};
    int trees_known = 0; /* undergrowth behind them has the nouns of trees, too */
    while (species_tree_name((size_t)trees_known) != NULL)
        trees_known++;
    for (int two = trees_known; two >= 0; two--)
        for (int one = 0; one < trees_known; one++) {
            const species *other = two > 0 ? &species_table[two - 1] : NULL;
            char trees[96], text[160];
            snprintf(trees, sizeof trees, "%s%s%s", species_table[one].noun,
                     other != NULL ? " and " : "", other != NULL ? other->noun : "");
            for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
                snprintf(text, sizeof text, "%s%s%s", phrases[i][0], trees, phrases[i][1]);
                if (take(t, text))
                    check_trees(t, trees, &species_table[one], other);
            }
        }
}

/* Families by the noun that they share. */
static unsigned kinds_called(const char *noun)
{
    unsigned kinds = 0;
    const char *other;
    for (size_t i = 0; (other = rl_ridge_family_noun(i)) != NULL; i++)
        kinds |= strcmp(noun, other) == 0 ? 1U << i : 0;
    return kinds;
}

static void no_plain(rl_scene *scene)
{
    scene->plain = RL_PLAIN_NONE;
}

/* Takes `before` and the noun of a family, of which a ridge must be seen. */
static int check_family(trial *t, const char *before)
{
    const char *noun, *found = "";
    char phrase[96];
    for (size_t i = 0; (noun = rl_ridge_family_noun(i)) != NULL; i++) {
        snprintf(phrase, sizeof phrase, "%s%s", before, noun);
        if (strstr(t->left, phrase) != NULL && strlen(noun) > strlen(found))
            found = noun;
    }
    snprintf(phrase, sizeof phrase, "%s%s", before, found);
    if (found[0] == '\0' || !take(t, phrase))
        return 0;
    if (!has_kind(t, kinds_called(found)))
        claim_false(t, phrase, "there are none");
    return 1;
}

/* What is no count of ridges: a plain, a sea of clouds, islands, rock towers ... */
static int check_place(trial *t)
{
    if (strstr(t->left, "a city of towers") != NULL) {
        check_share(t, "a city of towers", no_city, 4, 0.01, 0);
        (void)check_family(t, "before ");
        return 1;
    }
    int is_ice = strstr(t->left, "a sheet of ice") != NULL;
    if (is_ice || strstr(t->left, "a plain of grass") != NULL) {
        check_share(t, "a sheet of ice", no_deck, 8, 0.20, 0);
        check_share(t, "a plain of grass", no_plain, 8, 0.20, 0);
        (void)check_family(t, "before ");
        return 1;
    }
    if (strstr(t->left, " above a sea of clouds") != NULL)
        check_share(t, "above a sea of clouds", no_deck, 8, 0.10, 0);
    (void)check_family(t, "before ");
    (void)check_family(t, "above ");
    return check_family(t, "");
}

static void check_noun(trial *t, int number, int claims)
{
    int strict = count_ridges(t, 0.05, 24, 0.40, 1), loose = count_ridges(t, 0.008, 4, 0.05, 3);
    if (number < strict || number > loose)
        claim_false(t, "number of ridges", "%d is not in %d..%d", number, strict, loose);
    if (claims & MOUNTAINS && !has_kind(t, 1U << RL_RIDGE_ALPS | 1U << RL_RIDGE_RANGE |
                                               1U << RL_RIDGE_FRACTAL | 1U << RL_RIDGE_SLICE))
        claim_false(t, "mountains", "there are none");
    if (claims & JAGGED && !has_kind(t, 1U << RL_RIDGE_ALPS))
        claim_false(t, "jagged", "no ridge of alps");
    if (claims & HILLS && !has_kind(t, 1U << RL_RIDGE_HILL | 1U << RL_RIDGE_ROLL))
        claim_false(t, "hills", "there are none");
    if (claims & DUNES && !has_kind(t, 1U << RL_RIDGE_DUNE))
        claim_false(t, "dunes", "there are none");
    if (claims == DUNES && count_dunes(t) < number)
        claim_false(t, "dunes", "there are %d lines of them", count_dunes(t));
    if (claims & MESAS && !has_cliffs(t))
        claim_false(t, "mesas", "no cliff");
    if (claims & WOODED && !has_trees(t, 0.3))
        claim_false(t, "wooded", "trees cannot be told");
}

/* ---- colours ------------------------------------------------------------------- */

static int is_of_ridge(const trial *t, int x, int y, int r)
{
    return y >= crest_of(t, r, x) && y < hidden_from(t, r, x);
}

/* Whether the word fits one of the ridges that may be meant: those of the farther half that can be
 * told at all, or those of the nearer half. */
static int fits_ridge(trial *t, int word, int is_far, double first[3])
{
    int tried = 0, most = t->ridges > 6 ? t->ridges / 2 : 3;
    for (int i = 0; i < t->ridges && tried < most; i++) {
        int r = is_far ? i : t->ridges - 1 - i;
        double rgb[3];
        if (is_far && stands_out(t, r, 0.008, 4, 3) < 0.05)
            continue;
        if (mean_of(&t->whole, is_of_ridge, t, r, rgb) == 0)
            continue;
        if (colour_fits(word, rgb))
            return 1;
        if (tried == 0)
            memcpy(first, rgb, 3 * sizeof *rgb);
        tried++;
    }
    return 0;
}

static void check_ridge_colour(trial *t, int word, int is_far)
{
    double last[3] = {0.0, 0.0, 0.0};
    if (word >= 0 && !fits_ridge(t, word, is_far, last))
        claim_false(t, is_far ? "colour far away" : "colour in front", "%s, but it is %02x%02x%02x",
                    colour_name_of(word), (int)last[0], (int)last[1], (int)last[2]);
}

static void check_colours(trial *t)
{
    static const char *const verbs[] = {"fade from ", "fades from ", "run from ", "runs from "};
    int near = -1;
    for (int i = 0; i < 4 && near < 0; i++)
        near = take_colour(t, verbs[i]);
    int far = take_colour(t, " in front to ");
    far = far >= 0 ? far : take_colour(t, " in front and ");
    if (far >= 0) {
        take(t, "in the distance");
        near = near >= 0 ? near : take_colour(t, ", ");
        if (near < 0)
            claim_false(t, "colour in front", "not understood");
    } else {
        near = far = take_colour(t, ", all in shades of ");
        near = far = near >= 0 ? near : take_colour(t, " in shades of ");
        if (near < 0) { /* of one ridge: what is in front */
            near = take_colour(t, " in ");
            near = near >= 0 ? near : take_colour(t, ", ");
        }
    }
    check_ridge_colour(t, near, 0);
    check_ridge_colour(t, far, 1);
}

static int is_any(const trial *t, int x, int y, int with)
{
    (void)t, (void)x, (void)y, (void)with;
    return 1;
}

void check_land(trial *t)
{
    int number, claims, word;
    if (take(t, "a picture too small to show more than its colour, which is") ||
        take(t, "this picture is too small for anything but its colour")) {
        double rgb[3];
        word = take_colour(t, "");
        mean_of(&t->whole, is_any, t, 0, rgb);
        if (!take(t, "on the whole") || word < 0 || !colour_fits(word, rgb))
            claim_false(t, "the whole", "another colour");
    } else if (take_noun(t, &number, &claims)) {
        check_noun(t, number, claims);
        take(t, "lie one behind another");
        check_colours(t);
    } else if (check_place(t)) {
        take(t, "lie one behind another");
        check_colours(t);
    } else if (take(t, "land without a clear ridge")) {
        word = take_colour(t, "");
        if (count_ridges(t, 0.05, 24, 0.40, 1) > 0)
            claim_false(t, "no clear ridge", "there is one");
    }
    check_wood(t);
}
