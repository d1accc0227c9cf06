/* files.h - the inside of windows/files.c for the others of this folder. */
#ifndef RL_WINDOWS_FILES_H
#define RL_WINDOWS_FILES_H

#include <stddef.h>
#include <wchar.h>

/* Room for the longest path that the system takes. */
enum { WIDE_ROOM = 4200 };

/* wide_path writes a path in UTF-8 as the system takes it, a long one from its root and with
 * "\\?\" before it.  Returns 1, or 0 and errno. */
int wide_path(wchar_t wide[WIDE_ROOM], const char *path);

/* narrow_path writes a path of the system in UTF-8 with slashes; returns its length, or 0. */
size_t narrow_path(char *path, size_t size, const wchar_t *wide);

/* fail_last sets errno from the last error and returns -1. */
int fail_last(void);

#endif
