/* boulders.c - places blocks of rock below cliffs, for relief.c: the chance of a block in the cells
 * of a lattice, by the cliffs above.
 *
 * Numbers were tuned by eye on seeds 1, 5, 8, 9 and 12.
 */
#include "layers/land/boulders.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/status.h"
#include "layers/land/relief.h"
#include "ridge/noise.h"

#define LEAST_CELL 4.0   /* pixels: smaller cells are not painted */
#define WHOLE_CELL 8.0   /* pixels: cells from here up are painted wholly */
#define NEAREST 1.4      /* size of cells of the nearest layers relative to far ones */
#define ASIDE 1.4        /* weight of distance to the side of a cliff; that of distance down is 1 */
#define CLIFF_HIGH 0.012 /* U: lower cliffs lose no blocks */
#define HIGHEST 60.0     /* most height above the base / `fall`: expf overflows at 88 */
#define NO_CLIFF 1e3     /* U: a foot so high that no block comes from there */
#define TOP 0.45         /* cells from the middle of a row of cells up to the tops of its blocks */
#define HASH_KEY 32      /* first stream of the relief's key that boulders use */
#define HASH_PARTS 16777216.0 /* 2^24, the values of the bits that shift a row */

static const struct {
    double rate; /* cells per U, far away */
    double most; /* share of cells with a block, at most */
    double fall; /* see struct boulders */
} sizes[BOULDER_SIZES] = {
    {.rate = 48.0, .most = 0.42, .fall = 0.08},
    {.rate = 150.0, .most = 0.75, .fall = 0.05},
};

/* Returns the index of the sample of the ground nearest to x (U). */
static size_t sample_at(const boulder_ground *ground, double x)
{
    int64_t i = exact_floor(x / ground->step + 0.5) - ground->first;
    return (size_t)(i < 0 ? 0 : i < ground->count ? i : ground->count - 1);
}

/* Makes the tables of a lattice: the nearest cliff decides on the chance in a column. */
static rl_status make_tables(const rl_frame *frame, const relief *faces,
                             const boulder_ground *ground, boulders *lattice, rl_error *error)
{
    double left = ((double)frame->first_block * frame->block - 0.5 * frame->width) / frame->unit;
    double right = left + (double)frame->blocks * frame->block / frame->unit;
    double step = 1.0 / lattice->rate;
    int reach = (int)(BOULDER_ROLLED * lattice->rate);
    lattice->first = exact_floor(lattice->rate * left);
    lattice->columns = (int32_t)(exact_floor(lattice->rate * right) + 2 - lattice->first);
    float *tables = arena_array(frame->arena, 2 * (size_t)lattice->columns, sizeof *tables);
    TRY(status_memory(tables != NULL, "boulders", error));
    lattice->chance = tables;
    lattice->foot = tables + lattice->columns;
    for (int32_t i = 0; i < lattice->columns; i++) {
        double x = ((double)(lattice->first + i) + 0.5) * step;
        double nearest = NO_CLIFF;
        for (int k = -reach; k <= reach; k++) {
            size_t other = sample_at(ground, x + k * step);
            if (ground->cliff[other] > CLIFF_HIGH)
                nearest = exact_min(nearest, ground->foot[other] + ASIDE * step * (k < 0 ? -k : k));
        }
        double chance = exact_exp((faces->base - nearest) / lattice->fall);
        tables[i] = (float)((double)lattice->most * chance);
        tables[lattice->columns + i] = (float)ground->foot[sample_at(ground, x)];
    }
    return RL_OK;
}

rl_status boulders_make(const rl_frame *frame, int ridge, const relief *faces,
                        const boulder_ground *ground, boulders lattice[BOULDER_SIZES],
                        rl_error *error)
{
    double nearer = exact_mix(1.0, NEAREST, frame->scene.ridge[ridge].depth);
    for (int k = 0; k < BOULDER_SIZES; k++) {
        boulders *one = &lattice[k];
        one->rate = sizes[k].rate / nearer / frame->scene.land_relief_scale;
        one->period = (int32_t)noise_fit_rate(frame->loop, &one->rate);
        one->key = hash_key(faces->key, HASH_KEY + (uint64_t)k);
        one->fall = sizes[k].fall;
        one->most = (float)sizes[k].most;
        one->pixels = (float)(frame->unit / one->rate);
        one->shown = (float)exact_smoothstep(LEAST_CELL, WHOLE_CELL, frame->unit / one->rate);
        if (one->shown > 0.0f)
            TRY(make_tables(frame, faces, ground, one, error));
    }
    return RL_OK;
}

void boulders_row_at(const rl_frame *frame, const boulders *lattice, double base, double height,
                     boulder_row *row)
{
    for (int k = 0; k < BOULDER_SIZES; k++, lattice++, row++) {
        row->thick = 0.0f;
        if (lattice->shown <= 0.0f)
            continue;
        double place = (height - base) * lattice->rate;
        int64_t cell = exact_floor(place);
        uint64_t hash = hash_at(lattice->key, 0, cell);
        double middle = ((double)cell + 0.5) / lattice->rate;
        row->key = (uint32_t)hash;
        row->group_key = hash_at(lattice->key, 1, exact_floor(place / BOULDER_GROUP));
        row->shift = (double)(hash >> 40) / HASH_PARTS;
        row->up = (float)(place - (double)cell);
        row->height = (float)(middle + base + TOP / lattice->rate);
        row->thick = (float)exact_exp(exact_min(middle / lattice->fall, HIGHEST));
        row->rate = (float)(lattice->rate / frame->unit);
    }
}

void boulders_block_at(const boulders *lattice, double x, boulder_row *row)
{
    for (int k = 0; k < BOULDER_SIZES; k++, lattice++, row++) {
        double place = lattice->rate * x + row->shift;
        if (row->thick <= 0.0f)
            continue;
        stripe_cell_at(place, lattice->period, &row->cell, &row->part);
        row->column = (int32_t)(exact_floor(place) - lattice->first);
    }
}
