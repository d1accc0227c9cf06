/* ini.c - what scene_parse.c asks of libinih, for CPUs without its package.
 *
 * In: lines from a reader.  Out: (section, name, value), blanks stripped, comments
 * dropped.  Only determinism.sh links it, into programs for foreign CPUs: there
 * the golden hashes tell whether it reads a scene as libinih does.
 */
#include <ini.h>
#include <string.h>

#define LINE_SIZE 200 /* as libinih's own */
#define BLANKS " \t\r\n"

/* Cuts blanks off both ends, in place. */
static char *strip(char *text)
{
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
    return text;
}

/* An inline comment is a ';' behind a blank. */
static void cut_comment(char *value)
{
    for (char *at = strchr(value, ';'); at != NULL; at = strchr(at + 1, ';')) {
        if (at == value || strchr(BLANKS, at[-1]) != NULL) {
            *at = '\0';
            return;
        }
    }
}

/* One line that is neither empty nor a comment; 0 when it is no pair or the handler
 * refuses it. */
static int take_line(char *line, char section[LINE_SIZE], ini_handler handler, void *user)
{
    if (*line == '[') {
        char *end = strchr(line, ']');
        if (end == NULL)
            return 0;
        *end = '\0';
        memmove(section, line + 1, strlen(line));
        return 1;
    }
    char *equals = strpbrk(line, "=:");
    if (equals == NULL)
        return 0;
    *equals = '\0';
    cut_comment(equals + 1);
    return handler(user, section, strip(line), strip(equals + 1));
}

int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user)
{
    char line[LINE_SIZE], section[LINE_SIZE] = "";
    int fault = 0;
    for (int number = 1; reader(line, (int)sizeof line, stream) != NULL; number++) {
        char *text = strip(line);
        if (*text == '\0' || *text == ';' || *text == '#')
            continue;
        if (!take_line(text, section, handler, user) && fault == 0)
            fault = number;
    }
    return fault;
}
