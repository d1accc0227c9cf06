/* fuzz_api.c - the library by its calls: any scene, any view, every product of a frame,
 * memory that runs out anywhere.
 *
 * In: bytes that choose view, threads, the call of the allocator that fails, and a scene
 * (any_scene.c).  Held: rules of statuses, nothing stays allocated, nothing depends on
 * threads or kernels, a part is the part of the whole. */
#include "fuzz/any_map.h"
#include "fuzz/any_scene.h"

#define SIDE 64
#define PIXEL_BYTES 6 /* of a 16-bit picture, the most */

/* What an input asks for beside the scene. */
typedef struct plan {
    rl_view view;
    rl_render_options options;
    fuzz_memory memory;
    uint8_t wishes; /* which products: bits */
} plan;

enum { WISH_RENDER = 1, WISH_FACTS = 2, WISH_LAYERS = 4, WISH_MOTION = 8, WISH_PART = 16 };

static void plan_read(plan *to, fuzz_bytes *from)
{
    static const char *const names[] = {RL_FORMAT_PNG,  RL_FORMAT_PPM,  RL_FORMAT_PAM,
                                        RL_FORMAT_HASH, RL_FORMAT_NULL, "tiff"};
    memset(to, 0, sizeof *to);
    uint8_t flags = fuzz_byte(from);
    long fail_at = flags % 4 == 3 ? 1 + fuzz_byte(from) : 0;
    fuzz_memory_init(&to->memory, fail_at, flags / 4 % 2);
    to->wishes = fuzz_byte(from);
    to->view = (rl_view){.struct_size = sizeof to->view,
                         .width = 1 + fuzz_byte(from) % SIDE,
                         .height = 1 + fuzz_byte(from) % SIDE,
                         .kernels = flags / 8 % 4,
                         .threads = flags / 32 % 3,
                         .allocator = &to->memory.allocator};
    to->options = (rl_render_options){.struct_size = sizeof to->options,
                                      .format = names[fuzz_byte(from) % 6],
                                      .threads = 1 + flags / 128,
                                      .compress = to->wishes / 32 % 4,
                                      .metadata = to->wishes / 128,
                                      .title = "title",
                                      .description = "words"};
    uint8_t kind = fuzz_byte(from) % 8;
    if (kind == 5) { /* a small part of a large picture */
        to->view.part_width = to->view.width;
        to->view.part_height = to->view.height;
        to->view.width = 1 + (int)(fuzz_u32(from) % 2560);
        to->view.height = 1 + (int)(fuzz_u32(from) % 4000);
        to->view.x = fuzz_int(from, 0, to->view.width);
        to->view.y = fuzz_int(from, 0, to->view.height);
    } else if (kind == 6) { /* anything */
        to->view.x = (int)fuzz_u32(from);
        to->view.y = (int)fuzz_u32(from);
        to->view.part_width = (int)fuzz_u32(from);
        to->view.part_height = (int)fuzz_u32(from);
        to->view.threads = (int)fuzz_u32(from);
        to->view.kernels = fuzz_byte(from);
        if (fuzz_byte(from) % 4 == 0)
            to->view.width = -(int)(fuzz_u32(from) % INT32_MAX);
    }
}

/* ---- products of a frame ------------------------------------------------ */

static int part_width(const rl_view *view)
{
    return view->part_width > 0 ? view->part_width : view->width;
}

static int part_height(const rl_view *view)
{
    return view->part_height > 0 ? view->part_height : view->height;
}

static uint8_t *paint(const rl_frame *frame, const rl_view *view, rl_status *status)
{
    rl_error error;
    size_t stride = (size_t)part_width(view) * PIXEL_BYTES;
    uint8_t *pixels = calloc((size_t)part_height(view), stride);
    if (pixels == NULL)
        abort();
    *status = fuzz_told(rl_paint(frame, 0, part_height(view), pixels, stride, &error), &error);
    return pixels;
}

static void try_render(const plan *p, const rl_frame *frame)
{
    rl_sink *sink = NULL;
    rl_error error;
    if (fuzz_told(rl_sink_to_memory(&sink, &p->memory.allocator, &error), &error) == RL_OK)
        fuzz_told(rl_render(frame, &p->options, sink, &error), &error);
    rl_sink_free(sink);
}

static void require_share(double share)
{
    FUZZ_REQUIRE(share >= 0.0 && share <= 1.0);
}

static void try_facts(const rl_frame *frame)
{
    rl_error error;
    rl_facts facts = {.struct_size = sizeof facts};
    if (fuzz_told(rl_frame_facts(frame, &facts, &error), &error) != RL_OK)
        return;
    require_share(facts.sky);
    require_share(facts.land);
    require_share(facts.water);
    require_share(facts.snow);
    require_share(facts.trees);
    require_share(facts.low_trees);
    for (int i = 0; i < facts.sights; i++)
        require_share(facts.sight[i].x);
    double sum = facts.sky + facts.land + facts.water;
    FUZZ_REQUIRE(sum > 0.999 && sum < 1.001);
    FUZZ_REQUIRE(facts.ridges >= 0 && facts.ridges <= RL_MAX_RIDGES);
    FUZZ_REQUIRE(facts.far_ridge >= -1 && facts.near_ridge >= facts.far_ridge);
    FUZZ_REQUIRE(facts.disc >= 0 && facts.disc <= 2 && facts.birds >= 0 && facts.birds <= 7);
}

static void try_heights(const rl_frame *frame, const rl_view *view)
{
    rl_error error;
    double heights[SIDE];
    int ridges = rl_frame_scene(frame)->ridge_count;
    for (int ridge = -1; ridge <= ridges; ridge += ridges > 8 ? 7 : 1)
        if (fuzz_told(rl_frame_heights(frame, ridge, 0, part_width(view), heights, &error),
                      &error) == RL_OK)
            for (int x = 0; x < part_width(view); x++)
                FUZZ_REQUIRE(heights[x] >= -1e15 && heights[x] <= 1e15);
}

static void try_layers(const rl_frame *frame, const rl_view *view)
{
    static uint8_t rgba[RL_MAX_LAYERS][SIDE * 4], rgb[SIDE * 3];
    const uint8_t *rows[RL_MAX_LAYERS];
    rl_painter *painter;
    rl_error error;
    int count = rl_frame_layers(frame);
    FUZZ_REQUIRE(count > 0 && count <= RL_MAX_LAYERS);
    if (fuzz_told(rl_painter_new(&painter, frame, &error), &error) != RL_OK)
        return;
    for (int i = 0; i < count; i++) {
        rl_layer layer = {.struct_size = sizeof layer};
        FUZZ_REQUIRE(fuzz_told(rl_frame_layer(frame, i, &layer, &error), &error) == RL_OK);
        FUZZ_REQUIRE(memchr(layer.name, '\0', sizeof layer.name) != NULL);
        FUZZ_REQUIRE(layer.parallax >= 0.0 && layer.parallax <= 1.0);
        fuzz_told(rl_painter_layer(painter, i, 0, part_height(view) / 2, part_width(view), 1,
                                   rgba[i], sizeof rgba[i], &error),
                  &error);
        rows[i] = rgba[i];
        if (i == 0) /* the farthest covers all */
            for (int x = 0; x < part_width(view) && error.status == RL_OK; x++)
                FUZZ_REQUIRE(rgba[0][4 * x + 3] == 255);
    }
    rl_composite(rows, count, part_width(view), rgb);
    rl_layer none = {.struct_size = sizeof none};
    FUZZ_REQUIRE(fuzz_told(rl_frame_layer(frame, count, &none, &error), &error) != RL_OK);
    FUZZ_REQUIRE(fuzz_told(rl_painter_layer(painter, -1, 0, 0, 1, 1, rgba[0], 4, &error), &error) !=
                 RL_OK);
    rl_painter_free(painter);
}

static void try_motion(const rl_frame *frame, const rl_view *view, double phase)
{
    rl_frame *at = NULL;
    rl_error error;
    rl_status status;
    if (fuzz_told(rl_frame_at(&at, frame, phase, &error), &error) == RL_OK)
        free(paint(at, view, &status));
    rl_frame_free(at);
}

/* ---- one picture, made in several ways ---------------------------------- */

static void require_same(const uint8_t *part, const rl_view *of, const uint8_t *whole,
                         const rl_view *in, int depth)
{
    size_t pixel = depth == 16 ? 6 : 3;
    for (int y = 0; y < part_height(of); y++) {
        const uint8_t *a = part + (size_t)y * (size_t)part_width(of) * PIXEL_BYTES;
        const uint8_t *b = whole +
                           (size_t)(y + of->y - in->y) * (size_t)part_width(in) * PIXEL_BYTES +
                           (size_t)(of->x - in->x) * pixel;
        FUZZ_REQUIRE(memcmp(a, b, (size_t)part_width(of) * pixel) == 0);
    }
}

/* The same rows by another frame: a part of it, plain kernels, other threads. */
static void try_part(const plan *p, const rl_scene *scene, const rl_frame *frame)
{
    rl_view part = p->view;
    rl_frame *other = NULL;
    rl_error error;
    rl_status status = RL_OK, second = RL_OK;
    int columns = part_width(&part), rows = part_height(&part);
    part.x += columns / 3;
    part.y += rows / 4;
    part.part_width = (columns + 1) / 2;
    part.part_height = (rows + 1) / 2;
    part.kernels = RL_KERNELS_PLAIN;
    part.threads = 3 - (part.threads > 1 ? 2 : 1);
    if (fuzz_told(rl_frame_new(&other, scene, &part, &error), &error) != RL_OK) {
        FUZZ_REQUIRE(error.status == RL_NO_MEMORY);
        return;
    }
    uint8_t *whole = paint(frame, &p->view, &status);
    uint8_t *again = paint(other, &part, &second);
    if (status == RL_OK && second == RL_OK)
        require_same(again, &part, whole, &p->view, rl_frame_scene(frame)->depth);
    free(whole);
    free(again);
    rl_frame_free(other);
}

/* ---- a scene that nobody has checked ------------------------------------ */

static void try_garbage(const rl_scene *scene)
{
    static rl_scene changed;
    rl_sink *sink;
    rl_error error;
    rl_limits limits;
    rl_limits_init(&limits);
    fuzz_told(rl_limits_check(&limits, scene, &error), &error);
    FUZZ_REQUIRE(rl_sink_to_memory(&sink, NULL, &error) == RL_OK);
    if (fuzz_told(rl_scene_write(scene, sink, &error), &error) == RL_OK)
        fuzz_scene_again(scene);
    for (int format = -1; format <= RL_PALETTE_JASC + 1; format++)
        fuzz_told(rl_palette_write(&scene->palette, (rl_palette_format)format, sink, &error),
                  &error);
    rl_sink_free(sink);
    changed = *scene;
    fuzz_told(rl_scene_set(&changed, "palette.sky_3", "#123456", &error), &error);
    fuzz_told(rl_scene_set(&changed, "tint.stop_3", "0.5 #123456", &error), &error);
    fuzz_told(rl_scene_set(&changed, "ridge.3.kind", "alps", &error), &error);
    fuzz_told(rl_scene_parse(&changed, "[sky]\nhaze = 0.5\n[ridge 2]\n[pass 1]\n", 37, "t", &error),
              &error);
    fuzz_told(rl_mood_apply(&changed, scene->mood, &error), &error);
    (void)rl_mood_suits(scene->mood, scene->world);
}

/* ---- the door ----------------------------------------------------------- */

static void try_land(const plan *p, const rl_scene *scene)
{
    rl_frame *frame = NULL;
    rl_error error;
    rl_status status = fuzz_told(rl_frame_new(&frame, scene, &p->view, &error), &error);
    FUZZ_REQUIRE((status == RL_OK) == (frame != NULL));
    if (frame == NULL)
        return;
    fuzz_scene_again(rl_frame_scene(frame));
    FUZZ_REQUIRE(part_width(&p->view) <= SIDE && part_height(&p->view) <= SIDE);
    int pixels = part_width(&p->view) * part_height(&p->view);
    int zoom = rl_frame_scene(frame)->zoom;
    if ((p->wishes & WISH_RENDER) != 0 && pixels * zoom * zoom <= 2 * SIDE * SIDE)
        try_render(p, frame);
    if ((p->wishes & WISH_FACTS) != 0)
        try_facts(frame);
    if ((p->wishes & WISH_LAYERS) != 0) {
        try_heights(frame, &p->view);
        try_layers(frame, &p->view);
    }
    if ((p->wishes & WISH_MOTION) != 0)
        try_motion(frame, &p->view, (p->wishes >> 5) / 7.0);
    if ((p->wishes & WISH_PART) != 0)
        try_part(p, scene, frame);
    rl_frame_free(frame);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static rl_scene scene, resolved;
    static plan p;
    fuzz_bytes from = {bytes, size};
    rl_error error;
    plan_read(&p, &from);
    any_scene(&scene, &from);
    try_garbage(&scene);
    resolved = scene;
    rl_status status = fuzz_told(rl_scene_resolve(&resolved, &error), &error);
    if (status == RL_OK) {
        fuzz_scene_again(&resolved);
        if (!fuzz_is_small(&resolved))
            return 0;
    }
    if (scene.kind == 1)
        any_map(&scene, &p.options, p.view.width, p.view.height, p.wishes, &p.memory);
    else
        try_land(&p, &scene);
    FUZZ_REQUIRE(atomic_load(&p.memory.live) == 0);
    return 0;
}
