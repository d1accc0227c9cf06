/* exporters_table.c - the table of exporters: the files that `ridgeline layers` writes. */
#include "cli/layers/exporter.h"

static rl_status csv_write(backdrop *set, rl_sink *sink, rl_error *error)
{
    return heights_csv(set->frame, sink, error);
}

/* layers.json appears last: a game that waits for it then finds all other files. */
const exporter exporters[] = {
    {"backdrop.js", "Phaser 3 and 4", .engine = "phaser", .language = FORM_JSON},
    {"RidgelineBackdrop.cs", "Unity", .engine = "unity", .language = FORM_JSON},
    {"backdrop.lua", "LOVE 11", .engine = "love", .language = FORM_JSON},
    {"backdrop.gml", "GameMaker", .engine = "gamemaker", .language = FORM_JSON},
    {"atlas.png", "a texture of all layers", .engine = "atlas", .write = atlas_write},
    {"atlas.json", "its frames", .engine = "atlas", .language = FORM_JSON},
    {"index.html", "a page behind a desktop", .engine = "html", .language = FORM_HTML},
    {"1.bmp", "the layers for it", .engine = "lwp", .picture = bmp_picture},
    {"wallpaper.cfg", "Layered WallPaper", .engine = "lwp", .language = FORM_JSON},
    {"metadata.json", "kpackagetool6 -t Plasma/Wallpaper", .engine = "plasma",
     .language = FORM_JSON},
    {"contents/ui/main.qml", "its Qt Quick", .engine = "plasma", .language = FORM_JSON},
    {"hyprlax.toml", "hyprlax", .engine = "hyprlax", .language = FORM_JSON},
    {"play.html", "any browser: a figure that runs and jumps", .engine = "play",
     .language = FORM_JSON, .write = play_write},
    {"scene.ora", "Krita, GIMP, MyPaint: a picture of layers", .always_for = "krita,gimp,mypaint",
     .write = ora_write, .layer = ora_layer},
    {"scene.tmx", "Tiled: a map of image layers", .always_for = "tiled,excalibur,melonjs",
     .language = FORM_XML},
    {"scene.tscn", "Godot 4.3: a Parallax2D for each layer", .always_for = "godot",
     .language = FORM_XML},
    {"day.tscn", "Godot 4.3: fades from hour to hour", .is_of_hours = 1, .language = FORM_XML},
    {"scene.svg", "Inkscape: a group for each layer", .always_for = "inkscape", .write = svg_write},
    {"preview.html", "any browser: the layers pass by", .language = FORM_JSON},
    {"ridges.csv", "games: heights to walk on, pixels above the lower edge", .write = csv_write},
    {"layers.json", "games: every layer with its factors", .language = FORM_JSON},
};
const int exporter_count = sizeof exporters / sizeof *exporters;
_Static_assert(sizeof exporters / sizeof *exporters <= EXPORTERS_MAX, "EXPORTERS_MAX is low");
