/* film.c - makes films with ffmpeg.
 *
 * In: frames, written to a pipe as YUV4MPEG2.  Out: the file that ffmpeg makes of them.  It writes
 * to a file without a name, in the folder of the output, so that nothing is left however this
 * process ends; when it has succeeded its bytes go to the sink, and the output appears whole.
 *
 * ffmpeg may stop reading, write nothing or write another format, and still end with exit code 0:
 * each of these is reported as a failure, in one line.
 */
#include "cli/animate/film.h"
#include "base/path.h"
#include "base/status.h"
#include "cli/common/child.h"
#include "cli/common/say.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Most bits per pixel of each frame unless --quality is given: 2.6 MB for 240 frames of 960x540.  A
 * film with little motion needs a tenth; the limit keeps one of noise small enough to be sent. */
#define BITS_MOST 0.15

#define PIECE 65536   /* bytes copied at once */
#define WORDS_MOST 64 /* most words of the ffmpeg command */

/* Longest wait for ffmpeg's end after the last frame, seconds.  The palette of a GIF and the frames
 * that an encoder holds back are encoded only then, and as ffmpeg buffers what it writes, its file
 * does not show whether it still works.  A signal ends the wait. */
#define END_WAIT_S 3600

#define COMMENT_MOST                                                                               \
    65536 /* limit of the comment, bytes: a drawing in it could exceed the size of an argument */

/* Placeholders in the command, which make_words replaces by numbers. */
#define QUALITY "@quality"
#define CRF_OF_51 "@crf51" /* constant rate factor; the worst is 51, for VP9 63 */
#define CRF_OF_63 "@crf63"
#define RATE "@rate" /* highest bit rate, bits per second, and bits of its buffer */

/* EVEN: frames are 4:2:0, whose chroma has half as many rows and columns, so both must be even.
 * COLOURS: matrix and primaries of BT.709, transfer curve of sRGB. */
#define EVEN "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p"
#define COLOURS "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1"
#define TO_RGB "scale=in_color_matrix=bt709:in_range=tv"

static const char *const mp4[] = {"-c:v",      "libx264",    "-crf", CRF_OF_51, "-maxrate",
                                  RATE,        "-bufsize",   RATE,   EVEN,      COLOURS,
                                  "-movflags", "+faststart", "-f",   "mp4",     NULL};

static const char *const webm[] = {
    "-c:v", "libvpx-vp9", "-crf", CRF_OF_63, "-b:v",  RATE, "-row-mt", "1", "-deadline",
    "good", "-cpu-used",  "4",    EVEN,      COLOURS, "-f", "webm",    NULL};

/* One palette for all frames; an ordered dither does not flicker.  A file with 128 colours is a
 * quarter smaller than one with 256: the scroll of the manual has 3.0 MB. */
static const char *const gif[] = {"-filter_complex",
                                  TO_RGB
                                  ",split[a][b];[a]palettegen=stats_mode=full:max_colors=128[p];"
                                  "[b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle",
                                  "-loop",
                                  "0",
                                  "-f",
                                  "gif",
                                  NULL};

static const char *const webp[] = {
    "-vf",      "scale=in_color_matrix=bt709:out_color_matrix=bt601:out_range=tv,format=yuv420p",
    "-c:v",     "libwebp_anim",
    "-quality", QUALITY,
    "-loop",    "0",
    "-f",       "webp",
    NULL};

static const struct film_row {
    const char *format;
    const char *const *words;
    const char *signature; /* first bytes of the file; ANY_BYTE matches any byte */
    int64_t pixels_most;   /* limit of the pixels of all frames together; 0 = none */
} rows[] = {
    {.format = "mp4", .words = mp4, .signature = "....ftyp"},
    {.format = "webm", .words = webm, .signature = "\x1a\x45\xdf\xa3"},
    {.format = "gif",
     .words = gif,
     .signature = "GIF8",
     .pixels_most = (int64_t)1 << 28}, /* ffmpeg keeps all frames until it has the palette */
    {.format = "webp", .words = webp, .signature = "RIFF....WEBP"},
};
#define ANY_BYTE '.'

static const struct film_row *row_of(const char *format)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].format, format) == 0)
            return &rows[i];
    return NULL;
}

int film_is(const char *format)
{
    return row_of(format) != NULL;
}

/* ---- ffmpeg --------------------------------------------------------------------------- */

/* State of the running ffmpeg; too large for a small stack. */
static struct film_work {
    child_fed child;
    child_outcome outcome;
    int result;      /* descriptor of the file that ffmpeg writes */
    int patience_ms; /* longest time without a read by ffmpeg */
    int reason;      /* errno of child_fed_write; 0 = no error */
    size_t used;     /* bytes in `piece` that were not written yet */
    char piece[PIECE];
} work;

static char program[CHILD_PATH];

int film_check(const animate *film)
{
    const struct film_row *row = row_of(film->format.name);
    int64_t pixels = (int64_t)film->width * film->height * film->frames;
    if (film->width < 2 || film->height < 2)
        return say_error(CODE_USAGE, "-s %dx%d: a film must be 2x2 or more", film->width,
                         film->height);
    if (row->pixels_most > 0 && pixels > row->pixels_most)
        return say_error(CODE_USAGE,
                         "-s %dx%d: %d frames: must be within %" PRId64
                         " Mpx together in a %s: fewer frames, or mp4",
                         film->width, film->height, film->frames, row->pixels_most >> 20,
                         row->format);
    if (child_find(program, "ffmpeg"))
        return CODE_OK;
    return say_error(CODE_UNAVAILABLE,
                     "%s: needs ffmpeg, which is not on PATH: install it, or choose png, an "
                     "animated PNG",
                     row->format);
}

/* Creates a file in the folder of the output and unlinks it.  Returns its descriptor, or -1 and
 * errno. */
static int open_nameless(const char *output, uint64_t number)
{
    char path[CHILD_PATH];
    const char *slash = output_is_stdout(output) ? NULL : path_slash(output);
    const char *place = slash != NULL ? output : "";
    int size = slash != NULL ? (int)(slash - output) + 1 : 0;
    if (output_is_stdout(output) || strncmp(output, "/dev/", 5) == 0) {
        place = "/tmp/";
        size = 5;
    }
    /* Named like a temporary file of rl_sink_to_file, which removes one that was left behind. */
    if (snprintf(path, sizeof path, "%.*s.ridgeline-%016" PRIx64 ".tmp", size, place, number) >=
        (int)sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0)
        (void)unlink(path);
    return fd;
}

/* Writes the words of ffmpeg's command; `numbers` stores the texts of the numbers in it. */
static void make_words(const char *words[WORDS_MOST], const animate *film, char numbers[4][24],
                       const char *comment)
{
    static const char *const head[] = {program, "-hide_banner", "-loglevel", "error",  "-nostdin",
                                       "-f",    "yuv4mpegpipe", "-i",        "pipe:0", "-an"};
    int typed = film->job.opts->quality, quality = typed > 0 ? typed : film->format.quality;
    double bits = (double)film->width * film->height * film->fps * BITS_MOST;
    size_t count = sizeof head / sizeof *head;
    memcpy(words, head, sizeof head);
    snprintf(numbers[0], 24, "%d", quality);
    snprintf(numbers[1], 24, "%d", 51 * (100 - quality) / 100);
    snprintf(numbers[2], 24, "%d", 63 * (100 - quality) / 100);
    snprintf(numbers[3], 24, "%.0f", bits < 1000.0 ? 1000.0 : bits);
    for (const char *const *word = row_of(film->format.name)->words; *word != NULL; word++)
        words[count++] = strcmp(*word, QUALITY) == 0     ? numbers[0]
                         : strcmp(*word, CRF_OF_51) == 0 ? numbers[1]
                         : strcmp(*word, CRF_OF_63) == 0 ? numbers[2]
                         : strcmp(*word, RATE) != 0      ? *word
                         : typed > 0                     ? "0" /* 0 = unlimited */
                                                         : numbers[3];
    if (comment != NULL) {
        words[count++] = "-metadata";
        words[count++] = comment;
    }
    words[count++] = "-y";
    words[count++] = "/dev/fd/1"; /* the file without a name is its standard output */
    words[count] = NULL;
}

/* The comment of a film: its motion and the scene of its first frame.  Empty unless
 * all metadata are written. */
static rl_status make_comment(rl_sink **comment, const animate *film, rl_error *error)
{
    char head[256];
    const char *sweep = film->own->sweep != NULL ? film->own->sweep : "";
    TRY(rl_sink_to_memory(comment, NULL, error));
    if (film->job.opts->metadata != RL_METADATA_FULL)
        return rl_sink_write(*comment, "", 1, error);
    snprintf(head, sizeof head, "comment=# ridgeline animate %s%s%.100s --frames %d --fps %d\n",
             film->motion->option, sweep[0] != '\0' ? " " : "", sweep, film->frames, film->fps);
    TRY(rl_sink_write(*comment, head, strlen(head), error));
    TRY(rl_scene_write(film->recipe, *comment, error));
    return rl_sink_write(*comment, "", 1, error);
}

static int flush_frames(void)
{
    if (work.reason == 0)
        work.reason = child_fed_write(&work.child, work.piece, work.used, work.patience_ms);
    work.used = 0;
    return work.reason;
}

/* Writes bytes of frames to ffmpeg in pieces of PIECE: a system call for each row would be slow.
 * Returns 0 or errno. */
static int give_frames(void *user, const void *bytes, size_t size)
{
    (void)user;
    for (const char *next = bytes; size > 0;) {
        size_t room = PIECE - work.used, count = size < room ? size : room;
        memcpy(work.piece + work.used, next, count);
        work.used += count;
        next += count;
        size -= count;
        if (work.used == PIECE && flush_frames() != 0)
            return work.reason;
    }
    return 0;
}

int film_open(rl_sink **frames, const animate *film, int patience_ms)
{
    const char *words[WORDS_MOST];
    char numbers[4][24];
    uint64_t number;
    size_t size;
    rl_error error;
    rl_sink *text = NULL;
    STEP(job_random(&number));
    work.patience_ms = patience_ms;
    work.reason = 0;
    work.used = 0;
    work.result = open_nameless(film->job.opts->output, number);
    if (work.result < 0)
        return say_error(path_code(errno), "-o %s: cannot create a temporary file: %s",
                         SHOW(film->job.opts->output), REASON(errno));
    if (make_comment(&text, film, &error) != RL_OK) {
        rl_sink_free(text);
        close(work.result);
        return say_status(&error);
    }
    const char *comment = rl_sink_bytes(text, &size);
    make_words(words, film, numbers, size > 1 && size < COMMENT_MOST ? comment : NULL);
    int reason = child_feed(&work.child, words, work.result);
    rl_sink_free(text);
    int code =
        reason != 0
            ? say_error(CODE_UNAVAILABLE, "%s: cannot be run: %s", SHOW(program), REASON(reason))
            : say_result(rl_sink_to_callback(frames, give_frames, NULL, NULL, &error), &error);
    if (code != CODE_OK && reason == 0)
        child_fed_end(&work.child, &work.outcome, 0);
    if (code != CODE_OK)
        close(work.result);
    return code;
}

/* ---- ffmpeg's file ---------------------------------------------------------------------- */

/* Fills work.piece with the file from `offset` on.  Returns the bytes, or -1 and errno. */
static ssize_t read_piece(off_t offset)
{
    size_t used = 0;
    while (used < PIECE) {
        ssize_t size = pread(work.result, work.piece + used, PIECE - used, offset + (off_t)used);
        if (size == 0)
            break;
        if (size < 0 && errno != EINTR)
            return -1;
        used += size > 0 ? (size_t)size : 0;
    }
    return (ssize_t)used;
}

static int has_signature(const char *signature, ssize_t size)
{
    ssize_t i = 0;
    while (signature[i] != '\0' && i < size &&
           (signature[i] == ANY_BYTE || signature[i] == work.piece[i]))
        i++;
    return signature[i] == '\0';
}

/* Adds to outcome.failure the faults that ffmpeg does not report: no file, or one of another
 * format. */
static void check_outcome(const struct film_row *row)
{
    char *failure = work.outcome.failure;
    size_t room = sizeof work.outcome.failure;
    if (work.reason == ETIMEDOUT)
        snprintf(failure, room, "has read nothing for %d s", work.patience_ms / 1000);
    if (failure[0] != '\0')
        return;
    ssize_t size = read_piece(0);
    if (work.reason != 0)
        snprintf(failure, room, "ended before it had read all frames");
    else if (size == 0)
        snprintf(failure, room, "wrote nothing into its standard output");
    else if (size > 0 && !has_signature(row->signature, size))
        snprintf(failure, room, "wrote a file that is no %s", row->format);
}

int film_close(rl_sink *frames, const animate *film, rl_status status, rl_error *error)
{
    int code = CODE_OK;
    if (status == RL_OK && flush_frames() != 0)
        status = RL_IO_ERROR;
    rl_sink_free(frames);
    /* Wait for the file if ffmpeg has all frames, a moment if it closed its input and so is about
     * to end, else not at all. */
    child_fed_end(&work.child, &work.outcome,
                  status == RL_OK        ? END_WAIT_S
                  : work.reason == EPIPE ? work.patience_ms / 1000
                                         : 0);
    if (stop_asked()) {
        status = RL_CANCELLED;
    } else if (status == RL_OK || work.reason != 0) {
        check_outcome(row_of(film->format.name));
        if (work.outcome.failure[0] == '\0') {
            ssize_t size = 0;
            status = status_clear(error);
            for (off_t offset = 0; status == RL_OK && (size = read_piece(offset)) > 0;
                 offset += size)
                status = rl_sink_write(film->sink, work.piece, (size_t)size, error);
            if (size < 0)
                status = status_fail(error, RL_IO_ERROR, "ffmpeg's file: cannot be read: %s",
                                     REASON(errno));
        } else {
            const shown line = child_last_line(&work.outcome);
            code = say_error(CODE_UNAVAILABLE, "%s: ffmpeg: %s%s%s", film->format.name,
                             work.outcome.failure, line.text[0] != '\0' ? ": " : "", line.text);
        }
    }
    if (work.result >= 0)
        close(work.result);
    if (code == CODE_OK)
        return output_close(film->sink, status, error);
    rl_sink_free(film->sink);
    return code;
}

#define PIXELS_MAX ((int64_t)64 << 20) /* pixels of a frame */

int animate_check_area(const animate *film)
{
    if ((int64_t)film->width * film->height > PIXELS_MAX)
        return say_error(CODE_USAGE, "-s %dx%d: a frame must be within 64 Mpx", film->width,
                         film->height);
    return CODE_OK;
}
