/* files.h - functions of windows/files.c that other files of this folder use. */
#ifndef RL_WINDOWS_FILES_H
#define RL_WINDOWS_FILES_H

#include <stddef.h>
#include <wchar.h>

/* Room for a path with the greatest length that the system accepts. */
enum { WIDE_ROOM = 4200 };

/* wide_path converts a path in UTF-8 for the system; a long one becomes absolute with "\\?\" before
 * it. Returns 1, or 0 and errno. */
int wide_path(wchar_t wide[WIDE_ROOM], const char *path);

/* narrow_path converts a path of the system to UTF-8 with slashes; returns its length, or 0. */
size_t narrow_path(char *path, size_t size, const wchar_t *wide);

/* fail_last sets errno from the last error and returns -1. */
int fail_last(void);

#endif
