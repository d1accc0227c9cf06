/* deck.h - what a bare seed is dealt: a place and a mood that suits it.
 *
 * Drawn each by itself, places and moods meet again within few seeds.  A deck has one card for
 * each fitting pair, and the seed is the number of a card: any N seeds in a row, of a deck of N
 * cards, are different pictures, and neighbours are far apart in the list.
 */
#ifndef RL_SCENE_DECK_H
#define RL_SCENE_DECK_H

#include <stdint.h>

typedef struct deck_card {
    int place, mood;
} deck_card;

/* deck_deal takes the card of a seed.  The deck has a card for each bit of moods[place]: bit i is
 * mood i.  Returns 1, or 0 where the deck has no card. */
int deck_deal(const uint64_t *moods, int places, uint64_t seed, deck_card *card);

#endif
