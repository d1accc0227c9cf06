/* mood.c - which mood a slot has: shuffled bags, without a history.
 *
 * In: the bot's name and a slot.  Out: a mood.  Slots draw from a bag of all moods, or of
 * those of -m, until it is empty, then from the next bag.  A bag has two halves, always of
 * the same moods, each shuffled anew: so a mood is drawn again after half a bag at the
 * earliest, and every slot finds its own mood without the slots before it.
 *
 * With --latitude each hour of the day has its own bags, of the moods that suit it in this
 * season; slots of that hour are counted from the begin of the season.  A mood should belong to
 * one hour: else it could be drawn twice in a row where one hour follows the other.
 */
#include "cli/bot/bot.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOODS_MAX 64

typedef struct card {
    const char *mood;
    uint64_t key; /* order of the shuffle */
} card;

/* The moods to draw from, and how many slots have drawn before. */
typedef struct bag {
    card cards[MOODS_MAX];
    int count;
    int hour; /* RL_HOUR_..., 0 without --latitude */
    int64_t begin, drawn;
} bag;

/* ---- what is in the bag ------------------------------------------------- */

const char *bot_mood_next(char mood[BOT_NAME_SIZE], const char *list)
{
    size_t length = strcspn(list, ",");
    snprintf(mood, BOT_NAME_SIZE, "%.*s", (int)length, list);
    return list[length] == ',' ? list + length + 1 : NULL;
}

/* Puts the moods into the bag that suit hour, season and style (NULL: any) and are in the list
 * of -m, if there is one. */
static void fill_bag(bag *moods, const bot *run, int hours, int seasons, const char *style)
{
    const char *mood, *world;
    int index = -1;
    for (int i = 0; style != NULL && (world = rl_world_name((size_t)i)) != NULL; i++)
        if (strcmp(world, style) == 0)
            index = i; /* an unknown style is an error later */
    moods->count = 0;
    for (size_t i = 0; (mood = rl_mood_name(i)) != NULL && moods->count < MOODS_MAX; i++) {
        char name[BOT_NAME_SIZE];
        const char *list = run->options->mood;
        rl_mood_info info = {.hours = 0};
        int is_listed = list == NULL;
        while (list != NULL && !is_listed) {
            list = bot_mood_next(name, list);
            is_listed = strcmp(name, mood) == 0;
        }
        (void)rl_mood_describe(mood, &info, NULL);
        if (is_listed && (info.hours & hours) != 0 && (info.seasons & seasons) != 0 &&
            (index < 0 || rl_mood_suits(mood, index)))
            moods->cards[moods->count++] = (card){mood, 0};
    }
}

/* ---- shuffling ---------------------------------------------------------- */

static int by_key(const void *a, const void *b)
{
    const card *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

static void shuffle(card *cards, int count, const bot *run, const bag *moods, int64_t cycle)
{
    for (int i = 0; i < count; i++) {
        char text[160];
        rl_error error;
        snprintf(text, sizeof text, "%s/mood/%" PRId64 "/%d/%" PRId64 "/%s", run->name,
                 moods->begin, moods->hour, cycle, cards[i].mood);
        rl_seed_parse(&cards[i].key, text, &error);
    }
    qsort(cards, (size_t)count, sizeof *cards, by_key);
}

/* The number of no bag: the shuffle that makes the halves. */
#define HALVES (-1)

const char *bot_mood(const bot *run, int64_t time)
{
    const options *opts = run->options;
    bag moods = {.drawn = time / run->period_s};
    if (opts->mood == NULL ? opts->palette != NULL || opts->time != NULL
                           : strchr(opts->mood, ',') == NULL)
        return opts->mood;
    if (run->has_place) {
        moods.hour = sun_hour(run->latitude, run->longitude, time);
        int season = sun_season(run->latitude, time, &moods.begin);
        fill_bag(&moods, run, moods.hour, season, opts->style);
        moods.drawn = 0;
        for (int64_t slot = time - run->period_s; slot >= moods.begin; slot -= run->period_s)
            moods.drawn += sun_hour(run->latitude, run->longitude, slot) == moods.hour;
    }
    if (moods.count == 0) /* also where no mood of the hour suits the style */
        fill_bag(&moods, run, RL_HOUR_ANY, RL_SEASON_ANY, opts->style);
    if (moods.count == 0 && opts->mood != NULL)
        fill_bag(&moods, run, RL_HOUR_ANY, RL_SEASON_ANY, NULL);
    if (moods.count == 0)
        return NULL;
    int half = (moods.count + 1) / 2;
    int64_t cycle = moods.drawn / moods.count;
    shuffle(moods.cards, moods.count, run, &moods, HALVES);
    shuffle(moods.cards, half, run, &moods, cycle);
    shuffle(moods.cards + half, moods.count - half, run, &moods, cycle);
    return moods.cards[moods.drawn % moods.count].mood;
}
