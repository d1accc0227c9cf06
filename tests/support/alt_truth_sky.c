/* alt_truth_sky.c - sky, disc and what else a picture shows, by painting it without. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "alt_truth.h"

difference without(const trial *t, changer *change, int least)
{
    rl_scene scene = *rl_frame_scene(t->whole.frame);
    scene.colours = 0;
    shot whole = shot_new(&scene, t->whole.width, t->whole.height);
    change(&scene);
    shot other = shot_new(&scene, t->whole.width, t->whole.height);
    difference d = compare(&whole, &other, least, NULL);
    shot_free(&whole);
    shot_free(&other);
    return d;
}

/* ---- colours of the sky ----------------------------------------------------------- */

enum { TOP, LOW };

static int is_of_sky(const trial *t, int x, int y, int part)
{
    int deepest = 0;
    if (part == LOW)
        return y < t->skyline[x] && y >= t->skyline[x] - 0.10 * t->whole.height;
    for (int i = 0; i < t->whole.width; i += 5)
        deepest = t->skyline[i] > deepest ? t->skyline[i] : deepest;
    return y < t->skyline[x] && 4 * y <= deepest;
}

static void check_sky_colour(trial *t, int word, int part)
{
    double rgb[3];
    if (word >= 0 && (mean_of(&t->whole, is_of_sky, t, part, rgb) == 0 || !colour_fits(word, rgb)))
        claim_false(t, part == TOP ? "sky above" : "sky near the land",
                    "%s, but it is %02x%02x%02x", colour_name_of(word), (int)rgb[0], (int)rgb[1],
                    (int)rgb[2]);
}

static int sky_pixels(const trial *t)
{
    int count = 0;
    for (int x = 0; x < t->whole.width; x++)
        count += t->skyline[x];
    return count;
}

static void no_stars(rl_scene *scene)
{
    scene_slot(scene, "stars.amount")->real = 0.0;
}

static void no_clouds(rl_scene *scene)
{
    scene_slot(scene, "clouds.amount")->real = 0.0;
}

static void check_sky_words(trial *t)
{
    if (take(t, "starry") && without(t, no_stars, 20).spots < 25)
        claim_false(t, "starry", "too few stars");
    if (take(t, "cloudy") && without(t, no_clouds, 8).pixels < 0.2 * sky_pixels(t))
        claim_false(t, "cloudy", "too few clouds");
}

static void check_sky_colours(trial *t)
{
    int low = take_colour(t, " above and ");
    if (low >= 0)
        take(t, "near the land");
    int top = take_colour(t, "sky that is ");
    if (top < 0) {
        top = take_colour(t, "sky that goes from ");
        low = take_colour(t, " down to ");
    }
    if (top < 0) {
        /* "a starry blue sky" has lost a word by now. */
        const char *const before[] = {"under a ", "under an ", "a ", "an ", "  "};
        top = -1;
        for (int i = 0; i < 5 && top < 0 && strstr(t->left, " sky") != NULL; i++)
            top = take_colour(t, before[i]);
        if (top >= 0)
            take(t, "sky");
        low = top;
    }
    check_sky_colour(t, top, TOP);
    check_sky_colour(t, low, LOW);
}

void check_sky(trial *t)
{
    int sky = sky_pixels(t), all = t->whole.width * t->whole.height;
    if (take(t, ", with no sky in view") && sky > 0.06 * all)
        claim_false(t, "no sky", "there is some");
    if ((take(t, "fills the picture; there is no land in it") ||
         take(t, "is all there is to see, without any land")) &&
        sky < 0.97 * all)
        claim_false(t, "no land", "there is some");
    check_sky_words(t);
    check_sky_colours(t);
}

/* ---- the disc ------------------------------------------------------------------------ */

static const struct side {
    const char *word;
    double from, to;
} sides[] = {{"on the left", 0.0, 0.33},
             {"left of centre", 0.27, 0.48},
             {"near the middle", 0.42, 0.58},
             {"right of centre", 0.52, 0.73},
             {"on the right", 0.65, 1.0}};

/* The side that is told right after `verb`. */
static int check_side(trial *t, const char *verb, double x)
{
    for (int i = 0; i < 5; i++) {
        char phrase[128];
        snprintf(phrase, sizeof phrase, "%s %s", verb, sides[i].word);
        if (!take(t, phrase))
            continue;
        if (x < sides[i].from || x > sides[i].to)
            claim_false(t, phrase, "it is at %.2f", x);
        return 1;
    }
    return 0;
}

/* The share of the disc above the ground, by its circle and the heights. */
static double shown_share(const trial *t, const rl_scene *scene, double unit, double radius,
                          int *is_cut)
{
    double middle = 0.5 * scene->width + scene->sun_x * unit - scene->part_x;
    double y = (1.0 - scene->sun_y) * scene->height - scene->part_y, area = 0.0;
    *is_cut = middle - radius < 0.0 || middle + radius > t->whole.width || y - radius < 0.0 ||
              y + radius > t->whole.height;
    for (int x = 0; x < t->whole.width; x++) {
        double dx = x + 0.5 - middle;
        if (fabs(dx) >= radius)
            continue;
        double half = sqrt(radius * radius - dx * dx);
        double top = fmax(y - half, 0.0), end = fmin(y + half, t->skyline[x]);
        area += end > top ? end - top : 0.0;
    }
    return area / (3.14159265 * radius * radius);
}

/* A disc leaves its light: only where its colour is does the picture change.  The sun's
 * place follows from its radius, so it is held. */
static difference disc_pixels(const trial *t, double *radius, double *shown, int *is_cut)
{
    rl_facts facts = {.struct_size = sizeof facts};
    rl_scene with = *rl_frame_scene(t->whole.frame);
    rl_frame_facts(t->whole.frame, &facts, NULL);
    int height = with.part_width > 0 ? with.part_height : with.height;
    with.sun_y =
        1.0 - (facts.disc_y * height + (with.part_width > 0 ? with.part_y : 0)) / with.height;
    with.sun_bloom = 0.0;
    with.colours = 0;
    double unit = fmin(sqrt((double)with.width * with.height * 9.0 / 16.0), 1.2 * with.height);
    *radius = with.sun_radius * unit;
    *shown = shown_share(t, &with, unit, *radius, is_cut);
    rl_scene bare = with;
    bare.sun_radius = 0.0;
    shot a = shot_new(&with, t->whole.width, t->whole.height);
    shot b = shot_new(&bare, t->whole.width, t->whole.height);
    difference d = compare(&a, &b, 6, t->skyline);
    shot_free(&a);
    shot_free(&b);
    return d;
}

static void check_range(trial *t, const char *claim, double value, double from, double to)
{
    if (take(t, claim) && (value < from || value > to))
        claim_false(t, claim, "%.3f is not in %.3f..%.3f", value, from, to);
}

static void check_place(trial *t, difference d, double radius, double shown)
{
    int column = (int)(d.x * t->whole.width);
    double above = (t->skyline[column] - d.y * t->whole.height) / radius;
    double high = (t->skyline[column] - d.y * t->whole.height) / t->whole.height;
    check_range(t, ", mostly hidden by the land", shown, 0.0, 0.45);
    check_range(t, ", half hidden by the land", shown, 0.25, 0.75);
    check_range(t, ", partly hidden by the land", shown, 0.5, 0.99);
    check_range(t, ", just above the land", above, 0.0, 3.2);
    check_range(t, ", high in the picture", d.y, 0.0, 0.34);
    check_range(t, ", low over the land", high, 0.0, 0.18);
}

/* What is told of no place is seen whole. */
static void check_untold(trial *t, double shown)
{
    int is_told = strstr(t->left, " hidden by the land") != NULL ||
                  strstr(t->left, ", cut off by the edge") != NULL;
    if (!is_told && shown < 0.8)
        claim_false(t, "disc", "only %.2f of it are seen, and that is not told", shown);
}

static void check_disc(trial *t, int is_moon)
{
    static const char *const verbs[] = {"stands", "hangs", "shines"};
    double radius, shown, lit = 1.0;
    int has_side = 0, is_cut = 0;
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    difference d = disc_pixels(t, &radius, &shown, &is_cut);
    if (is_moon)
        lit = 0.5 * (1.0 - cos(2.0 * 3.14159265358979 * scene->moon_phase));
    if (is_moon != (scene->moon > 0) || d.pixels < 3) {
        claim_false(t, "disc", "%d pixels of it", d.pixels);
        return;
    }
    check_untold(t, shown);
    double share = radius / (scene->part_width > 0 ? scene->part_height : scene->height);
    check_range(t, "large", share, 0.08, 1.0);
    check_range(t, "small", share, 0.0, 0.02);
    check_range(t, "striped", scene->sun_stripes, 0.3, 1.0);
    check_range(t, "nearly full", lit, 0.85, 0.97);
    check_range(t, "full", lit, 0.97, 1.0);
    check_range(t, "gibbous", lit, 0.6, 0.85);
    check_range(t, "half moon", lit, 0.4, 0.6);
    check_range(t, "crescent", lit, 0.0, 0.4);
    for (int i = 0; i < 3 && !has_side; i++)
        has_side = check_side(t, verbs[i], d.x);
    check_range(t, ", cut off by the edge of the picture", is_cut, 1.0, 1.0);
    check_place(t, d, radius, shown);
}

static void check_light(trial *t)
{
    int is_moon = strstr(t->left, "moon") != NULL;
    if (!is_moon && strstr(t->left, " sun ") == NULL)
        return;
    check_disc(t, is_moon);
    take(t, is_moon ? "moon" : "sun");
}

/* ---- all else --------------------------------------------------------------------------- */

static void no_birds(rl_scene *scene)
{
    scene_slot(scene, "birds.count")->integer = 0;
}

/* As many groups of pixels change as birds fly, but for faint ones. */
static void check_flock(trial *t, const char *phrase, int least, int most)
{
    if (strstr(t->left, phrase) == NULL)
        return;
    difference clear = without(t, no_birds, 50), any = without(t, no_birds, 8);
    if (least > any.spots || most < clear.spots)
        claim_false(t, phrase, "there are %d..%d", clear.spots, any.spots);
    check_side(t, phrase, any.x);
}

static void check_birds(trial *t)
{
    static const char *const numbers[] = {"two", "three", "four", "five", "six", "seven"};
    for (int n = 2; n <= 7; n++) {
        char phrase[64];
        snprintf(phrase, sizeof phrase, "%s birds fly", numbers[n - 2]);
        check_flock(t, phrase, n, n);
        snprintf(phrase, sizeof phrase, "a flock of %s birds is in the air", numbers[n - 2]);
        check_flock(t, phrase, n, n);
    }
    check_flock(t, "one bird flies", 1, 1);
    check_flock(t, "birds fly", 2, 7);
}

/* Puts another drawing into its place: without any the woods and the path there change, too. */
static void other_motif(rl_scene *scene)
{
    int first = scene->motif.name;
    (void)rl_scene_set(scene, "motif.name", "rocket", NULL);
    if (scene->motif.name == first)
        (void)rl_scene_set(scene, "motif.name", "turbine", NULL);
}

/* What is called a motif is there, and where. */
static void check_motif(trial *t)
{
    static const char *const places[] = {"can be seen", "is on the water", "is in the sky"};
    static const char *const lit[] = {"", " with lit windows", " with its lamp lit",
                                      " lit from inside", " and lit windows"};
    rl_motif_info info;
    for (size_t i = 0; rl_motif_describe(i, &info); i++)
        for (size_t k = 0; k < 3 * sizeof lit / sizeof *lit; k++) {
            char phrase[160];
            snprintf(phrase, sizeof phrase, "%s%s %s", info.line, lit[k / 3], places[k % 3]);
            if (strstr(t->left, phrase) == NULL && phrase[0] == 'a') /* it may begin a sentence */
                phrase[0] = 'A';
            if (strstr(t->left, phrase) == NULL)
                continue;
            difference clear = without(t, other_motif, 8);
            if (clear.pixels < 12)
                claim_false(t, phrase, "%d pixels change", clear.pixels);
            check_side(t, phrase, clear.x);
        }
}

static void no_lake(rl_scene *scene)
{
    scene->lake_ridge = 0;
}

/* How alike the rows above the shore and those below it are, column by column. */
static double mirror_likeness(const trial *t)
{
    const shot *s = &t->whole;
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (int d = s->height / 60 + 1; d < s->height / 8; d += 2) {
        int up = t->shore - d, down = t->shore + d;
        if (up < 0 || down >= s->height)
            break;
        double mean_a = 0.0, mean_b = 0.0;
        for (int x = 0; x < s->width; x++) {
            mean_a += s->rgb[3 * (up * s->width + x) + 1] / (double)s->width;
            mean_b += s->rgb[3 * (down * s->width + x) + 1] / (double)s->width;
        }
        for (int x = 0; x < s->width; x++) {
            double a = s->rgb[3 * (up * s->width + x) + 1] - mean_a;
            double b = s->rgb[3 * (down * s->width + x) + 1] - mean_b;
            ab += a * b;
            aa += a * a;
            bb += b * b;
        }
    }
    return aa > 0.0 && bb > 0.0 ? ab / sqrt(aa * bb) : 0.0;
}

static int is_of_water(const trial *t, int x, int y, int with)
{
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    (void)with;
    if (y < t->shore)
        return 0;
    for (int r = scene->lake_ridge; r < t->ridges; r++)
        if (y >= t->whole.height - t->height[r * t->whole.width + x] && y < foot_of(t, r))
            return 0;
    return 1;
}

static void check_lake(trial *t)
{
    int is_still = take(t, "mirrors the far shore");
    if (!is_still && !take(t, "lake mirrors what stands behind it"))
        return;
    int word = is_still ? take_colour(t, "still ") : take_colour(t, " a ");
    if (is_still)
        take(t, "water");
    word = word >= 0 ? word : take_colour(t, " an ");
    double rgb[3];
    int water = mean_of(&t->whole, is_of_water, t, 0, rgb);
    if (water < 0.02 * t->whole.width * t->whole.height)
        claim_false(t, "lake", "%d pixels", water);
    else if (word < 0 || !colour_fits(word, rgb))
        claim_false(t, "lake", "colour %s, but it is %02x%02x%02x",
                    word < 0 ? "?" : colour_name_of(word), (int)rgb[0], (int)rgb[1], (int)rgb[2]);
    if (mirror_likeness(t) < 0.2)
        claim_false(t, "mirror", "%.2f alike", mirror_likeness(t));
    if (without(t, no_lake, 6).pixels < water / 2)
        claim_false(t, "lake", "the same without it");
}

/* The details come last: "sea cliffs" may stand before "a blue sea". */
static void take_last(trial *t, const char *phrase)
{
    char *last = t->left;
    for (char *at = last; (at = strstr(at, phrase)) != NULL; at++)
        last = at;
    memset(last, ' ', strlen(phrase));
}

static void check_open_water(trial *t)
{
    static const struct {
        const char *before, *after;
        int is_calm;
    } claims[] = {{"the land stands in still ", "water", 1},
                  {"still ", "water mirrors the land", 1},
                  {"still ", "water mirrors the far shore", 1},
                  {" a ", "lake mirrors what stands behind it", 1},
                  {" an ", "lake mirrors what stands behind it", 1},
                  {" a ", "sea reaches to the horizon", 0},
                  {" an ", "sea reaches to the horizon", 0},
                  {"waves run over a ", "sea", 0},
                  {"waves run over an ", "sea", 0}};
    const rl_scene *scene = rl_frame_scene(t->whole.frame);
    int of = t->whole.width * t->whole.height;
    for (size_t i = 0; i < sizeof claims / sizeof claims[0] && scene->lake_open; i++) {
        double rgb[3];
        if (strstr(t->left, claims[i].after) == NULL)
            continue;
        int word = take_colour(t, claims[i].before);
        if (word < 0)
            continue;
        take_last(t, claims[i].after);
        int water = mean_of(&t->whole, is_of_water, t, 0, rgb);
        if (water < 0.02 * of)
            claim_false(t, claims[i].after, "%d pixels", water);
        else if (!colour_fits(word, rgb))
            claim_false(t, claims[i].after, "colour %s, but it is %02x%02x%02x",
                        colour_name_of(word), (int)rgb[0], (int)rgb[1], (int)rgb[2]);
        if (claims[i].is_calm != (scene->lake_wind < 0.2))
            claim_false(t, claims[i].after, "a wind of %.2f", scene->lake_wind);
        return;
    }
}

static void no_acacia(rl_scene *scene)
{
    scene_slot(scene, "plants.hero")->real = 0.0;
}

/* Water of another colour. */
static void red_water(rl_scene *scene)
{
    scene->palette.water = 0xff0000;
}

static void no_aurora(rl_scene *scene)
{
    scene_slot(scene, "aurora.amount")->real = 0.0;
}

static void no_cumulus(rl_scene *scene)
{
    scene_slot(scene, "sky.cumulus")->integer = 0;
}

static void no_lightning(rl_scene *scene)
{
    scene_slot(scene, "weather.lightning")->real = 0.0;
}

static void no_fall(rl_scene *scene)
{
    scene_slot(scene, "weather.rain")->real = scene_slot(scene, "weather.snow")->real = 0.0;
}

static void no_lenticular(rl_scene *scene)
{
    scene_slot(scene, "sky.lenticular")->real = 0.0;
}

static void no_beach(rl_scene *scene)
{
    scene->beach_near = 0.0;
}

static void no_milkyway(rl_scene *scene)
{
    scene_slot(scene, "sky.milkyway")->real = 0.0;
}

static void no_rainbow(rl_scene *scene)
{
    scene_slot(scene, "weather.rainbow")->real = 0.0;
}

static void no_plume(rl_scene *scene)
{
    scene->plume = 0.0;
}

void no_city(rl_scene *scene)
{
    scene->city_height = 0.0;
}

static void no_city_lights(rl_scene *scene)
{
    scene_slot(scene, "city.lights")->real = 0.0;
}

static void no_lava(rl_scene *scene)
{
    scene_slot(scene, "plume.lava")->real = 0.0;
}

static void no_comet(rl_scene *scene)
{
    scene_slot(scene, "sky.comet")->integer = RL_COMET_NONE;
}

static void no_eclipse(rl_scene *scene)
{
    scene->sun_eclipse = 0.0;
}

static void no_snow(rl_scene *scene)
{
    for (int i = 0; i < scene->ridge_count; i++)
        scene->ridge[i].snow = 0.0;
}

void no_deck(rl_scene *scene)
{
    scene->deck = 0.0;
}

static void no_mist(rl_scene *scene)
{
    scene->mist = scene->fog = 0.0;
}

static void no_strata(rl_scene *scene)
{
    for (int i = 0; i < scene->ridge_count; i++)
        scene->ridge[i].strata = 0.0;
}

void check_share(trial *t, const char *claim, changer *change, int least, double share, int is_sky)
{
    if (!take(t, claim))
        return;
    int sky = sky_pixels(t);
    int of = is_sky ? sky : t->whole.width * t->whole.height - sky;
    difference d = without(t, change, least);
    if (d.pixels < share * of)
        claim_false(t, claim, "%d of %d pixels", d.pixels, of);
}

static double land_middle(const trial *t)
{
    double sum = 0.0, count = 0.0;
    for (int x = 0; x < t->whole.width; x++)
        for (int y = t->skyline[x]; y < t->whole.height; y++, count++)
            sum += (double)y / t->whole.height;
    return count > 0.0 ? sum / count : 0.0;
}

static void check_snow(trial *t, const char *claim)
{
    if (!take(t, claim))
        return;
    difference d = without(t, no_snow, 8); /* the mirrored snow counts, too */
    int land = t->whole.width * t->whole.height - sky_pixels(t);
    if (d.pixels < 0.015 * land || d.lighter < 0.5 * d.pixels)
        claim_false(t, claim, "%d of %d pixels, %d lighter", d.pixels, land, d.lighter);
    else if (strstr(claim, "rocks") == NULL && t->shore == t->whole.height && d.y > land_middle(t))
        claim_false(t, claim, "its middle is at %.2f, that of the land at %.2f", d.y,
                    land_middle(t));
}

/* Colours of a picture, at most `most` + 1. */
static int count_colours(const shot *s, int most)
{
    uint32_t found[257];
    int count = 0;
    for (int i = 0; i < s->width * s->height && count <= most; i++) {
        uint32_t c = (uint32_t)(s->rgb[3 * i] << 16 | s->rgb[3 * i + 1] << 8 | s->rgb[3 * i + 2]);
        int k = 0;
        while (k < count && found[k] != c)
            k++;
        if (k == count)
            found[count++] = c;
    }
    return count;
}

static void check_pixel_art(trial *t)
{
    int most = 0;
    char *at = strstr(t->left, "the picture is pixel art of at most ");
    if (at == NULL || sscanf(at, "the picture is pixel art of at most %d", &most) != 1)
        return;
    char phrase[80];
    snprintf(phrase, sizeof phrase, "the picture is pixel art of at most %d colours", most);
    if (!take(t, phrase) || most > 256 || count_colours(&t->whole, most) > most)
        claim_false(t, "pixel art", "more than %d colours", most);
}

void check_rest(trial *t)
{
    check_motif(t);
    check_birds(t);
    /* Before the disc: no other moon is meant. */
    check_share(t, "the moon is before the sun and leaves a ring of it", no_eclipse, 8, 0.0005, 1);
    check_light(t);
    check_pixel_art(t);
    check_share(t, "curtains of aurora hang in the sky", no_aurora, 8, 0.03, 1);
    check_share(t, "an aurora glows in the sky", no_aurora, 8, 0.03, 1);
    check_share(t, "thick mist lies between the ridges", no_mist, 8, 0.45, 0);
    check_share(t, "thick mist fills the valleys", no_mist, 8, 0.45, 0);
    check_share(t, "mist lies between the ridges", no_mist, 8, 0.18, 0);
    check_share(t, "mist fills the valleys", no_mist, 8, 0.18, 0);
    for (size_t i = 0; rl_ridge_family_noun(i) != NULL; i++) {
        char claim[2][96];
        for (int k = 0; k < 2; k++)
            snprintf(claim[k], sizeof claim[k], "%smist lies between the %s",
                     k == 0 ? "thick " : "", rl_ridge_family_noun(i));
        check_share(t, claim[0], no_mist, 8, 0.45, 0);
        check_share(t, claim[1], no_mist, 8, 0.18, 0);
    }
    check_share(t, "streaks of cloud cross the sky", no_clouds, 8, 0.03, 1);
    check_share(t, "thin clouds drift across the sky", no_clouds, 8, 0.03, 1);
    check_share(t, "a bank of clouds lies along the horizon", no_cumulus, 8, 0.02, 1);
    check_share(t, "heaped clouds float in the sky", no_cumulus, 8, 0.02, 1);
    check_share(t, "a heaped cloud floats in the sky", no_cumulus, 8, 0.02, 1);
    check_share(t, "a towering cloud stands in the sky", no_cumulus, 8, 0.02, 1);
    check_share(t, "lightning flashes in the sky", no_lightning, 8, 0.01, 1);
    check_share(t, "snow is falling", no_fall, 8, 0.01, 1);
    check_share(t, "flakes of snow fall", no_fall, 8, 0.01, 1);
    check_share(t, "rain is falling", no_fall, 4, 0.01, 1);
    check_share(t, "it rains", no_fall, 4, 0.01, 1);
    check_share(t, "lenses of cloud hover over the summit", no_lenticular, 4, 0.005, 1);
    check_share(t, "clouds like lenses cap the summit", no_lenticular, 4, 0.005, 1);
    check_share(t, "a sea of clouds fills the valleys", no_deck, 4, 0.1, 0);
    check_share(t, "clouds cover the low land like a sea", no_deck, 4, 0.1, 0);
    check_share(t, "a sheet of ice reaches to the horizon", no_deck, 4, 0.1, 0);
    check_share(t, "wind-carved ice covers the land", no_deck, 4, 0.1, 0);
    check_share(t, "breakers run onto a curved beach", no_beach, 4, 0.05, 0);
    check_share(t, "a bay with a beach is before them", no_beach, 4, 0.05, 0);
    check_share(t, "the Milky Way rises over the land", no_milkyway, 4, 0.03, 1);
    check_share(t, "the Milky Way crosses the sky", no_milkyway, 4, 0.03, 1);
    check_share(t, "a rainbow spans the sky", no_rainbow, 4, 0.02, 1);
    check_share(t, "lava glows on its flanks", no_lava, 4, 0.003, 0);
    check_share(t, "streams of lava run down from the crater", no_lava, 4, 0.003, 0);
    check_share(t, "smoke rises from the crater", no_plume, 4, 0.002, 1);
    check_share(t, "a plume of smoke drifts from the crater", no_plume, 4, 0.002, 1);
    check_share(t, "lit windows shine across the water", no_city_lights, 4, 0.001, 0);
    check_share(t, "windows are lit in its towers", no_city_lights, 4, 0.001, 0);
    check_share(t, "a comet with a long tail is in the sky", no_comet, 4, 0.0005, 1);
    check_share(t, "a meteor crosses the sky", no_comet, 4, 0.0002, 1);
    if (rl_frame_scene(t->whole.frame)->moon > 0)
        (void)take(t, "the moon is blue");
    check_share(t, "bands of rock show in the cliffs", no_strata, 8, 0.015, 0);
    check_snow(t, "snow lies on the upper slopes");
    check_snow(t, "snow lies on the rocks");
    check_snow(t, "the heights are white with snow");
    if (take(t, "a few stars are out") && without(t, no_stars, 20).spots < 5)
        claim_false(t, "a few stars", "too few");
    if (take(t, "stars dot the sky") && without(t, no_stars, 20).spots < 5)
        claim_false(t, "stars", "too few");
    check_share(t, "an acacia spreads its flat crown over the plain", no_acacia, 8, 0.01, 1);
    check_share(t, "a flat-topped acacia rises from the grass", no_acacia, 8, 0.01, 1);
    check_share(t, "a river winds along the floor", red_water, 4, 0.008, 0);
    check_share(t, "a river bends between green banks", red_water, 4, 0.008, 0);
    check_share(t, "a sea of clouds fills the valleys", no_deck, 8, 0.10, 0);
    check_share(t, "clouds cover the low land like a sea", no_deck, 8, 0.10, 0);
    check_share(t, "a sheet of ice reaches to the horizon", no_deck, 8, 0.10, 0);
    check_share(t, "wind-carved ice covers the land", no_deck, 8, 0.10, 0);
    check_open_water(t);
    check_lake(t);
}
