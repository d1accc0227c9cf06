/* handle.c - scenes as handles: made, copied and freed, with the texts that they own; and values
 * that are structs of the public headers. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "heightmap/pass.h"
#include "scene/data.h"
#include "scene/keys.h"

/* ---- owners ----------------------------------------------------------------- */

/* Makes a handle without values, which takes over a reference to `owned`, NULL where there was no
 * memory for it. */
static rl_status handle_new(rl_scene **handle, memory_chain *owned, rl_error *error)
{
    *handle = owned != NULL ? memory_array(chain_allocator(owned), 1, sizeof **handle) : NULL;
    if (*handle != NULL)
        return status_clear(error);
    chain_free(owned);
    return status_fail(error, RL_NO_MEMORY, "scene: out of memory");
}

rl_status rl_scene_new(rl_scene **scene, const rl_allocator *allocator, rl_error *error)
{
    memory_chain *owned = chain_new(allocator);
    TRY(handle_new(scene, owned, error));
    scene_init(*scene);
    (*scene)->owned = owned;
    return RL_OK;
}

rl_status rl_scene_copy(rl_scene **copy, const rl_scene *scene, rl_error *error)
{
    memory_chain *owned = scene->owned != NULL ? chain_share(scene->owned) : chain_new(NULL);
    TRY(handle_new(copy, owned, error));
    **copy = *scene;
    (*copy)->owned = owned;
    return RL_OK;
}

void rl_scene_free(rl_scene *scene)
{
    if (scene == NULL)
        return;
    memory_chain *owned = scene->owned;
    memory_free(chain_allocator(owned), scene);
    chain_free(owned);
}

#define TEXT_FILES 4 /* texts of a user that are no profiles */

rl_status scene_keep(rl_scene *scene, rl_scene *changed, rl_data file, rl_error *error)
{
    rl_data *texts[TEXT_FILES + RL_MAX_PROFILES] = {&changed->world_file, &changed->mood_file,
                                                    &changed->composition_file, &changed->drawing};
    const char *begin = file.text, *end = begin + file.size;
    size_t place_size = strlen(file.place) + 1;
    char *kept = NULL;
    for (int i = 0; i < RL_MAX_PROFILES; i++)
        texts[TEXT_FILES + i] = &changed->profile[i].heights;
    for (int i = 0; scene->owned != NULL && i < TEXT_FILES + RL_MAX_PROFILES; i++) {
        const char *at = texts[i]->text;
        if (at == NULL || at < begin || at + texts[i]->size > end)
            continue;
        if (kept == NULL) {
            kept = chain_add(&changed->owned, file.size + place_size, NULL);
            if (kept == NULL)
                return status_fail(error, RL_NO_MEMORY, "scene: out of memory");
            memcpy(kept, begin, file.size);
            memcpy(kept + file.size, file.place, place_size);
        }
        texts[i]->text = kept + (at - begin);
        texts[i]->place = kept + file.size;
    }
    *scene = *changed;
    return status_clear(error);
}

/* ---- values that have no key of their own ----------------------------------- */

int rl_scene_seed(const rl_scene *scene, uint64_t *seed)
{
    if (scene->has_seed)
        *seed = scene->seed;
    return scene->has_seed;
}

int rl_scene_count(const rl_scene *scene, const char *section)
{
    return keys_count(scene, section);
}

void rl_scene_palette(const rl_scene *scene, rl_palette *palette)
{
    *palette = scene->palette;
}

void rl_scene_set_palette(rl_scene *scene, const rl_palette *palette)
{
    scene->palette = *palette;
}

void rl_scene_set_map(rl_scene *scene, const rl_scene *other)
{
    scene->map = other->map;
}

void rl_scene_view(const rl_scene *scene, rl_view *view)
{
    view->width = scene->width;
    view->height = scene->height;
    view->x = scene->part_x;
    view->y = scene->part_y;
    view->part_width = scene->part_width;
    view->part_height = scene->part_height;
}

int rl_pass_reads_input(const rl_scene *scene, int pass)
{
    return pass >= 1 && pass <= RL_MAX_PASSES && pass_reads_input(&scene->map.pass[pass - 1]);
}
