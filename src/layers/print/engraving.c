/* engraving.c - an engraving: lines of one ink, whose width is the tone and whose course is the
 * form of the land.
 */
#include "layers/print/engraving.h"

#include "base/hash.h"
#include "base/status.h"
#include "frame/light.h"
#include "frame/profile.h"
#include "layers/core/kind.h"

extern const layer_kind kind_city;

#define STREAM 9730
#define PITCH 0.0072     /* distance of lines, U */
#define LEAN 0.26        /* greatest slope of the lines of land, U per U */
#define BEND 0.55        /* share of the height of the land by which its lines are raised */
#define BEND_REACH 5     /* samples to each side over which crests are smoothed, twice */
#define SWAY_LAND 0.8    /* wandering of lines of land, distances of lines */
#define SWAY_LEVEL 0.4   /* as SWAY_LAND, of sky, water and all without a crest */
#define RIM_LEAST 0.25   /* least tone by which a crest is made darker or lighter */
#define RIM_MOST 0.50    /* greatest such tone */
#define RIM_STEP 0.40    /* difference of tones of a crest and of what is behind it */
#define RIM_LIGHTER 0.02 /* how much lighter than what is behind it darker land may be, OKLab */
#define RIM_SHARE 0.7    /* share of a ridge in what is behind the next one */
#define PLANT_DARK 1.3   /* factor of the tone of plants: they are nearly solid */
#define INK_LIGHT 0.24   /* greatest lightness of the ink, OKLab */
#define INK_CHROMA 1.2   /* its chroma, relative to that of the nearest land */
#define PAPER_A 0.003    /* colour of the paper, OKLab */
#define PAPER_B 0.030
#define PAPER_TONE 0.50 /* share of the sky's hue in the paper; e-paper has none */

/* Lightness of the sky that is left blank, OKLab: its range, and how much lighter than the mean of
 * the lightest row it is.  Least and greatest range of lightness down to solid ink. */
#define BLANK_LEAST 0.36
#define BLANK_MOST 0.93
#define BLANK_ABOVE 0.02
#define RANGE_LEAST 0.32
#define RANGE_MOST 0.72
#define GLOW_SHARE 0.6                 /* weight of the lightest place of a row against its mean */
enum { SKY_ROWS = 6, SKY_PLACES = 9 }; /* places at which the sky is measured */

/* Writes how much the lines of a ridge are raised: its smoothed crest. */
static rl_status find_bend(const rl_frame *frame, const struct frame_print *print,
                           const float *crest, const float **out, rl_error *error)
{
    int count = print->columns;
    float *work = arena_array(frame->arena, (size_t)count, sizeof *work);
    float *bend = arena_array(frame->arena, (size_t)count, sizeof *bend);
    TRY(status_memory(work != NULL && bend != NULL, "print", error));
    print_smooth(crest, work, count, BEND_REACH);
    print_smooth(work, bend, count, BEND_REACH);
    for (int i = 0; i < count; i++)
        bend[i] *= (float)BEND;
    *out = bend;
    return RL_OK;
}

/* Writes the polynomials through the encoded colours of ink, two mixtures, and paper. */
static void find_curve(oklab paper, oklab ink, float curve[3][4])
{
    linear_rgb from = colour_oklab_to_linear(paper), to = colour_oklab_to_linear(ink);
    const double light[3][2] = {{from.r, to.r}, {from.g, to.g}, {from.b, to.b}};
    double least = exact_sqrt((double)GRAVER_DARK), root[4], d[4];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            root[i] = exact_mix(least, 1.0, i / 3.0);
            double ink_share = (1.0 - root[i] * root[i]) / (1.0 - (double)GRAVER_DARK);
            d[i] = colour_encode(
                exact_clamp(exact_mix(light[k][0], light[k][1], ink_share), 0.0, 1.0));
        }
        for (int order = 1; order < 4; order++) /* Newton's divided differences */
            for (int i = 3; i >= order; i--)
                d[i] = (d[i] - d[i - 1]) / (root[i] - root[i - order]);
        double term[4] = {d[3], 0.0, 0.0, 0.0};
        for (int i = 2; i >= 0; i--) { /* term = term * (x - root) + d */
            for (int n = 3; n > 0; n--)
                term[n] = term[n - 1] - term[n] * root[i];
            term[0] = d[i] - term[0] * root[i];
        }
        for (int n = 0; n < 4; n++)
            curve[k][n] = (float)term[n];
    }
}

/* Finds the inks, and the lightness of blank paper. */
static void find_inks(const rl_frame *frame, engraving *all)
{
    const rl_scene *scene = &frame->scene;
    const frame_layer *sky = &frame->layer[0];
    double chroma = INK_CHROMA * scene_real(scene, "print.chroma"), most = 0.0;
    oklab near = light_land(&scene->palette, 1.0);
    oklab middle = frame->light.sky.colour[frame->light.sky.count / 2];
    double tone = scene->inks > 0 ? 0.0 : PAPER_TONE * scene_real(scene, "print.chroma");
    find_curve((oklab){scene_real(scene, "print.paper"), PAPER_A + tone * middle.a,
                       PAPER_B + tone * middle.b},
               (oklab){exact_min(near.l, INK_LIGHT), chroma * near.a, chroma * near.b}, all->curve);
    for (int i = 0; i < SKY_ROWS; i++) {
        double sum = 0.0, top = 0.0, row = (1.0 - frame->light.horizon) * (i + 0.5) / SKY_ROWS;
        for (int k = 0; k < SKY_PLACES; k++) {
            shade_colour c = sky->kind->tint(frame, sky, frame->width * (k + 0.5) / SKY_PLACES,
                                             row * frame->height);
            linear_rgb light = {colour_decode((double)c.r), colour_decode((double)c.g),
                                colour_decode((double)c.b)};
            double l = colour_linear_to_oklab(light).l;
            sum += l / SKY_PLACES;
            top = exact_max(top, l);
        }
        most = exact_max(most, exact_mix(sum, top, GLOW_SHARE));
    }
    double blank = exact_clamp(most + BLANK_ABOVE, BLANK_LEAST, BLANK_MOST);
    all->light = (float)blank;
    all->per_tone = (float)(1.0 / exact_clamp(blank - near.l, RANGE_LEAST, RANGE_MOST));
}

/* Finds the mean lightness of a ridge below its crest, without relief and plants. */
static rl_status find_middle(const rl_frame *frame, const frame_layer *layer, float *out,
                             rl_error *error)
{
    static const double drop[] = {0.02, 0.07, 0.14}; /* U below the crest */
    enum { DROPS = sizeof drop / sizeof *drop };
    double heights[SKY_PLACES], sum = 0.0;
    ridge_grid grid = {.first = -(SKY_PLACES / 2),
                       .step = frame->width / frame->unit / SKY_PLACES,
                       .detail = frame->width / frame->unit / SKY_PLACES};
    TRY(profile_heights(frame->profile, layer->index, &grid, SKY_PLACES, heights, error));
    for (int i = 0; i < SKY_PLACES * DROPS; i++) {
        int place = i % SKY_PLACES;
        double y_px = (1.0 - heights[place]) * frame->height + drop[i / SKY_PLACES] * frame->unit;
        shade_colour c =
            layer->kind->far_tint(frame, layer, frame->width * (place + 0.5) / SKY_PLACES,
                                  exact_clamp(y_px, 0.5, frame->height - 0.5));
        linear_rgb light = {colour_decode((double)c.r), colour_decode((double)c.g),
                            colour_decode((double)c.b)};
        sum += colour_linear_to_oklab(light).l;
    }
    *out = (float)(sum / (SKY_PLACES * DROPS));
    return RL_OK;
}

/* Returns the tone of a lightness. */
static double tone_of(const engraving *all, double lightness)
{
    return exact_clamp(((double)all->light - lightness) * (double)all->per_tone, 0.0, 1.0);
}

static rl_status make_lines(preparation *work, const struct frame_print *print, engraving *all,
                            rl_error *error)
{
    const rl_frame *frame = work->frame;
    int groups = frame->layer[frame->layers - 1].group + 1;
    graver_lines *lines = arena_zeroed(frame->arena, (size_t)groups, sizeof *lines);
    TRY(status_memory(lines != NULL, "print", error));
    float foot = all->half_height + 1.0f;
    double behind = (double)all->light; /* lightness of what is behind, far to near */
    float shore = (float)((0.5 - frame->scene.lake_level) * frame->height / frame->unit);
    for (int i = 0; i < groups; i++) {
        const print_sheet *sheet = &print->sheet[i];
        double turn = 2.0 * hash_unit(hash_at(hash_key(frame->scene.seed, STREAM), 0, i)) - 1.0;
        lines[i] =
            (graver_lines){.down = (float)(1.0 / PITCH),
                           .sway = (float)(sheet->crest != NULL ? SWAY_LAND : SWAY_LEVEL),
                           .noise = {.hash = sheet->crest != NULL ? sheet->hash : 0},
                           .dark = sheet->material == PRINT_PLANT ? (float)PLANT_DARK : 1.0f};
        const frame_layer *layer = &frame->layer[block_group(frame, i)];
        int is_outlined = sheet->material == PRINT_LAND || sheet->material == PRINT_THING;
        lines[i].outlined_to = !is_outlined ? -foot : layer->kind == &kind_city ? shore : foot;
        if (sheet->crest == NULL)
            continue;
        if (frame->loop <= 0.0)
            lines[i].along = (float)(turn * LEAN / PITCH);
        TRY(find_middle(frame, layer, &lines[i].middle, error));
        double middle = (double)lines[i].middle;
        /* Before land so dark that no darker crest stands off it, white lines show better. */
        double step = tone_of(all, middle) - tone_of(all, behind);
        int is_darker = middle <= behind + RIM_LIGHTER && tone_of(all, behind) + RIM_STEP <= 1.0;
        double rim = exact_clamp(RIM_STEP + (is_darker ? -step : step), RIM_LEAST, RIM_MOST);
        lines[i].rim = (float)(is_darker ? rim : -rim);
        behind = exact_mix(behind, middle, RIM_SHARE);
        TRY(find_bend(frame, print, sheet->crest, &lines[i].bend, error));
    }
    all->lines = lines;
    return RL_OK;
}

static rl_status prepare(preparation *work, struct frame_print *print, rl_error *error)
{
    const rl_frame *frame = work->frame;
    engraving *all = arena_zeroed(frame->arena, 1, sizeof *all);
    TRY(status_memory(all != NULL, "print", error));
    all->contrast = (float)scene_real(&frame->scene, "print.contrast");
    all->detail = (float)scene_real(&frame->scene, "print.detail");
    all->sun_x = (frame->light.sun_x - 0.5 * frame->width) / frame->unit;
    all->sun_y = (frame->light.sun_y - 0.5 * frame->height) / frame->unit;
    all->sun_radius = (float)(frame->light.sun_radius / frame->unit);
    all->has_face = frame->scene.moon != 0 || frame->scene.sun_eclipse > 0.0;
    all->margin = (float)scene_real(&frame->scene, "print.margin");
    all->half_width = (float)(0.5 * frame->width / frame->unit);
    all->half_height = (float)(0.5 * frame->height / frame->unit);
    all->seal = print_seal_of(frame, (double)all->margin);
    find_inks(frame, all);
    TRY(make_lines(work, print, all, error));
    print->data = all;
    return RL_OK;
}

extern print_layer *const engraving_layers[CPU_KERNELS];

const print_kind print_engraving = {.name = "engraving",
                                    .layer = engraving_layers,
                                    .prepare = prepare,
                                    .is_lines = 1,
                                    .skips = PRINT_NO_BASE | PRINT_NO_BARE,
                                    .step = 0.2};
