/* test_form.c - forms with fields: escapes, sections, a sink that fails. */
#include "cli/common/form.h"

#include "support/support.h"

#include <jansson.h>
#include <string.h>

/* Fills in plasma.json, whose fields are id and name. */
static rl_status fill_json(const char *name, rl_sink *sink, rl_error *why)
{
    form out = {.language = FORM_JSON};
    form_set(&out, "id", "x");
    form_set(&out, "name", name);
    return form_write(&out, "plasma.json", sink, why);
}

TEST(form_json_reads_back_any_text)
{
    chance c = chance_from(3);
    for (int i = 0; i < SUPPORT_PART(2000); i++) {
        char name[40] = "";
        size_t size;
        int length = (int)chance_integer(&c, 0, 38);
        for (int k = 0; k < length; k++)
            name[k] = (char)chance_integer(&c, 1, 127);
        rl_sink *sink = memory_sink();
        OK(fill_json(name, sink, &error));
        const char *text = rl_sink_bytes(sink, &size);
        EXPECT(memchr(text, '<', size) == NULL);
        json_t *object = json_loadb(text, size, 0, NULL);
        const json_t *plugin = json_object_get(object, "KPlugin");
        const char *back = json_string_value(json_object_get(plugin, "Name"));
        EXPECT_MSG(back != NULL && strcmp(back, name) == 0, "%s", name);
        json_decref(object);
        rl_sink_free(sink);
    }
}

/* The backgrounds of GNOME's list: `count` of them. */
static int next_background(form *out, const char *section, int index)
{
    const int *count = out->user;
    ck_assert_str_eq(section, "background");
    form_number(out, "name", index);
    return index < *count;
}

static void fill_list(char *text, size_t size, int count, const char *dark)
{
    form out = {.language = FORM_XML, .section = next_background, .user = &count};
    size_t length;
    form_set(&out, "light", "a & b's \"<c>\"");
    form_set(&out, "dark", dark);
    form_set(&out, "number", "");
    rl_sink *sink = memory_sink();
    OK(form_write(&out, "gnome-list.xml", sink, &error));
    const char *bytes = rl_sink_bytes(sink, &length);
    ck_assert(length < size);
    memcpy(text, bytes, length);
    text[length] = '\0';
    rl_sink_free(sink);
}

TEST(form_sections_repeat_and_leave_out_empty_fields)
{
    char text[4096];
    fill_list(text, sizeof text, 0, "");
    ck_assert_str_eq(strstr(text, "<wallpapers>"), "<wallpapers>\n</wallpapers>\n");
    fill_list(text, sizeof text, 2, "");
    ck_assert_ptr_nonnull(strstr(text, "<name>0</name>"));
    ck_assert_ptr_nonnull(strstr(text, "<name>1</name>"));
    ck_assert_ptr_null(strstr(text, "<name>2</name>"));
    ck_assert_ptr_null(strstr(text, "dark"));
    ck_assert_ptr_nonnull(
        strstr(text, "<filename>a &amp; b's &quot;&lt;c&gt;&quot;</filename>\n  <options>"));
    fill_list(text, sizeof text, 1, "d");
    ck_assert_ptr_nonnull(strstr(text, "</filename>\n  <filename-dark>d</filename-dark>\n"));
}

/* Refuses the write that brings byte `left`. */
static int refuse(void *user, const void *bytes, size_t size)
{
    long *left = user;
    (void)bytes;
    *left -= (long)size;
    return *left < 0 ? -1 : 0;
}

TEST(form_write_failing_at_any_byte_is_an_io_error)
{
    for (long at = 0; at < 200; at++) {
        long left = at;
        rl_sink *sink;
        OK(rl_sink_to_callback(&sink, refuse, &left, NULL, &error));
        EXPECT(fill_json("a \"name\"", sink, &error) == RL_IO_ERROR);
        rl_sink_free(sink);
    }
}
