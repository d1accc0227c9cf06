/* saver.c - a screensaver for xscreensaver and for other programs that give it an X11 window.
 *
 *     ridgeline-saver -window-id 0x1400003      draws into that window
 *     ridgeline-saver -root                     draws into the root window, or into the window of
 *                                               XSCREENSAVER_WINDOW
 *     ridgeline-saver                           draws into a window of its own
 *
 * It ends on SIGTERM, SIGINT and SIGHUP, and when the window is destroyed.
 */
#include "land.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAME "ridgeline-saver"
#define OWN_WIDTH 1280 /* size of a window of its own, pixels */
#define OWN_HEIGHT 720
#define RATE 60       /* frames a second */
#define RATE_MOST 240 /* largest -rate */
#define SPEED 4       /* percent of the width that the nearest layer passes in a second */
#define SPEED_MOST 100
#define FRAMES_MOST 1000000 /* largest -frames; their times are kept */
#define SECOND_NS 1000000000
#define PIXEL_BITS 32 /* of an image's pixel */

/* Exit codes of sysexits.h, which some systems lack. */
enum { CODE_OK = 0, CODE_USAGE = 64, CODE_UNAVAILABLE = 69, CODE_INTERNAL = 70, CODE_SYSTEM = 71 };

typedef struct options {
    land_options land;
    unsigned long window;
    int is_root;
    long rate, frames, speed_percent; /* rate 0: as fast as it can; frames 0: for ever */
} options;

/* Window and image of a frame. */
typedef struct screen {
    Display *display;
    Window window;
    int is_own; /* 1: the window is the program's */
    Atom closing;
    Visual *visual;
    int depth, width, height, has_shm;
    GC gc;
    XImage *image;
    XShmSegmentInfo shared;
    int shift[3]; /* place of red, green and blue in a pixel, bits */
    uint8_t *rgb; /* one row */
} screen;

static volatile sig_atomic_t is_stopped; /* set by a signal */
static int is_gone;                      /* set by an error of X: mostly, the window is gone */

static int fail(int code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs(NAME ": ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return code;
}

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
}

static int note_error(Display *display, XErrorEvent *event)
{
    (void)display;
    (void)event;
    is_gone = 1;
    return 0;
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
}

/* ---- options ------------------------------------------------------------------- */

static const char help[] =
    "usage: " NAME " [-window-id ID | -root] [OPTION VALUE]...\n"
    "An endless land whose layers pass for ever.  Without -window-id and -root it draws into\n"
    "the window of XSCREENSAVER_WINDOW, else into a window of its own.\n"
    "  -seed TEXT          choose the land; default: another one at each start\n"
    "  -world NAME         set the world: `ridgeline help worlds` lists them\n"
    "  -mood NAME          set the mood\n"
    "  -speed PERCENT      set the share of the width that the nearest layer passes in a second,\n"
    "                      1..100; default 4\n"
    "  -direction own | left | right\n"
    "                      choose where layers pass to; default own: each in its own direction\n"
    "  -rate N             draw at most N frames a second, 0..240; 0 = as many as it can;\n"
    "                      default 60\n"
    "  -frames N           end after N frames, 1..1000000, and print their rate\n";

static int read_number(long *number, const char *name, const char *text, long least, long most)
{
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < least || value > most)
        return fail(CODE_USAGE, "-%s %s: must be %ld..%ld", name, text, least, most);
    *number = value;
    return CODE_OK;
}

static int read_window(unsigned long *window, const char *place, const char *text)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 0);
    if (end == text || *end != '\0' || errno != 0 || value == 0 || value > UINT32_MAX)
        return fail(CODE_USAGE, "%s %s: must be the number of a window, such as 0x1400003", place,
                    text);
    *window = value;
    return CODE_OK;
}

static int read_direction(land_direction *direction, const char *text)
{
    static const char *const words[] = {
        [LAND_OWN] = "own", [LAND_LEFT] = "left", [LAND_RIGHT] = "right"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0) {
            *direction = (land_direction)i;
            return CODE_OK;
        }
    return fail(CODE_USAGE, "-direction %s: must be own, left or right", text);
}

/* Reads the value of option `name`. */
static int read_value(options *opts, const char *name, const char *value)
{
    if (strcmp(name, "window-id") == 0)
        return read_window(&opts->window, "-window-id", value);
    if (strcmp(name, "direction") == 0)
        return read_direction(&opts->land.direction, value);
    if (strcmp(name, "speed") == 0)
        return read_number(&opts->speed_percent, name, value, 1, SPEED_MOST);
    if (strcmp(name, "rate") == 0)
        return read_number(&opts->rate, name, value, 0, RATE_MOST);
    if (strcmp(name, "frames") == 0)
        return read_number(&opts->frames, name, value, 1, FRAMES_MOST);
    if (strcmp(name, "seed") == 0)
        opts->land.seed = value;
    else if (strcmp(name, "world") == 0)
        opts->land.world = value;
    else if (strcmp(name, "mood") == 0)
        opts->land.mood = value;
    else
        return fail(CODE_USAGE, "-%s: no such option: -help lists them", name);
    return CODE_OK;
}

/* Options may begin with two dashes, as newer versions of xscreensaver give them. */
static int read_options(options *opts, int count, char **word)
{
    const char *window = getenv("XSCREENSAVER_WINDOW");
    if (window != NULL && *window != '\0') {
        int code = read_window(&opts->window, "XSCREENSAVER_WINDOW", window);
        if (code != CODE_OK)
            return code;
    }
    for (int i = 1; i < count; i++) {
        const char *name = word[i] + (word[i][0] == '-') + (strncmp(word[i], "--", 2) == 0);
        if (name == word[i])
            return fail(CODE_USAGE, "%s: no such option: -help lists them", word[i]);
        if (strcmp(name, "root") == 0) {
            opts->is_root = 1;
            continue;
        }
        if (i + 1 == count)
            return fail(CODE_USAGE, "%s: needs a value, or is no option: -help lists them",
                        word[i]);
        int code = read_value(opts, name, word[++i]);
        if (code != CODE_OK)
            return code;
    }
    return CODE_OK;
}

/* ---- the window ---------------------------------------------------------------- */

static int shift_of(unsigned long mask)
{
    int shift = 0;
    while (mask != 0 && (mask & 1) == 0) {
        mask >>= 1;
        shift++;
    }
    return mask == UINT8_MAX ? shift : -1;
}

static Window open_own(screen *self)
{
    int number = DefaultScreen(self->display);
    unsigned long black = BlackPixel(self->display, number);
    Window window = XCreateSimpleWindow(self->display, RootWindow(self->display, number), 0, 0,
                                        OWN_WIDTH, OWN_HEIGHT, 0, black, black);
    XStoreName(self->display, window, NAME);
    self->closing = XInternAtom(self->display, "WM_DELETE_WINDOW", False);
    XSetWMProtocols(self->display, window, &self->closing, 1);
    XMapWindow(self->display, window);
    self->is_own = 1;
    return window;
}

static int open_screen(screen *self, const options *opts)
{
    XWindowAttributes known;
    self->display = XOpenDisplay(NULL);
    if (self->display == NULL)
        return fail(CODE_UNAVAILABLE, "display %s: cannot be opened", XDisplayName(NULL));
    XSetErrorHandler(note_error);
    self->window = opts->window;
    if (self->window == 0)
        self->window = opts->is_root ? DefaultRootWindow(self->display) : open_own(self);
    XSelectInput(self->display, self->window, StructureNotifyMask);
    if (!XGetWindowAttributes(self->display, self->window, &known) || is_gone)
        return fail(CODE_USAGE, "window 0x%lx: there is no such window", opts->window);
    self->visual = known.visual;
    self->depth = known.depth;
    self->width = known.width;
    self->height = known.height;
    self->shift[0] = shift_of(known.visual->red_mask);
    self->shift[1] = shift_of(known.visual->green_mask);
    self->shift[2] = shift_of(known.visual->blue_mask);
    if (self->shift[0] < 0 || self->shift[1] < 0 || self->shift[2] < 0)
        return fail(CODE_UNAVAILABLE, "window 0x%lx: needs 8 bits each of red, green and blue",
                    (unsigned long)self->window);
    self->gc = XCreateGC(self->display, self->window, 0, NULL);
    self->has_shm = XShmQueryExtension(self->display) != False;
    return CODE_OK;
}

static void free_image(screen *self)
{
    free(self->rgb);
    self->rgb = NULL;
    if (self->image == NULL)
        return;
    if (self->has_shm) {
        XShmDetach(self->display, &self->shared);
        shmdt(self->shared.shmaddr);
        self->image->data = NULL;
    }
    XDestroyImage(self->image);
    self->image = NULL;
}

/* Makes an image in memory that is shared with the server.  Returns 0 if that is not possible: for
 * a server elsewhere, or one whose bytes have another order. */
static int share_image(screen *self)
{
    self->image = XShmCreateImage(self->display, self->visual, (unsigned)self->depth, ZPixmap, NULL,
                                  &self->shared, (unsigned)self->width, (unsigned)self->height);
    if (self->image == NULL)
        return 0;
    size_t bytes = (size_t)self->image->bytes_per_line * (size_t)self->height;
    self->shared.shmid = shmget(IPC_PRIVATE, bytes, IPC_CREAT | S_IRUSR | S_IWUSR);
    self->shared.shmaddr = self->shared.shmid < 0 ? (char *)-1 : shmat(self->shared.shmid, NULL, 0);
    int is_mapped = self->shared.shmaddr != (char *)-1;
    if (is_mapped) {
        self->image->data = self->shared.shmaddr;
        self->shared.readOnly = True;
        XShmAttach(self->display, &self->shared);
        XSync(self->display, False);
    }
    if (self->shared.shmid >= 0) /* the memory lasts as long as it is attached */
        shmctl(self->shared.shmid, IPC_RMID, NULL);
    if (is_mapped && !is_gone)
        return 1;
    if (is_mapped)
        shmdt(self->shared.shmaddr);
    is_gone = 0;
    self->image->data = NULL;
    XDestroyImage(self->image);
    self->image = NULL;
    return 0;
}

static int make_image(screen *self)
{
    const union {
        uint16_t number;
        uint8_t first;
    } probe = {1};
    int order = probe.first ? LSBFirst : MSBFirst;
    self->has_shm = self->has_shm && ImageByteOrder(self->display) == order && share_image(self);
    if (!self->has_shm) {
        char *data = malloc((size_t)self->width * (size_t)self->height * (PIXEL_BITS / 8));
        if (data != NULL)
            self->image = XCreateImage(self->display, self->visual, (unsigned)self->depth, ZPixmap,
                                       0, data, (unsigned)self->width, (unsigned)self->height,
                                       PIXEL_BITS, self->width * (PIXEL_BITS / 8));
        if (self->image != NULL)
            self->image->byte_order = order;
    }
    self->rgb = malloc(3 * (size_t)self->width);
    if (self->image == NULL || self->rgb == NULL)
        return fail(CODE_SYSTEM, "out of memory");
    if (self->image->bits_per_pixel != PIXEL_BITS)
        return fail(CODE_UNAVAILABLE, "display: needs pixels of %d bits", PIXEL_BITS);
    return CODE_OK;
}

/* Reads the events of the window.  Returns 1 if its size has changed. */
static int read_events(screen *self)
{
    int is_resized = 0;
    while (!is_gone && XPending(self->display) > 0) {
        XEvent event;
        XNextEvent(self->display, &event);
        if (event.type == DestroyNotify || (event.type == ClientMessage && self->is_own &&
                                            (Atom)event.xclient.data.l[0] == self->closing))
            is_gone = 1;
        if (event.type == ConfigureNotify && event.xconfigure.window == self->window &&
            (event.xconfigure.width != self->width || event.xconfigure.height != self->height)) {
            self->width = event.xconfigure.width;
            self->height = event.xconfigure.height;
            is_resized = 1;
        }
    }
    return is_resized;
}

/* ---- frames -------------------------------------------------------------------- */

static void draw(screen *self, const land *world)
{
    int red = self->shift[0], green = self->shift[1], blue = self->shift[2];
    for (int y = 0; y < self->height; y++) {
        uint32_t *pixel =
            (uint32_t *)(void *)(self->image->data + (ptrdiff_t)y * self->image->bytes_per_line);
        const uint8_t *rgb = self->rgb;
        land_row(world, y, self->rgb);
        for (int x = 0; x < self->width; x++, rgb += 3)
            pixel[x] =
                (uint32_t)rgb[0] << red | (uint32_t)rgb[1] << green | (uint32_t)rgb[2] << blue;
    }
    if (self->has_shm)
        XShmPutImage(self->display, self->window, self->gc, self->image, 0, 0, 0, 0,
                     (unsigned)self->width, (unsigned)self->height, False);
    else
        XPutImage(self->display, self->window, self->gc, self->image, 0, 0, 0, 0,
                  (unsigned)self->width, (unsigned)self->height);
    XSync(self->display, False); /* the server has read the image when this returns */
}

static int compare(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

/* Times between frames; `times` is NULL without -frames. */
typedef struct clockwork {
    int64_t *times; /* nanoseconds */
    long count;
    int64_t begin, before; /* of the first frame and of the last one; 0: there was none */
} clockwork;

static void print_rate(const clockwork *clock, const screen *shown)
{
    if (clock->times == NULL || clock->count < 1)
        return;
    qsort(clock->times, (size_t)clock->count, sizeof *clock->times, compare);
    printf("%ld frames of %dx%d, median %.1f a second\n", clock->count + 1, shown->width,
           shown->height, (double)SECOND_NS / (double)clock->times[clock->count / 2]);
}

/* Sleeps until the next frame is due, or until a signal. */
static void pace(const options *opts, int64_t begun)
{
    int64_t left = opts->rate > 0 ? begun + SECOND_NS / opts->rate - now_ns() : 0;
    if (left > 0)
        nanosleep(&(struct timespec){left / SECOND_NS, (long)(left % SECOND_NS)}, NULL);
}

/* Draws frames until the window's size changes or all ends. */
static int show(screen *self, const options *opts, land *world, clockwork *clock)
{
    rl_error error;
    while (!is_stopped && !is_gone && !read_events(self)) {
        int64_t begun = now_ns();
        double seconds = clock->begin == 0 ? 0.0 : (double)(begun - clock->begin) / SECOND_NS;
        int is_ready = land_ready(world, seconds, &error);
        if (is_ready < 0)
            return fail(error.status == RL_NO_MEMORY ? CODE_SYSTEM : CODE_INTERNAL, "%s",
                        error.text);
        if (!is_ready)
            continue;
        draw(self, world);
        int64_t drawn = now_ns();
        if (clock->begin == 0)
            clock->begin = drawn;
        else if (clock->times != NULL)
            clock->times[clock->count++] = drawn - clock->before;
        clock->before = drawn;
        if (clock->times != NULL && clock->count + 1 >= opts->frames)
            is_stopped = 1;
        pace(opts, begun);
    }
    return CODE_OK;
}

static int run(screen *self, const options *opts, clockwork *clock)
{
    int code = CODE_OK;
    while (code == CODE_OK && !is_stopped && !is_gone) {
        land *world = NULL;
        rl_error error;
        code = make_image(self);
        if (code == CODE_OK &&
            land_new(&world, &opts->land, self->width, self->height, &error) != RL_OK)
            code = fail(error.status == RL_NO_MEMORY ? CODE_SYSTEM : CODE_USAGE, "%s", error.text);
        if (code == CODE_OK)
            code = show(self, opts, world, clock);
        land_free(world);
        free_image(self);
    }
    return code;
}

int main(int count, char **word)
{
    char seed[24];
    options opts = {.rate = RATE, .speed_percent = SPEED, .land = {.seed = seed}};
    screen shown = {0};
    clockwork clock = {0};
    if (count == 2 && (strcmp(word[1], "-help") == 0 || strcmp(word[1], "--help") == 0))
        return fputs(help, stdout) < 0 ? CODE_SYSTEM : CODE_OK;
    snprintf(seed, sizeof seed, "%" PRIu64, (uint64_t)now_ns() ^ (uint64_t)getpid() << PIXEL_BITS);
    int code = read_options(&opts, count, word);
    if (code != CODE_OK)
        return code;
    opts.land.speed = (double)opts.speed_percent / 100.0;
    const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    struct sigaction action = {.sa_handler = stop};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
    if (opts.frames > 0 &&
        (clock.times = malloc((size_t)opts.frames * sizeof *clock.times)) == NULL)
        return fail(CODE_SYSTEM, "out of memory");
    code = open_screen(&shown, &opts);
    if (code == CODE_OK)
        code = run(&shown, &opts, &clock);
    print_rate(&clock, &shown);
    free(clock.times);
    if (shown.display != NULL)
        XCloseDisplay(shown.display);
    return code;
}
