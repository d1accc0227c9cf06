/* ground.h - the table of things on near ground and in fields: grass, reeds, flowers, boulders,
 * logs and houses.
 *
 * Things have the type `species`, like plants, but `height` is in U, for a thing at the lower edge
 * of the near ground.
 */
#ifndef RL_LAYERS_GROUND_THINGS_H
#define RL_LAYERS_GROUND_THINGS_H

#include "layers/plants/species/species.h"

enum ground_thing {
    GROUND_HEATHER, /* clumps: low plants that cover the ground */
    GROUND_BRACKEN,
    GROUND_GRASS,
    GROUND_TUFT, /* grass in the colour of the ground, between trees */
    GROUND_STONE,
    GROUND_REED, /* a few stalks together */
    GROUND_FLOWER,
    GROUND_DAISY,
    GROUND_POPPY,
    GROUND_BOULDER, /* one to four together */
    GROUND_LOG,
    GROUND_ROCK, /* one or two large boulders */
    GROUND_JETTY,
    GROUND_SNOW_TUFT,    /* grass through snow, in a hollow */
    GROUND_SNOW_BOULDER, /* as GROUND_BOULDER, with snow on top */
    GROUND_HOUSE,
    GROUND_CHURCH,
    GROUND_THINGS
};

extern const species ground_table[GROUND_THINGS];

/* Indices of the fields of house_habit in species.number. */
enum house_number { HOUSE_NIGHT, HOUSE_ROOF, HOUSE_WALL };

/* Functions that add a thing to the drawing *out, for `draw` of ground_table. */
void draw_clump(const species *self, const plant_look *look, drawing *out);
void draw_grass(const species *self, const plant_look *look, drawing *out);
void draw_reed(const species *self, const plant_look *look, drawing *out);
void draw_flower(const species *self, const plant_look *look, drawing *out);
void draw_poppy(const species *self, const plant_look *look, drawing *out);
void draw_boulder(const species *self, const plant_look *look, drawing *out);
void draw_snow_tuft(const species *self, const plant_look *look, drawing *out);
void draw_snow_boulder(const species *self, const plant_look *look, drawing *out);
void draw_rock(const species *self, const plant_look *look, drawing *out);
void draw_jetty(const species *self, const plant_look *look, drawing *out);
void draw_log(const species *self, const plant_look *look, drawing *out);
void draw_house(const species *self, const plant_look *look, drawing *out);
void draw_church(const species *self, const plant_look *look, drawing *out);

#endif
