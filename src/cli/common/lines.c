/* lines.c - commands as lines of words.
 *
 * In: a line, or words.  Out: words, or the line that a shell would split into them.
 */
#include "cli/common/lines.h"
#include "cli/common/say.h"

#include <stdarg.h>

size_t line_count(line_words words)
{
    size_t count = 0;
    while (words != NULL && words[count] != NULL)
        count++;
    return count;
}

line_words line_split(const char *line, arena *memory)
{
    size_t size = strlen(line), count = 0;
    const char **words = arena_array(memory, size / 2 + 2, sizeof *words);
    char *text = arena_array(memory, size + 1, 1);
    if (words == NULL || text == NULL)
        return NULL;
    while (*(line += strspn(line, " \t")) != '\0') {
        char quote = '\0';
        words[count++] = text;
        for (; *line != '\0' && (quote != '\0' || (*line != ' ' && *line != '\t')); line++) {
            if (quote == '\0' && (*line == '\'' || *line == '"'))
                quote = *line;
            else if (quote == *line)
                quote = '\0';
            else {
                line += *line == '\\' && quote != '\'' && line[1] != '\0';
                *text++ = *line;
            }
        }
        *text++ = '\0';
    }
    words[count] = NULL;
    return words;
}

static void append(void *user, const char *bytes, size_t size)
{
    char **end = user;
    memcpy(*end, bytes, size);
    *end += size;
}

const char *line_join(line_words words, arena *memory)
{
    size_t size = 1;
    for (line_words word = words; *word != NULL; word++)
        size += 4 * strlen(*word) + 3; /* a quote becomes four characters */
    char *line = arena_array(memory, size, 1), *end = line;
    for (; line != NULL && *words != NULL; words++) {
        if (end > line)
            *end++ = ' ';
        shell_word(*words, append, &end);
    }
    if (line != NULL)
        *end = '\0';
    return line;
}

const char *line_print(arena *memory, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    size_t size = (size_t)vsnprintf(NULL, 0, format, values) + 1;
    char *text = arena_array(memory, size, 1);
    if (text != NULL)
        vsnprintf(text, size, format, again);
    va_end(again);
    va_end(values);
    return text;
}

char *line_cut(char **rest)
{
    char *line = *rest, *end = line != NULL ? strchr(line, '\n') : NULL;
    *rest = end != NULL ? end + 1 : NULL;
    if (end != NULL)
        *end = '\0';
    return line;
}
