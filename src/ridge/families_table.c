/* families_table.c - the table of ridge families: the only shared file that names each of them. */
#include "ridge/family.h"

/* One row for each family.  The first nine are in the order of rl_ridge_kind. */
#define FAMILIES(ROW)                                                                              \
    ROW(fractal)                                                                                   \
    ROW(range)                                                                                     \
    ROW(hill)                                                                                      \
    ROW(roll)                                                                                      \
    ROW(segment)                                                                                   \
    ROW(alps)                                                                                      \
    ROW(dune)                                                                                      \
    ROW(mesa)                                                                                      \
    ROW(slice)                                                                                     \
    ROW(spur)                                                                                      \
    ROW(headland)                                                                                  \
    ROW(tower)                                                                                     \
    ROW(island)                                                                                    \
    ROW(wall)                                                                                      \
    ROW(rim)                                                                                       \
    ROW(field)                                                                                     \
    ROW(giant)                                                                                     \
    ROW(cone)                                                                                      \
    ROW(butte)                                                                                     \
    ROW(moor)                                                                                      \
    ROW(meadow)                                                                                    \
    ROW(horizon)                                                                                   \
    ROW(own)

#define DECLARE(name) extern const ridge_family ridge_family_##name;
#define ADDRESS(name) &ridge_family_##name,
#define NAME(name) #name,

FAMILIES(DECLARE)

static const ridge_family *const families[] = {FAMILIES(ADDRESS)};
const char *const ridge_family_names[] = {FAMILIES(NAME) NULL};

#define COUNT (sizeof families / sizeof families[0])
_Static_assert(COUNT <= RL_MAX_FAMILIES, "rl_facts counts ridges by family");

const ridge_family *ridge_family_at(size_t index)
{
    return index < COUNT ? families[index] : NULL;
}

const ridge_family *ridge_family_of(const rl_ridge *ridge)
{
    return families[ridge->kind];
}

int ridge_has(const rl_ridge *ridge, unsigned trait)
{
    /* A scene that is not checked yet may have any number as a kind. */
    const ridge_family *family = ridge_family_at((size_t)ridge->kind);
    return family != NULL && (family->traits & trait) != 0;
}

int ridge_family_with(unsigned trait)
{
    int index = 0;
    while (index + 1 < (int)COUNT && (families[index]->traits & trait) == 0)
        index++;
    return index;
}

const char *rl_ridge_family_name(size_t index)
{
    return index < COUNT ? families[index]->name : NULL;
}

const char *rl_ridge_family_noun(size_t index)
{
    return index < COUNT ? families[index]->noun : NULL;
}

double *ridge_slot(rl_ridge *ridge, const char *name)
{
    for (size_t i = 0; ridge_value(ridge, name) == NULL && i < COUNT; i++)
        ridge_unset_values(ridge, families[i]);
    return &ridge->value[ridge_value(ridge, name) - ridge->value];
}
