/* boulders.c - where blocks of rock lie: what the cells of a lattice read of the cliffs. */
#include "layers/boulders.h"

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "layers/relief.h"
#include "ridge/noise.h"

/* Numbers without a source are tuned by eye on seeds 1, 5, 8, 9 and 12. */

#define LEAST_CELL 4.0 /* pixels: smaller ones are not painted, */
#define WHOLE_CELL 8.0 /* those from here up wholly */

#define NEAREST 1.4      /* how much larger cells of the nearest layers are */
#define ASIDE 1.4        /* a step aside of a cliff counts as so much farther down */
#define CLIFF_HIGH 0.012 /* U: lower cliffs lose no blocks */
#define HIGHEST 60.0     /* falls above the base: floats end at 88 */
#define NONE 1e3         /* U: a foot from which no block comes */

static const struct {
    double rate; /* cells in a U, far away */
    double most, fall;
} sizes[BOULDER_SIZES] = {{48.0, 0.42, 0.08}, {150.0, 0.75, 0.05}};

/* The sample of the ground nearest to x. */
static size_t sample_at(const boulder_ground *ground, double x)
{
    int64_t i = exact_floor(x / ground->step + 0.5) - ground->first;
    return (size_t)(i < 0 ? 0 : i < ground->count ? i : ground->count - 1);
}

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
    if (tables == NULL)
        return status_fail(error, RL_NO_MEMORY, "boulders: out of memory");
    lattice->chance = tables;
    lattice->foot = tables + lattice->columns;
    for (int32_t i = 0; i < lattice->columns; i++) {
        double x = ((double)(lattice->first + i) + 0.5) * step;
        double nearest = NONE;
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
        one->key = hash_key(faces->key, 32 + (uint64_t)k);
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
        int64_t cells = exact_floor(place);
        uint64_t hash = hash_at(lattice->key, 0, cells);
        double middle = ((double)cells + 0.5) / lattice->rate;
        row->key = (uint32_t)hash;
        row->group_key = hash_at(lattice->key, 1, exact_floor(place / BOULDER_GROUP));
        row->shift = (double)(hash >> 40) / 16777216.0;
        row->up = (float)(place - (double)cells);
        row->height = (float)(middle + base + 0.45 / lattice->rate);
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
