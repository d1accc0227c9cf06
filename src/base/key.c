/* key.c - writes the rule of a key, which values it may have, as text. */
#include "base/key.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static void append(char rule[KEY_RULE_SIZE], const char *text)
{
    size_t length = strlen(rule);
    (void)snprintf(rule + length, KEY_RULE_SIZE - length, "%s", text);
}

const char *key_name(const scene_key *key)
{
    return strrchr(key->path, '.') + 1;
}

void key_rule(const scene_key *key, char rule[KEY_RULE_SIZE])
{
    char number[TEXT_REAL_SIZE];
    rule[0] = '\0';
    if (key->rule != NULL) {
        append(rule, key->rule);
        return;
    }
    const char *word;
    for (size_t i = 0; (word = key_word(key, i)) != NULL; i++) {
        append(rule, i == 0 ? "" : key->kind == KEY_INTEGER ? " or " : ", ");
        append(rule, word);
    }
    if (key->kind == KEY_SET)
        append(rule, key->has_auto ? " (some of them, with blanks between), any"
                                   : " (some of them, with blanks between), or any");
    if (key->kind == KEY_COLOUR || key->kind == KEY_STOP)
        append(rule, "#rrggbb");
    else if (rule[0] == '\0') {
        text_from_real(number, key->min);
        append(rule, number);
        append(rule, "..");
        text_from_real(number, key->max);
        append(rule, number);
    }
    append(rule, key->traits & TRAIT_ANY_TEXT ? ", any text" : "");
    if (key->has_auto)
        append(rule, " or auto");
}

#define COMMA ", with a decimal point"
#define TOO_FINE ", with at most 9 decimals"
_Static_assert(TEXT_PLACES == 9, "TOO_FINE names it");

/* Returns the number of digits after the point of a number such as "-12.5"; 0 for other texts. */
static size_t count_places(const char *value)
{
    static const char digits[] = "0123456789";
    value += *value == '-';
    const char *point = value + strspn(value, digits);
    if (*point != '.')
        return 0;
    size_t places = strspn(point + 1, digits);
    return point[1 + places] == '\0' ? places : 0;
}

void key_rule_broken(const scene_key *key, const char *value, char rule[KEY_RULE_SIZE])
{
    char allowed[KEY_RULE_SIZE];
    size_t places = count_places(value);
    int is_whole = (key->kind == KEY_INTEGER || key->kind == KEY_COUNT) && key->rule == NULL &&
                   key_word(key, 0) == NULL;
    int is_too_fine = key->kind == KEY_REAL && places > TEXT_PLACES;
    int has_comma = key->kind == KEY_REAL && strchr(value, ',') != NULL;
    key_rule(key, allowed);
    rule[0] = '\0';
    append(rule, is_whole && places > 0 ? "a whole number " : "");
    append(rule, allowed);
    append(rule, is_too_fine ? TOO_FINE : has_comma ? COMMA : "");
}
