/* bot_fit.h - a picture that is no larger than its limit. */
#ifndef RL_CLI_BOT_BOT_FIT_H
#define RL_CLI_BOT_BOT_FIT_H

#include "cli/bot/bot_picture.h"

/* bot_frame prepares a scene at a size, as the bot's options want it. */
rl_status bot_frame(rl_frame **frame, const rl_scene *scene, const bot *run, int width, int height,
                    rl_error *error);

/* bot_limit returns the most bytes that a picture may have. */
uint64_t bot_limit(const bot *run);

/* bot_fit makes the PNG of a scene, its words, its recipe and its sum, from made->step on down
 * to the first step that fits.  Errors: RL_BAD_ARGUMENT where none does, those of rl_render. */
rl_status bot_fit(bot_picture *made, const rl_scene *scene, const bot *run, rl_error *error);

/* bot_fit_steps says how a picture was brought under its limit, each thing after a
 * comma: ", best compression, 256 colours"; "" when it fitted. */
#define BOT_STEPS_SIZE 80
void bot_fit_steps(char text[BOT_STEPS_SIZE], const bot_picture *made);

#endif
