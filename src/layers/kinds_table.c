/* kinds_table.c - the table of all kinds of layers: one row each, in the order in which they
 * measure facts. */
#include "layers/core/kind.h"
#include "scene/keys.h"

/* clang-format off */
#define KINDS(row) \
    row(ridge)     \
    row(plain)     \
    row(plants)    \
    row(motif)     \
    row(way)       \
    row(birds)     \
    row(stars)     \
    row(disc)      \
    row(clouds)    \
    row(cumulus)   \
    row(plume)     \
    row(lava)      \
    row(lenticular) \
    row(rain)      \
    row(rainbow)   \
    row(comet)     \
    row(lightning) \
    row(fall)      \
    row(aurora)    \
    row(milkyway)  \
    row(lake)      \
    row(deck)      \
    row(city)      \
    row(beach)     \
    row(reflection) \
    row(sky)       \
    row(print)
/* clang-format on */

#define DECLARED(name) extern const layer_kind kind_##name;
KINDS(DECLARED)

#define LISTED(name) &kind_##name,
const layer_kind *const layer_kinds[] = {KINDS(LISTED)};
const int layer_kind_count = sizeof layer_kinds / sizeof *layer_kinds;

const key_group *layer_key_group(const key_group *group, int *kind)
{
    if (group == NULL)
        *kind = 0;
    for (group = group == NULL ? layer_kinds[0]->keys : group + 1; group->section == NULL;
         group = layer_kinds[*kind]->keys)
        if (++*kind == layer_kind_count)
            return NULL;
    return group;
}
