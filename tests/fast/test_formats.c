/* test_formats.c - the formats of optional libraries: their files hold texts and size, whole or
 * not at all, and no damage makes a reader leave its bytes.
 *
 * What the pixels are like is for other programs to say: tests/full/cli/test_formats.sh. */
#include "base/library.h"
#include "encode/encoder.h"

#include "support/guarded.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 21, HEIGHT = 13 };

#define RECIPE "[ridgeline]\nscene = 2\n<path d=\"M0&\"/>\n"
#define TITLE "T\xc3\xa4l & <Berg>"
#define SEEN "A hill."

static const char *const formats[] = {RL_FORMAT_JPEG, RL_FORMAT_WEBP, RL_FORMAT_AVIF,
                                      RL_FORMAT_JXL};

/* Encodes a slope; returns the sink, or NULL with the error. */
static rl_sink *encoded(const char *format, const picture_info *info, rl_status *status)
{
    uint8_t rows[HEIGHT * WIDTH * 3];
    encoder self;
    for (size_t i = 0; i < sizeof rows; i++)
        rows[i] = (uint8_t)(i / 4);
    rl_sink *sink = memory_sink();
    *status = encoder_start(&self, format, info, sink, NULL, &error);
    if (*status == RL_OK)
        *status = encoder_rows(&self, rows, 5, &error);
    if (*status == RL_OK)
        *status = encoder_rows(&self, rows + (size_t)5 * WIDTH * 3, HEIGHT - 5, &error);
    if (*status == RL_OK)
        *status = encoder_finish(&self, &error);
    encoder_release(&self);
    if (*status == RL_OK)
        return sink;
    rl_sink_free(sink);
    return NULL;
}

static picture_info info_of(const char *recipe)
{
    return (picture_info){.width = WIDTH,
                          .height = HEIGHT,
                          .bits = 8,
                          .title = TITLE,
                          .recipe = recipe,
                          .description = SEEN};
}

/* A build without the library says so. */
static rl_sink *picture_as(int format)
{
    rl_status status;
    picture_info info = info_of(RECIPE);
    rl_sink *sink = encoded(formats[format], &info, &status);
    if (sink == NULL) {
        ck_assert_int_eq(status, RL_CANNOT_CREATE);
        ck_assert_ptr_nonnull(strstr(error.text, "lib"));
    }
    return sink;
}

static void text_is(const char *text, size_t size, const char *expected)
{
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(size, strlen(expected));
    ck_assert_mem_eq(text, expected, size);
}

TEST_LOOP(recipe_comes_back_from_each_format, sizeof formats / sizeof *formats)
{
    rl_sink *sink = picture_as(_i);
    size_t size;
    rl_recipe it;
    if (sink == NULL)
        return;
    const void *bytes = rl_sink_bytes(sink, &size);
    ck_assert_int_eq(rl_recipe_is_picture(bytes, size), 1);
    OK(rl_recipe_read(&it, bytes, size, "x", &error));
    text_is(it.scene, it.scene_size, RECIPE);
    text_is(it.title, it.title_size, TITLE);
    text_is(it.description, it.description_size, SEEN);
    text_is(it.software, it.software_size, "ridgeline " RL_VERSION);
    ck_assert_int_eq(it.width, WIDTH);
    ck_assert_int_eq(it.height, HEIGHT);
    rl_sink_free(sink);
}

TEST_LOOP(picture_cut_short_gives_no_recipe, sizeof formats / sizeof *formats)
{
    rl_sink *sink = picture_as(_i);
    size_t size;
    rl_recipe it;
    if (sink == NULL)
        return;
    const void *bytes = rl_sink_bytes(sink, &size);
    for (size_t part = 0; part < size; part++) {
        guarded copy = guarded_copy(bytes, part);
        ck_assert_msg(rl_recipe_read(&it, copy.bytes, part, "x", &error) == RL_BAD_DATA,
                      "%zu of %zu bytes of %s", part, size, formats[_i]);
        guarded_free(&copy);
    }
    rl_sink_free(sink);
}

/* Each byte is changed in turn; the copy ends at a guard page. */
TEST_LOOP(recipe_reader_stays_inside_a_damaged_picture, sizeof formats / sizeof *formats)
{
    static const unsigned char changes[] = {0x01, 0x80, 0xff};
    rl_sink *sink = picture_as(_i);
    size_t size;
    rl_recipe it;
    if (sink == NULL)
        return;
    const void *bytes = rl_sink_bytes(sink, &size);
    guarded copy = guarded_copy(bytes, size);
    for (size_t at = 0; at < size; at++)
        for (size_t k = 0; k < sizeof changes; k++) {
            copy.bytes[at] ^= changes[k];
            rl_status status = rl_recipe_read(&it, copy.bytes, size, "x", &error);
            ck_assert(status == RL_OK || status == RL_BAD_DATA);
            ck_assert(it.scene == NULL ||
                      (it.scene >= (char *)copy.bytes && it.scene_size <= size));
            copy.bytes[at] ^= changes[k];
        }
    guarded_free(&copy);
    rl_sink_free(sink);
}

TEST_LOOP(recipe_is_left_out_below_full_metadata, sizeof formats / sizeof *formats)
{
    for (int level = RL_METADATA_MINIMAL; level <= RL_METADATA_NONE; level++) {
        picture_info info = info_of(RECIPE);
        rl_status status;
        rl_recipe it;
        size_t size;
        info.metadata = level;
        rl_sink *sink = encoded(formats[_i], &info, &status);
        if (sink == NULL)
            return;
        const void *bytes = rl_sink_bytes(sink, &size);
        OK(rl_recipe_read(&it, bytes, size, "x", &error));
        ck_assert_ptr_null(it.scene);
        ck_assert_int_eq(it.title != NULL, level == RL_METADATA_MINIMAL);
        rl_sink_free(sink);
    }
}

TEST_LOOP(recipe_that_a_format_cannot_hold_is_not_written, sizeof formats / sizeof *formats)
{
    static char large[70000];
    rl_status status;
    rl_sink *sink = picture_as(_i);
    if (sink == NULL)
        return;
    rl_sink_free(sink);
    picture_info info = info_of("x]]>y");
    ck_assert_ptr_null(encoded(formats[_i], &info, &status));
    ck_assert_int_eq(status, RL_BAD_ARGUMENT);
    memset(large, 'x', sizeof large - 1);
    info = info_of(large);
    sink = encoded(formats[_i], &info, &status);
    ck_assert_int_eq(sink == NULL, strcmp(formats[_i], RL_FORMAT_JPEG) == 0);
    rl_sink_free(sink);
}

/* Other programs may write the XMP packet again with escapes. */
TEST(recipe_escaped_by_another_program_is_read)
{
    static const char file[] =
        "\xff\xd8\xff\xe1\0\x74"
        "http://ns.adobe.com/xap/1.0/\0"
        "<?xpacket begin='x'?><ridgeline:recipe>a &lt; b</ridgeline:recipe><?xpacket end='w'?>"
        "\xff\xda\0\2\xff\xd9";
    rl_recipe it;
    ck_assert_int_eq(rl_recipe_read(&it, file, sizeof file - 1, "x", &error), RL_BAD_DATA);
    ck_assert_str_eq(error.text, "x: the recipe was written again by another program: must be as "
                                 "ridgeline wrote it");
}

TEST(codec_settings_out_of_range_are_refused)
{
    static const struct {
        const char *format, *rule;
        picture_info info;
    } rows[] = {
        {RL_FORMAT_JPEG,
         "quality: 101: must be 0..100",
         {.width = 8, .height = 8, .bits = 8, .quality = 101}},
        {RL_FORMAT_PNG,
         "quality: 50: png has none",
         {.width = 8, .height = 8, .bits = 8, .quality = 50}},
        {RL_FORMAT_JPEG,
         "width: 65501: must be 1..65500",
         {.width = 65501, .height = 1, .bits = 8}},
        {RL_FORMAT_WEBP,
         "height: 16384: must be 1..16383",
         {.width = 1, .height = 16384, .bits = 8}},
        {RL_FORMAT_AVIF,
         "avif: 65536x65536: must be within 256 Mpx",
         {.width = 65536, .height = 65536, .bits = 8}},
        {RL_FORMAT_WEBP, "depth: 16: must be 8 in webp", {.width = 8, .height = 8, .bits = 16}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rl_status status;
        ck_assert_ptr_null(encoded(rows[i].format, &rows[i].info, &status));
        if (status != RL_CANNOT_CREATE) /* the build has the library */
            ck_assert_str_eq(error.text, rows[i].rule);
    }
}

TEST(missing_codec_library_is_reported_in_one_line)
{
    static const char *const none[] = {"no_such_function", NULL};
    void *function = NULL;
    ck_assert_ptr_null(library_open("libno-such-library.so.1", none, &function));
    ck_assert_ptr_null(library_open(LIBRARY_FILE("z", "1"), none, &function));
    ck_assert_int_eq(library_absent("jpg", "libjpeg", NULL, &error), RL_CANNOT_CREATE);
    ck_assert_str_eq(error.text, "jpg: this build has no libjpeg: 'make deps', then make again");
    ck_assert_int_eq(library_absent("jpg", "libjpeg", "libjpeg.so.62", &error), RL_CANNOT_CREATE);
    ck_assert_str_eq(error.text,
                     "jpg: there is no libjpeg.so.62 here: install the package of your system that "
                     "has it (its name begins with libjpeg)");
    ck_assert_int_eq(library_is_here("libno-such-library.so.1"), 0);
    ck_assert_int_eq(library_is_here(LIBRARY_FILE("z", "1")), 1);
}
