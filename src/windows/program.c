/* program.c - what a program is given by Windows, as POSIX gives it: arguments and environment in
 * UTF-8, the user's folders, signals, streams without line ends of their own.
 */
#include "windows/files.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <pthread.h>
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

#define SIGNALS 16
#define CLOSING_MS 5000 /* time until the system ends a program whose console was closed */

static void (*volatile handlers[SIGNALS])(int signal_number);

static BOOL WINAPI on_event(DWORD event)
{
    int signal_number = event == CTRL_C_EVENT       ? SIGINT
                        : event == CTRL_BREAK_EVENT ? SIGTERM
                                                    : SIGHUP;
    void (*handler)(int) = handlers[signal_number];
    if (handler == NULL)
        return FALSE; /* a second signal ends the process */
    handlers[signal_number] = NULL;
    handler(signal_number);
    if (signal_number == SIGHUP)
        Sleep(CLOSING_MS); /* after this function the process ends */
    return TRUE;
}

int windows_sigaction(int signal_number, const struct sigaction *action, struct sigaction *old)
{
    static int is_installed;
    if (old != NULL)
        old->sa_handler = SIG_DFL;
    if (action != NULL)
        handlers[signal_number] = action->sa_handler;
    if (action != NULL && !is_installed)
        is_installed = SetConsoleCtrlHandler(on_event, TRUE);
    return 0;
}

/* As the system ends a process at Ctrl-C, or as a shell reports a signal. */
void windows_raise(int signal_number)
{
    ExitProcess(signal_number == SIGINT ? STATUS_CONTROL_C_EXIT : 128U + (UINT)signal_number);
}

static DWORD WINAPI ring(void *seconds)
{
    Sleep(1000 * (DWORD)(uintptr_t)seconds);
    if (handlers[SIGALRM] != NULL)
        handlers[SIGALRM](SIGALRM);
    return 0;
}

unsigned windows_alarm(unsigned seconds)
{
    HANDLE thread = CreateThread(NULL, 0, ring, (void *)(uintptr_t)seconds, 0, NULL);
    if (thread != NULL)
        CloseHandle(thread);
    return 0;
}

/* ---- the console ----------------------------------------------------------- */

int windows_ioctl(int fd, int request, struct winsize *window)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    (void)request;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(fd), &info))
        return -1;
    window->ws_col = (unsigned short)(info.srWindow.Right - info.srWindow.Left + 1);
    window->ws_row = (unsigned short)(info.srWindow.Bottom - info.srWindow.Top + 1);
    return 0;
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
