/* seal.c - places the seal of a print and carves its sign. */
#include "layers/print/seal.h"

#include "base/hash.h"

#define STREAM_SEAL 9750 /* random stream of the seal's sign */
#define SEAL_CELL 0.0042 /* size of a cell of the seal, U */
#define SEAL_RIGHT 0.058 /* distance of the seal's middle from the margin, U */
#define SEAL_LOW 0.070   /* distance of the seal's top from the margin, U */

print_seal print_seal_of(const rl_frame *frame, double margin)
{
    print_seal seal = {.cell = 0.0f};
    uint64_t key = hash_key(frame->scene.seed, STREAM_SEAL);
    if (scene_int(&frame->scene, "print.seal") == 0)
        return seal;
    seal.x = (float)(0.5 * frame->width / frame->unit - SEAL_RIGHT - margin);
    seal.y = (float)(0.5 * frame->height / frame->unit - SEAL_LOW - margin);
    seal.cell = (float)SEAL_CELL;
    for (int row = 0; row < SEAL_ROWS; row++)
        seal.sign[row] = (uint8_t)(hash_at(key, 0, row) & ((1 << SEAL_HALF) - 1));
    return seal;
}
