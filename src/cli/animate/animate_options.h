/* animate_options.h - which options of `animate` go together. */
#ifndef RL_CLI_ANIMATE_ANIMATE_OPTIONS_H
#define RL_CLI_ANIMATE_ANIMATE_OPTIONS_H

#include "cli/animate/animate.h"

/* animate_check_motion tells when not exactly one kind of motion is asked for, and what
 * a stream without an end cannot be written to.  Returns an exit code. */
int animate_check_motion(const options *wanted);

/* animate_check_options tells an option that says nothing to the job's motion.  Returns
 * an exit code. */
int animate_check_options(const animate *job);

#endif
