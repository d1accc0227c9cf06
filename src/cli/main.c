/* main.c - the program ridgeline: finds the command, runs it, ends well.
 *
 * In: the command line.  Out: an exit code of sysexits.  Whatever happened, the
 * last step asks standard output whether everything has arrived.
 */
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/common/limit.h"
#include "cli/common/progress.h"
#include "cli/common/say.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>

static int command_help(const options *wanted);

static const struct {
    const char *name;
    int command;
    int (*run)(const options *wanted);
} commands[] = {
    {"render", ON_RENDER, command_render},
    {"sheet", ON_SHEET, command_sheet},
    {"palette", ON_PALETTE, command_palette},
    {"info", ON_INFO, command_info},
    {"map", ON_MAP, command_map},
    {"animate", ON_ANIMATE, command_animate},
    {"layers", ON_LAYERS, command_layers},
    {"wallpaper", ON_WALLPAPER, command_wallpaper},
    {"bot", ON_BOT, command_bot},
    {"help", ON_HELP, command_help},
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

/* `help COMMAND` is `COMMAND --help`. */
static int command_help(const options *wanted)
{
    const char *names[COMMAND_COUNT];
    if (wanted->operand_count > 1)
        return say_error(CODE_USAGE, "help %s: one command at a time: this is the second",
                         SHOW(wanted->operands[1]));
    if (wanted->operand_count == 0)
        return help_command(ON_HELP);
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i].name;
        if (strcmp(names[i], wanted->operands[0]) == 0)
            return help_command(commands[i].command);
    }
    const char *near = rl_nearest(wanted->operands[0], names, COMMAND_COUNT);
    return say_error(CODE_USAGE, "help %s: no such command%s%s%s", SHOW(wanted->operands[0]),
                     near != NULL ? ": did you mean " : "", near != NULL ? near : "",
                     near != NULL ? "?" : "");
}

/* A closed standard stream would be taken by the first file that is opened.  The
 * null device takes its place, the wrong way round: using it stays an error. */
static void keep_standard_streams(void)
{
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)!open("/dev/null", wrong_way[fd]);
}

/* Failed writes are to come back as errors, which clean up. */
static void ignore_write_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
}

static int run(size_t command, int argc, char **argv)
{
    options wanted;
    int code = options_read(&wanted, commands[command].command, argc, argv);
    if (code == CODE_OK && wanted.help)
        code = help_command(commands[command].command);
    else if (code == CODE_OK && wanted.version)
        code = help_version();
    else if (code == CODE_OK && (code = limit_budget(&wanted)) == CODE_OK)
        code = commands[command].run(&wanted);
    limit_end(&wanted, code);
    options_free(&wanted);
    return code;
}

int main(int argc, char **argv)
{
    size_t command = COMMAND_COUNT;
    keep_standard_streams();
    ignore_write_signals();
    stop_install();
    if (argc < 2)
        return help_usage();
    while (command > 0 && strcmp(commands[command - 1].name, argv[1]) != 0)
        command--;
    int named = command > 0;
    int code = run(named ? command - 1 : 0, argc - named, argv + named);
    int finished = out_finish();
    if (stop_asked())
        stop_die();
    return code != CODE_OK ? code : finished;
}
