/* species.c - the table of species. */
#include "layers/species/species.h"

#include <string.h>

const species species_table[] = {
    /* width, its power of the distance from the tip, rise, droop, hang of twigs, bare part of the
     * stem, whorls, dark heart */
    {"spruce",
     "spruces",
     60,
     1,
     1.0,
     0.35,
     12,
     {.215, .84, 1.0, 1.0, 1.1, .05, 27, 1},
     draw_conifer},
    {"fir", "firs", 18, 1, 1.0, 0.35, 12, {.165, .70, .75, .30, .72, .04, 36, 1}, draw_conifer},
    {"larch",
     "larches",
     12,
     1,
     1.0,
     0.35,
     12,
     {.165, .80, .85, .80, .60, .14, 25, 0},
     draw_conifer},
    {"birch", "birches", 20, 2.2, 0.72, 0.46, 7, {0}, draw_birch},
    {"oak", "oaks", 42, 2.2, 0.62, 0.50, 3, {0}, draw_oak},
    {"bare", "bare trees", 10, 2.2, 0.60, 0.50, 3, {0}, draw_bare},
    {"cherry", "cherry trees", 16, 1, 0.62, 0.50, 3, {0}, draw_cherry},
    {"acacia", "acacias", 70, 1, 0.60, 0.50, 2, {0}, draw_acacia},
    {"joshua", "joshua trees", 25, 1, 0.42, 0.56, 3, {0}, draw_joshua},
    /* low end of the crown, reach, limbs, radius of a pad, its lower side, width of the stem */
    {"pine", "pines", 40, 1, 0.88, 0.41, 8, {.50, .27, 15, .078, .35, .042}, draw_pine},
    /* half width, where the belly is, fullness, bare part of the stem, height and half width of
     * a leaf, raggedness, 1 = turns in autumn */
    {"poplar",
     "poplars",
     12,
     1,
     0.95,
     0.40,
     5,
     {.105, 1.35, .72, .09, .026, .0044, .26, 1},
     draw_flame},
    {"cypress",
     "cypresses",
     50,
     1,
     0.85,
     0.36,
     8,
     {.078, 1.45, .62, .045, .034, .0042, .14, 0},
     draw_flame},
    /* widths of stem and arm, how far an elbow is out, its least and most height, rise of an arm */
    {"saguaro", "saguaros", 75, 1, 0.42, 0.56, 3, {.092, .062, .17, .30, .58, .39}, draw_saguaro},
    /* where the crown is, fronds, their length, spread (turns), droop, leaflets, width of the stem
     */
    {"palm", "palms", 60, 1, 0.75, 0.46, 3, {.82, 17, .36, .70, .52, .090, .040}, draw_palm},
    /* culms, spread, arch, thickness, leaf, sprays of a culm */
    {"bamboo", "bamboos", 30, 1, 0.55, 0.62, 2, {9, .17, .16, .015, .050, 46}, draw_bamboo},
    /* heads, spread, radius of a head, leaf */
    {"shrub", "shrubs", 0, 0, 0.13, 0, 0, {9, .62, .33, .085}, draw_shrub},
    /* the spruce at a picture's edge, so tall that it has more boughs */
    {"giant", "spruces", 0, 0, 1.0, 0, 0, {.248, .80, .42, .42, .92, .04, 41, 1}, draw_conifer},
    {"fern", "ferns", 0, 0, 0.10, 0, 0, {0, 9, .80, .38, .60, .10, 0}, draw_fern},
};
const int species_count = sizeof species_table / sizeof *species_table;

const char *species_tree_name(size_t number)
{
    int is_tree = number < (size_t)species_count && species_table[number].hero > 0.0;
    return is_tree ? species_table[number].name : NULL;
}

#define AMONG_OAKS 0.35 /* conifers are rarer where oaks are */
#define HERO_TURNED 6.0 /* in autumn trees that turn are rather seen in front */

/* The last number of a conifer is its dark heart, which the larch has not, that of a flame whether
 * it turns. */
static int turns_in_autumn(const species *one)
{
    double last = one->number[SPECIES_NUMBERS - 1];
    return one->draw == draw_birch || one->draw == draw_oak ||
           (one->draw == draw_flame && last > 0.0) || (one->draw == draw_conifer && last <= 0.0);
}

/* The tree of the near ground: one in bloom, else drawn by the square of its weight. */
static const species *hero_of(const rl_scene *scene, const species_mix *mix)
{
    double weight[SPECIES_MOST], sum = 0.0;
    for (int i = 0; i < mix->count; i++) {
        if (species_blooms(mix->kind[i]))
            return mix->kind[i];
        weight[i] = mix->weight[i] * mix->weight[i];
        if (mix->autumn > 0.0 && turns_in_autumn(mix->kind[i]))
            weight[i] *= HERO_TURNED * HERO_TURNED;
        sum += weight[i];
    }
    double drawn = hash_unit(hash_at(hash_key(scene->seed, STREAM_NEAR + 2), -1, 0)) * sum;
    for (int i = 0; i + 1 < mix->count; i++)
        if ((drawn -= weight[i]) < 0.0)
            return mix->kind[i];
    return mix->kind[mix->count - 1];
}

void species_of(const rl_scene *scene, species_mix *mix)
{
    int has_oaks = 0;
    mix->count = 0;
    mix->blooms = 0;
    for (size_t i = 0; i < SPECIES_MOST && species_tree_name(i) != NULL; i++) {
        if (!(scene->tree_species >> i & 1))
            continue;
        const species *one = &species_table[i];
        mix->kind[mix->count] = one;
        mix->weight[mix->count++] = one->common;
        mix->blooms |= species_blooms(one);
        has_oaks |= one->draw == draw_oak;
    }
    for (int i = 0; i < mix->count && has_oaks; i++)
        if (mix->kind[i]->draw == draw_conifer)
            mix->weight[i] *= AMONG_OAKS;
    mix->autumn = mix->blooms ? 0.0 : scene->tree_autumn;
    mix->hero = hero_of(scene, mix);
}

const species *species_find(const char *name)
{
    for (int i = 0; i < species_count; i++)
        if (strcmp(species_table[i].name, name) == 0)
            return &species_table[i];
    return NULL;
}
