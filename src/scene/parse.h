/* parse.h - reads scene text, and the text of data files, into a scene. */
#ifndef RL_SCENE_PARSE_H
#define RL_SCENE_PARSE_H

#include "base/key.h"

typedef struct parse_job {
    rl_data file;
    int only_open;                      /* 1: keys that the scene has closed are skipped */
    int (*takes)(const scene_key *key); /* keys to skip return 0; NULL = all are read */

    /* A data file (worlds/, moods/): values may be ranges and choices, and there is a
     * section [about] whose keys are fields of `head`.  NULL = scene text. */
    const key_group *about;
    void *head;
    int opens_choices; /* 1: keys with a range or a choice are checked and opened */
    int only_head;     /* 1: nothing behind [about] is read; there need be no scene */
} parse_job;

/* parse_text reads the text on top of `scene`.  After an error the scene is half changed.
 * Errors: RL_BAD_DATA with `place:line: key = value: rule`. */
rl_status parse_text(rl_scene *scene, const parse_job *job, rl_error *error);

#endif
