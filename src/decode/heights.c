/* heights.c - services for the readers of heights: errors, memory, the text of a projection. */
#include "decode/heights.h"

#include "base/limits.h"

#include <string.h>

heights_reader heights_reader_of(const rl_data *file, const rl_allocator *allocator,
                                 rl_error *error)
{
    return (heights_reader){.bytes = file->text,
                            .size = file->text != NULL ? file->size : 0,
                            .line = 1,
                            .comment = '\n',
                            .place = file->place != NULL ? file->place : "heights",
                            .allocator = allocator,
                            .error = error,
                            .reference = {.nodata = -9999.0}};
}

rl_status heights_bad(const heights_reader *self, int line, const char *value, const char *rule)
{
    if (line > 0)
        return status_fail(self->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(self->place), line,
                           value, rule);
    return status_fail(self->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(self->place), value, rule);
}

rl_status heights_bad_word(const heights_reader *self, const heights_word *word, const char *rule)
{
    return heights_bad(self, word->line, status_show(word->bytes, word->size).text, rule);
}

rl_status heights_memory(const heights_reader *self, int has_memory)
{
    return has_memory ? RL_OK : status_no_memory(SHOWN(self->place), self->error);
}

rl_status heights_allocate(heights_reader *self)
{
    TRY(limits_ask(self->limits, self->place, self->width, self->height, "samples", self->error));
    self->heights =
        memory_array(self->allocator, (size_t)self->width * (size_t)self->height, sizeof(float));
    return heights_memory(self, self->heights != NULL);
}

int heights_starts_with(const heights_reader *self, const char *bytes, size_t size)
{
    return self->size >= size && memcmp(self->bytes, bytes, size) == 0;
}

/* Greatest size of a projection's text, bytes; that of a compound system has about 2000. */
#define PROJECTION_MOST 65536

rl_status heights_projection(heights_reader *self, const rl_data *file)
{
    heights_reader text = heights_reader_of(file, self->allocator, self->error);
    size_t size = text.size;
    while (size > 0 && (text.bytes[size - 1] <= ' '))
        size--;
    if (size > PROJECTION_MOST || (size > 0 && memchr(text.bytes, '\0', size) != NULL))
        return heights_bad(&text, 0, "a projection", "must be a text of 1..65536 bytes");
    if (size == 0)
        return RL_OK;
    memory_free(self->allocator, self->reference.projection);
    self->reference.projection = memory_array(self->allocator, size + 1, 1);
    TRY(heights_memory(&text, self->reference.projection != NULL));
    memcpy(self->reference.projection, text.bytes, size);
    self->reference.projection[size] = '\0';
    return RL_OK;
}
