/* sheet_page.c - a sheet as one web page, to choose from with mouse, keys or a screen reader.
 *
 * In: painted thumbnails with their frames and options.  Out: the form sheet.html.in, which holds
 * everything: the page makes no request, so that it works from a folder, a memory stick or
 * a mail.  Pictures are JPEG where the build has it, as 24 of them are then half a megabyte in
 * place of five.
 */
#include "cli/picture/sheet_page.h"
#include "base/status.h"
#include "base/text.h"
#include "cli/common/form.h"
#include "cli/common/job.h"
#include "cli/common/say.h"

#include <stdio.h>
#include <string.h>

rl_status sheet_page_open(sheet_page *page, int count, rl_error *error)
{
    static const uint8_t pixel[3];
    const rl_render_options jpeg = {.struct_size = sizeof jpeg, .format = RL_FORMAT_JPEG};
    rl_sink *sink;
    rl_error missing;
    TRY(rl_sink_to_memory(&sink, NULL, error));
    int has_jpeg = rl_encode_rgb(pixel, 1, 1, &jpeg, sink, &missing) == RL_OK;
    rl_sink_free(sink);
    page->format = has_jpeg ? RL_FORMAT_JPEG : RL_FORMAT_PNG;
    page->count = count;
    page->cards = arena_zeroed(&page->memory, (size_t)count, sizeof *page->cards);
    return status_memory(page->cards != NULL, "sheet", error);
}

void sheet_page_close(sheet_page *page)
{
    arena_free(&page->memory);
}

/* ---- a card -------------------------------------------------------------- */

/* Text that is collected in a sink, with the first error. */
struct collected {
    rl_sink *sink;
    rl_error *error;
    rl_status status;
};

static void collect(void *user, const char *bytes, size_t size)
{
    struct collected *text = user;
    if (text->status == RL_OK)
        text->status = rl_sink_write(text->sink, bytes, size, text->error);
}

static void write_command(struct collected *text, const sheet_card *card, const char *operand,
                          const options *opts)
{
    static const char program[] = "ridgeline", output[] = " -o ", ending[] = ".png";
    collect(text, program, strlen(program));
    if (operand != NULL) {
        collect(text, " ", 1);
        shell_word(operand, collect, text);
    }
    request_write(opts, collect, text);
    collect(text, output, strlen(output));
    collect(text, card->file, strlen(card->file));
    collect(text, ending, strlen(ending));
}

/* Copies the bytes of a sink into the memory of the page, as text or as base64, and frees the sink.
 * Returns the copy, or NULL without memory. */
static const char *keep(sheet_page *page, rl_sink *sink, int is_base64)
{
    size_t size;
    const uint8_t *bytes = rl_sink_bytes(sink, &size);
    char *text = is_base64 ? arena_array(&page->memory, TEXT_BASE64_SIZE(size), 1)
                           : arena_text(&page->memory, bytes, size);
    if (text != NULL && is_base64)
        text_base64(text, bytes, size);
    rl_sink_free(sink);
    return text;
}

static rl_status add_texts(sheet_page *page, sheet_card *card, const rl_scene *scene,
                           const char *operand, const options *opts, rl_error *error)
{
    struct collected text = {NULL, error, RL_OK};
    rl_sink *recipe;
    TRY(rl_sink_to_memory(&recipe, NULL, error));
    rl_status status = rl_scene_write(scene, recipe, error);
    card->recipe = keep(page, recipe, 0);
    TRY(status);
    TRY(rl_sink_to_memory(&text.sink, NULL, error));
    write_command(&text, card, operand, opts);
    card->command = keep(page, text.sink, 0);
    TRY(text.status);
    return status_memory(card->recipe != NULL && card->command != NULL, "sheet", error);
}

rl_status sheet_page_add(sheet_page *page, int index, const rl_frame *frame, const uint8_t *rgb,
                         const char *operand, const options *opts, rl_error *error)
{
    sheet_card *card = &page->cards[index];
    const rl_scene *scene = rl_frame_scene(frame);
    const rl_render_options picture = {.struct_size = sizeof picture,
                                       .format = page->format,
                                       .metadata = RL_METADATA_NONE,
                                       .threads = 1,
                                       .quality = page->quality};
    char name[RL_VALUE_SIZE];
    const char *mood = scene_name(scene, "ridgeline.mood", name);
    if (*mood == '\0')
        mood = scene_name(scene, "palette.name", name);
    rl_sink *image;
    snprintf(card->mood, sizeof card->mood, "%s", mood);
    card->world = rl_world_name((size_t)scene_integer(scene, "ridgeline.world"));
    memcpy(card->file, card->label, sizeof card->file);
    for (char *c = card->file; *c != '\0'; c++)
        if (*c == ' ' || *c == '/')
            *c = '-';
    TRY(alt_text_make(card->alt, frame, scene_seed(scene), error));
    TRY(add_texts(page, card, scene, operand, opts, error));
    TRY(rl_sink_to_memory(&image, NULL, error));
    rl_status status =
        rl_encode_rgb(rgb, page->thumb.width, page->thumb.height, &picture, image, error);
    card->image = keep(page, image, 1);
    TRY(status);
    return status_memory(card->image != NULL, "sheet", error);
}

/* ---- the page ------------------------------------------------------------ */

static int next_card(form *out, const char *name, int index)
{
    const sheet_page *page = out->user;
    (void)name;
    if (index >= page->count)
        return 0;
    const sheet_card *card = &page->cards[index];
    form_set(out, "label", card->label);
    form_set(out, "file", card->file);
    form_set(out, "alt", card->alt);
    form_set(out, "mood", card->mood);
    form_set(out, "world", card->world);
    form_set(out, "image", card->image);
    form_set(out, "recipe", card->recipe);
    form_set(out, "command", card->command);
    return 1;
}

rl_status sheet_page_write(const sheet_page *page, rl_sink *sink, rl_error *error)
{
    /* The cast drops const, but next_card only reads the page. */
    form out = {.language = FORM_HTML, .section = next_card, .user = (void *)(uintptr_t)page};
    form_set(&out, "version", rl_version());
    form_set(&out, "type", strcmp(page->format, RL_FORMAT_JPEG) == 0 ? "jpeg" : "png");
    form_number(&out, "count", page->count);
    form_number(&out, "width", page->thumb.width);
    form_number(&out, "height", page->thumb.height);
    return form_write(&out, "sheet.html", sink, error);
}
