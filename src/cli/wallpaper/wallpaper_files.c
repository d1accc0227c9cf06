/* wallpaper_files.c - the folders of a set, and the texts that name its pictures.
 *
 * In: the path of -o, and who writes a text.  Out: folders, and files that are replaced
 * only when they would change.
 */
#include "cli/common/files.h"
#include "cli/common/say.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdlib.h>
#include <string.h>

/* ---- folders ------------------------------------------------------------ */

static int open_folder(wallpaper *job, char *path)
{
    if (path == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    int code = folder_open(&job->folders[job->folder_count], path, "-o", 0);
    if (code == CODE_OK)
        job->place[job->folder_count++] = path;
    else
        free(path);
    return code;
}

/* Desktops keep paths, so that they must lead there from anywhere.  No other letters can
 * stand in XML. */
static int find_root(wallpaper *job)
{
    int code = path_root(&job->root, job->place[0]);
    if (code == CODE_OK && !show_is_plain(job->root, strlen(job->root)))
        code = say_error(CODE_CANNOT_CREATE, "-o %s: must be UTF-8 without control characters",
                         SHOW(job->root));
    return code;
}

int wallpaper_open(wallpaper *job)
{
    static const char *const parts[] = {"", "/contents", "/contents/images",
                                        "/contents/images_dark"};
    size_t count = !wallpaper_own(job->wanted)->kde           ? 0
                   : wallpaper_own(job->wanted)->dark == NULL ? 3
                                                              : 4;
    int code = open_folder(job, strdup(job->wanted->output));
    if (code == CODE_OK)
        code = find_root(job);
    for (size_t i = 0; i < count && code == CODE_OK; i++)
        code = open_folder(job, wallpaper_path(job, parts[i]));
    return code;
}

/* A folder that holds something is not taken away. */
void wallpaper_close(wallpaper *job)
{
    for (int i = 0; job->pictures != NULL && i < job->picture_count; i++) {
        rl_sink_free(job->pictures[i].sink);
        free(job->pictures[i].path);
    }
    while (job->folder_count > 0) {
        folder_close(&job->folders[--job->folder_count]);
        free(job->place[job->folder_count]);
    }
    free(job->root);
    free(job->pictures);
    free(job->scenes);
}

/* ---- texts -------------------------------------------------------------- */

typedef struct writing {
    const wallpaper *job;
    rl_status (*write)(const wallpaper *job, rl_sink *sink, rl_error *error);
} writing;

static rl_status write_one(const void *user, rl_sink *sink, rl_error *error)
{
    const writing *of = user;
    return of->write(of->job, sink, error);
}

static rl_status write_text(const wallpaper *job, const char *rest,
                            rl_status (*write)(const wallpaper *job, rl_sink *sink,
                                               rl_error *error),
                            rl_error *error)
{
    const writing of = {job, write};
    char *path = wallpaper_path(job, rest);
    if (path == NULL) {
        *error = (rl_error){RL_NO_MEMORY, "out of memory"};
        return RL_NO_MEMORY;
    }
    rl_status status = replace_text(path, write_one, &of, error);
    free(path);
    return status;
}

/* What names others comes after them. */
rl_status wallpaper_texts(wallpaper *job, rl_error *error)
{
    rl_status status = RL_OK;
    if (wallpaper_own(job->wanted)->kde)
        status = write_text(job, "/metadata.json", wallpaper_kde_metadata, error);
    if (status == RL_OK && wallpaper_own(job->wanted)->timed > 0)
        status = write_text(job, "-timed.xml", wallpaper_gnome_show, error);
    return status == RL_OK ? write_text(job, ".xml", wallpaper_gnome_list, error) : status;
}
