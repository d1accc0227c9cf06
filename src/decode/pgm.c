/* pgm.c - reads heights of Netpbm's grey pictures, plain (P2) or raw (P5), of 8 or 16 bits; see
 * pgm(5).
 *
 * A comment extends from # to the end of its line.  A P5 may have further pictures after the first,
 * which are ignored; a P2 has only one.
 */
#include "decode/heights.h"

static rl_status pgm_integer(heights_reader *self, int *value, int min, int max, const char *rule)
{
    heights_word word;
    if (!heights_next(self, &word))
        return heights_bad(self, self->line, "cut short", rule);
    *value = heights_integer(&word, max);
    if (*value < min)
        return heights_bad_word(self, &word, rule);
    return RL_OK;
}

static rl_status plain_read(heights_reader *self, int most)
{
    size_t count = (size_t)self->width * (size_t)self->height;
    if ((self->size - self->offset) / 2 < count) /* a sample has at least a blank and a digit */
        return heights_bad(self, self->line, "cut short", "must hold width x height samples");
    TRY(heights_allocate(self));
    for (size_t i = 0; i < count; i++) {
        int sample = 0;
        TRY(pgm_integer(self, &sample, 0, most, "a sample must be 0..maxval"));
        self->heights[i] = (float)sample;
    }
    heights_word word;
    if (heights_next(self, &word))
        return heights_bad_word(self, &word, "more samples than width x height");
    return RL_OK;
}

static rl_status raw_read(heights_reader *self, int most)
{
    size_t count = (size_t)self->width * (size_t)self->height, wide = most > 255 ? 2 : 1;
    if (self->offset >= self->size) /* no blank, which must be between maxval and samples */
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    size_t start = self->offset + 1;
    if ((self->size - start) / wide < count)
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    TRY(heights_allocate(self));
    const unsigned char *source = self->bytes + start;
    for (size_t i = 0; i < count; i++, source += wide) {
        int sample = wide == 2 ? source[0] << 8 | source[1] : source[0];
        if (sample > most)
            return status_fail(self->error, RL_BAD_DATA, "%s: sample %d at byte %zu: must be 0..%d",
                               SHOWN(self->place), sample, (size_t)(source - self->bytes), most);
        self->heights[i] = (float)sample;
    }
    return RL_OK;
}

static rl_status read_pgm(heights_reader *self)
{
    int plain = self->bytes[1] == '2';
    self->offset = 2; /* the magic number */
    self->comment = '#';
    TRY(pgm_integer(self, &self->width, 1, HEIGHTS_SIDE, "width: must be 1..16385"));
    TRY(pgm_integer(self, &self->height, 1, HEIGHTS_SIDE, "height: must be 1..16385"));
    TRY(pgm_integer(self, &self->most, 1, 65535, "maxval: must be 1..65535"));
    return plain ? plain_read(self, self->most) : raw_read(self, self->most);
}

static int is_pgm(heights_reader *self)
{
    return heights_starts_with(self, "P2", 2) || heights_starts_with(self, "P5", 2);
}

const heights_format heights_pgm = {is_pgm, read_pgm};
