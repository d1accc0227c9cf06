/* sight.h - words for a thing that a kind of layer shows: how titles and alternative texts mention
 * it.
 *
 * Clauses may have fields in braces, which src/words fills in: {side} where the thing is, {count}
 * its amount, {motif}, {wood} and {lake} the facts of these names, {a lake} the same with an
 * article, {land} the noun of the land.
 */
#ifndef RL_BASE_SIGHT_H
#define RL_BASE_SIGHT_H

#include <string.h>

#include "ridgeline.h"

#define SIGHT_PLACES 6

/* What a clause needs beside its amount. */
typedef enum sight_need {
    SIGHT_NEEDS_NOTHING,
    SIGHT_NEEDS_NO_PLACE, /* land whose parts the first sentence does not place */
    SIGHT_NEEDS_LAND,     /* land with a noun of its own, such as mesas */
    SIGHT_NEEDS_RIDGES    /* several ridges */
} sight_need;

typedef struct rl_sight_words {
    const char *name;                  /* the thing, as in rl_sight.name */
    double least;                      /* amount from which it is mentioned */
    double title_least;                /* amount from which a title does; 0 = `least` */
    double most;                       /* amount from which `next` has the words */
    const struct rl_sight_words *next; /* NULL = these words for all amounts */

    /* Alternative text: the clauses of lowest rank are chosen. */
    const char *clauses[2]; /* one of them; the second may be NULL */
    double rank;
    int needs;       /* sight_need */
    const char *sky; /* adjective of a sky with it: "starry"; or NULL */

    /* Title: one event, that of the lowest rank; places, in the order of their ranks from 1. */
    const char *events[2];   /* one of them: "a comet"; or NULL */
    const char *preposition; /* between event and land: "over" */
    double event_rank;
    const char *places[SIGHT_PLACES]; /* names of it as a place: "the beach" */
    double place_rank;
    int hides_land; /* 1: the ridges beside it are not named */
} rl_sight_words;

/* sight_amount returns the amount of the thing of a name, or 0 if it is not seen well enough. */
static inline double sight_amount(const rl_facts *facts, const char *name)
{
    for (int i = 0; i < facts->sights; i++)
        if (strcmp(facts->sight[i].name, name) == 0)
            return facts->sight[i].amount;
    return 0.0;
}

/* Words of a thing, from the amount `from` on: SIGHT("rain", 0.2, SIGHT_CLAUSE(24, "it rains")). */
#define SIGHT(thing, from, ...)                                                                    \
    {                                                                                              \
        .name = thing, .least = from, __VA_ARGS__                                                  \
    }
#define SIGHT_CLAUSE(order, ...) .rank = order, .clauses = {__VA_ARGS__}
#define SIGHT_EVENT(order, before_land, ...)                                                       \
    .event_rank = order, .preposition = before_land, .events = {__VA_ARGS__}
#define SIGHT_PLACE(order, ...) .place_rank = order, .places = {__VA_ARGS__}

#endif
