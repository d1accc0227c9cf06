/* source.c - from a name on the command line to a scene.
 *
 * In: a built-in name, a file of scene text, a picture with a recipe, or
 * nothing.  Out: a scene and a title.  Whatever a file says, it must never cause
 * another file to be opened.
 */
#include "cli/source.h"
#include "cli/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Pictures are read whole; this is four times a 16 bit picture of 64 Mpx. */
#define PICTURE_LIMIT ((size_t)1536 << 20)

#define NAMES_MAX 256

/* ---- files -------------------------------------------------------------- */

/* A large regular file may only be a picture; its first bytes tell. */
static size_t limit_of(const char *path)
{
    struct stat status;
    unsigned char head[8];
    size_t limit = RL_MAX_TEXT;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= RL_MAX_TEXT)
        return limit;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) {
        if (read(fd, head, sizeof head) == (ssize_t)sizeof head &&
            rl_recipe_is_png(head, sizeof head))
            limit = PICTURE_LIMIT;
        close(fd);
    }
    return limit;
}

rl_status source_load(void **bytes, size_t *size, const char *path, rl_error *error)
{
    return rl_file_read(bytes, size, path, limit_of(path), NULL, error);
}

/* A title must be clean text; a name that is not simply gives none. */
static void title_set(source *from, const char *text, size_t size)
{
    if (size < sizeof from->title && show_is_plain(text, size)) {
        memcpy(from->title, text, size);
        from->title[size] = '\0';
    }
}

/* The title of a scene file is its name without folder and ending. */
static void title_from_path(source *from, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *stem = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(stem, '.');
    if (strcmp(path, "-") != 0)
        title_set(from, stem, dot != NULL && dot != stem ? (size_t)(dot - stem) : strlen(stem));
}

static int read_picture(source *from, const char *path, const void *bytes, size_t size)
{
    rl_recipe recipe;
    rl_error error;
    if (rl_recipe_read(&recipe, bytes, size, path, &error) != RL_OK)
        return say_status(&error);
    if (recipe.scene == NULL)
        return say_error(CODE_DATA, "%s: holds no recipe: cannot be made again", SHOW(path));
    from->is_picture = 1;
    if (recipe.title != NULL)
        title_set(from, recipe.title, recipe.title_size);
    if (rl_scene_parse(&from->scene, recipe.scene, recipe.scene_size, path, &error) != RL_OK)
        return say_status(&error);
    return CODE_OK;
}

static int read_file(source *from, const char *path)
{
    void *bytes;
    size_t size;
    rl_error error;
    int code = CODE_OK;
    if (source_load(&bytes, &size, path, &error) != RL_OK)
        return say_status(&error);
    if (rl_recipe_is_png(bytes, size)) {
        code = read_picture(from, path, bytes, size);
    } else {
        title_from_path(from, path);
        if (rl_scene_parse(&from->scene, bytes, size, path, &error) != RL_OK)
            code = say_status(&error);
    }
    rl_file_free(bytes, NULL);
    return code;
}

/* ---- names -------------------------------------------------------------- */

static int is_builtin(const char *name)
{
    const char *builtin;
    for (size_t i = 0; (builtin = rl_scene_builtin_name(i)) != NULL; i++)
        if (strcmp(builtin, name) == 0)
            return 1;
    return 0;
}

#define COMMANDS 4

/* A mistyped scene and a mistyped command look the same. */
static int tell_unknown(const char *name)
{
    const char *names[NAMES_MAX] = {"render", "sheet", "palette", "info"};
    size_t count = COMMANDS;
    while (count < NAMES_MAX && (names[count] = rl_scene_builtin_name(count - COMMANDS)) != NULL)
        count++;
    const char *near = rl_nearest(name, names, count);
    if (near != NULL)
        return say_error(CODE_NO_INPUT, "%s: no such scene or file: did you mean %s?", SHOW(name),
                         near);
    return say_error(CODE_NO_INPUT, "%s: no such scene or file", SHOW(name));
}

int source_read(source *from, const char *name)
{
    struct stat status;
    rl_error error;
    memset(from, 0, sizeof *from);
    rl_scene_init(&from->scene);
    if (name == NULL)
        return CODE_OK;
    if (is_builtin(name)) {
        title_set(from, name, strlen(name));
        return rl_scene_builtin(&from->scene, name, &error) == RL_OK ? CODE_OK : say_status(&error);
    }
    if (strcmp(name, "-") != 0 && stat(name, &status) != 0 && errno == ENOENT)
        return tell_unknown(name);
    return read_file(from, name);
}
