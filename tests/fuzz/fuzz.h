/* fuzz.h - what the harnesses share: rules that always hold, memory that is counted and
 * can fail, and values taken from the bytes of an input.
 *
 * A harness is one file with LLVMFuzzerTestOneInput.  libFuzzer drives it (`make fuzz`),
 * or replay.c over the committed corpus (`make check-fuzz`), which needs no clang.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* FUZZ_REQUIRE ends the process with the place when a rule is broken. */
#define FUZZ_REQUIRE(condition)                                                                    \
    ((condition) ? (void)0 : fuzz_broken(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_broken(const char *file, int line, const char *rule);

/* ---- rules -------------------------------------------------------------- */

/* fuzz_told holds a status to its error: the same number, one line that a terminal can
 * take, empty only when all went well, and never RL_INTERNAL.  Returns the status. */
rl_status fuzz_told(rl_status status, const rl_error *error);

/* fuzz_line_is_plain is 1 when the text is one line of UTF-8 without controls. */
int fuzz_line_is_plain(const char *text, size_t size);

/* ---- memory ------------------------------------------------------------- */

/* An allocator that counts what lives, and fails from call `fail_at` on (1 = the first),
 * or at that call alone.  Threads may share it. */
typedef struct fuzz_memory {
    rl_allocator allocator;
    atomic_long calls, live;
    long fail_at; /* 0 = never */
    int fails_once;
} fuzz_memory;

void fuzz_memory_init(fuzz_memory *memory, long fail_at, int fails_once);

/* fuzz_memory_failed is 1 when a call was refused. */
int fuzz_memory_failed(const fuzz_memory *memory);

/* ---- values from bytes -------------------------------------------------- */

/* What is left of an input; beyond its end all bytes are 0. */
typedef struct fuzz_bytes {
    const uint8_t *at;
    size_t left;
} fuzz_bytes;

uint8_t fuzz_byte(fuzz_bytes *from);
uint32_t fuzz_u32(fuzz_bytes *from);
uint64_t fuzz_u64(fuzz_bytes *from);
int fuzz_int(fuzz_bytes *from, int low, int high); /* both ends included */
double fuzz_real(fuzz_bytes *from);                /* any double; often an odd one */

/* ---- texts of scenes ---------------------------------------------------- */

/* fuzz_scene_text returns the canonical text of a scene (free() it), or ends the process. */
char *fuzz_scene_text(const rl_scene *scene);

/* fuzz_scene_again parses the text of a scene and requires that the scene it gives has
 * the same text. */
void fuzz_scene_again(const rl_scene *scene);

/* ---- work --------------------------------------------------------------- */

/* fuzz_is_small is 1 when a resolved scene at a small size is little work: the harness is
 * after faults, and limits of work are tested elsewhere. */
int fuzz_is_small(const rl_scene *scene);

/* fuzz_draw paints a scene (landscape or map) at most `side` pixels wide and high into a
 * memory sink, and requires what holds for every picture. */
void fuzz_draw(const rl_scene *scene, int side, const char *format);

/* ---- PNG ---------------------------------------------------------------- */

/* fuzz_crc is the CRC-32 of PNG; fuzz_mend_crcs writes the right one into every whole
 * chunk, so that a mutation inside a chunk is read and not refused. */
uint32_t fuzz_crc(const uint8_t *bytes, size_t size);
void fuzz_mend_crcs(uint8_t *png, size_t size);

#endif
