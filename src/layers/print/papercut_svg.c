/* papercut_svg.c - writes the sheets of a papercut as paths of SVG. */
#include "base/exact.h"
#include "base/svg.h"
#include "base/text.h"
#include "layers/print/papercut.h"

#define HUNDRED 100.0          /* coordinates are rounded to 1 / HUNDRED pixel */
enum { ROUND = 180 };          /* corners of a ring */
#define WAVE_STEP (1.0 / 16.0) /* corners of a wave are so many waves apart */

extern print_draw papercut_draw;

/* A drawing of sheets in pixels. */
typedef struct cut_drawing {
    svg_writer *out;
    const rl_frame *frame;
    const papercut *all;
} cut_drawing;

static void put_number(const cut_drawing *d, double pixels)
{
    svg_put(d->out, "%s ", text_real(exact_round(pixels * HUNDRED) / HUNDRED).text);
}

/* Writes a command and a place in U from the middle of the picture. */
static void put_place(const cut_drawing *d, char command, double x, double y)
{
    char name[2] = {command, '\0'};
    svg_text(d->out, name);
    put_number(d, x * d->frame->unit + 0.5 * d->frame->width);
    put_number(d, y * d->frame->unit + 0.5 * d->frame->height);
}

static void put_fill(const cut_drawing *d, const cut_colour *colour)
{
    unsigned rgb = 0;
    for (int k = 0; k < 3; k++)
        rgb = rgb << 8 |
              (unsigned)(exact_clamp((double)colour->tone[k], 0.0, 1.0) * 255.0 + 0.5);
    svg_put(d->out, " fill=\"#%06x\"", rgb);
}

static void put_ground(const cut_drawing *d, const cut_colour *colour)
{
    svg_text(d->out, "<rect width=\"100%\" height=\"100%\"");
    put_fill(d, colour);
    svg_text(d->out, "/>\n");
}

static void begin_path(const cut_drawing *d, const cut_colour *colour)
{
    svg_text(d->out, "<path class=\"sheet\"");
    put_fill(d, colour);
    svg_text(d->out, " d=\"");
}

static void end_path(const cut_drawing *d)
{
    svg_text(d->out, "z\"/>\n");
}

/* Ends the path of a sheet that reaches to the foot of the picture. */
static void end_sheet(const cut_drawing *d, double left, double right)
{
    put_place(d, 'L', right, (double)d->all->foot + 1.0);
    put_place(d, 'L', left, (double)d->all->foot + 1.0);
    end_path(d);
}

static void put_land(const cut_drawing *d, const cut_layer *layer)
{
    const papercut *all = d->all;
    double left = (double)all->first * all->step;
    if (layer->rule == CUT_LAND)
        put_ground(d, &layer->plant);
    for (int k = 0; k < CUT_EDGES; k++) {
        begin_path(d, &layer->colour[k]);
        for (int i = 0; i < all->columns; i++)
            put_place(d, i == 0 ? 'M' : 'L', left + i * all->step, (double)layer->edge[k].y[i]);
        end_sheet(d, left, left + (all->columns - 1) * all->step);
    }
}

static void put_strips(const cut_drawing *d, const cut_layer *layer)
{
    double left = -(double)d->all->half_width;
    put_ground(d, &layer->colour[0]);
    for (int k = 1; k < layer->strips; k++) {
        const cut_wave *wave = &layer->wave[k];
        double first = left * wave->waves + wave->phase, x = left;
        begin_path(d, &layer->colour[k]);
        for (int i = 0; x < -left; i++) {
            double turn = first + i * WAVE_STEP;
            double side = 2.0 * (turn - (double)exact_floor(turn)) - 1.0;
            double up = wave->is_puffed ? side * side : exact_fade(exact_abs(side));
            x = left + i * WAVE_STEP / wave->waves;
            put_place(d, i == 0 ? 'M' : 'L', x,
                      (double)wave->y + (double)wave->high * (2.0 * up - 1.0));
        }
        end_sheet(d, left, x);
    }
    for (int k = 0; k < CUT_GLINTS; k++) {
        const cut_glint *glint = &layer->glint[k];
        double x = (double)(d->all->sun_x + glint->x), y = (double)glint->y;
        double wide = (double)glint->wide, high = (double)glint->high;
        if (high <= 0.0)
            continue;
        begin_path(d, &glint->colour);
        put_place(d, 'M', x - wide, y);
        put_place(d, 'Q', x, y - 2.0 * high);
        put_place(d, ' ', x + wide, y);
        put_place(d, 'Q', x, y + 2.0 * high);
        put_place(d, ' ', x - wide, y);
        end_path(d);
    }
}

static void put_rings(const cut_drawing *d, const cut_layer *layer)
{
    const papercut *all = d->all;
    put_ground(d, &layer->colour[0]);
    for (int k = 0; k < all->rings; k++) {
        begin_path(d, &layer->colour[k + 1]);
        for (int i = 0; i < ROUND; i++) {
            double turn = (double)i / ROUND;
            double c1 = exact_cos_turn(turn);
            double s1 = exact_cos_turn((double)((i + ROUND - ROUND / 4) % ROUND) / ROUND);
            double radius = (double)all->ring[k].radius;
            double c = c1 * c1 - s1 * s1, s = 2.0 * c1 * s1;
            for (int n = 0; n < CUT_WAVES; n++) {
                radius += (double)all->ring[k].across[n] * c + (double)all->ring[k].along[n] * s;
                double turned = c * c1 - s * s1;
                s = s * c1 + c * s1;
                c = turned;
            }
            put_place(d, i == 0 ? 'M' : 'L', (double)all->sun_x + radius * c1,
                      (double)all->sun_y + radius * s1);
        }
        end_path(d);
    }
    svg_text(d->out, "<circle class=\"sheet\"");
    put_fill(d, &all->disc);
    svg_text(d->out, " cx=\"");
    put_number(d, (double)all->sun_x * d->frame->unit + 0.5 * d->frame->width);
    svg_text(d->out, "\" cy=\"");
    put_number(d, (double)all->sun_y * d->frame->unit + 0.5 * d->frame->height);
    svg_text(d->out, "\" r=\"");
    put_number(d, (double)all->sun_radius * d->frame->unit);
    svg_text(d->out, "\"/>\n");
}

/* Writes the seal, whose sign is cut out of it. */
static void put_seal(const cut_drawing *d)
{
    const print_seal *seal = &d->all->seal;
    double cell = (double)seal->cell;
    cut_colour red = {.tone = {seal_red[0], seal_red[1], seal_red[2]}};
    if (cell <= 0.0)
        return;
    begin_path(d, &red);
    for (int row = 0; row < SEAL_ROWS + 2 * SEAL_BORDER; row++)
        for (int column = -SEAL_HALF; column <= SEAL_HALF; column++) {
            int side = column < 0 ? -column : column, line = row - SEAL_BORDER;
            int is_sign = line >= 0 && line < SEAL_ROWS && side < SEAL_HALF;
            double x = (double)seal->x + (column - 0.5) * cell, y = (double)seal->y + row * cell;
            if (is_sign && (seal->sign[line] >> side & 1) != 0)
                continue;
            put_place(d, 'M', x, y);
            put_place(d, 'L', x + cell, y);
            put_place(d, 'L', x + cell, y + cell);
            put_place(d, 'L', x, y + cell);
        }
    end_path(d);
}

int papercut_draw(const rl_frame *frame, int group, svg_writer *out)
{
    const papercut *all = frame->print->data;
    const cut_drawing d = {out, frame, all};
    const cut_layer *layer = &all->layer[group];
    if (layer->rule == CUT_LAND || layer->rule == CUT_SHORE)
        put_land(&d, layer);
    else if (layer->rule == CUT_FLAT)
        put_ground(&d, &layer->colour[0]);
    else if (layer->rule == CUT_SKY && all->rings > 0)
        put_rings(&d, layer);
    else if (layer->rule == CUT_LEVEL || layer->rule == CUT_SKY)
        put_strips(&d, layer);
    if (layer->rule == CUT_PAINTED || layer->rule == CUT_STEPPED || layer->rule == CUT_CITY)
        return 0;
    put_seal(&d);
    return 1;
}
