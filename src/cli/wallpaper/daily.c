/* daily.c - a new wallpaper each day: the timer that makes it.
 *
 * In: the options of a set.  Out: a timer and a service of systemd's user manager, or lines of
 * crontab where that does not answer, whose command is this one with --today in place of --daily.
 * Lines of crontab are ours when they end in CRON_MARK.
 */
#include "base/exact.h"
#include "base/status.h"
#include "cli/command.h"
#include "cli/common/almanac.h"
#include "cli/common/child.h"
#include "cli/common/form.h"
#include "cli/common/home.h"
#include "cli/common/lines.h"
#include "cli/common/say.h"
#include "cli/common/self.h"
#include "cli/wallpaper/desktop.h"
#include "cli/wallpaper/wallpaper.h"

#include <stdlib.h>
#include <unistd.h>

#define TICK_MINUTES 15 /* crontab's runs for sunrise: one of them shows the picture of the day */

#define UNIT "ridgeline-wallpaper"
#define CRON_MARK " # ridgeline-wallpaper"
#define TIMES_MOST WALLPAPER_HOURS

/* A time of the timer, on all days or on some days of a month. */
typedef struct run_time {
    int month, first, last; /* month 1..12, first and last day in it; month 0 = all days */
    int minute;             /* minute of the day: local time, or UTC if a month is given */
} run_time;

typedef struct daily_timer {
    const wallpaper *set;
    run_time times[TIMES_MOST];
    int count;
    int tick;            /* minutes between runs, counted from midnight; 0 = the times */
    int is_often;        /* 1: sunrise in crontab: runs at each tick, most of which do nothing */
    const char *command; /* command of the timer, quoted for a unit or for crontab */
    char folder[HOME_PATH], unit[HOME_PATH], service[HOME_PATH];
} daily_timer;

/* ---- when ------------------------------------------------------------------- */

/* Appends a list such as "07:00,19:30" to the timer, or only checks it (NULL).  Returns an exit
 * code. */
static int read_times(daily_timer *timer, const char *list)
{
    int count = 0;
    char item[8];
    uint64_t hour, minute;
    for (const char *rest = list; rest != NULL;) {
        rest = list_item(item, sizeof item, rest);
        size_t digits = strcspn(item, ":");
        if (count == TIMES_MOST || item[digits] != ':' || digits > 2 ||
            strlen(item + digits) != 3 || !geometry_integer(&hour, item, digits, 23) ||
            !geometry_integer(&minute, item + digits + 1, 2, 59))
            return say_error(CODE_USAGE, "--at %s: must be hours such as 07:00 or 07:00,19:00",
                             SHOW(list));
        count++;
        if (timer != NULL)
            timer->times[timer->count++] = (run_time){.minute = (int)(60 * hour + minute)};
    }
    return CODE_OK;
}

int wallpaper_check_times(const char *list)
{
    return read_times(NULL, list);
}

/* Sets the times of the timer: those of --every, --at, sunrise, or 07:00; for --timed on a desktop
 * that cannot show a slide show the minute of each picture.  Returns an exit code. */
static int choose_times(daily_timer *timer, int is_systemd)
{
    const wallpaper *set = timer->set;
    const wallpaper_options *own = set->own;
    int slot = own->slot_minutes;
    /* Runs meet the begin of each slot, and are a part of an hour or of a day apart, as crontab and
     * systemd can express. */
    if (slot > 0) {
        timer->tick = (int)(slot % 60 != 0 ? exact_divisor((uint64_t)slot, 60)
                                           : 60 * exact_divisor((uint64_t)slot / 60, 24));
        return CODE_OK;
    }
    if (own->at != NULL)
        return read_times(timer, own->at);
    int is_at_sunrise = option_value(set->job.opts, "latitude") != NULL;
    int is_at_hours = !is_at_sunrise && own->timed > 0 && !set->state->row->shows_day;
    if (!is_at_sunrise && !is_at_hours)
        return read_times(timer, "07:00");
    /* Crontab has no time zones, and would need a line for each half of a month. */
    timer->is_often = is_at_sunrise && !is_systemd;
    timer->tick = timer->is_often ? TICK_MINUTES : 0;
    if (timer->is_often)
        return CODE_OK;
    for (int i = 0; is_at_hours && i < set->light_count; i++)
        timer->times[timer->count++] = (run_time){.minute = set->lights[i].minute};
    /* Sunrise in the middle of each half of a month: within one it moves by less than a quarter of
     * an hour, up to a latitude of 55 degrees. */
    for (int half = 0; is_at_sunrise && half < 24; half++) {
        int month = half / 2 + 1, first = half % 2 == 0 ? 1 : 16;
        int64_t middle = 86400 * (almanac_month(2027, month) + first + 6);
        timer->times[timer->count++] =
            (run_time){month, first, first == 1 ? 15 : 31,
                       sun_rise(own->latitude, own->longitude, almanac_day_of(middle).day_of_year)};
    }
    return CODE_OK;
}

/* Writes time `index` as the first five fields of a crontab line and returns 1; 0 past the last. */
static int cron_text(char text[64], const daily_timer *timer, int index)
{
    int tick = timer->tick, minute = tick == 0 ? timer->times[index].minute : 0;
    if (index >= (tick > 0 ? 1 : timer->count))
        return 0;
    if (tick == 1)
        snprintf(text, 64, "* * * * *");
    else if (tick > 0 && tick < 60)
        snprintf(text, 64, "*/%d * * * *", tick);
    else if (tick == 60)
        snprintf(text, 64, "0 * * * *");
    else if (tick > 60 && tick < DAY_MINUTES)
        snprintf(text, 64, "0 */%d * * *", tick / 60);
    else
        snprintf(text, 64, "%d %d * * *", minute % 60, minute / 60);
    return 1;
}

/* ---- the command -------------------------------------------------------------- */

/* Returns the timer's command, or NULL without memory.  With --at sunrise in crontab it runs each
 * quarter of an hour, and a day begins at sunrise. */
static line_words timer_words(const daily_timer *timer, arena *memory)
{
    const wallpaper *set = timer->set;
    const wallpaper_options *own = set->own;
    static char today[64];
    if (own->slot_minutes > 0)
        snprintf(today, sizeof today, "--today=%dm", own->slot_minutes);
    else if (timer->is_often)
        snprintf(today, sizeof today, "--today=%.7g,%.7g", own->latitude, own->longitude);
    else
        snprintf(today, sizeof today, "--today");
    const char *const first[] = {self_path(memory), "wallpaper", NULL};
    const char *const last[] = {
        "--set", today,         "--seed", set->base_seed, "--desktop", set->state->row->name,
        "-q",    "--no-config", "-o",     set->root,      NULL};
    return first[0] != NULL ? wallpaper_words(set, first, last, NULL, memory) : NULL;
}

/* Writes a text, a backslash before characters of `backslashed`, those of `doubled` twice.  Returns
 * its end. */
static char *put_escaped(char *end, const char *text, const char *backslashed, const char *doubled)
{
    for (; *text != '\0'; *end++ = *text++)
        if (strchr(backslashed, *text) != NULL)
            *end++ = '\\';
        else if (strchr(doubled, *text) != NULL)
            *end++ = *text;
    return end;
}

/* Returns the words quoted for ExecStart= of a systemd unit; NULL without memory. */
static const char *unit_line(line_words words, arena *memory)
{
    size_t size = 1;
    for (line_words word = words; *word != NULL; word++)
        size += 2 * strlen(*word) + 3;
    char *line = arena_array(memory, size, 1), *end = line;
    for (; line != NULL && *words != NULL; words++) {
        if (end > line)
            *end++ = ' ';
        *end++ = '"';
        end = put_escaped(end, *words, "\"\\", "%$");
        *end++ = '"';
    }
    if (line != NULL)
        *end = '\0';
    return line;
}

/* ---- running ----------------------------------------------------------------------- */

/* Runs the command of a line.  Returns an exit code; errors begin with --daily. */
static int run_line(child_outcome *outcome, const char *line, arena *memory)
{
    rl_error failure = {RL_OK, ""};
    line_words words = line_split(line, memory);
    STEP(say_memory(words != NULL, "wallpaper"));
    int code = command_run(outcome, words, &failure, memory);
    return code == CODE_OK ? CODE_OK : say_error(code, "--daily: %s", failure.text);
}

/* Returns 1 when the command of a line succeeds. */
static int answers(child_outcome *outcome, const char *line, arena *memory)
{
    rl_error failure;
    line_words words = line_split(line, memory);
    return words != NULL && command_run(outcome, words, &failure, memory) == CODE_OK;
}

static void print_text(const char *text)
{
    out_escaped(text, strlen(text));
}

/* ---- systemd -------------------------------------------------------------------------- */

/* Sets {when} for time `index` in the syntax of OnCalendar= and returns 1; 0 past the last. */
static int next_time(form *out, const char *section, int index)
{
    const daily_timer *timer = out->user;
    int tick = timer->tick;
    (void)section;
    if (index >= (tick > 0 ? 1 : timer->count))
        return 0;
    const run_time *time = &timer->times[index];
    int hour = tick > 0 ? 0 : time->minute / 60, minute = tick > 0 ? 0 : time->minute % 60;
    if (tick > 0 && tick < 60)
        form_print(out, "when", "*-*-* *:00/%d:00", tick);
    else if (tick > 0 && tick < DAY_MINUTES)
        form_print(out, "when", "*-*-* 00/%d:00:00", tick / 60);
    else if (time->month == 0)
        form_print(out, "when", "*-*-* %02d:%02d:00", hour, minute);
    else
        form_print(out, "when", "*-%02d-%02d..%02d %02d:%02d:00 UTC", time->month, time->first,
                   time->last, hour, minute);
    return 1;
}

static rl_status write_unit(const void *user, rl_sink *sink, rl_error *error)
{
    const daily_timer *timer = user;
    form out = {.language = FORM_SHELL, .section = next_time, .user = (void *)(size_t)timer};
    return form_write(&out, "daily.timer", sink, error);
}

static rl_status write_service(const void *user, rl_sink *sink, rl_error *error)
{
    const daily_timer *timer = user;
    form out = {.language = FORM_SHELL};
    char escaped[2 * HOME_PATH + 2];
    char *end = put_escaped(escaped, timer->folder, "", "%"); /* % begins a specifier */
    if (end > escaped && end[-1] == '\\') /* a final backslash would join the next line */
        *end++ = '/';
    *end = '\0';
    form_set(&out, "folder", escaped);
    form_set(&out, "command", timer->command);
    return form_write(&out, "daily.service", sink, error);
}

typedef rl_status text_writer(const void *user, rl_sink *sink, rl_error *error);

/* Prints a file that `write` makes, under its path.  Returns an exit code. */
static int show_file(const char *path, text_writer *write, const void *user)
{
    rl_sink *text = NULL;
    size_t size;
    rl_error error;
    print_text("# ");
    out_line(path);
    rl_status status = rl_sink_to_memory(&text, NULL, &error);
    if (status == RL_OK)
        status = write(user, text, &error);
    if (status == RL_OK) {
        const void *bytes = rl_sink_bytes(text, &size);
        out_escaped(bytes, size);
    }
    rl_sink_free(text);
    return status == RL_OK ? CODE_OK : say_status(&error);
}

/* Sets the paths of the timer's and the service's file; returns 0 without a home folder. */
static int unit_paths(daily_timer *timer)
{
    return home_path(timer->unit, HOME_CONFIG, "systemd/user/" UNIT ".timer") &&
           home_path(timer->service, HOME_CONFIG, "systemd/user/" UNIT ".service");
}

static const char *const unit_starts[] = {"systemctl --user daemon-reload",
                                          "systemctl --user enable --now " UNIT ".timer"};
static const char unit_end[] = "systemctl --user disable --now " UNIT ".timer";

static int install_units(daily_timer *timer, int is_shown, int is_dry, arena *memory)
{
    static child_outcome outcome; /* too large for a small stack */
    rl_error error;
    if (is_shown) {
        STEP(show_file(timer->unit, write_unit, timer));
        STEP(show_file(timer->service, write_service, timer));
        for (size_t i = 0; i < 2; i++)
            out_line(unit_starts[i]);
    }
    if (is_dry)
        return CODE_OK;
    if (home_make(timer->unit, &error) != RL_OK ||
        replace_text(timer->service, write_service, timer, &error) != RL_OK ||
        replace_text(timer->unit, write_unit, timer, &error) != RL_OK)
        return say_status(&error);
    for (size_t i = 0; i < 2; i++)
        STEP(run_line(&outcome, unit_starts[i], memory));
    return CODE_OK;
}

/* ---- cron -------------------------------------------------------------------------------- */

typedef struct cron_table {
    const char *old; /* output of crontab -l */
    const daily_timer *timer;
    const char *environment; /* result of cron_environment; NULL: only removes our lines */
} cron_table;

/* Writes the new crontab: lines of `old` without CRON_MARK, then the lines of this program. */
static rl_status write_table(const void *user, rl_sink *sink, rl_error *error)
{
    const cron_table *table = user;
    size_t mark = strlen(CRON_MARK), size;
    for (const char *line = table->old; *line != '\0'; line += size) {
        size = strcspn(line, "\n");
        int is_ours = size >= mark && memcmp(line + size - mark, CRON_MARK, mark) == 0;
        size += line[size] == '\n';
        if (!is_ours)
            TRY(rl_sink_write(sink, line, size, error));
    }
    char when[64];
    for (int i = 0; table->environment != NULL && cron_text(when, table->timer, i); i++)
        TRY(output_texts(sink, error, when, " ", table->environment, table->timer->command,
                         CRON_MARK "\n", NULL));
    return RL_OK;
}

/* Returns the words as a line of crontab, where an unescaped % would end the command; NULL without
 * memory. */
static const char *cron_line(line_words words, arena *memory)
{
    const char *line = words != NULL ? line_join(words, memory) : NULL;
    char *escaped = line != NULL ? arena_array(memory, 2 * strlen(line) + 1, 1) : NULL;
    if (escaped != NULL)
        *put_escaped(escaped, line, "%", "") = '\0';
    return escaped;
}

/* Returns `cd FOLDER && env NAME=VALUE ... `, because cron starts commands without the environment
 * of the session; NULL without memory.  Names of sockets that change with each login are left out:
 * session.c finds them when the command runs. */
static const char *cron_environment(const char *here, arena *memory)
{
    static const char *const names[] = {
        "DISPLAY",         "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
        "XDG_RUNTIME_DIR", "XAUTHORITY",      "PATH"};
    char default_bus[CHILD_PATH];
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    const char *words[16] = {"cd", here, NULL};
    snprintf(default_bus, sizeof default_bus, "unix:path=%s/bus", runtime != NULL ? runtime : "");
    const char *cd = cron_line(words, memory);
    size_t count = 0;
    words[count++] = "env";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || strcmp(value, default_bus) == 0 || strchr(value, '\n') != NULL)
            continue;
        words[count] = line_print(memory, "%s=%s", names[i], value);
        count += words[count] != NULL;
    }
    words[count] = NULL;
    const char *env = cron_line(words, memory);
    return cd != NULL && env != NULL ? line_print(memory, "%s && %s ", cd, env) : NULL;
}

#define TABLE_UNKNOWN "crontab -l: failed, or too long to be changed"

/* Returns the output of crontab -l, "" if there is no table, NULL if it failed or is incomplete. */
static const char *read_table(arena *memory)
{
    static child_outcome outcome; /* too large for a small stack */
    if (!answers(&outcome, "crontab -l", memory)) {
        /* Without a table crontab prints one of these messages, or none.  After any other failure
         * the table is unknown, and writing a new one would delete it. */
        const shown line = child_last_line(&outcome);
        int has_no_table = outcome.exit_code == 1 &&
                           (line.text[0] == '\0' || strstr(line.text, "no crontab") != NULL ||
                            strstr(line.text, "No such file") != NULL);
        return has_no_table ? "" : NULL;
    }
    return outcome.size <= CHILD_TEXT_MAX / 2 ? arena_text(memory, outcome.text, outcome.size)
                                              : NULL;
}

static int replace_table(const cron_table *table, arena *memory)
{
    static child_outcome outcome; /* too large for a small stack */
    char path[HOME_PATH];
    rl_error error;
    if (!home_path(path, HOME_STATE, "ridgeline/crontab"))
        return say_error(CODE_CANNOT_CREATE, "--daily: there is no home folder");
    if (home_make(path, &error) != RL_OK || replace_text(path, write_table, table, &error) != RL_OK)
        return say_status(&error);
    const char *const words[] = {"crontab", path, NULL};
    const char *line = line_join(words, memory);
    int code = line != NULL ? run_line(&outcome, line, memory) : say_no_memory("wallpaper");
    (void)unlink(path);
    return code;
}

static int install_cron(daily_timer *timer, int is_shown, int is_dry, arena *memory)
{
    const cron_table table = {.old = read_table(memory),
                              .timer = timer,
                              .environment = cron_environment(timer->folder, memory)};
    if (table.old == NULL || table.environment == NULL)
        return say_error(CODE_UNAVAILABLE, "--daily: " TABLE_UNKNOWN);
    if (is_shown) {
        cron_table ours = table;
        ours.old = "";
        STEP(show_file("crontab", write_table, &ours));
    }
    return is_dry ? CODE_OK : replace_table(&table, memory);
}

/* ---- the parts of the command ---------------------------------------------------------------- */

int wallpaper_daily(wallpaper *set)
{
    static child_outcome outcome; /* too large for a small stack */
    arena *memory = &set->memory;
    int is_dry = set->own->dry_run, is_shown = is_dry || !set->job.opts->quiet;
    daily_timer *timer = arena_zeroed(memory, 1, sizeof *timer);
    STEP(say_memory(timer != NULL, "wallpaper"));
    timer->set = set;
    if (getcwd(timer->folder, sizeof timer->folder) == NULL)
        snprintf(timer->folder, sizeof timer->folder, "/");
    int is_systemd =
        unit_paths(timer) && answers(&outcome, "systemctl --user show-environment", memory);
    STEP(choose_times(timer, is_systemd));
    line_words words = timer_words(timer, memory);
    /* Neither a unit nor a crontab can quote a line break: the text after it would be a line of its
     * own, with another meaning. */
    const char *broken = strpbrk(timer->folder, "\r\n") != NULL ? timer->folder : NULL;
    for (line_words word = words; word != NULL && *word != NULL && broken == NULL; word++)
        broken = strpbrk(*word, "\r\n") != NULL ? *word : NULL;
    if (broken != NULL)
        return say_error(CODE_USAGE, "--daily: %s: must have no line break", SHOW(broken));
    if (!is_systemd && !child_find(outcome.text, "crontab"))
        return say_error(CODE_UNAVAILABLE,
                         "--daily: needs systemctl --user or crontab: install one of them");
    if (words != NULL)
        timer->command = is_systemd ? unit_line(words, memory) : cron_line(words, memory);
    STEP(say_memory(timer->command != NULL, "wallpaper"));
    STEP(is_systemd ? install_units(timer, is_shown, is_dry, memory)
                    : install_cron(timer, is_shown, is_dry, memory));
    if (is_shown)
        print_text("# remove: ridgeline wallpaper --daily=off\n");
    return CODE_OK;
}

int wallpaper_daily_off(const wallpaper_options *own, int is_quiet)
{
    static child_outcome outcome; /* too large for a small stack */
    arena memory = {.allocator = NULL};
    daily_timer timer = {.count = 0};
    int has_units = unit_paths(&timer) && access(timer.unit, F_OK) == 0, code = CODE_OK;
    const char *old = child_find(outcome.text, "crontab") ? read_table(&memory) : "";
    int has_lines = old != NULL && strstr(old, CRON_MARK) != NULL;
    if (!has_units && old == NULL)
        code = say_error(CODE_UNAVAILABLE, "--daily=off: " TABLE_UNKNOWN);
    else if (!has_units && !has_lines)
        code = say_error(CODE_NO_INPUT, "--daily=off: no timer is installed");
    if (has_units && (!is_quiet || own->dry_run)) {
        out_line(unit_end);
        print_text("# remove ");
        out_line(timer.unit);
        print_text("# remove ");
        out_line(timer.service);
    }
    if (has_lines && (!is_quiet || own->dry_run))
        print_text("# remove the lines of crontab that end in" CRON_MARK "\n");
    if (has_units && !own->dry_run) {
        code = run_line(&outcome, unit_end, &memory);
        (void)unlink(timer.unit);
        (void)unlink(timer.service);
        (void)answers(&outcome, unit_starts[0], &memory);
    }
    if (has_lines && !own->dry_run && code == CODE_OK)
        code = replace_table(&(cron_table){.old = old, .timer = &timer}, &memory);
    arena_free(&memory);
    return code;
}
