/* deck.c - deals a place and a mood to a seed. */
#include "scene/deck.h"

#define MOODS 64

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The step from card to card: near the golden section of the deck, so that seeds in a row take
 * cards far apart, and without a common divisor with the deck, so that it comes to every card. */
static uint64_t step_of(uint64_t cards)
{
    uint64_t step = (cards * 618 + 500) / 1000;
    while (common_divisor(step, cards) != 1)
        step++;
    return step;
}

int deck_deal(const uint64_t *moods, int places, uint64_t seed, deck_card *card)
{
    uint64_t cards = 0;
    for (int i = 0; i < places * MOODS; i++)
        cards += moods[i / MOODS] >> i % MOODS & 1;
    if (cards == 0)
        return 0;
    uint64_t left = seed % cards * step_of(cards) % cards;
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
