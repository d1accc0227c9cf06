/* test_svg.c - the writer of SVG: texts of any length, titles, failures of its sink. */
#include "base/svg.h"

#include <string.h>

#include "support/support.h"

TEST(texts_longer_than_the_buffer_arrive_whole)
{
    char text[3 * sizeof((svg_writer *)NULL)->text + 1];
    svg_writer out = {.write = rl_sink_write};
    size_t size;
    OK(rl_sink_to_memory(&out.sink, NULL, &error));
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 26);
    text[sizeof text - 1] = '\0';
    svg_put(&out, "%d,", -7);
    svg_text(&out, text);
    OK(svg_end(&out, &error));
    const char *bytes = rl_sink_bytes(out.sink, &size);
    ck_assert_uint_eq(size, strlen(text) + 3);
    EXPECT(memcmp(bytes, "-7,", 3) == 0 && memcmp(bytes + 3, text, strlen(text)) == 0);
    rl_sink_free(out.sink);
}

TEST(titles_are_escaped)
{
    svg_writer out = {.write = rl_sink_write};
    size_t size;
    OK(rl_sink_to_memory(&out.sink, NULL, &error));
    svg_title(&out, "a < b & c > \"d\"");
    OK(svg_end(&out, &error));
    const char expected[] = "<title>a &lt; b &amp; c &gt; \"d\"</title>\n";
    const char *bytes = rl_sink_bytes(out.sink, &size);
    ck_assert_uint_eq(size, strlen(expected));
    EXPECT(memcmp(bytes, expected, size) == 0);
    rl_sink_free(out.sink);
}

static int refuse_first(void *user, const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return (*(int *)user)++ == 0;
}

TEST(failures_of_an_early_write_are_returned_at_the_end)
{
    int calls = 0;
    svg_writer out = {.write = rl_sink_write};
    OK(rl_sink_to_callback(&out.sink, refuse_first, &calls, NULL, &error));
    for (int i = 0; i < 1000; i++)
        svg_text(&out, "<path d=\"M0 0\"/>\n");
    ck_assert_int_eq(svg_end(&out, &error), RL_IO_ERROR);
    ck_assert_int_eq(calls, 1);
    rl_sink_free(out.sink);
}
