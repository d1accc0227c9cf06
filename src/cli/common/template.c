/* template.c - {seed} {w} {h} {palette} {index} {frame} in the name of an output.
 *
 * In: a pattern that template_check has passed.  Out: a file name.  Values come
 * from texts of other people, so they must never carry a slash, a leading dot
 * or anything a shell or terminal would take for more than a name.
 */
#include "cli/common/template.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_SIZE 80

static int is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

/* A text is fit for a name when it is short and begins with a letter or digit. */
static int is_name(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length >= VALUE_SIZE || strchr("._-", text[0]) != NULL)
        return 0;
    while (length > 0 && is_name_letter(text[length - 1]))
        length--;
    return length == 0;
}

static void put_seed(char *to, const template_values *values)
{
    if (values->seed_text != NULL && is_name(values->seed_text))
        snprintf(to, VALUE_SIZE, "%s", values->seed_text);
    else
        snprintf(to, VALUE_SIZE, "%" PRIu64, values->seed);
}

static void put_width(char *to, const template_values *values)
{
    snprintf(to, VALUE_SIZE, "%d", values->width);
}

static void put_height(char *to, const template_values *values)
{
    snprintf(to, VALUE_SIZE, "%d", values->height);
}

static void put_palette(char *to, const template_values *values)
{
    snprintf(to, VALUE_SIZE, "%s", values->palette[0] != '\0' ? values->palette : "colours");
    for (char *c = to; *c != '\0'; c++)
        if (!is_name_letter(*c) || (c == to && *c == '.'))
            *c = '-';
}

/* Padded to the width of the last one, so that a listing is in order. */
static void put_index(char *to, const template_values *values)
{
    int digits = snprintf(to, VALUE_SIZE, "%" PRIu64, values->count);
    snprintf(to, VALUE_SIZE, "%0*" PRIu64, digits, values->index);
}

static const struct {
    const char *name;
    void (*put)(char *to, const template_values *values);
} words[] = {
    {"seed", put_seed},       {"w", put_width},     {"h", put_height},
    {"palette", put_palette}, {"index", put_index}, {"frame", put_index},
};

#define WORD_COUNT (sizeof words / sizeof *words)

/* Finds the word that starts at the brace `at`; WORD_COUNT when it is none. */
static size_t word_find(const char *at)
{
    size_t length = strcspn(at + 1, "}");
    size_t i = 0;
    while (i < WORD_COUNT && (at[1 + length] != '}' || strlen(words[i].name) != length ||
                              memcmp(words[i].name, at + 1, length) != 0))
        i++;
    return i;
}

/* A doubled brace stands for itself. */
static int is_doubled(const char *at)
{
    return (at[0] == '{' || at[0] == '}') && at[1] == at[0];
}

/* Pictures are counted by {index}, frames by {frame}. */
static int is_known(const char *at, const char *counter)
{
    size_t word = word_find(at);
    return word < WORD_COUNT &&
           (words[word].put != put_index || strcmp(words[word].name, counter) == 0);
}

int template_check(const char *pattern, const char *counter)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (is_doubled(at))
            at++;
        else if (*at == '{' && !is_known(at, counter))
            return say_error(CODE_USAGE,
                             "-o %s: %s: must be {seed} {w} {h} {palette} or {%s}, "
                             "or {{ for a brace",
                             SHOW(pattern),
                             show_bytes(at, strcspn(at, "}") + (strchr(at, '}') != NULL)).text,
                             counter);
    }
    return CODE_OK;
}

int template_has(const char *pattern, const char *word)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (is_doubled(at))
            at++;
        else if (*at == '{' && strcmp(words[word_find(at)].name, word) == 0)
            return 1;
    }
    return 0;
}

char *template_expand(const char *pattern, const template_values *values)
{
    /* No word is shorter than "{w}", so each three bytes make one value at most. */
    char *name = malloc(strlen(pattern) / 3 * VALUE_SIZE + strlen(pattern) + 1);
    char *to = name;
    if (name == NULL)
        return NULL;
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at == '{' && !is_doubled(at)) {
            words[word_find(at)].put(to, values);
            to += strlen(to);
            at += strcspn(at, "}");
        } else {
            at += is_doubled(at);
            *to++ = *at;
        }
    }
    *to = '\0';
    return name;
}
