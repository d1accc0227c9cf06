/* species.c - the table of plants, and which of them grow in the woods of a scene. */
#include "layers/plants/species/species.h"

#include <string.h>

#include "base/scene.h"

const species species_table[] = {
    {.name = "spruce",
     .noun = "spruces",
     .common = 60,
     .height = 1.0,
     .hero = 0.35,
     .hero_count = 12,
     .draw = draw_conifer,
     .conifer = {.half_width = 0.215,
                 .taper = 0.84,
                 .rise = 1.0,
                 .droop = 1.0,
                 .hang = 1.1,
                 .bare = 0.05,
                 .whorls = 27,
                 .has_heart = 1}},
    {.name = "fir",
     .noun = "firs",
     .common = 18,
     .height = 1.0,
     .hero = 0.35,
     .hero_count = 12,
     .draw = draw_conifer,
     .conifer = {.half_width = 0.165,
                 .taper = 0.70,
                 .rise = 0.75,
                 .droop = 0.30,
                 .hang = 0.72,
                 .bare = 0.04,
                 .whorls = 36,
                 .has_heart = 1}},
    {.name = "larch",
     .noun = "larches",
     .common = 12,
     .height = 1.0,
     .hero = 0.35,
     .hero_count = 12,
     .draw = draw_conifer,
     .conifer = {.half_width = 0.165,
                 .taper = 0.80,
                 .rise = 0.85,
                 .droop = 0.80,
                 .hang = 0.60,
                 .bare = 0.14,
                 .whorls = 25,
                 .has_heart = 0}},
    {.name = "birch",
     .noun = "birches",
     .common = 20,
     .needs_light = 1,
     .height = 0.72,
     .hero = 0.46,
     .hero_count = 7,
     .draw = draw_birch},
    {.name = "oak",
     .noun = "oaks",
     .common = 42,
     .needs_light = 1,
     .height = 0.62,
     .hero = 0.50,
     .hero_count = 3,
     .draw = draw_oak},
    {.name = "bare",
     .noun = "bare trees",
     .common = 10,
     .needs_light = 1,
     .height = 0.60,
     .hero = 0.50,
     .hero_count = 3,
     .draw = draw_bare},
    {.name = "cherry",
     .noun = "cherry trees",
     .common = 16,
     .height = 0.62,
     .hero = 0.50,
     .hero_count = 3,
     .draw = draw_cherry},
    {.name = "acacia",
     .noun = "acacias",
     .common = 70,
     .height = 0.60,
     .hero = 0.50,
     .hero_count = 2,
     .draw = draw_acacia},
    {.name = "joshua",
     .noun = "joshua trees",
     .common = 25,
     .height = 0.42,
     .hero = 0.56,
     .hero_count = 3,
     .draw = draw_joshua},
    {.name = "pine",
     .noun = "pines",
     .common = 40,
     .height = 0.88,
     .hero = 0.41,
     .hero_count = 8,
     .draw = draw_pine,
     .pine =
         {.crown = 0.50, .reach = 0.27, .limbs = 15, .pad = 0.078, .flat = 0.35, .stem = 0.042}},
    {.name = "poplar",
     .noun = "poplars",
     .common = 12,
     .height = 0.95,
     .hero = 0.40,
     .hero_count = 5,
     .draw = draw_flame,
     .flame = {.half_width = 0.105,
               .belly = 1.35,
               .fullness = 0.72,
               .bare = 0.09,
               .leaf_height = 0.026,
               .leaf_half_width = 0.0044,
               .ragged = 0.26,
               .turns = 1}},
    {.name = "cypress",
     .noun = "cypresses",
     .common = 50,
     .height = 0.85,
     .hero = 0.36,
     .hero_count = 8,
     .draw = draw_flame,
     .flame = {.half_width = 0.078,
               .belly = 1.45,
               .fullness = 0.62,
               .bare = 0.045,
               .leaf_height = 0.034,
               .leaf_half_width = 0.0042,
               .ragged = 0.14,
               .turns = 0}},
    {.name = "saguaro",
     .noun = "saguaros",
     .common = 75,
     .height = 0.42,
     .hero = 0.56,
     .hero_count = 3,
     .draw = draw_saguaro,
     .saguaro = {.stem = 0.092,
                 .arm = 0.062,
                 .elbow_out = 0.17,
                 .elbow_low = 0.30,
                 .elbow_high = 0.58,
                 .rise = 0.39}},
    {.name = "palm",
     .noun = "palms",
     .common = 60,
     .height = 0.75,
     .hero = 0.46,
     .hero_count = 3,
     .draw = draw_palm,
     .frond = {.crown = 0.82,
               .fronds = 17,
               .length = 0.36,
               .spread = 0.70,
               .droop = 0.52,
               .leaflet = 0.090,
               .stem = 0.040}},
    {.name = "bamboo",
     .noun = "bamboos",
     .common = 30,
     .height = 0.55,
     .hero = 0.62,
     .hero_count = 2,
     .draw = draw_bamboo,
     .bamboo =
         {.culms = 9, .spread = 0.17, .arch = 0.16, .thick = 0.015, .leaf = 0.050, .sprays = 46}},
    {.name = "shrub",
     .noun = "shrubs",
     .height = 0.13,
     .draw = draw_shrub,
     .shrub = {.heads = 9, .spread = 0.62, .radius = 0.33, .leaf = 0.085}},
    /* The spruce at the edges of pictures, which is taller and has more boughs than others. */
    {.name = "giant",
     .noun = "spruces",
     .height = 1.0,
     .draw = draw_conifer,
     .conifer = {.half_width = 0.248,
                 .taper = 0.80,
                 .rise = 0.42,
                 .droop = 0.42,
                 .hang = 0.92,
                 .bare = 0.04,
                 .whorls = 41,
                 .has_heart = 1}},
    {.name = "fern",
     .noun = "ferns",
     .height = 0.10,
     .draw = draw_fern,
     .frond = {.crown = 0,
               .fronds = 9,
               .length = 0.80,
               .spread = 0.38,
               .droop = 0.60,
               .leaflet = 0.10,
               .stem = 0}},
};
const int species_count = sizeof species_table / sizeof *species_table;

const char *species_tree_name(size_t number)
{
    int is_tree = number < (size_t)species_count && species_table[number].hero > 0.0;
    return is_tree ? species_table[number].name : NULL;
}

#define AMONG_OAKS 0.35 /* factor of the weight of conifers in a mix with oaks */

/* Factor of the weight of a tree that turns, in the choice of the hero in autumn. */
#define HERO_TURNED 6.0

/* Returns the tree of the clump in the near ground: one in bloom, or else a random one; the
 * probability is proportional to the square of the weight in the mix. */
static const species *hero_of(const rl_scene *scene, const species_mix *mix)
{
    double weight[SPECIES_MOST];
    for (int i = 0; i < mix->count; i++) {
        if (species_blooms(mix->kind[i]))
            return mix->kind[i];
        weight[i] = mix->weight[i] * mix->weight[i];
        const species *one = mix->kind[i];
        int turns_in_autumn = one->draw == draw_birch || one->draw == draw_oak ||
                              (one->draw == draw_flame && one->flame.turns > 0.0) ||
                              (one->draw == draw_conifer && one->conifer.has_heart <= 0.0);
        if (mix->autumn > 0.0 && turns_in_autumn)
            weight[i] *= HERO_TURNED * HERO_TURNED;
    }
    double u = hash_unit(hash_at(hash_key(scene->seed, STREAM_NEAR + 2), -1, 0));
    return mix->kind[choose_weighted(weight, (size_t)mix->count, u)];
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
