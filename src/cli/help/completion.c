/* completion.c - completions for shells, made from the tables of commands, options and keys.
 *
 * In: a command line in words.  Out: what the last word may become.
 */
#include "cli/common/form.h"
#include "cli/common/output.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"
#include "cli/help/help.h"
#include "ridgeline-map.h"

#include <stdio.h>
#include <string.h>

/* The scripts call `ridgeline help --complete` for each Tab.  bash breaks words at = and :, so
 * its script joins them first and cuts them from the answers. */
int completion_script(const char *shell)
{
    form script = {.language = FORM_SHELL};
    char name[32];
    rl_sink *sink;
    rl_error error;
    snprintf(name, sizeof name, "completion.%s", shell);
    STEP(output_open(&sink, NULL, 0, 0));
    return output_close(sink, form_write(&script, name, sink, &error), &error);
}

/* ---- words -------------------------------------------------------------- */

/* The word to complete; `text` is its end that is looked up, such as the value behind =. */
typedef struct partial {
    const char *whole, *text;
} partial;

static void offer(const partial *word, const char *name, const char *after, const char *help)
{
    if (strncmp(name, word->text, strlen(word->text)) == 0)
        out_print("%.*s%s%s\t%s\n", (int)(word->text - word->whole), word->whole, name, after,
                  help);
}

/* Returns the word with `text` behind the last character that is one of `signs`. */
static partial cut_at(const partial *word, const char *signs)
{
    partial rest = *word;
    for (const char *sign; (sign = strpbrk(rest.text, signs)) != NULL;)
        rest.text = sign + 1;
    return rest;
}

static void offer_list(const partial *word, const char *(*list)(size_t index), const char *after)
{
    const char *name;
    for (size_t i = 0; (name = list(i)) != NULL; i++)
        offer(word, name, after, "");
}

/* Writes the path of a key such as ridge.N.base; the N become the numbers of `typed`, else 1. */
static void number_path(char path[80], const char *pattern, const char *typed)
{
    size_t size = 0;
    for (; *pattern != '\0' && size < 70; pattern++) {
        size_t digits = strspn(typed, "0123456789");
        digits = digits < 4 ? digits : 4;
        if (*pattern != 'N') {
            path[size++] = *pattern;
            typed += *typed == *pattern;
        } else if (digits == 0) {
            path[size++] = '1';
        } else {
            memcpy(path + size, typed, digits);
            size += digits;
            typed += digits;
        }
    }
    path[size] = '\0';
}

/* Offers the words that key `index` takes as a value. */
static void offer_words(const partial *word, size_t index)
{
    const char *value;
    for (size_t i = 0; (value = rl_scene_key_word(index, i)) != NULL; i++)
        offer(word, value, "", "");
}

static void offer_keys(const partial *word, int has_values)
{
    rl_key key;
    char path[80];
    const char *equals = strchr(word->text, '=');
    const partial value = cut_at(word, "=");
    for (size_t i = 0; rl_scene_key(i, &key); i++) {
        number_path(path, key.path, word->text);
        size_t size = strlen(path);
        if (equals == NULL) {
            offer(word, path, "=", key.meaning);
        } else if (has_values && (size_t)(equals - word->text) == size &&
                   memcmp(word->text, path, size) == 0) {
            offer_words(&value, i);
            offer(&value, "auto", "", key.rule);
        }
    }
}

static void offer_pass(const partial *word)
{
    rl_key key;
    const char *pass, *name, *colon = strchr(word->text, ':');
    const partial rest = cut_at(word, ":,");
    if (colon == NULL)
        offer_list(word, pass_name, "");
    for (int i = 0; (pass = rl_pass_name(i)) != NULL; i++) {
        if (colon == NULL)
            offer(word, pass, ":", "with keys");
        else if (strlen(pass) == (size_t)(colon - word->text) &&
                 memcmp(pass, word->text, strlen(pass)) == 0)
            for (size_t k = 0; (name = rl_pass_key(i, k, NULL, &key)) != NULL; k++)
                offer(&rest, name, "=", key.meaning);
    }
}

static const partial *palette_word;

static int offer_palette(const char *name)
{
    offer(palette_word, name, "", "");
    return CODE_OK;
}

/* Offers the choices of "a|b|FILE" that are in small letters; files for FILE, folders for DIR. */
static void offer_argument(const partial *word, const char *argument)
{
    char choice[40];
    for (const char *item = argument; *item != '\0';) {
        size_t size = strcspn(item, "|,");
        snprintf(choice, sizeof choice, "%.*s", (int)size, item);
        if (options_choice("FILE|PICTURE|MAP|CMD", choice) >= 0)
            out_print(":files\n");
        else if (strcmp(choice, "DIR") == 0)
            out_print(":folders\n");
        else if (strpbrk(choice, "ABCDEFGHIJKLMNOPQRSTUVWXYZ[.") == NULL)
            offer(word, choice, "", "");
        item += size + (item[size] != '\0');
    }
}

static void offer_values(const partial *word, const option_row *row)
{
    const char *argument = option_argument(row) + (row->takes_pair ? strlen("[=") : 0);
    int is_list = strstr(argument, ",...") != NULL;
    const partial last = is_list ? cut_at(word, ",") : *word;
    if (row->list == pass_name) {
        offer_pass(word);
    } else if (strncmp(argument, "KEY=VALUE", 9) == 0 && row->list == NULL) {
        offer_keys(word, 1);
    } else if (strncmp(argument, "KEY=A..B", 8) == 0) {
        offer_keys(word, 0);
    } else if (row->list == rl_palette_builtin_name) {
        palette_word = word;
        (void)palettes_list(offer_palette);
        offer_argument(word, argument);
    } else {
        int is_keys = strstr(argument, "KEY=") != NULL;
        if (row->list != NULL && (!is_keys || strchr(last.text, '=') == NULL))
            offer_list(&last, row->list, is_keys ? "=" : "");
        offer_argument(&last, argument);
        rl_key key;
        int has_words = row->key != NULL && strchr(argument, '|') == strstr(argument, "|KEY=");
        for (size_t i = 0; has_words && rl_scene_key(i, &key); i++)
            if (strcmp(key.path, row->key) == 0)
                offer_words(word, i);
    }
}

/* Returns the row of an option by its letter or the beginning of its name, or NULL. */
static const option_row *find_row(const struct command *command, const char *name, size_t size,
                                  int is_letter)
{
    const option_row *row, *found = NULL;
    for (size_t i = 0; (row = command_row(command, i)) != NULL; i++) {
        if (is_letter ? row->letter == name[0] : strncmp(row->name, name, size) == 0)
            found = row;
        if (found == row && (is_letter || strlen(row->name) == size))
            return found;
    }
    return found;
}

/* Returns the option in `word` whose value is the next word, or NULL. */
static const option_row *needs_value(const struct command *command, const char *word)
{
    const option_row *row = NULL;
    if (strncmp(word, "--", 2) == 0) {
        if (strchr(word, '=') == NULL && word[2] != '\0')
            row = find_row(command, word + 2, strlen(word + 2), 0);
    } else if (word[0] == '-') {
        for (word++; *word != '\0'; word++) {
            row = find_row(command, word, 1, 1);
            if (row != NULL && row->argument != NULL && word[1] != '\0')
                return NULL; /* the rest of the word is the value */
        }
    }
    if (row == NULL || row->argument == NULL)
        return NULL;
    return row->takes_pair || row->argument[0] != '[' ? row : NULL;
}

/* Returns 1 if one of the first `count` words is an option that excludes `row`. */
static int is_excluded(const struct command *command, const char *const *words, int count,
                       const option_row *row)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        const char *name = words[i] + (words[i][0] == '-') + (strncmp(words[i], "--", 2) == 0);
        int is_letter = words[i][0] == '-' && words[i][1] != '-';
        const option_row *given =
            name > words[i] ? find_row(command, name, is_letter ? 1 : strcspn(name, "="), is_letter)
                            : NULL;
        if (given != NULL && option_excludes(given, row))
            return 1;
    }
    return 0;
}

/* Returns 1 if `word`, which follows option `row` (may be NULL), is its value. */
static int is_value(const option_row *row, const char *word)
{
    return row != NULL && !(row->takes_pair && word[0] == '-');
}

void completion_words(const char *const *words, int count)
{
    const char *last = count > 0 ? words[count - 1] : "";
    partial word = {last, last};
    const struct command *command = count > 1 ? command_find(words[0]) : NULL;
    int i = command != NULL, is_first = count <= 1, is_ended = 0;
    const option_row *row = NULL;
    if (command == NULL)
        command = command_at(0);
    for (; i < count - 1; i++) {
        is_ended |= strcmp(words[i], "--") == 0;
        row = !is_value(row, words[i]) && !is_ended ? needs_value(command, words[i]) : NULL;
    }
    const char *equals = strchr(last, '=');
    if (is_value(row, last)) {
        offer_values(&word, row);
    } else if (strncmp(last, "--", 2) == 0 && equals != NULL && !is_ended) {
        row = find_row(command, last + 2, (size_t)(equals - last) - 2, 0);
        word.text = equals + 1;
        if (row != NULL && row->argument != NULL)
            offer_values(&word, row);
    } else if (last[0] == '-' && !is_ended) {
        const option_row *other;
        char name[40];
        for (size_t k = 0; (other = command_row(command, k)) != NULL; k++) {
            if (is_excluded(command, words, count - 1, other))
                continue;
            snprintf(name, sizeof name, "--%s", other->name);
            offer(&word, name, "", other->help);
            snprintf(name, sizeof name, "-%c", other->letter);
            if (other->letter != 0)
                offer(&word, name, "", other->help);
        }
    } else {
        const struct command *other;
        for (size_t k = 0; is_first && (other = command_at(k)) != NULL; k++)
            offer(&word, other->name, "", other->line);
        if (command->operands != NULL)
            offer_list(&word, command->operands, "");
        if (command->operands != command_name)
            out_print(":files\n");
    }
}
