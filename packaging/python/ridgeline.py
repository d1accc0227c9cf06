"""ridgeline - layered landscapes, the same pixels on every machine (libridgeline by ctypes).

    import ridgeline
    picture = ridgeline.render("hello", 1280, 720, world="lake", mood="dusk")
    picture.shape                                # (720, 1280, 3), a NumPy array of uint8
    text = "[lake]\\nlevel = 0.4\\n"               # scene text, as `ridgeline -f scene` prints it
    ridgeline.render("hello", 640, 360, text)

Without NumPy render() gives a bytearray of packed RGB.  One file and no build step: copy it, or
put its folder on PYTHONPATH.  The library is found as libridgeline.so.1, or where the variable
RIDGELINE_LIBRARY says.
"""

import ctypes
import ctypes.util
import os
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_size_t, c_void_p

try:
    import numpy
except ImportError:
    numpy = None

__all__ = ["Error", "render", "version"]


class Error(ValueError):
    """A call failed; the text is the library's line: place, value, rule."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class _Error(ctypes.Structure):
    _fields_ = [("status", c_int), ("text", c_char * 512)]


class _View(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("width", c_int), ("height", c_int),
        ("x", c_int), ("y", c_int), ("part_width", c_int), ("part_height", c_int),
        ("allocator", c_void_p), ("kernels", c_int), ("threads", c_int),
        ("progress", c_void_p), ("user", c_void_p), ("keep_bytes", c_size_t), ("pixels", c_int),
    ]


def _load():
    names = [os.environ.get("RIDGELINE_LIBRARY"), "libridgeline.so.1", "libridgeline.1.dylib",
             ctypes.util.find_library("ridgeline")]
    for name in filter(None, names):
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            failure = error
    raise ImportError(f"libridgeline is not installed: {failure}")


_library = _load()
_library.rl_version.restype = c_char_p
_library.rl_picture.argtypes = [c_void_p, c_size_t, POINTER(_View), c_char_p, c_char_p,
                                POINTER(_Error)]


def version():
    """The version of the library, such as "0.3.0"."""
    return _library.rl_version().decode()


def _scene(text, keys):
    """Scene text with mood, world and further keys (lake__level=0.4) in its sections."""
    for name, value in keys.items():
        name = {"world": "ridgeline__world"}.get(name, name)
        section, _, key = name.rpartition("__")
        head = f"[{section or 'ridgeline'}]\n"
        if head not in text:
            text += "\n" + head
        text = text.replace(head, f"{head}{key} = {value}\n", 1)
    return text.encode()


def render(seed, width, height, scene="", *, region=None, threads=1, **keys):
    """Paint the land of `seed` (a number or any text), width x height pixels.

    `scene` is scene text.  Further keys are those of the text: mood="dusk", world="lake",
    lake__level=0.4.  `region` = (x, y, width, height) paints that part of the picture alone.
    Pixels are RGB, 8 bits each.  Raises Error with the library's line.
    """
    x, y, part_width, part_height = region or (0, 0, width, height)
    view = _View(struct_size=ctypes.sizeof(_View), width=width, height=height, x=x, y=y,
                 part_width=part_width, part_height=part_height, threads=threads)
    pixels = bytearray(max(0, part_width) * max(0, part_height) * 3)
    target = (c_char * len(pixels)).from_buffer(pixels)
    error = _Error()
    status = _library.rl_picture(target, part_width * 3, byref(view), _scene(scene, keys),
                                 str(seed).encode(), byref(error))
    if status != 0:
        raise Error(status, error.text.decode(errors="replace"))
    if numpy is None:
        return pixels
    return numpy.frombuffer(pixels, numpy.uint8).reshape(part_height, part_width, 3)
