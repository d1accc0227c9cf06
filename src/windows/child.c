/* child.c - finds and runs other programs on Windows, by argument lists and never by a shell:
 * cli/common/child.h.
 *
 * A program and its children belong to a job, which ends with the program.  The wallpaper is set by
 * a call of the system, which has the interface of a program here.
 */
#include "cli/common/child.h"
#include "base/path.h"
#include "cli/common/progress.h"
#include "windows/files.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define TICK_MS 20
#define PIPE_BYTES ((DWORD)1 << 16)
/* Size of the pipe to the input of a program.  A full pipe is tried again each TICK_MS, so it must
 * hold enough for the program to read until then. */
#define FED_PIPE_BYTES ((DWORD)1 << 22)
#define FED_PIECE ((DWORD)1 << 16) /* bytes of a write, which succeeds with all or none of them */
#define LINE_ROOM 32768            /* greatest length of a command line: the system's limit */

/* ---- the call that sets the wallpaper --------------------------------------- */

#define SYSTEM_CALL "SystemParametersInfo"

/* Returns the path of the wallpaper, or sets it if a path is given. */
static void call_system(child_outcome *outcome, const char *path)
{
    wchar_t wide[WIDE_ROOM];
    int is_done;
    if (path == NULL) {
        is_done = SystemParametersInfoW(SPI_GETDESKWALLPAPER, WIDE_ROOM, wide, 0);
        outcome->size = is_done ? narrow_path(outcome->text, CHILD_TEXT_MAX, wide) : 0;
    } else {
        is_done = wide_path(wide, path);
        for (wchar_t *c = wide; is_done && *c != L'\0'; c++)
            if (*c == L'/')
                *c = L'\\';
        is_done = is_done && SystemParametersInfoW(SPI_SETDESKWALLPAPER, 0, wide,
                                                   SPIF_UPDATEINIFILE | SPIF_SENDCHANGE);
    }
    outcome->exit_code = is_done ? 0 : (int)GetLastError();
    if (!is_done)
        snprintf(outcome->failure, sizeof outcome->failure, "error %d", outcome->exit_code);
}

/* ---- finding --------------------------------------------------------------- */

/* Finds a program in a folder.  Scripts are ignored: their interpreter would parse the arguments
 * again. */
static int find_in(char path[CHILD_PATH], const char *folder, size_t size, const char *name)
{
    const char *dot = strrchr(path_name(name), '.');
    const char *ending = dot != NULL && _stricmp(dot, ".exe") == 0 ? "" : ".exe";
    const char *slash = size > 0 ? "/" : "";
    struct stat status;
    return snprintf(path, CHILD_PATH, "%.*s%s%s%s", (int)size, folder, slash, name, ending) <
               CHILD_PATH &&
           stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

int child_find(char path[CHILD_PATH], const char *name)
{
    const char *list = getenv("PATH");
    if (strcmp(name, SYSTEM_CALL) == 0)
        return snprintf(path, CHILD_PATH, "%s", name) < CHILD_PATH;
    if (path_slash(name) != NULL)
        return find_in(path, "", 0, name);
    for (size_t size; list != NULL && *list != '\0'; list += size + (list[size] == ';')) {
        size = strcspn(list, ";");
        if (PATH_IS_ABSOLUTE(list) && size < CHILD_PATH && find_in(path, list, size, name))
            return 1;
    }
    return 0;
}

/* ---- starting -------------------------------------------------------------- */

/* Appends a word so that the program's C library reads the same word: backslashes before a quote
 * are doubled, and the quote has one. */
static size_t add_word(char *line, size_t used, const char *word)
{
    size_t slashes = 0;
    if (used + 2 * strlen(word) + 4 > LINE_ROOM)
        return LINE_ROOM;
    if (used > 0)
        line[used++] = ' ';
    line[used++] = '"';
    for (; *word != '\0'; word++) {
        slashes = *word == '\\' ? slashes + 1 : 0;
        if (*word == '"') {
            for (size_t i = 1; i < used && line[used - i] == '\\'; i++, slashes++)
                ;
            memset(line + used, '\\', slashes + 1);
            used += slashes + 1;
            slashes = 0;
        }
        line[used++] = *word;
    }
    memset(line + used, '\\', slashes);
    used += slashes;
    line[used++] = '"';
    line[used] = '\0';
    return used;
}

/* The ends of a pipe; the program inherits one. */
typedef struct pipe_ends {
    HANDLE own, given;
} pipe_ends;

static int pipe_make(pipe_ends *ends, int gives_reading)
{
    SECURITY_ATTRIBUTES none = {sizeof none, NULL, FALSE};
    return CreatePipe(gives_reading ? &ends->given : &ends->own,
                      gives_reading ? &ends->own : &ends->given, &none,
                      gives_reading ? FED_PIPE_BYTES : PIPE_BYTES) &&
           SetHandleInformation(ends->given, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

static void handle_close(HANDLE *handle)
{
    if (*handle != NULL)
        CloseHandle(*handle);
    *handle = NULL;
}

/* What runs: more than child_fed can hold. */
static struct running {
    HANDLE process, job;
    pipe_ends input, output, error;
} fed_program;

/* Starts the program with the given ends as its streams and no other handle; without an end, with
 * nothing.  Returns 0 or errno. */
static int start(struct running *self, const char *const *words, int is_apart)
{
    static char line[LINE_ROOM];
    static wchar_t wide_line[LINE_ROOM];
    wchar_t program[WIDE_ROOM];
    size_t used = 0, size = 0;
    HANDLE streams[3] = {self->input.given, self->output.given, self->error.given}, null;
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {.BasicLimitInformation.LimitFlags =
                                                      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    STARTUPINFOEXW with = {.StartupInfo.cb = sizeof with,
                           .StartupInfo.dwFlags = STARTF_USESTDHANDLES};
    PROCESS_INFORMATION made;
    for (size_t i = 0; words[i] != NULL && used < LINE_ROOM; i++)
        used = add_word(line, used, words[i]);
    if (used >= LINE_ROOM || MultiByteToWideChar(CP_UTF8, 0, line, -1, wide_line, LINE_ROOM) == 0)
        return E2BIG;
    if (!wide_path(program, words[0]))
        return errno;
    null = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                       &inherited, OPEN_EXISTING, 0, NULL);
    HANDLE unlike[4] = {null};
    DWORD count = 1;
    for (int i = 0; i < 3; i++) {
        if (streams[i] != NULL && streams[i] != unlike[count - 1])
            unlike[count++] = streams[i];
        streams[i] = streams[i] != NULL ? streams[i] : null;
    }
    with.StartupInfo.hStdInput = streams[0];
    with.StartupInfo.hStdOutput = streams[1];
    with.StartupInfo.hStdError = streams[2];
    (void)InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    with.lpAttributeList = malloc(size);
    int is_done =
        with.lpAttributeList != NULL &&
        InitializeProcThreadAttributeList(with.lpAttributeList, 1, 0, &size) &&
        UpdateProcThreadAttribute(with.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                  unlike, count * sizeof *unlike, NULL, NULL) &&
        CreateProcessW(program, wide_line, NULL, NULL, TRUE,
                       EXTENDED_STARTUPINFO_PRESENT | CREATE_SUSPENDED | CREATE_NO_WINDOW |
                           (is_apart ? CREATE_NEW_PROCESS_GROUP : 0),
                       NULL, NULL, &with.StartupInfo, &made);
    int reason = is_done ? 0 : (fail_last(), errno);
    free(with.lpAttributeList);
    CloseHandle(null);
    if (!is_done)
        return reason;
    self->job = is_apart ? NULL : CreateJobObjectW(NULL, NULL);
    if (self->job != NULL) {
        (void)SetInformationJobObject(self->job, JobObjectExtendedLimitInformation, &limit,
                                      sizeof limit);
        (void)AssignProcessToJobObject(self->job, made.hProcess);
    }
    (void)ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    self->process = made.hProcess;
    return 0;
}

/* ---- waiting --------------------------------------------------------------- */

/* Reads what is there; of a long text the last part is kept. */
static void read_text(char *text, size_t *used, size_t most, HANDLE end)
{
    char part[4096];
    DWORD there, size;
    while (end != NULL && PeekNamedPipe(end, NULL, 0, NULL, &there, NULL) && there > 0 &&
           ReadFile(end, part, there < sizeof part ? there : sizeof part, &size, NULL))
        child_keep(text, used, most, part, size);
}

static void wait_for(child_outcome *outcome, struct running *self, int seconds)
{
    int64_t end_ms = progress_now_ms() + seconds * INT64_C(1000);
    int is_late = 0, has_ended = 0;
    DWORD code = 0;
    while (!has_ended) {
        has_ended = WaitForSingleObject(self->process, TICK_MS) == WAIT_OBJECT_0;
        read_text(outcome->text, &outcome->size, CHILD_TEXT_MAX, self->output.own);
        read_text(outcome->errors, &outcome->error_size, CHILD_ERRORS_MAX, self->error.own);
        if (!has_ended && !is_late && (progress_now_ms() >= end_ms || stop_asked())) {
            is_late = 1;
            if (self->job == NULL || !TerminateJobObject(self->job, 1))
                TerminateProcess(self->process, 1);
        }
    }
    if (GetExitCodeProcess(self->process, &code) && !is_late)
        outcome->exit_code = (int)code;
    child_ended(outcome, is_late, seconds, 0);
}

static void running_end(struct running *self)
{
    handle_close(&self->input.own);
    handle_close(&self->output.own);
    handle_close(&self->error.own);
    handle_close(&self->process);
    handle_close(&self->job); /* ends what the program left behind */
}

/* ---- the calls ------------------------------------------------------------- */

int child_run(child_outcome *outcome, const char *const *words, int seconds)
{
    struct running self = {0};
    memset(outcome, 0, sizeof *outcome);
    outcome->exit_code = -1;
    if (strcmp(words[0], SYSTEM_CALL) == 0) {
        call_system(outcome, words[1]);
        return 0;
    }
    int reason = pipe_make(&self.output, 0) && pipe_make(&self.error, 0) ? start(&self, words, 0)
                                                                         : (fail_last(), errno);
    handle_close(&self.output.given);
    handle_close(&self.error.given);
    if (reason == 0)
        wait_for(outcome, &self, seconds);
    running_end(&self);
    return reason;
}

int child_feed(child_fed *fed, const char *const *words, int result)
{
    struct running *self = &fed_program;
    HANDLE here = GetCurrentProcess();
    DWORD never_waits = PIPE_READMODE_BYTE | PIPE_NOWAIT;
    *fed = (child_fed){0, -1, -1};
    *self = (struct running){0};
    stop_hold_child(1);
    int reason = pipe_make(&self->input, 1) && pipe_make(&self->error, 0) &&
                         DuplicateHandle(here, (HANDLE)_get_osfhandle(result), here,
                                         &self->output.given, 0, TRUE, DUPLICATE_SAME_ACCESS)
                     ? start(self, words, 0)
                     : (fail_last(), errno);
    handle_close(&self->input.given);
    handle_close(&self->output.given);
    handle_close(&self->error.given);
    if (reason != 0) {
        running_end(self);
        stop_hold_child(0);
        return reason;
    }
    (void)SetNamedPipeHandleState(self->input.own, &never_waits, NULL, NULL);
    fed->process = 1;
    fed->input = _open_osfhandle((intptr_t)self->input.own, O_BINARY | O_NOINHERIT);
    self->input.own = NULL; /* the descriptor's */
    return 0;
}

int child_fed_write(const child_fed *fed, const void *bytes, size_t size, int patience_ms)
{
    const char *next = bytes;
    int waited_ms = 0;
    while (size > 0) {
        DWORD written = 0, count = size < FED_PIECE ? (DWORD)size : FED_PIECE;
        if (stop_asked())
            return EINTR;
        if (!WriteFile((HANDLE)_get_osfhandle(fed->input), next, count, &written, NULL))
            return EPIPE;
        next += written;
        size -= written;
        if (written > 0)
            waited_ms = 0;
        else if (WaitForSingleObject(fed_program.process, TICK_MS) == WAIT_OBJECT_0)
            return EPIPE;
        else if ((waited_ms += TICK_MS) >= patience_ms)
            return ETIMEDOUT;
    }
    return 0;
}

void child_fed_end(child_fed *fed, child_outcome *outcome, int seconds)
{
    memset(outcome, 0, sizeof *outcome);
    outcome->exit_code = -1;
    (void)_close(fed->input);
    wait_for(outcome, &fed_program, seconds);
    running_end(&fed_program);
    *fed = (child_fed){0, -1, -1};
    stop_hold_child(0);
}

int child_leave(const char *const *words)
{
    struct running self = {0};
    int reason = start(&self, words, 1);
    running_end(&self);
    return reason;
}

/* What shows a wallpaper here is no program that stays. */
void child_stop(int process)
{
    (void)process;
}

int child_is_running(int process)
{
    return (void)process, 0;
}
