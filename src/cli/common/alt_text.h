/* alt_text.h - what a picture shows, in plain words. */
#ifndef RL_CLI_COMMON_ALT_TEXT_H
#define RL_CLI_COMMON_ALT_TEXT_H

#include "ridgeline.h"

/* At most 420 letters, one byte each, and the end. */
#define ALT_TEXT_SIZE 421

/* alt_text_make writes one or two sentences, 80 to 420 letters of ASCII, all of them true
 * of the picture that `frame` is.  `variant` chooses among words that say the same (equal numbers,
 * equal text), so that pictures in a row are told differently. Errors: RL_NO_MEMORY, those of
 * rl_paint. */
rl_status alt_text_make(char text[ALT_TEXT_SIZE], const rl_frame *frame, uint64_t variant,
                        rl_error *error);

#endif
