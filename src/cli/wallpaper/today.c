/* today.c - the wallpaper of a day or a slot: its seed, its name, and the pictures that are over.
 *
 * In: the time, the seed and the name of a set.  Out: SEED/2026-11-23 as the seed and
 * NAME-2026-11-23 as the name, so that the same run twice on one day makes nothing new, and
 * desktops, which know a picture by its path, see another one each day.  A slot of --every has its
 * first minute, in local time, behind the date: 2026-11-23-1430.
 */
#include "base/os.h"
#include "cli/common/almanac.h"
#include "cli/common/lines.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_DEFAULT "daily"
#define NAME_OF_SLOTS "every"
#define DATE_BYTES 10 /* length of "2026-11-23" */
#define SLOT_BYTES 15 /* length of "2026-11-23-1430" */
#define DAY_SECONDS 86400

/* Writes the date of a time, in local time, or that of the slot or of the sunrise before it. */
static void date_text(char text[SLOT_BYTES + 1], const wallpaper *set, time_t time)
{
    const wallpaper_options *own = set->own;
    struct tm local;
    char line[96]; /* longer than needed: gcc cannot see the range of the numbers */
    int64_t rise = INT64_MAX, day = (int64_t)time / DAY_SECONDS + 1;
    for (; own->is_at_sunrise && rise > (int64_t)time && day >= 0; day--)
        rise = day * DAY_SECONDS +
               60 * (int64_t)sun_rise(own->latitude, own->longitude,
                                      almanac_day_of(day * DAY_SECONDS).day_of_year);
    if (own->is_at_sunrise)
        time = (time_t)rise;
    if (localtime_r(&time, &local) == NULL)
        local = (struct tm){.tm_year = 70, .tm_mday = 1};
    day = almanac_month(local.tm_year + 1900, local.tm_mon + 1) + local.tm_mday - 1;
    int64_t minute = day * DAY_MINUTES + local.tm_hour * 60 + local.tm_min;
    if (own->slot_minutes > 0)
        minute -= minute % own->slot_minutes;
    const almanac_day date = almanac_day_of(60 * minute);
    int size = snprintf(line, sizeof line, "%04d-%02d-%02d", date.year, date.month, date.day);
    if (own->slot_minutes > 0)
        snprintf(line + size, sizeof line - (size_t)size, "-%02d%02d", date.second / 3600,
                 date.second / 60 % 60);
    snprintf(text, SLOT_BYTES + 1, "%.*s", SLOT_BYTES, line);
}

int wallpaper_today(wallpaper *set, options *opts)
{
    char date[SLOT_BYTES + 1];
    const char *name = set->own->slot_minutes > 0 ? NAME_OF_SLOTS : NAME_DEFAULT;
    rl_error error;
    uint64_t seed;
    set->base_seed = opts->seed_text;
    if (set->base_seed == NULL && set->own->daily != NULL) {
        STEP(job_random(&seed));
        snprintf(set->drawn_seed, sizeof set->drawn_seed, "%" PRIu64, seed);
        set->base_seed = set->drawn_seed;
    }
    date_text(date, set, set->now);
    set->date_size = strlen(date);
    int has_seed = set->base_seed != NULL;
    opts->seed_text = line_print(&set->memory, "%s%s%s", has_seed ? set->base_seed : "",
                                 has_seed ? "/" : "", date);
    opts->name = line_print(&set->memory, "%s-%s", opts->name != NULL ? opts->name : name, date);
    STEP(say_memory(opts->seed_text != NULL && opts->name != NULL, "wallpaper"));
    return say_result(rl_seed_parse(&opts->seed, opts->seed_text, &error), &error);
}

/* Removes a .png or .json file of a folder. */
static int remove_entry(void *user, const char *name)
{
    const char *place = user;
    char file[5632];
    snprintf(file, sizeof file, "%s/%s", place, name);
    if (path_has_ending(name, ".png") || path_has_ending(name, ".json"))
        (void)unlink(file);
    return 1;
}

/* Removes the .png and .json files of a Plasma package, and its folders if they are then empty. */
static void remove_package(const char *path)
{
    static const char *const parts[] = {"/contents/images", "/contents/images_dark", "/contents",
                                        ""};
    char place[5120];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(place, sizeof place, "%s%s", path, parts[i]);
        (void)os_list(place, remove_entry, place);
        (void)rmdir(place);
    }
}

/* Returns 1 if the end of a file's name is one of a set's files: none, -*.png, .xml, -timed.xml. */
static int is_of_set(const char *end)
{
    return *end == '\0' || (*end == '-' && path_has_ending(end, ".png")) ||
           strcmp(end, ".xml") == 0 || strcmp(end, "-timed.xml") == 0;
}

/* Returns 1 if a file's name is that of this set on a day, or in a slot, before `limit`. */
static int is_over(const wallpaper *set, const char *file, const char *limit)
{
    size_t prefix = strlen(set->name) - set->date_size;
    if (strncmp(file, set->name, prefix) != 0 || strlen(file) < prefix + set->date_size)
        return 0;
    const char *date = file + prefix;
    for (size_t i = 0; i < set->date_size; i++)
        if ((i == 4 || i == 7 || i == DATE_BYTES) ? date[i] != '-' : date[i] < '0' || date[i] > '9')
            return 0;
    int is_ours = is_of_set(date + set->date_size);
    return is_ours && memcmp(date, limit, set->date_size) < 0;
}

/* Returns 1 if a file's name is that of a set of --next with another seed. */
static int is_other(const wallpaper *set, const char *file, const char *limit)
{
    size_t prefix = strlen(NEXT_NAME), size = strlen(set->name);
    (void)limit;
    if (strncmp(file, NEXT_NAME, prefix) != 0)
        return 0;
    size_t digits = strspn(file + prefix, "0123456789");
    return digits > 0 && is_of_set(file + prefix + digits) &&
           !(strncmp(file, set->name, size) == 0 && size == prefix + digits);
}

/* Sets that are removed: those for which `is_old` returns 1. */
struct pruning {
    const wallpaper *set;
    const char *limit;
    int (*is_old)(const wallpaper *set, const char *file, const char *limit);
};

static int prune_entry(void *user, const char *name)
{
    const struct pruning *pruning = user;
    const wallpaper *set = pruning->set;
    char path[4608];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", set->root, name);
    if (!pruning->is_old(set, name, pruning->limit) || lstat(path, &status) != 0)
        return 1;
    if (S_ISREG(status.st_mode))
        (void)unlink(path);
    else if (S_ISDIR(status.st_mode))
        remove_package(path);
    return 1;
}

void wallpaper_prune(const wallpaper *set)
{
    char limit[SLOT_BYTES + 1];
    int slot = set->own->slot_minutes;
    date_text(limit, set, set->now - (slot > 0 ? (time_t)60 * slot : DAY_SECONDS));
    struct pruning pruning = {set, limit, is_over};
    (void)os_list(set->root, prune_entry, &pruning);
}

void wallpaper_prune_next(const wallpaper *set)
{
    struct pruning pruning = {set, "", is_other};
    (void)os_list(set->root, prune_entry, &pruning);
}
