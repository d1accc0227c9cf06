/* room.h - memory for libraries that do not look whether they got it. */
#ifndef RL_CLI_COMMON_ROOM_H
#define RL_CLI_COMMON_ROOM_H

#include <stdlib.h>

/* room_for takes a block and gives it back; 0 where there is none.  A library that asks for no
 * more right after it, and never looks, then gets it from any real allocator.  Through volatile,
 * or a compiler would know better. */
static inline int room_for(size_t bytes)
{
    void *volatile block = malloc(bytes);
    int has_room = block != NULL;
    free(block);
    return has_room;
}

#endif
