/* sheet_page.h - a sheet as one web page: pictures, their words, commands and recipes. */
#ifndef RL_CLI_PICTURE_SHEET_PAGE_H
#define RL_CLI_PICTURE_SHEET_PAGE_H

#include "base/arena.h"
#include "cli/common/request.h"
#include "words/alt_text.h"

#define SHEET_LABEL_SIZE 64

/* One picture of the page; its strings are in the page's memory. */
typedef struct sheet_card {
    char label[SHEET_LABEL_SIZE];
    char file[SHEET_LABEL_SIZE]; /* label as part of a file name */
    char alt[ALT_TEXT_SIZE];
    char mood[64];
    const char *world;
    const char *image, *recipe, *command; /* base64; scene text; a shell command that makes it */
} sheet_card;

typedef struct sheet_page {
    geometry thumb;     /* width and height of a picture */
    const char *format; /* format of the pictures for rl_encode_rgb */
    int quality;
    int count;
    sheet_card *cards;
    arena memory;
} sheet_page;

/* sheet_page_open makes room for `count` cards.  Errors: RL_NO_MEMORY.  sheet_page_close frees
 * everything. */
rl_status sheet_page_open(sheet_page *page, int count, rl_error *error);
void sheet_page_close(sheet_page *page);

/* sheet_page_add fills card `index`, which has its label, from the packed pixels of a frame and
 * the options that make it again.  Several threads may add different cards.
 * Errors: RL_NO_MEMORY, those of rl_encode_rgb and alt_text_make. */
rl_status sheet_page_add(sheet_page *page, int index, const rl_frame *frame, const uint8_t *rgb,
                         const char *operand, const options *opts, rl_error *error);

/* sheet_page_write writes the page.  Errors: those of rl_sink_write. */
rl_status sheet_page_write(const sheet_page *page, rl_sink *sink, rl_error *error);

#endif
