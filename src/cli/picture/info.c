/* info.c - the command `ridgeline info PICTURE`.
 *
 * In: a picture file.  Out: what it says about itself, as scene text under comment
 * lines (so that the output is a scene file again) or as one JSON object.  The
 * file may come from anybody: all of its text is escaped.
 */
#include "cli/command.h"
#include "cli/common/job.h"
#include "cli/common/say.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct info_options {
    int json;
} info_options;

/* ---- text --------------------------------------------------------------- */

static void print_line(const char *key, const char *text, size_t size)
{
    out_print("# %s: %s\n", key, text != NULL ? show_bytes(text, size).text : "none");
}

/* Writes foreign text in pieces, because an escaped piece must fit the buffer. */
#define PIECE 30 /* escaped, it still fits */

/* Letters of a comment, which goes on in the next line: the output is scene text, and a line
 * of that has at most 190 bytes. */
#define COMMENT 90

static void print_text(const rl_recipe *recipe)
{
    out_print("# size: %dx%d", recipe->width, recipe->height);
    if (recipe->bits > 0)
        out_print(", %d bits", recipe->bits);
    out_print("\n");
    print_line("software", recipe->software, recipe->software_size);
    print_line("title", recipe->title, recipe->title_size);
    const char *text = recipe->description;
    if (text != NULL)
        out_print("# description: ");
    for (size_t size = recipe->description_size, used = 0; text != NULL && size > 0;) {
        /* Length of the next word with the blank before it, or of a piece of a long word. */
        size_t piece = 1;
        while (piece < size && piece < PIECE && text[piece] != ' ')
            piece++;
        while (piece < size && piece > 1 && ((unsigned char)text[piece] & 0xc0) == 0x80)
            piece--; /* not inside a letter of UTF-8 */
        shown word = show_bytes(text, piece);
        int is_over = used + strlen(word.text) > COMMENT;
        out_print("%s%s", is_over ? "\n#   " : "", word.text + (is_over && *text == ' '));
        used = (is_over ? 0 : used) + strlen(word.text);
        text += piece;
        size -= piece;
    }
    if (text != NULL)
        out_print("\n");
    out_print(recipe->scene == NULL ? "# recipe: none\n" : "# recipe:\n");
    if (recipe->scene == NULL)
        return;
    out_escaped(recipe->scene, recipe->scene_size);
    if (recipe->scene_size == 0 || recipe->scene[recipe->scene_size - 1] != '\n')
        out_print("\n");
}

/* ---- json --------------------------------------------------------------- */

/* JSON is UTF-8; other bytes are shown as escapes.  jansson's NULL for such a text would be
 * the same as that for a lack of memory. */
static json_t *json_text(const char *text, size_t size)
{
    if (text == NULL)
        return json_null();
    return show_is_utf8(text, size) ? json_stringn(text, size)
                                    : json_string(show_bytes(text, size).text);
}

/* Straight to standard output: json_dumps loses a key when its buffer cannot grow, and says
 * that all went well. */
static int write_part(const char *bytes, size_t size, void *user)
{
    (void)user;
    return out_write(bytes, size);
}

static int print_json(const rl_recipe *recipe)
{
    rl_scene *scene;
    rl_error error;
    char seed[24], name[RL_VALUE_SIZE];
    if (rl_scene_new(&scene, NULL, &error) != RL_OK)
        return say_status(&error);
    /* Adds the content of the recipe if this version can read it. */
    int is_readable = recipe->scene != NULL &&
                      rl_scene_parse(scene, recipe->scene, recipe->scene_size, "", NULL) == RL_OK;
    const char *palette = scene_name(scene, "palette.name", name);
    int has_seed = !scene_is(scene, "ridgeline.seed", "auto");
    int algorithm = scene_int(scene, "ridgeline.algorithm");
    /* A seed has 64 bits, a number of JSON only 53. */
    snprintf(seed, sizeof seed, "%" PRIu64, scene_seed(scene));
    rl_scene_free(scene);
    json_t *object = json_pack("{s:i, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:s?, s:o}", "width",
                               recipe->width, "height", recipe->height, "bits", recipe->bits,
                               "software", json_text(recipe->software, recipe->software_size),
                               "title", json_text(recipe->title, recipe->title_size), "description",
                               json_text(recipe->description, recipe->description_size), "scene",
                               json_text(recipe->scene, recipe->scene_size), "algorithm",
                               is_readable ? json_integer(algorithm) : json_null(), "seed",
                               is_readable && has_seed ? seed : NULL, "palette",
                               is_readable && *palette != '\0' ? json_text(palette, strlen(palette))
                                                               : json_null());
    /* Escaped to ASCII: a terminal obeys none of it. */
    size_t flags = JSON_SORT_KEYS | JSON_INDENT(2) | JSON_ENSURE_ASCII;
    int is_whole = object != NULL && json_dump_callback(object, write_part, NULL, flags) == 0;
    json_decref(object);
    if (!is_whole && !out_failed())
        return say_error(CODE_NO_MEMORY, "info: out of memory");
    out_write("\n", 1);
    return CODE_OK;
}

/* ---- the command -------------------------------------------------------- */

static int run_info(const options *opts)
{
    rl_recipe recipe;
    rl_error error;
    void *bytes;
    size_t size;
    if (opts->operand_count != 1)
        return say_error(CODE_USAGE, "info: takes one picture");
    const char *path = opts->operands[0];
    if (source_load(&bytes, &size, path, 1, &error) != RL_OK)
        return say_status(&error);
    int code = say_result(rl_recipe_read(&recipe, bytes, size, path, &error), &error);
    if (code == CODE_OK && ((const info_options *)opts->own)->json)
        code = print_json(&recipe);
    else if (code == CODE_OK)
        print_text(&recipe);
    rl_file_free(bytes, NULL);
    return code;
}

static const option_row rows[] = {
    {0, "json", NULL, read_switch, OWN(info_options, json), .help = "print one JSON object"},
    {0},
};

const struct command command_info = {
    .name = "info",
    .usage = "PICTURE",
    .line = "what a picture is made of",
    .rows = rows,
    .own_size = sizeof(info_options),
    .run = run_info,
};
