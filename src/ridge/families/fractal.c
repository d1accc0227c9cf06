/* fractal.c - families that are upper envelopes of fractals: fractal, range, hill, roll, rim,
 * field.
 *
 * The upper envelope of two fractals has sharp notches between rounded tops, as real skylines have;
 * a single fractal looks the same upside down.  Gain and lift, roughness and spread are tuned by
 * eye on seeds 1..48.
 */
#include "ridge/family.h"

/* Spacing of the second fractal of an envelope relative to the first, so that their anchors do not
 * coincide. */
#define SECOND_SPACING 0.83

const ridge_family ridge_family_fractal = {.name = "fractal",
                                           .meaning = "one endless fractal",
                                           .noun = "mountains",
                                           .gain = 1.0,
                                           .traits = RIDGE_LITERAL,
                                           .rough_far = 0.00,
                                           .rough_near = 0.05};

const ridge_family ridge_family_range = {.name = "range",
                                         .meaning = "upper envelope of two: notches between peaks",
                                         .noun = "mountains",
                                         .more_lines = 1,
                                         .second_spacing = SECOND_SPACING,
                                         .gain = 0.50,
                                         .lift = 0.18,
                                         .traits = RIDGE_ALPINE | RIDGE_FACES,
                                         .rough_far = 0.00,
                                         .rough_near = 0.05};

const ridge_family ridge_family_hill = {.name = "hill",
                                        .meaning = "upper envelope of two smooth ones",
                                        .noun = "hills",
                                        .more_lines = 1,
                                        .second_spacing = SECOND_SPACING,
                                        .smooth = 1,
                                        .gain = 0.48,
                                        .lift = 0.22,
                                        .ground = RIDGE_GROUND_SOFT,
                                        .rough_far = -0.20,
                                        .rough_near = -0.15,
                                        .spread = 1.15};

const ridge_family ridge_family_roll = {.name = "roll",
                                        .meaning = "one smooth fractal",
                                        .noun = "hills",
                                        .smooth = 1,
                                        .gain = 0.42,
                                        .lift = 0.45,
                                        .ground = RIDGE_GROUND_SOFT,
                                        .rough_far = -0.40,
                                        .rough_near = -0.40,
                                        .spread = 1.30};

const ridge_family ridge_family_rim = {.name = "rim",
                                       .meaning = "rock as of canyon walls, without beds",
                                       .noun = "canyon walls",
                                       .more_lines = 1,
                                       .second_spacing = SECOND_SPACING,
                                       .gain = 0.50,
                                       .lift = 0.18,
                                       .tint = {0xb4593c, 0xa24e38},
                                       .tint_share = 0.35,
                                       .traits = RIDGE_FACES,
                                       .rough_far = 0.00,
                                       .rough_near = 0.05};

const ridge_family ridge_family_field = {.name = "field",
                                         .meaning = "long smooth hills of fields",
                                         .noun = "rolling fields",
                                         .more_lines = 1,
                                         .second_spacing = SECOND_SPACING,
                                         .smooth = 1,
                                         .gain = 0.55,
                                         .lift = 0.10,
                                         .ground = RIDGE_GROUND_FIELDS,
                                         .traits = RIDGE_FACES,
                                         .rough_far = -0.60,
                                         .rough_near = -0.60,
                                         .side_far = 0.32,
                                         .side_near = 0.95};

const ridge_family ridge_family_moor = {.name = "moor",
                                        .meaning = "long hills of heather, bracken and grass",
                                        .noun = "moors",
                                        .more_lines = 1,
                                        .second_spacing = SECOND_SPACING,
                                        .smooth = 1,
                                        .gain = 0.55,
                                        .lift = 0.10,
                                        .ground = RIDGE_GROUND_HEATH,
                                        .traits = RIDGE_FACES,
                                        .rough_far = -0.35,
                                        .rough_near = -0.45,
                                        .side_far = 0.40,
                                        .side_near = 1.10};
