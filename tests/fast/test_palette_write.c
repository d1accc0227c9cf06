/* test_palette_write.c - palettes become files again. */
#include "support/palette_sample.h"

#include "support/support.h"

#include <stdlib.h>
#include <string.h>

/* Writes and hands out the bytes as a text that the caller frees. */
static char *written(const rl_palette *palette, rl_palette_format format)
{
    rl_sink *sink = memory_sink();
    OK(rl_palette_write(palette, format, sink, &error));
    size_t size;
    const char *bytes = rl_sink_bytes(sink, &size);
    char *text = malloc(size + 1);
    ck_assert_ptr_nonnull(text);
    memcpy(text, bytes, size);
    text[size] = '\0';
    rl_sink_free(sink);
    return text;
}

/* What GIMP 2.10 and Pillow need. */
static void check_gpl_text(const char *text)
{
    ck_assert_int_eq(strncmp(text, "GIMP Palette\n", 13), 0);
    ck_assert_ptr_null(strstr(text, "\n\n"));
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
        ck_assert_uint_le(strcspn(line, "\n"), 100);
}

TEST(built_in_palettes_come_back_from_gpl)
{
    const char *name;
    for (size_t i = 0; (name = rl_palette_builtin_name(i)) != NULL; i++) {
        rl_palette p;
        rl_palette back;
        OK(rl_palette_builtin(&p, name, &error));
        char *text = written(&p, RL_PALETTE_GPL);
        check_gpl_text(text);
        OK(rl_palette_parse(&back, text, strlen(text), "other", NULL, &error));
        ck_assert_mem_eq(&back, &p, sizeof p);
        free(text);
    }
}

TEST(palettes_of_any_stop_count_come_back_from_gpl)
{
    for (int count = 1; count <= RL_MAX_RIDGES; count++) {
        rl_palette p;
        rl_palette_init(&p);
        strcpy(p.name, "many");
        p.sky_count = count < RL_MAX_SKY ? count : RL_MAX_SKY;
        p.ridge_count = count;
        for (int i = 0; i < count; i++)
            p.ridge[i] = 0x400000 + 7919 * i;
        for (int i = 0; i < p.sky_count; i++)
            p.sky[i] = 0x80ff00 + i;
        palette_complete(&p);
        char *text = written(&p, RL_PALETTE_GPL);
        check_gpl_text(text);
        rl_palette back;
        OK(palette_sample_parse(&back, text, &error));
        ck_assert_mem_eq(&back, &p, sizeof p);
        free(text);
    }
}

TEST(palette_written_as_hex_and_jasc_is_exact)
{
    rl_palette p;
    rl_palette_init(&p);
    p.sky_count = 2;
    p.sky[0] = 0x0A0B0C;
    p.sky[1] = 0xffeedd;
    p.sun = 0x0a0b0c;
    p.glow = 1;
    char *hex = written(&p, RL_PALETTE_HEX);
    char *jasc = written(&p, RL_PALETTE_JASC);
    char *gpl = written(&p, RL_PALETTE_GPL);
    ck_assert_str_eq(hex, "0a0b0c\nffeedd\n000001\n");
    ck_assert_str_eq(jasc, "JASC-PAL\r\n0100\r\n3\r\n10 11 12\r\n255 238 221\r\n0 0 1\r\n");
    ck_assert_str_eq(gpl, "GIMP Palette\n# names carry roles, see ridgeline-palette(5)\n"
                          " 10  11  12\tsky.zenith\n255 238 221\tsky.horizon\n"
                          " 10  11  12\tsun\n  0   0   1\tglow\n");
    free(hex);
    free(jasc);
    free(gpl);
}

TEST(writing_an_empty_or_illegal_palette_is_refused)
{
    rl_palette p;
    rl_sink *sink = memory_sink();
    rl_palette_init(&p);
    ck_assert_int_eq(rl_palette_write(&p, RL_PALETTE_GPL, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: no colour: every role is unset");
    p.sun = 0x1000000;
    ck_assert_int_eq(rl_palette_write(&p, RL_PALETTE_HEX, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: sun = 16777216: must be 0..16777215");
    p.sun = 5;
    ck_assert_int_eq(rl_palette_write(&p, (rl_palette_format)9, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_int_eq(rl_palette_write(NULL, RL_PALETTE_GPL, sink, &error), RL_BAD_ARGUMENT);
    ck_assert_str_eq(error.text, "palette: NULL: must be a palette");
    p.sky_count = RL_MAX_SKY + 1;
    ck_assert_int_eq(rl_palette_write(&p, RL_PALETTE_GPL, sink, &error), RL_BAD_ARGUMENT);
    size_t size = 1;
    (void)rl_sink_bytes(sink, &size);
    ck_assert_uint_eq(size, 0);
    rl_sink_free(sink);
    /* A name with line ends cannot add lines. */
    p.sky_count = 0;
    strcpy(p.name, "a\n1 2 3\r\tb");
    char *text = written(&p, RL_PALETTE_GPL);
    ck_assert_ptr_nonnull(strstr(text, "\nName: a 1 2 3  b\nColumns: 8\n#"));
    free(text);
}
