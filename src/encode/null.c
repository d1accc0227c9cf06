/* null.c - the format that is nothing: what remains is the time of painting. */
#include "encode/encoder.h"

#include "base/status.h"

static rl_status null_step(encoder *self, rl_error *error)
{
    (void)self;
    return status_clear(error);
}

static rl_status null_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    (void)self;
    (void)rows;
    (void)count;
    return status_clear(error);
}

const encoder_format encoder_null = {"null", 1, null_step, null_rows, null_step, NULL, NULL};
