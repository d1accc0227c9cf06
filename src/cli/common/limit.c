/* limit.c - what --limit allows.
 *
 * In: KEY=N,... and the scene that a command line asks for.  Out: rl_limits, a memory
 * budget, or one error line.  A picture of 200 bytes must not be able to ask for hours
 * of work; a person who types the size may.
 */
#include "cli/common/limit.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- the option --------------------------------------------------------- */

/* Digits, and perhaps a power of a thousand. */
static int read_amount(int64_t *amount, const char *text, size_t size, int64_t most)
{
    static const char powers[] = "KMGT";
    const char *power = size > 1 ? strchr(powers, text[size - 1]) : NULL;
    uint64_t value, times = 1;
    for (const char *at = powers; power != NULL && at <= power; at++)
        times *= 1000;
    if (!geometry_integer(&value, text, size - (power != NULL), (uint64_t)most / times))
        return 0;
    *amount = (int64_t)(value * times);
    return value > 0;
}

/* What a name stands for, and the most that may be said of it. */
enum { SIDE, AREA, RIDGES, WORK, MEMORY, KEYS };
static const char *const names[KEYS] = {"side", "area", "ridges", "work", "memory"};
static const int64_t most[KEYS] = {RL_MAX_SIDE, INT64_C(1) << 50, RL_MAX_RIDGES, INT64_C(1) << 60,
                                   INT64_C(1) << 50};

static void keep(options *to, int key, int64_t amount)
{
    switch (key) {
    case SIDE:
        to->limits.side = (int)amount;
        break;
    case AREA:
        to->limits.area = amount;
        break;
    case RIDGES:
        to->limits.ridges = (int)amount;
        break;
    case WORK:
        to->limits.work = amount;
        break;
    default:
        to->limits.memory = amount;
        to->limits_memory = 1;
    }
}

static int tell_name(const char *place, const char *item, size_t size, size_t length)
{
    char word[16] = "";
    if (length < sizeof word)
        memcpy(word, item, length);
    const char *near = rl_nearest(word, names, KEYS);
    if (near != NULL && length < size)
        return say_error(CODE_USAGE, "%s %s: no such limit: did you mean %s?", place,
                         show_bytes(item, size).text, near);
    return say_error(CODE_USAGE, "%s %s: must be KEY=N of side, area, ridges, work, memory", place,
                     show_bytes(item, size).text);
}

/* One KEY=N of `size` bytes. */
static int read_item(options *to, const char *place, const char *item, size_t size)
{
    const char *equals = memchr(item, '=', size);
    size_t length = equals != NULL ? (size_t)(equals - item) : size;
    int key = 0;
    int64_t amount;
    while (key < KEYS && (strlen(names[key]) != length || memcmp(names[key], item, length) != 0))
        key++;
    if (key == KEYS || equals == NULL)
        return tell_name(place, item, size, length);
    if (!read_amount(&amount, equals + 1, size - length - 1, most[key]))
        return say_error(CODE_USAGE,
                         "%s %s: must be 1..%" PRId64 ", or with K, M, G, T for thousands", place,
                         show_bytes(item, size).text, most[key]);
    keep(to, key, amount);
    return CODE_OK;
}

int read_limit(options *to, const option_row *row, const char *place, const char *value)
{
    int code = CODE_OK;
    (void)row;
    for (const char *item = value; code == CODE_OK; item += strcspn(item, ",") + 1) {
        size_t size = strcspn(item, ",");
        code = read_item(to, place, item, size);
        if (item[size] == '\0')
            break;
    }
    return code;
}

/* ---- memory ------------------------------------------------------------- */

/* Whether a file decides what is made. */
static int is_foreign(const options *wanted)
{
    for (size_t i = 0; wanted->rows[i] != NULL; i++)
        if (wanted->rows[i]->is_foreign && wanted->values[i] != NULL)
            return 1;
    return wanted->operand_count > 0;
}

int limit_budget(options *wanted)
{
    rl_error error;
    if (!wanted->limits_memory && (!is_foreign(wanted) || wanted->size.width > 0))
        return CODE_OK;
    if (rl_budget_new(&wanted->budget, wanted->limits.memory, NULL, &error) != RL_OK)
        return say_status(&error);
    wanted->allocator = rl_budget_allocator(wanted->budget);
    return CODE_OK;
}

void limit_end(options *wanted, int code)
{
    if (wanted->budget != NULL && code == CODE_NO_MEMORY && rl_budget_refused(wanted->budget))
        say_note("%" PRId64 " bytes are allowed: --limit memory=N allows more",
                 wanted->limits.memory);
    rl_budget_free(wanted->budget);
    wanted->budget = NULL;
    wanted->allocator = NULL;
}

/* ---- the scene ---------------------------------------------------------- */

int limit_check(const rl_scene *scene, const options *wanted)
{
    rl_limits limits = wanted->limits;
    rl_error error;
    if (!is_foreign(wanted))
        return CODE_OK;
    /* Each command knows by itself which size its pictures have; a map has the scene's. */
    if (scene->kind != 1 || wanted->size.width > 0) {
        limits.side = INT32_MAX;
        limits.area = INT64_MAX;
    }
    if (rl_limits_check(&limits, scene, &error) == RL_OK)
        return CODE_OK;
    const char *key = strncmp(error.text, "output.size", 11) == 0 ? "side=N,area=N or -s"
                      : strncmp(error.text, "pass.", 5) == 0      ? "work=N"
                                                                  : "ridges=N";
    return say_error(CODE_DATA, "%s%s%.320s: --limit %s allows more",
                     wanted->operand_count > 0 ? SHOW(wanted->operands[0]) : "",
                     wanted->operand_count > 0 ? ": " : "", error.text, key);
}
