/* pnm.c - writes pictures as Netpbm's PPM (P6) and PAM (P7): a header of text, then samples.
 *
 * Samples of 16 bits have the high byte first; see ppm(5) and pam(5).
 */
#include "encode/encoder.h"

#include "base/status.h"

#include <stdio.h>
#include <string.h>

extern const encoder_format encoder_pam;

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
    return rl_sink_write(self->sink, header, strlen(header), error);
}

static rl_status pnm_rows(encoder *self, const void *rows, int count, rl_error *error)
{
    size_t samples = (size_t)self->info.width * 3;
    if (self->info.bits == 8)
        return rl_sink_write(self->sink, rows, samples * (size_t)count, error);
    for (const uint16_t *sample = rows; count > 0; count--, sample += samples) {
        for (size_t i = 0; i < samples; i++) {
            self->line[2 * i] = (uint8_t)(sample[i] >> 8);
            self->line[2 * i + 1] = (uint8_t)(sample[i] & 255);
        }
        TRY(rl_sink_write(self->sink, self->line, 2 * samples, error));
    }
    return RL_OK;
}

const encoder_format encoder_ppm = {
    .about = {.name = "ppm", .ending = ".ppm", .meaning = "Netpbm P6"},
    .line_bytes = 6,
    .start = pnm_start,
    .rows = pnm_rows,
};

const encoder_format encoder_pam = {
    .about = {.name = "pam", .ending = ".pam", .meaning = "Netpbm P7"},
    .line_bytes = 6,
    .start = pnm_start,
    .rows = pnm_rows,
};
