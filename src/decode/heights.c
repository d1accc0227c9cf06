/* heights.c - rl_heights_read: finds the format; what all readers share.
 *
 * In: the bytes of a file from anywhere.  Out: heights 0..1.  Nothing in a file is
 * trusted: sizes are bounded and compared with the bytes that are there before memory
 * is allocated, and every fault is named with its place.
 */
#include "decode/heights.h"

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "ridgeline-map.h"

#include <string.h>

/* ---- what readers share -------------------------------------------------- */

rl_status heights_bad(const heights_reader *self, int line, const char *value, const char *rule)
{
    if (line > 0)
        return status_fail(self->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(self->place), line,
                           value, rule);
    return status_fail(self->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(self->place), value, rule);
}

rl_status heights_allocate(heights_reader *self)
{
    self->heights =
        memory_array(self->allocator, (size_t)self->width * (size_t)self->height, sizeof(float));
    if (self->heights == NULL)
        return status_fail(self->error, RL_NO_MEMORY, "%s: out of memory", SHOWN(self->place));
    return RL_OK;
}

int heights_next(heights_reader *self, heights_word *word)
{
    const char *text = (const char *)self->bytes;
    size_t end = self->offset;
    while (end < self->size && (text_is_blank(text[end]) || text[end] == '\n'))
        self->line += text[end++] == '\n';
    *word = (heights_word){text + end, 0, self->line};
    while (end < self->size && !text_is_blank(text[end]) && text[end] != '\n')
        end++;
    word->size = end - (size_t)(word->bytes - text);
    self->offset = end;
    return word->size > 0;
}

int heights_integer(const heights_word *word, int max)
{
    int64_t value = 0;
    for (size_t i = 0; i < word->size; i++) {
        char c = word->bytes[i];
        if (c < '0' || c > '9')
            return -1;
        value = value * 10 + (c - '0');
        if (value > max)
            return -1;
    }
    return word->size > 0 ? (int)value : -1;
}

/* ---- formats ------------------------------------------------------------- */

static int starts_with(const heights_reader *self, const char *bytes, size_t size)
{
    return self->size >= size && memcmp(self->bytes, bytes, size) == 0;
}

/* A grid starts with one of the words of its header. */
static int is_asc(heights_reader *self)
{
    static const char first[] = "nxydc";
    if (starts_with(self, "\xef\xbb\xbf", 3))
        self->offset = 3;
    heights_reader ahead = *self;
    heights_word word;
    return heights_next(&ahead, &word) && word.size > 1 &&
           strchr(first, text_lower(word.bytes[0])) != NULL && word.bytes[0] != '\0';
}

static rl_status reader_run(heights_reader *self)
{
    if (self->size == 0)
        return heights_bad(self, 0, "an empty file", "must be a grey PNG, a PGM or an ESRI .asc");
    if (rl_recipe_is_png(self->bytes, self->size))
        return heights_read_png(self);
    if (starts_with(self, "P2", 2) || starts_with(self, "P5", 2))
        return heights_read_pgm(self);
    if (is_asc(self))
        return heights_read_asc(self);
    size_t shown = self->size < 8 ? self->size : 8;
    return heights_bad(self, 0, status_show((const char *)self->bytes, shown).text,
                       "must be a grey PNG, a PGM (P2, P5) or an ESRI .asc");
}

rl_status rl_heights_read(float **heights, int *width, int *height, const void *bytes, size_t size,
                          const char *place, const rl_allocator *allocator, rl_error *error)
{
    if (heights == NULL || width == NULL || height == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "heights: NULL: must be places for heights, width and height");
    *heights = NULL;
    *width = *height = 0;
    heights_reader self = {.bytes = bytes,
                           .size = bytes != NULL ? size : 0,
                           .line = 1,
                           .place = place != NULL ? place : "heights",
                           .allocator = allocator,
                           .error = error};
    rl_status status = reader_run(&self);
    if (status != RL_OK) {
        memory_free(allocator, self.heights);
        return status;
    }
    *heights = self.heights;
    *width = self.width;
    *height = self.height;
    return status_clear(error);
}

void rl_heights_free(float *heights, const rl_allocator *allocator)
{
    memory_free(allocator, heights);
}
