/* project.c - the camera of the surface view: see project.h. */
#include "map/project.h"

#include "base/exact.h"

/* A picture is no taller than this many widths, however the heights are exaggerated. */
#define TALLEST 2.0

double project_cosine(double degrees)
{
    double turn = degrees / 360.0;
    double cosine = exact_cos_turn(turn - (double)exact_floor(turn));
    return exact_abs(cosine) < 1e-14 ? 0.0 : cosine;
}

double project_sine(double degrees)
{
    return project_cosine(degrees - 90.0);
}

projection project_turn(double azimuth, double elevation)
{
    double c = project_cosine(azimuth), s = project_sine(azimuth);
    double level = project_cosine(elevation), rise = project_sine(elevation);
    projection self = {
        .right = {c, s},
        .up = {-s * rise, c * rise, level},
        .toward = {s * level, -c * level, rise},
        .scale = 1.0,
    };
    return self;
}

projected project_point(const projection *self, double x, double y, double z)
{
    projected point = {
        self->middle_x + self->scale * (x * self->right[0] + y * self->right[1]),
        self->middle_y - self->scale * (x * self->up[0] + y * self->up[1] + z * self->up[2]),
        -(x * self->toward[0] + y * self->toward[1] + z * self->toward[2]),
    };
    return point;
}

void project_ground(const projection *self, double picture_x, double picture_y, double z, double *x,
                    double *y)
{
    double across = (picture_x - self->middle_x) / self->scale;
    double above = (self->middle_y - picture_y) / self->scale - z * self->up[2];
    double ahead = above / self->toward[2]; /* toward[2] = sine of the elevation */
    *x = across * self->right[0] - ahead * self->right[1];
    *y = across * self->right[1] + ahead * self->right[0];
}

void project_fit(projection *self, const project_extent *extent, int width, double margin)
{
    double edge = margin * width, inner = width - 2.0 * edge;
    double tall = extent->top - extent->bottom;
    self->scale = exact_min(inner / (2.0 * extent->across), TALLEST * inner / tall);
    self->width = width;
    self->height = (int)(tall * self->scale + 2.0 * edge + 0.5);
    self->middle_x = 0.5 * width;
    self->middle_y = 0.5 * self->height + 0.5 * (extent->top + extent->bottom) * self->scale;
}
