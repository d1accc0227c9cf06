/* output.c - chooses formats and opens and closes the sinks of commands.
 *
 * In: the name given with -o.  Out: an rl_sink, later an exit code.  Binary data
 * must never reach a terminal, and nothing may be replaced under --no-clobber.
 */
#include "cli/output.h"
#include "cli/say.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const output_format formats[] = {
    {"png", ".png", RL_FORMAT_PNG, 1},
    {"ppm", ".ppm", RL_FORMAT_PPM, 1},
    {"pam", ".pam", RL_FORMAT_PAM, 1},
    {"hash", NULL, RL_FORMAT_HASH, 0},
    {"null", NULL, RL_FORMAT_NULL, 0},
    {"scene", ".ini", -1, 0},
    {"csv", ".csv", -1, 0},
    {"json", ".json", -1, 0},
};

#define FORMAT_COUNT (sizeof formats / sizeof *formats)

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int path_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    if (length < size)
        return 0;
    path += length - size;
    while (*ending != '\0' && lower(*path) == *ending)
        path++, ending++;
    return *ending == '\0';
}

int output_is_stdout(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

const output_format *output_format_choose(const char *format, const char *path)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (format != NULL && strcmp(formats[i].name, format) == 0)
            return &formats[i];
        if (format == NULL && !output_is_stdout(path) && formats[i].ending != NULL &&
            path_has_ending(path, formats[i].ending))
            return &formats[i];
    }
    return &formats[0];
}

static int write_stdout(void *user, const void *bytes, size_t size)
{
    (void)user;
    return out_write(bytes, size);
}

/* -o /dev/tty and -o /dev/stdout lead to a terminal, too. */
static int leads_to_terminal(const char *path)
{
    struct stat status;
    if (output_is_stdout(path))
        return isatty(1);
    if (stat(path, &status) != 0 || !S_ISCHR(status.st_mode))
        return 0;
    int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    int terminal = fd >= 0 && isatty(fd);
    if (fd >= 0)
        close(fd);
    return terminal;
}

int output_open(rl_sink **sink, const char *path, int binary, int no_clobber)
{
    struct stat status;
    rl_error error;
    if (binary && leads_to_terminal(path))
        return say_error(CODE_USAGE, "standard output: is a terminal: name a file with -o");
    if (output_is_stdout(path))
        return rl_sink_to_callback(sink, write_stdout, NULL, NULL, &error) == RL_OK
                   ? CODE_OK
                   : say_status(&error);
    if (no_clobber && stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return say_error(CODE_CANNOT_CREATE, "%s: exists: --no-clobber keeps it", SHOW(path));
    return rl_sink_to_file(sink, path, NULL, &error) == RL_OK ? CODE_OK : say_status(&error);
}

int output_close(rl_sink *sink, rl_status status, rl_error *error)
{
    if (status == RL_OK)
        status = rl_sink_commit(sink, error);
    rl_sink_free(sink);
    /* What stopped standard output is told by out_finish, which knows its errno;
     * a signal speaks for itself. */
    if (out_failed() || status == RL_CANCELLED)
        return CODE_IO;
    return status == RL_OK ? CODE_OK : say_status(error);
}
