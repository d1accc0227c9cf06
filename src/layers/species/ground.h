/* ground.h - things of near ground: grass, reeds, flowers, boulders, logs; and houses of fields.
 * They are drawn as species are; `height` of their rows is that at the near edge, in U.
 */
#ifndef RL_LAYERS_GROUND_THINGS_H
#define RL_LAYERS_GROUND_THINGS_H

#include "layers/species/species.h"

enum ground_thing {
    GROUND_SWARD, /* a strip of grass, 4 of its heights wide: put them beside each other */
    GROUND_TUFT,
    GROUND_REED, /* some stalks together */
    GROUND_FLOWER,
    GROUND_DAISY,
    GROUND_POPPY,
    GROUND_BOULDER, /* one to four together */
    GROUND_LOG,
    GROUND_HOUSE,
    GROUND_CHURCH,
    GROUND_THINGS
};

extern const species ground_table[GROUND_THINGS];

/* Numbers of houses: how far (0..1) it is night, the share of the stand's own colour in roofs, the
 * tone of walls in the light. */
enum house_number { HOUSE_NIGHT, HOUSE_ROOF, HOUSE_WALL };

/* The ways to draw them. */
void draw_grass(const species *self, const plant_look *look, drawing *out);
void draw_reed(const species *self, const plant_look *look, drawing *out);
void draw_flower(const species *self, const plant_look *look, drawing *out);
void draw_poppy(const species *self, const plant_look *look, drawing *out);
void draw_boulder(const species *self, const plant_look *look, drawing *out);
void draw_log(const species *self, const plant_look *look, drawing *out);
void draw_house(const species *self, const plant_look *look, drawing *out);
void draw_church(const species *self, const plant_look *look, drawing *out);

#endif
