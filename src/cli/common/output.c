/* output.c - chooses formats and opens and closes the sinks of commands.
 *
 * In: the name given with -o.  Out: an rl_sink, later an exit code.  Binary data
 * must never reach a terminal, and nothing may be replaced under --no-clobber.
 */
#include "cli/common/output.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ANY (OUTPUT_RENDER | OUTPUT_SHEET | OUTPUT_MAP | OUTPUT_ANIMATE)

static const output_format formats[] = {
    {"png", ".png", RL_FORMAT_PNG, -1, 1, ANY},
    {"ppm", ".ppm", RL_FORMAT_PPM, -1, 1, ANY},
    {"pam", ".pam", RL_FORMAT_PAM, -1, 1, ANY},
    {"hash", NULL, RL_FORMAT_HASH, -1, 0, ANY},
    {"null", NULL, RL_FORMAT_NULL, -1, 0, ANY},
    {"png16", NULL, -1, RL_HEIGHTS_PNG16, 1, OUTPUT_MAP},
    {"pgm", ".pgm", -1, RL_HEIGHTS_PGM, 1, OUTPUT_MAP},
    {"r16", ".r16", -1, RL_HEIGHTS_R16, 1, OUTPUT_MAP},
    {"pfm", ".pfm", -1, RL_HEIGHTS_PFM, 1, OUTPUT_MAP},
    {"asc", ".asc", -1, RL_HEIGHTS_ASC, 0, OUTPUT_MAP},
    {"scene", ".ini", -1, -1, 0, OUTPUT_RENDER | OUTPUT_MAP},
    {"csv", ".csv", -1, -1, 0, OUTPUT_RENDER},
    {"json", ".json", -1, -1, 0, OUTPUT_RENDER},
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

const char *path_ending(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? dot : NULL;
}

static int tell_ending(const char *path, int use)
{
    char known[80] = "";
    for (size_t i = 0, used = 0; i < FORMAT_COUNT && used < sizeof known; i++)
        if (formats[i].ending != NULL && (formats[i].uses & use) != 0)
            used += (size_t)snprintf(known + used, sizeof known - used, " %s", formats[i].ending);
    return say_error(CODE_USAGE, "-o %s: must end in one of%s, or say the format with -f",
                     SHOW(path), known);
}

int output_format_choose(const output_format **chosen, const char *format, const char *path,
                         int use)
{
    int has_ending = !output_is_stdout(path) && path_ending(path) != NULL;
    *chosen = &formats[0];
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        int fits = format != NULL ? strcmp(formats[i].name, format) == 0
                                  : has_ending && formats[i].ending != NULL &&
                                        path_has_ending(path, formats[i].ending);
        if (fits && (formats[i].uses & use) != 0) {
            *chosen = &formats[i];
            return CODE_OK;
        }
    }
    return format == NULL && has_ending ? tell_ending(path, use) : CODE_OK;
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

rl_status output_check_new(const char *path, rl_error *error)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return RL_OK;
    error->status = RL_CANNOT_CREATE;
    snprintf(error->text, sizeof error->text, "%s: exists: --no-clobber keeps it", SHOW(path));
    return RL_CANNOT_CREATE;
}

rl_status output_file(rl_sink **sink, const char *path, int no_clobber, rl_error *error)
{
    struct stat status;
    if (no_clobber && output_check_new(path, error) != RL_OK)
        return RL_CANNOT_CREATE;
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode))
        stop_hold();
    return no_clobber ? rl_sink_to_new_file(sink, path, NULL, error)
                      : rl_sink_to_file(sink, path, NULL, error);
}

int output_open(rl_sink **sink, const char *path, int binary, int no_clobber)
{
    rl_error error;
    if (binary && leads_to_terminal(path))
        return say_error(CODE_USAGE, "standard output: is a terminal: name a file with -o");
    if (output_is_stdout(path))
        return rl_sink_to_callback(sink, write_stdout, NULL, NULL, &error) == RL_OK
                   ? CODE_OK
                   : say_status(&error);
    return output_file(sink, path, no_clobber, &error) == RL_OK ? CODE_OK : say_status(&error);
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
