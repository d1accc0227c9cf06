/* path.h - paths that lead to their file from anywhere. */
#ifndef RL_CLI_COMMON_PATH_H
#define RL_CLI_COMMON_PATH_H

/* path_whole returns the path from the root, without "/." and needless slashes, "" for the
 * root itself; NULL when there is none.  free() it. */
char *path_whole(const char *path);

/* path_root does so for what -o names, and says why there is none.  Returns a code. */
int path_root(char **whole, const char *output);

/* path_code returns the exit code for what could not be made there: a full disk is no fault
 * of its name. */
int path_code(int reason);

#endif
