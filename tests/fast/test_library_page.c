/* test_library_page.c - libridgeline(3) and the public headers have the same functions.
 *
 * In: docs/libridgeline.3, include/ridgeline.h and include/ridgeline-map.h, from the project's
 * folder.  Each function must be in a list of the page, once, with the names of its parameters;
 * and every name of the library in the page must be in a header.
 */
#include "support/test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define PAGE "docs/libridgeline.3"
#define HEADER "include/ridgeline.h"
#define MAP_HEADER "include/ridgeline-map.h"
#define TEXT_MOST (256 * 1024)
#define LINE_MOST 512

static char page[TEXT_MOST], header[TEXT_MOST];

static void read_text(char *text, const char *path)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened", path);
    size_t size = fread(text, 1, TEXT_MOST - 1, file);
    fclose(file);
    text[size] = '\0';
    ck_assert_uint_lt(size, TEXT_MOST - 1);
}

static void read_both(void)
{
    read_text(page, PAGE);
    read_text(header, HEADER);
    size_t size = strlen(header);
    static char maps[TEXT_MOST];
    read_text(maps, MAP_HEADER);
    ck_assert_uint_lt(size + strlen(maps), TEXT_MOST - 1);
    strcpy(header + size, maps);
}

static int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (is_word(text[length]))
        length++;
    return length;
}

/* Whether a text has the word, whole. */
static int has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; (at = strchr(at, *word)) != NULL; at++)
        if (strncmp(at, word, length) == 0 && !is_word(at[length]) &&
            (at == text || !is_word(at[-1])))
            return 1;
    return 0;
}

/* Appends the name of a parameter: its last word, or that of a pointer to a function,
 * which stands behind "(*". */
static void append_parameter(char *line, const char *from, const char *end)
{
    const char *pointer = strstr(from, "(*");
    const char *last =
        pointer != NULL && pointer < end ? pointer + 2 + word_length(pointer + 2) : end;
    if (last[-1] == ']') /* an array */
        while (*last != '[')
            last--;
    const char *first = last;
    while (is_word(first[-1]))
        first--;
    size_t length = (size_t)(last - first), used = strlen(line);
    if (first == from && length == 4 && strncmp(first, "void", 4) == 0)
        return;
    ck_assert_uint_lt(used + length + 2, LINE_MOST);
    snprintf(line + used, LINE_MOST - used, " %.*s", (int)length, first);
}

/* The line by which the page should list the function that is declared at `at`. */
static void line_of(char *line, const char *at)
{
    const char *name = strstr(at, "rl_"), *open = strchr(at, '(');
    while (name + word_length(name) != open) { /* a type before it */
        name = strstr(name + 1, "rl_");
        ck_assert_msg(name != NULL && name < open, "no name: %.60s", at);
    }
    snprintf(line, LINE_MOST, "\n.It Fn %.*s", (int)(open - name), name);
    int depth = 0;
    for (const char *from = open + 1, *end = from;; end++) {
        depth += (*end == '(') - (*end == ')');
        if ((*end == ',' && depth == 0) || depth < 0) {
            append_parameter(line, from, end);
            from = end + 1;
        }
        if (depth < 0)
            break;
    }
    strcat(line, "\n");
}

static size_t count_of(const char *text, const char *wanted)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, wanted)) != NULL; at++)
        count++;
    return count;
}

TESTS_BELOW(.before = read_both)

TEST(library_page_lists_every_function_once)
{
    char line[LINE_MOST + 2];
    size_t functions = 0;
    for (const char *at = header; (at = strstr(at, "\nRL_API ")) != NULL; at++, functions++) {
        line_of(line, at);
        ck_assert_msg(count_of(page, line) == 1, "%s: has not once: %s", PAGE, line + 1);
    }
    ck_assert_uint_gt(functions, 60);
    ck_assert_uint_eq(count_of(page, "\n.It Fn "), functions);
}

TEST(library_page_has_no_name_without_a_header)
{
    size_t names = 0;
    for (const char *at = page; *at != '\0'; at++) {
        if ((at > page && is_word(at[-1])) ||
            (strncmp(at, "rl_", 3) != 0 && strncmp(at, "RL_", 3) != 0))
            continue;
        size_t length = word_length(at);
        ck_assert_msg(has_word(header, at, length), "%s: %.*s: is not in %s", PAGE, (int)length, at,
                      HEADER);
        names++;
    }
    ck_assert_uint_gt(names, 100);
}

/* Fields are those marked with .Fa and those in the table of errors. */
TEST(library_page_has_no_field_without_a_header)
{
    for (const char *at = page; (at = strstr(at, "\n.Fa ")) != NULL; at++)
        ck_assert_msg(has_word(header, at + 5, word_length(at + 5)), "%s: %.*s: is not in %s", PAGE,
                      (int)word_length(at + 5), at + 5, HEADER);
}

TEST(library_page_lists_every_status)
{
    char item[64];
    const char *at = strstr(header, "typedef enum rl_status"), *end = strstr(at, "} rl_status;");
    int count = 0;
    while ((at = strstr(at + 1, " RL_")) != NULL && at < end) {
        snprintf(item, sizeof item, "\n.It Dv %.*s\n", (int)word_length(at + 1), at + 1);
        ck_assert_msg(strstr(page, item) != NULL, "%s: has not: %s", PAGE, item + 1);
        count++;
    }
    ck_assert_int_ge(count, 9);
}
