/* separation.c - measures how far the lightness of each crest is from that behind it, on a lattice
 * along the land, and corrects it.
 *
 * A crest has one direction, so that no band changes from dark to light: it is made darker than
 * what is behind it if it is so in the mean, otherwise lighter.  The direction is decided in the
 * picture at offset 0, the corrections at places of the land, so that parts and offsets show the
 * same.  Lightness (L) is that of OKLab.
 */
#include "layers/land/separation.h"

#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/status.h"
#include "frame/profile.h"
#include "layers/core/kind.h"
#include "layers/land/relief.h"
#include "layers/plants/stand.h"
#include "ridge/family.h"

#define LEAST_UNIT 8.0    /* pixels per U below which crests are left as they are */
#define HALF_MOST 1.2     /* half width of the land that decides the directions, at most, U */
#define WHOLE_MOST 3.0    /* half width up to which all of a picture has one lattice, U */
#define LAST_SAMPLE 1.001 /* samples before the end at which interpolation stops */
#define STEP 0.0175       /* distance of samples, U */
#define WINDOW 2          /* samples to each side of a running mean */
#define WINDOW_PLAIN 9    /* samples on land without faces, where changes along it would be seen */
#define ROUNDS 2          /* corrections, each of what smoothing left of the last one */
#define WINDOWS 4         /* running means: of the steps, of each round and again of the first */
#define AWAY 0.008        /* distance of the compared places above and below the crest, U */
/* Means of L behind minus L of the crest up to which it is made lighter, and from which it is made
 * darker; between them it is both by shares, so that a film of a day has no jump. */
#define LIGHTER_TO (-0.030)
#define DARKER_FROM (-0.024)
#define LIGHTER_MOST 0.09  /* greatest correction of L to lighter ones */
#define DARKER_MOST 0.15   /* greatest correction of L to darker ones */
#define DARKER_NEAR 0.08   /* greatest on near ground, which is dark and must show its things */
#define LIGHTER_NEAR 0.045 /* greatest correction of L to lighter ones on near ground */
/* Height of nearer land over a crest, fraction of H, from which the crest is not measured. */
#define HIDDEN 0.02
#define CLEAR_FROM (-0.060) /* step of the other sign from which a place is corrected less */
#define CLEAR_OVER 0.05     /* steps over which the correction falls to 0 */
#define WOOD 0.5f           /* share of trees in the colour of a wooded crest */
#define STAND_MEAN 1.5f     /* mean tone of a stand, 0..3 */

/* Mean shares of straw, green and earth in the colours of fields: see crop_straw in
 * fields_kernel.c. */
static const float cover_share[3] = {0.46f, 0.33f, 0.22f};

/* Samples of the land from number `first` on; a loop has `count` of them in a period. */
typedef struct lattice {
    int64_t first;
    int count, is_loop, is_part; /* is_part: of a world that goes on beside it */
    double step;                 /* U */
} lattice;

/* What is seen of a crest and behind it at a sample, without corrections. */
typedef struct crest_view {
    double crest, behind; /* L; behind < 0: water or a deck is there, or the crest is hidden */
    double fade;          /* factor of the correction of `ridge` that must be added to `behind` */
    int ridge;            /* the ridge behind, or -1 */
    int is_first;         /* 1: no nearer land is as high */
} crest_view;

/* Values at the samples of a lattice, [count] each. */
typedef struct crest_line {
    double *height; /* heights of the ground, fractions of H */
    crest_view *view;
    float *push; /* correction of L */
} crest_line;

typedef struct separation {
    const rl_frame *frame;
    lattice at;
    crest_line line[RL_MAX_RIDGES];
    void *memory;                 /* all arrays */
    double darker[RL_MAX_RIDGES]; /* 0 = the crest is made lighter .. 1 = darker */
    double *step;                 /* [count]: L behind minus L of the crest */
    double *more;                 /* [count]: correction of a round */
    double *scratch;              /* [count] */
} separation;

static ridge_layer *ridge_of(const rl_frame *frame, int ridge)
{
    for (int i = 0; i < frame->layers; i++)
        if (frame->layer[i].kind->number == RL_LAYER_RIDGE && frame->layer[i].index == ridge)
            return frame->layer[i].data;
    return NULL;
}

/* ---- lightness -------------------------------------------------------------------------- */

static double sample_x(const separation *self, int k)
{
    return self->at.step * (double)(self->at.first + k);
}

/* Returns a channel of the encoded colour of a ridge, of whose planes `plane` is the first. */
static float channel(const separation *self, int ridge, const ridge_layer *land,
                     const relief_crest *crest, const float *plane)
{
    enum { COLOUR = 3 * SHADE_GROUP };
    float c = plane[0], shade = (float)crest->shade;
    if (land->faces != NULL)
        c += shade * plane[shade > 0.0f ? COLOUR * SHADE_LIT : COLOUR * SHADE_DARK];
    for (int n = 0; land->has_cover && n < 3; n++)
        c += cover_share[n] * plane[COLOUR * (SHADE_STRAW + n)];
    if (land->has_snow) {
        float snow =
            plane[COLOUR * SHADE_SNOW] + (float)crest->sun * plane[COLOUR * SHADE_SNOW_LIT];
        c += (float)crest->snow * (snow - c);
    }
    if (wood_has_trees(&self->frame->scene, ridge)) {
        const float *tone = plane + ridge_planes(land) * SHADE_GROUP;
        float tree = tone[COLOUR * STAND_SHADE] + STAND_MEAN * tone[COLOUR * STAND_RAMP];
        c += WOOD * (tree - c);
    }
    return c;
}

/* Returns the lightness of a ridge `below` (fraction of H) under its crest, at sample k, without
 * its correction; *fade is the factor by which the correction counts there, 1 at the crest. */
static double land_lightness(const separation *self, int ridge, int k, double below, double *fade)
{
    const rl_frame *frame = self->frame;
    const ridge_layer *land = ridge_of(frame, ridge);
    const double *height = self->line[ridge].height;
    double x = sample_x(self, k), y = height[k] - below, light[3];
    float planes[RIDGE_COLOURS_ROOM];
    int row = 0;
    while (row + 1 < land->rows && wood_row_lower(frame, ridge, row + 1) <= below)
        row++;
    double under = below - wood_row_lower(frame, ridge, row);
    ridge_colours_at(frame, land, row, under * frame->height, x * frame->unit + 0.5 * frame->width,
                     (1.0 - y) * frame->height, planes);
    relief_crest crest = {0.0, 0.0, 0.0};
    if (land->faces != NULL) {
        int left = k > 0 ? k - 1 : k, right = k + 1 < self->at.count ? k + 1 : k;
        double lean = (height[right] - height[left]) /
                      (frame->unit_share * self->at.step * exact_max(right - left, 1.0));
        crest = relief_crest_at(frame, land,
                                (relief_spot){.x = x,
                                              .height = y / frame->unit_share,
                                              .below = below / frame->unit_share,
                                              .lean = lean});
    }
    for (int i = 0; i < 3; i++) {
        float c = channel(self, ridge, land, &crest, planes + i * SHADE_GROUP);
        light[i] = (double)tone_decode(frame->tone, (float)exact_clamp((double)c, 0.0, 1.0));
    }
    *fade = 1.0 - exact_smoothstep(0.0, land->apart_fade, below / frame->unit_share);
    return colour_linear_to_oklab((linear_rgb){light[0], light[1], light[2]}).l;
}

/* Finds what is behind the crest of a ridge at sample k. */
static void look_behind(const separation *self, int ridge, int k, crest_view *view)
{
    const rl_frame *frame = self->frame;
    const rl_scene *scene = &frame->scene;
    double height = self->line[ridge].height[k] + AWAY * frame->unit_share;
    int behind = ridge - 1;
    while (behind >= 0 && self->line[behind].height[k] <= height)
        behind--;
    double level = scene->lake_ridge > 0 ? scene->lake_level : 0.0;
    int is_before_water = scene->lake_ridge > 0 && ridge >= scene->lake_ridge;
    if ((is_before_water && behind < scene->lake_ridge && height < level) ||
        (behind < 0 && height < scene->horizon && (scene->deck > 0.0 || scene->plain > 0)))
        return;
    view->ridge = behind;
    if (behind >= 0) {
        view->behind =
            land_lightness(self, behind, k, self->line[behind].height[k] - height, &view->fade);
        return;
    }
    shade_air air = shade_air_at(frame, sample_x(self, k) * frame->unit + 0.5 * frame->width,
                                 (1.0 - height) * frame->height);
    view->behind = colour_linear_to_oklab(air.sky).l;
}

/* ---- corrections ------------------------------------------------------------------------ */

static int window_of(const separation *self, int ridge)
{
    return ridge_of(self->frame, ridge)->faces != NULL ? WINDOW : WINDOW_PLAIN;
}

/* Replaces values by their means over `window` samples to each side. */
static void mean_along(const lattice *at, int window, double *values, double *work)
{
    memcpy(work, values, (size_t)at->count * sizeof *work);
    for (int k = 0; k < at->count; k++) {
        double sum = 0.0;
        for (int i = k - window; i <= k + window; i++) {
            int last = at->count - 1;
            int from = at->is_loop ? (int)exact_wrap(i, at->count)
                       : i < 0     ? 0
                       : i > last  ? last
                                   : i;
            sum += work[from];
        }
        values[k] = sum / (2 * window + 1);
    }
}

/* Returns how much more lightness than `push` a crest needs in a direction (1 = darker, -1 =
 * lighter). */
static double push_of(double step, double push, double direction, double want, double most)
{
    double far = direction * step;
    return exact_clamp(want - far + direction * push, 0.0, most) *
           exact_smoothstep(CLEAR_FROM - CLEAR_OVER, CLEAR_FROM, far);
}

/* Returns how many samples beside its own the corrections of a ridge depend on. */
static int reach_of(const separation *self, int ridge)
{
    return WINDOWS * window_of(self, ridge) + 1; /* 1 for the slope of the crest */
}

/* Fills crest_line.view of a ridge. */
static rl_status look_at(preparation *work, int ridge, rl_error *error)
{
    const separation *self = work->subject;
    const rl_frame *frame = self->frame;
    int beside = 0; /* samples at the ends that only farther ridges need */
    (void)error;
    for (int i = 0; self->at.is_part && i < ridge; i++)
        beside += reach_of(self, i);
    for (int k = 0; k < self->at.count && !ridge_of(frame, ridge)->is_flat; k++) {
        double before = 0.0; /* height of what is before the crest: of the picture's lower edge */
        for (int i = ridge + 1; i < frame->scene.ridge_count; i++)
            before = exact_max(before, self->line[i].height[k]);
        before -= self->line[ridge].height[k];
        crest_view view = {.behind = -1.0, .ridge = -1, .is_first = before <= 0.0};
        if (before <= HIDDEN && k >= beside && k < self->at.count - beside)
            look_behind(self, ridge, k, &view);
        double unused_fade;
        if (view.behind >= 0.0)
            view.crest = land_lightness(self, ridge, k, AWAY * frame->unit_share, &unused_fade);
        self->line[ridge].view[k] = view;
    }
    return RL_OK;
}

/* Measures the steps of a crest; returns their mean where it is seen. */
static double measure(separation *self, int ridge)
{
    double sum = 0.0, want = self->frame->scene.land_separation;
    int seen = 0;
    for (int k = 0; k < self->at.count; k++) {
        const crest_view *view = &self->line[ridge].view[k];
        double behind = view->behind;
        if (view->ridge >= 0)
            behind += view->fade * (double)self->line[view->ridge].push[k];
        self->step[k] = behind < 0.0 ? want : behind - view->crest;
        if (behind >= 0.0 && view->is_first && self->line[ridge].height[k] < 1.0 &&
            exact_abs(sample_x(self, k)) <= HALF_MOST) {
            sum += self->step[k];
            seen++;
        }
    }
    mean_along(&self->at, window_of(self, ridge), self->step, self->scratch);
    return seen > 0 ? sum / seen : 0.0;
}

static void correct(separation *self, int ridge)
{
    double darker = self->darker[ridge], want = self->frame->scene.land_separation;
    float *push = self->line[ridge].push;
    int is_near = ridge_has(&self->frame->scene.ridge[ridge], RIDGE_NEAR);
    double darkest = is_near ? DARKER_NEAR : DARKER_MOST;
    double lightest = is_near ? LIGHTER_NEAR : LIGHTER_MOST;
    int window = window_of(self, ridge);
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < self->at.count; k++)
            self->more[k] =
                (1.0 - darker) * push_of(self->step[k], (double)push[k], -1.0, want, lightest) -
                darker * push_of(self->step[k], (double)push[k], 1.0, want, darkest);
        for (int mean = round == 0 ? 0 : 1; mean < 2; mean++)
            mean_along(&self->at, window, self->more, self->scratch);
        for (int k = 0; k < self->at.count; k++)
            push[k] = (float)exact_clamp((double)push[k] + self->more[k], -darkest, lightest);
    }
}

static rl_status find_heights(preparation *work, int ridge, rl_error *error)
{
    const separation *self = work->subject;
    ridge_grid grid = {.first = self->at.first, .step = self->at.step, .detail = self->at.step};
    return profile_heights(self->frame->profile, ridge, &grid, (size_t)self->at.count,
                           self->line[ridge].height, error);
}

/* Measures and corrects all ridges, far to near, on a lattice, and decides their directions if
 * `decides`. */
static rl_status go_over(preparation *work, separation *self, int decides, rl_error *error)
{
    work->subject = self;
    const rl_frame *frame = self->frame;
    TRY(prepare_each(work, frame->scene.ridge_count, find_heights, error));
    TRY(prepare_each(work, frame->scene.ridge_count, look_at, error));
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        memset(self->line[i].push, 0, (size_t)self->at.count * sizeof *self->line[i].push);
        if (ridge_of(frame, i)->is_flat)
            continue;
        double mean = measure(self, i);
        if (decides)
            self->darker[i] = exact_smoothstep(LIGHTER_TO, DARKER_FROM, mean);
        correct(self, i);
    }
    return RL_OK;
}

/* ---- frames ------------------------------------------------------------------------------ */

/* Returns the samples from x = `left` to `right` (U), and those beside them that means reach.  In a
 * part of a world a ridge also needs those that the means of all ridges behind it reach, so that
 * other parts have the same corrections. */
static lattice lattice_over(const separation *self, double left, double right, int is_part)
{
    double loop = self->frame->loop;
    if (loop > 0.0) {
        int count = (int)exact_max(exact_round(loop / STEP), 1.0);
        return (lattice){.count = count, .is_loop = 1, .step = loop / count};
    }
    int reach = WINDOWS * WINDOW_PLAIN + 1;
    for (int i = 0; is_part && i < self->frame->scene.ridge_count; i++)
        reach += reach_of(self, i);
    int64_t first = exact_floor(left / STEP) - reach;
    int64_t last = exact_floor(right / STEP) + 1 + reach;
    int count = (int)(last - first + 1);
    return (lattice){.first = first, .count = count, .is_part = is_part, .step = STEP};
}

static rl_status open_lattice(separation *self, lattice at, rl_error *error)
{
    const rl_frame *frame = self->frame;
    size_t count = (size_t)at.count, ridges = (size_t)frame->scene.ridge_count;
    size_t bytes = sizeof(crest_view) + sizeof(double) + sizeof(float);
    crest_view *view = memory_array(frame->allocator, count, ridges * bytes + 3 * sizeof(double));
    TRY(status_memory(view != NULL, "ridges", error));
    double *line = (double *)(view + ridges * count);
    float *push = (float *)(line + (ridges + 3) * count);
    for (size_t i = 0; i < ridges; i++)
        self->line[i] = (crest_line){line + i * count, view + i * count, push + i * count};
    self->at = at;
    self->memory = view;
    self->step = line + ridges * count;
    self->more = self->step + count;
    self->scratch = self->more + count;
    return RL_OK;
}

static float push_at(const separation *self, int ridge, double x)
{
    const lattice *at = &self->at;
    double place = x / at->step - (double)at->first;
    if (!at->is_loop) /* Nodes beyond the picture are not seen. */
        place = exact_clamp(place, 0.0, at->count - LAST_SAMPLE);
    int64_t left = exact_floor(place), right = left + 1;
    if (at->is_loop) {
        left = exact_wrap(left, at->count);
        right = exact_wrap(right, at->count);
    }
    const float *push = self->line[ridge].push;
    return (float)exact_mix((double)push[left], (double)push[right],
                            place - (double)exact_floor(place));
}

static rl_status spread(const separation *self, rl_error *error)
{
    const rl_frame *frame = self->frame;
    size_t nodes = (size_t)frame->blocks * (size_t)(frame->block / frame->step) + 1;
    int64_t first = frame->first_block * (frame->block / frame->step);
    for (int i = 0; i < frame->scene.ridge_count; i++) {
        ridge_layer *ridge = ridge_of(frame, i);
        if (ridge->is_flat)
            continue;
        float *apart = arena_array(frame->arena, nodes, sizeof *apart);
        TRY(status_memory(apart != NULL, "ridges", error));
        for (size_t n = 0; n < nodes; n++)
            apart[n] = push_at(self, i,
                               ((double)(first + (int64_t)n) * frame->step - 0.5 * frame->width) /
                                   frame->unit);
        ridge->apart = apart;
    }
    return RL_OK;
}

rl_status separation_make(preparation *work, rl_error *error)
{
    const rl_frame *frame = work->frame;
    /* Heights of a panorama are known in the part alone, and its air is that of its distances. */
    if (frame->scene.land_separation <= 0.0 || frame->unit < LEAST_UNIT ||
        frame->profile->vista != NULL)
        return RL_OK;
    separation self = {.frame = frame};
    double half = 0.5 * frame->width / frame->unit;
    int is_one =
        frame->loop > 0.0 || (frame->scene.extent == RL_EXTENT_PICTURE && half <= WHOLE_MOST);
    double wide = is_one ? half : exact_min(half, HALF_MOST);
    rl_status status = open_lattice(&self, lattice_over(&self, -wide, wide, 0), error);
    if (status == RL_OK)
        status = go_over(work, &self, 1, error);
    if (status == RL_OK && !is_one) {
        double left = (double)frame->first_block * frame->block / frame->unit - half;
        double right = left + (double)frame->blocks * frame->block / frame->unit;
        memory_free(frame->allocator, self.memory);
        self.memory = NULL;
        status = open_lattice(&self, lattice_over(&self, left, right, 1), error);
        if (status == RL_OK)
            status = go_over(work, &self, 0, error);
    }
    if (status == RL_OK)
        status = spread(&self, error);
    work->subject = NULL;
    memory_free(frame->allocator, self.memory);
    return status;
}
