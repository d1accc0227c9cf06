/* request.c - turns options into changes of a scene, and back into arguments.
 *
 * In: a scene as its source left it, and the options.  Out: the scene that the
 * command line asks for.  The order is part of the manual: what comes later in
 * apply_all wins, wherever it stood on the line.
 */
#include "cli/common/request.h"
#include "cli/common/limit.h"
#include "cli/common/palettes.h"
#include "cli/common/say.h"
#include "cli/common/shell_word.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- steps: one option each --------------------------------------------- */

/* `ridgeline.style = x: rule` becomes `--style x: rule`. */
static int say_option(const rl_error *error, const char *option)
{
    const char *value = strstr(error->text, " = ");
    rl_error message = {error->status, ""};
    if (value == NULL)
        return say_status(error);
    snprintf(message.text, sizeof message.text, "%s %s", option, value + 3);
    return say_status(&message);
}

int request_name_option(const options *opts, rl_error *error)
{
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        size_t length = row->key != NULL ? strlen(row->key) : 0;
        rl_error message = {error->status, ""};
        if (length == 0 || opts->values[i] == NULL || strncmp(error->text, row->key, length) != 0 ||
            strncmp(error->text + length, " = ", 3) != 0)
            continue;
        const char *hint =
            row->list != NULL && row->list != size_name && strchr(error->text, '?') == NULL
                ? ": see ridgeline map --help"
                : "";
        snprintf(message.text, sizeof message.text, "%s %.320s%s", option_place(row).text,
                 error->text + length + 3, hint);
        *error = message;
        return 1;
    }
    return 0;
}

static int apply_mood(rl_scene *scene, const char *name)
{
    rl_error error;
    if (name == NULL || rl_mood_apply(scene, name, &error) == RL_OK)
        return CODE_OK;
    if (strstr(error.text, "did you mean") == NULL)
        return say_error(CODE_USAGE, "-m %s: no such mood: see ridgeline --help", SHOW(name));
    return say_option(&error, "-m");
}

static int apply_palette(rl_scene *scene, const options *wanted)
{
    rl_palette_options choice = {sizeof choice, wanted->roles, 0};
    if (wanted->palette == NULL && (wanted->roles != NULL || wanted->scheme != NULL))
        return say_error(CODE_USAGE, "%s: needs a palette file: add -p FILE",
                         wanted->roles != NULL ? "--roles" : "--scheme");
    if (wanted->palette == NULL)
        return CODE_OK;
    choice.night = wanted->scheme != NULL && strcmp(wanted->scheme, "night") == 0;
    return palettes_fetch(&scene->palette, wanted->palette, &choice, "-p");
}

/* Options that are another name of a key, in the order of their rows. */
static int apply_keys(rl_scene *scene, const options *opts)
{
    rl_error error;
    int code = CODE_OK;
    /* An offset makes the world endless, where nothing else has been said. */
    if (option_value(opts, "offset") != NULL && scene->world == RL_WORLD_PICTURE &&
        option_value(opts, "loop") == NULL)
        scene->world = RL_WORLD_ENDLESS;
    for (size_t i = 0; opts->rows[i] != NULL && code == CODE_OK; i++) {
        const option_row *row = opts->rows[i];
        const char *value = option_text(opts, i);
        if (row->key == NULL || row->read != NULL || value == NULL)
            continue;
        if (rl_scene_set(scene, row->key, value, &error) != RL_OK)
            code = say_option(&error, option_place(row).text);
    }
    return code;
}

static int apply_setting(rl_scene *scene, const char *setting)
{
    size_t length = strcspn(setting, "=");
    rl_error error;
    char *key = malloc(length + 1);
    if (key == NULL)
        return say_error(CODE_NO_MEMORY, "out of memory");
    memcpy(key, setting, length);
    key[length] = '\0';
    rl_status status = rl_scene_set(scene, key, setting + length + 1, &error);
    free(key);
    return status == RL_OK ? CODE_OK : say_status(&error);
}

int request_apply(rl_scene *scene, const options *wanted)
{
    if (wanted->seed_text != NULL) {
        scene->seed = wanted->seed;
        scene->has_seed = 1;
    }
    int code = apply_mood(scene, wanted->mood);
    if (code == CODE_OK)
        code = apply_palette(scene, wanted);
    if (code == CODE_OK)
        code = apply_keys(scene, wanted);
    for (int i = 0; i < wanted->setting_count && code == CODE_OK; i++)
        code = apply_setting(scene, wanted->settings[i]);
    if (code == CODE_OK)
        code = limit_check(scene, wanted);
    return code == CODE_OK ? palettes_complete(&scene->palette) : code;
}

int request_threads(const options *wanted)
{
    if (wanted->threads > 0)
        return wanted->threads;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > 256 ? 256 : (int)online;
}

/* These lists are in the order of their enum. */
int request_metadata(const options *wanted)
{
    return wanted->metadata != NULL ? options_choice("full|minimal|none", wanted->metadata)
                                    : RL_METADATA_FULL;
}

int request_compress(const options *wanted)
{
    return wanted->compress != NULL ? options_choice("default|fast|small", wanted->compress)
                                    : RL_COMPRESS_DEFAULT;
}

int request_kernels(const options *wanted)
{
    return wanted->kernels != NULL ? options_choice("best|plain|vector|avx2", wanted->kernels)
                                   : RL_KERNELS_BEST;
}

int request_is_of(const char *setting, const char *key)
{
    size_t length = strlen(key);
    return strncmp(setting, key, length) == 0 && setting[length] == '=';
}

int request_sets(const options *wanted, const char *key)
{
    for (int i = 0; i < wanted->setting_count; i++)
        if (request_is_of(wanted->settings[i], key))
            return 1;
    return 0;
}

int request_check(const options *wanted, const fixed_key *fixed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (request_sets(wanted, fixed[i].key))
            return say_error(CODE_USAGE, "--set %s: %s", fixed[i].key, fixed[i].rule);
    return CODE_OK;
}

/* ---- back into arguments ------------------------------------------------ */

static void put_option(FILE *line, const option_row *row, const char *value)
{
    fprintf(line, " %s", option_place(row).text);
    if (row->argument[0] == '[')
        fprintf(line, "=%s", value);
    else
        shell_word(line, value);
}

static void put_request(FILE *line, const char *name, const char *operand, const options *opts)
{
    fprintf(line, "%s:", name);
    if (operand != NULL)
        shell_word(line, operand);
    if (opts->seed_text != NULL) {
        fputs(" --seed", line);
        shell_word(line, opts->seed_text);
    }
    for (size_t i = 0; opts->rows[i] != NULL; i++) {
        const option_row *row = opts->rows[i];
        const char *value = option_text(opts, i);
        int is_land = row->groups != ~0 && (row->groups & (TAKES_LAND | TAKES_COLOURS)) != 0;
        if (is_land && value != NULL)
            put_option(line, row, value);
    }
    for (int i = 0; i < opts->setting_count; i++) {
        fputs(" --set", line);
        shell_word(line, opts->settings[i]);
    }
    fputc('\n', line);
}

int request_print(const char *name, const char *operand, const options *wanted, int to_error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *line = open_memstream(&text, &size);
    int failed = line == NULL;
    if (line != NULL) {
        put_request(line, name, operand, wanted);
        failed = ferror(line) != 0;
        failed |= fclose(line) != 0;
    }
    if (!failed && to_error)
        say_escaped(text, size);
    else if (!failed)
        out_escaped(text, size);
    free(text);
    return failed ? say_error(CODE_NO_MEMORY, "out of memory") : CODE_OK;
}
