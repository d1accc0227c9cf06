#!/usr/bin/env python3
"""slide_show.py NAME-timed.xml [EPOCH...] - what a desktop shows of a slide show.

Walks it as gnome-desktop does: the position is what is left of the seconds since the start,
a local time, over the length of the show.  Holds that a day is a day, that the picture of an
hour stands alone at that hour (of the day of each EPOCH in the zone of TZ), that every file
is there in the size it is said to have, and that each change ends where the next still is.
"""
import re
import struct
import sys
import time
import xml.etree.ElementTree as tree

DAY = 86400.0


def pictures(node):
    """The sizes of a <file>, <from> or <to>, and their paths."""
    return {(int(size.get("width")), int(size.get("height"))): size.text for size in node} or {
        None: node.text
    }


def png_size(path):
    with open(path, "rb") as file:
        return struct.unpack(">II", file.read(24)[16:])


def main():
    root = tree.parse(sys.argv[1]).getroot()
    start = root.find("starttime")
    fields = [int(start.find(name).text) for name in "year month day hour minute second".split()]
    begin = time.mktime((*fields, 0, 0, -1))
    slides, at = [], 0.0
    for slide in root.iterfind("*"):
        if slide.tag == "starttime":
            continue
        length = float(slide.find("duration").text)
        shown = [pictures(slide.find(name)) for name in ("file", "from", "to") if slide.find(name) is not None]
        slides.append((at, at + length, slide.tag, shown))
        at += length
        for sizes in shown:
            for size, path in sizes.items():
                assert path == path.strip(), f"blanks round {path}"
                assert size is None or png_size(path) == size, f"{path} is not {size}"
    assert at == DAY, f"{at} seconds"
    for i, (_, _, kind, shown) in enumerate(slides):
        following = slides[(i + 1) % len(slides)][3]
        assert shown[-1] == following[0], f"a jump after slide {i}"
    for epoch in map(int, sys.argv[2:] or ["0"]):
        assert begin <= epoch or epoch == 0, "it begins in the future"
        day = time.localtime(epoch or begin)
        for _, _, kind, shown in slides:
            if kind != "static":
                continue
            hour = re.search(r"-(\d\d)(\d\d)\.png$", next(iter(shown[0].values())))
            then = time.mktime((day.tm_year, day.tm_mon, day.tm_mday, int(hour[1]), int(hour[2]), 0, 0, 0, -1))
            place = (then - begin) % DAY
            now = [s for s in slides if s[0] <= place < s[1]]
            assert now[0][2] == "static" and now[0][3] == shown, f"{hour[0]} is not shown at its hour"
    print(f"{len(slides)} slides")


main()
