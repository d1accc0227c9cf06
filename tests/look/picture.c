/* picture.c - paints a scene and finds out what is seen where. */
#include <stdio.h>
#include <stdlib.h>

#include "base/exact.h"
#include "frame/frame.h"
#include "look/look.h"
#include "ridge/family.h"
#include "scene/choice.h"
#include "scene/keys.h"

static void fail(const rl_error *error)
{
    fprintf(stderr, "look: %s\n", error->text);
    exit(EXIT_FAILURE);
}

rl_frame *look_frame(const rl_scene *scene, const rl_view *view)
{
    rl_frame *frame = NULL;
    rl_error error;
    if (rl_frame_new(&frame, scene, view, &error) != RL_OK)
        fail(&error);
    return frame;
}

void look_rows(const rl_frame *frame, int rows, void *pixels, int width, int bytes_per_sample)
{
    rl_error error;
    if (rl_paint(frame, 0, rows, pixels, (size_t)width * 3 * (size_t)bytes_per_sample, &error) !=
        RL_OK)
        fail(&error);
}

uint8_t *look_pixels(const rl_scene *scene, int width, int height)
{
    rl_view view = {.struct_size = sizeof view, .width = width, .height = height};
    rl_frame *frame = look_frame(scene, &view);
    uint8_t *pixels = malloc((size_t)width * (size_t)height * 3);
    if (pixels == NULL) {
        fprintf(stderr, "look: %dx%d: out of memory\n", width, height);
        exit(EXIT_FAILURE);
    }
    look_rows(frame, height, pixels, width, 1);
    rl_frame_free(frame);
    return pixels;
}

void look_seeded(rl_scene *scene, uint64_t seed)
{
    scene_init(scene);
    scene->seed = seed;
    scene->has_seed = 1;
}

const char *look_place(rl_scene *scene, int place, int nth)
{
    int worlds = 0;
    while (rl_world_name((size_t)worlds) != NULL)
        worlds++;
    const char *name = place < worlds ? rl_world_name((size_t)place)
                                      : rl_composition_name((size_t)(place - worlds));
    if (name == NULL)
        return NULL;
    look_seeded(scene, choice_hash(name) % 900 + (uint64_t)nth);
    *(place < worlds ? &scene->world : &scene->composition_index) =
        place < worlds ? place : place - worlds;
    return name;
}

/* Pictures have few colours, and OKLab costs three cube roots: what was worked
 * out once is kept, one colour a place. */
oklab look_lab(const uint8_t rgb[3])
{
    static struct {
        rl_colour colour;
        int known;
        oklab lab;
    } cache[1 << 16];
    rl_colour colour = rgb[0] << 16 | rgb[1] << 8 | rgb[2];
    size_t place = ((uint32_t)colour * UINT32_C(2654435761)) >> 16;
    if (!cache[place].known || cache[place].colour != colour) {
        cache[place].known = 1;
        cache[place].colour = colour;
        cache[place].lab = colour_to_oklab(colour);
    }
    return cache[place].lab;
}

int look_is_night(const look_picture *p)
{
    return colour_to_oklab(p->scene->palette.sky[0]).l < 0.30;
}

int look_has_own_colours(const look_picture *p, int ridge)
{
    ridge_ground ground = ridge_family_of(&p->scene->ridge[ridge])->ground;
    return ground == RIDGE_GROUND_FIELDS || ground == RIDGE_GROUND_HEATH;
}

double look_skyline(const look_picture *p, int x)
{
    double top = p->scene->lake_ridge > 0 ? p->scene->lake_level * LOOK_HEIGHT : 0.0;
    for (int i = 0; i < p->scene->ridge_count; i++)
        top = exact_max(top, p->height[i][x]);
    return top;
}

static int land_at(const look_picture *p, int x, int y)
{
    double height = LOOK_HEIGHT - y - 0.5;
    int lake = p->scene->lake_ridge;
    int under_water = lake > 0 && height < p->scene->lake_level * LOOK_HEIGHT;
    for (int i = p->scene->ridge_count - 1; i >= 0; i--) {
        if (under_water && i < lake)
            return LOOK_WATER;
        if (p->height[i][x] > height)
            return i;
    }
    return LOOK_SKY;
}

int look_edge_row(const look_picture *p, int i, int x, int margin)
{
    int y = LOOK_HEIGHT - (int)(p->height[i][x] + 0.5);
    if (y < margin || y >= LOOK_HEIGHT - margin)
        return -1;
    return p->land[y + 2][x] == i ? y : -1;
}

void look_paint(look_picture *p, const rl_scene *scene)
{
    rl_error error;
    rl_view view = {.struct_size = sizeof view, .width = LOOK_WIDTH, .height = LOOK_HEIGHT};
    p->frame = look_frame(scene, &view);
    p->scene = rl_frame_scene(p->frame);
    look_rows(p->frame, LOOK_HEIGHT, p->rgb, LOOK_WIDTH, 1);
    for (int i = 0; i < p->scene->ridge_count; i++)
        if (rl_frame_heights(p->frame, i, 0, LOOK_WIDTH, p->height[i], &error) != RL_OK)
            fail(&error);
    for (int y = 0; y < LOOK_HEIGHT; y++) {
        for (int x = 0; x < LOOK_WIDTH; x++) {
            oklab lab = look_lab(p->rgb[y][x]);
            p->light[y][x] = (float)lab.l;
            p->chroma[y][x] = (float)colour_chroma(lab);
            p->land[y][x] = (int8_t)land_at(p, x, y);
        }
    }
}

/* Plants and motifs are before land and sky, which some rules are about. */
void look_paint_bare(look_picture *p, const rl_scene *scene)
{
    static const char *const bare[][2] = {{"trees.height", "0"},  {"hero.height", "0"},
                                          {"ground.grass", "0"},  {"ground.flowers", "0"},
                                          {"motif.name", "none"}, {"aloft.name", "none"}};
    rl_scene other = *scene;
    rl_error error;
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
        if (rl_scene_set(&other, bare[i][0], bare[i][1], &error) != RL_OK)
            fail(&error);
    look_paint(p, &other);
}

void look_forget(look_picture *p)
{
    rl_frame_free(p->frame);
    p->frame = NULL;
}
