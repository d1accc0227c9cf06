/* colour_words.h - plain words for colours. */
#ifndef RL_CLI_COMMON_COLOUR_WORDS_H
#define RL_CLI_COMMON_COLOUR_WORDS_H

#include "ridgeline.h"

/* colour_word returns the word for the colour that looks most like `colour` (0xRRGGBB). */
const char *colour_word(rl_colour colour);

/* colour_lightness returns how light a colour looks, 0 black .. 1 white. */
double colour_lightness(rl_colour colour);

#endif
