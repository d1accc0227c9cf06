/* choice.c - which mood, world, composition and print a slot has, without a history.
 *
 * In: the bot's name and a slot.  Out: a mood, a world that suits it and differs from the last,
 * and a composition that suits both where there is one.
 *
 * Slots draw their moods from a bag of all moods, or of those of -m, until it is empty, then
 * from the next bag.  A bag has two halves, always of the same moods, each shuffled anew: so a
 * mood is drawn again after half a bag at the earliest, and every slot finds its own mood
 * without the slots before it.  With --latitude each hour of the day has its own bags, of the
 * moods that suit it in this season; slots of that hour are counted from the begin of the
 * season.  A mood should belong to one hour: else it could be drawn twice in a row where one
 * hour follows the other.
 *
 * Some moods suit a single world, so worlds chosen one after the other could end in two equal
 * ones.  The worlds of a block of slots are the path of least cost (Viterbi 1967): the same
 * world twice in a row is expensive, with one slot between less so, and random costs decide the
 * rest.  The last slot of a block is chosen by itself, so that the next block knows it without
 * going back to the first; blocks meet where moods suit several worlds, so that there is a path
 * from one to the other.
 */
#include "cli/bot/bot.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- moods -------------------------------------------------------------- */

#define MOODS_MAX 64

typedef struct card {
    const char *mood;
    uint64_t key; /* hash; cards are sorted by it */
} card;

/* A bag of moods. */
typedef struct bag {
    card cards[MOODS_MAX];
    int count;
    int hour; /* RL_HOUR_..., 0 without --latitude */
    /* Start of the season, seconds since 1970, or 0 without --latitude; number of the slots since
     * then that have drawn a mood, with --latitude only those of this hour. */
    int64_t begin, drawn;
} bag;

int bot_is_list(const char *value)
{
    return value != NULL && strchr(value, ',') != NULL;
}

/* Returns a bit for each built-in world in a list of names; 0 for NULL. */
static unsigned worlds_of(const char *list)
{
    char name[BOT_NAME_SIZE];
    unsigned worlds = 0;
    while (list != NULL) {
        list = list_item(name, sizeof name, list);
        int index = name_index(rl_world_name, name);
        worlds |= index >= 0 ? 1U << index : 0;
    }
    return worlds;
}

/* Puts the moods into the bag that suit hour, season and one of the worlds in `places` (NULL: any)
 * and are in the list of -m, if there is one. */
static void fill_bag(bag *moods, const bot *run, int hours, int seasons, const char *places)
{
    const char *mood, *list = run->options->mood;
    unsigned worlds = worlds_of(places);
    for (size_t i = 0; (mood = rl_mood_name(i)) != NULL && moods->count < MOODS_MAX; i++) {
        rl_mood_info info = {.hours = 0};
        (void)rl_mood_describe(mood, &info, NULL);
        int suits = worlds == 0;
        for (int world = 0; worlds >> world != 0; world++)
            suits |= (worlds >> world & 1) != 0 && rl_mood_suits(mood, world);
        if (suits && (list == NULL || list_has(list, mood)) && (info.hours & hours) != 0 &&
            (info.seasons & seasons) != 0)
            moods->cards[moods->count++] = (card){mood, 0};
    }
}

static int by_key(const void *a, const void *b)
{
    const card *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

/* Shuffles `count` cards from card `first` on; `cycle` is the number of the bag, or HALVES. */
static void shuffle(bag *moods, int first, int count, const bot *run, int64_t cycle)
{
    card *cards = moods->cards + first;
    for (int i = 0; i < count; i++) {
        char text[160];
        rl_error error;
        snprintf(text, sizeof text, "%s/mood/%" PRId64 "/%d/%" PRId64 "/%s", run->name,
                 moods->begin, moods->hour, cycle, cards[i].mood);
        rl_seed_parse(&cards[i].key, text, &error);
    }
    qsort(cards, (size_t)count, sizeof *cards, by_key);
}

/* Number of no bag: seeds the shuffle that divides the moods into the halves of all bags. */
#define HALVES (-1)

const char *bot_mood(const bot *run, int64_t time)
{
    const options *opts = run->options;
    bag moods = {.drawn = time / run->period_s};
    if (opts->mood == NULL ? opts->palette != NULL || opts->time != NULL : !bot_is_list(opts->mood))
        return opts->mood;
    if (run->has_place) {
        moods.hour = sun_hour(run->latitude, run->longitude, time);
        int season = sun_season(run->latitude, time, &moods.begin);
        fill_bag(&moods, run, moods.hour, season, opts->world);
        moods.drawn = 0;
        for (int64_t slot = time - run->period_s; slot >= moods.begin; slot -= run->period_s)
            moods.drawn += sun_hour(run->latitude, run->longitude, slot) == moods.hour;
    }
    if (moods.count == 0) /* also where no mood of the hour suits the world */
        fill_bag(&moods, run, RL_HOUR_ANY, RL_SEASON_ANY, opts->world);
    if (moods.count == 0 && opts->mood != NULL)
        fill_bag(&moods, run, RL_HOUR_ANY, RL_SEASON_ANY, NULL);
    if (moods.count == 0)
        return NULL;
    int half = (moods.count + 1) / 2;
    int64_t cycle = moods.drawn / moods.count;
    shuffle(&moods, 0, moods.count, run, HALVES);
    shuffle(&moods, 0, half, run, cycle);
    shuffle(&moods, half, moods.count - half, run, cycle);
    return moods.cards[moods.drawn % moods.count].mood;
}

/* ---- worlds ------------------------------------------------------------- */

#define BLOCK 32      /* slots */
#define LOOK_AHEAD 24 /* most slots by which a seam is later than a multiple of BLOCK */
#define WORLDS_MAX 32 /* bits of a set of worlds */
_Static_assert(BLOCK + LOOK_AHEAD == BOT_BLOCK_MAX, "the longest block has room");
#define SEAM_SLOTS 4  /* slots round a seam, the border of two blocks: two before, two after */
#define SEAM_WORLDS 3 /* least number of worlds that each of these slots must suit */

#define COST_NEVER 1000000  /* cost of a world that does not suit the slot */
#define COST_REPEATED 10000 /* cost of the world that the slot before has */
#define COST_NEAR 200       /* cost of the world that the slot two before has */
#define COST_RANDOM 100     /* random costs are below this */

/* Returns a bit for each world that suits the mood of a slot. */
static unsigned suiting(const bot *run, int64_t slot)
{
    const char *mood = bot_mood(run, slot * run->period_s);
    unsigned suits = 0, all = 0, listed = worlds_of(run->options->world);
    for (int i = 0; i < WORLDS_MAX && rl_world_name((size_t)i) != NULL; i++) {
        rl_world_info info;
        int is_only_by_name =
            rl_world_describe((size_t)i, &info) && info.weight <= 0.0 && info.moods == 0;
        if (listed != 0 ? (listed >> i & 1) == 0 : is_only_by_name)
            continue;
        all |= 1U << i;
        if (mood == NULL || rl_mood_suits(mood, i))
            suits |= 1U << i;
    }
    return suits != 0 ? suits : all;
}

/* Word in the hashed text of a world; another word would deal other worlds to all bots. */
#define HASHED_WORLD "style"

/* Random cost of candidate `index` in a slot, from a hash; `what` is HASHED_WORLD or
 * "composition". */
static int random_cost(const bot *run, const char *what, int64_t slot, int index)
{
    char text[160];
    uint64_t bits = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/%s/%" PRId64 "/%d", run->name, what, slot, index);
    rl_seed_parse(&bits, text, &error);
    return (int)(bits % COST_RANDOM);
}

/* Returns the first slot of block `number`: the third of the first SEAM_SLOTS slots from about
 * number * BLOCK on that all suit SEAM_WORLDS worlds, else number * BLOCK. */
static int64_t seam(const bot *run, int64_t number)
{
    int64_t first = number * BLOCK;
    int length = 0;
    if (number <= 0)
        return 0;
    for (int64_t slot = first - 2; slot < first + LOOK_AHEAD; slot++) {
        int count = 0;
        for (unsigned left = suiting(run, slot); left != 0; left &= left - 1)
            count++;
        length = count >= SEAM_WORLDS ? length + 1 : 0;
        if (length == SEAM_SLOTS)
            return slot - 1;
    }
    return first;
}

/* Returns the world of the last slot of a block: the suiting one with the least random cost. */
static int last_world(const bot *run, int64_t slot)
{
    unsigned suits = suiting(run, slot);
    int best = -1;
    for (int i = 0; i < WORLDS_MAX; i++)
        if ((suits & 1U << i) != 0 && (best < 0 || random_cost(run, HASHED_WORLD, slot, i) <
                                                       random_cost(run, HASHED_WORLD, slot, best)))
            best = i;
    return best;
}

/* Returns the cost of world c in a slot that suits the worlds `suits`, if the slot before has world
 * b and the one before that a; -1 = none. */
static int cost_of(const bot *run, int64_t slot, unsigned suits, int a, int b, int c)
{
    if ((suits & 1U << c) == 0)
        return COST_NEVER;
    return (c == b) * COST_REPEATED + (c == a) * COST_NEAR +
           random_cost(run, HASHED_WORLD, slot, c);
}

/* Fills in the worlds of a block.  cost[b][c] is the cost of the best path from the start of the
 * block that ends with the worlds b, c; before[slot][b][c] is the world before b on that path. */
static void solve_block(bot_block *block, const bot *run)
{
    int cost[WORLDS_MAX][WORLDS_MAX], longer[WORLDS_MAX][WORLDS_MAX];
    static signed char before[BOT_BLOCK_MAX][WORLDS_MAX][WORLDS_MAX]; /* too large for a stack */
    const int64_t begin = block->begin, end = block->end;
    unsigned suits = suiting(run, begin), second = suiting(run, begin + 1);
    int last = begin > 0 ? last_world(run, begin - 1) : -1, count = 0, b = 0, c = 0;
    while (count < WORLDS_MAX && rl_world_name((size_t)count) != NULL)
        count++;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            cost[i][k] = cost_of(run, begin, suits, -1, last, i) +
                         cost_of(run, begin + 1, second, last, i, k);
    for (int64_t slot = begin + 2; slot < end; slot++) {
        suits = slot < end - 1 ? suiting(run, slot) : 1U << last_world(run, slot);
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count; k++) {
                int best = 0;
                for (int a = 1; a < count; a++)
                    if (cost[a][i] + (k == a) * COST_NEAR < cost[best][i] + (k == best) * COST_NEAR)
                        best = a;
                longer[i][k] =
                    cost[best][i] + (k == best) * COST_NEAR + cost_of(run, slot, suits, -1, i, k);
                before[slot - begin][i][k] = (signed char)best;
            }
        memcpy(cost, longer, sizeof longer);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (cost[i][k] < cost[b][c]) {
                b = i;
                c = k;
            }
    /* Trace the path back from its last two worlds. */
    for (int64_t slot = end - 1; slot > begin; slot--) {
        block->world[slot - begin] = (signed char)c;
        int a = slot >= begin + 2 ? before[slot - begin][b][c] : 0;
        c = b;
        b = a;
    }
    block->world[0] = (signed char)c;
}

/* Returns the world of a slot.  A block is solved once for all its slots. */
static int world_of(const bot *run, int64_t slot)
{
    bot_block *block = run->block;
    if (slot < block->begin || slot >= block->end) {
        int64_t number = slot / BLOCK, first = seam(run, number);
        block->begin = slot < first ? seam(run, number - 1) : first;
        block->end = slot < first ? first : seam(run, number + 1);
        solve_block(block, run);
    }
    return block->world[slot - block->begin];
}

/* ---- compositions ------------------------------------------------------------ */

/* Returns the composition with the least random cost of those that list the slot's mood and world,
 * or NULL if there is none. */
static const char *composition_of(const bot *run, int64_t slot, const bot_choice *choice)
{
    int world = name_index(rl_world_name, choice->world), best = -1;
    int mood = choice->mood != NULL ? name_index(rl_mood_name, choice->mood) : -1;
    rl_composition_info info;
    for (int i = 0; mood >= 0 && rl_composition_describe((size_t)i, &info); i++)
        if ((info.worlds >> world & info.moods >> mood & 1) != 0 &&
            (best < 0 || random_cost(run, "composition", slot, i) <
                             random_cost(run, "composition", slot, best)))
            best = i;
    return best >= 0 ? rl_composition_name((size_t)best) : NULL;
}

/* ---- prints ------------------------------------------------------------- */

#define PRINT_SLOTS 4 /* slots of which one has a print */

/* Returns the print of a slot, or NULL.  One slot of PRINT_SLOTS has one; all prints come in turn,
 * so that one is seen again after as many blocks as there are prints. */
static const char *print_of(const bot *run, int64_t slot)
{
    int64_t block = slot / PRINT_SLOTS;
    int prints = 0;
    if (run->options->print != NULL)
        return run->options->print;
    while (rl_print_name((size_t)prints + 1) != NULL) /* name 0 is none */
        prints++;
    if (prints == 0 || slot % PRINT_SLOTS != random_cost(run, "print", block, 0) % PRINT_SLOTS)
        return NULL;
    int64_t turn = (block + random_cost(run, "print", -1, 0)) % prints;
    return rl_print_name((size_t)turn + 1);
}

bot_choice bot_choose(const bot *run, int64_t time)
{
    const options *opts = run->options;
    bot_choice choice = {bot_mood(run, time), opts->world, opts->composition, NULL};
    int64_t slot = time / run->period_s;
    choice.print = print_of(run, slot);
    /* A given world has no composition chosen for it, as in other commands. */
    if (choice.world != NULL && !bot_is_list(choice.world))
        return choice;
    choice.world = rl_world_name((size_t)world_of(run, slot));
    if (choice.composition == NULL)
        choice.composition = composition_of(run, slot, &choice);
    return choice;
}
