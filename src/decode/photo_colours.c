/* photo_colours.c - finds up to eight colours of a photo (PNG, JPEG or WebP) for palettes.
 *
 * The method is k-means in OKLab (S. Lloyd, 1982) on a reduced picture.  The first centre is the
 * mean; each further one begins at the cell that is farthest from all centres (T. Gonzalez, 1985),
 * so that a small bright sun gets its own colour.  The most frequent colour comes first.  Equal
 * pixels give equal colours on all machines.
 */
#include "decode/photo.h"

#include "base/colour.h"
#include "ridgeline.h"

#include <string.h>

enum {
    GRID = 64,   /* greatest number of cells along each side of the reduced picture */
    ROUNDS = 24, /* rounds of k-means; more change nothing visible */
    RARE = 400   /* a colour of at most 1 in RARE cells is taken for noise and left out */
};

/* Returns the rounded mean colour of a cell. */
static rl_colour cell_mean(const photo_reader *photo, int left, int right, int top, int bottom)
{
    uint64_t sum[3] = {0, 0, 0}, count = (uint64_t)(right - left) * (uint64_t)(bottom - top);
    for (int y = top; y < bottom; y++) {
        const unsigned char *p =
            photo->pixels + ((size_t)y * (size_t)photo->width + (size_t)left) * 3;
        for (int x = left; x < right; x++, p += 3)
            for (int i = 0; i < 3; i++)
                sum[i] += p[i];
    }
    rl_colour colour = 0;
    for (int i = 0; i < 3; i++)
        colour = colour << 8 | (rl_colour)((sum[i] + count / 2) / count);
    return colour;
}

/* Reduces the photo to cells, each with its mean colour in OKLab, and returns their number. */
static int reduce(const photo_reader *photo, oklab *cells)
{
    int columns = photo->width < GRID ? photo->width : GRID, count = 0;
    int rows = photo->height < GRID ? photo->height : GRID;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            cells[count++] = colour_to_oklab(cell_mean(
                photo, photo->width * column / columns, photo->width * (column + 1) / columns,
                photo->height * row / rows, photo->height * (row + 1) / rows));
    return count;
}

static double distance(oklab a, oklab b)
{
    double l = a.l - b.l, c = a.a - b.a, d = a.b - b.b;
    return l * l + c * c + d * d;
}

/* Returns the index of the centre that is nearest to a cell; *least is its squared distance. */
static int nearest(const oklab *centres, int count, oklab cell, double *least)
{
    int best = 0;
    *least = distance(centres[0], cell);
    for (int k = 1; k < count; k++) {
        double next = distance(centres[k], cell);
        if (next < *least) {
            *least = next;
            best = k;
        }
    }
    return best;
}

/* Does a round of k-means: moves each centre to the mean of the cells that are nearest to it, and
 * sets `shares` to their numbers. */
static void move(oklab *centres, int *shares, int count, const oklab *cells, int cell_count)
{
    oklab sums[RL_PHOTO_COLOURS] = {{0.0, 0.0, 0.0}};
    memset(shares, 0, (size_t)count * sizeof *shares);
    for (int i = 0; i < cell_count; i++) {
        double least;
        int k = nearest(centres, count, cells[i], &least);
        shares[k]++;
        sums[k].l += cells[i].l;
        sums[k].a += cells[i].a;
        sums[k].b += cells[i].b;
    }
    for (int k = 0; k < count; k++)
        if (shares[k] > 0)
            centres[k] =
                (oklab){sums[k].l / shares[k], sums[k].a / shares[k], sums[k].b / shares[k]};
}

static int start(oklab *centres, const oklab *cells, int cell_count)
{
    int count = 1, shares[1];
    centres[0] = cells[0];
    move(centres, shares, 1, cells, cell_count);
    while (count < RL_PHOTO_COLOURS) {
        double farthest = 0.0;
        for (int i = 0; i < cell_count; i++) {
            double least;
            (void)nearest(centres, count, cells[i], &least);
            if (least > farthest) {
                farthest = least;
                centres[count] = cells[i];
            }
        }
        if (farthest <= 0.0)
            break;
        count++;
    }
    return count;
}

/* Writes the colours of the centres, that with the most cells (`shares`) first, and returns their
 * number. */
static int sorted(rl_colour *colours, const oklab *centres, int *shares, int count, int cell_count)
{
    int found = 0;
    for (;;) {
        int best = 0;
        for (int k = 1; k < count; k++)
            best = shares[k] > shares[best] ? k : best;
        if (shares[best] <= cell_count / RARE)
            return found;
        shares[best] = 0;
        colours[found++] = colour_from_oklab(centres[best]);
    }
}

rl_status rl_photo_colours(rl_colour *colours, int *count, const void *bytes, size_t size,
                           const char *place, const rl_limits *limits,
                           const rl_allocator *allocator, rl_error *error)
{
    if (colours == NULL || count == NULL || bytes == NULL || place == NULL)
        return status_fail(error, RL_BAD_ARGUMENT,
                           "photo: NULL: must be colours, count, bytes and place");
    if (limits != NULL)
        TRY(STATUS_SIZE(limits, error));
    photo_reader photo = {.bytes = bytes,
                          .size = size,
                          .place = place,
                          .limits = limits,
                          .allocator = allocator,
                          .error = error};
    oklab *cells = memory_array(allocator, (size_t)GRID * GRID, sizeof *cells);
    rl_status status = cells != NULL ? photo_read(&photo) : status_no_memory(SHOWN(place), error);
    if (status == RL_OK) {
        oklab centres[RL_PHOTO_COLOURS];
        int shares[RL_PHOTO_COLOURS] = {0}, cell_count = reduce(&photo, cells);
        int chosen = start(centres, cells, cell_count);
        for (int round = 0; round < ROUNDS; round++)
            move(centres, shares, chosen, cells, cell_count);
        *count = sorted(colours, centres, shares, chosen, cell_count);
        status = status_clear(error);
    }
    memory_free(allocator, photo.pixels);
    memory_free(allocator, cells);
    return status;
}
