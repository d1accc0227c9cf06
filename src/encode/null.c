/* null.c - the null format: discards pixels, for timing the renderer. */
#include "encode/encoder.h"

static rl_status null_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    (void)self;
    (void)rows;
    (void)count;
    (void)error;
    return RL_OK;
}

const encoder_format encoder_null = {
    .about = {.name = "null", .meaning = "nothing: for timing", .is_text = 1},
    .takes_indices = 1,
    .rows = null_rows,
};
