/* encode_bands.c - bands from the painter to the file, on several threads.
 *
 * In: an encoder that was started, the work of painting its rows.  Out: all rows in the
 * file.  How bands are cut follows from the width alone, so that the bytes do not depend
 * on the threads.
 */
#include "encode/encoder.h"

#include "base/memory.h"
#include "base/status.h"

/* One thread's: the band that it paints, and what it packs it with. */
typedef struct hand {
    void *rows;
    void *packer;
} hand;

typedef struct packing {
    encoder *encoder;
    const encoder_pieces *pieces;
    const bands_work *painter;
    hand *hands;
} packing;

static rl_status take_rows(void *user, void *rows, int count, rl_error *error)
{
    packing *p = user;
    return encoder_rows(p->encoder, rows, count, error);
}

static void make_rows(void *user, int y, int count, void *rows, int worker)
{
    packing *p = user;
    p->painter->make(p->painter->user, y, count, rows, worker);
}

static void make_piece(void *user, int y, int count, void *piece, int worker)
{
    packing *p = user;
    hand *it = &p->hands[worker];
    p->painter->make(p->painter->user, y, count, it->rows, worker);
    p->pieces->pack(it->packer, piece, it->rows, y, count);
}

static rl_status take_piece(void *user, void *piece, int count, rl_error *error)
{
    packing *p = user;
    if (count > p->encoder->rows_left)
        return status_fail(error, RL_INTERNAL, "picture: %d rows: must be 0..%d", count,
                           p->encoder->rows_left);
    p->encoder->rows_left -= count;
    return p->pieces->put(p->encoder, piece, error);
}

static int hands_fill(packing *p, int threads, int height)
{
    const rl_allocator *allocator = p->encoder->allocator;
    p->hands = memory_zeroed(allocator, (size_t)threads, sizeof *p->hands);
    for (int i = 0; i < threads && p->hands != NULL; i++) {
        p->hands[i].rows = memory_array(allocator, (size_t)height, p->painter->row_bytes);
        p->hands[i].packer = p->pieces->packer(p->encoder, height);
        if (p->hands[i].rows == NULL || p->hands[i].packer == NULL)
            return 0;
    }
    return p->hands != NULL;
}

static void hands_free(packing *p, int threads)
{
    const rl_allocator *allocator = p->encoder->allocator;
    for (int i = 0; i < threads && p->hands != NULL; i++) {
        if (p->hands[i].packer != NULL)
            p->pieces->packer_free(p->hands[i].packer);
        memory_free(allocator, p->hands[i].rows);
    }
    memory_free(allocator, p->hands);
}

static rl_status pieces_run(packing *p, bands_work *work, rl_error *error)
{
    int height = bands_height(work->row_bytes);
    int threads = bands_threads(work->rows, work->row_bytes, work->threads);
    height = height < work->rows ? height : work->rows;
    work->band_bytes = p->pieces->bytes(p->encoder, height);
    work->make = make_piece;
    work->take = take_piece;
    rl_status status = RL_NO_MEMORY;
    if (hands_fill(p, threads, height))
        status = bands_run(work, p->encoder->allocator, error);
    else
        (void)status_fail(error, status, "%s: out of memory", work->name);
    hands_free(p, threads);
    return status;
}

rl_status encoder_paint(encoder *self, const bands_work *painter, rl_error *error)
{
    packing p = {.encoder = self, .pieces = self->format->pieces, .painter = painter};
    bands_work work = *painter;
    work.user = &p;
    if (p.pieces != NULL)
        return pieces_run(&p, &work, error);
    work.make = make_rows;
    work.take = take_rows;
    return bands_run(&work, self->allocator, error);
}
