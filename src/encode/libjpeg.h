/* libjpeg.h - jpeglib.h, and the name of the shared library whose structs match it. */
#ifndef RL_ENCODE_LIBJPEG_H
#define RL_ENCODE_LIBJPEG_H

#include "base/library.h"

#include <stdio.h> /* jpeglib.h has a FILE */

#include <jpeglib.h>

#if JPEG_LIB_VERSION >= 90
#define LIBJPEG LIBRARY_FILE("jpeg", "9")
#elif JPEG_LIB_VERSION >= 80
#define LIBJPEG LIBRARY_FILE("jpeg", "8")
#else
#define LIBJPEG LIBRARY_FILE("jpeg", "62")
#endif

#endif
