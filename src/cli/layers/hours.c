/* hours.c - the same layers at other hours: `--hours`, and one alpha for all of them.
 *
 * In: the scene of the command line.  Out: a frame for each hour, of the same land.  If the alpha
 * of a pixel differs between hours, as at the lights of a city, all hours get the largest alpha;
 * the colour behind is then mixed into the pixel, so that the composite of each hour stays the
 * same.
 */
#include "base/colour.h"
#include "base/status.h"
#include "cli/common/say.h"
#include "cli/layers/exporter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAY (24 * 60)
#define SUNRISE (6 * 60)

/* ---- the option --------------------------------------------------------- */

/* Reads --hours: N even steps from sunrise on, or HH:MM,HH:MM ... in the order of a day. */
int read_hours(options *opts, const option_row *row, const char *place, const char *value)
{
    layers_options *own = opts->own;
    uint64_t count;
    char item[8];
    (void)row;
    own->hour_count = 0;
    if (geometry_integer(&count, value, strlen(value), HOURS_MAX) && count >= 2) {
        for (own->hour_count = 0; own->hour_count < (int)count; own->hour_count++)
            own->hour[own->hour_count] = SUNRISE + own->hour_count * DAY / (int)count;
        return CODE_OK;
    }
    for (const char *list = value; list != NULL && own->hour_count < HOURS_MAX;) {
        int minute, last = own->hour_count > 0 ? own->hour[own->hour_count - 1] : -1;
        list = list_item(item, sizeof item, list);
        if (strlen(item) != 5 || item[2] != ':' || strspn(item, "0123456789:") != 5)
            break;
        int hours = 10 * (item[0] - '0') + item[1] - '0';
        int minutes = 10 * (item[3] - '0') + item[4] - '0';
        if (hours >= 24 || minutes >= 60)
            break;
        minute = 60 * hours + minutes;
        minute += minute <= last ? DAY : 0;
        if (last >= 0 && (minute <= last || minute >= own->hour[0] + DAY))
            break;
        own->hour[own->hour_count++] = minute;
        if (list == NULL && own->hour_count >= 2)
            return CODE_OK;
    }
    return say_error(
        CODE_USAGE,
        "%s %s: must be 2..%d, or hours of one day in their order, as 06:30,12:00,19:00", place,
        SHOW(value), HOURS_MAX);
}

/* ---- frames ------------------------------------------------------------- */

rl_status hours_add(backdrop *set, const rl_scene *scene, int minute, rl_error *error)
{
    backdrop_hour *hour = &set->hour[set->hour_count];
    const rl_view view = job_view(&set->job, set->width, set->height);
    TRY(rl_frame_new(&hour->frame, scene, &view, error));
    set->hour_count++;
    hour->minute = minute;
    hour->colour_count = rl_frame_colours(hour->frame, hour->colours);
    if (minute < 0)
        return RL_OK;
    int of_day = minute % DAY;
    snprintf(hour->clock, sizeof hour->clock, "%02d:%02d", of_day / 60, of_day % 60);
    snprintf(hour->suffix, sizeof hour->suffix, "-%02d%02d", of_day / 60, of_day % 60);
    return RL_OK;
}

rl_status scene_at(const backdrop *set, rl_scene **scene, int minute, rl_error *error)
{
    const rl_scene *first = rl_frame_scene(set->hour[0].frame);
    TRY(rl_scene_copy(scene, set->job.source.scene, error));
    scene_put_time(*scene, minute % DAY);
    /* the land is that of the first frame */
    scene_take(*scene, first, "land.take " MOTIF_KEYS);
    return RL_OK;
}

rl_status hours_prepare(backdrop *set, rl_error *error)
{
    for (int i = 1; i < set->own->hour_count; i++) {
        rl_scene *scene;
        TRY(scene_at(set, &scene, set->own->hour[i], error));
        rl_status status = hours_add(set, scene, set->own->hour[i], error);
        rl_scene_free(scene);
        TRY(status);
        if (rl_frame_layers(set->hour[i].frame) != rl_frame_layers(set->hour[0].frame))
            return status_fail(error, RL_INTERNAL,
                               "--hours: the layers at %s differ from those of the first hour",
                               set->hour[i].clock);
    }
    return RL_OK;
}

/* ---- one alpha ---------------------------------------------------------- */

int hours_agree(const uint8_t *rgba, size_t bytes, int count)
{
    for (const uint8_t *other = rgba + bytes; count > 1; other += bytes, count--)
        for (size_t i = 3; i < bytes; i += 4)
            if (other[i] != rgba[i])
                return 0;
    return 1;
}

/* Mixes the colour behind a pixel into it, so that the composite stays the same with the larger
 * alpha `most`. */
static void cover_more(const tone_tables *tone, uint8_t *pixel, const uint8_t *behind, int most)
{
    float share = (float)pixel[3] / (float)most;
    for (int c = 0; c < 3; c++) {
        float own = tone_decode(tone, (float)pixel[c] * (1.0f / 255.0f));
        float under = tone_decode(tone, (float)behind[c] * (1.0f / 255.0f));
        pixel[c] = (uint8_t)(tone_encode(tone, under + (own - under) * share) * 255.0f + 0.5f);
    }
}

void hours_unite(const backdrop *set, uint8_t *rgba, const uint8_t *behind)
{
    size_t bytes = 4 * (size_t)set->width * (size_t)set->height;
    for (size_t i = 0; i < bytes; i += 4) {
        int most = 0, least = 255;
        for (int h = 0; h < set->hour_count; h++) {
            int alpha = rgba[bytes * (size_t)h + i + 3];
            most = alpha > most ? alpha : most;
            least = alpha < least ? alpha : least;
        }
        for (int h = 0; h < set->hour_count && least < most; h++) {
            uint8_t *pixel = rgba + bytes * (size_t)h + i;
            const uint8_t *under = behind + bytes * (size_t)h + i;
            if (set->hour[h].colour_count > 0) /* pixel art has hard edges and no mixed colours */
                memmove(pixel, pixel[3] >= 128 ? pixel : under, 3);
            else
                cover_more(&set->tone, pixel, under, most);
            pixel[3] = (uint8_t)most;
        }
    }
}

/* ---- pixels ------------------------------------------------------------- */

rl_status backdrop_layer_pixels(const backdrop *set, const rl_frame *frame, int layer,
                                uint8_t *rgba, rl_error *error)
{
    rl_painter *painter;
    TRY(rl_painter_new(&painter, frame, error));
    rl_status status = rl_painter_layer(painter, layer, 0, 0, set->width, set->height, rgba,
                                        4 * (size_t)set->width, error);
    rl_painter_free(painter);
    return status;
}
