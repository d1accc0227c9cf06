/* program.c - what a program is given by Windows, as POSIX gives it: arguments and environment in
 * UTF-8, the user's folders, streams without line ends of their own; and signals and console.
 */
#include "base/os.h"
#include "cli/common/progress.h"
#include "windows/files.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <signal.h>

/* A program's own patterns such as {seed}* stay as they are. */
int _dowildcard = 0;

/* ---- the environment ------------------------------------------------------- */

/* Values that were read or set; they stay valid until the end. */
static struct variable {
    struct variable *next;
    char *value; /* NULL: not set */
    char name[];
} * variables;

static struct variable *variable_of(const char *name)
{
    struct variable *kept = variables;
    while (kept != NULL && _stricmp(kept->name, name) != 0)
        kept = kept->next;
    return kept;
}

static struct variable *variable_keep(const char *name, char *value)
{
    struct variable *kept = malloc(sizeof *kept + strlen(name) + 1);
    if (kept == NULL)
        return NULL;
    kept->next = variables;
    kept->value = value;
    memcpy(kept->name, name, strlen(name) + 1);
    return variables = kept;
}

/* Returns NULL without memory. */
static char *narrow(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = malloc((size_t)size + 1);
    if (text != NULL)
        (void)WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

static wchar_t *widen(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = malloc(((size_t)size + 1) * sizeof *wide);
    if (wide != NULL)
        (void)MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, size);
    return wide;
}

char *windows_getenv(const char *name)
{
    struct variable *kept = variable_of(name);
    if (kept == NULL) {
        wchar_t *wide = widen(name);
        const wchar_t *found = wide != NULL ? _wgetenv(wide) : NULL;
        kept = variable_keep(name, found != NULL ? narrow(found) : NULL);
        free(wide);
    }
    return kept != NULL ? kept->value : NULL;
}

int windows_setenv(const char *name, const char *value, int replace)
{
    if (!replace && windows_getenv(name) != NULL)
        return 0;
    wchar_t *wide = widen(name), *wide_value = value != NULL ? widen(value) : NULL;
    char *copy = value != NULL ? _strdup(value) : NULL;
    struct variable *kept = variable_of(name);
    if (kept == NULL)
        kept = variable_keep(name, NULL);
    int is_done = wide != NULL && kept != NULL &&
                  (value == NULL || (wide_value != NULL && copy != NULL)) &&
                  SetEnvironmentVariableW(wide, wide_value);
    if (is_done)
        kept->value = copy; /* the old one may be in use */
    free(wide);
    free(wide_value);
    return is_done ? 0 : (errno = ENOMEM, -1);
}

/* Gives a variable that is not set the value of another, a path, with slashes. */
static void set_path(const char *name, const char *other)
{
    const char *value = windows_getenv(other);
    char *copy = value != NULL && windows_getenv(name) == NULL ? _strdup(value) : NULL;
    if (copy == NULL)
        return;
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    (void)windows_setenv(name, copy, 1);
    free(copy);
}

/* ---- signals --------------------------------------------------------------- */

/* Ctrl-C is SIGINT, Ctrl-Break SIGTERM, the end of the console or of the session SIGHUP. */
enum { SIGHUP = 1, SIGPIPE = 13 };

#define PATIENCE_MS 1000
#define CLOSING_MS 5000 /* time until the system ends a program whose console was closed */

/* Called in a thread of its own. */
static BOOL WINAPI on_event(DWORD event)
{
    if (stop_asked() != 0)
        return FALSE; /* a second signal ends the process */
    int signal_number = event == CTRL_C_EVENT       ? SIGINT
                        : event == CTRL_BREAK_EVENT ? SIGTERM
                                                    : SIGHUP;
    int is_free = stop_take(signal_number);
    Sleep(is_free ? PATIENCE_MS : 0);
    if (is_free && stop_take(signal_number)) {
        progress_wipe();
        stop_die(signal_number);
    }
    Sleep(signal_number == SIGHUP ? CLOSING_MS : 0); /* after this function the process ends */
    return TRUE;
}

void stop_install(void)
{
    (void)SetConsoleCtrlHandler(on_event, TRUE);
}

/* As the system ends a process at Ctrl-C, or as a shell reports a signal. */
void stop_die(int signal_number)
{
    signal_number = signal_number != 0 ? signal_number : SIGPIPE;
    ExitProcess(signal_number == SIGINT ? STATUS_CONTROL_C_EXIT : 128U + (UINT)signal_number);
}

/* ---- the console ----------------------------------------------------------- */

/* A console is not asked what it can show. */
int os_terminal_ask(const char *question, char *answer, size_t size, char end, int milliseconds)
{
    (void)question, (void)answer, (void)size, (void)end, (void)milliseconds;
    return 0;
}

os_window os_terminal_window(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info = {0};
    if (!GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info))
        return (os_window){0};
    return (os_window){.columns = info.srWindow.Right - info.srWindow.Left + 1,
                       .rows = info.srWindow.Bottom - info.srWindow.Top + 1};
}

void os_reserve_heap(void)
{
}

int os_program_path(char *path, size_t size)
{
    wchar_t wide[WIDE_ROOM];
    DWORD length = GetModuleFileNameW(NULL, wide, WIDE_ROOM);
    return length > 0 && length < WIDE_ROOM && narrow_path(path, size, wide) > 0;
}

/* ---- the entry ------------------------------------------------------------- */

int wmain(int argc, wchar_t **wide);
int wmain(int argc, wchar_t **wide)
{
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    UINT page = GetConsoleOutputCP();
    DWORD mode;
    if (argv == NULL)
        return 71; /* EX_OSERR */
    for (int i = 0; i < argc; i++)
        if ((argv[i] = narrow(wide[i])) == NULL)
            return 71;
    for (int fd = 0; fd < 3; fd++)
        (void)_setmode(fd, _O_BINARY);
    if (windows_isatty(1) || windows_isatty(2))
        SetConsoleOutputCP(CP_UTF8);
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    if (GetConsoleMode(console, &mode)) /* colours and pictures are escape sequences */
        SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    set_path("HOME", "USERPROFILE");
    set_path("XDG_CONFIG_HOME", "APPDATA");
    set_path("XDG_DATA_HOME", "LOCALAPPDATA");
    set_path("XDG_STATE_HOME", "LOCALAPPDATA");
    set_path("XDG_DATA_DIRS", "ProgramData");
    (void)windows_setenv("XDG_CURRENT_DESKTOP", "windows", 0);
    /* The C library takes names such as Europe/Berlin for something else. */
    const char *zone = windows_getenv("TZ");
    if (zone != NULL && strchr(zone, '/') != NULL)
        (void)_wputenv(L"TZ=");
    int code = windows_main(argc, argv);
    if (page != 0)
        SetConsoleOutputCP(page);
    return code;
}
