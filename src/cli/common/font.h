/* font.h - small letters for the labels of contact sheets. */
#ifndef RL_CLI_COMMON_FONT_H
#define RL_CLI_COMMON_FONT_H

#include <stddef.h>
#include <stdint.h>

/* A letter is FONT_WIDTH x FONT_HEIGHT cells; one empty column follows it. */
enum { FONT_WIDTH = 5, FONT_HEIGHT = 7 };

/* font_width returns the width of `length` letters in pixels; a cell of a letter
 * is `scale` pixels wide. */
int font_width(size_t length, int scale);

/* font_draw writes text of 0-9, a-z and - . : (any other letter is a gap) into
 * packed RGB; `rgb` is its left upper pixel. */
void font_draw(uint8_t *rgb, size_t stride_bytes, const char *text, int scale, uint32_t colour);

#endif
