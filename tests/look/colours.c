/* colours.c - layers keep their colour, and gradients have no bands. */
#include "base/exact.h"
#include "frame/frame.h"
#include "look/look.h"

/* Colours nearer to grey than this are seen as grey: half a mood's usual chroma
 * for land, about one just noticeable difference from half of itself. */
#define LEAST_CHROMA 0.03

/* Mean chroma of a layer in the band of pixels just below its edge, or LOOK_NONE
 * where next to nothing of it is seen. */
static double layer_chroma(const look_picture *p, int ridge)
{
    double sum = 0.0;
    int count = 0;
    for (int x = 0; x < LOOK_WIDTH; x++) {
        int y = look_edge_row(p, ridge, x, 16);
        for (int row = y + 2; y >= 0 && row < y + 10 && p->land[row][x] == ridge; row++) {
            sum += (double)p->chroma[row][x];
            count++;
        }
    }
    return count > LOOK_WIDTH / 4 ? sum / count : LOOK_NONE;
}

static double most_of(const double *values, int from, int to)
{
    double most = 0.0;
    for (int i = from; i < to; i++)
        most = exact_max(most, values[i]);
    return most;
}

/* Mud: a layer, or several, greyer than what stands behind and before them.  The
 * least chroma of a middle layer as a share of the lesser of the two, each the most
 * colourful on its side.  Nothing to say where these are as good as grey (ink,
 * storm), and of snow, which is white for a reason. */
double colours_mud(const look_picture *p)
{
    double chroma[RL_MAX_RIDGES];
    int ridge[RL_MAX_RIDGES];
    int seen = 0;
    for (int i = 0; i < p->scene->ridge_count; i++) {
        chroma[seen] = layer_chroma(p, i);
        ridge[seen] = i;
        seen += chroma[seen] != LOOK_NONE;
    }
    double least = LOOK_ANY;
    for (int k = 1; k + 1 < seen; k++) {
        double around = exact_min(most_of(chroma, 0, k), most_of(chroma, k + 1, seen));
        if (around >= LEAST_CHROMA && p->scene->ridge[ridge[k]].snow == 0.0 &&
            !look_has_own_colours(p, ridge[k]))
            least = exact_min(least, chroma[k] / around);
    }
    return least == LOOK_ANY ? LOOK_NONE : least;
}

/* The longest run of equal rows in the mean of the sky's left columns. */
double colours_longest_band(const look_picture *p)
{
    int longest = 0, run = 0;
    long last = -1;
    for (int y = 0; y < LOOK_HEIGHT / 3; y++) {
        long sum = 0;
        for (int x = 0; x < 64; x++)
            sum += p->rgb[y][x][0] + p->rgb[y][x][1] + p->rgb[y][x][2];
        run = sum == last ? run + 1 : 0;
        last = sum;
        longest = run > longest ? run : longest;
    }
    return longest;
}

/* The sum of a row's samples over the columns of a window, and of the row below:
 * the dither's pattern repeats after two. */
static long window_sum(const look_picture *p, int x, int y, int columns)
{
    long sum = 0;
    for (int i = 0; i < 2 * columns; i++) {
        const uint8_t *rgb = p->rgb[y + i % 2][x + i / 2];
        sum += rgb[0] + rgb[1] + rgb[2];
    }
    return sum;
}

/* The sharpest turn of the sky's gradient downward, in steps of 8 bits: the edge
 * of a band.  Clouds, stars, aurora, rare things and the disc have edges of their own. */
double colours_band_edge(const look_picture *p)
{
    enum { COLUMNS = 64, APART = 2 };
    double most = 0.0;
    if (scene_real(p->scene, "clouds.amount") > 0.0 || scene_int(p->scene, "sky.cumulus") > 0 ||
        p->scene->plume > 0.0 || p->scene->city_height > 0.0 ||
        scene_real(p->scene, "stars.amount") > 0.0 || scene_real(p->scene, "aurora.amount") > 0.0 ||
        scene_real(p->scene, "weather.rainbow") > 0.0 ||
        scene_int(p->scene, "sky.comet") != RL_COMET_NONE)
        return LOOK_NONE;
    for (int x = 0; x + COLUMNS <= LOOK_WIDTH; x += COLUMNS) {
        double away = exact_abs(x + COLUMNS / 2 - p->frame->light.sun_x) - COLUMNS / 2;
        int foot = LOOK_HEIGHT;
        for (int i = 0; i < COLUMNS; i++) /* no tree is as tall */
            foot = (int)exact_min(foot, LOOK_HEIGHT - look_skyline(p, x + i) - 20.0);
        for (int y = 0; y + 2 * APART + 1 < foot && away > 0.1 * p->frame->unit; y++) {
            long turn = window_sum(p, x, y, COLUMNS) - 2 * window_sum(p, x, y + APART, COLUMNS) +
                        window_sum(p, x, y + 2 * APART, COLUMNS);
            most = exact_max(most, exact_abs((double)turn) / (2 * COLUMNS * 3));
        }
    }
    return most;
}
