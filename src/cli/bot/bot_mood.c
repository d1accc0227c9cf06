/* bot_mood.c - which mood a slot has: shuffled bags, without a history.
 *
 * In: the bot's name and a slot.  Out: a mood.  Slots draw from a bag of all moods until it
 * is empty, then from the next one.  A bag is in two halves, always of the same moods, each
 * shuffled anew: so a mood comes again after half a bag at the earliest, and yet every slot
 * can tell its own without looking at what was before.
 *
 * Where the sun leads, each hour of the day has its own bags, of the moods that suit it in
 * this season; slots of that hour are counted from the season's begin.
 */
#include "cli/bot/bot_choice.h"
#include "cli/bot/bot_sun.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOODS_MAX 64

/* No mood belongs to two hours: it could come twice in a row where one follows the other.
 * Every hour has three or more in every season. */
static const struct {
    const char *mood;
    int hour, seasons;
} light[] = {
    {"dawn", HOUR_MORNING, SEASON_ANY},
    {"violet", HOUR_MORNING, SEASON_ANY},
    {"sakura", HOUR_MORNING, SEASON_SPRING},
    {"emerald", HOUR_MORNING, SEASON_SUMMER},
    {"mist", HOUR_MORNING, SEASON_AUTUMN | SEASON_WINTER},
    {"noon", HOUR_DAY, SEASON_ANY},
    {"ink", HOUR_DAY, SEASON_ANY},
    {"storm", HOUR_DAY, SEASON_ANY},
    {"desert", HOUR_DAY, SEASON_SPRING | SEASON_SUMMER},
    {"autumn", HOUR_DAY, SEASON_AUTUMN},
    {"winter", HOUR_DAY, SEASON_WINTER},
    {"ember", HOUR_EVENING, SEASON_ANY},
    {"golden", HOUR_EVENING, SEASON_ANY},
    {"mars", HOUR_EVENING, SEASON_ANY},
    {"moonlight", HOUR_NIGHT, SEASON_ANY},
    {"bloodmoon", HOUR_NIGHT, SEASON_ANY},
    {"dusk", HOUR_NIGHT, SEASON_ANY},
    {"vapor", HOUR_NIGHT, SEASON_ANY},
    {"aurora", HOUR_NIGHT, SEASON_AUTUMN | SEASON_WINTER | SEASON_SPRING},
};

typedef struct card {
    const char *mood;
    uint64_t key; /* its place in the shuffle */
} card;

/* The moods to draw from, and how many times slots have drawn before. */
typedef struct bag {
    card cards[MOODS_MAX];
    int count;
    int hour; /* HOUR_..., 0 where the sun does not lead */
    int64_t begin, drawn;
} bag;

/* ---- what is in the bag ------------------------------------------------- */

static int suits_light(const char *mood, int hour, int season)
{
    for (size_t i = 0; i < sizeof light / sizeof *light; i++)
        if (strcmp(light[i].mood, mood) == 0)
            return (light[i].hour & hour) != 0 && (light[i].seasons & season) != 0;
    return 1;
}

static int suits_style(const char *mood, const char *style)
{
    const char *name;
    if (style == NULL)
        return 1;
    for (int i = 0; (name = rl_style_name((size_t)i)) != NULL; i++)
        if (strcmp(name, style) == 0)
            return rl_mood_suits(mood, i);
    return 1; /* told later, as no style at all */
}

static void bag_fill(bag *from, const bot *run, int hour, int season)
{
    const char *mood;
    from->count = 0;
    for (size_t i = 0; (mood = rl_mood_name(i)) != NULL && from->count < MOODS_MAX; i++)
        if (suits_light(mood, hour, season) && suits_style(mood, run->wanted->style))
            from->cards[from->count++] = (card){mood, 0};
}

/* How many slots of that hour there were between the season's begin and this one. */
static int64_t count_hours(const bot *run, int hour, int64_t begin, int64_t time)
{
    int64_t count = 0;
    for (int64_t at = time - run->period_s; at >= begin; at -= run->period_s)
        count += sun_hour(run->latitude, run->longitude, at) == hour;
    return count;
}

static void bag_open(bag *from, const bot *run, int64_t time)
{
    *from = (bag){.drawn = time / run->period_s};
    if (run->has_latitude) {
        int64_t begin;
        int hour = sun_hour(run->latitude, run->longitude, time);
        int season = sun_season(run->latitude, time, &begin);
        bag_fill(from, run, hour, season);
        from->hour = hour;
        from->begin = begin;
        from->drawn = count_hours(run, hour, begin, time);
    }
    if (from->count == 0) /* also where no mood of the hour suits the style */
        bag_fill(from, run, HOUR_ANY, SEASON_ANY);
}

/* ---- shuffling ---------------------------------------------------------- */

static uint64_t random_bits(const bot *run, const bag *from, int64_t cycle, const char *mood)
{
    char text[160];
    uint64_t bits = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/mood/%" PRId64 "/%d/%" PRId64 "/%s", run->name, from->begin,
             from->hour, cycle, mood);
    rl_seed_parse(&bits, text, &error);
    return bits;
}

static int by_key(const void *a, const void *b)
{
    const card *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

static void shuffle(card *cards, int count, const bot *run, const bag *from, int64_t cycle)
{
    for (int i = 0; i < count; i++)
        cards[i].key = random_bits(run, from, cycle, cards[i].mood);
    qsort(cards, (size_t)count, sizeof *cards, by_key);
}

/* No bag has this number: it is the shuffle that makes the halves. */
#define HALVES (-1)

const char *bot_mood(const bot *run, int64_t time)
{
    bag from;
    const options *wanted = run->wanted;
    if (wanted->mood != NULL || wanted->palette != NULL || wanted->time != NULL)
        return wanted->mood;
    bag_open(&from, run, time);
    if (from.count == 0)
        return NULL;
    int half = (from.count + 1) / 2;
    int64_t cycle = from.drawn / from.count;
    shuffle(from.cards, from.count, run, &from, HALVES);
    shuffle(from.cards, half, run, &from, cycle);
    shuffle(from.cards + half, from.count - half, run, &from, cycle);
    return from.cards[from.drawn % from.count].mood;
}
