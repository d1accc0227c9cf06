/* title.h - a few words that name a picture. */
#ifndef RL_WORDS_TITLE_H
#define RL_WORDS_TITLE_H

#include "ridgeline.h"

#define TITLE_SIZE 80 /* size of a title with its NUL */

/* title_make writes a title such as "First light over the dunes", ASCII, true of the picture that
 * `frame` is.  `variant` chooses pattern and words: equal numbers, equal title.  Errors:
 * RL_NO_MEMORY, those of rl_frame_facts. */
rl_status title_make(char title[TITLE_SIZE], const rl_frame *frame, uint64_t variant,
                     rl_error *error);

#endif
