/* variants.h - mild changes of one picture, as options that a user can repeat. */
#ifndef RL_CLI_PICTURE_VARIANTS_H
#define RL_CLI_PICTURE_VARIANTS_H

#include "cli/options.h"

enum { VARIANT_COUNT = 12, VARIANT_SETTINGS = 10, VARIANT_SETTING_SIZE = 48 };

/* One variant: the options that were given, and some more. */
typedef struct variant {
    char name[2]; /* "a", "b", ... */
    options opts; /* its settings belong to the variant */
    char own[VARIANT_SETTINGS][VARIANT_SETTING_SIZE];
    int own_count;
} variant;

/* variant_make makes variant `index` of the picture of `scene` (resolved), which
 * `opts` describe; index 0 is that picture itself.  Returns an exit code;
 * errors are printed.  variant_free frees it. */
int variant_make(variant *made, int index, const rl_scene *scene, const options *opts);
void variant_free(variant *made);

#endif
