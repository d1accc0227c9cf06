/* palette_sample.h - what the tests of palettes share: reading texts and samples. */
#ifndef TESTS_SUPPORT_PALETTE_SAMPLE_H
#define TESTS_SUPPORT_PALETTE_SAMPLE_H

#include "palette/palette.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* palette_sample_parse reads a text as the file "p.gpl". */
rl_status palette_sample_parse(rl_palette *palette, const char *text, rl_error *error);

/* palette_sample_parsed does so, and the test fails when the text is wrong. */
rl_palette palette_sample_parsed(const char *text);

/* palette_sample_read reads a file of tests/support/data/palettes; returns its size. */
size_t palette_sample_read(char *bytes, size_t room, const char *name);

/* palette_sample_check_order: land darkens toward the viewer, the sky brightens
 * toward the horizon; `what` names the palette. */
void palette_sample_check_order(const rl_palette *palette, const char *what);

#endif
