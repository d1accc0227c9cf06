/* palette_sample.c - what the tests of palettes share: reading texts and samples. */
#include "support/palette_sample.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

rl_status palette_sample_parse(rl_palette *palette, const char *text, rl_error *error)
{
    return rl_palette_parse(palette, text, strlen(text), "p.gpl", NULL, error);
}

rl_palette palette_sample_parsed(const char *text)
{
    rl_palette palette;
    rl_error error;
    rl_palette_init(&palette);
    ck_assert_msg(palette_sample_parse(&palette, text, &error) == RL_OK, "%s: %s", text,
                  error.text);
    ck_assert(palette_is_complete(&palette));
    ck_assert_str_eq(error.text, "");
    return palette;
}

size_t palette_sample_read(char *bytes, size_t room, const char *name)
{
    char path[128];
    (void)snprintf(path, sizeof path, "tests/support/data/palettes/%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size_t size = fread(bytes, 1, room, file);
    (void)fclose(file);
    return size;
}

void palette_sample_check_order(const rl_palette *p, const char *what)
{
    for (int i = 1; i < p->ridge_count; i++)
        ck_assert_msg(palette_lightness(p->ridge[i]) <= palette_lightness(p->ridge[i - 1]) + 1e-9,
                      "%s: ridge %d", what, i);
    for (int i = 1; i < p->sky_count; i++)
        ck_assert_msg(palette_lightness(p->sky[i]) >= palette_lightness(p->sky[i - 1]) - 1e-9,
                      "%s: sky %d", what, i);
}
