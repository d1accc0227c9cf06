/* frames_page.c - the slide show of preview.h for the oracles.
 *
 *     frames_page FPS NAME...    the page that shows these files, on standard output
 */
#include "cli/common/preview.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *path_of(const void *user, int frame)
{
    char *const *paths = user;
    return strdup(paths[frame]);
}

int main(int argc, char **argv)
{
    rl_error error = {RL_OK, ""};
    rl_sink *sink;
    if (argc < 3 || rl_sink_to_fd(&sink, 1, "standard output", NULL, &error) != RL_OK)
        return 1;
    rl_status status = preview_frames(path_of, argv + 2, argc - 2, atoi(argv[1]), sink, &error);
    if (status == RL_OK)
        status = rl_sink_commit(sink, &error);
    rl_sink_free(sink);
    if (status != RL_OK)
        fprintf(stderr, "%s\n", error.text);
    return status != RL_OK;
}
