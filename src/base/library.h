/* library.h - libraries that may be missing, loaded when something needs them.
 *
 * Linked, each would be loaded with what it needs itself whenever the program starts: libtiff
 * alone doubled that time.  In: a library and the names of functions.  Out: pointers to them.
 */
#ifndef RL_BASE_LIBRARY_H
#define RL_BASE_LIBRARY_H

#include "base/status.h"

/* The file of version `number` of libNAME.  The number is that of the headers: another version may
 * have other structs. */
#ifdef __APPLE__
#define LIBRARY_FILE(name, number) "lib" name "." number ".dylib"
#else
#define LIBRARY_FILE(name, number) "lib" name ".so." number
#endif

/* For a list FUNCTIONS(ROW) of names: the members of a struct, and the names themselves. */
#define LIBRARY_MEMBER(name) __typeof__(name) *name;
#define LIBRARY_NAME(name) #name,

/* library_open loads a library and fills `functions`, a struct of pointers to functions alone, in
 * the order of `names`, which NULL ends.  Returns the library, or NULL when it or one of its
 * functions is not there. */
void *library_open(const char *file, const char *const *names, void *functions);

/* library_close gives back a library; NULL is ignored. */
void library_close(void *library);

/* library_absent fails with RL_CANNOT_CREATE: `place` needs the library, which the build did not
 * find (`file` is NULL), or which is not there now. */
rl_status library_absent(const char *place, const char *name, const char *file, rl_error *error);

#endif
