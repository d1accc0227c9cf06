/* pnm.c - Netpbm's PPM (P6) and PAM (P7): one or more lines of text, then samples.
 *
 * In: rows.  Out: a header and the samples as they are, 16-bit ones with the
 * high byte first, see ppm(5) and pam(5).
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

extern const encoder_format encoder_pam;

/* Samples whose bytes are swapped at a time; `state` is this many pairs of bytes. */
enum { PNM_SAMPLES = 8192 };

static rl_status pnm_start(encoder *self, rl_error *error)
{
    const picture_info *info = &self->info;
    int most = info->bits == 16 ? 65535 : 255;
    char header[128];
    if (self->format == &encoder_pam)
        (void)snprintf(header, sizeof header,
                       "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 3\nMAXVAL %d\nTUPLTYPE RGB\nENDHDR\n",
                       info->width, info->height, most);
    else
        (void)snprintf(header, sizeof header, "P6\n%d %d\n%d\n", info->width, info->height, most);
    if (info->bits == 16) {
        self->state = memory_array(self->allocator, PNM_SAMPLES, 2);
        if (self->state == NULL)
            return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    }
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status pnm_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    size_t left = (size_t)self->info.width * 3 * (size_t)count;
    if (self->info.bits == 8)
        return rl_sink_write(self->sink, rows, left, error);
    unsigned char *bytes = self->state;
    for (const uint16_t *sample = rows; left > 0;) {
        size_t part = left < PNM_SAMPLES ? left : PNM_SAMPLES;
        for (size_t i = 0; i < part; i++) {
            bytes[2 * i] = (unsigned char)(sample[i] >> 8);
            bytes[2 * i + 1] = (unsigned char)(sample[i] & 255);
        }
        TRY(rl_sink_write(self->sink, bytes, part * 2, error));
        sample += part;
        left -= part;
    }
    return RL_OK;
}

static void pnm_release(encoder *self)
{
    memory_free(self->allocator, self->state);
}

const encoder_format encoder_ppm = {
    .about = {.name = "ppm", .ending = ".ppm", .meaning = "Netpbm P6"},
    .start = pnm_start,
    .rows = pnm_rows,
    .release = pnm_release,
};

const encoder_format encoder_pam = {
    .about = {.name = "pam", .ending = ".pam", .meaning = "Netpbm P7"},
    .start = pnm_start,
    .rows = pnm_rows,
    .release = pnm_release,
};
