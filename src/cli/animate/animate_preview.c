/* animate_preview.c - a slide show of numbered frames.
 *
 * In: the names of the frames.  Out: preview.html beside them, which shows them by their
 * names in its own folder.
 */
#include "cli/animate/animate_preview.h"
#include "cli/common/output.h"
#include "cli/common/preview.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE "preview.html"

/* How many letters of a path are its folder, with the last slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static int write_page(const char *page, const char *const *bare, int count, int fps, int no_clobber)
{
    rl_sink *sink;
    rl_error error = {RL_OK, ""};
    int code = output_open(&sink, page, 0, no_clobber);
    if (code != CODE_OK)
        return code;
    rl_status status = preview_frames(bare, count, fps, sink, &error);
    return output_close(sink, status, &error);
}

int animate_preview(const char *const *names, int count, int fps, int no_clobber)
{
    size_t length = folder_length(names[0]);
    char *page = malloc(length + sizeof PAGE);
    const char **bare = calloc((size_t)count, sizeof *bare);
    int code = CODE_OK;
    for (int i = 0; i < count && bare != NULL; i++)
        bare[i] = names[i] + folder_length(names[i]);
    if (page == NULL || bare == NULL) {
        code = say_error(CODE_NO_MEMORY, "out of memory");
    } else {
        snprintf(page, length + sizeof PAGE, "%.*s%s", (int)length, names[0], PAGE);
        code = write_page(page, bare, count, fps, no_clobber);
    }
    free(page);
    free(bare);
    return code;
}
