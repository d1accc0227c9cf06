/* jxl.c - writes pictures as JPEG XL by libjxl; quality 100 keeps every pixel.
 *
 * All rows, of 8 or 16 bits, are collected first.  The file is a container marked as sRGB, with an
 * XMP box that holds the recipe.  libjxl uses the threads of base/pool.h.
 */
#include "encode/codec.h"

#ifdef RL_HAS_JXL

#include "base/pool.h"

#include <jxl/encode.h>
#include <jxl/version.h>

#define TEXT_OF(number) #number
#define NUMBER(number) TEXT_OF(number)
#if JPEGXL_MAJOR_VERSION > 0
#define LIBJXL LIBRARY_FILE("jxl", NUMBER(JPEGXL_MAJOR_VERSION))
#else
#define LIBJXL LIBRARY_FILE("jxl", "0." NUMBER(JPEGXL_MINOR_VERSION))
#endif

const char *const codec_library_jxl = LIBJXL;

#define FUNCTIONS(ROW)                                                                             \
    ROW(JxlColorEncodingSetToSRGB)                                                                 \
    ROW(JxlEncoderAddBox)                                                                          \
    ROW(JxlEncoderAddImageFrame)                                                                   \
    ROW(JxlEncoderCloseInput)                                                                      \
    ROW(JxlEncoderCreate)                                                                          \
    ROW(JxlEncoderDestroy)                                                                         \
    ROW(JxlEncoderFrameSettingsCreate)                                                             \
    ROW(JxlEncoderFrameSettingsSetOption)                                                          \
    ROW(JxlEncoderInitBasicInfo)                                                                   \
    ROW(JxlEncoderProcessOutput)                                                                   \
    ROW(JxlEncoderSetBasicInfo)                                                                    \
    ROW(JxlEncoderSetColorEncoding)                                                                \
    ROW(JxlEncoderSetFrameDistance)                                                                \
    ROW(JxlEncoderSetFrameLossless)                                                                \
    ROW(JxlEncoderSetParallelRunner)                                                               \
    ROW(JxlEncoderUseBoxes)                                                                        \
    ROW(JxlEncoderUseContainer)

/* Effort 7, libjxl's default, takes twice the time and memory of 5, and files are 2 to 4 %
 * larger. */
enum { SIDE_MOST = 262144, PIECE = 65536, EFFORT = 5 };

/* Butteraugli distance of a quality, as JxlEncoderDistanceFromQuality of libjxl 0.9 computes it:
 * quality 90 is a distance of 1, at which the difference is hardly visible. */
static const struct {
    float least, step;              /* distance at quality 100; increase per quality below it */
    float square, linear, constant; /* polynomial of the quality, below LINEAR_FROM */
} distance = {.least = 0.1F,
              .step = 0.09F,
              .square = 53.0F / 3000.0F,
              .linear = 23.0F / 20.0F,
              .constant = 25.0F};
enum { LINEAR_FROM = 30 };

typedef struct jxl_state {
    codec base;
    struct libjxl {
        FUNCTIONS(LIBRARY_MEMBER)
    } f;
    JxlEncoder *coder;
    int threads;
    uint8_t piece[PIECE];
} jxl_state;

/* ---- threads ---------------------------------------------------------------------- */

typedef struct parallel {
    JxlParallelRunFunction run;
    void *user;
    uint32_t first;
} parallel;

static void run_job(void *user, int job, int slot, int worker)
{
    const parallel *work = user;
    (void)slot;
    work->run(work->user, work->first + (uint32_t)job, (size_t)worker);
}

static rl_status take_job(void *user, int job, int slot, rl_error *error)
{
    (void)user;
    (void)job;
    (void)slot;
    return status_clear(error);
}

static JxlParallelRetCode run_parallel(void *runner, void *user, JxlParallelRunInit init,
                                       JxlParallelRunFunction run, uint32_t first, uint32_t end)
{
    int threads = *(const int *)runner;
    parallel work = {run, user, first};
    const pool_work jobs = {.jobs = (int)(end - first),
                            .threads = threads,
                            .slots = threads,
                            .run = run_job,
                            .take = take_job,
                            .user = &work};
    JxlParallelRetCode code = init(user, (size_t)threads);
    if (code != 0 || first >= end)
        return code;
    return pool_run(&jobs, NULL, NULL) == RL_OK ? 0 : JXL_PARALLEL_RET_RUNNER_ERROR;
}

/* ---- the picture ------------------------------------------------------------------ */

static rl_status jxl_start(encoder *self, rl_error *error)
{
    static const char *const names[] = {FUNCTIONS(LIBRARY_NAME) NULL};
    const codec_needs needs = {"libjxl", LIBJXL, names, SIDE_MOST, 1, 1};
    jxl_state *state = self->state;
    TRY(codec_open(self, &needs, &state->f, error));
    state->threads = self->info.threads > 0 ? self->info.threads : 1;
    state->coder = state->f.JxlEncoderCreate(NULL);
    return status_memory(state->coder != NULL, "jxl", error);
}

/* Passes settings, recipe and pixels to libjxl; returns 0 if a call fails. */
static int add_all(const encoder *self)
{
    jxl_state *state = self->state;
    const struct libjxl *f = &state->f;
    const picture_info *info = &self->info;
    JxlEncoder *coder = state->coder;
    int quality = codec_quality(self), is_lossless = quality == QUALITY_LOSSLESS;
    size_t size;
    const void *packet = codec_packet(self, &size);
    JxlBasicInfo basic;
    JxlColorEncoding colour;
    const JxlPixelFormat format = {3, info->bits == 16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
                                   JXL_NATIVE_ENDIAN, 0};
    f->JxlEncoderInitBasicInfo(&basic);
    basic.xsize = (uint32_t)info->width;
    basic.ysize = (uint32_t)info->height;
    basic.bits_per_sample = (uint32_t)info->bits;
    basic.num_color_channels = 3;
    basic.uses_original_profile = is_lossless;
    f->JxlColorEncodingSetToSRGB(&colour, 0);
    JxlEncoderFrameSettings *frame = f->JxlEncoderFrameSettingsCreate(coder, NULL);
    int is_set =
        frame != NULL &&
        f->JxlEncoderSetParallelRunner(coder, run_parallel, &state->threads) == 0 &&
        f->JxlEncoderUseContainer(coder, 1) == 0 && f->JxlEncoderUseBoxes(coder) == 0 &&
        f->JxlEncoderSetBasicInfo(coder, &basic) == 0 &&
        f->JxlEncoderSetColorEncoding(coder, &colour) == 0 &&
        f->JxlEncoderFrameSettingsSetOption(frame, JXL_ENC_FRAME_SETTING_EFFORT, EFFORT) == 0;
    if (is_set && is_lossless)
        is_set = f->JxlEncoderSetFrameLossless(frame, 1) == 0;
    else if (is_set) {
        float q = (float)quality;
        float chosen = quality >= LINEAR_FROM
                           ? distance.least + ((float)QUALITY_LOSSLESS - q) * distance.step
                           : distance.square * q * q - distance.linear * q + distance.constant;
        is_set = f->JxlEncoderSetFrameDistance(frame, chosen) == 0;
    }
    if (is_set && packet != NULL)
        is_set = f->JxlEncoderAddBox(coder, "xml ", packet, size, 0) == 0;
    is_set = is_set &&
             f->JxlEncoderAddImageFrame(frame, &format, state->base.pixels, state->base.size) == 0;
    f->JxlEncoderCloseInput(coder);
    return is_set;
}

static rl_status jxl_finish(encoder *self, rl_error *error)
{
    jxl_state *state = self->state;
    JxlEncoderStatus status = add_all(self) ? JXL_ENC_NEED_MORE_OUTPUT : JXL_ENC_ERROR;
    while (status == JXL_ENC_NEED_MORE_OUTPUT) {
        uint8_t *next = state->piece;
        size_t left = PIECE;
        status = state->f.JxlEncoderProcessOutput(state->coder, &next, &left);
        TRY(rl_sink_write(self->sink, state->piece, PIECE - left, error));
    }
    return status == JXL_ENC_SUCCESS
               ? RL_OK
               : status_fail(error, RL_INTERNAL, "jxl: libjxl failed: perhaps it is out of memory");
}

static void jxl_release(encoder *self)
{
    jxl_state *state = self->state;
    if (state->coder != NULL)
        state->f.JxlEncoderDestroy(state->coder);
    codec_release(self);
}

#endif

const encoder_format encoder_jxl = {
    .about = {.name = "jxl",
              .ending = ".jxl",
              .meaning = "JPEG XL, with the recipe",
              .quality = 90},
#ifdef RL_HAS_JXL
    .state_bytes = sizeof(jxl_state),
    .start = jxl_start,
    .rows = codec_rows,
    .finish = jxl_finish,
    .release = jxl_release,
#else
    .missing = "libjxl",
#endif
};
