/* shell_word.c - words as a shell reads them.
 *
 * In: any text.  Out: a word that every POSIX shell takes for that text.
 */
#include "cli/common/shell_word.h"

#include <string.h>

/* A shell takes a word of these letters as it stands. */
static const char safe_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                   "0123456789+-./:=@_,";

void shell_word(FILE *line, const char *word)
{
    if (word[0] != '\0' && word[strspn(word, safe_letters)] == '\0') {
        fprintf(line, " %s", word);
        return;
    }
    fputs(" '", line);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", line);
        else
            fputc(*word, line);
    fputc('\'', line);
}
