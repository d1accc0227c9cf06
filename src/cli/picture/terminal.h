/* terminal.h - pictures on terminals that can show them: --preview. */
#ifndef RL_CLI_PICTURE_TERMINAL_H
#define RL_CLI_PICTURE_TERMINAL_H

#include "ridgeline.h"

/* How a terminal takes pictures. */
typedef enum terminal_way {
    TERMINAL_NONE, /* standard output is a terminal without a picture protocol */
    TERMINAL_KITTY,
    TERMINAL_ITERM,
    TERMINAL_SIXEL,
    TERMINAL_ABSENT /* standard output is no terminal */
} terminal_way;

/* terminal_detect returns the way of standard output: kitty and iTerm by environment variables,
 * else sixels if the terminal answers within half a second that it takes them. */
terminal_way terminal_detect(void);

/* terminal_room returns the largest size of a picture on the terminal, pixels. */
void terminal_room(int *width, int *height);

/* terminal_show writes packed RGB to standard output.  Errors: RL_NO_MEMORY. */
rl_status terminal_show(terminal_way way, const uint8_t *rgb, int width, int height,
                        rl_error *error);

#endif
