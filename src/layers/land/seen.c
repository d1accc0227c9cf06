/* seen.c - caches the visibility of a slope (seen.h) in a compact form. */
#include "layers/land/seen.h"

#include <string.h>

/* A cached run: this head, then its rows, each a kept_row with its words. */
typedef struct kept_run {
    uint64_t before, hidden; /* columns hidden by nearer layers; by these and the slope */
    int32_t column, count, reach, rows;
} kept_run;

/* A cached row: this head, then `words` times WORD bytes: the coverage of each partly covered
 * column, or the planes of a stand from the first column that it covers to the last. */
typedef struct kept_row {
    uint64_t whole, part;
    int16_t row, words;
    int8_t is_stand, has_own, has_tint, is_last;
} kept_row;
#define WORD 8

struct seen_store {
    char **run; /* [2][rows * blocks]: runs of the part, then mirrored runs; NULL = not cached */
    char *room; /* next free byte of memory from the arena */
    size_t free;
};

/* Bytes that are taken from the arena at a time, for many small runs. */
#define ROOM ((size_t)1 << 16)

int seen_is_of(const seen_run *seen, const tile_run *run, uint64_t hidden)
{
    const tile_run *last = &seen->run;
    return last->row == run->row && last->block == run->block && last->column == run->column &&
           last->count == run->count && last->reach == run->reach && last->hidden == hidden;
}

seen_store *seen_store_new(const rl_frame *frame, size_t *bytes)
{
    size_t most = *bytes / (2 * sizeof(char *)); /* most runs of each half of the table */
    if ((size_t)frame->rows > most / (size_t)frame->blocks)
        return NULL;
    size_t runs = 2 * (size_t)frame->rows * (size_t)frame->blocks, table = runs * sizeof(char *);
    seen_store *store = arena_zeroed(frame->arena, 1, sizeof *store);
    if (store == NULL ||
        (store->run = arena_zeroed(frame->arena, runs, sizeof *store->run)) == NULL)
        return NULL;
    *bytes -= table;
    return store;
}

static char **place_of(const seen_store *store, const rl_frame *frame, const tile_run *run)
{
    int row = run->row - frame->y;
    if (row < 0 || row >= frame->rows) /* a mirror shows more than the part */
        return NULL;
    row += run->is_mirrored ? frame->rows : 0;
    return &store->run[(size_t)row * (size_t)frame->blocks + (size_t)run->block];
}

/* The columns of a block from the first to the last that a stand covers. */
typedef struct stand_span {
    int first, count;
} stand_span;

static stand_span span_of(uint64_t part, int left)
{
    int first = __builtin_ctzll(part);
    return (stand_span){left + first, 64 - __builtin_clzll(part) - first};
}

#define MOST_PLANES 5 /* most planes of a stand */

/* Writes the planes of a stand that a row has, and returns their number. */
static int planes_of(seen_row *row, int16_t *plane[MOST_PLANES])
{
    int count = 2;
    plane[0] = row->stand.covered;
    plane[1] = row->stand.tone;
    if (row->stand.has_own)
        plane[count++] = row->stand.own;
    for (int t = 0; t < 2 && row->stand.has_tint; t++)
        plane[count++] = row->stand.tint[t];
    return count;
}

static kept_row head_of(const seen_row *row)
{
    kept_row head = {.whole = row->area.whole,
                     .part = row->area.part,
                     .row = (int16_t)row->row,
                     .is_stand = (int8_t)row->is_stand,
                     .has_own = (int8_t)(row->is_stand && row->stand.has_own),
                     .has_tint = (int8_t)(row->is_stand && row->stand.has_tint),
                     .is_last = (int8_t)row->is_last};
    size_t bytes = 0;
    if (row->is_stand)
        bytes = (size_t)span_of(head.part, 0).count * sizeof(int16_t) *
                (2u + (head.has_own ? 1u : 0u) + (head.has_tint ? 2u : 0u));
    else
        for (uint64_t bits = head.part; bits != 0; bits &= bits - 1)
            bytes += sizeof(float);
    head.words = (int16_t)((bytes + WORD - 1) / WORD);
    return head;
}

static size_t size_of(const kept_row *head)
{
    return sizeof *head + (size_t)head->words * WORD;
}

static char *new_run(seen_store *store, const rl_frame *frame, size_t size, size_t *bytes)
{
    if (store->free < size) {
        size_t room = size > ROOM ? size : ROOM;
        if (room > *bytes || (store->room = arena_array(frame->arena, room, 1)) == NULL) {
            store->free = 0;
            return NULL;
        }
        *bytes -= room;
        store->free = room;
    }
    char *memory = store->room;
    store->room += size;
    store->free -= size;
    return memory;
}

static void write_row(seen_row *row, const kept_row *head, int left, char *target)
{
    memcpy(target, head, sizeof *head);
    target += sizeof *head;
    if (row->is_stand) {
        stand_span span = span_of(head->part, left);
        size_t plane = (size_t)span.count * sizeof(int16_t);
        int16_t *planes[MOST_PLANES];
        int count = planes_of(row, planes);
        for (int p = 0; p < count; p++, target += plane)
            memcpy(target, planes[p] + STAND_ROOM + span.first, plane);
        return;
    }
    for (uint64_t bits = head->part; bits != 0; bits &= bits - 1, target += sizeof(float))
        memcpy(target, &row->area.covered[__builtin_ctzll(bits)], sizeof(float));
}

void seen_keep(seen_store *store, const rl_frame *frame, const seen_run *seen, size_t *bytes)
{
    char **place = place_of(store, frame, &seen->run);
    size_t size = sizeof(kept_run);
    if (place == NULL || *place != NULL)
        return;
    for (int i = 0; i < seen->rows; i++) {
        kept_row head = head_of(&seen->row[i]);
        size += size_of(&head);
    }
    char *target = new_run(store, frame, size, bytes);
    *place = target;
    if (target == NULL)
        return;
    kept_run kept = {.before = seen->run.hidden,
                     .hidden = seen->hidden,
                     .column = seen->run.column,
                     .count = seen->run.count,
                     .reach = seen->run.reach,
                     .rows = seen->rows};
    memcpy(target, &kept, sizeof kept);
    target += sizeof kept;
    for (int i = 0; i < seen->rows; i++) {
        kept_row head = head_of(&seen->row[i]);
        write_row(&seen->row[i], &head, tiles_left(frame, &seen->run), target);
        target += size_of(&head);
    }
}

static void read_row(const kept_row *head, const char *source, int left, seen_row *row)
{
    row->row = head->row;
    row->is_stand = head->is_stand;
    row->is_last = head->is_last;
    row->area.whole = head->whole;
    row->area.part = head->part;
    if (head->is_stand) {
        stand_span span = span_of(head->part, left);
        size_t plane = (size_t)span.count * sizeof(int16_t);
        int16_t *planes[MOST_PLANES];
        row->stand.has_own = head->has_own;
        row->stand.has_tint = head->has_tint;
        int count = planes_of(row, planes);
        for (int p = 0; p < count; p++, source += plane)
            memcpy(planes[p] + STAND_ROOM + span.first, source, plane);
        return;
    }
    for (uint64_t bits = head->part; bits != 0; bits &= bits - 1, source += sizeof(float))
        memcpy(&row->area.covered[__builtin_ctzll(bits)], source, sizeof(float));
}

int seen_fetch(const seen_store *store, const rl_frame *frame, const tile_run *run, uint64_t hidden,
               seen_run *out)
{
    char **place = place_of(store, frame, run);
    const char *source = place != NULL ? *place : NULL;
    kept_run kept;
    if (source == NULL)
        return 0;
    memcpy(&kept, source, sizeof kept);
    if (kept.before != hidden || kept.column != run->column || kept.count != run->count ||
        kept.reach != run->reach)
        return 0;
    source += sizeof kept;
    int left = tiles_left(frame, run);
    for (int i = 0; i < kept.rows; i++) {
        kept_row head;
        memcpy(&head, source, sizeof head);
        read_row(&head, source + sizeof head, left, &out->row[i]);
        source += size_of(&head);
    }
    out->run = *run;
    out->run.hidden = hidden;
    out->hidden = kept.hidden;
    out->rows = kept.rows;
    return 1;
}
