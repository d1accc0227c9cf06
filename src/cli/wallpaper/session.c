/* session.c - finds the session of the user for a command that a timer or another login runs.
 *
 * In: the environment, the sockets in $XDG_RUNTIME_DIR and of X.  Out: variables of the environment
 * that name a session which runs now.  A compositor puts its process id or a random number into
 * the name of its socket, so that what an earlier login has written down names nothing.
 */
#include "base/os.h"
#include "base/text.h"
#include "cli/common/child.h"
#include "cli/common/home.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is between prefix and suffix of a name. */
enum { MIDDLE_EMPTY, MIDDLE_ANY, MIDDLE_NUMBER, MIDDLE_PROCESS };

/* A variable, and the files one of which it names: FOLDER/PREFIX...SUFFIX. */
typedef struct session_value {
    const char *variable;
    const char *prefix; /* first part of the name; UID = number of the user */
    char suffix[8];     /* last part of the name */
    int middle;         /* part between them: MIDDLE_... */
    char head[16];      /* text before the name in the value, such as "unix:path=" */
    const char *folder; /* absolute path; NULL = $XDG_RUNTIME_DIR */
    const char *lock;   /* file in a folder whose first line is a process id; NULL = none */
    int is_path;        /* 1: the value has the path of the file, 0: its name */
    int has_no_prefix;  /* 1: the value has the name without the prefix */
} session_value;

static const session_value values[] = {
    {"SWAYSOCK", "sway-ipc.UID.", .suffix = ".sock", .middle = MIDDLE_PROCESS, .is_path = 1},
    {"HYPRLAND_INSTANCE_SIGNATURE", "hypr/", .middle = MIDDLE_ANY, .lock = "hyprland.lock",
     .has_no_prefix = 1},
    {"WAYLAND_DISPLAY", "wayland-", .middle = MIDDLE_NUMBER},
    {"DBUS_SESSION_BUS_ADDRESS", "bus", .head = "unix:path=", .is_path = 1},
    {"DISPLAY", "X", .head = ":", .folder = "/tmp/.X11-unix", .middle = MIDDLE_NUMBER,
     .has_no_prefix = 1},
    {"XAUTHORITY", ".mutter-Xwaylandauth.", .middle = MIDDLE_ANY, .is_path = 1},
    {"XAUTHORITY", "xauth_", .middle = MIDDLE_ANY, .is_path = 1},
    {"XAUTHORITY", "xauth_", .folder = "/tmp", .middle = MIDDLE_ANY, .is_path = 1},
};

#define NAME_BYTES 256 /* longest name of a file, with its NUL */

/* Joins a path; returns 0 if it is too long. */
static int join(char path[HOME_PATH], const char *place, const char *name)
{
    int size = snprintf(path, HOME_PATH, "%s/%s", place, name);
    return size > 0 && size < HOME_PATH;
}

/* Writes the folder of the files and the first part of their names; returns 0 if it is unknown. */
static int place_of(char place[HOME_PATH], char prefix[64], const session_value *value)
{
    const char *root = value->folder != NULL ? value->folder : getenv("XDG_RUNTIME_DIR");
    const char *slash = strchr(value->prefix, '/');
    int below = slash != NULL ? (int)(slash - value->prefix) : 0; /* bytes of a folder's name */
    const char *begin = slash != NULL ? slash + 1 : value->prefix, *user = strstr(begin, "UID");
    if (root == NULL || root[0] != '/')
        return 0;
    if (user != NULL)
        snprintf(prefix, 64, "%.*s%ld%s", (int)(user - begin), begin, (long)getuid(), user + 3);
    else
        snprintf(prefix, 64, "%s", begin);
    int size =
        snprintf(place, HOME_PATH, "%s%s%.*s", root, below > 0 ? "/" : "", below, value->prefix);
    return size < HOME_PATH;
}

/* Returns 1 unless the first line of a file is the id of a process that has ended. */
static int is_lock_held(const char *path)
{
    char line[32] = "";
    int64_t process;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return 1;
    int has_line = fgets(line, sizeof line, file) != NULL;
    line[strcspn(line, "\r\n")] = '\0';
    (void)fclose(file);
    return !has_line || !text_to_integer(&process, line, 2, INT32_MAX) ||
           child_is_running((int)process);
}

/* Returns 1 if a file has the form of the row and, unless `is_any`, belongs to a session that runs;
 * `made` becomes the time at which it was made. */
static int is_live(const session_value *value, const char *place, const char *prefix,
                   const char *name, int is_any, time_t *made)
{
    char path[HOME_PATH], lock[HOME_PATH], middle[NAME_BYTES];
    struct stat status;
    int64_t process;
    size_t size = strlen(name), before = strlen(prefix), after = strlen(value->suffix);
    int is_hidden = name[0] == '.' && prefix[0] != '.';
    if (is_hidden || size < before + after || size >= NAME_BYTES ||
        strncmp(name, prefix, before) != 0 || strcmp(name + size - after, value->suffix) != 0)
        return 0;
    snprintf(middle, sizeof middle, "%.*s", (int)(size - before - after), name + before);
    int is_number = middle[0] != '\0' && middle[strspn(middle, "0123456789")] == '\0';
    if ((value->middle == MIDDLE_EMPTY && middle[0] != '\0') ||
        (value->middle == MIDDLE_NUMBER && !is_number))
        return 0;
    if (value->middle == MIDDLE_PROCESS && !(text_to_integer(&process, middle, 2, INT32_MAX) &&
                                             (is_any || child_is_running((int)process))))
        return 0;
    if (!join(path, place, name) || stat(path, &status) != 0 ||
        (status.st_uid != getuid() && status.st_uid != 0))
        return 0;
    *made = (time_t)status.st_mtime;
    return is_any || value->lock == NULL || !join(lock, path, value->lock) || is_lock_held(lock);
}

/* Returns 1 if a value of the variable names a session that has ended. */
static int is_stale(const session_value *value, const char *place, const char *prefix,
                    const char *text)
{
    char path[HOME_PATH];
    time_t made;
    size_t head = strlen(value->head);
    if (strncmp(text, value->head, head) != 0)
        return 0; /* such as a display of another machine, or an abstract socket */
    text += head;
    int size = (int)strcspn(text, value->head[0] == ':' ? "." : ",;");
    int length = text[0] == '/' ? snprintf(path, sizeof path, "%.*s", size, text)
                                : snprintf(path, sizeof path, "%s/%s%.*s", place,
                                           value->has_no_prefix ? prefix : "", size, text);
    if (length >= HOME_PATH)
        return 0;
    if (access(path, F_OK) != 0)
        return 1;
    char *slash = strrchr(path, '/');
    *slash = '\0';
    int has_process = value->middle == MIDDLE_PROCESS || value->lock != NULL;
    return has_process && strncmp(slash + 1, prefix, strlen(prefix)) == 0 &&
           !is_live(value, path, prefix, slash + 1, 0, &made);
}

/* A search for the newest file of a row. */
struct search {
    const session_value *value;
    const char *place, *prefix;
    int is_any;
    char best[NAME_BYTES]; /* its name; "" = none */
    time_t made;
};

static int look_at(void *user, const char *name)
{
    struct search *search = user;
    time_t made;
    if (is_live(search->value, search->place, search->prefix, name, search->is_any, &made) &&
        (search->best[0] == '\0' || made > search->made)) {
        snprintf(search->best, sizeof search->best, "%s", name);
        search->made = made;
    }
    return 1;
}

/* Gives the variable of a row the newest file of a session that runs, with `is_any` of any session;
 * returns 0 if there is none. */
static int find_value(const session_value *value, const char *place, const char *prefix, int is_any)
{
    char text[HOME_PATH + NAME_BYTES + 16];
    struct search search = {.value = value, .place = place, .prefix = prefix, .is_any = is_any};
    (void)os_list(place, look_at, &search);
    if (search.best[0] == '\0')
        return 0;
    snprintf(text, sizeof text, "%s%s%s%s", value->head, value->is_path ? place : "",
             value->is_path ? "/" : "", search.best + (value->has_no_prefix ? strlen(prefix) : 0));
    return setenv(value->variable, text, 1) == 0;
}

void wallpaper_find_session(int is_named)
{
    char place[HOME_PATH], prefix[64];
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    if (runtime == NULL || access(runtime, F_OK) != 0) {
        snprintf(place, sizeof place, "/run/user/%ld", (long)getuid());
        if (access(place, F_OK) == 0)
            (void)setenv("XDG_RUNTIME_DIR", place, 1);
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const session_value *value = &values[i];
        const char *text = getenv(value->variable);
        int is_unset = text == NULL || text[0] == '\0';
        /* A terminal may be older than the compositor that runs, as in tmux. */
        int is_checked = is_named || value->middle == MIDDLE_PROCESS || value->lock != NULL;
        if (is_checked && place_of(place, prefix, value) &&
            (is_unset ? is_named : is_stale(value, place, prefix, text)) &&
            !find_value(value, place, prefix, 0) && is_unset)
            /* A sway that inherits SWAYSOCK answers on the socket of an earlier process. */
            (void)find_value(value, place, prefix, 1);
    }
}
