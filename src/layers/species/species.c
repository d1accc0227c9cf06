/* species.c - the table of species. */
#include "layers/species/species.h"

#include <string.h>

const species species_table[] = {
    /* width, its power of the distance from the tip, rise, droop, hang of twigs, bare part of the
     * stem, whorls, dark heart */
    {"spruce", "spruces", 1.0, 0.35, 12, {.215, .84, 1.0, 1.0, 1.1, .05, 27, 1}, draw_conifer},
    {"fir", "firs", 1.0, 0.35, 12, {.165, .70, .75, .30, .72, .04, 36, 1}, draw_conifer},
    {"larch", "larches", 1.0, 0.35, 12, {.165, .80, .85, .80, .60, .14, 25, 0}, draw_conifer},
    {"birch", "birches", 0.72, 0.46, 7, {0}, draw_birch},
    {"oak", "oaks", 0.62, 0.50, 3, {0}, draw_oak},
    {"bare", "bare trees", 0.60, 0.50, 3, {0}, draw_bare},
    {"cherry", "cherry trees", 0.62, 0.50, 3, {0}, draw_cherry},
    {"acacia", "acacias", 0.60, 0.50, 2, {0}, draw_acacia},
    {"joshua", "joshua trees", 0.42, 0.56, 3, {0}, draw_joshua},
};
const int species_count = sizeof species_table / sizeof *species_table;

const species *species_find(const char *name)
{
    for (int i = 0; i < species_count; i++)
        if (strcmp(species_table[i].name, name) == 0)
            return &species_table[i];
    return NULL;
}
