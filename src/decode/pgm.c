/* pgm.c - Netpbm's grey maps, plain (P2) and raw (P5), of 8 or 16 bits; see pgm(5).
 *
 * In: a file that starts with P2 or P5.  Out: sample / maxval.  A comment runs from #
 * to the end of its line.  What follows the last sample of a P5 is another picture of
 * the file and is ignored; a P2 holds but one.
 */
#include "decode/heights.h"

#include "base/memory.h"
#include "base/status.h"

#include <string.h>

/* heights_next that knows comments: a # ends a word. */
static int pgm_next(heights_reader *self, heights_word *word)
{
    while (heights_next(self, word)) {
        const char *hash = memchr(word->bytes, '#', word->size);
        if (hash == NULL)
            return 1;
        size_t before = (size_t)(hash - word->bytes), start = self->offset - word->size;
        const unsigned char *end =
            memchr(self->bytes + start + before, '\n', self->size - start - before);
        self->offset = end != NULL ? (size_t)(end - self->bytes) : self->size;
        word->size = before;
        if (before > 0)
            return 1;
    }
    return 0;
}

static rl_status pgm_integer(heights_reader *self, int *value, int min, int max, const char *rule)
{
    heights_word word;
    if (!pgm_next(self, &word))
        return heights_bad(self, self->line, "cut short", rule);
    *value = heights_integer(&word, max);
    if (*value < min)
        return heights_bad(self, word.line, status_show(word.bytes, word.size).text, rule);
    return RL_OK;
}

/* ---- P2 ------------------------------------------------------------------ */

static rl_status plain_read(heights_reader *self, int most)
{
    size_t count = (size_t)self->width * (size_t)self->height;
    if ((self->size - self->offset) / 2 < count) /* a blank before each digit */
        return heights_bad(self, self->line, "cut short", "must hold width x height samples");
    TRY(heights_allocate(self));
    for (size_t i = 0; i < count; i++) {
        int sample = 0;
        TRY(pgm_integer(self, &sample, 0, most, "a sample must be 0..maxval"));
        self->heights[i] = (float)((double)sample / (double)most);
    }
    heights_word word;
    if (pgm_next(self, &word))
        return heights_bad(self, word.line, status_show(word.bytes, word.size).text,
                           "more samples than width x height");
    return RL_OK;
}

/* ---- P5 ------------------------------------------------------------------ */

static rl_status raw_read(heights_reader *self, int most)
{
    size_t count = (size_t)self->width * (size_t)self->height, wide = most > 255 ? 2 : 1;
    if (self->offset >= self->size) /* one blank after maxval */
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    size_t start = self->offset + 1;
    if ((self->size - start) / wide < count)
        return heights_bad(self, 0, "cut short", "must hold width x height samples");
    TRY(heights_allocate(self));
    /* A division for each value that a sample may have, not for each sample. */
    float *height = memory_array(self->allocator, (size_t)most + 1, sizeof *height);
    if (height == NULL)
        return status_fail(self->error, RL_NO_MEMORY, "%s: out of memory", SHOWN(self->place));
    for (int i = 0; i <= most; i++)
        height[i] = (float)((double)i / (double)most);
    rl_status status = RL_OK;
    const unsigned char *source = self->bytes + start;
    for (size_t i = 0; i < count && status == RL_OK; i++, source += wide) {
        int sample = wide == 2 ? source[0] << 8 | source[1] : source[0];
        if (sample > most)
            status =
                status_fail(self->error, RL_BAD_DATA, "%s: sample %d at byte %zu: must be 0..%d",
                            SHOWN(self->place), sample, (size_t)(source - self->bytes), most);
        else
            self->heights[i] = height[sample];
    }
    memory_free(self->allocator, height);
    return status;
}

rl_status heights_read_pgm(heights_reader *self)
{
    int most = 0;
    int plain = self->bytes[1] == '2';
    self->offset = 2; /* the magic number */
    TRY(pgm_integer(self, &self->width, 1, HEIGHTS_SIDE, "width: must be 1..16385"));
    TRY(pgm_integer(self, &self->height, 1, HEIGHTS_SIDE, "height: must be 1..16385"));
    TRY(pgm_integer(self, &most, 1, 65535, "maxval: must be 1..65535"));
    return plain ? plain_read(self, most) : raw_read(self, most);
}
