/* self.c - the path of this program: the system's word, else the first along PATH. */
#include "cli/common/self.h"
#include "base/os.h"
#include "cli/common/child.h"

#include <stdio.h>
#include <string.h>

const char *self_path(arena *memory)
{
    char path[CHILD_PATH];
    if (!os_program_path(path, sizeof path) && !child_find(path, "ridgeline"))
        snprintf(path, sizeof path, "ridgeline");
    return arena_text(memory, path, strlen(path));
}
