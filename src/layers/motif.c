/* motif.c - a motif as a layer: something to look at, drawn on a crest, on water or in the sky.
 *
 * Its dark parts are darker than the ground that it is on, and mist takes it from the foot up as
 * it takes its ridge.  Windows are lit when the sky is dark.  On water it has a mirror, drawn flat.
 */
#include "layers/motif.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "layers/kind.h"
#include "layers/lake.h"
#include "layers/mist.h"

extern const layer_kind kind_motif;

#define HARD_LEAST 9.0 /* pixels: where these have no soft edges it is at least so high */
#define MIRROR_HIGH 0.85
#define MIRROR_SEEN 0.55

/* Light round a lamp: so strong by night, by day; and how far it reaches (U beside .9 of it). */
#define AURA 0.36
#define AURA_MORE 0.0035
#define AURA_SIZE 0.50 /* heights: larger lamps spread no farther */
#define AURA_END 2.1   /* in reaches: what is beyond is not seen */

/* Dark parts near an edge toward the light are lighter: so far from it (heights), so much of the
 * way to lit ones; the light is so much higher than it is aside.  Thin parts stay dark. */
#define RIMS 4
#define RIM_UP 0.7
static const struct {
    double far;
    float light;
} rims[RIMS] = {{0.008, 0.34f}, {0.017, 0.22f}, {0.029, 0.15f}, {0.045, 0.09f}};
#define THIN 0.028

typedef struct aura {
    double x, y, reach; /* pixels from the foot, up */
    double strength;
} aura;

typedef struct motif_layer {
    const rl_motif *place;
    const motif *one;
    motif_ink ink;
    int64_t column; /* of its foot, and where in that */
    int row;
    drawing_place at;
    double left, right, high, low; /* pixels that it may touch from its foot */
    mist_bank bank;
    oklab veil;
    int has_mist;
    int auras;
    aura aura[MOTIF_LAMPS];
    float lit; /* 0..1: how bright its lamps are */
} motif_layer;

/* ---- names ----------------------------------------------------------------------- */

const char *rl_motif_name(size_t index)
{
    return index < embedded_motif_count ? embedded_motifs[index].name : NULL;
}

rl_data motif_file(const rl_scene *scene, int name)
{
    if (name == MOTIF_OWN)
        return scene->drawing;
    const embedded_text *file = &embedded_motifs[name - MOTIF_FIRST];
    return (rl_data){file->text, file->size, file->name};
}

int rl_motif_describe(size_t index, rl_motif_info *info)
{
    motif_head head;
    const rl_scene *none = NULL;
    if (index >= embedded_motif_count ||
        motif_read_head(&head, motif_file(none, MOTIF_FIRST + (int)index), NULL) != RL_OK)
        return 0;
    memset(info, 0, sizeof *info);
    memcpy(info->line, head.noun, strlen(head.noun));
    return 1;
}

rl_status rl_motif_parse(rl_scene *scene, const void *bytes, size_t size, const char *place,
                         rl_error *error)
{
    motif one;
    rl_data file = {bytes, size, place};
    TRY(motif_read(&one, file, NULL, error));
    motif_free(&one);
    scene->drawing = file;
    scene->motif.name = MOTIF_OWN;
    return status_clear(error);
}

/* Words of motif.name and aloft.name. */
static const char *word_at(size_t index)
{
    return index == MOTIF_NONE  ? "none"
           : index == MOTIF_OWN ? "own"
                                : rl_motif_name(index - MOTIF_FIRST);
}

/* ---- a run of pixels --------------------------------------------------------------- */

/* What a thread needs. */
typedef struct motif_memory {
    float covered[2][TILES_BLOCK], tone[2][TILES_BLOCK], own[2][TILES_BLOCK]; /* body, smoke */
    float glow[TILES_BLOCK];
    int32_t area[TILES_BLOCK + 1 + DRAWING_SPARE];
    float row[3][TILES_BLOCK + DRAWING_SPARE], past[3][TILES_BLOCK + DRAWING_SPARE];
    int kernels;
} motif_memory;

static int begin(paint_scratch *s, int layer)
{
    s->memory[layer] = paint_memory(s, layer);
    if (s->memory[layer] == NULL)
        s->memory[layer] = arena_zeroed(&s->arena, 1, sizeof(motif_memory));
    motif_memory *w = s->memory[layer];
    if (w != NULL)
        w->kernels = (int)s->frame->kernels;
    return w != NULL;
}

/* A row of its body, moved toward the light by so many heights. */
static void draw_past(const motif_layer *m, drawing_place at, motif_memory *w, int first, int row,
                      double far)
{
    memset(w->past, 0, sizeof w->past);
    at.x -= far * (at.is_mirrored ? -at.size : at.size);
    at.y += RIM_UP * far * at.size;
    drawing_pixels out = {w->past[0], w->past[1],  w->past[2], w->area,
                          first,      TILES_BLOCK, w->kernels};
    drawing_rows(&m->one->body, &at, row, 1, &out);
}

/* Adds to the tone of a row of its body the light on dark parts: a place is lit as far as nothing
 * of the body is a little nearer to the light, but something is on its other side. */
static void light_row(const motif_layer *m, drawing_place at, motif_memory *w, int first, int row)
{
    const float *covered = w->row[0], *own = w->row[2];
    float *tone = w->row[1];
    float light[TILES_BLOCK] = {0};
    for (int k = 0; k < RIMS; k++) {
        draw_past(m, at, w, first, row, rims[k].far);
        for (int i = 0; i < TILES_BLOCK; i++)
            light[i] += rims[k].light * (1.0f - w->past[0][i]);
    }
    draw_past(m, at, w, first, row, -THIN);
    for (int i = 0; i < TILES_BLOCK; i++)
        tone[i] += light[i] * w->past[0][i] * (covered[i] - tone[i] - own[i]);
}

/* Adds a row of its drawings to the memory; below the foot of one on water that of its mirror. */
static void add_row(const motif_layer *m, motif_memory *w, int first, int row, float share,
                    int is_hard)
{
    float *covered = w->row[0], *tone = w->row[1], *own = w->row[2];
    drawing_place at = m->at;
    int is_mirror = m->place->on == MOTIF_ON_WATER && row >= 0;
    if (is_mirror) { /* waves move it aside, the more the farther down, and break it */
        double down = (row + 0.5) / at.size, turn = 9.0 * exact_sqrt(down);
        double wave = exact_cos_turn(turn - (double)exact_floor(turn));
        double more = 2.7 * turn;
        double fine = exact_cos_turn(more - (double)exact_floor(more));
        at.x += at.size * (0.012 + 0.05 * down) * (0.6 * wave + 0.4 * fine);
        share *=
            (float)(MIRROR_SEEN * exact_max(1.0 - down / MIRROR_HIGH, 0.0) * (0.80 + 0.20 * fine));
        at.y = -at.y; /* turned over below its foot */
        row = -row - 1;
    }
    for (int k = 0; k < 2; k++) {
        const drawing *d = k == 0 ? &m->one->body : &m->one->smoke;
        if (d->fills == 0)
            continue;
        memset(w->row, 0, sizeof w->row);
        drawing_pixels out = {covered, tone, own, w->area, first, TILES_BLOCK, w->kernels};
        drawing_rows(d, &at, row, 1, &out);
        if (k == 0 && !is_hard)
            light_row(m, at, w, first, row);
        for (int i = 0; i < TILES_BLOCK; i++) {
            w->covered[k][i] += share * covered[i];
            w->tone[k][i] += share * tone[i];
            w->own[k][i] += share * own[i];
        }
    }
}

/* How much of the lamps' light is in each pixel of a row. */
static void add_auras(const motif_layer *m, motif_memory *w, int first, int row)
{
    for (int k = 0; k < m->auras; k++) {
        const aura *a = &m->aura[k];
        double y = a->y + row + 0.5, end = AURA_END * a->reach;
        if (exact_abs(y) >= end)
            continue;
        double from = exact_clamp(a->x - end - first, 0.0, TILES_BLOCK);
        double to = exact_clamp(a->x + end - first + 1.0, 0.0, TILES_BLOCK);
        for (int i = (int)from; i < (int)to; i++) {
            double x = first + i + 0.5 - a->x;
            double far = (x * x + y * y) / (a->reach * a->reach);
            double light = a->strength * (exact_exp(-1.1 * far) - 0.0078);
            w->glow[i] = 1.0f - (1.0f - w->glow[i]) * (1.0f - (float)exact_max(light, 0.0));
        }
    }
}

static linear_rgb in_mist(const motif_layer *m, oklab own, double mist)
{
    return colour_oklab_to_linear(colour_mix_oklab(own, m->veil, mist));
}

/* Its colours in a row, linear light. */
typedef struct row_ink {
    linear_rgb dark, lit, glow, smoke;
} row_ink;

static row_ink ink_of_row(const rl_frame *frame, const motif_layer *m, int row)
{
    double height = 1.0 - (row + 0.5) / frame->height;
    double above = exact_max((height - m->bank.level) / m->bank.scale, 0.0);
    double mist = m->has_mist ? mist_density(&m->bank, height) * exact_exp(-above) : 0.0;
    row_ink ink = {in_mist(m, m->ink.dark, mist), in_mist(m, m->ink.lit, mist),
                   in_mist(m, m->ink.glow, 0.4 * mist), in_mist(m, m->ink.smoke, mist)};
    return ink;
}

static float mixed(double dark, double lit, double glow, double smoke, const motif_memory *w, int i)
{
    double body = dark * (double)(w->covered[0][i] - w->tone[0][i] - w->own[0][i]) +
                  lit * (double)w->tone[0][i] + glow * (double)w->own[0][i];
    double over = 0.3 * (double)w->covered[1][i]; /* smoke is thin */
    return (float)(body * (1.0 - over) + smoke * over);
}

static void cover(paint_scratch *s, int layer, const tile_run *run, tile_colours *colours,
                  float covered[TILES_BLOCK])
{
    const rl_frame *frame = s->frame;
    const motif_layer *m = frame->layer[layer].data;
    motif_memory *w = s->memory[layer];
    double block = (double)((frame->first_block + run->block) * frame->block);
    double column = frame_around(frame, (double)m->column, block + 0.5 * frame->block);
    memset(covered, 0, TILES_BLOCK * sizeof *covered);
    block_fill((shade_colour){0.0f, 0.0f, 0.0f}, colours);
    if (column + m->right < block || column + m->left > block + frame->block)
        return;
    memset(w, 0, sizeof *w);
    int first = (int)(block - column), rows = 2 * run->reach + 1, row = run->row - m->row;
    for (int k = 0; k < rows; k++)
        add_row(m, w, first, row + k - run->reach, 1.0f / (float)rows, frame->is_hard);
    if (!frame->is_hard)
        add_auras(m, w, first, row);
    row_ink ink = ink_of_row(frame, m, run->row);
    for (int i = 0; i < TILES_BLOCK; i++) {
        float smoke = 0.3f * w->covered[1][i];
        float body = 1.0f - (1.0f - w->covered[0][i]) * (1.0f - smoke);
        float light = w->glow[i] * (1.0f - 0.65f * w->covered[0][i]) * (1.0f - w->own[0][i]);
        covered[i] = 1.0f - (1.0f - body) * (1.0f - light);
        if (covered[i] <= 0.0f)
            continue;
        float per = 1.0f / covered[i], rest = 1.0f - light;
        float r = mixed(ink.dark.r, ink.lit.r, ink.glow.r, ink.smoke.r, w, i);
        float g = mixed(ink.dark.g, ink.lit.g, ink.glow.g, ink.smoke.g, w, i);
        float b = mixed(ink.dark.b, ink.lit.b, ink.glow.b, ink.smoke.b, w, i);
        colours->r[i] = tone_encode(frame->tone, per * (r * rest + (float)ink.glow.r * light));
        colours->g[i] = tone_encode(frame->tone, per * (g * rest + (float)ink.glow.g * light));
        colours->b[i] = tone_encode(frame->tone, per * (b * rest + (float)ink.glow.b * light));
    }
}

/* ---- preparation ------------------------------------------------------------------- */

static const rl_motif *motif_at(const rl_scene *scene, int index)
{
    return scene->motif.name > MOTIF_NONE && index == 0 ? &scene->motif : &scene->aloft;
}

static int count(const rl_scene *scene)
{
    return (scene->motif.name > MOTIF_NONE) + (scene->aloft.name > MOTIF_NONE);
}

#define NEAREST_SKY -10.0 /* before all that is in the sky: by itself it splits no other layer */

static int joins(const rl_scene *scene)
{
    return !scene->motif_layer;
}

static double place(const rl_scene *scene, int index)
{
    const rl_motif *m = motif_at(scene, index);
    if (m->on == MOTIF_ON_SKY)
        return NEAREST_SKY + index;
    if (m->on == MOTIF_ON_GROUND)
        return m->ridge - 0.7;
    int behind = scene->lake_ridge; /* ridges that are farther than it */
    for (int i = behind; i < scene->ridge_count; i++)
        if (lake_holds(scene, i) && lake_waterline(scene, i) > m->y)
            behind = i + 1;
    return (behind < scene->ridge_count ? behind : scene->ridge_count) - 0.3;
}

/* Memory of a drawing comes from the frame's arena, which frees it. */
static void *take(void *owner, size_t size)
{
    return arena_array(owner, 1, size);
}

static void leave(void *owner, void *block)
{
    (void)owner;
    (void)block;
}

#define LOW_SUN 0.05  /* redness of the glow (OKLab a) while the sun is low: */
#define LOW_LAMP 0.92 /* then most lamps are lit, too */

/* Fires burn at any hour, what its file calls lit only in the dark. */
double motif_lamps(const rl_frame *frame, const motif_head *head)
{
    if (frame->scene.motif_glow != RL_AUTO)
        return frame->scene.motif_glow;
    double low = LOW_LAMP * exact_smoothstep(0.0, LOW_SUN, frame->light.glow_lab.a);
    return head->lit[0] != '\0' ? exact_max(1.0 - light_of_day(&frame->light), low) : 1.0;
}

static void light_lamps(const rl_frame *frame, motif_layer *m, double lit)
{
    double strength = AURA * lit * lit;
    m->lit = (float)lit;
    oklab glass = colour_mix_oklab(m->ink.dark, m->ink.lit, 0.6);
    m->ink.glow = colour_mix_oklab(glass, m->ink.glow, lit);
    for (int i = 0; i < m->one->lamps && strength > 0.02; i++) {
        const motif_lamp *lamp = &m->one->lamp[i];
        double x = (double)lamp->x * m->at.size;
        double share = exact_clamp(90.0 * (double)lamp->area, 0.25, 1.0);
        m->aura[m->auras++] = (aura){
            m->at.x + (m->at.is_mirrored ? -x : x), (double)lamp->y * m->at.size - m->at.y,
            0.9 * exact_min((double)lamp->size, AURA_SIZE) * m->at.size + AURA_MORE * frame->unit,
            strength * share};
    }
}

/* How far it reaches from its foot, with the light round it. */
static void find_box(motif_layer *m)
{
    const drawing *d[2] = {&m->one->body, &m->one->smoke};
    double left = 0.0, right = 0.0, high = 0.0, low = 0.0;
    for (int k = 0; k < 2; k++) {
        if (d[k]->fills == 0)
            continue;
        double from = (double)d[k]->left, to = (double)d[k]->right;
        left = exact_min(left, m->at.is_mirrored ? -to : from);
        right = exact_max(right, m->at.is_mirrored ? -from : to);
        high = exact_max(high, (double)d[k]->high);
        low = exact_min(low, (double)d[k]->low);
    }
    if (m->place->on == MOTIF_ON_WATER)
        low = exact_min(low, -MIRROR_HIGH);
    double aside = m->place->on == MOTIF_ON_WATER ? 0.07 : 0.0;
    m->left = (left - aside) * m->at.size - 2.0;
    m->right = (right + aside) * m->at.size + 2.0;
    m->high = high * m->at.size + 2.0;
    m->low = low * m->at.size - 2.0;
    for (int i = 0; i < m->auras; i++) {
        double end = AURA_END * m->aura[i].reach + 2.0;
        m->left = exact_min(m->left, m->aura[i].x - end);
        m->right = exact_max(m->right, m->aura[i].x + end);
        m->high = exact_max(m->high, m->aura[i].y + end);
        m->low = exact_min(m->low, m->aura[i].y - end);
    }
}

static rl_status find_rows(const rl_frame *frame, frame_layer *layer, rl_error *error)
{
    const motif_layer *m = layer->data;
    int32_t *rows = arena_array(frame->arena, (size_t)frame->blocks, 2 * sizeof *rows);
    if (rows == NULL)
        return status_fail(error, RL_NO_MEMORY, "motif: out of memory");
    double top = exact_clamp(m->row - m->high, 0.0, frame->height);
    double end = exact_clamp(m->row - m->low + 1.0, 0.0, frame->height);
    for (int b = 0; b < frame->blocks; b++) {
        double block = (double)((frame->first_block + b) * frame->block);
        double x = frame_around(frame, (double)m->column, block + 0.5 * frame->block);
        int is_near = x + m->right >= block && x + m->left <= block + frame->block;
        rows[b] = is_near ? (int32_t)exact_floor(top) : frame->height;
        rows[frame->blocks + b] = is_near ? (int32_t)exact_floor(end) : 0;
    }
    layer->block_top = rows;
    layer->block_end = rows + frame->blocks;
    return RL_OK;
}

static rl_status prepare(preparation *work, frame_layer *layer, rl_error *error)
{
    const rl_frame *frame = work->frame;
    const rl_scene *scene = &frame->scene;
    motif_layer *m = layer->data;
    motif *one = arena_zeroed(frame->arena, 1, sizeof *one);
    const rl_allocator memory = {take, leave, frame->arena};
    m->place = motif_at(scene, layer->index);
    if (one == NULL)
        return status_fail(error, RL_NO_MEMORY, "motif: out of memory");
    TRY(motif_read(one, motif_file(scene, m->place->name), &memory, error));
    m->one = one;
    TRY(motif_ink_of(frame, m->place, &one->head, &m->ink, error));
    double x = 0.5 * frame->width + m->place->x * frame->unit;
    double y = (1.0 - m->place->y) * frame->height, size = m->place->size * frame->unit;
    m->column = exact_floor(x);
    m->row = (int)exact_floor(y);
    m->at = (drawing_place){.size = frame->is_hard ? exact_max(size, HARD_LEAST) : size,
                            .x = x - (double)m->column,
                            .y = y - m->row,
                            .is_mirrored = x > frame->light.sun_x};
    layer->depth = 0.0;
    if (m->place->on == MOTIF_ON_GROUND) {
        int ridge = m->place->ridge - 1;
        shade_air air = shade_air_at(frame, x, y);
        m->bank = mist_bank_of(frame, ridge);
        m->veil = colour_linear_to_oklab(mist_light(frame, &m->bank, &air));
        m->has_mist = m->bank.density > 0.0;
        layer->depth = scene->ridge[ridge].depth;
    } else if (m->place->on == MOTIF_ON_WATER && scene->lake_ridge > 0) {
        layer->depth = lake_depth(scene);
    }
    if (!m->has_mist)
        m->bank.scale = 1.0;
    light_lamps(frame, m, motif_lamps(frame, &one->head));
    find_box(m);
    return find_rows(frame, layer, error);
}

/* ---- facts ------------------------------------------------------------------------- */

#define SEEN_HIGH 9.0    /* pixels: a lower one is not recognised */
#define SEEN_CHANGE 0.05 /* of colour, in a pixel that it covers */
#define SEEN_SHARE 0.12  /* of its box, in which it changes pixels */
#define SEEN_ROWS 5      /* of it that are compared */

/* The share of its box in which the picture without it is clearly another; where its middle is. */
static double seen_share(facts_grid *g, const motif_layer *m, facts_brush *without, double *x)
{
    const rl_frame *frame = g->frame;
    double left = (double)(frame->x + frame->turn);
    double foot = frame_around(frame, (double)m->column, left + 0.5 * frame->shown) - left;
    const drawing *body = &m->one->body;
    double from = foot + m->at.size * (double)(m->at.is_mirrored ? -body->right : body->left);
    double to = foot + m->at.size * (double)(m->at.is_mirrored ? -body->left : body->right);
    int first = (int)exact_clamp(from, 0.0, frame->shown), changed = 0;
    int end = (int)exact_clamp(to, 0.0, frame->shown), all = 0;
    for (int k = 0; k < SEEN_ROWS; k++) {
        double y = m->row - frame->y - m->at.size * (k + 0.5) / SEEN_ROWS;
        all += (int)(to - from) + 1;
        if (y < 0.0 || y >= frame->rows)
            continue;
        facts_brush_row(&g->brush, (int)y);
        facts_brush_row(without, (int)y);
        for (int i = first; i < end; i++)
            changed += facts_distance(facts_brush_colour(&g->brush, i, 1),
                                      facts_brush_colour(without, i, 1)) >= SEEN_CHANGE;
    }
    *x = 0.5 * (from + to) / frame->shown;
    return (double)changed / all;
}

static rl_status facts(facts_grid *g, const frame_layer *layer, rl_facts *out, rl_error *error)
{
    const motif_layer *m = layer != NULL ? layer->data : NULL;
    for (int i = 0; i < g->frame->layers; i++) /* that of [motif] before that of [aloft] */
        if (g->frame->layer[i].kind == &kind_motif && g->frame->layer[i].index == 0)
            m = g->frame->layer[i].data;
    if (m == NULL || m->at.size < SEEN_HIGH)
        return RL_OK;
    facts_brush without;
    double x;
    TRY(facts_brush_without(&without, g, &kind_motif, NULL, error));
    int is_seen = seen_share(g, m, &without, &x) >= SEEN_SHARE;
    paint_scratch_free(without.scratch);
    if (!is_seen || x < 0.0 || x > 1.0)
        return RL_OK;
    const motif_head *head = &m->one->head;
    int is_lit = head->lit[0] != '\0' && m->lit > 0.5f;
    (void)snprintf(out->motif, sizeof out->motif, "%s%s%s", head->noun, is_lit ? " " : "",
                   is_lit ? head->lit : "");
    out->motif_on = m->place->on;
    out->motif_x = x;
    return RL_OK;
}

/* ---- the kind ---------------------------------------------------------------------- */

static const char *const grounds[] = {"ground", "water", "sky", NULL};

/* The keys of the section of one motif: `at` is its place in a scene. */
#define MOTIF_KEYS(section, at, meaning)                                                           \
    OPEN_NAME_KEY(section ".name", AT_SCENE(at.name), word_at, RL_AUTO, meaning),                  \
        NAME_KEY(section ".on", AT_SCENE(at.on), grounds, RL_AUTO, "where it is"),                 \
        INTEGER_KEY(section ".ridge", AT_SCENE(at.ridge), 0, RL_MAX_RIDGES, RL_AUTO,               \
                    "the ridge on whose crest it is, 1 the farthest; 0 = on none"),                \
        REAL_KEY(section ".x", AT_SCENE(at.x), -1000, 1000, RL_AUTO, "U from the middle"),         \
        REAL_KEY(section ".y", AT_SCENE(at.y), -10, 10, RL_AUTO,                                   \
                 "fraction of H: its foot; auto: on the ridge, on the water"),                     \
        REAL_KEY(section ".size", AT_SCENE(at.size), 0.001, 1, RL_AUTO, "U; its height")

static const scene_key motif_keys[] = {
    MOTIF_KEYS("motif", motif,
               "a drawing to look at; own: that of the scene's [drawing]; auto: by seed"),
    REAL_KEY("motif.glow", AT_SCENE(motif_glow), 0, 1, RL_AUTO,
             "how bright its lights are; auto: by the light of the sky"),
    INTEGER_KEY("motif.path", AT_SCENE(motif_path), 0, 1, RL_AUTO,
                "1: a path leads to one on a crest; auto: by seed to what people live in"),
    INTEGER_KEY("motif.layer", AT_SCENE(motif_layer), 0, 1, 0,
                "1: a layer of its own in backdrops; 0: part of what it is on"),
};

static const scene_key aloft_keys[] = {
    MOTIF_KEYS("aloft", aloft, "a second one, in the sky; auto: by seed"),
};

const layer_kind kind_motif = {
    .name = "motif",
    .number = RL_LAYER_OTHER,
    .keys = {KEY_GROUP("motif", motif_keys), KEY_GROUP("aloft", aloft_keys)},
    .compose = motif_compose,
    .count = count,
    .place = place,
    .joins = joins,
    .data_bytes = sizeof(motif_layer),
    .prepare = prepare,
    .paint = {.begin = begin, .cover = cover},
    .facts = facts,
};
