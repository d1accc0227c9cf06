/* monitors.c - finds the monitors for --monitors auto and --set.
 *
 * In: programs that list monitors, of which the first that answers is used.  Out: a value of
 * --monitors, and the names of the outputs.  Desktops place monitors in logical units; a monitor
 * has `scale` pixels per unit.  Pictures are made with the largest scale of all monitors.
 */
#include "cli/common/child.h"
#include "cli/common/lines.h"
#include "cli/wallpaper/wallpaper.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#define ASK_SECONDS 10

/* Bounds of real monitors, in pixels, units and pixels per unit; others are ignored.  Within them
 * all monitors fit into wallpaper.asked, with eight digits for each of their four numbers. */
#define SIDE_MOST 1e5
#define PLACE_MOST 1e6
#define SCALE_LEAST 0.1
#define SCALE_MOST 16.0

/* A monitor as its desktop places it. */
typedef struct monitor {
    const char *name;
    double x, y;          /* upper left corner in units of the desktop */
    double width, height; /* size in pixels, after rotation */
    double scale;         /* pixels per unit; 0 counts as 1 */
} monitor;

/* Answer of a program, and the monitors read from it. */
typedef struct answer {
    json_t *json; /* NULL if the text is no JSON */
    char *text;   /* ended by a NUL */
    monitor monitors[WALLPAPER_MONITORS];
    int count;
} answer;

/* ---- JSON ----------------------------------------------------------------- */

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static void add_monitor(answer *found, monitor one)
{
    if (one.scale <= 0.0)
        one.scale = 1.0;
    int is_fit = one.width >= 1.0 && one.width <= SIDE_MOST && one.height >= 1.0 &&
                 one.height <= SIDE_MOST && one.x >= -PLACE_MOST && one.x <= PLACE_MOST &&
                 one.y >= -PLACE_MOST && one.y <= PLACE_MOST && one.scale >= SCALE_LEAST &&
                 one.scale <= SCALE_MOST;
    if (found->count < WALLPAPER_MONITORS && is_fit)
        found->monitors[found->count++] = one;
}

/* Swaps width and height if a monitor is rotated by a quarter turn. */
static void turn(monitor *one, int is_turned)
{
    double width = one->width;
    if (!is_turned)
        return;
    one->width = one->height;
    one->height = width;
}

/* Returns a monitor with name and scale of `output`, x and y of `place`, and the size of `mode`. */
static monitor monitor_of(const json_t *output, const json_t *place, const json_t *mode)
{
    return (monitor){json_string_value(json_object_get(output, "name")),
                     number_of(place, "x"),
                     number_of(place, "y"),
                     number_of(mode, "width"),
                     number_of(mode, "height"),
                     number_of(output, "scale")};
}

/* swaymsg: positions and sizes in logical units. */
static void read_sway(answer *found)
{
    size_t i;
    json_t *output;
    json_array_foreach (found->json, i, output) {
        const json_t *rectangle = json_object_get(output, "rect");
        monitor one = monitor_of(output, rectangle, rectangle);
        one.scale = one.scale > 0.0 ? one.scale : 1.0;
        one.width *= one.scale;
        one.height *= one.scale;
        if (!json_is_false(json_object_get(output, "active")))
            add_monitor(found, one);
    }
}

/* hyprctl: positions in logical units, sizes in pixels before rotation. */
static void read_hyprland(answer *found)
{
    size_t i;
    json_t *output;
    json_array_foreach (found->json, i, output) {
        monitor one = monitor_of(output, output, output);
        turn(&one, (int)number_of(output, "transform") % 2 == 1);
        if (!json_is_true(json_object_get(output, "disabled")))
            add_monitor(found, one);
    }
}

/* kscreen-doctor: the mode with the id currentModeId; rotations 2 and 8 are quarter turns. */
static void read_kscreen(answer *found)
{
    size_t i, k;
    json_t *output, *mode;
    json_array_foreach (json_object_get(found->json, "outputs"), i, output) {
        const json_t *place = json_object_get(output, "pos"), *size = NULL;
        const json_t *id = json_object_get(output, "currentModeId");
        int rotation = (int)number_of(output, "rotation");
        json_array_foreach (json_object_get(output, "modes"), k, mode)
            if (json_equal(json_object_get(mode, "id"), id))
                size = json_object_get(mode, "size");
        if (size == NULL)
            size = json_object_get(output, "size");
        monitor one = monitor_of(output, place, size);
        turn(&one, rotation == 2 || rotation == 8);
        if (json_is_true(json_object_get(output, "enabled")) &&
            !json_is_false(json_object_get(output, "connected")))
            add_monitor(found, one);
    }
}

/* wlr-randr: the mode with `current` true; transforms such as "90" and "flipped-270". */
static void read_wlr(answer *found)
{
    size_t i, k;
    json_t *output, *mode;
    json_array_foreach (found->json, i, output) {
        const json_t *place = json_object_get(output, "position"), *current = NULL;
        const char *transform = json_string_value(json_object_get(output, "transform"));
        json_array_foreach (json_object_get(output, "modes"), k, mode)
            if (json_is_true(json_object_get(mode, "current")))
                current = mode;
        monitor one = monitor_of(output, place, current);
        turn(&one, transform != NULL &&
                       (strstr(transform, "90") != NULL || strstr(transform, "270") != NULL));
        if (!json_is_false(json_object_get(output, "enabled")))
            add_monitor(found, one);
    }
}

/* Returns the current mode of a connector in GNOME's list of monitors, or NULL. */
static const json_t *mode_of(const json_t *monitors, const char *connector)
{
    size_t i, k;
    json_t *one, *mode;
    json_array_foreach (monitors, i, one) {
        const char *name = json_string_value(json_array_get(json_array_get(one, 0), 0));
        json_array_foreach (json_array_get(one, 1), k, mode)
            if (name != NULL && strcmp(name, connector) == 0 &&
                json_object_get(json_array_get(mode, 6), "is-current") != NULL)
                return mode;
    }
    return NULL;
}

/* busctl of org.gnome.Mutter.DisplayConfig: [serial, monitors, logical monitors, properties]; a
 * logical monitor is [x, y, scale, transform, primary, [[connector, ...]]]. */
static void read_mutter(answer *found)
{
    size_t i;
    json_t *logical;
    const json_t *data = json_object_get(found->json, "data");
    const json_t *layout = json_object_get(json_array_get(data, 3), "layout-mode");
    int is_physical = (int)number_of(layout, "data") == 2; /* positions in pixels */
    json_array_foreach (json_array_get(data, 2), i, logical) {
        const char *connector =
            json_string_value(json_array_get(json_array_get(json_array_get(logical, 5), 0), 0));
        const json_t *mode = connector != NULL ? mode_of(json_array_get(data, 1), connector) : NULL;
        monitor one = {connector,
                       json_number_value(json_array_get(logical, 0)),
                       json_number_value(json_array_get(logical, 1)),
                       json_number_value(json_array_get(mode, 1)),
                       json_number_value(json_array_get(mode, 2)),
                       is_physical ? 1.0 : json_number_value(json_array_get(logical, 2))};
        turn(&one, json_integer_value(json_array_get(logical, 3)) % 2 == 1);
        add_monitor(found, one);
    }
}

/* system_profiler of macOS: sizes without positions, so monitors are placed side by side. */
static void read_profiler(answer *found)
{
    size_t i, k;
    json_t *card, *display;
    double x = 0.0;
    json_array_foreach (json_object_get(found->json, "SPDisplaysDataType"), i, card)
        json_array_foreach (json_object_get(card, "spdisplays_ndrvs"), k, display) {
            const char *pixels = json_string_value(json_object_get(display, "_spdisplays_pixels"));
            char *end = NULL;
            if (pixels == NULL)
                continue;
            double width = (double)strtoul(pixels, &end, 10);
            double height = (double)strtoul(end + strspn(end, " x"), NULL, 10);
            add_monitor(found, (monitor){"", x, 0.0, width, height, 1.0});
            x += width;
        }
}

/* ---- text ----------------------------------------------------------------- */

/* xrandr --listmonitors: ` 0: +*DP-1 2560/597x1440/336+0+0  DP-1`: pixels and millimetres. */
static void read_xrandr(answer *found)
{
    for (char *rest = found->text, *line; (line = line_cut(&rest)) != NULL;) {
        char *colon = strchr(line, ':'), *end;
        if (line[0] != ' ' || colon == NULL)
            continue;
        char *name = colon + 1 + strspn(colon + 1, " +*");
        char *size = name + strcspn(name, " ");
        if (*size == '\0')
            continue;
        *size++ = '\0';
        monitor one = {.name = name, .width = (double)strtoul(size, &end, 10)};
        end += strcspn(end, "x");
        one.height = *end != '\0' ? (double)strtoul(end + 1, &end, 10) : 0.0;
        end += strcspn(end, "+-");
        one.x = (double)strtol(end, &end, 10);
        one.y = (double)strtol(end, &end, 10);
        add_monitor(found, one);
    }
}

/* ---- what is asked --------------------------------------------------------- */

static const struct {
    const char *variable; /* environment variable without which it is not asked; NULL = none */
    const char *command;
    void (*read)(answer *found);
} sources[] = {
    {"SWAYSOCK", "swaymsg -r -t get_outputs", read_sway},
    {"HYPRLAND_INSTANCE_SIGNATURE", "hyprctl -j monitors", read_hyprland},
    {"DBUS_SESSION_BUS_ADDRESS",
     "busctl --user --json=short call org.gnome.Mutter.DisplayConfig "
     "/org/gnome/Mutter/DisplayConfig org.gnome.Mutter.DisplayConfig GetCurrentState",
     read_mutter},
    {"WAYLAND_DISPLAY", "kscreen-doctor -j", read_kscreen},
    {"WAYLAND_DISPLAY", "wlr-randr --json", read_wlr},
    {"DISPLAY", "xrandr --listmonitors", read_xrandr},
    {NULL, "system_profiler -json SPDisplaysDataType", read_profiler},
};

/* Asks program `index`; returns 1 if its answer lists a monitor. */
static int ask(answer *found, size_t index, arena *memory)
{
    static child_outcome outcome; /* too large for a small stack */
    char path[CHILD_PATH];
    const char *variable = sources[index].variable;
    const char *value = variable != NULL ? getenv(variable) : "-";
    line_words words = line_split(sources[index].command, memory);
    const char *run[16] = {path};
    if (value == NULL || value[0] == '\0' || words == NULL || !child_find(path, words[0]))
        return 0;
    for (size_t i = 1; i < 15 && words[i] != NULL; i++)
        run[i] = words[i];
    if (child_run(&outcome, run, ASK_SECONDS) != 0 || outcome.failure[0] != '\0')
        return 0;
    found->text = arena_text(memory, outcome.text, outcome.size);
    if (found->text == NULL)
        return 0;
    found->json = json_loadb(found->text, outcome.size, 0, NULL);
    found->count = 0;
    sources[index].read(found);
    return found->count > 0;
}

/* Writes the monitors into set->asked as a value of --monitors, and their names and corners into
 * set->outputs. */
static void write_monitors(wallpaper *set, const answer *found)
{
    double finest = 0.0, left = 0.0, top = 0.0;
    size_t used = 0;
    for (int i = 0; i < found->count; i++) {
        const monitor *one = &found->monitors[i];
        finest = one->scale > finest ? one->scale : finest;
        left = i == 0 || one->x < left ? one->x : left;
        top = i == 0 || one->y < top ? one->y : top;
    }
    for (int i = 0; i < found->count; i++) {
        const monitor *one = &found->monitors[i];
        wallpaper_output *output = &set->outputs[i];
        double share = finest / one->scale;
        snprintf(output->name, sizeof output->name, "%s", one->name != NULL ? one->name : "");
        snprintf(output->place, sizeof output->place, "+%ld+%ld", (long)one->x, (long)one->y);
        used += (size_t)snprintf(
            set->asked + used, sizeof set->asked - used, "%s%ldx%ld+%ld+%ld", i > 0 ? "," : "",
            (long)(one->width * share + 0.5), (long)(one->height * share + 0.5),
            (long)((one->x - left) * finest + 0.5), (long)((one->y - top) * finest + 0.5));
    }
    set->output_count = found->count;
}

void wallpaper_ask_monitors(wallpaper *set)
{
    answer found = {.json = NULL};
    for (size_t i = 0; i < sizeof sources / sizeof *sources && set->asked[0] == '\0'; i++) {
        if (ask(&found, i, &set->memory))
            write_monitors(set, &found);
        json_decref(found.json);
        found.json = NULL;
    }
}
