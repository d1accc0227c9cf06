/* alt_words.h - a text that grows word by word, what of it chance decides, and the amounts
 * from which on a thing is spoken of.
 */
#ifndef RL_CLI_COMMON_ALT_WORDS_H
#define RL_CLI_COMMON_ALT_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "ridgeline.h"

/* Shares of an area, from which on a thing is spoken of. */
#define SKY_LEAST 0.03
#define WATER_LEAST 0.03
#define MIST_LEAST 0.25
#define MIST_MUCH 0.60
#define CLOUDS_LEAST 0.06
#define CLOUDS_MUCH 0.30
#define AURORA_LEAST 0.05
#define SNOW_LEAST 0.03
#define TREES_LEAST 0.35
#define STARS_LEAST 8
#define STARS_MANY 60

/* A text that grows; too long is seen by its length. */
typedef struct alt_words {
    char text[1024];
    size_t length;
} alt_words;

void alt_add(alt_words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* alt_capital makes the letter at a place a capital. */
void alt_capital(alt_words *w, size_t at);

/* alt_article returns "a" or "an"; alt_number a word for n >= 0. */
const char *alt_article(const char *word);
const char *alt_number(int n);

/* alt_choice chooses among `count` words at a place of the text.  At place 0 one follows the
 * other, so that no two in a row begin alike; at others chance decides, and no two places agree
 * for long.  (A multiplier of L'Ecuyer's, 1999; its upper bits are the better ones.) */
int alt_choice(uint64_t variant, int place, int count);

/* alt_ridges returns how many visible ridges have a noun of rl_ridge_family_noun. */
int alt_ridges(const rl_facts *facts, const char *noun);

static inline int alt_is_wooded(const rl_facts *facts)
{
    return facts->trees >= TREES_LEAST && facts->low_trees >= 0.5;
}

static inline int alt_is_starry(const rl_facts *facts)
{
    return facts->stars >= STARS_MANY;
}

#endif
