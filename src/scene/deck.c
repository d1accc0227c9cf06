/* deck.c - deals a place and a mood that suits it to a seed. */
#include "scene/deck.h"

#include "base/exact.h"

#define MOODS 64

/* Thousandths of the deck between the cards of two consecutive seeds: the golden section, so that
 * these cards are far apart. */
#define GOLDEN_SECTION 618

int deck_deal(const uint64_t *moods, int places, uint64_t seed, deck_card *card)
{
    uint64_t cards = 0;
    for (int i = 0; i < places * MOODS; i++)
        cards += moods[i / MOODS] >> i % MOODS & 1;
    if (cards == 0)
        return 0;
    /* A step without a common divisor with the deck reaches every card. */
    uint64_t step = (cards * GOLDEN_SECTION + 500) / 1000;
    while (exact_divisor(step, cards) != 1)
        step++;
    uint64_t left = seed % cards * step % cards;
    for (int i = 0; i < places * MOODS; i++) {
        if ((moods[i / MOODS] >> i % MOODS & 1) == 0)
            continue;
        *card = (deck_card){i / MOODS, i % MOODS};
        if (left == 0)
            break;
        left--;
    }
    return 1;
}
