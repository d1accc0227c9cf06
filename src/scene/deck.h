/* deck.h - deals a place and a mood that suits it to a bare seed.
 *
 * Independent draws of places and moods would repeat pairs within few seeds.  A deck has one card
 * for each fitting pair, and the seed is the number of a card.  So any N consecutive seeds, for a
 * deck of N cards, are different pictures, and neighbours are far apart in the list.
 */
#ifndef RL_SCENE_DECK_H
#define RL_SCENE_DECK_H

#include <stdint.h>

typedef struct deck_card {
    int place, mood;
} deck_card;

/* deck_deal finds the card of a seed.  The deck has a card for each bit of moods[place]; bit i is
 * mood i.  Returns 1, or 0 if the deck has no card. */
int deck_deal(const uint64_t *moods, int places, uint64_t seed, deck_card *card);

#endif
