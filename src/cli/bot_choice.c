/* bot_choice.c - which style a slot has: one that suits its mood and was not there just now.
 *
 * In: the moods of a block of slots.  Out: their styles.  Some moods suit a single style, so
 * drawing one after the other could end in two alike.  The styles of a block are those of
 * the least cost, found as in Viterbi (1967): the same style twice in a row is dear, with
 * one between less so, and chance decides the rest.  The last slot of a block is chosen by
 * itself, so that the next block knows it without counting back to the beginning.
 */
#include "cli/bot_choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 32
#define STYLES_MAX 16

#define COST_NEVER 1000000
#define COST_REPEATED 10000
#define COST_NEAR 200
#define COST_CHANCE 100 /* the most that chance weighs */

typedef struct block {
    const bot *run;
    int64_t number;
    int styles;
    unsigned suits[BLOCK]; /* bits of the styles that suit each mood */
    int first_not;         /* the last style of the block before */
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

/* ---- ends of blocks ----------------------------------------------------- */

/* The style of a block's last slot: not the one that the next slot cannot do without. */
static int last_of(const bot *run, int styles, int64_t number)
{
    int64_t slot = number * BLOCK + BLOCK - 1;
    unsigned suits = suiting(run, styles, slot), next = suiting(run, styles, slot + 1);
    int is_single = (next & (next - 1)) == 0;
    if (is_single && (suits & ~next) != 0)
        suits &= ~next;
    int best = -1;
    for (int i = 0; i < styles; i++)
        if ((suits & 1U << i) != 0 && (best < 0 || chance(run, slot, i) < chance(run, slot, best)))
            best = i;
    return best;
}

static void block_open(block *of, const bot *run, int64_t number)
{
    *of = (block){.run = run, .number = number, .styles = style_count()};
    for (int i = 0; i < BLOCK; i++)
        of->suits[i] = suiting(run, of->styles, number * BLOCK + i);
    of->first_not = number > 0 ? last_of(run, of->styles, number - 1) : -1;
    of->last = last_of(run, of->styles, number);
}

/* ---- the cheapest way through a block ----------------------------------- */

/* What it costs to have style c in place `place` after a and b; -1 = nothing before. */
static int cost_of(const block *of, int place, int a, int b, int c)
{
    if ((of->suits[place] & 1U << c) == 0 || (place == BLOCK - 1 && c != of->last))
        return COST_NEVER;
    int before = place == 0 ? of->first_not : b;
    return (c == before) * COST_REPEATED + (c == a) * COST_NEAR +
           chance(of->run, of->number * BLOCK + place, c);
}

/* cost[b][c]: of the best way that ends in b, c; from[place][b][c]: the style before b. */
typedef struct ways {
    int cost[STYLES_MAX][STYLES_MAX];
    signed char from[BLOCK][STYLES_MAX][STYLES_MAX];
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
            longer[b][c] = COST_NEVER * BLOCK;
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

static void block_styles(int style[BLOCK], const block *of)
{
    ways all;
    int b = 0, c = of->last;
    ways_begin(&all, of);
    for (int place = 2; place < BLOCK; place++)
        ways_extend(&all, of, place);
    for (int i = 1; i < of->styles; i++)
        if (all.cost[i][c] < all.cost[b][c])
            b = i;
    for (int place = BLOCK - 1; place >= 2; place--) {
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
    int style[BLOCK];
    block of;
    if (chosen.style == NULL) {
        block_open(&of, run, slot / BLOCK);
        block_styles(style, &of);
        chosen.style = rl_style_name((size_t)style[slot % BLOCK]);
    }
    return chosen;
}
