/* main.c - the program ridgeline: dispatches the command and returns its exit code.
 *
 * In: the command line.  Out: an exit code of sysexits.  The last step checks that everything
 * has reached standard output.
 */
#include "base/os.h"
#include "cli/command.h"
#include "cli/common/config.h"
#include "cli/common/progress.h"
#include "cli/common/request.h"
#include "cli/common/say.h"
#include "cli/common/source.h"
#include "cli/help/help.h"

#include <fcntl.h>
#include <getopt.h>
#include <string.h>

static int run(const struct command *command, int argc, char **argv)
{
    options opts;
    int code = options_read(&opts, commands_table, command, argc, argv);
    /* `ridgeline --help bot` is `ridgeline bot --help`. */
    const struct command *asked =
        code == CODE_OK && opts.help && optind < argc ? command_find(argv[optind]) : NULL;
    if (command == command_at(0) && asked != NULL)
        command = asked;
    if (code == CODE_OK && !opts.help && !opts.version)
        code = config_read(&opts);
    if (code == CODE_OK && !opts.help && !opts.version)
        code = options_check(&opts);
    if (code == CODE_OK && opts.help)
        code = help_command(command);
    else if (code == CODE_OK && opts.version)
        code = help_version();
    else if (code == CODE_OK && help_lists(&opts))
        code = CODE_OK;
    else if (code == CODE_OK && (code = limit_budget(&opts)) == CODE_OK)
        code = command->run(&opts);
    limit_end(&opts, code);
    config_free(&opts);
    options_free(&opts);
    return code;
}

/* Refuses a first word that is a mistyped command, before its options are read as those of
 * `render`; not if help is asked for.  Returns an exit code. */
static int check_command(int argc, char **argv)
{
    const options bare = {.commands = commands_table};
    const char *word = argv[1];
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return CODE_OK;
    int is_other = word[0] == '-' || command_find(word) != NULL || source_is_there(word);
    if (is_other || name_near(command_name, word) == NULL)
        return CODE_OK;
    return source_unknown(&bare, word);
}

int main(int argc, char **argv)
{
    /* The first file that is opened would take the place of a closed standard stream.  The null
     * device takes it instead, opened the wrong way, so that using it stays an error. */
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) == -1)
            (void)!open("/dev/null", wrong_way[fd]);
    stop_install();
    os_reserve_heap();
    if (argc < 2)
        return help_usage();
    const struct command *command = command_find(argv[1]);
    int named = command != NULL;
    STEP(check_command(argc, argv));
    int code = run(named ? command : command_at(0), argc - named, argv + named);
    int finished = out_finish();
    if (stop_asked())
        stop_die(stop_asked());
    return code != CODE_OK ? code : finished;
}
