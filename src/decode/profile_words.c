/* profile_words.c - services for the readers of profiles: parsing of numbers, and error texts. */
#include "decode/heights.h"
#include "decode/profile.h"

rl_status profile_bad(const profile_reader *self, int line, const char *value, size_t size,
                      const char *rule)
{
    const shown_text shown = status_show(value, size);
    return line > 0 ? status_fail(self->error, RL_BAD_DATA, "%s:%d: %s: %s", SHOWN(self->place),
                                  line, shown.text, rule)
                    : status_fail(self->error, RL_BAD_DATA, "%s: %s: %s", SHOWN(self->place),
                                  shown.text, rule);
}

int profile_number(double *value, const char *text, size_t size)
{
    const heights_word word = {.bytes = text, .size = size};
    return heights_number(value, &word);
}
