/* ground.c - the table of grass, reeds, flowers, boulders, logs and houses. */
#include "layers/species/ground.h"

const species ground_table[GROUND_THINGS] = {
    /* least and most blades, half the width, lean (below 0: all about the same way), half the width
     * of a blade */
    [GROUND_SWARD] = {"sward", "grass", 0, 0, 0.010, 0, 0, {28, 36, 1.9, -.45, .046}, draw_grass},
    [GROUND_TUFT] = {"tuft", "grass", 0, 0, 0.009, 0, 0, {8, 14, .50, .80, .052}, draw_grass},
    /* least and most stalks, part with cattails */
    [GROUND_REED] = {"reed", "reeds", 0, 0, 0.045, 0, 0, {3, 6, .25}, draw_reed},
    /* petals, their length, half width, the eye's radius, how flat it is seen at least */
    [GROUND_FLOWER] =
        {"flower", "flowers", 0, 0, 0.012, 0, 0, {5, .20, .085, .055, .55}, draw_flower},
    [GROUND_DAISY] =
        {"daisy", "daisies", 0, 0, 0.013, 0, 0, {11, .19, .034, .062, .40}, draw_flower},
    [GROUND_POPPY] = {"poppy", "poppies", 0, 0, 0.015, 0, 0, {0}, draw_poppy},
    /* most boulders together, height of half the width */
    [GROUND_BOULDER] = {"boulder", "boulders", 0, 0, 0.022, 0, 0, {4, .70, 1.15}, draw_boulder},
    /* length */
    [GROUND_LOG] = {"log", "logs", 0, 0, 0.020, 0, 0, {6.5}, draw_log},
    /* how far it is night, share of the own colour in roofs, tone of walls in the light */
    [GROUND_HOUSE] = {"house", "houses", 0, 0, 0.030, 0, 0, {0, 1, 4}, draw_house},
    [GROUND_CHURCH] = {"church", "churches", 0, 0, 0.060, 0, 0, {0, 1, 4}, draw_church},
};
