/* library.h - loads optional shared libraries when they are needed.
 *
 * If they were linked, they and their dependencies would be loaded at each start of the program:
 * libtiff alone doubled that time.  In: a library and the names of functions.  Out: pointers to
 * the functions.
 */
#ifndef RL_BASE_LIBRARY_H
#define RL_BASE_LIBRARY_H

#include "base/status.h"

/* The file name of libNAME with ABI number `number`, that of the headers of the build: structs of
 * another ABI may differ. */
#ifdef __APPLE__
#define LIBRARY_FILE(name, number) "lib" name "." number ".dylib"
#else
#define LIBRARY_FILE(name, number) "lib" name ".so." number
#endif

/* Files of libraries that have had one ABI number for long. */
#define LIBRARY_TIFF LIBRARY_FILE("tiff", "6") /* libtiff 4.5 or later */
#define LIBRARY_WEBP LIBRARY_FILE("webp", "7")
#define LIBRARY_DEFLATE LIBRARY_FILE("deflate", "0")

/* Arguments for a list FUNCTIONS(ROW) of function names: LIBRARY_MEMBER makes the members of a
 * struct of pointers, LIBRARY_NAME the names as strings. */
#define LIBRARY_MEMBER(name) __typeof__(name) *name;
#define LIBRARY_NAME(name) #name,

/* library_open loads a library and fills `functions`, a struct of only pointers to functions, in
 * the order of `names`, which ends with NULL.  Returns the library, or NULL if it or one of the
 * functions is missing. */
void *library_open(const char *file, const char *const *names, void *functions);

/* library_is_here returns 1 if a library is in a folder that the loader searches, or can be loaded;
 * a library that is there may still not load: it may be one of another system, or lack one that it
 * needs. */
int library_is_here(const char *file);

/* library_close releases a library; NULL is ignored. */
void library_close(void *library);

/* library_absent fails with RL_CANNOT_CREATE: `place` needs library `name`, which the build did not
 * find, if `file` is NULL, or which cannot be loaded now. */
rl_status library_absent(const char *place, const char *name, const char *file, rl_error *error);

#endif
