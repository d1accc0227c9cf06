/* bot_choice.c - which style a slot has: one that suits its mood and was not there just now.
 *
 * In: the moods of a block of slots.  Out: their styles.  Some moods suit a single style, so
 * drawing one after the other could end in two alike.  The styles of a block are those of
 * the least cost, found as in Viterbi (1967): the same style twice in a row is dear, with
 * one between less so, and chance decides the rest.  The last slot of a block is chosen by
 * itself, so that the next block knows it without counting back to the beginning; blocks
 * meet where moods suit several styles, so that a way from one to the other exists.
 */
#include "cli/bot/bot_choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 32
#define LOOK_AHEAD 24 /* slots that a seam may lie later */
#define BLOCK_MAX (BLOCK + LOOK_AHEAD)
#define STYLES_MAX 16

#define COST_NEVER 1000000
#define COST_REPEATED 10000
#define COST_NEAR 200
#define COST_CHANCE 100 /* the most that chance weighs */

typedef struct block {
    const bot *run;
    int64_t begin; /* its first slot, counted from 1970 */
    int length, styles;
    unsigned suits[BLOCK_MAX]; /* bits of the styles that suit each mood */
    int first_not;             /* the last style of the block before, -1 = none */
    int last;
} block;

static int style_count(void)
{
    int count = 0;
    while (count < STYLES_MAX && rl_style_name((size_t)count) != NULL)
        count++;
    return count;
}

static unsigned suiting(const bot *run, int styles, int64_t slot)
{
    const char *mood = bot_mood(run, slot * run->period_s);
    unsigned suits = 0;
    for (int i = 0; i < styles; i++)
        if (mood == NULL || rl_mood_suits(mood, i))
            suits |= 1U << i;
    return suits != 0 ? suits : (1U << styles) - 1;
}

static int chance(const bot *run, int64_t slot, int style)
{
    char text[160];
    uint64_t bits = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/style/%" PRId64 "/%d", run->name, slot, style);
    rl_seed_parse(&bits, text, &error);
    return (int)(bits % COST_CHANCE);
}

/* ---- where blocks meet -------------------------------------------------- */

static int is_free(const bot *run, int styles, int64_t slot)
{
    int count = 0;
    for (unsigned left = suiting(run, styles, slot); left != 0; left &= left - 1)
        count++;
    return count >= 3;
}

/* The first slot of block `number`: two slots before it and two from it on are free. */
static int64_t seam(const bot *run, int styles, int64_t number)
{
    int64_t slot = number * BLOCK;
    int run_length = 0;
    if (number <= 0)
        return 0;
    for (int64_t at = slot - 2; at < slot + LOOK_AHEAD && run_length < 4; at++) {
        run_length = is_free(run, styles, at) ? run_length + 1 : 0;
        if (run_length == 4)
            slot = at - 1;
    }
    return slot;
}

static int last_of(const bot *run, int styles, int64_t slot)
{
    unsigned suits = suiting(run, styles, slot);
    int best = -1;
    for (int i = 0; i < styles; i++)
        if ((suits & 1U << i) != 0 && (best < 0 || chance(run, slot, i) < chance(run, slot, best)))
            best = i;
    return best;
}

/* The block that holds a slot. */
static void block_open(block *of, const bot *run, int64_t slot)
{
    int64_t number = slot / BLOCK;
    *of = (block){.run = run, .styles = style_count(), .first_not = -1};
    of->begin = seam(run, of->styles, number);
    int64_t end = slot < of->begin ? of->begin : seam(run, of->styles, number + 1);
    if (slot < of->begin)
        of->begin = seam(run, of->styles, number - 1);
    of->length = (int)(end - of->begin);
    for (int i = 0; i < of->length; i++)
        of->suits[i] = suiting(run, of->styles, of->begin + i);
    if (of->begin > 0)
        of->first_not = last_of(run, of->styles, of->begin - 1);
    of->last = last_of(run, of->styles, end - 1);
}

/* ---- the cheapest way through a block ----------------------------------- */

/* What it costs to have style c in place `place` after a and b; -1 = nothing before. */
static int cost_of(const block *of, int place, int a, int b, int c)
{
    if ((of->suits[place] & 1U << c) == 0 || (place == of->length - 1 && c != of->last))
        return COST_NEVER;
    int before = place == 0 ? of->first_not : b;
    return (c == before) * COST_REPEATED + (c == a) * COST_NEAR +
           chance(of->run, of->begin + place, c);
}

/* cost[b][c]: of the best way that ends in b, c; from[place][b][c]: the style before b. */
typedef struct ways {
    int cost[STYLES_MAX][STYLES_MAX];
    signed char from[BLOCK_MAX][STYLES_MAX][STYLES_MAX];
} ways;

static void ways_begin(ways *all, const block *of)
{
    for (int b = 0; b < of->styles; b++)
        for (int c = 0; c < of->styles; c++)
            all->cost[b][c] = cost_of(of, 0, -1, -1, b) + cost_of(of, 1, of->first_not, b, c);
}

static void ways_extend(ways *all, const block *of, int place)
{
    int longer[STYLES_MAX][STYLES_MAX];
    for (int b = 0; b < of->styles; b++)
        for (int c = 0; c < of->styles; c++) {
            int best = 0;
            longer[b][c] = COST_NEVER * BLOCK_MAX;
            for (int a = 0; a < of->styles; a++) {
                int cost = all->cost[a][b] + (c == a) * COST_NEAR;
                if (cost < longer[b][c]) {
                    longer[b][c] = cost;
                    best = a;
                }
            }
            longer[b][c] += cost_of(of, place, -1, b, c);
            all->from[place][b][c] = (signed char)best;
        }
    memcpy(all->cost, longer, sizeof longer);
}

static void block_styles(int style[BLOCK_MAX], const block *of)
{
    ways all;
    int b = 0, c = of->last;
    ways_begin(&all, of);
    for (int place = 2; place < of->length; place++)
        ways_extend(&all, of, place);
    for (int i = 1; i < of->styles; i++)
        if (all.cost[i][c] < all.cost[b][c])
            b = i;
    for (int place = of->length - 1; place >= 2; place--) {
        int a = all.from[place][b][c];
        style[place] = c;
        c = b;
        b = a;
    }
    style[1] = c;
    style[0] = b;
}

bot_choice bot_choose(const bot *run, int64_t time)
{
    bot_choice chosen = {bot_mood(run, time), run->wanted->style};
    int64_t slot = time / run->period_s;
    int style[BLOCK_MAX];
    block of;
    if (chosen.style == NULL) {
        block_open(&of, run, slot);
        block_styles(style, &of);
        chosen.style = rl_style_name((size_t)style[slot - of.begin]);
    }
    return chosen;
}
