/* alt_text.h - a picture and its colours in plain words. */
#ifndef RL_WORDS_ALT_TEXT_H
#define RL_WORDS_ALT_TEXT_H

#include "ridgeline.h"

/* At most 420 letters, one byte each, and the NUL. */
#define ALT_TEXT_SIZE 421

/* alt_text_make writes one or two sentences, 80 to 420 letters of ASCII, all of them true
 * of the picture that `frame` is.  `variant` chooses among phrases with one meaning (equal numbers,
 * equal text), so that the texts of consecutive pictures differ.  Errors: RL_NO_MEMORY, those of
 * rl_paint. */
rl_status alt_text_make(char text[ALT_TEXT_SIZE], const rl_frame *frame, uint64_t variant,
                        rl_error *error);

/* colour_word returns the word for the colour that looks most like `colour` (0xRRGGBB). */
const char *colour_word(rl_colour colour);

#endif
