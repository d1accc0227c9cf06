/* print.c - the keys of prints, and what a print knows of the layers of a frame.
 *
 * It is a kind of layer that has no layers: it prepares frame->print after all others.
 */
#include "layers/print/print.h"

#include "base/hash.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/land/separation.h"
#include "ridge/family.h"

#define STEP 0.008 /* distance of samples of crests, U */
/* U beside the part where crests are known: for opening and for smoothing by kinds of prints. */
#define MARGIN 0.2
#define OPEN 4 /* samples to each side over which crests are opened: .035 U */
#define STREAM 9700

static const char *kind_name(size_t number)
{
    if (number == 0)
        return "none";
    return number <= (size_t)print_kind_count ? print_kinds[number - 1]->name : NULL;
}

static const scene_key print_keys[] = {
    NAME_AT_KEY("print.name", AT_SCENE(print), rl_print_name, RL_AUTO,
                "style of print; it fills the unset keys of this section", TRAIT_LIGHT),
    NAME_AT_KEY("print.kind", BY_NAME, kind_name, 0, "rules by which layers are printed",
                TRAIT_LIGHT),
    REAL_KEY("print.contrast", BY_NAME, 0, 3, 1,
             "contrast of lightness, relative to that of the kind of print", TRAIT_LIGHT,
             "print.kind"),
    REAL_KEY("print.chroma", BY_NAME, 0, 3, 1,
             "chroma of colours, relative to that of the kind of print", TRAIT_LIGHT, "print.kind"),
    REAL_KEY("print.detail", BY_NAME, 0, 3, 1,
             "strength of the shapes of light and shade, relative to usual", TRAIT_LIGHT,
             "print.kind"),
    REAL_KEY("print.grain", BY_NAME, 0, 3, 1,
             "strength of paper, wood and spray, relative to usual", TRAIT_LIGHT, "print.kind"),
    REAL_KEY("print.paper", BY_NAME, 0.5, 1, 0.945, "lightness of the paper, OKLab", TRAIT_LIGHT,
             "print.kind"),
    REAL_KEY("print.margin", BY_NAME, 0, 0.3, 0, "width of the empty margin of paper, U",
             TRAIT_LIGHT, "print.kind"),
    INTEGER_KEY("print.seal", BY_NAME, 0, 1, 0,
                "1 = a seal in a lower corner, red except in engravings", TRAIT_LIGHT,
                "print.kind"),
};

/* ---- crests ----------------------------------------------------------------------------- */

/* Widens the rows of each block that a ridge touches by `reach`, U, upward, also for land that is
 * up to `reach` beside the block, which may be outside the part; `heights` are those of its crest.
 */
static rl_status widen_rows(const rl_frame *frame, const struct frame_print *print,
                            frame_layer *layer, const double *heights, double reach,
                            rl_error *error)
{
    size_t blocks = (size_t)frame->blocks;
    int32_t *top = arena_array(frame->arena, blocks, sizeof *top);
    TRY(status_memory(top != NULL, "print", error));
    for (size_t b = 0; b < blocks; b++) {
        double left = (double)(frame->first_block + (int64_t)b) * frame->block - 0.5 * frame->width;
        double wide = reach * frame->unit, most = 0.0;
        int64_t end = exact_floor((left + frame->block + wide) / (frame->unit * print->step)) + 2;
        for (int64_t i = exact_floor((left - wide) / (frame->unit * print->step)); i < end; i++)
            most = exact_max(most, heights[i - print->first]);
        int64_t row = exact_floor((1.0 - most) * frame->height);
        row = (row < layer->block_top[b] ? row : layer->block_top[b]) - exact_floor(wide) - 1;
        top[b] = row > 0 ? (int32_t)row : 0;
    }
    layer->block_top = top;
    return RL_OK;
}

/* Writes the crest of a ridge without its narrow peaks; widens its rows if `reach`, U, is above 0.
 */
static rl_status find_crest(const rl_frame *frame, const struct frame_print *print,
                            frame_layer *layer, double reach, float **out, rl_error *error)
{
    size_t count = (size_t)print->columns;
    ridge_grid grid = {.first = print->first, .step = print->step, .detail = print->step};
    double *heights = arena_array(frame->arena, count, sizeof *heights);
    float *crest = arena_zeroed(frame->arena, count + PRINT_SPARE, sizeof *crest);
    float *work = arena_array(frame->arena, count, sizeof *work);
    TRY(status_memory(heights != NULL && crest != NULL && work != NULL, "print", error));
    TRY(profile_heights(frame->profile, layer->index, &grid, count, heights, error));
    for (size_t i = 0; i < count; i++)
        crest[i] = (float)((heights[i] - 0.5) / frame->unit_share);
    print_widen(crest, work, print->columns, OPEN, -1.0f);
    print_widen(work, crest, print->columns, OPEN, 1.0f);
    *out = crest;
    return reach > 0.0 && layer->block_top != NULL
               ? widen_rows(frame, print, layer, heights, reach, error)
               : RL_OK;
}

/* Places the samples along the part, or along the loop. */
static void place_samples(const rl_frame *frame, struct frame_print *print)
{
    print->step = STEP;
    if (frame->loop > 0.0) {
        print->period = (int)exact_max(exact_round(frame->loop / STEP), 1.0);
        print->step = frame->loop / print->period;
    }
    double left = (double)frame->first_block * frame->block / frame->unit -
                  0.5 * frame->width / frame->unit - MARGIN;
    double right = left + (double)frame->blocks * frame->block / frame->unit + 2.0 * MARGIN;
    print->first = exact_floor(left / print->step);
    print->columns = (int)(exact_floor(right / print->step) + 2 - print->first);
}

/* Makes the steps of lightness at crests as large as a print needs, which mixes or rounds them. */
static rl_status separate(preparation *work, double step, rl_error *error)
{
    rl_frame *frame = work->frame;
    double usual = frame->scene.land_separation;
    if (usual <= 0.0 || step <= usual)
        return RL_OK;
    for (int i = 0; i < frame->layers; i++)
        if (frame->layer[i].kind->number == RL_LAYER_RIDGE)
            ((ridge_layer *)frame->layer[i].data)->apart = NULL;
    frame->scene.land_separation = step;
    rl_status status = separation_make(work, error);
    frame->scene.land_separation = usual;
    return status;
}

/* Multiplies the correction of the crests of near ground. */
static rl_status correct_near(const rl_frame *frame, float by, rl_error *error)
{
    size_t nodes = (size_t)frame->blocks * (size_t)(frame->block / frame->step) + 1;
    for (int i = 0; i < frame->layers; i++) {
        const frame_layer *layer = &frame->layer[i];
        if (layer->kind->number != RL_LAYER_RIDGE ||
            !ridge_has(&frame->scene.ridge[layer->index], RIDGE_NEAR))
            continue;
        ridge_layer *ridge = layer->data;
        if (ridge->apart == NULL)
            continue;
        float *apart = arena_array(frame->arena, nodes, sizeof *apart);
        TRY(status_memory(apart != NULL, "print", error));
        for (size_t n = 0; n < nodes; n++)
            apart[n] = by * ridge->apart[n];
        ridge->apart = apart;
    }
    return RL_OK;
}

/* ---- frames ------------------------------------------------------------------------------ */

#define HEATH_LINE 0.3f /* strength of lines along the edges of heath, whose plants hide them */

static rl_status make_sheets(preparation *work, const print_kind *kind, struct frame_print *print,
                             rl_error *error)
{
    rl_frame *frame = work->frame;
    int groups = frame->layer[frame->layers - 1].group + 1;
    print_sheet *sheets = arena_zeroed(frame->arena, (size_t)groups, sizeof *sheets);
    TRY(status_memory(sheets != NULL, "print", error));
    for (int i = frame->layers - 1; i >= 0; i--) { /* the first layer of a group comes last */
        frame_layer *layer = &frame->layer[i];
        print_sheet *sheet = &sheets[layer->group];
        float *crest = NULL;
        float line = 1.0f;
        if (layer->kind->number == RL_LAYER_RIDGE) {
            TRY(find_crest(frame, print, layer, kind->reach, &crest, error));
            if (ridge_family_of(&frame->scene.ridge[layer->index])->ground == RIDGE_GROUND_HEATH)
                line = HEATH_LINE;
        }
        *sheet = (print_sheet){
            .material = (print_material)layer->kind->material,
            .skips = kind->skips,
            .depth = (float)layer->depth,
            .line = line,
            .hash = (uint32_t)hash_at(hash_key(frame->scene.seed, STREAM), 0, layer->group),
            .crest = crest};
    }
    print->sheet = sheets;
    return RL_OK;
}

static rl_status make_print(preparation *work, rl_error *error)
{
    rl_frame *frame = work->frame;
    int number = scene_int(&frame->scene, "print.kind");
    if (number <= 0)
        return RL_OK;
    const print_kind *kind = print_kinds[number - 1];
    struct frame_print *print = arena_zeroed(frame->arena, 1, sizeof *print);
    TRY(status_memory(print != NULL, "print", error));
    TRY(separate(work, kind->step, error));
    if (kind->near_step > 0.0)
        TRY(correct_near(frame, (float)kind->near_step, error));
    place_samples(frame, print);
    TRY(make_sheets(work, kind, print, error));
    if (kind->prepare != NULL)
        TRY(kind->prepare(work, print, error));
    print->layer = kind->layer[frame->kernels];
    print->draw = kind->draw;
    print->is_lines = kind->is_lines;
    print->is_flat = kind->is_flat;
    print->keeps = kind->keeps;
    print->is_within = kind->reach <= 0.0;
    print->line = kind->line;
    frame->print = print;
    return RL_OK;
}

static int has_none(const rl_scene *scene)
{
    (void)scene;
    return 0;
}

const layer_kind kind_print = {
    .name = "print",
    .number = RL_LAYER_OTHER,
    .keys = {KEY_GROUP("print", print_keys)},
    .stream = STREAM,
    .count = has_none,
    .settle = make_print,
};
