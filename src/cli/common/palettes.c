/* palettes.c - the search path of palettes.
 *
 * In: a name and the environment ($RIDGELINE_PALETTE_PATH, then the XDG base
 * directories, then where `make install` put them).  Out: a palette, or a list
 * of names.  A user's file wins over a built-in palette of the same name.
 * Relative folders in the environment are ignored, as the XDG rules ask.
 */
#include "cli/common/palettes.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef RL_DATADIR
#define RL_DATADIR "/usr/local/share"
#endif

static const char *const endings[] = {".gpl", ".hex", ".pal"};

#define ENDING_COUNT (sizeof endings / sizeof *endings)
#define PATH_SIZE 4096

/* ---- roles -------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t offset;
} singles[] = {
    {"sun", offsetof(rl_palette, sun)},
    {"sun.low", offsetof(rl_palette, sun_low)},
    {"glow", offsetof(rl_palette, glow)},
    {"mist", offsetof(rl_palette, mist)},
    {"lit", offsetof(rl_palette, lit)},
    {"snow", offsetof(rl_palette, snow)},
    {"water", offsetof(rl_palette, water)},
    {"cloud", offsetof(rl_palette, cloud)},
    {"star", offsetof(rl_palette, star)},
    {"aurora.1", offsetof(rl_palette, aurora)},
    {"aurora.2", offsetof(rl_palette, aurora) + sizeof(rl_colour)},
    {"aurora.3", offsetof(rl_palette, aurora) + 2 * sizeof(rl_colour)},
};

#define SINGLE_COUNT (sizeof singles / sizeof *singles)

const char *roles_name(size_t index)
{
    return index < SINGLE_COUNT ? singles[index].name : NULL;
}

rl_colour *roles_at(rl_palette *palette, size_t index)
{
    return (rl_colour *)(void *)((char *)palette + singles[index].offset);
}

int roles_are_open(rl_palette *palette)
{
    int open = palette->sky_count == 0 || palette->ridge_count == 0;
    for (size_t i = 0; i < SINGLE_COUNT; i++)
        open |= *roles_at(palette, i) == RL_AUTO;
    return open;
}

void roles_fill(rl_palette *palette, rl_palette *other)
{
    if (palette->sky_count == 0) {
        palette->sky_count = other->sky_count;
        memcpy(palette->sky, other->sky, sizeof palette->sky);
    }
    if (palette->ridge_count == 0) {
        palette->ridge_count = other->ridge_count;
        memcpy(palette->ridge, other->ridge, sizeof palette->ridge);
    }
    for (size_t i = 0; i < SINGLE_COUNT; i++)
        if (*roles_at(palette, i) == RL_AUTO)
            *roles_at(palette, i) = *roles_at(other, i);
}

/* ---- the folders -------------------------------------------------------- */

/* Called with each folder in turn; anything but 0 ends the walk. */
typedef int (*folder_visit)(void *user, const char *place);

/* Visits each absolute folder of a colon list with `below` appended. */
static int walk_list(const char *list, const char *below, folder_visit visit, void *user)
{
    char place[PATH_SIZE];
    while (*list != '\0') {
        size_t length = strcspn(list, ":");
        int written =
            snprintf(place, sizeof place, "%.*s%s", (int)(length % PATH_SIZE), list, below);
        if (list[0] == '/' && length < PATH_SIZE && written < PATH_SIZE) {
            int result = visit(user, place);
            if (result != 0)
                return result;
        }
        list += length + (list[length] == ':');
    }
    return 0;
}

static const char *environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

static int walk_folders(folder_visit visit, void *user)
{
    static const char below[] = "/ridgeline/palettes";
    /* $XDG_DATA_HOME, or its default when it is unset or relative. */
    char space[PATH_SIZE];
    const char *data = environment("XDG_DATA_HOME", ""), *home = environment("HOME", "");
    if (data[0] != '/') {
        int written = snprintf(space, PATH_SIZE, "%s/.local/share", home);
        data = home[0] == '/' && written < PATH_SIZE ? space : "";
    }
    int result = walk_list(environment("RIDGELINE_PALETTE_PATH", ""), "", visit, user);
    if (result == 0)
        result = walk_list(data, below, visit, user);
    if (result == 0)
        result = walk_list(environment("XDG_DATA_DIRS", "/usr/local/share:/usr/share"), below,
                           visit, user);
    return result != 0 ? result : walk_list(RL_DATADIR, below, visit, user);
}

/* ---- one palette -------------------------------------------------------- */

typedef struct search {
    const char *name;
    char path[PATH_SIZE + 300];
} search;

static int visit_find(void *user, const char *place)
{
    search *target = user;
    struct stat status;
    for (size_t i = 0; i < ENDING_COUNT; i++) {
        int written =
            snprintf(target->path, sizeof target->path, "%s/%s%s", place, target->name, endings[i]);
        if ((size_t)written < sizeof target->path && stat(target->path, &status) == 0 &&
            S_ISREG(status.st_mode))
            return 1;
    }
    return 0;
}

int palettes_is_builtin(const char *name)
{
    const char *builtin;
    for (size_t i = 0; (builtin = rl_palette_builtin_name(i)) != NULL; i++)
        if (strcmp(builtin, name) == 0)
            return 1;
    return 0;
}

static int read_file(rl_palette *palette, const char *path, const rl_palette_options *choice)
{
    void *bytes;
    size_t size;
    rl_error error;
    if (rl_file_read(&bytes, &size, path, RL_MAX_TEXT, NULL, &error) != RL_OK)
        return say_status(&error);
    rl_status status = rl_palette_parse(palette, bytes, size, path, choice, &error);
    rl_file_free(bytes, NULL);
    return say_result(status, &error);
}

/* ---- names -------------------------------------------------------------- */

typedef struct name_list {
    char **names;
    size_t count, room;
    int failed;
} name_list;

static void list_add(name_list *list, const char *name, size_t length)
{
    if (list->count == list->room) {
        size_t room = list->room * 2 + 32;
        char **names = realloc(list->names, room * sizeof *names);
        list->names = names != NULL ? names : list->names;
        list->room = names != NULL ? room : list->room;
    }
    char *copy = list->count < list->room ? malloc(length + 1) : NULL;
    list->failed |= copy == NULL;
    if (copy == NULL)
        return;
    memcpy(copy, name, length);
    copy[length] = '\0';
    list->names[list->count++] = copy;
}

/* Names that would break a list of one name a line are left out. */
static int visit_names(void *user, const char *place)
{
    DIR *directory = opendir(place);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL)
        for (size_t i = 0; i < ENDING_COUNT; i++) {
            size_t length = strlen(entry->d_name), ending = strlen(endings[i]);
            if (length > ending && strcmp(entry->d_name + length - ending, endings[i]) == 0 &&
                entry->d_name[0] != '.' && show_is_plain(entry->d_name, length))
                list_add(user, entry->d_name, length - ending);
        }
    if (directory != NULL)
        closedir(directory);
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_make(name_list *list)
{
    const char *builtin;
    *list = (name_list){0};
    for (size_t i = 0; (builtin = rl_palette_builtin_name(i)) != NULL; i++)
        list_add(list, builtin, strlen(builtin));
    walk_folders(visit_names, list);
    if (list->count > 0)
        qsort(list->names, list->count, sizeof *list->names, compare_names);
}

static void list_free(name_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
}

int palettes_list(int (*each)(const char *name))
{
    name_list list;
    list_make(&list);
    int code = list.failed ? say_error(CODE_NO_MEMORY, "palettes: out of memory") : CODE_OK;
    for (size_t i = 0; i < list.count && code == CODE_OK; i++)
        if (i == 0 || strcmp(list.names[i - 1], list.names[i]) != 0)
            code = each(list.names[i]);
    list_free(&list);
    return code;
}

int palettes_fetch(rl_palette *palette, const char *name, const options *opts, const char *place)
{
    const rl_palette_options choice = {sizeof choice, opts->roles,
                                       opts->scheme != NULL && strcmp(opts->scheme, "night") == 0};
    search target = {.name = name};
    rl_error error;
    int is_path = strcmp(name, "-") == 0 || strchr(name, '/') != NULL;
    for (size_t i = 0; i < ENDING_COUNT; i++)
        is_path |= path_has_ending(name, endings[i]);
    if (is_path)
        return read_file(palette, name, &choice);
    if (walk_folders(visit_find, &target))
        return read_file(palette, target.path, &choice);
    if (palettes_is_builtin(name) && (choice.roles != NULL || choice.night))
        return say_error(CODE_USAGE,
                         "%s %s: is built in and has its roles: "
                         "--roles and --scheme are for files",
                         place, SHOW(name));
    if (palettes_is_builtin(name))
        return say_result(rl_palette_builtin(palette, name, &error), &error);
    struct stat status;
    name_list list;
    list_make(&list);
    const shown near = show_near(name, (const char *const *)list.names, list.count);
    list_free(&list);
    if (stat(name, &status) == 0)
        return say_error(CODE_USAGE, "%s %s: no such palette: did you mean ./%s?", place,
                         SHOW(name), SHOW(name));
    return say_error(CODE_USAGE, "%s %s: no such palette%s", place, SHOW(name),
                     near.text[0] != '\0' ? near.text : ": see ridgeline palette list");
}

int palettes_complete(rl_palette *palette)
{
    search target = {.name = palette->name};
    rl_palette found;
    if (palette->name[0] == '\0' || strchr(palette->name, '/') != NULL ||
        !roles_are_open(palette) || palettes_is_builtin(palette->name) ||
        !walk_folders(visit_find, &target))
        return CODE_OK;
    int code = read_file(&found, target.path, NULL);
    if (code == CODE_OK)
        roles_fill(palette, &found);
    return code;
}
