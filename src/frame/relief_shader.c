/* relief_shader.c - a row of a table of faces; see relief_shader.h. */
#include "frame/relief_shader.h"

#include "base/exact.h"

/* The fine noises of rock: cells in a U sideways and down, octaves. */
#define GULLY_X 16.0
#define GULLY_D 26.0
#define GRAIN_X 22.0
#define GRAIN_D 34.0
#define GRAIN_DRIFT 30.0
#define FINE_OCTAVES 4

double shader_x(const relief_shader *s, int64_t column)
{
    return relief_x(s->frame, s->table, column);
}

/* U. */
static double column_width(const relief_shader *s)
{
    return s->table->step / s->frame->unit;
}

double shader_drift_most(const face_look *look, double depth)
{
    return look->drift * depth + look->gullies * exact_min(depth, 0.05);
}

void shader_fit(relief_shader *s)
{
    const double rates[RELIEF_NOISES] = {s->look->drift_x, GULLY_X, GRAIN_X};
    for (int which = 0; which < RELIEF_NOISES; which++) {
        s->rate[which] = rates[which];
        s->period[which] = noise_fit_rate(s->frame->loop, &s->rate[which]);
        for (int o = 0; o < RELIEF_OCTAVES; o++)
            s->cell[which][o].period = s->period[which] << o;
    }
    relief_snow_fit(&s->snow, s->frame->loop);
}

static double noise_scale(const relief_shader *s, int which)
{
    return which == RELIEF_FAR ? s->look->drift_d : which == RELIEF_NEAR ? GULLY_D : GRAIN_D;
}

static int noise_octaves(const relief_shader *s, int which)
{
    return which == RELIEF_FAR                               ? s->look->octaves
           : which == RELIEF_NEAR && s->look->gullies > 0.0  ? FINE_OCTAVES
           : which == RELIEF_GRAIN && s->look->texture > 0.0 ? FINE_OCTAVES
                                                             : 0;
}

/* The columns of an octave's lattice that the runs can touch at a depth. */
static void find_lines(const relief_shader *s, int which, int octave, double depth, int64_t *first,
                       int *count)
{
    double scale = (double)(1 << octave);
    double beyond = which == RELIEF_GRAIN ? GRAIN_DRIFT * shader_drift_most(s->look, depth) : 0.0;
    double left = shader_x(s, s->from + (int64_t)s->first_run * RELIEF_RUN);
    double right = shader_x(s, s->from + (int64_t)s->end_run * RELIEF_RUN);
    left = s->rate[which] * left - beyond;
    right = s->rate[which] * right + beyond;
    *first = exact_floor(left * scale) - 1;
    *count = (int)(exact_floor(right * scale) + 3 - *first);
}

size_t shader_count_lines(const relief_shader *s)
{
    size_t all = 0;
    for (int which = 0; which < RELIEF_NOISES && !s->look->by_height; which++) {
        for (int o = 0; o < noise_octaves(s, which); o++) {
            int64_t first;
            int count;
            find_lines(s, which, o, RELIEF_DEEPEST, &first, &count);
            all += (size_t)count + 1;
        }
    }
    return all;
}

/* Lays one noise at a depth; returns the first place behind its lines. */
static float *lay_noise(relief_shader *s, relief_noise *noise, int which, double depth,
                        float *lines)
{
    noise->key = s->key + (uint64_t)which;
    noise->octaves = noise_octaves(s, which);
    noise->rate = (float)(s->rate[which] * column_width(s));
    noise->scale = (float)noise_scale(s, which);
    noise->cell = s->cell[which];
    double weight = 0.5;
    for (int o = 0; o < noise->octaves && !s->look->by_height; o++) {
        int64_t first;
        int count;
        double y = noise_scale(s, which) * depth * (double)(1 << o);
        find_lines(s, which, o, depth, &first, &count);
        noise_lines(noise->key, o, first, count, y, weight, s->period[which] << o, lines);
        noise->first[o] = first;
        noise->lines[o] = lines;
        lines += 2 * (size_t)count;
        weight *= 0.5;
    }
    return lines;
}

/* Which relief_levels of blur a depth looks at: two, and that which knows crests. */
void shader_blurs(const relief_shader *s, double depth, int blur[3], double *part)
{
    double width = exact_max(s->look->blur * depth, s->look->blur_least);
    double level = exact_clamp(exact_log2(width / (RELIEF_BLUR * relief_step(s->frame, 0))), 0.0,
                               RELIEF_BLURS - 1.001);
    blur[0] = (int)level;
    blur[1] = (int)level + 1;
    blur[2] = RELIEF_CREST_BLUR;
    *part = level - (int)level;
    for (int k = 0; k < 3; k++)
        blur[k] = blur[k] < s->profile.finest ? s->profile.finest : blur[k];
}

relief_row shader_row(relief_shader *s, int j, const int blur[3], double part)
{
    const face_look *look = s->look;
    double d = relief_depth(j);
    relief_row row = {.by_height = look->by_height, .depth = (float)d, .part = (float)part};
    float *lines = s->lines;
    for (int which = 0; which < RELIEF_NOISES; which++)
        lines = lay_noise(s, &row.noise[which], which, d, lines);
    row.drift_far = (float)(look->drift * d);
    row.drift_near = (float)(look->gullies * exact_min(d, 0.05));
    row.grain = (float)look->texture;
    row.grain_drift = (float)GRAIN_DRIFT;
    row.calm = (float)look->calm;
    row.crest = (float)exact_smoothstep(0.01, 0.07, d);
    for (int k = 0; k < 3; k++) {
        double per_u = 1.0 / relief_step(s->frame, blur[k]);
        row.slope[k] = s->profile.blur[blur[k]].slope;
        row.per_drift[k] = (float)per_u;
        row.per_column[k] = (float)(per_u * column_width(s));
    }
    return row;
}

/* On which side of the sun a run lies. */
static void place_side(const relief_shader *s, relief_place *place, double x)
{
    double way = frame_lean(s->frame, s->frame->scene.sun_x - x);
    place->side = (float)(way / RELIEF_SIDE_WIDTH);
    place->side_rate = (float)(-column_width(s) / RELIEF_SIDE_WIDTH);
    if (s->frame->loop > 0.0) {
        double end = x + RELIEF_RUN * column_width(s);
        double more = frame_lean(s->frame, s->frame->scene.sun_x - end) - way;
        place->side_rate = (float)(more / (RELIEF_RUN * RELIEF_SIDE_WIDTH));
    }
}

/* What of a run's place is the same at all depths. */
void shader_place_run(relief_shader *s, int run)
{
    relief_place *place = &s->place[run];
    int64_t column = s->from + (int64_t)run * RELIEF_RUN;
    double x = shader_x(s, column);
    for (int which = 0; which < RELIEF_NOISES; which++) {
        double at = s->rate[which] * x;
        int64_t cell = exact_floor(at);
        place->cell[which] = cell;
        place->part[which] = (float)(at - (double)cell);
    }
    place_side(s, place, x);
    place->height = s->height != NULL ? s->height + (size_t)run * RELIEF_RUN : NULL;
    for (int c = 0; s->height != NULL && c < RELIEF_RUN; c++)
        s->height[run * RELIEF_RUN + c] =
            (float)relief_profile_height(&s->profile, shader_x(s, column + c));
}

void shader_place_slopes(const relief_shader *s, int run, const int blur[3])
{
    double x = shader_x(s, s->from + (int64_t)run * RELIEF_RUN);
    for (int k = 0; k < 3; k++) {
        double at = x / relief_step(s->frame, blur[k]);
        int64_t index = exact_floor(at);
        s->place[run].index[k] = (int32_t)(index - s->profile.blur[blur[k]].first);
        s->place[run].way[k] = (float)(at - (double)index);
    }
}
