/* style.h - kinds of country: what stands at which depth. */
#ifndef RL_SCENE_STYLE_H
#define RL_SCENE_STYLE_H

#include "ridgeline.h"

typedef enum style_name {
    STYLE_ALPINE,
    STYLE_MISTY,
    STYLE_HILLS,
    STYLE_FOREST,
    STYLE_LAKE,
    STYLE_DESERT,
    STYLE_DUNES,
    STYLES
} style_name;

/* Their names in the same order, ended by NULL. */
extern const char *const style_names[];

/* Pairs are least and most of what a seed chooses. */
typedef struct style_look {
    double weight; /* share of bare seeds */
    int ridges[2];
    double horizon[2];                       /* fraction of H */
    double base_far, base_near;              /* fraction of H */
    double amplitude_far[2], amplitude_near; /* U */
    double mountains[2];                     /* scale of rock */
    double dip, hero, valley;                /* see rl_ridge */
    int kind[3];                             /* rl_ridge_kind: far, middle, near */
    double middle_from, near_from;           /* depth */
    double relief, relief_to;                /* strength, and the depth up to which */
    double strata;
    double trees_from; /* depth; above 1 = bare */
    double depth_most; /* sand is not black: the colours' last depth */
    int lake_ridge;    /* 0 = no lake */
    double lake_level; /* fraction of H */
    double fog;        /* density of banks */
} style_look;

extern const style_look style_looks[STYLES];

#endif
