/* commands_table.c - the table of commands.  A row is the name of a struct command_NAME. */
#include "cli/command.h"
#include "cli/common/say.h"

#define COMMANDS(ROW)                                                                              \
    ROW(render)                                                                                    \
    ROW(sheet)                                                                                     \
    ROW(map)                                                                                       \
    ROW(layers)                                                                                    \
    ROW(animate)                                                                                   \
    ROW(wallpaper)                                                                                 \
    ROW(bot)                                                                                       \
    ROW(palette)                                                                                   \
    ROW(info)                                                                                      \
    ROW(help)

#define DECLARE(name) extern const struct command command_##name;
#define POINT(name) &command_##name,

COMMANDS(DECLARE)

const struct command *const commands_table[] = {COMMANDS(POINT) NULL};

#define COMMAND_COUNT (sizeof commands_table / sizeof *commands_table - 1)

const struct command *command_at(size_t index)
{
    return index < COMMAND_COUNT ? commands_table[index] : NULL;
}

const char *command_name(size_t index)
{
    return index < COMMAND_COUNT ? commands_table[index]->name : NULL;
}

const struct command *command_find(const char *name)
{
    int index = name_index(command_name, name);
    return index >= 0 ? commands_table[index] : NULL;
}
