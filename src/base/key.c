/* key.c - the rule of a key as text. */
#include "base/key.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static void append(char rule[KEY_RULE_SIZE], const char *text)
{
    size_t length = strlen(rule);
    (void)snprintf(rule + length, KEY_RULE_SIZE - length, "%s", text);
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
        append(rule, " (some of them), or any");
    if (key->kind == KEY_COLOUR || key->kind == KEY_STOP)
        append(rule, "#rrggbb");
    else if (rule[0] == '\0') {
        text_from_real(number, key->min);
        append(rule, number);
        append(rule, "..");
        text_from_real(number, key->max);
        append(rule, number);
    }
    if (key->has_auto)
        append(rule, " or auto");
}
