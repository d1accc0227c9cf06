/* planting.c - places things of a stand on a slope, for all planters. */
#include "layers/plants/planting.h"

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "layers/common/clearing.h"

#define LAST_SAMPLE 1.001 /* samples before the end at which interpolation stops */

planting planting_begin(const rl_frame *frame, int ridge, stand_kit *kit, const planting_look *look)
{
    double left = ((double)frame->x - 0.5 * frame->width) / frame->unit;
    return (planting){.frame = frame,
                      .ridge = ridge,
                      .kit = kit,
                      .look = look,
                      .left = left,
                      .right = left + frame->columns / frame->unit};
}

rl_status planting_sample(planting *p, double reach, double step, int per_step, size_t planes,
                          rl_error *error)
{
    int64_t first = exact_floor((p->left - reach) / step) - 1;
    int64_t steps = exact_floor((p->right + reach) / step) + 3 - first;
    double apart = step / per_step;
    p->grid = (ridge_grid){.first = first * per_step, .step = apart, .detail = apart};
    p->grounds = (size_t)steps * (size_t)per_step;
    p->ground = memory_array(p->frame->allocator, planes * p->grounds, sizeof *p->ground);
    TRY(status_memory(p->ground != NULL, "plants", error));
    return profile_heights(p->frame->profile, p->ridge, &p->grid, p->grounds, p->ground, error);
}

double planting_ground(const planting *p, const double *ground, double x)
{
    double place = x / p->grid.step - (double)p->grid.first;
    place = exact_clamp(place, 0.0, (double)p->grounds - LAST_SAMPLE);
    size_t i = (size_t)place;
    return exact_mix(ground[i], ground[i + 1], place - (double)i);
}

plant_cells planting_cells(const planting *p, double spacing, double reach)
{
    noise_period period = noise_fit_cell(p->frame->loop, &spacing);
    return (plant_cells){.spacing = spacing,
                         .period = period,
                         .cell = exact_floor((p->left - reach) / spacing),
                         .last = exact_floor((p->right + reach) / spacing)};
}

uint64_t planting_key(const plant_cells *c, uint64_t key, int level)
{
    return hash_at(key, level, exact_wrap(c->cell, c->period));
}

double planting_x(const plant_cells *c, double margin, uint64_t draw)
{
    return ((double)c->cell + margin + (1.0 - 2.0 * margin) * hash_unit(draw)) * c->spacing;
}

rl_status planting_put(const planting *p, const species *kind, const plant_spot *spot,
                       rl_error *error)
{
    const rl_frame *frame = p->frame;
    double crest = p->ground != NULL ? planting_ground(p, p->ground, spot->x) : p->level;
    double ground = crest - spot->down * frame->unit_share;
    uint64_t tie = hash_at(spot->key, p->look->draw, 1);
    stand_place place = {.x = spot->x * frame->unit + 0.5 * frame->width - (double)frame->x,
                         .y = (1.0 - ground) * frame->height +
                              p->look->sunk * spot->height * frame->unit,
                         .depth = spot->depth + p->look->tie * hash_unit(tie),
                         .height = spot->height,
                         /* By the opening of the land, as the sun moves during a day. */
                         .is_mirrored = frame_way(frame, spot->x - frame->scene.land_x) > 0.0,
                         .dim = spot->dim};
    if ((p->waterline > 0.0 && ground < p->waterline) ||
        spot->height * frame->unit < p->look->least_px ||
        (p->look->top > 0.0 &&
         place.y - p->look->top * spot->height * frame->unit > frame->height) ||
        way_covers(frame, p->ridge, spot->x, ground / frame->unit_share, spot->height))
        return RL_OK;
    uint64_t key = hash_at(spot->key, p->look->draw, 0);
    return spot->is_single ? stand_add_one(p->kit, kind, key, &place, error)
                           : stand_add(p->kit, kind, key, &place, error);
}

rl_status planting_put_copies(const planting *p, const species *kind, plant_spot spot, double reach,
                              rl_error *error)
{
    double from = p->left - reach, to = p->right + reach, loop = p->frame->loop;
    if (loop > 0.0)
        spot.x -= loop * (double)exact_floor((spot.x - from) / loop);
    for (; spot.x >= from && spot.x <= to; spot.x += loop) {
        TRY(planting_put(p, kind, &spot, error));
        if (loop <= 0.0)
            break;
    }
    return RL_OK;
}

rl_status planting_end(const planting *p, stand **out, rl_error *error)
{
    stand *made = arena_zeroed(p->frame->arena, 1, sizeof *made);
    TRY(status_memory(made != NULL, "plants", error));
    *out = made;
    return stand_make(p->kit, made, error);
}
