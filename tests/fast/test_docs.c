/* test_docs.c - the manual of scene text and the table of keys say the same.
 *
 * In: docs/ridgeline-scene.5, from the project's folder, and rl_scene_key().  A
 * key must stand in the manual in the table's order, under its section, with its
 * rule and its meaning; the manual must list no other key.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ridgeline.h"

#define PAGE "docs/ridgeline-scene.5"
#define PAGE_MAX (64 * 1024)

static char page[PAGE_MAX];

static void read_page(void)
{
    FILE *file = fopen(PAGE, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened", PAGE);
    size_t size = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    page[size] = '\0';
    ck_assert_uint_lt(size, sizeof page - 1);
    char *end = strstr(page, "\n.Sh HEIGHTS");
    ck_assert_ptr_nonnull(end);
    *end = '\0';
}

/* The header of the section that a key belongs to. */
static void section_header(char *header, size_t size, const char *key)
{
    int length = (int)strcspn(key, ".");
    if (strncmp(key, "ridge.", 6) == 0)
        snprintf(header, size, "\n.Ss Sections ridge 1 to ridge %d\n", RL_MAX_RIDGES);
    else if (strncmp(key, "pass.", 5) == 0)
        snprintf(header, size, "\n.Ss Sections pass 1 to pass %d\n", RL_MAX_PASSES);
    else
        snprintf(header, size, "\n.Ss Section %.*s\n", length, key);
}

/* Where `wanted` stands at or after `from`. */
static const char *find(const char *from, const char *wanted, const char *key)
{
    const char *found = strstr(from, wanted);
    ck_assert_msg(found != NULL, "%s: %s has not, in this place: %s", key, PAGE, wanted);
    return found;
}

START_TEST(manual_has_every_key_in_order)
{
    const char *at = page, *section = page;
    char header[64], last[64] = "", item[1024];
    rl_key record;
    for (size_t i = 0; rl_scene_key(i, &record); i++) {
        const char *key = record.path;
        section_header(header, sizeof header, key);
        if (strcmp(header, last) != 0)
            section = at = find(at, header, key);
        strcpy(last, header);
        snprintf(item, sizeof item, "\n.It Cm %s Pq %s\n%s\n", strrchr(key, '.') + 1,
                 record.rule, record.meaning);
        at = find(at, item, key);
        const char *next = strstr(section + 1, "\n.Ss ");
        ck_assert_msg(next == NULL || at < next, "%s: stands in another section", key);
    }
}
END_TEST

START_TEST(manual_has_no_other_key)
{
    size_t keys = 0, items = 0;
    rl_key key;
    while (rl_scene_key(keys, &key))
        keys++;
    for (const char *at = page; (at = strstr(at, "\n.It Cm ")) != NULL; at++)
        items++;
    ck_assert_uint_gt(keys, 50);
    ck_assert_uint_eq(items, keys);
}
END_TEST

Suite *suite_docs(void);
Suite *suite_docs(void)
{
    Suite *suite = suite_create("docs");
    TCase *tcase = tcase_create("scene");
    tcase_add_unchecked_fixture(tcase, read_page, NULL);
    tcase_add_test(tcase, manual_has_every_key_in_order);
    tcase_add_test(tcase, manual_has_no_other_key);
    suite_add_tcase(suite, tcase);
    return suite;
}
