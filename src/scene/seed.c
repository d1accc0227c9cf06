/* seed.c - a number or any other text becomes a seed. */
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "base/text.h"

static int all_digits(const char *text)
{
    return text[strspn(text, "0123456789")] == '\0';
}

rl_status rl_seed_parse(uint64_t *seed, const char *text, rl_error *error)
{
    uint64_t value;
    if (*text == '\0')
        return status_fail(error, RL_BAD_ARGUMENT, "seed: empty: must be a number or a text");
    if (text_to_u64(&value, text)) {
        *seed = value;
        return status_clear(error);
    }
    if (all_digits(text))
        return status_fail(error, RL_BAD_ARGUMENT, "seed: %s: must be at most 18446744073709551615",
                           SHOWN(text));
    value = 0;
    for (const char *at = text; *at != '\0'; at++)
        value = hash_mix(value + (uint64_t)(unsigned char)*at + UINT64_C(0x9e3779b97f4a7c15));
    *seed = value;
    return status_clear(error);
}
