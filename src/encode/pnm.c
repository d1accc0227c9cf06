/* pnm.c - Netpbm's PPM (P6) and PAM (P7): a line or some of text, then samples.
 *
 * In: rows.  Out: a header and the samples as they are, 16-bit ones with the
 * high byte first, as ppm(5) and pam(5) say.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

/* Samples that are turned round at a time; `state` is this many pairs of bytes. */
enum { PNM_SAMPLES = 8192 };

static rl_status pnm_start(encoder *self, const char *header, rl_error *error)
{
    if (self->info.bits == 16) {
        self->state = memory_array(self->allocator, PNM_SAMPLES, 2);
        if (self->state == NULL)
            return status_fail(error, RL_NO_MEMORY, "picture: out of memory");
    }
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status ppm_start(encoder *self, rl_error *error)
{
    char header[64];
    (void)snprintf(header, sizeof header, "P6\n%d %d\n%d\n", self->info.width, self->info.height,
                   self->info.bits == 16 ? 65535 : 255);
    return pnm_start(self, header, error);
}

static rl_status pam_start(encoder *self, rl_error *error)
{
    char header[128];
    (void)snprintf(header, sizeof header,
                   "P7\nWIDTH %d\nHEIGHT %d\nDEPTH 3\nMAXVAL %d\nTUPLTYPE RGB\nENDHDR\n",
                   self->info.width, self->info.height, self->info.bits == 16 ? 65535 : 255);
    return pnm_start(self, header, error);
}

static rl_status pnm_write_16(encoder *self, const uint16_t *samples, size_t count, rl_error *error)
{
    unsigned char *bytes = self->state;
    while (count > 0) {
        size_t part = count < PNM_SAMPLES ? count : PNM_SAMPLES;
        for (size_t i = 0; i < part; i++) {
            bytes[2 * i] = (unsigned char)(samples[i] >> 8);
            bytes[2 * i + 1] = (unsigned char)(samples[i] & 255);
        }
        rl_status status = rl_sink_write(self->sink, bytes, part * 2, error);
        if (status != RL_OK)
            return status;
        samples += part;
        count -= part;
    }
    return RL_OK;
}

static rl_status pnm_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    size_t samples = (size_t)self->info.width * 3 * (size_t)count;
    if (self->info.bits == 16)
        return pnm_write_16(self, rows, samples, error);
    return rl_sink_write(self->sink, rows, samples, error);
}

static rl_status pnm_finish(encoder *self, rl_error *error)
{
    (void)self;
    return status_clear(error);
}

static void pnm_release(encoder *self)
{
    memory_free(self->allocator, self->state);
}

const encoder_format encoder_ppm = {"ppm", 0, ppm_start, pnm_rows, pnm_finish, pnm_release, NULL};
const encoder_format encoder_pam = {"pam", 0, pam_start, pnm_rows, pnm_finish, pnm_release, NULL};
