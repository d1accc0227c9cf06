"""theme_read.py toml|json|yaml|base16|gtk FILE - reads a theme by the libraries of others.

toml and json print `NAME #rrggbb` as kitty's file has them, yaml what Alacritty before 0.13 reads;
the others only say what is wrong.
"""
import json
import re
import sys

NAMES = "black red green yellow blue magenta cyan white".split()
COLOUR = re.compile("#[0-9a-f]{6}$")


def show(background, foreground, colours):
    print("background", background)
    print("foreground", foreground)
    for number, colour in enumerate(colours):
        print("color%d" % number, colour)


def toml(path):
    import tomllib

    with open(path, "rb") as file:
        return tomllib.load(file)["colors"]


def base16(path):
    import yaml

    with open(path, encoding="utf-8") as file:
        scheme = yaml.safe_load(file)
    assert scheme["system"] == "base16" and scheme["variant"] in ("dark", "light"), scheme
    assert scheme["name"] and scheme["author"], scheme
    assert sorted(scheme["palette"]) == ["base0%X" % i for i in range(16)], scheme
    assert all(COLOUR.match(colour) for colour in scheme["palette"].values()), scheme


def gtk(path):
    import gi

    gi.require_version("Gtk", "3.0")
    from gi.repository import Gtk

    provider = Gtk.CssProvider()
    provider.load_from_path(path)
    text = provider.to_string()
    for name in ("accent_color", "accent_bg_color", "accent_fg_color"):
        assert re.search("@define-color %s rgb" % name, text), text


def main():
    how, path = sys.argv[1:]
    if how == "toml":
        colours = toml(path)
        show(colours["primary"]["background"], colours["primary"]["foreground"],
             [colours[row][name] for row in ("normal", "bright") for name in NAMES])
    elif how == "json":
        with open(path, encoding="utf-8") as file:
            theme = json.load(file)
        show(theme["special"]["background"], theme["special"]["foreground"],
             [theme["colors"]["color%d" % i] for i in range(16)])
    elif how == "yaml":
        json.dump({"colors": toml(path)}, sys.stdout)
    else:
        {"base16": base16, "gtk": gtk}[how](path)


main()
