/* contact.h - the page of a contact sheet: where thumbnails and labels lie. */
#ifndef RL_CLI_PICTURE_CONTACT_H
#define RL_CLI_PICTURE_CONTACT_H

#include "cli/common/geometry.h"

/* All lengths are pixels. */
typedef struct contact {
    geometry thumb; /* width and height of a thumbnail */
    int count, columns;
    int scale;                   /* pixels in a cell of a letter */
    int gap;                     /* round and between the cells */
    int cell_width, cell_height; /* a thumbnail with its label */
    int width, height;           /* of the page */
    uint8_t *rgb;                /* packed, width * height pixels */
} contact;

/* contact_new lays out `count` thumbnails whose labels have up to `letters`
 * letters; columns 0 chooses.  Returns an exit code; errors are printed.
 * contact_free frees the page. */
int contact_new(contact *page, const geometry *thumb, int count, int columns, size_t letters);
void contact_free(contact *page);

/* contact_thumb returns the left upper pixel of thumbnail `index`; its rows are
 * contact_stride bytes apart. */
uint8_t *contact_thumb(const contact *page, int index);
size_t contact_stride(const contact *page);

/* contact_label writes the label below thumbnail `index`. */
void contact_label(const contact *page, int index, const char *text);

#endif
