/* alt_details.h - the sun or moon, and what else there is to tell of a picture. */
#ifndef RL_CLI_COMMON_ALT_DETAILS_H
#define RL_CLI_COMMON_ALT_DETAILS_H

#include "cli/common/alt_words.h"

/* At most so many details beside the disc. */
enum { ALT_DETAILS = 3 };

/* alt_add_details adds the disc, which goes on the first sentence, and up to `most` things in
 * all: the others make the second one. */
void alt_add_details(alt_words *w, const rl_facts *facts, const rl_scene *scene, uint64_t variant,
                     int most);

#endif
