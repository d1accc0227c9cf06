/* wallpaper_kde.c - what Plasma's packages say of themselves.
 *
 * In: the set's name.  Out: metadata.json.  Plasma knows a package by its Id, a plain
 * identifier whatever the name is.
 */
#include "cli/common/markup.h"
#include "cli/wallpaper/wallpaper.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

/* Names that differ only in what an identifier cannot hold get different numbers. */
static void make_id(char *id, size_t size, const char *name)
{
    uint64_t number = 0;
    int changed = 0;
    snprintf(id, size, "ridgeline-%s", name);
    for (char *c = id; *c != '\0'; c++)
        if (!is_plain(*c)) {
            *c = '-';
            changed = 1;
        }
    size_t length = strlen(id);
    if (changed && rl_seed_parse(&number, name, NULL) == RL_OK)
        snprintf(id + length, size - length, "-%08" PRIx32, (uint32_t)number);
}

rl_status wallpaper_kde_metadata(const wallpaper *job, rl_sink *sink, rl_error *error)
{
    char id[sizeof job->name + 32];
    make_id(id, sizeof id, job->name);
    json_t *metadata =
        json_pack("{s:{s:[{s:s,s:s}],s:s,s:s,s:s}}", "KPlugin", "Authors", "Name", "ridgeline",
                  "Email", "", "Id", id, "License", "CC0-1.0", "Name", job->name);
    rl_status status = json_out(metadata, JSON_INDENT(4), sink, error);
    json_decref(metadata);
    return status == RL_OK ? rl_sink_write(sink, "\n", 1, error) : status;
}
