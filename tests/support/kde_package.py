#!/usr/bin/env python3
"""kde_package.py FOLDER - the rules of a wallpaper package that Plasma's finder relies on."""
import json
import os
import re
import struct
import sys


def png_size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def images(folder):
    names = sorted(os.listdir(folder))
    for name in names:
        size = re.fullmatch(r"(\d+)x(\d+)\.png", name)
        assert size, f"{name}: Plasma reads no size from it"
        assert png_size(os.path.join(folder, name)) == (int(size[1]), int(size[2])), name
    return names


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "metadata.json"), encoding="utf-8") as file:
        plugin = json.load(file)["KPlugin"]
    assert re.fullmatch(r"[A-Za-z0-9_-]+", plugin["Id"]), plugin["Id"]
    assert plugin["Name"] == os.path.basename(root.rstrip("/")), plugin["Name"]
    assert plugin["License"] == "CC0-1.0" and plugin["Authors"][0]["Name"]
    contents = os.path.join(root, "contents")
    light = images(os.path.join(contents, "images"))
    dark = os.path.join(contents, "images_dark")
    assert light and (not os.path.exists(dark) or images(dark) == light)
    width, height = png_size(os.path.join(contents, "screenshot.png"))
    assert width <= 500 and height > 0
    print(f"{len(light)} sizes")


main()
