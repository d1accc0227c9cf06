/* wallpaper_sizes.c - which sizes a set of wallpapers has, and which monitors it is for.
 *
 * In: the lists of -s and --monitors.  Out: sizes, or monitors moved so that the box round
 * them begins at 0,0.
 */
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <limits.h>
#include <string.h>

/* Longer than any size or rectangle that can be right. */
#define ITEM_BYTES 64

/* What Plasma's choice by aspect needs: 16:9, 21:9, 32:9 and two phones. */
static const char kde_sizes[] = "4k,uw5k,suw,phone,1080x1920";

/* ---- lists -------------------------------------------------------------- */

/* Cuts the next item off a list; 0 when it is empty or too long. */
static int next_item(const char **list, char item[ITEM_BYTES])
{
    size_t size = strcspn(*list, ",");
    if (size == 0 || size >= ITEM_BYTES)
        return 0;
    memcpy(item, *list, size);
    item[size] = '\0';
    *list += size;
    return 1;
}

/* Where a list and its items go. */
typedef struct item_list {
    const char *option;
    const char *what; /* of one item */
    int (*read)(geometry *to, const char *text, const char *place);
    geometry *items;
    int *count, most;
} item_list;

static int read_list(const item_list *list, const char *text)
{
    const char *at = text;
    char item[ITEM_BYTES];
    for (;;) {
        if (*list->count == list->most)
            return say_error(CODE_USAGE, "%s %s: has more than %d", list->option, SHOW(text),
                             list->most);
        if (!next_item(&at, item))
            return say_error(CODE_USAGE, "%s %s: must be %s, with commas between", list->option,
                             SHOW(text), list->what);
        geometry found = {0, 0, 0, 0};
        int code = list->read(&found, item, list->option);
        if (code != CODE_OK)
            return code;
        list->items[(*list->count)++] = found;
        if (*at == '\0')
            return CODE_OK;
        at++;
    }
}

/* ---- sizes -------------------------------------------------------------- */

static int check_twice(const wallpaper *job, const char *text)
{
    for (int i = 0; i < job->size_count; i++)
        for (int k = 0; k < i; k++)
            if (job->sizes[i].width == job->sizes[k].width &&
                job->sizes[i].height == job->sizes[k].height)
                return say_error(CODE_USAGE, "-s %s: %dx%d: is there twice", SHOW(text),
                                 job->sizes[i].width, job->sizes[i].height);
    return CODE_OK;
}

static int read_sizes(wallpaper *job, const char *text)
{
    const item_list list = {"-s",
                            "sizes such as 4k or 1080x2400",
                            geometry_size,
                            job->sizes,
                            &job->size_count,
                            WALLPAPER_SIZES};
    int code = read_list(&list, text);
    return code == CODE_OK ? check_twice(job, text) : code;
}

/* ---- monitors ----------------------------------------------------------- */

/* Moves the monitors so that what they have in common begins at 0,0. */
static int box_monitors(wallpaper *job)
{
    int left = INT_MAX, top = INT_MAX;
    geometry *box = &job->box;
    *box = (geometry){0, 0, 0, 0};
    for (int i = 0; i < job->monitor_count; i++) {
        left = job->monitors[i].x < left ? job->monitors[i].x : left;
        top = job->monitors[i].y < top ? job->monitors[i].y : top;
    }
    for (int i = 0; i < job->monitor_count; i++) {
        geometry *at = &job->monitors[i];
        at->x -= left;
        at->y -= top;
        box->width = at->x + at->width > box->width ? at->x + at->width : box->width;
        box->height = at->y + at->height > box->height ? at->y + at->height : box->height;
    }
    if (box->width <= RL_MAX_SIDE && box->height <= RL_MAX_SIDE)
        return CODE_OK;
    return say_error(CODE_USAGE, "--monitors %s: %dx%d in all: must be within %d a side",
                     SHOW(wallpaper_own(job->wanted)->monitors), box->width, box->height,
                     RL_MAX_SIDE);
}

static int read_monitors(wallpaper *job, const char *text)
{
    const item_list list = {"--monitors",  "WxH+X+Y of each monitor", geometry_region,
                            job->monitors, &job->monitor_count,       WALLPAPER_MONITORS};
    int code = read_list(&list, text);
    return code == CODE_OK ? box_monitors(job) : code;
}

int wallpaper_read_sizes(wallpaper *job)
{
    const options *wanted = job->wanted;
    if (wallpaper_own(wanted)->monitors != NULL)
        return read_monitors(job, wallpaper_own(wanted)->monitors);
    return read_sizes(job, wallpaper_own(wanted)->sizes != NULL ? wallpaper_own(wanted)->sizes
                           : wallpaper_own(wanted)->kde         ? kde_sizes
                                                                : "4k");
}
