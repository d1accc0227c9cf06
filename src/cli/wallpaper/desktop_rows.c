/* desktop_rows.c - the desktops that wallpapers can be set on.
 *
 * The first row that fits the session and whose program answers is used.  Rows with `sessions` come
 * before rows that fit by an environment variable.
 */
#include "cli/wallpaper/desktop.h"

#include <stdio.h>

/* ---- lines of a state ----------------------------------------------------- */

/* Cuts the first word, and the blanks after it, off the line.  Returns the word. */
static char *cut_word(char **line)
{
    char *word = *line;
    char *end = word + strcspn(word, " \t");
    *line = end + strspn(end, " \t");
    *end = '\0';
    return word;
}

static int is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* gsettings list-recursively: SCHEMA KEY VALUE.  The value is a GVariant's text, as
 * `gsettings set` takes it. */
static int parse_setting(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    (void)cut_word(&line);
    *item = (desktop_item){.name = cut_word(&line), .value = line};
    return strncmp(item->name, "picture-", 8) == 0 && item->value[0] != '\0';
}

/* xfconf-query -l -v: /backdrop/screen0/monitorDP-1/workspace0/last-image   PATH. */
static int parse_backdrop(desktop_item *item, char *line, arena *memory)
{
    static const char end[] = "/last-image", begin[] = "/monitor";
    char *name = cut_word(&line), *place = strstr(name, begin);
    size_t size = strlen(name);
    if (size < sizeof end || strcmp(name + size - sizeof end + 1, end) != 0)
        return 0;
    *item = (desktop_item){.name = name, .value = line};
    if (place == NULL)
        return 1;
    place += sizeof begin - 1;
    item->place = arena_text(memory, place, strcspn(place, "/"));
    return item->place != NULL;
}

/* Output of the script of row "plasma": ID +X+Y PLUGIN IMAGE. */
static int parse_containment(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    char *name = cut_word(&line), *place = cut_word(&line), *plugin = cut_word(&line);
    *item = (desktop_item){.name = name, .place = place, .mode = plugin, .value = line};
    return is_number(name) && plugin[0] != '\0';
}

/* The settings of pcmanfm-qt: Wallpaper=PATH, WallpaperMode=zoom. */
static int parse_pcmanfm(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    char *value = strchr(line, '=');
    if (value == NULL || value[1] == '\0')
        return 0;
    *value = '\0';
    item->value = value + 1;
    item->name = strcmp(line, "Wallpaper") == 0       ? "set-wallpaper"
                 : strcmp(line, "WallpaperMode") == 0 ? "wallpaper-mode"
                                                      : NULL;
    return item->name != NULL;
}

/* hyprctl hyprpaper listactive: OUTPUT = PATH, since hyprpaper 0.8 OUTPUT: PATH. */
static int parse_active(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    char *equals = strstr(line, " = "), *colon = strstr(line, ": /");
    char *end = equals != NULL && (colon == NULL || equals < colon) ? equals : colon;
    if (end == NULL)
        return 0;
    const char *value = end + (end == equals ? 3 : 2);
    *end = '\0';
    *item = (desktop_item){.name = line, .place = line, .value = value};
    return 1;
}

/* swww query: OUTPUT: 1920x1080, scale: 1, currently displaying: image: PATH.  Newer versions
 * begin with a namespace, which may be empty, and a colon. */
static int parse_query(desktop_item *item, char *line, arena *memory)
{
    static const char image[] = "image: ";
    (void)memory;
    char *value = strstr(line, image), *end = strstr(line, ": "), *begin;
    if (end != NULL && (end == line || end[2] < '0' || end[2] > '9'))
        end = strstr(end + 2, ": ");
    if (end == NULL)
        return 0;
    *end = '\0';
    for (begin = end; begin > line && begin[-1] != ' ' && begin[-1] != ':'; begin--)
        ;
    *item = (desktop_item){
        .name = begin, .place = begin, .value = value != NULL ? value + sizeof image - 1 : ""};
    return 1;
}

/* pgrep -a: PROCESS swaybg -m fill -i PATH.  A path may have blanks, so the text up to the
 * next option is one word. */
static int parse_swaybg(desktop_item *item, char *line, arena *memory)
{
    char *number = cut_word(&line);
    int is_process = is_number(number) && strcmp(cut_word(&line), "swaybg") == 0;
    size_t size = 4 * strlen(line) + sizeof "swaybg", used = sizeof "swaybg" - 1;
    char *command = arena_array(memory, size, 1);
    if (command == NULL || !is_process || strchr(line, '\'') != NULL)
        return 0;
    memcpy(command, "swaybg", used + 1);
    while (line[0] == '-') {
        char *value = line, *next;
        char *option = cut_word(&value);
        for (next = value; next[0] != '\0' && (next[0] != ' ' || next[1] != '-'); next++)
            ;
        if (next[0] == ' ')
            *next++ = '\0';
        used += (size_t)snprintf(command + used, size - used, " %s '%s'", option, value);
        line = next;
    }
    *item = (desktop_item){.name = number, .value = command};
    return 1;
}

/* ~/.fehbg: a script whose line `feh ...` shows the pictures again. */
static int parse_fehbg(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    *item = (desktop_item){.name = "", .value = line};
    return strncmp(line, "feh ", 4) == 0;
}

/* nitrogen's bg-saved.cfg: [xin_HEAD], file=PATH, mode=NUMBER.  The three lines make one item,
 * which is complete with the last. */
static int parse_nitrogen(desktop_item *item, char *line, arena *memory)
{
    static const char *const modes[] = {"scaled", "tiled", "centered", "zoom", "auto", "zoom-fill"};
    (void)memory;
    char *head = strstr(line, "[xin_");
    if (head != NULL) {
        item->name = head + 5;
        head[strcspn(head, "]")] = '\0';
    } else if (strncmp(line, "file=", 5) == 0)
        item->value = line + 5;
    else if (strncmp(line, "mode=", 5) == 0 && line[5] >= '0' && line[5] <= '5')
        item->mode = modes[line[5] - '0'];
    else
        return 0;
    return head == NULL && item->name != NULL && item->value != NULL && item->mode != NULL;
}

/* Output of the script of row "macos": NUMBER PATH. */
static int parse_number(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    item->name = cut_word(&line);
    item->value = line;
    return is_number(item->name);
}

/* SystemParametersInfo of windows/child.c: PATH. */
static int parse_path(desktop_item *item, char *line, arena *memory)
{
    (void)memory;
    *item = (desktop_item){.name = "wallpaper", .value = line};
    return line[0] != '\0';
}

/* ---- the rows --------------------------------------------------------------- */

#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

#define PLASMA "{program} org.kde.plasmashell /PlasmaShell org.kde.PlasmaShell.evaluateScript "

/* Files that start programs in sessions of X, below the home folder. */
#define X_STARTS                                                                                   \
    ".xprofile .xinitrc .xsession .config/i3/config .config/bspwm/bspwmrc "                        \
    ".config/openbox/autostart .config/awesome/rc.lua .config/qtile/autostart.sh"

static const desktop rows[] = {
    {.name = "gnome",
     .aliases = ":gnome-shell:ubuntu:gsettings:",
     .sessions = ":gnome:unity:budgie:budgie-desktop:pantheon:gnome-classic:gnome-flashback:",
     .programs = "gsettings",
     .read = "gsettings list-recursively org.gnome.desktop.background",
     .parse = parse_setting,
     /* in dark mode GNOME shows only the dark picture, so both are always set */
     .items = {{"picture-options", "{fit}"},
               {"picture-uri", "{uri}"},
               {"picture-uri-dark", "{dark}"}},
     .one = "gsettings set org.gnome.desktop.background {name} {value}",
     .shows_day = 1,
     .dark = DARK_ITEM},
    {.name = "cinnamon",
     .sessions = ":x-cinnamon:cinnamon:",
     .programs = "gsettings",
     .read = "gsettings list-recursively org.cinnamon.desktop.background",
     .parse = parse_setting,
     .items = {{"picture-options", "{fit}"}, {"picture-uri", "{uri}"}},
     .one = "gsettings set org.cinnamon.desktop.background {name} {value}",
     .shows_day = 1},
    {.name = "mate",
     .aliases = ":mate-desktop:",
     .sessions = ":mate:",
     .programs = "gsettings",
     .read = "gsettings list-recursively org.mate.background",
     .parse = parse_setting,
     .items = {{"picture-options", "{fit}"}, {"picture-filename", "{path}"}},
     .one = "gsettings set org.mate.background {name} {value}",
     .shows_day = 1},
    {.name = "plasma",
     .aliases = ":kde-plasma:plasma5:plasma6:plasmashell:",
     .sessions = ":kde:plasma:",
     .programs = "qdbus6 qdbus-qt6 qdbus qdbus-qt5",
     .read = PLASMA "'var all = desktops(); for (var i = 0; i < all.length; i++) { var d = all[i]; "
                    "if (d.screen < 0) continue; var g = screenGeometry(d.screen); "
                    "d.currentConfigGroup = [\"Wallpaper\", d.wallpaperPlugin, \"General\"]; "
                    "print(d.id + \" +\" + g.x + \"+\" + g.y + \" \" + d.wallpaperPlugin + \" \" + "
                    "d.readConfig(\"Image\") + \"\\n\"); }'",
     .parse = parse_containment,
     .one = PLASMA "'var d = desktopById(\"{name}\"); d.wallpaperPlugin = \"{mode}\"; "
                   "d.currentConfigGroup = [\"Wallpaper\", \"{mode}\", \"General\"]; "
                   "d.writeConfig(\"Image\", \"{value}\");'",
     .mode = "org.kde.image",
     .dark = DARK_PACKAGE,
     .is_script = 1,
     .takes_uri = 1},
    {.name = "plasma-apply",
     .aliases = ":kde-plasma:plasma5:plasma6:plasmashell:",
     .sessions = ":kde:plasma:",
     .programs = "plasma-apply-wallpaperimage",
     .every = "plasma-apply-wallpaperimage {value}",
     .dark = DARK_PACKAGE,
     .is_same = 1},
    {.name = "xfce",
     .aliases = ":xfce4:xubuntu:",
     .sessions = ":xfce:",
     .programs = "xfconf-query",
     .read = "xfconf-query -c xfce4-desktop -l -v",
     .parse = parse_backdrop,
     .unknown = "/backdrop/screen0/monitor{place}/workspace0/last-image",
     .one = "xfconf-query -c xfce4-desktop -n -t string -p {name} -s {value}"},
    {.name = "lxqt",
     .aliases = ":pcmanfm-qt:lubuntu:",
     .sessions = ":lxqt:",
     .programs = "pcmanfm-qt",
     .file = ".config/pcmanfm-qt/lxqt/settings.conf",
     .parse = parse_pcmanfm,
     .items = {{"set-wallpaper", "{path}"}, {"wallpaper-mode", "zoom"}},
     .one = "pcmanfm-qt --{name}={value}"},
    {.name = "swww",
     .aliases = ":awww:hyprland:niri:river:",
     .variable = "WAYLAND_DISPLAY",
     .programs = "swww awww",
     .read = "{program} query",
     .parse = parse_query,
     .unknown = "{place}",
     .one = "{program} img --outputs {name} {value}",
     .every = "{program} img {value}"},
    {.name = "hyprpaper",
     .aliases = ":hyprland:",
     .variable = "HYPRLAND_INSTANCE_SIGNATURE",
     .programs = "hyprctl",
     .read = "hyprctl hyprpaper listactive",
     .parse = parse_active,
     .unknown = "{place}",
     /* hyprpaper 0.8 has only `wallpaper`, which loads the picture, and `listactive` */
     .first = "hyprctl hyprpaper preload {value}",
     .before = "before hyprpaper 0.8",
     .refusals = "error invalid unknown failed",
     .is_by_output = 1,
     .keep = {.line = "exec-once = sleep 3; {ridgeline} wallpaper --restore",
              .place = "~/.config/hypr/hyprland.conf",
              .files = ".config/hypr/hyprland.conf",
              .sign = "wallpaper --restore"},
     .one = "hyprctl hyprpaper wallpaper {name},{value}",
     .every = "hyprctl hyprpaper wallpaper ,{value}"},
    {.name = "sway",
     .aliases = ":swaywm:swayfx:",
     .variable = "SWAYSOCK",
     .programs = "swaymsg",
     .unknown = "{place}",
     .one = "swaymsg output {name} bg {value} fill",
     .every = "swaymsg output '*' bg {value} fill",
     .keep = {.line = "exec {ridgeline} wallpaper --restore",
              .place = "~/.config/sway/config",
              .files = ".config/sway/config .sway/config",
              .sign = "wallpaper --restore"},
     .undo = "swaymsg reload", /* sway cannot be asked: shows the picture of its configuration */
     /* swaymsg passes its words as one line, which sway splits and expands again */
     .paths = PLAIN "/._-+@:"},
    {.name = "swaybg",
     .aliases = ":hyprland:niri:river:labwc:wayfire:",
     .variable = "WAYLAND_DISPLAY",
     .programs = "swaybg",
     .read = "pgrep -a -x -u {user} swaybg",
     .parse = parse_swaybg,
     .one = "{words}",
     .every = "swaybg {outputs}",
     .keep = {.line = "{ridgeline} wallpaper --restore",
              .place = "the autostart of the compositor",
              .files = ".config/labwc/autostart .config/river/init .config/niri/config.kdl "
                       ".config/wayfire.ini .config/hypr/hyprland.conf",
              .sign = "wallpaper --restore"},
     .is_same = 1,
     .stays = 1},
    {.name = "nitrogen",
     .aliases = ":x11:i3:i3wm:bspwm:openbox:awesome:dwm:xmonad:qtile:fluxbox:",
     .variable = "DISPLAY",
     .without = "WAYLAND_DISPLAY",
     .programs = "nitrogen",
     .file = ".config/nitrogen/bg-saved.cfg",
     .parse = parse_nitrogen,
     .is_by_monitor = 1,
     .unknown = "{head}",
     .one = "nitrogen --head={name} --set-{mode} {value} --save",
     .every = "nitrogen --head=-1 --set-zoom-fill {value} --save",
     .mode = "zoom-fill",
     .keep = {.line = "nitrogen --restore &",
              .place = "~/.xprofile",
              .files = X_STARTS,
              .sign = "nitrogen --restore"}},
    {.name = "feh",
     .aliases = ":x11:i3:i3wm:bspwm:openbox:awesome:dwm:xmonad:qtile:fluxbox:",
     .variable = "DISPLAY",
     .without = "WAYLAND_DISPLAY",
     .programs = "feh",
     .file = ".fehbg",
     .parse = parse_fehbg,
     .one = "{words}",
     .every = "feh --bg-fill {pictures}",
     .keep = {.line = "~/.fehbg &", .place = "~/.xprofile", .files = X_STARTS, .sign = ".fehbg"}},
    {.name = "macos",
     .aliases = ":mac:osx:darwin:finder:",
     .programs = "osascript",
     .read = "osascript -e 'tell application \"System Events\"' -e 'set list_ to \"\"' "
             "-e 'repeat with i from 1 to count of desktops' "
             "-e 'set list_ to list_ & i & \" \" & (picture of desktop i) & linefeed' "
             "-e 'end repeat' -e 'return list_' -e 'end tell'",
     .parse = parse_number,
     .unknown = "{number}",
     .one = "osascript -e 'on run words_' -e 'tell application \"System Events\" to set picture of "
            "desktop ((item 1 of words_) as integer) to (item 2 of words_)' -e 'end run' {name} "
            "{value}"},
    {.name = "windows",
     .aliases = ":win:win10:win11:",
     .sessions = ":windows:",
     .programs = "SystemParametersInfo", /* windows/child.c: a call of the system */
     .read = "SystemParametersInfo",
     .parse = parse_path,
     .items = {{"wallpaper", "{path}"}},
     .one = "SystemParametersInfo {value}",
     .is_same = 1},
};

const desktop *desktop_at(size_t index)
{
    return index < sizeof rows / sizeof *rows ? &rows[index] : NULL;
}

const char *desktop_name(size_t index)
{
    return index < sizeof rows / sizeof *rows ? rows[index].name : NULL;
}
