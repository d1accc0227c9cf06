/* tone.c - fills the tables of the transfer curve. */
#include "base/tone.h"

#include "base/colour.h"

void tone_init(tone_tables *tables)
{
    for (uint32_t i = 0; i <= TONE_OCTAVES * TONE_PIECES; i++) {
        uint32_t bits = TONE_LOWEST_BITS + (i << 16);
        float linear;
        memcpy(&linear, &bits, sizeof linear);
        tables->encode[i] = (float)colour_encode((double)linear);
    }
    for (int i = 0; i <= TONE_DECODE_PIECES; i++)
        tables->decode[i] = (float)colour_decode((double)i / TONE_DECODE_PIECES);
}
