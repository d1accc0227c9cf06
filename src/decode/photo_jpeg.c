/* photo_jpeg.c - reads the pixels of a JPEG by libjpeg, which reduces a large one as it decodes. */
#include "decode/photo.h"

#include "base/library.h"

#ifdef RL_HAS_JPEG

#include "encode/libjpeg.h"

#include <setjmp.h>

#define FUNCTIONS(ROW)                                                                             \
    ROW(jpeg_CreateDecompress)                                                                     \
    ROW(jpeg_calc_output_dimensions)                                                               \
    ROW(jpeg_destroy_decompress)                                                                   \
    ROW(jpeg_mem_src)                                                                              \
    ROW(jpeg_read_header)                                                                          \
    ROW(jpeg_read_scanlines)                                                                       \
    ROW(jpeg_start_decompress)                                                                     \
    ROW(jpeg_std_error)

enum {
    ENOUGH = 512,       /* shorter side, pixels, that a reduced picture keeps at least */
    MEMORY = 256 << 20, /* most bytes that libjpeg may allocate, as for progressive files */
    SCANS_MOST = 500    /* most scans of a file, as thousands would take hours */
};

typedef struct jpeg_photo {
    struct libjpeg_reader {
        FUNCTIONS(LIBRARY_MEMBER)
    } f;
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf failed;
    photo_reader *self;
    rl_status status;
} jpeg_photo;

static void photo_fail(j_common_ptr jpeg)
{
    jpeg_photo *photo = jpeg->client_data;
    char message[JMSG_LENGTH_MAX] = "";
    photo->errors.format_message(jpeg, message);
    photo->status = photo_bad(photo->self, message, "must be a complete JPEG");
    longjmp(photo->failed, 1);
}

static void photo_silent(j_common_ptr jpeg)
{
    (void)jpeg;
}

/* Fails on warnings (level below 0).  They mean damaged data, and the grey that libjpeg fills in
 * would be taken for a colour of the photo. */
static void photo_warned(j_common_ptr jpeg, int level)
{
    if (level < 0)
        photo_fail(jpeg);
}

static void photo_progress(j_common_ptr jpeg)
{
    if (((j_decompress_ptr)jpeg)->input_scan_number > SCANS_MOST)
        photo_fail(jpeg);
}

static void photo_decode(jpeg_photo *photo)
{
    struct jpeg_decompress_struct *jpeg = &photo->jpeg;
    photo_reader *self = photo->self;
    photo->f.jpeg_CreateDecompress(jpeg, JPEG_LIB_VERSION, sizeof *jpeg);
    jpeg->client_data = photo;
    jpeg->progress = &photo->progress;
    jpeg->mem->max_memory_to_use = MEMORY;
    photo->f.jpeg_mem_src(jpeg, self->bytes, (unsigned long)self->size);
    (void)photo->f.jpeg_read_header(jpeg, TRUE);
    photo->status = photo_ask(self, jpeg->image_width, jpeg->image_height);
    if (photo->status != RL_OK)
        return;
    jpeg->out_color_space = JCS_RGB;
    JDIMENSION side =
        jpeg->image_width < jpeg->image_height ? jpeg->image_width : jpeg->image_height;
    for (jpeg->scale_denom = 1; jpeg->scale_denom < 8 && side / jpeg->scale_denom > ENOUGH;)
        jpeg->scale_denom *= 2;
    jpeg->scale_num = 1;
    photo->f.jpeg_calc_output_dimensions(jpeg);
    self->width = (int)jpeg->output_width;
    self->height = (int)jpeg->output_height;
    photo->status = photo_allocate(self);
    if (photo->status != RL_OK)
        return;
    (void)photo->f.jpeg_start_decompress(jpeg);
    while (jpeg->output_scanline < jpeg->output_height) {
        JSAMPROW row = self->pixels + (size_t)jpeg->output_scanline * (size_t)self->width * 3;
        (void)photo->f.jpeg_read_scanlines(jpeg, &row, 1);
    }
}

rl_status photo_jpeg(photo_reader *self)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    jpeg_photo photo = {.self = self, .status = RL_OK};
    void *library = library_open(LIBJPEG, names, &photo.f);
    if (library == NULL)
        return library_absent(self->place, "libjpeg", LIBJPEG, self->error);
    photo.jpeg.err = photo.f.jpeg_std_error(&photo.errors);
    photo.jpeg.client_data = &photo;
    photo.errors.error_exit = photo_fail;
    photo.errors.output_message = photo_silent;
    photo.errors.emit_message = photo_warned;
    photo.progress.progress_monitor = photo_progress;
    if (setjmp(photo.failed) == 0)
        photo_decode(&photo);
    photo.f.jpeg_destroy_decompress(&photo.jpeg);
    library_close(library);
    return photo.status;
}

#else

rl_status photo_jpeg(photo_reader *self)
{
    return library_absent(self->place, "libjpeg", NULL, self->error);
}

#endif
