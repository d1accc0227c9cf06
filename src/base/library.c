/* library.c - loads shared libraries when they are needed. */
#define _GNU_SOURCE 1 /* dlinfo */
#include "base/library.h"

#include <string.h>

/* A build of only the core (RL_CORE) loads no libraries. */
#ifndef RL_CORE
#include <dlfcn.h>
#ifdef __GLIBC__
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#endif

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

#if defined __GLIBC__ && !defined RL_CORE

#define FOLDERS_BYTES 4096 /* room for the names of the folders that the loader searches */

/* Returns 1 if a file begins like a library, 0 if it does not, -1 if it cannot be read. */
static int is_library(const char *path)
{
    static const char elf[] = {0x7f, 'E', 'L', 'F'};
    char start[sizeof elf] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -1;
    int is_read = read(fd, start, sizeof start) == (ssize_t)sizeof start;
    (void)close(fd);
    return is_read && memcmp(start, elf, sizeof elf) == 0;
}

/* Returns 1 if the first file of this name in the loader's folders is a library.  Loading some
 * libraries with all that they need takes ten times as long. */
static int is_in_folders(const char *file)
{
    union {
        Dl_serinfo info;
        char room[FOLDERS_BYTES];
    } folders;
    char path[FOLDERS_BYTES];
    int found = -1;
    void *self = dlopen(NULL, RTLD_LAZY);
    if (self != NULL && dlinfo(self, RTLD_DI_SERINFOSIZE, &folders.info) == 0 &&
        folders.info.dls_size <= sizeof folders &&
        dlinfo(self, RTLD_DI_SERINFO, &folders.info) == 0)
        for (unsigned i = 0; i < folders.info.dls_cnt && found < 0; i++) {
            const char *folder = folders.info.dls_serpath[i].dls_name;
            int length = snprintf(path, sizeof path, "%s/%s", folder, file);
            found = length > 0 && length < FOLDERS_BYTES ? is_library(path) : -1;
        }
    library_close(self);
    return found > 0;
}

#else

static int is_in_folders(const char *file)
{
    (void)file;
    return 0;
}

#endif

int library_is_here(const char *file)
{
#ifdef RL_CORE
    return file == NULL;
#else
    static const char *const none[] = {NULL};
    if (is_in_folders(file))
        return 1;
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
