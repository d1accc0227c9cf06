/* passes_table.c - the table of map passes: the only file that names all of them. */
#include "heightmap/pass.h"

/* The number of a pass in this list, from 0, is its rl_pass.kind, so new rows go to the end. */
#define PASSES(PASS)                                                                               \
    PASS(voronoi_pass)                                                                             \
    PASS(perturb_pass)                                                                             \
    PASS(thermal_pass)                                                                             \
    PASS(thermal_fast_pass)                                                                        \
    PASS(thermal_inverted_pass)                                                                    \
    PASS(hydraulic_pass)                                                                           \
    PASS(hydraulic_fast_pass)                                                                      \
    PASS(droplets_pass)                                                                            \
    PASS(normalise_pass)                                                                           \
    PASS(combine_pass)                                                                             \
    PASS(gullies_pass)                                                                             \
    PASS(terrace_pass)                                                                             \
    PASS(dunes_pass)                                                                               \
    PASS(volcano_pass)

#define DECLARATION(pass) extern const heightmap_pass pass;
#define ROW(pass) &pass,
PASSES(DECLARATION)
static const heightmap_pass *const passes[] = {PASSES(ROW)};

const heightmap_pass *pass_at(int kind)
{
    const int count = (int)(sizeof passes / sizeof passes[0]);
    return kind >= 0 && kind < count ? passes[kind] : NULL;
}
