/* species.c - the table of species. */
#include "layers/species/species.h"

#include <string.h>

const species species_table[] = {
    {.name = "none"},
};
const int species_count = sizeof species_table / sizeof *species_table;

const species *species_find(const char *name)
{
    for (int i = 0; i < species_count; i++)
        if (strcmp(species_table[i].name, name) == 0)
            return &species_table[i];
    return NULL;
}
