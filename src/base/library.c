/* library.c - loads shared libraries when they are needed. */
#include "base/library.h"

#include <string.h>

/* A build of only the core (RL_CORE) loads no libraries. */
#ifndef RL_CORE
#include <dlfcn.h>

/* Some codec libraries leave threads or destructors behind, so libraries are never unloaded. */
#ifdef RTLD_NODELETE
#define STAYS RTLD_NODELETE
#else
#define STAYS 0
#endif

void *library_open(const char *file, const char *const *names, void *functions)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL | STAYS);
    unsigned char *target = functions;
    for (; library != NULL && *names != NULL; names++) {
        /* POSIX (XSH, dlsym) allows functions in void pointers; C has no such conversion. */
        void *function = dlsym(library, *names);
        if (function == NULL) {
            dlclose(library);
            return NULL;
        }
        memcpy(target, &function, sizeof function);
        target += sizeof function;
    }
    return library;
}

void library_close(void *library)
{
    if (library != NULL)
        dlclose(library);
}

#endif

int library_is_here(const char *file)
{
#ifdef RL_CORE
    return file == NULL;
#else
    static const char *const none[] = {NULL};
    void *library = library_open(file, none, NULL);
    library_close(library);
    return library != NULL;
#endif
}

rl_status library_absent(const char *place, const char *name, const char *file, rl_error *error)
{
    if (file == NULL)
        return status_fail(error, RL_CANNOT_CREATE,
                           "%s: this build has no %s: 'make deps', then make again", place, name);
    return status_fail(error, RL_CANNOT_CREATE,
                       "%s: there is no %s here: install the package of your system that has it "
                       "(its name begins with %s)",
                       place, file, name);
}
