/* palettes.c - the search path of palettes.
 *
 * In: a name and the environment ($RIDGELINE_PALETTE_PATH, then the XDG base
 * directories, then where `make install` put them).  Out: a palette, or a list
 * of names.  A user's file wins over a built-in palette of the same name.
 * Relative folders in the environment are ignored, as the XDG rules ask.
 */
#include "cli/common/palettes.h"
#include "base/os.h"
#include "base/path.h"
#include "cli/common/output.h"
#include "cli/common/say.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef RL_DATADIR
#define RL_DATADIR "/usr/local/share"
#endif

static const char *const endings[] = {".gpl", ".hex", ".pal", ".yaml", ".yml", ".json"};

/* Endings of pictures from which rl_photo_colours takes a palette. */
static const char *const photo_endings[] = {".jpg", ".jpeg", ".png", ".webp", ".avif", ".jxl"};

#define PHOTO_ENDING_COUNT (sizeof photo_endings / sizeof *photo_endings)
#define PHOTO_MOST ((size_t)64 << 20) /* largest file, bytes */

#define ENDING_COUNT (sizeof endings / sizeof *endings)
#define PATH_SIZE 4096
#define FILE_SIZE (PATH_SIZE + 300)

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

/* ---- the folders -------------------------------------------------------- */

static const char *environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

/* Writes folder `index` of the search path, an absolute one; returns 0 past the last. */
static int folder_at(char place[PATH_SIZE], int index)
{
    static const char below[] = "/ridgeline/palettes";
    /* $XDG_DATA_HOME, or its default when it is unset or relative. */
    char space[PATH_SIZE];
    const char *data = environment("XDG_DATA_HOME", ""), *home = environment("HOME", "");
    if (!PATH_IS_ABSOLUTE(data)) {
        int written = snprintf(space, PATH_SIZE, "%s/.local/share", home);
        data = PATH_IS_ABSOLUTE(home) && written < PATH_SIZE ? space : "";
    }
    const struct {
        const char *list, *below;
    } lists[] = {
        {environment("RIDGELINE_PALETTE_PATH", ""), ""},
        {data, below},
        {environment("XDG_DATA_DIRS", "/usr/local/share:/usr/share"), below},
        {RL_DATADIR, below},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const char *list = lists[i].list; *list != '\0'; list += *list == PATH_LIST[0]) {
            size_t length = strcspn(list, PATH_LIST);
            int written = snprintf(place, PATH_SIZE, "%.*s%s", (int)(length % PATH_SIZE), list,
                                   lists[i].below);
            if (PATH_IS_ABSOLUTE(list) && length < PATH_SIZE && written < PATH_SIZE && index-- == 0)
                return 1;
            list += length;
        }
    return 0;
}

/* Writes the path of the user's palette `name`; returns 0 when there is none. */
static int find_file(char path[FILE_SIZE], const char *name)
{
    char place[PATH_SIZE];
    struct stat status;
    for (int k = 0; folder_at(place, k); k++)
        for (size_t i = 0; i < ENDING_COUNT; i++) {
            int written = snprintf(path, FILE_SIZE, "%s/%s%s", place, name, endings[i]);
            if (written < FILE_SIZE && stat(path, &status) == 0 && S_ISREG(status.st_mode))
                return 1;
        }
    return 0;
}

/* ---- one palette -------------------------------------------------------- */

static int is_photo(const char *path)
{
    int found = 0;
    for (size_t i = 0; i < PHOTO_ENDING_COUNT; i++)
        found |= path_has_ending(path, photo_endings[i]);
    return found;
}

/* Reads a palette or a photo, whose colours become the text of a palette. */
static int read_file(rl_palette *palette, const char *path, const rl_palette_options *choice,
                     const rl_limits *limits)
{
    rl_colour colours[RL_PHOTO_COLOURS];
    char text[RL_PHOTO_COLOURS * 7 + 1] = "";
    int is_of_photo = is_photo(path), count = 0;
    void *bytes;
    size_t size;
    rl_error error;
    if (rl_file_read(&bytes, &size, path, is_of_photo ? PHOTO_MOST : RL_MAX_TEXT, NULL, &error) !=
        RL_OK)
        return say_status(&error);
    rl_status status =
        is_of_photo ? rl_photo_colours(colours, &count, bytes, size, path, limits, NULL, &error)
                    : rl_palette_parse(palette, bytes, size, path, choice, &error);
    rl_file_free(bytes, NULL);
    for (int i = 0; i < count; i++)
        (void)snprintf(text + i * 7, 8, "%06x\n", (unsigned)colours[i]);
    if (is_of_photo && status == RL_OK)
        status = rl_palette_parse(palette, text, strlen(text), path, choice, &error);
    return say_limited(status, &error);
}

/* ---- names -------------------------------------------------------------- */

/* Sorted names of all palettes; one that the user replaced appears twice. */
typedef struct found_names {
    char **names;
    size_t count;
    int failed;
} found_names;

static void names_add(found_names *list, const char *name, size_t length)
{
    char **names = realloc(list->names, (list->count + 1) * sizeof *names);
    char *copy = names != NULL ? calloc(length + 1, 1) : NULL;
    list->names = names != NULL ? names : list->names;
    list->failed |= copy == NULL;
    if (copy != NULL)
        list->names[list->count++] = memcpy(copy, name, length);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the name of a palette's file without its ending. */
static int names_take(void *user, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < ENDING_COUNT; i++) {
        size_t ending = strlen(endings[i]);
        /* Names with control characters are left out: they are printed one per line. */
        if (length > ending && strcmp(name + length - ending, endings[i]) == 0 && name[0] != '.' &&
            show_is_plain(name, length))
            names_add(user, name, length - ending);
    }
    return 1;
}

static void names_make(found_names *list)
{
    char place[PATH_SIZE];
    const char *builtin;
    *list = (found_names){0};
    for (size_t i = 0; (builtin = rl_palette_builtin_name(i)) != NULL; i++)
        names_add(list, builtin, strlen(builtin));
    for (int k = 0; folder_at(place, k); k++)
        (void)os_list(place, names_take, list);
    if (list->count > 0)
        qsort(list->names, list->count, sizeof *list->names, compare_names);
}

static void names_free(found_names *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
}

int palettes_list(int (*each)(const char *name))
{
    found_names list;
    names_make(&list);
    int code = list.failed ? say_no_memory("palettes") : CODE_OK;
    for (size_t i = 0; i < list.count && code == CODE_OK; i++)
        if (i == 0 || strcmp(list.names[i - 1], list.names[i]) != 0)
            code = each(list.names[i]);
    names_free(&list);
    return code;
}

int palettes_fetch(rl_palette *palette, const char *name, const options *opts, const char *place)
{
    const rl_palette_options choice = {sizeof choice, opts->roles,
                                       opts->scheme != NULL && strcmp(opts->scheme, "night") == 0};
    char path[FILE_SIZE];
    rl_error error;
    int is_path = strcmp(name, "-") == 0 || path_slash(name) != NULL || is_photo(name);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        is_path |= path_has_ending(name, endings[i]);
    if (is_path)
        return read_file(palette, name, &choice, &opts->limits);
    if (name[0] == '#' && strchr(name, ',') == NULL)
        return say_error(CODE_USAGE, "%s: %s: must be 2 to 16 colours, #RRGGBB,#RRGGBB", place,
                         SHOW(name));
    if (strchr(name, ',') != NULL)
        return rl_palette_parse(palette, name, strlen(name), place, &choice, &error) == RL_OK
                   ? CODE_OK
                   : say_error(CODE_USAGE, "%s", error.text);
    if (find_file(path, name))
        return read_file(palette, path, &choice, &opts->limits);
    int is_builtin = name_index(rl_palette_builtin_name, name) >= 0;
    if (is_builtin && (choice.roles != NULL || choice.night))
        return say_error(CODE_USAGE,
                         "%s %s: is built in and has its roles: "
                         "--roles and --scheme are for files",
                         place, SHOW(name));
    if (is_builtin)
        return say_result(rl_palette_builtin(palette, name, &error), &error);
    struct stat status;
    found_names list;
    names_make(&list);
    const shown near = show_near(rl_nearest(name, (const char *const *)list.names, list.count));
    names_free(&list);
    if (stat(name, &status) == 0)
        return say_error(CODE_USAGE, "%s %s: no such palette: did you mean ./%s?", place,
                         SHOW(name), SHOW(name));
    return say_error(CODE_USAGE, "%s %s: no such palette%s", place, SHOW(name),
                     near.text[0] != '\0' ? near.text : ": see ridgeline palette list");
}

int palettes_complete(rl_palette *palette)
{
    char path[FILE_SIZE];
    rl_palette found;
    int is_open = palette->sky_count == 0 || palette->ridge_count == 0;
    for (size_t i = 0; i < SINGLE_COUNT; i++)
        is_open |= *roles_at(palette, i) == RL_AUTO;
    if (!is_open || palette->name[0] == '\0' || strchr(palette->name, '/') != NULL ||
        name_index(rl_palette_builtin_name, palette->name) >= 0 || !find_file(path, palette->name))
        return CODE_OK;
    STEP(read_file(&found, path, NULL, NULL));
    if (palette->sky_count == 0) {
        palette->sky_count = found.sky_count;
        memcpy(palette->sky, found.sky, sizeof palette->sky);
    }
    if (palette->ridge_count == 0) {
        palette->ridge_count = found.ridge_count;
        memcpy(palette->ridge, found.ridge, sizeof palette->ridge);
    }
    for (size_t i = 0; i < SINGLE_COUNT; i++)
        if (*roles_at(palette, i) == RL_AUTO)
            *roles_at(palette, i) = *roles_at(&found, i);
    return CODE_OK;
}
