/* choice.c - which style a slot has: one that suits its mood and differs from the last.
 *
 * In: the moods of a block of slots.  Out: their styles.  Some moods suit a single style, so
 * choices made one after the other could end in two equal ones.  The styles of a block are
 * the path of least cost (Viterbi 1967): the same style twice in a row is expensive, with one
 * slot between less so, and random costs decide the rest.  The last slot of a block is chosen
 * by itself, so that the next block knows it without going back to the first; blocks meet
 * where moods suit several styles, so that there is a path from one to the other.
 */
#include "cli/bot/bot.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 32
#define LOOK_AHEAD 24 /* slots that a seam may be later */
#define BLOCK_MAX (BLOCK + LOOK_AHEAD)
#define STYLES_MAX 16
#define SEAM_SLOTS 4  /* round a seam that suit several styles: two before, two after */
#define SEAM_STYLES 3 /* several */

#define COST_NEVER 1000000
#define COST_REPEATED 10000
#define COST_NEAR 200
#define COST_RANDOM 100 /* random costs are below this */

struct block {
    const bot *run;
    int64_t begin; /* its first slot, counted from 1970 */
    int length, styles;
    unsigned suits[BLOCK_MAX]; /* bits of the styles that suit each mood */
    int last_before;           /* the last style of the block before, -1 = none */
    int last;
};

static unsigned suiting(const struct block *block, int64_t slot)
{
    const char *mood = bot_mood(block->run, slot * block->run->period_s);
    unsigned suits = 0;
    for (int i = 0; i < block->styles; i++)
        if (mood == NULL || rl_mood_suits(mood, i))
            suits |= 1U << i;
    return suits != 0 ? suits : (1U << block->styles) - 1;
}

static int random_cost(const bot *run, int64_t slot, int style)
{
    char text[160];
    uint64_t bits = 0;
    rl_error error;
    snprintf(text, sizeof text, "%s/style/%" PRId64 "/%d", run->name, slot, style);
    rl_seed_parse(&bits, text, &error);
    return (int)(bits % COST_RANDOM);
}

/* ---- where blocks meet -------------------------------------------------- */

/* Returns the first slot of block `number`. */
static int64_t seam(const struct block *block, int64_t number)
{
    int64_t first = number * BLOCK;
    int length = 0;
    if (number <= 0)
        return 0;
    for (int64_t slot = first - 2; slot < first + LOOK_AHEAD; slot++) {
        int count = 0;
        for (unsigned left = suiting(block, slot); left != 0; left &= left - 1)
            count++;
        length = count >= SEAM_STYLES ? length + 1 : 0;
        if (length == SEAM_SLOTS)
            return slot - 1;
    }
    return first;
}

/* Returns the style of the last slot of a block. */
static int last_style(const struct block *block, int64_t slot)
{
    unsigned suits = suiting(block, slot);
    int best = -1, best_cost = COST_RANDOM;
    for (int i = 0; i < block->styles; i++) {
        int cost = random_cost(block->run, slot, i);
        if ((suits & 1U << i) != 0 && cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    return best;
}

/* Opens the block that holds a slot. */
static void open_block(struct block *block, const bot *run, int64_t slot)
{
    int64_t number = slot / BLOCK;
    block->run = run;
    block->styles = 0;
    while (block->styles < STYLES_MAX && rl_world_name((size_t)block->styles) != NULL)
        block->styles++;
    block->begin = seam(block, number);
    int64_t end = slot < block->begin ? block->begin : seam(block, number + 1);
    if (slot < block->begin)
        block->begin = seam(block, number - 1);
    block->length = (int)(end - block->begin);
    for (int i = 0; i < block->length; i++)
        block->suits[i] = suiting(block, block->begin + i);
    block->last_before = block->begin > 0 ? last_style(block, block->begin - 1) : -1;
    block->last = last_style(block, end - 1);
}

/* ---- the cheapest path through a block ---------------------------------- */

/* Returns the cost of style c in slot `index` after b and before that a; -1 = none. */
static int cost_of(const struct block *block, int index, int a, int b, int c)
{
    if ((block->suits[index] & 1U << c) == 0 || (index == block->length - 1 && c != block->last))
        return COST_NEVER;
    int before = index == 0 ? block->last_before : b;
    return (c == before) * COST_REPEATED + (c == a) * COST_NEAR +
           random_cost(block->run, block->begin + index, c);
}

/* Returns the style of slot `index` of the block.  cost[b][c] is that of the best path that ends
 * in b, c; before[slot][b][c] the style before b on it. */
static int block_style(const struct block *block, int64_t index)
{
    int cost[STYLES_MAX][STYLES_MAX], longer[STYLES_MAX][STYLES_MAX];
    signed char before[BLOCK_MAX][STYLES_MAX][STYLES_MAX];
    int style[BLOCK_MAX], b = 0, c = block->last, count = block->styles;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            cost[i][k] = cost_of(block, 0, -1, -1, i) + cost_of(block, 1, block->last_before, i, k);
    for (int slot = 2; slot < block->length; slot++) {
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count; k++) {
                int best = 0, best_cost = COST_NEVER * BLOCK_MAX;
                for (int a = 0; a < count; a++) {
                    int path = cost[a][i] + (k == a) * COST_NEAR;
                    best = path < best_cost ? a : best;
                    best_cost = path < best_cost ? path : best_cost;
                }
                longer[i][k] = best_cost + cost_of(block, slot, -1, i, k);
                before[slot][i][k] = (signed char)best;
            }
        memcpy(cost, longer, sizeof longer);
    }
    for (int i = 1; i < count; i++)
        if (cost[i][c] < cost[b][c])
            b = i;
    for (int slot = block->length - 1; slot >= 2; slot--) { /* back from the last two */
        int a = before[slot][b][c];
        style[slot] = c;
        c = b;
        b = a;
    }
    style[1] = c;
    style[0] = b;
    return style[index];
}

bot_choice bot_choose(const bot *run, int64_t time)
{
    bot_choice choice = {bot_mood(run, time), run->options->style};
    struct block block;
    if (choice.style == NULL) {
        int64_t slot = time / run->period_s;
        open_block(&block, run, slot);
        choice.style = rl_world_name((size_t)block_style(&block, slot - block.begin));
    }
    return choice;
}
